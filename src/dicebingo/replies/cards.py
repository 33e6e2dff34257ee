"""Best replies among all full cards, and the arena over them (``dicebingo.cards.all_cards``).

The margins of all cards are computed in float64 with an error bound, and the cards that may be the best are compared
exactly, so the best reply is proven. A full card leaves its player no choices, so matches and duels are the same game.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from dicebingo.answer import Status
from dicebingo.cards.all_cards import AllCards
from dicebingo.cards.card import solver_for
from dicebingo.cards.race import Race
from dicebingo.matches.mixture import Mixture
from dicebingo.matches.outcomes import Outcomes
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.replies.reply import Reply
from dicebingo.running.run import Run
from dicebingo.searches.cards import CardSearch, card_board, counts_of
from dicebingo.searches.space import Constraints, Space


class CardMargins:
    """Exact margins between full cards."""

    def outcomes(self, first: Board, second: Board) -> Outcomes[Fraction]:
        """Return the outcomes of a match of two cards."""
        solver = solver_for(first.rules.dice.weights)
        ends = Race(solver, [counts_of(first), counts_of(second)]).outcomes()
        none = Fraction(0)
        return Outcomes.of_two(ends.get((0,), none), ends.get((1,), none), ends.get((0, 1), none))


def all_cards(rules: Rules, values: Sequence[int]) -> AllCards:
    """List all cards with the given ``values``, without merging equivalent cards. Raise if there are too many."""
    alike = [i if value in values else None for i, value in enumerate(rules.dice.values)]
    return AllCards(rules.dice.weights, alike, len(rules.layout.open_cells))


def card_reply(mixture: Mixture, values: Sequence[int], run: Run, what: str = "") -> Reply:
    """Return the best reply to a mixture, proven by trying all cards.

    If several cards are equally good, return one with the fewest expected rolls.
    """
    run.expect_more()
    rules = mixture.rules
    cards = all_cards(rules, values)
    with run.stage(f"{what}trying all cards", 1) as step:
        margins = cards.margins([counts_of(board) for board in mixture.boards], list(map(float, mixture.shares)))
        step()
    error = cards.error + 4e-16 * (len(mixture.boards) + 2)
    space, solver = Space.of(rules), solver_for(rules.dice.weights)
    close = [cards.card(int(i)) for i in np.flatnonzero(margins >= margins.max() - 2 * error)]
    close.sort(key=lambda card: (solver.expected_rolls(card), card))
    exact = CardMargins()
    replies = [Reply.to(mixture, card_board(space, card), exact, Status.PROVEN, len(cards)) for card in close]
    return max(replies, key=lambda reply: reply.margin)


def fastest_card(rules: Rules, values: Sequence[int], run: Run) -> Board:
    """Return a card with the fewest expected rolls."""
    return CardSearch(Space.of(rules, Constraints(tuple(values))), run).lowest(1)[0].board
