"""The duel benchmarks check their answers and take measurements in a separate process."""

from __future__ import annotations

import pytest

from benchmarks import duel
from benchmarks.__main__ import BENCHMARKS
from benchmarks.harness import Benchmark, WrongAnswer
from dicebingo.duels.duel import duel as solve_duel


@pytest.mark.parametrize(
    ("benchmark_", "report", "first"),
    [
        (duel.EXACT, {"a_b": 0.2, "c_d": 1.0, "megabytes": 40.0}, 0.2),
        (duel.FAST, {"ours": 0.001, "exact": 0.2}, 200.0),
    ],
)
def test_every_measured_number_is_reported(
    benchmark_: Benchmark, report: dict[str, float], first: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def pretend(function: str) -> dict[str, float]:
        asked.append(function)
        return report

    monkeypatch.setattr(duel, "fresh_process", pretend)
    figures = benchmark_.run(1)
    assert figures[0].value == pytest.approx(first)
    assert all(figure.reached is not False for figure in figures)
    assert all(callable(getattr(duel, function.removeprefix("duel:"))) for function in asked)
    assert benchmark_ in BENCHMARKS


def test_exact_duels_are_checked() -> None:
    assert set(duel.measure_exact()) == {"a_b", "c_d"}


def test_a_wrong_duel_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(duel.ANSWERS, (duel.A, duel.B), ("0", 2530))
    with pytest.raises(WrongAnswer):
        duel.measure_exact()


@pytest.mark.slow
def test_a_wrong_fast_duel_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duel, "PAIRS", 1)
    monkeypatch.setattr(duel, "duel", lambda *_: solve_duel(duel.B, duel.A))
    with pytest.raises(WrongAnswer):
        duel.measure_fast()
