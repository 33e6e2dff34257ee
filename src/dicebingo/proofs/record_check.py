"""Check the record of a proof (``proofs.record`` describes its contents).

The quick check recomputes the division into parts: it bounds the multisets again and repeats all rounds except the
last. The record's parts must be parts of exactly this division. A part's claims can be checked only by recomputing the
part. A sample check recomputes parts chosen at random, and the full check recomputes all parts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass

from dicebingo.errors import InputError, quote, whole_number
from dicebingo.exact import text
from dicebingo.model.board import as_board
from dicebingo.proofs.bounds import bound_layout
from dicebingo.proofs.certificate import Claim, Finding, rules_of
from dicebingo.proofs.jobs import RoundJob
from dicebingo.proofs.prove import Prover
from dicebingo.proofs.record import KIND, VERSION, Line, part_line, read_record, record_head, record_path, totals
from dicebingo.running.files import FilePath, regular_file
from dicebingo.running.randomness import shuffled
from dicebingo.running.run import Run
from dicebingo.running.shards import Result


@dataclass(frozen=True, slots=True)
class Sample:
    """The number of parts to recompute, and the seed for drawing them."""

    size: int
    seed: int

    def __post_init__(self) -> None:
        whole_number(self.size, "a sample of at least one part", 1)


@dataclass(frozen=True, slots=True)
class PartsJob:
    """A job that recomputes selected parts of a round, one in each shard."""

    whole: RoundJob
    parts: Sequence[int]

    def name(self) -> str:
        """Return a name that identifies the parts."""
        return f"parts {self.parts} of {self.whole.name()}"

    def shards(self) -> int:
        """Return the number of shards."""
        return len(self.parts)

    def shard(self, number: int) -> Result:
        """Recompute a part."""
        return self.whole.shard(self.parts[number])


def is_record(path: FilePath) -> bool:
    """Return whether a file begins like a record."""
    begins = f'{{"kind": "{KIND}"'.encode()
    try:
        with regular_file(path, "record") as file:
            return file.read(len(begins)) == begins
    except InputError:
        return False


def check_record(path: FilePath, sample: Sample | None, full: bool, run: Run) -> Iterator[Finding]:
    """Check a record, yielding each finding as soon as it is known."""
    claim, lines = read_record(path)
    if claim.get("version") != VERSION:
        raise InputError(f"{quote(path)} is a record of another version; this program reads version {VERSION}.")
    prover = _prover(claim, path)
    limit = text(prover.limit)
    yield f"{prover.proof.upper} takes {limit} rolls", limit == claim["limit"]
    job = prover.last_round(run, prover.begin(run))
    first = {**record_head(job, prover.proof), **asdict(totals(lines))}
    yield f"the last round has {job.shards():,} parts, and the record belongs to this round", first == claim
    yield f"{len(lines):,} parts are closed, with {claim['bounds']:,} bounds", all(0 <= n < job.shards() for n in lines)
    if first == claim and (full or sample is not None):
        yield from _check_parts(job, lines, _chosen(lines, None if full else sample), run)


def check_certified(claim: Claim, folder: FilePath, sample: Sample | None, run: Run) -> Iterator[Finding]:
    """Check the record in ``folder`` that belongs to the certificate of a proof."""
    path = record_path(folder, claim["distinct"])
    head, lines = read_record(path)
    yield "the certificate names this record", asdict(totals(lines)) == claim["record"]
    yield f"all {head['parts']:,} parts of the last round are closed", len(lines) == head["parts"]
    same = all(head.get(key) == claim[key] for key in ("rules", "distinct", "lemma"))
    yield (
        "the record and the certificate are about the same proof",
        same and head["board"] == claim.get("start", claim["board"]),
    )
    yield from check_record(path, sample, False, run)


def certificates_in(folder: FilePath) -> list[FilePath]:
    """Return the certificates in ``folder``, sorted by number of different values."""
    return sorted(folder.glob("distinct-*.json"), key=lambda path: (len(path.name), path.name))


def check_folder(claims: Sequence[Claim]) -> Iterator[Finding]:
    """Check that the certificates together prove the smallest expected number of rolls V of all boards.

    The certificates must cover every number of different values and name the same board.
    """
    first = claims[0]
    rules = rules_of(first)
    most = min(len(bound_layout(rules).cells), len(rules.dice.values))
    numbers = [claim["distinct"] for claim in claims]
    yield f"the certificates cover 1 to {most} different values", numbers == [*range(1, most + 1)]
    keys = ("rules", "board", "expected_rolls")
    yield "all certificates name the same board", all(claim[key] == first[key] for claim in claims for key in keys)


def _prover(claim: Claim, path: FilePath) -> Prover:
    """Return a prover, not yet started, for a record's proof."""
    try:
        rules = rules_of(claim)
        return Prover(rules, as_board(claim["board"], rules), claim["distinct"], claim["lemma"])
    except (KeyError, TypeError) as error:
        reason = f"{type(error).__name__}: {error}"
        raise InputError(f"The first line of the record {quote(path)} is not valid ({reason}).") from None


def _chosen(lines: Mapping[int, Line], sample: Sample | None) -> list[int]:
    """Return all closed parts, or a sample."""
    return sorted(lines) if sample is None else shuffled(sorted(lines), sample.seed)[: sample.size]


def _check_parts(job: RoundJob, lines: Mapping[int, Line], parts: list[int], run: Run) -> Iterator[Finding]:
    """Recompute parts, and compare their bounds, decisions and boards."""
    wrong = 0
    results = run.within("parts").shards(PartsJob(job, parts), "recomputing parts")
    for part, arrays in zip(parts, results, strict=True):
        again = part_line(part, arrays)
        if again != lines[part]:
            wrong += 1
            found = f"{again[1]:,} bounds, {len(again[3])} boards and the decisions {again[2]}"
            yield f"part {part} differs from the record: recomputing it gives {found}", False
    yield f"{len(parts):,} recomputed parts have the same counts, decisions and boards", not wrong
