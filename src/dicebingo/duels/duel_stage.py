"""One stage game of a duel: what each player may mark on a roll, what that is worth, and how often to do it.

The entries are what the duel leads to after a pair of choices, when both go on with their selected strategies. What a
choice is worth is said against the other player's selected strategy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dicebingo.duels.duel import Duel
from dicebingo.duels.objective import Outcomes
from dicebingo.duels.selection import Pair, expected
from dicebingo.errors import InputError
from dicebingo.exact import Rational
from dicebingo.matches.strategy import WON

__all__ = ["Advice", "DuelStage", "duel_stage"]


@dataclass(frozen=True, slots=True)
class Advice:
    """One choice of a player: the cells to mark (none where nothing matches), and how often to choose it.

    ``outcomes`` are those of the game (first, second, tie) when the other plays the selected strategy, and ``payoff``
    is what they are worth to the player who chooses. Other ways to complete a line are not listed.
    """

    cells: tuple[int, ...]
    completes: bool
    share: Rational
    outcomes: Outcomes
    payoff: Rational


@dataclass(frozen=True, slots=True)
class DuelStage:
    """The stage game of a joint position and a roll; ``entries`` has a row for each choice of the first player."""

    roll: int
    first: tuple[Advice, ...]
    second: tuple[Advice, ...]
    entries: tuple[tuple[Outcomes, ...], ...]
    outcomes: Outcomes
    payoffs: tuple[Rational, Rational]
    pure: bool
    several: bool


def duel_stage(duel: Duel, roll: int, first: int | None = None, second: int | None = None) -> DuelStage:
    """Return the stage game of a roll, where each player has marked these cells; None is the start.

    >>> from dicebingo.duels.duel import duel
    >>> stage = duel_stage(duel("7 4 6 / 9 7 8 / 6 9 5", "6 9 x / x 5 5 / 8 x 6"), 6)
    >>> print(stage.payoffs[0], stage.pure, [advice.cells for advice in stage.first])
    -73932286703375/135927432128268 False [(2,), (6,)]
    """
    if not duel.joint.states:
        raise InputError(f"expected positions without a bingo, got {duel.positions[0]} and {duel.positions[1]}")
    state, r = duel.state(first, second), duel.place(roll)
    selection, entries = duel.select(state, r)
    outcomes = _outcomes(expected(selection, entries))
    columns = list(zip(*entries, strict=True))
    return DuelStage(
        roll,
        _advice(duel, 0, state, r, entries, selection.first, selection.second),
        _advice(duel, 1, state, r, columns, selection.second, selection.first),
        tuple(tuple(_outcomes(pair) for pair in row) for row in entries),
        outcomes,
        duel.objective.payoffs(outcomes),
        selection.pure,
        selection.several,
    )


def _advice(
    duel: Duel,
    player: int,
    state: int,
    r: int,
    rows: Sequence[Sequence[Pair]],
    own: Sequence[Rational],
    other: Sequence[Rational],
) -> tuple[Advice, ...]:
    """Return a player's choices; ``rows`` has what each leads to, ``own`` and ``other`` are the selected strategies."""
    choices, number = duel.joint.players[player], divmod(state, duel.joint.width)[player]
    cells = choices.options(number, r) or ((),)
    advice = []
    for i, share in enumerate(own):
        outcomes = _outcomes(_mean(rows[i], other))
        completes = choices.after[number][r][i] == WON
        advice.append(Advice(cells[i], completes, share, outcomes, duel.objective.payoffs(outcomes)[player]))
    return tuple(advice)


def _mean(row: Sequence[Pair], shares: Sequence[Rational]) -> Pair:
    win = sum((share * pair[0] for pair, share in zip(row, shares, strict=True)), Rational(0))
    return win, sum((share * pair[1] for pair, share in zip(row, shares, strict=True)), Rational(0))


def _outcomes(pair: Pair) -> Outcomes:
    return Outcomes(*pair, 1 - pair[0] - pair[1])
