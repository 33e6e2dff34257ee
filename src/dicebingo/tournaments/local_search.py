"""Local search: simulated annealing over several boards at once, and steepest ascent.

*Annealing.* A state consists of k boards. A step changes one cell of one board to another value, or swaps two of its
cells. The step is accepted if

    new score - score >= T · log(u),    u uniform on (0, 1],

that is, always if the score does not fall, and otherwise with probability exp(difference / T). The temperature T falls
geometrically from hot to cold.

Every restart has a number, its own stream of random numbers derived from the seed and that number, and its own palette
of values. (Palettes are useful because the largest margins occur between boards with few different values: a roll then
often marks both boards or neither.) The restarts of a batch advance in lockstep, so that one call scores the proposed
steps of all of them. Restarts do not influence each other, so the result of a restart does not depend on the other
restarts in its batch.

*Steepest ascent* repeatedly moves from a board to its best neighbour. The *near* neighbours of a board differ from the
board in one cell, or by a swap of two cells; the *wide* neighbourhood contains all boards that differ in one or two
cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from dicebingo.running.shards import Result
from dicebingo.running.stopping import offer_partial, stop_if_asked
from dicebingo.tournaments.strategies import Floats, Rows

SWAPS = 0.3
"""The proportion of steps that swap two cells."""
ROWS = 128
"""The number of neighbours that are scored at once."""

States = NDArray[np.int64]
"""The states of restarts, as an array indexed by [restart, board, cell]. Each entry is the index of a value among the
values of the dice."""
Score = Callable[[States], Floats]


@dataclass(frozen=True, slots=True)
class Annealing:
    """The number of steps, and the temperatures of the first and the last step."""

    steps: int
    hot: float
    cold: float


@dataclass(frozen=True, slots=True)
class Restart:
    """A restart's first state, the values that it may use, and its random numbers."""

    start: States
    palette: Rows
    stream: np.random.Generator


def restarts(
    seed: int, numbers: Sequence[int], boards: int, cells: int, values: Rows, palettes: Sequence[int]
) -> list[Restart]:
    """Return the restarts with the given numbers.

    Each restart begins with random boards whose values come from a palette, a subset of ``values``.
    """
    found = []
    for number in numbers:
        stream = np.random.default_rng([seed, number])
        size = min(int(stream.choice(palettes)), len(values))
        palette = np.sort(stream.choice(values, size, replace=False))
        found.append(Restart(stream.choice(palette, (boards, cells)), palette, stream))
    return found


def anneal(score: Score, begun: Sequence[Restart], cooling: Annealing) -> tuple[States, Floats]:
    """Return the best state that each restart visited, and its score."""
    states = np.stack([restart.start for restart in begun])
    draws = [_draw(restart, states.shape[1:], cooling.steps) for restart in begun]
    board, cell, other, value, swaps, log_u = (np.stack(column) for column in zip(*draws, strict=True))
    temperatures = cooling.hot * (cooling.cold / cooling.hot) ** (np.arange(cooling.steps) / cooling.steps)
    scores = score(states)
    best, best_scores = states.copy(), scores.copy()
    offer_partial(lambda: {"states": best, "scores": best_scores})
    rows = np.arange(len(begun))
    for step, temperature in enumerate(temperatures):
        stop_if_asked()
        b, c, d = board[:, step], cell[:, step], other[:, step]
        new = states.copy()
        new[rows, b, c] = np.where(swaps[:, step], states[rows, b, d], value[:, step])
        new[rows, b, d] = np.where(swaps[:, step], states[rows, b, c], new[rows, b, d])
        new_scores = score(new)
        taken = new_scores - scores >= temperature * log_u[:, step]
        states[taken], scores[taken] = new[taken], new_scores[taken]
        better = scores > best_scores
        best[better], best_scores[better] = states[better], scores[better]
    return best, best_scores


def _draw(restart: Restart, shape: tuple[int, ...], steps: int) -> tuple[NDArray[np.generic], ...]:
    """Return the random choices of all steps: board, cell, another cell, value, whether to swap, and log(u)."""
    boards, cells = shape
    stream = restart.stream
    cell = stream.integers(cells, size=steps)
    return (
        stream.integers(boards, size=steps),
        cell,
        (cell + stream.integers(1, max(cells, 2), size=steps)) % cells,
        stream.choice(restart.palette, steps),
        stream.random(steps) < SWAPS,
        np.log1p(-stream.random(steps)),
    )


def near(row: Rows, values: Rows) -> Rows:
    """Return the boards that differ from ``row`` in one cell, or by a swap of two cells."""
    changed = [_with(row, [cell], [value]) for cell in range(len(row)) for value in values if value != row[cell]]
    swaps = combinations(range(len(row)), 2)
    swapped = [_with(row, [a, b], [row[b], row[a]]) for a, b in swaps if row[a] != row[b]]
    return np.array(changed + swapped, np.int64).reshape(-1, len(row))


def wide(row: Rows, values: Rows) -> Rows:
    """Return the boards that differ from ``row`` in one or two cells."""
    pairs = list(combinations(range(len(row)), 2)) or [(0, 0)]
    changes = product(pairs, product(values, repeat=2))
    different: Rows = np.unique([_with(row, list(cells), list(new)) for cells, new in changes], axis=0)
    return np.compress((different != row).any(axis=1), different, axis=0)


def _with(row: Rows, cells: list[int], values: list[int]) -> Rows:
    new = row.copy()
    new[cells] = values
    return new


def climb(
    start: Rows, score: Callable[[Rows], Floats], neighbours: Callable[[Rows], Rows]
) -> Iterator[tuple[Rows, float]]:
    """Yield the rows of a steepest ascent with their scores.

    The ascent ends at a row that has no neighbour with a larger score.
    """
    row, best = start, float(score(start[None])[0])
    yield row, best
    while True:
        around = neighbours(row)
        scores = np.concatenate([np.zeros(0), *(score(some) for some in _blocks(around))])
        if scores.max(initial=best) <= best:
            break
        row, best = around[int(scores.argmax())], float(scores.max())
        yield row, best


def climbed(start: Rows, score: Callable[[Rows], Floats], values: Rows) -> Result:
    """Run a steepest ascent over near neighbours. Return its last row and score, even if it is stopped early."""
    found: Result = {}
    for row, reached in climb(start, score, partial(near, values=values)):
        found = {"row": row, "score": np.array(reached)}
        offer_partial(found.copy)
    return found


def _blocks(rows: Rows) -> Iterator[Rows]:
    """Yield the rows in blocks, and check before each block whether the run was stopped."""
    for start in range(0, len(rows), ROWS):
        stop_if_asked()
        yield rows[start : start + ROWS]
