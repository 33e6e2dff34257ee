"""Who beats whom, exactly, where float64 cannot tell: the few matches of a tournament that are even, or nearly.

Sets of marks from which a board is played in the same way are one state for a match: with as many marks, every roll
leads them to the same states with the same probabilities. Merged from the last marks to the first, states become half
as many and joint states a quarter, and where equally good cells lead to the same state, chance is gone as well.
"""

from __future__ import annotations

from functools import lru_cache
from math import gcd

from dicebingo.matches.joint import make_joint
from dicebingo.matches.match import strategies_for
from dicebingo.matches.strategy import WON, Move, Strategy
from dicebingo.model.board import Board
from dicebingo.solo.policy import TieBreak

__all__ = ["exact_sign", "lumped"]

STAYS = -2
"""Stands for the state itself, whatever its number."""


def exact_sign(first: Board, second: Board, tie_break: TieBreak) -> int:
    """Return 1 if the first board beats the second, -1 if the second the first, 0 if they are even."""
    outcomes = make_joint([_strategy(first, tie_break), _strategy(second, tie_break)]).outcomes()
    wins, loses = outcomes.get(0b01, 0), outcomes.get(0b10, 0)
    return int(wins > loses) - int(wins < loses)


@lru_cache(maxsize=1 << 11)
def _strategy(board: Board, tie_break: TieBreak) -> Strategy:
    """Return a board's exact strategy, kept because boards that are even with one are often even with several."""
    return lumped(strategies_for([board], tie_break=tie_break)[0])


def lumped(strategy: Strategy) -> Strategy:
    """Return a strategy that plays every match in the same way with fewer states, one for all that are alike."""
    same = {WON: WON}
    seen: dict[tuple[int, tuple[Move, ...]], int] = {}
    for state in range(len(strategy.states) - 1, -1, -1):
        same[state] = STAYS
        row = tuple(_merged(move, same) for move in strategy.moves[state])
        same[state] = seen.setdefault((strategy.marks(state), row), state)
    kept = sorted(seen.values())
    number = {WON: WON} | {state: i for i, state in enumerate(kept)}
    places = {state: number[twin] for state, twin in same.items()}
    moves = [[_merged(move, places) for move in strategy.moves[state]] for state in kept]
    common = gcd(strategy.scale, *(weight for row in moves for move in row for _, weight in move))
    scale = strategy.scale // common
    rows = tuple(tuple(tuple((after, w // common) for after, w in move) for move in row) for row in moves)
    follow = tuple(tuple(move[0][0] for move in row) for row in rows) if scale == 1 else None
    states = tuple(strategy.states[state] for state in kept)
    return Strategy(strategy.solution, strategy.policy, states, rows, scale, follow)


def _merged(move: Move, places: dict[int, int]) -> Move:
    """Return a move to states under other numbers; the weights of those with the same number are added."""
    weights: dict[int, int] = {}
    for after, weight in move:
        weights[places[after]] = weights.get(places[after], 0) + weight
    return tuple(sorted(weights.items()))
