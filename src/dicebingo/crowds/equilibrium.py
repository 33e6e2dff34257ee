"""Search for an equilibrium of a class: a mixture against which no board has more than the fair share.

The game is symmetric, and the n shares of a game add up to 1, so if all players draw from the same mixture x, each has
the fair share 1/n on average. In an equilibrium, no board has a larger share.

*Column generation.* The search starts with a set of boards and many sequences of rolls, the *sample*, and computes the
roll T_b(s) on which board b finishes in sequence s. For a mixture of these boards and a given sequence, r and q
(``crowds.chain``) are sums of the mixture's weights, so the share S_b(x) of every board is an average over sequences.
The weights of boards with more than the fair share grow,

    x_b  ←  x_b · (n S_b(x))^rate / (sum of these products over all boards),

until no board has more than the fair share. This step leaves a mixture unchanged only if every board played in the
mixture has the share 1/n. The search then finds the best reply to the mixture among all boards, adds it to the set, and
repeats these steps.

*Stopping rule.* The search has *settled* when, on the sample, the best reply found gains less than ``ENOUGH`` times the
fair share. The search also ends after ``ROUNDS`` rounds, or when the run is stopped. Every round ends: the weights
change at most ``STEPS`` times, and a climb visits finitely many boards, each better than the last.

The sample only guides the search. At the end, the share of the best reply is computed exactly if the mixture is small
enough, and otherwise on fresh samples. If the rules allow at most ``FEW_BOARDS`` boards, the exact share of every board
is computed, and the status *proven* means that no board has a larger share than the best reply.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import NamedTuple

import numpy as np

from dicebingo.answer import Status
from dicebingo.crowds.answers import Asking, CrowdEquilibrium, middle
from dicebingo.crowds.best import FEW_BOARDS, all_boards
from dicebingo.crowds.population import Name, Population
from dicebingo.crowds.shares import compared, exact_crowd, one_in_crowd
from dicebingo.errors import InputError, Stopped, TooLarge
from dicebingo.exact import nearest
from dicebingo.kernels.crowds import draw_rolls, finishing_times, left_in_mixture, shares_in_mixture
from dicebingo.matches.mixture import Mixture
from dicebingo.matches.plain_games import mix
from dicebingo.model.board import Board
from dicebingo.running.run import Run
from dicebingo.running.stopping import attending
from dicebingo.searches.universe import count_boards
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments.local_search import climb, near
from dicebingo.tournaments.local_search import restarts as random_starts
from dicebingo.tournaments.strategies import Floats, Preparer, Rows

SEQUENCES, LENGTH = 1 << 13, 48
ROUNDS, STEPS, RATE = 40, 400, 0.5
ENOUGH = 1e-3
"""The search has settled when the best reply's gain is below this fraction of the fair share."""
NEW = 0.1
"""The total weight of the new boards at the start of a round."""
MAX_EXACT = 50_000
"""Replies to mixtures with more joint states than this are compared by simulation."""
BRIEF = 20_000
"""The number of sequences of rolls used to measure the best reply if time has run out."""
UNITS = 10_000
"""The mixture's weights are rounded to multiples of 1/UNITS, and then divided by their sum."""


@dataclass(frozen=True, slots=True)
class _Sample:
    """Sequences of rolls on which all boards of the search play."""

    preparer: Preparer
    rolls: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]
    players: int

    def times(self, rows: Rows) -> Floats:
        """Return the roll on which each board finishes in each sequence."""
        times = np.zeros((len(rows), len(self.rolls)), np.int32)
        finishing_times(self.preparer.guessed_arrays(rows), self.rolls, np.uint64(1), times)
        return times  # type: ignore[return-value]  # integers, which serve as floats here

    def left(self, times: Floats, shares: Floats) -> Floats:
        """For each sequence and roll, return the probability that a board drawn from a mixture is still unfinished."""
        left = np.zeros((len(self.rolls), self.rolls.shape[1] + 1))
        left_in_mixture(times, shares, left)
        return left

    def shares(self, times: Floats, left: Floats) -> Floats:
        """Return the shares of boards against a mixture."""
        found = np.zeros(len(times))
        shares_in_mixture(times, left, self.players, found)
        return found

    def settled(self, times: Floats, mixture: Floats) -> Floats:
        """Return the mixture, reweighted until none of its boards has more than the fair share."""
        for _ in range(STEPS):
            gains = self.players * self.shares(times, self.left(times, mixture))
            if gains.max() < 1 + ENOUGH / 10:
                break
            mixture = mixture * gains**RATE
            mixture[mixture < 1e-9] = 0.0
            mixture /= mixture.sum()
        return mixture


class _Round(NamedTuple):
    """A mixture (rows and weights), the replies found to it, and the largest gain as a fraction of the fair share."""

    rows: Rows
    weights: Floats
    replies: Rows
    gain: float


def _rounds(sample: _Sample, rows: Rows, every: Rows | None, starts: list[Rows]) -> Iterator[_Round]:
    """Yield the rounds of column generation.

    The replies to a mixture are the best boards in ``every`` or, if ``every`` is None, the boards at which climbs end.
    """
    values = np.arange(len(sample.preparer.weights))
    begin = np.full(len(rows), 1 / len(rows))
    for number in range(1, ROUNDS + 1):
        mixture = sample.settled(sample.times(rows), begin)
        kept = mixture > 1 / UNITS
        known, weights = rows[kept], mixture[kept] / mixture[kept].sum()
        left = sample.left(sample.times(known), weights)

        def score(some: Rows, left: Floats = left) -> Floats:
            return sample.shares(sample.times(some), left)

        if every is not None:
            replies = every[np.argsort(-score(every))[:3]]
        else:
            begins = [*known[np.argsort(-weights)[:2]], starts[number % len(starts)]]
            ends = [list(climb(one, score, partial(near, values=values)))[-1][0] for one in begins]
            replies = np.unique(ends, axis=0)
        yield _Round(known, weights, replies, sample.players * float(score(replies).max()) - 1)
        rows, begin = known, weights  # if no reply is new, the next round only improves the weights
        new = np.array([row for row in replies if not (known == row).all(axis=1).any()])
        if len(new):
            rows = np.vstack([known, new])
            begin = np.append((1 - NEW) * weights, np.full(len(new), NEW / len(new)))


def find_equilibrium(asking: Asking, restarts: int, seed: int, most: int, run: Run) -> CrowdEquilibrium:
    """Search for a mixture that no board beats by much, beginning with the boards of the population."""
    if asking.players < 2:
        raise InputError("expected two or more players for an equilibrium, got 1")
    if asking.tie_break is TieBreak.RANDOM:
        raise InputError("expected the tie-break smallest or largest for an equilibrium, got random")
    rules = asking.population.rules
    preparer = Preparer(rules, asking.tie_break)
    sample = _Sample(preparer, draw_rolls(preparer.weights, mix(seed), SEQUENCES, LENGTH), asking.players)
    values = np.arange(len(rules.dice.values))
    few = len(values) ** preparer.size <= FEW_BOARDS
    every = preparer.rows(all_boards(rules)) if few else None
    drawn = random_starts(seed, range(max(restarts, 1)), 1, preparer.size, values, (5, 7, 9, len(values)))
    starts = [one.start[0] for one in drawn]
    rows = preparer.rows(asking.population.mixture.boards) if asking.population.mixture else starts[0][None]
    last, rounds = _Round(rows, np.full(len(rows), 1 / len(rows)), rows, float("inf")), 0
    with suppress(Stopped), attending(run):
        for rounds, last in enumerate(_rounds(sample, rows, every, starts), 1):
            run.tell("adding the best reply", rounds, ROUNDS)
            run.tell_best(f"{nearest(100 * last.gain, 2, plus=True)}% of the fair share")
            if last.gain < ENOUGH or run.is_over:
                break
    mixture = _rounded(preparer, last.rows, last.weights)
    played = replace(asking, population=Population(rules, Name.BOARDS, mixture))
    boards = replies_to(sample, preparer, last.rows, last.weights, last.replies if every is None else every, values)
    if run.is_over:
        return replace(_confirmed(played, boards[:2], BRIEF, rounds, seed, most, Run()), status=Status.STOPPED)
    found = _confirmed(played, boards if few else boards[:8], None, rounds, seed, most, run)
    return replace(found, settled=last.gain < ENOUGH)


def replies_to(
    sample: _Sample, preparer: Preparer, rows: Rows, mixture: Floats, found: Rows, values: Rows
) -> list[Board]:
    """Return candidates for the best reply, sorted by their share on the sample, largest first.

    The candidates are the boards of the mixture, the boards ``found``, and the neighbours of the board with the largest
    weight.
    """
    left = sample.left(sample.times(rows), mixture / mixture.sum())
    around = np.unique(np.vstack([rows, found, near(rows[int(np.argmax(mixture))], values)]), axis=0)
    scores = sample.shares(sample.times(around), left)
    return [preparer.board(row) for row in around[np.argsort(-scores)]]


def _rounded(preparer: Preparer, rows: Rows, mixture: Floats) -> Mixture:
    """Return the mixture, with its weights rounded to fractions."""
    units = np.maximum(np.round(UNITS * mixture / mixture.sum()).astype(int), 0)
    kept = [(preparer.board(row), int(unit)) for row, unit in zip(rows, units, strict=True) if unit]
    total = sum(unit for _, unit in kept)
    return Mixture(tuple(board for board, _ in kept), tuple(Fraction(unit, total) for _, unit in kept))


def _confirmed(
    asking: Asking, replies: list[Board], sequences: int | None, rounds: int, seed: int, most: int, run: Run
) -> CrowdEquilibrium:
    """Return the answer for the mixture in ``asking``: the best of the ``replies``, with its share.

    If the mixture is small, the replies are compared exactly. If it is too large for that, a simulation selects the
    best reply, and the share of this reply is computed in float64 with proven bounds or, as a last resort, simulated on
    fresh rolls.
    """
    rules = asking.population.rules
    few = count_boards(rules) <= FEW_BOARDS
    status = Status.PROVEN if few else Status.STOPPED if run.stopped else Status.BEST_FOUND
    try:
        if sequences is not None:
            raise TooLarge("a simulation is requested")
        with run.stage("comparing exactly", len(replies)) as step:
            best = exact_crowd(asking, replies[0], min(most, MAX_EXACT))
            for board in replies[1:]:
                step()
                one = exact_crowd(asking, board, min(most, MAX_EXACT))
                if middle(one.share or Fraction(0)) > middle(best.share or Fraction(0)):
                    best = one
    except TooLarge:
        status = Status.BEST_FOUND
        first = compared(asking, replies, sequences, seed + 1, 1, run).best
        best = one_in_crowd(asking, first, sequences, seed + 2, 1, run)
    assert best.board is not None
    assert best.share is not None
    return CrowdEquilibrium(asking, best.board, best.share, rounds, status)
