"""Find the best and the worst of all full cards, and the rank of a card.

All arrangements of the same tokens count as one card. Every V is computed in float64 with an absolute error bound
(``dicebingo.cards.all_cards``). Cards that may be among the requested ones, given the error bound, are solved exactly,
so the answers are proven.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

import numpy as np

from dicebingo.answer import Status
from dicebingo.cards.all_cards import AllCards, Floats
from dicebingo.cards.card import Counts, solver_for
from dicebingo.errors import InputError, TooLarge, whole_number
from dicebingo.exact import decimal
from dicebingo.model.board import Board
from dicebingo.running.run import Run
from dicebingo.searches.all_boards import MAX_LISTED, SearchResult, ValueDistribution, counted
from dicebingo.searches.objectives import Objective, ObjectiveSearch, Scored
from dicebingo.searches.ranking import Rank
from dicebingo.searches.space import Found, Space
from dicebingo.solo.policy import TieBreak

MAX_EXACT = 100_000
"""The maximum number of cards in a search by variance or quantile, which evaluates every card exactly."""
MAX_UNEVEN = 10_000
"""The maximum number of cards in a search that computes every V exactly because a value is too rare for float64."""


class CardSearch:
    """All full cards of a space, and their V in float64."""

    def __init__(self, space: Space, run: Run) -> None:
        dice, wanted = space.rules.dice, space.constraints
        number = {value: i for i, c in enumerate(space.classes) for value in c.values}
        least = [int(value in wanted.contains) for value in dice.values]
        if wanted.fixed:
            raise InputError(f"Cells cannot be fixed in {space.rules}, because only the counts of the values matter.")
        if space.cards == 0:
            raise InputError(f"no card of {len(space.cells)} tokens meets the constraints")
        self.space, self.solver = space, solver_for(dice.weights)
        alike = [number.get(value) for value in dice.values]
        run.expect_more()
        self.cards = AllCards(dice.weights, alike, len(space.cells), least, 1 if wanted.distinct else None)
        with run.stage("evaluating all cards", 1) as step:
            exact = self.cards.is_too_uneven and len(self.cards) <= MAX_UNEVEN
            self.rolls: Floats = self._exact_rolls() if exact else self.cards.expected_rolls()
            self.orbits = self.cards.orbit_sizes()
            step()
        if round(float(self.orbits.sum())) != space.cards:
            raise AssertionError(f"the orbits do not add up to {space.cards} cards")
        self.error = float(self.rolls.max()) * 2.0**-52 if exact else self.cards.rolls_error

    def _exact_rolls(self) -> Floats:
        """Return V of every card, computed exactly and then rounded."""
        return np.array([float(self.solver.expected_rolls(self.cards.card(i))) for i in range(len(self.cards))])

    def found(self, indices: Iterable[int]) -> list[Found]:
        """Return cards with their exact V, sorted by V and then by their values."""
        cards = [(self.cards.card(int(i)), int(self.orbits[int(i)])) for i in indices]
        solved = [Found(card_board(self.space, card), self.solver.expected_rolls(card), size) for card, size in cards]
        return sorted(solved, key=lambda f: (f.expected_rolls, [v or 0 for v in f.board.values]))

    def lowest(self, most: int) -> list[Found]:
        """Return all cards that may be among the best ``most`` cards.

        The list also includes a card that is worse than the best, if there is one.
        """
        larger = self.rolls[self.rolls > self.rolls.min() + 2 * self.error]
        last = np.partition(self.rolls, most - 1)[most - 1] if most < len(self.rolls) else np.inf
        bound = max(last, larger.min(initial=-np.inf if not len(larger) else np.inf))
        return self.found(np.flatnonzero(self.rolls <= bound + 2 * self.error))

    def rank(self, board: Board, nearest: int) -> Rank:
        """Return the exact rank of a card."""
        exact = self.solver.expected_rolls(counts_of(board))
        value, around = decimal(exact), 2 * self.error
        better = int(self.orbits[self.rolls < value - around].sum())
        close = self.found(np.flatnonzero(np.abs(self.rolls - value) <= around))
        better += sum(f.orbit_size for f in close if f.expected_rolls < exact)
        equal = sum(f.orbit_size for f in close if f.expected_rolls == exact)
        below = np.flatnonzero(self.rolls < value - around)
        if nearest and len(below) > nearest:
            bound = np.partition(self.rolls[below], len(below) - nearest)[len(below) - nearest]
            below = below[self.rolls[below] >= bound - around]
        ahead = [f for f in close if f.expected_rolls < exact] + (self.found(below) if nearest else [])
        ahead.sort(key=lambda f: -f.expected_rolls)
        return Rank(board, exact, better, equal, self.space.cards - better - equal, tuple(ahead[:nearest]))


def card_board(space: Space, card: Counts) -> Board:
    """Return a card as a board with its values in increasing order."""
    values = [v for v, tokens in zip(space.rules.dice.values, card, strict=True) for _ in range(tokens)]
    return Board(space.rules.layout.fill(values), space.rules)


def counts_of(board: Board) -> Counts:
    """Return how many cells of a board have each value of the dice."""
    return tuple(board.values.count(value) for value in board.rules.dice.values)


@lru_cache(maxsize=2)
def _all_ranks(space: Space) -> CardSearch:
    return CardSearch(space, Run())


def rank_card(space: Space, board: Board, nearest: int) -> Rank:
    """Return the exact rank of a full card. V of all cards is cached for the two most recently used spaces."""
    return _all_ranks(space).rank(board, nearest)


def search_cards(space: Space, *, top: int = 1, worst: int = 0, run: Run | None = None) -> SearchResult:
    """Find the best and the worst full cards of a space, by evaluating all of them."""
    top = whole_number(top, "{} to {} best boards to list", 1, MAX_LISTED)
    worst = whole_number(worst, "{} to {} worst boards to list", 0, MAX_LISTED)
    search = CardSearch(space, Run.of(run))
    rolls, orbits = search.rolls, search.orbits
    listed = search.lowest(top)
    ties = [found.expected_rolls for found in listed].count(listed[0].expected_rolls)
    last = np.partition(rolls, len(rolls) - worst)[len(rolls) - worst] if 0 < worst < len(rolls) else -np.inf
    slowest = search.found(np.flatnonzero(rolls >= last - 2 * search.error))[::-1] if worst else []
    return SearchResult(
        space,
        top,
        space.cards,
        len(rolls),
        tuple(listed[: max(top, ties)]),
        tuple(slowest[:worst]),
        listed[ties] if ties < len(listed) else None,
        float(rolls @ orbits) / space.cards,
        ValueDistribution.of([counted(rolls, orbits.astype(np.uint64))]),
        search.error / float(rolls.min()),
    )


def search_cards_by_objective(
    space: Space, objective: Objective, tie_break: TieBreak, *, top: int, deadline: int | None, run: Run | None
) -> ObjectiveSearch:
    """Find the full cards with the smallest median, quantile or variance, or the best cards for a deadline."""
    top = whole_number(top, "{} to {} best boards to list", 1, MAX_LISTED)
    search = CardSearch(space, run := Run.of(run))
    if len(search.cards) > MAX_EXACT:
        raise TooLarge(f"expected at most {MAX_EXACT:,} different cards for the objective, got {len(search.cards):,}")
    scored = []
    with run.stage("evaluating all cards exactly", len(search.cards)) as step:
        for i in range(len(search.cards)):
            card = search.cards.card(i)
            number = _objective(search, card, objective, deadline)
            rolls = search.solver.expected_rolls(card)
            scored.append(Scored(card_board(space, card), rolls, int(search.orbits[i]), number))
            step()
    sign = 1 if deadline is None else -1
    scored.sort(key=lambda f: (sign * f.objective, f.expected_rolls, [v or 0 for v in f.board.values]))
    best = tuple(scored[:top])
    return ObjectiveSearch(space, objective, tie_break, len(scored), best, Status.PROVEN, deadline)


def _objective(search: CardSearch, card: Counts, objective: Objective, deadline: int | None) -> Fraction:
    if objective is Objective.VARIANCE:
        return search.solver.variance(card)
    for k, (_, cdf) in enumerate(search.solver.distribution(card)):
        if deadline == k:
            return cdf
        if deadline is None and cdf >= objective.share:
            return Fraction(k)
    raise AssertionError("the distribution ended before the quantile or the deadline was reached")
