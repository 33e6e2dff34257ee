"""Proofs by branch and bound: the time to prove the classic optimum, and the rate of 4x4 bounds per second and core.

The baseline for 4x4 is a direct implementation of the same bound: a dictionary over all sets, plain floats, and
``sorted`` for the cells without a fixed value.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from time import perf_counter, process_time

from benchmarks.harness import Benchmark, Figure, expect, fresh_process

__all__ = ["BENCHMARK", "measure"]

BEST = 47546657067260786722139, 7535828431282951800000
AIM_BOUNDS, AIM_SECONDS, AIM_RATE, GOAL_RATE = 50_000, 2.0, 2_000, 10_000
WEIGHTS = (6, 5, 5, 4, 4, 3, 3)
PLACED = (0b1000_0100_0010_0001, 0b0010_0000_0000_0100, 0b0000_0010_0100_0000)
MANY = 640


def plain_bound(lines: Sequence[int], placed: Sequence[int]) -> float:
    """Return a lower bound on V if the first values fill the cells ``placed`` and the others may move between rolls."""
    values = {}
    for s in range((1 << 16) - 1, -1, -1):
        if any(s & line == line for line in lines):
            values[s] = 0.0
            continue
        rolls, hit = 36.0, 0.0
        for weight, cells in zip(WEIGHTS, placed, strict=False):
            if left := [values[s | 1 << c] for c in range(16) if cells >> c & 1 and not s >> c & 1]:
                rolls, hit = rolls + weight * min(left), hit + weight
        taken = s | sum(placed)
        best = sorted(values[s | 1 << c] for c in range(16) if not taken >> c & 1)
        for weight, rest in zip(WEIGHTS[len(placed) :], best, strict=False):
            rolls, hit = rolls + weight * rest, hit + weight
        values[s] = rolls / hit
    return values[0]


def measure() -> dict[str, float]:
    """Time the proof of the classic optimum and the bounds of 4x4 partitions, excluding compilation."""
    import numpy as np  # noqa: PLC0415

    from dicebingo import prove  # noqa: PLC0415
    from dicebingo.kernels.bounds import bound_partitions  # noqa: PLC0415
    from dicebingo.model.variants import find_rules  # noqa: PLC0415
    from dicebingo.proofs.bounds import bound_layout  # noqa: PLC0415

    prove("knuth")  # compile or load the kernels before timing
    began, cpu = perf_counter(), process_time()
    proof = prove("classic")
    seconds, cpu = perf_counter() - began, process_time() - cpu
    expect((proof.complete, proof.unique, proof.value.numerator, proof.value.denominator), (True, True, *BEST))

    rules = find_rules("4x4")
    game = bound_layout(rules).game
    began_plain = process_time()
    answer = plain_bound(rules.layout.lines, PLACED)
    plain = process_time() - began_plain
    partitions = np.zeros((MANY, len(WEIGHTS)), np.uint64)
    partitions[:, : len(PLACED) + 1] = (*PLACED, 0xFFFF - sum(PLACED))
    rates = []
    for _ in range(3):
        began_fast = process_time()
        bounds = bound_partitions(game, np.array(WEIGHTS, np.float32), partitions)
        rates.append(MANY / (process_time() - began_fast))
        expect(bool(np.allclose(bounds, answer, rtol=1e-5)), True)
    return {"bounds": proof.bounds, "seconds": seconds, "cpu": cpu, "plain": plain, "rate": max(rates)}


def run(repeats: int) -> Sequence[Figure]:
    reports = [fresh_process("prove:measure") for _ in range(max(1, repeats // 3))]
    rate = median(report["rate"] for report in reports)
    return [
        Figure("bounds for the classic optimum", reports[0]["bounds"], "", AIM_BOUNDS),
        Figure("proof of the classic optimum", min(report["seconds"] for report in reports), "s", AIM_SECONDS),
        Figure("proof of the classic optimum, CPU time", min(report["cpu"] for report in reports), "s"),
        Figure("times faster per 4x4 bound", median(r["plain"] * r["rate"] for r in reports), "x"),
        Figure("4x4 bounds per second and core", rate, "/s", AIM_RATE, at_most=False),
        Figure("4x4 bounds per second and core: the goal", rate, "/s", GOAL_RATE, at_most=False),
    ]


BENCHMARK = Benchmark(
    "prove", "proof of the classic optimum, and 4x4 bounds, CPU time", "the 4x4 bound in plain Python", run
)
