"""All claims of the paper, in its order."""

from __future__ import annotations

from dicebingo.paper import head_to_head, solo
from dicebingo.paper.claims import Claim

__all__ = ["CLAIMS"]

CLAIMS: tuple[Claim, ...] = tuple(sorted(solo.CLAIMS + head_to_head.CLAIMS, key=lambda claim: claim.section))
