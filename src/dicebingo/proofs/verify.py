"""Certificates of searches over all boards and of proofs by branch and bound: how they are written, and checked.

**A search** claims: of all boards of a space these are the best, with these exact values and orbit sizes; the next one
is worse by this gap; and this many boards were evaluated. The quick check solves the claimed boards again, exactly, and
counts the space and the orbits by other means than the sweep (formulas, Burnside's lemma); it cannot know that no other
board is better. The full check sweeps again and compares everything.

**A proof** claims: no board, or none with exactly that many different values, has a smaller V than this one, which has
this exact V; these boards are as good; and for each number of different values, how many multisets there are, how many
of them their multiset bound excludes, and how many bounds of placements the others took. The quick check solves the
named boards again, exactly, counts the multisets by a formula, and, where that is quick, bounds them again. It cannot
know that all placements of the others were bounded. The full check proves everything again and compares.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from dicebingo import __version__
from dicebingo.answer import Answer
from dicebingo.errors import InputError
from dicebingo.exact import Rational, decimal, number_json, text
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.proofs.multisets import count_multisets, count_states, multiset_bounds
from dicebingo.proofs.proof import Proof
from dicebingo.proofs.prove import Prover
from dicebingo.proofs.rounds import SLACK
from dicebingo.running.files import FilePath, read_json
from dicebingo.running.run import Run
from dicebingo.searches.all_boards import Found, SearchResult, search_all
from dicebingo.searches.orbits import count_orbits, essential_form, orbit_size
from dicebingo.searches.space import Constraints, Space
from dicebingo.searches.sweep import error_bound
from dicebingo.solo.mdp import optimal_play

SEARCH_KIND = "dicebingo certificate of a search over all boards"
PROOF_KIND = "dicebingo certificate of a proof by branch and bound"
QUICK = 2_000_000
"""Up to this many states, the multisets are bounded again."""

CertificateLike: TypeAlias = Mapping[str, Any] | str | FilePath
"""A certificate, or the path of a file that holds one."""
Entry = tuple[Board, dict[str, Any]]
"""A board that a certificate names, and what it says of it."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was checked, and whether it holds."""

    what: str
    holds: bool


@dataclass(frozen=True, slots=True, repr=False)
class Verification(Answer):
    """What was checked of a certificate; ``full`` says that everything was computed again."""

    findings: tuple[Check, ...]
    full: bool

    @property
    def holds(self) -> bool:
        """Whether all of it holds."""
        return all(finding.holds for finding in self.findings)

    def __repr__(self) -> str:
        verdict = "holds" if self.holds else "does not hold"
        return f"<Verification: {verdict}, {len(self.findings)} findings>"


def verify(certificate: CertificateLike, *, full: bool = False, run: Run | None = None) -> Verification:
    """Check a certificate, given as JSON or by the path of its file; with ``full``, compute everything again."""
    return Verification(tuple(checks_of(certificate, full=full, run=run)), full)


def checks_of(certificate: CertificateLike, *, full: bool = False, run: Run | None = None) -> Iterator[Check]:
    """Check a certificate and yield each finding as soon as it is known."""
    claim = read_json(FilePath(certificate)) if isinstance(certificate, str | FilePath) else certificate
    check = _check_proof if isinstance(claim, Mapping) and claim.get("kind") == PROOF_KIND else _check_search
    return check(claim, full, Run.of(run))


def search_certificate(result: SearchResult) -> dict[str, Any]:
    """Return the certificate of a search, as JSON."""
    constraints, runner_up = result.space.constraints, result.runner_up
    return {
        **_head(SEARCH_KIND, result.space.rules),
        "constraints": {
            "values": None if constraints.values is None else list(constraints.values),
            "contains": list(constraints.contains),
            "fixed": [list(pair) for pair in constraints.fixed],
            "distinct": constraints.distinct,
        },
        "total_boards": result.total_boards,
        "evaluated": result.evaluated,
        "relative_error_bound": result.error_bound,
        "best": [_entry(found) for found in result.best],
        "unique": result.unique,
        "runner_up": _entry(runner_up) if runner_up else None,
        "gap": number_json(runner_up.expected_rolls - result.best[0].expected_rolls) if runner_up else None,
    }


def proof_certificate(proof: Proof) -> dict[str, Any]:
    """Return the certificate of a complete proof, as JSON."""
    return {
        **_head(PROOF_KIND, proof.rules),
        "distinct": proof.distinct_values,
        "lemma": proof.lemma,
        "complete": proof.complete,
        "board": _written(proof.upper),
        **({} if proof.start is None else {"start": _written(proof.start)}),
        "expected_rolls": number_json(proof.value),
        "best": [_written(board) for board in proof.best],
        "unique": proof.unique,
        "states": proof.states,
        "bounds": proof.bounds,
        "cases": [
            {"distinct": c.distinct_values, "multisets": c.multisets, "excluded": c.excluded, "bounds": c.bounds}
            for c in proof.cases
        ],
    }


def _head(kind: str, rules: Rules) -> dict[str, Any]:
    """Return what every certificate begins with."""
    named = {"layout": str(rules.layout), "dice": str(rules.dice), "marking": rules.marking.value}
    return {"kind": kind, "version": __version__, "rules": named}


def _written(board: Board) -> list[int | str]:
    return ["F" if value is None else value for value in board.values]


def _entry(found: Found) -> dict[str, Any]:
    """Return what a certificate says of a board that was found."""
    value, size = number_json(found.expected_rolls), found.orbit_size
    return {"board": _written(found.board), "expected_rolls": value, "orbit_size": size}


def _check_search(claim: Any, full: bool, run: Run) -> Iterator[Check]:
    try:
        space, best, runner_up = _read_search(claim)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputError(f"expected a certificate of a search, got something else ({error!r})") from None
    yield Check(f"the space has {space.total:,} boards", space.total == claim["total_boards"])
    different = count_orbits(space)
    yield Check(f"{different:,} of them are essentially different", different == claim["evaluated"])
    bound = error_bound(space)
    yield Check(f"the sweep's relative error is at most {bound:.3g}", bound == claim["relative_error_bound"])
    found = []
    for board, entry in [*best, *runner_up]:
        if board not in space:
            yield Check(f"{board} meets the constraints", False)
            return
        value, size = Rational(optimal_play(board).expected_rolls), orbit_size(space, board)
        yield Check(f"{board} takes {text(value)} rolls", number_json(value) == entry["expected_rolls"])
        yield Check(f"its orbit has {size:,} boards", size == entry["orbit_size"])
        found.append(Found(board, value, size))
    yield from _check_list(space, claim, found[: len(best)], found[len(best) :])
    if full:
        again = search_certificate(search_all(space, top=len(best), run=run))
        for key in ("total_boards", "evaluated", "relative_error_bound", "unique", "gap"):
            yield Check(f"a new sweep gives the same {key}", again[key] == claim[key])
        # Of equally good boards, the two may name different ones.
        values, others = ([entry["expected_rolls"] for entry in c["best"]] for c in (again, claim))
        yield Check("a new sweep gives equally good boards", values == others)


def _check_list(space: Space, claim: Any, best: list[Found], runner_up: list[Found]) -> Iterator[Check]:
    """Check what the certificate says of the best boards together, and of the runner-up, if there is one."""
    forms = {essential_form(space, found.board) for found in best}
    yield Check("the best boards are essentially different", len(forms) == len(best))
    values = [found.expected_rolls for found in best]
    yield Check("the best boards are listed in order", values == sorted(values))
    yield Check("'unique' agrees with the list", claim["unique"] is (values.count(values[0]) == 1))
    next_best = [value for value in values if value > values[0]][:1]
    if not runner_up:
        all_best = sum(found.orbit_size for found in best) == space.total
        yield Check("there is no runner-up: all boards are best", all_best and not next_best)
        return
    value = runner_up[0].expected_rolls
    yield Check("the runner-up is the next best of the list", next_best in ([], [value]))
    gap = value - values[0]
    yield Check(f"it is worse by {decimal(gap):.10g} rolls", gap > 0 and number_json(gap) == claim["gap"])


def _check_proof(claim: Any, full: bool, run: Run) -> Iterator[Check]:
    try:
        prover, boards = _read_proof(claim)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise InputError(f"expected a certificate of a proof, got something else ({error!r})") from None
    yield Check("the proof is complete", claim["complete"] is True)
    for board in boards[boards[0] in boards[1:] :]:
        value = Rational(optimal_play(board).expected_rolls)
        yield Check(f"{board} takes {text(value)} rolls", number_json(value) == claim["expected_rolls"])
    number = len(boards) - 1
    forms = {prover.layout.form(board) for board in boards[1:]}
    yield Check("the best boards are essentially different", len(forms) == number)
    undecided = claim["lemma"] or number == 0 or (number > 1 and not prover.layout.all_symmetries)
    unique = None if undecided else number == 1
    yield Check("'unique' agrees with the list and the lemma", unique == claim["unique"])
    yield from _check_multisets(claim, prover)
    bounds = sum(case["bounds"] for case in claim["cases"])
    yield Check(f"{bounds:,} bounds of placements were made in all", bounds == claim["bounds"])
    if full:
        again = proof_certificate(prover.work(run))
        for key in ("complete", "expected_rolls", "unique", "states", "bounds", "cases"):
            yield Check(f"a new proof gives the same {key}", again[key] == claim[key])
        yield Check("a new proof gives as many best boards", len(again["best"]) == len(claim["best"]))


def _check_multisets(claim: Any, prover: Prover) -> Iterator[Check]:
    """Count the multisets of every case, and bound them again where that is quick."""
    layout, size = prover.layout, len(prover.layout.cells)
    counts = {case["distinct"]: case["multisets"] for case in claim["cases"]}
    true = {}
    for d in range(1, len(prover.weights) + 1) if claim["distinct"] is None else [claim["distinct"]]:
        weights = prover.weights[:d] if claim["lemma"] else prover.weights
        true[d] = count_multisets(weights, size).get((size, d), 0)
    yield Check(f"there are {sum(true.values()):,} multisets", {d: n for d, n in true.items() if n} == counts)
    states = count_states(layout, prover.weights, claim["distinct"])
    yield Check(f"their bound has {states:,} states", states == claim["states"])
    if states > QUICK:
        return
    found = multiset_bounds(layout, prover.weights, claim["distinct"])
    distinct, limit = (found.counts > 0).sum(axis=1), decimal(prover.limit) * SLACK
    for case in claim["cases"]:
        these = distinct == case["distinct"]
        if claim["lemma"]:
            these &= prover.most_probable(found.counts)
        excluded = int(np.count_nonzero(found.bounds[these] > limit))
        s = "s" * (case["distinct"] != 1)
        what = f"of those with {case['distinct']} different value{s}, the bound excludes {excluded:,}"
        yield Check(what, excluded == case["excluded"])


def _read_search(claim: Any) -> tuple[Space, list[Entry], list[Entry]]:
    """Return the space of a certificate, the best boards and the runner-up; what is of the wrong form raises."""
    rules = _read_rules(claim, SEARCH_KIND, {"total_boards", "evaluated", "relative_error_bound", "unique", "gap"})
    wanted = claim["constraints"]
    constraints = Constraints(
        None if wanted["values"] is None else tuple(wanted["values"]),
        tuple(wanted["contains"]),
        tuple((cell, value) for cell, value in wanted["fixed"]),
        wanted["distinct"],
    )

    def entry(found: Any) -> Entry:
        told = {"expected_rolls": found["expected_rolls"], "orbit_size": found["orbit_size"]}
        return _read_board(found["board"], rules), told

    best = [entry(found) for found in claim["best"]]
    runner_up = [] if claim["runner_up"] is None else [entry(claim["runner_up"])]
    if not best:
        raise ValueError("without boards")
    if not isinstance(constraints.distinct, bool):
        raise TypeError(f"distinct: {constraints.distinct!r}")
    return Space.of(rules, constraints), best, runner_up


def _read_proof(claim: Any) -> tuple[Prover, list[Board]]:
    """Return a prover of the same thing, and the boards that a certificate names; what is of the wrong form raises."""
    rules = _read_rules(claim, PROOF_KIND, {"complete", "expected_rolls", "unique", "states", "bounds"})
    boards = [_read_board(values, rules) for values in (claim["board"], *claim["best"])]
    for case in claim["cases"]:
        if not all(isinstance(case[key], int) for key in ("distinct", "multisets", "excluded", "bounds")):
            raise TypeError(f"a case: {case!r}")
    if not isinstance(claim["lemma"], bool):
        raise TypeError(f"lemma: {claim['lemma']!r}")
    start = _read_board(claim["start"], rules) if "start" in claim else boards[0]
    return Prover(rules, start, claim["distinct"], claim["lemma"]), boards


def _read_rules(claim: Any, kind: str, needed: set[str]) -> Rules:
    if claim["kind"] != kind:
        raise ValueError(claim["kind"])
    if missing := needed - claim.keys():
        raise ValueError(f"without {', '.join(sorted(missing))}")
    return Rules.of(claim["rules"]["layout"], claim["rules"]["dice"], claim["rules"]["marking"])


def _read_board(values: Any, rules: Rules) -> Board:
    return Board(tuple(None if value == "F" else value for value in values), rules)
