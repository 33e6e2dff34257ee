"""What the shared rolls do: the same boards, each on rolls of its own (sections 4.4 and 5.1).

Two independent chains form one on pairs of sets, in which every step is a step of both. With q and r their transition
probabilities and a_i and b_j those to finish in the next roll,

    w(i, j) = a_i (1 - b_j) + Σ q_ik r_jl w(k, l)

is the probability that the first finishes before the second. Both are triangular but for their diagonals, so the
equations are solved from the last pair to the first, exactly.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from dicebingo.exact import Rational, decimal
from dicebingo.reproduction.claims import Claim, that
from dicebingo.reproduction.head_to_head import loses, wins
from dicebingo.reproduction.rings import RING
from dicebingo.reproduction.solo import chain
from dicebingo.solo.chain import Chain

__all__ = ["CLAIMS", "first_apart", "margin_apart"]

Row = dict[int, Rational]


@dataclass(frozen=True, slots=True)
class _Steps:
    """The transition probabilities of a chain among its transient sets, and those to finish."""

    among: list[Row]
    finish: list[Rational]

    @classmethod
    def of(cls, found: Chain) -> _Steps:
        among = [{j: Rational(w, found.scale) for j, w in row.items()} for row in found.transient]
        return cls(among, [1 - sum(row.values(), Rational(0)) for row in among])


@cache
def first_apart(pair: str) -> Rational:
    """Return the probability that the first board of a pair finishes before the second, each on rolls of its own."""
    own, other = (_Steps.of(chain(name)) for name in pair)
    table: dict[tuple[int, int], Rational] = {}
    for i in range(len(own.among) - 1, -1, -1):
        for j in range(len(other.among) - 1, -1, -1):
            total = own.finish[i] * (1 - other.finish[j])
            for k, q in own.among[i].items():
                for m, r in other.among[j].items():
                    if (k, m) != (i, j):
                        total += q * r * table[k, m]
            stay = own.among[i].get(i, Rational(0)) * other.among[j].get(j, Rational(0))
            table[i, j] = total / (1 - stay)
    return table[0, 0]


def margin_apart(pair: str) -> Rational:
    """Return by how much the first board of a pair is favoured where each has rolls of its own."""
    return first_apart(pair) - first_apart(pair[::-1])


def _compared(pairs: tuple[str, ...]) -> str:
    """Return the margins in points, apart and on shared rolls."""
    apart = " ".join(f"{p[0]}-{p[1]} {100 * decimal(margin_apart(p)):+.1f}" for p in pairs)
    shared = " ".join(f"{100 * decimal(wins(p) - loses(p)):+.1f}" for p in pairs)
    return f"{apart} points on rolls of their own, {shared} on shared rolls"


def reversal() -> tuple[object, bool]:
    """Say whether B is favoured on independent rolls, and A on shared ones."""
    return _compared(("AB",)), margin_apart("AB") < 0 < wins("AB") - loses("AB")


def ring_apart() -> tuple[object, bool]:
    """Say whether C, D and E are a ring already where each has rolls of its own, so that sharing could amplify it."""
    return _compared(RING), all(margin_apart(pair) > 0 for pair in RING)


CLAIMS: tuple[Claim, ...] = (
    Claim("4.4", "The reversal occurs because of the shared rolls: apart, B is favoured", "reversal", that(reversal)),
    Claim(
        "5.1",
        "The ring comes from the spread of the times; the shared rolls amplify it",
        "amplified",
        that(ring_apart),
        "On rolls of their own, with the same spread, the boards are no ring: D beats both others, and C beats E. The "
        "shared rolls do not amplify the ring, they make it.",
    ),
)
