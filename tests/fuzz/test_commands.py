"""Random bad inputs for all commands and options: each gets an answer or a one-line error."""

from __future__ import annotations

import json
import os
import re
import shutil
import webbrowser
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import click
import pytest

from dicebingo.cli.main import cli
from dicebingo.running.run import Run
from dicebingo.running.stopping import Point, watching
from tests.commands import Result, run
from tests.fuzz.inputs import OPTIONS, bad_inputs, with_mistakes
from tools.examples import ASSETS

SEED = 14
FILES = {
    "ring.toml": ["solve", "1 2 3 / 4 4 / 3 4 2", "--rules", "{}"],
    "stamps.toml": ["rules", "{}", "--json"],
    "knuth-proof.json": ["verify", "{}"],
    "classic-certificate.json": ["verify", "{}", "--json"],
    "boards.txt": ["match", "@{}"],
    "best.txt": ["advise", "@{}", "--roll", "8"],
}
"""Files from the docs, and the commands that read them."""
POINTS = 12
"""A command is stopped, as by Ctrl-C, when its computations have reached this many points (see ``Point``)."""
LEAKED = re.compile(r"Traceback|\b[A-Z][A-Za-z]*(Error|Exception|Warning|Interrupt)\b|<class |object at 0x")


@contextmanager
def stopped_soon() -> Iterator[None]:
    """Stop long computations after ``POINTS`` points, so that the speed of the machine does not matter."""
    runs: list[Run] = []
    reached: list[Point] = []
    make = Run.__init__

    def begun(self: Run, **given: Any) -> None:
        make(self, **given)
        runs.append(self)

    def watcher(point: Point) -> None:
        reached.append(point)
        if len(reached) >= POINTS:
            for each in runs:
                each.stop()

    with patch.object(Run, "__init__", begun), watching(watcher):
        yield


def wants_json(arguments: list[str]) -> bool:
    """Return whether --json is used as an option in the arguments, rather than as a value."""
    command = cli.get_command(click.Context(cli), arguments[0]) if arguments and arguments[0] in OPTIONS else None
    if command is None or "--json" not in arguments:
        return False
    context = command.make_context("dicebingo", arguments[1:], resilient_parsing=True)
    return bool(context.params.get("as_json"))


def check(arguments: list[str], result: Result) -> None:
    """Assert that a command printed an answer or a one-line error, and nothing else."""
    assert result.code in (0, 1, 2, 130), result
    assert not LEAKED.search(result.err), result
    if result.code == 1:
        assert arguments[0] in ("verify", "paper"), result
    if result.code == 2:
        result.complaint()
    elif result.code == 130:
        assert result.err.count("\n") == 1, result
    shows_help = {"-h", "--help", "--version"} & set(arguments)
    if result.out and wants_json(arguments) and not shows_help:
        assert isinstance(json.loads(result.out), dict), result


def checked(arguments: list[str], about: object) -> int:
    """Run a command, check its output, and return its exit code; ``about`` labels the input if a check fails."""
    try:
        with stopped_soon():
            result = run(*arguments)
        check(arguments, result)
    except BaseException as error:
        error.add_note(f"{about}: {arguments}")
        raise
    return result.code


def counts_of(first: int, count: int, folder: Path) -> Counter[int]:
    """Run ``count`` inputs in a folder, beginning with input number ``first``, and count the exit codes."""
    inputs = enumerate(islice(bad_inputs(SEED), first, first + count), first)
    codes = Counter(checked(arguments, f"input {number}") for number, arguments in inputs)
    left = [path.name for path in folder.rglob(".*") if path.name.endswith((".new", ".probe"))]
    assert left == []
    return codes


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Run in a temporary folder with its own cache, and without a browser."""
    shutil.copytree(ASSETS, tmp_path / "work")
    for name in ("empty", "empty.toml"):
        (tmp_path / "work" / name).touch()
    (tmp_path / "work" / "binary").write_bytes(bytes(range(256)) * 9)
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.setenv("DICEBINGO_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(webbrowser, "open", lambda *_: True)
    # Captured output has no file descriptor to close.
    monkeypatch.setattr("dicebingo.cli.main._write_no_more", lambda: None)
    monkeypatch.setitem(os.environ, "COLUMNS", "80")
    return tmp_path / "work"


def test_the_inputs_are_the_same_in_every_run() -> None:
    assert list(islice(bad_inputs(SEED), 200)) == list(islice(bad_inputs(SEED), 200))


def test_all_commands_and_all_options_are_tried() -> None:
    tried = set()
    for arguments in islice(bad_inputs(SEED), 10_000):
        words = {word.partition("=")[0] for word in arguments}
        tried |= {(arguments[0] if arguments else "", word) for word in words}
    wanted = {(name, option) for name, options in OPTIONS.items() for known in options for option in known.opts}
    assert wanted - tried == set()


@pytest.mark.slow
@pytest.mark.parametrize(
    "part", [0, 1, pytest.param(2, marks=pytest.mark.long), pytest.param(3, marks=pytest.mark.long)]
)
def test_bad_inputs_get_answers_or_one_line_errors(part: int, folder: Path) -> None:
    codes = counts_of(250 * part, 250, folder)
    assert codes[2] > codes[0] > 0


@pytest.mark.slow
def test_files_with_mistakes_get_one_line_errors(folder: Path) -> None:
    """The files are rules, boards and certificates from the docs, with random mistakes."""
    random, codes = Random(SEED), Counter[int]()
    for number in range(300):
        name = random.choice(list(FILES))
        text = with_mistakes((ASSETS / name).read_text(encoding="utf-8"), random)
        (folder / name).write_text(text, encoding="utf-8")
        codes[checked([word.format(name) for word in FILES[name]], f"file {number}: {text}")] += 1
    assert codes[2] > codes[0] > 0
    assert codes[1] > 0  # some of the certificates fail verification


@pytest.mark.long
@pytest.mark.parametrize("part", range(18))
def test_ten_thousand_bad_inputs_get_answers_or_one_line_errors(part: int, folder: Path) -> None:
    counts_of(1_000 + 500 * part, 500, folder)
