"""Matches of two in float64, reachable joint states only: against exact matches, within the bound that they promise."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicebingo.cli.commands import match as command
from dicebingo.errors import InputError, TooLarge
from dicebingo.matches import large_match as large
from dicebingo.matches.large_match import play_large
from dicebingo.matches.match import match, strategies_for
from dicebingo.model.rules import Rules
from tests.commands import run

A, B = "9 6 7 / 7 9 6 / 6 7 9", "6 7 6 / 7 7 7 / 6 6 6"
LARGE = ("8 6 7 5 / 9 7 8 6 / 10 4 7 8 / 6 9 5 7", "4 3 5 6 / 11 10 6 8 / 9 9 5 8 / 7 7 7 8")


@given(st.data())
def test_as_the_exact_match_within_the_bound(data: st.DataObject) -> None:
    layout = data.draw(st.sampled_from(["2x2", "2x3", "3x3:rows", "3x3:free-centre"]))
    dice = data.draw(st.sampled_from(["1d6", "2d6", "{1:1,2:3,5:2}", "product(2d6)"]))
    tie = data.draw(st.sampled_from(["smallest", "largest", "random"]))
    rules = Rules.of(layout, dice, data.draw(st.sampled_from(["one", "all"])))
    value = st.sampled_from(rules.dice.values[:4])
    free = rules.layout.free
    boards = [[None if free >> cell & 1 else data.draw(value) for cell in range(rules.layout.size)] for _ in "ab"]
    strategies = strategies_for(boards, rules, "optimal", tie)
    result = play_large(strategies)
    exact = match(*boards, rules=rules, tie_break=tie)
    assert result.joint_states == exact.joint_states
    assert result.error_bound < 1e-9
    for share, (_, truth) in zip(result.outcomes, exact.outcomes(), strict=True):
        assert abs(Fraction(share) - Fraction(str(truth))) <= Fraction(result.error_bound) * Fraction(str(truth))
    margin = exact.probability(0) - exact.probability(1)
    assert result.favoured in (None, int(margin < 0))


def test_the_table_grows_until_everything_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    strategies = strategies_for([A, B])
    roomy = play_large(strategies)
    monkeypatch.setattr(large, "FIRST_BITS", 2)
    assert play_large(strategies).outcomes == roomy.outcomes
    monkeypatch.setattr(large, "LAST_BITS", 4)
    with pytest.raises(TooLarge, match="at most 8 joint states for a match in float64, got more: simulate"):
        play_large(strategies)
    with pytest.raises(InputError, match="expected two boards for a match in float64, got 3"):
        play_large([*strategies, strategies[0]])


def test_even_boards_are_not_told_apart() -> None:
    assert play_large(strategies_for([A, A])).favoured is None
    assert "too close for float64" in run("match", A, A, "--fast").out


def test_fast_on_the_command_line() -> None:
    found, exact = (run("match", A, B, *more, "--json").json() for more in (["--fast"], []))
    assert (found["exact"], found["verdict"]["kind"], found["verdict"]["favoured"]) == (False, "beats", 0)
    assert found["expected_rolls"] == exact["expected_rolls"]
    assert found["joint_states"] == exact["joint_states"]
    for share, truth in zip(found["outcomes"], exact["outcomes"], strict=True):
        assert share["winners"] == truth["winners"]
        assert share["probability"]["exact"] is None
        assert share["probability"]["decimal"] == pytest.approx(truth["probability"]["decimal"], rel=1e-12)
    text = run("match", A, B, "--fast").out
    assert "board 0 beats board 1 by 6.29 points under this tie-break." in text
    assert "in float64: relative errors are below" in text
    uniform = run("match", A, B, "--fast", "--policy", "random", "--json").json()
    assert uniform["expected_rolls"] == run("match", A, B, "--policy", "random", "--json").json()["expected_rolls"]


def test_what_is_too_large_for_an_exact_answer_is_computed_in_float64(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_large(_: Any) -> None:
        raise TooLarge("expected at most 400,000 joint states, got more: simulate the match instead")

    monkeypatch.setattr(command, "make_joint", too_large)
    assert run("match", A, B, "--json").json()["exact"] is False
    for option in (["--range"], ["--upto", "0"], ["--plot"], ["--plot-file", "x.svg"], ["--latex"]):
        expected = f"expected a match in float64 without {option[0]} (expected at most 400,000 joint states, got more)"
        assert expected in run("match", A, B, *option).complaint()
    assert "expected at most 400,000 joint states, got more" in run("match", A, B, A).complaint()
    assert "expected --simulate without --fast" in run("match", A, B, "--fast", "--simulate", "9").complaint()
    assert not list(Path().glob("x.svg"))


@pytest.mark.slow
def test_a_match_of_4x4_boards() -> None:
    found = json.loads(run("match", *LARGE, "--rules", "4x4", "--fast", "--json").out)
    assert found["joint_states"] == 69_619
    shares = [outcome["probability"]["decimal"] for outcome in found["outcomes"]]
    # By the exact chain, which takes some seconds more.
    assert shares == pytest.approx([0.272831747974, 0.448374038851, 0.278794213175], abs=1e-12)
