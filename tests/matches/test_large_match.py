"""Float64 matches of two boards use only reachable joint states, and agree with exact matches within their bound."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicebingo.errors import InputError, TooLarge
from dicebingo.matches import fast_matches as large
from dicebingo.matches import match as match_module
from dicebingo.matches.fast_matches import LargeMatch
from dicebingo.matches.match import match
from dicebingo.matches.verdict import Kind
from dicebingo.model.rules import Rules
from tests.commands import run
from tests.matches.tables import A, B

LARGE = ("8 6 7 5 / 9 7 8 6 / 10 4 7 8 / 6 9 5 7", "4 3 5 6 / 11 10 6 8 / 9 9 5 8 / 7 7 7 8")


def in_float64(*boards: Any, **how: Any) -> LargeMatch:
    result = match(*boards, fast=True, **how)
    assert isinstance(result, LargeMatch)
    return result


@given(st.data())
def test_exact_probabilities_lie_within_the_error_bound(data: st.DataObject) -> None:
    layout = data.draw(st.sampled_from(["2x2", "2x3", "3x3:rows", "3x3:free-centre"]))
    dice = data.draw(st.sampled_from(["1d6", "2d6", "{1:1,2:3,5:2}", "product(2d6)"]))
    tie = data.draw(st.sampled_from(["smallest", "largest", "random"]))
    rules = Rules.of(layout, dice, data.draw(st.sampled_from(["one", "all"])))
    value = st.sampled_from(rules.dice.values[:4])
    free = rules.layout.free
    boards = [[None if free >> cell & 1 else data.draw(value) for cell in range(rules.layout.size)] for _ in "ab"]
    result = in_float64(*boards, rules=rules, tie_break=tie)
    exact = match(*boards, rules=rules, tie_break=tie, fast=False)  # type: ignore[call-overload]
    assert result.joint_states == exact.joint_states
    assert result.error_bound < 1e-9
    assert list(result.outcomes) == list(exact.outcomes)
    for winners, truth in exact.outcomes.items():
        share = result.probability(*winners)
        assert abs(Fraction(share) - Fraction(str(truth))) <= Fraction(result.error_bound) * Fraction(str(truth))
    assert result.shares == pytest.approx([float(share) for share in exact.shares], rel=1e-9, abs=1e-12)
    assert result.expected_rolls == exact.expected_rolls
    assert result.verdict.favoured in (None, int(exact.outcomes.margin < 0))


def test_the_table_of_joint_states_grows_until_all_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    roomy = in_float64(A, B)
    monkeypatch.setattr(large, "FIRST_BITS", 2)
    assert in_float64(A, B).outcomes == roomy.outcomes
    monkeypatch.setattr(large, "LAST_BITS", 4)
    with pytest.raises(TooLarge, match="needs more than 8 joint states; simulate"):
        match(A, B, fast=True)
    with pytest.raises(InputError, match="expected two boards for a match in float64, got 3"):
        match(A, B, A, fast=True)


def test_an_even_match_gets_no_verdict_in_float64() -> None:
    verdict = in_float64(A, A).verdict
    assert (verdict.favoured, verdict.kind, verdict.margin) == (None, Kind.UNDECIDED, 0.0)
    assert "board 0 and board 1 are too close to tell apart in float64." in run("match", A, A, "--fast").out


def test_questions_that_float64_matches_cannot_answer_are_rejected() -> None:
    result = in_float64(A, B)
    assert result.expected_length is None
    with pytest.raises(InputError, match="a range over tie-breaks needs an exact match"):
        _ = result.ranges
    for question in ({"range": True}, {"upto": 3}):
        with pytest.raises(InputError, match="fast cannot be combined with"):
            match(A, B, fast=True, **question)
    assert repr(result) == "<LargeMatch of board 0 against board 1: 53.15%, 46.85%, tie 0.00%>"


def test_the_fast_option_works_on_the_command_line() -> None:
    found, exact = (run("match", A, B, *more, "--json").json() for more in (["--fast"], []))
    assert (found["exact"], found["verdict"]["kind"], found["verdict"]["favoured"]) == (False, "beats", 0)
    assert found["expected_rolls"] == exact["expected_rolls"]
    assert found["joint_states"] == exact["joint_states"]
    for share, truth in zip(found["outcomes"], exact["outcomes"], strict=True):
        assert share["winners"] == truth["winners"]
        assert share["probability"]["exact"] is None
        assert share["probability"]["decimal"] == pytest.approx(truth["probability"]["decimal"], rel=1e-12)
    text = run("match", A, B, "--fast").out
    assert "board 0 is favoured over board 1 by 6.29 points under this tie-break." in text
    assert "in float64: relative errors are below" in text
    uniform = run("match", A, B, "--fast", "--policy", "random", "--json").json()
    assert uniform["expected_rolls"] == run("match", A, B, "--policy", "random", "--json").json()["expected_rolls"]


def test_two_boards_too_large_for_an_exact_answer_are_played_in_float64() -> None:
    assert isinstance(match(A, B, max_states=20), LargeMatch)
    for question in ({"fast": False}, {"range": True}, {"upto": 0}):
        with pytest.raises(TooLarge, match="This match needs more than 20 joint states; simulate it instead"):
            match(A, B, max_states=20, **question)
    with pytest.raises(TooLarge, match="This match needs more than 20 joint states; simulate it instead"):
        match(A, B, A, max_states=20)


def test_the_command_line_plays_large_boards_in_float64(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_large(*_: Any) -> None:
        raise TooLarge("This match needs more than 400,000 joint states; simulate it instead.")

    monkeypatch.setattr(match_module, "make_joint", too_large)
    assert run("match", A, B, "--json").json()["exact"] is False
    for option in (["--range"], ["--upto", "0"], ["--plot"], ["--plot-file", "x.svg"]):
        assert "This match needs more than 400,000 joint states" in run("match", A, B, *option).complaint()
        refused = run("match", A, B, "--fast", *option).complaint()
        assert "fast cannot be combined with" in refused or "needs an exact answer; omit --fast" in refused
    assert "This match needs more than 400,000 joint states" in run("match", A, B, A).complaint()
    assert "simulate cannot be combined with fast" in run("match", A, B, "--fast", "--simulate", "9").complaint()
    assert not list(Path().glob("x.svg"))


@pytest.mark.slow
def test_a_match_of_4x4_boards_agrees_with_the_exact_chain() -> None:
    found = json.loads(run("match", *LARGE, "--rules", "4x4", "--fast", "--json").out)
    assert found["joint_states"] == 69_619
    shares = [outcome["probability"]["decimal"] for outcome in found["outcomes"]]
    # The expected numbers come from the exact chain, which would take a few more seconds.
    assert shares == pytest.approx([0.272831747974, 0.448374038851, 0.278794213175], abs=1e-12)
