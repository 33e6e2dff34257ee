"""Records of proofs: a resumed proof skips finished parts, even after a kill, and rejects records of other proofs."""

from __future__ import annotations

import json
import random
import shutil
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest

from dicebingo.errors import DiceBingoError
from dicebingo.proofs import record
from dicebingo.proofs.branching import fingerprint
from dicebingo.proofs.jobs import RoundJob
from dicebingo.proofs.proof import Proof
from dicebingo.proofs.prove import prove
from dicebingo.proofs.record import certificate_path, read_record, record_path
from dicebingo.proofs.verify import verify
from dicebingo.running.run import Progress, Run
from tests.proofs.recorded import DISTINCT, recorded

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a complete record."""
    folder = tmp_path_factory.mktemp("record")
    assert recorded(folder).complete
    return folder


@pytest.fixture(scope="module")
def proof() -> Proof:
    """Return the proof, computed without a record."""
    return recorded(None)


def lines_of(folder: Path) -> list[str]:
    return record_path(folder, DISTINCT).read_text().splitlines()


def write(folder: Path, head: dict[str, Any], lines: list[str]) -> None:
    text = "".join(line + "\n" for line in [json.dumps(head), *lines])
    record_path(folder, DISTINCT).write_text(text)


def test_a_record_describes_the_proof_and_each_part(whole: Path, proof: Proof) -> None:
    (head, *lines), (claim, parts) = lines_of(whole), read_record(record_path(whole, DISTINCT))
    assert json.loads(head) == claim
    assert len(lines) == len(parts) == claim["parts"] == claim["closed"] > 30
    assert sum(part[1] for part in parts.values()) == claim["bounds"] < proof.bounds
    assert (claim["distinct"], claim["lemma"]) == (DISTINCT, False)
    assert claim["limit"] == str(proof.value)


def test_a_complete_record_gives_the_same_proof_at_once(whole: Path, proof: Proof) -> None:
    with patch.object(record.Record, "save", side_effect=AssertionError("every part is closed")):
        assert recorded(whole) == proof


@pytest.mark.parametrize("kills", [2, pytest.param(10, marks=pytest.mark.long)])
def test_a_killed_proof_continues_from_a_copied_record(whole: Path, proof: Proof, kills: int, tmp_path: Path) -> None:
    """After a kill at any point, the record contains only true lines, and the resumed proof gives the full result."""
    expected, chosen = lines_of(whole), random.Random(33)
    closed = set()
    for point in chosen.sample(range(40, 260), kills):
        folder, copy = tmp_path / f"{point}", tmp_path / f"{point}-copy"
        command = [sys.executable, "-m", "tests.proofs.recorded", str(folder), str(point)]
        assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
        if folder.exists():
            shutil.copytree(folder, copy)
        left = lines_of(copy)[1:] if record_path(copy, DISTINCT).exists() else []
        assert set(left) <= set(expected[1:])
        closed.add(len(left))
        with patch.object(RoundJob, "shard", autospec=True, side_effect=RoundJob.shard) as shard:
            assert recorded(copy) == proof
        last = [call for call in shard.call_args_list if call.args[0].depth == DISTINCT]
        # Each remaining part of the proof is computed at most once.
        assert len(last) <= len(expected) - 1 - len(left)
        assert lines_of(copy) == expected
    assert len(closed) > kills // 2


def test_a_stopped_proof_continues_from_its_record(whole: Path, proof: Proof, tmp_path: Path) -> None:
    def stop(now: Progress) -> None:
        if now.stage == "round 3 of 3" and now.done >= 10:
            run.stop()

    run = Run(progress=stop, threads=1)
    partial = recorded(tmp_path, run)
    assert not partial.complete
    closed = read_record(record_path(tmp_path, DISTINCT))[0]["closed"]
    assert 10 <= closed < 30
    assert recorded(tmp_path) == proof
    assert lines_of(tmp_path) == lines_of(whole)


@pytest.mark.parametrize(
    ("options", "other"),
    [
        ({"lemma": True}, "lemma"),
        ({"upper": "7 7 8 / 6 6 8 / 5 9 10"}, "board"),
    ],
)
def test_the_record_of_another_proof_is_rejected(whole: Path, options: dict[str, Any], other: str) -> None:
    before = lines_of(whole)
    with pytest.raises(DiceBingoError, match=f"another proof: the {other} differs"):
        recorded(whole, **options)
    assert lines_of(whole) == before


def test_a_record_with_another_version_limit_or_start_is_rejected(whole: Path, tmp_path: Path) -> None:
    shutil.copytree(whole, tmp_path, dirs_exist_ok=True)
    with (
        patch.object(record, "VERSION", record.VERSION + 1),
        pytest.raises(DiceBingoError, match="the version differs"),
    ):
        recorded(tmp_path)
    head, *lines = lines_of(tmp_path)
    write(tmp_path, {**json.loads(head), "limit": "7"}, lines)
    with pytest.raises(DiceBingoError, match="the limit differs"):
        recorded(tmp_path)
    with pytest.raises(DiceBingoError, match="the start differs"):
        prove("classic", distinct_values=DISTINCT, lemma=False, record=whole)


@pytest.mark.parametrize("text", ["", "\n", "{}", "[1, 2]", "null\n[]\n", "no JSON"])
def test_a_file_that_is_not_a_record_is_rejected(tmp_path: Path, text: str) -> None:
    record_path(tmp_path, DISTINCT).write_text(text)
    with pytest.raises(DiceBingoError, match="is not a proof record, or is damaged"):
        recorded(tmp_path)


def test_records_for_all_numbers_of_different_values_complete_the_proof(tmp_path: Path) -> None:
    proof, other = prove("classic", record=tmp_path), prove("classic")
    assert (proof.status, proof.value, proof.unique) == (other.status, other.value, other.unique)
    assert [case.lower for case in proof.cases] == [case.lower for case in other.cases]
    assert [case.multisets for case in proof.cases] == [case.multisets for case in other.cases]
    assert (proof.distinct_values, proof.universe, len(proof.best)) == (None, other.universe, 1)
    found = verify(tmp_path, sample=2)
    assert found.holds
    assert found.findings[-2].what == "the certificates cover 1 to 9 different values"
    certificate_path(tmp_path, replace(proof, distinct_values=6)).unlink()
    assert [check.what for check in verify(tmp_path).findings if not check.holds] == [found.findings[-2].what]


def test_a_proof_is_incomplete_until_it_covers_every_number_of_different_values(tmp_path: Path) -> None:
    def stop(_: Progress) -> None:
        if record_path(tmp_path, 7).exists():
            run.stop()

    run = Run(progress=stop, threads=1)
    proof = prove("classic", record=tmp_path, run=run)
    assert (proof.complete, proof.unique) == (False, None)
    assert [case.distinct_values for case in proof.cases if case.closed][:6] == [1, 2, 3, 4, 5, 6]
    assert not all(case.closed for case in proof.cases)
    assert proof.lower is not None
    assert proof.lower < proof.value


def test_a_fingerprint_ignores_the_order_of_partitions() -> None:
    """The fingerprint depends on every partition and on every group in it."""
    stream = np.random.default_rng(5)
    groups = stream.integers(0, 1 << 16, (50, 7)).astype(np.uint64)
    number = fingerprint(groups)
    assert fingerprint(groups[stream.permutation(50)]) == number
    assert (fingerprint(groups[:20]) + fingerprint(groups[20:])) % 2**64 == number
    others = [fingerprint(np.delete(groups, row, axis=0)) for row in range(50)]
    for row in range(50):
        changed = groups.copy()
        changed[row, row % 7] ^= np.uint64(1 << row % 16)
        others.append(fingerprint(changed))
        changed = groups.copy()
        changed[row, [0, 1]] = changed[row, [1, 0]]
        others.append(fingerprint(changed))
    assert len({number, *others}) == 151
    assert fingerprint(groups[:0]) == 0
