"""The probability that each full card is cleared first on shared rolls, found from token counts without a joint chain.

Let a_i be the counts of card i, and T(c) the roll on which a card c is cleared. For a set R of cards, let m(R) be the
card that has, for each value, the largest count of any card in R. All cards of R have been cleared exactly when m(R)
has been cleared: max T(a_i) = T(m(R)). The roll T(m) clears the last value of m; let L_u(m) be the probability that
this value is u (``dicebingo.cards.card``).

**Lemma.** For a set S of cards and a set Q of other cards, let m = m(S ∪ Q). All cards of S are cleared on one roll,
and all cards of Q on that roll or earlier, exactly when the last value u of m satisfies a_i(u) = m(u) for all i in S.

*Proof.* On the roll T(m) the value u comes up for the m(u)-th time, and every other value v has come up m(v) times or
more. If a_i(u) = m(u), then card i is cleared on this roll, because it needed only this roll of u. If a_i(u) < m(u),
card i was cleared earlier. So all cards of S are cleared on the same roll T(m), the last roll that S ∪ Q needs, exactly
when a_i(u) = m(u) for all i in S. ∎

The cards of S are the winners if they are all cleared on one roll and no other card has been cleared by then. By
inclusion and exclusion over the other cards,

    P(winners = S) = Σ_{Q ⊆ others} (-1)^|Q| Σ_{u: a_i(u) = m(u) for all i in S} L_u(m),   m = m(S ∪ Q).

For example, take two cards a and b, and S = {a}. The empty set Q contributes 1, and Q = {b} subtracts the sum of L_u
over the values with a(u) >= b(u). So P(a wins) is the sum of L_u over the values with b(u) > a(u). The same sums give
the winners on each roll, with P(T(m) = k and u is last) instead of L_u. The probability that only a single roll of u is
still needed after roll k-1 is P(T(m - e_u) <= k-1) - P(T(m) <= k-1), so

    P(T(m) = k and u is last) = w_u / W · (P(T(m - e_u) <= k-1) - P(T(m) <= k-1)).

A match takes Σ_{R ≠ ∅} (-1)^(|R|+1) V(m(R)) rolls on average, because at least one card has been cleared by roll k with
probability Σ_{R ≠ ∅} (-1)^(|R|+1) P(T(m(R)) <= k).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import prod

from dicebingo.cards.card import CardSolver, Counts, check_tokens
from dicebingo.errors import TooLarge

MAX_CARDS = 10
"""The maximum number of cards in a race. The sums run over all 2^n subsets of the n cards."""

Winners = tuple[int, ...]


class Race:
    """Several cards, given by their token counts, played on the same rolls.

    >>> from dicebingo.cards.card import CardSolver
    >>> race = Race(CardSolver((1, 2, 1)), [(1, 0, 1), (0, 2, 0)])
    >>> race.outcomes()
    {(0,): Fraction(13, 36), (1,): Fraction(23, 36)}
    """

    def __init__(self, solver: CardSolver, cards: Sequence[Counts]) -> None:
        if len(cards) > MAX_CARDS:
            raise TooLarge(f"expected at most {MAX_CARDS} full cards in an exact match, got {len(cards)}")
        self.solver, self.cards = solver, tuple(cards)
        players = range(len(cards))
        self.largest = {r: largest([cards[i] for i in r]) for n in players for r in combinations(players, n + 1)}
        for card in cards:
            check_tokens(sum(card))

    @property
    def states(self) -> int:
        """The number of joint states without a cleared card.

        A state counts the rolls of each value, up to the largest number of tokens that any card has on it.
        """
        everybody = self.largest[tuple(range(len(self.cards)))]
        states = prod(tokens + 1 for tokens in everybody)
        for r, m in self.largest.items():
            cleared = prod(tokens - own + 1 for tokens, own in zip(everybody, m, strict=True))
            states += cleared if len(r) % 2 == 0 else -cleared
        return states

    @cached_property
    def _decisive(self) -> dict[Winners, list[tuple[int, Winners, int]]]:
        """The terms of the sum for each set of winners: each has a sign, a set S ∪ Q and a value u."""
        found: dict[Winners, list[tuple[int, Winners, int]]] = {}
        for together, m in self.largest.items():
            for n in range(1, len(together) + 1):
                for won in combinations(together, n):
                    sign = (-1) ** (len(together) - n)
                    last = [u for u, c in enumerate(m) if c and all(self.cards[i][u] == c for i in won)]
                    found.setdefault(won, []).extend((sign, together, u) for u in last)
        return found

    def outcomes(self) -> dict[Winners, Fraction]:
        """Return the probability of each possible set of winners."""
        at_once = tuple(i for i, card in enumerate(self.cards) if not any(card))
        if at_once:
            return {at_once: Fraction(1)}
        last = {r: self.solver.last(m) for r, m in self.largest.items()}
        shares = {won: sum((s * last[r][u] for s, r, u in terms), Fraction(0)) for won, terms in self._decisive.items()}
        return {won: share for won, share in shares.items() if share}

    def expected_length(self) -> Fraction:
        """Return the expected number of rolls until the first card is cleared."""
        rolls = self.solver.expected_rolls
        return sum(((-1) ** (len(r) + 1) * rolls(m) for r, m in self.largest.items()), Fraction(0))

    def distribution(self) -> Iterator[dict[Winners, Fraction]]:
        """Yield the probability that the race ends on roll k, by set of winners, for k = 0, 1, .."""
        at_once = tuple(i for i, card in enumerate(self.cards) if not any(card))
        yield {at_once: Fraction(1)} if at_once else {}
        whole = {r: self._by_now(m) for r, m in self.largest.items()}
        pairs = {(r, u) for terms in self._decisive.values() for _, r, u in terms}
        less = {(r, u): self._by_now(without(self.largest[r], u)) for r, u in pairs}
        weights, total = self.solver.weights, self.solver.total
        while True:
            now = {r: next(by_now) for r, by_now in whole.items()}
            ends = {(r, u): (next(less[r, u]) - now[r]) * weights[u] / total for r, u in pairs}
            shares = {won: sum((s * ends[r, u] for s, r, u in t), Fraction(0)) for won, t in self._decisive.items()}
            yield {} if at_once else {won: share for won, share in shares.items() if share}

    def _by_now(self, counts: Counts) -> Iterator[Fraction]:
        return (cdf for _, cdf in self.solver.distribution(counts))


def largest(cards: Sequence[Counts]) -> Counts:
    """Return the largest count of each value among ``cards``."""
    return tuple(map(max, zip(*cards, strict=True)))


def without(counts: Counts, value: int) -> Counts:
    """Return ``counts`` with one fewer token on ``value``."""
    return (*counts[:value], counts[value] - 1, *counts[value + 1 :])
