"""The settings of a server, mostly limits."""

from __future__ import annotations

from dataclasses import dataclass

from dicebingo.running.shards import at_once, cores


@dataclass(frozen=True, slots=True)
class Settings:
    """The limits of a server.

    There are two kinds of worker processes. *Quick* workers answer questions that take milliseconds. *Long* workers run
    at low priority and answer all other questions, so that no quick question waits behind a long computation.
    """

    quick_workers: int = 0
    """The number of quick workers; 0 means one per processor."""
    long_workers: int = 0
    quick_seconds: float = 2.0
    """A question that occupies a quick worker for longer than this moves to the long workers."""
    long_seconds: float = 120.0
    """The time limit for one computation."""
    memory: int = 3 << 30
    """The memory limit for one worker, in bytes."""
    answer_bytes: int = 8 << 20
    """The maximum size of an answer in bytes. A limit is needed because exact numbers can have a great many digits."""
    joint_states: int = 60_000
    """The maximum number of joint states in one match or duel."""
    waiting: int = 2_000
    """The maximum number of waiting quick questions; a tenth of this number may come from one visitor. The limit for
    long questions is a hundredth of the limit for quick ones."""
    visitor_jobs: int = 4
    """The maximum number of unfinished long computations for one visitor."""
    keep_seconds: float = 600.0
    """The time after which a finished job is forgotten."""
    abandoned_seconds: float = 120.0
    """A job is cancelled if no request asks about it for this long."""
    cache_bytes: int = 64 << 20
    """The memory limit for all cached answers, in bytes."""
    head_seconds: float = 10.0
    """The time limit for sending the head of a request: its first line and its headers."""
    body_bytes: int = 64 << 10
    body_seconds: float = 10.0
    """The time limit for sending the body of a request."""
    idle_seconds: float = 30.0
    """The time limit for an idle connection between two requests."""
    connections: int = 1_500
    """The maximum number of connections from one address: enough for 200 phones, each with a stream and six connections
    to load a page."""
    rate: float = 100.0
    """The number of requests per second that a visitor may make, on average."""
    burst: int = 400
    """The number of requests that a visitor may make at once."""
    hosts: tuple[str, ...] = ()
    """Additional host names of the server."""
    embed: tuple[str, ...] = ()
    """The origins that may embed the page in a frame."""

    crowd: float = 20.0
    """``rate`` and ``burst`` are multiplied by this factor for pages and classes: a school may share one address."""
    classes: str = ""
    """The folder in which classes are stored; without it, the server has no classes."""
    token: str = ""
    """The token that lets someone on another machine act as the teacher."""
    proxy: str = ""
    """The address of a proxy: only this proxy may report clients' addresses, and no request counts as local."""
    address: str = ""
    """The address that pupils open; by default the address that the teacher opened."""
    rehearse: int = 0
    """The number of bots that join each new class."""
    join_rate: float = 5.0
    """The number of pupils who may join from one address per second, on average."""
    join_burst: int = 300
    wrong_rate: float = 1.0
    """The number of wrong codes and keys that one address may send per second, on average, which limits guessing."""
    wrong_burst: int = 100

    def workers(self, long: bool) -> int:
        """Return the number of workers for long or for quick questions."""
        number = self.long_workers if long else self.quick_workers
        return at_once(number, "workers") if number else cores()
