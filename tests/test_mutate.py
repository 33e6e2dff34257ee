"""The mutation check, run on a package whose tests detect one mutant and miss another."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from tools.mutants import compiled, mutants
from tools.mutate import chosen

SOURCE = '''
def first(n: int = 3) -> list[int]:
    """Count to 3 < 4."""
    assert n < 100
    if n < 0:
        raise ValueError("below 0" + "!")
    return sorted(range(n))


def doubled(n: int) -> int:
    """
    >>> doubled(2)
    4
    """
    return n * 2


def untested(a: int, b: int) -> bool:
    return a < b
'''
TESTS = """
from toy.model.numbers import first, untested

def test_first():
    assert first(2) == [0, 1] and not first(0)
    untested(1, 2)
"""
SETTINGS = """
[tool.pytest]
pythonpath = ["src"]
testpaths = ["src", "tests"]
addopts = ["--doctest-modules"]
filterwarnings = ["error"]
"""
ROOT = Path(__file__).parents[1]
FILE = "src/toy/model/numbers.py"


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    for name, text in {
        "pyproject.toml": SETTINGS,
        "src/toy/__init__.py": "",
        "src/toy/model/__init__.py": "",
        FILE: SOURCE,
        "tests/model/test_numbers.py": TESTS,
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def test_each_mutant_changes_one_place(toy: Path) -> None:
    assert {(mutant.function, mutant.before, mutant.after) for mutant in mutants(toy, FILE)} == {
        ("first()", "3", "4"),
        ("first()", "n < 0", "n <= 0"),
        ("first()", "0", "1"),
        ("first()", "raise ValueError('below 0' + '!')", "pass"),
        ("first()", "return sorted(range(n))", "return None"),
        ("first()", "sorted(range(n))", "sorted(range(n), reverse=True)"),
        ("first()", "range(n)", "range(n - 1)"),
        ("doubled()", "return n * 2", "return None"),
        ("doubled()", "n * 2", "n // 2"),
        ("doubled()", "2", "3"),
        ("untested()", "return a < b", "return None"),
        ("untested()", "a < b", "a <= b"),
    }


def test_a_mutant_is_found_again_by_its_text(toy: Path) -> None:
    mutant = next(mutant for mutant in mutants(toy, FILE) if mutant.after == "n <= 0")
    (toy / FILE).write_text("# A new line.\n" + SOURCE, encoding="utf-8")
    code = compiled(toy, replace(mutant, line=1))
    assert code is not None
    names: dict[str, object] = {}
    exec(code, names)
    with pytest.raises(ValueError, match="below 0!"):
        names["first"](0)  # type: ignore[operator]
    (toy / FILE).write_text(SOURCE.replace("n < 0", "n < 1"), encoding="utf-8")
    assert compiled(toy, mutant) is None
    (toy / FILE).unlink()
    assert compiled(toy, mutant) is None


def mutate(root: Path, *options: str) -> str:
    """Run the mutation tool and return its output. The tool forks, so it must run in a process without threads."""
    program = """
import pathlib, sys
from tools import mutate
mutate.SHARED = ()  # the toy's tests need no other modules
mutate.main(sys.argv[2:], pathlib.Path(sys.argv[1]))
"""
    command = [sys.executable, "-c", program, str(root), "--jobs", "1", *options]
    # Loading other plugins would take most of the time.
    bare = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_PLUGINS": "xdist.plugin"}
    return subprocess.run(command, cwd=ROOT, env=bare, capture_output=True, text=True, check=True).stdout


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows cannot fork")
def test_surviving_mutants_are_found(toy: Path) -> None:
    every = chosen(toy, 200, seed=1)
    assert sorted(every, key=str) == sorted(mutants(toy, FILE), key=str)
    wanted = [mutant for mutant in every if mutant.after in ("n <= 0", "range(n - 1)", "n // 2", "a <= b")]
    gone = [replace(mutant, before="b > a") for mutant in wanted if mutant.function == "untested()"]
    rows = [{"mutant": asdict(mutant)} for mutant in [*wanted, *gone]]
    (toy / "before.json").write_text(json.dumps(rows), encoding="utf-8")
    shown = mutate(toy, "--mutants", str(toy / "before.json"), "--json", str(toy / "after.json"))
    assert "1 of 5 mutants skipped: their place no longer exists" in shown
    assert "all                4        3        1" in shown
    results = json.loads((toy / "after.json").read_text(encoding="utf-8"))
    assert {row["mutant"]["after"]: row["noticed"] for row in results} == {
        "n <= 0": "tests/model/test_numbers.py::test_first",
        "range(n - 1)": "tests/model/test_numbers.py::test_first",
        "n // 2": "src/toy/model/numbers.py::toy.model.numbers.doubled",
        "a <= b": "",
    }
