"""The checked claims as a LaTeX table."""

from __future__ import annotations

import re
from collections.abc import Sequence

from dicebingo.render.latex.parts import escape, snippet, table_tex
from dicebingo.reproduction.claims import Finding

__all__ = ["claims_latex"]

_MARKS = {"holds": r"$\checkmark$", "erratum": r"$\neq$", "fails": r"$\times$"}
_INDEX = re.compile(r"\b([bcpNTV])\\_(hit|ij|\w)\b")
_EXPONENT = re.compile(r"\\textasciicircum\{\}(-?\w+)")


def claims_latex(findings: Sequence[Finding]) -> str:
    """Return the claims as a table that breaks over pages, and the errata as a list below it."""
    rows = [
        [_mark(f), f.claim.section, _cell(f.claim.statement), _cell(f.claim.printed), _cell(f.verdict.computed)]
        for f in findings
    ]
    table = table_tex(["", "section", "statement", "printed", "computed"], rows, left=[0, 1, 2, 3, 4], pages=True)
    # Texts are long: columns of a fixed width, in which they are set ragged.
    wide = "".join(rf">{{\raggedright\arraybackslash}}p{{.{width}\textwidth}}" for width in (34, 2, 24))
    table = table.replace("{lllll}", f"{{ll{wide}}}", 1)
    errata = [f.claim for f in findings if f.claim.erratum]
    items = "\n".join(f"  \\item[{claim.section}] {_text(claim.statement)}: {_text(claim.erratum)}" for claim in errata)
    return snippet(table, f"\\begin{{description}}\n{items}\n\\end{{description}}" if errata else "")


def _mark(finding: Finding) -> str:
    if not finding.as_expected:
        return _MARKS["fails"]
    return _MARKS["erratum" if finding.claim.erratum else "holds"]


def _cell(text: str) -> str:
    """Return a text in which long numbers may break."""
    return _text(text).replace("/", "/\\allowbreak{}")


def _text(text: str) -> str:
    """Return a text with its indices and exponents as one writes them."""
    shown = _INDEX.sub(r"$\1_{\\text{\2}}$", escape(text))
    return _EXPONENT.sub(r"$^{\1}$", shown)
