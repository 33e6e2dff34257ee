"""The report's sections on two players: the figure of the paper, the ring, one roll and whole games played to win."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial

from dicebingo.duels.duel import Duel, duel
from dicebingo.duels.objective import Outcomes
from dicebingo.duels.stage_game import nash
from dicebingo.exact import Rational, decimal
from dicebingo.model.board import Position
from dicebingo.render.html.report import board_figure, figure, number, paragraph, side_by_side, table
from dicebingo.render.svg.charts import Series, line_chart, share_bar
from dicebingo.render.svg.ring import ring_svg
from dicebingo.reproduction.head_to_head import PANELS, game, running_sums
from dicebingo.reproduction.printed import BOARDS, FIGURE_ROLLS
from dicebingo.reproduction.rings import RING
from dicebingo.reproduction.separate_rolls import margin_apart
from dicebingo.reproduction.solo import chain, rolls
from dicebingo.solo.policy import TieBreak

__all__ = ["duels", "figure_of_the_paper", "payoff_matrix", "ring"]

percent = partial(number, digits=2, percent=True)

STAGE = ("7 4 6 / 9 7 8 / 6 9 5", "6 9 x / x 5 5 / 8 x 6")
ROLL = 6
"""The position of section 6.3, and the roll that both have two cells for."""


def figure_of_the_paper() -> str:
    """Return the section on boards A and B, with the four panels."""
    boards = [
        board_figure(Position.parse(BOARDS[name]), f"Board {name}: {number(rolls(name))} rolls alone") for name in "AB"
    ]
    result = game("AB")
    words = paragraph(
        "Board A is slower than board B when each plays alone, and yet it is the favourite when both see the same "
        f"rolls: it finishes first with probability {percent(result.probability(0))}, board B with "
        f"{percent(result.probability(1))}, and they never tie. A 9 helps A only; nothing helps B only."
    )
    panels = [
        figure(_panel(where, cumulative), "", _panel_numbers(where, cumulative))
        for where in PANELS
        for cumulative in (False, True)
    ]
    return words + side_by_side(*boards, kind="boards") + side_by_side(*panels, kind="panels")


def _values(where: str, name: str, cumulative: bool) -> Sequence[Rational]:
    shares = PANELS[where][name]()
    return running_sums(shares) if cumulative else shares


def _panel(where: str, cumulative: bool) -> str:
    series = [
        Series(
            f"board {name}",
            tuple((k, decimal(p)) for k, p in zip(FIGURE_ROLLS, _values(where, name, cumulative), strict=True)),
        )
        for name in "AB"
    ]
    what = "P(T ≤ k)" if cumulative else "P(T = k)"
    title = f"{what}, each board alone" if where == "alone" else f"{what}, first on shared rolls"
    return line_chart(title, series, "roll k", "probability")


def _panel_numbers(where: str, cumulative: bool) -> str:
    columns = [_values(where, name, cumulative) for name in "AB"]
    rows = [[str(k), number(a, 8), number(b, 8)] for k, a, b in zip(FIGURE_ROLLS, *columns, strict=True)]
    shown = table(f"Numbers of the panel, {where}", ["k", "board A", "board B"], rows, left=())
    return f'<details class="more"><summary>The {2 * len(rows)} numbers of this panel</summary>{shown}</details>'


def ring() -> str:
    """Return the section on boards C, D and E."""
    from dicebingo.tournaments.rings import certify  # noqa: PLC0415  (numba: the claims need none)

    positions = {name: Position.parse(BOARDS[name]) for name in "CDE"}
    found = certify([position.board for position in positions.values()], TieBreak.SMALLEST)
    picture = ring_svg(found.boards, found.links, [f"board {name}" for name in positions])
    rows = []
    for pair in RING:
        shares = _outcomes(pair)
        margin = shares.score
        decided = margin / (shares.first + shares.second)
        rows.append([f"{pair[0]} against {pair[1]}", *_shares(pair, shares), percent(margin), percent(decided)])
    headers = ["", "", "first wins", "tie", "second wins", "margin", "among decided games"]
    alone = [number(rolls(name)) for name in "ECD"]
    spread = [number(chain(name).variance(), 3, root=True) for name in "ECD"]
    words = paragraph(
        "C beats D, D beats E, and E beats C, whatever tie-break the players use. E is the slowest of the three alone: "
        f"{alone[0]} rolls against {alone[1]} (C) and {alone[2]} (D), with a standard deviation of {spread[0]} against "
        f"{spread[1]} and {spread[2]}."
    )
    apart = [f"{pair[0]} against {pair[1]} {percent(margin_apart(pair))}" for pair in RING]
    alone_words = paragraph(
        "The shared rolls make this ring. Where each board has rolls of its own, the margins are "
        f"{apart[0]}, {apart[1]} and {apart[2]}: D beats both others, and C beats E."
    )
    shown = table("Head to head", headers, rows, left=(0, 1))
    return words + figure(picture, kind="middle") + shown + alone_words


def _outcomes(pair: str) -> Outcomes:
    result = game(pair)
    return Outcomes(result.probability(0), result.probability(1), result.probability(0, 1))


def _shares(pair: str, shares: Outcomes) -> list[str]:
    """Return a bar of the outcomes, and the three numbers."""
    ordered = [(f"{pair[0]} wins", shares.first), ("tie", shares.tie), (f"{pair[1]} wins", shares.second)]
    return [share_bar([(name, decimal(share)) for name, share in ordered]), *(percent(share) for _, share in ordered)]


def payoff_matrix() -> str:
    """Return the section on the position without a pure equilibrium (section 6.3 and 6.4 of the paper)."""
    boards = [board_figure(Position.parse(board), f"Player {i}") for i, board in enumerate(STAGE, 1)]
    words = paragraph(
        f"A {ROLL} is rolled, and both may mark either of two cells, at the same time. Afterwards both go on as each "
        "would alone. Whatever fixed choices they make, one of them wishes to have chosen otherwise; so both mix."
    )
    found = nash(*STAGE, ROLL)
    own, other = ([f"cell {cell}" for cell in cells] for cells in found.stage.actions)
    rows = [
        [cell, *(f"({number(o.first, 4)}, {number(o.second, 4)})" for o in outcomes)]
        for cell, outcomes in zip(own, found.stage.outcomes, strict=True)
    ]
    matrix = table("Payoff matrix", ["1 \\ 2", *other], rows, left=(0, 1, 2), kind="payoff")
    caption = paragraph("Each pair is the probability that player 1 wins, and that player 2 does; the rest are ties.")
    mixed = []
    for how, label in (("solo", "then as alone (the paper)"), ("duel", "then to win, to the end")):
        equilibrium = nash(*STAGE, ROLL, continuation=how).equilibria.extreme[0]
        shares = [percent(share) for share in (*equilibrium.first, *equilibrium.second)]
        mixed.append([label, *shares, *(number(payoff, 4) for payoff in equilibrium.payoffs)])
    headers = ["how they go on", *(f"1: {cell}" for cell in own), *(f"2: {cell}" for cell in other), "1 wins", "2 wins"]
    return words + side_by_side(*boards, kind="boards") + matrix + caption + table("Equilibria", headers, mixed)


@cache
def _duel(pair: str) -> Duel:
    return duel(BOARDS[pair[0]], BOARDS[pair[1]])


def duels() -> str:
    """Return the section that the paper leaves open: both players see both boards and play every roll to win."""
    words = paragraph(
        "The paper compares boards that are played as if nobody else were there. Where both players see both boards "
        "and play every roll to win (a win counts 1, a tie 0, a loss -1), the answer can be another one: board B, not "
        f"board A, is then the favourite, by {number(-100 * _duel('AB').value, 3)} points of a hundred. The ring stays."
    )
    rows = []
    for pair in ("AB", *RING):
        solved = _duel(pair)
        alone = _outcomes(pair)
        rows.append(
            [
                f"{pair[0]} against {pair[1]}",
                *_shares(pair, solved.outcomes),
                percent(solved.value),
                percent(alone.score),
                f"{solved.joint_states:,}",
            ]
        )
    headers = ["", "", "first wins", "tie", "second wins", "margin", "margin in a match", "joint states"]
    return words + table("Duels", headers, rows, left=(0, 1))
