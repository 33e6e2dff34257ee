"""A pytest plugin that records which tests call which functions, and can run given tests in a given order.

``pytest -p tools.watched_tests`` writes a file for each process into the folder ``DICEBINGO_CALLS``. A fixture may
serve all tests of a file, so functions that a test's setup calls count as called by every test of its file.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import threading
from collections import defaultdict
from collections.abc import Generator
from functools import _lru_cache_wrapper
from pathlib import Path
from signal import ITIMER_PROF, setitimer
from types import CodeType, FrameType
from typing import Any

import pytest
from hypothesis import Phase, settings

Called = Generator[None, object, object]


def pytest_configure(config: pytest.Config) -> None:
    """Register the recorder in the processes that run tests."""
    folder = os.environ.get("DICEBINGO_CALLS")
    if folder and (hasattr(config, "workerinput") or not config.getoption("numprocesses", None)):
        config.pluginmanager.register(Recorder(Path(folder), config.rootpath))


def _processor_time() -> float:
    """Return the CPU seconds of this process and of its finished children; waiting does not count."""
    return sum(os.times()[:4])


class Recorder:
    """Records the seconds of every passing test, and the tests that call each function."""

    def __init__(self, folder: Path, root: Path) -> None:
        self._folder, self._sources = folder, str(root / "src")
        self._codes: set[CodeType] = set()
        self._callers: dict[str, set[str]] = defaultdict(set)
        self._seconds: dict[str, float] = defaultdict(float)
        self._failed: set[str] = set()
        self._file = ""

    def _trace(self, frame: FrameType, _event: str, _argument: object) -> None:
        self._codes.add(frame.f_code)

    def _watch(self, test: str, caller: str) -> Called:
        self._codes.clear()
        start = _processor_time()
        threading.settrace(self._trace)
        sys.settrace(self._trace)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            threading.settrace(None)
            self._seconds[test] += _processor_time() - start
            for code in self._codes:
                if code.co_filename.startswith(self._sources):
                    self._callers[f"{code.co_filename}:{code.co_qualname.partition('.<locals>')[0]}"].add(caller)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Called:
        """Watch the fixtures; before a new file, clear the caches of functions, so that they are called again."""
        file = item.nodeid.partition("::")[0]
        if file != self._file:
            self._file = file
            for kept in gc.get_objects():
                if type(kept) is _lru_cache_wrapper:  # isinstance would query proxies of deleted objects
                    kept.cache_clear()
        return (yield from self._watch(item.nodeid, file))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Called:
        """Watch the test."""
        return (yield from self._watch(item.nodeid, item.nodeid))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record a test that fails or is skipped, so that it is not used on mutants."""
        if not report.passed:
            self._failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Write the file."""
        passed = {test: seconds for test, seconds in self._seconds.items() if test not in self._failed}
        record = {
            "passed": passed,
            "failed": sorted(self._failed),
            "callers": {name: sorted(callers) for name, callers in self._callers.items()},
        }
        (self._folder / f"{os.getpid()}.json").write_text(json.dumps(record), encoding="utf-8")


class Selection:
    """Runs given tests in order, and writes the first test that fails to the file ``noticed``.

    A signal ends a test that computes for more than 10 s plus ten times its usual time.
    """

    def __init__(self, seconds: dict[str, float], noticed: Path) -> None:
        self._seconds, self._noticed = seconds, noticed

    def pytest_collection(self) -> None:
        """Let Hypothesis stop at the first failing example instead of searching for a smaller one."""
        setitimer(ITIMER_PROF, 100)
        settings.register_profile(
            "first", settings(), phases=[Phase.explicit, Phase.generate], report_multiple_bugs=False
        )
        settings.load_profile("first")

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Select the tests."""
        known = {item.nodeid: item for item in items}
        items[:] = [known[test] for test in self._seconds if test in known]

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Set the limits of the test."""
        setitimer(ITIMER_PROF, 10 + 10 * self._seconds[item.nodeid])

    def pytest_collectreport(self, report: Any) -> None:
        """Record a file that cannot be imported."""
        self._note(report)

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Record a test that fails."""
        self._note(report)

    def _note(self, report: Any) -> None:
        if report.failed and not self._noticed.exists():
            self._noticed.write_text(report.nodeid, encoding="utf-8")
