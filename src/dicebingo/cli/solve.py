"""``dicebingo solve``: one board against the clock."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

import click

from dicebingo.cli.options import echo_json, json_option, position_json, rules_json, rules_options, single_position
from dicebingo.exact import Rational, decimal, number_json, root_json
from dicebingo.exact import text as exact_text
from dicebingo.model.board import Position
from dicebingo.model.rules import Rules
from dicebingo.render.text import bar, beside, board_text, number_text, percent, table
from dicebingo.solo.chain import Moments, make_chain, moments
from dicebingo.solo.mdp import EXACT_LIMIT, Solution, solve
from dicebingo.solo.policy import Policy, TieBreak, as_policy
from dicebingo.solo.problem import Problem
from dicebingo.solo.why import Change, Why, best_changes, why

__all__ = ["command"]


@click.command("solve")
@click.argument("position")
@click.option("--policy", default="optimal", metavar="POLICY", help="optimal, random, random:WEIGHTS or prefer:CELLS.")
@click.option("--tie-break", default="smallest", metavar="RULE", help="Among equal cells: smallest, largest or random.")
@click.option("--upto", type=int, metavar="K", help="Show the distribution of the completion time up to roll K.")
@click.option(
    "--why", "explain", is_flag=True, help="Show which lines and cells win, and what would improve the board."
)
@rules_options
@json_option
def command(
    position: str, policy: str, tie_break: str, upto: int | None, explain: bool, rules: Rules, as_json: bool
) -> None:
    """Solve POSITION: the exact expected number of rolls, its spread, and what to mark for each roll.

    Boards with more than 16 unmarked cells are solved in float64, and say so.

    Example: dicebingo solve "8 8 9 / 7 6 10 / 7 4 5" --why
    """
    start = single_position(position, rules)
    tie = TieBreak.parse(tie_break)
    chosen = as_policy(policy, rules.layout, tie)
    solution = solve(start, exact=Problem.of(start).size <= EXACT_LIMIT)
    chain = make_chain(solution, chosen) if explain or upto is not None else None
    answer = _Answer(
        solution,
        chosen,
        tie,
        chain.moments() if chain else moments(solution, chosen),
        chain.distribution(upto) if chain and upto is not None else None,
        why(chain) if chain and explain else None,
        best_changes(solution) if explain else (),
    )
    if as_json:
        echo_json(answer.json())
    else:
        click.echo(answer.text())


@dataclass(frozen=True, slots=True)
class _Answer:
    """Everything the command found out, and its two forms."""

    solution: Solution
    policy: Policy
    tie_break: TieBreak
    moments: Moments
    distribution: list[tuple[Rational, Rational]] | None
    why: Why | None
    changes: tuple[Change, ...]

    def json(self) -> dict[str, Any]:
        solution = self.solution
        optimal = solution.expected_rolls
        result = {
            "rules": rules_json(solution.position.rules),
            **position_json(solution.position),
            "policy": str(self.policy),
            "tie_break": self.tie_break.value,
            "expected_rolls": number_json(self.moments.mean),
            "variance": number_json(self.moments.variance),
            "standard_deviation": root_json(self.moments.variance),
            "loss": number_json(self.moments.mean - optimal),
            "p_hit": number_json(solution.p_hit()),
            "optimal_cells": {str(roll): list(solution.optimal_cells(roll)) for roll in solution.hits()},
            "transient_states": solution.transient_states,
            "exact": solution.exact,
        }
        if not solution.exact:
            result["relative_error_bound"] = solution.error_bound
        if self.distribution is not None:
            result["distribution"] = [
                {"roll": k, "pmf": number_json(pmf), "cdf": number_json(cdf)}
                for k, (pmf, cdf) in enumerate(self.distribution)
            ]
        if self.why is not None:
            result["why"] = {
                "lines": [
                    {"cells": [c for c in range(line.bit_length()) if line >> c & 1], "probability": number_json(p)}
                    for line, p in zip(solution.position.rules.layout.lines, self.why.lines, strict=True)
                ],
                "cells": [number_json(p) for p in self.why.cells],
                "wasted": number_json(self.why.wasted),
                "changes": [
                    {
                        "cell": change.cell,
                        "value": change.value,
                        "expected_rolls": number_json(change.expected_rolls),
                        "gain": number_json(change.gain),
                    }
                    for change in self.changes
                ],
            }
        return result

    def text(self) -> str:
        solution = self.solution
        parts = [str(solution.position.rules), beside(board_text(solution.position), self._facts())]
        if solution.position.is_bingo:
            parts.append("A line is complete: bingo.")
        else:
            parts.append(self._marks())
        if self.distribution is not None:
            parts.append(_distribution_text(self.distribution))
        if self.why is not None:
            parts += [_lines_text(solution, self.why), _changes_text(self.changes)]
        return "\n" + "\n\n".join(parts) + "\n"

    def _facts(self) -> str:
        mean, variance = self.moments.mean, self.moments.variance
        facts = [f"expected rolls      {decimal(mean):.10g}"]
        if isinstance(mean, float):
            facts.append(f"                    float64, relative error below {self.solution.error_bound:.1e}")
        elif mean.denominator != 1:
            facts.append(f"                    = {exact_text(mean)}")
        if (loss := mean - self.solution.expected_rolls) > 0:
            facts.append(f"lost by {self.policy!s:<11} {number_text(loss)}")
        spread = f"standard deviation  {sqrt(decimal(variance)):.6g}"
        facts.append(spread + f"   (policy {self.policy}, tie-break {self.tie_break})")
        facts.append(f"useful rolls        {percent(self.solution.p_hit())} = {self.solution.p_hit()}")
        facts.append(f"transient sets      {self.solution.transient_states:,}")
        return "\n".join(facts)

    def _marks(self) -> str:
        solution, dice = self.solution, self.solution.position.rules.dice
        rows = []
        for roll in solution.hits():
            candidates = solution.candidates(roll)
            best = ", ".join(map(str, solution.optimal_cells(roll)))
            others = len(candidates) - len(solution.optimal_cells(roll))
            note = f"best of {len(candidates)}" if others > 0 else "any" if len(candidates) > 1 else ""
            rows.append(
                [str(roll), percent(dice.probability(roll)), best, f"{decimal(candidates[0].expected_rolls):.6f}", note]
            )
        return table(["roll", "chance", "mark cell", "rolls left", ""], rows, left=[2, 4])


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
    wasted = f"{percent(found.wasted)} of the rolls are wasted."
    return "\n\n".join(
        [
            table(["complete at the end", "", ""], rows, left=[0, 2]),
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
        [f"{c.value} in cell {c.cell}", f"{decimal(c.expected_rolls):.6f}", f"{decimal(c.gain):.6f}"] for c in changes
    ]
    return table(["best changes of one cell", "expected rolls", "gain"], rows, left=[0])
