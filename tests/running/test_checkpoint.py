"""A checkpoint restores finished shards, but never shards of another job."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from dicebingo.errors import InputError
from dicebingo.running.checkpoint import Checkpoint
from dicebingo.running.files import DamagedFile
from tests.running.test_files import Arrays, same, some_arrays


def test_finished_shards_are_restored(tmp_path: Path) -> None:
    kept = Checkpoint(tmp_path / "new" / "folder", "a job", 3)
    assert not any(kept.has(shard) for shard in range(3))
    kept.save(1, some_arrays())
    again = Checkpoint(tmp_path / "new" / "folder", "a job", 3)
    assert [again.has(shard) for shard in range(3)] == [False, True, False]
    assert same(again.load(1), some_arrays())


@pytest.mark.parametrize(("job", "shards"), [("another job", 3), ("a job", 4)])
def test_a_checkpoint_of_another_job_is_rejected(job: str, shards: int, tmp_path: Path) -> None:
    Checkpoint(tmp_path, "a job", 3)
    with pytest.raises(InputError, match="belongs to another job"):
        Checkpoint(tmp_path, job, shards)


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"null", b"[]", b'{"job": "a job"}', b'{"shards": 3}'])
def test_a_damaged_manifest_is_rejected(content: bytes, tmp_path: Path) -> None:
    Checkpoint(tmp_path, "a job", 3)
    (tmp_path / "job.json").write_bytes(content)
    with pytest.raises(InputError, match="The checkpoint in"):
        Checkpoint(tmp_path, "a job", 3)


def test_a_folder_with_other_files_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "holiday.txt").touch()
    with pytest.raises(InputError, match="expected a checkpoint or an empty folder, got"):
        Checkpoint(tmp_path, "a job", 3)
    with pytest.raises(InputError, match="expected a checkpoint or an empty folder, got"):
        Checkpoint(tmp_path / "holiday.txt", "a job", 3)
    with pytest.raises(InputError, match=r"Cannot use .* for a checkpoint"):
        Checkpoint(tmp_path / "holiday.txt" / "folder", "a job", 3)
    with pytest.raises(InputError, match=r"Cannot use .* for a checkpoint: File name too long"):
        Checkpoint(tmp_path / ("x" * 300), "a job", 3)
    assert [file.name for file in tmp_path.iterdir()] == ["holiday.txt"]


def test_unfinished_shards_of_a_killed_process_are_skipped(tmp_path: Path) -> None:
    (tmp_path / ".job.json.12345.new").write_bytes(b'{"jo')
    kept = Checkpoint(tmp_path, "a job", 3)
    (tmp_path / ".shard-000001.npz.12345.new").write_bytes(b"PK")
    assert not kept.has(1)
    assert json.loads((tmp_path / "job.json").read_text()) == {"job": "a job", "shards": 3}
    Checkpoint(tmp_path, "a job", 3)


def test_a_shard_file_from_another_job_or_shard_is_rejected(tmp_path: Path) -> None:
    mine, other = (Checkpoint(tmp_path / name, name, 3) for name in ("mine", "other"))
    for kept in (mine, other):
        kept.save(0, some_arrays())
    foreign = (other.folder / "shard-000000.npz").read_bytes()
    own = (mine.folder / "shard-000000.npz").read_bytes()
    (mine.folder / "shard-000000.npz").write_bytes(foreign)
    (mine.folder / "shard-000001.npz").write_bytes(own)
    for shard in (0, 1):
        with pytest.raises(DamagedFile, match=f"is not shard {shard} of this job"):
            mine.load(shard)


@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.long)])
def test_any_damaged_byte_of_a_shard_is_detected(step: int, tmp_path: Path) -> None:
    """Loading reads all arrays, so an archive whose index lacks an array is rejected too."""
    kept = Checkpoint(tmp_path, "a job", 1)
    arrays: Arrays = {"values": np.linspace(0, 1, 20), "count": np.array(3)}
    kept.save(0, arrays)
    path = tmp_path / "shard-000000.npz"
    good = path.read_bytes()
    damages = [(offset, flip) for offset in range(len(good)) for flip in (0x01, 0x80)][::step]
    refused = 0
    for offset, flip in damages:
        path.write_bytes(good[:offset] + bytes([good[offset] ^ flip]) + good[offset + 1 :])
        try:
            assert same(kept.load(0), arrays)
        except DamagedFile:
            refused += 1
    assert refused > len(damages) // 2
