"""The paper's solo numbers, copied independently from its text, and boards on independent rolls."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import pytest

from dicebingo.model.layout import Layout
from dicebingo.reproduction import printed as typed
from dicebingo.reproduction.independent_rolls import finishes_first, independent_margin
from dicebingo.solo.chain import Chain, make_chain
from dicebingo.solo.mdp import optimal_play
from dicebingo.solo.policy import Optimal, TieBreak

# Sections 2.3 to 2.5, figures 4 and 6.
BEST = [8, 8, 9, 7, 6, 10, 7, 4, 5]
A = [9, 6, 7, 7, 9, 6, 6, 7, 9]
B = [6, 7, 6, 7, 7, 7, 6, 6, 6]
C = [7, 7, 7, 6, 6, 6, 6, 7, 6]
D = [7, 5, 9, 9, 7, 5, 5, 9, 7]
E = [9, 7, 9, 9, 9, 9, 9, 6, 7]

# Figure 5, solo play, k = 3 to 25, in units of 10^-8.
PDF_A = [1680384, 3709419, 5448229, 6664291, 7339827, 7554617, 7420017, 7045335, 6523252, 5925645, 5304558, 4695305]
PDF_A += [4120110, 3591503, 3115174, 2692214, 2320790, 1997357, 1717493, 1476463, 1269579, 1092410, 940898]
PDF_B = [1502486, 3542774, 5493567, 7021545, 8004994, 8454327, 8450019, 8099962, 7513251, 6786121, 5996045, 5200812]
PDF_B += [4440323, 3739604, 3112108, 2562810, 2090841, 1691595, 1358331, 1083325, 858666, 676760, 530632]
CDF_A = [1680384, 5389803, 10838032, 17502323, 24842150, 32396767, 39816784, 46862119, 53385371, 59311016, 64615574]
CDF_A += [69310879, 73430989, 77022492, 80137666, 82829880, 85150670, 87148027, 88865520, 90341983, 91611562]
CDF_A += [92703972, 93644870]
CDF_B = [1502486, 5045260, 10538827, 17560372, 25565366, 34019693, 42469712, 50569674, 58082925, 64869046, 70865091]
CDF_B += [76065903, 80506226, 84245830, 87357938, 89920748, 92011589, 93703184, 95061515, 96144840, 97003506]
CDF_B += [97680266, 98210898]
ROLLS = range(3, 26)


def chain(values: list[int], tie_break: TieBreak = TieBreak.SMALLEST) -> Chain:
    return make_chain(optimal_play(values), Optimal(tie_break))


def exact(number: object) -> Fraction:
    return Fraction(str(number))


def test_the_numbers_of_sets_of_marks_match_the_paper() -> None:
    wins = sum(Layout.parse("3x3").wins(marked) for marked in range(512))
    assert (wins, optimal_play(BEST).transient_states) == (282, 230)


def test_the_board_of_all_sevens_takes_18_rolls() -> None:
    solution = optimal_play([7] * 9)
    assert solution.expected_rolls == 18
    assert {solution.p_hit(marked) for marked in solution.values} == {Fraction(1, 6)}


def test_the_optimal_board_has_the_printed_value() -> None:
    solution = optimal_play(BEST)
    assert exact(solution.expected_rolls) == Fraction(47546657067260786722139, 7535828431282951800000)
    assert round(float(solution.expected_rolls), 4) == 6.3094
    assert solution.p_hit() == Fraction(5, 6)


def test_the_counterintuitive_cell_for_a_six_is_optimal() -> None:
    assert optimal_play(B).optimal_cells(6) == (7,)


@pytest.mark.parametrize(("board", "rolls"), [(A, 12.77), (B, 11.37), (C, 11.31), (D, 11.34), (E, 12.39)])
def test_expected_rolls_match_the_paper(board: list[int], rolls: float) -> None:
    assert round(float(optimal_play(board).expected_rolls), 2) == rolls


@pytest.mark.parametrize("tie_break", TieBreak)
@pytest.mark.parametrize(("board", "deviation"), [(C, 5.32), (D, 5.63), (E, 7.52)])
def test_standard_deviations_match_the_paper(board: list[int], deviation: float, tie_break: TieBreak) -> None:
    assert round(sqrt(float(chain(board, tie_break).variance)), 2) == deviation


def test_the_standard_deviation_of_e_is_41_per_cent_larger_than_that_of_c() -> None:
    assert round(sqrt(float(chain(E).variance) / float(chain(C).variance)), 2) == 1.41


@pytest.mark.parametrize(("board", "points_"), [(A, PDF_A), (B, PDF_B)], ids=["A", "B"])
def test_all_46_points_of_the_pdf_match_the_paper(board: list[int], points_: list[int]) -> None:
    found = chain(board).distribution(25)
    assert [p for p, _ in found[:3]] == [0, 0, 0]
    assert len(points_) == len(ROLLS) == 23
    for k, point in zip(ROLLS, points_, strict=True):
        assert abs(exact(found[k][0]) * 10**8 - point) <= Fraction(1, 2)


@pytest.mark.parametrize(("board", "pdf", "cdf"), [(A, PDF_A, CDF_A), (B, PDF_B, CDF_B)], ids=["A", "B"])
def test_the_printed_cdf_sums_the_rounded_pdf(board: list[int], pdf: list[int], cdf: list[int]) -> None:
    """The printed sum is within 2.5e-8 of the exact cdf, but is not the exact cdf rounded."""
    assert [sum(pdf[: i + 1]) for i in range(23)] == cdf
    off = [abs(exact(chain(board).cdf(k)) * 10**8 - point) for k, point in zip(ROLLS, cdf, strict=True)]
    assert Fraction(1, 2) < max(off) <= Fraction(5, 2)


def test_b_is_more_likely_than_a_to_finish_on_rolls_5_to_16() -> None:
    a, b = chain(A).distribution(25), chain(B).distribution(25)
    assert [k for k in ROLLS if b[k][0] > a[k][0]] == list(range(5, 17))


def test_the_library_contains_the_same_printed_numbers() -> None:
    for name, values in {"optimal": BEST, "sevens": [7] * 9, "A": A, "B": B, "C": C, "D": D, "E": E}.items():
        assert optimal_play(typed.BOARDS[name]).position == optimal_play(values).position
    for mine, theirs in (
        (PDF_A, typed.SOLO_PDF_A),
        (PDF_B, typed.SOLO_PDF_B),
        (CDF_A, typed.SOLO_CDF_A),
        (CDF_B, typed.SOLO_CDF_B),
    ):
        assert [Fraction(number, 10**8) for number in mine] == list(map(Fraction, theirs))


@pytest.mark.parametrize("pair", ["AB", "CD", "DE", "EC"])
def test_probabilities_on_independent_rolls_match_a_float_sum(pair: str) -> None:
    """Sum over the finishing roll of the first board until the remaining probability is negligible."""
    boards = {"A": A, "B": B, "C": C, "D": D, "E": E}
    first, second = (chain(boards[name]).distribution(400) for name in pair)
    summed = sum(float(p) * float(1 - c) for (p, _), (_, c) in zip(first, second, strict=True))
    assert float(finishes_first(pair)) == pytest.approx(summed, abs=1e-12)
    tie = sum(float(p) * float(q) for (p, _), (q, _) in zip(first, second, strict=True))
    assert float(finishes_first(pair) + finishes_first(pair[::-1])) == pytest.approx(1 - tie, abs=1e-12)
    assert independent_margin(pair) == finishes_first(pair) - finishes_first(pair[::-1])
