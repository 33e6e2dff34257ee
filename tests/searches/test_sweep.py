"""The sweep and the search agree with brute force on every board."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from dicebingo.errors import InputError, TooLarge
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.model.variants import classic, find_rules
from dicebingo.running.run import Progress, Run
from dicebingo.searches import sweep as sweeping
from dicebingo.searches.all_boards import MAX_LISTED, SearchResult, can_be_swept, search_all
from dicebingo.searches.orbits import essential_form, orbit_size
from dicebingo.searches.space import Constraints, Space
from dicebingo.searches.sweep import Sweep, error_bound, sweep_of
from dicebingo.solo.mdp import optimal_play
from tests.searches.spaces import (
    ALL,
    NAMES,
    SMALL_NAMES,
    board_of,
    exact_values,
    group_of,
    naive_counts,
    naive_orbits,
    nearly_fair,
    rows_of,
    space_of,
    values_of,
)
from tests.twins.searches import LARGER, SMALL, residues
from tests.twins.solo import NONE


def exact(board: Board) -> Fraction:
    return Fraction(str(optimal_play(board).expected_rolls))


# The brute force itself


@pytest.mark.parametrize("name", SMALL_NAMES)
@pytest.mark.slow
def test_brute_force_agrees_with_exact_fractions(name: str) -> None:
    everything = ALL[name]
    for values in Random(name).sample(everything.boards, min(4, len(everything.boards))):
        assert residues(everything.game(values).value(NONE)) == everything.truth[values]


@pytest.mark.slow
@pytest.mark.parametrize("name", [pytest.param("knuth", marks=pytest.mark.long), "2x2"])
def test_all_1296_boards_agree_with_exact_fractions(name: str) -> None:
    """The sweep and brute force count equally many boards for each V, in exact fractions instead of residues."""
    counts = Counter(SMALL[name].game(values).value(NONE) for values in SMALL[name].boards)
    swept: Counter[Fraction] = Counter()
    for row in rows_of(Sweep(space_of(SMALL[name]))):
        swept[exact(row.board)] += row.weight
    assert swept == counts
    assert counts.total() == 6**4


# The sweep


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.slow
def test_every_board_is_in_one_orbit_of_the_sweep_and_has_the_value_of_that_orbit(name: str) -> None:
    everything = ALL[name]
    space = space_of(everything)
    sweep = Sweep(space)
    group, unseen = group_of(space), set(everything.boards)
    bound = Fraction(sweep.error_bound)
    known = exact_values(name)
    for row in rows_of(sweep):
        orbit = everything.orbit(values_of(row.board), group)
        assert len(orbit) == row.weight == orbit_size(space, row.board)
        assert orbit <= unseen  # the orbits are disjoint, and their boards meet the constraints
        unseen -= orbit
        (residue,) = {everything.truth[values] for values in orbit}
        assert abs(Fraction(row.value) - known[residue]) <= bound * known[residue]
    assert not unseen


@pytest.mark.parametrize("name", ["2x2", "2x3, loaded", "2x2, contains", "3x3, free centre", "shape, all marked"])
def test_shards_of_any_size_give_the_same_rows(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    space = space_of(SMALL[name])
    whole = rows_of(Sweep(space))
    for size in (1, 7, 50):
        monkeypatch.setattr(sweeping, "SHARD_BOARDS", size)
        sweep = Sweep(space)
        assert rows_of(sweep) == whole
        assert len(sweep.shards) > 1 or size > 1


def test_shards_can_request_the_table_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "SHARD_BOARDS", 1)
    sweep = Sweep(space_of(SMALL["2x3, loaded"]))
    made = []
    computed = sweep._computed

    def counted() -> Any:
        made.append(computed())
        return made[-1]

    monkeypatch.setattr(sweep, "_computed", counted)
    with ThreadPoolExecutor(8) as pool:
        tables = list(pool.map(lambda _: sweep.prepare(), range(32)))
    assert len(made) == 1
    assert all(table is made[0] for table in tables)


def test_the_error_bound_matches_the_documented_formula() -> None:
    assert error_bound(Space.of(classic())) == 1.01 * 9 * 11 * 2.0**-53
    assert error_bound(Space.of(find_rules("knuth"))) == 1.01 * 4 * 6 * 2.0**-53
    huge = Rules.of("2x2", "{1:9007199254740993,2:5}")
    assert error_bound(Space.of(huge)) == 2 * error_bound(Space.of(find_rules("knuth")))
    for row in rows_of(Sweep(Space.of(huge))):
        assert abs(Fraction(row.value) - exact(row.board)) <= Fraction(error_bound(Space.of(huge))) * exact(row.board)


UNCOMPILED = """
import json, sys
from dicebingo.searches.sweep import Sweep
from tests.twins.searches import SMALL
from tests.searches.spaces import rows_of, space_of
rows = {name: rows_of(Sweep(space_of(SMALL[name]))) for name in sys.argv[1:]}
print(json.dumps({name: [[str(row.board), row.value, row.weight] for row in found] for name, found in rows.items()}))
"""


@pytest.mark.slow
def test_uncompiled_kernels_give_the_same_rows() -> None:
    names = ["knuth", "2x2, contains", "2x2, fixed and contains", "2x2, blackout", "shape", "shape, all marked"]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", UNCOMPILED, *names],
        cwd=Path(__file__).parents[2],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    for name, found in json.loads(done.stdout).items():
        compiled = [[str(row.board), row.value, row.weight] for row in rows_of(Sweep(space_of(SMALL[name])))]
        assert found == compiled


@pytest.mark.parametrize(
    ("layout", "dice", "message"),
    [
        ("3x4", "2d6", "expected at most 268,435,456 essentially different boards, .* got 1,029,826,526"),
        ("3x3", "1d200", "fewer than 2\\^63 boards in total, .* got 2,966 and 512,000,000,000,000,000,000"),
        ("4x4", "5", "expected at most 12 cells to evaluate all boards, got 16"),
    ],
)
def test_sizes_that_are_too_large_are_rejected(layout: str, dice: str, message: str) -> None:
    space = Space.of(Rules.of(layout, dice))
    with pytest.raises(TooLarge, match=message):
        Sweep(space)
    assert not can_be_swept(space)


def test_a_table_that_is_too_large_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "MAX_TABLE", 10)
    with pytest.raises(TooLarge, match="expected a table of at most 10 values for all boards, got"):
        Sweep(space_of(SMALL["3x3"]))


# The search


def check_search(name: str, best: int, worst: int) -> SearchResult:
    """Compare a search with the sorted list of all orbits."""
    space, orbits = space_of(ALL[name]), naive_orbits(name)
    result = search_all(space, top=best, worst=worst)
    assert (result.total_boards, result.evaluated) == (len(ALL[name].boards), len(orbits))
    least = orbits[0][0]
    ties = sum(value == least for value, _ in orbits)
    assert result.unique == (ties == 1)
    found = [(Fraction(str(f.expected_rolls)), f.orbit_size) for f in result.best]
    assert [value for value, _ in found] == [value for value, _ in orbits[: max(best, ties)]]
    assert sorted(found[:ties]) == orbits[:ties]
    last = [(Fraction(str(f.expected_rolls)), f.orbit_size) for f in result.worst]
    assert [value for value, _ in last] == [value for value, _ in orbits[::-1][:worst]]
    for listed in (result.best, result.worst):
        assert len({essential_form(space, f.board) for f in listed}) == len(listed)
        assert all(f.board in space and exact(f.board) == f.expected_rolls for f in listed)
        assert all(f.orbit_size == orbit_size(space, f.board) for f in listed)
    worse = [value for value, _ in orbits if value > least]
    if worse:
        assert result.runner_up is not None
        assert result.runner_up.expected_rolls == worse[0] == exact(result.runner_up.board)
        assert result.runner_up.orbit_size == orbit_size(space, result.runner_up.board)
    else:
        assert result.runner_up is None
    mean = sum((value * size for value, size in orbits), Fraction(0)) / len(ALL[name].boards)
    assert abs(Fraction(result.mean) - mean) <= Fraction(1, 10**12) * mean
    assert result.error_bound == error_bound(space)
    return result


@pytest.mark.parametrize("name", NAMES)
def test_a_search_reports_the_best_the_worst_and_the_mean(name: str) -> None:
    check_search(name, 1, 1)
    check_search(name, 5, 3)


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.slow
def test_the_best_and_worst_boards_of_many_small_shards_are_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some shards have no board that meets the constraints."""
    monkeypatch.setattr(sweeping, "SHARD_BOARDS", 1)
    sweep_of.cache_clear()
    check_search(name, 2, 2)
    sweep_of.cache_clear()


@pytest.mark.parametrize("name", ["knuth", "2x2, contains", "one line", "shape", "one value"])
def test_a_search_can_list_all_boards(name: str) -> None:
    result = check_search(name, 1_000, 1_000)
    assert len(result.best) == len(result.worst) == result.evaluated
    assert [f.expected_rolls for f in result.worst] == [f.expected_rolls for f in result.best][::-1]


def test_equally_good_boards_are_all_listed_and_followed_by_the_runner_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Because some cells are outside all lines, more boards tie than are requested from each shard."""
    result = check_search("one line", 1, 0)
    assert not result.unique
    assert len(result.best) > 3
    monkeypatch.setattr(sweeping, "SHARD_BOARDS", 5)
    sweep_of.cache_clear()
    assert check_search("one line", 1, 0).best == result.best
    sweep_of.cache_clear()


@pytest.mark.slow
def test_values_that_float64_cannot_tell_apart_are_sorted_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    space = nearly_fair()
    rows = [(row.value, exact(row.board)) for row in rows_of(Sweep(space))]
    by_float = [value for _, value in sorted(rows)]
    by_brute_force = sorted(value for _, value in rows)
    assert sum(a > b for a, b in pairwise(by_float)) > 20  # float64 values alone would order the boards wrongly
    assert len(set(by_brute_force)) == len(by_brute_force) == 210
    for size in (1 << 20, 10):
        monkeypatch.setattr(sweeping, "SHARD_BOARDS", size)
        sweep_of.cache_clear()
        for count in (*range(1, 12), 20, 50, 100, 205):
            result = search_all(space, top=count, worst=count)
            assert [f.expected_rolls for f in result.best] == by_brute_force[:count]
            assert [f.expected_rolls for f in result.worst] == by_brute_force[::-1][:count]
            assert result.unique
            assert result.runner_up is not None
            assert result.runner_up.expected_rolls == by_brute_force[1]
    sweep_of.cache_clear()


@pytest.mark.parametrize(("best", "worst"), [(0, 0), (-1, 0), (1, -1), (MAX_LISTED + 1, 0), (1, MAX_LISTED + 1)])
def test_lists_of_impossible_length_are_rejected(best: int, worst: int) -> None:
    lists = f"1 to 10000 best boards to list, got {best}", f"0 to 10000 worst boards to list, got {worst}"
    expected = lists[best == 1]
    with pytest.raises(InputError, match=f"expected {expected}"):
        search_all(Space.of(find_rules("knuth")), top=best, worst=worst)


@pytest.mark.parametrize(
    "constraints",
    [
        Constraints(values=(1, 2, 3), distinct=True),
        Constraints(fixed=((0, 1), (1, 1)), distinct=True),
        Constraints(contains=(1, 2, 3, 4, 5)),
    ],
)
def test_a_space_without_boards_is_rejected(constraints: Constraints) -> None:
    with pytest.raises(InputError, match="no board meets the constraints"):
        search_all(Space.of(find_rules("knuth"), constraints))


def test_progress_counts_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "SHARD_BOARDS", 1)
    sweep_of.cache_clear()
    told: list[Progress] = []
    search_all(space_of(SMALL["2x3, loaded"]), run=Run(progress=told.append))
    count = len(sweep_of(space_of(SMALL["2x3, loaded"])).shards)
    assert told == [Progress("evaluating all boards", done, count) for done in range(count + 1)]
    sweep_of.cache_clear()


@pytest.mark.long
def test_the_sweep_counts_boards_with_values_6_to_8_for_each_v() -> None:
    """The sweep and brute force count equally many boards for each V, 19,683 in all."""
    swept: Counter[Fraction] = Counter()
    for row in rows_of(Sweep(space_of(LARGER["6..8"]))):
        swept[exact(row.board)] += row.weight
    assert swept == naive_counts("6..8")
    assert swept.total() == 3**9


# All classic boards


@pytest.fixture(scope="module")
def everything() -> Any:
    return search_all(Space.of(classic()), top=2, worst=1)


@pytest.mark.slow
def test_the_search_of_all_classic_boards_finds_the_known_numbers(everything: SearchResult) -> None:
    assert (everything.total_boards, everything.evaluated) == (11**9, 18_645_336)
    best, second = everything.best
    space = everything.space
    optimal = Board.parse("8 8 9 / 7 6 10 / 7 4 5")
    assert essential_form(space, best.board) == essential_form(space, optimal)
    assert (best.expected_rolls, best.orbit_size, everything.unique) == (optimal_play(optimal).expected_rolls, 64, True)
    assert everything.runner_up == second
    assert f"{float(second.expected_rolls):.11f}" == "6.32314580865"
    (worst,) = everything.worst
    assert (worst.expected_rolls, worst.orbit_size) == (108, 2)
    assert set(worst.board.values) in ({2}, {12})
    assert f"{everything.mean:.10f}" == "11.5066686337"


@pytest.mark.slow
def test_random_classic_boards_from_the_sweep_have_the_exact_v(everything: SearchResult) -> None:
    """The values of the sweep are within the stated error, and the sizes of orbits are right."""
    sweep = sweep_of(everything.space)
    random = np.random.default_rng(2024)
    for number in random.choice(len(sweep.shards), 4, replace=False):
        shard = sweep.shard(int(number))
        chosen = random.choice(len(shard["values"]), 60, replace=False)
        rows = sweep.rows(shard["patterns"][chosen], shard["choices"][chosen])
        for values, value, weight in zip(rows, shard["values"][chosen], shard["weights"][chosen], strict=True):
            board = Board(tuple(map(int, values)))
            truth = exact(board)
            assert abs(Fraction(float(value)) - truth) <= Fraction(sweep.error_bound) * truth
            assert orbit_size(everything.space, board) == weight
    assert board_of(LARGER["6..8"], (6,) * 9) in everything.space
