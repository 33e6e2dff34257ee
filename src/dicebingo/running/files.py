"""Result files: a file is either complete or absent, and is checked when it is read.

Arrays are stored in numpy's ``.npz`` format, a zip archive without compression. Every array in an archive has a
checksum, which is verified whenever the array is read.
"""

from __future__ import annotations

import json
import os
import re
import struct
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from importlib.util import find_spec
from io import BytesIO
from itertools import islice
from pathlib import Path
from stat import S_ISREG
from threading import get_ident
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias
from zlib import crc32

from dicebingo.errors import InputError, quote
from dicebingo.json_form import Json
from dicebingo.running.stopping import Point, reach

if TYPE_CHECKING:
    from numpy.typing import NDArray


Array: TypeAlias = "NDArray[Any]"
Arrays: TypeAlias = Mapping[str, Array]
FilePath: TypeAlias = Path

MAX_TEXT = 10_000_000
"""The maximum size, in bytes, of a certificate, a file of boards, or a rules file."""

_unfinished: set[Path] = set()

# Matches the name of a temporary file, which includes the machine and the process.
_TEMPORARY = re.compile(r"\..+\.([0-9a-f]{8})-([0-9]{1,9})-[0-9]+\.new")
_DAY = 86_400


class DamagedFile(InputError):
    """A file is damaged, or is not the expected file."""


@contextmanager
def replace_file(path: Path) -> Iterator[Path]:
    """Yield a temporary name next to ``path``; the file written there is renamed to ``path`` at the end."""
    with _temporary_name(path) as new:
        yield new
        with new.open("rb") as file:
            os.fsync(file.fileno())
        reach(Point.WRITTEN)
        new.replace(path)
        reach(Point.RENAMED)


def expect_writable(path: Path, suffix: str = "") -> None:
    """Raise an error unless ``path`` ends in ``suffix`` and a file can be written there; leave no file behind."""
    if not path.name.lower().endswith(suffix):
        raise InputError(f"expected the name of a {suffix} file, got {quote(path)}")
    with _temporary_name(path) as probe:
        probe.touch()


@contextmanager
def _temporary_name(path: Path) -> Iterator[Path]:
    """Yield a temporary name next to ``path`` for this thread only, because two threads may write the same shard."""
    path = Path(path)
    try:
        if not path.name or (path.exists() and not path.is_file()):  # renaming would replace a device with a file
            raise OSError(0, "not a regular file")
        _tidy(path.parent.absolute())
        name = path.with_name(f".{path.name}.{_machine()}-{os.getpid()}-{get_ident()}.new")
        _unfinished.add(name)
        try:
            yield name
        finally:
            name.unlink(missing_ok=True)
            _unfinished.discard(name)
    except OSError as error:
        raise InputError(f"Cannot write {quote(path)}: {error.strerror}.") from None


def remove_unfinished() -> None:
    """Remove the temporary files of this process, before it exits."""
    for name in list(_unfinished):
        with suppress(OSError):
            name.unlink(missing_ok=True)


@cache
def _tidy(folder: Path) -> None:
    """Remove the temporary files of killed processes in ``folder``, before this process first writes there."""
    with suppress(OSError):
        for path in folder.glob(".*.new"):
            if is_left_behind(path):
                path.unlink(missing_ok=True)


def is_left_behind(path: Path) -> bool:
    """Return whether a temporary file was left by a process that was killed.

    This is assumed if the process ran on this machine and has ended, or if the file has not changed for a day.
    """
    found = _TEMPORARY.fullmatch(path.name)
    if found is None:
        return False
    try:
        if found[1] == _machine() and os.name != "nt":  # on Windows, 0 would be a real signal
            os.kill(int(found[2]), 0)
    except ProcessLookupError:
        return True
    except PermissionError:  # the process exists, but belongs to another user
        pass
    return path.exists() and path.stat().st_mtime < time.time() - _DAY


@cache
def _machine() -> str:
    """Return a name for the machine or container in which process ids are unique."""
    name = os.uname().nodename if os.name != "nt" else ""
    with suppress(OSError):
        name += str(Path("/proc/self/ns/pid").readlink())
    return f"{crc32(name.encode()):08x}"


def make_folder(folder: Path) -> None:
    """Create a folder unless it exists."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"Cannot create the folder {quote(folder)}: {error.strerror}.") from None


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file under a temporary name and rename it."""
    with replace_file(path) as new:
        new.write_bytes(content)


@contextmanager
def regular_file(path: Path, kind: str) -> Iterator[BinaryIO]:
    """Open a user's file for reading; ``kind`` describes the file in error messages.

    Pipes and devices are refused without being opened, because reading from them might never end.
    """
    try:
        if not S_ISREG(path.stat().st_mode):
            raise OSError(0, "not a regular file")
        with path.open("rb") as file:
            yield file
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name, or text that is not UTF-8
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"Cannot read {quote(path)} as a {kind} ({reason}).") from None


def read_text(path: Path, kind: str) -> str:
    """Return the text in the file at ``path``; ``kind`` describes the file in error messages."""
    with regular_file(path, kind) as file:
        if len(content := file.read(MAX_TEXT + 1)) <= MAX_TEXT:
            return content.decode("utf-8-sig")
    raise InputError(f"expected a {kind} of at most {MAX_TEXT} bytes, got {quote(path)}")


def read_json(path: Path) -> Json:
    """Return the JSON content of the certificate at ``path``."""
    text = read_text(path, "certificate")
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{quote(path)} is not a certificate in JSON ({error}).") from None


def save_arrays(path: Path, arrays: Arrays) -> None:
    """Write arrays as one archive."""
    import numpy as np  # noqa: PLC0415  (commands that only write text must not wait for it)

    with replace_file(path) as new, new.open("wb") as file:
        np.savez(file, allow_pickle=False, **arrays)


@contextmanager
def _noticing_damage(message: str) -> Iterator[None]:
    """Turn every error that zipfile raises for a damaged archive into ``DamagedFile``."""
    from zipfile import BadZipFile  # noqa: PLC0415  (not needed for an exact solution)

    try:
        yield
    except FileNotFoundError:
        raise
    except (OSError, ValueError, KeyError, EOFError, RuntimeError, struct.error, BadZipFile) as error:
        raise DamagedFile(f"{message} ({error})") from None


class ArrayFile:
    """An open archive: ``file[name]`` reads one array and verifies its checksum."""

    def __init__(self, path: Path) -> None:
        from zipfile import ZipFile  # noqa: PLC0415  (not needed for an exact solution)

        self.path = Path(path)
        with _noticing_damage(f"{quote(self.path)} is not an archive of arrays"):
            self._file = ZipFile(self.path)

    def __getitem__(self, name: str) -> Array:
        from numpy.lib import format as npy  # noqa: PLC0415  (as above)

        with _noticing_damage(f"The file {quote(self.path)} is damaged: it has no valid array {name}"):
            # Read the whole member first: numpy would stop at the end of the array, and skip the checksum.
            return npy.read_array(BytesIO(self._file.read(f"{name}.npy")), allow_pickle=False)

    def all(self) -> dict[str, Array]:
        """Read every array."""
        return {name: self[name] for name in (Path(member).stem for member in self._file.namelist())}


MAX_FONTS = 400
"""The maximum number of font files to examine."""
_PREFERRED = ("dejavusans.", "notosans-regular", "unicode", "cjk", "droid", "wqy", "noto", "sans")


@cache
def font_files() -> tuple[str, ...]:
    """Return the font files of this machine that a PDF can embed, in the order in which to try them."""
    found = (path for folder in _folders() if folder.is_dir() for path in sorted(folder.rglob("*.tt[fc]")))
    return tuple(sorted(map(str, islice(found, MAX_FONTS)), key=_likeliness))


def _likeliness(path: str) -> int:
    name = Path(path).name.lower()
    return next((place for place, word in enumerate(_PREFERRED) if word in name), len(_PREFERRED))


def _folders() -> list[Path]:
    """Return the folders that contain fonts. If matplotlib is installed, its fonts cover most alphabets."""
    matplotlib = find_spec("matplotlib")
    plots = [
        Path(folder) / "mpl-data/fonts/ttf" for folder in (matplotlib and matplotlib.submodule_search_locations) or ()
    ]
    if sys.platform == "darwin":
        return [*plots, *map(Path, ("/System/Library/Fonts", "/Library/Fonts"))]
    if os.name == "nt":
        return [*plots, Path(os.environ.get("WINDIR", "C:\\Windows")) / "Fonts"]
    return [*plots, *map(Path, ("/usr/share/fonts", "/usr/local/share/fonts"))]
