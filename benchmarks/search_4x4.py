"""The search for the best 4x4 board: the time per board, and the time until the best known board is found.

The search evaluates all single-cell changes of a board in one batch. The baseline evaluates the same boards one by one
with the compiled solver of `solve --fast`, and every value of the batch is checked against it. Then restarts run on all
cores until they reach the best known board.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from time import perf_counter, process_time

from benchmarks.harness import Benchmark, Figure, expect, fresh_process

__all__ = ["BENCHMARK"]

BOARD = [4, 3, 5, 6, 11, 10, 6, 8, 9, 9, 5, 8, 7, 7, 7, 8]
BEST = 9.0425424035
CLOSE = 1e-5
ENOUGH = 3_000
"""The number of restarts after which the benchmark fails; normally, dozens of them would have found the best board."""
AIM_SECONDS, AIM_RATIO = 300.0, 5.0


def measure() -> dict[str, float]:
    """Return the CPU seconds per board in a batch and with the plain solver."""
    import numpy as np  # noqa: PLC0415  (numba and numpy: only the measuring process needs them)

    from dicebingo import solve  # noqa: PLC0415
    from dicebingo.kernels.restarts import Cooling, anneal  # noqa: PLC0415
    from dicebingo.kernels.turns import evaluate_sets, make_room, turn  # noqa: PLC0415
    from dicebingo.model.variants import find_rules  # noqa: PLC0415
    from dicebingo.searches.restarts import search_game  # noqa: PLC0415
    from dicebingo.searches.space import Space  # noqa: PLC0415

    game, board = search_game(Space.of(find_rules("4x4"))), np.array(BOARD) - 2
    room = make_room(game, len(board))
    evaluate_sets(game, board, room.values)  # compile or load the kernels before timing
    turn(game, board, 0, room.values, room.first_turn, room)
    began = process_time()
    plain = [solve([value, *BOARD[1:]], rules="4x4", exact=False).expected_rolls for value in range(2, 13)]
    alone = (process_time() - began) / len(plain)
    expect(max(abs(float(a) - float(b)) for a, b in zip(room.scores, plain, strict=True)) < CLOSE * BEST, True)
    anneal(game, board, Cooling(0, 0.01, 0.001, 0.0), 1)
    began = process_time()
    _, score, looked_at = anneal(game, board, Cooling(400, 1e-6, 1e-6, 0.0), 1)  # too cold for the board to change
    expect(abs(score - BEST) < CLOSE * BEST, True)
    return {"turn": (process_time() - began) / looked_at, "alone": alone}


def measure_search() -> dict[str, float]:
    """Search until the best known board is reached; the seed is the process number."""
    import os  # noqa: PLC0415

    from dicebingo.model.variants import find_rules  # noqa: PLC0415
    from dicebingo.running.run import Run  # noqa: PLC0415
    from dicebingo.searches.restarts import RestartJob, Tally  # noqa: PLC0415
    from dicebingo.searches.space import Space  # noqa: PLC0415

    space = Space.of(find_rules("4x4"))
    job, tally = RestartJob(space, int(os.environ.get("DICEBINGO_SEED", "0")), ENOUGH), Tally(space, 1)
    began, cpu = perf_counter(), process_time()
    parts = Run().batches(job, "searching")
    for part in parts:
        tally.add(part)
        if part["values"].min() < BEST + CLOSE:
            break
    parts.close()
    seconds, spent = perf_counter() - began, process_time() - cpu
    expect(float(tally.best()[0].expected_rolls) < BEST + 1e-9, True)
    return {"seconds": seconds, "cpu": spent, "restarts": tally.restarts}


def run(repeats: int) -> Sequence[Figure]:
    import os  # noqa: PLC0415

    speeds = [fresh_process("search_4x4:measure") for _ in range(repeats)]
    seeds = max(1, repeats // 2)
    found = [
        fresh_process("search_4x4:measure_search", {**os.environ, "DICEBINGO_SEED": str(seed)}) for seed in range(seeds)
    ]
    restarts = sum(report["restarts"] for report in found)
    return [
        Figure(
            "times less CPU time per board",
            median(report["alone"] / report["turn"] for report in speeds),
            "x",
            AIM_RATIO,
            at_most=False,
        ),
        Figure("one board in a batch", median(report["turn"] for report in speeds), "s"),
        Figure("one board alone, baseline", median(report["alone"] for report in speeds), "s"),
        Figure(
            f"to the best known board, median of {seeds} seeds", median(r["seconds"] for r in found), "s", AIM_SECONDS
        ),
        Figure("CPU time until the best known board", median(report["cpu"] for report in found), "s"),
        Figure("CPU time per restart", sum(report["cpu"] for report in found) / restarts, "s"),
        Figure("restarts per success", restarts / seeds, ""),
    ]


BENCHMARK = Benchmark(
    "search-4x4", "best known 4x4 board by restarts", "the compiled solver, the same boards one by one", run
)
