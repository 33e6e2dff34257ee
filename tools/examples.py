"""The examples in the README and the docs: commands, their output, and pictures.

A ``console`` block contains commands (``$ dicebingo ...``) and their output; ``...`` stands for any text, as in
doctest. ``$ cat FILE`` shows a file of docs/assets, and the commands run in a copy of that folder. Commands that should
not be run go into a block of another language, such as ``sh``.

``python -m tools.examples`` redraws the pictures, reruns the commands, and writes their output into the pages.
"""

from __future__ import annotations

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
from typing import NamedTuple
from unittest import mock

from dicebingo.cli.main import run
from dicebingo.model.board import Board, Position
from dicebingo.model.notation import read_lines
from dicebingo.model.variants import VARIANTS
from dicebingo.render.svg.drawings import board_svg, ring_svg
from dicebingo.running.cache import cache_folder
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments.results import certify
from tools.figures import FIGURES
from tools.rules_svg import rules_svg

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
ASSETS = DOCS / "assets"
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]
WIDTH = "80"

FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)

RING = "ring.svg"
BOARDS = {"optimal.svg": "8 8 9 / 7 6 10 / 7 4 5", "marked.svg": "*8 8 9 / 7 *6 10 / x 4 5"}
RULES = {f"variant-{variant.name.replace('+', '-')}.svg": variant.rules for variant in VARIANTS}
PICTURES = (RING, *BOARDS, *RULES, *FIGURES)
"""The files in docs/assets that this module draws."""
KERNELS = os.environ.get("NUMBA_CACHE_DIR") or str(cache_folder())


class Example(NamedTuple):
    """A page, a command line on it, and the output on the page."""

    page: Path
    line: str
    output: str


def blocks(page: Path, language: str) -> list[str]:
    """Return the code blocks of a page in a language."""
    return [body for found, body in FENCE.findall(page.read_text(encoding="utf-8")) if found == language]


def examples() -> Iterator[Example]:
    """Yield every command line of the pages."""
    for page in PAGES:
        for block in blocks(page, "console"):
            assert block.startswith("$ "), f"{page}: expected a console block to begin with $"
            yield from (Example(page, line, output) for line, output in COMMAND.findall(block))


def printed(line: str) -> str:
    """Run a command line in this process, and return its output without surrounding blank lines."""
    program, *arguments = shlex.split(line)
    if program == "cat":
        return "".join((ASSETS / name).read_text(encoding="utf-8") for name in arguments).strip("\n") + "\n"
    assert program == "dicebingo", f"expected dicebingo or cat, got {line!r}"
    screen = StringIO()
    with (
        TemporaryDirectory() as scratch,
        chdir(copytree(ASSETS, Path(scratch) / "assets")),
        mock.patch.dict(os.environ, COLUMNS=WIDTH, DICEBINGO_CACHE=scratch, NUMBA_CACHE_DIR=KERNELS),
        mock.patch.object(sys, "argv", [program, *arguments]),
        redirect_stdout(screen),
        redirect_stderr(screen),
    ):
        run()
    return screen.getvalue().strip("\n") + "\n"


def picture(name: str) -> str:
    """Draw one of the pictures in docs/assets."""
    if name == RING:
        lines = list(read_lines((ASSETS / "boards.txt").read_text(encoding="utf-8")))
        ring = certify([Board.parse(text) for _, _, text in lines], TieBreak.SMALLEST)
        return ring_svg(ring.boards, ring.links, [owner for _, owner, _ in lines]) + "\n"
    if name in FIGURES:
        return FIGURES[name]() + "\n"
    if name in RULES:
        return rules_svg(RULES[name]) + "\n"
    return board_svg(Position.parse(BOARDS[name])) + "\n"


def updated(old: str, new: str) -> str:
    """Return the current output of a command, abbreviated with ``...`` wherever the page abbreviates it.

    If ``...`` stands for whole lines, return ``old``: the author must update the page.
    """
    kept = [line for line in old.splitlines() if "..." in line]
    if any(line.strip() == "..." for line in kept):
        return old
    patterns = {line: re.compile(".*".join(map(re.escape, line.split("...")))) for line in kept}
    new = re.sub(r"(?<=127\.0\.0\.1:)\d+", "...", new)  # the port is different each time
    lines = [next((line for line in kept if patterns[line].fullmatch(shown)), shown) for shown in new.splitlines()]
    return "".join(f"{line}\n" for line in lines)


def write() -> None:
    """Update pictures and console blocks."""
    for name in PICTURES:
        (ASSETS / name).write_text(picture(name), encoding="utf-8")
    now = {line: printed(line) for line in sorted({example.line for example in examples()})}

    def again(command: re.Match[str]) -> str:
        line, output = command.groups()
        return f"$ {line}\n{updated(output, now[line])}"

    for page in PAGES:
        old = page.read_text(encoding="utf-8")
        new = FENCE.sub(lambda block: COMMAND.sub(again, block[0]) if block[1] == "console" else block[0], old)
        page.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    write()
