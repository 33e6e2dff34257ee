"""All pairs are divided into shards, margins have exact signs and valid error bounds, and boards are prepared once."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from dicebingo.kernels.matches import FieldArrays
from dicebingo.matches.fast_matches import Field, error_bounds
from dicebingo.matches.shared_rolls import strategies_for
from dicebingo.model.board import Board
from dicebingo.model.variants import classic
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments import all_pairs, margins
from dicebingo.tournaments.all_pairs import AllPairs
from dicebingo.tournaments.strategies import Preparer
from dicebingo.tournaments.tournament import tournament
from tests.tournaments.boards import MIRRORED, seeded


@pytest.mark.parametrize("count", [2, 3, 150])
def test_shards_cover_all_pairs(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(all_pairs, "SHARD_PAIRS", 64)
    job = AllPairs(classic(), ((7,) * 9,) * count, TieBreak.SMALLEST)
    found = np.concatenate([job.pairs(number) for number in range(job.shards())])
    assert found.tolist() == [list(pair) for pair in combinations(range(count), 2)]


def test_signs_of_small_margins_are_computed_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    boards = seeded(4)
    usual = tournament(boards)
    monkeypatch.setattr(margins, "error_bounds", lambda *_: np.full(6, 1.0))
    careful = tournament(boards)
    assert (usual.settled_exactly, careful.settled_exactly) == (0, 6)
    assert np.array_equal(usual.sign, careful.sign)


def test_nearly_even_matches_are_decided_exactly_in_their_shard() -> None:
    boards = [*seeded(2), *(Board.parse(text, classic()) for text in MIRRORED)]
    job = AllPairs(classic(), tuple(board.values for board in boards), TieBreak.RANDOM)
    part = job.shard(0)
    assert part["sign"][-1] == 0
    assert np.array_equal(part["sign"][:-1], np.sign(part["outcomes"][:-1, 0] - part["outcomes"][:-1, 1]))
    assert int(part["settled"]) == 1
    assert tournament(boards, tie_break=TieBreak.RANDOM).settled_exactly == 1


@pytest.mark.parametrize(("low", "high", "branching"), [(2, 12, (2, 5)), (7, 7, (9, 9))])
def test_the_error_bound_uses_the_branching_factor_of_the_given_boards(
    low: int, high: int, branching: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[int] = []

    def counting(*arguments: Any) -> NDArray[np.float64]:
        counted.append(arguments[-1])
        return error_bounds(*arguments)

    monkeypatch.setattr(margins, "error_bounds", counting)
    boards = seeded(min(4, (high - low + 1) ** 9), low, high)
    job = AllPairs(classic(), tuple(board.values for board in boards), TieBreak.RANDOM)
    expected = Field(strategies_for(boards, tie_break=TieBreak.RANDOM)).branching
    job.shard(0)
    assert counted == [expected]
    assert branching[0] <= expected <= branching[1]


def test_boards_are_prepared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards are prepared only once, even if many threads need them at the same time."""
    calls: list[int] = []
    prepare = Preparer.exact_arrays
    together = threading.Barrier(4)

    def counting(self: Preparer, rows: NDArray[np.int64]) -> FieldArrays:
        calls.append(len(rows))
        return prepare(self, rows)

    def ask(job: AllPairs) -> margins.Play:
        together.wait()
        return all_pairs._prepared(job)

    monkeypatch.setattr(Preparer, "exact_arrays", counting)
    job = AllPairs(classic(), tuple(board.values for board in seeded(3, seed=77)), TieBreak.SMALLEST)
    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(ask, [job] * 4))) == 1
    assert calls == [3]
