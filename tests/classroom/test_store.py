"""Class storage on a full disk and with damaged files.

Acknowledged actions survive, and damage affects only the classes whose data is damaged.
"""

from __future__ import annotations

import asyncio
import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from dicebingo.classroom.events import Created
from dicebingo.classroom.refusals import Refused
from dicebingo.classroom.state import TEACHER, Plan
from dicebingo.classroom.views import class_json
from dicebingo.errors import InputError
from dicebingo.model.variants import find_rules
from dicebingo.web.classes.service import Classes
from dicebingo.web.classes.store import FILE, _opened

resource = pytest.importorskip("resource", reason="the tests limit file sizes to simulate a full disk")

NAMES = ("Rumpelstilz", "Aschenputtel", "Schneewittchen")
"""One name per class. Each is too long to occur in other text by chance."""
PUPILS = 12
NINE = "7 7 7 / 7 7 7 / 7 7 7"


@contextmanager
def full_disk(size: int) -> Iterator[None]:
    """Limit the size of every file, as if the disk were full."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def running(folder: Path) -> Iterator[Any]:
    """Run a server's classes, and yield a function that sends them requests."""
    with asyncio.Runner() as runner:
        classes = Classes(str(folder))
        runner.run(classes.start())

        def ask(what: str, *arguments: Any) -> Any:
            return runner.run(getattr(classes, what)(*arguments))

        ask.classes = classes  # type: ignore[attr-defined]
        try:
            yield ask
        finally:
            runner.run(classes.stop())


def test_the_database_flushes_writes_to_the_disk_and_overwrites_deleted_data(tmp_path: Path) -> None:
    with closing(_opened(tmp_path / FILE)) as db:
        assert db.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
        assert db.execute("PRAGMA secure_delete").fetchone() == (1,)


def fill(folder: Path, pupils: int = PUPILS) -> list[dict[str, str]]:
    """Create a class for each name, with a round in which every pupil has marked a cell. Return the codes and keys."""
    requests = map(str, count())
    with running(folder) as ask:
        made = [ask("create", Created(find_rules("classic"), Plan(seed=1)), "", None, "") for _ in NAMES]
        for one, name in zip(made, NAMES, strict=True):
            keys = [ask("join", one["code"], f"{name} {n}", "", None, "")["key"] for n in range(pupils)]
            for key in keys:
                ask("act", one["code"], key, {"do": "board", "board": NINE}, next(requests), "")
            for act in ({"do": "start"}, {"do": "roll", "value": 7}):
                ask("act", one["code"], one["teacher"], act, next(requests), "")
            for key in keys:
                ask("act", one["code"], key, {"do": "mark", "cell": 3}, next(requests), "")
    return made


def loaded(folder: Path) -> dict[str, Any]:
    """Start a server, and return its classes as their teachers see them."""
    with running(folder) as ask:
        return {code: class_json(live.state, TEACHER) for code, live in ask.classes.live.items()}


def kept(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.iterdir()))


def sizes(folder: Path) -> list[int]:
    """Return the file size limits to test.

    For each n, one limit leaves room for just n pages of the database, and one for just n frames of its log.
    """
    largest = max(path.stat().st_size for path in folder.iterdir())
    return [4096 * page for page in range(largest // 4096 + 8)]


@pytest.mark.slow
def test_a_full_disk_never_leaves_a_class_half_ended(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Let the disk fill up at every possible write.

    If the server confirms that a class has ended, the class is gone for good. If it reports an error, the class
    continues. All other classes continue in either case.
    """
    made = fill(original := tmp_path / "original")
    before = loaded(original)
    (first, second, third), outcomes = made, set()
    for size in sizes(original):
        shutil.copytree(original, folder := tmp_path / str(size))
        with running(folder) as ask:
            with full_disk(size):
                ended = True
                try:
                    ask("act", first["code"], first["teacher"], {"do": "end"}, "end", "")
                except Refused:
                    ended = False
                assert (first["code"] in ask.classes.live) != ended
            shutil.copytree(folder, crashed := tmp_path / f"{size} crashed")
            with full_disk(0):  # an action that cannot be stored must be refused, not lost
                with pytest.raises(Refused) as refusal:
                    ask("act", second["code"], second["teacher"], {"do": "lock"}, "lock", "")
                assert refusal.value.code == "keeping"
            ask("act", second["code"], second["teacher"], {"do": "close"}, "close", "")
            assert (
                NAMES[0].encode() in kept(folder)
            ) != ended  # once a class has ended, the next write removes its names
        outcomes.add(ended)
        assert "Traceback" not in capfd.readouterr().err
        for place in (folder, crashed):
            found = loaded(place)
            assert found.keys() == before.keys() - ({first["code"]} if ended else set())
            assert found[third["code"]] == before[third["code"]]
            assert ended or found[first["code"]] == before[first["code"]]
            assert found[second["code"]]["open"] is (place is crashed)
            assert (NAMES[0].encode() in kept(place)) != ended
        shutil.rmtree(folder)
        shutil.rmtree(crashed)
    assert outcomes == {False, True}


def test_a_server_starts_on_a_full_disk(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The server loads all of its classes. The names of an ended class are deleted as soon as the disk has room."""
    made = fill(original := tmp_path / "original")
    (tmp_path / "log").mkdir()
    with running(original) as ask:
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(type(ask.classes.store), "checkpoint", lambda _: None)
            ask("act", made[0]["code"], made[0]["teacher"], {"do": "end"}, "end", "")
        for path in original.iterdir():  # copy the files as they would be after a power cut
            shutil.copy(path, tmp_path / "log")
    assert NAMES[0].encode() in kept(tmp_path / "log")
    for size in sizes(tmp_path / "log"):
        shutil.copytree(tmp_path / "log", folder := tmp_path / str(size))
        with full_disk(size), running(folder) as ask:
            assert ask.classes.live.keys() == {one["code"] for one in made[1:]}
        assert "Traceback" not in capfd.readouterr().err
        assert loaded(folder).keys() == {one["code"] for one in made[1:]}
        assert NAMES[0].encode() not in kept(folder)
        shutil.rmtree(folder)


def test_a_new_folder_on_a_full_disk_becomes_usable_once_there_is_room(tmp_path: Path) -> None:
    """On a full disk, either the folder can be used, or an ``InputError`` reports that it cannot."""
    for size in (0, 100, 4096, 8192, 16384, 30000):
        with full_disk(size), suppress(InputError):
            store = Classes(str(tmp_path / str(size))).store
            assert store is not None
            store.close()
        assert loaded(tmp_path / str(size)) == {}


DAMAGES = (
    "UPDATE events SET data = 'nonsense' WHERE code = ? AND number = ?",
    "UPDATE events SET data = '{}' WHERE code = ? AND number = ?",
    "UPDATE events SET data = '[]' WHERE code = ? AND number = ?",
    "UPDATE events SET data = x'ff00' WHERE code = ? AND number = ?",
    'UPDATE events SET data = \'{"pupil": 99, "name": 5}\' WHERE code = ? AND number = ?',
    "UPDATE events SET kind = 'nonsense' WHERE code = ? AND number = ?",
    "UPDATE events SET kind = 'ended' WHERE code = ? AND number = ?",
    "DELETE FROM events WHERE code = ? AND number = ?",
    "DELETE FROM events WHERE code = ? AND number <= ?",
    "DELETE FROM keys WHERE code = ? AND role = 'projector' OR 0 = ?",
    "UPDATE keys SET role = 'king' WHERE code = ? OR 0 = ?",
    "UPDATE keys SET pupil = 99 WHERE code = ? AND role = 'pupil' OR 0 = ?",
    "UPDATE requests SET answer = 'nonsense' WHERE code = ? OR 0 = ?",
    "UPDATE classes SET born = 'yesterday' WHERE code = ? OR 0 = ?",
    "DELETE FROM classes WHERE code = ? OR 0 = ?",
)


def test_a_damaged_row_affects_only_its_class(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A one-line error gives the file and the class. All other classes load, and can be changed."""
    made = fill(original := tmp_path / "original")
    before, chance = loaded(original), random.Random(5)
    for number, damage in enumerate(DAMAGES):
        shutil.copytree(original, folder := tmp_path / str(number))
        hit, *others = chance.sample(made, len(made))
        with closing(sqlite3.connect(folder / FILE)) as db, db:
            db.execute(damage, (hit["code"], chance.randint(2, 30)))
        capfd.readouterr()
        with running(folder) as ask:
            told = capfd.readouterr().err
            assert told.count("\n") == 1, told
            assert str(folder / FILE) in told
            assert hit["code"] in told
            found = {code: class_json(live.state, TEACHER) for code, live in ask.classes.live.items()}
            assert found == {code: before[code] for code in before if code != hit["code"]}, damage
            for one in others:
                ask("act", one["code"], one["teacher"], {"do": "close"}, "close", "")
            assert capfd.readouterr().err == ""


def leaves(path: Path) -> dict[int, set[str]]:
    """Return the offset of each database page and the classes that have rows on it.

    A page without rows of any class is assigned to all classes. The page after the last row of a class is also assigned
    to that class if only this page shows that no more rows follow.
    """
    with closing(sqlite3.connect(path)) as db:
        codes = [code for (code,) in db.execute("SELECT code FROM classes")]
    content = path.read_bytes()
    found = {}
    for start in range(0, len(content), 4096):
        page = content[start : start + 4096]
        touched = {code for code in codes if code.encode() in page} if page[0] == 10 and start else set()
        found[start] = touched or set(codes)
    for start in found:
        page = content[start : start + 4096]
        if page[0] == 2:  # this page is an inner node: the row in each of its cells lies between two leaves
            ends = 12 + 2 * int.from_bytes(page[3:5], "big")
            cells = [int.from_bytes(page[at : at + 2], "big") for at in range(12, ends, 2)]
            leaf_after = [*(page[cell : cell + 4] for cell in cells[1:]), page[8:12]]
            for cell, leaf in zip(cells, leaf_after, strict=True):
                between = {code for code in codes if code.encode() in page[cell : cell + 25]}
                found[(int.from_bytes(leaf, "big") - 1) * 4096] |= between
    return found


@pytest.mark.slow
def test_a_damaged_database_is_repaired_despite_a_full_disk(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Let the disk fill up at every possible write. Undamaged classes load at once, or when the disk has room again."""
    fill(original := tmp_path / "original", pupils=30)
    before, pages = loaded(original), leaves(original / FILE)
    start, hit = next((start, codes) for start, codes in pages.items() if len(codes) == 1)
    content = bytearray((original / FILE).read_bytes())
    content[start : start + 4096] = bytes(4096)
    (original / FILE).write_bytes(content)
    sound = {code: state for code, state in before.items() if code not in hit}
    started = set()
    for size in sizes(original):
        shutil.copytree(original, folder := tmp_path / str(size))
        with full_disk(size):
            try:
                with running(folder) as ask:
                    assert sound.keys() <= ask.classes.live.keys(), size
                started.add(True)
            except InputError:
                started.add(False)
        assert "Traceback" not in capfd.readouterr().err
        found = loaded(folder)
        assert {code: found[code] for code in sound} == sound, size
        assert [path.name for path in folder.iterdir() if path.suffix in (".mended", ".damaged")] == []
        shutil.rmtree(folder)
    assert True in started


@pytest.mark.slow
@pytest.mark.parametrize("count", [40, pytest.param(200, marks=pytest.mark.long)])
def test_damage_affects_only_the_classes_on_damaged_pages(
    count: int, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """No damage causes a traceback. Classes without a row on a damaged page load, and can be changed."""
    made = fill(original := tmp_path / "original", pupils=30)
    before, pages, chance = loaded(original), leaves(original / FILE), random.Random(7)
    partial = [start for start, codes in pages.items() if before.keys() - codes]
    assert partial
    for number in range(count):
        shutil.copytree(original, folder := tmp_path / str(number))
        content = bytearray((folder / FILE).read_bytes())
        start = chance.choice(partial if number % 2 else list(pages))
        first = start + chance.choice([0, 0, chance.randrange(4096)])
        size = chance.choice([1, 8, 100, 4096])
        last = min(first + size, start + 4096)
        junk = chance.choice([bytes(last - first), chance.randbytes(last - first)])
        content[first:last] = junk
        if number % 20 == 18:
            content, sound = content[: len(content) // 2], set()
        else:
            sound = before.keys() - pages[start]
        (folder / FILE).write_bytes(content)
        capfd.readouterr()
        try:
            with running(folder) as ask:
                found = {code: class_json(live.state, TEACHER) for code, live in ask.classes.live.items()}
                for one in made:
                    if one["code"] in sound:
                        assert found[one["code"]] == before[one["code"]], number
                        ask("act", one["code"], one["teacher"], {"do": "close"}, "close", "")
        except InputError:
            assert not sound, number
        assert "Traceback" not in capfd.readouterr().err, number
        shutil.rmtree(folder)
