"""Records: the closed parts of a long proof in one small text file, from which any machine can continue the proof.

The last round of a proof (``proofs.jobs``) is divided into parts. Each part contains some of the partitions that the
round begins with. A part is closed once its partitions are divided as far as possible. A record contains one line for
every closed part:

    [part, bounds, decisions, boards]

with the number of bounds in the part, a fingerprint of all partitions that survived on the way (``proofs.branching``),
and the remaining boards, each with its family, the cells of its values, and its lower bound. The entries of a part are
the same on every machine: a bound uses only additions, multiplications, divisions and minima of float32 numbers, and
IEEE 754 defines the result of each of these operations.

The first line identifies the proof: it contains the rules, the number of different values, whether the proof uses the
lemma, the exact limit above which a partition is discarded, the version of the bounds, and the hash of the partitions
that the round begins with. The program rejects a record of another proof. The first line also contains the number of
closed parts, the number of their bounds, and the hash of all other lines, so changes to a record are detected. Lines
are sorted by part, so records with the same parts are identical files.

When a part is closed, the program writes a complete new file and then replaces the old file with it. If the
process is killed, only the parts in progress are lost.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from hashlib import sha256
from threading import Lock

import numpy as np

from dicebingo.errors import InputError, quote
from dicebingo.exact import text
from dicebingo.json_form import Json, to_json
from dicebingo.proofs.certificate import CertifiedRules
from dicebingo.proofs.jobs import RoundJob
from dicebingo.proofs.proof import Proof, RecordTotals
from dicebingo.running.files import DamagedFile, FilePath, make_folder, read_text, write_bytes
from dicebingo.running.shards import Result

KIND = "dicebingo record of a proof"
VERSION = 1
"""The version of the bounds and parts. Increase it if a change could alter the counts or decisions of a part."""

Line = tuple[int, int, str, list[list[Json]]]
"""A closed part: its number, its number of bounds, the fingerprint of its decisions, and the remaining boards."""


def record_path(folder: str | FilePath, distinct: int) -> FilePath:
    """Return the path in ``folder`` of the record for boards with ``distinct`` different values."""
    return FilePath(folder) / f"distinct-{distinct}.jsonl"


def certificate_path(folder: str | FilePath, proof: Proof) -> FilePath:
    """Return the path in ``folder`` of the certificate for a complete proof."""
    return FilePath(folder) / f"distinct-{proof.distinct_values}.json"


def record_head(job: RoundJob, proof: Proof) -> dict[str, Json]:
    """Return the part of a record's first line that identifies the proof and its state before the last round."""
    return {
        "kind": KIND,
        "version": VERSION,
        "rules": CertifiedRules.of(proof.rules)._asdict(),
        "distinct": proof.distinct_values,
        "lemma": proof.lemma,
        "board": to_json(proof.upper),
        "limit": text(proof.value),
        "start": start_hash(job),
        "parts": job.shards(),
    }


class Record:
    """A file that stores the closed parts of a round. Each part is a shard of the round's job."""

    def __init__(self, folder: FilePath, job: RoundJob, proof: Proof) -> None:
        """Open the record of the proof's last round in ``folder``, or begin a new record."""
        assert proof.distinct_values is not None
        self.path = path = record_path(folder, proof.distinct_values)
        self.job, self.head, self._lock = job, record_head(job, proof), Lock()
        self._lines: dict[int, Line] = {}
        if path.exists():
            found, self._lines = read_record(path)
            for key, value in self.head.items():
                if found.get(key) != value:
                    raise InputError(f"{quote(path)} is the record of another proof: the {key} differs.")
        else:
            make_folder(path.parent)
            self._write()

    @property
    def totals(self) -> RecordTotals:
        """The number of closed parts, the number of their bounds, and the hash of their lines."""
        return totals(self._lines)

    def has(self, shard: int) -> bool:
        """Return whether a part is closed."""
        return shard in self._lines

    def load(self, shard: int) -> Result:
        """Return the result of a closed part.

        A record states only the total number of bounds in a part. This is enough: a proof counts bounds by number of
        different values, which is the same for all boards of a part.
        """
        _, bounds, decisions, boards = self._lines[shard]
        items = self.job.items(shard)
        values = self.job.start.groups.shape[1]
        return {
            "item": items,
            "bounds": np.array([bounds, *[0] * (len(items) - 1)], np.int64),
            "decisions": np.array([int(decisions, 16)], np.uint64),
            "family": np.array([family for family, _, _ in boards], np.int64),
            "groups": np.array([groups for _, groups, _ in boards], np.uint64).reshape(-1, values),
            "lower": np.array([lower for _, _, lower in boards], np.float64),
        }

    def save(self, shard: int, arrays: Result) -> None:
        """Add a closed part."""
        with self._lock:
            self._lines[shard] = part_line(shard, arrays)
            self._write()

    def _write(self) -> None:
        first = json.dumps({**self.head, **asdict(self.totals)})
        write_bytes(self.path, f"{first}\n{_text(self._lines)}".encode())


def part_line(part: int, arrays: Result) -> Line:
    """Return the line of a closed part."""
    decisions = int(arrays["decisions"].sum(dtype=np.uint64))
    rows = zip(arrays["family"].tolist(), arrays["groups"].tolist(), arrays["lower"].tolist(), strict=True)
    return part, int(arrays["bounds"].sum()), f"{decisions:016x}", [list(row) for row in rows]


def start_hash(job: RoundJob) -> str:
    """Return a hash of a round's initial partitions, in the order of the round's parts, and of their families."""
    digest = sha256(job.start.family[job.order].tobytes() + job.start.groups[job.order].tobytes())
    for weights, counts in job.families:
        digest.update(repr(weights).encode() + counts.astype(np.int64).tobytes())
    return digest.hexdigest()


def totals(lines: Mapping[int, Line]) -> RecordTotals:
    """Compute the totals that the record's first line must state: the numbers of parts and bounds, and the hash."""
    digest = sha256(_text(lines).encode()).hexdigest()
    return RecordTotals(len(lines), sum(line[1] for line in lines.values()), digest)


def _text(lines: Mapping[int, Line]) -> str:
    return "".join(json.dumps(lines[part], separators=(",", ":")) + "\n" for part in sorted(lines))


def read_record(path: FilePath) -> tuple[dict[str, Json], dict[int, Line]]:
    """Return the first line of a record and its closed parts. Raise if the record was changed or damaged."""
    first, _, rest = read_text(path, "record").partition("\n")
    try:
        claim = json.loads(first)
        lines = {line[0]: line for line in map(_line, rest.splitlines())}
        is_sealed = claim.items() >= asdict(totals(lines)).items() and _text(lines) == rest
    except (ValueError, TypeError, AttributeError, RecursionError):
        claim, lines, is_sealed = None, {}, False
    if not is_sealed or claim.get("kind") != KIND:
        raise DamagedFile(f"{quote(path)} is not a proof record, or is damaged")
    return claim, lines


def _line(written_line: str) -> Line:
    part, bounds, decisions, boards = json.loads(written_line)
    return int(part), int(bounds), str(decisions), [[int(family), groups, lower] for family, groups, lower in boards]
