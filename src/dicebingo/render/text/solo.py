"""Answers about one board for a terminal: solve, evaluate, advise, improve and review."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import TypeAlias

from dicebingo.exact import Number, Rational, decimal
from dicebingo.exact import text as exact_text
from dicebingo.model.board import Position
from dicebingo.render.text.parts import bar, beside, board_text, cell_numbers, decimals, equals, page, percent, table
from dicebingo.solo.advise import Advice
from dicebingo.solo.chain import Distribution
from dicebingo.solo.evaluation import Evaluation
from dicebingo.solo.improve import Improvement
from dicebingo.solo.mdp import OptimalPlay
from dicebingo.solo.policy import Optimal
from dicebingo.solo.review import Review
from dicebingo.solo.solution import Solution, play_of
from dicebingo.solo.why import Change, Why

# A fraction is shown beside its decimal if both fit beside a 3x3 board on a terminal of 80 columns, and otherwise on a
# line of its own; if it does not fit there either, it is left to --json, except for the expected rolls.
BESIDE, BELOW = 26, 60
EXPECTED = "expected rolls"
SHORT = 16
"""The most characters of a fraction in two columns beside a board."""
BINGO = "A line is complete: bingo."

Fact: TypeAlias = tuple[str, str, str]
"""A label, a decimal or a remark, and an exact form that may be empty."""


def solve_text(found: Solution | Evaluation) -> str:
    """Return the solution of a position, and the completion time of a policy on it."""
    play = play_of(found)
    marks = BINGO if play.position.is_bingo else _marks(play, isinstance(found.policy, Optimal))
    parts = [str(play.position.rules), _described(play.position, _facts(found, play)), marks]
    if found.distribution is not None:
        parts.append(_distribution(found.distribution))
    if found.why is not None:
        parts += [_why(play.position, found.why), _changes(found.changes)]
    return page(*parts)


def _facts(found: Solution | Evaluation, play: OptimalPlay) -> list[Fact]:
    mean, variance = found.moments.mean, found.moments.variance
    facts = [_fact(EXPECTED, mean)]
    if isinstance(mean, float):
        facts.append(("", f"float64, relative error below {play.error_bound:.1e}", ""))
    root = _exact_form(variance)
    facts.append(("standard deviation", f"{sqrt(decimal(variance)):.10g}", f"sqrt({root})" if root else ""))
    if isinstance(found.policy, Optimal):
        facts.append(("policy", f"optimal, tie-break {found.tie_break}", ""))
    else:
        facts.append(("policy", str(found.policy), ""))
        facts.append(_fact("loss against optimal", mean - play.expected_rolls))
    facts.append(("useful rolls", percent(play.p_hit()), exact_text(play.p_hit())))
    facts.append(("transient sets", f"{play.transient_states:,}", ""))
    facts.append(("cell numbers", cell_numbers(play.position.rules.layout), ""))
    return facts


def _fact(label: str, number: Number) -> Fact:
    return label, f"{decimal(number):.10g}", _exact_form(number)


def _exact_form(number: Number) -> str:
    """Return the fraction of an exact number, and nothing for float64."""
    return "" if isinstance(number, float) else exact_text(number)


def _described(position: Position, facts: Sequence[Fact]) -> str:
    """Return a board with the facts beside it, and below it the fractions that are too long for that."""
    width = 2 + max(len(label) for label, _, _ in facts)
    lines, below = [], []
    for label, shown, exact in facts:
        remark = ""
        if exact not in ("", shown) and len(exact) <= BESIDE:
            remark = f" = {exact}"
        elif len(exact) > BELOW and label != EXPECTED:
            remark = " (exact: --json)"
        elif len(exact) > BESIDE:
            below.append(f"{label} = {exact}")
        lines.append(f"{label:<{width}}{shown}{remark}")
    return "\n\n".join(filter(None, [beside(board_text(position), "\n".join(lines)), "\n".join(below)]))


def _marks(play: OptimalPlay, is_optimal: bool) -> str:
    rolls = play.hits()
    left = decimals([play.candidates(roll)[0].expected_rolls for roll in rolls])
    rows = []
    for roll, after in zip(rolls, left, strict=True):
        probability = play.position.rules.dice.probability(roll)
        best, options = play.optimal_cells(roll), len(play.candidates(roll))
        note = "" if options == 1 else "all equal" if options == len(best) else f"best of {options}"
        shown = f"{percent(probability):>6} = {exact_text(probability)}"
        rows.append([str(roll), shown, ", ".join(map(str, best)), after, note])
    cell = "mark cell" if is_optimal else "best cell"
    return table(["roll", "chance", cell, "rolls left", ""], rows, left=[1, 2, 3, 4])


def _distribution(distribution: Distribution) -> str:
    top = max(pmf for pmf, _ in distribution) or Rational(1)
    rows = [[str(k), f"{decimal(p):.8f}", f"{decimal(c):.8f}", bar(p / top)] for k, (p, c) in enumerate(distribution)]
    return table(["roll k", "P(T = k)", "P(T <= k)", ""], rows, left=[3])


def _why(position: Position, why: Why) -> str:
    layout = position.rules.layout
    lines = sorted(zip(why.lines, layout.lines, strict=True), key=lambda pair: -pair[0])
    rows = [[layout.line_name(line), percent(p), bar(p)] for p, line in lines]
    cells = [[str(cell), _value(position, cell), percent(p), bar(p)] for cell, p in enumerate(why.cells)]
    ended = table(["line", "complete at the end", ""], rows, left=[0, 2])
    marked = table(["cell", "value", "marked at the end", ""], cells, left=[3])
    return f"{ended}\n\n{marked}\n\n{percent(why.wasted)}{equals(why.wasted, BESIDE)} of the rolls are wasted."


def _value(position: Position, cell: int) -> str:
    value = position.board.values[cell]
    return str(value) if value is not None else "F" if position.rules.layout.free >> cell & 1 else "x"


def _changes(changes: Sequence[Change], title: str = "best changes of one cell") -> str:
    if not changes:
        return "No change of a single cell gains anything."
    after, gain = decimals([c.expected_rolls for c in changes]), decimals([c.gain for c in changes])
    names = [f"{change.value} in cell {change.cell}" for change in changes]
    return table([title, EXPECTED, "gain"], list(zip(names, after, gain, strict=True)), left=[0, 1, 2])


def advise_text(advice: Advice) -> str:
    """Return a board, and the ways to mark a roll."""
    roll, candidates, position = advice.roll, advice.candidates, advice.position
    if not candidates:
        told = BINGO if position.is_bingo else f"A roll of {roll} matches no unmarked cell: it is wasted."
    else:
        left = decimals([c.expected_rolls for c in candidates], longest=SHORT)
        losses = decimals([c.loss for c in candidates], longest=SHORT)
        rows = [
            [", ".join(map(str, c.cells)), after, loss if c.loss else "best"]
            for c, after, loss in zip(candidates, left, losses, strict=True)
        ]
        told = f"A roll of {roll} may mark (cell numbers: {cell_numbers(position.rules.layout)})\n\n"
        told += table(["cell", "rolls left", "loss"], rows, left=[1, 2])
    return page(beside(board_text(position), told))


def improve_text(found: Improvement) -> str:
    """Return a board and its best changes, and the steps to a better board if they were asked for."""
    position = found.position
    facts = [_fact(EXPECTED, found.expected_rolls), ("cell numbers", cell_numbers(position.rules.layout), "")]
    parts = [str(position.rules), _described(position, facts), _changes(found.changes)]
    if found.steps and found.end is not None:
        end = _described(found.end.position, [_fact(EXPECTED, found.end.expected_rolls)])
        parts += [_changes(found.steps, "step by step"), end, "No change of a single cell improves this board."]
    return page(*parts)


def review_text(found: Review) -> str:
    """Return a game, move by move, and how it ended."""
    layout = found.position.rules.layout
    losses = decimals([move.loss for move in found.moves], longest=SHORT)
    rows = []
    for number, (move, loss) in enumerate(zip(found.moves, losses, strict=True)):
        best = ", ".join(str(cell) for c in move.candidates if not c.loss for cell in c.cells)
        cost = loss if move.loss else "best" if len(move.candidates) > 1 else ""
        rows.append([str(number), str(move.roll), ", ".join(map(str, move.cells)) or "wasted", best, cost])
    facts = [
        _fact("total loss", found.loss),
        ("complete lines", ", ".join(map(layout.line_name, found.lines)) or "none", ""),
        ("cell numbers", cell_numbers(layout), ""),
    ]
    moves = table(["move", "roll", "marked", "best cell", "loss"], rows, left=[2, 3, 4]) if rows else ""
    return page(str(found.position.rules), moves, _described(found.end, facts))
