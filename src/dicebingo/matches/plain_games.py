"""Simulate games in plain Python, for machines without numba. ``kernels.simulation`` plays the same games.

Both modules use the same random numbers (SplitMix64, a few lines of integer arithmetic modulo 2⁶⁴) and the same float64
probabilities, so the same seed gives the same games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate

from dicebingo.matches.shared_rolls import expect_field
from dicebingo.matches.strategy import WON, Strategy
from dicebingo.running.stopping import stop_if_asked

GOLDEN, MIX1, MIX2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
WORD = (1 << 64) - 1
BLOCK = 500
"""The number of games played between checks for a request to stop."""


def mix(z: int) -> int:
    """Return the output of SplitMix64 for the state ``z``.

    >>> hex(mix(GOLDEN))
    '0xe220a8397b1dcdaf'
    """
    z = (z ^ z >> 30) * MIX1 & WORD
    z = (z ^ z >> 27) * MIX2 & WORD
    return z ^ z >> 31


class PlainGames:
    """A job that plays games in blocks.

    Each block returns ``winners``, the number of games won by each set of players (a bit mask), and ``rolls``, the sum
    of the game lengths and the sum of their squares.
    """

    def __init__(self, strategies: Sequence[Strategy], games: int, seed: int) -> None:
        expect_field(strategies)
        self.games, self.seed, self.block = games, seed % (1 << 64), min(BLOCK, games)
        self.bounds = list(accumulate(float(weight) for weight in strategies[0].dice.weights))
        self.moves = [
            [[tuple((after, weight / one.scale) for after, weight in move) for move in row] for row in one.moves]
            for one in strategies
        ]

    def name(self) -> str:
        """Return a name for the job. It need not identify the players, because the job's results are never saved."""
        return f"{self.games} games in plain Python, seed {self.seed}"

    def shards(self) -> int:
        """Return the number of blocks."""
        return -(-self.games // self.block)

    def shard(self, number: int) -> dict[str, Counter[int]]:
        """Play a block."""
        stop_if_asked()
        winners: Counter[int] = Counter()
        rolls: Counter[int] = Counter()
        for game in range(number * self.block, min((number + 1) * self.block, self.games)):
            won, length = self._play(game)
            winners[won] += 1
            rolls[0] += length
            rolls[1] += length * length
        return {"winners": winners, "rolls": rolls}

    def _play(self, game: int) -> tuple[int, int]:
        """Play a game. Return the winners (as a bit mask) and the number of rolls."""
        stream = mix(self.seed + GOLDEN & WORD) ^ mix(game * GOLDEN + MIX1 & WORD)
        state = [0] * len(self.moves)
        bounds, won, length = self.bounds, 0, 0
        while not won:
            length += 1
            stream = stream + GOLDEN & WORD
            at = float(mix(stream) >> 11) * 2.0**-53 * bounds[-1]
            roll = 0
            while at >= bounds[roll]:
                roll += 1
            for player, moves in enumerate(self.moves):
                move = moves[state[player]][roll]
                after = move[0][0]
                if len(move) > 1:
                    stream = stream + GOLDEN & WORD
                    draw = float(mix(stream) >> 11) * 2.0**-53
                    for after, share in move:  # noqa: B007  (if rounding leaves a remainder, the last ``after`` is used)
                        if draw < share:
                            break
                        draw -= share
                state[player] = after
                if after == WON:
                    won |= 1 << player
        return won, length

    def counted(self, sums: dict[str, Counter[int]]) -> tuple[list[list[int]], dict[int, int], list[int]]:
        """Count wins, sets of winners and rolls.

        Return ``wins[p][k]`` (the number of games that player p won together with k - 1 others), the number of games
        won by each set of players, and the sums of the game lengths and of their squares.
        """
        players = len(self.moves)
        wins = [[0] * (players + 1) for _ in range(players)]
        for won, count in sums["winners"].items():
            for player in range(players):
                if won >> player & 1:
                    wins[player][won.bit_count()] += count
        return wins, dict(sums["winners"]), [sums["rolls"][0], sums["rolls"][1]]
