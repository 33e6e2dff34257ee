"""Checks that a stopped command printed only true claims and left no damaged files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tests.faults.lines import LINES
from tests.faults.truth import CHECKS, TEXTS

Files = dict[str, Any]
KILLED = -9
STOPPED = {130: "Ctrl-C, or the time is up", 143: "SIGTERM"}
TIME = re.compile(r"[0-9][0-9.,]* (seconds; .*|s|ms|min|µs)\b")
"""Matches an elapsed time in text output. In some outputs, the name of the certificate follows."""


@dataclass(frozen=True)
class Outcome:
    """The result of a process: its exit code (None if the process hung), its output and its files."""

    code: int | None
    out: str
    err: str
    files: Files


@dataclass(frozen=True)
class Judge:
    """Judges the results of a command line by comparing them with its result without a fault."""

    name: str
    reference: Outcome

    def answer(self, outcome: Outcome) -> Any:
        """Return the output without elapsed times."""
        return timeless(json.loads(outcome.out)) if LINES[self.name].is_json else TIME.sub("", outcome.out)

    def complaints(
        self, found: Outcome, fault: str, code: int, *, too_late: bool = True, must_answer: bool = False
    ) -> Iterator[str]:
        """Yield the problems found. The exit code must be ``code``, or may be 0 if the fault came ``too_late``."""
        if found.code not in ((0, code) if too_late else (code,)):
            yield f"expected exit code {code}{', or 0' if too_late else ''}, got {found.code}"
        notes = found.err.removeprefix(self.reference.err).count("\n")
        few = (
            (0, 1) if found.code == 0 else range(9) if found.code == KILLED else (1,)
        )  # if a process is killed, the number of messages varies
        if "Traceback" in found.err or "Exception" in found.err or notes not in few:
            yield f"expected a one-line message, got {found.err!r}"
        for name, content in found.files.items():
            if name not in self.reference.files:
                if code != KILLED:
                    yield f"expected no other files, got {name}"
            elif content != self.reference.files[name]:
                yield f"expected {name} to be complete or absent, got {content!r}"
        if found.code == 0 or must_answer or found.out:
            yield from self._false_claims(found, fault)

    def _false_claims(self, found: Outcome, fault: str) -> Iterator[str]:
        try:
            said, whole = self.answer(found), self.answer(self.reference)
        except ValueError as error:
            yield f"expected one JSON object, got {error} in {found.out!r}"
            return
        if isinstance(said, dict):  # the output lists the files that the command wrote
            named = {key: said.pop(key) for key in ("certificate", "out") if key in said}
            whole = {key: value for key, value in whole.items() if key not in named}
            if missing := {name for name in named.values() if name and name not in found.files}:
                yield f"expected the files that the output names, but there is no {missing}"
        if said == whole:
            return
        if not LINES[self.name].is_json:
            if not found.code or not (whole.startswith(said) or TEXTS.get(self.name, lambda _: False)(said)):
                yield f"expected only true claims, got {found.out!r}"
            return
        status, may_be = said.get("status"), {"stopped"} if found.code in STOPPED else set()
        if fault == "time is up" and found.code == 0:
            may_be = {"best found", "simulated"}
            status = "simulated" if said.get("simulated") else status
        if status not in may_be or self.name not in CHECKS:
            yield f"expected the whole answer, or a partial answer marked as stopped, got {said}"
        else:
            try:
                CHECKS[self.name](said, whole)
            except AssertionError as error:
                yield f"expected only true claims, got {said} ({error})"

    def complaints_when_resumed(self, found: Outcome) -> Iterator[str]:
        """Return the problems found after rerunning the same command."""
        if found.code != 0 or found.err not in ("", self.reference.err):
            yield f"resumed: expected exit code 0 and no message, got {found.code} and {found.err!r}"
        elif self.answer(found) != self.answer(self.reference):
            yield f"resumed: expected the answer of an undisturbed run, got {found.out!r}"
        if found.files != self.reference.files:
            names = {name for files in (found.files, self.reference.files) for name in files}
            others = [name for name in names if found.files.get(name) != self.reference.files.get(name)]
            yield f"resumed: expected the files of an undisturbed run, but these differ: {others}"


def timeless(value: Any) -> Any:
    """Return JSON without the elapsed seconds."""
    if isinstance(value, dict):
        return {key: timeless(inner) for key, inner in value.items() if key != "seconds"}
    return [timeless(inner) for inner in value] if isinstance(value, list) else value


def files_in(folder: Path) -> Files:
    """Return the contents of all files, by path."""
    return {str(path.relative_to(folder)): _content(path) for path in sorted(folder.rglob("*")) if path.is_file()}


def _content(path: Path) -> Any:
    content = path.read_bytes()
    try:
        if path.suffix == ".json":
            return timeless(json.loads(content))
        if path.suffix == ".npz":  # archives contain the time of writing, so only the archived files are compared
            with np.load(path) as arrays:
                return {name: (array.dtype.str, array.shape, array.tobytes()) for name, array in arrays.items()}
    except Exception as error:  # noqa: BLE001  (a truncated archive fails in many ways)
        return f"damaged: {error!r}"
    return content
