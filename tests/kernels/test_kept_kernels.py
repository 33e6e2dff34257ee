"""Compiled kernels are stored in the cache folder.

Processes share the compiled kernels, and stale kernels are never used.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns, rmtree

import pytest

import dicebingo

pytestmark = pytest.mark.slow  # each test starts processes, and most tests compile a kernel

CALLEE = """
from typing import NamedTuple
import numpy as np
from dicebingo.kernels import kernel

class Pair(NamedTuple):
    first: int
    second: int

@kernel()
def add(pair, x):
    return pair.first + pair.second + x
"""
CALLER = """
from dicebingo.kernels import kernel
from dicebingo.kernels.callee import add

@kernel(error_model="numpy")
def total(pair, xs):
    result = xs[0] - xs[0]
    for x in xs:
        result += add(pair, x)
    return result
"""
CALL = """
import sys
import numpy as np
from dicebingo.kernels import callee, caller, compiling
told = []
with compiling(told.append):
    answers = [float(caller.total(callee.{type}(1, 2), np.ones(3, kind))) for kind in sys.argv[1:] or ["int64"]]
print(answers, told.count(True))
"""


class Package:
    """A copy of the package with a cache folder and two extra kernels, one of which calls the other."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.cache, self.saved = folder / "src", folder / "cache", folder / "saved"
        self.environment = {key: value for key, value in os.environ.items() if key != "NUMBA_CACHE_DIR"}
        self.environment |= {"PYTHONPATH": str(self.folder), "DICEBINGO_CACHE": str(self.cache)}
        self.kernels = self.folder / "dicebingo" / "kernels"
        copytree(Path(dicebingo.__file__).parent, self.kernels.parent, ignore=ignore_patterns("__pycache__", "static"))
        self.write(CALLEE, CALLER)

    def write(self, callee: str, caller: str) -> None:
        (self.kernels / "callee.py").write_text(callee)
        (self.kernels / "caller.py").write_text(caller)

    def start(self, code: str, *arguments: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", code, *arguments],
            cwd=self.folder.parent,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, code: str, *arguments: str) -> str:
        """Run a program, check that it prints no errors, and return its output."""
        process = self.start(code, *arguments)
        out, err = process.communicate()
        assert (process.returncode, err) == (0, ""), err
        return out.strip()

    def total(self, type_: str = "Pair", *kinds: str) -> str:
        """Return the result of the kernel that calls the other, and the number of kernels compiled for it."""
        return self.run(CALL.format(type=type_), *kinds)

    def clear(self) -> None:
        """Remove the cache, which may be a file instead of a folder."""
        self.cache.unlink() if self.cache.is_file() else rmtree(self.cache, ignore_errors=True)

    def kept(self) -> list[Path]:
        return sorted(self.cache.glob("kernels-*/*"))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Package:
    """A package with both kernels compiled, and a copy of its cache."""
    package = Package(tmp_path_factory.mktemp("package"))
    assert package.total() == "[12.0] 2"
    copytree(package.cache, package.saved)
    return package


@pytest.fixture
def package(made: Package, monkeypatch: pytest.MonkeyPatch) -> Package:
    """The package in its original state. It is restored rather than rebuilt, because compiling is slow."""
    monkeypatch.setattr(made, "environment", dict(made.environment))
    made.write(CALLEE, CALLER)
    made.clear()
    copytree(made.saved, made.cache)
    return made


def test_changing_a_called_kernel_in_another_file_recompiles_its_caller(package: Package) -> None:
    package.write(CALLEE.replace("return pair.first +", "return 10 * pair.first +"), CALLER)
    assert package.total() == "[39.0] 2"
    package.write(CALLEE, CALLER)
    assert package.total() == "[12.0] 0"  # the cache still contains the earlier version


def test_kernels_are_compiled_again_after_a_type_is_renamed(package: Package) -> None:
    """The functions keep their names and line numbers, so numba's own index would load the old pickles."""
    package.write(CALLEE.replace("Pair", "Couple"), CALLER)
    assert package.total("Couple") == "[12.0] 2"


@pytest.mark.parametrize("damage", ["half of it", pytest.param("another kernel", marks=pytest.mark.long)])
def test_kernels_in_damaged_files_are_compiled_again(damage: str, package: Package) -> None:
    callee, caller = package.kept()
    good = caller.read_bytes()
    caller.write_bytes(good[: len(good) // 2] if damage == "half of it" else callee.read_bytes())
    assert package.total() == "[12.0] 1"
    assert len(caller.read_bytes()) > len(good) // 2, "expected the file to be replaced"


def test_processes_can_compile_at_the_same_time(package: Package) -> None:
    package.clear()
    for process in [package.start(CALL.format(type="Pair")) for _ in range(2)]:
        out, err = process.communicate()
        assert (process.returncode, err, out.partition("]")[0]) == (0, "", "[12.0")
    assert package.total() == "[12.0] 0", "expected the next process to compile nothing"
    assert [path.name.partition("-")[0] for path in package.kept()] == ["callee.add", "caller.total"]
    beside = {path.suffix for path in package.kernels.rglob("*") if path.is_file()}
    assert beside <= {".py", ".pyc"}, "expected only source files and bytecode in the source folder"


FULL = """
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # so that writing fails, as on a full disk
resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))  # limits only files; standard output is a pipe
"""


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="needs file size limits")
def test_kernels_work_on_a_full_disk(package: Package) -> None:
    package.clear()
    assert package.run(FULL + CALL.format(type="Pair")) == "[12.0] 2"
    assert {path.stat().st_size for path in package.kept()} <= {0}


def test_kernels_work_without_a_cache_folder(package: Package) -> None:
    package.clear()
    package.cache.write_text("a file where the folder should be")
    assert package.total() == "[12.0] 2"
    assert package.cache.is_file()


@pytest.mark.long
def test_the_cache_can_be_cleared_during_a_computation(package: Package) -> None:
    clear = "from dicebingo.running.cache import clear_cache; clear_cache()\n"
    call = CALL.format(type="Pair")
    assert package.run(f"{clear}{call}") == "[12.0] 2"
    assert package.run(call.replace("told = []", f"{clear}told = []")) == "[12.0] 2"
    assert package.run(f"{call}\n{clear}print(caller.total(callee.Pair(1, 2), np.ones(3, 'int8')))") == "[12.0] 0\n12"


FOREIGN = """
import numba
before = numba.config.CACHE_DIR
import dicebingo.kernels.callee
import foreign
assert numba.config.CACHE_DIR == before
print(foreign.twice(4), foreign.twice.stats.cache_path)
"""


def test_kernels_of_other_packages_stay_in_numbas_folder(package: Package) -> None:
    package.clear()
    source = "from numba import njit\n@njit(cache=True)\ndef twice(x):\n    return 2 * x\n"
    (package.folder / "foreign.py").write_text(source)
    answer, where = package.run(FOREIGN).split()
    assert answer == "8"
    assert Path(where) == package.folder / "__pycache__"
    assert list(Path(where).glob("foreign.twice-*.nbi"))
    assert package.kept() == []


def test_a_change_in_numba_internals_disables_only_the_cache(package: Package) -> None:
    changed = "import dicebingo.kernels as kernels\nkernels.dumps = kernels.CompileResult = None\n"
    assert package.run(changed + CALL.format(type="Pair")) == "[12.0] 2"


def test_nothing_is_cached_without_numba(package: Package) -> None:
    package.clear()
    package.environment["NUMBA_DISABLE_JIT"] = "1"
    assert package.total() == "[12.0] 0"
    assert not package.cache.exists()
