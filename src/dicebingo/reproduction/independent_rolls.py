"""Two boards on independent rolls: the paper's matches without shared rolls (sections 4.4 and 5.1).

Two independent chains form one chain on pairs of sets of marks, in which each step advances both. With q and r their
transition probabilities and a_i and b_j the probabilities of finishing on the next roll,

    w(i, j) = a_i (1 - b_j) + Σ q_ik r_jl w(k, l)

is the probability that the first chain finishes before the second. Both chains are triangular, so the equations are
solved exactly, from the last pair to the first.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from dicebingo.exact import fraction, mpq
from dicebingo.reproduction.section2_one_board import chain
from dicebingo.solo.chain import Chain

Row = dict[int, mpq]


@dataclass(frozen=True, slots=True)
class _Steps:
    """The transition probabilities of a chain between its transient sets, and the probabilities of finishing."""

    among: list[Row]
    finish: list[mpq]

    @classmethod
    def of(cls, found: Chain) -> _Steps:
        among = [{j: mpq(w, found.scale) for j, w in row.items()} for row in found.transient]
        return cls(among, [1 - sum(row.values(), mpq(0)) for row in among])


@cache
def finishes_first(pair: str) -> Fraction:
    """Return the probability that the first board of a pair finishes before the second, on independent rolls."""
    own, other = (_Steps.of(chain(name)) for name in pair)
    table: dict[tuple[int, int], mpq] = {}
    for i in range(len(own.among) - 1, -1, -1):
        for j in range(len(other.among) - 1, -1, -1):
            total = own.finish[i] * (1 - other.finish[j])
            for k, q in own.among[i].items():
                for m, r in other.among[j].items():
                    if (k, m) != (i, j):
                        total += q * r * table[k, m]
            stay = own.among[i].get(i, mpq(0)) * other.among[j].get(j, mpq(0))
            table[i, j] = total / (1 - stay)
    return fraction(table[0, 0])


def independent_margin(pair: str) -> Fraction:
    """Return the margin of the first board of a pair on independent rolls."""
    return finishes_first(pair) - finishes_first(pair[::-1])
