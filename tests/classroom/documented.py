"""Read the fields documented in docs/class-http.md, so that tests can compare them with the fields a server sends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[2] / "docs" / "class-http.md"
FOR = {
    "all": ("teacher", "projector", "pupil"),
    "pupils": ("pupil",),
    "the teacher": ("teacher",),
    "the teacher and the projector": ("teacher", "projector"),
    "the teacher; after the reveal, all": ("teacher", "projector", "pupil"),
}
"""Maps each audience named in the tables to its viewers after a round has been revealed."""


def rows(head: str) -> Iterator[list[str]]:
    """Yield the cells of each row of the table with the header ``head``."""
    _, _, below = PAGE.read_text(encoding="utf-8").partition(f"| {head} |")
    for line in below.splitlines()[2:]:
        if not line:
            return
        yield [cell.strip() for cell in line.strip("|").split("|")]


def names(cell: str) -> list[str]:
    """Return the names marked as code, except those in parentheses."""
    return re.findall("`([a-z_]+)`", re.sub(r"\(.*?\)", "", cell))


def state(who: str) -> dict[str, set[str]]:
    """Map each field that a viewer sees after the reveal to the fields of the objects in it."""
    told = [(fields, what) for fields, for_whom, what in rows("field | for |") if who in FOR[for_whom]]
    return {name: set(names(what)) for fields, what in told for name in names(fields)}


def events() -> dict[str, set[str]]:
    """Map each kind of event that the teacher receives to its fields, ignoring explanations after a colon."""
    return {kind: set(names(data.partition(":")[0])) for kinds, data in rows("kind | data") for kind in names(kinds)}


def steps(head: str) -> dict[str, int]:
    """Map each field in a table of the reveal to the step in which it appears (0 if the table gives no step)."""
    return {name: int(step or 0) for fields, step, _ in rows(f"{head} | step |") for name in names(fields)}


def fields_in(value: Any) -> set[str]:
    """Return the fields of an object, or of all objects in a list."""
    objects = [value] if isinstance(value, dict) else value if isinstance(value, list) else []
    return {key for one in objects if isinstance(one, dict) for key in one}
