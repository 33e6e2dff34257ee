"""Custom rules in a TOML file, with a layout that can be drawn and lines that can be named, drawn or listed.

    name = "stamps"
    about = "Four cells in a corner win."
    layout = '''
    # # # #
    # # # #
    # # # #
    # # # #
    '''
    lines = ['''
    # # . .
    # # . .
    . . . .
    . . . .
    ''']
    images = true
    dice = "2d6"
    marking = "one"

In the layout, ``#`` is a cell, ``F`` a free cell and ``.`` a gap; spaces do not matter. A line is a name (rows,
columns, diagonals, corners, all), a drawing in which ``#`` is a cell of the line, or a list of cell numbers. With
``images``, the rotations and reflections of each drawn or listed line win as well, if their cells exist. Only the
layout is required.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from dicebingo.errors import InputError, quote
from dicebingo.model.dice import Dice
from dicebingo.model.layout import Layout
from dicebingo.model.layout_notation import LINE_NAMES, Coordinates
from dicebingo.model.rules import Marking, Rules
from dicebingo.model.variants import RulesDescription

KINDS: dict[str, tuple[type, str]] = {
    "name": (str, "a string"),
    "about": (str, "a string"),
    "layout": (str, "a string, such as 3x3 or a drawing"),
    "lines": (list, "a list of names, drawings and lists of cells"),
    "images": (bool, "true or false"),
    "dice": (str, "a string, such as 2d6"),
    "marking": (str, "one or all"),
}
MAX_NAME, MAX_ABOUT, MAX_LINES = 40, 400, 1_000

Line = frozenset[Coordinates]
T = TypeVar("T")


def parse_rules(text: str, source: str) -> RulesDescription:
    """Parse rules from the TOML ``text``.

    ``source`` identifies the text in error messages, and is the name of the rules if the text does not set one.

    >>> ring = parse_rules('layout = "###/#.#/###"', "ring.toml")
    >>> print(ring.rules)
    ring (###/#.#/###, 2d6)
    >>> len(ring.rules.layout.lines)
    4
    """
    try:
        return _Reader(source, _content(text, source)).read()
    except RecursionError:
        raise InputError(f"{source}: expected rules in TOML, got lists or tables nested too deeply") from None


def _content(text: str, source: str) -> dict[str, Any]:
    """Parse ``text``, check that each key has the right type, and return the content."""
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{source}: expected rules in TOML, got a syntax error: {error}") from None
    for key, value in content.items():
        if key not in KINDS:
            raise InputError(f"{source}: unknown key {quote(key)}; the keys are {', '.join(KINDS)}")
        kind, name = KINDS[key]
        if not isinstance(value, kind):
            raise InputError(f"{source}: {key}: expected {name}, got {quote(value)}")
    if "layout" not in content:
        raise InputError(f'{source}: expected a layout, such as layout = "3x3", got none')
    return content


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads rules from the content of a file."""

    source: str
    content: dict[str, Any]

    def read(self) -> RulesDescription:
        stem = re.sub(r"\.toml$", "", re.split(r"[/\\]", self.source)[-1])
        name = self.line("name", stem[:MAX_NAME], MAX_NAME)
        dice = self.checked("dice", lambda: Dice.parse(self.content.get("dice", "2d6")))
        marking = self.checked("marking", lambda: Marking.parse(self.content.get("marking", "one")))
        return RulesDescription(Rules(self.layout(), dice, marking, name), self.line("about", "", MAX_ABOUT))

    def checked(self, key: str, make: Callable[[], T]) -> T:
        """Return the result of ``make``, or raise its error with the key added to the message."""
        try:
            return make()
        except InputError as error:
            raise self.fail(key, str(error)) from None

    def fail(self, key: str, message: str) -> InputError:
        return InputError(f"{self.source}: {key}: {message}")

    def line(self, key: str, default: str, most: int) -> str:
        """Return the text of a key after checking that it is one short line."""
        found: str = self.content.get(key, default).strip()
        if len(found) > most or not found.isprintable():
            raise self.fail(key, f"expected one line of at most {most} characters, got {quote(found)}")
        return found

    def layout(self) -> Layout:
        shape = _short(_joined(self.content["layout"]))
        entries = self.content.get("lines")
        if entries is None:
            return self.checked("layout", lambda: Layout.parse(shape))
        if ":" in shape:
            raise self.fail(
                "layout",
                f"expected a shape without a colon, because the file also has the key 'lines', got {quote(shape)}",
            )
        if not 1 <= len(entries) <= MAX_LINES:
            raise self.fail("lines", f"expected 1 to {MAX_LINES} lines, got {len(entries)}")
        grid = self.checked("layout", lambda: Layout.parse(f"{shape}:all"))
        parts: dict[str, None] = {}  # a dict is used as an ordered set
        for number, entry in enumerate(entries):
            for part in self.parts(f"lines[{number}]", entry, grid):
                self.checked(f"lines[{number}]", partial(Layout.parse, f"{shape}:{part}"))
                parts[part] = None
        return self.checked("lines", lambda: Layout.parse(f"{shape}:{'+'.join(parts)}"))

    def parts(self, key: str, entry: object, grid: Layout) -> Iterator[str]:
        """Yield the parts of the layout notation that one entry of ``lines`` represents."""
        if isinstance(entry, str):
            drawn = _joined(entry)
            if drawn.lower() in LINE_NAMES:
                yield drawn.lower()
                return
            yield drawn
            rows = drawn.split("/")
            line = frozenset((r, c) for r, row in enumerate(rows) for c, symbol in enumerate(row) if symbol == "#")
        elif isinstance(entry, list):
            if not entry or not all(type(cell) is int and 0 <= cell < grid.size for cell in entry):
                raise self.fail(key, f"expected cells numbered 0 to {grid.size - 1}, got {quote(entry)}")
            if len(set(entry)) != len(entry):
                raise self.fail(key, f"expected each cell of a line once, got {quote(entry)}")
            line = frozenset(grid.grid[cell] for cell in entry)
            yield _drawn(line, grid)
        else:
            raise self.fail(key, f"expected a name, a drawing or a list of cells, got {quote(entry)}")
        if self.content.get("images", False):
            yield from (_drawn(image, grid) for image in _images(line, grid))


def _joined(drawing: str) -> str:
    """Return a drawing on one line, with its rows separated by slashes and without spaces."""
    return "/".join(filter(None, ("".join(row.split()) for row in re.split(r"[\n/]", drawing))))


def _short(shape: str) -> str:
    """Return a drawing of a full rectangle as ``ROWSxCOLUMNS``, and any other drawing unchanged."""
    rows = shape.split("/")
    full = set(shape) <= {"#", "/"} and len(set(rows)) == 1
    return f"{len(rows)}x{len(rows[0])}" if full else shape


def _drawn(line: Line, grid: Layout) -> str:
    return "/".join("".join("#" if (r, c) in line else "." for c in range(grid.width)) for r in range(grid.height))


def _images(line: Line, grid: Layout) -> Iterator[Line]:
    """Yield each rotation and reflection of a line, provided that all its cells exist.

    Quarter turns apply only to a square grid.
    """
    bottom, right, square = grid.height - 1, grid.width - 1, grid.height == grid.width
    for flipped in (line, frozenset((r, right - c) for r, c in line)):
        turned = flipped
        for _ in range(4 if square else 2):
            if turned <= set(grid.grid):
                yield turned
            turned = frozenset((c, bottom - r) if square else (bottom - r, right - c) for r, c in turned)
