"""Compute hundreds of thousands of matches, or one large match, with compiled float64 code and a proven error bound.

Strategies are prepared exactly, so ties between cells are decided exactly; only the probabilities are rounded. The
probabilities flow from the start through the joint states, each of which comes after all its predecessors:

    x = arrivals / (weight of the rolls that move a player),   every move receives  x · weight · share · share.

Each player's share is the probability that the player chooses the move's cell. All terms are positive, so relative
errors add up but are never amplified. Let u = 2⁻⁵³. A step has 6 roundings: a division, three multiplications, and two
rounded shares. The arrivals at a joint state are a sum with at most one term for each predecessor. In a predecessor,
every player has the same marks as in the state, or lacks those of one roll, so for boards with m and n open cells there
are fewer than (m + 1)(n + 1) predecessors. A game has at most m + n steps. The probability of an outcome is a sum of at
most ``terms`` numbers: one per joint state, roll and pair of choices. So the relative error is at most

    1.01 u · ((m + n) · (6 + (m + 1)(n + 1)) + terms),

if the weights of the dice add up to less than 2⁵³. Otherwise, converting a weight to float64 and adding up the weights
of the d rolls that move a player cause further roundings, and the 6 in the formula becomes 7 + d. ``error_bounds``
contains the bound on the relative error for each match. The bound fails if a number is too small for float64, so this
module refuses dice that could produce such numbers.

Two 4x4 boards have about ten thousand sets of marks each, so there are about a hundred million pairs of sets. But with
shared rolls both players mark similar cells, so only about a hundred thousand joint states can be reached, rarely
millions. A large match stores only the states that are reached.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import log2
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from dicebingo.checked import Checked
from dicebingo.errors import InputError, TooLarge, expect_type, listed, quote, shown
from dicebingo.exact import Number, decimal
from dicebingo.kernels.matches import FieldArrays, match_pairs, match_reached
from dicebingo.kernels.simulation import play_games
from dicebingo.matches.outcomes import Outcomes
from dicebingo.matches.ranges import Ranges
from dicebingo.matches.shared_rolls import MAX_LISTED, SharedRolls, expect_field
from dicebingo.matches.strategy import Strategy
from dicebingo.matches.verdict import Kind, Verdict
from dicebingo.model.dice import Dice
from dicebingo.running.run import Run
from dicebingo.running.shards import Result

UNIT_ROUNDOFF = 2.0**-53
MAX_STATES = (1 << 14) - 1
"""The maximum number of states per player. The kernel reserves 2.2 GB for all pairs, but uses memory only for the pairs
that are reached."""
MIN_EXPONENT = -1000
"""In float64, numbers of at least 2 to the power of this exponent have full precision."""
FIRST_BITS, LAST_BITS = 16, 25
"""The binary logarithms of the smallest and the largest size of the hash table.

The largest table takes 800 MB and holds 16 million joint states.
"""


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class FastMatches(Checked):
    """The results of many two-player matches.

    For each pair: P(first wins), P(second wins), P(tie), and a bound on the relative error.
    """

    pairs: NDArray[np.int64]
    probabilities: NDArray[np.float64]
    error_bounds: NDArray[np.float64]

    @property
    def margins(self) -> NDArray[np.float64]:
        """P(first wins) - P(second wins).

        The two probabilities add up to at most 1, so ``error_bounds`` also bounds the absolute error of the margin.
        """
        return self.probabilities[:, 0] - self.probabilities[:, 1]

    def __repr__(self) -> str:
        return f"<FastMatches of {len(self.pairs):,} pairs>"


class Field:
    """Prepared strategies as flat arrays, in the form that ``kernels.matches`` describes."""

    def __init__(self, strategies: Sequence[Strategy]) -> None:
        strategies = listed(strategies, "strategies")
        for strategy in strategies:
            expect_type(strategy, Strategy)
        expect_field(strategies)
        dice = strategies[0].dice
        self.players = tuple(strategies)
        rows = [(row, strategy.scale) for strategy in strategies for row in strategy.moves]
        moving = [
            sum((move[0][0] != state) << r for r, move in enumerate(row))
            for strategy in strategies
            for state, row in enumerate(strategy.moves)
        ]
        entries = [(after, weight / scale) for row, scale in rows for move in row for after, weight in move]
        lengths = [len(move) for row, _ in rows for move in row]
        ends = np.cumsum([0, *lengths])
        # The moves for roll r lie between start[s, r] and start[s, r + 1], so there is one more column than there are
        # rolls.
        width = len(dice.values)
        start = np.stack([ends[r : r + (len(rows) - 1) * width + 1 : width] for r in range(width + 1)], axis=1)
        self.branching = max(lengths)
        self.arrays = FieldArrays(
            np.array([float(weight) for weight in dice.weights]),
            np.cumsum([0, *(len(strategy.states) for strategy in strategies)]),
            np.array([level for strategy in strategies for level in strategy.levels], np.uint8),
            np.array(moving, np.uint64),
            np.ascontiguousarray(start, np.uint32),
            np.array([after for after, _ in entries], np.int32),
            np.array([share for _, share in entries]),
        )


def as_pairs(pairs: Sequence[tuple[int, int]] | NDArray[np.int64]) -> NDArray[np.int64]:
    """Return pairs of player numbers as an array."""
    try:
        given = np.asarray(pairs)
        if not given.size or given.dtype.kind in "iu":  # converting numbers of other types could round them
            return np.ascontiguousarray(given, np.int64).reshape(-1, 2)
    except (TypeError, ValueError, OverflowError):
        pass
    raise InputError(f"expected pairs of board numbers, such as [(0, 1)], got {shown(pairs)}")


def play_pairs(field: Field, pairs: Sequence[tuple[int, int]] | NDArray[np.int64]) -> FastMatches:
    """Play a two-player match for each pair of player numbers in ``field``."""
    expect_type(field, Field)
    chosen = as_pairs(pairs)
    if chosen.size and not (chosen.min() >= 0 and chosen.max() < len(field.players)):
        raise InputError(f"expected player numbers 0 to {len(field.players) - 1}, got {chosen.min()} to {chosen.max()}")
    states = max(len(player.states) for player in field.players)
    if states > MAX_STATES:
        raise TooLarge(f"expected at most {MAX_STATES:,} sets of marks per player for float64 matches, got {states:,}")
    _check_probabilities(field)
    probabilities, visited = match_pairs(field.arrays, chosen)
    sizes = np.array([player.steps for player in field.players])
    bounds = error_bounds(field.players[0].dice, sizes[chosen[:, 0]], sizes[chosen[:, 1]], visited, field.branching)
    return FastMatches(chosen, probabilities, bounds)


def error_bounds(
    dice: Dice, m: NDArray[np.int64], n: NDArray[np.int64], visited: NDArray[np.int64], branching: int
) -> NDArray[np.float64]:
    """Return the relative error bounds, derived at the top of this module, for boards of m and n open cells.

    ``visited`` is the number of joint states in each match, and ``branching`` is the largest number of states that may
    follow a roll.
    """
    terms = visited * (len(dice.values) * branching**2)
    roundings = 6 if dice.total < 1 << 53 else 7 + len(dice.values)
    bounds: NDArray[Any] = 1.01 * UNIT_ROUNDOFF * ((m + n) * (roundings + (m + 1) * (n + 1)) + terms)
    return bounds


def _check_probabilities(field: Field) -> None:
    """Raise an error if probabilities could be too small for float64."""
    dice, share = field.players[0].dice, float(field.arrays.share.min())
    steps = 2 * max(player.steps for player in field.players)
    # A lower bound on log2(p / w) for any game, where p is its probability and w is the total weight of the dice.
    least = steps * (log2(min(dice.weights)) - log2(dice.total) + 2 * log2(share)) - log2(dice.total)
    if least < MIN_EXPONENT:
        raise InputError(f"expected dice without very rare values for float64 matches, got {quote(dice)}")


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class LargeMatch(SharedRolls):
    """A two-player match in float64. Every probability has a relative error below ``error_bound``."""

    _json_keys_ = (
        f"{SharedRolls._json_head_} outcomes shares expected_rolls expected_length verdict joint_states exact "
        "relative_error_bound=error_bound"
    )
    exact: ClassVar[Literal[False]] = False

    outcomes: Outcomes[float]
    joint_states: int
    error_bound: float
    expected_length: None = None  # not computed in float64

    def probability(self, *winners: int) -> float:
        """Return the probability that exactly these players finish first, together."""
        return self.outcomes.get(self._winners(winners), 0.0)

    @property
    def shares(self) -> tuple[Number, Number]:
        """Each player's probability of winning, with a tie counted as half a win."""
        half = self.outcomes.tie / 2
        return self.outcomes.first + half, self.outcomes.second + half

    @property
    def verdict(self) -> Verdict:
        """The board favoured under the chosen tie-break, if the error bound proves it.

        The probabilities add up to 1, so ``error_bound`` also bounds the absolute error of the margin.
        """
        margin = self.outcomes.margin
        if abs(margin) <= self.error_bound:
            return Verdict(None, Kind.UNDECIDED, margin, decided=False)
        return Verdict(int(margin < 0), Kind.BEATS, margin, decided=False)

    @property
    def ranges(self) -> Ranges:
        """Raise an error, because bounds over all tie-breaks require the match to be computed exactly."""
        raise InputError("a range over tie-breaks needs an exact match, but this one was computed in float64")

    def __repr__(self) -> str:
        return self._summary(self.outcomes)


def play_large(players: SharedRolls, run: Run | None = None) -> LargeMatch:
    """Play one two-player match in float64."""
    strategies = players.strategies
    if len(strategies) != 2:
        raise InputError(f"expected two boards for a match in float64, got {len(strategies)}")
    field = Field(strategies)
    _check_probabilities(field)
    sizes = range(FIRST_BITS, LAST_BITS + 1)
    with Run.of(run).stage("playing in float64") as step:
        found = next(filter(None, (match_reached(field.arrays, bits, step) for bits in sizes)), None)
    if found is None:
        raise TooLarge(f"This match needs more than {1 << LAST_BITS - 1:,} joint states; simulate it instead.")
    outcomes, reached = found
    m, n = (np.array([strategy.steps]) for strategy in strategies)
    (bound,) = error_bounds(field.players[0].dice, m, n, np.array([reached]), field.branching).tolist()
    ends = Outcomes.of_two(*outcomes.tolist())
    return LargeMatch(strategies, players.names, players.tie_break, ends, reached, bound)


BLOCK, BLOCK_ROLLS = 1 << 14, 1 << 24
"""The maximum number of games in a block, and the approximate number of rolls in a block, summed over all players.

A block takes a fraction of a second.
"""


class FastGames:
    """A job that plays blocks of games with the compiled kernel."""

    def __init__(self, strategies: Sequence[Strategy], games: int, seed: int) -> None:
        self.games, self.seed = games, seed
        self.arrays = Field(strategies).arrays
        self.sets = 1 << len(strategies) if len(strategies) <= MAX_LISTED else 0
        rolls = len(strategies) * min(decimal(strategy.solution.expected_rolls) for strategy in strategies)
        self.block = max(1, min(BLOCK, int(BLOCK_ROLLS / rolls)))

    def name(self) -> str:
        """Return a name that identifies the players, the games and the seed."""
        players = sha256(b"".join(array.tobytes() for array in self.arrays)).hexdigest()
        return f"simulate {self.games} games in blocks of {self.block}, seed {self.seed}, players {players}"

    def shards(self) -> int:
        """Return the number of blocks."""
        return -(-self.games // self.block)

    def shard(self, number: int) -> Result:
        """Play a block."""
        first = number * self.block
        size = min(self.block, self.games - first)
        wins, winners, rolls = play_games(self.arrays, self.seed % 2**64, first, size, self.sets)
        return {"wins": wins, "winners": winners, "rolls": rolls}

    def counted(self, sums: Result) -> tuple[list[list[int]], dict[int, int], list[int]]:
        """Count wins, sets of winners and rolls.

        Return ``wins[p][k]`` (the number of games that player p won together with k - 1 others), the number of games
        won by each set of players, and the sums of the game lengths and of their squares.
        """
        came_up = np.flatnonzero(sums["winners"])
        winners = dict(zip(came_up.tolist(), sums["winners"][came_up].tolist(), strict=True))
        return sums["wins"].tolist(), winners, sums["rolls"].tolist()
