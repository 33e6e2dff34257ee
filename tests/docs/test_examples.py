"""README and docs: every example is run, every command has its page, every link leads somewhere.

A ``console`` block holds commands (``$ dicebingo ...``) and what they print; ``...`` stands for anything, as in
doctest. ``$ cat FILE`` shows a file of docs/assets; the commands run in a copy of it. The ``python`` blocks of a page
are one doctest. What is not meant to be run is in a block of another language, such as ``sh``.

``python -m tests.docs.test_examples`` draws the pictures again and rewrites what the commands print.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from unittest import mock

import click
import pytest

from dicebingo.cli.main import COMMANDS, cli, main
from dicebingo.model.board import Board, Position
from dicebingo.model.notation import read_lines
from dicebingo.model.variants import VARIANTS
from dicebingo.render.svg.board import board_svg
from dicebingo.render.svg.ring import ring_svg
from dicebingo.render.svg.rules import rules_svg
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments.rings import certify

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
ASSETS = DOCS / "assets"
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]
WIDTH = "80"

RING = "ring.svg"
PICTURES = {
    "optimal.svg": "8 8 9 / 7 6 10 / 7 4 5",
    "marked.svg": "*8 8 9 / 7 *6 10 / x 4 5",
    RING: "@boards.txt",
}
VARIANT_PICTURES = {f"variant-{variant.name.replace('+', '-')}.svg": variant for variant in VARIANTS}

FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]+)\)")


Example = tuple[Path, str, str]
"""A page, a command line on it, and what the page says that it prints."""


def page_name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path, language: str) -> list[str]:
    return [body for found, body in FENCE.findall(page.read_text(encoding="utf-8")) if found == language]


def examples() -> Iterator[Example]:
    """Yield everything that a reader would type."""
    for page in PAGES:
        for block in blocks(page, "console"):
            assert block.startswith("$ "), f"{page_name(page)}: expected a console block to begin with $"
            yield from ((page, line, output) for line, output in COMMAND.findall(block))


def printed(line: str) -> str:
    """Run a command line in this process; return what a terminal would show, without blank lines around it."""
    program, *arguments = shlex.split(line)
    if program == "cat":
        return "".join((ASSETS / name).read_text(encoding="utf-8") for name in arguments).strip("\n") + "\n"
    assert program == "dicebingo", f"expected dicebingo or cat, got {line!r}"
    screen = StringIO()
    with (
        TemporaryDirectory() as scratch,
        chdir(copytree(ASSETS, Path(scratch) / "assets")),
        mock.patch.dict(os.environ, COLUMNS=WIDTH, DICEBINGO_CACHE=scratch),
        mock.patch.object(sys, "argv", [program, *arguments]),
        redirect_stdout(screen),
        redirect_stderr(screen),
        pytest.raises(SystemExit),
    ):
        main()
    return screen.getvalue().strip("\n") + "\n"


EXAMPLES = {f"{page_name(page)}-{i}": (page, line, output) for i, (page, line, output) in enumerate(examples())}


@pytest.mark.parametrize("example", EXAMPLES)
def test_console_example(example: str) -> None:
    page, line, output = EXAMPLES[example]
    expected, got = output.strip("\n") + "\n", printed(line)
    same = doctest.OutputChecker().check_output(expected, got, doctest.ELLIPSIS)
    assert same, f"{page_name(page)}: {line}\nexpected:\n{expected}\ngot:\n{got}"


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "python")], ids=page_name)
def test_python_examples(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DICEBINGO_CACHE", str(tmp_path))
    body = "\n".join(blocks(page, "python"))
    assert all(">>> " in block for block in blocks(page, "python")), "expected every python block to be a doctest"
    test = doctest.DocTestParser().get_doctest(body, {}, page_name(page), str(page), 0)
    report = StringIO()
    failed = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=report.write).failed
    assert not failed, report.getvalue()


@pytest.mark.parametrize("name", COMMANDS)
def test_command_has_a_page(name: str) -> None:
    page = DOCS / "commands" / f"{name}.md"
    shown = "".join(blocks(page, "console"))
    assert f"$ dicebingo {name}" in shown
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    text = page.read_text(encoding="utf-8")
    options = [option for option in command.params if isinstance(option, click.Option)]
    missing = [option.opts[-1] for option in options if not any(f"`{name}" in text for name in option.opts)]
    assert not missing, f"{page_name(page)} does not mention {', '.join(missing)}"
    if any("--json" in option.opts for option in options):
        assert re.search(rf"\$ dicebingo {name} .*--json", shown), "expected an example with --json"


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_links_lead_somewhere(page: Path) -> None:
    links = [link.partition("#")[0] for link in LINK.findall(FENCE.sub("", page.read_text(encoding="utf-8")))]
    local = [link for link in links if link and "://" not in link]
    broken = [link for link in local if not (page.parent / link).exists()]
    assert not broken


def test_every_page_is_in_the_index() -> None:
    linked = {(DOCS / link).resolve() for link in LINK.findall((DOCS / "index.md").read_text(encoding="utf-8"))}
    assert set(DOCS.rglob("*.md")) - linked == {DOCS / "index.md"}


def picture(name: str) -> str:
    if name == RING:
        lines = list(read_lines((ASSETS / "boards.txt").read_text(encoding="utf-8")))
        ring = certify([Board.parse(text) for _, _, text in lines], TieBreak.SMALLEST)
        return ring_svg(ring.boards, ring.links, [owner for _, owner, _ in lines]) + "\n"
    if name in VARIANT_PICTURES:
        return rules_svg(VARIANT_PICTURES[name].rules) + "\n"
    return board_svg(Position.parse(PICTURES[name])) + "\n"


@pytest.mark.parametrize("name", [*PICTURES, *VARIANT_PICTURES])
def test_picture_is_drawn_identically(name: str) -> None:
    assert (ASSETS / name).read_text(encoding="utf-8") == picture(name)


def test_every_picture_is_drawn() -> None:
    assert {path.name for path in ASSETS.glob("*.svg")} == PICTURES.keys() | VARIANT_PICTURES.keys()


def rewrite() -> None:
    """Bring pictures and console blocks up to date; an output with ``...`` is left to its author."""
    for name in (*PICTURES, *VARIANT_PICTURES):
        (ASSETS / name).write_text(picture(name), encoding="utf-8")

    def again(command: re.Match[str]) -> str:
        line, output = command.groups()
        return command[0] if "..." in output else f"$ {line}\n{printed(line)}"

    for page in PAGES:
        old = page.read_text(encoding="utf-8")
        new = FENCE.sub(lambda block: COMMAND.sub(again, block[0]) if block[1] == "console" else block[0], old)
        page.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    rewrite()
