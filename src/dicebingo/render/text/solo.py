"""Answers about one board for a terminal: solve, evaluate, advise, improve and review."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import sqrt

from dicebingo.exact import Number, decimal, error_text, nearest
from dicebingo.exact import text as exact_text
from dicebingo.model.board import Position
from dicebingo.model.layout import Layout, mask_of
from dicebingo.render.text.parts import (
    Fact,
    bar,
    board_text,
    cell_numbers,
    cells_text,
    counted,
    described,
    equals,
    expected_rolls,
    fact,
    page,
    percent,
    points,
    table,
)
from dicebingo.solo.advise import Advice
from dicebingo.solo.chain import Distribution
from dicebingo.solo.deadline_play import DeadlineMark, DeadlinePlay
from dicebingo.solo.evaluation import Evaluation
from dicebingo.solo.improve import Improvement
from dicebingo.solo.mdp import OptimalPlay
from dicebingo.solo.policy import Optimal
from dicebingo.solo.review import Review
from dicebingo.solo.solution import Solution, play_of
from dicebingo.solo.why import Change, Why

SHORT = 26
"""The most characters of a fraction in a sentence."""
BINGO = "A line is complete: bingo."
MOST_CASES = 5


def solve_text(found: Solution | Evaluation) -> str:
    """Return the solution of a position, and the completion time of a policy on it."""
    play = play_of(found)
    marks = BINGO if play.position.is_bingo else _marks(play, isinstance(found.policy, Optimal))
    parts = [str(play.position.rules), described(play.position, _facts(found, play)), marks]
    if found.distribution is not None:
        parts.append(_distribution(found.distribution))
    if isinstance(found, Solution) and found.deadline is not None:
        parts.append(_deadline(play.position, found.deadline))
    if found.why is not None:
        parts += [_why(play.position, found.why), _changes(found.changes, play.position.rules.layout)]
    return page(*parts)


def _facts(found: Solution | Evaluation, play: OptimalPlay) -> list[Fact]:
    mean, variance = found.moments.mean, found.moments.variance
    facts = [expected_rolls(mean)]
    if isinstance(mean, float):
        facts.append(("relative error", f"below {error_text(play.error_bound)} (float64)", ""))
    root = "" if isinstance(variance, float) else f"sqrt({exact_text(variance)})"
    facts.append(("standard deviation", f"{sqrt(decimal(variance)):.10g}", root))
    if isinstance(found.policy, Optimal):
        facts.append(("policy", f"optimal, tie-break {found.tie_break}", ""))
    else:
        facts.append(("policy", str(found.policy), ""))
        facts.append(fact("loss against optimal", mean - play.expected_rolls))
    facts.append(("useful rolls", percent(play.p_hit()), exact_text(play.p_hit())))
    facts.append(("transient sets", f"{play.transient_states:,}", ""))
    facts.append(("cell numbers", cell_numbers(play.position.rules.layout), ""))
    return facts


def _marks(play: OptimalPlay, is_optimal: bool) -> str:
    rows: list[list[str | Number]] = []
    for roll in play.hits():
        probability = play.position.rules.dice.probability(roll)
        best, options = play.optimal_cells(roll), len(play.candidates(roll))
        note = "" if options == 1 else "all equal" if options == len(best) else f"best of {options}"
        shown = f"{percent(probability):>6} = {exact_text(probability)}"
        after = play.candidates(roll)[0].expected_rolls
        rows.append([str(roll), shown, cells_text(best, play.position.rules.layout), after, note])
    cell = "mark cell" if is_optimal else "best cell"
    return table(["roll", "chance", cell, "rolls left", ""], rows, left=[1, 2, 4])


def _distribution(distribution: Distribution) -> str:
    top = max(pmf for pmf, _ in distribution) or Fraction(1)
    rows = [[str(k), nearest(p, 8), nearest(c, 8), bar(p / top)] for k, (p, c) in enumerate(distribution)]
    return table(["roll k", "P(T = k)", "P(T <= k)", ""], rows, left=[3])


def _deadline(position: Position, found: DeadlinePlay) -> str:
    """Return what the best play against a deadline reaches and costs, what it marks, and where fastest play differs."""
    facts: list[list[str | Number]] = [
        ["best play", percent(found.in_time), found.expected_rolls],
        ["fastest play", percent(found.fastest_in_time), found.expected_rolls - found.loss],
    ]
    within = f"within {counted(found.rolls, 'roll')}"
    parts = [table(["", within, "expected rolls"], facts, left=[0])]
    if found.gain:
        parts.append(f"A gain of {points(found.gain)} points costs {nearest(found.loss, 6)} rolls on average.")
    elif found.marks:
        parts.append("Fastest play is best for this deadline.")
    if found.marks:
        rows = [[str(m.roll), *_both(m, position.rules.layout)] for m in found.marks]
        parts.append(table(["roll", f"best {within}", "in time", "fastest", "loses"], rows, left=[1, 3]))
    if found.differing:
        cases = [
            [str(d.rolls_left), str(replace(position, marked=mask_of(d.marked))), str(d.roll), *_short(d)]
            for d in found.likeliest[:MOST_CASES]
        ]
        told = f"Fastest play is not best in {counted(found.differing, 'case')}; the likeliest:"
        parts.append(f"{told}\n\n" + table(["left", "position", "roll", "best", "fastest", "loses"], cases, left=[1]))
    return "\n\n".join(parts)


def _both(mark: DeadlineMark, layout: Layout) -> list[str | Number]:
    lost = f"{points(mark.gain)} points" if mark.gain else ""
    return [cells_text(mark.cells, layout), percent(mark.in_time), cells_text(mark.fastest, layout), lost]


def _short(mark: DeadlineMark) -> list[str | Number]:
    return [",".join(map(str, mark.cells)), ",".join(map(str, mark.fastest)), points(mark.gain)]


def _why(position: Position, why: Why) -> str:
    layout = position.rules.layout
    lines = sorted(zip(why.lines, layout.lines, strict=True), key=lambda pair: -pair[0])
    rows = [[layout.line_name(line), percent(p), bar(p)] for p, line in lines]
    cells = [
        [cells_text([cell], layout), _value(position, cell), percent(p), bar(p)] for cell, p in enumerate(why.cells)
    ]
    ended = table(["line", "complete at the end", ""], rows, left=[0, 2])
    marked = table(["cell", "value", "marked at the end", ""], cells, left=[0, 3])
    return f"{ended}\n\n{marked}\n\n{percent(why.wasted)}{equals(why.wasted, SHORT, '')} of the rolls are wasted."


def _value(position: Position, cell: int) -> str:
    value = position.board.values[cell]
    return str(value) if value is not None else "F" if position.rules.layout.free >> cell & 1 else "x"


def _changes(changes: Sequence[Change], layout: Layout, title: str = "best changes of one cell") -> str:
    if not changes:
        return "No change of a single cell gains anything."
    rows = [
        [f"{change.value} in cell {cells_text([change.cell], layout)}", change.expected_rolls, change.gain]
        for change in changes
    ]
    return table([title, "expected rolls", "gain"], rows, left=[0])


def advise_text(advice: Advice) -> str:
    """Return a board, and the ways to mark a roll."""
    roll, candidates, position = advice.roll, advice.candidates, advice.position
    if candidates:
        layout = position.rules.layout
        rows = [[cells_text(c.cells, layout), c.expected_rolls, c.loss or "best"] for c in candidates]
        headers = ["mark cell", "rolls left", "loss"]
        if advice.deadline is not None:
            headers.insert(1, f"within {counted(advice.deadline, 'roll')}")
            for row, candidate in zip(rows, candidates, strict=True):
                row.insert(1, candidate.in_time or "too late")
        told = table(headers, rows, left=[0])
        if len(candidates[0].cells) > 1:
            told += f"\n\ncell numbers: {cell_numbers(layout)}"
    else:
        told = BINGO if position.is_bingo else f"A roll of {roll} matches no unmarked cell: it is wasted."
    return page(f"{position.rules}, roll {roll}", board_text(position), told)


def improve_text(found: Improvement) -> str:
    """Return a board and its best changes, and the steps to a better board if they were asked for."""
    position = found.position
    facts = [expected_rolls(found.expected_rolls), ("cell numbers", cell_numbers(position.rules.layout), "")]
    parts = [str(position.rules), described(position, facts), _changes(found.changes, position.rules.layout)]
    if found.steps and found.end is not None:
        end = described(found.end.position, [expected_rolls(found.end.expected_rolls)])
        steps = _changes(found.steps, position.rules.layout, "step by step")
        parts += [steps, end, "No change of a single cell improves this board."]
    return page(*parts)


def review_text(found: Review) -> str:
    """Return a game, move by move, and how it ended."""
    layout = found.position.rules.layout
    rows: list[list[str | Number]] = []
    for number, move in enumerate(found.moves, start=1):
        best = [cell for c in move.candidates if not c.loss for cell in c.cells]
        marked, better = (cells_text(cells, layout) if cells else "" for cells in (move.cells, best))
        cost = move.loss or ("best" if len(move.candidates) > 1 else "")
        rows.append([str(number), str(move.roll), marked or ("left out" if best else "wasted"), better, cost])
    facts = [
        fact("total loss", found.loss),
        ("complete lines", ", ".join(map(layout.line_name, found.lines)) or "none", ""),
        ("cell numbers", cell_numbers(layout), ""),
    ]
    moves = table(["move", "roll", "marked cell", "best cell", "loss"], rows, left=[2, 3]) if rows else ""
    return page(str(found.position.rules), moves, described(found.end, facts))
