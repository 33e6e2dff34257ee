"""The cache: its folder, its listing, and its clearing, which removes only files that dicebingo created."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import date
from pathlib import Path

import numpy as np
import pytest

from dicebingo.errors import InputError
from dicebingo.running import cache
from dicebingo.running.cache import (
    MAX_EDITIONS,
    cache_folder,
    clear_cache,
    load_kernel,
    rank_file,
    save_kernel,
    show_cache,
)
from dicebingo.running.files import make_folder, save_arrays
from tests.commands import run

CODE = bytes(range(256)) * 3


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Create an empty cache."""
    monkeypatch.setenv("DICEBINGO_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    return tmp_path / "cache"


def keep_table(content: str = "all boards") -> Path:
    """Store a table with a title."""
    path = rank_file(content)
    make_folder(path.parent)
    save_arrays(path, {"title": np.frombuffer(f"ranks of {content}".encode(), np.uint8), "values": np.arange(1000)})
    return path


# The folder


def test_the_folder_can_be_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEBINGO_CACHE", str(tmp_path / "my" / "cache"))
    assert cache_folder() == tmp_path / "my" / "cache"
    assert rank_file("x").parent == cache_folder()
    assert not cache_folder().exists()  # looking up the folder does not create it
    monkeypatch.delenv("DICEBINGO_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    if os.name != "nt":
        assert cache_folder() == tmp_path / "dicebingo"


def test_an_invalid_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match="Cannot create the folder"):
        make_folder(tmp_path / "file" / "cache")


def test_a_user_without_a_home_folder_has_no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("DICEBINGO_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", nowhere)
    save_kernel("solo.f-0123456789abcdef", "1.0", CODE)
    assert load_kernel("solo.f-0123456789abcdef", "1.0") is None
    assert clear_cache().kept == ()
    with pytest.raises(InputError, match="Cannot create the folder"):
        make_folder(cache_folder())


# Kernels


def test_a_kernel_is_cached_for_one_compiler_and_one_set_of_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    name = "solo.f-0123456789abcdef"
    assert load_kernel(name, "1.0") is None
    save_kernel(name, "1.0", CODE)
    assert load_kernel(name, "1.0") == CODE
    assert load_kernel(name, "1.1") is None
    monkeypatch.setattr(cache, "_sources", lambda: "other sources")
    assert load_kernel(name, "1.0") is None


def test_a_damaged_kernel_is_ignored(folder: Path) -> None:
    name = "solo.f-0123456789abcdef"
    save_kernel(name, "1.0", CODE)
    (path,) = folder.glob("kernels-*/*")
    good = path.read_bytes()
    damaged = [good[:i] + bytes([good[i] ^ 1]) + good[i + 1 :] for i in range(0, len(good), 17)]
    for content in [*damaged, b"", good[:-1], good[:100], good + b"x", good + good]:
        path.write_bytes(content)
        assert load_kernel(name, "1.0") is None
    save_kernel(name, "1.0", CODE)
    assert load_kernel(name, "1.0") == CODE


def test_failing_to_store_a_kernel_is_not_an_error(folder: Path) -> None:
    folder.write_text("a file where the folder should be")
    save_kernel("solo.f-0123456789abcdef", "1.0", CODE)
    assert load_kernel("solo.f-0123456789abcdef", "1.0") is None
    assert folder.is_file()


def test_deleting_the_folder_while_a_kernel_is_written_is_not_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object) -> None:
        raise FileNotFoundError

    monkeypatch.setattr(Path, "write_bytes", gone)
    save_kernel("solo.f-0123456789abcdef", "1.0", CODE)
    assert load_kernel("solo.f-0123456789abcdef", "1.0") is None


def test_numbas_own_folder_is_respected(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "numba"))
    save_kernel("solo.f-0123456789abcdef", "1.0", CODE)
    assert len(list((tmp_path / "numba").iterdir())) == 1
    assert not folder.exists()
    assert clear_cache().removed == ()
    assert load_kernel("solo.f-0123456789abcdef", "1.0") == CODE


def test_the_most_recently_used_versions_of_a_kernel_are_retained(folder: Path) -> None:
    def keep(edition: int) -> None:
        save_kernel("solo.f-0123456789abcdef", f"{edition}", CODE)
        for path in folder.iterdir():  # pretend that the files were last used on an earlier day
            os.utime(path, (0, path.stat().st_mtime - 86_400))

    def kept() -> list[int]:
        return [edition for edition in range(6) if load_kernel("solo.f-0123456789abcdef", f"{edition}")]

    for edition in range(MAX_EDITIONS):
        keep(edition)
    (folder / "kernels-of-somebody-else").mkdir()
    load_kernel("solo.f-0123456789abcdef", "0")  # this marks the kernel's folder as used today
    keep(MAX_EDITIONS)
    assert kept() == [0, 2, 3]
    assert (folder / "kernels-of-somebody-else").is_dir()


# Listing and clearing


def test_the_listing_shows_stored_files() -> None:
    assert show_cache().kept == ()
    table = keep_table()
    for name in ("solo.f", "sweep.g"):
        save_kernel(f"{name}-0123456789abcdef", "1.0", CODE)
    kernels, ranks = sorted(show_cache().kept, key=lambda kept: kept.what)
    assert (kernels.what, kernels.bytes) == ("compiled kernels", 2 * (len(CODE) + 32))
    assert (ranks.what, ranks.bytes, ranks.path) == ("ranks of all boards", table.stat().st_size, str(table))
    assert {kernels.used, ranks.used} <= {str(date.today()), str(date.fromtimestamp(table.stat().st_mtime))}
    assert [kept.path for kept in show_cache().kept] == [str(table), kernels.path]  # the larger file comes first


def test_the_most_recently_used_files_come_first() -> None:
    old, new = keep_table("old"), keep_table("new")
    os.utime(old, (0, 86_400 * 365))
    assert [kept.path for kept in show_cache().kept] == [str(new), str(old)]
    assert show_cache().kept[1].used == "1971-01-01"
    cache.mark_used(old)
    assert show_cache().kept[1].used > "2020"


FOREIGN = (
    "notes.txt",
    "rank-mine.npz",
    "rank-0123456789abcdef.npz.old",
    "my-rank-0123456789abcdef.npz",
    "kernels-0123456789abcde",
    ".hidden.new",
    ".table.1234-5678.new",
)


def test_clearing_removes_only_our_files(folder: Path) -> None:
    table = keep_table()
    damaged = keep_table("something else")
    damaged.write_bytes(b"damaged")
    save_kernel("solo.f-0123456789abcdef", "1.0", CODE)
    for name in FOREIGN:
        (folder / name).write_text("mine")
    directory = folder / "rank-fedcba9876543210.npz"
    directory.mkdir()
    mixed = folder / "kernels-fedcba9876543210"
    mixed.mkdir()
    for name in ("solo.f-0123456789abcdef", "mine.txt"):
        (mixed / name).write_text("mine")

    before, cleared = show_cache(), clear_cache()
    assert len(before.kept) == 4
    assert {kept.what for kept in before.kept} == {"ranks of all boards", "a table of ranks", "compiled kernels"}
    # One folder contains a file that dicebingo did not create, so it stays.
    assert [kept.path for kept in cleared.kept] == [str(mixed)]
    assert {*cleared.kept, *cleared.removed} >= {kept for kept in before.kept if kept.path != str(mixed)}
    assert {path.name for path in folder.iterdir()} == {*FOREIGN, directory.name, mixed.name}
    assert [path.name for path in mixed.iterdir()] == ["mine.txt"]
    assert not table.exists()
    assert not damaged.exists()


def test_clearing_an_empty_cache_removes_nothing(folder: Path) -> None:
    cleared = clear_cache()
    assert (cleared.folder, cleared.kept, cleared.removed) == (str(folder), (), ())
    assert not folder.exists()


def test_clearing_removes_an_unfinished_file_of_a_killed_process(folder: Path) -> None:
    make_folder(folder)
    code = f"""
import os, signal
from pathlib import Path
from dicebingo.running.files import replace_file
with replace_file(Path({str(rank_file("x"))!r})) as new:
    new.write_bytes(b"half of it")
    os.kill(os.getpid(), signal.SIGKILL)
"""
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode != 0
    (left,) = folder.iterdir()
    (kept,) = show_cache().kept
    assert (kept.what, kept.bytes, kept.path) == ("left unfinished by a killed process", 10, str(left))
    assert clear_cache().removed == (kept,)
    assert list(folder.iterdir()) == []


# The command


def test_the_command_lists_the_cache() -> None:
    assert run("cache").out == f"{show_cache()}\n"
    keep_table("classic (3x3, 2d6)")
    save_kernel("solo.f-0123456789abcdef", "1.0", CODE)
    shown = run("cache")
    assert (shown.code, shown.err) == (0, "")
    where, _, head, _, *rows = shown.out.splitlines()
    assert where == str(cache_folder())
    assert head.split() == ["stored", "size", "last", "used"]
    assert [row[:37].rstrip() for row in rows] == [
        "ranks of classic (3x3, 2d6)  8.5 kB",
        "compiled kernels             0.8 kB",
        "",
        "9.3 kB in all",
    ]


def test_the_command_lists_the_cache_in_json() -> None:
    path = keep_table()
    answer = run("cache", "--json").json()
    assert answer == show_cache().to_dict()
    (kept,) = answer["kept"]
    assert (answer["folder"], answer["removed"]) == (str(cache_folder()), [])
    size, used = path.stat().st_size, kept["used"]
    assert kept == {"path": str(path), "what": "ranks of all boards", "bytes": size, "used": used}
    cleared = run("cache", "--clear", "--json").json()
    assert cleared == {"folder": str(cache_folder()), "kept": [], "removed": [kept]}
    assert not path.exists()


def test_the_command_reports_what_it_cleared() -> None:
    keep_table()
    assert run("cache", "--clear").out.strip("\n") == f"{cache_folder()}\n\nremoved 8.5 kB\n\nThe cache is empty."
    assert run("cache", "--clear").out.strip("\n") == f"{cache_folder()}\n\nThe cache is empty."
    assert repr(show_cache()) == f"<Cache in {cache_folder()}: 0 kept, 0 removed>"
