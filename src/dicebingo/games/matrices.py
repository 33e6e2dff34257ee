"""Matrices of exact numbers, read from several formats, and mixed strategies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Protocol, TypeAlias

from dicebingo.errors import InputError, listed, quote
from dicebingo.exact import as_fraction, mpq

Matrix: TypeAlias = tuple[tuple[Fraction, ...], ...]
MatrixLike: TypeAlias = "Sequence[Sequence[int | Fraction | str]] | _ArrayLike"
"""A matrix of exact numbers: rows of whole numbers, fractions and strings such as '1/3', or an array."""
Mixed: TypeAlias = tuple[Fraction, ...]
"""A probability for each choice of a player."""
Rows: TypeAlias = Sequence[Sequence[mpq]]
"""A matrix of fast rationals (``mpq``)."""
Shares: TypeAlias = tuple[mpq, ...]
"""A mixed strategy in fast rationals (``mpq``)."""


class _ArrayLike(Protocol):
    """Any object with a ``tolist`` method, such as a numpy array."""

    def tolist(self) -> object: ...


def as_matrix(matrix: MatrixLike) -> Matrix:
    """Return a matrix of exact numbers. Raise an error for a float, because it may have been rounded.

    >>> as_matrix([[1, "1/3"], [0, -2]])
    ((Fraction(1, 1), Fraction(1, 3)), (Fraction(0, 1), Fraction(-2, 1)))
    """
    given = _listed(matrix, matrix)
    rows = [_listed(row, matrix) for row in given]
    lengths = [len(row) for row in rows]
    if len(set(lengths)) != 1 or not lengths[0]:
        raise InputError(f"expected a matrix with rows of equal length, got rows of lengths {lengths}")
    return tuple(tuple(_exact(entry, i, j) for j, entry in enumerate(row)) for i, row in enumerate(rows))


def _listed(rows: object, matrix: object) -> list[object]:
    given = rows.tolist() if hasattr(rows, "tolist") else rows
    if not isinstance(given, Iterable) or isinstance(given, str | bytes | Mapping):
        raise InputError(f"expected a matrix such as [[1, 0], [0, 1]], got {quote(repr(matrix))}")
    return list(given)


def _exact(entry: Any, i: int, j: int) -> Fraction:
    try:
        return as_fraction(entry.tolist() if hasattr(entry, "tolist") else entry)
    except (TypeError, ValueError, ZeroDivisionError):
        kind = type(entry).__name__
        hint = "; for a tournament, use exact_margins()" if isinstance(entry, float) else ""
        raise InputError(
            f"row {i}, column {j}: expected an exact number such as 2, Fraction(1, 3) or '1/3', "
            f"got the {kind} {quote(entry)}{hint}"
        ) from None


def as_rows(matrix: Matrix) -> Rows:
    """Return a matrix as fast rationals (``mpq``)."""
    return [[mpq(entry) for entry in row] for row in matrix]


def as_mixed(strategy: object, size: int) -> Shares:
    """Return a strategy for ``size`` choices, given as a list of exact numbers."""
    given = listed(strategy, "probabilities")
    if len(given) != size:
        raise InputError(f"expected {size} probabilities, one per choice, got {len(given)}")
    return tuple(mpq(as_fraction(share)) for share in given)


def pure_strategy(choice: int, size: int) -> Shares:
    """Return the strategy that always makes one choice."""
    return tuple(mpq(i == choice) for i in range(size))


def with_zeros(shares: Sequence[mpq], choices: Sequence[int], size: int) -> Shares:
    """Return a strategy that plays ``choices`` with probabilities ``shares``, and all others with probability 0."""
    strategy = [mpq(0)] * size
    for choice, share in zip(choices, shares, strict=True):
        strategy[choice] = share
    return tuple(strategy)
