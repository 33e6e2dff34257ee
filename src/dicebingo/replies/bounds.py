"""Upper bounds on the margins of all replies to an opponent, obtained by letting the replier rearrange the board.

The opponent plays a fixed strategy, so on shared rolls the opponent is an automaton: a state s, and for every roll v
the states that may follow. (A random tie-break may lead to several states.) S is the set of marked cells of the reply.
The payoff is 1 if the reply finishes alone, 0 if both finish on the same roll, and -1 if the opponent finishes alone.

**A. Multisets.** Let R be the multiset of the values on unmarked cells. Ignore which cell each value is on: before
every roll, the replier may rearrange the values on the unmarked cells in any way. The value of this relaxed game is

    M(S, R, s) = [ Σ, over v not in R that move the opponent, of p(v) · (after v with S and R as they are)
                 + max, over distinct cells c_v, of Σ, over v in R, of p(v) · (after v with S + c_v and R - v) ] / h,

where *after v* is the payoff if the roll v ends the game, and otherwise M of the state that follows; h is the
probability of a roll that moves a player. (If R contains a value several times, the other copies go to the remaining
cells.) M(∅, R, start) is an upper bound on the margin of every board with the multiset R, no matter how it is played,
as long as every roll that can mark a cell does so. The proof is by induction over the marks: the actual arrangement and
the player's actual move are among the choices. The rolls that move a player are the same for all choices, and so is h.
A symmetry of the layout maps choices to choices, so M depends only on the orbit of S, and bounds all images of a board.

The maximum is an assignment problem, but the bound does not depend on solving it correctly. For any prices π_c >= 0 of
the cells,

    Σ_v gain(v, c_v) <= Σ_v max_c (gain(v, c) - π_c) + Σ_c π_c,

because no cell is used twice. Cells that lead to the same orbit share a price.

**B. Depth D.** Until D cells are marked, use the actual board and allow its player to mark any cell that may be optimal
in solo play. From then on, use M. **C** uses the actual board to the end, so C is the margin if the reply breaks its
ties in the best way. B and C are at least the margin of the board and of all its images under every tie-break.

**Duels.** Against any reply, the opponent may play its match strategy. So the value of the duel is at most the payoff
of the reply's best choices against that strategy. The same bounds therefore hold for duels, if the reply may mark any
matching cell. (This argument needs a single opponent. Because the players of a duel see each other's boards, the margin
over a mixture is bounded by bounding the margin over each opponent and adding these bounds with their weights.)

**Mixtures.** The margin over a mixture is at most the weighted sum of the bounds for its boards. The tables of M do not
depend on the weights.

**Rounding.** All numbers are at most 1 in absolute value; each sum has at most 64 weighted terms, one per roll, and is
divided by the sum of the weights. No price exceeds twice the largest weight. So the error of one step in float64 is
less than 10⁻¹¹. Tables are float32: every number is increased by 2⁻²³ before it is stored, and rounding it to float32
reduces it by at most 2⁻²⁴. So tables contain upper bounds, and a number computed from them in float64 (B, C, weighted
sums; at most 24 steps) is an upper bound once ``ERROR`` is added.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from itertools import pairwise
from math import comb, factorial, prod
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from dicebingo.errors import InputError, TooLarge
from dicebingo.kernels.matches import FieldArrays
from dicebingo.kernels.reply_boards import Ahead, bound_rows
from dicebingo.kernels.reply_multisets import Moves, fill_replies
from dicebingo.matches.fast_matches import Field
from dicebingo.matches.shared_rolls import strategies_for
from dicebingo.matches.strategy import lumped
from dicebingo.model.board import Board
from dicebingo.model.rules import Marking, Rules
from dicebingo.running.stopping import stop_if_asked
from dicebingo.searches.multisets import Multisets, Orbits
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments.strategies import Preparer, open_symmetries

ERROR = 2.0**-36
"""A bound computed in float64 may be too small, but by less than this number."""
DEPTHS = (1, 2, 3, 4)
"""The depths at which the bound B is computed before C."""
MAX_STATES = 400_000_000
"""The maximum number of entries in all cached tables together, at four bytes per entry."""
MAX_ARRANGEMENTS = 10**8
MAX_SYMMETRIES = 2_000
THREADS = 2

Numbers = NDArray[np.int64]
Bounds = NDArray[np.float64]


class ReplyBounds:
    """Data shared by all bounds: the layout, and the values that a reply may have, one per column of ``counts``."""

    def __init__(self, rules: Rules, values: Sequence[int]) -> None:
        """List the orbits and the multisets."""
        if rules.marking is not Marking.ONE:
            raise InputError("A proof by bounds needs rules that mark one cell per roll.")
        self.preparer = Preparer(rules, TieBreak.SMALLEST)
        self.size, self.symmetries = self.preparer.size, open_symmetries(rules.layout, MAX_SYMMETRIES)
        self.rolls = self.preparer.value_indices(values)
        sets = np.arange(1 << self.size)
        lines = np.array(rules.layout.open_lines, np.int64)
        won = (sets[:, None] & lines == lines).any(axis=1)
        self.transient = sets[~won][::-1].copy()
        self.orbits = Orbits(np.uint64(1) << self.symmetries.astype(np.uint64), won)
        self.multisets = Multisets(range(len(values)), self.size)

    @property
    def counts(self) -> Numbers:
        """The number of copies of each value in each multiset."""
        return self.multisets.rows[self.size].astype(np.int64)


def count_states(boards: Sequence[Board], values: int, tie_break: TieBreak) -> int:
    """Return how many entries the tables of M for the opponents ``boards`` have, without computing the tables."""
    rules = boards[0].rules
    orbits = bounds_of(rules, rules.dice.values[:1]).orbits
    own = sum(len(sets) * comb(k + values - 1, k) for k, sets in enumerate(orbits.levels) if k)
    return own * sum(len(automaton(board, tie_break).moving) for board in boards)


def expect_fits(boards: Sequence[Board], values: int, tie_break: TieBreak) -> None:
    """Raise if there are no bounds for the rules, or if a proof needs too much memory or too many arrangements."""
    states = count_states(boards, values, tie_break)
    if states > MAX_STATES:
        raise TooLarge(f"expected tables of at most {MAX_STATES:,} entries for a proof, got {states:,}")
    size = len(boards[0].rules.layout.open_cells)
    most = multinomial([size // values + (i < size % values) for i in range(values)])
    if most > MAX_ARRANGEMENTS:
        raise TooLarge(
            f"expected at most {MAX_ARRANGEMENTS:,} arrangements of the same values for a proof, got {most:,}"
        )


def multinomial(counts: Sequence[int]) -> int:
    """Return the number of boards with ``counts[v]`` copies of each value v."""
    return factorial(sum(counts)) // prod(map(factorial, counts))


@lru_cache(maxsize=8)
def bounds_of(rules: Rules, values: tuple[int, ...]) -> ReplyBounds:
    """Return the data shared by all bounds. The result is cached."""
    return ReplyBounds(rules, values)


@lru_cache(maxsize=256)
def automaton(board: Board, tie_break: TieBreak) -> FieldArrays:
    """Return a board's exact strategy in a match, with the probabilities of the rolls as weights."""
    (strategy,) = strategies_for([board], tie_break=tie_break)
    arrays = Field([lumped(strategy)]).arrays
    dice = board.rules.dice
    return arrays._replace(weights=np.array([weight / dice.total for weight in dice.weights]))


class ReplyTable:
    """M for one opponent: a bound for every multiset, and the values of M that the bound B needs at its ``DEPTHS``."""

    def __init__(self, own: ReplyBounds, opponent: FieldArrays) -> None:
        """Compute M for all sets of marks, from the fewest unmarked cells to the most."""
        self.own, self.opponent = own, opponent
        states = len(opponent.moving)
        self.ahead: dict[int, NDArray[np.float32]] = {}
        after = np.zeros((1, 1, states), np.float32)
        for unmarked in range(1, own.size + 1):
            after = self._level(unmarked, after)
            if own.size - unmarked in DEPTHS:
                self.ahead[own.size - unmarked] = after
        self.bounds: Bounds = after[:, 0, 0].astype(np.float64)
        self.entries = sum(level.size for level in self.ahead.values())

    def _level(self, unmarked: int, after: NDArray[np.float32]) -> NDArray[np.float32]:
        moves, less = _classes(self.own.orbits.moves(unmarked)), self.own.multisets.less(unmarked)
        table = np.zeros((len(less), len(moves.classes), len(self.opponent.moving)), np.float32)
        edges = np.unique(np.linspace(0, len(less), 32 * THREADS + 1).astype(int)).tolist()
        fixed = table, after, moves, less, self.own.rolls, self.opponent
        with ThreadPoolExecutor(THREADS) as pool:
            work = [pool.submit(fill_replies, *fixed, part, unmarked == self.own.size) for part in pairwise(edges)]
            try:
                for part in work:
                    part.result()
                    stop_if_asked()
            finally:
                pool.shutdown(cancel_futures=True)
        return table

    def bound(self, rows: NDArray[np.int8], choices: NDArray[np.uint16], counts: Numbers, depth: int) -> Bounds:
        """Return the bound B (or C, if the depth is the number of cells) for boards with the multiset ``counts``."""
        columns = np.flatnonzero(counts)
        table = self.ahead.get(depth, np.zeros((0, 0, 0), np.float32))
        strides = np.cumprod([1, *(counts[columns] + 1)])[:-1]
        part = np.zeros(1, np.int64)
        if depth in self.ahead:
            grids = np.arange(np.prod(counts[columns] + 1))[:, None] // strides % (counts[columns] + 1)
            full = np.zeros((len(grids), len(counts)), np.int64)
            full[:, columns] = grids
            codes = self.own.multisets.codes[self.own.size - depth]
            # ``codes`` contains only sub-multisets of one size. For other sizes, ``part`` is wrong but never used.
            part = np.minimum(np.searchsorted(codes, full @ self.own.multisets.powers), len(codes) - 1)
        ahead = Ahead(depth, table, self.own.orbits.number, part, strides)
        return bound_rows(rows, choices, self.own.rolls[columns], self.opponent, ahead)


def _classes(moves: Numbers) -> Moves:
    """Return the moves from each orbit, combining cells that lead to the same orbit."""
    count, width = np.zeros(len(moves), np.int64), moves.shape[1]
    target, cells = np.zeros((2, len(moves), width), np.int64)
    for orbit, row in enumerate(moves):
        found, copies = np.unique(row, return_counts=True)
        count[orbit] = len(found)
        target[orbit, : len(found)], cells[orbit, : len(found)] = found, copies
    return Moves(count, target, cells)


_MAKING = Lock()
_tables: dict[tuple[Board, tuple[int, ...], TieBreak], ReplyTable] = {}


def reply_table(board: Board, values: tuple[int, ...], tie_break: TieBreak) -> ReplyTable:
    """Return the table for an opponent's board. The table is cached for the next shard.

    If another thread is computing the table, wait for it.
    """
    asked = board, values, tie_break
    with _MAKING:
        table = _tables.pop(asked, None)
        if table is None:
            need = count_states([board], len(values), tie_break)
            while _tables and need + sum(cached.entries for cached in _tables.values()) > MAX_STATES:
                del _tables[next(iter(_tables))]  # remove the least recently used table
            table = ReplyTable(bounds_of(board.rules, values), automaton(board, tie_break))
        _tables[asked] = table
        return table
