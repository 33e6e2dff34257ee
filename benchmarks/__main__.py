"""Run benchmarks and print their results: ``python -m benchmarks [NAME ...] [--seconds S] [--json]``.

The exit code is 0, or 1 if an answer was wrong, or 2 if a name is unknown.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Sequence
from dataclasses import asdict

from benchmarks import (
    cold_start,
    crowd,
    duel,
    full_card,
    hostile,
    lesson,
    load,
    matches,
    page,
    prove,
    replies,
    search_4x4,
    search_all,
    site,
    soak,
    solve_3x3,
    solve_4x4,
    solve_5x5,
    tournament,
)
from benchmarks.harness import Benchmark, Figure, WrongAnswer
from dicebingo.cli.output import columns
from dicebingo.render.blocks import Column, Table
from dicebingo.render.writers.text import table

BENCHMARKS = (
    solve_3x3.BENCHMARK,
    solve_4x4.BENCHMARK,
    solve_5x5.BENCHMARK,
    full_card.BENCHMARK,
    cold_start.BENCHMARK,
    matches.EXACT,
    matches.FAST,
    matches.THREE,
    matches.SIMULATION,
    crowd.BENCHMARK,
    duel.EXACT,
    duel.FAST,
    search_all.BENCHMARK,
    search_4x4.BENCHMARK,
    prove.BENCHMARK,
    replies.BENCHMARK,
    load.BENCHMARK,
    lesson.BENCHMARK,
    hostile.BENCHMARK,
    soak.BENCHMARK,
    tournament.BENCHMARK,
    *page.BENCHMARKS,
    *site.BENCHMARKS,
)
REPEATS = 7

Measured = list[tuple[Benchmark, Sequence[Figure]]]


def main(arguments: Sequence[str], benchmarks: Sequence[Benchmark] = BENCHMARKS, repeats: int = REPEATS) -> int:
    by_name = {benchmark.name: benchmark for benchmark in benchmarks}
    parser = argparse.ArgumentParser(
        prog="python3 dev.py bench", description="Run benchmarks. A slow result is not a failure."
    )
    usual = [benchmark.name for benchmark in benchmarks if not benchmark.by_name_only]
    others = [name for name in by_name if name not in usual]
    told = f"default: {', '.join(usual)}" + (f"; run only if named: {', '.join(others)}" if others else "")
    parser.add_argument("names", nargs="*", metavar="NAME", help=told)
    parser.add_argument("--seconds", type=int, metavar="S", help="duration of the timed benchmarks")
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    options = parser.parse_args(arguments)
    for name in options.names:
        if name not in by_name:
            parser.error(f"expected one of {', '.join(by_name)}, got {name!r}")
    measured, wrong = run([by_name[name] for name in options.names or usual], repeats, options.seconds)
    print(as_json(measured, wrong) if options.json else as_text(measured))
    return int(bool(wrong))


def run(benchmarks: Sequence[Benchmark], repeats: int, seconds: int | None = None) -> tuple[Measured, dict[str, str]]:
    """Run all the benchmarks, even if one fails; return the measurements and the wrong answers."""
    measured: Measured = []
    wrong: dict[str, str] = {}
    for benchmark in benchmarks:
        against = f", against {benchmark.baseline}" if benchmark.baseline else ""
        lasts = (seconds or benchmark.seconds) if benchmark.seconds else None
        how_long = f", for {lasts} seconds" if lasts else ""
        print(f"{benchmark.name}: {benchmark.measures}{how_long}{against}", file=sys.stderr, flush=True)
        try:
            measured.append((benchmark, benchmark.run(lasts or repeats)))
        except WrongAnswer as error:
            wrong[benchmark.name] = str(error)
            print(f"{benchmark.name}: wrong answer: {error}", file=sys.stderr)
    return measured, wrong


def as_text(measured: Measured) -> str:
    rows = []
    for benchmark, figures in measured:
        names = [benchmark.name] + [""] * (len(figures) - 1)
        rows += [[name, f.what, quantity(f.value, f.unit), aim(f)] for name, f in zip(names, figures, strict=True)]
    headers = ("benchmark", "figure", "measured", "aim")
    return table(Table([Column(header) for header in headers], rows), columns())


def quantity(value: float, unit: str) -> str:
    if unit == "s":
        return f"{value:.2f} s" if value >= 1 else f"{value * 1000:.3g} ms"
    return f"{value:,.1f} x" if unit == "x" and value < 1000 else f"{value:,.0f} {unit}"


def aim(figure: Figure) -> str:
    """Return the aim, with a tick if it is met, or with a cross and the fraction reached."""
    if figure.aim is None:
        return ""
    bound = f"{'at most' if figure.at_most else 'at least'} {quantity(figure.aim, figure.unit)}"
    return f"✓ {bound}" if figure.reached else f"✗ {bound}: {figure.value / figure.aim:.2f} of the aim"


def as_json(measured: Measured, wrong: dict[str, str]) -> str:
    return json.dumps(
        {
            "python": platform.python_version(),
            "benchmarks": [
                {
                    "name": benchmark.name,
                    "measures": benchmark.measures,
                    "baseline": benchmark.baseline or None,
                    "figures": [{**asdict(figure), "reached": figure.reached} for figure in figures],
                }
                for benchmark, figures in measured
            ],
            "wrong": wrong,
        },
        indent=2,
        ensure_ascii=False,
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
