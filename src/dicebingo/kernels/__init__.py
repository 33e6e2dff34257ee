"""Compiled kernels: the only place that imports numba. Plain arrays in, plain arrays out; they trust their input."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from typing import Any

from dicebingo.errors import missing_extra
from dicebingo.running.cache import keep_kernel, kept_kernel

try:
    import numpy  # noqa: F401
    from numba import __version__, njit
    from numba.core import event
    from numba.core.caching import NullCache
    from numba.core.compiler import CompileResult
    from numba.core.serialize import dumps
except ImportError as missing:
    raise missing_extra("numba", "fast", missing) from None


def kernel(**options: Any) -> Callable[[Any], Any]:
    """Compile a function when it is first called, and keep the result; it runs without Python's lock."""

    def compiled(function: Any) -> Any:
        made = njit(nogil=True, **options)(function)
        if made is not function:  # which is what NUMBA_DISABLE_JIT leaves of it
            made._cache = _Kept(f"{function.__module__.rpartition('.')[2]}.{function.__name__}")
        return made

    return compiled


class _Kept(NullCache):
    """The cache of one kernel: a file for each signature and processor, in our own folder and not beside the sources.

    numba's own notices a change of the kernel's file only, trips over types that have a new name, and has an index in
    which two processes may name a file at once. These folders are named by the sources of all kernels, and the files by
    all else that their content depends on. Whatever goes wrong, the kernel is compiled.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def _file(self, signature: Any, code: Any) -> str:
        return f"{self._name}-{sha256(repr((signature, code.magic_tuple())).encode()).hexdigest()[:16]}"

    def load_overload(self, signature: Any, context: Any) -> Any:
        with suppress(Exception):
            context.refresh()
            if code := kept_kernel(self._file(signature, context.codegen()), __version__):
                return CompileResult._rebuild(context, *pickle.loads(code))
        return None

    def save_overload(self, signature: Any, result: Any) -> None:
        with suppress(Exception):
            if not result.library.has_dynamic_globals:  # addresses of this process
                code = dumps(result._reduce())
                keep_kernel(self._file(signature, result.codegen), __version__, code)


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
