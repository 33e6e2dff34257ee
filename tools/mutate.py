"""Break the core in random places, and count how many mutants the fast tests detect.

``python -m tools.mutate`` checks 200 mutants from ``tools/mutants.py``, chosen by a seed. The fast tests first run once
to record which of them call which functions; ``build/mutation/`` stores this until a source changes. Then each mutant
gets a process, which runs the tests that call the broken function until one of them fails. Tests in the folder with the
same name as the mutant's folder run first, and faster files run before slower ones. A mutant that needs far more time
or memory than the unchanged program counts as detected. A survivor shows a gap in the tests, or is a change without
effect.

``--folders`` breaks other folders of the package. ``--json FILE`` writes the results, and ``--mutants FILE`` reads the
mutants from such a file, to compare two versions of the program.

Why not mutmut or cosmic-ray? They test all of several thousand mutants, which takes a day here. They either import
numba and the test tools again for each mutant, or fork after the package has been imported, when its tables and caches
are already filled.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import marshal
import multiprocessing
import os
import random
import resource
import runpy
import shutil
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tools.mutants import Mutant, compiled, mutants
from tools.watched_tests import Selection

ROOT = Path(__file__).parents[1]
HOOK = Path(__file__).with_name("hook")
CORE = ("model", "solo", "matches", "duels", "games", "classroom", "searches")
FAST = ["-m", "not slow", "-p", "no:cacheprovider"]
# If pytest rewrote assertions, it would import every file with doctests itself, without the mutant.
QUIET = ["-x", "-q", "--tb=no", "--assert=plain"]
# Imported before the processes fork: modules that the tests need and that have no mutants.
SHARED = ("httpx", "hypothesis", "numba", "numpy", "rich.console", "schemathesis", "starlette", "xdist")
MEMORY = 6 << 30
FORK = multiprocessing.get_context("fork")


Batch = dict[str, float]
"""Tests to run in order in one process, with the seconds that each takes on the unchanged program."""


@dataclass(frozen=True, slots=True)
class Result:
    """A mutant, and what detected it: a test, "the limits" on time and memory, "the start of pytest", or nothing."""

    mutant: Mutant
    noticed: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Calls:
    """The seconds of each passing test, in order, and the tests and files that call each function."""

    seconds: dict[str, float]
    callers: dict[str, list[str]]
    failed: list[str]

    def tests(self, root: Path, mutant: Mutant) -> list[Batch]:
        """Return the tests that may detect a mutant: tests of its folder come first, and faster files before slower."""
        path, function = Path(mutant.file), mutant.function.removesuffix("()")
        names = (
            [f"{root / path}:{function}"] if function else [n for n in self.callers if n.startswith(f"{root / path}:")]
        )
        callers = {caller for name in names for caller in self.callers.get(name, [])}
        own = (f"tests/{mutant.folder}/", f"{mutant.file}::")
        files: dict[str, list[str]] = defaultdict(list)
        for test in self.seconds:
            file = test.partition("::")[0]
            if (test in callers or file in callers) if callers else test.startswith(own):
                files[file].append(test)
        fastest = sorted(files, key=lambda file: sum(self.seconds[test] for test in files[file]))
        in_order = [test for file in fastest for test in files[file]]
        parts = [[test for test in in_order if test.startswith(own) is here] for here in (True, False)]
        return [{test: self.seconds[test] for test in part} for part in parts if part]


def recorded(root: Path, jobs: int) -> Calls:
    """Run the fast tests once, or read the results of their last run."""
    sources = sorted(path for folder in ("src", "tests") for path in (root / folder).rglob("*.py"))
    digest = hashlib.sha256(b"".join(str(path).encode() + path.read_bytes() for path in sources)).hexdigest()[:16]
    folder = root / "build" / "mutation" / digest
    if not folder.exists():
        shutil.rmtree(folder.parent, ignore_errors=True)
        new = folder.with_name("new")
        new.mkdir(parents=True)
        command = [sys.executable, "-m", "pytest", "-q", "--tb=short", *FAST, "-p", "tools.watched_tests"]
        environment = _environment(root, new) | {"DICEBINGO_CALLS": str(new)}
        environment["PYTHONPATH"] = str(ROOT)
        subprocess.run([*command, "-n", str(jobs), "--dist", "loadfile"], cwd=root, env=environment, check=False)
        new.rename(folder)
    seconds: dict[str, float] = {}
    callers: dict[str, list[str]] = defaultdict(list)
    failed: list[str] = []
    for file in sorted(folder.glob("*.json")):
        record = json.loads(file.read_text(encoding="utf-8"))
        seconds |= record["passed"]
        failed += record["failed"]
        for name, tests in record["callers"].items():
            callers[name] += tests
    return Calls(seconds, callers, failed)


def _environment(root: Path, folder: Path) -> dict[str, str]:
    """Return an environment in which a mutant cannot damage the user's tables or other mutants' tables."""
    kernels = root / "build" / "mutation-kernels"
    return os.environ | {"DICEBINGO_CACHE": str(folder / "cache"), "NUMBA_CACHE_DIR": str(kernels)}


def check(root: Path, mutant: Mutant, batches: list[Batch]) -> Result:
    """Run batches of tests on a mutant until one detects it."""
    start, noticed = time.monotonic(), ""
    for tests in batches:
        noticed = noticed or _noticed(root, mutant, tests)
    return Result(mutant, noticed, time.monotonic() - start)


def _noticed(root: Path, mutant: Mutant | None, tests: Batch) -> str:
    """Return what detects a mutant, or an empty string; without a mutant, test the unchanged program."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        if mutant:
            module = ".".join(Path(mutant.file).relative_to("src").with_suffix("").parts)
            (folder / "mutant").write_bytes(marshal.dumps((module, str(root / mutant.file), compiled(root, mutant))))
        process = FORK.Process(target=_run, args=(root, folder, tests))
        process.start()
        # This limit is for a mutant that waits forever; one that computes forever is ended sooner by its other limits.
        process.join(600 + 20 * sum(tests.values()))
        with suppress(ProcessLookupError):
            os.killpg(process.pid or 0, signal.SIGKILL)  # also ends the processes that its tests started
        process.join()
        noticed = folder / "noticed"
        if noticed.exists():
            return noticed.read_text(encoding="utf-8")
    code = process.exitcode or 0
    survived = code in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
    return "" if survived else "the limits" if code < 0 else "the start of pytest"


def _run(root: Path, folder: Path, tests: Batch) -> None:
    """The main function of a mutant's process."""
    os.setsid()
    os.chdir(root)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    with (folder / "output").open("wb") as output:
        os.dup2(output.fileno(), 1)
        os.dup2(output.fileno(), 2)
    os.environ |= _environment(root, folder) | {"PYTHONPATH": str(HOOK), "DICEBINGO_MUTANT": str(folder / "mutant")}
    runpy.run_path(str(HOOK / "sitecustomize.py"))
    files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
    code = pytest.main([*QUIET, *FAST, *files], plugins=[Selection(tests, folder / "noticed")])
    sys.exit(code)


def chosen(root: Path, count: int, seed: int, folders: Sequence[str] = CORE) -> list[Mutant]:
    """Return ``count`` mutants of some folders, the same for the same sources and seed."""
    files = sorted(path for folder in folders for path in root.glob(f"src/*/{folder}/**/*.py"))
    found = [mutant for path in files for mutant in mutants(root, path.relative_to(root).as_posix())]
    return random.Random(seed).sample(found, min(count, len(found)))


def check_all(root: Path, wanted: list[Mutant], calls: Calls, jobs: int) -> list[Result]:
    """Check mutants, ``jobs`` at a time, and report the progress on standard error."""
    results = {}
    with ProcessPoolExecutor(jobs, FORK) as pool:
        for mutant in {mutant.folder: mutant for mutant in wanted}.values():
            for tests in calls.tests(root, mutant)[:1]:
                if false := pool.submit(_noticed, root, None, tests).result():
                    raise SystemExit(f"a test fails in the unchanged program, without a mutant: {false}")
        tasks = {pool.submit(check, root, mutant, calls.tests(root, mutant)): mutant for mutant in wanted}
        for done, task in enumerate(as_completed(tasks), start=1):
            result = results[tasks[task]] = task.result()
            shown = f"noticed by {result.noticed}" if result.noticed else "survived"
            print(f"{done}/{len(wanted)} {result.seconds:.0f} s {result.mutant}: {shown}", file=sys.stderr, flush=True)
    return [results[mutant] for mutant in wanted]


def table(results: list[Result]) -> str:
    """Return a table of the counts in each folder, and a list of the survivors."""
    rows = [f"{'folder':<12}{'mutants':>8}{'noticed':>9}{'survived':>9}"]
    folders = [result.mutant.folder for result in results]
    for name in [*dict.fromkeys(sorted(folders)), "all"]:
        found = [
            bool(result.noticed) for result, folder in zip(results, folders, strict=True) if name in (folder, "all")
        ]
        rows.append(f"{name:<12}{len(found):>8}{sum(found):>9}{len(found) - sum(found):>9}")
    survivors = sorted(str(result.mutant) for result in results if not result.noticed)
    return "\n".join([*rows, "", *(f"survived: {line}" for line in survivors)]).rstrip()


def main(arguments: list[str] | None = None, root: Path = ROOT) -> None:
    """Create mutants of the checkout ``root``, check them, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutate", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--folders", nargs="+", default=CORE, metavar="NAME", help=f"folders to break (default: {' '.join(CORE)})"
    )
    parser.add_argument("--count", type=int, default=200, help="number of mutants (default: 200)")
    parser.add_argument("--seed", type=int, default=1, help="seed for choosing the mutants (default: 1)")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="number of parallel processes (default: one per core)"
    )
    parser.add_argument("--mutants", type=Path, metavar="FILE", help="take the mutants from a file that --json wrote")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results as JSON")
    options = parser.parse_args(arguments)
    wanted = chosen(root, options.count, options.seed, options.folders)
    if options.mutants:
        listed = [Mutant(**row["mutant"]) for row in json.loads(options.mutants.read_text(encoding="utf-8"))]
        wanted = [mutant for mutant in listed if compiled(root, mutant)]
        print(f"{len(listed) - len(wanted)} of {len(listed)} mutants skipped: their place no longer exists")
    calls = recorded(root, options.jobs)
    if calls.failed:
        print(f"{len(calls.failed)} tests fail or are skipped without any mutant, and are not used", file=sys.stderr)
    for name in SHARED:
        with suppress(ImportError):
            import_module(name)
    results = check_all(root, wanted, calls, options.jobs)
    if options.json:
        options.json.write_text(json.dumps([asdict(result) for result in results], indent=1), encoding="utf-8")
    print(table(results))


if __name__ == "__main__":
    main()
