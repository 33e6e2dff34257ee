"""Very large inputs (a thousand, a million, 10¹²) get an answer or a one-line error, and use less than 2 GB.

Every command line runs in a separate process with a limited address space, so a failure cannot exhaust the machine.
Searches whose duration is set by the user (by ``--seconds``, or by ``--restarts`` on a large space) are not tested
here.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

resource = pytest.importorskip("resource")

GIGABYTE = 1 << 30
A, B = "9 6 7 / 7 9 6 / 6 7 9", "6 7 6 / 7 7 7 / 6 6 6"
SQUARE = ("solve", "1 1 / 1 1", "--layout", "2x2", "--dice")
KNUTH = ("--rules", "knuth")
NUMBERS = (10**3, 10**6, 10**12)
NUMBERED = {
    "games": ("match", A, B, "--simulate", "{}"),
    "rolls of a match": ("match", A, B, "--upto", "{}"),
    "rolls": ("solve", A, "--upto", "{}"),
    "a deadline": ("solve", A, "--deadline", "{}"),
    "a deadline for all boards": ("search", *KNUTH, "--deadline", "{}"),
    "best boards": ("search", *KNUTH, "--top", "{}"),
    "worst boards": ("search", *KNUTH, "--worst", "{}"),
    "values": ("search", "--values", "1..{}"),
    "workers": ("search", *KNUTH, "--workers", "{}"),
    "the length of rings": ("rings", "--random", "20", "--length", "{}"),
    "the length of rings in a search": ("rings", *KNUTH, "--search", "--length", "{}"),
    "rings": ("rings", "--random", "20", "--most", "{}"),
    "upsets": ("upsets", "--random", "20", "--most", "{}"),
    "entrants": ("tournament", *KNUTH, "--random", "{}"),
    "the best entrants": ("tournament", *KNUTH, "--top", "{}"),
    "changes": ("improve", A, "--most", "{}"),
    "sheets": ("sheet", "--count", "{}", "--json"),
    "better boards": ("rank", A, "--approximate", "--nearest", "{}"),
    "different values": ("prove", *KNUTH, "--distinct-values", "{}"),
    "a roll": ("nash", A, B, "--roll", "{}"),
    "boards of a mixture": ("arena", *KNUTH, "--rounds", "{}"),
    "climbs": ("counter", "1 2 / 3 4", *KNUTH, "--restarts", "{}"),
    "seconds": ("serve", "--check", "--port", "0", "--workers", "1", "--seconds", "{}"),
    "processes of a server": ("serve", "--check", "--port", "0", "--workers", "{}"),
    "rows": ("solve", "1 1", "--layout", "{}x1"),
    "rows and columns": ("solve", "1 1", "--layout", "{0}x{0}"),
    "dice": (*SQUARE, "{}d6"),
    "sides": (*SQUARE, "1d{}"),
    "dice and sides": (*SQUARE, "{0}d{0}"),
    "a product": (*SQUARE, "product({0}d{0})"),
    "a weight": (*SQUARE, "{{1:1,2:{}}}"),
    "a value": (*SQUARE, "{{1:1,{}:1}}"),
    "rare rolls": ("match", "1 1 / 1 1", "1 1 / 1 1", *SQUARE[2:], "{{1:1,2:{}}}", "--simulate", "3"),
    "a seed": ("match", A, B, "--simulate", "3", "--seed", "{}"),
}
OTHERS = {
    "a weight of 100,000 digits": (*SQUARE, "{1:1" + 100_000 * "0" + "}"),
    "10,000 values": (*SQUARE, "{" + ",".join(f"{value}:1" for value in range(1, 10_001)) + "}"),
    "a share of 100,000 digits": ("counter", A, B, "--weights", f"1{100_000 * '0'},1"),
    "50,000 cells": ("solve", 50_000 * "7 "),
    "60,000 preferences": ("solve", A, "--policy", "prefer:" + ",".join(60_000 * "1")),
    "a file of 10¹² boards": ("match", "@large"),
    "a certificate of 10¹² bytes": ("verify", "large"),
    "a nested certificate": ("verify", "nested"),
    "rules of 10¹² bytes": ("rules", "large.toml"),
    "a tournament of 10¹² bytes": ("rings", "--from", "large"),
    "a device": ("match", "@/dev/zero"),
}
CASES: dict[str, tuple[str, ...]] = OTHERS | {
    f"{name}: {number:,}": tuple(word.format(number) for word in words)
    for name, words in NUMBERED.items()
    for number in NUMBERS
}
SAMPLE = {"workers: 1,000", "workers: 1,000,000,000,000", "rare rolls: 1,000,000,000,000", "games: 1,000,000,000,000"}


@pytest.mark.slow
@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.long][name in SAMPLE :]) for name in CASES])
def test_extreme_inputs_get_an_answer_or_a_one_line_error(name: str, tmp_path: Path) -> None:
    for large in ("large", "large.toml"):
        with (tmp_path / large).open("wb") as file:
            file.truncate(10**12)  # a sparse file, which uses no disk space
    (tmp_path / "nested").write_text(1_000_000 * "[")
    with (tmp_path / "out").open("w+") as out, (tmp_path / "err").open("w+") as err:
        process = subprocess.Popen(
            [sys.executable, "-m", "dicebingo", *CASES[name]],
            cwd=tmp_path,
            stdout=out,
            stderr=err,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (6 * GIGABYTE, 6 * GIGABYTE)),  # noqa: PLW1509
        )
        _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    said, told = (tmp_path / "out").read_text(), (tmp_path / "err").read_text()
    assert "Traceback" not in told
    assert len(told) < 1_000
    assert (process.returncode, bool(said), told.count("\n")) in ((0, True, 0), (2, False, 1)), (said[:1_000], told)
    assert used.ru_maxrss * 1024 < 2 * GIGABYTE
