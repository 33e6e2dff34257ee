"""All claims of the paper, in its order."""

from __future__ import annotations

from dicebingo.reproduction import all_boards, head_to_head, markov, playing_to_win, rings, solo
from dicebingo.reproduction import separate_rolls as apart
from dicebingo.reproduction.claims import Claim

__all__ = ["CLAIMS"]

_PARTS = (solo, all_boards, markov, head_to_head, rings, apart, playing_to_win)
_LISTED = [claim for part in _PARTS for claim in part.CLAIMS]

CLAIMS: tuple[Claim, ...] = tuple(sorted(_LISTED, key=lambda claim: claim.section))
