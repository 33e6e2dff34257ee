"""Rules in TOML: layouts and lines drawn as text, and one-line errors that name the key."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from dicebingo.errors import InputError
from dicebingo.model.layout import Layout, cells_of
from dicebingo.model.rules import Marking, Rules
from dicebingo.model.rules_file import parse_rules
from dicebingo.model.variants import VARIANTS
from tests.commands import run

ASSETS = Path(__file__).parents[2] / "docs" / "assets"


def lines(text: str) -> set[tuple[int, ...]]:
    return {cells_of(line) for line in parse_rules(text, "mine.toml").rules.layout.lines}


def test_a_file_with_every_key_is_read() -> None:
    found = parse_rules(
        'name = "flag"\nabout = "A sentence."\ndice = "3d6"\nmarking = "all"\nlayout = """\n# F .\n# # #\n"""', "x.toml"
    )
    assert found.about == "A sentence."
    assert found.rules == Rules(Layout.parse("#F./###"), Rules.of("3x3", "3d6").dice, Marking.ALL)
    assert found.rules.name == "flag"
    assert str(found.rules) == "flag (#f./###, 3d6, marking all)"


def test_only_the_layout_is_required() -> None:
    found = parse_rules('layout = "3x3"', "some/where/my game.toml")
    assert found.rules == VARIANTS[0].rules
    assert (found.rules.name, found.about) == ("my game", "")
    assert parse_rules('layout = "5x5:free-centre"', "a").rules.layout == Layout.parse("5x5:free-centre")
    assert parse_rules('layout = """\n###\n###\n###\n"""', "a").rules.layout.text == "3x3"


def test_lines_may_be_named_drawn_or_listed() -> None:
    assert lines('layout = "3x3"\nlines = ["rows"]') == {(0, 1, 2), (3, 4, 5), (6, 7, 8)}
    assert lines('layout = "3x3"\nlines = ["#.. / .#. / ..#", [6, 7]]') == {(0, 4, 8), (6, 7)}
    assert lines('layout = "2x3"\nlines = ["all"]') == {(0, 1, 2, 3, 4, 5)}
    assert lines('layout = "2x2"\nlines = ["Corners", [0, 1, 2, 3]]') == {(0, 1, 2, 3)}


def test_rotated_and_reflected_lines_are_added_on_request() -> None:
    drawn = 'layout = "3x3"\nlines = ["""\n##.\n#..\n...\n"""]\n'
    assert lines(drawn) == {(0, 1, 3)}
    assert lines(f"{drawn}images = false") == {(0, 1, 3)}
    assert lines(f"{drawn}images = true") == {(0, 1, 3), (1, 2, 5), (5, 7, 8), (3, 6, 7)}
    knight = 'layout = "3x3"\nlines = [[0, 5]]\nimages = true'
    assert lines(knight) == {(0, 5), (2, 7), (3, 8), (1, 6), (2, 3), (1, 8), (5, 6), (0, 7)}
    # Only square layouts have quarter turns. Rotated or reflected lines that would cover a gap are dropped.
    assert lines('layout = "2x3"\nlines = [[0, 4]]\nimages = true') == {(0, 4), (2, 4), (1, 5), (1, 3)}
    assert lines('layout = "##/#."\nlines = [[0, 1]]\nimages = true') == {(0, 1), (0, 2)}
    # ``images`` has no effect on named lines.
    assert lines('layout = "3x3"\nlines = ["rows"]\nimages = true') == {(0, 1, 2), (3, 4, 5), (6, 7, 8)}


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_every_named_variant_can_be_written_as_a_file(variant: object) -> None:
    rules = variant.rules  # type: ignore[attr-defined]
    text = f'layout = "{rules.layout}"\ndice = "{rules.dice}"\nmarking = "{rules.marking.value}"'
    assert parse_rules(text, "x").rules == rules
    layout = rules.layout
    rows = [
        "".join("F" if layout.free >> layout.grid.index((r, c)) & 1 else "#" for c in range(len(row)))
        for r, row in enumerate(layout.rows())
    ]
    listed = json.dumps([list(cells_of(line)) for line in layout.lines])
    drawn = json.dumps("\n".join(rows))
    found = parse_rules(f'layout = {drawn}\nlines = {listed}\ndice = "{rules.dice}"', "x").rules.layout
    assert (found.grid, found.free, set(found.lines)) == (layout.grid, layout.free, set(layout.lines))


MISTAKES = [
    ("layout = ?", "mine.toml: expected rules in TOML, got a syntax error: Invalid value (at line 1, column 10)"),
    ('layout = "3x3"\nlayout = "2x2"\n', "Cannot overwrite a value"),
    ("", 'mine.toml: expected a layout, such as layout = "3x3", got none'),
    (
        'layout = "3x3"\ncolour = "red"',
        "mine.toml: unknown key 'colour'; the keys are name, about, layout, lines, images, dice, marking",
    ),
    ("layout = 3", "mine.toml: layout: expected a string, such as 3x3 or a drawing, got '3'"),
    ('layout = "3x3"\nlines = "rows"', "mine.toml: lines: expected a list of names, drawings and lists of cells"),
    ('layout = "3x3"\nimages = 1', "mine.toml: images: expected true or false, got '1'"),
    ('layout = "3x3"\nlines = []', "mine.toml: lines: expected 1 to 1000 lines, got 0"),
    ('layout = "3x3"\nlines = ["rows", "waves"]', "mine.toml: lines[1]: layout '3x3:waves': expected"),
    (
        'layout = "3x3"\nlines = [[0, 1], [0, 0]]',
        "mine.toml: lines[1]: expected each cell of a line once, got '[0,",
    ),
    ('layout = "3x3"\nlines = ["##/##"]', "mine.toml: lines[0]: layout '3x3:##/##': expected a drawn line with 3 rows"),
    (
        'layout = "##/#."\nlines = [".#/.#"]',
        "mine.toml: lines[0]: layout '##/#.:.#/.#': expected lines that use only existing cells",
    ),
    ('layout = "3x3"\nlines = [[0, 9]]', "mine.toml: lines[0]: expected cells numbered 0 to 8, got '[0, 9]'"),
    ('layout = "3x3"\nlines = [[]]', "mine.toml: lines[0]: expected cells numbered 0 to 8, got '[]'"),
    ('layout = "3x3"\nlines = [[true]]', "mine.toml: lines[0]: expected cells numbered 0 to 8, got '[True]'"),
    ('layout = "3x3"\nlines = [7]', "mine.toml: lines[0]: expected a name, a drawing or a list of cells, got '7'"),
    ('layout = "3x3:rows"\nlines = ["rows"]', "mine.toml: layout: expected a shape without a colon, because"),
    ('layout = "###\\n##"', "mine.toml: layout: layout '###/##': expected a shape such as 3x3"),
    ('layout = "99x99"', "mine.toml: layout: layout '99x99': expected 1 to 40 rows"),
    ('layout = "FFF/###"\nlines = ["rows"]', "mine.toml: lines[0]: expected lines with a cell to mark, got (0, 1, 2)"),
    ('layout = "3x3"\ndice = "2d"', "mine.toml: dice: dice '2d': expected"),
    ('layout = "3x3"\nmarking = "some"', "mine.toml: marking: expected the marking rule one or all, got 'some'"),
    ('layout = "3x3"\nname = "two\\nlines"', "mine.toml: name: expected one line of at most 40 characters"),
    ('layout = "3x3"\nabout = "' + "x" * 401 + '"', "mine.toml: about: expected one line of at most 400 characters"),
    (
        'layout = "3x3"\nlines = ' + "[" * 3_000 + "]" * 3_000,
        "mine.toml: expected rules in TOML, got lists or tables nested",
    ),
]


@pytest.mark.parametrize(("text", "message"), MISTAKES, ids=range(len(MISTAKES)))
def test_error_messages_name_the_key(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        parse_rules(text, "mine.toml")
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_a_deeply_nested_table_is_rejected() -> None:
    """Some versions of Python can parse such deep nesting; the message then reports that ``lines`` is not a list."""
    with pytest.raises(InputError) as error:
        parse_rules("lines" + ".a" * 3_000 + " = 1", "mine.toml")
    kind = r"lines: expected a list of names, drawings and lists of cells, got .{1,100}"
    assert re.fullmatch(rf"mine\.toml: (expected rules in TOML, got .* nested too deeply|{kind})", str(error.value))


# Rules files on the command line


def test_commands_accept_a_rules_file_and_options_that_override_it(tmp_path: Path) -> None:
    ring = str(ASSETS / "ring.toml")
    found = run("solve", "1 2 3 / 4 4 / 3 4 2", "--rules", ring, "--json").json()
    assert found["rules"]["name"] == "ring"
    assert found["expected_rolls"]["exact"] == "114061/21600"
    assert run("solve", "1 2 3 / 4 4 / 3 4 2", "--rules", f"@{ring}", "--json").json() == found
    changed = run("solve", "1 2 3 / 4 4 / 3 4 2", "--rules", ring, "--dice", "d4", "--json").json()
    assert changed["rules"] == {**found["rules"], "name": None, "dice": "d4"}
    (tmp_path / "mine").write_text('layout = "2x2:rows"\ndice = "1d6"', encoding="utf-8")
    mine = f"@{tmp_path / 'mine'}"
    assert run("solve", "1 2 / 3 4", "--rules", mine, "--json").json()["expected_rolls"]["exact"] == "11/2"
    assert run("match", "1 2 / 3 4", "2 4 / 5 6", "--rules", mine).code == 0
    assert run("search", "--rules", mine, "--restarts", "1", "--json").json()["rules"]["name"] == "mine"
    assert "Cannot read 'nowhere.toml' as a file of rules" in run("solve", "7", "--rules", "nowhere.toml").complaint()
    (tmp_path / "bad.toml").write_text("layout = 1", encoding="utf-8")
    assert "bad.toml: layout: expected a string" in run("solve", "7", "--rules", str(tmp_path / "bad.toml")).complaint()


def test_rules_are_shown() -> None:
    text = run("rules", str(ASSETS / "stamps.toml")).out
    assert text.startswith("stamps\n(4x4:##../##../..../....+")
    assert "##..  ..##  ....  ....\n##..  ..##  ....  ....\n....  ....  ..##  ##..\n" in text
    assert "Four cells in a corner win" in text
    assert "symmetries  7,962,624" in text  # 4! orders of the corners, times 4! orders of the cells in each corner
    found = run("rules", str(ASSETS / "stamps.toml"), "--json").json()
    assert found["lines"] == [[0, 1, 4, 5], [2, 3, 6, 7], [10, 11, 14, 15], [8, 9, 12, 13]]
    assert (found["cells"], found["free"], found["symmetries"]) == (16, [], 24**5)
    assert sum(value["probability"]["decimal"] for value in found["values"]) == pytest.approx(1)
    free = run("rules", "free-centre").out
    assert "24 free" not in free
    assert "25, 1 free" in free
    assert "expected named rules" in run("rules", "chess").complaint()
