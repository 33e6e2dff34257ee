"""Errors that say what was expected and what came, in one line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import Self

EXTRAS = {
    "fast": ("numba", "numpy"),
    "plot": ("matplotlib",),
    "tables": ("duckdb",),
    "cluster": ("dask", "distributed"),
    "web": ("cachetools", "reportlab", "starlette", "uvicorn"),
}
"""The packages that each extra brings."""


class DiceBingoError(Exception):
    """Anything that dicebingo refuses to do; its text is one line for a person."""


class InputError(DiceBingoError, ValueError):
    """The input is not what was expected."""


class TooLarge(DiceBingoError):
    """The computation is beyond what this machine can do; the text names what it would need."""


class Stopped(DiceBingoError):
    """A computation was stopped before there was anything to say."""


class MissingExtra(DiceBingoError, ImportError):
    """An optional dependency is not installed; the text names the extra that brings it."""


@contextmanager
def naming_extras() -> Iterator[None]:
    """Turn the failed import of an optional package into a ``MissingExtra`` that names the extra that brings it."""
    try:
        yield
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        for extra, packages in EXTRAS.items():
            if package in packages:
                raise MissingExtra(f"expected {package}, got none: pip install 'dicebingo[{extra}]'") from None
        raise


class Word(StrEnum):
    """One of a few words that mean something; ``__kind__`` says what they are."""

    __kind__ = "word"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the word itself, or say which words there are."""
        try:
            return cls(text)
        except ValueError:
            *words, last = cls
            raise InputError(f"expected the {cls.__kind__} {', '.join(words)} or {last}, got {quote(text)}") from None


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
