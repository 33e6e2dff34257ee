"""Answers drawn on axes of matplotlib: the pictures of ``--plot-file`` and of heat maps, and those of other answers."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from typing import Any

from dicebingo.duels.duel import Duel
from dicebingo.duels.nash import Nash
from dicebingo.errors import InputError, MissingExtra
from dicebingo.exact import decimal
from dicebingo.matches.match import Match
from dicebingo.render.figures import DARK, SETTINGS, STYLES, draw_heat_map, draw_match, plain
from dicebingo.render.text.parts import percent, points
from dicebingo.solo.chain import make_chain
from dicebingo.solo.evaluation import Evaluation
from dicebingo.solo.solution import Solution, play_of
from dicebingo.solo.why import why

PLOT_ROLLS = 25
ALMOST_ALL = 0.995
_BLUE, _RED, _GREY = STYLES[0][0], STYLES[1][0], "#64748b"


def plot(answer: object, ax: Any = None) -> Any:
    """Draw an answer on axes, or on a figure of its own, and return the axes.

    A match has two rows of two axes, a solution three axes in a row; all others have one.
    """
    draw, shape, size = next((PLOTS[kind.__name__] for kind in type(answer).__mro__ if kind.__name__ in PLOTS), _NONE)
    if draw is None:
        raise InputError(f"expected an answer that has a picture, got {answer!r}")
    try:
        from matplotlib import pyplot  # noqa: PLC0415  (slow to import, and optional)
    except ImportError as missing:
        raise MissingExtra(f"expected matplotlib for figures: pip install 'dicebingo[plot]' ({missing})") from None
    with pyplot.rc_context(SETTINGS):
        if ax is None:
            ax = pyplot.subplots(*shape, figsize=size, layout="constrained")[1]
        draw(answer, ax)
    return ax


def _match(result: Match, axes: Any) -> None:
    draw_match(result, result.upto or PLOT_ROLLS, axes)


def _solution(found: Solution | Evaluation, axes: Any) -> None:
    """Draw when a board finishes, which lines win, and which cells are marked at the end."""
    play = play_of(found)
    chain, layout = make_chain(play, found.policy), play.position.rules.layout
    times, lines, cells = axes
    shares = found.distribution or chain.distribution(chain.quantile(str(ALMOST_ALL)))
    times.bar(range(len(shares)), [decimal(pmf) for pmf, _ in shares], color=_BLUE)
    mean = decimal(found.moments.mean)
    times.axvline(mean, color=_RED, linestyle="--", linewidth=1)
    times.set_title(f"P(T = k), mean {mean:.4f}")
    times.set_xlabel("roll k")
    reasons = found.why or why(chain)
    names = [layout.line_name(line) for line in layout.lines]
    lines.barh(names, [decimal(share) for share in reasons.lines], color=_BLUE)
    lines.invert_yaxis()
    lines.set_title("lines complete at the end")
    for cell, (row, column) in enumerate(layout.grid):
        share = decimal(reasons.cells[cell])
        colour = "white" if share > DARK else "#0f172a"
        cells.add_patch(_square(column, row, share))
        value = play.position.board.values[cell]
        shown = f"{'' if value is None else value}\n{percent(reasons.cells[cell])}"
        cells.text(column, row, shown, ha="center", va="center", color=colour)
    cells.set(xlim=(-0.6, layout.width - 0.4), ylim=(layout.height - 0.4, -0.6), aspect="equal")
    cells.set_axis_off()
    cells.set_title("cells marked at the end")


def _square(column: int, row: int, share: float) -> Any:
    from matplotlib.patches import Rectangle  # noqa: PLC0415

    return Rectangle((column - 0.48, row - 0.48), 0.96, 0.96, facecolor=_BLUE, alpha=share, edgecolor=_GREY)


def _stage(found: Nash, axis: Any) -> None:
    """Draw the payoffs of a stage game: in colours those of the first player, written out those of both."""
    game = found.game
    rows = [[decimal(pay) for pay in row] for row in game.first]
    axis.imshow(rows, cmap="Blues", interpolation="nearest", aspect="auto")
    low, high = min(map(min, rows)), max(map(max, rows))
    for i, row in enumerate(rows):
        for j, pay in enumerate(row):
            colour = "white" if pay - low > DARK * (high - low) else "#0f172a"
            shown = f"{pay:.4f}\n{decimal(game.second[i][j]):.4f}"
            axis.text(j, i, shown, ha="center", va="center", color=colour)
    first, second = ([" ".join(map(str, cells)) or "nothing" for cells in own] for own in found.stage.choices)
    axis.set_yticks(range(len(first)), first)
    axis.set_xticks(range(len(second)), second)
    axis.set(
        ylabel="the first marks cell", xlabel="the second marks cell", title=f"payoffs on a roll of {found.stage.roll}"
    )


def _duel(found: Duel, axis: Any) -> None:
    """Draw how a duel ends, as one bar."""
    ends, (first, second), left = found.outcomes, found.names, 0.0
    for name, share, colour in ((first, ends.first, _BLUE), ("tie", ends.tie, _GREY), (second, ends.second, _RED)):
        axis.barh([0], [decimal(share)], left=left, color=colour, label=plain(f"{name}: {percent(share)}"))
        left += decimal(share)
    axis.set(xlim=(0, 1), yticks=[], title=f"value {decimal(found.value):+.6f}")
    axis.legend(loc="upper center", bbox_to_anchor=(0.5, -0.15), ncols=3, frameon=False)


def _rings(found: Any, axis: Any) -> None:
    """Draw the best ring: an arrow from each board to the one it beats, with the margin in points."""
    axis.set_axis_off()
    axis.set(xlim=(-1.6, 1.6), ylim=(-1.4, 1.4), aspect="equal")
    for ring in found.rings[:1]:
        count = len(ring.boards)
        at = [(sin(2 * pi * i / count), cos(2 * pi * i / count)) for i in range(count)]
        for i, link in enumerate(ring.links):
            (x, y), (u, v) = at[i], at[(i + 1) % count]
            arrow = {"arrowstyle": "->", "color": _BLUE, "shrinkA": 30, "shrinkB": 30}
            axis.annotate("", xy=(u, v), xytext=(x, y), arrowprops=arrow)
            ground = {"facecolor": "white", "edgecolor": "none", "pad": 2}
            shown = points(link.margin, "+.2f")
            axis.text((x + u) / 2, (y + v) / 2, shown, ha="center", va="center", color=_RED, bbox=ground)
        for (x, y), board, name in zip(at, ring.boards, found.names[0], strict=True):
            shown = plain(f"{name}\n" + str(board).replace(" / ", "\n"))
            axis.text(x, y, shown, ha="center", va="center", family="monospace")
        axis.set_title(f"smallest margin {points(ring.smallest_margin)} points")


def _search(found: Any, axis: Any) -> None:
    """Draw where V lies: the boards that are listed, and the mean of all where it is known."""
    for boards, colour, label in ((found.best, _BLUE, "best"), (getattr(found, "worst", ()), _RED, "worst")):
        if boards:
            values = [decimal(one.expected_rolls) for one in boards]
            axis.plot(values, range(1, len(values) + 1), "o", color=colour, label=label)
    if hasattr(found, "mean"):
        axis.axvline(found.mean, color=_GREY, linestyle="--", label="mean of all boards")
    axis.set(xlabel="expected rolls", ylabel="place", title=plain(str(found.space)))
    axis.yaxis.get_major_locator().set_params(integer=True)
    axis.invert_yaxis()
    axis.legend(frameon=False)


_NONE: Any = (None, (1, 1), None)
PLOTS: dict[str, tuple[Callable[[Any, Any], None], tuple[int, int], tuple[float, float]]] = {
    "Match": (_match, (2, 2), (9, 6.8)),
    "Solution": (_solution, (1, 3), (12, 3.6)),
    "Evaluation": (_solution, (1, 3), (12, 3.6)),
    "Nash": (_stage, (1, 1), (4.5, 3.6)),
    "Duel": (_duel, (1, 1), (6, 1.6)),
    "Rings": (_rings, (1, 1), (5, 4.5)),
    "Tournament": (draw_heat_map, (1, 1), (7, 6)),
    "SearchResult": (_search, (1, 1), (6, 3)),
    "ObjectiveSearch": (_search, (1, 1), (6, 3)),
    "RestartSearch": (_search, (1, 1), (6, 3)),
}
"""For each answer, by the name of its class: what draws it, how many axes it takes, and the size of the figure."""
