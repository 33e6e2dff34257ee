"""Continuations: the outcomes of a game after one roll, given how the players continue.

With ``solo``, the paper's continuation, both players continue with their solo-optimal strategies, as in a match. With
``duel``, both players continue to play to win in every later stage game (``duels.solved_duel``).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import TypeAlias

from dicebingo.duels.objective import DuelObjective, Wins, ended, outcomes_of
from dicebingo.duels.solved_duel import SolvedDuel, solve_duel
from dicebingo.errors import TooLarge, whole_number
from dicebingo.exact import mpq
from dicebingo.matches.joint import JOINT_STATES, MAX_JOINT_STATES
from dicebingo.matches.outcomes import Outcomes
from dicebingo.model.board import Position
from dicebingo.running.run import STEP, Run
from dicebingo.solo.chain import policy_moves
from dicebingo.solo.mdp import optimal_play
from dicebingo.solo.policy import Optimal, TieBreak

Continuation: TypeAlias = Callable[[Position, Position], Outcomes[Fraction]]
"""A function that maps two positions without a complete line to the outcomes of the game."""

Moves: TypeAlias = list[tuple[tuple[int, mpq], ...]]


class DuelContinuation:
    """A continuation in which both players play to win.

    The duel of ``first`` and ``second`` is solved on the first call, not earlier, because the input may be invalid and
    the game may end on this roll. A call may pass any marks that include those of ``first`` and ``second``.
    """

    def __init__(
        self,
        first: Position,
        second: Position,
        objective: DuelObjective,
        most: int = MAX_JOINT_STATES,
        run: Run | None = None,
    ) -> None:
        self.positions, self.objective, self.most, self.run = (first, second), objective, most, run
        self._solved: SolvedDuel | None = None

    def __call__(self, first: Position, second: Position) -> Outcomes[Fraction]:
        """Return the outcomes of the game from two positions."""
        if self._solved is None:
            self._solved = solve_duel(self.positions, self.objective, self.most, self.run)
        return self._solved.outcomes_at(first.marked, second.marked)

    @property
    def ambiguous_stage_games(self) -> int:
        """The number of later stage games that have equilibria with different payoffs."""
        return len(self._solved.ambiguous) if self._solved else 0


class SoloContinuation:
    """A continuation in which both players follow solo-optimal play with a tie-break.

    A call may pass any marks that include those of ``first`` and ``second``. The results are cached, so each joint
    state is solved only once, even if several choices or several stage games lead to it.
    """

    def __init__(
        self,
        first: Position,
        second: Position,
        tie_break: TieBreak = TieBreak.SMALLEST,
        most: int = MAX_JOINT_STATES,
        run: Run | None = None,
    ) -> None:
        self.solutions = optimal_play(first), optimal_play(second)
        self.policy = Optimal(tie_break)
        self.weights = first.rules.dice.weights
        self.most, self.run = whole_number(most, JOINT_STATES, 0), Run.of(run)
        self._follow = cache(self._moves)
        self._known: dict[tuple[int, int], Wins] = {}

    def __call__(self, first: Position, second: Position) -> Outcomes[Fraction]:
        """Return the outcomes of the game from two positions."""
        packed = [s.problem.pack_state(p.marked) for s, p in zip(self.solutions, (first, second), strict=True)]
        return outcomes_of(self._wins(packed[0], packed[1]))

    @property
    def joint_states(self) -> int:
        """The number of transient joint states solved so far."""
        return len(self._known)

    def _wins(self, first: int, second: int) -> Wins:
        """Return both players' probabilities of winning from a pair of packed states.

        The recursion ends because every roll that changes a state adds a mark.
        """
        won = [solution.problem.wins(s) for solution, s in zip(self.solutions, (first, second), strict=True)]
        if any(won):
            return ended(*won)
        if (first, second) not in self._known:
            if len(self._known) >= self.most:
                raise TooLarge(
                    f"This position leads to more than {self.most:,} joint states.", "states", most=self.most
                )
            if len(self._known) % STEP == 0:
                self.run.expect_more()
            win, lose, leaving = mpq(0), mpq(0), 0
            for weight, own, others in zip(self.weights, self._follow(0, first), self._follow(1, second), strict=True):
                if own[0][0] == first and others[0][0] == second:
                    continue  # the roll changes neither board
                leaving += weight
                for a, x in own:
                    for b, y in others:
                        wins, share = self._wins(a, b), weight * x * y
                        win += share * wins[0]
                        lose += share * wins[1]
            self._known[first, second] = win / leaving, lose / leaving
        return self._known[first, second]

    def _moves(self, player: int, packed: int) -> Moves:
        """Return the states that may follow each roll, with their probabilities."""
        solution = self.solutions[player]
        found = {g.value: choice for g, choice in policy_moves(solution, self.policy, packed)}
        stays = {packed: 1}
        moves = (found.get(value, stays) for value in solution.position.rules.dice.values)
        return [tuple((after, mpq(share)) for after, share in move.items()) for move in moves]
