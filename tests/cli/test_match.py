"""``dicebingo match``: text, JSON, files, pictures, errors, and fast start-up."""

from __future__ import annotations

import json
import re
import struct
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import dicebingo
from tests.cli.faults import stopped_when
from tests.commands import run
from tests.matches.tables import DEPENDS, GUARD, NEEDS_TABLE, A, B, C, D, E, match

WON = "*9 *6 *7 / 7 9 6 / 6 7 9"


def is_number(found: Any) -> bool:
    return isinstance(found, dict) and found.keys() == {"exact", "decimal"} and isinstance(found["decimal"], float)


def is_estimate(found: Any) -> bool:
    return found.keys() == {"estimate", "low", "high"} and bool(found["low"] <= found["estimate"] <= found["high"])


# JSON.


@pytest.mark.parametrize(
    ("boards", "options", "question"),
    [
        ((A, B), [], {}),
        ((A, B), ["--range", "--upto", "4"], {"range": True, "upto": 4}),
        ((A, B), ["--fast"], {"fast": True}),
        ((C, D, E), ["--upto", "5", "--tie-break", "random"], {"upto": 5, "tie_break": "random"}),
        ((WON, B), ["--upto", "0", "--policy", "random"], {"upto": 0, "policy": "random"}),
        (("1 2 / 3 4", "2 4 / 5 6"), ["--rules", "knuth"], {"rules": "knuth"}),
    ],
)
def test_the_library_gives_the_same_answer_as_the_command(
    boards: tuple[str, ...], options: list[str], question: dict[str, Any]
) -> None:
    assert dicebingo.match(*boards, **question).to_dict() == run("match", *boards, *options, "--json").json()


def test_the_library_simulates_the_same_games() -> None:
    found = run("match", *GUARD, "--simulate", "500", "--seed", "4", "--tie-break", "largest", "--json").json()
    assert dicebingo.simulate(*GUARD, games=500, seed=4, tie_break="largest").to_dict() == found


def test_the_json_of_two_boards_has_exact_outcomes_and_a_verdict() -> None:
    found = run("match", A, B, "--json").json()
    assert found["boards"] == [[9, 6, 7, 7, 9, 6, 6, 7, 9], [6, 7, 6, 7, 7, 7, 6, 6, 6]]
    assert found["marked"] == [[], []]
    assert found["tie_break"] == "smallest"
    assert found["policies"] == ["optimal", "optimal"]
    assert found["rules"]["name"] == "classic"
    assert found["outcomes"] == [
        {"winners": [0], "probability": {"exact": "134528/253125", "decimal": 0.5314686419753086}},
        {"winners": [1], "probability": {"exact": "118597/253125", "decimal": 0.46853135802469137}},
        {"winners": [0, 1], "probability": {"exact": "0", "decimal": 0.0}},
    ]
    assert [f"{v['decimal']:.2f}" for v in found["expected_rolls"]] == ["12.77", "11.37"]
    assert all(map(is_number, found["expected_rolls"]))
    assert found["verdict"].items() >= {"favoured": 0, "kind": "surely beats"}.items()
    assert found["verdict"]["margin"]["exact"] == "15931/253125"
    assert found["joint_states"] == 21
    assert [s["exact"] for s in found["shares"]] == ["134528/253125", "118597/253125"]
    assert is_number(found["expected_length"])
    assert "range" not in found
    assert "distribution" not in found


def test_the_tie_break_is_used_and_stated_in_the_json() -> None:
    for tie_break in ("smallest", "largest", "random"):
        found = run("match", *GUARD, "--tie-break", tie_break, "--json").json()
        assert found["tie_break"] == tie_break
        expected = match(*GUARD, tie_break=tie_break)
        assert [o["probability"]["exact"] for o in found["outcomes"]] == [str(p) for p in expected.outcomes.values()]


def test_the_json_of_three_boards_has_seven_sets_of_winners_and_no_verdict() -> None:
    found = run("match", C, D, E, "--json").json()
    assert found["verdict"] is None
    assert [o["winners"] for o in found["outcomes"]] == [[0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]]
    assert sum(o["probability"]["decimal"] for o in found["outcomes"]) == pytest.approx(1)
    assert len(found["expected_rolls"]) == len(found["shares"]) == 3


def test_the_json_of_a_range_has_bounds_for_every_tie_break() -> None:
    found = run("match", *GUARD, "--range", "--json").json()["range"]
    assert found.keys() == {"first", "second", "margin"}
    for bounds in found.values():
        assert bounds.keys() == {"low", "high", "kind"}
        assert bounds["kind"] == "bound"
        assert bounds["low"]["decimal"] < bounds["high"]["decimal"]
    for tie_break in ("smallest", "largest"):
        first = match(*GUARD, tie_break=tie_break).probability(0)
        assert found["first"]["low"]["decimal"] <= float(first) <= found["first"]["high"]["decimal"]


def test_the_json_of_a_distribution_is_exact() -> None:
    rows = run("match", C, D, "--upto", "5", "--json").json()["distribution"]
    assert [row["roll"] for row in rows] == list(range(6))
    assert rows[0]["joint"] == []
    assert rows[0]["solo"] == [{"pmf": {"exact": "0", "decimal": 0.0}, "cdf": {"exact": "0", "decimal": 0.0}}] * 2
    result = match(C, D)
    for roll in (3, 5):
        assert [j["winners"] for j in rows[roll]["joint"]] == [[0], [1], [0, 1]]
        for entry, won in zip(rows[roll]["joint"], result.outcomes, strict=True):
            assert entry["pmf"]["exact"] == str(result.distribution(roll)[roll][won])
            assert entry["cdf"]["exact"] == str(result.cdf(roll)[roll][won])
        assert [s["cdf"]["exact"] for s in rows[roll]["solo"]] == [str(c.cdf(roll)) for c in result.solo]


@pytest.mark.parametrize(
    ("boards", "favoured", "kind"),
    [((B, A), 1, "surely beats"), ((A, A), None, "even"), (DEPENDS, 0, "depends")],
)
def test_the_json_of_a_verdict_names_the_favourite(boards: tuple[str, str], favoured: int | None, kind: str) -> None:
    found = run("match", *boards, "--json").json()["verdict"]
    assert (found["favoured"], found["kind"]) == (favoured, kind)
    assert found["bounds"].keys() == {"low", "high", "kind"}


def test_the_json_has_witnesses_if_the_verdict_depends_on_the_tie_break() -> None:
    first, second = run("match", *NEEDS_TABLE, "--json").json()["verdict"]["witnesses"]
    assert first["margin"]["decimal"] > 0 > second["margin"]["decimal"]
    assert first["tie_breaks"] == ["smallest", "largest"]
    (case,) = second["tie_breaks"][1]
    assert case.keys() == {"marked", "roll", "cell"}
    assert run("match", A, B, "--json").json()["verdict"]["witnesses"] == []


def test_the_json_shows_marks() -> None:
    found = run("match", WON, "x 7 6 / *7 7 7 / 6 6 6", "--json").json()
    assert found["marked"] == [[0, 1, 2], [0, 3]]
    assert found["boards"][1][0] is None
    assert found["outcomes"][0]["probability"]["exact"] == "1"
    assert found["joint_states"] == 0


def test_the_json_names_each_policy() -> None:
    found = run("match", A, B, "--policy", "random", "--policy", "prefer:4,0", "--json").json()
    assert found["policies"] == ["random", "prefer:4,0"]
    assert found["verdict"]["bounds"] is None
    assert found["outcomes"][0]["probability"]["exact"] == str(
        match(A, B, policy=["random", "prefer:4,0"]).probability(0)
    )
    both = run("match", A, B, "--policy", "random", "--json").json()
    assert both["policies"] == ["random", "random"]


def test_the_json_of_a_simulation_has_estimates_with_intervals() -> None:
    found = run("match", *GUARD, "--simulate", "2000", "--seed", "5", "--tie-break", "random", "--json").json()
    assert (found["simulated"], found["games"], found["seed"], found["tie_break"]) == (True, 2000, 5, "random")
    assert [o["winners"] for o in found["outcomes"]] == [[0], [1], [0, 1]]
    for numbers in ([o["probability"] for o in found["outcomes"]], found["shares"], found["alone"], found["wins"]):
        assert all(map(is_estimate, numbers))
    assert is_estimate(found["expected_length"])
    assert all(map(is_number, found["expected_rolls"])), "expected exact numbers for each board alone"
    for outcome, p in zip(found["outcomes"], match(*GUARD, tie_break="random").outcomes.values(), strict=True):
        assert outcome["probability"]["estimate"] == pytest.approx(float(p), abs=0.06)


def test_a_simulation_is_repeatable() -> None:
    once = run("match", A, B, C, "--simulate", "500", "--seed", "1", "--json").json()
    assert run("match", A, B, C, "--simulate", "500", "--seed", "1", "--json").json() == once
    assert run("match", A, B, C, "--simulate", "500", "--seed", "2", "--json").json()["outcomes"] != once["outcomes"]
    assert run("match", A, B, C, "--simulate", "500", "--json").json() == once, "expected seed 1 by default"


# Text.


def test_the_text_shows_exact_chances_and_the_favourite() -> None:
    shown = run("match", A, B).out
    assert "classic (3x3, 2d6), tie-break smallest" in shown
    assert "53.15%" in shown
    assert "134528/253125" in shown
    assert "board 0 is favoured over board 1 by 6.29 points under every tie-break." in shown
    assert "alone 12.7732 rolls    alone 11.3673 rolls" in shown
    assert "The match takes 8.8216 rolls on average and has 21 joint states." in shown


def words(text: str) -> str:
    """Return the text with line breaks replaced by spaces."""
    return " ".join(text.split())


@pytest.mark.slow
def test_the_text_states_whether_the_favourite_depends_on_the_tie_break() -> None:
    assert "board 0 and board 1 are exactly even under every tie-break." in run("match", A, A).out
    depends = words(run("match", *DEPENDS).out)
    assert "board 0 is favoured over board 1 by 1.16 points under this tie-break, but not under every" in depends
    assert "tie-break: with (board 0 " in depends
    assert "with (board 0 smallest, board 1 largest) board 1 is ahead by 0.938 points." in depends
    table = words(run("match", *NEEDS_TABLE).out)
    assert (
        "board 1 smallest except in 1 case: with {2, 8} marked, a 5 marks cell 4 (row 2, column 2)) board 1 is ahead"
        in table
    )
    sure = words(run("match", *GUARD[::-1]).out)
    assert (
        "board 1 is favoured over board 0 by 13.5 points under this tie-break. The margin is between 13.4 and 15.2"
        in sure
    )
    assert "points under every tie-break." in sure
    loose = words(run("match", "1 1 2 / 3 6 2", "5 3 2 / 5 1 2", "--layout", "2x3", "--dice", "1d6").out)
    assert "depends on the tie-break: the margin of board 1 is between -0.16 and 1.96 points." in loose


def test_the_text_names_each_policy() -> None:
    shown = run("match", A, B, "--policy", "random").out
    assert "classic (3x3, 2d6), policy random\n" in shown
    assert re.search(r"board 0 is favoured over board 1 by [\d.]+ points\.\n", shown)
    each = run("match", A, B, "--policy", "optimal", "--policy", "prefer:4,0").out
    assert "policy optimal; prefer:4,0, tie-break smallest\n" in each


def test_the_text_shows_the_range_over_all_tie_breaks() -> None:
    shown = run("match", A, B, "--range").out
    assert re.search(r"board 0 wins +53\.14% +53\.15%", shown)
    assert re.search(r"margin, in points +6\.29 +6\.30", shown)


def test_the_text_shows_the_distribution() -> None:
    shown = run("match", C, D, "--upto", "4").out
    pmf, cdf = match(C, D).distribution(4)[4], match(C, D).cdf(4)[4]
    for row in (pmf, cdf):
        assert " ".join(f"{float(share):.8f}" for share in row.values()) in words(shown)
    for chain in match(C, D).solo:
        assert f"{float(chain.pmf(4)):.8f}" in shown
        assert f"{float(chain.cdf(4)):.8f}" in shown


def test_the_plot_shows_when_each_board_finishes_first() -> None:
    shown = run("match", C, D, "--plot").out
    plot = shown[shown.index("roll  finishes first  chance") :].splitlines()
    assert plot[2].startswith("   3  board 0  ")
    assert [line.split()[0] for line in plot[4::3] if line] == ["tie"] * 23
    assert "█" in plot[5]
    assert "tie" not in run("match", A, B, "--plot", "--upto", "3").out.partition("roll  finishes")[2]
    assert "No board finishes by roll 2." in run("match", A, B, "--plot", "--upto", "2").out
    assert re.search(r"\n   0  board 0 +100\.00%  █+", run("match", WON, B, "--plot", "--upto", "3").out)


def test_the_text_lists_the_boards_of_a_file_by_name(tmp_path: Path) -> None:
    boards = tmp_path / "class.txt"
    boards.write_text("# a class\nAnn: " + A + "\nBen: " + B + "\nCem: " + C + "\nDot: " + D + "\nEve: " + E + "\n")
    shown = run("match", f"@{boards}").out
    assert re.search(r"Ann +9 6 7 / 7 9 6 / 6 7 9 +12\.7732 +[\d.]+%", shown)
    assert "+ Eve" in shown
    simulated = run("match", f"@{boards}", "--simulate", "1000").out
    assert "Simulated: 1,000 games, seed 1, 95% confidence" in simulated
    assert re.search(r"Ben +6 7 6 / 7 7 7 / 6 6 6 +[\d.]+% \([\d.]+ to [\d.]+\) +[\d.]+% \([\d.]+ to ", simulated)


@pytest.mark.parametrize("games", ["1", "20", "1000", "1000000"])
def test_printed_intervals_contain_the_exact_intervals(games: str) -> None:
    line = ("match", A, A, C, "--simulate", games)
    exact = run(*line, "--json").json()
    printed = re.findall(r"([\d.]+) to ([\d.]+)\)", run(*line).out)
    *percents, length = [tuple(map(Fraction, ends)) for ends in printed]
    found = [(low / 100, high / 100) for low, high in percents] + [length]
    columns = zip(exact["shares"], exact["alone"], strict=True)
    wanted = [*(one for row in columns for one in row), exact["expected_length"]]
    assert all(low <= one["low"] < one["high"] <= high for (low, high), one in zip(found, wanted, strict=True))


def test_long_fractions_appear_only_in_json() -> None:
    boards = "8 8 9 / 7 6 10 / 7 4 5", "6 5 10 / 11 7 3 / 4 9 8"
    shown = run("match", *boards).out
    assert shown.count("(exact: --json)") == 3


def test_only_the_most_likely_of_many_outcomes_are_shown(tmp_path: Path) -> None:
    boards = tmp_path / "boards.txt"
    boards.write_text("\n".join(str([v % 7 + 4 for v in range(i, i + 9)])[1:-1] for i in range(0, 70, 5)))
    shown = run("match", f"@{boards}").out
    assert re.search(r"\.\.\. and \d+ more sets of winners, [\d.]+% together", shown)


# Board files


def test_boards_can_come_from_a_file(tmp_path: Path) -> None:
    boards = tmp_path / "boards.txt"
    boards.write_text(f"# the paper's\nA: {A}  # slower\n\n{B}\n", encoding="utf-8")
    found = run("match", f"@{boards}", "--json").json()
    assert found["names"] == ["A", "board 1"]
    assert found["outcomes"] == run("match", A, B, "--json").json()["outcomes"]
    assert "A is favoured over board 1" in run("match", f"@{boards}").out
    assert len(run("match", f"@{boards}", C, "--json").json()["names"]) == 3


def test_a_bad_board_in_a_file_is_reported_with_its_line(tmp_path: Path) -> None:
    boards = tmp_path / "boards.txt"
    boards.write_text(f"A: {A}\n\nB: 6 7 6 / 7 13 7 / 6 6 6\n")
    complaint = run("match", f"@{boards}").complaint()
    assert "boards.txt, line 3: cell 4 (row 2, column 2): expected a value of 2d6 (2 to 12), got 13" in complaint
    assert "as a file of boards" in run("match", f"@{tmp_path}/none.txt").complaint()


# Pictures.


@pytest.mark.slow
def test_a_match_is_drawn_as_svg(tmp_path: Path) -> None:
    first, second = tmp_path / "a.svg", tmp_path / "b.svg"
    done = run("match", C, D, "--plot-file", str(first))
    assert (done.code, done.err) == (0, f"wrote {first}\n")
    assert sorted(tmp_path.iterdir()) == [first], "expected no temporary file"
    assert ET.fromstring(first.read_bytes()).tag == "{http://www.w3.org/2000/svg}svg"
    text = first.read_text(encoding="utf-8")
    for word in ("each board alone", "first on shared rolls", "P(T = k)", "P(T ≤ k)", "roll k", "tie", C, D):
        assert word in text
    done = run("match", A, B, "--json", "--plot-file", str(second))
    assert json.loads(done.out)["joint_states"] == 21
    assert done.err == f"wrote {second}\n"
    assert "tie" not in re.findall(r">([^<]+)</text>", second.read_text(encoding="utf-8"))


@pytest.mark.slow
def test_a_match_is_drawn_as_png_and_pdf(tmp_path: Path) -> None:
    for name in ("a.png", "a.PDF"):
        assert run("match", A, B, "--plot-file", str(tmp_path / name), "--upto", "8").code == 0
    png = (tmp_path / "a.png").read_bytes()
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    assert png.endswith(b"IEND\xaeB`\x82")
    width, height = struct.unpack(">II", png[16:24])
    assert width == 1440
    assert 900 < height < 1300
    pdf = (tmp_path / "a.PDF").read_bytes()
    assert pdf.startswith(b"%PDF-")
    assert pdf.rstrip().endswith(b"%%EOF")
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.slow
def test_names_are_not_parsed_as_formulas(tmp_path: Path) -> None:
    boards = tmp_path / "boards.txt"
    boards.write_text(f"_A $x^$ <&>: {A}\n$: {B}\n")
    assert run("match", f"@{boards}", "--plot-file", str(tmp_path / "a.svg")).code == 0
    assert "_A $x^$ &lt;&amp;&gt;: 9 6 7" in (tmp_path / "a.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["a.gif", "a", ".svg", ""])
def test_unknown_picture_formats_are_rejected(name: str, tmp_path: Path) -> None:
    complaint = run("match", A, B, "--plot-file", str(tmp_path / name) if name else "").complaint()
    assert "expected a plot file that ends with .svg, .png or .pdf, got" in complaint
    assert not list(tmp_path.iterdir())


def test_an_unwritable_picture_is_rejected_at_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "directory.svg").mkdir()
    for name in ("none/a.svg", "file/a.svg", "directory.svg"):
        found = run("match", A, B, "--plot-file", str(tmp_path / name))
        assert (found.code, found.err.count("\n")) == (2, 1)
        assert "Cannot write" in found.err
        assert found.out == ""  # the error is reported before any computation
    assert sorted(path.name for path in tmp_path.iterdir()) == ["directory.svg", "file"]


def test_the_error_without_matplotlib_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    complaint = run("match", A, B, "--plot-file", str(tmp_path / "a.svg")).complaint()
    assert "This needs matplotlib: pip install 'dicebingo[plot]'" in complaint


# Errors.


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([A], "expected two or more boards, got 1"),
        ([A, "1 2 3"], "expected 9 values"),
        ([A, B, "--simulate", "0"], "expected 1 to 10000000000 games, got 0"),
        ([A, "--simulate", "5"], "expected 2 to 1000 boards, got 1"),
        ([A, B, "--simulate", "many"], "expected a whole number, got 'many'"),
        ([A, B, "--simulate", "5", "--range"], "simulate cannot be combined with range"),
        ([A, B, "--simulate", "5", "--upto", "0"], "simulate cannot be combined with upto"),
        ([A, B, "--simulate", "5", "--plot"], "--plot needs an exact answer; omit --simulate."),
        ([A, B, "--simulate", "5", "--plot-file", "a.svg"], "--plot-file needs an exact answer; omit --simulate."),
        ([A, B, C, "--range"], "expected two boards for a range, got 3"),
        ([A, B, "--policy", "random", "--range"], "expected optimal play for a range over tie-breaks"),
        ([A, B, *["--policy", "random"] * 3], "expected one policy, or one for each of the 2 boards, got 3"),
        ([A, B, "--upto", "-1"], "expected a number of rolls from 0 to 10000, got -1"),
        ([A, B, "--tie-break", "middle"], "middle"),
        ([A, B, "--rules", "chess"], "expected named rules"),
        ([A, B, "--policy", "prefer:9"], "expected distinct cells from 0 to 8"),
        ([WON, B, "--simulate", "5"], "expected positions without a bingo"),
    ],
)
def test_bad_matches_get_a_one_line_error(arguments: list[str], expected: str) -> None:
    assert expected in run("match", *arguments).complaint()


def test_a_match_without_boards_is_rejected() -> None:
    assert "Missing argument" in run("match").complaint()


# Start-up and interruption

PROBE = """
import sys
from dicebingo.cli.start import main
try:
    main()
except SystemExit as stop:
    loaded = [name for name in ("numba", "numpy", "matplotlib", "rich.console", "scipy") if name in sys.modules]
    sys.exit("imported " + ", ".join(loaded) if loaded else stop.code)
"""


@pytest.mark.parametrize("options", [[], ["--json", "--range", "--upto", "5"], ["--plot"]])
def test_an_exact_match_starts_without_heavy_modules(options: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROBE, "match", A, B, *options], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.parametrize("missing", ["numba", "numpy"])
@pytest.mark.slow
def test_matches_work_without_the_fast_extra(missing: str) -> None:
    program = f"import sys; sys.modules['{missing}'] = None\nfrom dicebingo.cli.start import main\nmain()"
    command = [sys.executable, "-c", program, "match", A, B]
    done = subprocess.run([*command, "--fast"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"dicebingo: This needs num.*pip install 'dicebingo\[fast\]'.*\n", done.stderr)
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0
    played = subprocess.run([*command, "--simulate", "5"], capture_output=True, text=True, check=False)
    # Without numba, the command plays the same games more slowly.
    assert played.stdout == run("match", A, B, "--simulate", "5").out


@pytest.mark.slow
@pytest.mark.parametrize("form", ["--json", None])
def test_an_interrupted_simulation_prints_its_result_so_far(form: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped_when(lambda now: now.stage == "simulating" and now.done >= 3, monkeypatch)  # three finished blocks
    done = run("match", A, B, "--simulate", "10000000000", *([form] if form else []))
    assert (done.code, done.err) == (130, "interrupted\n")
    if form is None:
        assert re.match(r"Stopped after [\d,]+ games, seed 1, 95% confidence\n", done.out)
        return
    found = json.loads(done.out)
    assert found["status"] == "stopped"
    assert 0 < found["games"] < 10**10
    first = found["outcomes"][0]["probability"]
    assert first["low"] <= first["estimate"] <= first["high"]
    assert first["estimate"] == pytest.approx(134528 / 253125, abs=0.02)
