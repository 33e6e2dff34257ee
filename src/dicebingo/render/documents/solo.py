"""Documents about one board: the answers of solve, evaluate, advise, improve and review."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from dicebingo.exact import decimal, error_text
from dicebingo.model.board import Position
from dicebingo.model.layout import cells_of, mask_of
from dicebingo.render.blocks import (
    Bar,
    Boards,
    Cell,
    Cells,
    Column,
    Document,
    FactList,
    Facts,
    Heading,
    NotAsked,
    Quantity,
    Rows,
    Sentence,
    Table,
    cell_numbers,
    counted,
    percent,
    points,
    significant,
)
from dicebingo.render.pictures.panels import Lines, Picture, Series
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
"""The maximum length of a fraction in a sentence, in characters."""
BINGO = "A line is complete: bingo."
NO_CHOICE = "All cells must be marked, so there is no choice to make: cells with the same value are interchangeable."
MAX_CASES = 5


def solution(found: Solution | Evaluation) -> Document:
    """Describe the solution of a position, or the evaluation of a policy from that position."""
    play = play_of(found)
    position = play.position
    blocks: Document = [Heading(str(position.rules)), Facts(_facts(found, play), position)]
    blocks += [Sentence(BINGO)] if position.is_bingo else []
    blocks.append(_marks(play, isinstance(found.policy, Optimal)))
    blocks += [NotAsked("distribution", "upto")] if found.distribution is None else _distribution(found.distribution)
    if isinstance(found, Solution):
        blocks += _deadline(position, found.deadline)
    if found.why is None:
        return [*blocks, *(NotAsked(name, "why") for name in ("lines", "cells", "changes"))]
    return [*blocks, *_why(position, found.why), *_changes(found.changes, position)]


def _facts(found: Solution | Evaluation, play: OptimalPlay) -> FactList:
    mean = found.moments.mean
    facts: FactList = [("expected rolls", significant(mean))]
    if isinstance(mean, float):
        facts.append(("relative error", f"below {error_text(play.error_bound)} (float64)"))
    facts.append(("standard deviation", significant(found.moments.variance, root=True)))
    if isinstance(found.policy, Optimal):
        facts.append(("policy", f"optimal, tie-break {found.tie_break}"))
    else:
        facts += [("policy", str(found.policy)), ("loss against optimal", significant(mean - play.expected_rolls))]
    facts.append(("useful rolls", percent(play.p_hit())))
    if not play.position.rules.is_row_of_tokens:
        facts.append(("transient sets", play.transient_states))
        facts.append(("cell numbers", cell_numbers(play.position.rules.layout)))
    return facts


def _marks(play: OptimalPlay, is_optimal: bool) -> Table:
    layout = play.position.rules.layout
    rows: Rows = []
    for roll in play.hits():
        best, candidates = play.optimal_cells(roll), play.candidates(roll)
        chance, after = percent(play.position.rules.dice.probability(roll)), Quantity(candidates[0].expected_rolls)
        options = len(candidates)
        if play.position.rules.is_row_of_tokens:
            rows.append([roll, chance, len(best), after, ""])
            continue
        note = "" if options == 1 else "all equal" if options == len(best) else f"best of {options}"
        rows.append([roll, chance, Cells(best, layout), after, note])
    columns = [
        Column("roll"),
        Column("chance", exact="always"),
        Column("tokens")
        if play.position.rules.is_row_of_tokens
        else Column("mark cell" if is_optimal else "best cell", "optimal cells"),
        Column("rolls left", exact="fits"),
        Column("", None),
    ]
    return Table(columns, rows, "marks")


def _distribution(distribution: Distribution) -> Document:
    top = max(pmf for pmf, _ in distribution) or Fraction(1)
    rows: Rows = [[k, Quantity(p, 8), Quantity(c, 8), Bar(p / top)] for k, (p, c) in enumerate(distribution)]
    columns = [Column("roll k", "roll"), Column("P(T = k)", "pmf"), Column("P(T <= k)", "cdf"), Column("", None)]
    ends = Series("completion time", tuple((k, decimal(p)) for k, (p, _) in enumerate(distribution)))
    chart = Lines("P(T = k)", [ends], "roll k", "probability")
    return [Table(columns, rows, "distribution", main=True), Picture([[chart]], (4.5, 3))]


def _deadline(position: Position, found: DeadlinePlay | None) -> Document:
    """Describe the best play for a deadline: its chance of success, its cost, its marks, and when fastest play differs.

    By default, a CSV file of the answer contains the table of marks.
    """
    if found is None:
        return [NotAsked("deadline", "deadline"), NotAsked("differences", "deadline")]
    layout, within = position.rules.layout, f"within {counted(found.rolls, 'roll')}"
    plays: Rows = [
        ["best play", percent(found.in_time), Quantity(found.expected_rolls)],
        ["fastest play", percent(found.fastest_in_time), Quantity(found.expected_rolls - found.loss)],
    ]
    blocks: Document = [Table([Column(""), Column(within), Column("expected rolls", exact="fits")], plays)]
    if found.gain:
        cost = Quantity(found.loss)
        blocks.append(Sentence(f"A gain of {points(found.gain)} points costs {cost} rolls on average."))
    elif found.marks:
        blocks.append(Sentence("Fastest play is best for this deadline."))
    marks: Rows = [
        [m.roll, Cells(m.cells, layout), *_both(m, Cells(m.fastest, layout), " points")] for m in found.marks
    ]
    best = [Column("roll"), Column(f"best {within}", "cells"), *_BOTH]
    blocks.append(Table(best, marks, "deadline", main=True))
    if found.differing:
        count = counted(found.differing, "case")
        blocks.append(Sentence(f"Fastest play is not best in {count} (likeliest first):"))
    cases: Rows = [
        [
            d.rolls_left,
            replace(position, marked=mask_of(d.marked)),
            Cells(d.marked),
            percent(d.probability),
            d.roll,
            Cells(d.cells),
            *_both(d, Cells(d.fastest)),
        ]
        for d in found.likeliest
    ]
    columns = [Column("left", "rolls_left"), Column("position", None), Column(None, "marked")]
    columns += [Column(None, "probability"), Column("roll"), Column("best", "cells"), *_BOTH]
    return [*blocks, Table(columns, cases, "differences", MAX_CASES)]


_BOTH = (Column("in time", "in_time"), Column("fastest"), Column(None, "fastest_in_time"), Column("loses", "gain"))


def _both(mark: DeadlineMark, fastest: Cell, unit: str = "") -> list[Cell]:
    lost = Quantity(mark.gain, 3, unit, 100, zero="")
    return [percent(mark.in_time), fastest, percent(mark.fastest_in_time), lost]


def _why(position: Position, why: Why) -> Document:
    """Describe how likely each line is to be complete and each cell to be marked at the end, and the wasted rolls."""
    layout, wasted = position.rules.layout, percent(why.wasted).equals(SHORT, "")
    sentence = Sentence(f"{wasted} of the rolls are wasted.")
    if position.rules.is_row_of_tokens:
        return [sentence]
    lines = sorted(zip(why.lines, layout.lines, strict=True), key=lambda pair: -pair[0])
    ended: Rows = [[layout.line_name(line), Cells(cells_of(line)), percent(p), Bar(p)] for p, line in lines]
    columns = [Column("line"), Column(None, "cells"), Column("complete at the end", "probability"), Column("", None)]
    marked: Rows = [
        [Cells([cell], layout), cell, _value(position, cell), position.board.values[cell], percent(p), Bar(p)]
        for cell, p in enumerate(why.cells)
    ]
    cells = [Column("cell", None), Column(None, "cell"), Column("value", None), Column(None, "value")]
    cells += [Column("marked at the end"), Column("", None)]
    return [Table(columns, ended, "lines"), Table(cells, marked, "cells"), sentence]


def _value(position: Position, cell: int) -> Cell:
    value = position.board.values[cell]
    return value if value is not None else "F" if position.rules.layout.free >> cell & 1 else "x"


def _changes(changes: Sequence[Change], position: Position, title: str = "", name: str = "changes") -> Document:
    layout, token = position.rules.layout, "token" if position.rules.is_row_of_tokens else "cell"
    values = dict(enumerate(position.board.values))
    places = []
    for change in changes:
        places.append(
            f"instead of {values[change.cell]}" if token == "token" else f"in cell {Cells([change.cell], layout)}"
        )
        values |= {change.cell: change.value} if name == "steps" else {}
    rows: Rows = [
        [
            f"{change.value} {place}",
            change.cell,
            change.value,
            Quantity(change.expected_rolls),
            Quantity(change.gain),
        ]
        for change, place in zip(changes, places, strict=True)
    ]
    columns = [Column(title or f"best changes to one {token}", None), Column(None, "cell"), Column(None, "value")]
    columns += [Column("expected rolls", "expected_rolls", "fits"), Column("gain", exact="fits")]
    none: Document = [] if changes else [Sentence(f"No change of a single {token} helps.")]
    return [*none, Table(columns, rows, name)]


def advice(found: Advice) -> Document:
    """Describe the cells that may be marked on a roll."""
    layout, within = found.position.rules.layout, f"within {counted(found.deadline or 0, 'roll')}"
    blocks: Document = [Heading(f"{found.position.rules}, roll {found.roll}"), Boards([found.position], [""])]
    if not found.candidates:
        wasted = f"A roll of {found.roll} matches no unmarked cell: it is wasted."
        blocks.append(Sentence(BINGO if found.position.is_bingo else wasted))
    elif found.position.rules.is_full_card:
        blocks.append(Sentence(NO_CHOICE))
    rows: Rows = []
    alike = found.position.rules.is_full_card and found.deadline is None
    for c in found.candidates[: 1 if alike else None]:
        timed = [] if found.deadline is None else [Quantity(c.in_time or Fraction(0), zero="too late")]
        loss = Quantity(c.loss, zero="best")
        place = f"a token on {found.roll}" if found.position.rules.is_row_of_tokens else Cells(c.cells, layout)
        rows.append([c.cells[0], place, *timed, Quantity(c.expected_rolls), loss])
    columns = [Column(None, "cell"), Column("mark cell", "cells")]
    columns += [] if found.deadline is None else [Column(within, "in_time", "fits")]
    columns += [Column("rolls left", "expected_rolls", "fits"), Column("loss", exact="fits")]
    blocks.append(Table(columns, rows, "candidates"))
    if not found.position.rules.is_full_card and found.candidates and len(found.candidates[0].cells) > 1:
        blocks.append(Sentence(f"cell numbers: {cell_numbers(layout)}"))
    return blocks


def improvement(found: Improvement) -> Document:
    """Describe a board and its best changes, and the steps to a better board if the answer includes them."""
    position, layout = found.position, found.position.rules.layout
    facts: FactList = [("expected rolls", significant(found.expected_rolls))]
    facts += [] if position.rules.is_row_of_tokens else [("cell numbers", cell_numbers(layout))]
    blocks: Document = [Heading(str(position.rules)), Facts(facts, position), *_changes(found.changes, position)]
    if not found.steps or found.end is None:
        return [*blocks, NotAsked("steps", "full")]
    end = Facts([("expected rolls", significant(found.end.expected_rolls))], found.end.position)
    steps = _changes(found.steps, position, "step by step", "steps")
    last = "token improves this card" if position.rules.is_row_of_tokens else "cell improves this board"
    return [*blocks, *steps, end, Sentence(f"No change of a single {last}.")]


def review(found: Review) -> Document:
    """Describe a game move by move, and how it ended."""
    layout = found.position.rules.layout
    rows: Rows = []
    for number, move in enumerate(found.moves, start=1):
        best = [cell for c in move.candidates if not c.loss for cell in c.cells]
        marked = Cells(move.cells, layout) if move.cells else "skipped" if best else "wasted"
        loss = Quantity(move.loss, zero="best" if len(move.candidates) > 1 else "")
        rows.append([number, move.roll, marked, Cells(move.cells), Cells(best, layout), loss])
    columns = [Column("move"), Column("roll"), Column("marked cell", None), Column(None, "cells")]
    columns += [Column("best cell", None), Column("loss", exact="fits")]
    facts: FactList = [
        ("total loss", significant(found.loss)),
        ("complete lines", ", ".join(map(layout.line_name, found.lines)) or "none"),
        ("cell numbers", cell_numbers(layout)),
    ]
    return [Heading(str(found.position.rules)), Table(columns, rows, "moves"), Facts(facts, found.end)]
