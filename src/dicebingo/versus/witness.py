"""Looking for two tie-breaks that favour different boards.

Tie-breaks are tried by name first, every pair of them. Then they are improved case by case: with the players' present
tie-breaks, each own set of marks and roll is met with some probability in each joint state; the player takes the
optimal cell that is worth most there on average, as judged by the decision process of ``versus.ranges``. That is a
heuristic; what it finds is evaluated exactly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from dicebingo.exact import Rational
from dicebingo.model.layout import cells_of
from dicebingo.solo.absorbing import visits
from dicebingo.solo.mdp import Solution
from dicebingo.solo.policy import Optimal, TieBreak
from dicebingo.versus.joint import JointChain, make_joint
from dicebingo.versus.ranges import TieGraph, margin
from dicebingo.versus.strategy import WON, prepare

__all__ = ["TieTable", "Witness", "find_witnesses", "margin_of"]

MAX_ROUNDS = 8


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
        return f"smallest but for {len(self.cases)} cases"


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
    named = [_witness(graph, tuple(map(Optimal, ties)))[0] for ties in product(TieBreak, repeat=2)]
    high = max(named, key=lambda witness: witness.margin)
    low = min(named, key=lambda witness: witness.margin)
    if high.margin <= 0:
        high = _improved(graph, high, 1)
    if low.margin >= 0:
        low = _improved(graph, low, -1)
    return (high, low) if high.margin > 0 > low.margin else None


def _witness(graph: TieGraph, ties: tuple[Optimal | TieTable, ...]) -> tuple[Witness, JointChain]:
    chain = make_joint([prepare(player.solution, tie) for player, tie in zip(graph.players, ties, strict=True)])
    return Witness(ties, margin_of(chain), tuple(player.solution for player in graph.players)), chain


def _improved(graph: TieGraph, start: Witness, sign: int) -> Witness:
    """Return the best witness found, towards a positive (sign 1) or a negative margin (-1)."""
    values = graph.values(margin, max if sign > 0 else min)
    best, ties = start, start.tie_breaks
    for _ in range(MAX_ROUNDS):
        found, chain = _witness(graph, ties)
        best = max(best, found, key=lambda witness: sign * witness.margin)
        better = tuple(TieTable(_cases(graph, chain, values, player, sign)) for player in range(2))
        if better == ties or sign * best.margin > 0:
            break
        ties = better
    return best


def _cases(
    graph: TieGraph, chain: JointChain, values: list[Rational], player: int, sign: int
) -> dict[tuple[int, int], int]:
    """Return for each own set of marks and roll with a choice the option that is worth most on average."""
    own, opponent = graph.players[player], chain.strategies[1 - player]
    place = [{packed: i for i, packed in enumerate(strategy.states)} for strategy in graph.players]
    worth: dict[tuple[int, int], dict[int, Rational]] = {}
    for state, times in zip(chain.states, visits(chain.transient, chain.scale), strict=True):
        marked = chain.strategies[player].states[state[player]]
        mine = place[player][marked]
        for r, roll in enumerate(own.dice.values):
            options = own.moves[mine][r]
            if len(options) < 2 or options[0][0] == WON:  # no choice, or all of them win
                continue
            scores = worth.setdefault((marked, roll), {})
            for theirs, share in opponent.moves[state[1 - player]][r]:
                reply = WON if theirs == WON else place[1 - player][opponent.states[theirs]]
                for after, _ in options:
                    follower = graph.place((after, reply) if player == 0 else (reply, after))
                    value = Rational(margin(-1 - follower)) if follower < 0 else values[follower]
                    scores[after] = scores.get(after, Rational(0)) + times * share * value
    cases = {}
    for (marked, roll), scores in worth.items():
        chosen = max(scores, key=lambda after: (sign * scores[after], -after))
        if chosen != min(scores):  # the smallest cell is what a table does without being told
            cases[marked, roll] = own.states[chosen] & ~marked
    return cases
