"""The claims of section 2: one board alone, nine sevens, and the optimal board among all boards."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import comb
from typing import TYPE_CHECKING

from dicebingo.exact import Number, decimal
from dicebingo.model.board import Board, Position
from dicebingo.model.dice import Dice
from dicebingo.model.layout import cells_of
from dicebingo.model.symmetry import symmetries
from dicebingo.model.variants import classic, find_rules
from dicebingo.reproduction.claims import Claim, LongComputation, equals, rounds_to, that
from dicebingo.reproduction.printed import BOARDS, CENTRE, MINIMUM
from dicebingo.running.run import Run
from dicebingo.searches.ranking import Rank, rank
from dicebingo.searches.space import Constraints, Space
from dicebingo.solo.chain import Chain, make_chain
from dicebingo.solo.mdp import OptimalPlay, optimal_play
from dicebingo.solo.policy import Optimal

if TYPE_CHECKING:  # this module imports numba, which most claims do not need
    from dicebingo.searches.all_boards import SearchResult


def _search(run: Run, *fixed: tuple[int, int]) -> SearchResult:
    """Search all boards, or the boards with given values in some cells."""
    from dicebingo.searches.all_boards import search_all  # noqa: PLC0415  (numba)

    return search_all(Space.of(classic(), Constraints(fixed=fixed)), run=run)


def _make_table(run: Run) -> None:
    """Compute the table of ranks, or load it from the cache."""
    rank(BOARDS["sevens"], nearest=0, run=run.within("ranks"))


SEARCH = LongComputation("searching all 2,357,947,691 boards", lambda run: _search(run.within("all-boards")))
SEVEN_CENTRED = LongComputation(
    "searching the boards with a 7 in the centre", lambda run: _search(run.within("seven-centred"), (CENTRE, 7))
)
RANKING = LongComputation("ranking all 2,357,947,691 boards", _make_table)


@cache
def rank_of(name: str) -> Rank:
    """Return the rank of one of the paper's boards among all boards."""
    RANKING.result()
    return rank(BOARDS[name], nearest=0)


LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
"""The winning lines as the paper lists them."""


@cache
def solution(name: str) -> OptimalPlay:
    """Return the solution of one of the paper's boards."""
    return optimal_play(BOARDS[name])


@cache
def chain(name: str) -> Chain:
    """Return the chain of optimal play on one of the paper's boards, with the tie-break *smallest*."""
    return make_chain(solution(name), Optimal())


def rolls(name: str) -> Number:
    """Return V, the expected number of rolls, of one of the paper's boards."""
    return solution(name).expected_rolls


def lines() -> tuple[object, bool]:
    """Compare the lines of the layout with the printed lines."""
    found = {cells_of(line) for line in classic().layout.lines}
    return f"{len(found)} lines", found == set(LINES)


def winning_sets() -> int:
    """Return the number of sets of marks, out of 512, that contain a line."""
    return sum(classic().layout.wins(marked) for marked in range(512))


def max_marks() -> int:
    """Return the largest number of marks without a line."""
    return max(marked.bit_count() for marked in range(512) if not classic().layout.wins(marked))


def dice_table() -> tuple[object, bool]:
    """Compare the probabilities of two dice with a count of the 36 throws."""
    throws = [a + b for a in range(1, 7) for b in range(1, 7)]
    weights = {v: 36 * Dice.parse("2d6").probability(v) for v in range(2, 13)}
    printed = dict(zip(range(2, 13), (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1), strict=True))
    found = " ".join(str(weights[v]) for v in sorted(weights))
    return found, weights == printed and all(throws.count(v) == w for v, w in printed.items())


def equivalent_boards() -> set[Board]:
    """Return the images of the optimal board under symmetries of the square and swaps of equally likely values."""
    board = Board.parse(BOARDS["optimal"])
    found = set()
    for swap in _value_swaps():
        swapped = Board(tuple(swap[v] for v in board.values if v is not None))
        found |= {swapped.permuted(symmetry) for symmetry in symmetries(classic().layout)}
    return found


def _value_swaps() -> Iterator[dict[int, int]]:
    """Yield every permutation of the values that preserves their probabilities."""

    def extend(classes: tuple[tuple[int, ...], ...]) -> Iterator[dict[int, int]]:
        if not classes:
            yield {}
            return
        for rest in extend(classes[1:]):
            for image in permutations(classes[0]):
                yield {**rest, **dict(zip(classes[0], image, strict=True))}

    return extend(classic().dice.equally_likely())


def equivalents_are_equal() -> tuple[object, bool]:
    """Check that all boards equivalent to the optimal one have the same V."""
    values = {optimal_play(Position(board)).expected_rolls for board in equivalent_boards()}
    return f"{len(values)} value" + "s" * (len(values) > 1), values == {rolls("optimal")}


def bellman() -> tuple[object, bool]:
    """Substitute V of the optimal board into the paper's first equation, with p(v) from a count of the 36 throws."""
    found, throws = solution("optimal"), [a + b for a in range(1, 7) for b in range(1, 7)]
    board = Board.parse(BOARDS["optimal"]).values
    checked = 0
    for marked, value in found.values.items():
        after = [
            min(
                (found.value(marked | 1 << c) for c in range(9) if board[c] == v and not marked >> c & 1), default=value
            )
            for v in throws
        ]
        checked += value == 1 + sum(after, Fraction(0)) / len(throws)
    return f"satisfied at {checked} of {len(found.values)} sets", checked == len(found.values) == 230


def sevens_hit() -> tuple[object, bool]:
    """Return the sums that hit a cell of nine sevens and their probability; check that neither depends on the marks."""
    found = solution("sevens")
    cases = {(found.hits(marked), found.p_hit(marked)) for marked in found.values}
    shown = "; ".join(f"H(S) = {{{', '.join(map(str, hits))}}}, p_hit = {p}" for hits, p in cases)
    return shown, cases == {((7,), Fraction(1, 6))}


def three_sevens() -> tuple[object, bool]:
    """Compare the distribution of nine sevens with the waiting time for three sevens, roll by roll."""
    upto, p = 100, Fraction(1, 6)
    found = [share for share, _ in chain("sevens").distribution(upto)]
    waiting = [comb(k - 1, 2) * p**3 * (1 - p) ** (k - 3) if k >= 3 else Fraction(0) for k in range(upto + 1)]
    return f"equal to the waiting time for three sevens, up to roll {upto}", found == waiting


def wasted() -> tuple[object, bool]:
    """Return the values of the optimal board, and the sums that match none of its cells."""
    used = {value for value in Board.parse(BOARDS["optimal"]).values if value is not None}
    found = sorted(set(classic().dice.values) - set(solution("optimal").hits()))
    shown = f"{len(used)} values, {min(used)} to {max(used)}; wasted {', '.join(map(str, found))}"
    return shown, used == set(range(4, 11)) and found == [2, 3, 11, 12]


def group() -> tuple[object, bool]:
    """Count the symmetries of the square, and the images of the optimal board under swaps of equally likely values."""
    moves = list(symmetries(classic().layout))
    board = Board.parse(BOARDS["optimal"])
    swapped = {tuple(swap[v] for v in board.values if v is not None) for swap in _value_swaps()}
    return f"{len(moves)} symmetries, {len(swapped)} swaps", (len(moves), len(swapped)) == (8, 2**3)


def centre() -> tuple[object, bool]:
    """Return the centre of the optimal board."""
    value = Board.parse(BOARDS["optimal"]).values[CENTRE]
    return f"b_4 = {value}", value != 7


def minimum() -> Fraction:
    """Return the smallest expected number of rolls among all boards, as proven by the search."""
    return SEARCH.result().best[0].expected_rolls


def unique() -> tuple[object, bool]:
    """Check whether the search found a single best board up to symmetry, and whether it matches the printed board."""
    result = SEARCH.result()
    best = result.best[0]
    same = best.board in equivalent_boards()
    shown = (
        f"proven by evaluating {result.evaluated:,} essentially different boards: "
        f"the best one represents {best.orbit_size} boards"
    )
    return shown, result.unique and same and best.orbit_size == 64


def seven_in_the_centre() -> tuple[object, bool]:
    """Check that the best board with a 7 in the centre is slower than the best of all."""
    best = SEVEN_CENTRED.result().best[0]
    return f"the best takes {decimal(best.expected_rolls):.10g} rolls: {best.board}", best.expected_rolls > minimum()


def four_by_four() -> tuple[object, bool]:
    """Count the 4x4 boards."""
    rules = find_rules("4x4")
    total = len(rules.dice.values) ** len(rules.layout.open_cells)
    return f"{total:,}", total == 11**16


def cells_text(cells: tuple[int, ...]) -> str:
    """Describe cells in words."""
    if len(cells) <= 1:
        return f"cell {cells[0]}" if cells else "no cell"
    return f"cells {', '.join(map(str, cells[:-1]))} or {cells[-1]}"


CLAIMS: tuple[Claim, ...] = (
    Claim("2", "The eight winning lines", "8 lines", that(lines)),
    Claim("2", "The number of sets of marks", "512", equals(lambda: 1 << classic().layout.size, "512")),
    Claim("2", "The number of sets of marks that contain a line", "282", equals(winning_sets, "282")),
    Claim(
        "2", "The number of transient sets of marks", "230", equals(lambda: solution("optimal").transient_states, "230")
    ),
    Claim("2", "The values of 36 p(v) for v = 2 to 12", "1 2 3 4 5 6 5 4 3 2 1", that(dice_table)),
    Claim("2.2", "V satisfies the Bellman equation, including wasted rolls", "equation (1)", that(bellman)),
    Claim(
        "2.3",
        "The largest number of marks without a line (seven marks always contain one)",
        "6",
        equals(max_marks, "6"),
    ),
    Claim(
        "2.3",
        "The only optimal cell of board B on a first 6 is cell 7",
        "cell 7",
        that(lambda: (cells_text(solution("B").optimal_cells(6)), solution("B").optimal_cells(6) == (7,))),
    ),
    Claim("2.4", "With nine sevens, a 7 is always the only useful roll", "H = {7}, p_hit = 1/6", that(sevens_hit)),
    Claim("2.4", "With nine sevens, optimal play finishes on the third 7", "6 + 6 + 6", that(three_sevens)),
    Claim("2.4", "Expected rolls of nine sevens", "18", equals(lambda: rolls("sevens"), "18")),
    Claim(
        "2.5",
        "The number of different values on the optimal board, and the sums that it wastes",
        "7; 2, 3, 11, 12",
        that(wasted),
    ),
    Claim("2.5", "p_hit of the optimal board", "5/6", equals(lambda: solution("optimal").p_hit(), "5/6")),
    Claim(
        "2.5",
        "Expected rolls of the optimal board, exactly",
        MINIMUM.replace("/", " / "),
        equals(lambda: rolls("optimal"), MINIMUM),
    ),
    Claim("2.5", "Expected rolls of the optimal board", "6.3094", rounds_to(lambda: rolls("optimal"), "6.3094")),
    Claim(
        "2.5",
        "The numbers of symmetries of the square, and of swaps of equally likely values on the board",
        "8 and 2^3",
        that(group),
    ),
    Claim(
        "2.5",
        "The number of boards equivalent to the optimal one",
        "64",
        equals(lambda: len(equivalent_boards()), "64"),
    ),
    Claim("2.5", "All equivalent boards take the same number of rolls", "equal", that(equivalents_are_equal)),
    Claim("2.5", "The optimal board has no 7 in the centre", "b_4 != 7", that(centre)),
    Claim(
        "2.5",
        "The number of all boards",
        "2,357,947,691",
        equals(lambda: SEARCH.result().total_boards, "2,357,947,691"),
        rests_on=SEARCH,
    ),
    Claim(
        "2.5",
        "The smallest expected number of rolls among all boards",
        MINIMUM.replace("/", " / "),
        equals(minimum, MINIMUM),
        rests_on=SEARCH,
    ),
    Claim("2.5", "The optimal board is unique up to symmetry", "unique, 64 boards", that(unique), rests_on=SEARCH),
    Claim(
        "2.5",
        "No board with a 7 in the centre is optimal",
        "not optimal",
        that(seven_in_the_centre),
        rests_on=SEVEN_CENTRED,
    ),
    Claim("2.5", "The number of 4x4 boards", "11^16", that(four_by_four)),
)
