"""Simulated annealing over a few boards at once, many restarts side by side.

A state is k boards. A step changes one cell of one board to another value, or swaps two cells of it; it is taken if

    new score - score >= T · log(u),    u uniform on (0, 1],

so always if it is no worse, and otherwise with probability exp(difference / T); T falls geometrically from hot to cold.

Every restart has a number, its own stream of random numbers made from the seed and that number, and its own palette
of values: few different values make boards that are hit together or not at all, and those beat each other by most.
Restarts advance in step so that one call scores a proposal of each; they do not influence each other, so a restart
finds the same whatever runs beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Restart", "Schedule", "anneal", "restarts"]

SWAPS = 0.3
"""How many of the steps swap two cells."""

States = NDArray[np.int64]
"""States of restarts: [restart, board, cell], each entry a place among the values of the dice."""
Score = Callable[[States], NDArray[np.float64]]


@dataclass(frozen=True, slots=True)
class Schedule:
    """How many steps, and the temperatures of the first and the last."""

    steps: int
    hot: float
    cold: float


@dataclass(frozen=True, slots=True)
class Restart:
    """Where a restart begins, the values it may use, and its random numbers."""

    start: States
    palette: NDArray[np.int64]
    stream: np.random.Generator


def restarts(
    seed: int, numbers: Sequence[int], boards: int, cells: int, values: NDArray[np.int64], palettes: tuple[int, ...]
) -> list[Restart]:
    """Return restarts of some numbers: a palette of one of the sizes from ``values``, and random boards over it."""
    found = []
    for number in numbers:
        stream = np.random.default_rng([seed, number])
        size = min(int(stream.choice(palettes)), len(values))
        palette = np.sort(stream.choice(values, size, replace=False))
        found.append(Restart(stream.choice(palette, (boards, cells)), palette, stream))
    return found


def anneal(score: Score, runs: Sequence[Restart], schedule: Schedule) -> tuple[States, NDArray[np.float64]]:
    """Return the best state that each restart met, and its score."""
    states = np.stack([run.start for run in runs])
    draws = [_draw(run, states.shape[1:], schedule.steps) for run in runs]
    board, cell, other, value, swaps, chance = (np.stack(column) for column in zip(*draws, strict=True))
    cooling = schedule.hot * (schedule.cold / schedule.hot) ** (np.arange(schedule.steps) / schedule.steps)
    scores = score(states)
    best, best_scores = states.copy(), scores.copy()
    every = np.arange(len(runs))
    for step, temperature in enumerate(cooling):
        b, c, d = board[:, step], cell[:, step], other[:, step]
        new = states.copy()
        new[every, b, c] = np.where(swaps[:, step], states[every, b, d], value[:, step])
        new[every, b, d] = np.where(swaps[:, step], states[every, b, c], new[every, b, d])
        new_scores = score(new)
        taken = new_scores - scores >= temperature * chance[:, step]
        states[taken], scores[taken] = new[taken], new_scores[taken]
        better = scores > best_scores
        best[better], best_scores[better] = states[better], scores[better]
    return best, best_scores


def _draw(run: Restart, shape: tuple[int, ...], steps: int) -> tuple[NDArray[np.generic], ...]:
    """Return the random choices of all steps: board, cell, another cell, value, whether to swap, and log(u)."""
    boards, cells = shape
    cell = run.stream.integers(cells, size=steps)
    return (
        run.stream.integers(boards, size=steps),
        cell,
        (cell + run.stream.integers(1, max(cells, 2), size=steps)) % cells,
        run.stream.choice(run.palette, steps),
        run.stream.random(steps) < SWAPS,
        np.log1p(-run.stream.random(steps)),
    )
