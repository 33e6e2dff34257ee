"""A strategy is a policy on a board, tabulated for every roll and every set of marks that the policy can reach.

A strategy is prepared once per board. Matches, ranges and simulations need nothing else from a player. If the policy
counts the rolls, a state is a set of marks together with the number of rolls made, up to the policy's horizon.

Two sets with the same number of marks can be merged into one state if every roll leads from both to the same states
with the same probabilities. Merging proceeds from the most marks to the fewest, and leaves about half of the states and
a quarter of the joint states of a match. If equally good cells lead to the same merged state, no random choice is left.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

from dicebingo.checked import Checked
from dicebingo.errors import expect_cells
from dicebingo.exact import Number
from dicebingo.model.board import Position
from dicebingo.model.dice import Dice
from dicebingo.running.run import Run, each
from dicebingo.solo.chain import Chain, make_chain, policy_moves
from dicebingo.solo.mdp import EXACT_LIMIT, OptimalPlay
from dicebingo.solo.policy import Optimal, Policy, horizon

WON = -1
"""Stands for every set of marks with a complete line."""
STAYS = -2
"""Stands for a state's own number while ``lumped`` compares the moves of different states."""

Move = tuple[tuple[int, int], ...]
"""The states that may follow a roll, each with its integer weight; the weights add up to the strategy's scale."""
State = tuple[int, int]
"""A packed set of marks and the number of rolls made, which stays 0 unless the policy counts the rolls."""


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Strategy(Checked):
    """A player's moves on every roll, in every state that can be reached.

    ``states`` are packed sets of marks, fewest marks first, with the start at index 0; the list is empty if the player
    has already won at the start. ``levels[state]`` is the number of marks, plus the number of rolls if the policy
    counts rolls; every roll that leads to another state leads to a higher level. ``moves[state][r]`` are the numbers of
    the states (or ``WON``) that may follow a roll of the r-th value of the dice, with weights over ``scale``. A
    strategy without random choices has scale 1, and ``follow[state][r]`` is the only state that follows. Otherwise
    ``follow`` is None.
    """

    __shallow__ = ("states", "levels", "moves", "follow")

    solution: OptimalPlay
    policy: Policy
    states: tuple[int, ...]
    levels: tuple[int, ...]
    moves: tuple[tuple[Move, ...], ...]
    scale: int
    follow: tuple[tuple[int, ...], ...] | None

    @property
    def position(self) -> Position:
        """The player's starting position."""
        return self.solution.position

    @property
    def dice(self) -> Dice:
        """The dice of the board."""
        return self.position.rules.dice

    @property
    def alone(self) -> Chain:
        """The chain of the board played alone."""
        return make_chain(self.solution, self.policy)

    @property
    def expected_rolls(self) -> Number:
        """The expected number of rolls when the board is played alone."""
        return self.solution.expected_rolls if isinstance(self.policy, Optimal) else self.alone.mean

    @property
    def start(self) -> int:
        """The number of the starting state: 0, or ``WON``."""
        return 0 if self.states else WON

    @property
    def steps(self) -> int:
        """An upper bound on the number of state changes in a game.

        This number also bounds the number of predecessors of any state, counting the state itself.
        """
        cells, rolls = self.solution.problem.size, horizon(self.policy)
        return 2 * cells + rolls if rolls else cells  # from the horizon on, the number of rolls stays the same

    def __repr__(self) -> str:
        return f"<Strategy {self.policy} for {self.position}: {len(self.states)} states>"


def prepare(solution: OptimalPlay, policy: Policy, run: Run | None = None) -> Strategy:
    """Tabulate a policy for every set of marks that it can reach from the start."""
    problem = solution.problem
    expect_cells(problem.size, EXACT_LIMIT, "at most {} unmarked cells for a match")
    values = problem.position.rules.dice.values
    index = {value: r for r, value in enumerate(values)}
    last = horizon(policy)
    found: dict[State, dict[int, Mapping[State, Fraction | int]]] = {}
    todo = [] if problem.wins(0) else [(0, 0)]
    known = set(todo)
    for state in each(iter(todo), "preparing the strategies", run):
        packed, later = state[0], min(state[1] + 1, last)
        found[state] = {
            index[group.value]: {(after, later): share for after, share in choice.items()}
            for group, choice in policy_moves(solution, policy, *state)
        }
        for choice in ({(packed, later): 1}, *found[state].values()):
            for after in choice:
                if after not in known and not problem.wins(after[0]):
                    known.add(after)
                    todo.append(after)
    states = sorted(found, key=lambda state: (state[1], state[0].bit_count(), state[0]))
    number = {state: i for i, state in enumerate(states)}
    shares = (share for rolls in found.values() for choice in rolls.values() for share in choice.values())
    scale = lcm(*{share.denominator for share in shares}, 1)

    def move(state: State, r: int) -> Move:
        choice = found[state].get(r) or {(state[0], min(state[1] + 1, last)): 1}
        return tuple(
            (number.get(after, WON), share.numerator * (scale // share.denominator)) for after, share in choice.items()
        )

    moves = tuple(tuple(move(state, r) for r in range(len(values))) for state in states)
    follow = tuple(tuple(move[0][0] for move in row) for row in moves) if scale == 1 else None
    levels = tuple(packed.bit_count() + made for packed, made in states)
    return Strategy(solution, policy, tuple(packed for packed, _ in states), levels, moves, scale, follow)


def lumped(strategy: Strategy) -> Strategy:
    """Return an equivalent strategy with fewer states, by merging equivalent states."""
    same = {WON: WON}
    seen: dict[tuple[int, tuple[Move, ...]], int] = {}
    for state in range(len(strategy.states) - 1, -1, -1):
        same[state] = STAYS
        row = tuple(_merged(move, same) for move in strategy.moves[state])
        same[state] = seen.setdefault((strategy.levels[state], row), state)
    distinct = sorted(seen.values())
    number = {WON: WON} | {state: i for i, state in enumerate(distinct)}
    numbers = {state: number[twin] for state, twin in same.items()}
    moves = [[_merged(move, numbers) for move in strategy.moves[state]] for state in distinct]
    common = gcd(strategy.scale, *(weight for row in moves for move in row for _, weight in move))
    scale = strategy.scale // common
    rows = tuple(tuple(tuple((after, w // common) for after, w in move) for move in row) for row in moves)
    follow = tuple(tuple(move[0][0] for move in row) for row in rows) if scale == 1 else None
    states, levels = (tuple(of[state] for state in distinct) for of in (strategy.states, strategy.levels))
    return Strategy(strategy.solution, strategy.policy, states, levels, rows, scale, follow)


def _merged(move: Move, numbers: dict[int, int]) -> Move:
    """Return a move with renumbered states. The weights of states that share a number are added."""
    weights: dict[int, int] = {}
    for after, weight in move:
        weights[numbers[after]] = weights.get(numbers[after], 0) + weight
    return tuple(sorted(weights.items()))
