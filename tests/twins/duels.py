"""A slow and simple reference implementation of duels, in fractions. It solves matrix games by trying all supports.

This module imports nothing from dicebingo. It tries all choices, even those that leave a line incomplete.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import TypeAlias

from tests.twins.games import solve
from tests.twins.matches import Player
from tests.twins.solo import Cells, Game

Matrix: TypeAlias = list[list[Fraction]]
Joint: TypeAlias = tuple[Cells, Cells]


def equaliser(matrix: Matrix, rows: Sequence[int], columns: Sequence[int]) -> tuple[list[Fraction], Fraction] | None:
    """Return a mixture of ``rows`` with the same payoff in all ``columns``, and this payoff, or None."""
    equations = [[*(matrix[i][j] for i in rows), Fraction(-1), Fraction(0)] for j in columns]
    solution = solve([*equations, [*(Fraction(1) for _ in rows), Fraction(0), Fraction(1)]])
    if solution is None or min(solution[:-1]) < 0:
        return None
    mixed = [Fraction(0)] * len(matrix)
    for i, share in zip(rows, solution, strict=False):
        mixed[i] = share
    return mixed, solution[-1]


def supports(matrix: Matrix) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    m, n = len(matrix), len(matrix[0])
    for size in range(1, min(m, n) + 1):
        for rows in combinations(range(m), size):
            for columns in combinations(range(n), size):
                yield rows, columns


def game_value(matrix: Matrix) -> Fraction:
    """Return the value of a matrix game.

    Some square submatrix has strategies that are optimal in the whole game (Shapley and Snow).
    """
    turned = [[-entry for entry in column] for column in zip(*matrix, strict=True)]
    for rows, columns in supports(matrix):
        first, second = equaliser(matrix, rows, columns), equaliser(turned, columns, rows)
        if first is None or second is None:
            continue
        least = min(sum(x * row[j] for x, row in zip(first[0], matrix, strict=True)) for j in range(len(matrix[0])))
        most = max(sum(y * entry for y, entry in zip(second[0], row, strict=True)) for row in matrix)
        if least == most:
            return Fraction(least)
    raise AssertionError("expected every matrix game to have a value")


def has_saddle_point(matrix: Matrix) -> bool:
    return any(
        entry == min(row) and entry == max(other[j] for other in matrix)
        for row in matrix
        for j, entry in enumerate(row)
    )


@dataclass
class DuelTwin:
    """A duel between two games of ``tests.twins.solo``, with the score as objective."""

    first: Game
    second: Game
    known: dict[Joint, Fraction] = field(default_factory=dict)

    def after(self, game: Game, marked: Cells, roll: int) -> list[Cells]:
        """Return all possible marks after a roll."""
        return [marked | option for option in game.options(marked, roll)] or [marked]

    def stages(self, state: Joint) -> Iterator[tuple[int, list[Cells], list[Cells]]]:
        """Yield each roll that matches an unmarked cell of either board, and both players' possible marks after it."""
        for roll in self.first.chances:
            own, other = self.after(self.first, state[0], roll), self.after(self.second, state[1], roll)
            if (own, other) != ([state[0]], [state[1]]):
                yield roll, own, other

    def value(self, state: Joint) -> Fraction:
        """Return the expected score of the first player if both play optimally."""
        won = self.first.won(state[0]), self.second.won(state[1])
        if any(won):
            return Fraction(won[0] - won[1])
        if state not in self.known:
            total = moving = Fraction(0)
            for roll, own, other in self.stages(state):
                total += self.first.chances[roll] * game_value(self.matrix(own, other))
                moving += self.first.chances[roll]
            self.known[state] = total / moving
        return self.known[state]

    def matrix(self, own: Sequence[Cells], other: Sequence[Cells]) -> Matrix:
        return [[self.value((a, b)) for b in other] for a in own]

    def completing(self, game: Game, after: list[Cells]) -> list[Cells]:
        """Return the possible marks of a player who completes a line whenever possible."""
        return [marked for marked in after if game.won(marked)][:1] or after

    def reachable(self, start: Joint) -> set[Joint]:
        """Return the transient joint states that are reachable if players complete a line whenever possible."""
        if self.first.won(start[0]) or self.second.won(start[1]):
            return set()
        found, todo = {start}, [start]
        for state in todo:
            for _, own, other in self.stages(state):
                for a in self.completing(self.first, own):
                    for b in self.completing(self.second, other):
                        if not self.first.won(a) and not self.second.won(b) and (a, b) not in found:
                            found.add((a, b))
                            todo.append((a, b))
        return found

    def mixed(self, start: Joint) -> set[tuple[Joint, int]]:
        """Return the stage games that have no saddle point."""
        return {
            (state, roll)
            for state in self.reachable(start)
            for roll, own, other in self.stages(state)
            if not has_saddle_point(self.matrix(self.completing(self.first, own), self.completing(self.second, other)))
        }


def best_response(own: Game, start: Cells, opponent: Player, *, win_only: bool) -> Fraction:
    """Return the value of the best response to a player: the score or the probability of winning."""
    known: dict[Joint, Fraction] = {}

    def value(state: Joint) -> Fraction:
        won, lost = own.won(state[0]), opponent.game.won(state[1])
        if won or lost:
            return Fraction(won and not lost) if win_only else Fraction(won - lost)
        if state not in known:
            total = moving = Fraction(0)
            for roll, chance in own.chances.items():
                after = [state[0] | option for option in own.options(state[0], roll)] or [state[0]]
                reply = opponent.choice(state[1], roll)
                if (after, list(reply)) != ([state[0]], [state[1]]):
                    total += chance * max(sum(share * value((a, b)) for b, share in reply.items()) for a in after)
                    moving += chance
            known[state] = total / moving
        return known[state]

    return value((start, opponent.start))
