"""Errors with one-line messages, and the argument checks that raise them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum
from itertools import chain
from math import inf, isnan
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
"""The packages that each extra installs."""


LONGEST = 40
"""The number of characters after which a string in an error's ``values`` is cut off."""
REASONS: dict[str, tuple[str, ...]] = {
    "board": ("expected", "got"),
    "boards": ("most", "got"),
    "cancelled": (),
    "cells": ("most", "got"),
    "dice": ("got",),
    "ended": (),
    "extra": ("package",),
    "jobs": ("most",),
    "layout": ("got",),
    "memory": ("megabytes",),
    "output": ("megabytes",),
    "queue": ("most",),
    "rules": ("got",),
    "size": (),
    "states": ("most",),
    "stopping": (),
    "time": ("seconds",),
    "value": ("dice", "got"),
    "values": ("most",),
    "visitor": ("most",),
}
"""The codes of the errors that the web page explains in the user's language, each with the names of its values."""


class DiceBingoError(Exception):
    """The base class of all errors that dicebingo raises deliberately; the message is one readable line.

    ``code`` and ``values`` give the reason in machine-readable form (see ``REASONS``). Most errors have no code.
    """

    _code_ = ""

    def __init__(self, text: str = "", code: str = "", **values: float | str) -> None:
        super().__init__(*[text] if text else [])
        self.code, self.values = code or self._code_, values
        assert not code or REASONS[code] == tuple(values), (code, values)


class InputError(DiceBingoError, ValueError):
    """An argument, an option or a file is not valid."""


class TooLarge(DiceBingoError):
    """The computation is too large for this machine; the message states its size or the memory it needs."""

    _code_ = "size"


class Stopped(DiceBingoError):
    """The computation was stopped before it had a valid partial result."""


class MissingExtra(DiceBingoError, ImportError):
    """An optional package is not installed; the message names the extra that installs it."""


@contextmanager
def naming_extras() -> Iterator[None]:
    """Turn a failed import of an optional package into a ``MissingExtra`` that names its extra."""
    try:
        yield
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        for extra, packages in EXTRAS.items():
            if package in packages:
                raise missing_extra(package, extra) from None
        raise


def missing_extra(package: str, extra: str, error: ImportError | None = None) -> MissingExtra:
    """Return the error for a package that is not installed or, if there is an ``error``, cannot be imported.

    >>> print(missing_extra("numba", "fast"))
    This needs numba: pip install 'dicebingo[fast]' (in a clone: pip install '.[fast]').
    """
    reason = "" if error is None or isinstance(error, ModuleNotFoundError) else f" {error}"
    return MissingExtra(
        f"This needs {package}: pip install 'dicebingo[{extra}]' (in a clone: pip install '.[{extra}]').{reason}",
        "extra",
        package=package,
    )


class Word(StrEnum):
    """A fixed set of words that an option accepts; ``__kind__`` is the noun for them in error messages."""

    __kind__ = "word"

    @classmethod
    def parse(cls, text: object) -> Self:
        """Return the member with this text, or raise an error that lists all members."""
        if isinstance(text, cls):
            return text
        if isinstance(text, str) and (word := cls._value2member_map_.get(str(text))):
            return word  # type: ignore[return-value]  # mypy sees an Enum instead of Self
        *words, last = cls
        got = shown(text) + did_you_mean(text, cls)
        raise InputError(f"expected the {cls.__kind__} {', '.join(words)} or {last}, got {got}")


def did_you_mean(text: object, words: Iterable[str]) -> str:
    """Return a hint that suggests the word closest to ``text``, or an empty string if no word is close.

    >>> did_you_mean("sovle", ["solve", "search"]), did_you_mean("chess", ["solve", "search"])
    ('; did you mean solve?', '')
    """
    typed, offered = text.lower() if isinstance(text, str) else "", list(words)
    from difflib import get_close_matches  # noqa: PLC0415  (needed only after a typo)

    near = get_close_matches(typed, offered, 1, 0.7) or [word for word in offered if typed and word.startswith(typed)]
    return f"; did you mean {near[0]}?" if near else ""


def whole_number(value: Any, expected: str, least: float = -inf, most: float = inf) -> int:
    """Return ``value`` if it is a whole number from ``least`` to ``most``, and raise otherwise.

    ``expected`` describes the number in the error message; its two ``{}`` placeholders are replaced by the bounds.

    >>> whole_number(7, "{} to {} games", 1, 10)
    7
    """
    try:
        if not isinstance(value, bool) and least <= (number := index(value)) <= most:
            return number if type(number) is int else int.__index__(number)
    except TypeError:
        pass
    raise InputError(f"expected {expected.format(least, most)}, got {shown(value)}")


def expect_cells(got: int, most: int, expected: str, why: str = "") -> None:
    """Raise if there are more than ``most`` cells; ``expected`` describes the cells, with {} in place of ``most``."""
    if got > most:
        raise TooLarge(f"expected {expected.format(most)}, got {got}{why}", "cells", most=most, got=got)


def flag(value: object) -> bool:
    """Return the truth value of an object. Raise if the object has none, such as an array of several values."""
    try:
        return bool(value)
    except (TypeError, ValueError):
        raise InputError(f"expected True or False, got {shown(value)}") from None


def rows_of(values: object) -> object:
    """Return the rows of a pandas or polars data frame; any other value is returned unchanged.

    In a column of numbers, a data frame stores None as NaN and turns integers into floats; both changes are undone.
    """
    if not (hasattr(values, "to_numpy") and hasattr(values, "columns")):
        return values
    rows = values.to_numpy().tolist()
    return [[_restored(value) for value in row] for row in rows] if any(map(_is_nan, chain(*rows))) else rows


def _is_nan(value: object) -> bool:
    return isinstance(value, float) and isnan(value)


def _restored(value: object) -> object:
    if _is_nan(value):
        return None
    return int(value) if isinstance(value, float) and value.is_integer() else value


def listed(values: object, what: str) -> list[Any]:
    """Return the items of any iterable except a string or a mapping; ``what`` names the items in the error message."""
    values = rows_of(values)
    if isinstance(values, Iterable) and not isinstance(values, str | bytes | Mapping):
        try:
            return list(values)
        except TypeError:  # a zero-dimensional array
            pass
    raise InputError(f"expected a list of {what}, got {shown(values)}")


def expect_one_of(value: object, words: Iterable[str], what: str) -> None:
    """Raise unless a value is one of ``words``; ``what`` is a plural noun for them in the error message."""
    offered = list(words)
    if not isinstance(value, str) or value not in offered:
        raise InputError(f"expected one of the {what} {', '.join(offered)}, got {shown(value)}")


def expect_type(value: object, kind: type) -> None:
    """Raise unless a value is an instance of ``kind``, which is ``str`` or a class from this library."""
    if not isinstance(value, kind):
        what = "a string" if kind is str else f"an object of the class {kind.__name__}"
        raise InputError(f"expected {what}, got {shown(value)}")


def shown(value: object) -> str:
    """Return a value as one line of text for an error message, in quotes unless it is a number.

    >>> shown(7), shown(1.5), shown("x"), shown([None])
    ('7', '1.5', "'x'", "'[None]'")
    """
    try:
        text = value if isinstance(value, str) else repr(value)
    except Exception:  # noqa: BLE001  (any repr may fail; Python refuses to print more than 4,300 digits)
        text = f"a long {type(value).__name__}"
    return text if isinstance(value, int | float) and len(text) <= 40 else quote(text)


def quote(text: object, limit: int = 40) -> str:
    """Return a string in quotes, on one printable line, cut off after ``limit`` characters.

    >>> quote("7 7 7")
    "'7 7 7'"
    >>> quote("7 " * 500)
    "'7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 ...' (1000 characters)"
    """
    text = str(text)
    if len(text) <= limit:
        return ascii(text)
    return f"{text[:limit] + '...'!a} ({len(text)} characters)"
