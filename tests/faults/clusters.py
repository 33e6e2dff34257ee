"""Run commands with --workers, and kill workers or interrupt the command while workers start or compute.

Running ``python -m tests.faults.clusters ARGUMENTS`` runs ``dicebingo ARGUMENTS`` with the work divided into small
parts.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from dicebingo.running import cluster
from dicebingo.running.cache import cache_folder
from tests.faults.judge import Judge, Outcome, files_in
from tests.faults.lines import LINES, Line

ROOT = Path(__file__).parents[2]
PATIENCE = 300
"""Seconds after which a command, or a worker that outlives it, counts as hung."""
FAULTS = {
    "death starting always": 2,
    "death from 1": 2,
    "SIGINT starting once": 130,
    "SIGTERM starting once": 143,
    "SIGINT computed 1": 130,
    "SIGTERM computed 1": 143,
    "orphaned computed 1": -9,
}
"""Worker faults that end the command (see ``preload``), each with the command's exit code."""


class Workers:
    """Runs a command line repeatedly, each time in a new process."""

    def __init__(self, name: str, folder: Path) -> None:
        self.line, self.folder = LINES[name], folder
        self.inputs = folder / "inputs"
        for number, text in enumerate(self.line.before):
            assert self._run(Line(text), self.inputs).code == 0, number
        self.judge = Judge(name, self._run(self.line, folder / "reference"))
        assert self.judge.reference.code == 0, self.judge.reference

    def complaints(self, fault: str) -> list[str] | None:
        """Return the problems found after a fault and a rerun of the command, or None if the fault did not occur."""
        work = self.folder / "work"
        found = self._run(self.line, work, fault)
        struck = self.marker.exists() or fault.endswith("always")
        wrong = [*self.judge.complaints(found, fault, FAULTS.get(fault, 0))]
        wrong += self.judge.complaints_when_resumed(self._run(self.line, work))
        shutil.rmtree(work)
        self.marker.unlink(missing_ok=True)
        return wrong if struck else None

    @property
    def marker(self) -> Path:
        return self.folder / "struck"

    def _run(self, line: Line, work: Path, fault: str = "") -> Outcome:
        """Run a command line; if a ``fault`` is given, cause it, and start only one worker."""
        if not work.exists():
            shutil.copytree(self.inputs, work) if self.inputs.exists() else work.mkdir()
        around = {
            "PYTHONPATH": str(ROOT),
            "NUMBA_CACHE_DIR": os.environ.get("NUMBA_CACHE_DIR") or str(cache_folder()),
            "DASK_DISTRIBUTED__WORKER__PRELOAD": '["tests.faults.preload"]',
            "DASK_TEMPORARY_DIRECTORY": str(self.folder),  # dask stores locks here, and removes files of dead workers
            "FAULT": fault,
            "MARKER": str(self.marker),
            "PAIRS": str(line.pairs),
        }
        words = [sys.executable, "-m", "tests.faults.clusters", *line.words, *(["--workers", "1"] if fault else [])]
        pipe = subprocess.PIPE
        process = subprocess.Popen(
            words, cwd=work, env={**os.environ, **around}, process_group=0, stdout=pipe, stderr=pipe, text=True
        )
        try:
            out, err = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
            return Outcome(None, out, err, files_in(work))
        return Outcome(process.returncode if all_end(process.pid) else None, out, err, files_in(work))


def all_end(group: int) -> bool:
    """Return whether all processes of a group end soon; if they do not, kill them."""
    end = time.monotonic() + PATIENCE
    try:
        while time.monotonic() < end:
            os.killpg(group, 0)
            time.sleep(0.02)
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        return True
    return False


if __name__ == "__main__":
    from dicebingo.cli.start import main
    from tests.faults.small import make_parts_small

    make_parts_small(int(os.environ["PAIRS"]))
    if os.environ["FAULT"].startswith("death from"):
        cluster.LOST_SECONDS = 3
    sys.argv[0] = "dicebingo"
    main()
