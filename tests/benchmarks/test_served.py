"""The server benchmarks ask every kind of question and detect wrong answers."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest

import dicebingo
from benchmarks import load, soak
from benchmarks.__main__ import main
from benchmarks.harness import Benchmark, Figure, WrongAnswer
from benchmarks.soak import INVALID, VALID, Tally, Visitor, ask, get
from dicebingo.web.endpoints import ENDPOINTS
from tests.web.server import serving


@pytest.mark.long
def test_answers_to_every_kind_of_question_are_judged_correctly() -> None:
    draw, asked = Random(1), set()
    with serving() as visitor:
        for kinds, right in ((VALID, True), (INVALID, False)):
            for request in (make(draw) for make in kinds for _ in range(2)):
                head, _, body = request.sent(10).partition(b"\r\n\r\n")
                headers = dict(line.split(": ") for line in head.decode().split("\r\n")[1:])
                response = visitor.client.request(request.method, request.path, headers=headers, content=body)
                assert (response.status_code in (200, 202)) == right, (request, response.text)
                asked.add(request.path.partition("?")[0])
    assert {endpoint.path for endpoint in ENDPOINTS.values()} < asked


def test_a_changed_answer_is_detected() -> None:
    tally = Tally()
    first, second = ask("solve", board=[7] * 9), get("/api/rules")
    tally.compare(first, [200, {"expected_rolls": 18}])
    tally.compare(second, [200, {"expected_rolls": 19}])
    tally.compare(first, [200, {"expected_rolls": 18}])
    assert tally.unexpected == []
    tally.compare(first, [200, {"expected_rolls": 19}])
    (complaint,) = tally.unexpected
    assert complaint.startswith("a different answer than before to POST /api/solve")


def test_a_job_and_an_immediate_question_get_the_same_error() -> None:
    visitor, boards = Visitor(0, 0, Tally(), []), [[7] * 9, [7] * 8]
    question = ask("duel", boards=boards)
    with serving() as server:
        visitor.job_seen(question, server.wait(server.start("duel", boards=boards)))
        replies = (server.client.post("/api/duel", json={"boards": boards, "wait": 10}) for _ in count())
        reply = next(reply for reply in replies if reply.status_code != 202)  # a busy server replies with a job
        visitor.answered(question, reply.status_code, reply.content)
    assert (visitor.tally.compared, visitor.tally.unexpected) == (2, [])


@pytest.mark.slow
def test_a_short_soak_test_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each reading of the clock advances it by 0.01 seconds, so slow and fast machines ask the same questions."""
    monkeypatch.setattr(soak, "REST_SECONDS", 0.01)
    visits = count()
    monkeypatch.setattr(soak, "monotonic", lambda: next(visits) / 100)
    figures = {figure.what: figure for figure in soak.run_soak(1, clients=10, filling=4)}
    assert figures["questions from 10 visitors"].value > 70
    assert figures["answers, status 200"].value > 0
    assert figures["answers, status 422"].value > 0
    assert figures["requests or answers cut off"].value > 0
    assert figures["unexpected answers"].value == 0


@pytest.mark.long
def test_a_soak_test_detects_a_wrong_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "REST_SECONDS", 0.1)
    monkeypatch.setattr(soak, "KNOWN", 0)
    monkeypatch.setattr(dicebingo, "solve", lambda *_, **__: dicebingo.advise([7] * 9, roll=7))
    with pytest.raises(WrongAnswer, match="a different answer than before to POST /api/solve"):
        soak.run_soak(4, clients=4, filling=0)


@pytest.mark.long
def test_a_short_load_test_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "CLIENTS", 4)
    figures = {figure.what: figure for figure in load.BENCHMARK.run(2)}
    assert figures["answers without an error"].value > 0


def test_durations_can_be_set_and_long_benchmarks_run_only_if_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told: list[int] = []

    def lasting(seconds: int) -> list[Figure]:
        told.append(seconds)
        return [Figure("questions", 1.0, "")]

    usual = Benchmark("usual", "something", "", lasting, seconds=20)
    hour = Benchmark("hour", "something", "", lasting, seconds=3_600, by_name_only=True)
    main([], [usual, hour], repeats=7)
    main(["hour"], [usual, hour], repeats=7)
    main(["hour", "usual", "--seconds", "5"], [usual, hour], repeats=7)
    assert told == [20, 3_600, 5, 5]
    assert "hour: something, for 3600 seconds" in capsys.readouterr().err
