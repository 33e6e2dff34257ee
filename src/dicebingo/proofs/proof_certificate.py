"""Certificates of proofs by branch and bound (``proofs.prove``), and how they are checked.

A certificate claims: no board, or none with exactly so many different values, has a smaller V than this one, which has
this exact V; these boards are as good; and for each number of different values, so many multisets there are, so many
of them are excluded by their multiset bound, and the others took so many bounds of placements. The quick check solves
the named boards again, exactly, counts the multisets by a formula, and, where that is quick, bounds them again. That
the placements of the others are all bounded it cannot know. The full check proves everything again and compares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from dicebingo import __version__
from dicebingo.errors import InputError
from dicebingo.exact import Rational, decimal, number_json, text
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.proofs.bounds import places_of
from dicebingo.proofs.multisets import count_multisets, count_states, multiset_bounds
from dicebingo.proofs.proof import Proof
from dicebingo.proofs.prove import Prover
from dicebingo.proofs.rounds import SLACK
from dicebingo.proofs.search_certificate import Finding
from dicebingo.solo.mdp import solve

__all__ = ["PROOF_KIND", "board_json", "check_proof", "proof_certificate"]

PROOF_KIND = "dicebingo certificate of a proof by branch and bound"
QUICK = 2_000_000
"""Up to so many states, the multisets are bounded again."""

Claim = Any


def proof_certificate(proof: Proof) -> dict[str, Any]:
    """Return the certificate of a complete proof, as JSON."""
    rules = proof.rules
    return {
        "kind": PROOF_KIND,
        "version": __version__,
        "rules": {"layout": str(rules.layout), "dice": str(rules.dice), "marking": rules.marking.value},
        "distinct": proof.distinct,
        "lemma": proof.lemma,
        "complete": proof.complete,
        "board": board_json(proof.upper),
        "expected_rolls": number_json(proof.value),
        "best": [board_json(board) for board in proof.best],
        "unique": proof.unique,
        "states": proof.states,
        "bounds": proof.bounds,
        "cases": [
            {"distinct": c.distinct, "multisets": c.multisets, "excluded": c.excluded, "bounds": c.bounds}
            for c in proof.cases
        ],
    }


def board_json(board: Board) -> list[int | str]:
    """Return the JSON form of a board."""
    return ["F" if value is None else value for value in board.values]


def check_proof(
    claim: Claim, *, full: bool = False, client: Any = None, progress: Callable[[Proof], None] | None = None
) -> Iterator[Finding]:
    """Check a certificate and yield each finding; with ``full``, by proving everything again."""
    try:
        prover, boards = _read(claim)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise InputError(f"expected a certificate of a proof, got something else ({error!r})") from None
    yield Finding("the proof is complete", claim["complete"] is True)
    for board in boards[boards[0] in boards[1:] :]:
        value = Rational(solve(board).expected_rolls)
        yield Finding(f"{board} takes {text(value)} rolls", number_json(value) == claim["expected_rolls"])
    forms = {prover.places.form(board) for board in boards[1:]}
    yield Finding("the best boards are essentially different", len(forms) == len(boards) - 1)
    yield Finding("'unique' agrees with the list and the lemma", _unique(claim, prover) == claim["unique"])
    yield from _check_multisets(claim, prover)
    bounds = sum(case["bounds"] for case in claim["cases"])
    yield Finding(f"{bounds:,} bounds of placements were made in all", bounds == claim["bounds"])
    if full:
        again = proof_certificate(prover.run(client=client, progress=progress))
        for key in ("complete", "expected_rolls", "unique", "states", "bounds", "cases"):
            yield Finding(f"a new proof gives the same {key}", again[key] == claim[key])
        yield Finding("a new proof gives as many best boards", len(again["best"]) == len(claim["best"]))


def _unique(claim: Claim, prover: Prover) -> bool | None:
    """Return what a complete proof with such a list of best boards says of their number."""
    number = len(claim["best"])
    undecided = claim["lemma"] or number == 0 or (number > 1 and not prover.places.every_symmetry)
    return None if undecided else number == 1


def _check_multisets(claim: Claim, prover: Prover) -> Iterator[Finding]:
    """Count the multisets of every case, and bound them again where that is quick."""
    places, size = prover.places, len(prover.places.cells)
    counts = {case["distinct"]: case["multisets"] for case in claim["cases"]}
    wanted = range(1, len(prover.weights) + 1) if claim["distinct"] is None else [claim["distinct"]]
    true = {}
    for d in wanted:
        weights = prover.weights[:d] if claim["lemma"] else prover.weights
        true[d] = count_multisets(weights, size).get((size, d), 0)
    yield Finding(f"there are {sum(true.values()):,} multisets", {d: n for d, n in true.items() if n} == counts)
    states = count_states(places, prover.weights, claim["distinct"])
    yield Finding(f"their bound has {states:,} states", states == claim["states"])
    if states > QUICK:
        return
    found = multiset_bounds(places, prover.weights, claim["distinct"])
    distinct = (found.counts > 0).sum(axis=1)
    limit = decimal(prover.limit) * SLACK
    for case in claim["cases"]:
        these = distinct == case["distinct"]
        if claim["lemma"]:
            these &= prover.most_probable(found.counts)
        excluded = int(np.count_nonzero(found.bounds[these] > limit))
        what = f"of those with {case['distinct']} different values, the bound excludes {excluded:,}"
        yield Finding(what, excluded == case["excluded"])


def _read(claim: Claim) -> tuple[Prover, list[Board]]:
    """Return a prover of the same thing, and the boards that a certificate names; what is of the wrong form raises."""
    if claim["kind"] != PROOF_KIND:
        raise ValueError(claim["kind"])
    rules = Rules.of(claim["rules"]["layout"], claim["rules"]["dice"], claim["rules"]["marking"])

    def board(values: Any) -> Board:
        return Board(tuple(None if value == "F" else value for value in values), rules)

    boards = [board(claim["board"]), *map(board, claim["best"])]
    missing = {"complete", "expected_rolls", "unique", "states", "bounds"} - claim.keys()
    if missing:
        raise ValueError(f"without {', '.join(sorted(missing))}")
    for case in claim["cases"]:
        if not all(isinstance(case[key], int) for key in ("distinct", "multisets", "excluded", "bounds")):
            raise TypeError(f"a case: {case!r}")
    if not isinstance(claim["lemma"], bool):
        raise TypeError(f"lemma: {claim['lemma']!r}")
    places_of(rules)
    return Prover(rules, upper=boards[0], distinct=claim["distinct"], lemma=claim["lemma"]), boards
