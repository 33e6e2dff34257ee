"""Stage games: one roll of two players who both see both boards and mark at the same time (paper, section 6).

Each player may mark any unmarked cell with the rolled value, also where another one would complete a line; a player
without a matching cell has a single choice, to mark nothing. Every pair of choices leads to a pair of positions. If
a line is complete there, the game is over; otherwise a *continuation* says how often each player wins from there on:

    solo    both go on by their solo-optimal strategies, as in a match: the paper's
    duel    both go on playing to win, in every later stage game: see ``duels.duel``

What a player makes of these probabilities is the objective: ``win``, the own probability of winning, or ``score``. The
payoffs form a bimatrix game, whose equilibria are found exactly.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from dicebingo.duels.duel import Duel, duel, outcomes_at_once
from dicebingo.duels.objective import Goal, Outcomes
from dicebingo.errors import InputError, TooLarge, quote
from dicebingo.exact import Rational
from dicebingo.games.bimatrix import Bimatrix, Equilibria, solve_bimatrix
from dicebingo.matches.joint import MAX_JOINT_STATES
from dicebingo.model.board import Position, PositionLike, as_position
from dicebingo.model.layout import cells_of
from dicebingo.model.rules import Rules
from dicebingo.solo.chain import policy_moves
from dicebingo.solo.mdp import solve
from dicebingo.solo.policy import Optimal, TieBreak

__all__ = ["Continuation", "Nash", "SoloContinuation", "StageGame", "duel_continuation", "nash", "stage_game"]

Continuation: TypeAlias = Callable[[Position, Position], Outcomes]
"""From both positions, neither of which has a complete line, to how the game ends."""

Cells: TypeAlias = tuple[int, ...]
Moves: TypeAlias = list[tuple[tuple[int, Rational], ...]]


@dataclass(frozen=True, slots=True)
class StageGame:
    """What both may mark on a roll, and how the game ends for each pair of choices.

    A choice is the set of cells that it marks: one cell; none where nothing matches; and several where the rules mark
    all matching cells at once.
    """

    positions: tuple[Position, Position]
    roll: int
    choices: tuple[tuple[Cells, ...], tuple[Cells, ...]]
    outcomes: tuple[tuple[Outcomes, ...], ...]

    @property
    def actions(self) -> tuple[tuple[int | None, ...], tuple[int | None, ...]]:
        """Each player's choices, as the (first) cell that is marked, or None."""
        first, second = (tuple(cells[0] if cells else None for cells in own) for own in self.choices)
        return first, second

    def game(self, objective: Goal | str = Goal.WIN) -> Bimatrix:
        """Return the payoffs of both players under an objective."""
        goal = Goal.parse(objective)
        pairs = [[goal.payoffs(outcomes) for outcomes in row] for row in self.outcomes]
        return Bimatrix.of(*([[pair[player] for pair in row] for row in pairs] for player in (0, 1)))


@dataclass(frozen=True, slots=True)
class Nash:
    """A stage game with an objective, and its equilibria: all extreme ones."""

    stage: StageGame
    objective: Goal
    equilibria: Equilibria

    @property
    def game(self) -> Bimatrix:
        """The payoffs."""
        return self.equilibria.game

    @property
    def pure(self) -> tuple[tuple[int | None, int | None], ...]:
        """The pure equilibria, as pairs of actions."""
        first, second = self.stage.actions
        return tuple((first[i], second[j]) for i, j in self.game.pure_equilibria())

    def _repr_html_(self) -> str:
        from dicebingo.render.html.notebook import nash_html  # noqa: PLC0415  (upward, only when a notebook shows it)

        return nash_html(self)


def stage_game(first: Position, second: Position, roll: int, continuation: Continuation) -> StageGame:
    """Return the stage game of two positions without a complete line, of the same rules, and a roll."""
    if first.rules != second.rules:
        raise InputError(f"expected boards of the same rules, got {first.rules} and {second.rules}")
    for position in (first, second):
        if position.is_bingo:
            raise InputError(f"expected positions without a bingo, got {position}")
    if roll not in first.rules.dice:
        raise InputError(f"expected a roll of {first.rules.dice}, got {roll}")
    own, other = (tuple(cells_of(option) for option in p.options(roll)) or ((),) for p in (first, second))
    outcomes = tuple(tuple(_end(first.mark(*a), second.mark(*b), continuation) for b in other) for a in own)
    return StageGame((first, second), roll, (own, other), outcomes)


def _end(first: Position, second: Position, continuation: Continuation) -> Outcomes:
    """Return how the game ends after both have marked."""
    if first.is_bingo or second.is_bingo:
        return outcomes_at_once(first, second)
    return continuation(first, second)


def nash(
    first: PositionLike,
    second: PositionLike,
    roll: int,
    *,
    rules: Rules | str | None = None,
    objective: Goal | str = Goal.WIN,
    continuation: Continuation | str = "solo",
    tie_break: TieBreak | str = TieBreak.SMALLEST,
) -> Nash:
    """Return the stage game of two positions and a roll, with all its extreme equilibria, exactly.

    The continuation is ``solo`` (with the tie-break), ``duel`` (with the objective), or any function of two positions.

    >>> found = nash("7 4 6 / 9 7 8 / 6 9 5", "6 9 x / x 5 5 / 8 x 6", 6)
    >>> found.stage.actions, found.pure
    (((2, 6), (0, 8)), ())
    >>> print(*(equilibrium.first[0] for equilibrium in found.equilibria.extreme))
    29891145/56555767
    """
    goal = Goal.parse(objective)
    positions = as_position(first, rules), as_position(second, rules)
    if continuation == "solo":
        continuation = SoloContinuation(*positions, TieBreak.parse(tie_break))
    elif continuation == "duel":
        continuation = duel_continuation(lambda: duel(*positions, objective=goal))
    elif isinstance(continuation, str):
        raise InputError(f"expected the continuation solo or duel, got {quote(continuation)}")
    stage = stage_game(*positions, roll, continuation)
    return Nash(stage, goal, solve_bimatrix(stage.game(goal)))


def duel_continuation(solve_duel: Callable[[], Duel]) -> Continuation:
    """Return the continuation in which both go on playing to win.

    The duel, from the stage game's positions, is solved when first asked for: what is wrong with the input is said
    before, and a game that ends on this roll does not need it.
    """
    solved = cache(solve_duel)
    return lambda first, second: solved().outcomes_at(first.marked, second.marked)


class SoloContinuation:
    """Both go on by solo-optimal play with a tie-break, from any marks that contain those of two positions.

    This is the joint chain of a match, solved backwards and remembered: all pairs of choices of a stage game, and
    all stage games of two boards, share what they have in common.
    """

    def __init__(
        self,
        first: Position,
        second: Position,
        tie_break: TieBreak = TieBreak.SMALLEST,
        most: int = MAX_JOINT_STATES,
    ) -> None:
        """Solve both boards alone; more than ``most`` joint states are refused when they come up."""
        self.solutions = solve(first), solve(second)
        self.policy = Optimal(tie_break)
        self.weights = first.rules.dice.weights
        self.most = most
        self._moves: tuple[dict[int, Moves], dict[int, Moves]] = ({}, {})
        self._known: dict[tuple[int, int], Outcomes] = {}

    def __call__(self, first: Position, second: Position) -> Outcomes:
        """Return how the game ends from two positions on."""
        packed = [s.problem.pack_state(p.marked) for s, p in zip(self.solutions, (first, second), strict=True)]
        return self._outcomes(packed[0], packed[1])

    @property
    def joint_states(self) -> int:
        """How many transient joint states have been solved so far."""
        return len(self._known)

    def _outcomes(self, first: int, second: int) -> Outcomes:
        """Return the outcomes of a pair of packed states; every roll that changes anything leads to more marks."""
        one, other = (solution.problem.wins(s) for solution, s in zip(self.solutions, (first, second), strict=True))
        if one or other:
            return Outcomes(Rational(not other), Rational(not one), Rational(one and other))
        if (first, second) not in self._known:
            if len(self._known) >= self.most:
                raise TooLarge(f"expected at most {self.most:,} joint states, got more")
            ends, leaving = [Rational(0)] * 3, 0
            rolls = zip(self.weights, self._follow(0, first), self._follow(1, second), strict=True)
            for weight, own, others in rolls:
                if own[0][0] == first and others[0][0] == second:
                    continue  # a roll that nobody can use
                leaving += weight
                for a, x in own:
                    for b, y in others:
                        share = weight * x * y
                        ends = [e + share * p for e, p in zip(ends, self._outcomes(a, b), strict=True)]
            self._known[first, second] = Outcomes(*(end / leaving for end in ends))
        return self._known[first, second]

    def _follow(self, player: int, packed: int) -> Moves:
        """Return for each value of the dice the states that may follow, with their probabilities."""
        known = self._moves[player]
        if packed not in known:
            solution = self.solutions[player]
            found = {g.value: choice for g, choice in policy_moves(solution, self.policy, packed)}
            stays = {packed: Rational(1)}
            values = solution.position.rules.dice.values
            known[packed] = [tuple(found.get(value, stays).items()) for value in values]
        return known[packed]
