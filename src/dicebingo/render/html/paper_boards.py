"""The report's sections on single boards: the best one, and where the paper's boards stand among all."""

from __future__ import annotations

from functools import partial

from dicebingo.exact import decimal
from dicebingo.model.board import Position
from dicebingo.render.html.report import board_figure, figure, number, paragraph, side_by_side, table
from dicebingo.render.svg.charts import Mark, column_chart
from dicebingo.reproduction.report import PaperReport
from dicebingo.searches.quantiles import QUANTILES

NAMES = {"optimal": "the optimal board", "magic": "the magic square", "sevens": "nine sevens"}
SHORT = {"magic": "magic square", "sevens": "nine sevens"}
HISTOGRAM = (6, 26)
"""Where the picture of all boards begins and ends, in rolls; it has two columns for each roll."""

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
    chart = column_chart("How long all boards take", _histogram(), "expected rolls", "% of all boards", marks)
    rows = []
    for name, rank in ranks:
        board, label = board_figure(Position(rank.board)), NAMES.get(name, f"board {name}")
        counts = [f"{rank.better:,}", f"{rank.equal:,}", percent(rank.percentile / 100)]
        rows.append([board, label, number(rank.expected_rolls), *counts])
    headers = ["", "", "expected rolls", "boards that are faster", "equally fast", "boards that are slower"]
    caption = (
        f"All {report.search.total_boards:,} boards by their expected number of rolls (from a table of quantiles in "
        f"float64); {100 * (1 - _share_below(HISTOGRAM[1])):.1f}% of them take more than {HISTOGRAM[1]} rolls. The "
        "counts below are exact."
    )
    return figure(chart, caption, kind="wide") + table("Ranks of the paper's boards", headers, rows, left=(0, 1))


def _histogram() -> list[tuple[float, float, float]]:
    """Return the share of all boards between half rolls, read from the quantiles."""
    low, high = HISTOGRAM
    edges = [low + i / 2 for i in range(2 * (high - low) + 1)]
    below = [_share_below(edge) for edge in edges]
    return [(a, b, 100 * (q - p)) for a, b, p, q in zip(edges, edges[1:], below, below[1:], strict=False)]


def _share_below(expected_rolls: float) -> float:
    """Return about which share of all boards takes fewer rolls."""
    after = next((i for i, quantile in enumerate(QUANTILES) if quantile >= expected_rolls), len(QUANTILES))
    if not 0 < after < len(QUANTILES):
        return float(after > 0)
    low, high = QUANTILES[after - 1 : after + 1]
    return (after - 1 + (expected_rolls - low) / (high - low)) / (len(QUANTILES) - 1)
