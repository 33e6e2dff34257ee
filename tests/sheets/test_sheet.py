"""The boards of a sheet differ, depend on strength and seed, and have exact expected rolls; bad input is rejected."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from dicebingo.errors import DiceBingoError
from dicebingo.model.rules import Rules
from dicebingo.sheets.choice import StrengthName
from dicebingo.sheets.sheet import PrintedBoard, sheet
from tests.commands import run
from tests.twins.solo import NONE, Game, make_game, prefer

SQUARE = tuple(product(range(3), repeat=2))
QUICK: dict[str, Any] = {"count": 6, "seed": 3}


def images(board: PrintedBoard) -> set[tuple[int | None, ...]]:
    """Return the rotations and reflections of a 3x3 board."""
    values = dict(zip(SQUARE, board.position.board.values, strict=True))
    flat = [
        (2 - r if down else r, 2 - c if right else c) for down, right in product((0, 1), repeat=2) for r, c in SQUARE
    ]
    found = set()
    for i in range(0, len(flat), 9):
        found.add(tuple(values[r, c] for r, c in flat[i : i + 9]))
        found.add(tuple(values[c, r] for r, c in flat[i : i + 9]))
    return found


def game(board: PrintedBoard) -> Game:
    """Return a classic board as a game for the reference implementation."""
    return make_game("3x3", "2d6", board.position.board.values)


def rolls(board: PrintedBoard) -> Fraction:
    """Return the expected number of rolls of a board."""
    return Fraction(str(board.expected_rolls))


@pytest.mark.parametrize("strength", ["mixed", "strong", "fair", "weak"])
def test_boards_are_different_and_their_expected_rolls_are_exact(strength: StrengthName) -> None:
    made = sheet(strength=strength, **QUICK)
    assert [board.number for board in made.boards] == list(range(1, 7))
    for i, board in enumerate(made.boards):
        assert not any(other.position.board.values in images(board) for other in made.boards[:i])
        assert rolls(board) == game(board).value(NONE)
        assert board.place == 1 + sum(rolls(other) < rolls(board) for other in made.boards)


def test_strong_boards_come_before_fair_and_weak_boards() -> None:
    """The list of all boards, fastest first, has strong, fair and weak parts. Mixed boards come from both ends."""
    found = {kind: [rolls(board) for board in sheet(strength=kind, order="sorted", **QUICK).boards] for kind in
             ("strong", "fair", "weak", "mixed")}  # fmt: skip
    assert all(values == sorted(values) for values in found.values())
    assert found["strong"][-1] < found["fair"][0] < found["fair"][-1] < found["weak"][0]
    assert (found["mixed"][0], found["mixed"][-1]) == (found["strong"][0], found["weak"][-1])


def test_the_seed_determines_which_boards_are_chosen() -> None:
    again, other, sorted_ = sheet(**QUICK), sheet(count=6, seed=4), sheet(order="sorted", **QUICK)
    assert sheet(**QUICK) == again
    assert again.boards != other.boards
    assert [board.place for board in sorted_.boards] == list(range(1, 7))
    assert {board.position for board in sorted_.boards} == {board.position for board in again.boards}
    # The boards are shuffled, so a board's number gives nothing away.
    assert [board.place for board in again.boards] != list(range(1, 7))


def test_the_order_of_cells_and_its_cost_match_the_reference_implementation() -> None:
    """Equally good cells are grouped together, and the cells that lead to the fewest expected rolls come first."""
    for board in sheet(**QUICK).boards:
        twin = game(board)
        for preference in board.preferences:
            after = [[twin.value(frozenset([cell])) for cell in equal] for equal in preference.cells]
            assert all(len(set(values)) == 1 for values in after)
            assert [values[0] for values in after] == sorted({value for values in after for value in values})
            assert {cell for equal in preference.cells for cell in equal} == {
                cell for cell, value in enumerate(board.position.board.values) if value == preference.value
            }
        order = [cell for preference in board.preferences for equal in preference.cells for cell in equal]
        if order:
            assert board.loss == twin.expected(prefer(*order), NONE) - twin.value(NONE)


def test_equally_good_cells_are_grouped_together() -> None:
    """By symmetry, the first board's corners are equally good, and so are its edges and all cells of nine sevens."""
    (board,) = sheet("2 3 2 / 3 7 3 / 2 3 2").boards
    assert [(found.value, found.cells) for found in board.preferences] == [(2, ((0, 2, 6, 8),)), (3, ((1, 3, 5, 7),))]
    (sevens,) = sheet("7 7 7 / 7 7 7 / 7 7 7").boards
    assert (sevens.preferences[0].cells, sevens.loss) == ((tuple(range(9)),), 0)


def test_a_sheet_may_have_all_boards_of_a_small_game() -> None:
    """If any two cells win, there are five different 2x2 boards of 1s and 2s: one for each number of 2s."""
    rules = Rules.of("2x2", "1d2")
    values = [board.position.board.values for board in sheet(count=5, rules=rules).boards]
    assert sorted(value.count(2) for value in values) == [0, 1, 2, 3, 4]


def test_given_boards_keep_their_order_and_are_repeated_up_to_the_count() -> None:
    boards = ["*7 7 7 / 7 7 7 / 7 7 7", "8 8 9 / 7 6 10 / 7 4 5"]
    made = sheet(*boards, count=3, names=["Ann", " Zoë "], order="sorted")
    assert [str(board.position) for board in made.boards] == [boards[0], boards[1], boards[0]]
    assert [board.name for board in made.boards] == ["Ann", "Zoë", ""]
    assert [board.place for board in made.boards] == [2, 1, 2]
    assert [board.expected_rolls for board in made.boards] == [12, made.boards[1].expected_rolls, 12]
    assert sheet(*boards).count == 2
    assert sheet(names=["Ann"]).count == 1


def test_boards_of_large_games_have_no_expected_rolls() -> None:
    made = sheet(rules="5x5", count=3)
    assert len({board.position for board in made.boards}) == 3
    assert all(board.expected_rolls is board.place is board.loss is None for board in made.boards)


BAD: list[tuple[dict[str, Any], str]] = [
    ({"count": 0}, "expected 1 to 100 boards, got 0"),
    ({"count": 10_000}, "expected 1 to 100 boards, got 10000"),
    ({"rules": Rules.of("2x2", "1d2"), "count": 6}, "expected at most 5 boards, the number of different boards of 2x2"),
    ({"names": ["A" * 31]}, "expected names of at most 30 characters"),
    ({"names": ["A\x1b"]}, "expected names without control characters"),
    ({"names": ["A\u202eB"]}, "expected names without control characters"),
    ({"names": "Ann"}, "expected a list of names, got 'Ann'"),
    ({"names": ["A", "B"], "count": 1}, "expected no more names than boards (1), got 2"),
    ({"names": ["A"], "kind": "tally"}, "A sheet of kind tally has no boards"),
    ({"paper": "a5"}, "expected the paper a4 or letter, got 'a5'"),
    ({"per_page": 3}, "expected 1, 2, 4, 6 or 9 boards per page, got 3"),
    ({"kind": "cards"}, "expected the kind of sheet all, boards, blank, rules, tally, key or plan, got 'cards'"),
    ({"strength": "super"}, "expected the strength mixed, strong, fair or weak, got 'super'"),
    ({"rules": "4x4", "strength": "weak"}, "The strength of boards with more than 12 open cells must be mixed"),
    ({"rules": "5x5", "kind": "key"}, "expected boards with at most 16 open cells for the answer key, got 25"),
    ({"rules": "5x5", "order": "sorted"}, "expected boards with at most 16 open cells for sorted boards, got 25"),
]


@pytest.mark.parametrize(("given", "error"), BAD)
def test_unprintable_sheets_are_rejected(given: dict[str, Any], error: str) -> None:
    with pytest.raises(DiceBingoError) as refused:
        sheet(**given)
    assert str(refused.value).startswith(error)
    assert "\n" not in str(refused.value)


def test_the_command_prints_a_list_and_writes_a_file(tmp_path: Path) -> None:
    """The terminal and the JSON list the same boards, each name is used, and a bad file name gets a one-line error."""
    file = str(tmp_path / "class.pdf")
    told = run("sheet", "--count", "3", "--names", "Ann, Zoë\nBo", "--out", file)
    answer = run("sheet", "--count", "3", "--names", "Ann,Zoë,Bo", "--json").json()
    assert (told.code, told.err) == (0, "")
    assert " ".join(told.out.split()).endswith(f" The sheet is in {file}.")
    assert run("sheet", "--kind", "blank").out.rstrip().endswith("\n--out FILE writes the sheet as a PDF.")
    for name, board in zip(("Ann", "Zoë", "Bo"), sheet(count=3).boards, strict=True):
        assert f"{name:<6}{board.position}" in told.out
    assert [board["name"] for board in answer["boards"]] == ["Ann", "Zoë", "Bo"]
    assert Path(file).read_bytes() == sheet(count=3, names=["Ann", "Zoë", "Bo"]).pdf()
    assert "expected 1 to 100 boards, got 0" in run("sheet", "--count", "0").complaint()
    assert "Cannot write" in run("sheet", "--out", str(tmp_path / "no" / "x.pdf")).complaint()
    assert "expected the name of a .pdf file, got 'x.txt'" in run("sheet", "--out", "x.txt").complaint()
