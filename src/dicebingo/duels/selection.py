"""The equilibrium that is taken in a stage game of a duel: a rule, so that everybody finds the same.

For the score a stage game is zero-sum. Its value does not depend on the equilibrium; ``matrix_game`` says which optimal
strategies are taken.

For the win it is a bimatrix game, and its equilibria may differ in what they are worth. The first of its extreme
equilibria is taken, in the order of ``bimatrix``: a pure one if there is any, that of the smallest choice of the first
player, then of the second; otherwise one that plays the fewest choices, and the first of them. What is *several* are
stage games with equilibria that are worth something else to somebody. Extreme equilibria suffice to tell: every
equilibrium is a mixture of some that go together in all pairs, so if these agree, it agrees with them. Neither a
choice that is strictly dominated, nor one that equals an earlier choice in everything, is needed for that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import lt

from dicebingo.duels.objective import Goal
from dicebingo.exact import Rational
from dicebingo.games.bimatrix import Bimatrix, Equilibria, solve_bimatrix
from dicebingo.games.zero_sum import solve_zero_sum

__all__ = ["Pair", "Selection", "expected", "select"]

Pair = tuple[Rational, Rational]
"""P(first wins) and P(second wins)."""
Entries = Sequence[Sequence[Pair]]
"""What each pair of choices leads to; the first player's choices are the rows."""


@dataclass(frozen=True, slots=True)
class Selection:
    """A probability for each choice of both; whether a pure equilibrium exists, and others with other payoffs."""

    first: tuple[Rational, ...]
    second: tuple[Rational, ...]
    pure: bool
    several: bool


def select(goal: Goal, entries: Entries) -> Selection:
    """Return the selected equilibrium of a stage game."""
    if goal is Goal.SCORE:
        game = solve_zero_sum([[win - lose for win, lose in row] for row in entries])
        return Selection(game.first, game.second, game.pure, False)
    rows, columns = _needed(entries)
    core = [[entries[i][j] for j in columns] for i in rows]
    if len(rows) == len(columns) == 1:
        return Selection(
            _spread([Rational(1)], rows, entries), _spread([Rational(1)], columns, entries[0]), True, False
        )
    found = _equilibria(core)
    chosen = found.extreme[0]
    return Selection(
        _spread(chosen.first, rows, entries),
        _spread(chosen.second, columns, entries[0]),
        chosen.pure,
        any(other.payoffs != chosen.payoffs for other in found.extreme),
    )


def _equilibria(entries: Entries) -> Equilibria:
    first = tuple(tuple(win for win, _ in row) for row in entries)
    return solve_bimatrix(Bimatrix(first, tuple(tuple(lose for _, lose in row) for row in entries)))


def _needed(entries: Entries) -> tuple[list[int], list[int]]:
    """Return the rows and columns without repetitions and what is strictly dominated by another, again and again."""
    rows, columns = list(range(len(entries))), list(range(len(entries[0])))
    while True:
        mine = {i: [entries[i][j][0] for j in columns] for i in rows}
        left = [i for i in rows if not any(all(map(lt, mine[i], mine[k])) for k in rows)]
        left = _distinct(left, [[entries[i][j] for j in columns] for i in left])
        yours = {j: [entries[i][j][1] for i in left] for j in columns}
        kept = [j for j in columns if not any(all(map(lt, yours[j], yours[k])) for k in columns)]
        kept = _distinct(kept, [[entries[i][j] for i in left] for j in kept])
        if (left, kept) == (rows, columns):
            return rows, columns
        rows, columns = left, kept


def _distinct(choices: list[int], contents: list[list[Pair]]) -> list[int]:
    """Return the choices whose contents did not come before."""
    return [choice for k, choice in enumerate(choices) if contents[k] not in contents[:k]]


def _spread(shares: Sequence[Rational], choices: Sequence[int], every: Sequence[object]) -> tuple[Rational, ...]:
    """Return the strategy of all choices, with 0 for those that were left out."""
    strategy = [Rational(0)] * len(every)
    for choice, share in zip(choices, shares, strict=True):
        strategy[choice] = share
    return tuple(strategy)


def expected(selection: Selection, entries: Entries) -> Pair:
    """Return what the selected strategies lead to."""
    win, lose = Rational(0), Rational(0)
    for x, row in zip(selection.first, entries, strict=True):
        if x:
            for y, entry in zip(selection.second, row, strict=True):
                if y:
                    win += x * y * entry[0]
                    lose += x * y * entry[1]
    return win, lose
