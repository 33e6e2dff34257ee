"""Compiled kernels: the only place that imports numba. Plain arrays in, plain arrays out; they trust their input.

numba's cache on disk notices edits of a kernel's own file only, so a kernel calls nothing from another file, except
the vector instructions of ``lanes``, which hardly ever change.
"""

from __future__ import annotations

from dicebingo.errors import MissingExtra

try:
    import numba  # noqa: F401
    import numpy  # noqa: F401
except ImportError as missing:
    raise MissingExtra(
        f"expected numba and numpy for float64 kernels: pip install 'dicebingo[fast]' ({missing})"
    ) from None
