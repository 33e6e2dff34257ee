"""The proof of the best reply to the optimum over all 11^9 boards, compared with trying every board.

The time to try every board is extrapolated from a random sample, with the method that ``dicebingo counter`` uses when
there are few boards. Both times are CPU times, so the number of cores does not matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter, process_time

from benchmarks.harness import Benchmark, Figure, expect, fresh_process

__all__ = ["BENCHMARK", "measure"]

OPTIMUM = "8 8 9 / 7 6 10 / 7 4 5"
MARGIN = 25295050238087421115333, 5105181224538232437600000
BAR, AIM, MINUTES, MEGABYTES = 75, 300, 600.0, 2_000
SAMPLE, PARTS = 4_096, 8


def measure() -> dict[str, float]:
    """Time the proof of the best reply and the trial of a sample of boards, excluding compilation."""
    import resource  # noqa: PLC0415

    import numpy as np  # noqa: PLC0415

    from dicebingo import counter  # noqa: PLC0415
    from dicebingo.matches.mixture import Mixture  # noqa: PLC0415
    from dicebingo.model.board import Board  # noqa: PLC0415
    from dicebingo.replies.reply import AllReplies, ReplySearch  # noqa: PLC0415

    counter("1 2 / 3 4", rules="knuth", prove=True, restarts=1)  # compile or load the kernels before timing
    search = ReplySearch.of(Mixture.of(Board.parse(OPTIMUM)))
    job, margins, stream = AllReplies(search), search.margins(), np.random.default_rng(1)
    job._try(np.arange(64), margins)
    began = process_time()
    for _ in range(PARTS):
        job._try(np.sort(stream.integers(search.count, size=SAMPLE)), margins)
    trying = (process_time() - began) / (PARTS * SAMPLE) * search.count

    began, cpu = perf_counter(), process_time()
    found = counter(OPTIMUM, prove=True)
    seconds, cpu = perf_counter() - began, process_time() - cpu
    margin = found.reply.margin
    expect((found.status, margin.numerator, margin.denominator), ("proven", *MARGIN))
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"trying": trying, "seconds": seconds, "cpu": cpu, "megabytes": most}


def run(repeats: int) -> Sequence[Figure]:  # noqa: ARG001  (a single run takes minutes)
    report = fresh_process("replies:measure")
    ratio = report["trying"] / report["cpu"]
    return [
        Figure("times less CPU time than trying all boards", ratio, "x", BAR, at_most=False),
        Figure("times less CPU time: the goal", ratio, "x", AIM, at_most=False),
        Figure("proof of the best reply to the optimum", report["seconds"], "s", MINUTES),
        Figure("proof of the best reply, CPU time", report["cpu"], "s"),
        Figure("trying all boards, CPU time, from a sample", report["trying"], "s"),
        Figure("memory", report["megabytes"], "MB", MEGABYTES),
    ]


BENCHMARK = Benchmark(
    "replies",
    "best reply over all boards, proven, CPU time",
    "trying all boards, extrapolated from a sample",
    run,
    by_name_only=True,
)
