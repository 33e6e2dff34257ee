"""Proofs and checked certificates for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicebingo.exact import decimal
from dicebingo.model.board import Position
from dicebingo.render.text.parts import beside, board_text, equals, page, table

if TYPE_CHECKING:  # numba, which other answers must not wait for
    from dicebingo.proofs.proof import Proof

SHORT = 57


def prove_text(proof: Proof, seconds: float, certificate: str | None) -> str:
    """Return what is proven, how long that took, and where the certificate is."""
    fraction = equals(proof.value, SHORT) if proof.value.denominator > 1 else ""
    facts = [
        f"expected rolls   {decimal(proof.value):.10g}{fraction}",
        _claim(proof),
        f"bounds           {proof.bounds:,}, and {proof.states:,} states of the multiset bound",
    ]
    if not proof.complete and proof.left is not None:
        facts.append(f"left             about {proof.left:,} bounds in this round ({proof.stage})")
    headers = ["different values", "multisets", "excluded at once", "bounds", "proven lower bound", "closed"]
    rows = [
        [
            *(f"{n:,}" for n in (c.distinct_values, c.multisets, c.excluded, c.bounds)),
            f"{c.lower:.10f}",
            "yes" * c.closed,
        ]
        for c in proof.cases
    ]
    return page(
        str(proof.rules),
        beside(board_text(Position(proof.upper)), "\n".join(facts)),
        table(headers, rows) if rows else "",
        "\n  ".join(["as good", *map(str, proof.best[1:])]) if len(proof.best) > 1 else "",
        f"{seconds:.1f} seconds" + (f"; certificate in {certificate}" if certificate else ""),
    )


def _claim(proof: Proof) -> str:
    """Return what is proven, in words."""
    among = "" if proof.distinct_values is None else f" with exactly {proof.distinct_values} different values"
    if not proof.complete:
        return _claim_so_far(proof, among)
    if proof.distinct_values is not None and not proof.best:
        return f"proven           no board{among} takes as few rolls as this one"
    if proof.unique:
        return f"proven           the only best board{among}, up to symmetry and equally likely values"
    if proof.lemma:
        return f"proven           no board{among} takes fewer rolls (there may be others as good)"
    others = "1 other as good is" if len(proof.best) == 2 else f"{len(proof.best) - 1:,} others as good are"
    return f"proven           no board{among} takes fewer rolls; {others} listed"


def _claim_so_far(proof: Proof, among: str) -> str:
    if proof.lower is None:
        return "best known       nothing is proven yet"
    if proof.distinct_values is not None:  # the best known board may have another number of different values
        return f"proven so far    every board{among} takes at least {proof.lower:.10f} rolls"
    bracket = f"bracket          {proof.lower:.10f} <= V <= {decimal(proof.value):.10f}"
    return f"best known       not proven: the least V of all boards is in the bracket\n{bracket}"
