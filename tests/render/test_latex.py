"""LaTeX: the output of the commands has the right structure, and compiles if TeX is installed."""

from __future__ import annotations

import re
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path

import pytest

from dicebingo.model.board import Position
from dicebingo.render.blocks import Column, Sentence, Table
from dicebingo.render.pictures.panels import Lines, Series
from dicebingo.render.writers.latex import board_tikz, escape, exact_tex, panel_tex, ring_tikz, table_tex, write
from dicebingo.solo.advise import advise
from tests.commands import run

A, B = "9 6 7 / 7 9 6 / 6 7 9", "6 7 6 / 7 7 7 / 6 6 6"
KNUTH = ("1 2 / 3 4", "2 4 / 5 6", "1 3 / 4 5", "1 5 / 2 6", "--rules", "knuth")
COMMANDS = {
    "solve": ("solve", "*8 8 9 / 7 6 10 / x 4 5", "--upto", "9"),
    "solve-free": ("solve", "8 8 9 / 7 F 10 / 7 4 5", "--layout", "3x3:free-centre"),
    "solve-won": ("solve", "x x x / 7 6 10 / 7 4 5"),
    "advise": ("advise", B, "--roll", "6"),
    "solve-deadline": ("solve", "1 2 / 1 2", "--rules", "knuth", "--deadline", "2"),
    "advise-deadline": ("advise", "9 7 8 / 9 8 9 / 4 9 6", "--roll", "9", "--deadline", "5"),
    "advise-wasted": ("advise", B, "--roll", "2"),
    "match": ("match", A, B, "--upto", "12"),
    "match-three": ("match", *KNUTH[:3], *KNUTH[4:]),
    "rank": ("rank", KNUTH[0], *KNUTH[4:]),
    "tournament": ("tournament", *KNUTH),
    "rings": ("rings", *KNUTH, "--length", "4"),
    "nash": ("nash", "7 4 6 / 9 7 8 / 6 9 5", "6 9 x / x 5 5 / 8 x 6", "--roll", "6"),
    "duel": ("duel", A, B),
    "paper": ("paper", "--only", "3"),
}
TEX = shutil.which("pdflatex")


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the LaTeX of every command, and of a match whose names contain special TeX characters."""
    names = tmp_path_factory.mktemp("boards") / "names.txt"
    names.write_text("[50% & 1_a^b]: 1 2 / 3 4\n$x\\y{~}: 2 4 / 5 6\n")
    commands = COMMANDS | {"names": ("match", f"@{names}", "--rules", "knuth", "--upto", "5")}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DICEBINGO_CACHE", str(tmp_path_factory.mktemp("cache")))
        results = {name: run(*arguments, "--latex") for name, arguments in commands.items()}
    assert {name: (result.code, result.err) for name, result in results.items()} == dict.fromkeys(commands, (0, ""))
    return {name: result.out for name, result in results.items()}


def packages(text: str) -> list[str]:
    return re.findall(r"^%   (\\usepackage.*)$", text, re.MULTILINE)


def expect_structure(text: str, name: str) -> None:
    """Check that environments, braces and formulas are closed, packages are listed, and rows have all columns."""
    assert text.startswith("% dicebingo "), name
    opened: list[str] = []
    for kind, environment in re.findall(r"\\(begin|end)\{(\w+)\}", text):
        if kind == "begin":
            opened.append(environment)
        else:
            assert opened.pop() == environment, name
    assert not opened, name
    body = re.sub(r"\\.", "", text)
    assert body.count("{") == body.count("}"), name
    assert body.count("$") % 2 == 0, name
    named = " ".join(packages(text))
    for sign, package in (("tikzpicture", "tikz"), ("toprule", "booktabs"), ("{axis}", "pgfplots")):
        assert (sign in text) == (f"{{{package}}}" in named), (name, package)
    for columns, inner in re.findall(r"\\begin\{tabular\}\{(\w+)\}(.*?)\\end\{tabular\}", text, re.DOTALL):
        rows = re.findall(r"^  (?!\\(?:top|mid|bottom)rule)(.*) \\\\$", inner, re.MULTILINE)
        assert rows, name
        for row in rows:
            assert len(re.split(r"(?<!\\)&", row)) == len(columns), (name, row)


def test_the_output_is_well_formed(printed: dict[str, str]) -> None:
    for name, text in printed.items():
        expect_structure(text, name)


@pytest.mark.slow
@pytest.mark.skipif(TEX is None, reason="needs pdflatex; the structure is tested without it")
def test_the_output_compiles(printed: dict[str, str], tmp_path: Path) -> None:
    needed = dict.fromkeys(package for text in printed.values() for package in packages(text))
    body = "\n\\clearpage\n".join(printed.values())
    document = "\n".join([r"\documentclass{article}", *needed, r"\begin{document}", body, r"\end{document}"])
    (tmp_path / "all.tex").write_text(document, encoding="utf-8")
    command = [str(TEX), "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "all.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout.decode(errors="replace")[-3000:]
    assert (tmp_path / "all.pdf").read_bytes().startswith(b"%PDF")


def test_the_latex_contains_the_expected_numbers(printed: dict[str, str]) -> None:
    assert r"\tfrac{134528}{253125}" in printed["match"]
    assert r"\tfrac{29891145}{56555767}" in printed["nash"]
    assert r"\frac{11}{2} \approx 5.5" in printed["rank"]
    assert r"\addlegendentry{board 1}" in printed["match"]
    assert "(3,0.01680384)" in printed["match"]  # the first point in the paper's figure
    assert r"\textbackslash{}y\{\textasciitilde{}\}" in printed["names"]
    assert "0 & 0" not in printed["advise-wasted"]
    # The first roll must be one of two values (2 in 6), and the second must match the other cell in the row (1 in 6).
    assert r"best play & $5.56\%$ & $\tfrac{1}{18}$ &" in printed["solve-deadline"]
    assert r"$1$ & 0, 2 & $16.67\%$ & $\tfrac{1}{6}$ & 0, 2 &" in printed["solve-deadline"]
    best = advise("9 7 8 / 9 8 9 / 4 9 6", 9, deadline=5).candidates[0].in_time
    assert best is not None
    assert f"0 (row 1, column 1) & $0.375666$ & {exact_tex(best)} &" in printed["advise-deadline"]


def test_latex_cannot_be_combined_with_other_forms() -> None:
    assert "expected one of --csv, --json and --latex, got" in run("solve", A, "--latex", "--json").complaint()


def test_numbers_text_and_boards_are_formatted() -> None:
    assert escape("a_b\n 5%") == r"a\_b 5\%"
    assert exact_tex(Fraction(1, 3)) == r"$\tfrac{1}{3}$"
    assert exact_tex(Fraction(-7)) == "$-7$"
    assert exact_tex(0.5) == ""
    assert exact_tex(Fraction(1, 10**60)) == ""
    board = board_tikz(Position.parse("1 *2 / 3 x", "knuth"), "a & b")
    assert board.count("rectangle") == 4
    assert board.count("fill=black!8") == 2
    assert r"\node at (1.5,-0.5) {2};" in board
    assert r"{a \& b}" in board
    ring = ring_tikz([Position.parse(b) for b in (A, B, A)], ["A", "B", "C"], ["$1$"] * 3)
    assert ring.count(" arc ") == 3
    assert ring.count("rectangle") == 27
    table = table_tex(Table([Column("a"), Column("b")], [["[x", 1]]))
    assert table.count(r"\\") == 2
    assert "{}[x & $1$" in table
    assert panel_tex(Lines("t_1", [Series("a", ((1, 0.5),))], "k", "p")).count("(1,0.50000000)") == 1
    assert write([Sentence("plain")]).splitlines()[1:] == ["plain"]
