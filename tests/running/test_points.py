"""Points of a run: the run calls watchers in order, and at each point the right files are on disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from dicebingo.errors import InputError
from dicebingo.running.checkpoint import Checkpoint
from dicebingo.running.files import remove_unfinished, write_bytes
from dicebingo.running.run import Run
from dicebingo.running.stopping import Point, reach, watching
from tests.running.shard_jobs import Search, Squares

STAGE, STEP, COMPUTED, WRITTEN, RENAMED, KEPT, _ = Point


def test_a_watcher_is_called_only_inside_its_with_block() -> None:
    first: list[Point] = []
    second: list[Point] = []

    def refuse(point: Point) -> None:
        second.append(point)
        raise ValueError("no further")

    with watching(first.append):
        reach(STAGE)
        with pytest.raises(ValueError, match="no further"), watching(refuse):
            reach(STEP)
        reach(KEPT)
    reach(COMPUTED)
    assert (first, second) == ([STAGE, STEP, KEPT], [STEP])


def test_watchers_are_called_for_a_stage_and_its_steps() -> None:
    reached: list[Point] = []
    with watching(reached.append), Run().stage("counting", 2) as step:
        step()
        step()
    assert reached == [STAGE, STEP, STEP]


def test_watchers_are_called_while_each_shard_is_stored(tmp_path: Path) -> None:
    reached: list[Point] = []
    with watching(reached.append):
        for _ in Run(threads=1, checkpoint=tmp_path).shards(Squares(3), "squares"):
            pass
    assert reached[:3] == [WRITTEN, RENAMED, STAGE]  # the manifest is written first
    by_the_thread = [point for point in reached[3:] if point is not STEP]  # the main thread reports the steps
    assert by_the_thread == [COMPUTED, WRITTEN, RENAMED, KEPT] * 3
    assert reached.count(STEP) == 3
    reached.clear()
    with watching(reached.append):
        for _ in Run(threads=1, checkpoint=tmp_path).shards(Squares(3), "squares"):
            pass
    assert reached == [STAGE, STEP, STEP, STEP]


def test_watchers_are_called_for_batches() -> None:
    reached: list[Point] = []
    with watching(reached.append):
        for _ in Run(threads=1).batches(Search(2), "searching"):
            pass
    assert reached[0] is STAGE
    assert sorted(reached[1:]) == sorted([COMPUTED, STEP] * 2)


def test_a_shard_is_on_disk_when_watchers_are_told_that_it_is_saved(tmp_path: Path) -> None:
    there: dict[Point, list[bool]] = {COMPUTED: [], KEPT: []}

    def look(point: Point) -> None:
        if point in there:
            number = len(there[point])
            there[point].append(Checkpoint(tmp_path, job.name(), 2).has(number))

    job = Squares(2)
    with watching(look):
        for _ in Run(threads=1, checkpoint=tmp_path).shards(job, "squares"):
            pass
    assert there == {COMPUTED: [False, False], KEPT: [True, True]}


def test_a_file_is_complete_before_it_gets_its_final_name(tmp_path: Path) -> None:
    found: list[tuple[Point, dict[str, bytes]]] = []

    def look(point: Point) -> None:
        names = {path.name if path.name == "file" else "temporary": path.read_bytes() for path in tmp_path.iterdir()}
        found.append((point, names))

    with watching(look):
        write_bytes(tmp_path / "file", b"all of it")
    assert found == [(WRITTEN, {"temporary": b"all of it"}), (RENAMED, {"file": b"all of it"})]


def test_an_immediate_exit_leaves_no_temporary_file(tmp_path: Path) -> None:
    left: list[int] = []

    def leave(point: Point) -> None:
        if point is WRITTEN:
            before = len(list(tmp_path.iterdir()))
            remove_unfinished()
            left.extend([before, len(list(tmp_path.iterdir()))])

    with watching(leave), pytest.raises(InputError, match="No such file"):
        write_bytes(tmp_path / "file", b"all of it")
    assert left == [1, 0]
