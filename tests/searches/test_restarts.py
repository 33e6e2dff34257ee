"""Annealing restarts: scores agree with a reference implementation, and results agree with brute force and proofs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from math import factorial, prod
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from dicebingo.answer import Status
from dicebingo.errors import InputError, TooLarge
from dicebingo.exact import decimal
from dicebingo.kernels import restarts as kernel
from dicebingo.kernels.restarts import Cooling, anneal
from dicebingo.kernels.turns import SearchGame, evaluate_sets, make_room, turn
from dicebingo.model.board import Board
from dicebingo.model.rules import MarkingName, Rules
from dicebingo.model.symmetry import symmetries
from dicebingo.model.variants import find_rules
from dicebingo.running import stopping
from dicebingo.running.run import Progress, Run
from dicebingo.searches.orbits import canonical, essential_form, orbit_size
from dicebingo.searches.restarts import RestartJob, Tally, _start, _values, search_by_restarts, search_game
from dicebingo.searches.space import Constraints, Space
from dicebingo.solo.mdp import optimal_play
from tests.searches.spaces import naive_orbits, orbit, space_of
from tests.strategies import NINE
from tests.twins.searches import SMALL
from tests.twins.solo import DICE, FREE, make_game, size_of

CLOSE = 1e-5
"""A bound on the relative error of float32 in the few steps of a small board."""


def evaluate_turn(game: SearchGame, board: NDArray[np.int64], cell: int) -> NDArray[np.float32]:
    """Return the board's expected number of rolls V for each value that ``cell`` may take."""
    room = make_room(game, len(board))
    evaluate_sets(game, board, room.values)
    turn(game, board, cell, room.values, room.first_turn, room)
    return room.scores


def best_after(space: Space, batches: int, seed: int = 1, most: int = 3) -> Tally:
    tally = Tally(space, most)
    job = RestartJob(space, seed, batches)
    for number in range(batches):
        tally.add(job.shard(number))
    return tally


# One turn of a restart: try every value in one cell


@pytest.mark.slow
@given(st.data())
def test_a_turn_matches_the_reference_implementation(data: st.DataObject) -> None:
    layout = data.draw(st.sampled_from(["2x2", "2x2:rows", "2x3", ".#./###/.#.", "#f#/##.", *NINE[-1:]]))
    dice = data.draw(st.sampled_from(["1d6", "2d6", "3d6", "product(2d6)", "d10+d20", "{1:1,2:3,5:2}"]))
    marks_all = data.draw(st.booleans())
    space = Space.of(Rules.of(layout, dice, "all" if marks_all else "one"))
    values, free = sorted(DICE[dice]), FREE.get(layout, ())
    board_values = [data.draw(st.integers(0, min(3, len(values) - 1))) for _ in space.cells]
    cell = data.draw(st.integers(0, len(board_values) - 1))
    scores = evaluate_turn(search_game(space), np.array(board_values), cell)
    assert len(scores) == len(values)
    for value in {*range(min(4, len(values))), len(values) // 2, len(values) - 1}:
        filled = iter([*board_values[:cell], value, *board_values[cell + 1 :]])
        board = [None if c in free else values[next(filled)] for c in range(size_of(layout))]
        expected = make_game(layout, dice, board, marks_all=marks_all).value(frozenset())
        assert float(scores[value]) == pytest.approx(float(expected), rel=CLOSE)


def test_a_turn_respects_constraints() -> None:
    rules = Rules.of("2x2", "2d6")
    none = pytest.approx(1e30)
    distinct = evaluate_turn(search_game(Space.of(rules, Constraints(distinct=True))), np.array([0, 1, 2, 3]), 0)
    assert [i for i, score in enumerate(distinct) if score == none] == [1, 2, 3]
    needs = Space.of(rules, Constraints(contains=(5, 7)))
    assert _values(needs)[3] == 5
    scores = evaluate_turn(search_game(needs), np.array([3, 5, 0, 0]), 0)  # no other cell has the required 5
    assert [i for i, score in enumerate(scores) if score < 1e29] == [3]
    assert (evaluate_turn(search_game(needs), np.array([3, 5, 0, 0]), 2) < 1e29).all()


# Canonical boards


@pytest.mark.parametrize("name", ["knuth", "2x2, fixed and contains", "2x2, distinct", "2x2, blackout", "shape"])
def test_each_orbit_has_one_canonical_board(name: str) -> None:
    space = space_of(SMALL[name])
    everything = SMALL[name]
    full = len(space.group) == symmetries(space.rules.layout).order or space.constraints.fixed
    for values in everything.boards[:: max(1, len(everything.boards) // 60)]:
        board = Board(everything.game(values).values, space.rules)
        form = canonical(space, board)
        if full:
            assert form.orbit_size == len(orbit(space, board)) == orbit_size(space, board)
            assert essential_form(space, form.board) == essential_form(space, board)
        assert canonical(space, form.board) == form


def test_boards_have_one_canonical_form_even_if_the_group_is_too_large_to_list() -> None:
    space = Space.of(Rules.of("4x4:all", "2d6"))
    assert symmetries(space.rules.layout).order == factorial(16) > len(space.group)
    rng = np.random.default_rng(1)
    values = [2, 3, 3, 5, 5, 5, 6, 6, 7, 7, 7, 7, 8, 8, 9, 10]
    boards = {canonical(space, Board(tuple(rng.permutation(values).tolist()), space.rules)) for _ in range(5)}
    mirrored = [14 - value for value in values]
    boards |= {canonical(space, Board(tuple(rng.permutation(mirrored).tolist()), space.rules))}
    (one,) = boards
    arrangements = factorial(16) // prod(factorial(values.count(value)) for value in set(values))
    # Swapping 2 with 12, 3 with 11, 4 with 10, or 5 with 9 changes the counts of values; swapping 6 and 8 does not.
    assert one.orbit_size == arrangements * 2**4


def test_all_32_images_of_a_4x4_board_have_the_same_canonical_form() -> None:
    space = Space.of(find_rules("4x4"))
    board = Board.parse("4 3 5 6 / 11 10 6 8 / 9 9 5 8 / 7 7 7 8", "4x4")
    images = [board.permuted(symmetry) for symmetry in space.group]
    assert len(set(images)) == 32
    assert {canonical(space, image) for image in images} == {canonical(space, board)}
    swapped = Board(tuple(14 - value for value in board.values if value), space.rules)
    assert canonical(space, swapped) == canonical(space, board)
    assert canonical(space, board).orbit_size == orbit_size(space, board)
    assert canonical(space, board) != canonical(space, board.with_value(0, 5))


# Results of restarts


@pytest.mark.parametrize("name", ["knuth", "2x2, contains", "2x2, fixed", "2x2, distinct", "2x2, blackout", "shape"])
def test_restarts_and_brute_force_find_the_same_boards(name: str) -> None:
    space = space_of(SMALL[name])
    tally = best_after(space, 1, most=1)
    (best,) = tally.best()
    value, _ = naive_orbits(name)[0]
    assert str(best.expected_rolls) == str(value)
    assert best.board in space
    assert 0 < best.reached <= tally.restarts


def test_restarts_find_the_best_2x2_board() -> None:
    (best,) = best_after(Space.of(Rules.of("2x2", "2d6")), 1, most=1).best()
    assert decimal(best.expected_rolls) == pytest.approx(4.2214285714, abs=1e-10)
    assert canonical(Space.of(best.board.rules), Board.parse("5 6 / 7 8", best.board.rules)).board == best.board


def test_restarts_find_the_proven_optimum_of_the_classic_rules() -> None:
    space = Space.of(find_rules("classic"))
    tally = best_after(space, 1)
    optimal = Board.parse("8 8 9 / 7 6 10 / 7 4 5")
    best, second, _ = tally.best()
    assert best.board == canonical(space, optimal).board
    assert best.expected_rolls == optimal_play(optimal).expected_rolls < second.expected_rolls
    assert best.reached > 1
    assert best.orbit_size == orbit_size(space, optimal)
    assert tally.looked_at > tally.restarts * 11


@pytest.mark.parametrize(
    ("layout", "dice", "marking"),
    [("3x3", "3d6", "one"), ("3x3:free-centre", "product(2d6)", "one"), ("2x3", "2d6", "all")],
)
def test_changing_or_swapping_cells_never_improves_the_result_of_a_restart(
    layout: str, dice: str, marking: MarkingName
) -> None:
    space = Space.of(Rules.of(layout, dice, marking))
    values = _values(space)
    start = _start(space, np.random.default_rng(3))
    board, score, _ = anneal(search_game(space), start, Cooling(20, 0.01, 0.001, 0.5), 3)
    cells = dict(zip(space.cells, (values[i] for i in board), strict=True))

    def rolls(cells: dict[int, int]) -> float:
        full = tuple(cells.get(cell) for cell in range(space.rules.layout.size))
        return float(optimal_play(Board(full, space.rules), exact=False).expected_rolls)

    assert score == pytest.approx(rolls(cells), rel=CLOSE)
    for cell, held in cells.items():
        changed = [{**cells, cell: value} for value in values]
        changed += [{**cells, cell: others, other: held} for other, others in cells.items()]
        assert min(map(rolls, changed)) > score * (1 - CLOSE)


def test_a_descent_ends_in_the_best_known_4x4_board() -> None:
    space = Space.of(find_rules("4x4"))
    start = np.array([4, 3, 5, 6, 11, 10, 6, 8, 9, 9, 5, 8, 7, 7, 7, 8]) - 2
    start[[0, 9]] = start[[9, 0]]
    board, score, _ = anneal(search_game(space), start, Cooling(0, 0.01, 0.001, 0.0), 1)
    assert score == pytest.approx(9.0425424035, abs=1e-4)
    exact = optimal_play((board + 2).tolist(), rules="4x4").expected_rolls
    assert f"{decimal(exact):.10f}" == "9.0425424035"


@pytest.mark.slow
def test_a_restart_depends_only_on_the_seed_and_its_number() -> None:
    space = Space.of(Rules.of("2x3", "3d6"))
    first, other = RestartJob(space, 5, 2), RestartJob(space, 6, 2)
    late = first.shard(1)
    early = first.shard(0)
    again = RestartJob(space, 5, 9)
    for number, part in ((0, early), (1, late)):
        assert all((again.shard(number)[key] == part[key]).all() for key in part)
    assert (early["boards"] != other.shard(0)["boards"]).any()
    assert first.name() == again.name() != other.name()


def annealed() -> list[Any]:
    found, games = [], list[tuple[str, str, MarkingName]]()
    games += [("2x2", "2d6", "one"), ("2x2", "product(2d6)", "one"), ("2x2:rows", "1d6", "all")]
    for layout, dice, marking in games:
        space = Space.of(Rules.of(layout, dice, marking))
        start = _start(space, np.random.default_rng(1))
        board, score, count = anneal(search_game(space), start, Cooling(9, 0.01, 0.001, 0.5), 1)
        found.append([board.tolist(), score, count])
    return found


@pytest.mark.slow
def test_the_uncompiled_kernel_gives_the_same_results() -> None:
    program = "import json; from tests.searches.test_restarts import annealed; print(json.dumps(annealed()))"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == annealed()


@pytest.mark.parametrize("rules", ["classic", "mark-all"])
def test_a_restart_gives_the_same_result_in_any_number_of_calls(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    space = Space.of(find_rules(rules), Constraints(distinct=True))
    game, start = search_game(space), _start(space, np.random.default_rng(2))
    cooling, shown = Cooling(30, 0.006, 0.0015, 0.5), list[tuple[list[int], int]]()
    board, value, count = anneal(game, start, cooling, 7)
    monkeypatch.setattr(kernel, "SLICE_SETS", 1)
    again = anneal(game, start, cooling, 7, lambda best, looked_at: shown.append((best.tolist(), looked_at)))
    assert (again[0].tolist(), *again[1:]) == (board.tolist(), value, count)
    assert shown[-1] == (board.tolist(), count)
    assert len(shown) > 60
    assert shown == sorted(shown, key=lambda one: one[1])


# The whole search


def test_a_search_reports_its_result_and_status() -> None:
    told: list[Progress] = []
    space = Space.of(find_rules("knuth"))
    found = search_by_restarts(space, restarts=100, seed=3, top=2, run=Run(progress=told.append))
    assert (found.restarts, found.seed, found.status) == (128, 3, Status.BEST_FOUND)  # restarts run in batches of 64
    assert found.best == tuple(best_after(space, 2, seed=3, most=2).best())
    assert found.looked_at > 128
    assert told[-1] == Progress("searching", 2, 2, "5.5000 after 128 restarts")
    assert (
        repr(found)
        == "<RestartSearch of all 1,296 boards of knuth (2x2:rows, 1d6): 1 2 / 3 4, 5.500000 rolls, best found>"
    )


def test_a_search_with_a_time_limit_finishes_its_first_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stopping, "PATIENCE", 3600)
    found = search_by_restarts(Space.of(find_rules("knuth")), seconds=0.01)
    assert found.restarts >= 64
    assert found.status is Status.BEST_FOUND
    limited = search_by_restarts(Space.of(find_rules("knuth")), run=Run(seconds=0.01))
    assert limited.restarts >= 64


def test_boards_found_by_an_unfinished_restart_are_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "SLICE_SETS", 1)
    monkeypatch.setattr(stopping, "PATIENCE", 0)
    found = search_by_restarts(Space.of(find_rules("4x4")), seconds=1e-9, run=Run(threads=1))
    assert (found.restarts, found.status) == (0, Status.BEST_FOUND)
    (met,) = found.best
    assert (met.reached, met.expected_rolls) == (0, optimal_play(met.board).expected_rolls)
    assert 0 < found.looked_at < 1_000
    assert "by an unfinished restart, seed 0" in str(found)


def test_a_stopped_search_reports_its_status() -> None:
    def stop(now: Progress) -> None:
        if now.done >= 3:
            run.stop()

    run = Run(progress=stop, threads=1)
    found = search_by_restarts(Space.of(find_rules("knuth")), restarts=1_000_000, run=run)
    # The search lets running batches finish and counts them: one, or two if another started at the last moment.
    assert found.restarts in {3 * 64, 4 * 64, 5 * 64}
    assert found.status is Status.STOPPED
    run = Run()
    run.stop()
    nothing = search_by_restarts(Space.of(find_rules("4x4")), restarts=10, run=run)
    assert (nothing.restarts, nothing.best, nothing.status) == (0, (), Status.STOPPED)
    assert (
        repr(nothing)
        == "<RestartSearch of all 45,949,729,863,572,161 boards of 4x4 (4x4, 2d6): no restart was finished, stopped>"
    )


# Rejected input


def test_bad_input_is_rejected() -> None:
    space = Space.of(find_rules("knuth"))
    with pytest.raises(InputError, match="non-negative seed, got -1"):
        RestartJob(space, -1)
    for restarts in (0, 64_000_001):
        with pytest.raises(InputError, match=f"expected 1 to 64,000,000 restarts, got {restarts}"):
            search_by_restarts(space, restarts=restarts)
    with pytest.raises(InputError, match="expected seconds or restarts, got both"):
        search_by_restarts(space, seconds=1, restarts=1)
    with pytest.raises(InputError, match="given twice: 1 s, and 2 s in the run"):
        search_by_restarts(space, seconds=1, run=Run(seconds=2))
    with pytest.raises(InputError, match="expected 1 to"):
        Tally(space, 0)
    with pytest.raises(TooLarge, match=r"at most 20 cells for a search, got 24: .* 2\^23 sets"):
        RestartJob(Space.of(find_rules("5x5-free")), 0)
    with pytest.raises(InputError, match="no board meets the constraints"):
        RestartJob(Space.of(find_rules("4x4"), Constraints(distinct=True)), 0)


def test_an_empty_tally_has_no_best_board() -> None:
    assert Tally(Space.of(find_rules("knuth")), 1).best() == []
