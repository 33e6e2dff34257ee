"""What a server allows: every limit has a name, a default and a reason."""

from __future__ import annotations

from dataclasses import dataclass

from dicebingo.running.shards import at_once, cores


@dataclass(frozen=True, slots=True)
class Settings:
    """The limits of a server.

    Questions go to one of two kinds of worker processes: *quick* ones answer what takes milliseconds, and *long* ones
    run at low priority and answer whatever takes longer, so that no visitor waits behind another's computation.
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
    """The length of one answer: exact numbers can have a great many digits."""
    joint_states: int = 60_000
    """The joint states of one match or duel."""
    waiting: int = 2_000
    """Quick questions that may wait, a tenth of them of one visitor; of long ones, a hundredth as many."""
    visitor_jobs: int = 4
    """Unfinished long computations of one visitor."""
    keep_seconds: float = 600.0
    """How long the answer of a finished job can be asked for."""
    abandoned_seconds: float = 120.0
    """A computation that nobody has asked about for this long is stopped."""
    cache_bytes: int = 64 << 20
    """The memory of all answers that are kept."""
    head_seconds: float = 10.0
    """How long a visitor may take to send the head of a request: its first line and its headers."""
    body_bytes: int = 64 << 10
    body_seconds: float = 10.0
    """How long a visitor may take to send a question."""
    idle_seconds: float = 30.0
    """How long a connection stays open between two requests."""
    connections: int = 1_500
    """Connections of one address: enough for 200 phones, each with a stream and six more while it loads a page."""
    rate: float = 100.0
    """Requests per second for each visitor, on average."""
    burst: int = 400
    """Requests that a visitor may make at once."""
    hosts: tuple[str, ...] = ()
    """Further names by which the server may be reached."""

    crowd: float = 20.0
    """How many times as many requests one address may make for pages and in classes: a school is one address."""
    classes: str = ""
    """The folder in which classes are kept; without one there are none."""
    token: str = ""
    """What makes somebody the teacher who does not ask from this machine."""
    proxy: str = ""
    """The address of a proxy that passes requests on: it alone is believed who asks, and nobody asks from here."""
    address: str = ""
    """Where pupils find the pages; without it, where the teacher has found them."""
    join_rate: float = 5.0
    """Pupils per second who may join from one address, on average."""
    join_burst: int = 300
    wrong_rate: float = 1.0
    """Wrong codes and keys per second from one address, on average: nobody can guess."""
    wrong_burst: int = 100

    def workers(self, long: bool) -> int:
        """Return the number of quick or long workers."""
        number = self.long_workers if long else self.quick_workers
        return at_once(number, "workers") if number else cores()
