"""Each question has the same name in the library, the command and the server, and all three give the same answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import dicebingo
from dicebingo.web.openapi import description
from tests.commands import run
from tests.questions import QUESTIONS

if TYPE_CHECKING:  # tests that do not use the server do not import it
    from tests.web.server import Visitor

APART = ("seconds", "certificate", "out")
"""Keys that occur only in the answers of commands."""


def library(name: str) -> Any:
    """Return the library's answer, as JSON."""
    call = QUESTIONS[name].call
    assert call.startswith(f"{name}(")
    answer = eval(call, {name: getattr(dicebingo, name)})
    assert isinstance(answer, dicebingo.Answer)
    assert "\n" not in repr(answer)
    return answer.to_dict()


def without(answer: dict[str, Any]) -> dict[str, Any]:
    """Return an answer without the keys that may differ between runs."""
    return {key: value for key, value in answer.items() if key not in APART}


@pytest.fixture(autouse=True)
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use temporary folders for tables and certificates."""
    monkeypatch.setenv("DICEBINGO_CACHE", str(tmp_path))
    monkeypatch.chdir(tmp_path)


def test_every_documented_name_has_a_test_question() -> None:
    page = (Path(__file__).parents[1] / "docs" / "design.md").read_text(encoding="utf-8")
    (names,) = re.findall(r"^The names are (.*?)\.", page, re.MULTILINE | re.DOTALL)
    assert re.findall(r"`(\w+)`", names) == list(QUESTIONS)


@pytest.mark.parametrize("name", QUESTIONS)
def test_the_command_gives_the_same_answer_as_the_library(name: str) -> None:
    answer = run(*QUESTIONS[name].command, "--json").json()
    assert without(answer) == without(library(name))
    assert len(without(answer)) > 0


@pytest.fixture(scope="module")
def visitor() -> Iterator[Visitor]:
    from tests.web.server import serving  # noqa: PLC0415

    with serving() as someone:
        yield someone


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, asked in QUESTIONS.items() if asked.server])
def test_the_server_gives_the_same_answer_as_the_library(visitor: Visitor, name: str) -> None:
    question = QUESTIONS[name].server
    assert question
    assert without(visitor.ask(name, **question)) == without(library(name))


@pytest.mark.slow
def test_the_server_lists_the_same_rules(visitor: Visitor) -> None:
    assert visitor.get("rules") == library("rules")


def test_every_endpoint_with_a_public_name_is_tested() -> None:
    paths = description()["paths"]
    endpoints = {name for name in QUESTIONS if "post" in paths.get(f"/api/{name}", {})}
    assert endpoints == {name for name, asked in QUESTIONS.items() if asked.server}
