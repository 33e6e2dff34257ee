"""Print answers as text, JSON, LaTeX or CSV, draw pictures of them, and set the exit code of a stopped computation."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import click

from dicebingo.answer import Answer, Status
from dicebingo.cli.inputs import F
from dicebingo.cli.signals import exit_code
from dicebingo.errors import InputError
from dicebingo.json_form import JsonObject
from dicebingo.render.blocks import Block, Document, Sentence
from dicebingo.render.documents import document
from dicebingo.render.figures import expect_figure, figure, figure_format
from dicebingo.render.writers.csv import answer_csv
from dicebingo.render.writers.text import UNBROKEN, WIDTH, wrapped, write
from dicebingo.running.files import write_bytes
from dicebingo.running.stopping import Point, reach


def columns() -> int:
    """Return the line width: COLUMNS if it is set, ``WIDTH`` on a terminal, and otherwise no limit."""
    asked = os.environ.get("COLUMNS", "")
    if asked.isdecimal() and asked.isascii() and int(asked):
        return int(asked)
    return WIDTH if sys.stdout.isatty() else UNBROKEN


def _form_option(name: str, content: str, *, expose: bool = False) -> Callable[[F], F]:
    """Return the option for one output format; a command accepts only one of these options."""

    def chosen(context: click.Context, _: click.Parameter, on: bool) -> bool:
        if on and (other := context.meta.setdefault("form", name)) != name:
            raise InputError(f"expected one of --csv, --json and --latex, got --{other} and --{name}")
        return on

    text = f"Print only {content}."
    return click.option(f"--{name}", f"as_{name}", is_flag=True, expose_value=expose, callback=chosen, help=text)


json_option = _form_option("json", "one JSON object", expose=True)
latex_option = _form_option("latex", "LaTeX, ready to paste")
csv_option = _form_option("csv", "a table of comma-separated values")


def _plot_file(context: click.Context, _: click.Parameter, name: str | None) -> None:
    """Store the path of the picture; if it is not writable, raise an error before the computation starts."""
    if name is not None:
        expect_figure(Path(name), "plot", is_ring=context.command.name == "rings")
        context.meta["plot"] = Path(name)


plot_file_option = click.option(
    "--plot-file",
    metavar="FILE",
    expose_value=False,
    callback=_plot_file,
    help="Draw the answer to a .svg, .png or .pdf file.",
)


def wants_picture() -> bool:
    """Whether the running command was given --plot-file."""
    return "plot" in click.get_current_context().meta


def form() -> str | None:
    """Return the chosen output format: csv, json or latex; None means text."""
    asked: str | None = click.get_current_context().meta.get("form")
    return asked


def show(
    answer: Answer, *notes: Block | str, as_json: bool, more: JsonObject | None = None, text: str | None = None
) -> None:
    """Print an answer in the chosen format, with the command's ``notes`` in the text and ``more`` keys in the JSON.

    If most of the answer has already been printed, ``text`` is the rest. The answer is printed even if its picture
    cannot be written. After a partial answer, the command exits with the exit code of an interruption.
    """
    reach(Point.ASSEMBLED)
    with ExitStack() as afterwards:
        afterwards.callback(_print, answer, notes, as_json=as_json, more=more, text=text)
        path = click.get_current_context().meta.get("plot")
        if path and getattr(answer, "rings", True):  # if no ring was found, there is nothing to draw
            write_bytes(path, figure(answer, figure_format(path, "plot")))
            click.echo(f"wrote {path}", err=True)


def _print(
    answer: Answer, notes: tuple[Block | str, ...], *, as_json: bool, more: JsonObject | None, text: str | None
) -> None:
    if form() == "csv":
        click.echo(answer_csv(answer), nl=False)
    elif form() == "latex":
        click.echo(answer.latex())
    elif as_json:
        echo_json({**answer.to_dict(), **(more or {})})
    elif text is not None:
        click.echo(text)
    else:
        more_blocks: Document = [Sentence(note) if isinstance(note, str) else note for note in notes]
        shown = write([*document(answer), *more_blocks], columns())
        click.echo(f"\n{shown}\n" if sys.stdout.isatty() else shown)  # add empty lines only on a terminal
    if getattr(answer, "status", None) is Status.STOPPED:
        context = click.get_current_context()
        click.echo(context.meta.get("interrupted", "interrupted"), err=True)
        context.exit(exit_code())


def echo_json(result: JsonObject) -> None:
    """Print a result as one JSON object, with short lists and objects on one line."""
    click.echo(_INNERMOST.sub(_on_one_line, json.dumps(result, ensure_ascii=False, indent=2)))


# Matches an innermost list or object. JSON strings contain no raw line breaks, so the pattern cannot mistake their
# brackets for a list or an object.
_INNERMOST = re.compile(r"""^( *(?:"[^"]*": )?)([\[{])\n *([^\[\]{}]*?)\n *([\]}])""", re.MULTILINE)


def _on_one_line(match: re.Match[str]) -> str:
    inner = re.sub(r"\n *", " ", match[3])
    joined = f"{match[1]}{match[2]}{inner}{match[4]}"
    if len(joined) < WIDTH:  # less than, to leave room for a comma
        return joined
    if '"' in inner:
        return match[0]
    indent = " " * (len(match[1]) - len(match[1].lstrip()))
    return f"{match[1]}{match[2]}\n{wrapped(f'{indent}  {inner}', WIDTH)}\n{indent}{match[4]}"
