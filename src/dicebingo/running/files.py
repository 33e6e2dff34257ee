"""Files of results: complete under their name or not there, checked when read.

Arrays are kept in numpy's ``.npz`` form, a zip archive without compression: every array in it has a checksum, which is
verified whenever it is read.
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
from dicebingo.running.stopping import Point, reach

if TYPE_CHECKING:
    from numpy.typing import NDArray


Arrays: TypeAlias = "Mapping[str, NDArray[Any]]"
FilePath: TypeAlias = Path

MAX_TEXT = 10_000_000
"""Bytes of a file of boards or rules, or of a certificate."""

_unfinished: set[Path] = set()

# A temporary file: of which machine, of which process.
_TEMPORARY = re.compile(r"\..+\.([0-9a-f]{8})-([0-9]{1,9})-[0-9]+\.new")
_DAY = 86_400


class DamagedFile(InputError):
    """A file is not what was once written under its name."""


@contextmanager
def replace_file(path: Path) -> Iterator[Path]:
    """Yield a temporary name beside a file; what was written there takes the file's name when all went well."""
    with _beside(path) as new:
        yield new
        with new.open("rb") as file:
            os.fsync(file.fileno())
        reach(Point.WRITTEN)
        new.replace(path)
        reach(Point.RENAMED)


def expect_writable(path: Path, suffix: str = "") -> None:
    """Raise unless a file can be written under this name, which ends in ``suffix`` and is left as it is."""
    if not path.name.lower().endswith(suffix):
        raise InputError(f"expected the name of a {suffix} file, got {quote(path)}")
    with _beside(path) as probe:
        probe.touch()


@contextmanager
def _beside(path: Path) -> Iterator[Path]:
    """Yield a name beside a file, of this thread alone (two may write the same shard); nothing is left under it."""
    path = Path(path)
    try:
        if not path.name or (path.exists() and not path.is_file()):  # a device would be replaced by a file
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
        raise InputError(f"expected a file that can be written, got {quote(path)} ({error.strerror})") from None


def remove_unfinished() -> None:
    """Remove the temporary files of this process, which is about to end without finishing them."""
    for name in list(_unfinished):
        with suppress(OSError):
            name.unlink(missing_ok=True)


@cache
def _tidy(folder: Path) -> None:
    """Remove what killed processes have left in a folder, before this one first writes there."""
    with suppress(OSError):
        for path in folder.glob(".*.new"):
            if is_left_behind(path):
                path.unlink(missing_ok=True)


def is_left_behind(path: Path) -> bool:
    """Whether a temporary file was left by a process that was killed.

    That is known of the processes of this machine; any other file is left alone for a day after it was last written.
    """
    found = _TEMPORARY.fullmatch(path.name)
    if found is None:
        return False
    try:
        if found[1] == _machine() and os.name != "nt":  # where signal 0 would be a signal
            os.kill(int(found[2]), 0)
    except ProcessLookupError:
        return True
    except PermissionError:  # somebody else's
        pass
    return path.exists() and path.stat().st_mtime < time.time() - _DAY


@cache
def _machine() -> str:
    """Name what the numbers of processes belong to: a machine, or a container on it."""
    name = os.uname().nodename if os.name != "nt" else ""
    with suppress(OSError):
        name += str(Path("/proc/self/ns/pid").readlink())
    return f"{crc32(name.encode()):08x}"


def make_folder(folder: Path) -> None:
    """Make a folder unless it exists."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"expected a folder, got {quote(folder)} ({error.strerror})") from None


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file under a temporary name and rename it."""
    with replace_file(path) as new:
        new.write_bytes(content)


@contextmanager
def regular_file(path: Path, kind: str) -> Iterator[BinaryIO]:
    """Yield a file that somebody names, opened for reading: what is wrong with it is said in one line.

    A pipe or a device is refused unopened: it might keep us waiting for ever.
    """
    try:
        if not S_ISREG(path.stat().st_mode):
            raise OSError(0, "not a regular file")
        with path.open("rb") as file:
            yield file
    except (OSError, ValueError) as error:  # a ValueError for a NUL in the name, or a text that is no UTF-8
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"expected a readable {kind}, got {quote(path)} ({reason})") from None


def read_text(path: Path, kind: str) -> str:
    """Return the text of a file."""
    with regular_file(path, kind) as file:
        if len(content := file.read(MAX_TEXT + 1)) <= MAX_TEXT:
            return content.decode("utf-8-sig")
    raise InputError(f"expected a {kind} of at most {MAX_TEXT} bytes, got {quote(path)}")


def read_json(path: Path) -> Any:
    """Return what a certificate in JSON holds."""
    text = read_text(path, "certificate")
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"expected a certificate in JSON, got {quote(path)} ({error})") from None


def save_arrays(path: Path, arrays: Arrays) -> None:
    """Write arrays as one archive."""
    import numpy as np  # noqa: PLC0415  (commands that only write text must not wait for it)

    with replace_file(path) as new, new.open("wb") as file:
        np.savez(file, allow_pickle=False, **arrays)


@contextmanager
def _noticing_damage(message: str) -> Iterator[None]:
    """Raise ``DamagedFile`` for everything that zipfile raises on damage, unknown versions included."""
    from zipfile import BadZipFile  # noqa: PLC0415  (an exact solve need not wait for it)

    try:
        yield
    except FileNotFoundError:
        raise
    except (OSError, ValueError, KeyError, EOFError, RuntimeError, struct.error, BadZipFile) as error:
        raise DamagedFile(f"{message} ({error})") from None


class ArrayFile:
    """An open archive: ``file[name]`` reads one array and verifies its checksum."""

    def __init__(self, path: Path) -> None:
        from zipfile import ZipFile  # noqa: PLC0415  (an exact solve need not wait for it)

        self.path = Path(path)
        with _noticing_damage(f"expected a file of arrays, got {quote(self.path)}"):
            self._file = ZipFile(self.path)

    def __getitem__(self, name: str) -> NDArray[Any]:
        from numpy.lib import format as npy  # noqa: PLC0415  (see above)

        with _noticing_damage(f"expected the array {name} in {quote(self.path)}, got a damaged file"):
            # The whole member first: numpy would read no more than its header asks for, and skip the checksum.
            return npy.read_array(BytesIO(self._file.read(f"{name}.npy")), allow_pickle=False)

    def all(self) -> dict[str, NDArray[Any]]:
        """Read every array."""
        return {name: self[name] for name in (Path(member).stem for member in self._file.namelist())}


MAX_FONTS = 400
"""Files that are looked at."""
_PREFERRED = ("dejavusans.", "notosans-regular", "unicode", "cjk", "droid", "wqy", "noto", "sans")


@cache
def font_files() -> tuple[str, ...]:
    """Return the font files of this machine, which a PDF can embed, in the order in which they should be tried."""
    found = (path for folder in _folders() if folder.is_dir() for path in sorted(folder.rglob("*.tt[fc]")))
    return tuple(sorted(map(str, islice(found, MAX_FONTS)), key=_likeliness))


def _likeliness(path: str) -> int:
    name = Path(path).name.lower()
    return next((place for place, word in enumerate(_PREFERRED) if word in name), len(_PREFERRED))


def _folders() -> list[Path]:
    """Return where fonts are; matplotlib, if it is installed, brings one that has most alphabets."""
    matplotlib = find_spec("matplotlib")
    plots = [
        Path(folder) / "mpl-data/fonts/ttf" for folder in (matplotlib and matplotlib.submodule_search_locations) or ()
    ]
    if sys.platform == "darwin":
        return [*plots, *map(Path, ("/System/Library/Fonts", "/Library/Fonts"))]
    if os.name == "nt":
        return [*plots, Path(os.environ.get("WINDIR", "C:\\Windows")) / "Fonts"]
    return [*plots, *map(Path, ("/usr/share/fonts", "/usr/local/share/fonts"))]
