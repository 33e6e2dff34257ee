"""Backward induction: the value of a duel in every joint state.

A joint state is a pair (S, T) of transient sets of marks. Let C(S, v) be the set of unmarked cells with the value v. On
a roll v, the first player marks a cell of C(S, v) and the second a cell of C(T, v), neither knowing the other's choice.
The choices on a roll form a *stage game* whose entries are the values of the next joint states. If p(v) is the
probability of rolling v, and p_move(S, T) the probability of a roll on which some player can mark, the value of a joint
state is

    W(S, T) = Σ p(v) · val [W(S ∪ {a}, T ∪ {b})]_{a ∈ C(S,v), b ∈ C(T,v)} / p_move(S, T),

where v runs over the rolls on which some player can mark, and val is the value of the matrix game. A player without a
matching cell keeps the same marks. With the objective ``score``, W is 1, 0 or -1 once a line is complete. Every move
adds a mark, so one pass from the most marks to the fewest solves the whole game (a stochastic game in Shapley's sense,
but solved without iterating to a fixed point). The paper does not solve the game: "we would need to analyze the Nash
equilibrium choices at each state" (section 6.4).

A player who can complete a line does so (``duels.choices`` has the proof). Joint states that can be reached only if a
player passes up a chance to complete a line are left out. With ``score``, the value is unique. With ``win``, the game
is not zero-sum, and the value depends on the equilibrium that ``select`` chooses in each stage game. With either
objective, the probabilities of wins and ties depend on the selected strategies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, count, takewhile
from typing import TypeVar

from dicebingo.duels.choices import Choices, list_choices
from dicebingo.duels.objective import DuelObjective, Wins, ended, outcomes_of
from dicebingo.duels.selection import Entries, expected, select
from dicebingo.errors import InputError, TooLarge, whole_number
from dicebingo.exact import fractions, mpq
from dicebingo.matches.joint import JOINT_STATES, MAX_JOINT_STATES
from dicebingo.matches.outcomes import Outcomes
from dicebingo.matches.strategy import WON
from dicebingo.model.board import Position
from dicebingo.running.run import Run, each

T = TypeVar("T")


def list_states(start: T, after: Callable[[T], Iterable[tuple[T, int]]], most: int, what: str, run: Run) -> list[T]:
    """Return the reachable joint states, fewest marks first. Raise an error if there are more than ``most``.

    ``after`` yields the joint states that may follow a given joint state, each with its number of marks since the
    start. ``what`` names the computation in the error message.
    """
    states, most = list[T](), whole_number(most, JOINT_STATES, 0)
    known, levels = {start}, {0: [start]}
    in_order = chain.from_iterable(levels.pop(level, ()) for level in takewhile(lambda _: levels, count()))
    for state in each(in_order, "listing the joint states", run):
        states.append(state)
        for follower, marks in after(state):
            if follower not in known:
                known.add(follower)
                levels.setdefault(marks, []).append(follower)
        if len(known) > most:
            raise TooLarge(
                f"{what.capitalize()} with more than {most:,} joint states is too large.", "states", most=most
            )
    return states


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class SolvedDuel:
    """Both players' probabilities of winning from every joint state, when both play the selected strategies.

    If the first player is in state i and the second in state j, the joint state has the number i · ``width`` + j. The
    start has the number 0. ``mixed`` lists the stage games without a pure equilibrium. ``ambiguous`` lists the stage
    games in which some equilibrium has different payoffs from the selected equilibrium. In both lists, a stage game is
    a pair: the number of a joint state, and the index of a roll among the values of the dice.
    """

    players: tuple[Choices, Choices]
    objective: DuelObjective
    mixed: tuple[tuple[int, int], ...]
    ambiguous: tuple[tuple[int, int], ...]
    _wins: dict[int, Wins]

    @property
    def states(self) -> tuple[int, ...]:
        """The joint states, most marks first."""
        return tuple(self._wins)

    @property
    def positions(self) -> tuple[Position, Position]:
        """The starting positions."""
        return self.players[0].position, self.players[1].position

    @property
    def width(self) -> int:
        """How many states the second player can be in."""
        return len(self.players[1].states)

    def marked(self, state: int) -> tuple[int, int]:
        """Return both players' marked cells in a joint state."""
        i, j = divmod(state, self.width)
        return self.players[0].marked(i), self.players[1].marked(j)

    def state(self, first: int | None = None, second: int | None = None) -> int:
        """Return the joint state in which the players have marked ``first`` and ``second`` (None at the start)."""
        state = self.players[0].number(first) * self.width + self.players[1].number(second)
        if state not in self._wins:
            raise InputError("No sequence of rolls leads both players to these marks.")
        return state

    def entries(self, state: int, r: int) -> list[list[tuple[Fraction, ...]]]:
        """Return the probabilities of winning after each pair of choices on a roll of the r-th value of the dice."""
        return [[fractions(pair) for pair in row] for row in stage_entries(self, state, r)]

    def outcomes_at(self, first: int | None = None, second: int | None = None) -> Outcomes[Fraction]:
        """Return the outcomes of the duel from the given marks.

        ``first`` and ``second`` are the players' marked cells, or None for the start. If these marks can be
        reached only if a player passes up a chance to complete a line, the duel from there is solved separately.
        """
        positions = [
            position if marked is None else Position(position.board, marked)
            for position, marked in zip(self.positions, (first, second), strict=True)
        ]
        won = [position.is_bingo for position in positions]
        if any(won):
            return outcomes_of(ended(*won))
        try:
            return outcomes_of(self._wins[self.state(first, second)])
        except InputError:
            return solve_duel(positions, self.objective).outcomes_at()


def stage_entries(solved: SolvedDuel, state: int, r: int) -> Entries:
    """Return ``solved.entries(state, r)`` in fast rationals (``mpq``)."""
    width = solved.width
    i, j = divmod(state, width)
    own, other = solved.players[0].after[i][r], solved.players[1].after[j][r]
    return [[ended(a == WON, b == WON) if WON in (a, b) else solved._wins[a * width + b] for b in other] for a in own]


def solve_duel(
    positions: Sequence[Position], objective: DuelObjective, most: int = MAX_JOINT_STATES, run: Run | None = None
) -> SolvedDuel:
    """Solve the duel of two positions by backward induction.

    Raise an error if the duel has more than ``most`` joint states.
    """
    run = Run.of(run)
    first, second = (list_choices(position, run=run) for position in positions)
    weights, width, marks = first.position.rules.dice.weights, len(second.states), (first.marks, second.marks)
    wins: dict[int, Wins] = {}
    mixed: list[tuple[int, int]] = []
    ambiguous: list[tuple[int, int]] = []

    def after(state: int) -> Iterator[tuple[int, int]]:
        i, j = divmod(state, width)
        for own, other in zip(first.after[i], second.after[j], strict=True):
            if own[0] != WON and other[0] != WON:
                for a in own:
                    for b in other:
                        yield a * width + b, marks[0][a] + marks[1][b]

    states = list_states(0, after, most, "a duel", run) if first.states and second.states else []
    for state in each(states[::-1], "solving the duel", run):
        i, j = divmod(state, width)
        win, lose, leaving = mpq(0), mpq(0), 0
        for r, (weight, own, other) in enumerate(zip(weights, first.after[i], second.after[j], strict=True)):
            if own[0] == WON or other[0] == WON:
                pair = ended(own[0] == WON, other[0] == WON)
            elif len(own) == len(other) == 1:
                if (follower := own[0] * width + other[0]) == state:  # the roll changes neither board
                    continue
                pair = wins[follower]
            else:
                entries = [[wins[a * width + b] for b in other] for a in own]
                selection = select(objective, entries)
                pair = expected(selection.first, selection.second, entries)
                if not selection.pure:
                    mixed.append((state, r))
                if selection.ambiguous:
                    ambiguous.append((state, r))
            win += weight * pair[0]
            lose += weight * pair[1]
            leaving += weight
        wins[state] = win / leaving, lose / leaving
    return SolvedDuel((first, second), objective, tuple(mixed), tuple(ambiguous), wins)
