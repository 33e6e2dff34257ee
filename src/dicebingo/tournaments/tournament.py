"""A tournament: every board plays every other board on shared rolls, in matches or in duels.

A duel has a value but no unique winning probabilities. The value v of a duel is represented by the probabilities
(1 + v) / 2 and (1 - v) / 2 of winning, without ties. These probabilities yield the correct margins, and the correct
shares of wins if each tie counts as half a win.

The *top cycle* (Smith set) is the smallest set in which every board beats every board outside the set.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from dicebingo.errors import InputError, flag, listed
from dicebingo.exact import nearest
from dicebingo.kernels.rings import count_triples
from dicebingo.matches.shared_rolls import NamesLike, as_names
from dicebingo.matches.simulation import SeedLike
from dicebingo.model.board import PositionLike, RulesLike, changed_rules
from dicebingo.model.rules import DiceLike, LayoutLike, MarkingLike, TokensLike
from dicebingo.question import Doc, question
from dicebingo.running.run import Run, RunLike
from dicebingo.searches.space import EveryBoard, RandomBoards, TopBoards, ValuesLike
from dicebingo.solo.policy import TieBreak, TieBreakLike
from dicebingo.tournaments.all_pairs import AllPairs
from dicebingo.tournaments.boards import entrants
from dicebingo.tournaments.graphs import top_cycle
from dicebingo.tournaments.results import Game, GameLike, PlayedBoards, Standing, outcomes_of
from dicebingo.tournaments.strategies import Floats, Preparer

MAX_BOARDS = 20_000


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Tournament(PlayedBoards):
    """All results of a tournament.

    ``wins[i, j]`` is P(i wins against j), ``ties[i, j]`` is P(tie), and ``sign[i, j]`` is 1 if i beats j, -1 if j beats
    i, and 0 if neither does. The signs are exact. ``settled_exactly`` is the number of pairs whose margins were too
    close to 0 for float64, so that their signs had to be computed exactly.
    """

    wins: Floats
    ties: Floats
    sign: NDArray[np.int8]
    error_bound: float
    settled_exactly: int

    @property
    def margins(self) -> Floats:
        """P(i wins) - P(j wins); exactly 0 on the diagonal."""
        return self.wins - self.wins.T

    def exact_margins(self, run: Run | None = None) -> tuple[tuple[Fraction, ...], ...]:
        """Compute all margins again as exact fractions, for example to pass them to ``solve_zero_sum``.

        >>> from dicebingo.games.zero_sum import solve_zero_sum
        >>> played = tournament(["1 2 / 3 4", "2 4 / 5 6", "1 3 / 4 5", "1 5 / 2 6"], rules="knuth")
        >>> solve_zero_sum(played.exact_margins()).value
        Fraction(0, 1)
        """
        pairs = list(combinations(range(len(self.boards)), 2))
        margins = [[Fraction(0)] * len(self.boards) for _ in self.boards]
        with Run.of(run).stage("exact margins", len(pairs)) as step:
            for i, j in pairs:
                margins[i][j] = outcomes_of(self.boards[i], self.boards[j], self.tie_break, self.game).margin
                margins[j][i] = -margins[i][j]
                step()
        return tuple(map(tuple, margins))

    @property
    def standings(self) -> list[Standing]:
        """The standings, highest share first. Boards whose shares agree to ten digits keep their order."""
        others = max(len(self.boards) - 1, 1)
        share = (self.wins.sum(axis=1) + self.ties.sum(axis=1) / 2) / others
        margin = self.margins.sum(axis=1) / others
        beats, loses, draws = ((self.sign == sign).sum(axis=1).tolist() for sign in (1, -1, 0))
        records = zip(share.tolist(), beats, loses, draws, margin.tolist(), strict=True)
        rows = [Standing(i, won, up, down, even - 1, mean) for i, (won, up, down, even, mean) in enumerate(records)]
        # Round the shares, because equal shares may differ in their last digits.
        return sorted(rows, key=lambda row: -round(row.share, 10))

    @property
    def ring_count(self) -> int:
        """The number of sets of three boards that form a ring."""
        return count_triples(self.sign)

    @property
    def smith_set(self) -> list[int]:
        """The players in the top cycle."""
        return top_cycle(bitmasks(self.sign > 0), int(self.sign.sum(axis=1, dtype=np.int64).argmax()))

    def __repr__(self) -> str:
        best = self.standings[0]
        first = f"{self.names[best.player]} is first, with a share of wins of {nearest(100 * best.share, 2)}%"
        return f"<Tournament of {len(self.boards)} boards, {self.rules}: {first}>"


def bitmasks(graph: NDArray[np.bool_]) -> list[int]:
    """Return the rows of a graph as bitmasks (``tournaments.graphs``)."""
    return [int.from_bytes(row.tobytes(), "little") for row in np.packbits(graph, axis=1, bitorder="little")]


@question
def tournament(
    boards: Annotated[
        Sequence[PositionLike] | Tournament,
        Doc("Two or more boards, or a finished tournament.", "[BOARD...]"),
    ] = (),
    *,
    random: RandomBoards = None,
    top: TopBoards = None,
    all: EveryBoard = False,  # noqa: A002  (the name of the option)
    values: ValuesLike | None = None,
    seed: SeedLike = 1,
    names: NamesLike = None,
    tie_break: TieBreakLike = "smallest",
    game: GameLike = "match",
    rules: RulesLike = None,
    layout: LayoutLike = None,
    dice: DiceLike = None,
    marking: MarkingLike = None,
    tokens: TokensLike = None,
    run: RunLike = None,
) -> Tournament:
    """Play every board against every other.

    The boards are those that you list and those that ``random``, ``top`` or ``all`` adds.

    In Python, you may also pass a finished tournament, which is returned unchanged.

    >>> result = tournament(["1 2 / 3 4", "2 4 / 5 6", "1 3 / 4 5"], rules="knuth")
    >>> [(row.player, row.beats, row.loses) for row in result.standings]
    [(0, 1, 0), (1, 1, 1), (2, 0, 1)]
    """
    tie_break, game = TieBreak.parse(tie_break), Game.parse(game)
    if isinstance(boards, Tournament):
        return boards
    rules = changed_rules(rules, layout, dice, marking, tokens)
    given, everything = listed(boards, "boards"), flag(all)
    players = entrants(
        given, rules, tie_break, random=random, top=top, everything=everything, values=values, seed=seed, run=run
    )
    count = len(players)
    if not 2 <= count <= MAX_BOARDS:
        raise InputError(f"expected 2 to {MAX_BOARDS} boards, got {count}")
    unnamed = [f"board {i}" for i in range(count)]
    called = as_names(names, unnamed[: len(given)] if names is not None and len(given) < count else unnamed)
    called += tuple(unnamed[len(called) :])
    Preparer(players[0].rules, tie_break)  # before the run writes anything, check that the boards can be played
    job = AllPairs(players[0].rules, tuple(board.values for board in players), tie_break, game)
    wins, ties, sign = np.zeros((count, count)), np.zeros((count, count)), np.zeros((count, count), np.int8)
    largest, settled = 0.0, 0
    for number, part in enumerate(Run.of(run).shards(job, "matches" if game is Game.MATCH else "duels")):
        i, j = job.pairs(number).T
        outcomes = part["outcomes"]
        wins[i, j], wins[j, i] = outcomes[:, 0], outcomes[:, 1]
        ties[i, j] = ties[j, i] = outcomes[:, 2]
        sign[i, j], sign[j, i] = part["sign"], -part["sign"]
        largest = max(largest, float(part["bound"]))
        settled += int(part["settled"])
    return Tournament(tuple(players), called, tie_break, game, wins, ties, sign, largest, settled)
