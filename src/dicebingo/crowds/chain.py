"""The joint chain of your board and one opponent, and the chances that follow from it for any number of players.

Given the rolls, the n - 1 opponents are independent and identically distributed. If r and q are the probabilities that
a given opponent is unfinished before and after the roll on which you finish, then

    share = Σ_k C(n-1, k) (r - q)^k q^(n-1-k) / (k + 1) = (r^n - q^n) / (n (r - q)) = (1/n) Σ_i r^i q^(n-1-i),
    P(alone) = q^(n-1),    P(first) = r^(n-1).

The game continues after a roll if you and all opponents are still unfinished, so the expected length of the game is the
sum over all states of (expected rolls made there) · r^(n-1). If you have no board and all n players draw one, the
factor is r^n instead of r^(n-1). A ``Profile`` contains the probability that you finish on a roll with each pair
(r, q), and the expected number of rolls made in states with each r. The number of players is needed only afterwards, as
an exponent.

A state is your set of marks and the state of an opponent (``crowds.opponents``). No roll lowers the level of either
part, so one pass of forward substitution over the states finds the profile.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from dicebingo.crowds.opponents import CrowdOpponent, State
from dicebingo.errors import TooLarge
from dicebingo.exact import fraction, mpq
from dicebingo.matches.strategy import WON, Strategy
from dicebingo.model.dice import Dice
from dicebingo.running.run import Run, each

MAX_ENTRIES = 20_000_000
"""The limit on joint states times boards, which corresponds to about 1 GB of memory."""


class Chances(NamedTuple):
    """A board's chances in a class, and the expected length of the game."""

    share: Fraction
    alone: Fraction
    first: Fraction
    expected_length: Fraction


@dataclass(frozen=True, slots=True)
class Profile:
    """The probability that you finish on a roll with each pair (r, q), and the expected number of rolls with each r.

    A given opponent is unfinished with probability r before the roll and q after it. If you have no board, all players
    draw one, and there are no pairs.
    """

    ends: Mapping[tuple[Fraction, Fraction], mpq]
    rolls: Mapping[Fraction, mpq]
    states: int

    def chances(self, players: int) -> Chances:
        """Return your board's chances in a class of two or more players."""
        share = alone = first = mpq(0)
        powers = {r: mpq(r) ** (players - 1) for r in {x for pair in self.ends for x in pair} | set(self.rolls)}
        for (r, q), weight in self.ends.items():
            before, after = powers[r], powers[q]
            same = players * before if r == q else (r * before - q * after) / (r - q)
            share += weight * same
            alone += weight * after
            first += weight * before
        length = sum((weight * powers[r] for r, weight in self.rolls.items()), mpq(0))
        return Chances(fraction(share / players), fraction(alone), fraction(first), fraction(length))

    def length(self, players: int) -> Fraction:
        """Return the expected length of a game in which all players draw their boards."""
        return fraction(sum((weight * mpq(r) ** players for r, weight in self.rolls.items()), mpq(0)))


def profile_of(
    mine: Strategy | None, opponent: CrowdOpponent, dice: Dice, most: int, run: Run | None = None
) -> Profile:
    """Return the profile of your board or, if you have none, of a game in which all players draw their boards."""
    most = min(most, MAX_ENTRIES // opponent.width)
    start = (0, opponent.start)
    own_levels = mine.levels if mine else (0,)
    scale = dice.total * (mine.scale if mine else 1)
    stays = (tuple(((0, 1),) for _ in dice.values),)
    moves = mine.moves if mine else stays
    levels: dict[int, dict[tuple[int, State], mpq]] = {0: {start: mpq(1)}}
    ends: dict[tuple[Fraction, Fraction], mpq] = {}
    rolls: dict[Fraction, mpq] = {}
    count = 1

    def states() -> Iterator[tuple[int, tuple[int, State], mpq]]:
        while levels:
            level = min(levels)
            for state, arrivals in levels[level].items():
                yield level, state, arrivals
            del levels[level]

    for _, state, arrivals in each(states(), "following the joint states", run):
        own, theirs = state
        r = opponent.unfinished(theirs)
        row: dict[tuple[int, State], int] = {}
        for weight, choices, next_theirs in zip(dice.weights, moves[own], opponent.after(theirs), strict=True):
            for next_own, part in choices:
                after = (next_own, next_theirs)
                row[after] = row.get(after, 0) + weight * part
        per_weight = arrivals / (scale - row.pop(state, 0))
        rolls[r] = rolls.get(r, mpq(0)) + per_weight * scale
        for after, weight in row.items():
            next_own, next_theirs = after
            q = opponent.unfinished(next_theirs)
            if next_own == WON:
                ends[r, q] = ends.get((r, q), mpq(0)) + per_weight * weight
            elif q:  # otherwise every opponent has finished before you
                later = levels.setdefault(own_levels[next_own] + opponent.level(next_theirs), {})
                if after not in later:
                    count += 1
                    if count > most:
                        raise TooLarge(
                            f"This crowd needs more than {most:,} joint states; simulate it instead.",
                            "states",
                            most=most,
                        )
                later[after] = later.get(after, mpq(0)) + per_weight * weight
    return Profile(ends, rolls, count)
