"""Rules of one's own, written down in TOML: the layout is drawn, and lines are named, drawn or listed.

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

In the layout ``#`` is a cell, ``F`` a free cell and ``.`` a gap; spaces do not matter. A line is a name (rows, columns,
diagonals, corners, all), a drawing in which ``#`` is in the line, or a list of cell numbers. With ``images`` each drawn
or listed line counts turned and mirrored as well, as far as the cells exist. Only the layout must be given.
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
from dicebingo.model.layout import Coordinates, Layout
from dicebingo.model.rules import Marking, Rules

__all__ = ["RulesFile", "parse_rules"]

KINDS: dict[str, tuple[type, str]] = {
    "name": (str, "a text"),
    "about": (str, "a text"),
    "layout": (str, "a text, such as 3x3 or a drawing"),
    "lines": (list, "a list of names, drawings and lists of cells"),
    "images": (bool, "true or false"),
    "dice": (str, "a text, such as 2d6"),
    "marking": (str, "one or all"),
}
NAMES = ("rows", "columns", "diagonals", "corners", "all")
MAX_NAME, MAX_ABOUT, MAX_LINES = 40, 400, 1_000

Places = frozenset[Coordinates]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RulesFile:
    """Rules from a file, with a sentence about them that may be empty."""

    rules: Rules
    about: str


def parse_rules(text: str, source: str) -> RulesFile:
    """Return the rules that a text in TOML describes; ``source`` names it in errors, and rules without a name.

    >>> ring = parse_rules('layout = "###/#.#/###"', "ring.toml")
    >>> print(ring.rules)
    ring (###/#.#/###, 2d6)
    >>> len(ring.rules.layout.lines)
    4
    """
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{source}: expected rules in TOML, got a mistake: {error}") from None
    for key, value in content.items():
        if key not in KINDS:
            raise InputError(f"{source}: expected the keys {', '.join(KINDS)}, got {quote(key)}")
        kind, name = KINDS[key]
        if not isinstance(value, kind):
            raise InputError(f"{source}: {key}: expected {name}, got {quote(value)}")
    if "layout" not in content:
        raise InputError(f'{source}: expected a layout, such as layout = "3x3", got none')
    return _Reader(source, content).read()


@dataclass(frozen=True, slots=True)
class _Reader:
    """The content of a file, each key of the right type."""

    source: str
    content: dict[str, Any]

    def read(self) -> RulesFile:
        stem = re.sub(r"\.toml$", "", re.split(r"[/\\]", self.source)[-1])
        name = self.line("name", stem[:MAX_NAME], MAX_NAME)
        dice = self.checked("dice", lambda: Dice.parse(self.content.get("dice", "2d6")))
        marking = self.checked("marking", lambda: Marking.parse(self.content.get("marking", "one")))
        return RulesFile(Rules(self.layout(), dice, marking, name), self.line("about", "", MAX_ABOUT))

    def checked(self, key: str, make: Callable[[], T]) -> T:
        """Return what is made, or say which key was wrong."""
        try:
            return make()
        except InputError as error:
            raise self.fail(key, str(error)) from None

    def fail(self, key: str, message: str) -> InputError:
        return InputError(f"{self.source}: {key}: {message}")

    def line(self, key: str, default: str, most: int) -> str:
        """Return a text on one line."""
        found: str = self.content.get(key, default).strip()
        if len(found) > most or not found.isprintable():
            raise self.fail(key, f"expected one line of at most {most} characters, got {quote(found)}")
        return found

    def layout(self) -> Layout:
        shape = _short(_joined(self.content["layout"]))
        entries = self.content.get("lines")
        if entries is None or ":" in shape:
            if entries is not None:
                raise self.fail("layout", f"expected a shape without a colon beside lines, got {quote(shape)}")
            return self.checked("layout", lambda: Layout.parse(shape))
        if not 1 <= len(entries) <= MAX_LINES:
            raise self.fail("lines", f"expected 1 to {MAX_LINES} lines, got {len(entries)}")
        grid = self.checked("layout", lambda: Layout.parse(f"{shape}:all"))
        parts: dict[str, None] = {}  # each once, in order
        for number, entry in enumerate(entries):
            for part in self.parts(f"lines[{number}]", entry, grid):
                self.checked(f"lines[{number}]", partial(Layout.parse, f"{shape}:{part}"))
                parts[part] = None
        return self.checked("lines", lambda: Layout.parse(f"{shape}:{'+'.join(parts)}"))

    def parts(self, key: str, entry: object, grid: Layout) -> Iterator[str]:
        """Yield the parts of a layout's text that one entry stands for."""
        if isinstance(entry, str):
            drawn = _joined(entry)
            yield drawn.lower() if drawn.lower() in NAMES else drawn
            if drawn.lower() in NAMES:
                return
            rows = drawn.split("/")
            places = frozenset((r, c) for r, row in enumerate(rows) for c, symbol in enumerate(row) if symbol == "#")
        elif isinstance(entry, list):
            if not entry or not all(type(cell) is int and 0 <= cell < grid.size for cell in entry):
                raise self.fail(key, f"expected cells numbered 0 to {grid.size - 1}, got {quote(entry)}")
            places = frozenset(grid.grid[cell] for cell in entry)
            yield _drawn(places, grid)
        else:
            raise self.fail(key, f"expected a name, a drawing or a list of cells, got {quote(entry)}")
        if self.content.get("images", False):
            yield from (_drawn(image, grid) for image in _images(places, grid))


def _joined(drawing: str) -> str:
    """Return a drawing on one line: its rows separated by slashes, spaces left out."""
    rows = ("".join(row.split()) for row in re.split(r"[\n/]", drawing))
    return "/".join(row for row in rows if row)


def _short(shape: str) -> str:
    """Return a drawing of a full rectangle by its sides."""
    rows = shape.split("/")
    full = set(shape) <= {"#", "/"} and len(set(rows)) == 1
    return f"{len(rows)}x{len(rows[0])}" if full else shape


def _sides(grid: Layout) -> Coordinates:
    height, width = (1 + max(place[axis] for place in grid.grid) for axis in (0, 1))
    return height, width


def _drawn(places: Places, grid: Layout) -> str:
    height, width = _sides(grid)
    return "/".join("".join("#" if (r, c) in places else "." for c in range(width)) for r in range(height))


def _images(places: Places, grid: Layout) -> Iterator[Places]:
    """Yield a set of cells turned and mirrored, where the cells exist: by quarters only on a square."""
    height, width = _sides(grid)
    images = []
    for flipped in (places, frozenset((r, width - 1 - c) for r, c in places)):
        turned = flipped
        for _ in range(4 if height == width else 2):
            images.append(turned)
            if height == width:
                turned = frozenset((c, height - 1 - r) for r, c in turned)
            else:
                turned = frozenset((height - 1 - r, width - 1 - c) for r, c in turned)
    exists = set(grid.grid)
    yield from (image for image in images if image <= exists)
