"""``verify`` on records of proofs: it accepts a true record and rejects a hundred forged records."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from dicebingo.errors import DiceBingoError
from dicebingo.proofs.prove import prove
from dicebingo.proofs.record import read_record, record_path, totals
from dicebingo.proofs.verify import verify
from dicebingo.running.run import Run
from tests.commands import run as ask
from tests.proofs.recorded import DISTINCT, in_parts

pytestmark = pytest.mark.slow
EVERY = 1_000
"""More parts than the record has, so the sample contains all parts."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return a folder with a complete record, split into small parts, and its certificate."""
    folder = tmp_path_factory.mktemp("record")
    with in_parts():
        prove("classic", distinct_values=DISTINCT, lemma=False, record=folder)
        yield folder


def certificate(folder: Path) -> Path:
    return folder / f"distinct-{DISTINCT}.json"


def failed(path: Path, **options: Any) -> list[str]:
    """Return the problems that verify finds, or its error."""
    try:
        return [finding.what for finding in verify(path, **options).findings if not finding.holds]
    except DiceBingoError as error:
        return [str(error)]


@pytest.mark.parametrize("options", [{}, {"sample": 3, "seed": 7}, {"sample": EVERY}, {"full": True}])
def test_a_true_record_is_accepted(whole: Path, options: dict[str, Any]) -> None:
    found = verify(record_path(whole, DISTINCT), **options)
    assert found.holds
    closed = len(read_record(record_path(whole, DISTINCT))[1])
    again = min(options.get("sample", closed if options else 0), closed)
    expected = [f"{again:,} recomputed parts have the same counts, decisions and boards"] if options else []
    assert [check.what for check in found.findings[3:]] == expected


@pytest.mark.parametrize("options", [{}, {"sample": EVERY}])
def test_a_true_certificate_is_accepted_with_its_record(whole: Path, options: dict[str, Any]) -> None:
    assert json.loads(certificate(whole).read_text())["record"] == asdict(
        totals(read_record(record_path(whole, DISTINCT))[1])
    )
    assert failed(certificate(whole), **options) == []


def test_an_unfinished_record_is_accepted_but_certifies_nothing(whole: Path, tmp_path: Path) -> None:
    head, lines = read_record(record_path(whole, DISTINCT))
    some = {part: line for part, line in lines.items() if part % 2}
    write(tmp_path, head, some)
    assert failed(record_path(tmp_path, DISTINCT), sample=5) == []
    shutil.copy(certificate(whole), tmp_path)
    assert failed(certificate(tmp_path)) == [
        "the certificate names this record",
        f"all {head['parts']} parts of the last round are closed",
    ]


def write(folder: Path, head: dict[str, Any], lines: dict[int, Any], *, seal: bool = True) -> None:
    """Write a record; its header has the hash and sums of its lines, or those in ``head`` if ``seal`` is false."""
    sealed = {**head, **asdict(totals(lines))} if seal else head
    rows = [json.dumps(lines[part], separators=(",", ":")) for part in sorted(lines)]
    record_path(folder, DISTINCT).write_text("".join(row + "\n" for row in [json.dumps(sealed), *rows]))


def tampered(lines: dict[int, Any], stream: random.Random) -> dict[int, Any]:
    """Return the lines with one change: a missing part, or a wrong count, decision or bound."""
    part = stream.choice(sorted(lines))
    kinds = ["drop", "count", "decisions", "move", "board"]
    with_boards = sorted(number for number, line in lines.items() if line[3])
    kind = stream.choice([*kinds, "bound"] if with_boards else kinds)
    number, bounds, decisions, boards = lines[stream.choice(with_boards) if kind == "bound" else part]
    others = {n: line for n, line in lines.items() if n != number}
    if kind == "drop":
        return others
    if kind == "count":
        bounds += stream.choice([-1, 1, 1000])
    elif kind == "decisions":
        decisions = f"{int(decisions, 16) ^ 1 << stream.randrange(64):016x}"
    elif kind == "move":  # replace one part's line with another part's line
        _, bounds, decisions, boards = lines[stream.choice([n for n in others if lines[n][1:] != lines[number][1:]])]
    elif kind == "board":
        boards = [*boards, [0, [1 << cell for cell in range(len(str(decisions)))][:11], 6.0]]
    else:
        boards = [[family, groups, lower + 0.01] for family, groups, lower in boards]
    return {**others, number: (number, bounds, decisions, boards)}


def test_tampering_is_detected(whole: Path, tmp_path: Path) -> None:
    """``verify`` detects each of a hundred random changes to a record.

    A changed record no longer matches its hash. With a new hash, the record contradicts the certificate; if the
    certificate is forged too, a recomputed sample contradicts the record.
    """
    stream, (head, lines) = random.Random(2026), read_record(record_path(whole, DISTINCT))
    claim = json.loads(certificate(whole).read_text())
    run = Run(threads=2)
    for number in range(100):
        changed = tampered(lines, stream)
        write(tmp_path, head, changed, seal=False)
        assert failed(record_path(tmp_path, DISTINCT))
        if number % 34:
            continue
        write(tmp_path, head, changed)
        shutil.copy(certificate(whole), tmp_path)
        assert "the certificate names this record" in failed(certificate(tmp_path))
        certificate(tmp_path).write_text(json.dumps({**claim, "record": asdict(totals(changed))}))
        assert failed(certificate(tmp_path), sample=EVERY, run=run)


def test_a_sample_needs_a_record(whole: Path, tmp_path: Path) -> None:
    claim = json.loads(certificate(whole).read_text())
    for given in (claim, {key: value for key, value in claim.items() if key != "record"}):
        with pytest.raises(DiceBingoError, match="a sample needs a record"):
            verify(given, sample=1)
    with pytest.raises(DiceBingoError, match="at least one part"):
        verify(record_path(whole, DISTINCT), sample=0)
    shutil.copy(certificate(whole), tmp_path)  # copy the certificate without its record
    assert "as a record" in failed(certificate(tmp_path))[0]


def test_the_commands_write_and_check_a_record(tmp_path: Path) -> None:
    """Run ``prove --record``, then ``verify`` on the record and its certificate."""
    line = ["prove", "--rules", "knuth", "--distinct-values", "4", "--record", str(tmp_path)]
    first, again = (ask(*line) for _ in range(2))
    assert first.code == again.code == 0
    assert "certificate in" in first.out
    held = ask("verify", str(tmp_path / "distinct-4.jsonl"), "--sample", "1")
    assert (held.code, held.out.splitlines()[-1]) == (0, "The record holds.")
    held = ask("verify", str(tmp_path / "distinct-4.json"), "--sample", "1")
    assert (held.code, held.out.splitlines()[-1]) == (0, "The certificate holds.")
