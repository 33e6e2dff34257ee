"""Plain text fits in 80 columns, whatever the boards, names and fractions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.__main__ import main as measure
from benchmarks.harness import Benchmark, Figure
from dicebingo.model.board import Position
from dicebingo.model.rules import Rules
from dicebingo.render.blocks import Boards, Cell, Column, Facts, Quantity, Table, significant
from dicebingo.render.writers.text import block_text, board_text, side_by_side, wrapped
from dicebingo.render.writers.text import table as table_text
from tests.commands import run, too_wide


def table(headers: Sequence[str], rows: Sequence[Sequence[Cell]], exact: str = "") -> str:
    """Return a table as text. If ``exact`` is not empty and the table still fits, columns of numbers show fractions."""
    columns = [
        Column(header, exact="fits" if exact and any(isinstance(row[i], Quantity) for row in rows) else "")
        for i, header in enumerate(headers)
    ]
    return table_text(Table(columns, rows))


LONG = Fraction(10**70 + 1, 3**140)
WORD = st.text("abc-/ ", max_size=50).map(str.strip)


@given(st.data())
def test_a_table_fits_and_omits_nothing(data: st.DataObject) -> None:
    columns = data.draw(st.integers(1, 9))
    headers = ["first", *data.draw(st.lists(st.sampled_from(["", "wins", "a longer header"]), min_size=8, max_size=8))]
    rows = data.draw(st.lists(st.lists(WORD, min_size=columns, max_size=columns), min_size=1, max_size=4))
    shown = table(headers[:columns], rows)
    assert too_wide(shown) == []
    words = shown.split()
    assert all(words.count(word) >= sum(cell.split().count(word) for cell in row) for row in rows for word in row)


def test_columns_that_do_not_fit_are_printed_below_the_others() -> None:
    rows = [["cell 0", *["20.05%*  72.96%"] * 6], ["cell 8", *["17.00%   74.84%*"] * 6]]
    shown = table(["first \\ second", *(f"cell {i}" for i in range(6))], rows)
    blocks = shown.split("\n\n")
    assert [re.findall(r"cell \d", block.splitlines()[0]) for block in blocks] == [
        ["cell 0", "cell 1", "cell 2"],
        ["cell 3", "cell 4", "cell 5"],
    ]
    assert [line.split()[1] for block in blocks for line in block.splitlines()[2:]] == ["0", "8", "0", "8"]


def test_a_column_without_a_header_stays_with_the_previous_column() -> None:
    rows = [["A", "x" * 35, "40%", "#" * 35]]
    first, second = table(["name", "board", "share", ""], rows).split("\n\n")
    assert first.splitlines()[2].split() == ["A", "x" * 35]
    assert second.splitlines()[2].split() == ["A", "40%", "#" * 35]


def test_fractions_are_shown_if_the_table_fits() -> None:
    numbers: list[list[Cell]] = [
        [str(i), Quantity(Fraction(i, 7)), Quantity(Fraction(i, 3), zero="best")] for i in range(2)
    ]
    assert "1     0.142857 = 1/7  0.333333 = 1/3" in table(["cell", "rolls left", "loss"], numbers, "fits")
    wide = [["x" * 50, *row] for row in numbers]
    assert "1     0.142857    0.333333" in table(["board", "cell", "rolls left", "loss"], wide, "fits")
    assert "=" not in table(["cell", "rolls left"], [["1", Quantity(LONG)]], "fits")


def test_lines_are_broken_between_words_and_not_within_a_board() -> None:
    text = "Best reply found, after a long search: 9 4 8 / 7 7 10 / 5 6 6 beats it by 0.5 points, and others may too."
    assert wrapped(text, 50).splitlines() == [
        "Best reply found, after a long search:",
        "9 4 8 / 7 7 10 / 5 6 6 beats it by 0.5 points, and",
        "others may too.",
    ]
    assert wrapped("    " + "ab " * 40).splitlines()[1].startswith("    ab")
    assert wrapped(f"expected rolls = {LONG}").splitlines() == ["expected rolls =", str(LONG)]
    assert wrapped("7 " * 60) == "\n".join([" ".join("7" * 40), " ".join("7" * 20)])


def test_blocks_that_do_not_fit_side_by_side_are_stacked() -> None:
    position = Position.parse(" ".join(["7"] * 25), "5x5")
    assert [
        line.split() for line in block_text(Boards([position] * 5, "ABCDE")).splitlines() if line[:1].isalpha()
    ] == [
        ["A", "B"],
        ["C", "D"],
        ["E"],
    ]
    assert side_by_side("a", "b") == "a    b"
    assert side_by_side("a" * 70, "b" * 10) == "a" * 70 + "\n\n" + "b" * 10


def test_a_board_that_is_too_wide_is_written_in_its_notation() -> None:
    position = Position.parse(" ".join(["*7"] * 24), Rules.of("1x24:all", "2d6"))
    assert "".join(board_text(position).splitlines()).replace(" ", "") == "*7" * 24


def test_long_fractions_are_printed_after_the_facts() -> None:
    position = Position.parse("1 2 / 3 4", "knuth")
    facts: list[tuple[str, Cell]] = [
        ("expected rolls", significant(LONG)),
        ("deviation", significant(LONG)),
        ("a", "b"),
    ]
    shown = block_text(Facts(facts, position))
    assert f"\n\nexpected rolls =\n{LONG}" in shown
    assert f"deviation       {float(LONG):.10g} (exact: --json)" in shown
    facts = [("expected rolls", significant(3)), ("deviation", significant(Fraction(5, 2)))]
    assert "deviation       2.5 = 5/2" in block_text(Facts(facts, position))


NAMED = "The board of somebody whose name is longer than a terminal is wide, and who is proud of it: "
SEVENS = "7 7 7 / 7 7 7 / 7 7 7"
DICE = "{123456789012345678:3,123456789012345679:1}"


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run in a folder with a file of boards and a file of rules, both of which contain very long text."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DICEBINGO_CACHE", str(tmp_path / "cache"))
    (tmp_path / "names").write_text(f"{NAMED} 9 6 7 / 7 9 6 / 6 7 9\n{NAMED} 6 7 6 / 7 7 7 / 6 6 6\n", encoding="utf-8")
    about = "A game whose author had a great deal to say about it, and said it in one long sentence without a full stop"
    (tmp_path / "long.toml").write_text(f'layout = "8x8"\ndice = "{DICE}"\nabout = "{about}"\n', encoding="utf-8")


@pytest.mark.parametrize(
    "arguments",
    [
        ["match", "@names", "--upto", "5", "--plot"],
        ["match", "@names", "@names", "@names", "--upto", "3"],
        ["match", "@names", "@names", "@names", "--simulate", "100"],
        ["duel", "@names"],
        ["duel", "@names", "--roll", "7"],
        ["exploit", "@names", "--objective", "win"],
        ["tournament", "@names"],
        ["tournament", "--random", "25", "--layout", "3x4"],
        ["rings", "--random", "12", "--layout", "3x4", "--seed", "3"],
        ["upsets", "@names"],
        ["nash", SEVENS, "*7 7 7 / 7 7 7 / 7 7 7", "--roll", "7"],
        ["nash", SEVENS, "*7 7 7 / 7 7 7 / 7 7 7", "--roll", "7", "--objective", "score"],
        ["solve", " ".join(["7"] * 24), "--layout", "1x24:all", "--rules", "mark-all"],
        ["solve", " ".join(["123456789012345678"] * 9), "--dice", DICE, "--why", "--upto", "4"],
        ["solve", "8 8 9 / 7 6 10 / 7 4 5", "--policy", "random:1,2,3,4,5,6,7,8,9", "--why"],
        ["advise", " ".join(["123456789012345678"] * 9), "--dice", DICE, "--roll", "123456789012345678"],
        ["improve", "8 9 / 10 11 / 12 6", "--layout", "3x2", "--dice", "3d6", "--full"],
        ["review", "6 7 6 / 7 7 7 / 6 6 6", "--marking", "all", "6:0,2,6,7,8"],
        ["rules", "--", "long.toml"],
        ["counter", "7 7 7 7 / 7 7 7 7", "--layout", "2x4", "--values", "7"],
        ["arena", "--layout", "2x4:rows", "--values", "6,7", "--restarts", "1", "--rounds", "2"],
        ["search", "--layout", "2x4:rows", "--values", "6..8", "--top", "3", "--worst", "2"],
        ["search", "--values", "6,7", "--objective", "p90", "--top", "2"],
        ["prove", "--rules", "knuth"],
        ["rank", "1 2 / 3 4", "--rules", "knuth"],
        ["paper", "--only", "3"],
    ],
    ids=" ".join,
)  # fmt: skip
@pytest.mark.slow
@pytest.mark.usefixtures("files")
def test_every_output_fits_80_columns(arguments: list[str]) -> None:
    shown = run(*arguments)
    assert shown.code == 0, shown.err
    assert shown.out
    assert too_wide(shown.out) == []


@pytest.mark.parametrize(
    "arguments",
    [
        ["match", "@names", "--upto", "5"],
        ["solve", " ".join(["123456789012345678"] * 9), "--dice", DICE, "--why", "--upto", "4"],
        ["rules", "long.toml"],
    ],
    ids=" ".join,
)
@pytest.mark.usefixtures("files")
def test_json_fits_80_columns(arguments: list[str]) -> None:
    shown = run(*arguments, "--json")
    assert shown.json()
    assert too_wide(shown.out) == []


def test_rows_columns_and_moves_are_numbered_from_1() -> None:
    shown = run("review", "6 7 6 / 7 7 7 / 6 6 6", "6:0", "7:5").out
    assert re.search(r"\n   1     6  0 \(row 1, column 1\)  7 \(row 3, column 2\)  0\.027047 = 36/1331\n", shown)
    assert re.search(r"\n   2     7  5 \(row 2, column 3\) ", shown)
    assert "move 2: expected" in run("review", "6 7 6 / 7 7 7 / 6 6 6", "6:0", "7:0").complaint()
    lines = re.findall(r"\n(row|column) (\d) ", run("solve", "6 5 10 / 11 7 3 / 4 9 8", "--why").out)
    assert sorted(lines) == [(axis, number) for axis in ("column", "row") for number in "123"]
    assert "3 in cell 1 (row 1, column 2)" in run("improve", "1 2 / 1 2", "--rules", "knuth").out
    assert "cell 5 (row 2, column 3): expected" in run("solve", "7 7 7 / 7 7 13 / 7 7 7").complaint()


def test_differences_of_probabilities_are_in_points() -> None:
    first, second = "9 6 7 / 7 9 6 / 6 7 9", "6 7 6 / 7 7 7 / 6 6 6"
    margin = Fraction(134528 - 118597, 253125)  # computed from probabilities printed in the paper
    shown = run("match", first, second, "--range").out
    assert f"by {100 * float(margin):.3g} points under every tie-break" in shown
    assert re.search(r"\nmargin, in points +6.29 +6.30\n", shown)  # 6.2937..., with bounds rounded outwards
    assert f"{100 * float(margin):.3f}\n" in run("upsets", first, second).out
    gain = run("exploit", second, first, "--objective", "win", "--policy", "random").out
    exact = run("exploit", second, first, "--objective", "win", "--policy", "random", "--json").json()["gain"]
    assert f"gains first {100 * exact['decimal']:.5f} points ({exact['exact']}) over" in " ".join(gain.split())


def test_tables_written_to_a_file_are_not_wrapped(monkeypatch: pytest.MonkeyPatch) -> None:
    """In this test, standard output is not a terminal, so only the variable COLUMNS sets a width."""
    simulated = ("match", SEVENS, SEVENS, "--simulate", "1000000")
    monkeypatch.setenv("COLUMNS", "60")
    narrow = run(*simulated).out
    assert len(re.findall(r"^board 0", narrow, re.MULTILINE)) == 2, (
        "expected the columns that do not fit below the others"
    )
    assert max(map(len, narrow.splitlines())) <= 60
    monkeypatch.delenv("COLUMNS")
    whole = run(*simulated).out
    assert len(re.findall(r"^board 0", whole, re.MULTILINE)) == 1
    assert whole.startswith("Simulated: "), "expected no empty first line"
    assert whole.endswith(".\n")
    assert max(map(len, run("paper", "--only", "3").out.splitlines())) > 80, "expected unbroken sentences"


def test_benchmark_tables_written_to_a_file_contain_the_aims(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    figure = Figure("a figure with a very long name, longer than any column should be", 2.0, "s", 3.0)
    benchmark = Benchmark("long", "something", "", lambda _: [figure])
    monkeypatch.delenv("COLUMNS")
    assert measure(["long"], [benchmark]) == 0
    assert re.search(r"^long +a figure .* 2\.00 s +✓ at most 3\.00 s$", capsys.readouterr().out, re.MULTILINE)
