"""A player's choices in a duel: all reachable sets of marks.

One choice is known in advance: *a player who can complete a line does so*. Suppose that a roll allows a player to
complete a line. If the opponent completes a line on the same roll, completing a line turns a loss into a tie. If the
opponent does not complete one, completing a line wins at once, and no outcome is better. So completing is at least as
good as every other choice, no matter what the opponent does, both for the score (win 1, tie 0, loss -1) and for the
probability of winning. Deleting weakly dominated choices does not change the value of a zero-sum game, and every
equilibrium of the game without them is also an equilibrium of the game with them. It does not matter which line is
completed or which cell completes it, so all these choices lead to the same state, ``WON``.

A player who can mark a cell must do so, as in all other games in this project.
"""

from __future__ import annotations

from dataclasses import dataclass

from dicebingo.errors import InputError, TooLarge
from dicebingo.matches.strategy import WON
from dicebingo.model.board import Position
from dicebingo.model.layout import cells_of
from dicebingo.running.run import Run, each
from dicebingo.solo.problem import Problem

MAX_OWN_STATES = 100_000


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Choices:
    """The reachable transient sets of marks of one player, and the states that may follow each of them.

    ``states`` are packed sets in increasing order, so every successor of a state comes after it. The start has index 0.
    There are no states if the player has already won at the start. ``after[state][r]`` lists the states (by number)
    that may follow a roll of the r-th value of the dice, in cell order. It contains only ``WON`` if a line can be
    completed, and only the state itself if no cell matches.
    """

    problem: Problem
    states: tuple[int, ...]
    after: tuple[tuple[tuple[int, ...], ...], ...]

    @property
    def position(self) -> Position:
        """The starting position."""
        return self.problem.position

    @property
    def marks(self) -> list[int]:
        """The number of cells marked since the start, for each state."""
        return [state.bit_count() for state in self.states]

    def marked(self, state: int) -> int:
        """Return the cells marked in ``state``."""
        return self.problem.unpack(self.states[state])

    def number(self, marked: int | None) -> int:
        """Return the number of the state with the ``marked`` cells, or of the start if ``marked`` is None."""
        packed = self.problem.pack_state(marked)
        try:
            return self.states.index(packed)
        except ValueError:
            raise InputError(
                f"expected marks that can be reached from {self.position} without completing a line, "
                f"got the cells {list(cells_of(marked or 0))}"
            ) from None

    def options(self, state: int, r: int) -> tuple[tuple[int, ...], ...]:
        """Return the cells that each choice marks on a roll of the r-th value.

        If a line can be completed, return only the first choice that completes one.
        """
        packed, value = self.states[state], self.position.rules.dice.values[r]
        group = next((g for g in self.problem.groups if g.value == value), None)
        sets = self.problem.options(group, packed) if group else ()
        if self.after[state][r] == (WON,):
            sets = tuple(option for option in sets if self.problem.wins(packed | option))[:1]
        return tuple(cells_of(self.problem.unpack(option) & ~self.position.marked) for option in sets)

    def __repr__(self) -> str:
        return f"<Choices of {self.position}: {len(self.states)} states>"


def list_choices(position: Position, most: int = MAX_OWN_STATES, run: Run | None = None) -> Choices:
    """Return all choices of a player starting at ``position``.

    Raise an error if there are more than ``most`` sets of marks.
    """
    problem = Problem.of(position)
    groups = {group.value: group for group in problem.groups}
    rolls = [groups.get(value) for value in position.rules.dice.values]
    found: dict[int, list[tuple[int, ...]]] = {}
    todo = [] if problem.wins(0) else [0]
    known = set(todo)
    for packed in each(iter(todo), "listing the choices", run):
        row = []
        for group in rolls:
            sets = tuple(packed | option for option in problem.options(group, packed)) if group else ()
            if any(map(problem.wins, sets)):
                sets = (WON,)
            row.append(sets or (packed,))
            new = [after for after in sets if after != WON and after not in known]
            known.update(new)
            todo += new
        found[packed] = row
        if len(known) > most:
            raise TooLarge(
                f"A duel with the board {position} needs more than {most:,} sets of marks.", "states", most=most
            )
    states = tuple(sorted(found))
    number = {packed: i for i, packed in enumerate(states)} | {WON: WON}
    after = tuple(tuple(tuple(number[s] for s in sets) for sets in found[packed]) for packed in states)
    return Choices(problem, states, after)
