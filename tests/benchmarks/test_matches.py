"""The match benchmarks have a correct baseline and take measurements in a separate process."""

from __future__ import annotations

from fractions import Fraction

import pytest

from benchmarks import matches
from benchmarks.__main__ import BENCHMARKS
from benchmarks.harness import Benchmark, WrongAnswer
from tests.matches.tables import GUARD, board
from tests.twins.matches import optimal, outcomes


def test_the_baseline_sweeps_all_pairs_of_transient_sets() -> None:
    assert len(matches.PAIRS) == 52_900


@pytest.mark.slow
def test_the_baseline_solves_the_joint_chain() -> None:
    table = [board(text) for text in GUARD]
    truth = outcomes([optimal(pair.game) for pair in table])
    players = [matches.fraction_strategy([v for v in pair.game.values if v is not None]) for pair in table]
    assert matches.fraction_match(*players) == tuple(truth[frozenset(won)] for won in ([0], [1], [0, 1]))


def test_a_strategy_marks_the_first_of_the_best_cells() -> None:
    sevens = matches.fraction_strategy([7] * 9)
    assert sevens[0] == {roll: int(roll == 7) for roll in range(2, 13)}


@pytest.mark.parametrize(
    ("benchmark_", "report", "first"),
    [
        (matches.EXACT, {"ours": 0.005, "fractions": 6.0}, 1_200.0),
        (matches.FAST, {"ours": 0.0001, "fractions": 6.0}, 60_000.0),
        (matches.THREE, {"median": 0.5, "slowest": 1.0}, 0.5),
        (matches.SIMULATION, {"seconds": 3.0}, 2_000_000.0),
    ],
)
def test_each_benchmark_turns_its_report_into_figures(
    benchmark_: Benchmark, report: dict[str, float], first: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def pretend(function: str) -> dict[str, float]:
        asked.append(function)
        return report

    monkeypatch.setattr(matches, "fresh_process", pretend)
    figures = benchmark_.run(1)
    assert figures[0].value == pytest.approx(first)
    assert figures[0].reached
    assert all(callable(getattr(matches, function.removeprefix("matches:"))) for function in asked)
    assert benchmark_ in BENCHMARKS


def test_the_benchmark_of_three_boards_reports_the_median_and_the_slowest_time() -> None:
    report = matches.measure_three()
    assert 0 < report["median"] <= report["slowest"]


def test_a_wrong_match_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "fraction_match", lambda *_: (Fraction(1), Fraction(0), Fraction(0)))
    with pytest.raises(WrongAnswer):
        matches.measure_exact()


@pytest.mark.slow
def test_a_wrong_fast_match_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "fraction_match", lambda *_: (Fraction(1, 3), Fraction(1, 3), Fraction(1, 3)))
    monkeypatch.setattr(matches, "FAST_PAIRS", 5)
    monkeypatch.setattr(matches, "FAST_BOARDS", 4)
    with pytest.raises(WrongAnswer):
        matches.measure_fast()
