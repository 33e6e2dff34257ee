"""One page server per pytest worker. It runs in a separate process, so its threads and cache affect no other test."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from benchmarks.harness import ROOT

if TYPE_CHECKING:  # do not import playwright for tests without a browser
    from playwright.sync_api import Browser

    from tests.web.pages import Site


@pytest.fixture(scope="session")
def site(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The pages of one server. All tests of a pytest worker share the server and its cache."""
    from tests.web.pages import Site  # noqa: PLC0415

    words = [sys.executable, "-c", "from tests.web.server import serve_pages; serve_pages()"]
    environment = os.environ | {"DICEBINGO_CACHE": str(tmp_path_factory.mktemp("cache"))}
    pipe = subprocess.PIPE
    with subprocess.Popen(words, cwd=ROOT, env=environment, stdin=pipe, stdout=pipe, text=True) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        yield Site(json.loads(server.stdout.readline()), browser)
        server.stdin.close()  # the server stops when its input ends
