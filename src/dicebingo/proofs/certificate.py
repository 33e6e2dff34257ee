"""Write and read the certificates of searches, proofs and best replies, as JSON.

``proofs.verify`` describes the claims in certificates and how to check them. The counts in a certificate depend on the
algorithms, so a certificate records the program version that wrote it, and only that version can read it. Unknown keys
are ignored.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from reprlib import repr as short
from typing import NamedTuple, TypeAlias

from dicebingo import __version__
from dicebingo.errors import InputError
from dicebingo.json_form import Asked, Compared, Json, expect_json, from_json, to_dict
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.proofs.proof import Proof, RecordTotals
from dicebingo.running.files import FilePath, read_json, write_bytes
from dicebingo.searches.all_boards import SearchResult
from dicebingo.searches.space import Constraints, Found, Space

SEARCH_KIND = "dicebingo certificate of a search over all boards"
PROOF_KIND = "dicebingo certificate of a proof by branch and bound"
REPLY_KIND = "dicebingo certificate of a best reply"

Claim: TypeAlias = Mapping[str, Json]
"""A certificate, as JSON."""
CertificateLike: TypeAlias = Claim | str | FilePath
"""A certificate, or the path of its file."""
Finding: TypeAlias = tuple[str, bool]
"""A description of a check, and whether the check passed."""


class CertifiedRules(NamedTuple):
    """Rules as stored in a certificate, without their name."""

    layout: str
    dice: str
    marking: str

    @classmethod
    def of(cls, rules: Rules) -> CertifiedRules:
        """Return rules in the form used by certificates."""
        return cls(str(rules.layout), str(rules.dice), rules.marking.value)


class CertifiedBoard(NamedTuple):
    """A board that a search found, with its expected number of rolls V and the size of its orbit."""

    board: Board
    expected_rolls: Compared[Fraction]
    orbit_size: Compared[int]

    @classmethod
    def of(cls, found: Found) -> CertifiedBoard:
        """Return a found board in the form used by certificates."""
        return cls(found.board, found.expected_rolls, found.orbit_size)


class CertifiedCase(NamedTuple):
    """The part of a proof about the boards with ``distinct`` different values."""

    distinct: int
    multisets: int
    excluded: int
    bounds: int


class CertifiedReply(NamedTuple):
    """The best reply to a mixture, and its margin."""

    board: Board
    margin: Compared[Fraction]


class CertifiedInterval(NamedTuple):
    """The interval of a board's equilibrium weights, and boards that beat the mixtures ``below`` and ``above`` it."""

    board: Board
    low: Compared[Fraction]
    high: Compared[Fraction]
    below: Board | None
    above: Board | None


class SearchCertificate(NamedTuple):
    """The claims made by a search over all boards."""

    kind: str
    version: str
    rules: CertifiedRules
    constraints: Constraints
    total_boards: Compared[int]
    evaluated: Compared[int]
    relative_error_bound: Compared[float]
    best: list[CertifiedBoard]
    unique: Compared[bool]
    runner_up: CertifiedBoard | None
    gap: Compared[Fraction | None]


class ProofCertificate(NamedTuple):
    """The claims made by a complete proof.

    ``start`` is the board that the proof began with, if the proof found a better one.
    """

    kind: str
    version: str
    rules: CertifiedRules
    distinct: int | None
    total_boards: Compared[int]
    lemma: bool
    complete: Compared[bool]
    board: Board
    start: Asked[Board]
    record: Asked[RecordTotals]
    expected_rolls: Compared[Fraction]
    best: tuple[Board, ...]
    unique: Compared[bool | None]
    states: Compared[int]
    bounds: Compared[int]
    cases: list[CertifiedCase]


class ReplyCertificate(NamedTuple):
    """The claims made by a proof of a best reply (see ``proofs.reply_certificate``)."""

    kind: str
    version: str
    rules: CertifiedRules
    values: tuple[int, ...]
    total_boards: Compared[int]
    tie_break: str
    game: str
    boards: tuple[Board, ...]
    weights: list[list[str]]
    target: str
    ends: list[CertifiedReply]
    interval: CertifiedInterval | None
    multisets: Compared[int]
    followed: Compared[int]
    orbits: Compared[int]
    left: Compared[int]
    left_boards: tuple[Board, ...]


CERTIFICATES = {SEARCH_KIND: SearchCertificate, PROOF_KIND: ProofCertificate, REPLY_KIND: ReplyCertificate}


def search_certificate(result: SearchResult) -> dict[str, Json]:
    """Return the certificate for a search, as JSON."""
    runner_up = result.runner_up
    return to_dict(
        SearchCertificate(
            kind=SEARCH_KIND,
            version=__version__,
            rules=CertifiedRules.of(result.space.rules),
            constraints=result.space.constraints,
            total_boards=result.total_boards,
            evaluated=result.evaluated,
            relative_error_bound=result.error_bound,
            best=[CertifiedBoard.of(found) for found in result.best],
            unique=result.unique,
            runner_up=None if runner_up is None else CertifiedBoard.of(runner_up),
            gap=result.gap,
        )
    )


def proof_certificate(proof: Proof) -> dict[str, Json]:
    """Return the certificate for a complete proof, as JSON."""
    cases = [CertifiedCase(c.distinct_values, c.multisets, c.excluded, c.bounds) for c in proof.cases]
    return to_dict(
        ProofCertificate(
            kind=PROOF_KIND,
            version=__version__,
            rules=CertifiedRules.of(proof.rules),
            distinct=proof.distinct_values,
            total_boards=proof.universe.boards,
            lemma=proof.lemma,
            complete=proof.complete,
            board=proof.upper,
            start=proof.start,
            record=proof.record,
            expected_rolls=proof.value,
            best=proof.best,
            unique=proof.unique,
            states=proof.states,
            bounds=proof.bounds,
            cases=cases,
        )
    )


def write_certificate(path: FilePath, claim: Claim) -> None:
    """Write the certificate ``claim`` to the file at ``path``."""
    write_bytes(path, json.dumps(claim, indent=1).encode() + b"\n")


def read_certificate(certificate: CertificateLike) -> Claim:
    """Return a certificate after checking its version and the types of its fields."""
    claim = read_json(FilePath(certificate)) if isinstance(certificate, str | FilePath) else certificate
    kind = claim.get("kind") if isinstance(claim, Mapping) else None
    if not isinstance(kind, str) or kind not in CERTIFICATES:
        raise InputError("This is not a certificate of a search, a proof or a reply.")
    if claim.get("version") != __version__:
        other = f"of version {short(claim['version'])}" if "version" in claim else "without a version"
        raise InputError(f"expected a certificate of version {__version__}, got one {other}; create it again")
    expect_json(claim, CERTIFICATES[kind], "the certificate")
    return claim


def rules_of(claim: Claim) -> Rules:
    """Return the rules stored in the certificate ``claim``."""
    rules = claim["rules"]
    return Rules.of(rules["layout"], rules["dice"], rules["marking"])


def space_of(claim: Claim) -> Space:
    """Return the space that a search certificate covers."""
    return Space.of(rules_of(claim), from_json(claim["constraints"], Constraints))
