"""The claims of certificates, and their checks (``proofs.certificate`` writes and reads certificates).

**A search** certificate claims that the listed boards are the best in a space, with the stated exact values and orbit
sizes. The certificate also states the gap to the next board, and the number of boards evaluated. The quick check
recomputes the exact V of the claimed boards, and counts the boards and the orbits of the space by formulas and
Burnside's lemma. The quick check cannot detect that another board is better. The full check repeats the search and
compares the results.

**A proof** certificate claims that no board (or no board with exactly ``distinct`` different values) has a smaller V
than the named board, and it states the exact V of that board. The certificate also lists boards that are as good as the
named board. For each number of different values, the certificate states how many multisets there are, how many of them
are excluded by their bounds, and how many partitions were bounded for the others. The quick check recomputes the exact
V of the named boards, counts the multisets by a formula, and bounds them again if that is quick. The quick check cannot
detect that a partition was never bounded. The full check repeats the whole proof and compares the results.

**The record** of a long proof, and the certificate that names it, are checked by ``proofs.record_check``.

**A best reply** certificate and its checks are described in ``proofs.reply_certificate``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Annotated

import numpy as np

from dicebingo.answer import Answer
from dicebingo.checked import Checked
from dicebingo.errors import InputError, flag
from dicebingo.exact import decimal, error_text, number_json, text
from dicebingo.json_form import Json
from dicebingo.matches.simulation import SeedLike
from dicebingo.model.board import Board, as_board
from dicebingo.proofs.bounds import SLACK
from dicebingo.proofs.certificate import (
    PROOF_KIND,
    REPLY_KIND,
    CertificateLike,
    Claim,
    proof_certificate,
    read_certificate,
    rules_of,
    search_certificate,
    space_of,
)
from dicebingo.proofs.multiset_bounds import count_multisets, count_states, multiset_bounds
from dicebingo.proofs.prove import Prover
from dicebingo.proofs.record_check import (
    Sample,
    certificates_in,
    check_certified,
    check_folder,
    check_record,
    is_record,
)
from dicebingo.proofs.reply_certificate import check_reply
from dicebingo.question import Doc, question
from dicebingo.running.files import FilePath
from dicebingo.running.run import Run, RunLike
from dicebingo.searches.all_boards import search_all
from dicebingo.searches.orbits import count_orbits, essential_form, orbit_size
from dicebingo.searches.space import Found, Space
from dicebingo.searches.sweep import error_bound
from dicebingo.solo.mdp import optimal_play

QUICK = 2_000_000
"""The quick check bounds the multisets again if their bounds take at most this many states."""


@dataclass(frozen=True, slots=True)
class Check(Checked):
    """A finding: a description of the check, and whether it passed."""

    what: str
    holds: bool


@dataclass(frozen=True, slots=True, repr=False)
class Verification(Answer):
    """The findings about a certificate. ``full`` means that everything was recomputed."""

    _json_keys_ = "holds findings full"

    findings: tuple[Check, ...]
    full: bool

    @property
    def holds(self) -> bool:
        """Whether all checks passed."""
        return all(finding.holds for finding in self.findings)

    def __repr__(self) -> str:
        verdict = "holds" if self.holds else "does not hold"
        return f"<Verification: {verdict}, {len(self.findings)} findings>"


@question
def verify(
    certificate: Annotated[
        Mapping[str, Json] | str | FilePath,
        Doc("A certificate, a record, or the folder with all records of a proof.", "FILE", argument=True),
    ],
    *,
    full: Annotated[bool, Doc("Repeat the whole search or proof.")] = False,
    sample: Annotated[int | None, Doc("Recompute this many randomly chosen parts of a record.", "N", 1)] = None,
    seed: SeedLike = 1,
    run: RunLike = None,
) -> Verification:
    """Check the certificate of a search, a proof or a reply.

    The check solves the claimed boards again, repeats the counts, and compares all results with the certificate. You
    can also check the record of a long proof, finished or not. The exit code of the command is 1 if a check fails.

    In Python, you may also pass a certificate as JSON.
    """
    full = flag(full)
    return Verification(tuple(checks_of(certificate, full=full, sample=sample, seed=seed, run=run)), full)


def checks_of(
    certificate: CertificateLike,
    *,
    full: bool = False,
    sample: int | None = None,
    seed: int = 1,
    run: Run | None = None,
) -> Iterator[Check]:
    """Check a certificate or a record, yielding each finding as soon as it is known."""
    path, run = FilePath(certificate) if isinstance(certificate, str | FilePath) else None, Run.of(run)
    chosen = None if sample is None else Sample(sample, seed)
    if path is not None and (certificates := certificates_in(path)):
        return _checks_of_folder(certificates, full, sample, seed, run)
    if path is not None and is_record(path):
        return (Check(*finding) for finding in check_record(path, chosen, full, run))
    claim = read_certificate(certificate)
    has_record = path is not None and "record" in claim
    if sample is not None and not has_record:
        raise InputError("a sample needs a record, or a certificate that has a record")
    if claim["kind"] == REPLY_KIND:
        return (Check(*finding) for finding in check_reply(claim, full, run))
    findings = (_check_proof if claim["kind"] == PROOF_KIND else _check_search)(claim, full, run)
    if not has_record or path is None:
        return findings
    return chain(findings, (Check(*finding) for finding in check_certified(claim, path.parent, chosen, run)))


def _checks_of_folder(paths: list[FilePath], full: bool, sample: int | None, seed: int, run: Run) -> Iterator[Check]:
    """Check the certificates in a folder of records, and the claim that they prove together."""
    claims = [read_certificate(path) for path in paths]
    for path, claim in zip(paths, claims, strict=True):
        for check in checks_of(path, full=full, sample=sample, seed=seed, run=run):
            yield Check(f"{claim['distinct']} different values: {check.what}", check.holds)
    yield from (Check(*finding) for finding in check_folder(claims))


def _check_search(claim: Claim, full: bool, run: Run) -> Iterator[Check]:
    space, best = space_of(claim), claim["best"]
    if not best:
        raise InputError("The certificate lists no best board.")
    named = [*best, claim["runner_up"]] if claim["runner_up"] else best
    boards = [as_board(entry["board"], space.rules) for entry in named]
    yield Check(f"the certificate covers {space.universe}", space.total == claim["total_boards"])
    different = count_orbits(space)
    yield Check(f"{different:,} boards are essentially different", different == claim["evaluated"])
    bound = error_bound(space)
    yield Check(
        f"the search's relative error is at most {error_text(bound, 3)}", bound == claim["relative_error_bound"]
    )
    found = []
    for board, entry in zip(boards, named, strict=True):
        if board not in space:
            yield Check(f"{board} meets the constraints", False)
            return
        value, size = optimal_play(board).expected_rolls, orbit_size(space, board)
        yield Check(f"{board} takes {text(value)} rolls", number_json(value) == entry["expected_rolls"])
        yield Check(f"the board's orbit has {size:,} boards", size == entry["orbit_size"])
        found.append(Found(board, value, size))
    yield from _check_list(space, claim, found[: len(best)], found[len(best) :])
    if full:
        again = search_certificate(search_all(space, top=len(best), run=run))
        for key in ("total_boards", "evaluated", "relative_error_bound", "unique", "gap"):
            yield Check(f"a new search confirms the claim {key!r}", again[key] == claim[key])
        # The two lists may name different boards that are equally good.
        values, others = ([entry["expected_rolls"] for entry in c["best"]] for c in (again, claim))
        yield Check("a new search gives equally good boards", values == others)


def _check_list(space: Space, claim: Claim, best: list[Found], runner_up: list[Found]) -> Iterator[Check]:
    """Check the claims about the list of best boards, and about the runner-up, if there is one."""
    forms = {essential_form(space, found.board) for found in best}
    yield Check("the best boards are essentially different", len(forms) == len(best))
    values = [found.expected_rolls for found in best]
    yield Check("the best boards are listed in order", values == sorted(values))
    yield Check("the claim 'unique' agrees with the list", claim["unique"] is (values.count(values[0]) == 1))
    next_best = [value for value in values if value > values[0]][:1]
    if not runner_up:
        all_best = sum(found.orbit_size for found in best) == space.total
        yield Check(
            "there is no runner-up: all boards are equally good", all_best and not next_best and claim["gap"] is None
        )
        return
    value = runner_up[0].expected_rolls
    yield Check("no listed board is between the best boards and the runner-up", next_best in ([], [value]))
    gap = value - values[0]
    yield Check(f"the runner-up is worse by {decimal(gap):.10g} rolls", gap > 0 and number_json(gap) == claim["gap"])


def _check_proof(claim: Claim, full: bool, run: Run) -> Iterator[Check]:
    rules = rules_of(claim)
    board, *best = (as_board(values, rules) for values in (claim["board"], *claim["best"]))
    start = as_board(claim["start"], rules) if "start" in claim else board
    prover = Prover(rules, start, claim["distinct"], claim["lemma"])
    universe = prover.proof.universe
    yield Check(f"the certificate covers {universe}", universe.boards == claim["total_boards"])
    yield Check("the proof is complete", claim["complete"] is True)
    for each in best if board in best else (board, *best):
        value = prover.rolls(each)
        yield Check(f"{each} takes {text(value)} rolls", number_json(value) == claim["expected_rolls"])
    if start != board:
        yield Check("the board that the proof began with takes more rolls", prover.limit > prover.rolls(board))
    yield from _check_best(claim, prover, board, best)
    yield from _check_multisets(claim, prover)
    bounds = sum(case["bounds"] for case in claim["cases"])
    yield Check(f"the proof computed {bounds:,} bounds of partitions", bounds == claim["bounds"])
    if full:
        again = proof_certificate(prover.work(run))
        for key in ("complete", "expected_rolls", "unique", "states", "bounds", "cases"):
            yield Check(f"a new proof confirms the claim {key!r}", again[key] == claim[key])
        yield Check("a new proof confirms the number of best boards", len(again["best"]) == len(claim["best"]))


def _check_best(claim: Claim, prover: Prover, board: Board, best: list[Board]) -> Iterator[Check]:
    """Check the list of best boards.

    The list is empty if no best board has the requested number of different values.
    """
    asked, forms = claim["distinct"], {prover.layout.form(each) for each in best}
    yield Check("the best boards are essentially different", len(forms) == len(best))
    if asked is not None:
        s = "s" * (asked != 1)
        alike = all(prover.distinct(each) == asked for each in best)
        yield Check(f"every best board has {asked} different value{s}", alike)
    listed = prover.layout.form(board) in forms if best else asked not in (None, prover.distinct(board))
    yield Check("the list of best boards agrees with the named board", listed)
    undecided = claim["lemma"] or not best or (len(best) > 1 and not prover.layout.all_symmetries)
    unique = None if undecided else len(best) == 1
    yield Check("the claim 'unique' agrees with the list and the claim 'lemma'", claim["unique"] is unique)


def _check_multisets(claim: Claim, prover: Prover) -> Iterator[Check]:
    """Count the multisets for each number of different values, and bound them again if that is quick."""
    layout, size = prover.layout, len(prover.layout.cells)
    counts = [(case["distinct"], case["multisets"]) for case in claim["cases"]]
    true = {}
    for d in range(1, len(prover.weights) + 1) if claim["distinct"] is None else [claim["distinct"]]:
        weights = prover.weights[:d] if claim["lemma"] else prover.weights
        true[d] = count_multisets(weights, size).get((size, d), 0)
    yield Check(f"there are {sum(true.values()):,} multisets", [pair for pair in true.items() if pair[1]] == counts)
    states = count_states(layout, prover.weights, claim["distinct"])
    yield Check(f"the multiset bound has {states:,} states", states == claim["states"])
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
        what = f"the bound excludes {excluded:,} of the multisets with {case['distinct']} different value{s}"
        yield Check(what, excluded == case["excluded"])
