"""Answers that were given lately, within a bound on their number and on their bytes."""

from __future__ import annotations

from collections import OrderedDict

from dicebingo.web.worker import Reply

__all__ = ["Cache"]

OVERHEAD = 500
"""Bytes that an entry takes besides its key and its answer."""


class Cache:
    """The most recently used replies.

    >>> cache = Cache(entries=1, size=10_000)
    >>> cache.put("a", Reply(200, b"1")); cache.put("b", Reply(200, b"2"))
    >>> cache.get("a"), cache.get("b").content
    (None, b'2')
    """

    def __init__(self, entries: int, size: int) -> None:
        """Make an empty cache for at most so many entries, and so many bytes."""
        self.entries, self.size = entries, size
        self.used = 0
        self._replies: OrderedDict[str, Reply] = OrderedDict()

    def get(self, key: str) -> Reply | None:
        """Return a reply if it is here."""
        reply = self._replies.get(key)
        if reply is not None:
            self._replies.move_to_end(key)
        return reply

    def put(self, key: str, reply: Reply) -> None:
        """Keep a reply, and forget those that were not asked for the longest; one that is too large is not kept."""
        self.forget(key)
        if _bytes(key, reply) > self.size // 4:  # or a few large answers would push out all the others
            return
        self._replies[key] = reply
        self.used += _bytes(key, reply)
        while len(self._replies) > self.entries or self.used > self.size:
            self.forget(next(iter(self._replies)))

    def forget(self, key: str) -> None:
        """Forget a reply."""
        reply = self._replies.pop(key, None)
        if reply is not None:
            self.used -= _bytes(key, reply)

    def __len__(self) -> int:
        """Return how many replies are here."""
        return len(self._replies)


def _bytes(key: str, reply: Reply) -> int:
    return len(key) + len(reply.content) + OVERHEAD
