"""The best that a player can do against an opponent whose way of playing is known, and what that is worth.

The opponent marks by a policy on its own board, or by the selected equilibrium strategy of a duel; either way it leaves
the other player a decision process on joint states (S, T). With q(b) the probability that the opponent comes to T_b,

    U(S, T) = Σ p(v) · max_{a ∈ C(S,v)} Σ_b q(b) U(S ∪ {a}, T_b) / p_move(S, T),

solved from the most marks to the fewest. The responding player knows the policy, not the dice with which it may choose.
Completing a line is best for this player as well (``versus.choices``); the opponent does what its policy says, even if
that means not to complete one.

*Exploiting* an opponent who plays for the fewest rolls, and never looks at the other board: ``value`` is what the best
response gets, and ``gain`` how much more that is than what the same player gets by playing for the fewest rolls as
well, as in a match. Against an equilibrium strategy nobody gets more than the duel's value, so for the score the
``value`` here is never less than the duel's, and the difference is what the opponent loses by not looking.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import TypeAlias

from dicebingo.errors import InputError, TooLarge
from dicebingo.exact import Rational
from dicebingo.model.board import PositionLike, as_position
from dicebingo.model.rules import Rules
from dicebingo.solo.mdp import solve
from dicebingo.solo.policy import PolicyLike, TieBreak, as_policy
from dicebingo.versus.choices import Choices, list_choices
from dicebingo.versus.duel import STEP, Duel, joint_choices, outcomes_at_once
from dicebingo.versus.goal import Goal, Outcomes
from dicebingo.versus.joint import MAX_JOINT_STATES, make_joint
from dicebingo.versus.opponents import Opponent, PolicyPlay, Reply
from dicebingo.versus.selection import Pair
from dicebingo.versus.strategy import WON, prepare

__all__ = ["Exploit", "Response", "Watch", "exploit", "respond", "solo_losses", "unwatched"]

Watch: TypeAlias = Callable[[str, int], AbstractContextManager[Callable[[int], None]]]
"""From what is done and how many steps it has: something to enter, which is then told how many have been made."""


@contextmanager
def unwatched(_what: str, _total: int) -> Iterator[Callable[[int], None]]:
    """Let nobody watch."""
    yield lambda _: None


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Response:
    """A best response, solved exactly. Of several best cells, the smallest is marked.

    Outcomes and values are the responding player's: ``first`` is that player, whoever that is in the duel.
    """

    choices: Choices
    opponent: Opponent
    objective: Goal
    _table: dict[tuple[int, int], Pair]

    @property
    def joint_states(self) -> int:
        """How many transient joint states the responding player can bring about."""
        return len(self._table)

    @property
    def outcomes(self) -> Outcomes:
        """The probabilities of all endings."""
        if not self._table:
            return outcomes_at_once(self.choices.position, self.opponent.position)
        win, lose = self._table[0, 0]
        return Outcomes(win, lose, 1 - win - lose)

    @property
    def value(self) -> Rational:
        """What the best response gets, by the objective."""
        return self.objective.payoffs(self.outcomes)[0]

    def joint_positions(self) -> list[tuple[int, int]]:
        """Return the joint states: numbers of the own states of both."""
        return list(self._table)

    def best(self, own: int, other: int, r: int) -> tuple[int, ...]:
        """Return all best followers on the r-th value of the dice, own states or ``WON``, in the order of the cells."""
        after = self.choices.after[own][r]
        worth = [
            self.objective.payoffs(Outcomes(*pair, 1 - sum(pair)))[0]
            for pair in _worths(self._table, after, self.opponent.reply(own, other, r))
        ]
        return tuple(a for a, value in zip(after, worth, strict=True) if value == max(worth))

    def __repr__(self) -> str:
        """Return who responds to whom."""
        return f"<Response of {self.choices.position} to {self.opponent.position}: {self.joint_states} joint states>"


def _worths(table: dict[tuple[int, int], Pair], after: Sequence[int], reply: Reply) -> list[Pair]:
    """Return what each own choice leads to."""
    worths = []
    for a in after:
        win, lose = Rational(0), Rational(0)
        for b, share in reply:
            pair = (Rational(b != WON), Rational(a != WON)) if WON in (a, b) else table[a, b]
            win += share * pair[0]
            lose += share * pair[1]
        worths.append((win, lose))
    return worths


def respond(
    choices: Choices,
    opponent: Opponent,
    objective: Goal | str = Goal.SCORE,
    most: int = MAX_JOINT_STATES,
    watch: Watch = unwatched,
) -> Response:
    """Return a best response to an opponent whose play is known; more than ``most`` joint states are refused."""
    goal = Goal.parse(objective)
    table: dict[tuple[int, int], Pair] = {}
    met = _explore(choices, opponent, most)
    with watch("responding", len(met)) as advance:
        for done, (state, replies) in enumerate(reversed(met), 1):
            table[state] = _best_pair(choices, state, replies, goal, table)
            if done % STEP == 0 or done == len(met):
                advance((done - 1) % STEP + 1)
    return Response(choices, opponent, goal, table)


def _best_pair(
    choices: Choices,
    state: tuple[int, int],
    replies: Sequence[Reply],
    goal: Goal,
    table: dict[tuple[int, int], Pair],
) -> Pair:
    """Return what the best choices lead to from a joint state."""
    win, lose, leaving = Rational(0), Rational(0), 0
    weights = choices.position.rules.dice.weights
    for weight, after, reply in zip(weights, choices.after[state[0]], replies, strict=True):
        if (after[0], reply[0][0]) == state:  # nobody can mark anything
            continue
        worths = _worths(table, after, reply)
        best = max(worths, key=(lambda pair: pair[0] - pair[1]) if goal is Goal.SCORE else (lambda pair: pair[0]))
        win += weight * best[0]
        lose += weight * best[1]
        leaving += weight
    return win / leaving, lose / leaving


def _explore(choices: Choices, opponent: Opponent, most: int) -> list[tuple[tuple[int, int], list[Reply]]]:
    """Return the joint states that can be met, fewest marks first, each with the opponent's replies to every roll."""
    if not choices.states or opponent.position.is_bingo:
        return []
    own_marks, rolls = choices.marks, range(len(choices.position.rules.dice.values))
    found = []
    levels = {0: [(0, 0)]}
    known = {(0, 0)}
    level = 0
    while levels:
        for state in levels.pop(level, ()):
            replies = [opponent.reply(*state, r) for r in rolls]
            found.append((state, replies))
            for after, reply in zip(choices.after[state[0]], replies, strict=True):
                for a in after:
                    for b, _ in reply:
                        if WON not in (a, b) and (a, b) not in known:
                            known.add((a, b))
                            levels.setdefault(own_marks[a] + opponent.marks(b), []).append((a, b))
            if len(known) > most:
                raise TooLarge(f"expected at most {most:,} joint states for a best response, got more")
        level += 1
    return found


@dataclass(frozen=True, slots=True)
class Exploit:
    """What the first player gets by the best response to the second's policy, and by other ways to play.

    ``matched`` are the outcomes when the first player plays for the fewest rolls as well. ``duel_value`` is the duel's
    value for the score; for the win there is none to compare with.

    >>> found = exploit("6 7 6 / 7 7 7 / 6 6 6", "9 6 7 / 7 9 6 / 6 7 9")
    >>> round(float(found.gain), 7), found.gain_over_duel
    (0.0652207, mpq(0,1))
    """

    response: Response
    matched: Outcomes
    duel_value: Rational | None

    @property
    def value(self) -> Rational:
        """What the best response gets, by the objective."""
        return self.response.value

    @property
    def gain(self) -> Rational:
        """How much more that is than by playing for the fewest rolls."""
        return self.value - self.response.objective.payoffs(self.matched)[0]

    @property
    def gain_over_duel(self) -> Rational | None:
        """How much more that is than when both play to win: what the opponent loses by its policy, for the score."""
        return None if self.duel_value is None else self.value - self.duel_value


def exploit(
    first: PositionLike,
    second: PositionLike,
    *,
    rules: Rules | str | None = None,
    policy: PolicyLike = "optimal",
    tie_break: TieBreak | str = TieBreak.SMALLEST,
    objective: Goal | str = Goal.SCORE,
    most: int = MAX_JOINT_STATES,
    watch: Watch = unwatched,
) -> Exploit:
    """Return what the first player can make of it that the second follows a policy: by default solo-optimal play.

    ``watch`` may show how far it has come.
    """
    positions = as_position(first, rules), as_position(second, rules)
    if positions[0].rules != positions[1].rules:
        raise InputError(f"expected boards of the same rules, got {positions[0].rules} and {positions[1].rules}")
    goal, layout = Goal.parse(objective), positions[0].rules.layout
    own, other = map(solve, positions)
    strategy = prepare(other, as_policy(policy, layout, tie_break))
    alone = make_joint([prepare(own, as_policy("optimal", layout, tie_break)), strategy], most).outcomes()
    choices = [list_choices(position) for position in positions]
    response = respond(choices[0], PolicyPlay(strategy), goal, most, watch)
    value = None
    if goal is Goal.SCORE:
        joint = joint_choices(choices, most)
        with watch("solving the duel", len(joint.states)) as advance:
            value = joint.solve(goal, advance).value
    return Exploit(response, Outcomes(*(alone.get(won, Rational(0)) for won in (1, 2, 3))), value)


def solo_losses(
    solved: Duel, tie_break: TieBreak | str = TieBreak.SMALLEST, watch: Watch = unwatched
) -> tuple[Rational, Rational]:
    """Return what each player of a duel for the score loses by solo-optimal play, if the other responds to it."""
    if solved.objective is not Goal.SCORE:
        raise InputError(f"expected a duel for the score, got one for the {solved.objective}")
    players, rules = solved.joint.players, solved.positions[0].rules
    losses = []
    for player, worth in enumerate((solved.value, -solved.value)):
        policy = as_policy("optimal", rules.layout, tie_break)
        alone = PolicyPlay(prepare(solve(players[player].position), policy))
        losses.append(worth + respond(players[1 - player], alone, watch=watch).value)
    return losses[0], losses[1]
