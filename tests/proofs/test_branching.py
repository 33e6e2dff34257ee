"""A proof's search reaches every board, prunes only above the limit, and estimates its work correctly."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from dicebingo.answer import Status
from dicebingo.kernels.partitions import Family
from dicebingo.model.rules import Rules
from dicebingo.proofs import prove as proving
from dicebingo.proofs.bounds import bound_layout
from dicebingo.proofs.branching import Nodes, divisions, explore
from dicebingo.proofs.prove import Prover, prove
from dicebingo.running.run import Progress, Run
from dicebingo.solo.mdp import optimal_play

CASES = [
    ("2x2", "1d4"),
    ("2x2", "{1:2,2:2,3:2,4:1}"),
    ("2x3", "{1:3,2:2,3:2}"),
    ("3x3", "{1:1,2:1}"),
    ("1x5:all", "{1:4,2:2,3:2,4:1,5:1}"),
]


@pytest.mark.parametrize(("layout", "dice"), CASES)
def test_every_board_is_reached(layout: str, dice: str) -> None:
    """Without pruning, the search yields every board that contains all values, up to symmetries and swaps."""
    rules = Rules.of(layout, dice)
    view, values = bound_layout(rules), sorted(rules.dice.values, key=lambda v: -rules.dice.weight(v))
    boards = [row for row in product(values, repeat=len(view.cells)) if len(set(row)) == len(values)]
    weights = [rules.dice.weight(v) for v in values]
    rows = set()
    for row in boards:
        pairs = sorted((-weight, -row.count(v)) for v, weight in zip(values, weights, strict=True))
        rows.add(tuple(-count for _, count in pairs))
    start = np.zeros((1, len(values)), np.uint64)
    start[0, 0] = (1 << len(view.cells)) - 1
    family = Family(np.array(weights), np.array(sorted(rows)))
    found = explore(view, family, np.inf, Nodes(start, np.zeros(1), np.zeros(1, np.int64)), len(values))
    assert found.bounds.sum() >= len(found.left.lower)
    forms = set()
    for groups, lower in zip(found.left.groups.tolist(), found.left.lower, strict=True):
        board = view.unpack(
            next(v for v, mask in zip(values, groups, strict=True) if mask >> i & 1) for i in range(len(view.cells))
        )
        forms.add(view.form(board))
        assert lower <= optimal_play(board).expected_rolls
    assert forms == {view.form(view.unpack(row)) for row in boards}


def test_groups_of_values_are_split_between_different_weights_if_possible() -> None:
    assert [tuple(step) for step in divisions((6, 5, 5, 4, 4, 3))] == [
        (0, 1, 6),
        (1, 3, 6),
        (1, 2, 3),
        (3, 5, 6),
        (3, 4, 5),
    ]
    assert [tuple(step) for step in divisions((1, 1, 1))] == [(0, 1, 3), (1, 2, 3)]
    assert divisions((1,)) == []


@pytest.mark.slow
def test_thresholds_are_proven_in_order_and_the_estimate_is_close(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each threshold is proven before work on the next one begins. The result is the same as without thresholds.

    The estimated number of bounds is close to the number computed without thresholds.
    """
    whole = prove()
    monkeypatch.setattr(proving, "SMALL", 0)
    monkeypatch.setattr(proving, "BELOW", Fraction(1, 20))
    told: list[str] = []
    again = prove(run=Run(progress=lambda now: told.append(now.stage)))
    assert (again.complete, again.value, again.best) == (True, whole.value, whole.best)
    assert again.bounds == sum(case.bounds for case in again.cases) > whole.bounds
    assert list(dict.fromkeys(stage for stage in told if stage.startswith("V >= "))) == ["V >= 6.1", "V >= 6.2"]
    assert again.estimate is not None
    assert abs(again.estimate.bounds - whole.bounds) < 5 * again.estimate.error < whole.bounds / 10

    def stop(now: Progress) -> None:
        if now.stage == "V >= 6.2" and now.done == 0:
            stopped.stop()

    stopped = Run(progress=stop)
    partial = prove(run=stopped)
    assert (partial.lower, partial.status) == (6.1, Status.STOPPED)
    assert partial.to_dict()["estimate"] == {"bounds": again.estimate.bounds, "error": again.estimate.error}


def test_the_proven_bound_grows_while_a_threshold_is_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every intermediate bound is at most the threshold and at most the smallest V."""
    monkeypatch.setattr(proving, "SMALL", 0)
    monkeypatch.setattr(proving, "BELOW", Fraction(1, 1000))
    prover = Prover(Rules.of("2x3", "2d6"), None, None, False)
    seen: list[tuple[str, float]] = []
    end = prover.work(Run(progress=lambda now: seen.append((now.stage, float(prover.proof.lower or 0)))))
    assert [lower for _, lower in seen] == sorted(lower for _, lower in seen)
    for stage, lower in seen:
        assert lower <= end.value
        assert not stage.startswith("V >= ") or lower <= float(stage[5:])
