"""``dicebingo sheet``: make printable boards and the other sheets that a class needs."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import click

from dicebingo.cli.adapter import Asked, question_command
from dicebingo.cli.output import show
from dicebingo.running.files import expect_writable, write_bytes


def _answer(asked: Asked) -> None:
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


command = question_command(
    "sheet",
    "sheet --count 24 --seed 7 --out class.pdf",
    click.option("--out", metavar="FILE", help="Write the sheet to a PDF file."),
    then=_answer,
)
