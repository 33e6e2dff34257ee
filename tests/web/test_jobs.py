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

from dicebingo.web import workers as pool
from dicebingo.web.cache import Cache
from dicebingo.web.jobs import Busy, Desk, Job
from dicebingo.web.settings import Settings
from dicebingo.web.worker import Context, Reply, _reply
from dicebingo.web.workers import Stop, Task, Worker
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
    assert found["progress"]["total"] == 2530
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
    progress = [event["progress"]["done"] for event in told if event["progress"]]
    assert progress == sorted(progress)
    assert progress[-1] == 2530


def test_nobody_waits_behind_long_computations(visitor: Visitor) -> None:
    jobs = [visitor.start("solve", **other(i)) for i in range(3)]
    for value in range(2, 12):
        visitor.ask("solve", board=f"2 3 4 / 5 6 7 / 8 9 {value}")
    assert {visitor.job(job)["status"] for job in jobs} <= {"running", "queued"}
    for job in jobs:
        assert visitor.client.delete(f"/api/jobs/{job}").json()["status"] == "cancelled"
    # The slot of the one that was running is free again.
    assert visitor.ask("duel", boards=[OPTIMAL, B])["joint_states"] > 0


def test_a_visitor_who_hangs_up_stops_the_computation(visitor: Visitor) -> None:
    question = {**other(10), "wait": 10}
    with pytest.raises(Exception, match="timed out"):
        visitor.client.post("/api/solve", json=question, timeout=0.3)
    until(lambda: not visitor.desk._live)


def test_two_visitors_with_the_same_question_share_the_computation(visitor: Visitor) -> None:
    job = visitor.start("solve", **other(20))
    again = visitor.client.post("/api/solve", json={**other(20), "wait": 0}).json()
    assert again["job"] == job
    with pytest.raises(Exception, match="timed out"):  # one hangs up, the job stays for the other
        visitor.client.post("/api/solve", json={**other(20), "wait": 10}, timeout=0.3)
    time.sleep(0.1)
    assert visitor.job(job)["status"] == "running"
    visitor.client.delete(f"/api/jobs/{job}")


def until(holds: Callable[[], bool]) -> None:
    """Wait for something that must happen; a test that hangs here has failed."""
    while not holds():
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
    task = visitor.desk.find(job).task  # type: ignore[union-attr]
    task.worker.kill()  # type: ignore[union-attr]
    assert "ended without an answer" in visitor.wait(job)["error"]
    assert visitor.ask("duel", boards=[A, OPTIMAL])["joint_states"] > 0


# What follows needs no server.


def silent(_: int, __: int) -> None:
    """No progress is told."""


CONTEXT = Context(FEW, silent)


def test_a_worker_that_is_ended_as_it_answers_answers_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever gives a question up in the very moment of its answer must not spoil the next one's."""
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

    reply = _reply(broken, {}, CONTEXT)
    assert reply.status == 500
    assert b"secret" not in reply.content
    assert not reply.lasting
    assert "RuntimeError: secret" in capsys.readouterr().err


def test_a_computation_without_memory_is_refused() -> None:
    def large(_: Any, __: Context) -> None:
        raise MemoryError

    reply = _reply(large, {}, CONTEXT)
    assert reply.status == 422
    assert b"bytes of memory" in reply.content


class Patient(Desk):
    """A desk whose pool takes questions and never answers."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.pool._queues = {False: asyncio.Queue(), True: asyncio.Queue()}

    def question(self, number: int, *, long: bool = True, visitor: str = "somebody") -> Job:
        return self.ask("operations.solve", {"number": number}, name="solve", long=long, visitor=visitor)


def test_too_much_that_waits_is_refused() -> None:
    desk = Patient(replace(FEW, waiting=200, visitor_jobs=10))
    desk.question(0)
    desk.question(1)
    with pytest.raises(Busy, match="expected at most 2 questions to wait") as busy:
        desk.question(2)
    assert busy.value.status == 503
    desk.question(3, long=False)  # the other lane has room


def test_one_visitor_has_so_many_long_computations() -> None:
    desk = Patient(replace(FEW, visitor_jobs=2))
    for number in range(2):
        desk.question(number)
    with pytest.raises(Busy, match="expected at most 2 long computations of one visitor") as busy:
        desk.question(2)
    assert busy.value.status == 429
    assert desk.question(1) is desk.question(1)  # which is under way
    desk.question(2, visitor="somebody else")
    desk.question(3, long=False)


def test_a_job_that_nobody_asks_about_is_stopped_and_later_forgotten() -> None:
    desk = Patient(replace(FEW, abandoned_seconds=10, keep_seconds=20))
    job = desk.question(0)
    desk.hand_out(job)
    desk.sweep()
    assert job.status == "queued"
    job.asked -= 11
    desk.sweep()
    assert job.status == "cancelled"
    assert desk.find(job.id) is job
    desk.sweep()
    job.ended -= 21
    desk.sweep()
    assert desk.find(job.id) is None


def test_a_cancelled_question_may_be_asked_again() -> None:
    desk = Patient(FEW)
    first = desk.question(0)
    desk.cancel(first)
    assert first.status == "cancelled"
    assert desk.question(0) is not first


def test_a_question_that_is_being_given_up_is_asked_anew() -> None:
    desk = Patient(FEW)
    first = desk.question(0)
    assert first.task is not None
    first.task.stop = Stop.NOT_WANTED  # its process is still ending
    second = desk.question(0)
    assert second is not first
    first.task.reply = desk.pool.epitaph(first.task)
    first.task.on_change()
    assert first.status == "cancelled"
    assert desk.question(0) is second


def test_stopping_for_time_gives_way_to_a_visitor_who_leaves() -> None:
    task = Task("operations.solve", {}, False, lambda: None)
    task.end(Stop.TOO_LONG_FOR_QUICK)
    task.end(Stop.NOT_WANTED)
    task.end(Stop.TIME)
    assert task.stop is Stop.NOT_WANTED


def test_the_cache_forgets_what_was_not_asked_for_the_longest() -> None:
    cache = Cache(entries=3, size=10**6)
    for key in "abc":
        cache.put(key, Reply(200, key.encode()))
    cache.get("a")
    cache.put("d", Reply(200, b"d"))
    assert [cache.get(key) is None for key in "abcd"] == [False, True, False, False]


def test_the_cache_is_bounded_by_bytes() -> None:
    cache = Cache(entries=1_000, size=100_000)
    for number in range(1_000):
        cache.put(str(number), Reply(200, b"x" * 9_000))
        assert cache.used <= 100_000
    assert len(cache) == 10
    cache.put("large", Reply(200, b"x" * 50_000))
    assert cache.get("large") is None
    for number in range(1_000):
        cache.forget(str(number))
    assert (len(cache), cache.used) == (0, 0)


def test_a_server_can_be_stopped_while_it_computes() -> None:
    before = set(threading.enumerate())
    with serving() as visitor:
        visitor.start("solve", **LONG)
    until(lambda: not set(threading.enumerate()) - before)


def test_a_worker_that_cannot_be_started_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    attempts = []

    def start(*arguments: Any) -> pool.Worker:
        attempts.append(1)
        if len(attempts) < 4:
            raise OSError("no memory")
        return Worker(*arguments)

    Worker = pool.Worker
    monkeypatch.setattr(pool, "Worker", start)
    monkeypatch.setattr(pool, "RETRY_SECONDS", 0.01)
    with serving() as visitor:
        assert visitor.ask("random", seed=1)["board"]
    assert len(attempts) >= 4
