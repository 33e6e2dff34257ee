"""The architecture: modules import only from lower layers, and only the outer layers use files, clocks and the network.

Every module of the package is parsed, not imported, so an import inside a function counts like any other import. The
package itself (``__init__``, ``__main__``) exports everything and may import everything, but only lazily, as the last
test checks.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "dicebingo"

# The layers, from top to bottom. Each part of the package may import only from itself and from lower layers.
LAYERS = (
    {"cli", "web"},
    {"render"},
    {"reproduction"},
    {"classroom"},
    {"proofs"},
    {"crowds"},
    {"replies"},
    {"tournaments"},
    {"sheets"},
    {"searches"},
    {"duels"},
    {"matches"},
    {"games"},
    {"solo"},
    {"kernels"},
    {"running"},
    {"model"},
    {"cards"},
    {"answer"},
    {"json_form"},
    {"checked"},
    {"exact"},
    {"errors", "plain", "question"},
)
DEPTH = {part: depth for depth, parts in enumerate(LAYERS) for part in parts}
TOP = {"__init__", "__main__"}

# The exceptions to the order of layers: the command line starts the server, the server calls the library as users do,
# and an answer displays itself on demand.
SIDEWAYS = {("cli", "web"), ("web", "")}
DRAWING = {("_repr_svg_", "render"), ("_shown", "render"), ("_used", "render")}

ONLY_IN = {"numba": "kernels", "click": "cli", "rich": "cli", "matplotlib": "render"}

# Modules and functions that give access to files, the clock, randomness, the network or the terminal. Besides the outer
# layers, only ``running`` may use them.
WORLD = {"datetime", "http", "os", "pathlib", "random", "shutil", "socket", "subprocess", "tempfile"}
WORLD |= {"secrets", "time", "urllib", "input()", "open()", "print()"}
EDGES = LAYERS[0] | {"running"} | TOP

# Modules that `dicebingo solve` must not import for an exact answer
HEAVY = ("duckdb", "matplotlib", "numba", "numpy", "rich.console", "scipy", "starlette")


Parts = tuple[str, ...]
"""The path of a module below the package, such as ``("solo", "mdp")``. A sub-package ends in ``"__init__"``."""


def absolute(module: Parts, node: ast.ImportFrom) -> str:
    """Resolve the dots of a relative import."""
    parents = ["dicebingo", *module][: -node.level] if node.level else []
    return ".".join([*parents, *filter(None, [node.module])])


def names(module: Parts, node: ast.AST) -> list[str]:
    """Return the full names that a node imports, or the function with side effects that it calls."""
    match node:
        case ast.Import(names=aliases):
            return [alias.name for alias in aliases]
        case ast.ImportFrom(names=aliases):
            return [f"{absolute(module, node)}.{alias.name}" for alias in aliases]
        case ast.Call(
            func=ast.Name("import_module" | "__import__") | ast.Attribute(attr="import_module"),
            args=[ast.Constant(str(name)), *_],
        ):
            return [name]
        case ast.Call(func=ast.Name(name)) if f"{name}()" in WORLD:
            return [f"{name}()"]
    return []


def uses(module: Parts, tree: ast.AST, function: str = "") -> Iterator[tuple[int, str, str]]:
    """Yield every use of a name below a node: the line, the name, and the enclosing function."""
    for node in ast.iter_child_nodes(tree):
        for name in names(module, node):
            yield getattr(node, "lineno", 0), name, function
        inner = node.name if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else function
        yield from uses(module, node, inner)


def objection(module: Parts, name: str, function: str) -> str | None:
    """Return why the name may not be used in this place, or None if it may."""
    part = module[0]
    root, target, *_ = [*name.split("."), ""]
    if root == "dicebingo":
        return layer_objection(part, target, function)
    if part != ONLY_IN.get(root, part):
        return f"only {ONLY_IN[root]} may import {root}"
    if root in WORLD and part not in EDGES:
        return "only cli, web and running may use files, clocks and the network"
    return None


def layer_objection(part: str, target: str, function: str) -> str | None:
    """Return why one part of the package may not import from another, or None if it may."""
    if part in TOP or target in {part, "__version__", "home_of"} or (part, target) in SIDEWAYS:
        return None
    if target not in DEPTH:
        return "expected an import from the part that defines the name"
    if DEPTH[target] <= DEPTH[part] and (function, target) not in DRAWING:
        return f"{target} is not below {part}"
    return None


def objections(path: str, source: str) -> list[str]:
    """Check one module, and return the file, line, name and reason of each problem."""
    module = Path(path).with_suffix("").parts
    if module[0] not in DEPTH.keys() | TOP:
        return [f"{path}:1: {module[0]}: has no place in LAYERS"]
    found = uses(module, ast.parse(source))
    reasons = [(line, name, objection(module, name, function)) for line, name, function in found]
    return [f"{path}:{line}: {name}: {why}" for line, name, why in reasons if why]


def test_modules_import_only_from_lower_layers() -> None:
    paths = sorted(PACKAGE.rglob("*.py"))
    assert PACKAGE / "__init__.py" in paths
    sources = {path.relative_to(PACKAGE).as_posix(): path.read_text(encoding="utf-8") for path in paths}
    wrong = [line for path, source in sources.items() for line in objections(path, source)]
    assert not wrong, "\n" + "\n".join(wrong)


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("solo/mdp.py", "from dicebingo.model.board import Board"),
        ("solo/mdp.py", "from dicebingo import exact"),
        ("solo/mdp.py", "from . import policy\nfrom .policy import Policy\nfrom ..model import dice"),
        ("solo/__init__.py", "from .mdp import solve\nfrom ..kernels import solo"),
        ("solo/mdp.py", "import math, dicebingo.errors\nfrom collections import abc"),
        ("model/board.py", "class Board:\n  def _repr_svg_(self):\n    from dicebingo.render import svg"),
        ("solo/mdp.py", "class Ring:\n  def _repr_svg_(self):\n    from dicebingo.render import svg"),
        ("kernels/solo.py", "from numba import njit"),
        (
            "cli/commands/solve.py",
            "import click, rich.table, os\nfrom dicebingo import reproduction, web, __version__",
        ),
        ("cli/commands/solve.py", "print(open('boards'))"),
        ("render/documents/report.py", "from dicebingo.reproduction.report import PaperReport"),
        ("render/plot.py", "def figure():\n  import matplotlib.pyplot"),
        ("web/operations.py", "import dicebingo"),
        ("running/files.py", "from pathlib import Path\nopen('checkpoint')"),
        ("running/shards.py", "import os"),
        ("searches/sweep.py", "from dicebingo.running.files import save\nfrom dicebingo.matches import match"),
        ("__init__.py", "def __getattr__(name):\n  from dicebingo.solo import solve"),
        ("__main__.py", "from dicebingo.cli.start import main"),
    ],
)
def test_allowed_imports_are_accepted(path: str, source: str) -> None:
    assert objections(path, source) == []


@pytest.mark.parametrize(
    ("path", "source", "line", "name"),
    [
        ("model/board.py", "import math\nfrom dicebingo.solo import mdp", 2, "dicebingo.solo.mdp"),
        ("model/board.py", "from dicebingo import solo", 1, "dicebingo.solo"),
        ("model/board.py", "from .. import solo", 1, "dicebingo.solo"),
        ("model/board.py", "from ..solo import mdp", 1, "dicebingo.solo.mdp"),
        ("model/__init__.py", "from ..solo.mdp import solve", 1, "dicebingo.solo.mdp.solve"),
        ("model/board.py", "import math, dicebingo.solo", 1, "dicebingo.solo"),
        ("model/board.py", "def f():\n  if f:\n    import dicebingo.cli", 3, "dicebingo.cli"),
        ("model/board.py", "if TYPE_CHECKING:\n  import dicebingo.cli", 2, "dicebingo.cli"),
        ("model/board.py", "import importlib\nimportlib.import_module('dicebingo.cli')", 2, "dicebingo.cli"),
        ("model/board.py", "x = [__import__('dicebingo.cli')]", 1, "dicebingo.cli"),
        ("model/board.py", "from dicebingo import solve", 1, "dicebingo.solve"),
        ("model/board.py", "from dicebingo import *", 1, "dicebingo.*"),
        ("model/board.py", "import dicebingo", 1, "dicebingo"),
        ("model/board.py", "from dicebingo.render import svg", 1, "dicebingo.render.svg"),
        ("model/board.py", "def draw():\n  from dicebingo.render import svg", 2, "dicebingo.render.svg"),
        ("model/board.py", "def _repr_svg_():\n  from dicebingo import cli", 2, "dicebingo.cli"),
        ("searches/sweep.py", "from dicebingo.tournaments import rings", 1, "dicebingo.tournaments.rings"),
        ("errors.py", "import dicebingo.exact", 1, "dicebingo.exact"),
        ("reproduction/tables.py", "from dicebingo.cli import main", 1, "dicebingo.cli.main"),
        ("web/app.py", "from dicebingo.cli import main", 1, "dicebingo.cli.main"),
        ("cli/commands/solve.py", "import dicebingo", 1, "dicebingo"),
        ("solo/mdp.py", "import numba.core", 1, "numba.core"),
        ("cli/commands/solve.py", "def f():\n  from matplotlib import pyplot", 2, "matplotlib.pyplot"),
        ("reproduction/tables.py", "import click", 1, "click"),
        ("render/writers/text.py", "from rich.table import Table", 1, "rich.table.Table"),
        ("__init__.py", "import numba", 1, "numba"),
        ("render/plot.py", "import os.path", 1, "os.path"),
        ("reproduction/claims.py", "from time import perf_counter", 1, "time.perf_counter"),
        ("reproduction/report.py", "from dicebingo.render import blocks", 1, "dicebingo.render.blocks"),
        ("matches/match.py", "async def f():\n  from time import monotonic", 2, "time.monotonic"),
        ("solo/mdp.py", "from random import random", 1, "random.random"),
        ("solo/mdp.py", "with open('x') as file:\n  pass", 1, "open()"),
        ("render/writers/text.py", "def f():\n  print('here')", 2, "print()"),
        ("brand_new/module.py", "", 1, "brand_new"),
    ],
)
def test_forbidden_imports_are_reported(path: str, source: str, line: int, name: str) -> None:
    (wrong,) = objections(path, source)
    assert wrong.startswith(f"{path}:{line}: {name}: ")


PROBE = f"""
import sys
from dicebingo.cli.start import main
try:
    code = main()
except SystemExit as stop:
    code = stop.code
loaded = [name for name in {(*HEAVY, "gmpy2")} if name in sys.modules]
sys.exit("imported " + ", ".join(loaded) if loaded else code)
"""


@pytest.mark.parametrize("options", [[], ["--json"]], ids=["text", "json"])
def test_an_exact_answer_imports_no_heavy_modules(options: list[str]) -> None:
    command = [sys.executable, "-c", PROBE, "solve", "8 8 9 / 7 6 10 / 7 4 5", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout
