"""The profile (``crowds.chain``) of a full card in a class that draws from a few cards, computed from token counts.

Let b be your card, let a_i be the cards of the population and p_i their shares, and let T(c) be the roll on which a
card c is cleared. For a set R of cards, let m(R) be the card that has, for each value, the largest count of b and the
cards in R. Let L_u(m) be the probability that u is cleared last on m (``dicebingo.cards``).

**The roll on which you finish.** The cards of a set N are all cleared by T(b) exactly when T(m(N)) = T(b), that is,
when the last value u of m(N) satisfies b(u) = m(u). On that roll, the cards i of N with a_i(u) = m(u) are cleared, and
all other cards of N were cleared before (the lemma in ``cards.race``). By inclusion and exclusion,

    P(exactly N cleared by T(b), exactly S of them on this roll)
        = Σ_{M ⊇ N} (-1)^|M - N| Σ_u L_u(m(M)),

where u runs over the values with b(u) = m(u) for which S is the set of cards i in N with a_i(u) = m(u). Let p(X) be the
sum of p_i over the cards of X. An opponent is unfinished before this roll with probability r = 1 - p(N - S), and after
it with probability q = 1 - p(N).

**The rolls before.** The probability that, after roll k, all cards of a set C are cleared but b is not is

    P(T(m'(C)) <= k) - P(T(m(C)) <= k),   where m' omits b.

The sum over k is V(m(C)) - V(m'(C)), and inclusion and exclusion gives the expected number of rolls made while exactly
the cards of C are cleared. If all cards are drawn at random, there is no b, and the game ends at the latest when every
card of the population is cleared: each term of the sum is then -V(m'(C)).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from dicebingo.cards.card import Counts, check_tokens, solver_for
from dicebingo.cards.race import largest
from dicebingo.crowds.chain import Profile
from dicebingo.crowds.population import Population
from dicebingo.exact import mpq
from dicebingo.model.board import Board, Position
from dicebingo.solo.problem import Problem

MAX_CARDS = 8
"""The maximum number of cards in a population. The sums run over all 2^n subsets of the n cards."""

Set = tuple[int, ...]


def is_counted(population: Population) -> bool:
    """Whether ``population`` consists of a few full cards."""
    mixture = population.mixture
    return mixture is not None and population.rules.is_full_card and len(mixture.boards) <= MAX_CARDS


def card_profile(population: Population, board: Board | None) -> Profile:
    """Return the profile of your card or, if you have none, of a game in which all cards are drawn at random."""
    assert population.mixture is not None
    others = [_counts(card) for card in population.mixture.boards]
    mine = None if board is None else _counts(board)
    return _Cards(population.rules.dice.weights, others, population.mixture.shares, mine).profile()


def _counts(board: Board) -> Counts:
    check_tokens(len(board.rules.layout.open_cells))
    return Problem.of(Position(board)).counts()


class _Cards:
    """The cards of a population, and the card being evaluated."""

    def __init__(
        self, weights: Counts, others: Sequence[Counts], shares: Sequence[Fraction], mine: Counts | None
    ) -> None:
        self.solver, self.mine = solver_for(weights), mine
        self.others, self.shares = others, shares
        self.none = (0,) * len(weights)

    def profile(self) -> Profile:
        """Return a ``Profile``: the probability of each pair (r, q), and the expected number of rolls with each r."""
        ends: dict[tuple[Fraction, Fraction], mpq] = {}
        for (cleared, now), chance in self._ends().items() if self.mine else ():
            pair = self._unfinished(set(cleared) - set(now)), self._unfinished(cleared)
            ends[pair] = ends.get(pair, mpq(0)) + chance
        rolls: dict[Fraction, mpq] = {}
        for cleared, made in self._rolls().items():
            r = self._unfinished(cleared)
            rolls[r] = rolls.get(r, mpq(0)) + made
        return Profile(ends, rolls, 2 ** len(self.others))

    def _unfinished(self, cleared: Set | set[int]) -> Fraction:
        return 1 - sum((self.shares[i] for i in cleared), Fraction(0))

    def _largest(self, cards: Set, *, mine: bool) -> Counts:
        own = [self.mine] if mine and self.mine else []
        return largest([*(self.others[i] for i in cards), *own, self.none])

    def _sets(self) -> Iterator[Set]:
        players = range(len(self.others))
        return (cards for n in range(len(self.others) + 1) for cards in combinations(players, n))

    def _ends(self) -> dict[tuple[Set, Set], mpq]:
        """Return the probability of each pair (cards cleared no later than your last roll, cards cleared on it)."""
        assert self.mine is not None
        found: dict[tuple[Set, Set], mpq] = {}
        for among in self._sets():
            m = self._largest(among, mine=True)
            for u, chance in enumerate(self.solver.last(m)):
                if not chance or self.mine[u] != m[u]:
                    continue
                for cleared in _subsets(among):
                    now = tuple(i for i in cleared if self.others[i][u] == m[u])
                    sign = (-1) ** (len(among) - len(cleared))
                    found[cleared, now] = found.get((cleared, now), mpq(0)) + sign * chance
        return {pair: chance for pair, chance in found.items() if chance}

    def _rolls(self) -> dict[Set, mpq]:
        """Return, for each set of cards, the expected number of rolls made while exactly these cards are cleared."""
        rolls = self.solver.expected_rolls
        found: dict[Set, mpq] = {}
        for among in self._sets():
            part = -rolls(self._largest(among, mine=False))
            if self.mine:
                part += rolls(self._largest(among, mine=True))
            for cleared in _subsets(among):
                sign = (-1) ** (len(among) - len(cleared))
                found[cleared] = found.get(cleared, mpq(0)) + sign * part
        return {cleared: made for cleared, made in found.items() if made and self._unfinished(cleared)}


def _subsets(cards: Set) -> Iterator[Set]:
    return (some for n in range(len(cards) + 1) for some in combinations(cards, n))
