"""``dicebingo solve``: one board against the clock."""

from __future__ import annotations

from math import sqrt
from typing import TypeAlias

import click

from dicebingo.cli.options.common import (
    echo_json,
    json_option,
    latex_option,
    rules_options,
    single_position,
    wants_latex,
)
from dicebingo.exact import Number, Rational, decimal
from dicebingo.exact import text as exact_text
from dicebingo.model.board import Position
from dicebingo.model.rules import Rules
from dicebingo.render.json.answers import solve_json
from dicebingo.render.text.parts import bar, beside, board_text, cell_numbers, decimals, percent, table
from dicebingo.solo.mdp import Solution
from dicebingo.solo.policy import Optimal
from dicebingo.solo.report import Report, report
from dicebingo.solo.why import Change, Why

__all__ = ["command"]

# A fraction stands beside its decimal where both fit beside a 3x3 board on a terminal of 80 columns, and otherwise on
# a line of its own; where it would not fit there either it is left to --json, but for the expected rolls.
BESIDE, BELOW = 26, 60
EXPECTED = "expected rolls"


@click.command("solve")
@click.argument("position")
@click.option("--policy", default="optimal", metavar="POLICY", help="optimal, random, random:WEIGHTS or prefer:CELLS.")
@click.option("--tie-break", default="smallest", metavar="RULE", help="Among equal cells: smallest, largest or random.")
@click.option("--upto", type=int, metavar="K", help="Show the distribution of the completion time up to roll K.")
@click.option(
    "--why", "explain", is_flag=True, help="Show which lines and cells win, and what would improve the board."
)
@rules_options
@latex_option
@json_option
def command(
    position: str, policy: str, tie_break: str, upto: int | None, explain: bool, rules: Rules, as_json: bool
) -> None:
    """Solve POSITION: the exact expected number of rolls, its spread, and what to mark for each roll.

    Boards with more than 16 unmarked cells are solved in float64, and say so.

    Example: dicebingo solve "8 8 9 / 7 6 10 / 7 4 5" --why
    """
    start = single_position(position, rules)
    found = report(start, policy=policy, tie_break=tie_break, upto=upto, explain=explain)
    if wants_latex():
        from dicebingo.render.latex.answers import solve_latex

        click.echo(solve_latex(found))
    elif as_json:
        echo_json(solve_json(found))
    else:
        click.echo(_text(found))


def _text(found: Report) -> str:
    solution = found.solution
    beside_board, below = _facts(found)
    parts = [str(solution.position.rules), beside(board_text(solution.position), beside_board)]
    if below:
        parts.append(below)
    if solution.position.is_bingo:
        parts.append("A line is complete: bingo.")
    else:
        parts.append(_marks(found))
    if found.distribution is not None:
        parts.append(_distribution_text(found.distribution))
    if found.why is not None:
        parts += [_lines_text(solution, found.why), _changes_text(found.changes)]
    return "\n" + "\n\n".join(parts) + "\n"


def _facts(found: Report) -> tuple[str, str]:
    """Return the facts that stand beside the board, and the fractions too long for that."""
    solution, mean, variance = found.solution, found.moments.mean, found.moments.variance
    facts = [(EXPECTED, f"{decimal(mean):.10g}", _exact_form(mean))]
    if isinstance(mean, float):
        facts.append(("", f"float64, relative error below {solution.error_bound:.1e}", ""))
    root = _exact_form(variance)
    facts.append(("standard deviation", f"{sqrt(decimal(variance)):.10g}", f"sqrt({root})" if root else ""))
    if isinstance(found.policy, Optimal):
        facts.append(("policy", f"optimal, tie-break {found.tie_break}", ""))
    else:
        loss = mean - solution.expected_rolls
        facts.append(("policy", str(found.policy), ""))
        facts.append(("loss against optimal", f"{decimal(loss):.10g}", _exact_form(loss)))
    facts.append(("useful rolls", percent(solution.p_hit()), exact_text(solution.p_hit())))
    facts.append(("transient sets", f"{solution.transient_states:,}", ""))
    facts.append(("cell numbers", cell_numbers(solution.position.rules.layout), ""))
    return _beside_text(facts), _below_text(facts)


def _marks(found: Report) -> str:
    solution, dice = found.solution, found.solution.position.rules.dice
    rolls = solution.hits()
    left = decimals([solution.candidates(roll)[0].expected_rolls for roll in rolls])
    rows = []
    for roll, after in zip(rolls, left, strict=True):
        chance = dice.probability(roll)
        best, candidates = solution.optimal_cells(roll), solution.candidates(roll)
        note = "" if len(candidates) == 1 else f"best of {len(candidates)}"
        if len(candidates) == len(best) > 1:
            note = "all equal"
        rows.append([str(roll), f"{percent(chance):>6} = {exact_text(chance)}", ", ".join(map(str, best)), after, note])
    what = "mark cell" if isinstance(found.policy, Optimal) else "best cell"
    return table(["roll", "chance", what, "rolls left", ""], rows, left=[1, 2, 3, 4])


Fact: TypeAlias = tuple[str, str, str]


def _exact_form(number: Number) -> str:
    """Return the fraction of an exact number, and nothing for float64."""
    return "" if isinstance(number, float) else exact_text(number)


def _beside_text(facts: list[Fact]) -> str:
    width = 2 + max(len(label) for label, _, _ in facts)
    lines = []
    for label, shown, exact in facts:
        remark = "" if exact in ("", shown) or len(exact) > BESIDE else f" = {exact}"
        if len(exact) > BELOW and label != EXPECTED:
            remark = " (exact: --json)"
        lines.append(f"{label:<{width}}{shown}{remark}")
    return "\n".join(lines)


def _below_text(facts: list[Fact]) -> str:
    return "\n".join(
        f"{label} = {exact}"
        for label, _, exact in facts
        if len(exact) > BESIDE and (len(exact) <= BELOW or label == EXPECTED)
    )


def _distribution_text(distribution: list[tuple[Rational, Rational]]) -> str:
    top = max((pmf for pmf, _ in distribution), default=Rational(1)) or Rational(1)
    rows = [[str(k), f"{decimal(p):.8f}", f"{decimal(c):.8f}", bar(p / top)] for k, (p, c) in enumerate(distribution)]
    return table(["roll k", "P(T = k)", "P(T <= k)", ""], rows, left=[3])


def _lines_text(solution: Solution, found: Why) -> str:
    layout = solution.position.rules.layout
    lines = sorted(zip(found.lines, layout.lines, strict=True), key=lambda pair: -pair[0])
    rows = [[layout.line_name(line), percent(p), bar(p)] for p, line in lines]
    cells = [
        [str(cell), _value_text(solution.position, cell), percent(p), bar(p)] for cell, p in enumerate(found.cells)
    ]
    exact = exact_text(found.wasted)
    wasted = percent(found.wasted) + (f" = {exact}" if len(exact) <= BESIDE else "") + " of the rolls are wasted."
    return "\n\n".join(
        [
            table(["line", "complete at the end", ""], rows, left=[0, 2]),
            table(["cell", "value", "marked at the end", ""], cells, left=[3]),
            wasted,
        ]
    )


def _value_text(position: Position, cell: int) -> str:
    value = position.board.values[cell]
    return str(value) if value is not None else "F" if position.rules.layout.free >> cell & 1 else "x"


def _changes_text(changes: tuple[Change, ...]) -> str:
    if not changes:
        return "No change of a single cell gains anything."
    rows = [
        [f"{change.value} in cell {change.cell}", after, gain]
        for change, after, gain in zip(
            changes, decimals([c.expected_rolls for c in changes]), decimals([c.gain for c in changes]), strict=True
        )
    ]
    return table(["best changes of one cell", "expected rolls", "gain"], rows, left=[0, 1, 2])
