"""``dicebingo crowd``: find the chances of one board in a class of n players."""

from __future__ import annotations

from dataclasses import replace

import click

from dicebingo.cli.adapter import Asked, question_command, rules_of
from dicebingo.cli.inputs import positions
from dicebingo.cli.output import show
from dicebingo.cli.running import run_options
from dicebingo.errors import InputError
from dicebingo.model.rules import Rules

COPIES = "copies:"


def _population(text: str, rules: Rules) -> list[str]:
    """Return the boards in @FILE or copies:@FILE; any other string is returned alone in a list."""
    copies = text.startswith(f"{COPIES}@")
    if not copies and not text.startswith("@"):
        return [text]
    boards = positions((text.removeprefix(COPIES),), rules)
    return [f"{COPIES * copies}{board}" for _, board in boards]


def _crowd(asked: Asked) -> None:
    given = dict(asked.given)
    rules = rules_of(given)
    files = [text for text in given["population"] if "@" in text]
    population = [board for text in given["population"] for board in _population(text, rules)]
    boards = given["board"]
    if given["compare"]:  # for --compare A B C, click assigns A to the option and treats B and C as arguments
        given |= {"board": (), "compare": (*boards, *given["compare"])}
    elif len(boards) > 1:
        raise InputError(f"expected one board, got {len(boards)}: use --compare to rank several boards")
    question = replace(asked, given=given)
    with question.running() as run:
        drawn = population[0] if len(population) == 1 and not files else population
        show(question.ask(run, population=drawn), as_json=given["as_json"])


command = question_command(
    "crowd", 'crowd "5 3 6 / 4 7 10 / 8 11 9" --players 30 --population distinct', run_options, then=_crowd
)
command.params[0] = click.Argument(["board"], nargs=-1, metavar="[BOARD]")
