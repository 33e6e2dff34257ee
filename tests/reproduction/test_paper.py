"""The paper's solo numbers, typed in from its text once more, and the command that checks them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from fractions import Fraction
from math import sqrt

import pytest

from dicebingo.model.layout import Layout
from dicebingo.reproduction import printed as typed
from dicebingo.reproduction.all_claims import CLAIMS
from dicebingo.reproduction.claims import (
    Claim,
    Finding,
    Verdict,
    agrees,
    by_section,
    check,
    equals,
    points,
    root_rounds_to,
)
from dicebingo.reproduction.separate_rolls import first_apart
from dicebingo.solo.chain import Chain, make_chain
from dicebingo.solo.mdp import solve
from dicebingo.solo.policy import Optimal, TieBreak
from tests.commands import run

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
    return make_chain(solve(values), Optimal(tie_break))


def exact(number: object) -> Fraction:
    return Fraction(str(number))


def test_numbers_of_sets() -> None:
    wins = sum(Layout.parse("3x3").wins(marked) for marked in range(512))
    assert (wins, solve(BEST).transient_states) == (282, 230)


def test_the_board_of_all_sevens() -> None:
    solution = solve([7] * 9)
    assert solution.expected_rolls == 18
    assert {solution.p_hit(marked) for marked in solution.values()} == {Fraction(1, 6)}


def test_the_optimal_board() -> None:
    solution = solve(BEST)
    assert exact(solution.expected_rolls) == Fraction(47546657067260786722139, 7535828431282951800000)
    assert round(float(solution.expected_rolls), 4) == 6.3094
    assert solution.p_hit() == Fraction(5, 6)


def test_the_unintuitive_six() -> None:
    assert solve(B).optimal_cells(6) == (7,)


@pytest.mark.parametrize(("board", "rolls"), [(A, 12.77), (B, 11.37), (C, 11.31), (D, 11.34), (E, 12.39)])
def test_expected_rolls(board: list[int], rolls: float) -> None:
    assert round(float(solve(board).expected_rolls), 2) == rolls


@pytest.mark.parametrize("tie_break", TieBreak)
@pytest.mark.parametrize(("board", "deviation"), [(C, 5.32), (D, 5.63), (E, 7.52)])
def test_standard_deviations(board: list[int], deviation: float, tie_break: TieBreak) -> None:
    assert round(sqrt(float(chain(board, tie_break).variance())), 2) == deviation


def test_41_per_cent() -> None:
    assert round(sqrt(float(chain(E).variance()) / float(chain(C).variance())), 2) == 1.41


@pytest.mark.parametrize(("board", "points_"), [(A, PDF_A), (B, PDF_B)], ids=["A", "B"])
def test_all_46_points_of_the_pdf(board: list[int], points_: list[int]) -> None:
    found = chain(board).distribution(25)
    assert [p for p, _ in found[:3]] == [0, 0, 0]
    assert len(points_) == len(ROLLS) == 23
    for k, point in zip(ROLLS, points_, strict=True):
        assert abs(exact(found[k][0]) * 10**8 - point) <= Fraction(1, 2)


@pytest.mark.parametrize(("board", "pdf", "cdf"), [(A, PDF_A, CDF_A), (B, PDF_B, CDF_B)], ids=["A", "B"])
def test_the_printed_cdf_sums_the_rounded_pdf(board: list[int], pdf: list[int], cdf: list[int]) -> None:
    """Within 2.5e-8 of the exact one, but not correctly rounded."""
    assert [sum(pdf[: i + 1]) for i in range(23)] == cdf
    off = [abs(exact(chain(board).cdf(k)) * 10**8 - point) for k, point in zip(ROLLS, cdf, strict=True)]
    assert Fraction(1, 2) < max(off) <= Fraction(5, 2)


def test_b_is_likelier_also_at_5() -> None:
    a, b = chain(A).distribution(25), chain(B).distribution(25)
    assert [k for k in ROLLS if b[k][0] > a[k][0]] == list(range(5, 17))


def test_the_library_has_the_same_numbers_typed() -> None:
    for name, values in {"optimal": BEST, "sevens": [7] * 9, "A": A, "B": B, "C": C, "D": D, "E": E}.items():
        assert solve(typed.BOARDS[name]).position == solve(values).position
    for mine, theirs in (
        (PDF_A, typed.SOLO_PDF_A),
        (PDF_B, typed.SOLO_PDF_B),
        (CDF_A, typed.SOLO_CDF_A),
        (CDF_B, typed.SOLO_CDF_B),
    ):
        assert [Fraction(number, 10**8) for number in mine] == list(map(Fraction, theirs))


@pytest.mark.parametrize("pair", ["AB", "CD", "DE", "EC"])
def test_boards_apart(pair: str) -> None:
    """The sum over all rolls that the first finishes on, cut where next to nothing is left."""
    boards = {"A": A, "B": B, "C": C, "D": D, "E": E}
    first, second = (chain(boards[name]).distribution(400) for name in pair)
    summed = sum(float(p) * float(1 - c) for (p, _), (_, c) in zip(first, second, strict=True))
    assert float(first_apart(pair)) == pytest.approx(summed, abs=1e-12)
    tie = sum(float(p) * float(q) for (p, _), (q, _) in zip(first, second, strict=True))
    assert float(first_apart(pair) + first_apart(pair[::-1])) == pytest.approx(1 - tie, abs=1e-12)


# The command.


QUICK = [claim for claim in CLAIMS if not claim.work]


@pytest.mark.parametrize("section", ["2.4", "3", "4.1", "6.2", "6.3", "6.4"])
def test_sections_hold(section: str) -> None:
    answer = run("paper", "--only", section, "--json").json()
    assert answer["holds"] is True
    assert all(claim["holds"] == (claim["erratum"] is None) for claim in answer["claims"])
    assert {claim["section"] for claim in answer["claims"]} == {section}
    assert set(answer["claims"][0]) == {"section", "statement", "printed", "computed", "holds", "erratum"}


def test_errata_are_reported() -> None:
    errata = [claim.erratum for claim in CLAIMS if claim.erratum]
    for known in (
        "It also holds at k = 5",
        "running sum of the rounded pdf, so its last digits are off by up to 2.2e-8",
        "Nobody can finish in one or two rolls",
        "the remark describes board C",
        "Q is lower triangular",
        "6.0, 6.7 and 7.4 points; among decided games they are 7.6 to 9.6%",
        "The shared rolls do not amplify the ring, they make it",
        "cell 7 wins 20.2% and cell 2, far from never, 15.7%",
    ):
        assert any(known in erratum for erratum in errata), known


MUTANTS = {
    "nothing": "",
    "a probability": """
from dicebingo.model import dice
parse = dice.Dice.parse
loaded = "{2:1,3:2,4:3,5:4,6:6,7:6,8:5,9:4,10:3,11:2,12:1}"
dice.Dice.parse = staticmethod(lambda text: parse(loaded if text == "2d6" else text))
""",
    "no diagonals": """
from dataclasses import replace
from dicebingo.model import variants
mutate = lambda v: replace(v, layout="3x3:rows+columns") if v.name == "classic" else v
variants.VARIANTS = tuple(map(mutate, variants.VARIANTS))
""",
    "the last cell instead of the best": """
from dicebingo.solo import mdp
mdp._one_step = lambda table, s, g: next((table[s | bit] for bit in reversed(g.bits) if not s & bit), None)
""",
}

PROBE = """
import sys
{mutation}
import dicebingo.cli.commands.paper
from dicebingo.cli.main import main
dicebingo.cli.commands.paper.CLAIMS = tuple(claim for claim in dicebingo.cli.commands.paper.CLAIMS if not claim.work)
sys.argv = ["dicebingo", "paper", "--json"]
main()
"""


def mutated(mutant: str) -> tuple[int, set[str]]:
    """Run the command without its long claims in a broken program; return its exit code and what it noticed."""
    command = [sys.executable, "-c", PROBE.replace("{mutation}", MUTANTS[mutant])]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    claims = json.loads(done.stdout)["claims"]
    assert len(claims) == len(QUICK)
    return done.returncode, {c["statement"] for c in claims if c["holds"] == bool(c["erratum"])}


@pytest.mark.slow
@pytest.mark.parametrize("mutant", MUTANTS)
def test_a_broken_program_is_noticed(mutant: str) -> None:
    """The checks would be worth nothing if they could not fail."""
    code, noticed = mutated(mutant)
    assert code == (mutant != "nothing")
    assert bool(noticed) == (mutant != "nothing")
    if mutant == "a probability":  # of a six, which is on every board but nine sevens and D: no decimal may survive
        decimals = {c.statement for c in QUICK if re.fullmatch(r"\d+\.\d+", c.printed) and not c.erratum}
        assert len(decimals) > 20
        assert decimals <= noticed


TRUE = Claim("2", "One is one", "1", equals(lambda: 1, "1"))
FALSE = Claim("2", "One is two", "2", equals(lambda: 1, "2"))
ERRATUM = Claim("2", "One is two", "2", equals(lambda: 1, "2"), "It is one.")
WRONG_ERRATUM = Claim("2", "One is one", "1", equals(lambda: 1, "1"), "It is two.")


@pytest.mark.parametrize(
    ("claims", "code"),
    [
        ([TRUE], 0),
        ([TRUE, ERRATUM], 0),
        ([TRUE, FALSE], 1),
        ([TRUE, WRONG_ERRATUM], 1),
    ],
)
def test_a_claim_must_hold_and_an_erratum_must_not(
    claims: list[Claim], code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dicebingo.cli.commands.paper.CLAIMS", tuple(claims))
    shown = run("paper")
    assert (shown.code, shown.err) == (code, "")
    assert f"{code} unexpected" in shown.out
    assert run("paper", "--json").code == code
    assert [check(claim).as_expected for claim in claims].count(False) == code


def test_findings() -> None:
    assert Finding(TRUE, Verdict("1", True)).as_expected
    assert not Finding(TRUE, Verdict("2", False)).as_expected
    assert Finding(ERRATUM, Verdict("1", False)).as_expected
    assert not Finding(ERRATUM, Verdict("2", True)).as_expected


@pytest.mark.parametrize(
    ("value", "printed", "holds"),
    [
        (Fraction(1, 3), "0.333", True),
        (Fraction(1, 3), "0.334", False),
        (Fraction(2, 3), "0.67", True),
        (Fraction(2, 3), "0.66", False),
        (Fraction(665, 1000), "0.66", True),  # a half may be rounded to either side
        (Fraction(665, 1000), "0.67", True),
        (18, "18", True),
        (Fraction(37, 2), "18", True),
        (Fraction(371, 20), "18", False),
    ],
)
def test_rounding(value: Fraction | int, printed: str, holds: bool) -> None:
    assert agrees(value, printed) is holds


def test_roots_are_compared_by_their_squares() -> None:
    assert root_rounds_to(lambda: 2, "1.41")().holds
    assert not root_rounds_to(lambda: 2, "1.42")().holds
    assert root_rounds_to(lambda: 2, "1.4142135623730950488")().holds
    assert not root_rounds_to(lambda: 2, "1.4142135623730950489")().holds


def test_points_say_which_is_furthest() -> None:
    verdict = points(lambda: [Fraction(1, 3), Fraction(1, 2)], ["0.33", "0.52"])()
    assert not verdict.holds
    assert verdict.computed.startswith("1 of 2 agree")
    with pytest.raises(ValueError, match="zip"):
        points(lambda: [Fraction(1, 3)], ["0.33", "0.52"])()


def test_sections() -> None:
    assert by_section(CLAIMS, "") == list(CLAIMS)
    assert {claim.section for claim in by_section(CLAIMS, "2")} >= {"2", "2.3", "2.4", "2.5"}
    assert {claim.section for claim in by_section(CLAIMS, "2.5")} == {"2.5"}
    assert by_section(CLAIMS, "9") == []
    assert [claim.section for claim in CLAIMS] == sorted(claim.section for claim in CLAIMS)
