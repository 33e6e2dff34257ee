"""Help texts fit a small terminal, their examples run as printed, and mistyped names get suggestions."""

from __future__ import annotations

import shlex
from pathlib import Path

import click
import pytest
from click.shell_completion import BashComplete

from dicebingo.cli.main import COMMANDS, cli
from dicebingo.searches.objectives import Objective
from tests.commands import run

BOARD = "8 8 9 / 7 6 10 / 7 4 5"
CHEAPER = {
    "counter": ["--restarts", "1"],
    "rank": ["--approximate"],
    "serve": ["--check", "--port", "0"],
    "class": ["--check", "--port", "0", "--host", "127.0.0.1", "--data", "classes"],
}
"""Options that make an example finish quickly."""
SLOW = {"arena", "class", "counter", "paper", "prove", "rings", "search", "serve", "tournament", "upsets", "verify"}


def help_lines(name: str, columns: int, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the help for a terminal with ``columns`` columns."""
    monkeypatch.setenv("COLUMNS", str(columns))
    return run(*name.split(), "--help").out.splitlines()


def example(name: str, columns: int, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the line after "Example:", which contains the whole example."""
    lines = help_lines(name, columns, monkeypatch)
    start = lines.index("Example:")
    assert lines[start + 2] == ""
    return lines[start + 1]


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_help_fits_the_terminal(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for columns in (80, 200):
        lines = help_lines(name, columns, monkeypatch)
        assert max(map(len, lines)) <= 80
        assert '[default: ""]' not in " ".join(map(str.strip, lines))
    narrow = help_lines(name, 60, monkeypatch)
    assert all(len(line) <= 60 or line.startswith("  dicebingo ") for line in narrow)


@pytest.mark.parametrize("name", COMMANDS)
def test_an_example_is_one_line_in_any_terminal(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = {example(name, columns, monkeypatch) for columns in (40, 60, 80, 200)}
    assert len(shown) == 1
    program, command, *arguments = shlex.split(shown.pop())
    assert (program, command) == ("dicebingo", name)
    found = cli.get_command(click.Context(cli), name)
    assert found is not None
    found.make_context(name, arguments)  # this raises an error if a word is invalid


@pytest.mark.parametrize("name", [pytest.param(n, marks=pytest.mark.slow if n in SLOW else ()) for n in COMMANDS])
def test_examples_in_the_help_run(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DICEBINGO_CACHE", str(tmp_path / "cache"))
    if name == "verify":  # the verify example needs the file that the search example writes
        assert run("search", "--rules", "knuth", "--certificate", "best.json").code == 0
    _, *arguments = shlex.split(example(name, 80, monkeypatch))
    done = run(*arguments, *CHEAPER.get(name, []))
    assert done.code == 0, done.err
    assert done.out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["sovle"], "dicebingo: unknown command 'sovle'; did you mean solve?\n"),
        (["Match"], "dicebingo: unknown command 'Match'; did you mean match?\n"),
        (["tour"], "dicebingo: unknown command 'tour'; did you mean tournament?\n"),
        (["chess"], "dicebingo: unknown command 'chess'\n"),
        ([""], "dicebingo: unknown command ''\n"),
        (["--verson"], "dicebingo: unknown option '--verson'; did you mean --version?\n"),
        (["rank", BOARD, "--ruels=4x4"], "dicebingo rank: unknown option '--ruels'; did you mean --rules?\n"),
        (["prove", "--nolemma"], "dicebingo prove: unknown option '--nolemma'; did you mean --no-lemma?\n"),
        (["solve", BOARD, "--chess"], "dicebingo solve: unknown option '--chess'\n"),
        (["solve", BOARD, "-x"], "dicebingo solve: unknown option '-x'\n"),
    ],
)
def test_mistyped_names_get_suggestions(arguments: list[str], told: str) -> None:
    assert run(*arguments).complaint() == told


def test_help_completion_and_errors_list_the_same_objectives() -> None:
    """Help, completion and errors share one list of objectives."""
    *words, last = Objective
    named = f"{', '.join(words)} or {last}"
    assert named in " ".join(run("search", "--help").out.split())
    assert f"expected the objective {named}, got 'x'" in run("search", "--objective", "x").complaint()
    typed = BashComplete(cli, {}, "dicebingo", "_DICEBINGO_COMPLETE").get_completions(["search", "--objective"], "")
    assert [found.value for found in typed] == list(Objective)


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["solve", BOARD, "--rules", "clasic"], "classic"),
        (["solve", BOARD, "--rules", "Blakout"], "blackout"),
        (["solve", BOARD, "--rules", "four-corner"], "four-corners"),
        (["rules", "knut"], "knuth"),
        (["solve", BOARD, "--tie-break", "smalest"], "smallest"),
        (["solve", BOARD, "--policy", "optmal"], "optimal"),
        (["solve", BOARD, "--policy", "perfer:4,0"], "prefer"),
        (["solve", BOARD, "--marking", "al"], "all"),
        (["search", "--objective", "medain"], "median"),
        (["duel", BOARD, BOARD, "--objective", "scores"], "score"),
        (["nash", BOARD, BOARD, "--roll", "7", "--continuation", "duell"], "duel"),
        (["tournament", BOARD, BOARD, "--game", "mach"], "match"),
        (["upsets", BOARD, BOARD, "--by", "handycap"], "handicap"),
    ],
)
def test_mistyped_keywords_get_suggestions(arguments: list[str], meant: str) -> None:
    assert run(*arguments).complaint().endswith(f"; did you mean {meant}?\n")
