"""Lazy bounds never exceed the full bound or V of a board they cover, and they change no decision."""

from __future__ import annotations

from unittest.mock import patch

import numpy as np
import pytest
from numpy.typing import NDArray

from dicebingo.kernels import bounds as kernel
from dicebingo.kernels.bounds import bound_lazily, bound_partitions
from dicebingo.kernels.partitions import Family, divide
from dicebingo.model.rules import Rules
from dicebingo.proofs import branching
from dicebingo.proofs.bounds import bound_layout, rounding
from dicebingo.proofs.branching import divisions
from dicebingo.proofs.prove import Prover
from dicebingo.running.run import Run
from dicebingo.solo.mdp import optimal_play
from tests.proofs.recorded import in_parts

RULES = [
    ("3x3", "2d6"),
    ("2x3", "{1:5,2:3,3:3,4:2,5:1}"),
    ("3x3:rows", "1d8"),
    pytest.param("4x4", "2d6", marks=pytest.mark.slow),
]
NEVER, ALWAYS = np.float32(-1), np.float32(np.inf)


def random_division(
    rules: Rules, stream: np.random.Generator
) -> tuple[tuple[int, ...], NDArray[np.uint64], NDArray[np.uint64], NDArray[np.int64]]:
    """Return weights, random partitions (parents), some finer partitions (children), and the parent of each child."""
    view = bound_layout(rules)
    weights = tuple(sorted(rules.dice.weights, reverse=True))[: int(stream.integers(3, 6))]
    cells = len(view.cells)
    counts = stream.multinomial(cells - len(weights), [1 / len(weights)] * len(weights), size=6) + 1
    for row in counts:  # among values of equal weight, the counts must not increase
        row[:] = [c for _, c in sorted(zip(weights, row.tolist(), strict=True), reverse=True)]
    family, parents = Family(np.array(weights), counts), np.zeros((1, len(weights)), np.uint64)
    parents[0, 0] = (1 << cells) - 1
    *earlier, last = divisions(weights)[: int(stream.integers(1, len(weights)))]
    for step in earlier:
        children, _ = divide(view.game.images, family, parents, step)
        parents = children[np.sort(stream.permutation(len(children))[:20])]
    children, parent = divide(view.game.images, family, parents, last)
    some = np.sort(stream.permutation(len(children))[:70])
    return weights, parents, children[some], parent[some]


def completion(groups: list[int], cells: int, stream: np.random.Generator) -> list[int]:
    """Return a random board: for every cell, the index of one of the values that the cell's group may have."""
    begins = [v for v, group in enumerate(groups) if group]
    ends = [*begins[1:], len(groups)]
    owner = [next(i for i, v in enumerate(begins) if groups[v] >> cell & 1) for cell in range(cells)]
    return [int(stream.integers(begins[i], ends[i])) for i in owner]


@pytest.mark.parametrize(("layout", "dice"), RULES)
@pytest.mark.parametrize("seed", range(4))
def test_lazy_bounds_never_exceed_the_full_bound_or_v(layout: str, dice: str, seed: int) -> None:
    rules, stream = Rules.of(layout, dice), np.random.default_rng(seed)
    view = bound_layout(rules)
    weights, parents, children, parent = random_division(rules, stream)
    single, error = np.array(weights, np.float32), rounding(view, len(weights))
    whole = bound_partitions(view.game, single, children)
    before = np.zeros(len(children), np.float32)
    for last in (1, 2, 3, 4, 6, 15):
        with patch.object(kernel, "STAGES", (last,)):
            lazy = bound_lazily(view.game, single, parents, children, parent, NEVER)
        assert (lazy <= whole * (1 + 2 * error)).all()
        assert (lazy >= before * (1 - 2 * error)).all()  # each stage is at least as tight as the previous one
        before = lazy
    assert (lazy == whole).all()  # the last stage has computed all sets
    with patch.object(kernel, "STAGES", (1, 2, 15)):
        assert (bound_lazily(view.game, single, parents, children, parent, ALWAYS) == whole).all()
        limit = np.float32(np.median(whole))
        most = np.float32(limit * (1 + 3 * error))
        mixed = bound_lazily(view.game, single, parents, children, parent, most)
    assert (whole[mixed > most] > limit).all()
    assert (mixed == whole)[mixed <= most].all()
    values = sorted(rules.dice.values, key=lambda v: -rules.dice.weight(v))
    for groups, bound in [*zip(children.tolist(), lazy.tolist(), strict=True)][:: 1 + 69 * (layout == "4x4")]:
        board = view.unpack(values[v] for v in completion(groups, len(view.cells), stream))
        assert bound <= optimal_play(view.pack(board), exact=False).expected_rolls * (1 + error)


def test_lazy_bounds_change_no_decision() -> None:
    """The last round of a proof gives the same bounds, survivors and fingerprints with and without lazy bounds."""
    with in_parts():
        prover, run = Prover(Rules.of("3x3", "2d6"), None, 7, False), Run()
        job = prover.last_round(run, prover.begin(run))
        lazy = [job.shard(part) for part in range(0, job.shards(), 5)]
        with patch.object(branching, "_not_excluded", side_effect=lambda *given: np.full(len(given[4]), True)) as asked:
            whole = [job.shard(part) for part in range(0, job.shards(), 5)]
    assert asked.called
    for some, others in zip(lazy, whole, strict=True):
        assert all((some[key] == others[key]).all() for key in others)
