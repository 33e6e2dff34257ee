"""Errors that say what was expected and what came, in one line."""

from __future__ import annotations

__all__ = ["DiceBingoError", "InputError", "MissingExtra", "TooLarge", "quote"]


class DiceBingoError(Exception):
    """Anything that dicebingo refuses to do; its text is one line for a person."""


class InputError(DiceBingoError, ValueError):
    """The input is not what was expected."""


class TooLarge(DiceBingoError):
    """The computation is beyond what this machine can do; the text names what it would need."""


class MissingExtra(DiceBingoError, ImportError):
    """An optional dependency is not installed; the text names the extra that brings it."""


def quote(text: object, limit: int = 40) -> str:
    """Return the text as it came, on one printable line; the end of a long one is left out.

    >>> quote("7 7 7")
    "'7 7 7'"
    >>> quote("7 " * 500)
    "'7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 ...' (1000 characters)"
    """
    text = str(text)
    if len(text) <= limit:
        return ascii(text)
    return f"{text[:limit] + '...'!a} ({len(text)} characters)"
