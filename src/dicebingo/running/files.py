"""Files of results: complete under their name or not there, checked when read.

Arrays are kept in numpy's ``.npz`` form, a zip archive without compression: every array in it has a checksum, which is
verified whenever it is read. A shard store is a folder of such archives, one for each finished shard of a job, with a
manifest that says which job they belong to; each archive says so as well.
"""

from __future__ import annotations

import json
import os
import struct
import sys
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from threading import get_ident
from typing import TYPE_CHECKING, Any, TypeAlias

from dicebingo.errors import InputError, quote

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "Arrays",
    "DamagedFile",
    "FilePath",
    "ShardStore",
    "cache_file",
    "expect_writable",
    "load_arrays",
    "replace_file",
    "save_arrays",
    "write_bytes",
]

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
    path = Path(path)
    new = _beside(path, "new")
    try:
        try:
            yield new
            with new.open("rb") as file:
                os.fsync(file.fileno())
            new.replace(path)
        finally:
            new.unlink(missing_ok=True)
    except OSError as error:
        raise InputError(f"expected a file that can be written, got {quote(path)} ({error.strerror})") from None


def expect_writable(path: Path) -> None:
    """Raise unless a file can be written under this name, which is left as it is."""
    path = Path(path)
    probe = _beside(path, "probe")
    try:
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise InputError(f"expected a file that can be written, got {quote(path)} ({error.strerror})") from None


def _beside(path: Path, purpose: str) -> Path:
    """Return the name of a file beside another one, of this thread alone: two may write the same shard."""
    if path.is_dir() or not path.name:
        raise InputError(f"expected a file that can be written, got {quote(path)} (Is a directory)")
    return path.with_name(f".{path.name}.{os.getpid()}-{get_ident()}.{purpose}")


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file under a temporary name and rename it."""
    with replace_file(path) as new:
        new.write_bytes(content)


def save_arrays(path: Path, arrays: Arrays) -> None:
    """Write arrays as one archive."""
    import numpy as np  # noqa: PLC0415  (commands that only write text must not wait for it)

    with replace_file(path) as new, new.open("wb") as file:
        np.savez(file, allow_pickle=False, **arrays)


def load_arrays(path: Path) -> ArrayFile:
    """Open an archive of arrays; they are read, and their checksums verified, when asked for."""
    return ArrayFile(path)


class ArrayFile:
    """An open archive: ``file[name]`` reads one array."""

    def __init__(self, path: Path) -> None:
        """Open the archive and read its list of contents."""
        self.path = Path(path)
        try:
            self._file = zipfile.ZipFile(self.path)
        except FileNotFoundError:
            raise
        except _DAMAGE as error:
            raise DamagedFile(f"expected a file of arrays, got {quote(self.path)} ({error})") from None

    def __getitem__(self, name: str) -> NDArray[Any]:
        """Read one array."""
        from numpy.lib import format as npy  # noqa: PLC0415  (see above)

        try:
            # The whole member first: numpy would read no more than its header asks for, and leave the checksum out.
            content = BytesIO(self._file.read(f"{name}.npy"))
            return npy.read_array(content, allow_pickle=False)
        except _DAMAGE as error:
            raise DamagedFile(
                f"expected the array {name} in {quote(self.path)}, got a damaged file ({error})"
            ) from None

    def all(self) -> dict[str, NDArray[Any]]:
        """Read every array."""
        return {name: self[name] for name in (Path(member).stem for member in self._file.namelist())}


class ShardStore:
    """The finished shards of a job, in a folder of their own."""

    def __init__(self, folder: Path, job: str, shards: int) -> None:
        """Open the folder for a job, or make it; one that holds another job's shards is refused."""
        self.folder, self.job = Path(folder), job
        manifest = self.folder / "job.json"
        wanted = {"job": job, "shards": shards}
        if manifest.exists():
            try:
                found = json.loads(manifest.read_text(encoding="utf-8"))
            except (OSError, ValueError) as error:
                raise DamagedFile(
                    f"expected a checkpoint in {quote(self.folder)}, got a damaged one ({error})"
                ) from None
            if found != wanted:
                raise InputError(f"expected a checkpoint of this job in {quote(self.folder)}, got one of another job")
            return
        if self.folder.exists() and (not self.folder.is_dir() or any(map(_is_content, self.folder.iterdir()))):
            raise InputError(f"expected a checkpoint or an empty folder, got {quote(self.folder)}")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"expected a folder for a checkpoint, got {quote(folder)} ({error.strerror})") from None
        write_bytes(manifest, json.dumps(wanted, indent=1).encode())

    def has(self, shard: int) -> bool:
        """Whether a shard is finished."""
        return self._path(shard).exists()

    def load(self, shard: int) -> dict[str, NDArray[Any]]:
        """Return the arrays of a finished shard."""
        arrays = load_arrays(self._path(shard)).all()
        if bytes(arrays.pop("shard", b"")) != self._identity(shard, arrays):
            raise DamagedFile(f"expected shard {shard} of this job, got something else in {quote(self._path(shard))}")
        return arrays

    def save(self, shard: int, arrays: Arrays) -> None:
        """Keep the arrays of a finished shard."""
        import numpy as np  # noqa: PLC0415  (see above)

        identity = np.frombuffer(self._identity(shard, arrays), np.uint8)
        save_arrays(self._path(shard), {**arrays, "shard": identity})

    def _identity(self, shard: int, names: Iterable[str]) -> bytes:
        """Return what a shard's file must say: which job, which shard, and which arrays."""
        return sha256(json.dumps([self.job, shard, sorted(names)]).encode()).digest()

    def _path(self, shard: int) -> Path:
        return self.folder / f"shard-{shard:06d}.npz"


def _is_content(path: Path) -> bool:
    """Whether a file is more than what a process that was killed had not finished."""
    return not (path.name.startswith(".job.json.") and path.suffix == ".new")
