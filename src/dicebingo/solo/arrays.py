"""Transition matrices as arrays of numpy and as sparse matrices of scipy, exact or in float64."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from dicebingo.errors import naming_extras
from dicebingo.exact import decimal


def dense(rows: Sequence[Mapping[int, int]], columns: Sequence[int], scale: int, *, exact: bool) -> Any:
    """Return a matrix of probabilities: float64, or if ``exact`` of exact numbers (dtype object).

    Rows hold integer weights over the scale, by column.
    """
    with naming_extras():
        import numpy as np  # noqa: PLC0415  (optional, and slow to import)

    matrix = np.full((len(rows), len(columns)), Fraction(0)) if exact else np.zeros((len(rows), len(columns)))
    index = {column: j for j, column in enumerate(columns)}
    for i, row in enumerate(rows):
        for column, weight in row.items():
            share = Fraction(weight, scale)
            matrix[i, index[column]] = share if exact else decimal(share)
    return matrix


def sparse(rows: Sequence[Mapping[int, int]], columns: Sequence[int], scale: int, *, exact: bool) -> Any:
    """Return a sparse matrix (CSR) of probabilities in float64, or if ``exact`` of integer weights over the scale.

    Weights that have more than 63 bits are integers of Python (dtype object).
    """
    with naming_extras():
        import numpy as np  # noqa: PLC0415
        from scipy.sparse import csr_array  # noqa: PLC0415

    index = {column: j for j, column in enumerate(columns)}
    entries = [(i, index[column], weight) for i, row in enumerate(rows) for column, weight in row.items()]
    kind = (np.int64 if scale < 1 << 63 else object) if exact else np.float64
    data = np.array([weight if exact else decimal(Fraction(weight, scale)) for _, _, weight in entries], dtype=kind)
    places = [i for i, _, _ in entries], [j for _, j, _ in entries]
    return csr_array((data, places), shape=(len(rows), len(columns)))
