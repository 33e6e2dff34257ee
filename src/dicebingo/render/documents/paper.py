"""Documents about the paper's claims."""

from __future__ import annotations

from collections.abc import Sequence

from dicebingo.render.blocks import Cell, Column, Document, Exactly, Rows, Sentence, Table, Tick, counted
from dicebingo.reproduction.claims import CheckedClaim, Remark
from dicebingo.reproduction.paper import PaperCheck


def paper(answer: PaperCheck) -> Document:
    """Describe all claims, and count the errors."""
    return [claims(answer.findings), Sentence(summary(answer))]


def claims(findings: Sequence[CheckedClaim]) -> Table:
    """Describe claims: the printed and the computed values, and the remark if there is one."""
    rows: Rows = []
    for found in findings:
        claim, computed = found.claim, found.computed
        remark = claim.remark
        row: list[Cell] = [Tick[found.kind.upper()], claim.section, claim.text, claim.printed, computed.shown]
        row += [None if computed.exact in computed.shown else Exactly(computed.exact), _remark(remark)]
        group = str(remark.group) if remark.group else None
        rows.append([*row, computed.holds, group, remark.quote, remark.place, remark.note, remark.command])
    columns = [Column("", None), Column("section"), Column("claim", share=0.2), Column("printed", share=0.12)]
    columns += [
        Column("computed", share=0.15),
        Column("exactly", None, share=0.1),
        Column("remark", None, share=0.28),
    ]
    columns += [Column(None, name) for name in ("holds", "group", "quote", "place", "note", "command")]
    return Table(columns, rows, "claims", repeated=3, records=True)


def _remark(remark: Remark) -> str:
    if not remark.group:
        return ""
    return f'({remark.group}) "{remark.quote}" ({remark.place}). {remark.note} Shown by: {remark.command}'


def summary(answer: PaperCheck) -> str:
    """Count the claims, the remarks in each group, and the unexpected failures."""
    groups = [counted(answer.count("error"), "error")]
    if readings := answer.count("reading"):
        groups.append(counted(readings, "reading"))
    if digits := answer.count("last digits"):
        groups.append(f"{digits} wrong in the last digits")
    checked = counted(len(answer.findings), "claim")
    return f"{checked} checked; {', '.join(groups)}; {answer.count('fails')} unexpected."
