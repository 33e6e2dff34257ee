"""Running the examples must leave no files in the checkout."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.examples import DOCS, ROOT


def files() -> set[Path]:
    """Return the files at the top of the checkout and in its docs folder, except hidden files and build outputs."""
    found = {*ROOT.iterdir(), *DOCS.rglob("*")} - {ROOT / "build", ROOT / "dist"}
    return {path for path in found if not path.name.startswith((".", "__"))}


@pytest.fixture(autouse=True)
def _checkout_stays_clean() -> Iterator[None]:
    before = files()
    yield
    assert files() == before, "expected examples to write into a temporary folder"
