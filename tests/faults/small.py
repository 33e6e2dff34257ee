"""Split work into many short parts, so that every command soon passes many points at which it can fail.

Small parts do not change answers, except in searches by restarts, whose simulated annealing cools faster. After a stop,
the program does not wait for unfinished work.
"""

from __future__ import annotations

from dicebingo.matches import fast_matches
from dicebingo.proofs import prove
from dicebingo.replies import arena, counter, prover, reply
from dicebingo.running import run, stopping
from dicebingo.searches import objectives, rank_table, restarts, sweep
from dicebingo.tournaments import all_pairs, set_search
from dicebingo.tournaments.local_search import Annealing
from dicebingo.tournaments.results import Game


def make_parts_small(pairs: int) -> None:
    """Make all parts small in the current process. Each shard of a tournament has ``pairs`` pairs."""
    all_pairs.SHARD_PAIRS = pairs
    arena.DESCENTS = 3
    counter.FEW_BOARDS = 2_000
    objectives.SHARD_SETS = 1 << 8
    prove.SMALL = 0
    prover.SHARD = 60
    rank_table.BLOCK = 64
    reply.SHARD_BOARDS = 400
    restarts.BATCH = 2
    restarts.COOLING = restarts.COOLING._replace(steps=20)
    set_search.BATCH.update({Game.MATCH: 4, Game.DUEL: 4})
    set_search.COOLING.update({aim: Annealing(20, 0.02, 0.003) for aim in set_search.COOLING})
    fast_matches.BLOCK = 1 << 9
    run.STEP = 5
    sweep.SHARD_BOARDS = 40
    stopping.PATIENCE = 0.0
