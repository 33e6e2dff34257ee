"""Result files are complete or absent, and the arrays read from them are always correct."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from dicebingo.errors import InputError
from dicebingo.running.files import (
    ArrayFile,
    DamagedFile,
    _machine,
    expect_writable,
    is_left_behind,
    read_json,
    replace_file,
    save_arrays,
    write_bytes,
)

Arrays = dict[str, NDArray[Any]]

needs_permissions = pytest.mark.skipif(os.name == "nt" or os.getuid() == 0, reason="needs a read-only folder")


def some_arrays() -> Arrays:
    # The large array exceeds numpy's read buffer, so a header with a smaller shape would leave its end unread.
    return {"small": np.arange(3, dtype=np.uint8), "large": np.arange(40_000, dtype=np.uint16), "one": np.array(7)}


def same(left: Arrays, right: Arrays) -> bool:
    return left.keys() == right.keys() and all(
        left[name].dtype == right[name].dtype and np.array_equal(left[name], right[name]) for name in left
    )


# Whole files


def test_a_file_is_replaced_only_on_success(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_bytes(path, b"old")
    with replace_file(path) as new:
        new.write_bytes(b"new")
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


def test_a_failure_leaves_only_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_bytes(path, b"old")

    def interrupted() -> None:
        with replace_file(path) as new:
            new.write_bytes(b"half of the new")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert path.read_bytes() == b"old"
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("name", ["nowhere/file", ""])
def test_an_unwritable_file_is_reported(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    with pytest.raises(InputError, match="Cannot write"):
        write_bytes(path, b"something")
    with pytest.raises(InputError, match="Cannot write"):
        expect_writable(path)
    assert list(tmp_path.iterdir()) == []


@needs_permissions
def test_an_unwritable_folder_is_reported(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(InputError, match="Permission denied"):
        expect_writable(tmp_path / "file")


def test_checking_whether_a_file_is_writable_does_not_change_it(tmp_path: Path) -> None:
    path = tmp_path / "file"
    expect_writable(path)
    assert not path.exists()
    path.write_bytes(b"old")
    expect_writable(path)
    assert path.read_bytes() == b"old"
    assert len(list(tmp_path.iterdir())) == 1


# Killed processes and full disks


def dead_process() -> int:
    """Return the id of a process that no longer exists."""
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    return ended.pid


def python(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    begin = "import os, signal, sys\nfrom pathlib import Path\npath = Path(sys.argv[1])\n"
    command = [sys.executable, "-c", begin + code, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


KILLED = """
from dicebingo.running.files import write_bytes
from dicebingo.running.stopping import watching
with watching(lambda _: os.kill(os.getpid(), signal.SIGKILL)):
    write_bytes(path, b"complete, but under a temporary name")
"""


@pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL")
def test_the_next_process_removes_temporary_files_of_a_killed_process(tmp_path: Path) -> None:
    assert python(KILLED, str(tmp_path / "file")).returncode < 0
    (left,) = tmp_path.iterdir()
    assert left.name.startswith(".file.")
    assert is_left_behind(left)
    write_bytes(tmp_path / "other", b"whatever")
    assert [file.name for file in tmp_path.iterdir()] == ["other"]


@pytest.mark.skipif(os.name == "nt", reason="process ids are not reliable on Windows")
def test_temporary_files_of_running_processes_stay(tmp_path: Path) -> None:
    here, elsewhere, dead, day = _machine(), f"{int(_machine(), 16) ^ 1:08x}", dead_process(), 86_400
    ages = {
        f".a.{here}-{dead}-1.new": 0,  # removed: its process has ended
        f".b.{elsewhere}-{dead}-1.new": day + 60,  # removed: more than a day old
        f".c.{here}-{os.getpid()}-1.new": day + 60,  # removed: another process now has this id
        f".d.{here}-1-1.new": day - 60,
        f".e.{here}-{os.getpid()}-1.new": 0,
        f".f.{elsewhere}-{dead}-1.new": day - 60,
        f".g.{dead}-1.new": 2 * day,
        f".h.{here}-{dead}-1.old": 2 * day,
        ".i.new": 2 * day,
        f"j.{here}-{dead}-1.new": 2 * day,
    }
    for name, age in ages.items():
        path = tmp_path / name
        path.touch()
        os.utime(path, (0, path.stat().st_mtime - age))
    write_bytes(tmp_path / "file", b"whatever")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*list(ages)[3:], "file"])
    # A process that seems to have ended may be running on another machine.
    assert not is_left_behind(tmp_path / f".k.{elsewhere}-{dead}-1.new")


FULL = """
import resource
import numpy as np
from dicebingo.errors import InputError
from dicebingo.running.files import save_arrays, write_bytes
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # so that writing fails, as on a full disk
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, resource.RLIM_INFINITY))
for write in (lambda: write_bytes(path, bytes(200_000)), lambda: save_arrays(path, {"a": np.arange(200_000)})):
    try:
        write()
    except InputError as error:
        print(error)
"""


@pytest.mark.skipif(os.name == "nt", reason="needs file size limits")
@pytest.mark.parametrize("before", [[], ["file"]])
def test_a_full_disk_is_reported_and_leaves_the_old_file(before: list[str], tmp_path: Path) -> None:
    path = tmp_path / "file"
    for name in before:
        (tmp_path / name).write_bytes(b"old")
    done = python(FULL, str(path))
    assert (done.returncode, done.stderr) == (0, "")
    first, second = done.stdout.splitlines()
    assert first == second
    assert first.startswith("Cannot write '")
    assert first.endswith(": File too large.")
    assert [path.name for path in tmp_path.iterdir()] == before
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"old" for _ in before]


# Arrays


def test_arrays_are_read_back(tmp_path: Path) -> None:
    save_arrays(tmp_path / "a.npz", some_arrays())
    file = ArrayFile(tmp_path / "a.npz")
    assert same(file.all(), some_arrays())
    assert np.array_equal(file["large"], some_arrays()["large"])
    with pytest.raises(DamagedFile, match="it has no valid array other"):
        _ = file["other"]
    with np.load(tmp_path / "a.npz") as numpys:  # numpy can read the file as well
        assert same({**numpys}, some_arrays())


def test_a_missing_file_is_distinguished_from_a_damaged_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        ArrayFile(tmp_path / "a.npz")


@pytest.mark.parametrize("content", [b"", b"PK", b"not an archive", b"\x93NUMPY\x01\x00v\x00"], ids=repr)
def test_files_that_are_not_archives_of_arrays_are_rejected(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.npz").write_bytes(content)
    with pytest.raises(DamagedFile, match="is not an archive of arrays"):
        ArrayFile(tmp_path / "a.npz")
    with pytest.raises(DamagedFile, match="is not an archive of arrays"):
        ArrayFile(tmp_path)  # a folder


@pytest.mark.parametrize("step", [7, pytest.param(1, marks=pytest.mark.long)])
def test_any_damaged_byte_is_detected_or_does_not_matter(step: int, tmp_path: Path) -> None:
    """After any change of a byte, the reader returns correct arrays or rejects the file."""
    path = tmp_path / "a.npz"
    save_arrays(path, some_arrays())
    good = path.read_bytes()
    refused = 0
    offsets = (*range(700), *range(700, len(good) - 500, 5_003), *range(len(good) - 500, len(good)))
    for offset in offsets[::step]:
        for flip in (0x01, 0x10, 0x80):
            path.write_bytes(good[:offset] + bytes([good[offset] ^ flip]) + good[offset + 1 :])
            for name, array in some_arrays().items():
                try:
                    assert same({name: ArrayFile(path)[name]}, {name: array})
                except DamagedFile:
                    refused += 1
    assert refused > len(offsets) // step


def test_a_header_with_a_smaller_shape_is_detected(tmp_path: Path) -> None:
    """With a smaller shape, reading might stop before the checksum, which follows the array."""
    path = tmp_path / "a.npz"
    save_arrays(path, some_arrays())
    for old, new in ((b"(40000,)", b"(10000,)"), (b"'<u2'", b"'<u1'"), (b"'<u2'", b"'<i2'")):
        assert old in path.read_bytes()
        path.write_bytes(path.read_bytes().replace(old, new))
        with pytest.raises(DamagedFile, match="it has no valid array large"):
            _ = ArrayFile(path)["large"]
        path.write_bytes(path.read_bytes().replace(new, old))
    assert same(ArrayFile(path).all(), some_arrays())


def test_any_truncation_is_detected(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    save_arrays(path, some_arrays())
    good = path.read_bytes()
    for length in (*range(0, len(good), 997), len(good) - 1):
        path.write_bytes(good[:length])
        with pytest.raises(DamagedFile):
            ArrayFile(path).all()


# JSON


def test_certificates_are_read(tmp_path: Path) -> None:
    path = tmp_path / "certificate.json"
    path.write_text('{"kind": "✓"}', encoding="utf-8")
    assert read_json(path) == {"kind": "✓"}
    path.write_text("{")
    with pytest.raises(InputError, match="is not a certificate in JSON"):
        read_json(path)
    for missing in (tmp_path, tmp_path / "nowhere.json"):
        with pytest.raises(InputError, match=r"Cannot read .* as a certificate"):
            read_json(missing)
