"""Games simulated without numba: the same seed gives the same games as with the compiled kernel."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import Mock

import pytest

from dicebingo import Run, simulate
from dicebingo.errors import MissingExtra, missing_extra
from dicebingo.matches.fast_matches import FastGames
from dicebingo.matches.plain_games import PlainGames
from dicebingo.matches.shared_rolls import strategies_for
from dicebingo.solo.policy import TieBreakName

A, B, C = "9 6 7 / 7 9 6 / 6 7 9", "6 7 6 / 7 7 7 / 6 6 6", "7 5 9 / 9 7 5 / 5 9 7"


@pytest.mark.parametrize("tie_break", ["smallest", "random"])
@pytest.mark.parametrize("boards", [[A, B], [A, B, C]])
def test_plain_python_plays_the_same_games(boards: list[str], tie_break: TieBreakName) -> None:
    """Compare games that use a 64-bit seed, random choices, and several blocks."""
    strategies = strategies_for(boards, tie_break=tie_break)
    seed, games = 2**63 + 12345, 1_200
    plain, fast = PlainGames(strategies, games, seed), FastGames(strategies, games, seed)
    assert plain.shards() == 3
    sums = plain.shard(0)
    for number in (1, 2):
        sums = {key: sums[key] + more for key, more in plain.shard(number).items()}
    assert plain.counted(sums) == fast.counted(fast.shard(0))


def test_a_checkpoint_needs_numba(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    missing = missing_extra("numba", "fast")
    monkeypatch.setattr("dicebingo.matches.simulation.naming_extras", Mock(side_effect=missing))
    assert simulate(A, B, games=10).games == 10
    with pytest.raises(MissingExtra, match="This needs numba"):
        simulate(A, B, games=10, run=Run(checkpoint=tmp_path))
    assert list(tmp_path.iterdir()) == []
