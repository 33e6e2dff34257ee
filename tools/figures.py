"""Draw the charts of the tutorials and theory pages from the library's exact results.

``tools.examples`` writes them with the other pictures, and the tests draw them again.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from random import Random

import dicebingo
from dicebingo.crowds.answers import Asking
from dicebingo.crowds.population import population_of
from dicebingo.crowds.shares import opponent_of, profile_in
from dicebingo.exact import decimal
from dicebingo.matches.joint import MAX_JOINT_STATES
from dicebingo.model.board import Board, Position
from dicebingo.render.pictures.board import board_drawing
from dicebingo.render.pictures.panels import Columns, Lines, Mark, Series
from dicebingo.render.svg.charts import STYLE, column_chart, line_chart
from dicebingo.render.svg.drawings import shapes_svg
from dicebingo.solo.policy import TieBreak

A, B, BEST = "9 6 7 / 7 9 6 / 6 7 9", "6 7 6 / 7 7 7 / 6 6 6", "8 8 9 / 7 6 10 / 7 4 5"
SEVENS = "7 7 7 / 7 7 7 / 7 7 7"
STAGE = "7 4 6 / 9 7 8 / 6 9 5", "6 9 x / x 5 5 / 8 x 6", 6
UPTO = 25
SAMPLE = 200
LONG, ROLL_K = 100, ("roll k", "probability")
BOARDS = ".dicebingo-chart .board text{fill:#0f172a}"
"""Boards stay white in dark mode."""


def solo() -> str:
    """Draw the distributions of the finishing times of three boards, each alone."""
    boards = {"nine sevens": SEVENS, "board B": B, "the best": BEST}
    chains = {name: dicebingo.chain_of(board).distribution(UPTO) for name, board in boards.items()}
    series = [_line(name, [share for share, _ in rows]) for name, rows in chains.items()]
    return line_chart(Lines("P(T = k)", series, "roll k", "probability"))


def climb() -> str:
    """Draw how the best changes of one cell improve nine sevens, step by step, with the best board for comparison."""
    start = decimal(dicebingo.solve(SEVENS).expected_rolls)
    steps = dicebingo.improve(SEVENS, full=True).steps or ()
    values = [start, *(decimal(change.expected_rolls) for change in steps)]
    best = decimal(dicebingo.solve(BEST).expected_rolls)
    reached = Series("after each change", tuple((float(i), value) for i, value in enumerate(values)))
    limit = Series("the best of all boards", ((0.0, best), (float(len(steps)), best)))
    return line_chart(Lines("Rolls", [reached, limit], "changes", "expected rolls"))


def matches() -> str:
    """Draw the probabilities of finishing first on each shared roll, for A and for B."""
    ends = dicebingo.match(A, B, fast=False).distribution(UPTO)
    series = [_line("A is first", [end.first for end in ends]), _line("B is first", [end.second for end in ends])]
    return line_chart(Lines("A against B", series, "roll k", "probability"))


def cards() -> str:
    """Draw the distributions of the finishing times of two cards of 15 tokens; the slower card wins more often."""
    both = {"the slower card": "3 4 5x2 6x2 7x3 8x2 9x2 10 11", "the faster card": "4 5x2 6x3 7x3 8x3 9x2 10"}
    found = {name: dicebingo.solve(card, tokens=15, upto=LONG).distribution or () for name, card in both.items()}
    return line_chart(
        Lines("P(T = k)", [_line(name, [share for share, _ in rows]) for name, rows in found.items()], *ROLL_K)
    )


def equilibria() -> str:
    """Draw the best replies in the paper's position; their curves cross once, at the mixed equilibrium."""
    [found] = dicebingo.nash(*STAGE).equilibria.extreme
    p, q = decimal(found.first[0]), decimal(found.second[0])
    first = Series("first player", ((0.0, 0.0), (q, 0.0), (q, 1.0), (1.0, 1.0)))
    second = Series("second player", ((1.0, 0.0), (1.0, p), (0.0, p), (0.0, 1.0)))
    labels = "q, cell 0 of the second player", "p, cell 2 of the first player"
    return line_chart(Lines("Best replies", [first, second], *labels))


def duels() -> str:
    """Draw the probabilities of the outcomes of a match and of a duel between two boards."""
    rows = {"match": dicebingo.match(A, B).outcomes, "duel": dicebingo.duel(A, B).outcomes}
    parts = []
    for i, (name, ends) in enumerate(rows.items()):
        y, at = 42 + 50 * i, 70.0
        parts.append(f'<text x="10" y="{y + 15}">{name}</text>')
        for kind, who, share in (("f0", "A", ends.first), ("quiet", "tie", ends.tie), ("f1", "B", ends.second)):
            width = 370 * decimal(share)
            parts.append(f'<rect class="{kind}" x="{at:.1f}" y="{y}" width="{width:.1f}" height="20"/>')
            if share:
                parts.append(_centred(f"{who} {100 * decimal(share):.1f}%", at + width / 2, y + 36))
            at += width
    return _picture("Outcomes of A against B", "".join(parts), 460, 140)


def search() -> str:
    """Draw the distribution of V over random boards, and V of the best board."""
    random = Random(1)
    boards = [[random.randint(2, 12) for _ in range(9)] for _ in range(SAMPLE)]
    values = [decimal(dicebingo.solve(board).expected_rolls) for board in boards]
    columns = [
        (float(low), low + 1.0, float(sum(low <= value < low + 1 for value in values)))
        for low in range(6, int(max(values)) + 1)
    ]
    best = Mark("the best of all", decimal(dicebingo.solve(BEST).expected_rolls))
    title = f"{SAMPLE} boards filled at random"
    return column_chart(Columns(title, columns, "expected rolls", "boards", [best]))


def bounds() -> str:
    """Draw the relabelling bound and V of improved boards, both by the number of different values.

    The boards come from nine sevens by repeatedly making the best change of one cell.
    """
    climb = dicebingo.improve(SEVENS, full=True)
    values = [7] * 9
    reached = {1: decimal(dicebingo.solve(values).expected_rolls)}
    for change in climb.steps or ():
        values[change.cell] = change.value
        reached[len(set(values))] = decimal(change.expected_rolls)
    lower = Series("lower bound", tuple((float(d), decimal(_relabelled(d))) for d in range(1, 10)))
    found = Series("boards found", tuple((float(d), rolls) for d, rolls in reached.items()))
    return line_chart(Lines("Rolls", [lower, found], "different values", "expected rolls"))


def _relabelled(values: int) -> Fraction:
    """Return the least expected rolls of a player who may rearrange the most common values before every roll."""
    rules = Board.parse(SEVENS).rules
    dice, layout = rules.dice, rules.layout
    weights = sorted(dice.weights, reverse=True)[:values]

    @cache
    def least(marked: int) -> Fraction:
        if any(marked & line == line for line in layout.lines):
            return Fraction(0)
        after = sorted(least(marked | 1 << cell) for cell in range(9) if not marked >> cell & 1)
        pairs = list(zip(weights, after, strict=False))
        useful = sum(weight for weight, _ in pairs)
        return Fraction(dice.total + sum(weight * rolls for weight, rolls in pairs), useful)

    return least(0)


def arena() -> str:
    """Draw the mixture of boards of 6s, 7s and 8s that no board of these values beats."""
    mixture = {"7 7 8 / 8 6 6 / 8 7 6": Fraction(16369, 20625), "7 6 6 / 7 8 7 / 6 8 8": Fraction(4256, 20625)}
    parts = []
    for i, (board, share) in enumerate(mixture.items()):
        drawn = board_drawing(Position.parse(board))
        shapes, (_, _, width, height) = shapes_svg(drawn.shapes), drawn.box
        x = 30 + i * (width + 60)
        parts.append(f'<g class="board" transform="translate({x} 40)" font-family="system-ui, sans-serif">{shapes}</g>')
        parts.append(_centred(f"{100 * decimal(share):.1f}%", x + width / 2, 40 + height + 22))
    return _picture("No board of 6, 7 and 8 beats this mixture", "".join(parts), 460, 250)


def replies() -> str:
    """Draw two replies' margins over a mixture of two copies of the best board, by the first copy's probability."""
    copies = "5 10 9 / 8 6 4 / 8 7 7", "7 10 9 / 7 8 4 / 6 6 5"
    series = []
    for name, reply in ("first reply", "5 8 8 / 7 7 4 / 9 10 6"), ("second reply", "5 6 6 / 7 7 10 / 9 4 8"):
        a, b = (dicebingo.match(reply, copy, fast=False).outcomes.margin for copy in copies)
        most, none = (Fraction(a > b), max(a, b)), (b / (b - a), Fraction(0))
        ends = sorted([most, none])
        series.append(Series(name, tuple((100 * decimal(p), 100 * decimal(margin)) for p, margin in ends)))
    return line_chart(Lines("Margins of two replies", series, "how often the first copy is played (%)", "points"))


def crowd() -> str:
    """Draw the shares of three boards as multiples of the fair share, by the number of players."""
    rules = Board.parse(BEST).rules
    series = []
    for name, board, population in (
        ("3 and 11 among copies of the best", "5 3 6 / 4 7 10 / 8 11 9", f"copies:{BEST}"),
        ("the best among distinct boards", BEST, "distinct"),
        ("nine sevens among distinct boards", SEVENS, "distinct"),
    ):
        asking = Asking(population_of(population, None, rules), 2, TieBreak.SMALLEST)
        mine = Board.parse(board)
        profile = profile_in(asking, mine, opponent_of(asking, [mine]), MAX_JOINT_STATES)
        points = ((float(n), n * decimal(profile.chances(n).share)) for n in range(2, 61, 2))
        series.append(Series(name, tuple(points)))
    return line_chart(Lines("Multiples of the fair share", series, "players n", "times 1/n"))


FIGURES: dict[str, Callable[[], str]] = {
    f"figure-{draw.__name__}.svg": draw
    for draw in (solo, climb, matches, equilibria, duels, search, bounds, arena, replies, crowd, cards)
}
"""The functions that draw figures, by file name: ``climb`` for the tutorial, the others for the theory pages."""


def _line(name: str, shares: list[Fraction]) -> Series:
    return Series(name, tuple((float(k), decimal(share)) for k, share in enumerate(shares) if k))


def _centred(text: str, x: float, y: float) -> str:
    return f'<text x="{x:.1f}" y="{y}" text-anchor="middle">{text}</text>'


def _picture(title: str, parts: str, width: int, height: int) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="dicebingo-chart" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" role="img"><title>{title}</title><style>{STYLE}{BOARDS}</style>'
        f'<text class="title" x="10" y="22">{title}</text>{parts}</svg>'
    )
