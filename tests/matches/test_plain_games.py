"""Games simulated without numba: the same seed gives the same games as with the compiled kernel."""

from __future__ import annotations

import pytest

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
