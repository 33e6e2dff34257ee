"""What a server allows: every limit has a name, a default and a reason."""

from __future__ import annotations

import os
from dataclasses import dataclass

__all__ = ["Settings", "cores"]


def cores() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class Settings:
    """The limits of a server.

    Questions go to one of two kinds of worker processes: *quick* ones answer what takes milliseconds, and *long* ones
    run at low priority for whatever takes longer, so that no visitor waits behind another one's computation.
    """

    quick_workers: int = 0
    """0 stands for one per processor."""
    long_workers: int = 0
    quick_seconds: float = 2.0
    """A quick question that takes longer is moved to the long ones."""
    long_seconds: float = 120.0
    """The time budget of one computation."""
    memory: int = 3 << 30
    """The memory of one worker, in bytes."""
    answer_bytes: int = 8 << 20
    """The length of one answer: exact numbers can have very many digits."""
    joint_states: int = 60_000
    """The joint states of one match or duel."""
    waiting: int = 2_000
    """Quick questions that may wait; long ones are a hundredth of it."""
    visitor_jobs: int = 4
    """Unfinished long computations of one visitor."""
    keep_seconds: float = 600.0
    """How long the answer of a finished job can be asked for."""
    abandoned_seconds: float = 120.0
    """A computation that nobody has asked about for so long is stopped."""
    cache_bytes: int = 64 << 20
    cache_entries: int = 5_000
    body_bytes: int = 64 << 10
    body_seconds: float = 10.0
    """How long a visitor may take to send a question."""
    rate: float = 100.0
    """Requests per second and visitor, in the long run."""
    burst: int = 400
    """Requests that a visitor may make at once."""
    hosts: tuple[str, ...] = ()
    """Further names under which the server may be asked for."""

    @property
    def quick_count(self) -> int:
        """The number of quick workers."""
        return self.quick_workers or cores()

    @property
    def long_count(self) -> int:
        """The number of long workers."""
        return self.long_workers or cores()

    @property
    def long_waiting(self) -> int:
        """How many long questions may wait."""
        return max(1, self.waiting // 100)
