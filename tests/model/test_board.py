"""Boards and positions: their contents, their notation, and the cells that a player may mark."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given

import dicebingo
from dicebingo.errors import InputError
from dicebingo.model.board import Board, Position, as_board, as_boards, as_position, as_rules
from dicebingo.model.dice import Dice
from dicebingo.model.layout import Layout, mask_of
from dicebingo.model.rules import Rules
from dicebingo.model.symmetry import symmetries
from dicebingo.model.variants import VARIANTS, classic, find_rules
from tests.strategies import Pair, cells, int64, pairs

BOARD = "8 8 9 / 7 6 10 / 7 4 5"
NAMES = {"Board": Board, "Position": Position, "Rules": Rules}


@given(pairs())
def test_text_and_repr_round_trip(pair: Pair) -> None:
    position, rules = pair.position, pair.position.rules
    assert Position.parse(str(position), rules) == position
    assert str(Position.parse(str(position), rules)) == str(position)
    assert eval(repr(position), NAMES) == position
    assert eval(repr(position.board), NAMES) == position.board


@given(pairs(marked=False))
def test_boards_survive_a_round_trip(pair: Pair) -> None:
    board = pair.position.board
    assert Board.parse(str(board), board.rules) == board
    assert eval(repr(board), NAMES) == board


@pytest.mark.parametrize("rules", [variant.rules for variant in VARIANTS], ids=[variant.name for variant in VARIANTS])
def test_the_repr_of_a_board_names_its_rules(rules: Rules) -> None:
    free = cells(rules.layout.free)
    board = Board(tuple(None if c in free else rules.dice.values[0] for c in range(rules.layout.size)), rules)
    assert eval(repr(board), NAMES) == board
    assert (rules.name in repr(board)) == (rules.name != "classic")
    assert eval(repr(rules), NAMES) == rules


@pytest.mark.parametrize("name", ["mine", "knuth", "3x3"])
def test_the_repr_does_not_rely_on_the_name_of_custom_rules(name: str) -> None:
    board = Board((7,) * 9, Rules(Layout.parse("3x3"), Dice.parse("3d6"), name=name))
    assert eval(repr(board), NAMES) == board


@given(pairs())
def test_candidates_and_options_match_the_reference_implementation(pair: Pair) -> None:
    position, game = pair.position, pair.game
    assert cells(position.marked) == pair.start
    assert position.is_bingo == game.won(pair.start)
    assert frozenset(position.marked_cells) == pair.start
    if position.is_bingo:
        return
    for roll in game.chances:
        options = game.options(pair.start, roll)
        assert [cells(option) for option in position.options(roll)] == options
        assert position.candidates(roll) == tuple(sorted(cell for option in options for cell in option))


def test_marking_returns_a_new_position() -> None:
    start = Position.parse("*8 8 9 / x 6 10 / 7 4 5")
    after = start.mark(4, 8)
    assert str(after) == "*8 8 9 / x *6 10 / 7 4 *5"
    assert after.is_bingo
    assert start.marked_cells == (0, 3)
    assert start.mark(int64(4)).marked_cells == (0, 3, 4)
    assert str(start.mark()) == str(start)
    for cell in (0, 3, 9, -1):
        with pytest.raises(InputError, match=f"expected an unmarked cell, got cell {cell} in"):
            start.mark(cell)


def test_free_cells_are_always_marked() -> None:
    position = Position.parse("1 2 3 / 4 F 6 / 1 2 3", Rules.of("3x3:free-centre", "d6"))
    assert position.marked_cells == (4,)
    assert position.board.values[4] is None
    assert position == Position(position.board) == Position(position.board, mask_of([4]))


def test_positions_are_immutable_and_hashable() -> None:
    position = Position.parse(BOARD)
    assert position == Position.parse("8,8,9;7,6,10;7,4,5")
    assert len({position, Position.parse(BOARD), position.mark(0)}) == 2
    with pytest.raises(AttributeError):
        position.marked = 1  # type: ignore[misc]


def test_a_permutation_moves_the_values_of_a_board() -> None:
    board = Board.parse(BOARD)
    turned = {board.permuted(p) for p in symmetries(classic().layout)}
    assert len(turned) == 8
    assert Board.parse("7 7 8 / 4 6 8 / 5 10 9") in turned
    assert board.permuted((1, 0, 2, 3, 4, 5, 6, 7, 8)) == board
    assert board.permuted((8, 1, 2, 3, 4, 5, 6, 7, 0)).values == (5, 8, 9, 7, 6, 10, 7, 4, 8)
    assert board.permuted((1, 2, 0, 3, 4, 5, 6, 7, 8)).values[:3] == (9, 8, 8)


def test_a_value_can_be_replaced() -> None:
    assert str(Board.parse(BOARD).with_value(4, 12)) == "8 8 9 / 7 12 10 / 7 4 5"
    for cell, value in ((4, 13), (9, 7), (-1, 7)):
        with pytest.raises(InputError, match="expected"):
            Board.parse(BOARD).with_value(cell, value)


@pytest.mark.parametrize(
    "values",
    [[7] * 9, (7,) * 9, np.full(9, 7), np.full(9, 7, np.uint8), (7.0,) * 9, iter([7] * 9)],
    ids=["list", "tuple", "int64", "uint8", "float", "iterator"],
)
def test_values_of_other_types_are_accepted(values: Any) -> None:
    position = as_position(values)
    assert position == Position.parse("7 7 7 7 7 7 7 7 7")
    assert all(type(value) is int for value in position.board.values)


def test_marks_of_other_types_are_accepted() -> None:
    position = Position(Board((7,) * 9), int64(3))
    assert position.marked_cells == (0, 1)
    assert type(position.marked) is int


def test_positions_are_accepted_in_any_form() -> None:
    position = Position.parse(BOARD)
    for form in (BOARD, position.board, position, list(position.board.values)):
        assert as_position(form) == position
    assert as_position(position, "classic") is position
    with pytest.raises(InputError, match=r"expected a board for knuth .*, got one for classic"):
        as_position(position, "knuth")
    assert as_rules(None) is as_rules("classic") is classic()
    assert as_rules(classic()) is classic()


def test_rows_and_arrays_are_accepted() -> None:
    rows = [[8, 8, 9], [7, 6, 10], [7, 4, 5]]
    for form in (
        rows,
        tuple(map(tuple, rows)),
        np.array(rows),
        [np.array(row) for row in rows],
        (iter(r) for r in rows),
    ):
        assert as_position(form) == Position.parse(BOARD)  # type: ignore[arg-type]
    free = Rules.of("3x3:free-centre", "2d6")
    assert as_position([8, 8, 9, 7, "F", 10, "x", 4, None], free).marked_cells == (4, 6, 8)
    assert as_boards([rows, BOARD, np.array(rows)]) == [as_board(BOARD)] * 3
    ring = Rules.of("###/#.#/###", "2d6")
    assert str(as_position([[2, 3, 4], [5, 6], [7, 8, 9]], ring)) == "2 3 4 / 5 6 / 7 8 9"


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_data_frames_are_accepted(library: str) -> None:
    frame = pytest.importorskip(library).DataFrame
    rows = [[8, 8, 9], [7, 6, 10], [7, 4, 5]]
    flat = [value for row in rows for value in row]
    board = frame({str(j): [row[j] for row in rows] for j in range(3)})
    assert as_board(board) == as_board(BOARD)
    several = frame({str(j): [flat[j], 7] for j in range(9)})
    assert as_boards(several) == [as_board(BOARD), as_board([7] * 9)]
    with pytest.raises(InputError, match=r"expected 9 values for the layout 3x3, got 3"):
        as_boards(board)
    marked = frame({"0": [None, 7, 7], "1": [8, 6, 4], "2": [9, 10, None]})
    assert as_position(marked) == as_position("x 8 9 / 7 6 10 / 7 4 x")


def test_none_in_a_list_means_a_marked_cell() -> None:
    assert as_position([None, 8, 9, 7, 6, 10, 7, 4, 5]) == as_position("x 8 9 / 7 6 10 / 7 4 5")


@pytest.mark.parametrize(("count", "rules"), [(16, "4x4"), (25, "5x5"), (4, "knuth")])
def test_the_number_of_values_suggests_named_rules(count: int, rules: str) -> None:
    side = int(count**0.5)
    for form in ("7 " * count, [7] * count, [[7] * side] * side):
        with pytest.raises(InputError, match=f'for {count} values, use --rules {rules} or rules="{rules}"'):
            as_position(form)


@pytest.mark.parametrize(
    ("form", "message"),
    [
        (7, "expected a board such as '8 8 9 / 7 6 10 / 7 4 5' or a list, got '7'"),
        (None, "expected a board such as"),
        (np.array(7), "expected a board such as"),
        (b"8 8 9", "expected a board such as"),
        ({"board": 7}, "expected a board such as"),
        ([[7, 7, 7], [7, 7, 7]], "expected rows of [3, 3, 3] values"),
        ([[7, 7], [7, 7, 7, 7], [7, 7, 7]], "expected rows of [3, 3, 3] values"),
        ([[7, 7, 7], 7, [7, 7, 7]], "expected rows of [3, 3, 3] values"),
        ([[[7], 7, 7], [7, 7, 7], [7, 7, 7]], "expected a value of 2d6 (2 to 12), got '[7]'"),
        ([7] * 8, "expected 9 values"),
        (["F"] + [7] * 8, "cell 0 is not free: expected a value, got 'F'"),
        (["seven"] * 9, "expected a value of 2d6 (2 to 12), got 'seven'"),
    ],
    ids=str,
)
def test_invalid_forms_are_rejected(form: Any, message: str) -> None:
    with pytest.raises(InputError) as error:
        as_position(form)
    assert message in str(error.value)


def test_invalid_rules_are_rejected() -> None:
    for wrong in (3, [3, 3], classic().layout):
        with pytest.raises(InputError, match=r"expected rules, such as 'classic' or Rules\.of"):
            as_rules(wrong)  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"expected boards with the same rules, got classic .* and knuth"):
        as_boards([BOARD, Board.parse("1 2 / 3 4", "knuth")])


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ((7,) * 8, "expected 9 values for the layout 3x3, got 8"),
        ((), "expected 9 values for the layout 3x3, got 0"),
        ((7, 7, 7, 7, 7, 13, 7, 7, 7), "cell 5 (row 2, column 3): expected a value of 2d6 (2 to 12), got 13"),
        ((7.5,) * 9, "cell 0 (row 1, column 1): expected a value of 2d6 (2 to 12), got 7.5"),
        (("7",) * 9, "expected a value of 2d6 (2 to 12), got '7'"),
        ((float("nan"),) * 9, "expected a value of 2d6 (2 to 12), got nan"),
        ((-7,) * 9, "expected a value of 2d6 (2 to 12), got -7"),
    ],
)
def test_invalid_values_are_rejected(values: Any, message: str) -> None:
    with pytest.raises(InputError) as error:
        Board(values)
    assert message in str(error.value)


def test_invalid_marks_are_rejected() -> None:
    board = Board((7,) * 9)
    for marked in (-1, 512, 1 << 70):
        with pytest.raises(InputError, match="expected marked cells numbered 0 to 8, got the set"):
            Position(board, marked)
    with pytest.raises(InputError, match=r"cell 1 \(row 1, column 2\) is not marked: expected a value, got none"):
        Position(Board((None, None, *(7,) * 7)), 1)
    with pytest.raises(InputError, match=r"expected a board without marks, got \*8"):
        Board.parse("*" + BOARD)
    with pytest.raises(InputError, match="is free: expected F, got 5"):
        Board((5,) * 9, Rules.of("3x3:free-centre", "d6"))


def test_values_of_dice_with_gaps_are_listed_in_the_error() -> None:
    with pytest.raises(InputError, match="1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 15, 16, 18, 20, 24, 25, 30, 36"):
        Board((7,) * 9, find_rules("product"))
    with pytest.raises(InputError, match=r"expected a value of 5 \(5\), got 7"):
        Board((7,), Rules.of("1x1:all", "5"))


def test_positions_and_boards_are_drawn_as_svg() -> None:
    svg = dicebingo.Position.parse("*8 8 9 / x 6 10 / 7 4 5")._repr_svg_()
    assert svg.startswith("<svg")
    assert "*8 8 9 / x 6 10 / 7 4 5" in svg
    assert Board.parse(BOARD)._repr_svg_().count("<rect") == 9
