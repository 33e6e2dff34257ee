"""Runs: progress reports, stops, and checkpoints."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numba import njit

from dicebingo import kernels
from dicebingo.errors import InputError, Stopped, shown
from dicebingo.running import run as running
from dicebingo.running import shards, stopping
from dicebingo.running.run import COMPILING, Progress, Run
from dicebingo.running.shards import Result, cores
from tests.running.shard_jobs import Broken, Search, Squares
from tests.running.test_shards import squares
from tests.waiting import until

STOPPED = "The computation was stopped."


class Clock:
    """A clock that the test sets; it replaces ``time`` in ``dicebingo.running.run``."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(running, "time", made)
    return made


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a stop, wait up to an hour for running batches."""
    monkeypatch.setattr(stopping, "PATIENCE", 3600)
    monkeypatch.setattr(shards, "GRACE", 3600)


@dataclass(frozen=True)
class Acting(Search):
    """A search that calls a function with the number of each batch before the batch is computed."""

    act: Callable[[int], None] = lambda _: None

    def shard(self, number: int) -> Result:
        self.act(number)
        return super().shard(number)


# Progress


def test_progress_is_written_in_words() -> None:
    assert str(Progress("solving")) == "solving"
    assert str(Progress("solving", 0, 7)) == "solving: 0 of 7"
    assert str(Progress("searching", 1234.6)) == "searching: 1,235"
    assert str(Progress("searching", 3, 60, "0.1188")) == "searching: 3 of 60; best so far 0.1188"


def test_stages_and_steps_are_reported() -> None:
    told: list[Progress] = []
    run = Run(progress=told.append)
    with run.stage("first", 3) as step:
        step()
        run.tell_best("a board")
        step(2)
    with run.stage("second") as step:
        step()
    assert told == [
        Progress("first", 0, 3),
        Progress("first", 1, 3),
        Progress("first", 3, 3, "a board"),
        Progress("second", 0, None, "a board"),
        Progress("second", 1, None, "a board"),
    ]


def test_a_nested_stage_does_not_change_the_reported_stage() -> None:
    told: list[Progress] = []
    run = Run(progress=told.append)
    with run.stage("outer", 2) as step:
        with run.stage("inner", 5) as inner:
            inner(5)
        step()
    assert told[-1] == Progress("outer", 1, 2)


def test_all_shards_are_reported_in_order() -> None:
    told: list[Progress] = []
    job = Squares(9)
    assert squares(Run(progress=told.append, threads=2).shards(job, "squares")) == [n**2 for n in range(9)]
    assert told == [Progress("squares", done, 9) for done in range(10)]


def test_batches_are_reported_by_number() -> None:
    told: list[Progress] = []
    run = Run(progress=told.append, threads=1)
    found: list[int] = []
    for part in run.batches(Search(5), "searching"):
        found += squares([part])
        run.tell_best(str(found[-1]))
    assert found == [0, 1, 4, 9, 16]
    assert {now.total for now in told} == {5}
    after = list(dict.fromkeys(now for now in told if now.done))
    assert after == [Progress("searching", n, 5, str((n - 1) ** 2)) for n in range(1, 6)]


# Compiling


def test_compiling_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulate numba's events, including nested stages and compilations that began before the run."""
    listeners: list[Callable[[bool], None]] = []

    class Listening:
        def __init__(self, tell: Callable[[bool], None]) -> None:
            self.tell = tell

        def __enter__(self) -> None:
            listeners.append(self.tell)

        def __exit__(self, *_: object) -> None:
            listeners.remove(self.tell)

    def happens(begins: bool) -> None:
        for tell in listeners:
            tell(begins)

    monkeypatch.setattr(kernels, "compiling", Listening)
    told: list[Progress] = []
    run = Run(progress=told.append)
    with run.stage("outer", 2) as step, run.stage("inner", 7) as inner:
        happens(False)
        assert told[-1].stage == "inner"
        happens(True)
        assert told[-1] == Progress(COMPILING)
        inner(3)
        assert told[-1] == Progress(COMPILING)
        happens(True)
        happens(False)
        assert told[-1] == Progress(COMPILING)
        happens(False)
        assert told[-1] == Progress("inner", 3, 7)
        happens(True)  # this compilation is abandoned and never ends
        step()
    assert not listeners
    with run.stage("next", 1):
        assert told[-1] == Progress("next", 0, 1)


def test_only_the_first_run_reports_compilation() -> None:
    told: list[Progress] = []
    add = njit(lambda x: x + 1)
    for expected in (
        [Progress("adding", 0, 1), Progress(COMPILING), Progress("adding", 0, 1)],
        [Progress("adding", 0, 1)],
    ):
        told.clear()
        with Run(progress=told.append).stage("adding", 1) as step:
            assert add(1) == 2
            step()
        assert told == [*expected, Progress("adding", 1, 1)]


# Stopping


def test_another_thread_stops_a_job_at_its_next_step(tmp_path: Path) -> None:
    run, found = Run(threads=2, checkpoint=tmp_path), list[int]()

    def wait(number: int) -> None:
        until(lambda: number < 8 or run.stopped)

    def stop() -> None:
        until(lambda: len(found) == 8)
        run.stop()

    def take() -> None:
        for part in run.shards(Acting(10_000, act=wait), "squares"):
            found.extend(squares([part]))

    thread = threading.Thread(target=stop)
    thread.start()
    with pytest.raises(Stopped, match=STOPPED):
        take()
    thread.join()
    assert run.stopped
    assert run.is_over
    assert found == [n**2 for n in range(8)]
    # The checkpoint contains the finished shards.
    assert len(list(tmp_path.glob("shard-*.npz"))) >= len(found)
    with pytest.raises(Stopped), run.stage("something else"):
        pass


def test_a_run_that_waits_for_a_long_shard_can_be_stopped() -> None:
    run, free = Run(threads=1), threading.Event()

    def stop_and_go_on(_: int) -> None:
        run.stop()
        free.wait()

    with pytest.raises(Stopped, match=STOPPED):
        list(run.shards(Acting(2, act=stop_and_go_on), "squares"))
    free.set()


def test_a_progress_callback_may_stop_the_run() -> None:
    seen: list[Progress] = []

    def tell(now: Progress) -> None:
        seen.append(now)
        if now.done >= 3:
            run.stop()

    def ten_steps() -> None:
        with run.stage("steps", 10) as step:
            for _ in range(10):
                step()

    run = Run(progress=tell)
    with pytest.raises(Stopped):
        ten_steps()
    assert [now.done for now in seen] == [0, 1, 2, 3]


def test_a_stopped_run_returns_the_finished_batches() -> None:
    run = Run(threads=1)
    found: list[int] = []
    for part in run.batches(Search(1_000), "searching"):
        found += squares([part])
        if len(found) == 4:
            run.stop()
    assert found == [n**2 for n in range(len(found))]
    assert 4 <= len(found) <= 6  # four, the running batch, and perhaps one that started later
    assert run.stopped


@pytest.mark.usefixtures("patient")
def test_a_batch_that_is_running_at_a_stop_is_finished_and_returned() -> None:
    run = Run(threads=1)

    def act(number: int) -> None:
        if number == 1:
            run.stop()

    assert squares(run.batches(Acting(1_000, act=act), "searching"))[:2] == [0, 1]


def test_a_stopped_run_without_a_grace_period_does_not_wait_for_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards, "GRACE", 0)
    run, free = Run(threads=1), threading.Event()

    def stop_and_go_on(_: int) -> None:
        run.stop()
        free.wait()

    assert list(run.batches(Acting(2, act=stop_and_go_on), "searching")) == []
    free.set()


def test_an_interruption_by_ctrl_c_preserves_the_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a notebook, no handler turns Ctrl-C into a request to stop."""
    run, wait = Run(threads=1), Run._wait
    waits: list[int] = []

    def interrupted(self: Run, *given: object, **options: object) -> object:
        waits.append(1)
        if len(waits) == 3:
            raise KeyboardInterrupt
        return wait(self, *given, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(Run, "_wait", interrupted)
    assert squares(run.batches(Search(50), "searching")) == [0, 1]
    assert run.stopped
    waits.clear()
    with pytest.raises(KeyboardInterrupt):
        list(Run(threads=1).shards(Squares(50), "squares"))


# Time


def test_a_time_limit_ends_a_search_only_after_its_first_batch(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the run waits for a batch, it reports the elapsed time, but never more than the time limit."""
    monkeypatch.setattr(shards, "GRACE", 0)
    told: list[Progress] = []
    run, over = Run(progress=told.append, seconds=2, threads=1), threading.Event()

    def act(number: int) -> None:
        for now, done in ((1001, 1), (1003, 2)) if number == 0 else ():
            clock.now = now
            until(lambda at=done: [p.done for p in told].count(at) > 2 or over.is_set())  # type: ignore[misc]

    found = squares(run.batches(Acting(1_000, act=act), "searching"))
    over.set()
    assert found[:1] == [0]
    assert list(dict.fromkeys(now.done for now in told)) == [0, 1, 2]
    assert {now.total for now in told} == {2}
    assert run.is_over
    assert not run.stopped


def test_a_time_limit_ends_a_job(clock: Clock) -> None:
    run, found = Run(seconds=0.25, threads=1), list[int]()

    def act(number: int) -> None:
        until(lambda: len(found) == number or run.is_over)
        clock.now += 0.1

    def take() -> None:
        for part in run.shards(Acting(10_000, act=act), "squares"):
            found.extend(squares([part]))

    with pytest.raises(Stopped, match=r"The computation took longer than 0\.25 s"):
        take()
    assert found == [0, 1]
    assert not run.stopped


def test_a_time_limit_counts_from_the_first_computation(clock: Clock) -> None:
    run = Run(seconds=2)
    clock.now += 3
    with run.stage("now", 1) as step:
        step()
    clock.now += 3
    with pytest.raises(Stopped, match="took longer than 2 s"), run.stage("later"):
        pass


def test_a_time_limit_applies_to_one_question_and_other_settings_are_shared(clock: Clock) -> None:
    told: list[Progress] = []
    whole = Run(progress=told.append, threads=3)
    with whole.stage("before"):
        assert whole.passed == 0
        clock.now += 10
    part = Run.of(whole, 5)
    assert (part.seconds, part.threads, whole.seconds) == (5, 3, None)
    with part.stage("part"):  # the time limit begins here
        assert told[-1] == Progress("part")
    assert not part.is_over
    clock.now += 6
    assert part.is_over
    assert not whole.is_over
    whole.stop()
    assert part.stopped
    assert Run.of(whole) is whole
    assert Run.of(None).seconds is None
    assert Run.of(None, 5).seconds == 5
    with pytest.raises(InputError, match="given twice: 5 s, and 3 s in the run"):
        Run.of(Run(seconds=3), 5)


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), True, "1", 1j, [1]])
def test_invalid_times_are_rejected(seconds: Any) -> None:
    with pytest.raises(InputError, match="expected a positive number of seconds, got"):
        Run(seconds=seconds)
    with pytest.raises(InputError, match="expected a positive number of seconds, got"):
        Run.of(None, seconds)


@pytest.mark.parametrize("seconds", [1e300, float("inf"), 10**400])
def test_time_limits_above_the_maximum_are_rejected(seconds: float) -> None:
    with pytest.raises(InputError, match=r"expected at most 1,000,000,000 seconds, got [^\n]{1,100}$"):
        Run(seconds=seconds)


@pytest.mark.parametrize("threads", [0, True, 1.0, "1", 4 * cores() + 1, 10**12])
def test_invalid_numbers_of_threads_are_rejected(threads: Any) -> None:
    expected = rf"expected 1 to {4 * cores()} threads \(4 per core\), got {shown(threads)}"
    with pytest.raises(InputError, match=expected):
        Run(threads=threads)


# Checkpoints


def test_parts_of_a_run_store_their_shards_separately(tmp_path: Path) -> None:
    run = Run(checkpoint=str(tmp_path / "kept"))
    for name, count in (("one", 3), ("two", 4)):
        assert squares(run.within(name).shards(Squares(count), name)) == [n**2 for n in range(count)]
        assert len(list((tmp_path / "kept" / name).glob("shard-*.npz"))) == count
    with pytest.raises(InputError, match="belongs to another job"):
        list(run.within("one").shards(Squares(4), "one"))
    assert Run().within("one").checkpoint is None


def test_an_interruption_preserves_finished_shards(tmp_path: Path) -> None:
    def interrupted() -> None:
        with closing(Run(checkpoint=tmp_path, threads=2).shards(Squares(500), "squares")) as results:
            for part in results:
                if int(part["square"]) > 100:
                    raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    finished = len(list(tmp_path.glob("shard-*.npz")))
    assert 11 < finished <= 11 + 2 * 2
    (tmp_path / "log").mkdir()
    again = Squares(500, log=tmp_path / "log")
    assert squares(Run(checkpoint=tmp_path).shards(again, "squares")) == [n**2 for n in range(500)]
    assert len(list((tmp_path / "log").iterdir())) <= 500 - finished


def test_a_longer_search_continues_a_shorter_one(tmp_path: Path) -> None:
    assert squares(Run(checkpoint=tmp_path).batches(Search(4), "searching")) == [0, 1, 4, 9]
    (tmp_path / "log").mkdir()
    longer = Search(7, log=tmp_path / "log")
    assert squares(Run(checkpoint=tmp_path).batches(longer, "searching")) == [n**2 for n in range(7)]
    assert sorted(file.name.partition("-")[0] for file in (tmp_path / "log").iterdir()) == ["4", "5", "6"]


# Errors


@pytest.mark.parametrize("error", [ZeroDivisionError, TimeoutError, Stopped])
def test_the_error_of_a_shard_is_raised(error: type[Exception]) -> None:
    with pytest.raises(error, match="shard 5"):
        list(Run().shards(Broken(9, error=error), "squares"))


class JustDone(Future[Result]):
    """A shard that finishes just as the wait times out."""

    def result(self, timeout: float | None = None) -> Result:
        if timeout is not None:
            raise TimeoutError
        return super().result()


def test_a_shard_that_finishes_as_the_wait_ends_is_not_an_error() -> None:
    future = JustDone()
    future.set_result({"square": np.array(4)})
    assert squares([Run()._wait(future)]) == [4]


@pytest.mark.parametrize("wrong", ["x", 3, True, [], Run])
def test_an_object_that_is_not_a_run_is_rejected(wrong: Run) -> None:
    with pytest.raises(InputError, match=r"expected a Run, such as Run\(progress=print\), got "):
        Run.of(wrong)


def test_a_run_ignores_kernels_that_are_still_being_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "dicebingo.kernels", ModuleType("dicebingo.kernels"))
    with Run(progress=lambda _: None).stage("exactly") as step:
        step()


def test_a_time_limit_can_count_from_an_earlier_moment(clock: Clock) -> None:
    """The time limit counts from ``since`` or, without ``since``, from the moment when the run gets the limit."""
    waited = Run(since=clock.now - 5)
    assert waited.passed == 5
    assert Run.of(waited, 4).is_over
    assert not Run.of(waited, 6).is_over
    assert not Run.of(Run(), 6).is_over
