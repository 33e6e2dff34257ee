"""Each question is declared once; its parameters are documented, and can be read without importing its module."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys

import pytest

import dicebingo
from dicebingo.cli.main import COMMANDS
from dicebingo.model.rules import Rules
from dicebingo.question import Doc, Parameter, declaration, parameters
from dicebingo.solo.policy import Optimal, TieBreak
from tests.commands import run
from tests.questions import QUESTIONS

DONE = list(QUESTIONS)


@pytest.mark.parametrize("name", [name for name in dicebingo.__all__ if name.islower()])
def test_help_describes_every_parameter(name: str) -> None:
    function = getattr(dicebingo, name)
    shown = inspect.getdoc(function) or ""
    for parameter in parameters(function):
        assert parameter.doc.text.endswith("."), parameter
        assert f"    {parameter.name}: {parameter.about}" in shown
        *others, last = parameter.words or ("",)
        choices = f"{', '.join(others)} or {last}" if others else last
        assert choices in parameter.about or all(f"({word})" in parameter.about for word in parameter.words), parameter


@pytest.mark.parametrize("name", [name for name in dicebingo.__all__ if not name.islower()])
def test_docstrings_of_classes_describe_every_argument(name: str) -> None:
    class_ = getattr(dicebingo, name)
    for argument in () if issubclass(class_, Exception) else inspect.signature(class_).parameters:
        assert re.search(rf"``{argument}``|^ *{argument}: ", class_.__doc__, re.MULTILINE), argument


def told(parameter: Parameter) -> tuple[object, ...]:
    return parameter.name, parameter.kind, parameter.default, parameter.doc, parameter.words


@pytest.mark.parametrize("name", DONE)
def test_a_declaration_parsed_from_the_source_matches_the_module(name: str) -> None:
    function = getattr(dicebingo, name)
    read = declaration(function.__module__, name)
    assert read is not function
    assert list(map(told, parameters(read))) == list(map(told, parameters(function)))
    assert read.__doc__ == function.__doc__


@pytest.mark.parametrize("name", [name for name in DONE if name in COMMANDS])
def test_the_list_of_commands_has_the_first_sentence_of_each_docstring(name: str) -> None:
    first = (inspect.getdoc(getattr(dicebingo, name)) or "").partition("\n\n")[0]
    assert " ".join(first.split()) == COMMANDS[name]


@pytest.mark.parametrize("name", ["chain_of", *(name for name in DONE if name not in ("verify", "rules", "paper"))])
def test_every_question_takes_the_options_that_make_up_rules(name: str) -> None:
    names = {parameter.name for parameter in parameters(getattr(dicebingo, name))}
    assert names >= {"rules", "layout", "dice", "marking", "tokens"}


def test_the_description_of_a_parameter_overrides_only_the_fields_that_it_sets() -> None:
    assert Doc("Mine.").over(Doc("Theirs.", "N", 1)) == Doc("Mine.", "N", 1)


PROBE = """
import sys
import click
from dicebingo.cli.main import COMMANDS, cli
print("numpy" in sys.modules)
for name in COMMANDS:
    command = cli.get_command(click.Context(cli), name)
    command.get_help(click.Context(command, info_name=name))
    print(name, "numba" in sys.modules)
"""


@pytest.mark.slow
def test_help_does_not_import_numba() -> None:
    done = subprocess.run([sys.executable, "-c", PROBE], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", *(word for name in COMMANDS for word in (name, "False"))]


def test_boards_can_be_selected_in_python_as_on_the_command_line() -> None:
    chosen = dicebingo.tournament(random=4, values="5..9", seed=1).to_dict()
    asked = ["tournament", "--random", "4", "--values", "5..9", "--seed", "1", "--json"]
    assert chosen == run(*asked).json()


def test_a_part_of_the_rules_overrides_that_of_the_named_rules() -> None:
    board = "1 2 / 3 4"
    longer = dicebingo.solve(board, rules="knuth", dice="1d8")
    assert longer.expected_rolls == dicebingo.solve(board, rules=Rules.of("2x2:rows", "1d8")).expected_rolls
    assert longer.expected_rolls > dicebingo.solve(board, rules="knuth").expected_rolls


def test_solve_with_another_policy_gives_the_same_answer_as_evaluate() -> None:
    board = "6 7 6 / 7 7 7 / 6 6 6"
    assert dicebingo.solve(board, policy="random").to_dict() == dicebingo.evaluate(board, policy="random").to_dict()
    largest = dicebingo.solve(board, policy=Optimal(TieBreak.LARGEST), upto=5)
    assert largest.to_dict() == dicebingo.solve(board, tie_break="largest", upto=5).to_dict()
    with pytest.raises(dicebingo.InputError, match="expected a deadline or a policy"):
        dicebingo.solve(board, policy="random", deadline=5)
