"""Compute a board's share in a class: exactly if the population allows it, otherwise in float64 or by simulation."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any

from dicebingo.answer import Status
from dicebingo.crowds.answers import Asking, Crowd, CrowdComparison, RankedBoard
from dicebingo.crowds.cards import card_profile, is_counted
from dicebingo.crowds.chain import Profile, profile_of
from dicebingo.crowds.opponents import CrowdOpponent, DistinctOpponent, ListedOpponent
from dicebingo.crowds.population import Name, Population
from dicebingo.errors import TooLarge, naming_extras
from dicebingo.matches.estimate import Estimate
from dicebingo.matches.shared_rolls import strategies_for
from dicebingo.model.board import Board
from dicebingo.running.run import Run
from dicebingo.solo.mdp import optimal_play

SEQUENCES = 200_000
"""The number of sequences of rolls if a population has to be simulated."""


def one_in_crowd(asking: Asking, board: Board | None, sequences: int | None, seed: int, most: int, run: Run) -> Crowd:
    """Return the chances of ``board``, or the length of the game if ``board`` is None.

    The numbers are exact up to ``most`` joint states, in float64 with proven bounds if a larger chain fits into memory,
    and otherwise simulated. If ``sequences`` is given, the numbers are always simulated.
    """
    if sequences is None and is_listed(asking.population):
        try:
            return exact_crowd(asking, board, most, run)
        except TooLarge:
            if asking.players == 1:
                raise
        with suppress(TooLarge):
            return bounded_crowd(asking, board, run)
    return _simulated(asking, [board] if board else [], sequences or SEQUENCES, seed, run)


def is_listed(population: Population) -> bool:
    """Whether there is an exact chain for ``population``; the chain may still be too large."""
    return population.mixture is not None or population.name is Name.DISTINCT


def exact_crowd(asking: Asking, board: Board | None, most: int, run: Run | None = None) -> Crowd:
    """Return the exact chances of ``board``, or the exact length of the game if ``board`` is None."""
    players = asking.players
    if players == 1 and board is not None:
        one = Fraction(1)
        return Crowd(asking, board, one, one, one, optimal_play(board).expected_rolls, Status.PROVEN, 0)
    if is_counted(asking.population):
        profile = card_profile(asking.population, board)
    else:
        profile = profile_in(asking, board, opponent_of(asking, [board] if board else [], run), most, run)
    if board is None:
        return Crowd(asking, None, None, None, None, profile.length(players), Status.PROVEN, profile.states)
    share, alone, first, length = profile.chances(players)
    return Crowd(asking, board, share, alone, first, length, Status.PROVEN, profile.states)


def bounded_crowd(asking: Asking, board: Board | None, run: Run | None = None) -> Crowd:
    """Return, in float64 with proven bounds, the chances of ``board``, or the game's length if ``board`` is None."""
    with naming_extras():
        from dicebingo.crowds.fast_chain import bounded_chances  # noqa: PLC0415  (an extra)
    automata = opponent_of(asking, [board] if board else [], run).automata()
    (mine,) = strategies_for([board], tie_break=asking.tie_break) if board else (None,)
    found = bounded_chances(mine, automata, asking.population.rules.dice, asking.players, run)
    share, alone, first = found[:3] if board else (None, None, None)
    return Crowd(asking, board, share, alone, first, found.expected_length, Status.PROVEN, found.states)


def opponent_of(asking: Asking, boards: Sequence[Board], run: Run | None = None) -> CrowdOpponent:
    """Return an opponent drawn from the population, for joint chains in which you play one of ``boards``."""
    population = asking.population
    if population.mixture is None:
        return DistinctOpponent(population.rules, {value for board in boards for value in board.values if value})
    strategies = strategies_for(population.mixture.boards, tie_break=asking.tie_break, run=run)
    return ListedOpponent(strategies, population.mixture.shares, run)


def profile_in(
    asking: Asking, board: Board | None, opponent: CrowdOpponent, most: int, run: Run | None = None
) -> Profile:
    """Return the profile of ``board`` against one ``opponent``."""
    (mine,) = strategies_for([board], tie_break=asking.tie_break) if board else (None,)
    return profile_of(mine, opponent, asking.population.rules.dice, most, run)


def _simulated(asking: Asking, boards: list[Board], sequences: int, seed: int, run: Run) -> Crowd:
    means, block, whole = simulated_means(asking, boards, sequences, seed, run)
    with naming_extras():
        from dicebingo.crowds.simulated import estimate  # noqa: PLC0415  (an extra)
    made, spare = len(means) * block, 3.0 / (len(means) * block)
    share, alone, first = (estimate(means[:, 0, i], spare) if boards else None for i in range(3))
    length = estimate(means[:, 0, 3], low=0.0, high=float("inf"))
    status = Status.SIMULATED if whole else Status.STOPPED
    board = boards[0] if boards else None
    return Crowd(asking, board, share, alone, first, length, status, None, made, len(means), seed)


def simulated_means(
    asking: Asking, boards: Sequence[Board], sequences: int, seed: int, run: Run
) -> tuple[Any, int, bool]:
    """Return each block's means for each board, the number of sequences per block, and whether all blocks are done."""
    with naming_extras():
        import numpy as np  # noqa: PLC0415  (an extra)

        from dicebingo.crowds.simulated import CrowdBlocks, Pools  # noqa: PLC0415  (an extra)
    pools = Pools.of(asking.population, asking.tie_break, asking.players)
    job = CrowdBlocks(pools, tuple(boards), sequences, seed)
    found = [part["means"] for part in run.batches(job, "simulating")]
    if len(found) < 2:
        run.expect_more()  # raises an error that explains why there is no answer
    return np.array(found), job.block, len(found) == job.shards()


def compared(
    asking: Asking, boards: Sequence[Board], sequences: int | None, seed: int, most: int, run: Run
) -> CrowdComparison:
    """Rank boards by exact shares if possible; if not, or if ``sequences`` is given, rank them by simulation."""
    if sequences is None and is_listed(asking.population):
        try:
            return _ranked_exactly(asking, boards, most, run)
        except TooLarge:
            if asking.players == 1:
                raise
    means, block, whole = simulated_means(asking, boards, sequences or SEQUENCES, seed, run)
    with naming_extras():
        from dicebingo.crowds.simulated import estimate  # noqa: PLC0415  (an extra)
    made = len(means) * block
    shares = means[:, :, 0]
    order = sorted(range(len(boards)), key=lambda i: -float(shares[:, i].mean()))
    first = order[0]
    ranking = tuple(
        RankedBoard(
            boards[i],
            estimate(shares[:, i], 3.0 / made),
            Estimate(0.0, 0.0, 0.0) if i == first else estimate(shares[:, first] - shares[:, i], low=-1.0),
        )
        for i in order
    )
    status = Status.SIMULATED if whole else Status.STOPPED
    return CrowdComparison(asking, ranking, status, made, len(means), seed)


def _ranked_exactly(asking: Asking, boards: Sequence[Board], most: int, run: Run) -> CrowdComparison:
    found = list[tuple[Fraction, Board]]()
    with run.stage("comparing exactly", len(boards)) as step:
        for board in boards:
            share = exact_crowd(asking, board, most, run).share
            assert isinstance(share, Fraction)
            found.append((share, board))
            step()
    found.sort(key=lambda one: -one[0])
    ranking = tuple(RankedBoard(board, share, found[0][0] - share) for share, board in found)
    return CrowdComparison(asking, ranking, Status.PROVEN)
