"""The fixed rule that selects an equilibrium in a stage game of a duel, so that results are reproducible.

With the objective ``score``, a stage game is zero-sum. The value of the game does not depend on the equilibrium, and
``games.zero_sum`` selects the optimal strategies.

With the objective ``win``, a stage game is a bimatrix game, and its equilibria may have different payoffs. The rule
selects the first of the game's extreme equilibria, in the order of ``games.bimatrix``. If there are pure equilibria,
the rule selects the one in which the first player's choice comes first, and among several of these the one in which the
second player's choice comes first. If no equilibrium is pure, the rule selects the first of the equilibria in which the
players mix the fewest choices. A stage game is *ambiguous* if it has equilibria with different payoffs. To detect an
ambiguous stage game, it is enough to compare the payoffs of its extreme equilibria, because every equilibrium is a
mixture of extreme equilibria in which each of the first player's strategies is in equilibrium with each of the second
player's. So if all extreme equilibria have the same payoffs, every mixture has these payoffs too. Choices that are
strictly dominated, or that equal an earlier choice in every entry, are not needed for this comparison.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import lt
from typing import TypeAlias

from dicebingo.duels.objective import DuelObjective, Wins
from dicebingo.exact import mpq
from dicebingo.games.bimatrix import extreme_equilibria
from dicebingo.games.matrices import Shares, pure_strategy, with_zeros
from dicebingo.games.zero_sum import solve_rows

Entries: TypeAlias = Sequence[Sequence[Wins]]
"""The probabilities of winning after each pair of choices. The rows are the first player's choices."""


@dataclass(frozen=True, slots=True)
class Selection:
    """A selected equilibrium, whether it is pure, and whether other equilibria have different payoffs."""

    first: Shares
    second: Shares
    pure: bool
    ambiguous: bool


def select(objective: DuelObjective, entries: Entries) -> Selection:
    """Return the selected equilibrium of a stage game."""
    if objective is DuelObjective.SCORE:
        game = solve_rows([[win - lose for win, lose in row] for row in entries])
        return Selection(game.first, game.second, game.pure, False)
    height, width = len(entries), len(entries[0])
    rows, columns = _needed(entries)
    if len(rows) == len(columns) == 1:
        return Selection(pure_strategy(rows[0], height), pure_strategy(columns[0], width), True, False)
    first, second = ([[entries[i][j][player] for j in columns] for i in rows] for player in (0, 1))
    found, _ = extreme_equilibria(first, second)
    chosen = found[0]
    return Selection(
        with_zeros(chosen.first, rows, height),
        with_zeros(chosen.second, columns, width),
        chosen.pure,
        any(other.payoffs != chosen.payoffs for other in found),
    )


def _needed(entries: Entries) -> tuple[list[int], list[int]]:
    """Return the rows and columns that survive the repeated deletion of duplicate and strictly dominated choices."""
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


def _distinct(choices: list[int], contents: list[list[Wins]]) -> list[int]:
    """Return the choices whose entries differ from those of every earlier choice."""
    return [choice for k, choice in enumerate(choices) if contents[k] not in contents[:k]]


def expected(first: Shares, second: Shares, entries: Entries) -> Wins:
    """Return both players' probabilities of winning when each plays the given strategy."""
    win, lose = mpq(0), mpq(0)
    for x, row in zip(first, entries, strict=True):
        if x:
            for y, entry in zip(second, row, strict=True):
                if y:
                    win += x * y * entry[0]
                    lose += x * y * entry[1]
    return win, lose
