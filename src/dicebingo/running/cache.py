"""What is kept to be used again: tables of ranks and compiled kernels, in one folder.

Nothing in it is needed. What is missing, damaged or cannot be written is made again, so whoever clears the cache
disturbs nobody who computes.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from dicebingo.answer import Answer
from dicebingo.errors import InputError, quote
from dicebingo.running.files import ArrayFile, DamagedFile, is_left_behind

MAX_EDITIONS = 3
"""Of compiled kernels: those that were used last."""
_TABLE = re.compile(r"rank-[0-9a-f]{16}\.npz")
_KERNELS = re.compile(r"kernels-[0-9a-f]{16}")
_KERNEL = re.compile(r"\w+\.\w+-[0-9a-f]{16}")


def data_folder() -> Path:
    """Return the user's folder for what must not be lost."""
    home = _home()
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "dicebingo"
    if os.name == "nt":
        return Path(os.environ.get("APPDATA", home / "AppData" / "Roaming")) / "dicebingo"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "dicebingo"


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError:  # somebody without one: nothing can be kept
        return Path(os.devnull)


def cache_folder() -> Path:
    """Return DICEBINGO_CACHE, or the user's cache folder."""
    if chosen := os.environ.get("DICEBINGO_CACHE"):
        return Path(chosen)
    home = _home()
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "dicebingo"
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local")) / "dicebingo"
    return Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache") / "dicebingo"


def rank_file(content: str) -> Path:
    """Return where a table of ranks is kept, by its content in full; it is a file of arrays, one of them its title."""
    return cache_folder() / f"rank-{_short_hash(content)}.npz"


def make_folder(folder: Path) -> None:
    """Make a folder of the cache, unless it is there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"expected a cache folder, got {quote(folder)} ({error.strerror})") from None


def mark_used(path: Path) -> None:
    """Note that something was used today."""
    with suppress(OSError):
        os.utime(path)


# Compiled kernels


def kept_kernel(name: str, compiler: str) -> bytes | None:
    """Return what a kernel was compiled to by this edition of the compiler, or None."""
    path = _kernels_folder(compiler) / name
    try:
        content = path.read_bytes()
    except OSError:
        return None
    mark_used(path.parent)
    code, checksum = content[:-32], content[-32:]
    return code if _checksum(name, code) == checksum else None


def keep_kernel(name: str, compiler: str, code: bytes) -> None:
    """Keep what a kernel was compiled to, where that is possible.

    Processes may write the same file at once, and anybody may be killed: the checksum tells what is whole.
    """
    folder = _kernels_folder(compiler)
    with suppress(OSError):
        if not folder.exists():
            folder.mkdir(parents=True, exist_ok=True)
            others = [path for path in folder.parent.iterdir() if _KERNELS.fullmatch(path.name)]
            for old in sorted(others, key=lambda path: path.stat().st_mtime)[:-MAX_EDITIONS]:
                _remove(old)
        (folder / name).write_bytes(code + _checksum(name, code))


def _checksum(name: str, code: bytes) -> bytes:
    return sha256(name.encode() + code).digest()


def _kernels_folder(compiler: str) -> Path:
    """Return the folder of all kernels with these sources; somebody may have chosen one for whatever numba keeps."""
    edition = _short_hash(f"{compiler} {sys.implementation.cache_tag} {_sources()}")
    return Path(os.environ.get("NUMBA_CACHE_DIR") or cache_folder()) / f"kernels-{edition}"


@cache
def _sources() -> str:
    """Return a hash of all kernels: they call each other, and a compiled one contains what it calls."""
    modules = [path for path in files("dicebingo.kernels").iterdir() if path.name.endswith(".py")]
    return _short_hash(repr(sorted((path.name, path.read_bytes()) for path in modules)))


def _short_hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]


# What is there


@dataclass(frozen=True, slots=True)
class Kept:
    """A file or folder of the cache: what it is, how many bytes it has, and the day on which it was last used."""

    path: str
    what: str
    bytes: int
    used: str


@dataclass(frozen=True, slots=True, repr=False)
class Cache(Answer):
    """What is kept, where, and what was removed."""

    folder: str
    kept: tuple[Kept, ...]
    removed: tuple[Kept, ...] = ()

    def __repr__(self) -> str:
        return f"<Cache in {self.folder}: {len(self.kept)} kept, {len(self.removed)} removed>"


def show_cache() -> Cache:
    """Return what is kept, the last used first."""
    folder = cache_folder()
    kept = sorted(_ours(folder), key=lambda found: (found.used, found.bytes), reverse=True)
    return Cache(str(folder), tuple(kept))


def clear_cache() -> Cache:
    """Remove what is kept, and nothing else that may be in the folder."""
    before = show_cache()
    for found in before.kept:
        _remove(Path(found.path))
    after = show_cache()
    gone = tuple(found for found in before.kept if not Path(found.path).exists())
    return Cache(after.folder, after.kept, gone)


def _ours(folder: Path) -> Iterator[Kept]:
    """Find what we wrote in a folder."""
    with suppress(OSError):
        for path in folder.iterdir():
            if what := _what(path):
                with suppress(FileNotFoundError):  # somebody else has just removed it
                    size = sum(file.stat().st_size for file in (_kernels_in(path) if path.is_dir() else [path]))
                    yield Kept(str(path), what, size, str(date.fromtimestamp(path.stat().st_mtime)))


def _what(path: Path) -> str:
    """Return what something in the cache is, in words; nothing if it is not ours."""
    if _KERNELS.fullmatch(path.name) and path.is_dir():
        return "compiled kernels"
    if is_left_behind(path):
        return "unfinished, by a process that was killed"
    if not (_TABLE.fullmatch(path.name) and path.is_file()):
        return ""
    with suppress(DamagedFile, FileNotFoundError, ImportError):  # without numpy, nothing can be read
        return bytes(ArrayFile(path)["title"]).decode()
    return "a table of ranks"


def _kernels_in(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if _KERNEL.fullmatch(path.name)]


def _remove(path: Path) -> None:
    """Remove something of ours; what is in use somewhere and cannot be removed stays."""
    with suppress(OSError):
        if path.is_dir():
            for file in _kernels_in(path):
                file.unlink(missing_ok=True)
            path.rmdir()
        else:
            path.unlink()
