"""Write the package tree into docs/design.md: every folder with its modules and the summary of its docstring.

``python -m tools.tree`` writes it; a test checks that it is up to date.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "dicebingo"
PAGE = ROOT / "docs" / "design.md"
BLOCK = re.compile(r"(?<=^```tree\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)

# The layers, from the top; modules import only from lower layers.
LAYERS = (
    *("cli", "web", "render", "reproduction", "classroom", "proofs", "crowds", "replies", "tournaments"),
    *("sheets", "searches", "duels", "matches", "games", "solo", "cards", "kernels", "running", "model"),
)
INDENT = "    "
ABOUT = 24


def tree() -> str:
    """Return the tree, one folder per line, with its modules below it."""
    lines = [line for layer in LAYERS for line in _folder(PACKAGE / layer, 0)]
    return "\n".join([*lines, *_modules(PACKAGE, 0)]) + "\n"


def _folder(folder: Path, depth: int) -> Iterator[str]:
    source = (folder / "__init__.py").read_text(encoding="utf-8")
    about = (ast.get_docstring(ast.parse(source)) or "").partition("\n")[0].partition(". ")[0].rstrip(".")
    yield f"{INDENT * depth + folder.name + '/':<{ABOUT}}{about}"
    yield from _modules(folder, depth + 1)
    for inner in sorted(path.parent for path in folder.glob("*/__init__.py")):
        yield from _folder(inner, depth + 1)


def _modules(folder: Path, depth: int) -> Iterator[str]:
    names = " ".join(path.name for path in sorted(folder.glob("*.py")) if path.stem != "__init__")
    if names:
        yield fill(names, 110, initial_indent=INDENT * depth, subsequent_indent=INDENT * depth, break_on_hyphens=False)


def main() -> None:
    """Write the tree."""
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(BLOCK.sub(lambda _: tree(), page), encoding="utf-8")


if __name__ == "__main__":
    main()
