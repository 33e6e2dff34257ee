"""Lower bounds: equal to their definition on small rules, never above V of any completion, and rounded down."""

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
from dicebingo.proofs.multisets import count_multisets, count_states, multiset_bounds
from dicebingo.solo.mdp import optimal_play
from tests.proofs.placements import family_of, placement_bounds, relabelling_bound
from tests.twins.bounds import Twin

ROOT = Path(__file__).parents[2]
DICE = ("2d6", "1d6", "3d6", "product(2d6)", "d10+d20", "{1:1,2:2,3:4,4:4}")
"""The dice of the named variants, and loaded ones."""
LAYOUTS = ("2x2", "2x2:rows", "2x3", "1x4:##..", "#f#/##.")


def commonest_first(rules: Rules, values: Any) -> list[int]:
    return sorted(set(values), key=lambda value: (-rules.dice.weight(value), value))


def packed(view: BoundLayout, board: Board, value: int) -> list[int]:
    """The bits of the cells with a value."""
    return [1 << i for i, cell in enumerate(view.cells) if board.values[cell] == value]


def bound_of(view: BoundLayout, order: list[int], cells: list[list[int]], some: list[int], *, more: bool) -> float:
    """The bound when the first values have these cells, and the next one some."""
    family = family_of([view.rules.dice.weight(value) for value in order])
    placed = np.array([sum(bits) for bits in cells], np.uint64)
    return float(placement_bounds(view, family, placed, np.array([sum(some)], np.uint64), more=more)[0])


def boards_of(rules: Rules, view: BoundLayout, values: Any) -> list[Board]:
    common = rules.dice.values[0]
    found = []
    for row in product(values, repeat=len(view.cells)):
        by_cell = dict(zip(view.cells, row, strict=True))
        found.append(Board(rules.layout.fill(by_cell.get(c, common) for c in rules.layout.open_cells), rules))
    return found


# the notes' figures, and counts


@pytest.mark.slow
def test_root_bounds() -> None:
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


def test_the_states_of_4x4() -> None:
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


# equal to the definition


@pytest.mark.slow
@pytest.mark.parametrize("layout", ["2x2", "2x3:rows", "1x4:##..", "#f#/##."])
def test_the_closed_form_is_the_best_labelling(layout: str) -> None:
    rules = Rules.of(layout, "{1:1,2:2,3:4,4:5}")
    view, twin = bound_layout(rules), Twin.of(rules)
    matter = view.cells
    order = [4, 3, 2, 1]
    seen = 0
    for known in (0, 1, 2):
        for labels in product(order[:known], repeat=min(known, len(matter))):
            fixed = dict(zip(matter, labels, strict=False))
            if set(labels) != set(order[:known]):
                continue
            rest = [cell for cell in matter if cell not in fixed]
            for some, more in (([], True), (rest[:1], True), (rest[-1:], False), (rest[:2], False)):
                own = order[known]
                exact = twin.relabelled(
                    {**fixed, **dict.fromkeys(some, own), **_elsewhere(rules, matter)},
                    order[known:] if more else order[known + 1 :],
                )
                bits = [[1 << matter.index(c) for c, v in fixed.items() if v == value] for value in order[:known]]
                mine = [1 << matter.index(cell) for cell in some]
                found = bound_of(view, order, bits, mine, more=more)
                assert found <= exact
                assert found >= float(exact) * (1 - 2 * rounding(view, 4))
                seen += 1
    assert seen > 8


def _elsewhere(rules: Rules, matter: tuple[int, ...]) -> dict[int, int]:
    """Cells that are in no line, with a value that is never of use."""
    others = set(range(rules.layout.size)) - set(matter)
    return {cell: 1 for cell in others if not rules.layout.free >> cell & 1}


@pytest.mark.parametrize("layout", ["2x2", "2x2:rows", "1x3:all", "2x3:rows"])
@pytest.mark.slow
def test_the_multiset_bound_is_the_best_rearrangement(layout: str) -> None:
    rules = Rules.of(layout, "{1:1,2:2,3:2,4:5}")
    twin, view = Twin.of(rules), bound_layout(rules)
    found = multiset_bounds(view, (5, 2, 2, 1))
    for row, bound in zip(found.counts, found.bounds, strict=True):
        multiset = [value for value, count in zip((4, 2, 3, 1), row, strict=True) for _ in range(count)]
        exact = twin.rearranged(multiset)
        assert bound <= exact
        assert bound >= float(exact) * (1 - 1e-12)


def test_few_different_values_have_the_same_bounds() -> None:
    view = bound_layout(Rules.of("2x3", "2d6"))
    weights = (6, 5, 5, 4, 4)
    whole, few = multiset_bounds(view, weights), multiset_bounds(view, weights, 3)
    of = {tuple(row): bound for row, bound in zip(whole.counts.tolist(), whole.bounds, strict=True)}
    assert len(few.counts) == sum(len([c for c in row if c]) <= 3 for row in of)
    assert all(of[tuple(row)] == bound for row, bound in zip(few.counts.tolist(), few.bounds, strict=True))
    assert few.states == count_states(view, weights, 3) < whole.states


# never above V


@pytest.mark.parametrize("dice", DICE)
def test_every_bound_of_every_2x2_board(dice: str) -> None:
    """All boards of five values, the commonest, the rarest and some between; all ways to have placed a part of each."""
    rules = Rules.of("2x2", dice)
    view = bound_layout(rules)
    values = commonest_first(rules, rules.dice.values)
    values = values if len(values) <= 5 else [values[0], values[1], values[2], values[len(values) // 2], values[-1]]
    found = multiset_bounds(view, tuple(sorted((rules.dice.weight(v) for v in values), reverse=True)))
    multisets = {tuple(row): bound for row, bound in zip(found.counts.tolist(), found.bounds, strict=True)}
    for board in boards_of(rules, view, values):
        exact = optimal_play(board).expected_rolls
        for bound in prefixes(view, board):
            assert bound <= exact
        assert multisets[_counts(rules, values, board)] <= exact


def _counts(rules: Rules, values: list[int], board: Board) -> tuple[int, ...]:
    """The multiset of a board as a row: commonest first, and largest counts first among equally likely values."""
    pairs = [(-rules.dice.weight(value), -board.values.count(value)) for value in values]
    return tuple(-count for _, count in sorted(pairs))


def prefixes(view: BoundLayout, board: Board) -> list[float]:
    """A bound for each stage in which the board may be when its values are placed."""
    order = commonest_first(view.rules, (board.values[cell] for cell in view.cells))
    cells = [packed(view, board, value) for value in order]
    found = []
    for known in range(len(order) - 1):
        bits = cells[known]
        for copies in range(len(bits) + 1):
            more = copies < len(bits)
            found.append(bound_of(view, order, cells[:known], bits[:copies], more=more))
            if more and copies:
                found.append(bound_of(view, order, cells[:known], bits[-copies:], more=True))
    return found


@given(st.data())
@settings(max_examples=60, deadline=None)
@pytest.mark.slow
def test_bounds_of_random_boards(data: st.DataObject) -> None:
    layout = data.draw(st.sampled_from([*LAYOUTS, "3x3", "3x3:free-centre", "3x3:.#./###/.#."]))
    rules = Rules.of(layout, data.draw(st.sampled_from(DICE)))
    view = bound_layout(rules)
    some = data.draw(st.lists(st.sampled_from(rules.dice.values), min_size=1, max_size=5, unique=True))
    free = rules.layout.free
    values = tuple(None if free >> c & 1 else data.draw(st.sampled_from(some)) for c in range(rules.layout.size))
    board = Board(values, rules)
    exact = optimal_play(board).expected_rolls
    bounds = prefixes(view, board)
    assert all(bound <= exact for bound in bounds)
    # When everything is placed, the bound is V.
    assert not bounds or bounds[-1] >= decimal(exact) * (1 - 2 * rounding(view, len(set(values))))


@pytest.mark.slow
def test_bounds_of_4x4_boards() -> None:
    rules = find_rules("4x4")
    view = bound_layout(rules)
    generator = np.random.default_rng(7)
    for text in ("4 3 5 6 / 11 10 6 8 / 9 9 5 8 / 7 7 7 8", "8 6 7 5 / 9 7 8 6 / 10 4 7 8 / 6 9 5 7", ""):
        values = tuple(int(v) for v in generator.integers(4, 11, 16))
        board = Board.parse(text, rules) if text else Board(values, rules)
        solution = optimal_play(board, exact=False)
        bounds = prefixes(view, board)
        assert max(bounds) <= solution.expected_rolls * (1 + solution.error_bound)
        assert bounds[-1] >= solution.expected_rolls * (1 - 2 * rounding(view, 11))
        # Placing never lowers the bound: of the prefixes with all copies so far, each is at least the last.
        order = commonest_first(rules, board.values)
        cells = [packed(view, board, value) for value in order]
        whole = [bound_of(view, order, cells[:k], cells[k], more=False) for k in range(len(order) - 1)]
        assert all(b >= a * (1 - rounding(view, 11)) for a, b in pairwise(whole))


def test_weights_that_float32_does_not_hold() -> None:
    rules = Rules.of("2x2", "{1:16777217,2:33554435,3:50331653}")
    view = bound_layout(rules)
    assert rounding(view, 3) == 1.01 * 4 * 10 * 2**-24
    for board in boards_of(rules, view, (1, 2, 3)):
        exact = optimal_play(board).expected_rolls
        assert all(bound <= exact for bound in prefixes(view, board))


@pytest.mark.slow
def test_the_compiler_changes_nothing() -> None:
    script = """
import json, numpy as np
from dicebingo.model.rules import Rules
from dicebingo.proofs.bounds import bound_layout
from dicebingo.proofs.multisets import multiset_bounds
from tests.proofs.placements import family_of, placement_bounds
view = bound_layout(Rules.of("2x3", "2d6"))
family = family_of((6, 5, 5, 4))
some = np.array([2, 4, 8, 16, 32] * 5, np.uint64)
first = np.array([1], np.uint64)
bounds = [placement_bounds(view, family, first, some, more=more).tolist() for more in (False, True)]
print(json.dumps([bounds, multiset_bounds(view, (6, 5, 5)).bounds.tolist()]))
"""
    answers = []
    for plain in ("0", "1"):
        environment = {**os.environ, "NUMBA_DISABLE_JIT": plain}
        done = subprocess.run(
            [sys.executable, "-c", script], cwd=ROOT, env=environment, capture_output=True, check=True
        )
        answers.append(json.loads(done.stdout))
    assert answers[0] == answers[1]


# where they do not hold


def test_the_bounds_are_wrong_for_marking_all() -> None:
    """Nine sevens take 18 rolls, and no rearrangement changes that; marked all at once they take six."""
    with pytest.raises(DiceBingoError, match="expected rules that mark one cell for a roll"):
        bound_layout(find_rules("mark-all"))
    sevens = multiset_bounds(bound_layout(find_rules("classic")), (6,)).bounds[0]
    assert abs(sevens - 18) < 1e-9
    assert optimal_play(Board((7,) * 9, find_rules("mark-all"))).expected_rolls == 6 < sevens


def test_what_is_too_large_is_refused() -> None:
    with pytest.raises(DiceBingoError, match="at most 16 cells"):
        bound_layout(find_rules("5x5"))
    with pytest.raises(DiceBingoError, match="total weight below 2"):
        bound_layout(Rules.of("2x2", f"{{1:1,2:{2**53}}}"))
    large = find_rules("d10+d20")
    with pytest.raises(DiceBingoError, match="fewer different values"):
        count_states(bound_layout(large), tuple(sorted(large.dice.weights, reverse=True)))
    with pytest.raises(DiceBingoError, match="expected at most 268,435,456 states"):
        multiset_bounds(bound_layout(Rules.of("4x4", "1d12")), tuple(range(14, 0, -1)))


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_which_cells_matter(variant: Any) -> None:
    try:
        view = bound_layout(variant.rules)
    except DiceBingoError:
        assert variant.name in ("5x5", "5x5-free", "mark-all")
        return
    expected = {"corners": (0, 2, 6, 8), "cross": (1, 3, 4, 5, 7)}
    assert view.cells == expected.get(variant.name, tuple(range(variant.rules.layout.size)))
    assert Fraction(len(view.game.sets) - 1) <= 2 ** len(view.cells)
