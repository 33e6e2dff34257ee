"""``search`` with too many boards to evaluate: seeds make results repeatable, and bad input gets one-line errors."""

from __future__ import annotations

import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dicebingo.cli import running
from dicebingo.model.board import Board
from dicebingo.model.variants import classic
from dicebingo.running.run import Run
from dicebingo.searches.orbits import orbit_size
from dicebingo.searches.space import Space
from tests.cli.faults import stopped_when
from tests.commands import run
from tests.twins.solo import make_game

LARGE = ["--layout", "3x4"]
"""Twelve cells: 11^12 boards, each of which is fast to evaluate."""
CLASSIC = ["--rules", "classic"]
"""Nine cells: a restart takes a few milliseconds."""


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def answer(*arguments: str) -> Any:
    return run("search", *arguments, "--json").json()


def apart_from_seconds(found: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in found.items() if key != "seconds"}


@pytest.mark.slow
def test_a_search_by_restarts_reports_its_status() -> None:
    found = answer(*CLASSIC, "--restarts", "12", "--top", "2")
    assert (found["status"], found["certified"], found["seed"]) == ("best found", False, 0)
    assert found["total_boards"] == 11**9
    assert found["restarts"] >= 12
    assert found["looked_at"] > found["restarts"]
    assert not list(Path().iterdir())  # a search by restarts proves nothing, so there is no certificate
    space = Space.of(classic())
    values = [Fraction(known["expected_rolls"]["exact"]) for known in found["best"]]
    assert values == sorted(values)
    assert len(values) == 2
    for known, value in zip(found["best"], values, strict=True):
        assert known.keys() == {"board", "expected_rolls", "orbit_size", "reached"}
        assert make_game("3x3", "2d6", known["board"]).value(frozenset()) == value
        assert known["orbit_size"] == orbit_size(space, Board(tuple(known["board"]), space.rules))
        assert 1 <= known["reached"] <= found["restarts"]


@pytest.mark.slow
def test_the_same_seed_finds_the_same_boards() -> None:
    arguments = [*CLASSIC, "--restarts", "12", "--seed", "4"]
    found = apart_from_seconds(answer(*arguments))
    assert apart_from_seconds(answer(*arguments)) == found
    assert found["seed"] == 4


@pytest.mark.slow
def test_the_text_marks_the_board_as_best_found_and_not_proven() -> None:
    done = run("search", *LARGE, "--restarts", "12")
    assert (done.code, done.err) == (0, "")
    assert "status          best found, not proven" in done.out
    assert "among           all 3,138,428,376,721 boards" in done.out
    assert "reached         by " in done.out
    assert "optimal" not in done.out


def test_a_small_space_can_be_searched_by_restarts() -> None:
    proven = run("search", "--rules", "knuth", "--json").json()
    known = answer("--rules", "knuth", "--restarts", "5", "--top", "1")
    assert known["best"][0]["expected_rolls"] == proven["best"][0]["expected_rolls"]
    assert (known["certified"], proven["certified"]) == (False, True)


@pytest.mark.slow
def test_constraints_are_respected() -> None:
    found = answer(
        "--rules", "4x4", "--values", "6..8", "--fix", "6 . . . / . 6 . . / . . . . / . . . 8", "--restarts", "1"
    )
    board = found["best"][0]["board"]
    assert (board[0], board[5], board[15]) == (6, 6, 8)
    assert set(board) <= {6, 7, 8}
    assert found["total_boards"] == 3**13


@pytest.mark.slow
def test_a_longer_search_continues_from_a_checkpoint() -> None:
    short = answer(*CLASSIC, "--restarts", "12", "--checkpoint", "kept")
    files = {file.name: file.stat().st_mtime_ns for file in Path("kept").glob("shard-*.npz")}
    longer = [*CLASSIC, "--restarts", str(2 * short["restarts"])]
    assert apart_from_seconds(answer(*longer, "--checkpoint", "kept")) == apart_from_seconds(answer(*longer))
    after = {file.name: file.stat().st_mtime_ns for file in Path("kept").glob("shard-*.npz")}
    assert files.items() < after.items()
    assert "belongs to another job" in run("search", *CLASSIC, "--seed", "1", "--checkpoint", "kept").complaint()


REFUSED = [
    (["--rules", "5x5"], "expected boards with at most 20 cells for a search, got 25"),
    ([*LARGE, "--worst", "1"], "a search by restarts cannot find the worst boards"),
    ([*LARGE, "--out", "all.parquet"], "--out needs a search of all boards"),
    ([*LARGE, "--seconds", "1", "--restarts", "1"], "expected seconds or restarts, got both"),
    ([*LARGE, "--seconds", "0"], "expected a positive number of seconds, got 0.0"),
    ([*LARGE, "--seconds", "nan"], "expected a number, got 'nan'"),
    ([*LARGE, "--restarts", "0"], "restarts, got 0"),
    ([*LARGE, "--seed", "-1"], "expected a non-negative seed, got -1"),
    ([*LARGE, "--top", "0"], "expected 1 to 10000 best boards to list, got 0"),
    (["--objective", "median", "--seed", "1"], "the objective median does not allow"),
]


@pytest.mark.parametrize(("arguments", "message"), REFUSED)
def test_bad_input_is_rejected(arguments: list[str], message: str) -> None:
    assert message in run("search", *arguments).complaint()


@pytest.mark.slow
def test_control_c_gives_exit_code_130_and_the_best_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped_when(lambda now: now.stage == "searching" and bool(now.best), monkeypatch)
    result = run("search", *CLASSIC, "--restarts", "1000000", "--checkpoint", "kept")
    assert (result.code, result.err) == (130, "interrupted; run the same command again to continue from kept\n")
    assert "status          stopped, not proven" in result.out
    assert "evaluations, then stopped" in result.out


@pytest.mark.long
def test_a_cluster_of_processes_finds_the_same_boards() -> None:
    arguments = [*LARGE, "--restarts", "40"]
    assert apart_from_seconds(answer(*arguments, "--workers", "1")) == apart_from_seconds(answer(*arguments))


def test_the_time_limit_counts_from_the_start_of_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time that Python takes to import modules counts towards the time limit."""
    given: list[float] = []

    def make(**how: Any) -> Run:
        given.append(how["since"])
        return Run(**how)

    monkeypatch.setattr(running, "Run", make)
    before = time.monotonic()
    assert run("search", "--rules", "knuth", "--seconds", "0.01", "--json").json()["status"] == "best found"
    assert before <= given[0] <= time.monotonic()
