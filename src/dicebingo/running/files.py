"""Files of results: complete under their name or not there, checked when read.

Arrays are kept in numpy's ``.npz`` form, a zip archive without compression: every array in it has a checksum, which is
verified whenever it is read.
"""

from __future__ import annotations

import json
import os
import struct
import sys
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from threading import get_ident
from typing import TYPE_CHECKING, Any, TypeAlias

from dicebingo.errors import InputError, quote

if TYPE_CHECKING:
    from numpy.typing import NDArray


Arrays: TypeAlias = "Mapping[str, NDArray[Any]]"
FilePath: TypeAlias = Path

# What zipfile raises for one damaged byte or another: flags and versions that it does not know are among them.
_DAMAGE = (OSError, ValueError, KeyError, EOFError, RuntimeError, struct.error, zipfile.BadZipFile)


class DamagedFile(InputError):
    """A file is not what was once written under its name."""


def cache_file(name: str) -> Path:
    """Return the path of a file that can be made again, in a folder for such files, which is made if need be."""
    folder = _cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"expected a cache folder, got {quote(folder)} ({error.strerror})") from None
    return folder / name


def _cache_folder() -> Path:
    """Return DICEBINGO_CACHE, or the user's cache folder."""
    if chosen := os.environ.get("DICEBINGO_CACHE"):
        return Path(chosen)
    home = Path.home()
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "dicebingo"
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local")) / "dicebingo"
    return Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache") / "dicebingo"


@contextmanager
def replace_file(path: Path) -> Iterator[Path]:
    """Yield a temporary name beside a file; what was written there takes the file's name when all went well."""
    with _beside(path, "new") as new:
        yield new
        with new.open("rb") as file:
            os.fsync(file.fileno())
        new.replace(path)


def expect_writable(path: Path) -> None:
    """Raise unless a file can be written under this name, which is left as it is."""
    with _beside(path, "probe") as probe:
        probe.touch()


@contextmanager
def _beside(path: Path, purpose: str) -> Iterator[Path]:
    """Yield a name beside a file, of this thread alone (two may write the same shard); nothing is left under it."""
    path = Path(path)
    if path.is_dir() or not path.name:
        raise InputError(f"expected a file that can be written, got {quote(path)} (Is a directory)")
    name = path.with_name(f".{path.name}.{os.getpid()}-{get_ident()}.{purpose}")
    try:
        try:
            yield name
        finally:
            name.unlink(missing_ok=True)
    except OSError as error:
        raise InputError(f"expected a file that can be written, got {quote(path)} ({error.strerror})") from None


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file under a temporary name and rename it."""
    with replace_file(path) as new:
        new.write_bytes(content)


def read_json(path: Path) -> Any:
    """Return what a certificate in JSON holds."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"expected a readable certificate, got {quote(path)} ({error.strerror})") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"expected a certificate in JSON, got {quote(path)} ({error})") from None


def save_arrays(path: Path, arrays: Arrays) -> None:
    """Write arrays as one archive."""
    import numpy as np  # noqa: PLC0415  (commands that only write text must not wait for it)

    with replace_file(path) as new, new.open("wb") as file:
        np.savez(file, allow_pickle=False, **arrays)


class ArrayFile:
    """An open archive: ``file[name]`` reads one array and verifies its checksum."""

    def __init__(self, path: Path) -> None:
        self.path = Path(path)
        try:
            self._file = zipfile.ZipFile(self.path)
        except FileNotFoundError:
            raise
        except _DAMAGE as error:
            raise DamagedFile(f"expected a file of arrays, got {quote(self.path)} ({error})") from None

    def __getitem__(self, name: str) -> NDArray[Any]:
        from numpy.lib import format as npy  # noqa: PLC0415  (see above)

        try:
            # The whole member first: numpy would read no more than its header asks for, and leave the checksum out.
            return npy.read_array(BytesIO(self._file.read(f"{name}.npy")), allow_pickle=False)
        except _DAMAGE as error:
            expected = f"expected the array {name} in {quote(self.path)}"
            raise DamagedFile(f"{expected}, got a damaged file ({error})") from None

    def all(self) -> dict[str, NDArray[Any]]:
        """Read every array."""
        return {name: self[name] for name in (Path(member).stem for member in self._file.namelist())}
