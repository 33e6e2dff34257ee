"""The benchmark harness on a tiny configuration: it takes measurements, reports targets and rejects wrong answers."""

from __future__ import annotations

import json

import pytest

from benchmarks import solve_3x3, solve_4x4
from benchmarks.__main__ import BENCHMARKS, aim, main, quantity
from benchmarks.harness import Benchmark, Call, Figure, WrongAnswer, fresh_process, in_turns
from dicebingo import solve


def counting(answer: int) -> Benchmark:
    def run(repeats: int) -> list[Figure]:
        seconds = in_turns(repeats, sum=Call(lambda: sum(range(10)), answer), other=Call(lambda: 45, 45))
        return [Figure("sum", seconds["sum"], "s", 60.0), Figure("ratio", seconds["other"] / seconds["sum"], "x")]

    return Benchmark("counting", "a sum", "the answer itself", run)


def test_benchmarks_with_correct_answers_are_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([], [counting(45)], repeats=2) == 0
    printed = capsys.readouterr()
    assert "✓ at most 60.00 s" in printed.out
    assert printed.err == "counting: a sum, against the answer itself\n"


def test_a_wrong_answer_is_reported_as_a_failure(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["counting", "--json"], [counting(46)], repeats=1) == 1
    printed = capsys.readouterr()
    assert "counting: wrong answer: expected 46, got 45" in printed.err
    assert json.loads(printed.out)["wrong"] == {"counting": "expected 46, got 45"}


@pytest.mark.slow
def test_one_wrong_answer_does_not_stop_the_other_benchmarks(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([], [counting(46), solve_3x3.BENCHMARK], repeats=1) == 1
    assert "times faster, optimal board" in capsys.readouterr().out


def test_a_wrong_solver_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve_3x3, "solve", lambda _: solve([7] * 9))
    with pytest.raises(WrongAnswer, match="got 18"):
        solve_3x3.BENCHMARK.run(1)


def test_the_baseline_solves_the_bellman_equation() -> None:
    values = solve_3x3.fraction_values(solve_3x3.OPTIMAL)
    assert len(values) == 512
    ours = solve(solve_3x3.OPTIMAL).values
    assert {marked: value for marked, value in values.items() if value} == ours


@pytest.mark.slow
def test_a_fresh_process_reports_time_and_memory() -> None:
    report = fresh_process("solve_4x4:measure")
    assert report["seconds"] > 0
    assert 5 < report["megabytes"] < 5_000


def test_a_wrong_answer_from_a_fresh_process_is_detected() -> None:
    with pytest.raises(WrongAnswer, match="no_such_function"):
        fresh_process("solve_4x4:no_such_function")


def test_the_json_contains_every_figure(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["counting", "--json"], [counting(45)], repeats=1) == 0
    (found,) = json.loads(capsys.readouterr().out)["benchmarks"]
    assert [figure["reached"] for figure in found["figures"]] == [True, None]


def test_an_unknown_name_is_rejected(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["solve-9x9"])
    assert stop.value.code == 2
    assert "expected one of solve-3x3, solve-4x4" in capsys.readouterr().err


def test_targets_are_reported() -> None:
    assert aim(Figure("faster", 6.0, "x", 5.0, at_most=False)) == "✓ at least 5.0 x"
    assert aim(Figure("faster", 4.0, "x", 5.0, at_most=False)) == "✗ at least 5.0 x: 0.80 of the aim"
    assert aim(Figure("memory", 1500.0, "MB", 1000.0)) == "✗ at most 1,000 MB: 1.50 of the aim"
    assert aim(Figure("time", 1.0, "s")) == ""
    assert [quantity(v, "s") for v in (0.000731, 0.25, 3.0)] == ["0.731 ms", "250 ms", "3.00 s"]


def test_benchmark_names_are_unique() -> None:
    assert len({benchmark.name for benchmark in BENCHMARKS}) == len(BENCHMARKS)
    assert solve_4x4.BENCHMARK in BENCHMARKS
