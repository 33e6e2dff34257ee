"""Make Hypothesis tests repeatable (the same examples on every machine), and share one browser per worker."""

from __future__ import annotations

import os
import re
from asyncio.events import _get_running_loop, _set_running_loop
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from dicebingo.running.cache import cache_folder

if TYPE_CHECKING:  # do not import playwright for tests without a browser
    from playwright.sync_api import Browser

settings.register_profile(
    "repeatable",
    derandomize=True,
    deadline=None,  # Hypothesis sets no time limit for tests
    database=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("repeatable")

ALL_SLOW = re.compile(r"^pytestmark = pytest\.mark\.(slow|long)$", re.MULTILINE)

# Wrap output as on an 80-column terminal, even though it goes to a pipe.
os.environ.setdefault("COLUMNS", "80")

# All tests share the compiled kernels, even those that use a separate cache folder.
os.environ.setdefault("NUMBA_CACHE_DIR", str(cache_folder()))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """If all slow tests are skipped, do not import the files that contain them, such as browser tests."""
    if config.option.markexpr != "not slow" or collection_path.suffix != ".py":
        return None
    return bool(ALL_SLOW.search(collection_path.read_text(encoding="utf-8"))) or None


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    """Skip long tests whenever slow tests are skipped, and let each worker begin with its share of slow files.

    xdist divides the list evenly among the workers. In this order, no worker ends with a slow test while others are
    idle.
    """
    for item in items:
        if item.get_closest_marker("long"):
            item.add_marker("slow")
    yield  # let pytest remove deselected tests first
    workers = getattr(config, "workerinput", {"workercount": 1})["workercount"]
    if workers > 1:
        files = {item.path for item in items if item.get_closest_marker("slow")}
        kinds = [[item for item in items if (item.path in files) is slow] for slow in (True, False)]
        items[:] = [item for k in range(workers) for kind in kinds for item in share(kind, k, workers)]


def share(items: list[pytest.Item], number: int, workers: int) -> list[pytest.Item]:
    """Return part ``number`` of a list divided into ``workers`` equal parts."""
    return items[number * len(items) // workers : (number + 1) * len(items) // workers]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium shared by all tests of a worker."""
    from tests.web.browser import open_browser  # noqa: PLC0415  (most tests need no browser)

    with open_browser() as started:
        loop = _get_running_loop()
        yield started
        _set_running_loop(loop)  # restore the event loop, because the hook below may have hidden it


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Hide playwright's event loop, which is paused in this thread, from tests that run their own loop."""
    loop = _get_running_loop()
    if "browser" not in getattr(item, "fixturenames", ()):
        _set_running_loop(None)
    try:
        return (yield)
    finally:
        if loop is not None and not loop.is_closed():
            _set_running_loop(loop)
