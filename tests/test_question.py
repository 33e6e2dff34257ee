"""A question is declared once: its parameters are all described, and can be read without importing its module."""

from __future__ import annotations

import inspect

import pytest

import dicebingo
from dicebingo.cli.main import COMMANDS
from dicebingo.question import Doc, Parameter, declaration, parameters
from tests.questions import QUESTIONS

DONE = list(QUESTIONS)


@pytest.mark.parametrize("name", DONE)
def test_help_describes_every_parameter(name: str) -> None:
    function = getattr(dicebingo, name)
    shown = inspect.getdoc(function) or ""
    for parameter in parameters(function):
        assert parameter.doc.text.endswith("."), parameter
        assert f"    {parameter.name}: {parameter.about}" in shown
        assert all(word in parameter.about for word in parameter.words)


def told(parameter: Parameter) -> tuple[object, ...]:
    return parameter.name, parameter.kind, parameter.default, parameter.doc, parameter.words


@pytest.mark.parametrize("name", DONE)
def test_the_source_declares_what_the_module_has(name: str) -> None:
    function = getattr(dicebingo, name)
    read = declaration(function.__module__, name)
    assert read is not function
    assert list(map(told, parameters(read))) == list(map(told, parameters(function)))
    assert read.__doc__ == function.__doc__


@pytest.mark.parametrize("name", [name for name in DONE if name in COMMANDS])
def test_the_list_of_commands_has_the_first_sentence_of_each_docstring(name: str) -> None:
    first = (inspect.getdoc(getattr(dicebingo, name)) or "").partition("\n\n")[0]
    assert " ".join(first.split()) == COMMANDS[name]


@pytest.mark.parametrize("name", [name for name in DONE if name not in ("verify", "rules", "paper")])
def test_every_question_takes_the_parts_of_rules(name: str) -> None:
    assert name in QUESTIONS
    names = {parameter.name for parameter in parameters(getattr(dicebingo, name))}
    assert names >= {"rules", "layout", "dice", "marking"}


def test_a_note_overrides_what_it_says() -> None:
    assert Doc("Mine.").over(Doc("Theirs.", "N", 1)) == Doc("Mine.", "N", 1)
