"""Generate a command from each question: a function whose annotated signature defines the arguments and options.

Boards are arguments, in notation or as @FILE; nearly every other parameter becomes an option of the same name. If a
function has a ``run`` parameter, its command shows progress, and may have options for checkpoints and clusters.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from dicebingo import home_of
from dicebingo.cli.inputs import Given, described_rules, positions, real, single_position, whole
from dicebingo.cli.output import csv_option, json_option, latex_option, plot_file_option, show
from dicebingo.cli.suggestions import Command
from dicebingo.errors import InputError
from dicebingo.model.board import Position, is_board
from dicebingo.model.rules import Rules
from dicebingo.model.variants import PARTS, change_rules
from dicebingo.question import REQUIRED, Parameter, declared, parameters

NUMBERS: dict[type, Callable[[str], float]] = {int: whole, float: real}
Decorator = Callable[[Callable[..., None]], Callable[..., None]]
if TYPE_CHECKING:  # not imported at run time, so that an exact solve starts faster
    from dicebingo.running.run import Run

RUN_OPTIONS = ("checkpoint", "workers", "address")
"""The options from which a command creates its ``Run``."""
PLOTS = ("solve", "match", "nash", "duel", "crowd", "tournament", "rings", "search")
"""The questions whose answers can be drawn as pictures."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as the user typed it: its name, its parameters, and the value of every option and argument."""

    name: str
    parameters: tuple[Parameter, ...]
    given: Given

    def answer(self, **more: object) -> Any:
        """Call the question's function; show progress if the function has a ``run`` parameter."""
        with self.running() as run:
            return self.ask(run, **more)

    def ask(self, run: Run | None = None, **more: object) -> Any:
        """Call the function, passing ``run`` unless it is None; arguments in ``more`` override the command's own."""
        function = getattr(import_module(home_of(self.name)), self.name)
        several, arguments = self._arguments()
        return function(*several, **(arguments | more), **({} if run is None else {"run": run}))

    def running(self) -> AbstractContextManager[Run | None]:
        """Return the ``Run`` that the options define, or None if the function has no ``run`` parameter."""
        if not any(p.name == "run" for p in self.parameters):
            return nullcontext()
        from dicebingo.cli.running import running

        return running({name: given for name, given in self.given.items() if name in RUN_OPTIONS})

    def _arguments(self) -> tuple[list[Position], Given]:
        """Return the boards that are passed as ``*boards``, and all other arguments."""
        found = {p.name: _value(p, self.given[p.name]) for p in self.parameters if self.given.get(p.name) is not None}
        rules = rules_of(self.given)
        for name in ("rules", *PARTS):
            found.pop(name, None)
        if any(p.name == "rules" for p in self.parameters):
            found["rules"] = rules
        for option in self.parameters:
            if is_board(option) and not option.is_positional and option.name in found:
                texts = found[option.name]
                several = option.lists(Position)
                found[option.name] = (
                    [p for _, p in positions(texts, rules)] if several else single_position(texts, rules)
                )
        taking = [p for p in self.parameters if is_board(p) and p.is_positional]
        if not taking:
            return [], found
        key = "boards" if len(taking) > 1 else taking[0].name
        texts = self.given[key]
        found.pop(key, None)
        if not isinstance(texts, tuple):
            return [], {**found, key: single_position(texts, rules)}
        if not texts and taking[0].default is not REQUIRED:
            return [], found
        named = positions(texts, rules)
        takes_names = any(p.name == "names" for p in self.parameters)
        if takes_names and any(name for name, _ in named) and "names" not in found:
            unnamed = ("first", "second") if len(taking) == 2 else [f"board {i}" for i in range(len(named))]
            found["names"] = [name or other for (name, _), other in zip(named, unnamed, strict=False)]
        boards = [position for _, position in named]
        if len(taking) > 1:
            if len(boards) != len(taking):
                raise InputError(f"expected two boards, got {len(boards)}")
            return [], {**found, **{p.name: board for p, board in zip(taking, boards, strict=True)}}
        return ([], {**found, key: boards}) if taking[0].lists(Position) else (boards, found)


def _value(parameter: Parameter, given: Any) -> Any:
    """Return an option's value. A list of names is split at commas, and a single policy applies to all boards."""
    if parameter.lists(str) and not parameter.doc.argument and not is_board(parameter):
        if isinstance(given, str):
            return re.split("[,\n]", given.strip()) if given.strip() else []
        return given[0] if len(given) == 1 else given or parameter.default
    return given


def rules_of(given: Given) -> Rules:
    """Combine --rules, --layout, --dice, --marking and --tokens into one set of rules."""
    named = described_rules(given.get("rules") or "classic").rules
    return change_rules(named, *map(given.get, PARTS))


def question_command(name: str, example: str, *more: Decorator, then: Callable[[Asked], None] | None = None) -> Command:
    """Return the command for the question ``name``, with the options in ``more``.

    If ``then`` is given, the command calls it instead of answering the question and showing the answer.
    """
    asked = parameters(declared(home_of(name), name))

    def answer(**given: Any) -> None:
        question = Asked(name, asked, given)
        if then is not None:
            then(question)
        else:
            show(question.answer(), as_json=given["as_json"])

    options = [made for parameter in asked if (made := _option(parameter))]
    forms = [plot_file_option] * (name in PLOTS) + [latex_option, csv_option, json_option]
    help_text = f"{_prose(name, options)}\n\nExample: dicebingo {example}"
    params = [*_arguments(asked), *options, *_made(*more), *_made(*forms)]
    return Command(name, params=params, callback=answer, help=help_text)


def _made(*decorators: Decorator) -> list[click.Parameter]:
    """Return the options that the given decorators add to a command."""

    def command() -> None: ...

    for decorate in reversed(decorators):
        decorate(command)
    found: list[click.Parameter] = getattr(command, "__click_params__", [])
    return found[::-1]


def _arguments(asked: tuple[Parameter, ...]) -> list[click.Parameter]:
    """Return the arguments: boards first, then the other parameters without an option name."""
    boards = [p for p in asked if is_board(p) and p.is_positional]
    made: list[click.Parameter] = []
    if len(boards) > 1:
        made.append(click.Argument(["boards"], nargs=-1, required=True, metavar=" ".join(["BOARD"] * len(boards))))
    elif boards:
        made.append(_argument(boards[0], boards[0].is_variadic or boards[0].lists(Position)))
    return made + [_argument(p, p.doc.metavar.endswith("...")) for p in asked if p.doc.argument]


def _argument(parameter: Parameter, several: bool) -> click.Parameter:
    metavar = parameter.doc.metavar
    required = parameter.default is REQUIRED and not metavar.startswith("[") and not metavar.endswith("...")
    return click.Argument([parameter.name], nargs=-1 if several else 1, required=required, metavar=metavar or None)


def _option(parameter: Parameter) -> click.Parameter | None:
    """Return the command-line option for a parameter, or None if the parameter does not become an option."""
    name, default, doc = parameter.name, parameter.default, parameter.doc
    if name == "run" or doc.argument or (is_board(parameter) and parameter.is_positional):
        return None
    spelled, settings = f"--{name.replace('_', '-')}", dict[str, Any](help=doc.text)
    settings |= {"required": True} if default is REQUIRED else {"default": None if default == () else default}
    if parameter.takes(bool):
        both = "" if default is False else f"/--no-{spelled[2:]}"
        return click.Option([spelled + both, name], is_flag=True, **settings)
    if parameter.words:
        settings["shell_complete"] = partial(_begun, parameter.words)
    if parameter.words and not doc.metavar:
        settings["metavar"] = "|".join(parameter.words)
    else:
        settings |= {"metavar": doc.metavar or "TEXT", "help": parameter.about}
    if parameter.lists(str) and not parameter.takes(str):
        settings["help"] += " Separate multiple items with commas."
    if parameter.takes(str) and parameter.lists(str) and not is_board(parameter):
        return click.Option([spelled, name], multiple=True, **(settings | {"default": None}))
    if parameter.lists(Position):
        return click.Option([spelled, name], multiple=True, **settings)
    number = next((read for kind, read in NUMBERS.items() if parameter.takes(kind)), None)
    return click.Option([spelled, name], type=number, **settings)


def _begun(words: tuple[str, ...], _: click.Context, __: click.Parameter, begun: str) -> list[str]:
    """Return the ``words`` that begin with the typed text ``begun``, for shell completion."""
    return [word for word in words if word.startswith(begun)]


def _prose(name: str, options: list[click.Parameter]) -> str:
    """Return a docstring as help text: parameters become options, and examples and notes on Python are omitted."""
    text = (declared(home_of(name), name).__doc__ or "").partition("\nParameters:\n")[0].partition("\n>>>")[0]
    text = "\n\n".join(part for part in text.split("\n\n") if not part.startswith("In Python"))
    spelled = {str(option.name): option for option in options}

    def option(found: re.Match[str]) -> str:
        known, value = spelled.get(found[1]), found[2]
        if known is None:
            return found[1] + (value or "")
        return (known.secondary_opts or known.opts)[0] if value == "=False" else known.opts[0]

    return re.sub(r"``(\w+)(=\w+)?``", option, text).replace("``", "").strip()
