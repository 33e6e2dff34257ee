"""Checkpoints: each is a folder that contains the finished shards of one job.

Each shard is an archive of arrays (``running.files``). The manifest and every archive identify the job, so the shards
of one job are never mistaken for those of another.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from dicebingo.errors import InputError, quote
from dicebingo.running.files import Array, ArrayFile, Arrays, DamagedFile, save_arrays, write_bytes


class Checkpoint:
    """A folder that contains the finished shards of a job."""

    def __init__(self, folder: Path, job: str, shards: int) -> None:
        self.folder, self.job = Path(folder), job
        manifest = self.folder / "job.json"
        wanted = {"job": job, "shards": shards}
        try:
            begun = self._has_begun(manifest)
        except OSError as error:
            raise InputError(f"Cannot use {quote(folder)} for a checkpoint: {error.strerror}.") from None
        if begun:
            try:
                found = json.loads(manifest.read_text(encoding="utf-8"))
            except (OSError, ValueError) as error:
                raise DamagedFile(f"The checkpoint in {quote(self.folder)} is damaged ({error}).") from None
            if found != wanted:
                raise InputError(f"The checkpoint in {quote(self.folder)} belongs to another job.")
        else:
            write_bytes(manifest, json.dumps(wanted, indent=1).encode())

    def _has_begun(self, manifest: Path) -> bool:
        """Return whether there is a manifest. If not, create the folder, or raise an error if it is not empty."""
        if manifest.exists():
            return True
        unfinished = set(self.folder.glob(".job.json.*.new"))  # files left behind by a killed process
        if self.folder.exists() and (not self.folder.is_dir() or set(self.folder.iterdir()) - unfinished):
            raise InputError(f"expected a checkpoint or an empty folder, got {quote(self.folder)}")
        self.folder.mkdir(parents=True, exist_ok=True)
        return False

    def has(self, shard: int) -> bool:
        """Return whether a shard is finished."""
        return self._path(shard).exists()

    def load(self, shard: int) -> dict[str, Array]:
        """Return the arrays of a finished shard."""
        arrays = ArrayFile(self._path(shard)).all()
        if bytes(arrays.pop("shard", b"")) != self._identity(shard, arrays):
            raise DamagedFile(f"The file {quote(self._path(shard))} is not shard {shard} of this job.")
        return arrays

    def save(self, shard: int, arrays: Arrays) -> None:
        """Save the arrays of a finished shard."""
        import numpy as np  # noqa: PLC0415  (commands that only write text must not wait for it)

        identity = np.frombuffer(self._identity(shard, arrays), np.uint8)
        save_arrays(self._path(shard), {**arrays, "shard": identity})

    def _identity(self, shard: int, names: Iterable[str]) -> bytes:
        """Return a hash of the job, the shard's number and the names of its arrays; it is stored with the shard."""
        from hashlib import sha256  # noqa: PLC0415  (not needed for an exact solution)

        return sha256(json.dumps([self.job, shard, sorted(names)]).encode()).digest()

    def _path(self, shard: int) -> Path:
        return self.folder / f"shard-{shard:06d}.npz"
