"""Documents about proofs and checked certificates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dicebingo.exact import rounded_down
from dicebingo.model.board import Position
from dicebingo.proofs.proof import Proof
from dicebingo.render.blocks import (
    Column,
    Document,
    FactList,
    Facts,
    Heading,
    Items,
    Quantity,
    Rows,
    Sentence,
    Table,
    Tick,
    counted,
    significant,
)

if TYPE_CHECKING:  # this import would load the modules of all certificates
    from dicebingo.proofs.verify import Check, Verification


def proof(found: Proof) -> Document:
    """Describe a finished or unfinished proof."""
    facts: FactList = [
        ("expected rolls", significant(found.value)),
        *_claim(found),
    ]
    if found.rules.is_full_card:
        facts.append(("essentially different", found.states))
    else:
        facts += [("bounds", found.bounds), ("multiset bound", f"{found.states:,} states")]
    if found.estimate is not None:
        about = f"about {found.estimate.bounds:,} bounds"
        facts.append(("whole proof", f"{about} (from samples, standard error {found.estimate.error:,})"))
    if not found.complete and found.left is not None:
        facts.append(("left", f"about {found.left:,} bounds in this round ({found.stage})"))
    rows: Rows = [
        [c.distinct_values, c.multisets, c.excluded, c.bounds, Quantity(c.lower, 10, rounds=rounded_down), c.closed]
        for c in found.cases
    ]
    columns = [
        Column("different values", "distinct_values"),
        Column("multisets"),
        Column("excluded at once", "excluded"),
    ]
    columns += [Column("bounds"), Column("lower bound", "lower"), Column("closed")]
    blocks: Document = [Heading(str(found.rules)), Facts(facts, Position(found.upper)), Table(columns, rows, "cases")]
    if len(found.best) > 1:
        blocks.append(Items("equally good boards:", list(map(str, found.best[1:]))))
    return blocks


def certificate_text(file: str | None) -> str:
    """Return the location of an answer's certificate, or explain how to save one."""
    return f"certificate in {file}" if file else "use --certificate FILE to save a certificate for dicebingo verify"


def _claim(found: Proof) -> FactList:
    """Return the proven claim in words."""
    boards = found.universe.words
    if not found.complete:
        return _claim_so_far(found, boards)
    if found.distinct_values is not None and not found.best:
        claim = f"of {boards}, none is as fast as this board"
    elif found.unique:
        layout = found.rules.layout
        outside = layout.full != layout.cells_in_lines | layout.free
        up_to = (
            "symmetry, swaps of equally likely values, and the values of cells in no line"
            if outside
            else "symmetry and swaps of equally likely values"
        )
        claim = f"the unique best of {boards}, up to {up_to}"
    elif found.lemma:
        claim = f"of {boards}, none takes fewer rolls than this board (others may tie)"
    else:
        others = counted(len(found.best) - 1, "other")
        claim = f"of {boards}, none takes fewer rolls than this board, which ties with {others}, listed below"
    return [(found.status, claim)]


def _claim_so_far(found: Proof, boards: str) -> FactList:
    if found.lower is None:
        return [(found.status, "nothing is proven yet")]
    if found.distinct_values is not None:  # the best known board may have a different number of distinct values
        return [(found.status, f"of {boards}, none takes fewer than {rounded_down(found.lower, 10)} rolls")]
    return [
        (found.status, f"V, the smallest expected number of rolls of {boards}, is in the bracket"),
        ("bracket", found.bracket()),
    ]


def verification(found: Verification) -> Document:
    """Describe the checks on a certificate, and whether the certificate holds."""
    verdict = "The certificate holds." if found.holds else "The certificate does not hold."
    return [checks(found.findings), Sentence(verdict)]


def checks(findings: Sequence[Check]) -> Table:
    """Return a table of checks."""
    rows: Rows = [[Tick.HOLDS if one.holds else Tick.FAILS, one.what, one.holds] for one in findings]
    columns = [Column("", None), Column("", "what", share=0.9), Column(None, "holds")]
    return Table(columns, rows, "findings", repeated=2, records=True)
