"""Who beats whom, and whether that hangs on how ties between equally good cells are broken.

With m = P(first wins) - P(second wins):

    surely beats    m has the same sign for every tie-break: proven by the bounds of ``matches.ranges``
    depends         two tie-breaks are known that favour different boards: both are given
    even            m = 0 exactly, under the chosen tie-break
    beats           otherwise: m has this sign under the chosen tie-break

Where a player follows another policy than an optimal one, or the choices that ties leave open are too many to look
through, there are no bounds, and the verdict is on the chosen tie-break alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from dicebingo.errors import TooLarge
from dicebingo.exact import Rational
from dicebingo.matches.joint import JointChain
from dicebingo.matches.ranges import Range, TieGraph, margin
from dicebingo.matches.witness import Witness, find_witnesses, margin_of
from dicebingo.solo.policy import Optimal

__all__ = ["Kind", "Verdict", "verdict"]


class Kind(StrEnum):
    """How firmly a verdict stands."""

    SURELY_BEATS = "surely beats"
    BEATS = "beats"
    EVEN = "even"
    DEPENDS = "depends"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Who is favoured under the chosen tie-break (None: nobody), how firmly, and the bounds of the margin, if known."""

    favoured: int | None
    kind: Kind
    margin: Rational
    bounds: Range | None
    witnesses: tuple[Witness, ...] = ()


def verdict(chain: JointChain, graph: TieGraph | None = None) -> Verdict:
    """Return the verdict on a match of two."""
    now = margin_of(chain)
    favoured = None if now == 0 else int(now < 0)
    chosen = Kind.EVEN if favoured is None else Kind.BEATS
    if not all(isinstance(strategy.policy, Optimal) for strategy in chain.strategies):
        return Verdict(favoured, chosen, now, None)
    try:
        graph = graph or TieGraph([strategy.solution for strategy in chain.strategies])
    except TooLarge:
        return Verdict(favoured, chosen, now, None)
    bounds = graph.range(margin)
    if bounds.low > 0 or bounds.high < 0:
        return Verdict(favoured, Kind.SURELY_BEATS, now, bounds)
    if bounds.low < 0 < bounds.high and (witnesses := find_witnesses(graph)):
        return Verdict(favoured, Kind.DEPENDS, now, bounds, witnesses)
    return Verdict(favoured, chosen, now, bounds)
