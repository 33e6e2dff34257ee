"""Proofs about full cards. All cards are evaluated, so no bounds are needed (``dicebingo.searches.cards``)."""

from __future__ import annotations

import numpy as np

from dicebingo.cards.card import solver_for
from dicebingo.errors import InputError, Stopped, whole_number
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.proofs.proof import Case, Proof
from dicebingo.running.run import Run
from dicebingo.searches.cards import CardSearch, counts_of
from dicebingo.searches.space import Space


def prove_cards(rules: Rules, upper: Board | None, distinct: int | None, run: Run) -> Proof:
    """Prove which full cards are the best among all cards, or among cards with exactly ``distinct`` different values.

    If the proof is stopped, its best known card is ``upper``.
    """
    most = min(len(rules.layout.open_cells), len(rules.dice.values))
    if distinct is not None:
        distinct = whole_number(distinct, "{} to {} different values", 1, most)
    try:
        search = CardSearch(Space.of(rules), run)
    except Stopped:
        if upper is None:
            raise
        return Proof(rules, distinct, False, upper, solver_for(rules.dice.weights).expected_rolls(counts_of(upper)))
    values, best, cases = search.cards.distinct_values(), [], []
    for number in range(1, most + 1) if distinct is None else [distinct]:
        these = np.flatnonzero(values == number)
        rolls = search.rolls[these]
        solved = search.found(these[rolls <= rolls.min() + 2 * search.error])
        cases.append(Case(number, len(these), len(these), 0, solved[0].expected_rolls, True))
        best += solved
    value = min(found.expected_rolls for found in best)
    boards = tuple(found.board for found in best if found.expected_rolls == value)
    states, unique = sum(case.multisets for case in cases), len(boards) == 1
    return Proof(
        rules, distinct, False, boards[0], value, boards, tuple(cases), 0, states, complete=True, unique=unique, left=0
    )


def expect_no_files(rules: Rules, **files: object) -> None:
    """Raise if the caller requests a certificate, a record or a table, none of which full cards support."""
    asked = [name for name, file in files.items() if file is not None]
    if rules.is_full_card and asked:
        raise InputError(
            f"full cards do not support {', '.join(asked)}: re-evaluating all the cards takes only seconds"
        )
