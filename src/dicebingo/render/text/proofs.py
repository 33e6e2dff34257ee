"""Proofs and checked certificates for a terminal."""

from __future__ import annotations

from functools import reduce
from operator import or_

from dicebingo.exact import rounded_down
from dicebingo.model.board import Position
from dicebingo.proofs.proof import Proof
from dicebingo.proofs.verify import Verification
from dicebingo.render.text.parts import Fact, described, expected_rolls, page, table


def prove_text(proof: Proof) -> str:
    """Return what is proven."""
    facts = [
        expected_rolls(proof.value),
        *_claim(proof),
        ("bounds", f"{proof.bounds:,}", ""),
        ("multiset bound", f"{proof.states:,} states", ""),
    ]
    if proof.estimate is not None:
        about = f"about {proof.estimate.bounds:,} bounds"
        facts.append(("whole proof", f"{about} (from samples, standard error {proof.estimate.error:,})", ""))
    if not proof.complete and proof.left is not None:
        facts.append(("left", f"about {proof.left:,} bounds in this round ({proof.stage})", ""))
    headers = ["different values", "multisets", "excluded at once", "bounds", "lower bound", "closed"]
    rows = [
        [
            *(f"{n:,}" for n in (c.distinct_values, c.multisets, c.excluded, c.bounds)),
            rounded_down(c.lower, 10),
            "yes" * c.closed,
        ]
        for c in proof.cases
    ]
    return page(
        str(proof.rules),
        described(Position(proof.upper), facts),
        table(headers, rows) if rows else "",
        "\n  ".join(["as good", *map(str, proof.best[1:])]) if len(proof.best) > 1 else "",
    )


def verify_text(found: Verification) -> str:
    """Return what was checked, and whether it holds."""
    lines = [f"{'✓' if one.holds else '✗'} {one.what}" for one in found.findings]
    return page("\n".join(lines), "All of it holds." if found.holds else "It does not hold.")


def certificate_text(file: str | None) -> str:
    """Return where the certificate of an answer is, or how to get one."""
    return f"certificate in {file}" if file else "--certificate FILE keeps a certificate for dicebingo verify"


def _claim(proof: Proof) -> list[Fact]:
    """Return what is proven, in words."""
    boards = proof.universe.words
    if not proof.complete:
        return _claim_so_far(proof, boards)
    if proof.distinct_values is not None and not proof.best:
        claim = f"of {boards}, none takes as few rolls as this one"
    elif proof.unique:
        outside = proof.rules.layout.full != reduce(or_, proof.rules.layout.lines, proof.rules.layout.free)
        up_to = (
            "symmetry, equally likely values and cells in no line" if outside else "symmetry and equally likely values"
        )
        claim = f"the only best of {boards}, up to {up_to}"
    elif proof.lemma:
        claim = f"of {boards}, none takes fewer rolls (there may be others as good)"
    else:
        others = "1 other as good is" if len(proof.best) == 2 else f"{len(proof.best) - 1:,} others as good are"
        claim = f"of {boards}, none takes fewer rolls; {others} listed"
    return [(proof.status, claim, "")]


def _claim_so_far(proof: Proof, boards: str) -> list[Fact]:
    if proof.lower is None:
        return [(proof.status, "nothing is proven yet", "")]
    if proof.distinct_values is not None:  # the best known board may have another number of different values
        return [(proof.status, f"of {boards}, none takes fewer than {rounded_down(proof.lower, 10)} rolls", "")]
    return [(proof.status, f"the least V of {boards} is in the bracket", ""), ("bracket", proof.bracket(), "")]
