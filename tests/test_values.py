"""Input values are validated, and keywords, numbers and labels have their documented meaning.

``tests/fuzz/test_wrong_types.py`` tries random values on every public name. This module contains cases that once
failed.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest

import dicebingo
from dicebingo import Custom, Deadline, Optimal, Outcomes, Prefer, Rules, Run, Weighted
from dicebingo.duels.fast_duels import duel_pairs
from dicebingo.matches.shared_rolls import strategies_for
from dicebingo.model.rules import Marking
from dicebingo.solo.policy import TieBreak
from tests.questions import CARDS

KNUTH = dicebingo.find_rules("knuth")
CHOICE = "1 1 / 1 2"
"""A board on which the tie-break changes the variance."""


@pytest.mark.parametrize("word", TieBreak)
def test_policy_objects_accept_tie_breaks_as_text(word: TieBreak) -> None:
    assert Optimal(word.value) == Optimal(word)  # type: ignore[arg-type]
    assert Deadline(3, word.value).tie_break is word  # type: ignore[arg-type]
    for made, asked in ((Optimal, "optimal"), (lambda tie: Deadline(2, tie), "deadline:2")):
        expected = dicebingo.evaluate(CHOICE, rules=KNUTH, policy=asked, tie_break=word).to_dict()
        for tie in (word, word.value):
            found = dicebingo.evaluate(CHOICE, rules=KNUTH, policy=made(tie)).to_dict()  # type: ignore[arg-type]
            assert found == expected
            assert found["tie_break"] == word


ANSWERS: dict[str, Callable[[Any], Any]] = {
    "evaluate": lambda policy: dicebingo.evaluate(CARDS[0], rules=KNUTH, policy=policy),
    "exploit": lambda policy: dicebingo.exploit(CARDS[0], CARDS[1], rules=KNUTH, policy=policy),
    "match": lambda policy: dicebingo.match(*CARDS[:3], rules=KNUTH, policy=policy),
    "large match": lambda policy: dicebingo.match(*CARDS[:2], rules=KNUTH, policy=policy, fast=True),
    "simulate": lambda policy: dicebingo.simulate(*CARDS[:2], rules=KNUTH, policy=policy, games=20),
}


@pytest.mark.parametrize(("name", "word"), list(product(ANSWERS, TieBreak)))
def test_an_answer_states_its_tie_break(name: str, word: TieBreak) -> None:
    for policy in (Optimal(word), Deadline(2, word)):
        answer = ANSWERS[name](policy)
        assert answer.tie_break is word
        assert answer.to_dict()["tie_break"] == word


def test_different_tie_breaks_are_stated_separately() -> None:
    found = dicebingo.match(*CARDS[:3], rules=KNUTH, policy=[Optimal(TieBreak.LARGEST), "optimal", "random"])
    assert found.tie_break is None
    assert found.to_dict()["tie_break"] is None
    assert found.to_dict()["policies"] == ["optimal, tie-break largest", "optimal, tie-break smallest", "random"]


def test_rules_use_the_given_marking() -> None:
    """Rules that compared equal but marked cells differently once made later answers wrong."""
    sevens, classic = [7] * 9, dicebingo.find_rules("classic")
    made = Rules(classic.layout, classic.dice, "all")
    assert made == dicebingo.find_rules("mark-all")
    assert made.marking is Marking.ALL
    assert dicebingo.solve(sevens, rules=made).expected_rolls == 6
    parts = dicebingo.Layout.parse("2x2"), dicebingo.Dice.parse("d4"), "all"
    first = dicebingo.search(rules=Rules(*parts))  # type: ignore[arg-type]
    assert first.best == dicebingo.search(rules=Rules.of("2x2", "d4", "all")).best


def test_outcome_names_for_two_players_are_rejected_for_three_players() -> None:
    three = dicebingo.match(*CARDS[:3], rules=KNUTH)
    ended = three.distribution(3)[-1]  # type: ignore[union-attr]
    some = dicebingo.simulate(*CARDS[:3], rules=KNUTH, games=50).outcomes
    # The names are rejected even if only the first two players can win.
    for outcomes in (three.outcomes, ended, some, Outcomes({(0,): 1, (1,): 0, (0, 1): 0}, players=3)):
        for name in ("first", "second", "tie", "margin"):
            with pytest.raises(dicebingo.InputError, match=r"expected two players for first, .* got 3"):
                getattr(outcomes, name)
    assert sum(three.outcomes.values()) == 1


def test_an_estimate_has_no_margin() -> None:
    found = dicebingo.simulate(*CARDS[:2], rules=KNUTH, games=50).outcomes
    with pytest.raises(dicebingo.InputError, match="Simulated outcomes have no margin"):
        _ = found.margin


def test_a_prepared_strategy_cannot_be_changed() -> None:
    strategies = strategies_for(CARDS[:2], KNUTH, "random")
    asked: tuple[dict[str, Any], ...] = (
        {"rules": "classic"},
        {"policy": "prefer:0"},
        {"policy": ["optimal", Weighted()]},
        {"tie_break": "largest"},
    )
    ties = strategies_for(CARDS[:2], KNUTH)
    for given in asked:
        for play in (dicebingo.match, lambda *players, **how: dicebingo.simulate(*players, **how, games=5)):
            with pytest.raises(dicebingo.InputError, match="expected"):
                play(*ties, **given)
    with pytest.raises(dicebingo.InputError, match="expected no policy for a prepared strategy"):
        dicebingo.match(*strategies, policy="prefer:0")
    played = dicebingo.match(*strategies, rules=KNUTH)
    assert played.outcomes == dicebingo.match(*CARDS[:2], rules=KNUTH, policy="random").outcomes


def test_a_flag_of_0_means_false() -> None:
    """A flag of 0 was once treated differently from False, so that the match was played in float64."""
    with pytest.raises(dicebingo.TooLarge):
        dicebingo.match(*CARDS[:2], rules=KNUTH, fast=0, max_states=1)  # type: ignore[call-overload]


BOARD = dicebingo.Board.parse(CARDS[0], KNUTH)
SOLUTION = dicebingo.solve(CARDS[0], rules=KNUTH)
REFUSED: dict[str, Callable[[], Any]] = {
    "with_value": lambda: BOARD.with_value("0", 7),  # type: ignore[arg-type]
    "mark": lambda: dicebingo.Position(BOARD).mark("0"),  # type: ignore[arg-type]
    "export": lambda: SOLUTION.export(["drn"]),  # type: ignore[arg-type]
    "to_frame": lambda: SOLUTION.to_frame(["marks"]),  # type: ignore[arg-type]
    "checkpoint": lambda: Run(checkpoint=3),  # type: ignore[arg-type]
    "progress": lambda: Run(progress=3),  # type: ignore[arg-type]
    "tie-break": lambda: Optimal("foo"),  # type: ignore[arg-type]
    "cells": lambda: Prefer((-1,)),
    "cell twice": lambda: Prefer((1, 1)),
    "cells of another board": lambda: dicebingo.evaluate(BOARD, policy=Prefer((4,))),
    "weights": lambda: Weighted((1, -1)),
    "weights of another board": lambda: dicebingo.evaluate("1 2 / 3 4", rules=KNUTH, policy=Weighted((1, 2))),
    "deadline": lambda: Deadline("3"),  # type: ignore[arg-type]
    "no deadline": lambda: Deadline(0),
    "function": lambda: Custom(5),  # type: ignore[arg-type]
    "answer of a function": lambda: dicebingo.evaluate(CHOICE, rules=KNUTH, policy=lambda *_: [0]),  # type: ignore[arg-type]
    "a number as policy": lambda: dicebingo.evaluate(CHOICE, rules=KNUTH, policy=np.int64(2)),  # type: ignore[call-overload]
    "boards": lambda: dicebingo.rings(np.array(7)),  # type: ignore[arg-type]
    "rolls": lambda: SOLUTION.candidates(np.array([6, 7])),  # type: ignore[arg-type]
    "pairs": lambda: duel_pairs(CARDS, [(0.5, 1)], KNUTH),  # type: ignore[list-item]
    "symmetries": lambda: dicebingo.symmetries(KNUTH.layout).at_most(0),
    "weights of dice": lambda: dicebingo.Dice((1, 2), (1,)),
}


@pytest.mark.parametrize("name", REFUSED)
def test_bad_values_get_a_one_line_error(name: str) -> None:
    with pytest.raises(dicebingo.InputError, match="expected") as refused:
        REFUSED[name]()
    assert "\n" not in str(refused.value)


def test_an_unreachable_scheduler_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dicebingo.running.cluster.CONNECT_SECONDS", 0.1)
    with pytest.raises(dicebingo.DiceBingoError):
        dicebingo.tournament(CARDS, rules=KNUTH, run=Run(client="tcp://127.0.0.1:1"))
