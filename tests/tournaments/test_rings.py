"""Rings in tournaments agree with plain loops over all triples, sequences and subsets."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations, permutations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dicebingo.errors import InputError
from dicebingo.kernels.rings import best_triples, count_triples
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.model.variants import classic
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments.boards import random_boards
from dicebingo.tournaments.results import Game, certify, max_smallest_margin
from dicebingo.tournaments.rings import best_long_ring, rings
from dicebingo.tournaments.tournament import Tournament, tournament
from tests.matches.tables import DEPENDS, C, D, E
from tests.tournaments.boards import seeded

KNUTH = ("1 2 / 3 4", "2 4 / 5 6", "1 3 / 4 5", "1 5 / 2 6")


def parsed(texts: Iterable[str], rules: Rules | None = None) -> list[Board]:
    return [Board.parse(text, rules or classic()) for text in texts]


def made_up(count: int, seed: int, even: float = 0.2) -> Tournament:
    """Return a tournament with random margins, some of which are exactly 0."""
    stream = random.Random(seed)
    wins = np.zeros((count, count))
    for i, j in combinations(range(count), 2):
        margin = 0 if stream.random() < even else stream.choice([-1, 1]) * stream.randint(1, 400) / 1024
        wins[i, j], wins[j, i] = 0.5 + margin / 2, 0.5 - margin / 2
    sign = np.sign(wins - wins.T).astype(np.int8)
    boards = tuple(parsed(["7 7 7 / 7 7 7 / 7 7 7"])) * count
    how = TieBreak.SMALLEST, Game.MATCH
    return Tournament(boards, ("",) * count, *how, wins, np.zeros((count, count)), sign, 0.0, 0)


def naive_rings(result: Tournament, length: int) -> Iterator[tuple[float, tuple[int, ...]]]:
    """Yield the smallest margin and the players of every ring; each ring starts with its lowest-numbered player."""
    sign, margins = result.sign.tolist(), result.margins.tolist()
    for order in permutations(range(len(result.boards)), length):
        links = list(zip(order, order[1:] + order[:1], strict=True))
        if order[0] == min(order) and all(sign[i][j] > 0 for i, j in links):
            yield min(margins[i][j] for i, j in links), order


def naive_triples(result: Tournament) -> list[tuple[float, tuple[int, ...]]]:
    sign, margins = result.sign.tolist(), result.margins.tolist()
    found: list[tuple[float, tuple[int, ...]]] = []
    for i, j, k in combinations(range(len(sign)), 3):
        for a, b, c in ((i, j, k), (i, k, j)):
            if sign[a][b] > 0 and sign[b][c] > 0 and sign[c][a] > 0:
                found.append((min(margins[a][b], margins[b][c], margins[c][a]), (a, b, c)))
    return found


# The paper.


@pytest.mark.parametrize("tie_break", TieBreak)
def test_the_ring_of_the_paper_is_found(tie_break: TieBreak) -> None:
    result = tournament(parsed([C, D, E]), tie_break=tie_break)
    assert result.ring_count == 1
    found = rings(result, most=10)
    assert (found.count, found.among, found.status, found.names) == (1, 3, None, (("board 0", "board 1", "board 2"),))
    [ring] = found
    assert ring.boards == tuple(parsed([C, D, E]))
    exact = [[Fraction(str(p)) for p in (link.win, link.lose, link.tie)] for link in ring.links]
    assert all(sum(link) == 1 for link in exact)
    assert exact[0][:2] == [Fraction(183798269857, 429306696225), Fraction(19582511104, 53219838375)]
    assert exact[1][:2] == [Fraction(6272939, 16290125), Fraction(26626242814, 83812693125)]
    assert exact[2][:2] == [Fraction(676384, 1366875), Fraction(574979, 1366875)]
    assert [round(100 * float(link.margin), 2) for link in ring.links] == [6.02, 6.74, 7.42]
    assert ring.smallest_margin == ring.links[0].margin
    assert ring.sure
    assert result.smith_set == [0, 1, 2]


def test_knuths_cards_form_a_ring_of_four() -> None:
    result = tournament(parsed(KNUTH, Rules.of("2x2:rows", "1d6")))
    assert (result.ring_count, list(rings(result))) == (0, [])
    found = rings(result, length=4)
    [ring] = found
    assert (found[0], found[-1], len(found)) == (ring, ring, 1)
    assert [Fraction(str(link.margin)) for link in ring.links] == [Fraction(1, 30)] * 4
    assert not rings(result, length=5)


def test_a_link_that_depends_on_the_tie_break_is_not_sure() -> None:
    ring = certify(DEPENDS)
    assert [link.margin > 0 for link in ring.links] == [True, False]
    assert not any(link.sure for link in ring.links)
    assert not ring.sure
    assert ring.smallest_margin < 0


# Rings of three


@pytest.mark.slow
def test_triples_of_two_hundred_boards_match_a_plain_loop() -> None:
    result = tournament(seeded(200, 5, 9))
    expected = naive_triples(result)
    assert result.ring_count == len(expected) > 1000
    found, smallest = best_triples(result.sign, result.margins, len(expected) + 5)
    assert {tuple(map(int, ring)) for ring in found} == {ring for _, ring in expected}
    assert smallest.tolist() == sorted((margin for margin, _ in expected), reverse=True)
    best = max(expected)
    [ring] = rings(result, most=1)
    assert ring.boards == tuple(result.boards[i] for i in best[1])
    assert float(ring.smallest_margin) == pytest.approx(best[0], abs=result.error_bound)
    top = rings(result, most=4)
    assert [float(ring.smallest_margin) for ring in top] == pytest.approx(smallest[:4].tolist(), abs=result.error_bound)
    assert all(link.margin > 0 for ring in top for link in ring.links)


@pytest.mark.parametrize("seed", range(5))
def test_triples_with_even_pairs_match_a_plain_loop(seed: int) -> None:
    result = made_up(20, seed)
    expected = naive_triples(result)
    assert count_triples(result.sign) == len(expected)
    found, smallest = best_triples(result.sign, result.margins, 7)
    assert smallest.tolist() == sorted((margin for margin, _ in expected), reverse=True)[:7]
    for ring, margin in zip(found.tolist(), smallest, strict=True):
        assert (margin, tuple(ring)) in expected


# Longer rings.


@pytest.mark.parametrize("length", [3, 4, 5])
@pytest.mark.parametrize("seed", range(4))
def test_longer_rings_match_a_search_of_all_sequences(seed: int, length: int) -> None:
    result = made_up(9, seed, even=0.4)
    expected = {ring: margin for margin, ring in naive_rings(result, length)}
    found = best_long_ring(result, length)
    if not expected:
        assert found is None
        return
    assert found is not None
    assert expected[tuple(found)] == max(expected.values())


@pytest.mark.parametrize("length", [4, 5])
def test_longer_rings_of_boards_match_a_search_of_all_sequences(length: int) -> None:
    result = tournament(seeded(12, 6, 8, seed=4))
    best = max(naive_rings(result, length), default=None)
    assert best is not None
    [ring] = rings(result, length=length)
    assert len(set(ring.boards)) == length
    assert float(ring.smallest_margin) == pytest.approx(best[0], abs=result.error_bound)


def test_a_ring_with_margins_too_small_for_float64_is_found() -> None:
    result = made_up(4, 1, even=1.0)
    for i in range(4):
        result.sign[i, (i + 1) % 4], result.sign[(i + 1) % 4, i] = 1, -1
    assert best_long_ring(result, 4) == [0, 1, 2, 3]
    assert best_long_ring(result, 3) is None


@pytest.mark.parametrize("length", [-1, 0, 2, 13])
def test_invalid_lengths_are_rejected(length: int) -> None:
    with pytest.raises(InputError, match=f"expected rings of 3 to 12 boards, got {length}"):
        rings(made_up(3, 0), length=length)


# Compiled kernels and plain Python


def rings_found() -> list[list[Any]]:
    found = []
    for layout, tie_break in (
        ("2x3", TieBreak.SMALLEST),
        ("2x3", TieBreak.RANDOM),
        ("3x3:free-centre", TieBreak.LARGEST),
    ):
        result = tournament(random_boards(Rules.of(layout, "2d6"), 8, (6, 7, 8), 4), tie_break=tie_break)
        rings, _ = best_triples(result.sign, result.margins, 3)
        found.append([result.sign.tolist(), result.wins.tolist(), result.ring_count, rings.tolist()])
    return found


@pytest.mark.slow
def test_uncompiled_searches_find_the_same_rings() -> None:
    program = "import json; from tests.tournaments.test_rings import rings_found; print(json.dumps(rings_found()))"
    command = [sys.executable, "-W", "error", "-c", program]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        command, cwd=Path(__file__).parents[2], env=environment, capture_output=True, text=True, check=True
    )
    for compiled, uncompiled in zip(rings_found(), json.loads(done.stdout), strict=True):
        assert np.allclose(compiled.pop(1), uncompiled.pop(1), rtol=1e-12, atol=0)
        assert compiled == uncompiled


# The top cycle


def naive_smith(result: Tournament) -> list[int]:
    """Return the smallest dominating set, by trying all sets."""
    everybody = range(len(result.boards))
    for size in range(1, len(result.boards) + 1):
        for inside in combinations(everybody, size):
            outside = [j for j in everybody if j not in inside]
            if all(result.sign[i, j] > 0 for i in inside for j in outside):
                return list(inside)
    raise AssertionError("expected at least the set of all boards to dominate")


@pytest.mark.parametrize("even", [0.0, 0.05, 0.3])
def test_the_smith_set_matches_a_search_of_all_subsets(even: float) -> None:
    results = [made_up(2 + seed % 7, seed, even) for seed in range(60)]
    found = [result.smith_set for result in results]
    assert found == [naive_smith(result) for result in results]
    assert len({len(players) for players in found}) > 2


def test_a_ring_whose_boards_beat_all_others_is_the_smith_set() -> None:
    result = made_up(6, 3, even=0.0)
    sign = np.triu(np.ones((6, 6), np.int8), 1) - np.tril(np.ones((6, 6), np.int8), -1)
    sign[0, 2], sign[2, 0] = -1, 1  # players 0, 1 and 2 form a ring, and each beats all other players
    result.sign[:] = sign[np.ix_([5, 3, 1, 0, 4, 2], [5, 3, 1, 0, 4, 2])]
    assert result.smith_set == naive_smith(result) == [2, 3, 5]


# The smallest margin of a ring never exceeds the bound.


@pytest.mark.parametrize("length", [3, 4, 5])
def test_the_bound_is_the_best_average_over_all_finishing_orders(length: int) -> None:
    """The bound is the largest average margin per link over all finishing orders, including orders with ties."""
    steps = [
        np.sign(np.subtract(times[1:] + times[:1], times)).sum() for times in product(range(length), repeat=length)
    ]
    assert max_smallest_margin(length, Game.MATCH) == Fraction(int(max(steps)), length)
    assert max_smallest_margin(length, Game.DUEL) is None


@pytest.mark.parametrize(
    ("layout", "dice", "values"),
    [
        ("2x2:rows", "1d6", (1, 2, 3)),
        pytest.param("2x2:rows", "1d6", (1, 2, 3, 4), marks=pytest.mark.long),
        pytest.param("2x2", "{1:1,2:3,5:9,6:27}", (1, 2, 5, 6), marks=pytest.mark.long),
        pytest.param("2x3:rows", "{1:1,2:3,5:9}", (1, 2, 5), marks=pytest.mark.long),
        pytest.param("1x4:all", "{1:1,2:2,3:4,4:8,5:16}", (1, 2, 3, 4, 5), marks=pytest.mark.long),
    ],
)
@pytest.mark.parametrize("tie_break", [TieBreak.SMALLEST, pytest.param(TieBreak.RANDOM, marks=pytest.mark.long)])
def test_no_ring_among_all_boards_exceeds_the_bound(
    layout: str, dice: str, values: tuple[int, ...], tie_break: TieBreak
) -> None:
    rules = Rules.of(layout, dice)
    cells = len(rules.layout.open_cells)
    played = tournament([Board(board, rules) for board in product(values, repeat=cells)], tie_break=tie_break)
    most = 3 * float(Fraction(1, 3)) + 1e-9
    margins = played.margins
    assert all((row[:, None] + margins + margins[:, [i]].T).max() <= most for i, row in enumerate(margins))
    best = next(iter(rings(played, most=1)), None)
    if best is not None:
        assert 0 < best.smallest_margin <= Fraction(1, 3)
