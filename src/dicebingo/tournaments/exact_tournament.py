"""Tournaments and rings of a few boards, computed in exact arithmetic, without numpy or numba.

These functions are the readable counterparts of ``tournament`` and ``rings``: for the same boards, they compute the
same results. Each strategy is prepared once, and all margins are exact fractions. Only the standings are rounded to
float64.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import ClassVar

from dicebingo.duels.duel import duel
from dicebingo.errors import expect_cells
from dicebingo.exact import decimal
from dicebingo.matches.joint import make_joint
from dicebingo.matches.outcomes import Outcomes
from dicebingo.matches.shared_rolls import as_names, strategies_for
from dicebingo.matches.strategy import lumped
from dicebingo.model.board import PositionLike, as_boards
from dicebingo.running.run import Run
from dicebingo.solo.policy import TieBreak, TieBreakLike
from dicebingo.tournaments.graphs import best_ring, top_cycle
from dicebingo.tournaments.results import (
    Game,
    GameLike,
    PlayedBoards,
    Rings,
    Standing,
    certify,
    certify_all,
)

MAX_CELLS = 12
Player = int


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class ExactTournament(PlayedBoards):
    """A tournament with the exact probability that player i beats player j, for all i and j."""

    wins: dict[tuple[Player, Player], Fraction]
    error_bound: ClassVar[float] = 2.0**-52
    """A bound on the relative error caused by rounding exact numbers to float64."""

    @property
    def players(self) -> range:
        """The numbers of the players, one for each board."""
        return range(len(self.boards))

    def margin(self, first: Player, second: Player) -> Fraction:
        """Return P(first wins) - P(second wins)."""
        return Fraction(0) if first == second else self.wins[first, second] - self.wins[second, first]

    def beats_by(self, level: Fraction) -> list[int]:
        """Return the players that each player beats by at least ``level``, as bitmasks."""
        return [sum(1 << j for j in self.players if self.margin(i, j) >= level) for i in self.players]

    @property
    def levels(self) -> list[Fraction]:
        """All positive margins, in increasing order."""
        return sorted({abs(self.margin(i, j)) for i, j in self.wins} - {Fraction(0)})

    @property
    def standings(self) -> list[Standing]:
        """The standings, highest share first. Boards whose shares agree to ten digits keep their order."""
        return sorted(map(self._standing, self.players), key=lambda row: -round(row.share, 10))

    def _standing(self, player: Player) -> Standing:
        others = [other for other in self.players if other != player]
        margins = [self.margin(player, other) for other in others]
        mean = sum(margins, Fraction(0)) / len(others)
        beats, loses = sum(margin > 0 for margin in margins), sum(margin < 0 for margin in margins)
        # A tie counts as half a win, so a share is half of 1 + P(wins) - P(loses).
        return Standing(player, decimal((1 + mean) / 2), beats, loses, len(others) - beats - loses, decimal(mean))

    @property
    def triples(self) -> list[tuple[Fraction, tuple[Player, ...]]]:
        """All rings of three boards with their smallest margins, in decreasing order of these margins.

        Each ring begins with its lowest-numbered board.
        """
        found = []
        for i, j, k in combinations(self.players, 3):
            for ring in ((i, j, k), (i, k, j)):
                smallest = self.smallest_margin(ring)
                if smallest > 0:
                    found.append((smallest, ring))
        return sorted(found, key=lambda pair: -pair[0])

    @property
    def ring_count(self) -> int:
        """The number of sets of three boards that form a ring."""
        return len(self.triples)

    def smallest_margin(self, ring: Sequence[Player]) -> Fraction:
        """Return the smallest margin in a ring, including the margin of the last player over the first."""
        return min(self.margin(a, b) for a, b in zip(ring, [*ring[1:], ring[0]], strict=True))

    @property
    def smith_set(self) -> list[Player]:
        """The players in the top cycle."""
        best = max(self.standings, key=lambda row: row.copeland).player
        return top_cycle(self.beats_by(min(self.levels, default=Fraction(1))), best)


def tournament(
    boards: Sequence[PositionLike],
    *,
    names: Sequence[str] | None = None,
    tie_break: TieBreakLike = "smallest",
    game: GameLike = "match",
    run: Run | None = None,
) -> ExactTournament:
    """Play every board against every other."""
    players, tie_break, game = as_boards(boards), TieBreak.parse(tie_break), Game.parse(game)
    called = as_names(names, (f"board {i}" for i in range(len(players))))
    cells = len(players[0].rules.layout.open_cells)
    expect_cells(cells, MAX_CELLS, "boards with at most {} cells for many matches")
    run, wins = Run.of(run), {}
    pairs = list(combinations(range(len(players)), 2))
    with run.stage("matches" if game is Game.MATCH else "duels", len(pairs)) as step:
        strategies = [lumped(one) for one in strategies_for(players, tie_break=tie_break)]
        for i, j in pairs:
            met: Outcomes[Fraction]
            if game is Game.DUEL:
                value = duel(players[i], players[j]).value
                met = Outcomes.of_two((1 + value) / 2, (1 - value) / 2, Fraction(0))
            else:
                met = make_joint([strategies[i], strategies[j]]).outcomes
            wins[i, j], wins[j, i] = met.first, met.second
            step()
    return ExactTournament(tuple(players), called, tie_break, game, wins)


def rings(
    boards: Sequence[PositionLike],
    *,
    length: int = 3,
    most: int = 3,
    tie_break: TieBreakLike = "smallest",
    game: GameLike = "match",
    run: Run | None = None,
) -> Rings:
    """Find the best rings of three boards, or a single best ring of a larger ``length``."""
    played = tournament(boards, tie_break=tie_break, game=game, run=run)
    if length == 3:
        triples = played.triples
        chosen = [list(ring) for _, ring in triples[:most]]
    else:
        best = best_ring(played.levels, played.beats_by, length)
        chosen = [best] if best else []
    found = certify_all(
        [[played.boards[i] for i in ring] for ring in chosen],
        lambda ring: certify(ring, played.tie_break, played.game),
        run,
    )
    how = played.rules, played.tie_break, played.game
    count = len(triples) if length == 3 else None
    return Rings(*how, length=length, among=len(played.boards), count=count, rings=tuple(found))
