"""Notation: every way to write a board, board files, and errors that show where the mistake is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicebingo.errors import InputError, quote
from dicebingo.model.board import Position
from dicebingo.model.notation import read_lines
from dicebingo.model.rules import Rules
from tests.strategies import Pair, pairs

SEVENS = "7 7 7 / 7 7 7 / 7 7 7"


@pytest.mark.parametrize(
    "text",
    [
        "8 8 9 / 7 6 10 / 7 4 5",
        "8 8 9 7 6 10 7 4 5",
        "8,8,9,7,6,10,7,4,5",
        "8, 8, 9; 7, 6, 10; 7, 4, 5",
        "8 8 9\n7 6 10\n7 4 5\n",
        " 8\t8  9/7 6,10 /7 4 5 / ",
        "08 8 9 / 7 6 010 / 7 4 5",
        "8 8 9\r\n7 6 10\r\n7 4 5",
    ],
)
def test_a_board_may_be_written_in_several_ways(text: str) -> None:
    assert str(Position.parse(text)) == "8 8 9 / 7 6 10 / 7 4 5"


@given(pairs(), st.sampled_from([" ", ",", ", ", "  "]), st.sampled_from([" / ", "/", ";", "\n", " "]))
def test_separators_do_not_matter(pair: Pair, between: str, rows: str) -> None:
    text = str(pair.position).replace(" / ", "\0").replace(" ", between).replace("\0", rows)
    assert Position.parse(text, pair.position.rules) == pair.position


def test_marked_cells_are_parsed() -> None:
    position = Position.parse("*8 x X / 7 6 10 / 7 4 5")
    assert position.marked_cells == (0, 1, 2)
    assert position.board.values == (8, None, None, 7, 6, 10, 7, 4, 5)
    assert str(position) == "*8 x x / 7 6 10 / 7 4 5"


@pytest.mark.parametrize("token", ["F", "f", "x", "X"])
def test_free_cells_are_parsed(token: str) -> None:
    rules = Rules.of("1x3:free-centre", "d6")
    assert str(Position.parse(f"1 {token} 2", rules)) == "1 F 2"


def test_rows_must_match_the_drawn_shape() -> None:
    rules = Rules.of(".#./###/.#.", "d6")
    assert str(Position.parse("1 2 3 4 5", rules)) == "1 / 2 3 4 / 5"
    with pytest.raises(InputError, match="expected rows of 1, 3, 1 values, got rows of 2, 3"):
        Position.parse("1 2 / 3 4 5", rules)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected 9 values for the layout 3x3, got 0 in ''"),
        ("/ ; ,", "expected 9 values for the layout 3x3, got 0 in '/ ; ,'"),
        ("8 8 9", "expected 9 values for the layout 3x3, got 3 in '8 8 9'"),
        (SEVENS + " 7", "expected 9 values for the layout 3x3, got 10"),
        ("7 " * 5000, "expected 9 values for the layout 3x3, got 5000 in '7 7 7 7"),
        ("7" * 10_000, "expected 9 values for the layout 3x3, got 1 in '777777"),
        ("7 7 7 7 / 7 7 / 7 7 7", "expected rows of 3, 3, 3 values, got rows of 4, 2, 3"),
        ("7 7 7 / 7 13 7 / 7 7 7", "cell 4 (row 2, column 2): expected a value of 2d6 (2 to 12), got 13"),
        ("7 7 7 / 7 *13 7 / 7 7 7", "cell 4 (row 2, column 2): expected a value of 2d6 (2 to 12), got 13"),
        ("7 7 7 / 7 a 7 / 7 7 7", "cell 4 (row 2, column 2): expected a value such as 7, *7, x or F, got 'a'"),
        ("7 7 7 / 7 7 7 / 7 7 -7", "cell 8 (row 3, column 3): expected a value such as 7, *7, x or F, got '-7'"),
        ("7 7 7 / 7 7 7 / 7 7 7.0", "got '7.0'"),
        ("7 7 7 / 7 7 7 / 7 7 *x", "got '*x'"),
        ("7 7 7 / 7 7 7 / 7 7 **7", "got '**7'"),
        ("7 7 7 / 7 7 7 / 7 7 *", "got '*'"),
        ("7 7 7 / 7 7 7 / 7 7 F", "is not free: expected a value, got 'F'"),
        ("7 7 7 / 7 7 7 / 7 7 \0", "got '\\x00'"),
        ("7 7 7 / 7 7 7 / 7 7 \u0667", "got '\\u0667'"),
        ("7 7 7 / 7 7 7 / 7 7 " + "9" * 5000, "(5000 characters)"),
        ("7 7 7 / 7 7 7 / 7 7 1_0", "got '1_0'"),
    ],
)
def test_invalid_board_strings_are_rejected(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        Position.parse(text)
    assert message in str(error.value)
    assert str(error.value).isprintable()
    assert len(str(error.value)) < 250


def check_any_text(text: str) -> None:
    """Check that a string either parses to a position whose notation parses back, or gives a one-line error."""
    try:
        position = Position.parse(text)
    except InputError as error:
        message = str(error)
        assert message.isprintable()
    else:
        assert Position.parse(str(position)) == position


@given(st.text())
def test_any_text_parses_or_gets_an_error(text: str) -> None:
    check_any_text(text)


@given(st.lists(st.sampled_from(["7", "*7", "x", "F", "13", "2", "*", "a", "/", ";", ","]), max_size=12))
def test_any_tokens_parse_or_get_an_error(tokens: list[str]) -> None:
    check_any_text(" ".join(tokens))


def test_names_and_comments_in_board_files_are_parsed() -> None:
    text = "# comment\n\nA: 1 2 / 3 4  # Knuth's\n 5 6 / 1 2\n: 1 1 / 1 1\na:b: 2 2 / 2 2\r\n#A: 1\n"
    assert read_lines(text) == [
        (3, "A", "1 2 / 3 4"),
        (4, "", "5 6 / 1 2"),
        (5, "", "1 1 / 1 1"),
        (6, "a:b", "2 2 / 2 2"),
    ]
    assert read_lines("") == []


def test_quoted_input_is_short_and_printable() -> None:
    assert quote("7") == "'7'"
    assert quote("a\nb\0\x1b") == r"'a\nb\x00\x1b'"
    assert quote("x" * 41).endswith("(41 characters)")
    assert quote(17) == "'17'"
