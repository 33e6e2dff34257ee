"""The best response to an opponent whose strategy is known.

The opponent follows either a policy that ignores the other board, or the selected equilibrium strategy of a duel. The
responding player then faces a decision process on joint states (S, T). Let U(S, T) be this player's best expected
payoff, q(b) the probability that the opponent moves to T_b, and p_move(S, T) the probability that a roll changes the
joint state. Then

    U(S, T) = Σ p(v) · max_{a ∈ C(S,v)} Σ_b q(b) U(S ∪ {a}, T_b) / p_move(S, T),

where v runs over the rolls that change the joint state, and C(S, v) contains the cells that the player may mark. U is
computed from the most marks to the fewest. The responding player knows the policy, but not the cell that a random
policy draws. Completing a line is always best for the responding player too (``duels.choices``), but the opponent
follows the policy even if that means not completing a line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol, TypeAlias

from dicebingo.checked import Checked
from dicebingo.duels.choices import Choices
from dicebingo.duels.objective import DuelObjective, Wins, ended, outcomes_of
from dicebingo.duels.solved_duel import SolvedDuel, list_states
from dicebingo.errors import InputError, whole_number
from dicebingo.exact import mpq
from dicebingo.matches.joint import MAX_JOINT_STATES
from dicebingo.matches.outcomes import Outcomes
from dicebingo.matches.strategy import WON, Strategy, prepare
from dicebingo.model.board import Position
from dicebingo.running.run import Run, each
from dicebingo.solo.mdp import optimal_play
from dicebingo.solo.policy import Optimal

JointState: TypeAlias = tuple[int, int]
"""The numbers of the responding player's state and the opponent's state."""
Followers: TypeAlias = Sequence[tuple[int, mpq]]
"""The opponent's states that may follow a roll, or ``WON``, with their probabilities."""


class Opponent(Protocol):
    """An opponent whose play is known. The opponent's states are numbered, and state 0 is the start."""

    @property
    def position(self) -> Position:
        """The opponent's starting position."""

    def level(self, state: int) -> int:
        """Return the number of cells marked since the start, plus the number of rolls if the policy counts rolls."""

    def followers(self, other: int, state: int, r: int) -> Followers:
        """Return the states that may follow a roll of the r-th value of the dice.

        The responding player is in state ``other``.
        """


class PolicyPlay:
    """An opponent who follows a policy and does not look at the other board."""

    def __init__(self, strategy: Strategy) -> None:
        self.position = strategy.solution.position
        self.level = strategy.levels.__getitem__
        self._moves = [
            [[(after, mpq(weight, strategy.scale)) for after, weight in move] for move in row] for row in strategy.moves
        ]

    def followers(self, other: int, state: int, r: int) -> Followers:  # noqa: ARG002  (ignored by a policy)
        """Return the states to which the policy may move, with their probabilities."""
        return self._moves[state][r]


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class BestResponse(Checked):
    """A best response, solved exactly. If several cells are best, the response marks the lowest-numbered one.

    In the outcomes, ``first`` is the responding player.
    """

    choices: Choices
    opponent: Opponent
    objective: DuelObjective
    _wins: dict[JointState, Wins]

    @property
    def joint_states(self) -> int:
        """The number of transient joint states that the responding player can reach."""
        return len(self._wins)

    @property
    def outcomes(self) -> Outcomes[Fraction]:
        """The probabilities of all outcomes."""
        if not self._wins:
            return outcomes_of(ended(self.choices.position.is_bingo, self.opponent.position.is_bingo))
        return outcomes_of(self._wins[0, 0])

    @property
    def value(self) -> Fraction:
        """The payoff of the best response, under the objective."""
        return self.objective.payoffs(self.outcomes)[0]

    def best(self, own: int, other: int, r: int) -> tuple[int, ...]:
        """Return all best next states of the player (or ``WON``) on a roll of the r-th value, in cell order."""
        state = whole_number(own, "a state of the player"), whole_number(other, "a state of the opponent")
        if state not in self._wins:
            raise InputError(f"expected a joint state of this response, got {state}")
        r = whole_number(r, "the index of a roll from {} to {}", 0, len(self.choices.after[own]) - 1)
        after = self.choices.after[own][r]
        reached = _reached(self._wins, after, self.opponent.followers(own, other, r))
        values = [self.objective.worth(*wins) for wins in reached]
        return tuple(a for a, value in zip(after, values, strict=True) if value == max(values))

    def __repr__(self) -> str:
        to = self.opponent.position
        return f"<BestResponse of {self.choices.position} to {to}: {self.joint_states} joint states>"


def _reached(known: dict[JointState, Wins], after: Sequence[int], followers: Followers) -> list[Wins]:
    """Return both players' probabilities of winning after each choice of the responding player."""
    reached = []
    for a in after:
        win, lose = mpq(0), mpq(0)
        for b, share in followers:
            wins = ended(a == WON, b == WON) if WON in (a, b) else known[a, b]
            win += share * wins[0]
            lose += share * wins[1]
        reached.append((win, lose))
    return reached


def respond(
    choices: Choices,
    opponent: Opponent,
    objective: DuelObjective = DuelObjective.SCORE,
    most: int = MAX_JOINT_STATES,
    run: Run | None = None,
) -> BestResponse:
    """Return a best response to an opponent whose play is known.

    Raise an error if the response needs more than ``most`` joint states.
    """
    run = Run.of(run)
    weights, marks = choices.position.rules.dice.weights, choices.marks
    known: dict[JointState, Wins] = {}

    def after(state: JointState) -> Iterator[tuple[JointState, int]]:
        for r, own in enumerate(choices.after[state[0]]):
            for b, _ in opponent.followers(*state, r):
                for a in own:
                    if WON not in (a, b):
                        yield (a, b), marks[a] + opponent.level(b)

    over = not choices.states or opponent.position.is_bingo
    states = [] if over else list_states((0, 0), after, most, "a best response", run)
    for state in each(states[::-1], "responding", run):
        win, lose, leaving = mpq(0), mpq(0), 0
        for r, (weight, own) in enumerate(zip(weights, choices.after[state[0]], strict=True)):
            followers = opponent.followers(*state, r)
            if (own[0], followers[0][0]) == state:  # the roll changes neither board
                continue
            best = max(_reached(known, own, followers), key=lambda wins: objective.worth(*wins))
            win += weight * best[0]
            lose += weight * best[1]
            leaving += weight
        known[state] = win / leaving, lose / leaving
    return BestResponse(choices, opponent, objective, known)


def solo_losses(solved: SolvedDuel, run: Run | None = None) -> tuple[Fraction, Fraction]:
    """Return what each player loses by solo-optimal play against a best response, under the objective ``score``."""
    value = solved.outcomes_at().margin
    first, second = (
        respond(opponent, PolicyPlay(prepare(optimal_play(position), Optimal(), run)), run=run).value
        for position, opponent in zip(solved.positions, reversed(solved.players), strict=True)
    )
    return value + first, second - value
