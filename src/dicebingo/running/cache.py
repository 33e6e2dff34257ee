"""The cache: tables of ranks and compiled kernels, in one folder.

Anything that is missing or damaged, or that cannot be written, is computed again, so the cache can be cleared at any
time, even while other processes are computing.
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
from dicebingo.running.files import ArrayFile, DamagedFile, is_left_behind

MAX_EDITIONS = 3
"""The number of versions of the compiled kernels to keep; the least recently used versions are removed."""
_TABLE = re.compile(r"rank-[0-9a-f]{16}\.npz")
_KERNELS = re.compile(r"kernels-[0-9a-f]{16}")
_KERNEL = re.compile(r"\w+\.\w+-[0-9a-f]{16}")


def data_folder() -> Path:
    """Return the user's folder for data that must not be lost."""
    home = _home()
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "dicebingo"
    if os.name == "nt":
        return Path(os.environ.get("APPDATA", home / "AppData" / "Roaming")) / "dicebingo"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "dicebingo"


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError:  # there is no home folder, so nothing can be stored
        return Path(os.devnull)


def cache_folder() -> Path:
    """Return the folder that DICEBINGO_CACHE names, or else the user's cache folder."""
    if chosen := os.environ.get("DICEBINGO_CACHE"):
        return Path(chosen)
    home = _home()
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "dicebingo"
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local")) / "dicebingo"
    return Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache") / "dicebingo"


def rank_file(content: str) -> Path:
    """Return the path of the array file for a table of ranks; ``content`` is a full description of the table."""
    return cache_folder() / f"rank-{_short_hash(content)}.npz"


def mark_used(path: Path) -> None:
    """Record that a file or folder was used today."""
    with suppress(OSError):
        os.utime(path)


# Compiled kernels


def load_kernel(name: str, compiler: str) -> bytes | None:
    """Return the stored machine code of a kernel compiled by this ``compiler``, or None if there is none."""
    path = _kernels_folder(compiler) / name
    try:
        content = path.read_bytes()
    except OSError:
        return None
    mark_used(path.parent)
    code, checksum = content[:-32], content[-32:]
    return code if _checksum(name, code) == checksum else None


def save_kernel(name: str, compiler: str, code: bytes) -> None:
    """Store the machine code of a kernel, if the folder is writable.

    Several processes may write the same file at once, and any of them may be killed: the checksum detects damage.
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
    """Return the folder for kernels compiled from the current sources, below NUMBA_CACHE_DIR if that is set."""
    edition = _short_hash(f"{compiler} {sys.implementation.cache_tag} {_sources()}")
    return Path(os.environ.get("NUMBA_CACHE_DIR") or cache_folder()) / f"kernels-{edition}"


@cache
def _sources() -> str:
    """Return a hash of all kernels together, because a compiled kernel contains the kernels that it calls."""
    modules = [path for path in files("dicebingo.kernels").iterdir() if path.name.endswith(".py")]
    return _short_hash(repr(sorted((path.name, path.read_bytes()) for path in modules)))


def _short_hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]


# Showing and clearing the cache


@dataclass(frozen=True, slots=True)
class Kept:
    """A file or folder in the cache: its content, its size in bytes, and the day on which it was last used."""

    path: str
    what: str
    bytes: int
    used: str


@dataclass(frozen=True, slots=True, repr=False)
class Cache(Answer):
    """The files and folders in the cache, and those that were removed from the cache."""

    folder: str
    kept: tuple[Kept, ...]
    removed: tuple[Kept, ...] = ()

    def __repr__(self) -> str:
        return f"<Cache in {self.folder}: {len(self.kept)} kept, {len(self.removed)} removed>"


def show_cache() -> Cache:
    """Return the content of the cache, the most recently used first."""
    folder = cache_folder()
    kept = sorted(_ours(folder), key=lambda found: (found.used, found.bytes), reverse=True)
    return Cache(str(folder), tuple(kept))


def clear_cache() -> Cache:
    """Remove dicebingo's own files from the cache folder; other files there are not touched."""
    before = show_cache()
    for found in before.kept:
        _remove(Path(found.path))
    after = show_cache()
    gone = tuple(found for found in before.kept if not Path(found.path).exists())
    return Cache(after.folder, after.kept, gone)


def _ours(folder: Path) -> Iterator[Kept]:
    """Yield the files and folders in ``folder`` that dicebingo created."""
    with suppress(OSError):
        for path in folder.iterdir():
            if what := _what(path):
                with suppress(FileNotFoundError):  # another process has just removed it
                    size = sum(file.stat().st_size for file in (_kernels_in(path) if path.is_dir() else [path]))
                    yield Kept(str(path), what, size, str(date.fromtimestamp(path.stat().st_mtime)))


def _what(path: Path) -> str:
    """Describe a file or folder in the cache in words; return an empty string if dicebingo did not create it."""
    if _KERNELS.fullmatch(path.name) and path.is_dir():
        return "compiled kernels"
    if is_left_behind(path):
        return "left unfinished by a killed process"
    if not (_TABLE.fullmatch(path.name) and path.is_file()):
        return ""
    with suppress(DamagedFile, FileNotFoundError, ImportError):  # without numpy, arrays cannot be read
        return bytes(ArrayFile(path)["title"]).decode()
    return "a table of ranks"


def _kernels_in(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if _KERNEL.fullmatch(path.name)]


def _remove(path: Path) -> None:
    """Remove a file or folder that dicebingo created, if the system allows it."""
    with suppress(OSError):
        if path.is_dir():
            for file in _kernels_in(path):
                file.unlink(missing_ok=True)
            path.rmdir()
        else:
            path.unlink()
