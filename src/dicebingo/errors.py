"""Errors that say what was expected and what came, in one line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum
from math import inf
from operator import index
from typing import Any, Self

EXTRAS = {
    "fast": ("numba", "numpy"),
    "plot": ("matplotlib",),
    "tables": ("duckdb",),
    "frames": ("pandas", "polars", "scipy"),
    "cluster": ("dask", "distributed"),
    "web": ("cachetools", "reportlab", "segno", "starlette", "uvicorn"),
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
    def parse(cls, text: object) -> Self:
        """Return the word that a text means, or raise with the words that there are."""
        if isinstance(text, cls):
            return text
        if isinstance(text, str) and (word := cls._value2member_map_.get(str(text))):
            return word  # type: ignore[return-value]
        *words, last = cls
        got = shown(text) + did_you_mean(text, cls)
        raise InputError(f"expected the {cls.__kind__} {', '.join(words)} or {last}, got {got}")


def did_you_mean(text: object, words: Iterable[str]) -> str:
    """Return a question to put after what came: the word that is nearest to it, if there is one.

    >>> did_you_mean("sovle", ["solve", "search"]), did_you_mean("chess", ["solve", "search"])
    ('; did you mean solve?', '')
    """
    typed, offered = text.lower() if isinstance(text, str) else "", list(words)
    from difflib import get_close_matches  # noqa: PLC0415  (only a mistake needs it)

    near = get_close_matches(typed, offered, 1, 0.7) or [word for word in offered if typed and word.startswith(typed)]
    return f"; did you mean {near[0]}?" if near else ""


def whole_number(value: Any, expected: str, least: float = -inf, most: float = inf) -> int:
    """Return a whole number within bounds; ``expected`` says what it is for, with {} and {} for the bounds.

    >>> whole_number(7, "{} to {} games", 1, 10)
    7
    """
    try:
        if not isinstance(value, bool) and least <= (number := index(value)) <= most:
            return number if type(number) is int else int.__index__(number)
    except TypeError:
        pass
    raise InputError(f"expected {expected.format(least, most)}, got {shown(value)}")


def flag(value: Any) -> bool:
    """Return the truth of a value, as Python sees it; an array of several values has none."""
    try:
        return bool(value)
    except (TypeError, ValueError):
        raise InputError(f"expected True or False, got {shown(value)}") from None


def rows_of(values: Any) -> Any:
    """Return the rows of a data frame, of pandas or polars; anything else as it is."""
    return values.to_numpy().tolist() if hasattr(values, "to_numpy") and hasattr(values, "columns") else values


def listed(values: Any, what: str) -> list[Any]:
    """Return the items of a list or another iterable; ``what`` is what they are. A text is no list."""
    values = rows_of(values)
    if isinstance(values, Iterable) and not isinstance(values, str | bytes | Mapping):
        try:
            return list(values)
        except TypeError:  # an array without a dimension
            pass
    raise InputError(f"expected a list of {what}, got {shown(values)}")


def expect_one_of(value: Any, words: Iterable[str], what: str) -> None:
    """Raise unless a value is one of several words; ``what`` names their kind in the plural."""
    offered = list(words)
    if not isinstance(value, str) or value not in offered:
        raise InputError(f"expected one of the {what} {', '.join(offered)}, got {shown(value)}")


def expect_type(value: object, kind: type) -> None:
    """Raise unless a value is a text, or an object of a class of ours."""
    if not isinstance(value, kind):
        what = "a text" if kind is str else f"an object of the class {kind.__name__}"
        raise InputError(f"expected {what}, got {shown(value)}")


def shown(value: object) -> str:
    """Return a value of whatever type for a message: as Python writes it, on one line, in quotes if it is no number.

    >>> shown(7), shown(1.5), shown("x"), shown([None])
    ('7', '1.5', "'x'", "'[None]'")
    """
    try:
        text = value if isinstance(value, str) else repr(value)
    except Exception:  # noqa: BLE001  (a repr may do anything; Python writes no number of more than 4,300 digits)
        text = f"a long {type(value).__name__}"
    return text if isinstance(value, int | float) and len(text) <= 40 else quote(text)


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
