"""Long computations: progress, cancellation and limits. No visitor waits for another visitor's computation."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import httpx
import pytest

from dicebingo.running.run import Progress, Run
from dicebingo.web import workers
from dicebingo.web.jobs import STOPPING, Busy, Jobs, ServerJob
from dicebingo.web.results import Context, WorkerReply, answer
from dicebingo.web.worker import _Sender
from dicebingo.web.workers import StopReason, Task, Worker
from tests.waiting import PATIENCE, until
from tests.web.server import FEW, LONG, Visitor, serving

A, B = "9 6 7 / 7 9 6 / 6 7 9", "6 7 6 / 7 7 7 / 6 6 6"
OPTIMAL = "8 8 9 / 7 6 10 / 7 4 5"


@pytest.fixture(scope="module")
def server() -> Iterator[Visitor]:
    with serving() as found:
        yield found


@pytest.fixture
def visitor(server: Visitor) -> Visitor:
    """Return the server that all tests share, with an empty cache."""
    server.call(server.jobs.cache.clear)
    return server


def other(board: int) -> dict[str, Any]:
    """Return a long question; each ``board`` number gives a different question."""
    return {**LONG, "upto": 301 + board}


def test_a_long_question_becomes_a_job_that_can_be_cancelled(visitor: Visitor) -> None:
    job = visitor.start("solve", **LONG)
    assert visitor.job(job)["status"] in ("queued", "running")
    stopped = visitor.client.delete(f"/api/jobs/{job}").json()
    assert (stopped["status"], stopped["error"]) == ("cancelled", "The computation was cancelled.")
    assert visitor.job(job)["status"] == "cancelled"


def test_a_finished_job_has_the_answer(visitor: Visitor) -> None:
    job = visitor.start("duel", boards=[A, B])
    found = visitor.wait(job)
    assert found["status"] == "done"
    assert found["result"] == visitor.ask("duel", boards=[A, B])
    assert found["result"]["joint_states"] == 2530
    assert found["progress"]["done"] == found["progress"]["total"] > 0
    assert visitor.client.delete(f"/api/jobs/{job}").json()["status"] == "done"


def test_a_failed_job_reports_its_reason(visitor: Visitor) -> None:
    found = visitor.wait(visitor.start("duel", boards=[A, "7 7 7"]))
    assert found["status"] == "failed"
    assert found["error"].startswith("expected 9 values")


def test_events_report_every_change(visitor: Visitor) -> None:
    job = visitor.start("duel", boards=[B, A])
    with visitor.client.stream("GET", f"/api/jobs/{job}/events") as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        told = [json.loads(line.removeprefix("data: ")) for line in response.iter_lines() if line]
    assert told[-1]["status"] == "done"
    assert told[-1]["result"]["joint_states"] == 2530
    progress = [event["progress"] for event in told if event["progress"]]
    solving = [now["done"] for now in progress if now["stage"] == "solving the duel"]
    assert solving == sorted(solving)
    assert progress[-1]["done"] == progress[-1]["total"] > 0


@pytest.mark.slow
def test_quick_questions_do_not_wait_for_long_computations(visitor: Visitor) -> None:
    jobs = [visitor.start("solve", **other(i)) for i in range(3)]
    for value in range(2, 12):
        visitor.ask("solve", board=f"2 3 4 / 5 6 7 / 8 9 {value}")
    assert {visitor.job(job)["status"] for job in jobs} <= {"running", "queued"}
    for job in jobs:
        assert visitor.client.delete(f"/api/jobs/{job}").json()["status"] == "cancelled"
    # The cancelled computation has released its slot.
    assert visitor.ask("duel", boards=[OPTIMAL, B])["joint_states"] > 0


def test_a_visitor_who_disconnects_stops_the_computation(visitor: Visitor) -> None:
    # With a stopped clock, the question never becomes a job.
    with visitor.clock_stopped(), visitor.asking("solve", **other(10)):
        until(lambda: visitor.jobs._live)
        (computation,) = visitor.jobs._live.values()
        until(lambda: computation.task.running)
    until(lambda: not visitor.jobs._live or visitor.jobs._public)
    assert not visitor.jobs._public  # only a question without a job stops when its visitor disconnects
    until(lambda: computation.task.reply)
    assert computation.task.stop is StopReason.NOT_WANTED
    assert not computation.task.running


def test_visitors_with_the_same_question_share_one_computation(visitor: Visitor) -> None:
    job = visitor.start("solve", **other(20))
    (computation,) = visitor.jobs._live.values()
    with visitor.clock_stopped(), visitor.asking("solve", **other(20)):
        until(lambda: len(computation.jobs) == 2)
        assert list(visitor.jobs._live.values()) == [computation]
    until(lambda: len(computation.jobs) == 1)  # one visitor disconnects, and the computation continues for the other
    until(lambda: visitor.job(job)["status"] == "running")
    visitor.client.delete(f"/api/jobs/{job}")
    until(lambda: computation.task.reply)


@pytest.mark.slow
def test_a_visitor_cannot_cancel_a_job_that_another_waits_for(visitor: Visitor) -> None:
    first = visitor.start("solve", **other(25))  # this job occupies the only worker
    mine, theirs = (visitor.start("duel", boards=[OPTIMAL, A]) for _ in range(2))
    assert mine != theirs
    assert visitor.client.delete(f"/api/jobs/{mine}").json()["status"] == "cancelled"
    assert visitor.client.delete(f"/api/jobs/{mine}").json()["status"] == "cancelled"
    assert visitor.job(theirs)["status"] == "queued"
    visitor.client.delete(f"/api/jobs/{first}")
    assert visitor.wait(theirs)["status"] == "done"
    assert visitor.job(mine)["status"] == "cancelled"


@pytest.mark.parametrize("path", ["/api/jobs/nobody", "/api/jobs/nobody/events"])
def test_unknown_jobs_are_rejected(path: str, visitor: Visitor) -> None:
    response = visitor.client.get(path)
    assert response.status_code == 404
    assert response.json() == {"error": "There is no job with the id 'nobody'.", "code": "path"}


def test_a_computation_is_stopped_at_its_time_limit() -> None:
    with serving(replace(FEW, long_seconds=0.3)) as visitor:
        error = visitor.wait(visitor.start("solve", **LONG))["error"]
        assert error == "The computation was stopped after 0.3 seconds, which is the time limit of this server."
        assert error == visitor.refused("solve", **LONG)  # the server does not cache errors
        assert visitor.ask("advise", board=OPTIMAL, roll=7)["candidates"]


@pytest.mark.slow
def test_a_quick_question_that_takes_long_moves_to_a_worker_for_long_questions() -> None:
    with serving(replace(FEW, quick_seconds=0.02)) as visitor:
        answer = visitor.ask("match", boards=[OPTIMAL, A], range=True, upto=40)
        assert answer["joint_states"] > 0
        assert visitor.ask("random", seed=1)["board"]  # the worker for quick questions has been replaced


def test_a_match_with_too_many_joint_states_is_stopped() -> None:
    with serving(replace(FEW, joint_states=20)) as visitor:
        assert "This match needs more than 20 joint states" in visitor.refused("match", boards=[A, B])
        assert "more than 20 joint states" in visitor.refused("duel", boards=[A, B])
        assert "more than 20 joint states" in visitor.refused("exploit", boards=[A, B])
        assert "more than 20 joint states" in visitor.refused("nash", boards=[A, B], roll=6)


@pytest.mark.parametrize(
    ("question", "error"),
    [
        ({"board": [7] * 36, "layout": "6x6"}, "expected at most 25 unmarked cells"),
        ({"board": [7] * 25, "rules": "5x5", "why": True}, "expected at most 16 unmarked cells"),
    ],
)
def test_boards_that_are_too_large_are_rejected(question: dict[str, Any], error: str, visitor: Visitor) -> None:
    assert error in visitor.refused("solve", **question)


def test_an_answer_that_is_too_long_is_rejected() -> None:
    with serving(replace(FEW, answer_bytes=2_000)) as visitor:
        assert "bytes long, but the limit is 2,000" in visitor.refused("solve", board=OPTIMAL, upto=50)


def test_a_worker_that_dies_is_replaced(visitor: Visitor) -> None:
    job = visitor.start("solve", **other(30))
    until(lambda: visitor.job(job)["status"] == "running")
    (computation,) = visitor.jobs._live.values()
    assert computation.task.worker is not None
    assert computation.task.worker._process.pid is not None
    os.kill(computation.task.worker._process.pid, signal.SIGKILL)
    assert "ended without an answer" in visitor.wait(job)["error"]
    assert visitor.ask("duel", boards=[A, OPTIMAL])["joint_states"] > 0


def kill(worker: Worker) -> None:
    """End a worker as kill -9 does. The server gets no notice."""
    worker._process.kill()
    worker._process.join()


@pytest.mark.slow
def test_a_worker_that_dies_between_questions_loses_no_question(visitor: Visitor) -> None:
    assert visitor.ask("random", seed=10**6)
    assert visitor.ask("duel", boards=[B, OPTIMAL])
    for worker in list(visitor.jobs.pool._workers):
        kill(worker)
    assert visitor.ask("random", seed=10**6 + 1)["board"]
    assert visitor.ask("duel", boards=[B, B])["joint_states"] > 0


@pytest.mark.parametrize("moment", ["__init__", "wait"])
def test_a_worker_that_dies_as_it_starts_loses_no_question(moment: str, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = getattr(Worker, moment)
    deaths = iter(range(3))

    def dying(worker: Worker, *arguments: Any) -> None:
        usual(worker, *arguments)
        if next(deaths, None) is not None:
            kill(worker)

    monkeypatch.setattr(Worker, moment, dying)
    monkeypatch.setattr(workers, "RETRY_SECONDS", 0.01)
    with serving() as visitor:
        assert visitor.ask("random", seed=1)["board"]
        assert visitor.ask("duel", boards=[A, B])["joint_states"] == 2530
    assert next(deaths, None) is None


def test_waiting_clients_are_notified_that_the_server_is_stopping() -> None:
    with ThreadPoolExecutor() as pool:
        with serving() as visitor:
            address = visitor.client.base_url
            asked = pool.submit(httpx.post, address.join("/api/solve"), json={**LONG, "wait": 10}, timeout=PATIENCE)
            until(lambda: visitor.jobs._live)
            followed = visitor.start("solve", **other(1))
            events = pool.submit(httpx.get, address.join(f"/api/jobs/{followed}/events"), timeout=PATIENCE)
            until(lambda: visitor.jobs._public[followed].followers)
        assert asked.result().status_code in (202, 503)  # on a slow machine, the question may have become a job
        assert asked.result().json().get("error", STOPPING) == STOPPING
        told = json.loads(events.result().text.split("data: ")[-1])
    assert (told["status"], told["error"]) == ("failed", STOPPING)
    with pytest.raises(Busy, match="shutting down"):
        visitor.jobs.ask("solve", {}, long=False, visitor="somebody")


# Most of the tests below need no server.


CONTEXT = Context(FEW, Run())


def test_a_worker_killed_while_answering_does_not_answer_the_next_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cancelling a question at the moment when its answer arrives must not affect the next question."""
    ask = Worker.ask

    def last_words(worker: Worker, *question: Any) -> Any:
        reply = ask(worker, *question)
        worker.kill()
        return reply

    monkeypatch.setattr(Worker, "ask", last_words)
    with serving() as visitor:
        for board in ("7 7 7 7 7 7 7 7 7", "6 7 7 7 7 7 7 7 7", "6 6 7 7 7 7 7 7 7"):
            assert visitor.ask("solve", board=board)["expected_rolls"]["exact"]


def test_internal_errors_are_not_shown_to_visitors(capsys: pytest.CaptureFixture[str]) -> None:
    def broken(_: Any, __: Context) -> None:
        raise RuntimeError("secret")

    reply = answer(broken, {}, CONTEXT)
    assert reply.status == 500
    assert b"secret" not in reply.content
    assert not reply.lasting
    assert "RuntimeError: secret" in capsys.readouterr().err


def test_a_computation_that_runs_out_of_memory_is_rejected() -> None:
    def large(_: Any, __: Context) -> None:
        raise MemoryError

    reply = answer(large, {}, CONTEXT)
    assert reply.status == 422
    assert b"bytes of memory" in reply.content


class Pipe:
    """The server's end of a worker's pipe; it records all messages."""

    def __init__(self) -> None:
        self.sent: list[Any] = []

    def send(self, message: Any) -> None:
        self.sent.append(message)


def test_progress_is_not_sent_too_often_and_never_after_the_reply() -> None:
    pipe = Pipe()
    sender = _Sender(pipe)  # type: ignore[arg-type]
    for done in range(1_001):
        sender.send_progress(Progress("counting", done, 1_000))
    sender.send_progress(Progress("writing", 0, None))
    sender.finish(WorkerReply(200, b"{}"))
    sender.send_progress(Progress("writing", 1, 1))
    assert pipe.sent[0] == Progress("counting", 0, 1_000)
    assert Progress("counting", 1_000, 1_000) in pipe.sent
    assert pipe.sent[-2:] == [Progress("writing", 0, None), WorkerReply(200, b"{}")]
    assert len(pipe.sent) < 500


class PatientJobs(Jobs):
    """Jobs without workers, for tests of the queue."""

    def question(self, number: int, *, long: bool = True, visitor: str = "somebody") -> ServerJob:
        return self.ask("solve", {"number": number}, long=long, visitor=visitor)


def test_a_full_queue_rejects_questions() -> None:
    jobs = PatientJobs(replace(FEW, waiting=200, visitor_jobs=10))
    jobs.question(0)
    jobs.question(1)
    with pytest.raises(Busy, match=r"Too many questions are waiting \(the limit is 2\)") as busy:
        jobs.question(2)
    assert busy.value.status == 503
    jobs.question(3, long=False)  # the queue for quick questions still has room


def test_one_visitors_long_computations_are_limited() -> None:
    jobs = PatientJobs(replace(FEW, visitor_jobs=2))
    for number in range(2):
        jobs.question(number)
    with pytest.raises(Busy, match=r"Too many of your long computations are unfinished \(the limit is 2\)") as busy:
        jobs.question(2)
    assert busy.value.status == 429
    # A repeated question joins the unfinished computation.
    assert jobs.question(1).computation is jobs.question(1).computation
    jobs.question(2, visitor="somebody else")
    jobs.question(3, long=False)


def test_an_abandoned_job_is_stopped_and_later_deleted() -> None:
    jobs = PatientJobs(replace(FEW, abandoned_seconds=10, keep_seconds=20))
    job = jobs.question(0)
    jobs.hand_out(job)
    jobs.sweep()
    assert job.status == "queued"
    job.asked -= 11
    jobs.sweep()
    assert job.status == "cancelled"
    assert jobs.find(job.id) is job
    jobs.sweep()
    jobs._finished.expire(time.monotonic() + 19)
    assert jobs.find(job.id) is job
    jobs._finished.expire(time.monotonic() + 21)
    assert jobs.find(job.id) is None


def test_finished_jobs_are_limited_by_size_and_by_age() -> None:
    jobs = PatientJobs(replace(FEW, cache_bytes=800_000, answer_bytes=100_000, waiting=10**6))
    for number in range(100):
        job = jobs.question(number, long=False)
        jobs.hand_out(job)
        finish(job, b"x" * 90_000)
        assert jobs.find(job.id) is job  # the newest job is always available
    assert len(jobs._finished) == 2
    assert jobs._finished.currsize <= 200_000
    assert not jobs._public


def test_a_cancelled_question_leaves_the_queue() -> None:
    jobs = PatientJobs(replace(FEW, waiting=200, visitor_jobs=10))
    for number in range(10):
        job = jobs.question(number)
        assert jobs.pool.waiting(long=True) == 1
        jobs.cancel(job)
        assert job.status == "cancelled"
    assert jobs.pool.waiting(long=True) == 0


def test_a_cancelled_question_can_be_asked_again_while_its_process_ends() -> None:
    jobs = PatientJobs(FEW)
    first = jobs.question(0)
    jobs.cancel(first)
    second = jobs.question(0)
    assert second.computation is not first.computation
    finish(first, b"late")
    assert (first.status, second.status) == ("cancelled", "queued")
    finish(second, b"in time")
    assert (first.status, second.status) == ("cancelled", "done")


def test_a_visitor_who_leaves_cancels_a_question_that_is_moving_to_another_worker() -> None:
    task = Task("solve", {}, False, lambda: None)
    task.end(StopReason.TOO_LONG_FOR_QUICK)
    task.end(StopReason.NOT_WANTED)
    task.end(StopReason.TIME)
    assert task.stop is StopReason.NOT_WANTED


def finish(job: ServerJob, content: bytes) -> None:
    """Answer a question."""
    assert job.computation is not None
    job.computation.task.reply = WorkerReply(200, content)
    job.computation.task.on_change()


def test_the_cache_has_a_maximum_size_and_drops_the_least_recently_used_answers() -> None:
    jobs = PatientJobs(replace(FEW, cache_bytes=100_000, waiting=10**6))
    for number in range(30):
        finish(jobs.question(number, long=False), b"x" * 9_000)
        assert jobs.question(0, long=False).status == "done"
        assert jobs.cache.currsize <= 100_000
    assert len(jobs.cache) == 10
    assert jobs.question(29, long=False).status == "done"
    assert jobs.question(1, long=False).status == "queued"


def test_a_large_answer_is_not_cached() -> None:
    jobs = PatientJobs(replace(FEW, cache_bytes=100_000))
    finish(jobs.question(0), b"x" * 50_000)
    assert len(jobs.cache) == 0


def test_a_server_can_be_stopped_while_it_computes() -> None:
    before = set(threading.enumerate())
    with serving() as visitor:
        visitor.start("solve", **LONG)
    until(lambda: not set(threading.enumerate()) - before)


def test_a_worker_that_fails_to_start_is_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    attempts = []

    def start(*arguments: Any) -> workers.Worker:
        attempts.append(1)
        if len(attempts) < 4:
            raise OSError("no memory")
        return Worker(*arguments)

    Worker = workers.Worker
    monkeypatch.setattr(workers, "Worker", start)
    monkeypatch.setattr(workers, "RETRY_SECONDS", 0.01)
    with serving() as visitor:
        assert visitor.ask("random", seed=1)["board"]
    assert len(attempts) >= 4
