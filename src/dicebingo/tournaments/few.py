"""Tournaments and rings of a few boards, by exact matches alone: for where there is neither numpy nor numba.

They are asked and answered as ``tournament`` and ``rings`` are, of which they are the readable twins. Each strategy is
prepared once; every pair is then played exactly, so all signs and margins are exact before they are rounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import ClassVar

from dicebingo.duels.duel import duel
from dicebingo.errors import TooLarge
from dicebingo.exact import decimal
from dicebingo.matches.joint import make_joint
from dicebingo.matches.outcomes import Outcomes
from dicebingo.matches.shared_rolls import as_names, strategies_for
from dicebingo.matches.strategy import lumped
from dicebingo.model.board import Board, PositionLike, as_boards
from dicebingo.model.rules import Rules
from dicebingo.running.run import Run
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments.results import BeatingAnswer, Notion, Ring, Standing, certify, most_of_a_ring

MAX_CELLS = 12
Player = int


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class FewBoards(BeatingAnswer):
    """Every board against every other: P(i wins against j), P(tie) and who beats whom, by pairs i, j of players."""

    _json_keys_ = (
        f"{BeatingAnswer._json_head_} boards names standings triples=ring_count smith_set "
        "relative_error_bound=error_bound"
    )

    boards: tuple[Board, ...]
    names: tuple[str, ...]
    tie_break: TieBreak
    notion: Notion
    wins: dict[tuple[Player, Player], Fraction]
    error_bound: ClassVar[float] = 2.0**-52
    """Exact numbers, rounded to float64."""

    @property
    def rules(self) -> Rules:
        """The rules of all boards."""
        return self.boards[0].rules

    @property
    def players(self) -> range:
        """The boards, by their numbers."""
        return range(len(self.boards))

    def margin(self, first: Player, second: Player) -> Fraction:
        """Return P(first wins) - P(second wins)."""
        return self.wins[first, second] - self.wins[second, first]

    def beaten_by(self, player: Player) -> list[Player]:
        """Return the players whom somebody beats."""
        return [other for other in self.players if other != player and self.margin(player, other) > 0]

    @property
    def standings(self) -> list[Standing]:
        """The records, the best share first; those equal to ten digits in the order of the boards."""
        return sorted(map(self._standing, self.players), key=lambda row: -round(row.share, 10))

    def _standing(self, player: Player) -> Standing:
        others = [other for other in self.players if other != player]
        margins = [self.margin(player, other) for other in others]
        mean = sum(margins, Fraction(0)) / len(others)
        beats, loses = sum(margin > 0 for margin in margins), sum(margin < 0 for margin in margins)
        # With ties split, a share is half of 1 + P(wins) - P(loses).
        return Standing(player, decimal((1 + mean) / 2), beats, loses, len(others) - beats - loses, decimal(mean))

    @property
    def triples(self) -> list[tuple[Fraction, tuple[Player, ...]]]:
        """All rings of three with their smallest margins, the largest first; each ring begins with its first board."""
        found = []
        for i, j, k in combinations(self.players, 3):
            for ring in ((i, j, k), (i, k, j)):
                smallest = self.smallest_margin(ring)
                if smallest > 0:
                    found.append((smallest, ring))
        return sorted(found, key=lambda pair: -pair[0])

    @property
    def ring_count(self) -> int:
        """The number of sets of three boards that are a ring."""
        return len(self.triples)

    def smallest_margin(self, ring: Sequence[Player]) -> Fraction:
        """Return the smallest margin of each over the next, and of the last over the first."""
        return min(self.margin(a, b) for a, b in zip(ring, [*ring[1:], ring[0]], strict=True))

    @property
    def smith_set(self) -> list[Player]:
        """The top cycle: everybody from whom, by steps to whoever is not beaten, somebody best can be reached."""
        points = {player: 2 * row.beats + row.even for player, row in ((r.player, r) for r in self.standings)}
        todo = [max(self.players, key=lambda player: points[player])]
        found = set(todo)
        for player in todo:
            unbeaten = {other for other in self.players if other != player and self.margin(other, player) >= 0} - found
            found |= unbeaten
            todo += unbeaten
        return sorted(found)


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class FewRings(BeatingAnswer):
    """The rings of one length with the largest smallest margins, best first."""

    _json_keys_ = f"{BeatingAnswer._json_head_} length count at_most rings"

    rules: Rules
    tie_break: TieBreak
    notion: Notion
    length: int
    count: int | None
    rings: tuple[Ring, ...]

    @property
    def at_most(self) -> Fraction | None:
        """What the smallest margin of no ring of this length exceeds."""
        return most_of_a_ring(self.length, self.notion)


def tournament(
    boards: Sequence[PositionLike],
    *,
    names: Sequence[str] | None = None,
    tie_break: TieBreak | str = "smallest",
    notion: Notion | str = "match",
    run: Run | None = None,
) -> FewBoards:
    """Play every board against every other."""
    players, tie_break, notion = as_boards(boards), TieBreak.parse(tie_break), Notion.parse(notion)
    called = as_names(names, (f"board {i}" for i in range(len(players))))
    if (size := len(players[0].rules.layout.open_cells)) > MAX_CELLS:
        raise TooLarge(f"expected at most {MAX_CELLS} cells for many matches, got {size}")
    run, wins = Run.of(run), {}
    pairs = list(combinations(range(len(players)), 2))
    with run.stage("matches" if notion is Notion.MATCH else "duels", len(pairs)) as step:
        strategies = [lumped(one) for one in strategies_for(players, tie_break=tie_break)]
        for i, j in pairs:
            met: Outcomes[Fraction]
            if notion is Notion.DUEL:
                value = duel(players[i], players[j]).value
                met = Outcomes.of_two((1 + value) / 2, (1 - value) / 2, Fraction(0))
            else:
                met = make_joint([strategies[i], strategies[j]]).outcomes
            wins[i, j], wins[j, i] = met.first, met.second
            step()
    return FewBoards(tuple(players), called, tie_break, notion, wins)


def rings(
    boards: Sequence[PositionLike],
    *,
    length: int = 3,
    most: int = 3,
    tie_break: TieBreak | str = "smallest",
    notion: Notion | str = "match",
    run: Run | None = None,
) -> FewRings:
    """Find the best rings of three, or one of the best longer rings."""
    played = tournament(boards, tie_break=tie_break, notion=notion, run=run)
    if length == 3:
        triples = played.triples
        chosen = [ring for _, ring in triples[:most]]
    else:
        best = best_long_ring(played, length)
        chosen = [best] if best else []
    with Run.of(run).stage("certifying", len(chosen)) as step:
        found = []
        for ring in chosen:
            found.append(certify([played.boards[i] for i in ring], played.tie_break, played.notion))
            step()
    count = len(triples) if length == 3 else None
    return FewRings(played.rules, played.tie_break, played.notion, length, count, tuple(found))


def best_long_ring(played: FewBoards, length: int) -> tuple[Player, ...] | None:
    """Return a ring of some length whose smallest margin is as large as possible, by bisection over the margins."""
    margins = {(i, j): played.margin(i, j) for i in played.players for j in played.beaten_by(i)}
    levels = sorted(set(margins.values()))
    low, high, best = 0, len(levels) - 1, None
    while low <= high:
        middle = (low + high) // 2
        after: dict[Player, list[Player]] = {i: [] for i in played.players}
        for (i, j), margin in margins.items():
            if margin >= levels[middle]:
                after[i].append(j)
        if ring := _ring_in(after, length):
            best, low = ring, middle + 1
        else:
            high = middle - 1
    return best


def _ring_in(after: dict[Player, list[Player]], length: int) -> tuple[Player, ...] | None:
    """Return the first ring of different players in a graph, in depth from each start, only to players after it."""
    back = [{i: {i} for i in after}]  # by steps: from where to where
    for _ in range(length):
        back.append({i: set().union(*(back[-1][j] for j in after[i])) for i in after})

    def extend(path: tuple[Player, ...]) -> tuple[Player, ...] | None:
        left = length - len(path)
        if left == 0:
            return path if path[0] in after[path[-1]] else None
        for player in sorted(after[path[-1]]):
            if player > path[0] and player not in path and path[0] in back[left][player]:
                found = extend((*path, player))
                if found:
                    return found
        return None

    return next((ring for start in after if start in back[length][start] and (ring := extend((start,)))), None)
