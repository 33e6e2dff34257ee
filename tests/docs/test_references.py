"""The documents mention only existing options, functions and parts of the page, and quote the paper word for word."""

from __future__ import annotations

import re

import click
import nbformat
import pytest

import dicebingo
from dicebingo.cli.main import COMMANDS, cli
from tests.reproduction.test_paper import PAPER, plain
from tools.examples import DOCS, FENCE, PAGES, ROOT
from tools.notebook import PATH

WRITTEN = [page for page in PAGES if page.parent.name != "reference" and page.name != "CHANGELOG.md"]
STATIC = ROOT / "src" / "dicebingo" / "web" / "static"
OTHERS = {"--no-index", "--find-links", "--wheel-dir", "--from", "--user", "--name", "--nthreads", "--nworkers"}
"""Options of pip, uv, Jupyter and dask."""
OURS = {"centre, then corners", "which board is better?", "beats by at least t", "However ties are broken"}
"""Phrases in quotation marks that are not from the paper."""


def options(name: str) -> set[str]:
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    return {word for option in command.params for word in (*option.opts, *option.secondary_opts)} | {"--help"}


OPTIONS = {name: options(name) for name in COMMANDS}
DEV = set(re.findall(r"--[\w-]+", (ROOT / "dev.py").read_text(encoding="utf-8")))


def test_documented_options_exist() -> None:
    """Each command line uses only options of its own command.

    Options outside command lines may belong to other programs.
    """
    every = set[str]().union(*OPTIONS.values()) | DEV | OTHERS | {"--version"}
    for page in WRITTEN:
        text = page.read_text(encoding="utf-8")
        for name, rest in re.findall(r"(?:^|[`$] ?)dicebingo ([a-z]+)\b([^`\n>#]*)", text, re.MULTILINE):
            if name in OPTIONS:
                unknown = set(re.findall(r"(?<![\w-])--[a-z][\w-]*", rest)) - OPTIONS[name]
                assert not unknown, (page, name, unknown)
        found = set(re.findall(r"`(--[a-z][\w-]*)", text))
        if DOCS in page.parents:
            assert found <= every, (page, found - every)


def test_the_index_lists_the_commands_that_lack_csv_or_latex() -> None:
    text = re.sub(r"\s+", " ", (DOCS / "index.md").read_text(encoding="utf-8"))
    without = [name for name in COMMANDS if not {"--csv", "--latex"} <= OPTIONS[name]]
    *names, last = (f"`{name}`" for name in without)
    assert f"All commands except {', '.join(names)} and {last} have both options." in text


def test_documented_library_names_exist() -> None:
    for page in WRITTEN:
        for name in re.findall(r"`dicebingo\.([a-z_]+)\(", page.read_text(encoding="utf-8")):
            assert name in dicebingo.__all__, (page, name)


def test_rooms_recommended_to_teachers_exist() -> None:
    texts = (STATIC / "js" / "words" / "en").glob("*.js")
    words = re.sub(r"\s+", " ", "".join(path.read_text(encoding="utf-8") for path in texts))
    page = re.sub(r"\s+", " ", (DOCS / "teachers.md").read_text(encoding="utf-8").partition("## The game")[2])
    rooms = set(re.findall(r"\*\*(.+?)\*\*", page))
    assert len(rooms) >= 5
    assert {room for room in rooms if room not in words} == set()


@pytest.mark.skipif(not PAPER.exists(), reason="needs the paper's text")
def test_quotations_match_the_paper() -> None:
    """Every quotation in a discussion of the paper occurs in the paper."""
    paper = plain(PAPER.read_text(encoding="utf-8")).lower()
    pages = [*(DOCS / "theory").glob("*.md"), DOCS / "new.md", DOCS / "mathematicians.md", DOCS / "solutions.md"]
    texts = [FENCE.sub("", page.read_text(encoding="utf-8")) for page in pages]
    notebook = nbformat.read(PATH, as_version=4)  # type: ignore[no-untyped-call]
    texts += [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
    prose = [plain(re.sub(r"`[^`]*`", "", text)) for text in texts]
    quotes = {quote for text in prose for quote in re.findall(r'"(\w[^"]*? [^"]*? [^"]*?)"', text)}
    assert len(quotes) >= 3
    assert {quote for quote in quotes if plain(quote).lower() not in paper} - OURS == set()
