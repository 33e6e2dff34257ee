"""The checked claims of the paper as a LaTeX table."""

from __future__ import annotations

import re

from dicebingo.render.latex.parts import escape, snippet, table_tex
from dicebingo.reproduction.claims import graded
from dicebingo.reproduction.paper import PaperCheck

_MARKS = {"holds": r"$\checkmark$", "erratum": r"$\neq$", "fails": r"$\times$"}
_INDEX = re.compile(r"\b([bcpNTV])\\_(hit|ij|\w)\b")
_EXPONENT = re.compile(r"\\textasciicircum\{\}(-?\w+)")


def paper_latex(answer: PaperCheck) -> str:
    """Return the claims as a table that breaks over pages, and the errata as a list below it."""
    rows = []
    for found in answer.findings:
        texts = found.claim.text, found.claim.printed, found.computed.shown
        rows.append([_MARKS[found.kind], found.claim.section, *map(_cell, texts)])
    table = table_tex(["", "section", "claim", "printed", "computed"], rows, left=[0, 1, 2, 3, 4], pages=True)
    # Texts are long: columns of a fixed width, in which they are set ragged.
    wide = "".join(rf">{{\raggedright\arraybackslash}}p{{.{width}\textwidth}}" for width in (34, 2, 24))
    table = table.replace("{lllll}", f"{{ll{wide}}}", 1)
    errata = graded(found.claim for found in answer.findings)
    items = "\n".join(
        f"  \\item[{claim.section}, {claim.grade}] {_text(claim.text)}: {_text(claim.erratum)}" for claim in errata
    )
    return snippet(table, f"\\begin{{description}}\n{items}\n\\end{{description}}" if errata else "")


def _cell(text: str) -> str:
    """Return a text in which long numbers may break."""
    return _text(text).replace("/", "/\\allowbreak{}")


def _text(text: str) -> str:
    """Return a text with its indices and exponents set as mathematics."""
    shown = _INDEX.sub(r"$\1_{\\text{\2}}$", escape(text))
    return _EXPONENT.sub(r"$^{\1}$", shown)
