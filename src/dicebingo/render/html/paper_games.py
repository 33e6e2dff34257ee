"""The report's sections on two players: the paper's figure, the ring, games played to win, the choice of a board."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from dicebingo.exact import decimal
from dicebingo.matches.outcomes import Outcomes
from dicebingo.model.board import Position
from dicebingo.render.html.report import number, table
from dicebingo.render.pictures.answers import match_panels
from dicebingo.render.svg.charts import line_chart, share_bar
from dicebingo.render.svg.drawings import ring_svg
from dicebingo.render.writers.html import board_figure, figure, paragraph, side_by_side
from dicebingo.reproduction.printed import FIGURE_ROLLS, ROLL
from dicebingo.reproduction.report import PaperReport

percent = partial(number, digits=2, percent=True)


def figure_of_the_paper(report: PaperReport) -> str:
    """Return the section on boards A and B, with the four panels."""
    boards = [_board(report, name, f"Board {name}: {number(report.chains[name].mean)} rolls alone") for name in "AB"]
    ends = report.matches["AB"].outcomes
    words = paragraph(
        "Board A is slower than board B when each plays alone, and yet it is the favourite when both see the same "
        f"rolls: it finishes first with probability {percent(ends.first)}, board B with {percent(ends.second)}, and "
        "they never tie. A 9 helps A only; nothing helps B only."
    )
    drawn = [panel for row in match_panels(report.matches["AB"], FIGURE_ROLLS[-1]) for panel in row]
    panels = [
        figure(line_chart(panel), "", _panel_numbers(report, *which))
        for panel, which in zip(drawn, report.panels, strict=True)
    ]
    return words + side_by_side(*boards, kind="boards") + side_by_side(*panels, kind="panels")


def _board(report: PaperReport, name: str, caption: str) -> str:
    return board_figure(report.chains[name].solution.position, caption)


def _panel_numbers(report: PaperReport, where: str, cumulative: bool) -> str:
    columns = report.panels[where, cumulative]
    rows = [[str(k), number(a, 8), number(b, 8)] for k, a, b in zip(FIGURE_ROLLS, *columns, strict=True)]
    shown = table(f"Numbers of the panel, {where}", ["k", "board A", "board B"], rows, left=())
    return f'<details class="more"><summary>The {2 * len(rows)} numbers of this panel</summary>{shown}</details>'


def ring(report: PaperReport) -> str:
    """Return the section on boards C, D and E."""
    picture = ring_svg(report.ring.boards, report.ring.links, [f"board {name}" for name in "CDE"])
    rows = []
    for pair in report.independent_margins:
        ends = report.matches[pair].outcomes
        decided = ends.margin / (ends.first + ends.second)
        rows.append([_against(pair), *_shares(pair, ends), percent(ends.margin), percent(decided)])
    headers = ["", "", "first wins", "tie", "second wins", "margin", "among decided games"]
    alone = [number(report.chains[name].mean) for name in "ECD"]
    deviations = [number(report.chains[name].variance, 3, root=True) for name in "ECD"]
    words = paragraph(
        "C beats D, D beats E, and E beats C, whatever tie-break the players use. E is the slowest of the three alone: "
        f"{alone[0]} rolls against {alone[1]} (C) and {alone[2]} (D), with a standard deviation of {deviations[0]} "
        f"against {deviations[1]} and {deviations[2]}."
    )
    independent = [f"{_against(pair)} {percent(margin)}" for pair, margin in report.independent_margins.items()]
    more = paragraph(
        "The shared rolls make this ring. Where each board has rolls of its own, the margins are "
        f"{independent[0]}, {independent[1]} and {independent[2]}: D beats both others, and C beats E."
    )
    shown = table("Head to head", headers, rows, left=(0, 1))
    return words + figure(picture, kind="middle") + shown + more


def _against(pair: str) -> str:
    return f"{pair[0]} against {pair[1]}"


def _shares(pair: str, ends: Outcomes[Fraction]) -> list[str]:
    """Return a bar of the outcomes, and the three numbers."""
    ordered = [(f"{pair[0]} wins", ends.first), ("tie", ends.tie), (f"{pair[1]} wins", ends.second)]
    return [share_bar([(name, decimal(share)) for name, share in ordered]), *(percent(share) for _, share in ordered)]


def payoff_matrix(report: PaperReport) -> str:
    """Return the section on the position without a pure equilibrium (sections 6.3 and 6.4 of the paper)."""
    stage = report.stages["solo"].stage
    boards = [board_figure(position, f"Player {i}") for i, position in enumerate(stage.positions, 1)]
    words = paragraph(
        f"A {ROLL} is rolled, and each player may mark either of two cells, at the same time. Afterwards both go on as "
        "each would alone. Whatever fixed choices they make, one of them wishes to have chosen otherwise; so both mix."
    )
    own, other = ([f"cell {cell}" for cell in cells] for cells in stage.actions)
    rows = [
        [cell, *(f"({number(o.first, 4)}, {number(o.second, 4)})" for o in outcomes)]
        for cell, outcomes in zip(own, stage.entries, strict=True)
    ]
    matrix = table("Payoff matrix", ["1 \\ 2", *other], rows, left=(0, 1, 2), kind="payoff")
    caption = paragraph("Each pair is the probability that player 1 wins, and that player 2 does; the rest are ties.")
    mixed = []
    for how, label in (("solo", "then as alone (the paper)"), ("duel", "then to win, to the end")):
        equilibrium = report.stages[how].equilibria.extreme[0]
        shares = [percent(share) for share in (*equilibrium.first, *equilibrium.second)]
        mixed.append([label, *shares, *(number(payoff, 4) for payoff in equilibrium.payoffs)])
    headers = ["how they go on", *(f"1: {cell}" for cell in own), *(f"2: {cell}" for cell in other), "1 wins", "2 wins"]
    return words + side_by_side(*boards, kind="boards") + matrix + caption + table("Equilibria", headers, mixed)


def duels(report: PaperReport) -> str:
    """Return the section on what the paper leaves open: both players see both boards and play every roll to win."""
    words = paragraph(
        "The paper compares boards that are played as if nobody else were there. When both players see both boards and "
        "play every roll to win (a win counts 1, a tie 0, a loss -1), the answer can change: board B, not board A, is "
        f"then the favourite, by {number(-100 * report.duels['AB'].value, 3)} points of a hundred. The ring remains."
    )
    rows = []
    for pair, solved in report.duels.items():
        margins = [percent(solved.value), percent(report.matches[pair].outcomes.margin)]
        rows.append([_against(pair), *_shares(pair, solved.outcomes), *margins, f"{solved.joint_states:,}"])
    headers = ["", "", "first wins", "tie", "second wins", "margin", "margin in a match", "joint states"]
    return words + table("Duels", headers, rows, left=(0, 1))


def choosing(report: PaperReport) -> str:
    """Return the section on the choice of a board when the opponent also chooses strategically."""
    last = report.arena.rounds[-1]
    played = [(b, share) for b, share in zip(last.mixture.boards, last.mixture.shares, strict=True) if share]
    words = paragraph(
        "Which board should you write down when your opponent also chooses strategically? Of "
        f"{report.arena.universe.words}, each played as alone (smallest tie-break), a mixture of {len(played)} is "
        "safe: whichever of them the opponent chooses, it wins no more often than it loses. That is proven: "
        f"bounds exclude all but {last.reply.tried:,} of these boards, and those were played exactly."
    )
    drawn = [
        board_figure(Position(board), f"with probability {number(share, 2, percent=True)}") for board, share in played
    ]
    bar = share_bar([(str(board), decimal(share)) for board, share in played])
    return words + bar + side_by_side(*drawn, kind="boards")
