"""Lower bounds match their definition under small rules, never exceed V of a board they cover, and are rounded down."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicebingo.errors import DiceBingoError
from dicebingo.exact import decimal
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.model.variants import VARIANTS, find_rules
from dicebingo.proofs.bounds import BoundLayout, bound_layout, rounding
from dicebingo.proofs.multiset_bounds import count_multisets, count_states, multiset_bounds
from dicebingo.solo.mdp import optimal_play
from tests.proofs.partitions import coarsenings, partition_bounds, relabelling_bound
from tests.twins.bounds import Twin

ROOT = Path(__file__).parents[2]
DICE = ("2d6", "1d6", "3d6", "product(2d6)", "d10+d20", "{1:1,2:2,3:4,4:4}")
"""The dice of the named variants, and loaded dice."""
LAYOUTS = ("2x2", "2x2:rows", "2x3", "1x4:##..", "#f#/##.")


def commonest_first(rules: Rules, values: Any) -> list[int]:
    return sorted(set(values), key=lambda value: (-rules.dice.weight(value), value))


def coarse_bounds(view: BoundLayout, board: Board) -> list[float]:
    """Return a bound for each partition of a board's values, most probable first, into groups of consecutive values.

    The partition into single values comes last.
    """
    order = commonest_first(view.rules, (board.values[cell] for cell in view.cells))
    masks = [sum(1 << i for i, cell in enumerate(view.cells) if board.values[cell] == value) for value in order]
    weights = [view.rules.dice.weight(value) for value in order]
    found = [partition_bounds(view, weights, np.array([groups], np.uint64)) for groups in coarsenings(masks)]
    return [float(bound[0]) for bound in found]


def boards_of(rules: Rules, view: BoundLayout, values: Any) -> list[Board]:
    common = rules.dice.values[0]
    found = []
    for row in product(values, repeat=len(view.cells)):
        by_cell = dict(zip(view.cells, row, strict=True))
        found.append(Board(rules.layout.fill(by_cell.get(c, common) for c in rules.layout.open_cells), rules))
    return found


# Known values and counts


@pytest.mark.slow
def test_bounds_with_all_cells_in_one_group_match_known_values() -> None:
    for name, r1 in (("classic", 5.438), ("4x4", 7.421)):
        rules = find_rules(name)
        view = bound_layout(rules)
        weights = sorted(rules.dice.weights, reverse=True)
        assert abs(relabelling_bound(view, weights) - r1) < 0.0005
    view = bound_layout(find_rules("classic"))
    commonest_first = tuple(sorted(view.rules.dice.weights, reverse=True))
    found = multiset_bounds(view, commonest_first)
    assert abs(found.bounds.min() - 5.8615) < 0.00005
    assert len(found.counts) == 12_122
    assert found.states == count_states(view, commonest_first)


def test_4x4_has_the_known_number_of_states() -> None:
    rules = find_rules("4x4")
    view = bound_layout(rules)
    assert (len(view.game.sets) - 1, len(view.game.images)) == (38_154, 32)
    assert round(count_states(view, tuple(sorted(rules.dice.weights, reverse=True))) / 1e6) == 31


def test_multisets_are_counted() -> None:
    weights = (3, 2, 2, 1)
    expected: dict[tuple[int, int], set[Any]] = {}
    for size in range(6):
        for chosen in combinations_with_replacement(range(4), size):
            counts = [chosen.count(v) for v in range(4)]
            counts[1:3] = sorted(counts[1:3], reverse=True)
            expected.setdefault((size, len([c for c in counts if c])), set()).add(tuple(counts))
    assert count_multisets(weights, 5) == {key: len(found) for key, found in expected.items()}


# Bounds compared with their definition


@pytest.mark.slow
@pytest.mark.parametrize("layout", ["2x2", "2x3:rows", "1x4:##..", "#f#/##."])
def test_the_closed_form_equals_the_bound_of_the_best_labelling(layout: str) -> None:
    """Compare bounds for all partitions of the cells with a slow function that tries every labelling of the cells."""
    rules = Rules.of(layout, "{1:1,2:2,3:4,4:5}")
    view, twin = bound_layout(rules), Twin.of(rules)
    order, seen = [4, 3, 2, 1], 0
    for edges in ([0], [0, 1], [0, 2], [0, 3], [0, 1, 3], [0, 1, 2]):
        partitions = []
        for owner in product(range(len(edges)), repeat=len(view.cells)):
            if len(set(owner)) == len(edges) and (len(owner) < 6 or sum(owner) % 5 == 0):
                row = np.zeros(4, np.uint64)
                np.bitwise_or.at(row, [edges[g] for g in owner], np.uint64(1) << np.arange(len(owner), dtype=np.uint64))
                partitions.append((owner, row))
        if not partitions:
            continue
        bounds = partition_bounds(view, (5, 4, 2, 1), np.array([row for _, row in partitions]))
        values = [order[first:last] for first, last in pairwise([*edges, 4])]
        for (owner, _), found in zip(partitions, bounds, strict=True):
            groups = [([view.cells[i] for i, o in enumerate(owner) if o == g], values[g]) for g in range(len(edges))]
            exact = twin.relabelled([*groups, *_elsewhere(rules, view.cells)])
            assert float(exact) * (1 - 2 * rounding(view, 4)) <= found <= exact
            seen += 1
    assert seen > 6


def _elsewhere(rules: Rules, matter: tuple[int, ...]) -> list[tuple[list[int], list[int]]]:
    """Return, for each cell outside all lines, a group with only this cell and the value 1."""
    return [([cell], [1]) for cell in rules.layout.open_cells if cell not in matter]


@pytest.mark.parametrize("layout", ["2x2", "2x2:rows", "1x3:all", "2x3:rows"])
@pytest.mark.slow
def test_the_multiset_bound_equals_that_of_the_best_rearrangement(layout: str) -> None:
    rules = Rules.of(layout, "{1:1,2:2,3:2,4:5}")
    twin, view = Twin.of(rules), bound_layout(rules)
    found = multiset_bounds(view, (5, 2, 2, 1))
    for row, bound in zip(found.counts, found.bounds, strict=True):
        multiset = [value for value, count in zip((4, 2, 3, 1), row, strict=True) for _ in range(count)]
        exact = twin.rearranged(multiset)
        assert bound <= exact
        assert bound >= float(exact) * (1 - 1e-12)


def test_limiting_the_number_of_different_values_changes_no_bound() -> None:
    view = bound_layout(Rules.of("2x3", "2d6"))
    weights = (6, 5, 5, 4, 4)
    whole, few = multiset_bounds(view, weights), multiset_bounds(view, weights, 3)
    of = {tuple(row): bound for row, bound in zip(whole.counts.tolist(), whole.bounds, strict=True)}
    assert len(few.counts) == sum(len([c for c in row if c]) <= 3 for row in of)
    assert all(of[tuple(row)] == bound for row, bound in zip(few.counts.tolist(), few.bounds, strict=True))
    assert few.states == count_states(view, weights, 3) < whole.states


# No bound exceeds V, the expected number of rolls


@pytest.mark.parametrize("dice", DICE)
def test_no_bound_exceeds_v_on_any_2x2_board(dice: str) -> None:
    """Check every board whose values are among at most five values of the dice."""
    rules = Rules.of("2x2", dice)
    view = bound_layout(rules)
    values = commonest_first(rules, rules.dice.values)
    values = values if len(values) <= 5 else [values[0], values[1], values[2], values[len(values) // 2], values[-1]]
    found = multiset_bounds(view, tuple(sorted((rules.dice.weight(v) for v in values), reverse=True)))
    multisets = {tuple(row): bound for row, bound in zip(found.counts.tolist(), found.bounds, strict=True)}
    for board in boards_of(rules, view, values):
        exact = optimal_play(board).expected_rolls
        assert max(coarse_bounds(view, board)) <= exact
        assert multisets[_counts(rules, values, board)] <= exact


def _counts(rules: Rules, values: list[int], board: Board) -> tuple[int, ...]:
    """Return how often each value occurs on a board, as a row of counts.

    The most probable values come first, and among equally likely values, larger counts come first.
    """
    pairs = [(-rules.dice.weight(value), -board.values.count(value)) for value in values]
    return tuple(-count for _, count in sorted(pairs))


@given(st.data())
@settings(max_examples=60, deadline=None)
@pytest.mark.slow
def test_no_bound_exceeds_v_on_random_boards(data: st.DataObject) -> None:
    layout = data.draw(st.sampled_from([*LAYOUTS, "3x3", "3x3:free-centre", "3x3:.#./###/.#."]))
    rules = Rules.of(layout, data.draw(st.sampled_from(DICE)))
    view = bound_layout(rules)
    some = data.draw(st.lists(st.sampled_from(rules.dice.values), min_size=1, max_size=5, unique=True))
    free = rules.layout.free
    values = tuple(None if free >> c & 1 else data.draw(st.sampled_from(some)) for c in range(rules.layout.size))
    board = Board(values, rules)
    exact = optimal_play(board).expected_rolls
    bounds = coarse_bounds(view, board)
    assert max(bounds) <= exact
    # If every value forms a separate group, the bound is V.
    assert bounds[-1] >= decimal(exact) * (1 - 2 * rounding(view, len(set(values))))


@pytest.mark.slow
def test_no_bound_exceeds_v_on_4x4_boards() -> None:
    rules = find_rules("4x4")
    view = bound_layout(rules)
    generator = np.random.default_rng(7)
    for text in ("4 3 5 6 / 11 10 6 8 / 9 9 5 8 / 7 7 7 8", "8 6 7 5 / 9 7 8 6 / 10 4 7 8 / 6 9 5 7", ""):
        values = tuple(int(v) for v in generator.integers(4, 11, 16))
        board = Board.parse(text, rules) if text else Board(values, rules)
        solution = optimal_play(board, exact=False)
        bounds = coarse_bounds(view, board)[:: 1 if text else 3]
        assert max(bounds) <= solution.expected_rolls * (1 + solution.error_bound)
        # Dividing a group never lowers the bound, and the last bound is V.
        assert min(bounds) == bounds[0]
        assert not text or bounds[-1] >= solution.expected_rolls * (1 - 2 * rounding(view, 11))


def test_no_bound_exceeds_v_with_weights_that_float32_cannot_represent() -> None:
    rules = Rules.of("2x2", "{1:16777217,2:33554435,3:50331653}")
    view = bound_layout(rules)
    assert rounding(view, 3) == 1.01 * 4 * 10 * 2**-24
    for board in boards_of(rules, view, (1, 2, 3)):
        exact = optimal_play(board).expected_rolls
        assert max(coarse_bounds(view, board)) <= exact


def some_bounds() -> list[Any]:
    view = bound_layout(Rules.of("2x3", "2d6"))
    some = np.zeros((20, 4), np.uint64)
    some[:, 0] = [1, 2, 4, 8, 16] * 4
    some[:, 1] = 63 - some[:, 0]
    both = ((6, 5, 5, 4), some), ((5, 5, 2), some[:, [1, 2, 0]])
    bounds = [partition_bounds(view, *each).tolist() for each in both]
    return [bounds, multiset_bounds(view, (6, 5, 5)).bounds.tolist()]


@pytest.mark.slow
def test_bounds_are_the_same_without_compilation() -> None:
    script = "import json; from tests.proofs.test_bounds import some_bounds; print(json.dumps(some_bounds()))"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, env=environment, capture_output=True, check=True)
    assert json.loads(done.stdout) == some_bounds()


# Rules that have no bounds


def test_the_bounds_are_wrong_if_all_matching_cells_are_marked() -> None:
    """A board of nine sevens takes 18 rolls if each roll marks one cell, but 6 if one roll marks all nine cells."""
    with pytest.raises(DiceBingoError, match="needs rules that mark one cell per roll"):
        bound_layout(find_rules("mark-all"))
    sevens = multiset_bounds(bound_layout(find_rules("classic")), (6,)).bounds[0]
    assert abs(sevens - 18) < 1e-9
    assert optimal_play(Board((7,) * 9, find_rules("mark-all"))).expected_rolls == 6 < sevens


def test_rules_that_are_too_large_are_rejected() -> None:
    with pytest.raises(DiceBingoError, match="at most 16 cells"):
        bound_layout(find_rules("5x5"))
    with pytest.raises(DiceBingoError, match="total weight below 2"):
        bound_layout(Rules.of("2x2", f"{{1:1,2:{2**53}}}"))
    large = find_rules("d10+d20")
    with pytest.raises(DiceBingoError, match=r"cannot handle .* different values"):
        count_states(bound_layout(large), tuple(sorted(large.dice.weights, reverse=True)))
    with pytest.raises(DiceBingoError, match="expected at most 268,435,456 states"):
        multiset_bounds(bound_layout(Rules.of("4x4", "1d12")), tuple(range(14, 0, -1)))


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_bounds_use_only_cells_in_lines(variant: Any) -> None:
    try:
        view = bound_layout(variant.rules)
    except DiceBingoError:
        assert variant.name in ("5x5", "5x5-free", "full-5x5", "mark-all")
        return
    expected = {"corners": (0, 2, 6, 8), "cross": (1, 3, 4, 5, 7)}
    assert view.cells == expected.get(variant.name, tuple(range(variant.rules.layout.size)))
    assert Fraction(len(view.game.sets) - 1) <= 2 ** len(view.cells)
