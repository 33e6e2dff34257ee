"""Compiled kernels: the only place that imports numba. Plain arrays in, plain arrays out; they trust their input.

numba's cache on disk notices edits of a kernel's own file only, so a kernel calls nothing from another file, except
the vector instructions of ``vectors`` and the backward induction of ``solo``, which hardly ever change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from dicebingo.errors import MissingExtra

try:
    import numpy  # noqa: F401
    from numba.core import event
except ImportError as missing:
    raise MissingExtra(
        f"expected numba and numpy for float64 kernels: pip install 'dicebingo[fast]' ({missing})"
    ) from None


class _Listener(event.Listener):
    def __init__(self, tell: Callable[[bool], None]) -> None:
        self.tell = tell

    def on_start(self, event: object) -> None:  # noqa: ARG002
        self.tell(True)

    def on_end(self, event: object) -> None:  # noqa: ARG002
        self.tell(False)


@contextmanager
def compiling(tell: Callable[[bool], None]) -> Iterator[None]:
    """Tell when numba begins to compile a kernel (True) and when it has ended (False); not when its cache has it."""
    with event.install_listener("numba:compile", _Listener(tell)):
        yield
