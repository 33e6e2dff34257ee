"""``dicebingo crowd``, ``match``, ``nash``, ``rules`` and ``sheet``: commands that do more than call a function."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import click

from dicebingo.cli.adapter import Asked, question_command, rules_of
from dicebingo.cli.inputs import described_rules, positions
from dicebingo.cli.output import show, wants_picture
from dicebingo.cli.running import run_options
from dicebingo.errors import InputError
from dicebingo.model.rules import Rules
from dicebingo.running.files import expect_writable, write_bytes

COPIES = "copies:"


def _population(text: str, rules: Rules) -> list[str]:
    """Return the boards in @FILE or copies:@FILE; return any other string as a list of one item."""
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


crowd = question_command(
    "crowd", 'crowd "5 3 6 / 4 7 10 / 8 11 9" --players 30 --population distinct', run_options, then=_crowd
)
crowd.params[0] = click.Argument(["board"], nargs=-1, metavar="[BOARD]")


def _match(asked: Asked) -> None:
    """Play the match; raise an error if the user asks for a picture of an inexact answer."""
    given = asked.given
    drawn = {"--plot": given["plot"], "--plot-file": wants_picture()}
    unable = [name for name, wanted in drawn.items() if wanted]
    if unable and (given["fast"] or given["simulate"] is not None):
        raise InputError(f"{unable[0]} needs an exact answer; omit {'--fast' if given['fast'] else '--simulate'}.")
    answer = asked.answer(**({"fast": False} if unable else {}))
    notes = []
    if given["plot"]:
        from dicebingo.render.documents.matches import chart
        from dicebingo.render.pictures.answers import ROLLS

        notes = chart(answer, given["upto"] or ROLLS)
    show(answer, *notes, as_json=given["as_json"])


MATCH_EXAMPLE = 'match "9 6 7 / 7 9 6 / 6 7 9" "6 7 6 / 7 7 7 / 6 6 6" --range'
match = question_command(
    "match",
    MATCH_EXAMPLE,
    click.option("--plot", is_flag=True, help="Draw the distribution of the finishing roll in the terminal."),
    then=_match,
)


def _nash(asked: Asked) -> None:
    answer = asked.answer()
    if count := answer.ambiguous_later:
        games = "stage game has" if count == 1 else "stage games have"
        used = "its first equilibrium" if count == 1 else "the first equilibrium of each game"
        click.echo(
            f"note: {count} later {games} equilibria with different payoffs; {used} is used",
            err=True,
        )
    show(answer, as_json=asked.given["as_json"])


NASH_EXAMPLE = 'nash "7 4 6 / 9 7 8 / 6 9 5" "6 9 x / x 5 5 / 8 x 6" --roll 6'
nash = question_command("nash", NASH_EXAMPLE, then=_nash)


def _rules(asked: Asked) -> None:
    name = asked.given["name"]
    show(asked.answer() if name is None else described_rules(name), as_json=asked.given["as_json"])


rules = question_command("rules", "rules cross", then=_rules)


def _sheet(asked: Asked) -> None:
    """Make the sheet, and write it as a PDF."""
    out = asked.given["out"]
    if out is not None:
        expect_writable(Path(out), ".pdf")
    made = asked.answer()
    document = made.pdf() if out is not None else b""
    with ExitStack() as afterwards:
        written = "--out FILE writes the sheet as a PDF." if out is None else f"The sheet is in {out}."
        afterwards.callback(show, made, written, as_json=asked.given["as_json"], more={"out": out})
        if out is not None:
            write_bytes(Path(out), document)


sheet = question_command(
    "sheet",
    "sheet --count 24 --seed 7 --out class.pdf",
    click.option("--out", metavar="FILE", help="Write the sheet to a PDF file."),
    then=_sheet,
)
