"""``search`` selects the algorithm and accepts arguments in several forms."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dicebingo.answer import Status
from dicebingo.errors import InputError, Stopped, TooLarge
from dicebingo.model.rules import Rules
from dicebingo.model.variants import find_rules
from dicebingo.running import stopping
from dicebingo.running.run import Progress, Run
from dicebingo.searches import objectives, restarts
from dicebingo.searches.all_boards import SearchResult
from dicebingo.searches.objectives import Objective, ObjectiveSearch
from dicebingo.searches.restarts import RestartSearch
from dicebingo.searches.search import search
from dicebingo.searches.space import Constraints
from dicebingo.solo.chain import chain_of
from dicebingo.solo.mdp import optimal_play
from dicebingo.solo.policy import TieBreak


def test_all_boards_are_evaluated_if_possible() -> None:
    found = search("knuth", top=3, worst=2)
    assert isinstance(found, SearchResult)
    assert (len(found.best), len(found.worst), found.top, found.status) == (3, 2, 3, Status.PROVEN)
    assert (
        repr(found) == "<SearchResult of all 1,296 boards of knuth (2x2:rows, 1d6): 1 2 / 3 4, 5.500000 rolls, proven>"
    )
    assert found == search(find_rules("knuth"), top=3, worst=2)


def test_a_search_can_have_another_objective() -> None:
    found = search("knuth", objective="median", tie_break="largest", top=2)
    assert isinstance(found, ObjectiveSearch)
    assert (found.objective, found.tie_break, found.status) == (Objective.MEDIAN, TieBreak.LARGEST, Status.PROVEN)
    for scored in found.best:
        chain = chain_of(scored.board, tie_break="largest")
        assert (scored.objective, scored.expected_rolls) == (chain.quantile("1/2"), chain.mean)
    assert (
        repr(found)
        == f"<ObjectiveSearch of all 1,296 boards of knuth (2x2:rows, 1d6): {found.best[0].board}, median 5, proven>"
    )
    assert found == search("knuth", objective=Objective.MEDIAN, tie_break=TieBreak.LARGEST, top=2)  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.parametrize("all_exact", [2_000, 0])
def test_a_stopped_search_by_objective_returns_the_best_evaluated_board(
    all_exact: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(objectives, "SHARD_SETS", 1 << 7)
    monkeypatch.setattr(objectives, "ALL_EXACT", all_exact)
    whole = search("knuth", objective="median", top=3)

    def stop(now: Progress) -> None:
        if now.stage == "evaluating all boards" and now.done >= 2:
            run.stop()

    run = Run(progress=stop, threads=1)
    found = search("knuth", objective="median", top=3, run=run)
    assert isinstance(found, ObjectiveSearch)
    assert isinstance(whole, ObjectiveSearch)
    assert (found.status, found.to_dict()["status"], found.to_dict()["certified"]) == (Status.STOPPED, "stopped", False)
    assert 0 < found.evaluated < whole.evaluated == 56
    for scored in found.best:
        chain = chain_of(scored.board)
        assert (scored.objective, scored.expected_rolls) == (chain.quantile("1/2"), chain.mean)
        assert scored.objective >= whole.best[0].objective
    with pytest.raises(Stopped):
        search("knuth", objective="median", run=run)


@pytest.mark.slow
def test_a_space_too_large_to_evaluate_exactly_is_ranked_in_floats() -> None:
    found = search("classic", values="6..8", objective="variance")
    assert (found.status, len(found.best)) == (Status.BEST_FOUND, 1)


@pytest.mark.parametrize("how", [{"restarts": 1}, {"seconds": 0.01}, {"seed": 2, "run": Run(seconds=0.01)}])
def test_restarts_are_used_on_request(how: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stopping, "PATIENCE", 3600)
    found = search("knuth", **how)
    assert isinstance(found, RestartSearch)
    assert found.best[0].expected_rolls == optimal_play("1 2 / 3 4", rules="knuth").expected_rolls
    assert found.seed == how.get("seed", 0)


def test_restarts_are_used_if_there_are_too_many_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(restarts, "BATCH", 1)
    found = search(Rules.of("3x4", "2d6"), run=Run(seconds=0.01))
    assert isinstance(found, RestartSearch)
    assert found.space.total == 11**12
    assert 1 <= len(found.best) <= 5


@pytest.mark.parametrize(
    "question",
    [
        {"values": "5..9", "contains": "7,8", "fix": "8 . / . ."},
        {"values": [9, 8, 7, 6, 5, 5], "contains": (8, 7), "fix": [(0, 8)]},
        {"values": np.arange(5, 10), "contains": {7, 8}, "fix": np.array([[0, 8]])},
        {"values": range(5, 10), "contains": iter([8, 7]), "fix": "8,.;.,."},
    ],
    ids=["text", "lists", "arrays", "iterators"],
)
def test_constraints_are_accepted_in_any_form(question: dict[str, Any]) -> None:
    rules = Rules.of("2x2", "2d6")
    found = search(rules, **question, distinct=True)
    assert found.space.rules == rules
    assert found.space.constraints == Constraints((5, 6, 7, 8, 9), (7, 8), ((0, 8),), True)


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"values": 7}, r"expected values such as '5..9' or \[6, 7, 8\], got '7'"),
    ({"values": [6.5]}, "expected values such as"),
    ({"values": ["6"]}, "expected values such as"),
    ({"contains": None}, "expected values such as"),
    ({"values": "6-8"}, "expected values such as 5..9 or 6,7,8, got '6-8'"),
    ({"fix": "8 . ."}, r"expected a partial board of 9 cells, got 3 in '8 . .'"),
    ({"fix": "8 . . / . ? . / . . ."}, "cell 4 of a partial board: expected a value or a dot, got"),
    ({"fix": 8}, "expected a partial board such as"),
    ({"fix": [(0, 1, 2)]}, "expected a partial board such as"),
    ({"fix": [(0, "7")]}, "expected a partial board such as"),
    ({"objective": "luck"}, "expected the objective expected, median, p90, variance or deadline, got 'luck'"),
    ({"tie_break": "first"}, "expected the tie-break"),
    ({"objective": "median", "worst": 1}, "the objective median does not allow worst, seconds, restarts or seed"),
    ({"objective": "median", "seed": 0}, "the objective median does not allow worst"),
    ({"worst": 1, "seed": 0}, "a search by restarts cannot find the worst boards"),
    ({"rules": 5}, "expected rules, such as"),
]


@pytest.mark.parametrize(("question", "message"), WRONG, ids=map(str, range(len(WRONG))))
def test_bad_questions_are_rejected(question: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message) as refused:
        search(**question)
    assert "\n" not in str(refused.value)


def test_other_objectives_require_a_search_of_all_boards() -> None:
    with pytest.raises(TooLarge, match="essentially different boards"):
        search("4x4", objective="median")


def test_a_stopped_search_of_all_boards_has_no_answer() -> None:
    run = Run(progress=lambda _: run.stop())
    with pytest.raises(Stopped, match="The computation was stopped"):
        search("knuth", run=run)
