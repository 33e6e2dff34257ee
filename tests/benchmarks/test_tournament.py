"""The tournament benchmark reports every figure and detects wrong answers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from benchmarks import tournament
from benchmarks.__main__ import BENCHMARKS
from benchmarks.harness import WrongAnswer
from dicebingo.matches.match import match
from dicebingo.model.variants import classic
from dicebingo.tournaments.boards import random_boards
from dicebingo.tournaments.tournament import tournament as play


def test_every_measured_number_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def pretend(function: str) -> dict[str, float]:
        asked.append(function)
        return {"ours": 0.0002, "fractions": 5.0, "cpu": 100.0, "wall": 50.0, "megabytes": 1_200.0}

    monkeypatch.setattr(tournament, "fresh_process", pretend)
    figures = tournament.BENCHMARK.run(1)
    assert figures[0].value == pytest.approx(25_000)
    assert [figure.reached for figure in figures] == [True, None, None, None, None, False]
    assert asked == ["tournament:measure"]
    assert tournament.BENCHMARK in BENCHMARKS
    assert tournament.PAIRS == 499_500


def test_the_benchmark_compares_outcomes_with_those_of_the_textbook_method() -> None:
    boards = random_boards(classic(), 6, seed=tournament.SEED)
    result = play(boards)
    exact = [match(boards[i], boards[j]) for i, j in tournament.SWEPT]
    truth = [tuple(Fraction(str(m.probability(*won))) for won in ((0,), (1,), (0, 1))) for m in exact]
    answers = [(win, lose, tie) for win, lose, tie in truth]
    assert tournament.right(result, answers)
    win, lose, tie = answers[-1]
    assert not tournament.right(result, [*answers[:-1], (win, lose, tie * Fraction(1 + 10**9, 10**9))])


@pytest.mark.parametrize("checked", [True, False])
def test_wrong_answers_are_detected(checked: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that the benchmark detects wrong match outcomes and wrong winners."""
    monkeypatch.setattr(tournament, "BOARDS", 6)
    monkeypatch.setattr(tournament, "fraction_match", lambda *_: (Fraction(1, 3),) * 3)
    if not checked:
        monkeypatch.setattr(tournament, "right", lambda *_: True)
    with pytest.raises(WrongAnswer, match=rf"expected \(True, .*\), got \({not checked}, "):
        tournament.measure()
