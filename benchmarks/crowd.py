"""One board in a class: the simulation, compared with playing whole classes, and exact answers for 2 and 1,000 players.

The time of a simulation is the CPU time needed to find the share to ± 0.1 points with 95% confidence. It is scaled from
a shorter run: if a run of s seconds gives an interval of ± h points, the time is s (h / 0.1)². The baseline plays every
class with new boards and new rolls. Both sides use the same compiled code to prepare boards and to play them.
"""

from __future__ import annotations

from functools import partial
from statistics import median
from time import process_time

from benchmarks.harness import Benchmark, Call, Figure, expect, fresh_process, in_turns
from dicebingo import crowd

__all__ = ["BENCHMARK"]

OPTIMAL = "8 8 9 / 7 6 10 / 7 4 5"
PLAYERS, CLASSES = 30, 3_000
WANTED = 0.001
AIM_SECONDS, AIM_TIMES, AIM_PLAYERS = 20.0, 100.0, 1.5


def _exact(players: int) -> str:
    return repr(crowd(OPTIMAL, players=players, population="distinct"))


def measure() -> dict[str, float]:
    """Return the CPU seconds that each method needs to find the share to ± 0.1 points; check that both agree."""
    import numpy as np  # noqa: PLC0415  (only this process needs numba)

    from dicebingo.crowds.population import population_of  # noqa: PLC0415
    from dicebingo.crowds.simulated import Pools, chances_of, estimate, prepared  # noqa: PLC0415
    from dicebingo.kernels.crowds import meet_pool  # noqa: PLC0415
    from dicebingo.matches.estimate import Estimate  # noqa: PLC0415
    from dicebingo.model.board import Board  # noqa: PLC0415
    from dicebingo.solo.policy import TieBreak  # noqa: PLC0415

    def ask(sequences: int) -> Estimate:
        found = crowd(OPTIMAL, players=PLAYERS, population="sensible", simulate=sequences).share
        assert isinstance(found, Estimate)
        return found

    ask(2_000)  # compile the kernels before timing
    began = process_time()
    ours = ask(100_000)
    seconds = process_time() - began
    board = Board.parse(OPTIMAL)
    pools = Pools(population_of("sensible", None, board.rules), TieBreak.SMALLEST, PLAYERS, PLAYERS - 1)
    mine, chances = prepared((board,), TieBreak.SMALLEST), chances_of(PLAYERS - 1, PLAYERS)
    began = process_time()
    games = [meet_pool(mine, pools.history(1 + i, 1, PLAYERS - 1), chances, PLAYERS, i)[0, 0] for i in range(CLASSES)]
    baseline = process_time() - began
    theirs = estimate(np.array(games))
    expect(theirs.low <= ours.high and ours.low <= theirs.high, True)

    def needed(spent: float, found: Estimate) -> float:
        return spent * ((found.high - found.low) / 2 / WANTED) ** 2

    return {"ours": needed(seconds, ours), "classes": needed(baseline, theirs)}


def run(repeats: int) -> list[Figure]:
    """Measure the simulation and the exact answers."""
    reports = [fresh_process("crowd:measure") for _ in range(max(1, repeats // 3))]
    ours, classes = (median(report[key] for report in reports) for key in ("ours", "classes"))
    sizes = {"two": 2, "many": 1_000}
    times = in_turns(repeats, **{name: Call(partial(_exact, n), _exact(n)) for name, n in sizes.items()})
    return [
        Figure("times faster than whole classes", classes / ours, "x", AIM_TIMES, at_most=False),
        Figure("simulation to ± 0.1 points, CPU time", ours, "s", AIM_SECONDS),
        Figure("whole classes to ± 0.1 points, CPU", classes, "s"),
        Figure("exact: time for n = 1,000 / n = 2", times["many"] / times["two"], "x", AIM_PLAYERS),
        Figure("exact: distinct boards, n = 2", times["two"], "s"),
    ]


BENCHMARK = Benchmark(
    "crowd", "one board in a class of 30 sensible boards, and exact answers", "whole classes, one by one", run
)
