"""How much may be asked of classes: by key where there is one, and by address where somebody might be guessing."""

from __future__ import annotations

from dicebingo.classroom.refusals import Refused
from dicebingo.web.security import TokenBuckets
from dicebingo.web.settings import Settings


class Limits:
    """The limits of a server's classes.

    Whoever has a key is never stopped by what others at the same address do. After too many wrong codes, nobody at the
    address can join for a moment, whether the code is right or not: otherwise the answer would tell.
    """

    def __init__(self, settings: Settings) -> None:
        self._keys = TokenBuckets(settings.rate, settings.burst)
        self._joins = TokenBuckets(settings.join_rate, settings.join_burst)
        self._wrong = TokenBuckets(settings.wrong_rate, settings.wrong_burst)

    def use(self, key: str) -> None:
        """Count a request with a key."""
        _expect(self._keys.take(key), self._keys.rate, "requests")

    def join(self, address: str) -> None:
        """Count somebody who wants to join."""
        _expect(self._joins.take(address), self._joins.rate, "pupils who join")
        _expect(self._wrong.take(address, 0), self._wrong.rate, "wrong codes or keys")

    def mistake(self, address: str) -> None:
        """Count a wrong code, key or token."""
        _expect(self._wrong.take(address), self._wrong.rate, "wrong codes or keys")


def _expect(wait: float, rate: float, what: str) -> None:
    if wait > 0:
        raise Refused("rate", f"expected at most {rate:g} {what} per second, got more", retry=wait)
