"""Write the table of docs/faults.md from the counts of ``python3 dev.py test --long tests/faults``.

Run it with ``python -m tools.faults``. It reads the counts that the tests have stored in build/faults/.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import NotRequired, TypedDict

from tests.faults.lines import LINES

ROOT = Path(__file__).parents[1]
COUNTS = ROOT / "build" / "faults"
PAGE = ROOT / "docs" / "faults.md"
TABLE = re.compile(r"(?<=<!-- written by python -m tools.faults -->\n\n).*?(?=\n\n<!-- end -->)", re.DOTALL)
FAULTS = {
    "at a point": ("Ctrl-C", "SIGTERM", "kill -9", "time is up", "full disk"),
    "at startup": ("starting",),
    "with a worker": ("worker",),
}
"""The case columns of the table, each with the names of the faults that it counts."""


class Counts(TypedDict):
    """The results for a command line: the number of cases tested for each fault, and the cases that failed."""

    cases: dict[str, int]
    failures: dict[str, list[str]]
    seconds: float
    points: NotRequired[dict[str, int]]


def table() -> str:
    """Return the table, which has one row for each command line, followed by the command lines."""
    heads = ["command line", *FAULTS]
    rows = [_row(name) for name in LINES]
    *sums, failures = [sum(column) for column in zip(*rows, strict=True)]
    lines = [f"| {' | '.join(heads)} |", "|---" + "|--:" * (len(heads) - 1) + "|"]
    for name, counts in [*((name, row[:-1]) for name, row in zip(LINES, rows, strict=True)), ("**all**", sums)]:
        lines.append(f"| {name} | {' | '.join(f'{count:,}' if count else '' for count in counts)} |")
    texts = [text for line in LINES.values() for text in (*line.before, line.text)]
    listed = "\n".join(f"dicebingo {text}" for text in dict.fromkeys(texts))
    cases = (
        f"Of {sum(sums):,} cases, {failures or 'none'} failed. "
        "If a cell is empty, the fault does not apply or has not been counted yet."
    )
    return "\n".join([*lines, "", cases, "", "```text", listed, "```"])


def _row(name: str) -> list[int]:
    """Return the numbers in a row: the cases in each column, and the failures."""
    parts: list[Counts] = [json.loads(path.read_text(encoding="utf-8")) for path in COUNTS.glob(f"{name}; *.json")]
    cases = {fault: count for part in parts for fault, count in part["cases"].items()}
    counts = [sum(cases.get(fault, 0) for fault in faults) for faults in FAULTS.values()]
    return [*counts, sum(len(part["failures"]) for part in parts)]


def main() -> None:
    """Write the table."""
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(TABLE.sub(lambda _: table(), page), encoding="utf-8")


if __name__ == "__main__":
    main()
