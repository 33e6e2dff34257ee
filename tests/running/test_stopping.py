"""A cancelled shard ends at its next check without losing its partial result."""

from __future__ import annotations

import pickle
import threading
from dataclasses import dataclass

import numpy as np
import pytest

from dicebingo.errors import Stopped
from dicebingo.running import stopping
from dicebingo.running.run import STEP, Progress, Run, each
from dicebingo.running.shards import Result, StoppableJob
from dicebingo.running.stopping import attending, offer_partial, stop_if_asked


@dataclass(frozen=True)
class Counting:
    """Each shard counts to 1,000 and checks for cancellation after every number."""

    def name(self) -> str:
        return "counting"

    def shards(self) -> int:
        return 3

    def shard(self, number: int) -> Result:
        for count in range(1000):
            offer_partial(lambda count=count: {"count": np.array([number, count])})  # type: ignore[misc]
            if count == STOP_AT and number == 1:
                RUN[0].stop()
            stop_if_asked()
        return {"count": np.array([number, 1000])}


STOP_AT = 200
RUN = [Run()]


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stopping, "PATIENCE", -1)


@pytest.mark.usefixtures("impatient")
def test_a_shard_is_cancelled_at_its_next_check() -> None:
    RUN[0] = run = Run(threads=1)
    unfinished: list[Result] = []
    done = [part["count"].tolist() for part in run.batches(Counting(), "counting", unfinished)]
    assert done == [[0, 1000]]
    assert [part["count"].tolist() for part in unfinished] == [[1, STOP_AT]]


def test_work_that_is_almost_finished_is_completed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stopping, "PATIENCE", 3600)
    RUN[0] = run = Run(threads=1)
    unfinished: list[Result] = []
    done = [part["count"].tolist() for part in run.batches(Counting(), "counting", unfinished)]
    assert done[:2] == [[0, 1000], [1, 1000]]
    assert unfinished == []


@dataclass(frozen=True)
class Overtaken(Counting):
    """The first shard waits for the second, which requests a stop when it is done."""

    done: threading.Event

    def shard(self, number: int) -> Result:
        if number == 0:
            offer_partial(lambda: {"count": np.array([0, 0])})
            self.done.wait()
            while True:
                stop_if_asked()
        RUN[0].stop()
        self.done.set()
        return {"count": np.array([number, 1000])}


@pytest.mark.usefixtures("impatient")
def test_shards_finished_out_of_order_are_not_lost() -> None:
    RUN[0] = run = Run(threads=2)
    unfinished: list[Result] = []
    assert list(run.batches(Overtaken(threading.Event()), "counting", unfinished)) == []
    assert sorted(part["count"].tolist() for part in unfinished) == [[0, 0], [1, 1000]]


@pytest.mark.usefixtures("impatient")
def test_only_cancellable_work_checks_for_a_stop() -> None:
    run = Run()
    run.stop()
    stop_if_asked()
    with pytest.raises(Stopped, match="The computation was stopped"), attending(run):
        stop_if_asked()
    stop_if_asked()
    assert Counting().shard(0)["count"].tolist() == [0, 1000]


@pytest.mark.usefixtures("impatient")
def test_no_shard_starts_after_a_stop() -> None:
    run = Run()
    run.stop()
    job = StoppableJob(Counting(), run)
    with pytest.raises(Stopped):
        job.shard(0)
    assert job.unfinished == []


def test_a_pickled_job_runs_without_cancellation() -> None:
    job = StoppableJob(Counting(), Run())
    assert (job.name(), job.shards()) == ("counting", 3)
    assert pickle.loads(pickle.dumps(job)) == Counting()


def test_iteration_reports_progress_and_can_be_stopped() -> None:
    told: list[Progress] = []
    run = Run(progress=told.append)
    assert list(each(iter(range(2 * STEP + 1)), "counting", run)) == list(range(2 * STEP + 1))
    assert [(now.done, now.total) for now in told] == [(0, None), (STEP, None), (2 * STEP, None), (2 * STEP + 1, None)]
    assert list(each([], "counting", run)) == []
    assert list(each([1, 2], "counting", None)) == [1, 2]
    seen = each(range(100), "counting", run)
    assert [next(seen) for _ in range(8)] == list(range(8))
    run.stop()
    with pytest.raises(Stopped):
        next(seen)
