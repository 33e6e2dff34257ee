"""Why a board is good or bad: the lines that win, the cells that are marked, the wasted rolls and the best changes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from dicebingo.checked import Checked
from dicebingo.errors import expect_cells, expect_type, whole_number
from dicebingo.exact import Number
from dicebingo.model.board import Position
from dicebingo.solo.chain import Chain
from dicebingo.solo.mdp import EXACT_LIMIT, OptimalPlay, optimal_play

SMALL, FEW = 10, 1_000
"""An exact solution with at most SMALL open cells takes milliseconds, so up to FEW changes are all solved exactly."""


@dataclass(frozen=True, slots=True)
class Change(Checked):
    """A new value for one cell, the expected number of rolls after the change, and the number of rolls saved."""

    cell: int
    value: int
    expected_rolls: Number
    gain: Number


@dataclass(frozen=True, slots=True)
class Why(Checked):
    """How a policy wins on a board.

    ``lines`` contains the probability that each line of the layout is complete at the end. The probabilities of all
    lines add up to more than 1 if one roll can complete two lines. ``cells`` contains the probability that each cell is
    marked at the end, and ``wasted`` is the share of the expected rolls that match no unmarked cell.
    """

    lines: tuple[Fraction, ...]
    cells: tuple[Fraction, ...]
    wasted: Fraction


def why(chain: Chain) -> Why:
    """Return the exact probabilities in ``Why`` for a chain.

    >>> from dicebingo.solo.chain import chain_of
    >>> found = why(chain_of("1 2 / 3 4", rules="knuth"))
    >>> found.lines, found.cells[0], found.wasted
    ((Fraction(1, 2), Fraction(1, 2)), Fraction(2, 3), Fraction(17, 33))
    """
    expect_type(chain, Chain)
    layout = chain.solution.position.rules.layout
    ends = chain.finishes()
    lines = tuple(sum((p for end, p in ends.items() if end & line == line), Fraction(0)) for line in layout.lines)
    cells = tuple(sum((p for end, p in ends.items() if end >> cell & 1), Fraction(0)) for cell in range(layout.size))
    visits = chain.visits()
    # A wasted roll changes no marks, so its weight is on the diagonal of Q unless the policy counts the rolls.
    moves = ((i, j, weight) for i, row in enumerate(chain.transient) for j, weight in row.items())
    idle = (visits[i] * weight for i, j, weight in moves if chain.states[i] == chain.states[j])
    wasted = sum(idle, Fraction(0)) / chain.scale
    rolls = sum(visits, Fraction(0))
    return Why(lines, cells, wasted / rolls if rolls else Fraction(0))


def why_of_card(solution: OptimalPlay) -> Why:
    """Return the probabilities in ``Why`` for a full card.

    All cells end up marked. Of the V expected rolls, exactly one per cell is useful.
    """
    problem, rolls = solution.problem, Fraction(solution.expected_rolls)
    cells = (Fraction(1),) * solution.position.rules.layout.size
    return Why((Fraction(1),), cells, 1 - problem.size / rolls if rolls else Fraction(0))


def best_changes(solution: OptimalPlay, most: int = 5) -> tuple[Change, ...]:
    """Return up to ``most`` changes, each to one unmarked cell, largest gain first. Changes without a gain are omitted.

    On a full card, tokens with the same value are interchangeable, so only the first of them is changed. On large
    boards, and with dice that have hundreds of values, the changes are shortlisted in float64 using the error bound,
    and then solved exactly.
    """
    expect_type(solution, OptimalPlay)
    most = whole_number(most, "a number of changes of at least {}", 0)
    problem, position = solution.problem, solution.position
    by_counts = solution.by_counts
    if not by_counts:
        expect_cells(problem.size, EXACT_LIMIT, "at most {} unmarked cells for exact changes")
    changes = [
        (cell, value)
        for cell in (
            [problem.cells[g.bits[0].bit_length() - 1] for g in problem.groups] if by_counts else problem.cells
        )
        for value in position.rules.dice.values
        if value != position.board.values[cell]
    ]
    if changes and not by_counts and (problem.size > SMALL or len(changes) > FEW):
        changes = _shortlist(position, changes, most)
    now = solution.expected_rolls if solution.exact else optimal_play(position).expected_rolls
    solved = [(optimal_play(changed(position, *change)).expected_rolls, *change) for change in changes]
    return tuple(Change(cell, value, after, now - after) for after, cell, value in sorted(solved)[:most] if after < now)


def changed(position: Position, cell: int, value: int) -> Position:
    """Return the position with another value in one cell."""
    return replace(position, board=position.board.with_value(cell, value))


def _shortlist(position: Position, changes: list[tuple[int, int]], most: int) -> list[tuple[int, int]]:
    """Return the changes that may be among the ``most`` best, allowing for the rounding errors of float64."""
    solutions = [optimal_play(changed(position, *change), exact=False) for change in changes]
    values = [solution.expected_rolls for solution in solutions]
    margin = 1 + 3 * max(solution.error_bound for solution in solutions)
    last = sorted(values)[min(most, len(values)) - 1] * margin
    return [change for change, value in zip(changes, values, strict=True) if value <= last]
