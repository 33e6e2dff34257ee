"""A slow and simple reference implementation of class games, in fractions. It tries all combinations of opponents.

Each combination of opponents has its own joint chain of n boards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod

from tests.twins.matches import Player, expected_length, outcomes


def chances(
    mine: Player, others: Sequence[Player], weights: Sequence[Fraction], players: int
) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Return a player's share, P(wins alone) and P(wins), and the expected length of the game.

    Each result is a weighted sum over all boards that the n - 1 opponents may draw.
    """
    share = alone = first = length = Fraction(0)
    for drawn in combinations_with_replacement(range(len(others)), players - 1):
        ways = factorial(players - 1) // prod(factorial(count) for count in Counter(drawn).values())
        weight = ways * prod((weights[i] for i in drawn), start=Fraction(1))
        class_of_n = [mine, *(others[i] for i in drawn)]
        for winners, chance in outcomes(class_of_n).items():
            if 0 in winners:
                share += weight * chance / len(winners)
                first += weight * chance
                alone += weight * chance * (len(winners) == 1)
        length += weight * expected_length(class_of_n)
    return share, alone, first, length
