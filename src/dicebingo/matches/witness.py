"""Looking for two tie-breaks that favour different boards.

Tie-breaks are tried by name first, every pair of them. Then, from each of these pairs, the players improve theirs in
turns, each against the other's present one (``matches.better_tie_breaks``). The search may miss what it looks
for; what it finds is evaluated exactly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice, product

from dicebingo.exact import Rational
from dicebingo.matches.better_tie_breaks import respond
from dicebingo.matches.joint import JointChain, State, make_joint
from dicebingo.matches.ranges import TieGraph, margin
from dicebingo.matches.strategy import Strategy, prepare
from dicebingo.model.layout import cells_of
from dicebingo.solo.absorbing import visits
from dicebingo.solo.mdp import Solution
from dicebingo.solo.policy import Optimal, TieBreak

__all__ = ["TieTable", "Witness", "find_witnesses", "margin_of"]

MAX_TURNS = 16


@dataclass(frozen=True, slots=True)
class TieTable:
    """A tie-break given case by case: the packed option for (packed marks, roll); elsewhere the smallest cell."""

    cases: Mapping[tuple[int, int], int]

    def choose(self, solution: Solution, packed: int, roll: int, options: Sequence[int]) -> Mapping[int, Rational]:
        """Return the listed option, or the smallest of the optimal ones."""
        best = solution.optimal_among(packed, options)
        return {self.cases.get((packed, roll), best[0]): Rational(1)}

    def __str__(self) -> str:
        """Return how many cases it lists."""
        return f"smallest but for {len(self.cases)} case{'s' if len(self.cases) != 1 else ''}"


@dataclass(frozen=True, slots=True)
class Witness:
    """A tie-break for each player, and the margin of the match between them."""

    tie_breaks: tuple[Optimal | TieTable, ...]
    margin: Rational
    solutions: tuple[Solution, ...]

    def names(self) -> list[str]:
        """Return the tie-breaks in words."""
        return [str(tie) if isinstance(tie, TieTable) else tie.tie_break.value for tie in self.tie_breaks]

    def cases(self) -> list[list[tuple[tuple[int, ...], int, int]]]:
        """Return for each player the cases of a table: marked cells, roll, and the cell to mark."""
        return [
            [
                (cells_of(s.problem.unpack(packed)), roll, s.problem.cells[option.bit_length() - 1])
                for (packed, roll), option in (tie.cases.items() if isinstance(tie, TieTable) else ())
            ]
            for tie, s in zip(self.tie_breaks, self.solutions, strict=True)
        ]


def margin_of(chain: JointChain) -> Rational:
    """Return P(first wins) - P(second wins)."""
    return sum((margin(won) * share for won, share in chain.outcomes().items()), Rational(0))


def find_witnesses(graph: TieGraph) -> tuple[Witness, Witness] | None:
    """Return a witness for the first player and one for the second; None if not both are found."""
    named = [_evaluated(graph, tuple(map(Optimal, ties)))[0] for ties in product(TieBreak, repeat=2)]
    high, low = _search(graph, named, 1), _search(graph, named, -1)
    return (high, low) if high.margin > 0 > low.margin else None


def _search(graph: TieGraph, named: list[Witness], sign: int) -> Witness:
    """Return a witness with a positive (sign 1) or a negative margin (-1), or else the best that was found."""
    starts = sorted(named, key=lambda witness: -sign * witness.margin)
    best = starts[0]
    for start in starts:
        if sign * best.margin > 0:
            break
        best = max(best, _improved(graph, start, sign), key=lambda witness: sign * witness.margin)
    return best


def _evaluated(graph: TieGraph, ties: tuple[Optimal | TieTable, ...]) -> tuple[Witness, JointChain]:
    chain = make_joint([prepare(player.solution, tie) for player, tie in zip(graph.players, ties, strict=True)])
    return Witness(ties, margin_of(chain), tuple(player.solution for player in graph.players)), chain


def _improved(graph: TieGraph, start: Witness, sign: int) -> Witness:
    """Return what the players arrive at in turns: the sign that is looked for, or no change for both."""
    now, chain = _evaluated(graph, start.tie_breaks)
    unchanged = 0
    for player in islice(cycle(range(2)), MAX_TURNS):
        ties = list(now.tie_breaks)
        ties[player] = _improved_table(graph.players[player], chain, player, sign)
        found, chain = _evaluated(graph, tuple(ties))
        unchanged = 0 if sign * found.margin > sign * now.margin else unchanged + 1
        now = found
        if sign * now.margin > 0 or unchanged == 2:
            break
    return now


def _improved_table(own: Strategy, chain: JointChain, player: int, sign: int) -> Optimal | TieTable:
    """Return a player's tie-break, improved towards the sign."""
    place = {packed: i for i, packed in enumerate(own.states)}
    present = chain.strategies[player].states
    met: dict[State, Rational] = {
        (place[present[state[player]]], state[1 - player]): times
        for state, times in zip(chain.states, visits(chain.transient, chain.scale), strict=True)
    }
    chosen = respond(own, chain.strategies[1 - player], met, max if (sign > 0) == (player == 0) else min)
    smallest = {case: min(after for after, _ in own.moves[case[0]][case[1]]) for case in chosen}
    cases = {
        (own.states[i], own.dice.values[r]): own.states[after] & ~own.states[i]
        for (i, r), after in chosen.items()
        if after != smallest[i, r]  # what a table does without being told
    }
    return TieTable(cases) if cases else Optimal(TieBreak.SMALLEST)
