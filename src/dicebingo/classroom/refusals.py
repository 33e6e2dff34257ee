"""What a class refuses: one line for a person, and a word that pages translate."""

from __future__ import annotations

from dicebingo.errors import DiceBingoError

STATUS = {
    "key": 403,
    "token": 403,
    "class": 404,
    "order": 409,
    "nobody": 409,
    "given": 409,
    "finished": 409,
    "line": 409,
    "taken": 409,
    "request": 409,
    "ended": 410,
    "shape": 422,
    "name": 422,
    "board": 422,
    "cell": 422,
    "value": 422,
    "pupil": 422,
    "locked": 423,
    "rate": 429,
    "full": 503,
    "keeping": 503,
}
"""Every code of a refusal, and the status of HTTP that goes with it."""


class Refused(DiceBingoError):
    """Something that a class does not do; whatever is refused changes nothing."""

    def __init__(self, code: str, text: str, retry: float = 0.0) -> None:
        super().__init__(text)
        self.code, self.retry = code, retry

    @property
    def status(self) -> int:
        """The status of HTTP."""
        return STATUS[self.code]
