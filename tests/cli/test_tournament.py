"""``dicebingo tournament`` and ``dicebingo rings``: text, JSON, files and errors."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from dicebingo.running.run import Run
from tests.commands import run
from tests.matches.tables import C, D, E

KNUTH = ("1 2 / 3 4", "2 4 / 5 6", "1 3 / 4 5", "1 5 / 2 6", "--rules", "knuth")


def is_number(found: Any) -> bool:
    return isinstance(found, dict) and found.keys() == {"exact", "decimal"} and isinstance(found["decimal"], float)


# JSON.


def test_the_json_of_a_tournament_has_standings_and_the_smith_set() -> None:
    found = run("tournament", C, D, E, "--json").json()
    assert found.keys() == {
        *("rules", "game", "tie_break", "boards", "names", "standings", "triples", "smith_set"),
        "relative_error_bound",
    }
    assert found["rules"]["name"] == "classic"
    assert found["tie_break"] == "smallest"
    assert found["boards"][0] == [7, 7, 7, 6, 6, 6, 6, 7, 6]
    assert found["names"] == ["board 0", "board 1", "board 2"]
    assert [row["player"] for row in found["standings"]] == [1, 2, 0]
    for row in found["standings"]:
        assert row.keys() == {"player", "share", "beats", "loses", "even", "copeland", "mean_margin"}
        assert (row["beats"], row["loses"], row["even"], row["copeland"]) == (1, 1, 0, 0)
        assert row["share"] == pytest.approx(0.5 + row["mean_margin"] / 2)
    assert found["triples"] == 1
    assert found["smith_set"] == [0, 1, 2]
    assert 0 < found["relative_error_bound"] < 1e-11


def test_the_json_of_rings_has_exact_chances() -> None:
    found = run("rings", C, D, E, "--json").json()
    assert found.keys() == {"rules", "tie_break", "game", "length", "count", "at_most", "rings"}
    assert (found["length"], found["count"]) == (3, 1)
    [ring] = found["rings"]
    assert ring.keys() == {"boards", "links", "smallest_margin", "sure"}
    assert ring["boards"][1] == [7, 5, 9, 9, 7, 5, 5, 9, 7]
    for link in ring["links"]:
        assert link.keys() == {"win", "lose", "tie", "sure"}
        assert all(is_number(link[key]) for key in ("win", "lose", "tie"))
        assert link["sure"] is True
    assert [round(link["win"]["decimal"], 4) for link in ring["links"]] == [0.4281, 0.3851, 0.4948]
    assert ring["smallest_margin"]["exact"] == "387490204271/6439600443375"
    assert ring["sure"] is True


def test_rings_of_four_boards_are_found() -> None:
    found = run("rings", *KNUTH, "--length", "4", "--json").json()
    assert (found["length"], found["count"], len(found["rings"])) == (4, None, 1)
    assert found["rings"][0]["smallest_margin"]["exact"] == "1/30"
    assert run("rings", *KNUTH, "--json").json().items() >= {"count": 0, "rings": []}.items()


def test_boards_can_have_free_cells() -> None:
    found = run("tournament", "--random", "3", "--layout", "3x3:free-centre", "--json").json()
    assert [board[4] for board in found["boards"]] == ["F"] * 3


# The entrants of the tournament


def boards_of(*arguments: str) -> list[list[int]]:
    found: list[list[int]] = run("tournament", *arguments, "--json").json()["boards"]
    return found


def test_random_boards_can_enter_a_tournament() -> None:
    found = boards_of("--random", "5", "--values", "6,8..9", "--seed", "3")
    assert len(found) == 5
    assert {value for board in found for value in board} == {6, 8, 9}
    assert found == boards_of("--random", "5", "--values", "6,8..9", "--seed", "3")
    assert found != boards_of("--random", "5", "--values", "6,8..9", "--seed", "4")


def test_other_boards_can_join_a_tournament_of_all_boards_with_given_values() -> None:
    rules = ("--rules", "knuth", "--values", "1,2")
    assert len(boards_of("--all", *rules)) == 16
    assert len(boards_of("--all", *rules, "--tie-break", "random")) == 6
    assert boards_of("3 4 / 5 6", "--all", *rules)[0] == [3, 4, 5, 6]


def test_the_best_boards_can_enter_a_tournament() -> None:
    found = boards_of("--top", "3", "--values", "6,7")
    assert len(found) == 3, "expected three boards, although others are as good as the third"


def test_names_can_come_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "boards.txt"
    file.write_text(f"C: {C}\nD: {D}\n{E}\n", encoding="utf-8")
    assert run("tournament", f"@{file}", "--json").json()["names"] == ["C", "D", "board 2"]
    shown = run("rings", f"@{file}").out
    assert "beats board 2" in shown
    assert "beats C" in shown


# Text.


def test_the_text_reports_the_number_of_rings() -> None:
    shown = run("tournament", C, D, E)
    assert (shown.code, shown.err) == (0, "")
    assert "classic (3x3, 2d6), tie-break smallest\n3 boards; mean margins in points\n" in shown.out
    assert "1 ring of three; the top cycle has 3 boards." in shown.out
    assert "There is no ring of 3 boards." in run("rings", *KNUTH).out


@pytest.mark.slow
def test_the_text_states_whether_tie_breaks_matter() -> None:
    assert "In every pair, the favourite is the same under every tie-break." in run("rings", C, D, E).out
    assert "favoured" not in run("rings", *KNUTH, "--length", "4", "--game", "duel").out


def test_long_lists_are_truncated() -> None:
    shown = run("tournament", "--random", "23", "--rules", "knuth").out
    assert "... and 3 more" in shown
    assert "-0.00" not in shown


def test_the_number_of_listed_rings_can_be_limited() -> None:
    arguments = ("rings", "--all", "--values", "1,2,3", "--rules", "knuth", "--tie-break", "random")
    count = run(*arguments, "--json").json()["count"]
    assert count > 3
    for most, listed in ((1, 1), (2, 2), (1000, count)):
        rings = run(*arguments, "--most", str(most), "--json").json()["rings"]
        assert len(rings) == listed
        margins = [ring["smallest_margin"]["decimal"] for ring in rings]
        assert margins == sorted(margins, reverse=True)
        assert min(margins) > 0


# Files.


def test_a_tournament_is_written_to_files(tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    files = ("--out", str(tmp_path / "t.parquet"), "--graph", str(tmp_path / "beats.dot"))
    assert run("tournament", C, D, E, *files, "--json").json()["triples"] == 1
    assert (tmp_path / "t.parquet").read_bytes()[:4] == b"PAR1"
    graph = (tmp_path / "beats.dot").read_text(encoding="utf-8")
    assert set(re.findall(r"b\d -> b\d", graph)) == {"b0 -> b1", "b1 -> b2", "b2 -> b0"}


@pytest.mark.slow
def test_choosing_the_best_boards_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object, run: Run, **__: object) -> None:
        run.stop()
        run.expect_more()

    monkeypatch.setattr("dicebingo.searches.all_boards.search_all", stopped)
    result = run("tournament", "--top", "3", "--rules", "knuth")
    assert (result.code, result.out, result.err) == (130, "", "interrupted\n")


def test_a_tournament_can_be_read_from_its_file(tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    file, path = tmp_path / "boards.txt", str(tmp_path / "t.parquet")
    file.write_text(f"C: {C}\nD: {D}\nE: {E}\n", encoding="utf-8")
    arguments = ("tournament", f"@{file}", "--tie-break", "random")
    played = run(*arguments, "--out", path, "--json")
    assert played == run("tournament", "--from", path, "--json")
    assert run(*arguments) == run("tournament", "--from", path)
    assert run("rings", *arguments[1:], "--json") == run("rings", "--from", path, "--json")
    assert run("rings", *arguments[1:]) == run("rings", "--from", path)
    # Options that repeat settings stored in the file are allowed.
    again = ("--from", path, "--rules", "classic", "--dice", "d6+d6", "--tie-break", "random")
    assert run("tournament", *again, "--out", str(tmp_path / "copy.parquet"), "--json") == played
    assert (tmp_path / "copy.parquet").read_bytes() == (tmp_path / "t.parquet").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([C, D], "--from reads a finished tournament; omit boards."),
        (["--random", "3"], "finished tournament; omit --random."),
        (["--all", "--values", "6"], "finished tournament; omit --all."),
        (["--seed", "1"], "finished tournament; omit --seed."),
        (["--checkpoint", "kept"], "finished tournament; omit --checkpoint."),
        (["--workers", "2"], "finished tournament; omit --workers."),
        (["--cluster", "tcp://127.0.0.1:1"], "finished tournament; omit --cluster."),
        (["--tie-break", "largest"], "expected a tournament with tie-break largest, got smallest in"),
        (
            ["--rules", "knuth"],
            "expected a tournament under the rules knuth (2x2:rows, 1d6), got classic (3x3, 2d6) in",
        ),
        (["--dice", "3d6"], "expected a tournament under the rules 3x3, 3d6, got classic"),
        (["--marking", "all"], "expected a tournament under the rules 3x3, 2d6, marking all, got classic"),
    ],
)
@pytest.mark.parametrize("command", ["tournament", "rings"])
def test_options_that_contradict_a_tournament_file_are_rejected(
    command: str, arguments: list[str], complaint: str, tmp_path: Path
) -> None:
    pytest.importorskip("duckdb")
    path = str(tmp_path / "t.parquet")
    run("tournament", C, D, E, "--out", path, "--json").json()
    assert complaint in run(command, "--from", path, *arguments).complaint()


def test_a_search_cannot_use_a_tournament_file(tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    path = str(tmp_path / "t.parquet")
    run("tournament", C, D, E, "--out", path, "--json").json()
    complaint = run("rings", "--from", path, "--search", "--seconds", "1").complaint()
    assert "--from reads a finished tournament; omit --search." in complaint


def test_standings_are_written_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "standings.csv"
    found = run("tournament", C, D, E, "--standings", str(path), "--json").json()["standings"]
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    assert [(int(row["player"]), float(row["share"])) for row in rows] == [(r["player"], r["share"]) for r in found]
    assert [row["board"] for row in rows] == [board.replace(" / ", " ") for board in (D, E, C)]


@pytest.mark.slow
def test_a_heat_map_is_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    for name, begins in (("m.svg", b"<?xml"), ("m.PNG", b"\x89PNG"), ("m.pdf", b"%PDF")):
        assert run("tournament", C, D, E, "--plot-file", str(tmp_path / name)).code == 0
        assert (tmp_path / name).read_bytes().startswith(begins)
    drawn = (tmp_path / "m.svg").read_text(encoding="utf-8")
    texts = ["".join(text.itertext()) for text in ET.fromstring(drawn).iter() if text.tag.endswith("}text")]
    # The rows are in the order of the standings (D, E, C), with margins in percentage points.
    assert [text for text in texts if text[0] in "+-" and "." in text] == [
        *("+6.7", "-6.0", "-6.7", "+7.4", "+6.0", "-7.4")
    ]
    assert [text for text in texts if "/" in text] == [f"board {i}:  {b}" for i, b in ((1, D), (2, E), (0, C))]


@pytest.mark.slow
def test_heat_maps_of_two_equal_boards_and_of_many_boards_are_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "m.svg"
    assert run("tournament", C, C, "--plot-file", str(path)).code == 0
    shown = path.read_text(encoding="utf-8")
    assert shown.count(">0</text>") >= 2
    assert run("tournament", "--random", "41", "--rules", "knuth", "--plot-file", str(path)).code == 0
    shown = path.read_text(encoding="utf-8")
    assert "boards, highest share of wins first" in shown
    assert "board 1<" not in shown


def test_a_checkpoint_is_used(tmp_path: Path) -> None:
    keep = ("--checkpoint", str(tmp_path / "kept"))
    first = run("tournament", C, D, E, "--json", *keep)
    assert first == run("tournament", C, D, E, "--json", *keep) == run("tournament", C, D, E, "--json")
    # Both commands play the same matches.
    assert run("rings", C, D, E, "--json", *keep).json()["count"] == 1
    assert "belongs to another job" in run("tournament", D, C, E, *keep).complaint()


# Errors.

BAD: list[tuple[list[str], str]] = [
    ([], "expected two or more boards, @FILE, --random, --top or --all, got 0 boards"),
    ([C], "expected two or more boards, @FILE, --random, --top or --all, got 1 board\n"),
    (["--random", "1"], "expected 2 to 20000 boards, got 1\n"),
    (["--random", "0"], "expected 1 to 20000 different boards, got 0"),
    (["--random", "-4"], "got -4"),
    (["--random", "many"], "expected a whole number, got"),
    (["--random", "600", "--values", "6,7"], "expected 1 to 512 different boards, got 600"),
    (["--random", "3", "--seed", "-1"], "expected a non-negative seed, got -1"),
    (["--random", "3", "--values", "6,13"], "expected values of 2d6, got 13"),
    (["--random", "3", "--values", "nine"], "expected values such as 5..9 or 6,7,8, got 'nine'"),
    (["--random", "3", "--values", "9..5"], "expected values such as"),
    (["--random", "3", "--tie-break", "first"], "expected the tie-break smallest, largest or random"),
    (["--random", "3", "--rules", "4x4"], "expected boards with at most 12 cells for many matches, got 16"),
    (["--random", "3", "--workers", "0"], "workers (4 per core), got 0"),
    (["--all"], "expected at most 160000 boards, got 11^9"),
    (["--top", "0"], "expected 1 to"),
    ([C, "*7 5 9 / 9 7 5 / 5 9 7"], "expected a board without marks, got *7 5 9 / 9 7 5 / 5 9 7"),
    ([C, "7 5 9"], "expected 9 values"),
    ([C, "@/nowhere/boards.txt"], "Cannot read '/nowhere/boards.txt' as a file of boards"),
    (["1 1 / 2 2", "1 2 / 1 2", "--layout", "2x2", "--dice", f"{{1:1,2:{10**60}}}"], "without very rare values"),
]


@pytest.mark.parametrize("command", ["tournament", "rings"])
@pytest.mark.parametrize(("arguments", "complaint"), BAD)
def test_bad_input_gets_a_one_line_error(command: str, arguments: list[str], complaint: str) -> None:
    assert complaint in run(command, *arguments).complaint()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["rings", C, D, "--length", "2"], "expected rings of 3 to 12 boards, got 2"),
        (["rings", C, D, "--length", "13"], "expected rings of 3 to 12 boards, got 13"),
        (["rings", C, D, "--length", "three"], "expected a whole number, got"),
        (["rings", C, D, "--most", "0"], "expected 1 to 1000 rings to list, got 0"),
        (["tournament", C, D, "--graph", "beats.png"], "expected the name of a .dot file"),
        (["tournament", C, D, "--graph", "/nowhere/beats.dot"], "Cannot write"),
        (["tournament", C, D, "--plot-file", "m.gif"], "expected a plot file that ends with .svg, .png or .pdf"),
        (["tournament", C, D, "--plot-file", "/nowhere/m.svg"], "Cannot write"),
        (["tournament", C, D, "--standings", "/nowhere/s.csv"], "Cannot write"),
        (["tournament", "--random", "4001", "--plot-file", "m.svg"], "expected at most 4,000 boards for a heat map"),
        (["tournament", "--from", "/nowhere/t.parquet"], "Cannot read '/nowhere/t.parquet' as a tournament"),
        (["tournament", C, D, "--out", "/nowhere/t.parquet"], "Cannot write"),
        (["tournament", C, D, "--out", "t.csv"], "expected the name of a .parquet file, got 't.csv'"),
        (["tournament", C, D, "--checkpoint", "/dev/null"], "expected a checkpoint or an empty folder"),
    ],
)
def test_bad_options_get_a_one_line_error(arguments: list[str], complaint: str) -> None:
    assert complaint in run(*arguments).complaint()
