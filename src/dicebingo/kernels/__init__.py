"""Compiled kernels: the only package that imports numba.

Kernels take and return plain arrays, and do not check their input.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from typing import Any

from dicebingo.errors import missing_extra
from dicebingo.running.cache import load_kernel, save_kernel

try:
    import numpy  # noqa: F401  (only to check that it is installed)
    from numba import __version__, njit
    from numba.core import event
    from numba.core.caching import NullCache
    from numba.core.compiler import CompileResult
    from numba.core.serialize import dumps
except ImportError as missing:
    raise missing_extra("numba", "fast", missing) from None


def kernel(**options: Any) -> Callable[[Any], Any]:
    """Compile a function on its first call, and cache the result, which runs without Python's global lock (GIL)."""

    def compiled(function: Any) -> Any:
        made = njit(nogil=True, **options)(function)
        if made is not function:  # with NUMBA_DISABLE_JIT, njit returns the function itself
            made._cache = _KernelCache(f"{function.__module__.rpartition('.')[2]}.{function.__name__}")
        return made

    return compiled


class _KernelCache(NullCache):
    """The cache of one kernel: a file for each signature and processor, in our own folder, not next to the sources.

    numba's own cache detects changes only in the kernel's own file, fails for types that were renamed, and has an index
    that two processes may write at once. Each of our folders is named after a hash of the sources of all kernels, and
    each file after a hash of everything else that its content depends on. If anything goes wrong, the kernel is
    compiled again.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def _file(self, signature: Any, code: Any) -> str:
        return f"{self._name}-{sha256(repr((signature, code.magic_tuple())).encode()).hexdigest()[:16]}"

    def load_overload(self, signature: Any, context: Any) -> Any:
        with suppress(Exception):
            context.refresh()
            if code := load_kernel(self._file(signature, context.codegen()), __version__):
                return CompileResult._rebuild(context, *pickle.loads(code))
        return None

    def save_overload(self, signature: Any, result: Any) -> None:
        with suppress(Exception):
            if not result.library.has_dynamic_globals:  # code with dynamic globals contains addresses of this process
                code = dumps(result._reduce())
                save_kernel(self._file(signature, result.codegen), __version__, code)


class _Listener(event.Listener):
    def __init__(self, tell: Callable[[bool], None]) -> None:
        self.tell = tell

    def on_start(self, event: object) -> None:  # noqa: ARG002  (numba passes the event)
        self.tell(True)

    def on_end(self, event: object) -> None:  # noqa: ARG002  (numba passes the event)
        self.tell(False)


@contextmanager
def compiling(tell: Callable[[bool], None]) -> Iterator[None]:
    """Call ``tell(True)`` when numba begins to compile a kernel, and ``tell(False)`` when it is done.

    ``tell`` is not called for a cached kernel.
    """
    with event.install_listener("numba:compile", _Listener(tell)):
        yield
