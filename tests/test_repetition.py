"""No block of twelve lines occurs twice in the package."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "dicebingo"
BLOCK = 12
SHARED = re.compile(r"\w+,|\w+: \w+Like = [^,]+,")


def blocks(source: str) -> Iterator[tuple[int, str]]:
    """Yield every block of lines, without blank lines and indentation, with the number of its first line.

    Lists of imported names do not count, and neither do parameters shared by several questions.
    """
    numbered = ((number, line.strip()) for number, line in enumerate(source.splitlines(), 1))
    lines = [(number, line) for number, line in numbered if line and not SHARED.fullmatch(line)]
    for i in range(len(lines) - BLOCK + 1):
        yield lines[i][0], "\n".join(line for _, line in lines[i : i + BLOCK])


def repeated(sources: dict[str, str]) -> list[str]:
    """Return the repeated blocks, with every place where each occurs."""
    where: dict[str, list[str]] = {}
    for path, source in sources.items():
        for number, block in blocks(source):
            where.setdefault(block, []).append(f"{path}:{number}")
    return [" and ".join(places) for places in where.values() if len(places) > 1]


@pytest.mark.slow
def test_no_block_of_twelve_lines_occurs_twice() -> None:
    paths = sorted(PACKAGE.rglob("*.py"))
    assert len(paths) > 100
    assert not repeated({path.relative_to(PACKAGE).as_posix(): path.read_text(encoding="utf-8") for path in paths})


def test_a_repeated_block_is_found() -> None:
    lines = [f"line {i}" for i in range(BLOCK)]
    indented = "\n\n".join(f"    {line}" for line in lines)
    assert repeated({"a.py": "\n".join(["first", *lines]), "b.py": indented}) == ["a.py:2 and b.py:1"]
    assert repeated({"a.py": "\n".join(lines), "b.py": "\n".join(lines[1:])}) == []
