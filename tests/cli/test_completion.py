"""Tab completion, tested through click's interface and in a real bash shell."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.shell_completion import BashComplete

from dicebingo.cli.main import COMMANDS, cli
from dicebingo.duels.objective import DuelObjective
from dicebingo.model.rules import Marking
from dicebingo.model.variants import VARIANTS
from dicebingo.searches.objectives import Objective
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments.results import Game
from tests.commands import run

NAMES = [variant.name for variant in VARIANTS]


def completions(*typed: str) -> list[tuple[str, str]]:
    """Return the kind and value of each completion of the last word."""
    *words, begun = typed
    found = BashComplete(cli, {}, "dicebingo", "_DICEBINGO_COMPLETE").get_completions(words, begun)
    return [(item.type, item.value) for item in found]


def words(*typed: str) -> list[str]:
    return [value for kind, value in completions(*typed) if kind == "plain"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_has_a_script(shell: str) -> None:
    shown = run("completion", shell)
    assert (shown.code, shown.err) == (0, "")
    assert "_DICEBINGO_COMPLETE" in shown.out


def test_commands_and_options_are_completed() -> None:
    assert words("") == list(COMMANDS)
    assert words("so") == ["solve"]
    assert words("solve", "--tie") == ["--tie-break"]
    assert words("sovle", "--tie") == []
    assert words("cycles", "--tie") == []


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("solve 7 --tie-break", list(TieBreak)),
        ("solve 7 --marking", list(Marking)),
        ("solve 7 --policy", ["optimal", "random", "random:", "prefer:", "deadline:"]),
        ("duel 7 7 --objective", list(DuelObjective)),
        ("exploit 7 7 --objective", list(DuelObjective)),
        ("nash 7 7 --objective", list(DuelObjective)),
        ("nash 7 7 --continuation", ["solo", "duel"]),
        ("search --objective", list(Objective)),
        ("rings --game", list(Game)),
        ("upsets --by", ["margin", "handicap"]),
        ("completion", ["bash", "zsh", "fish"]),
        ("advise 7 --roll", [str(value) for value in range(2, 13)]),
        ("advise 7 --rules knuth --roll", ["1", "2", "3", "4", "5", "6"]),
        ("advise 7 --dice product(2d2) --roll", ["1", "2", "4"]),
        ("advise 7 --dice chess --roll", []),
        ("serve --allow-host", []),
        ("solve", []),
    ],
)
def test_keywords_and_rolls_are_completed(typed: str, expected: list[str]) -> None:
    assert completions(*typed.split(), "") == [("plain", word) for word in expected]
    if expected:
        assert words(*typed.split(), expected[-1]) == [expected[-1]]
    assert words(*typed.split(), "chess") == []


def test_rule_names_are_completed() -> None:
    assert completions("solve", "7", "--rules", "") == [("file", ""), *(("plain", name) for name in NAMES)]
    assert words("rules", "kn") == ["knuth", "knock-em-down"]
    assert words("paper", "--only", "4.") == ["4.1", "4.2", "4.3", "4.4"]


def parameters(called: str) -> Iterator[tuple[str, str]]:
    """Yield the options and arguments with the metavar ``called``, together with their commands."""
    for name in COMMANDS:
        command = cli.get_command(click.Context(cli), name)
        assert command is not None
        for parameter in command.params:
            if called in (parameter.metavar, parameter.human_readable_name.upper()):
                yield name, parameter.opts[0] if isinstance(parameter, click.Option) else ""


@pytest.mark.parametrize(("called", "kind"), [("FILE", "file"), ("DIR", "dir")])
def test_files_and_folders_are_completed(called: str, kind: str) -> None:
    found = list(parameters(called))
    assert len(found) > 1
    for name, option in found:
        assert completions(name, *([option] if option else []), "here") == [(kind, "here")]


def test_board_file_names_are_completed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()
    for name in ("mine.txt", "mine/a.txt", "yours.txt"):
        (tmp_path / name).touch()
    assert words("solve", "@m") == ["@mine/", "@mine.txt"]
    assert words("match", "@yours.txt", "@mine/") == ["@mine/a.txt"]
    assert words("solve", "mine") == []
    assert words("solve", "@nowhere/") == []
    # Bash treats an @ as a separate word.
    assert words("solve", "@", "yo") == words("match", "7", "@", "yo") == ["yours.txt"]
    assert words("match", "@", "7", "yo") == words("search", "--fix", "@y") == []


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("dicebingo solve 7 --tie-break ", "smallest largest random"),
        ("dicebingo match @ mi", "mine.txt"),
    ],
)
def test_completion_works_in_bash(line: str, expected: str, tmp_path: Path) -> None:
    """Source the script in bash and call its function, as pressing Tab does."""
    program = tmp_path / "dicebingo"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m dicebingo "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    (tmp_path / "mine.txt").touch()
    pressed = """
        compopt() { :; }  # bash allows compopt only during completion
        source <(dicebingo completion bash)
        COMP_WORDS=($1) COMP_CWORD=$2
        _dicebingo_completion dicebingo
        echo "${COMPREPLY[*]}"
    """
    count = len(line.split(" ")) - 1
    done = subprocess.run(
        ["bash", "-c", pressed, "bash", line, str(count)],
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert (done.stdout.strip(), done.stderr) == (expected, "")
