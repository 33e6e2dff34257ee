"""The report on the paper: its boards, figures, tables and claims, and results that go beyond the paper."""

from __future__ import annotations

from fractions import Fraction

from dicebingo.exact import decimal
from dicebingo.matches.outcomes import Outcomes
from dicebingo.model.board import Position
from dicebingo.render.blocks import (
    Boards,
    Cell,
    Column,
    Document,
    Facts,
    Heading,
    Quantity,
    Rows,
    Sentence,
    Shares,
    Table,
    Tick,
    percent,
    points,
)
from dicebingo.render.documents.paper import claims
from dicebingo.render.pictures.answers import match_panels, spread_columns
from dicebingo.render.pictures.panels import Mark, Picture, RingPanel, ShareBars
from dicebingo.reproduction.claims import RemarkGroup
from dicebingo.reproduction.paper import PaperCheck
from dicebingo.reproduction.printed import FIGURE_ROLLS, ROLL
from dicebingo.reproduction.report import PaperReport

NAMES = {"optimal": "optimal board", "magic": "magic square", "sevens": "nine sevens"}


def report(found: PaperReport) -> Document:
    """Return the whole report; each section begins with a heading."""
    return [
        *lead(found.check),
        Heading("The best board", "best"),
        *_best(found),
        Heading("Among all boards", "all"),
        *_among_all(found),
        Heading("Slower, yet favoured", "figure"),
        *_figure(found),
        Heading("A ring", "ring"),
        *_ring(found),
        Heading("One roll, played to win", "nash"),
        *_stage_game(found),
        Heading("Whole games, played to win", "duels"),
        *_duels(found),
        Heading("Choosing a board", "choice"),
        *_choice(found),
        *claim_sections(found.check),
    ]


def lead(check: PaperCheck) -> Document:
    """Return the introduction, and the counts of claims and errors."""
    about = (
        "This report recomputes every number, table and figure of David J. Hemmer and Benjamin W. Ong, “Optimal Play, "
        "Nontransitivity, and Nash Equilibria in Dice Bingo”, in exact arithmetic, and compares the results with the "
        "printed values. "
        "The game comes from the Julia Robinson Mathematics Festival. The authors' own programs are at "
        "github.com/ongbw/dice-bingo. Click an underlined number to see its exact form."
    )
    fails = check.count("fails")
    counts: list[tuple[str, Cell]] = [
        ("claims checked", len(check.findings)),
        ("errors", check.count("error")),
        ("unexpected", f"{fails} {Tick.FAILS}" if fails else 0),
        ("time for the checks", Quantity(check.seconds, 0, " s")),
    ]
    return [Sentence(about), Facts(counts)]


GROUPS = {
    RemarkGroup.ERROR: ("Errors", "These claims do not hold as printed."),
    RemarkGroup.READING: (
        "Readings",
        "These claims hold as we read them. The remark gives another reading or adds a detail.",
    ),
    RemarkGroup.LAST_DIGITS: ("Last digits", "These claims hold except for the last digits."),
}


def claim_sections(check: PaperCheck) -> Document:
    """Describe the claims that have remarks, in groups, and then all claims."""
    remarks: Document = []
    for group, (title, words) in GROUPS.items():
        if found := check.remarked(group):
            remarks += [Heading(title), Sentence(words), claims(found)]
    return [
        Heading("Errors and remarks", "errata"),
        *(remarks or [Sentence("There are none.")]),
        Heading("All claims", "claims"),
        Sentence(
            "A printed decimal is right if the true number rounds to it, which is decided in exact arithmetic. The "
            "claims are paraphrased. Each claim is preceded by its section number."
        ),
        claims(check.findings),
    ]


def _best(found: PaperReport) -> Document:
    result, chain, seven = found.search, found.chains["optimal"], found.seven_centred
    facts: list[tuple[str, Cell]] = [
        ("expected rolls", Quantity(chain.mean)),
        ("standard deviation", Quantity(chain.variance, root=True)),
        ("useful rolls at the start", percent(chain.solution.p_hit())),
        ("all boards", result.total_boards),
        ("essentially different boards", result.evaluated),
        ("best boards", f"1 essentially different, {result.best[0].orbit_size} in all"),
    ]
    if result.runner_up:
        facts.append((f"the next best, {result.runner_up.board}", Quantity(result.runner_up.expected_rolls)))
    facts.append((f"the best with a 7 in the centre, {seven.board}", Quantity(seven.expected_rolls)))
    facts.append(("nine sevens", Quantity(found.chains["sevens"].mean, 4)))
    words = (
        "Of all boards, this one takes the fewest rolls, although it has no 7 in the centre. Up to symmetries of the "
        "square and swaps of equally likely sums, it is the only such board. This is proven: every board was "
        "evaluated, and every board that rounding could confuse with the best was solved exactly."
    )
    return [Sentence(words), Facts(facts, chain.solution.position)]


def _among_all(found: PaperReport) -> Document:
    ranks = sorted(found.ranks.items(), key=lambda named: named[1].expected_rolls)
    marks = [Mark(name if len(name) == 1 else NAMES[name], decimal(rank.expected_rolls)) for name, rank in ranks]
    names = [f"board {name}" if len(name) == 1 else NAMES[name] for name, _ in ranks]
    rows: Rows = [
        [name, Quantity(rank.expected_rolls, 4), rank.better, rank.equal, percent(rank.percentile / 100, 6)]
        for name, (_, rank) in zip(names, ranks, strict=True)
    ]
    headers = ("", "expected rolls", "faster boards", "equally fast boards", "slower boards")
    return [
        Picture([[spread_columns(found.search, marks)]], (8, 3.6)),
        Sentence("The chart is computed in float64. The counts below are exact."),
        Boards([Position(rank.board) for _, rank in ranks], names),
        Table(list(map(Column, headers)), rows, "ranks of the paper's boards"),
    ]


def _figure(found: PaperReport) -> Document:
    ends = found.matches["AB"].outcomes
    words = Sentence(
        "Board A is slower than board B when each plays alone, and yet it is the favourite when both see the same "
        "rolls: it finishes first with probability {}, board B with {}, and they never tie. A 9 helps only A. No roll "
        "helps only B.",
        [percent(ends.first), percent(ends.second)],
    )
    alone = [found.chains[name] for name in "AB"]
    below = [Quantity(chain.mean, 4, " rolls alone") for chain in alone]
    boards = Boards([chain.solution.position for chain in alone], ["board A", "board B"], below)
    columns = [Column("k")]
    for where, cumulative in found.panels:
        columns += [Column(f"P(T_{name} {'<=' if cumulative else '='} k) {where}") for name in "AB"]
    numbers = [shares for pair in found.panels.values() for shares in pair]
    rows: Rows = [[k, *(Quantity(share, 8) for share in row)] for k, *row in zip(FIGURE_ROLLS, *numbers, strict=True)]
    folded = f"The {len(rows) * len(numbers)} numbers in these panels"
    panels = Picture(match_panels(found.matches["AB"], FIGURE_ROLLS[-1]), (9, 6.4))
    return [words, boards, panels, Table(columns, rows, "panel data", folded=folded)]


def _against(pair: str) -> str:
    return f"{pair[0]} against {pair[1]}"


def _shares(ends: Outcomes[Fraction]) -> list[Cell]:
    """Return a bar divided into the three outcomes, followed by their probabilities."""
    return [Shares(ends.first, ends.tie, ends.second), percent(ends.first), percent(ends.tie), percent(ends.second)]


_SHARES = ("", "", "first wins", "tie", "second wins", "margin")


def _ring(found: PaperReport) -> Document:
    alone = [Quantity(found.chains[name].mean, 4) for name in "ECD"]
    deviations = [Quantity(found.chains[name].variance, 3, root=True) for name in "ECD"]
    words = Sentence(
        "C beats D, D beats E, and E beats C, whatever tie-break the players use. Played alone, E is the slowest: "
        "{} rolls against {} (C) and {} (D), with a standard deviation of {} against {} and {}.",
        [*alone, *deviations],
    )
    rows: Rows = []
    for pair, decided in found.decided_margins.items():
        ends = found.matches[pair].outcomes
        rows.append([_against(pair), *_shares(ends), percent(ends.margin), percent(decided)])
    listed = [f"{_against(pair)} {{}}" for pair in found.independent_margins]
    independent = Sentence(
        "The shared rolls create this ring. On independent rolls, the margins are "
        f"{listed[0]}, {listed[1]} and {listed[2]}: D beats both others, and C beats E.",
        list(map(percent, found.independent_margins.values())),
    )
    ring = RingPanel(found.ring.boards, found.ring.links, [f"board {name}" for name in "CDE"])
    columns = list(map(Column, (*_SHARES, "among decided games")))
    return [words, Picture([[ring]], (6, 6)), Table(columns, rows, "head to head"), independent]


def _stage_game(found: PaperReport) -> Document:
    """Describe the position without a pure equilibrium (sections 6.3 and 6.4 of the paper)."""
    stage = found.stages["solo"].stage
    words = (
        f"A {ROLL} is rolled. Each player may mark either of two cells, and both choose at the same time. After "
        "that, each plays as if alone. Whatever fixed choices they make, one player would have preferred the other "
        "cell, so both choose at random."
    )
    own, other = ([f"cell {cell}" for cell in cells] for cells in stage.actions)
    payoffs: Rows = [
        [cell, *((Quantity(ends.first, 4), Quantity(ends.second, 4)) for ends in outcomes)]
        for cell, outcomes in zip(own, stage.entries, strict=True)
    ]
    mixed: Rows = []
    for how, label in (("solo", "as if alone (the paper)"), ("duel", "playing to win")):
        found_mix = found.stages[how].equilibria.extreme[0]
        shares = map(percent, (*found_mix.first, *found_mix.second))
        mixed.append([label, *shares, *(Quantity(payoff, 4) for payoff in found_mix.payoffs)])
    headers = ["how they continue", *(f"1: {cell}" for cell in own), *(f"2: {cell}" for cell in other)]
    return [
        Sentence(words),
        Boards(stage.positions, ["player 1", "player 2"]),
        Table([Column(header) for header in ("1 \\ 2", *other)], payoffs, "payoff matrix"),
        Sentence("Each pair gives the probabilities that player 1 wins and that player 2 wins. The rest are ties."),
        Table([Column(header) for header in (*headers, "1 wins", "2 wins")], mixed, "equilibria"),
    ]


def _duels(found: PaperReport) -> Document:
    """Describe duels, which go beyond the paper: both players see both boards and play every roll to win."""
    words = Sentence(
        "The paper compares boards that are played as if there were no opponent. When both players see both boards and "
        "play every roll to win (a win counts 1, a tie 0, a loss -1), the answer can change: board B, not board A, is "
        "then the favourite, by {} percentage points. The ring of C, D and E remains.",
        [points(-found.duels["AB"].value)],
    )
    rows: Rows = []
    for pair, solved in found.duels.items():
        margins = [percent(solved.value), percent(found.matches[pair].outcomes.margin)]
        rows.append([_against(pair), *_shares(solved.outcomes), *margins, solved.joint_states])
    return [words, Table(list(map(Column, (*_SHARES, "margin in a match", "joint states"))), rows, "duels")]


def _choice(found: PaperReport) -> Document:
    """Describe how to choose a board when the opponent also chooses strategically."""
    last = found.arena.rounds[-1]
    played = [(b, share) for b, share in zip(last.mixture.boards, last.mixture.shares, strict=True) if share]
    words = (
        "Which board should you write down when your opponent also chooses strategically? If "
        f"{found.arena.universe.words} are allowed, each played as if alone (smallest tie-break), a mixture of "
        f"{len(played)} boards is safe: no allowed board beats it. This is proven: bounds exclude all but "
        f"{last.reply.tried:,} of the allowed boards, whose margins were compared exactly."
    )
    return [
        Sentence(words),
        Picture([[ShareBars("", [(str(board), decimal(share)) for board, share in played])]], (7, 1.7)),
        Boards([Position(board) for board, _ in played], [""] * len(played), [percent(share) for _, share in played]),
    ]
