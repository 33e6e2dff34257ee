"""docs/design.md describes the actual source tree, and shows newcomers where a change belongs.

The page shows the tree in a ``tree`` code block, in which each line names a folder or one or more modules, and the
indentation shows the nesting. Under "Where a change goes", a table lists changes and the files to edit, by their paths
below ``src/dicebingo``.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.tree import tree

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "dicebingo"
PAGE = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
CHANGES = 10


def tree_lines() -> list[str]:
    """Return the lines of the tree in docs/design.md."""
    (block,) = re.findall(r"^```tree\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return [line for line in block.splitlines() if line.strip()]


def named() -> Iterator[str]:
    """Yield the path of every folder and module in the tree. A line may list several modules before its description."""
    folders: list[tuple[int, str]] = []
    for line in tree_lines():
        names = re.match(r"\s*((?:[\w/]+(?:\.py|/)(?:\s|$)\s*)+)", line)
        if not names:  # this line continues the previous line
            continue
        depth = len(line) - len(line.lstrip())
        while folders and folders[-1][0] >= depth:
            folders.pop()
        above = folders[-1][1] if folders else ""
        for name in names[1].split():
            yield above + name
        if names[1].split()[-1].endswith("/"):
            folders.append((depth, above + names[1].split()[-1]))


def there() -> set[str]:
    """Return the path of every package and module."""
    modules = {path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py") if path.stem != "__init__"}
    packages = {f"{path.parent.relative_to(PACKAGE).as_posix()}/" for path in PACKAGE.rglob("__init__.py")} - {"./"}
    return modules | packages


def test_the_tree_is_up_to_date() -> None:
    assert tree() in PAGE, "update the tree: python -m tools.tree"


def test_the_tree_lists_every_package_and_module() -> None:
    found = list(named())
    assert len(found) == len(set(found)), "a name occurs twice in the tree"
    assert sorted(there() - set(found)) == [], "missing from the tree"
    assert sorted(set(found) - there()) == [], "in the tree, but not in the package"


def changes() -> list[tuple[str, list[str]]]:
    """Return the changes listed in the table, with their files."""
    (section,) = re.findall(r"^## Where a change goes\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    rows = re.findall(r"^\| *(.*?) *\| *(.*?) *\|", section, re.MULTILINE)
    # Skip the table's header and the row of dashes below it.
    return [(change, re.findall(r"`([\w./]+)`", files)) for change, files in rows[2:]]


@pytest.mark.parametrize(("change", "files"), changes() if "## Where a change goes" in PAGE else [])
def test_every_listed_change_has_its_files(change: str, files: list[str]) -> None:
    """Every listed file exists, and its name or docstring mentions the subject of the change."""
    assert files, f"{change}: expected a file"
    subjects = {stem(word) for word in re.findall(r"[a-z]{3,}", change.lower())} - COMMON
    for file in files:
        path = PACKAGE / file.removeprefix("src/dicebingo/")
        assert path.exists(), f"{change}: there is no {file}"
        about = file + " " + docstring(path / "__init__.py" if path.is_dir() else path)
        assert subjects & {stem(word) for word in re.findall(r"[a-z]{3,}", about.lower())}, (
            f"{change}: {file} does not mention it"
        )


COMMON = {"add", "new", "another", "change", "the", "and", "for", "with", "more", "other", "one", "of", "how", "what"}


def stem(word: str) -> str:
    """Return the singular of a word, so that dice and die, or boards and board, match."""
    return {"die": "dice"}.get(word, word.removesuffix("s"))


def docstring(path: Path) -> str:
    if path.suffix == ".py":
        return ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    # A script or style sheet begins with a comment about its subject.
    return path.read_text(encoding="utf-8").partition("*/")[0]


def test_the_table_lists_enough_changes() -> None:
    assert len(changes()) >= CHANGES
    assert len({change for change, _ in changes()}) == len(changes())


def test_the_walks_section_names_existing_modules() -> None:
    (section,) = re.findall(r"^## Walks\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    steps = re.findall(r"`([a-z_]+(?:/[a-z_]+)+)`", section)
    assert len(steps) >= 30
    assert [step for step in steps if not (PACKAGE / f"{step}.py").exists()] == []
