"""The report's sections on single boards: the best one, and where the paper's boards stand among all."""

from __future__ import annotations

from functools import partial

from dicebingo.exact import decimal
from dicebingo.model.board import Position
from dicebingo.render.html.report import number, table
from dicebingo.render.pictures.answers import spread_columns
from dicebingo.render.pictures.panels import Mark
from dicebingo.render.svg.charts import column_chart
from dicebingo.render.writers.html import board_figure, figure, paragraph, side_by_side
from dicebingo.reproduction.report import PaperReport

NAMES = {"optimal": "the optimal board", "magic": "the magic square", "sevens": "nine sevens"}
SHORT = {"magic": "magic square", "sevens": "nine sevens"}

percent = partial(number, digits=6, percent=True)


def best(report: PaperReport) -> str:
    """Return the section on the optimal board."""
    result, chain, seven = report.search, report.chains["optimal"], report.seven_centred
    facts = [
        ["expected rolls", number(chain.mean, 6)],
        ["standard deviation", number(chain.variance, 6, root=True)],
        ["useful rolls at the start", number(chain.solution.p_hit(), 2, percent=True)],
        ["all boards", f"{result.total_boards:,}"],
        ["essentially different ones", f"{result.evaluated:,}"],
        ["best ones", f"1, standing for {result.best[0].orbit_size}"],
    ]
    if result.runner_up:
        facts.append([f"the next best, {result.runner_up.board}", number(result.runner_up.expected_rolls, 6)])
    facts.append([f"the best with a 7 in the centre, {seven.board}", number(seven.expected_rolls, 6)])
    facts.append(["nine sevens", number(report.chains["sevens"].mean)])
    board = board_figure(chain.solution.position, "No 7 in the centre.")
    words = paragraph(
        "Of all boards this one takes the fewest rolls, and up to symmetries of the square and swaps of equally likely "
        "sums it is the only one. That is proven: every board was evaluated, and all that rounding could confuse with "
        "the best were solved exactly."
    )
    return words + side_by_side(board, table("The optimal board", ["", ""], facts))


def among_all(report: PaperReport) -> str:
    """Return the section on all boards."""
    ranks = sorted(report.ranks.items(), key=lambda found: found[1].expected_rolls)
    marks = [Mark(SHORT.get(name, name), decimal(rank.expected_rolls)) for name, rank in ranks]
    chart = column_chart(spread_columns(report.search, marks))
    rows = []
    for name, rank in ranks:
        board, label = board_figure(Position(rank.board)), NAMES.get(name, f"board {name}")
        counts = [f"{rank.better:,}", f"{rank.equal:,}", percent(rank.percentile / 100)]
        rows.append([board, label, number(rank.expected_rolls), *counts])
    headers = ["", "", "expected rolls", "boards that are faster", "equally fast", "boards that are slower"]
    caption = "All boards by their expected number of rolls, counted in float64; the counts below are exact."
    return figure(chart, caption, kind="wide") + table("Ranks of the paper's boards", headers, rows, left=(0, 1))
