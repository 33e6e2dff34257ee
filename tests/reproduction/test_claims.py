"""Claims compare printed numbers exactly, fail on wrong numbers, and share long computations."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from dicebingo.errors import Stopped
from dicebingo.reproduction.claims import (
    CheckedClaim,
    Claim,
    Computed,
    LongComputation,
    Remark,
    RemarkGroup,
    agrees,
    check,
    equals,
    points,
    root_rounds_to,
)
from dicebingo.running.run import Run

TRUE = Claim("2", "One is one", "1", equals(lambda: 1, "1"))
ERRATUM = Claim("2", "One is two", "2", equals(lambda: 1, "2"), Remark(RemarkGroup.ERROR, note="It is one."))
READING = Claim("2", "One is one", "1", equals(lambda: 1, "1"), Remark(RemarkGroup.READING, note="In this sense."))


def test_a_claim_is_as_expected_if_it_holds_or_is_a_listed_error() -> None:
    assert CheckedClaim(TRUE, Computed("1", True)).as_expected
    assert not CheckedClaim(TRUE, Computed("2", False)).as_expected
    assert CheckedClaim(ERRATUM, Computed("1", False)).as_expected
    assert not CheckedClaim(ERRATUM, Computed("2", True)).as_expected
    assert [check(claim).kind for claim in (TRUE, ERRATUM, READING)] == ["holds", "erratum", "holds"]
    assert CheckedClaim(ERRATUM, Computed("2", True)).kind == "fails"
    assert CheckedClaim(READING, Computed("2", False)).kind == "fails"
    last = replace(ERRATUM, remark=Remark(RemarkGroup.LAST_DIGITS))
    assert check(last).kind == "erratum"


def test_whole_numbers_are_shown_as_the_paper_prints_them() -> None:
    assert equals(lambda: 2357947691, "2,357,947,691")() == Computed("2,357,947,691", True)


def test_shared_computations_of_claims_run_once() -> None:
    runs: list[Run] = []

    def count(run: Run) -> int:
        runs.append(run)
        return 2

    counted = LongComputation("counting", count)
    claims = [Claim("2", "It is two", "2", equals(counted.result, "2"), rests_on=counted) for _ in range(2)]
    assert not counted.is_done
    run = Run()
    assert [check(claim, run).as_expected for claim in claims] == [True, True]
    assert runs == [run]
    assert counted.is_done


def test_a_stopped_run_checks_no_further_claims() -> None:
    run = Run()
    run.stop()
    counted = LongComputation("counting", lambda _: 2)
    with pytest.raises(Stopped):
        check(Claim("2", "It is two", "2", equals(counted.result, "2"), rests_on=counted), run)
    assert not counted.is_done


def test_the_computing_time_of_a_claim_is_measured() -> None:
    run = Run()
    assert run.passed >= 0
    assert 0 <= check(TRUE, run).seconds <= run.passed


@pytest.mark.parametrize(
    ("value", "printed", "holds"),
    [
        (Fraction(1, 3), "0.333", True),
        (Fraction(1, 3), "0.334", False),
        (Fraction(2, 3), "0.67", True),
        (Fraction(2, 3), "0.66", False),
        (Fraction(665, 1000), "0.66", True),  # a number halfway between two decimals may be rounded either way
        (Fraction(665, 1000), "0.67", True),
        (18, "18", True),
        (Fraction(37, 2), "18", True),
        (Fraction(371, 20), "18", False),
    ],
)
def test_printed_numbers_agree_if_they_are_correctly_rounded(value: Fraction | int, printed: str, holds: bool) -> None:
    assert agrees(value, printed) is holds


def test_roots_are_compared_by_their_squares() -> None:
    assert root_rounds_to(lambda: 2, "1.41")().holds
    assert not root_rounds_to(lambda: 2, "1.42")().holds
    assert root_rounds_to(lambda: 2, "1.4142135623730950488")().holds
    assert not root_rounds_to(lambda: 2, "1.4142135623730950489")().holds


def test_the_check_of_a_list_reports_how_many_numbers_agree() -> None:
    found = points(lambda: [Fraction(1, 3), Fraction(1, 2)], ["0.33", "0.52"])()
    assert not found.holds
    assert found.shown.startswith("1 of 2 agree")
    with pytest.raises(ValueError, match="zip"):
        points(lambda: [Fraction(1, 3)], ["0.33", "0.52"])()
