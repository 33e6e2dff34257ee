"""Record a small proof in many parts.

``python -m tests.proofs.recorded FOLDER POINT`` records the proof in FOLDER and kills itself at point number POINT.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from unittest.mock import patch

from dicebingo.proofs import jobs
from dicebingo.proofs import prove as proving
from dicebingo.proofs.proof import Proof
from dicebingo.proofs.prove import prove
from dicebingo.running.run import Run
from dicebingo.running.stopping import watching

DISTINCT = 7


@contextmanager
def in_parts() -> Iterator[None]:
    """Divide the work into several rounds, as in large proofs; the last round has about 40 parts."""
    with (
        patch.object(proving, "SMALL", 0),
        patch.object(jobs, "SAMPLE", 4),
        patch.object(jobs, "SHARDS", 40),
    ):
        yield


def recorded(folder: Path | None, run: Run | None = None, **options: object) -> Proof:
    """Prove which 3x3 boards with seven different values are best, and return the proof without its record."""
    asked = {"distinct_values": DISTINCT, "lemma": False, **options}
    with in_parts():
        proof = prove("classic", record=folder, run=run or Run(threads=2), **asked)  # type: ignore[arg-type]
    return replace(proof, record=None)


def killed_at(folder: Path, point: int) -> None:
    """Run the proof until it reaches point number ``point``, counted from 0, and kill this process there."""
    reached = count()

    def watch(_: object) -> None:
        if next(reached) == point:
            os.kill(os.getpid(), signal.SIGKILL)

    with watching(watch):
        recorded(folder)


if __name__ == "__main__":
    killed_at(Path(sys.argv[1]), int(sys.argv[2]))
