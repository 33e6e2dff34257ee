"""Long computations: progress, cancelling, budgets, and that nobody waits behind another visitor."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from dicebingo.running.run import Progress, Run
from dicebingo.web import workers
from dicebingo.web.jobs import Busy, Jobs, ServerJob
from dicebingo.web.settings import Settings
from dicebingo.web.worker import Context, WorkerReply, _Teller, answer
from dicebingo.web.workers import StopReason, Task, Worker
from tests.web.server import FEW, Visitor, serving

A, B = "9 6 7 / 7 9 6 / 6 7 9", "6 7 6 / 7 7 7 / 6 6 6"
OPTIMAL = "8 8 9 / 7 6 10 / 7 4 5"
LONG = {"board": "2 3 4 5 / 6 7 8 9 / 10 11 12 7 / 6 8 5 9", "rules": "4x4", "why": True, "upto": 300}
"""Takes many seconds wherever it runs; no test waits for it."""


@pytest.fixture(scope="module")
def visitor() -> Iterator[Visitor]:
    with serving() as found:
        yield found


def other(board: int) -> dict[str, Any]:
    """A long question that no other test asks."""
    return {**LONG, "upto": 301 + board}


def test_a_long_question_becomes_a_job_that_can_be_cancelled(visitor: Visitor) -> None:
    job = visitor.start("solve", **LONG)
    assert visitor.job(job)["status"] in ("queued", "running")
    stopped = visitor.client.delete(f"/api/jobs/{job}").json()
    assert (stopped["status"], stopped["error"]) == ("cancelled", "the computation was cancelled")
    assert visitor.job(job)["status"] == "cancelled"


def test_a_finished_job_has_the_answer(visitor: Visitor) -> None:
    job = visitor.start("duel", boards=[A, B])
    found = visitor.wait(job)
    assert found["status"] == "done"
    assert found["result"] == visitor.ask("duel", boards=[A, B])
    assert found["result"]["joint_states"] == 2530
    assert found["progress"] == {"done": 2530, "total": 2530, "stage": "solving the duel", "best": None}
    assert visitor.client.delete(f"/api/jobs/{job}").json()["status"] == "done"


def test_a_job_that_fails_says_why(visitor: Visitor) -> None:
    found = visitor.wait(visitor.start("duel", boards=[A, "7 7 7"]))
    assert found["status"] == "failed"
    assert found["error"].startswith("expected 9 values")


def test_events_tell_every_change(visitor: Visitor) -> None:
    job = visitor.start("duel", boards=[B, A])
    with visitor.client.stream("GET", f"/api/jobs/{job}/events") as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        told = [json.loads(line.removeprefix("data: ")) for line in response.iter_lines() if line]
    assert told[-1]["status"] == "done"
    assert told[-1]["result"]["joint_states"] == 2530
    progress = [event["progress"] for event in told if event["progress"]]
    solving = [now["done"] for now in progress if now["stage"] == "solving the duel"]
    assert solving == sorted(solving)
    assert solving[-1] == 2530


def test_nobody_waits_behind_long_computations(visitor: Visitor) -> None:
    jobs = [visitor.start("solve", **other(i)) for i in range(3)]
    for value in range(2, 12):
        visitor.ask("solve", board=f"2 3 4 / 5 6 7 / 8 9 {value}")
    assert {visitor.job(job)["status"] for job in jobs} <= {"running", "queued"}
    for job in jobs:
        assert visitor.client.delete(f"/api/jobs/{job}").json()["status"] == "cancelled"
    # The slot of the one that was running is free again.
    assert visitor.ask("duel", boards=[OPTIMAL, B])["joint_states"] > 0


def test_a_visitor_who_disconnects_stops_the_computation(visitor: Visitor) -> None:
    question = {**other(10), "wait": 10}
    with pytest.raises(Exception, match="timed out"):
        visitor.client.post("/api/solve", json=question, timeout=0.3)
    until(lambda: not visitor.jobs._live)


def test_two_visitors_with_the_same_question_share_the_computation(visitor: Visitor) -> None:
    job = visitor.start("solve", **other(20))
    again = visitor.client.post("/api/solve", json={**other(20), "wait": 0}).json()
    assert again["job"] == job
    until(lambda: visitor.job(job)["status"] == "running")
    with pytest.raises(Exception, match="timed out"):  # one disconnects, the job stays for the other
        visitor.client.post("/api/solve", json={**other(20), "wait": 10}, timeout=0.3)
    time.sleep(0.1)
    assert visitor.job(job)["status"] == "running"
    visitor.client.delete(f"/api/jobs/{job}")


def until(holds: Callable[[], bool], seconds: float = 60) -> None:
    """Wait for something that must happen."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.parametrize("path", ["/api/jobs/nobody", "/api/jobs/nobody/events"])
def test_unknown_jobs(path: str, visitor: Visitor) -> None:
    response = visitor.client.get(path)
    assert response.status_code == 404
    assert response.json() == {"error": "expected the id of a job, got 'nobody'"}


def test_a_computation_is_stopped_when_its_time_is_up() -> None:
    with serving(replace(FEW, long_seconds=0.3)) as visitor:
        error = visitor.wait(visitor.start("solve", **LONG))["error"]
        assert error == "expected a computation of at most 0.3 seconds, got a longer one, which was stopped"
        assert error == visitor.refused("solve", **LONG)  # not remembered: it is tried again
        assert visitor.ask("advise", board=OPTIMAL, roll=7)["candidates"]


def test_a_quick_question_that_takes_long_goes_to_the_long_ones() -> None:
    with serving(replace(FEW, quick_seconds=0.02)) as visitor:
        answer = visitor.ask("match", boards=[OPTIMAL, A], range=True, upto=40)
        assert answer["joint_states"] > 0
        assert visitor.ask("random", seed=1)["board"]  # the quick worker has a successor


def test_a_match_with_too_many_joint_states_is_stopped() -> None:
    with serving(replace(FEW, joint_states=20)) as visitor:
        assert "expected at most 20 joint states, got more" in visitor.refused("match", boards=[A, B])
        assert "at most 20 joint states" in visitor.refused("duel", boards=[A, B])
        assert "at most 20 joint states" in visitor.refused("exploit", boards=[A, B])
        assert "at most 20 joint states" in visitor.refused("nash", boards=[A, B], roll=6)


@pytest.mark.parametrize(
    ("question", "error"),
    [
        ({"board": [7] * 36, "layout": "6x6"}, "expected at most 25 unmarked cells"),
        ({"board": [7] * 25, "rules": "5x5", "why": True}, "expected at most 16 unmarked cells"),
    ],
)
def test_boards_that_are_too_large_are_refused(question: dict[str, Any], error: str, visitor: Visitor) -> None:
    assert error in visitor.refused("solve", **question)


def test_an_answer_that_is_too_long_is_refused() -> None:
    with serving(replace(FEW, answer_bytes=2_000)) as visitor:
        assert "expected an answer of at most 2,000 bytes" in visitor.refused("solve", board=OPTIMAL, upto=50)


def test_a_worker_that_dies_is_replaced(visitor: Visitor) -> None:
    job = visitor.start("solve", **other(30))
    until(lambda: visitor.job(job)["status"] == "running")
    task = visitor.jobs.find(job).task  # type: ignore[union-attr]
    task.worker.kill()  # type: ignore[union-attr]
    assert "ended without an answer" in visitor.wait(job)["error"]
    assert visitor.ask("duel", boards=[A, OPTIMAL])["joint_states"] > 0


# What follows needs no server.


CONTEXT = Context(FEW, Run())


def test_a_worker_that_is_ended_as_it_answers_answers_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Giving a question up at the very moment of its answer must not spoil the next one's."""
    ask = Worker.ask

    def last_words(worker: Worker, *question: Any) -> Any:
        reply = ask(worker, *question)
        worker.kill()
        return reply

    monkeypatch.setattr(Worker, "ask", last_words)
    with serving() as visitor:
        for board in ("7 7 7 7 7 7 7 7 7", "6 7 7 7 7 7 7 7 7", "6 6 7 7 7 7 7 7 7"):
            assert visitor.ask("solve", board=board)["expected_rolls"]["exact"]


def test_a_mistake_of_ours_is_not_told_to_visitors(capsys: pytest.CaptureFixture[str]) -> None:
    def broken(_: Any, __: Context) -> None:
        raise RuntimeError("secret")

    reply = answer(broken, {}, CONTEXT)
    assert reply.status == 500
    assert b"secret" not in reply.content
    assert not reply.lasting
    assert "RuntimeError: secret" in capsys.readouterr().err


def test_a_computation_without_memory_is_refused() -> None:
    def large(_: Any, __: Context) -> None:
        raise MemoryError

    reply = answer(large, {}, CONTEXT)
    assert reply.status == 422
    assert b"bytes of memory" in reply.content


class Pipe:
    """The worker's end of a pipe, which keeps what is sent."""

    def __init__(self) -> None:
        self.sent: list[Any] = []

    def send(self, message: Any) -> None:
        self.sent.append(message)


def test_progress_is_not_sent_too_often_and_never_after_the_reply() -> None:
    pipe = Pipe()
    teller = _Teller(pipe)  # type: ignore[arg-type]
    for done in range(1_001):
        teller.tell(Progress("counting", done, 1_000))
    teller.tell(Progress("writing", 0, None))
    teller.finish(WorkerReply(200, b"{}"))
    teller.tell(Progress("writing", 1, 1))
    assert pipe.sent[0] == Progress("counting", 0, 1_000)
    assert Progress("counting", 1_000, 1_000) in pipe.sent
    assert pipe.sent[-2:] == [Progress("writing", 0, None), WorkerReply(200, b"{}")]
    assert len(pipe.sent) < 500


class PatientJobs(Jobs):
    """Jobs whose workers take questions and never answer."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.pool._queues = {False: asyncio.Queue(), True: asyncio.Queue()}

    def question(self, number: int, *, long: bool = True, visitor: str = "somebody") -> ServerJob:
        return self.ask("solve", {"number": number}, long=long, visitor=visitor)


def test_too_much_that_waits_is_refused() -> None:
    jobs = PatientJobs(replace(FEW, waiting=200, visitor_jobs=10))
    jobs.question(0)
    jobs.question(1)
    with pytest.raises(Busy, match="expected at most 2 questions to wait") as busy:
        jobs.question(2)
    assert busy.value.status == 503
    jobs.question(3, long=False)  # the quick workers have room


def test_the_long_computations_of_one_visitor_are_limited() -> None:
    jobs = PatientJobs(replace(FEW, visitor_jobs=2))
    for number in range(2):
        jobs.question(number)
    with pytest.raises(Busy, match="expected at most 2 long computations of one visitor") as busy:
        jobs.question(2)
    assert busy.value.status == 429
    assert jobs.question(1) is jobs.question(1)  # which is under way
    jobs.question(2, visitor="somebody else")
    jobs.question(3, long=False)


def test_a_job_that_nobody_asks_about_is_stopped_and_later_forgotten() -> None:
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
    job.ended -= 21
    jobs.sweep()
    assert jobs.find(job.id) is None


def test_a_cancelled_question_may_be_asked_again() -> None:
    jobs = PatientJobs(FEW)
    first = jobs.question(0)
    jobs.cancel(first)
    assert first.status == "cancelled"
    assert jobs.question(0) is not first


def test_a_question_that_is_being_given_up_is_asked_again() -> None:
    jobs = PatientJobs(FEW)
    first = jobs.question(0)
    assert first.task is not None
    first.task.stop = StopReason.NOT_WANTED  # its process is still ending
    second = jobs.question(0)
    assert second is not first
    first.task.reply = jobs.pool.reply_without_answer(first.task)
    first.task.on_change()
    assert first.status == "cancelled"
    assert jobs.question(0) is second


def test_stopping_for_time_gives_way_to_a_visitor_who_leaves() -> None:
    task = Task("solve", {}, False, lambda: None)
    task.end(StopReason.TOO_LONG_FOR_QUICK)
    task.end(StopReason.NOT_WANTED)
    task.end(StopReason.TIME)
    assert task.stop is StopReason.NOT_WANTED


def answered(jobs: Jobs, number: int, content: bytes) -> None:
    """Ask a question and answer it."""
    job = jobs.ask("solve", {"number": number}, long=False, visitor="somebody")
    assert job.task is not None
    job.task.reply = WorkerReply(200, content)
    job.task.on_change()


def test_the_cache_is_bounded_by_bytes_and_forgets_what_was_not_asked_for_the_longest() -> None:
    jobs = PatientJobs(replace(FEW, cache_bytes=100_000, waiting=10**6))
    for number in range(30):
        answered(jobs, number, b"x" * 9_000)
        assert jobs.question(0, long=False).status == "done"
        assert jobs.cache.currsize <= 100_000
    assert len(jobs.cache) == 10
    assert jobs.question(29, long=False).status == "done"
    assert jobs.question(1, long=False).status == "queued"


def test_a_large_answer_is_not_kept() -> None:
    jobs = PatientJobs(replace(FEW, cache_bytes=100_000))
    answered(jobs, 0, b"x" * 50_000)
    assert len(jobs.cache) == 0


def test_a_server_can_be_stopped_while_it_computes() -> None:
    before = set(threading.enumerate())
    with serving() as visitor:
        visitor.start("solve", **LONG)
    until(lambda: not set(threading.enumerate()) - before)


def test_a_worker_that_cannot_be_started_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
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
