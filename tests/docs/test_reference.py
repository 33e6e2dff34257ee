"""The reference pages are those that ``tools.reference`` writes, and explain everything public."""

from __future__ import annotations

import pytest

import dicebingo
from dicebingo.cli.main import COMMANDS
from tools.reference import FOLDER, PAGES


@pytest.mark.parametrize("name", PAGES)
def test_reference_is_up_to_date(name: str) -> None:
    written = (FOLDER / name).read_text(encoding="utf-8")
    assert written == PAGES[name](), "write the reference again: python3 dev.py write"


def test_there_is_no_other_page() -> None:
    assert {path.name for path in FOLDER.iterdir()} == PAGES.keys()


@pytest.mark.slow
def test_everything_public_is_explained() -> None:
    page = PAGES["python.md"]()
    for name in dicebingo.__all__:
        assert f"\n### {name}\n" in page
    for name in COMMANDS:
        assert f"Usage: dicebingo {name}" in PAGES["commands.md"]()
