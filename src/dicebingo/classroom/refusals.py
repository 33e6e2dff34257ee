"""Refusals of acts in a class: a one-line message, and a code that the pages translate."""

from __future__ import annotations

from dicebingo.errors import DiceBingoError

STATUS = {
    "key": 403,
    "token": 403,
    "none": 404,
    "class": 404,
    "order": 409,
    "nobody": 409,
    "given": 409,
    "finished": 409,
    "line": 409,
    "taken": 409,
    "waiting": 409,
    "request": 409,
    "ended": 410,
    "shape": 422,
    "name": 422,
    "board": 422,
    "cell": 422,
    "value": 422,
    "pupil": 422,
    "team": 422,
    "locked": 423,
    "rate": 429,
    "full": 503,
    "keeping": 503,
}
"""The HTTP status of each code."""


class Refused(DiceBingoError):
    """A refused act, which changes nothing; ``retry`` is the number of seconds to wait before trying again."""

    def __init__(self, code: str, text: str, retry: float = 0.0) -> None:
        super().__init__(text)
        self.code, self.retry = code, retry

    @property
    def status(self) -> int:
        """The HTTP status of the refusal."""
        return STATUS[self.code]
