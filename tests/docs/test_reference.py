"""The reference pages match the output of ``tools.reference`` and document every public name."""

from __future__ import annotations

import re
from functools import cache

import pytest

import dicebingo
from dicebingo.cli.main import COMMANDS
from dicebingo.question import parameters
from tests.questions import QUESTIONS
from tools.reference import FOLDER, PAGES


@cache
def page(name: str) -> str:
    """Return the expected content of a page."""
    return PAGES[name]()


@pytest.mark.slow
@pytest.mark.parametrize("name", PAGES)
def test_reference_is_up_to_date(name: str) -> None:
    is_up_to_date = (FOLDER / name).read_text(encoding="utf-8") == page(name)
    assert is_up_to_date, "update the reference: python3 dev.py write"  # comparing here would print a huge diff


def test_the_reference_has_no_unexpected_page() -> None:
    assert {path.name for path in FOLDER.iterdir()} == PAGES.keys()


@pytest.mark.slow
def test_everything_public_is_documented() -> None:
    library, asked = page("python.md"), page("questions.md")
    for name in dicebingo.__all__:
        assert f"\n### {name}\n" in library or f"\n## {name}\n" in asked
    for name in COMMANDS:
        assert f"Usage: dicebingo {name}" in page("commands.md")


@pytest.mark.slow
def test_every_question_has_documented_parameters_answers_errors_and_json() -> None:
    sections = dict(re.findall(r"^## (\w+)\n(.*?)(?=^## )", page("questions.md"), re.MULTILINE | re.DOTALL))
    assert sections.keys() == QUESTIONS.keys()
    for name, section in sections.items():
        for parameter in parameters(getattr(dicebingo, name)):
            assert f"- `{parameter.name}`: " in section, (name, parameter.name)
        assert "\nReturns `" in section
        assert "Raises `InputError`" in section
        answer = (
            eval(QUESTIONS[name].call, {name: getattr(dicebingo, name)})
            if name in ("solve", "match", "advise")
            else None
        )
        for key in answer.to_dict() if answer else ():
            assert re.search(rf"`{key}\??` ", section), (name, key)
