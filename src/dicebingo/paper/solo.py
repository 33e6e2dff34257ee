"""The claims of sections 2 and 3, and what sections 4.4 and 5 say of single boards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import permutations

from dicebingo.exact import Number, Rational
from dicebingo.model.board import Board, Position
from dicebingo.model.dice import Dice
from dicebingo.model.layout import mask_of
from dicebingo.model.symmetry import symmetries
from dicebingo.model.variants import classic
from dicebingo.paper.claims import Claim, equals, points, root_rounds_to, rounds_to, that
from dicebingo.paper.printed import BOARDS, FIGURE_ROLLS, SOLO_CDF_A, SOLO_CDF_B, SOLO_PDF_A, SOLO_PDF_B
from dicebingo.solo.chain import Chain, make_chain
from dicebingo.solo.mdp import Solution, solve
from dicebingo.solo.policy import Optimal

__all__ = ["CLAIMS"]

CENTRE = 4


@cache
def solution(name: str) -> Solution:
    """Return the solution of one of the paper's boards."""
    return solve(BOARDS[name])


@cache
def chain(name: str) -> Chain:
    """Return the chain of optimal play on one of the paper's boards, smallest tie-break."""
    return make_chain(solution(name), Optimal())


def rolls(name: str) -> Number:
    """Return V of the unmarked board."""
    return solution(name).expected_rolls


@cache
def pdf(name: str) -> list[Rational]:
    """Return P(T = k) for the rolls of the figure."""
    distribution = chain(name).distribution(FIGURE_ROLLS[-1])
    return [distribution[k][0] for k in FIGURE_ROLLS]


@cache
def cdf(name: str) -> list[Rational]:
    """Return P(T <= k) for the rolls of the figure."""
    distribution = chain(name).distribution(FIGURE_ROLLS[-1])
    return [distribution[k][1] for k in FIGURE_ROLLS]


@cache
def full_chain() -> Chain:
    """Return the chain of the optimal board on all 230 transient sets."""
    return make_chain(solution("optimal"), Optimal(), every_state=True)


def winning_sets() -> int:
    """Return how many of the 512 sets of marks contain a line."""
    return sum(classic().layout.wins(marked) for marked in range(512))


def dice_table() -> tuple[object, bool]:
    """Hold the probabilities of two dice against a count of the 36 throws."""
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
    """Yield every permutation of the values that keeps probabilities."""

    def extend(classes: tuple[tuple[int, ...], ...]) -> Iterator[dict[int, int]]:
        if not classes:
            yield {}
            return
        for rest in extend(classes[1:]):
            for image in permutations(classes[0]):
                yield {**rest, **dict(zip(classes[0], image, strict=True))}

    return extend(classic().dice.equally_likely())


def equivalents_are_equal() -> tuple[object, bool]:
    """Solve every equivalent board."""
    values = {solve(Position(board)).expected_rolls for board in equivalent_boards()}
    return f"{len(values)} value" + "s" * (len(values) > 1), values == {rolls("optimal")}


def fundamental_matrix() -> tuple[object, bool]:
    """Check N (I - Q) = I, and that the row sums of N are the values V(S)."""
    whole = full_chain()
    q, n = whole.q(), whole.fundamental()
    size = range(len(q))
    columns = [[(j, q[j][k]) for j in size if q[j][k]] for k in size]
    inverse = all(
        n[i][k] - sum((n[i][j] * share for j, share in columns[k]), Rational(0)) == (i == k) for i in size for k in size
    )
    values = solution("optimal").values()
    sums = all(sum(row, Rational(0)) == values[state] for state, row in zip(whole.states, n, strict=True))
    return f"N is {len(n)} x {len(n)}, exact", inverse and sums


def triangular(decreasing: bool) -> tuple[object, bool]:
    """Say on which side of the diagonal Q has its entries, in the order of the number of marks."""
    whole = full_chain()
    order = {s: i for i, s in enumerate(sorted(whole.states, key=int.bit_count, reverse=decreasing))}
    sides = {
        "upper" if order[whole.states[j]] > order[state] else "lower"
        for state, row in zip(whole.states, whole.transient, strict=True)
        for j in row
        if whole.states[j] != state
    }
    return " and ".join(sorted(sides)) + " triangular", sides == {"upper"}


def slower_is_likelier() -> list[int]:
    """Return the rolls k of the figure with P(T_B = k) > P(T_A = k)."""
    return [k for k, a, b in zip(FIGURE_ROLLS, pdf("A"), pdf("B"), strict=True) if b > a]


def running_sums(name: str, printed: tuple[str, ...]) -> tuple[object, bool]:
    """Return how far the printed cdf is from the exact one, after checking that it sums the rounded pdf."""
    rounded = {"A": SOLO_PDF_A, "B": SOLO_PDF_B}[name]
    sums = [sum(map(Rational, rounded[: i + 1]), Rational(0)) for i in range(len(rounded))]
    off = max(abs(Rational(p) - exact) for p, exact in zip(printed, cdf(name), strict=True))
    return f"running sums of the rounded pdf; off by up to {float(off):.2g}", sums == [Rational(p) for p in printed]


def spread_ratio() -> Rational:
    """Return the squared ratio of the standard deviations of E and C."""
    return Rational(chain("E").variance()) / Rational(chain("C").variance())


def _centre() -> tuple[object, bool]:
    value = Board.parse(BOARDS["optimal"]).values[CENTRE]
    return f"b_4 = {value}", value != 7


def _second_six() -> tuple[object, bool]:
    """Follow the remark on both boards: where it says A, it means C."""
    found = {}
    for name in "AC":
        first = solution(name).optimal_cells(6)
        second = solution(name).optimal_cells(6, mask_of([CENTRE])) if CENTRE in first else ()
        found[name] = (first, second)
    first_a, (first_c, second_c) = found["A"][0], found["C"]
    words = f"A: {_cells(first_a)}; C: {_cells(first_c)}, then {_cells(second_c)}"
    return words, found["A"] == ((CENTRE,), (6, 8))


def _cells(cells: tuple[int, ...]) -> str:
    *others, last = map(str, cells)
    return f"cells {', '.join(others)} or {last}" if others else f"cell {last}"


def _span(rolls_: list[int]) -> str:
    return f"k = {rolls_[0]} to {rolls_[-1]}" if rolls_ == list(range(rolls_[0], rolls_[-1] + 1)) else f"k in {rolls_}"


CDF_ERRATUM = "The printed cdf is the running sum of the rounded pdf, so its last digits are off by up to 2.2e-8."

CLAIMS: tuple[Claim, ...] = (
    Claim("2", "Sets of marks that contain a line", "282", equals(winning_sets, "282")),
    Claim("2", "Transient sets of marks", "230", equals(lambda: solution("optimal").transient_states, "230")),
    Claim("2", "36 p(v) for v = 2 to 12", "1 2 3 4 5 6 5 4 3 2 1", that(dice_table)),
    Claim(
        "2.3",
        "The only optimal cell of board B on a first 6 is cell 7",
        "cell 7",
        that(lambda: (_cells(solution("B").optimal_cells(6)), solution("B").optimal_cells(6) == (7,))),
    ),
    Claim("2.4", "p_hit of nine sevens", "1/6", equals(lambda: solution("sevens").p_hit(), "1/6")),
    Claim("2.4", "Expected rolls of nine sevens", "18", equals(lambda: rolls("sevens"), "18")),
    Claim("2.5", "p_hit of the optimal board", "5/6", equals(lambda: solution("optimal").p_hit(), "5/6")),
    Claim(
        "2.5",
        "Expected rolls of the optimal board, exactly",
        "47,546,657,067,260,786,722,139 / 7,535,828,431,282,951,800,000",
        equals(lambda: rolls("optimal"), "47,546,657,067,260,786,722,139/7,535,828,431,282,951,800,000"),
    ),
    Claim("2.5", "Expected rolls of the optimal board", "6.3094", rounds_to(lambda: rolls("optimal"), "6.3094")),
    Claim("2.5", "Boards equivalent to the optimal one", "64", equals(lambda: len(equivalent_boards()), "64")),
    Claim("2.5", "All equivalent boards take equally long", "equal", that(equivalents_are_equal)),
    Claim("2.5", "The optimal board has no 7 in the centre", "b_4 != 7", that(_centre)),
    Claim("3", "N = (I - Q)^-1 exists and its row sums are V(S)", "V(i) = sum_j N_ij", that(fundamental_matrix)),
    Claim(
        "3",
        "Q is upper triangular with the sets ordered by decreasing number of marks",
        "upper triangular",
        that(lambda: triangular(decreasing=True)),
        "A mark leads to a set with more marks, which comes earlier in that order: Q is lower triangular. "
        "It is upper triangular in increasing order.",
    ),
    Claim("4.4", "Expected rolls of board A", "12.77", rounds_to(lambda: rolls("A"), "12.77")),
    Claim("4.4", "Expected rolls of board B", "11.37", rounds_to(lambda: rolls("B"), "11.37")),
    Claim("4.4", "Figure, P(T_A = k) alone, k = 3 to 25", "23 points", points(lambda: pdf("A"), SOLO_PDF_A)),
    Claim("4.4", "Figure, P(T_B = k) alone, k = 3 to 25", "23 points", points(lambda: pdf("B"), SOLO_PDF_B)),
    Claim("4.4", "Figure, P(T_A <= k) alone", "23 points", points(lambda: cdf("A"), SOLO_CDF_A), CDF_ERRATUM),
    Claim("4.4", "Figure, P(T_B <= k) alone", "23 points", points(lambda: cdf("B"), SOLO_CDF_B), CDF_ERRATUM),
    Claim(
        "4.4", "The printed cdf of A sums its printed pdf", "running sums", that(lambda: running_sums("A", SOLO_CDF_A))
    ),
    Claim(
        "4.4", "The printed cdf of B sums its printed pdf", "running sums", that(lambda: running_sums("B", SOLO_CDF_B))
    ),
    Claim(
        "4.4",
        "Alone, P(T_B = k) > P(T_A = k) for k = 6 to 16",
        "6 <= k <= 16",
        that(lambda: (_span(slower_is_likelier()), set(slower_is_likelier()) >= set(range(6, 17)))),
    ),
    Claim(
        "4.4",
        "... and for no other k up to 25",
        "6 <= k <= 16",
        that(lambda: (_span(slower_is_likelier()), slower_is_likelier() == list(range(6, 17)))),
        "It also holds at k = 5.",
    ),
    Claim("5", "Expected rolls of board C", "11.31", rounds_to(lambda: rolls("C"), "11.31")),
    Claim("5", "Expected rolls of board D", "11.34", rounds_to(lambda: rolls("D"), "11.34")),
    Claim("5", "Expected rolls of board E", "12.39", rounds_to(lambda: rolls("E"), "12.39")),
    Claim("5.1", "Standard deviation of T_C", "5.32", root_rounds_to(lambda: chain("C").variance(), "5.32")),
    Claim("5.1", "Standard deviation of T_D", "5.63", root_rounds_to(lambda: chain("D").variance(), "5.63")),
    Claim("5.1", "Standard deviation of T_E", "7.52", root_rounds_to(lambda: chain("E").variance(), "7.52")),
    Claim(
        "5.1",
        "The standard deviation of T_E is 41% larger than that of T_C",
        "1.41",
        root_rounds_to(spread_ratio, "1.41"),
    ),
    Claim(
        "5.1",
        "On board C a first 6 is best in the centre, a second in either bottom corner (the remark names board A)",
        "board A",
        that(_second_six),
        "Board A has no 6 in the centre (there is a 9); the remark describes board C.",
    ),
)
