"""A slow and simple reference implementation of matches, in fractions: ``tests.twins.solo`` on shared rolls.

This module imports nothing from dicebingo. A joint state is a tuple of sets of marks, one for each player. A set of
winners is a frozenset of player numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import TypeAlias

from tests.twins.solo import NONE, Cells, Game, Policy

State: TypeAlias = tuple[Cells, ...]
Winners: TypeAlias = frozenset[int]
Outcomes: TypeAlias = dict[Winners, Fraction]
Case: TypeAlias = tuple[Cells, int]
"""A player's own marks and the roll: everything that a tie-break may depend on."""

FIRST, SECOND, TIE = frozenset([0]), frozenset([1]), frozenset([0, 1])


@dataclass(frozen=True)
class Player:
    """A player: a game of ``tests.twins.solo``, with a policy and a start."""

    game: Game
    policy: Policy
    start: Cells = NONE

    def choice(self, marked: Cells, roll: int) -> Mapping[Cells, Fraction]:
        """Return the possible sets of marks after a roll, with their probabilities."""
        options = self.game.options(marked, roll)
        if not options:
            return {marked: Fraction(1)}
        chosen = self.policy(marked, roll, options) if len(options) > 1 else {options[0]: Fraction(1)}
        return {marked | option: share for option, share in chosen.items()}


def optimal(game: Game, tie_break: str = "smallest", start: Cells = NONE) -> Player:
    return Player(game, game.tie_break(tie_break), start | game.free)


def winners(players: Sequence[Player], state: State) -> Winners:
    return frozenset(i for i, player in enumerate(players) if player.game.won(state[i]))


def step(players: Sequence[Player], state: State) -> dict[State, Fraction]:
    """Return the distribution of the joint state after one shared roll."""
    after: dict[State, Fraction] = {}
    for roll, chance in players[0].game.chances.items():
        choices = [player.choice(marked, roll).items() for player, marked in zip(players, state, strict=True)]
        for joint in product(*choices):
            share = chance
            for _, own in joint:
                share *= own
            follower = tuple(marked for marked, _ in joint)
            after[follower] = after.get(follower, Fraction(0)) + share
    return after


def outcomes(players: Sequence[Player]) -> Outcomes:
    """Return the probability of each set of winners, by recursion over the first roll that changes the state."""
    known: dict[State, Outcomes] = {}

    def from_state(state: State) -> Outcomes:
        if won := winners(players, state):
            return {won: Fraction(1)}
        if state not in known:
            after = step(players, state)
            stay = after.pop(state, Fraction(0))
            found: Outcomes = {}
            for follower, chance in after.items():
                for end, share in from_state(follower).items():
                    found[end] = found.get(end, Fraction(0)) + chance / (1 - stay) * share
            known[state] = found
        return known[state]

    return from_state(tuple(player.start for player in players))


def sweep(first: Player, second: Player) -> dict[tuple[Cells, Cells], tuple[Fraction, Fraction, Fraction]]:
    """Return P(first wins), P(second wins) and P(tie) for all pairs of transient sets, most marks first.

    Some of the pairs may be unreachable.
    """
    players = (first, second)
    pairs = [(s, t) for s in first.game.transient(first.start) for t in second.game.transient(second.start)]
    pairs.sort(key=lambda pair: -len(pair[0]) - len(pair[1]))
    found: dict[tuple[Cells, Cells], tuple[Fraction, Fraction, Fraction]] = {}
    for pair in pairs:
        after = step(players, pair)
        stay = after.pop(pair, Fraction(0))
        sums = [Fraction(0)] * 3
        for follower, chance in after.items():
            won = winners(players, follower)
            ends = found[follower[0], follower[1]] if not won else [Fraction(won == w) for w in (FIRST, SECOND, TIE)]
            sums = [total + chance * share for total, share in zip(sums, ends, strict=True)]
        found[pair] = (sums[0] / (1 - stay), sums[1] / (1 - stay), sums[2] / (1 - stay))
    return found


def distribution(players: Sequence[Player], upto: int) -> list[Outcomes]:
    """Return, for k = 0 to ``upto``, the probability of each set of winners on roll k.

    The function follows all joint states roll by roll.
    """
    now: dict[State, Fraction] = {tuple(player.start for player in players): Fraction(1)}
    rows: list[Outcomes] = []
    for _ in range(upto + 1):
        ends: Outcomes = {}
        after: dict[State, Fraction] = {}
        for state, chance in now.items():
            if won := winners(players, state):
                ends[won] = ends.get(won, Fraction(0)) + chance
                continue
            for follower, share in step(players, state).items():
                after[follower] = after.get(follower, Fraction(0)) + chance * share
        rows.append(ends)
        now = after
    return rows


def expected_length(players: Sequence[Player]) -> Fraction:
    """Return the expected number of rolls until at least one player finishes."""
    known: dict[State, Fraction] = {}

    def from_state(state: State) -> Fraction:
        if winners(players, state):
            return Fraction(0)
        if state not in known:
            after = step(players, state)
            stay = after.pop(state, Fraction(0))
            known[state] = (1 + sum(c * from_state(s) for s, c in after.items())) / (1 - stay)
        return known[state]

    return from_state(tuple(player.start for player in players))


def margin(found: Outcomes) -> Fraction:
    return found.get(FIRST, Fraction(0)) - found.get(SECOND, Fraction(0))


# All tie-breaks.


def table_policy(game: Game, cases: Mapping[Case, Cells], otherwise: int = 0) -> Policy:
    """Return optimal play that breaks ties as in ``cases``; other ties go to the best choice at index ``otherwise``."""

    def policy(marked: Cells, roll: int, options: list[Cells]) -> Mapping[Cells, Fraction]:
        best = game.best(marked, roll)
        chosen = cases.get((marked, roll), best[otherwise])
        assert chosen in best, "expected a tie-break to choose an optimal cell"
        assert chosen in options
        return {chosen: Fraction(1)}

    return policy


def tie_breaks(game: Game, start: Cells = NONE) -> Iterator[dict[Case, Cells]]:
    """Yield every deterministic way to break ties: one choice for each tie that play can reach."""
    yield from _grow(game, {}, start | game.free)


def _grow(game: Game, cases: dict[Case, Cells], start: Cells) -> Iterator[dict[Case, Cells]]:
    undecided = _first_undecided(game, cases, start)
    if undecided is None:
        yield cases
        return
    for option in game.best(*undecided):
        yield from _grow(game, {**cases, undecided: option}, start)


def _first_undecided(game: Game, cases: dict[Case, Cells], start: Cells) -> Case | None:
    """Return a tie that the choices in ``cases`` can lead to but do not decide, or None."""
    todo, known = [start], {start}
    for marked in todo:
        for roll in game.hits(marked):
            best = game.best(marked, roll)
            if len(best) > 1 and (marked, roll) not in cases:
                return marked, roll
            after = marked | cases.get((marked, roll), best[0])
            if after not in known:
                known.add(after)
                todo.append(after)
    return None


def reachable(players: Sequence[Player]) -> set[State]:
    """Return all reachable joint states without a winner."""
    start = tuple(player.start for player in players)
    todo = [] if winners(players, start) else [start]
    known = set(todo)
    for state in todo:
        for follower in step(players, state):
            if follower not in known and not winners(players, follower):
                known.add(follower)
                todo.append(follower)
    return known
