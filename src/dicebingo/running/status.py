"""How far an answer goes, in one of four words."""

from __future__ import annotations

from enum import StrEnum


class Status(StrEnum):
    """How far an answer goes.

    *Proven*: nothing is better. *Best found*: nothing better was found. *Simulated*: an estimate. *Stopped*: what was
    known when somebody ended the computation.
    """

    PROVEN = "proven"
    BEST_FOUND = "best found"
    SIMULATED = "simulated"
    STOPPED = "stopped"
