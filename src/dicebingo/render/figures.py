"""Figures for papers, drawn by matplotlib, which is imported when it is needed."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from dicebingo.errors import InputError, MissingExtra, quote
from dicebingo.exact import decimal
from dicebingo.matches.match import Match
from dicebingo.render.text.matches import by_player
from dicebingo.running.files import FilePath

if TYPE_CHECKING:  # a match without a figure must not wait for numpy
    import numpy as np
    from numpy.typing import NDArray

    from dicebingo.tournaments.tournament import Tournament

FORMATS = ("svg", "png", "pdf")
LONG_LABEL = 60
LEGEND_COLUMNS = 2
STYLES = (("#2563eb", "o"), ("#dc2626", "s"), ("#059669", "^"), ("#d97706", "D"), ("#7c3aed", "v"), ("#0f172a", "P"))
_LINES = ("-", "--", "-.")
_TIE = ("#64748b", "", ":")
MOST_LABELS = 40
MOST_NUMBERS = 12
MOST_DRAWN = 4_000
DARK = 0.6
"""From this share of the largest margin on, numbers are white on their colour."""


def figure_format(path: FilePath, what: str) -> str:
    """Return the format that the name of a figure's file asks for."""
    found = path.suffix.lower().removeprefix(".")
    if found not in FORMATS:
        raise InputError(f"expected a {what} file that ends with .svg, .png or .pdf, got {quote(path)}")
    return found


def match_figure(result: Match, upto: int, file_format: str) -> bytes:
    """Return the paper's figure for any match: P(T = k) and P(T <= k), alone and on shared rolls."""
    pyplot = _pyplot()
    with pyplot.rc_context(SETTINGS):
        labels = [f"{name}: {position}" for name, position in zip(result.names, result.positions, strict=True)]
        columns = 1 if max(map(len, labels)) > LONG_LABEL else LEGEND_COLUMNS
        has_ties = any(share for won, share in result.outcomes.items() if len(won) > 1)
        height = 6.4 + 0.2 * -(-(len(labels) + has_ties) // columns)
        figure, axes = pyplot.subplots(2, 2, figsize=(9, height), sharex=True, layout="constrained")
        draw_match(result, upto, axes)
        return _saved(pyplot, figure, file_format)


def draw_match(result: Match, upto: int, axes: Any) -> None:
    """Draw the paper's four panels on two rows of two axes, with a legend below."""
    solo = [[decimal(pmf) for pmf, _ in chain.distribution(upto)] for chain in result.solo]
    ends = [by_player(row, len(result.names)) for row in result.distribution(upto)]
    *joint, ties = ([decimal(share) for share in series] for series in zip(*ends, strict=True))
    labels = [f"{name}: {position}" for name, position in zip(result.names, result.positions, strict=True)]
    rows = (("each board alone", solo), ("first on shared rolls", [*joint, ties] if any(ties) else joint))
    named = [plain(label) for label in labels] + ["tie"] * any(ties)
    columns = 1 if max(map(len, labels)) > LONG_LABEL else LEGEND_COLUMNS
    for (left, right), (title, series) in zip(axes, rows, strict=True):
        _draw(left, f"P(T = k), {title}", len(labels), series)
        _draw(right, f"P(T ≤ k), {title}", len(labels), [list(accumulate(values)) for values in series])
    for axis in axes[1]:
        axis.set_xlabel("roll k")
    lines = axes[1][0].lines
    axes[0][0].figure.legend(lines, named, loc="outside lower center", ncols=columns, frameon=False)


def heat_map_figure(tournament: Tournament, file_format: str) -> bytes:
    """Return a table of margins P(row wins) - P(column wins) as colours: blue where the row beats, red where it loses.

    The best board comes first, and nothing is drawn on the diagonal. Up to 40 boards are named, and up to 12 have their
    margins written out, in points.
    """
    count = len(tournament.boards)
    pyplot = _pyplot()
    inches = 8.0 if count > MOST_LABELS else max(3.6, (0.45 if count <= MOST_NUMBERS else 0.25) * count)
    with pyplot.rc_context({**SETTINGS, "savefig.bbox": "tight"}):
        figure, axis = pyplot.subplots(figsize=(inches + 1, inches))
        draw_heat_map(tournament, axis)
        return _saved(pyplot, figure, file_format)


def draw_heat_map(tournament: Tournament, axis: Any) -> None:
    """Draw all margins on an axis."""
    count = len(tournament.boards)
    order = [row.player for row in tournament.standings]
    names, boards = [tournament.names[i] for i in order], [tournament.boards[i] for i in order]
    points = 100 * (tournament.margins * (tournament.sign != 0))[order][:, order]
    largest = float(abs(points).max()) or 1.0
    points.flat[:: count + 1] = float("nan")
    # Centred at 0, so that white is even; smoothing would show margins that do not exist.
    image = axis.imshow(points, cmap="RdBu", vmin=-largest, vmax=largest, interpolation="nearest")
    axis.figure.colorbar(image, ax=axis, shrink=0.8, label="margin of the row against the column, in points")
    axis.set_xlabel("against")
    if count <= MOST_LABELS:
        axis.set_xticks(range(count), [plain(name) for name in names], rotation=90)
        rows = [plain(f"{name}:  {board}") for name, board in zip(names, boards, strict=True)]
        axis.set_yticks(range(count), rows)
        axis.tick_params(length=0)
    else:
        axis.set_ylabel("boards, the best share of wins first")
    if count <= MOST_NUMBERS:
        _write_margins(axis, points, largest)


def expect_drawable(boards: int) -> None:
    """Raise unless a heat map of that many boards can be drawn."""
    if boards > MOST_DRAWN:
        raise InputError(f"expected at most {MOST_DRAWN:,} boards for a heat map, got {boards:,}")


def _write_margins(axis: Any, points: NDArray[np.float64], largest: float) -> None:
    for i, row in enumerate(points.tolist()):
        for j, margin in enumerate(row):
            if i != j:
                colour = "white" if abs(margin) > DARK * largest else "#0f172a"
                shown = f"{margin:+.1f}" if abs(margin) >= 0.05 else "0"
                axis.text(j, i, shown, ha="center", va="center", color=colour, fontsize=7)


# A fixed salt and no date, so that the same figure gives the same bytes.
SETTINGS: dict[Any, Any] = {"svg.hashsalt": "dicebingo", "svg.fonttype": "none", "font.size": 9}


def plain(label: str) -> str:
    """Return a label in which a dollar does not start a formula."""
    return label.replace("$", r"\$")


def _saved(pyplot: Any, figure: Any, file_format: str) -> bytes:
    content = BytesIO()
    metadata = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}[file_format]
    figure.savefig(content, format=file_format, dpi=160, metadata=metadata)
    pyplot.close(figure)
    return content.getvalue()


def _pyplot() -> Any:
    try:
        import matplotlib as mpl  # noqa: PLC0415  (slow to import, and optional)

        mpl.use("agg")
        from matplotlib import pyplot  # noqa: PLC0415
    except ImportError as missing:
        raise MissingExtra(f"expected matplotlib for figures: pip install 'dicebingo[plot]' ({missing})") from None
    return pyplot


def _draw(axis: Any, title: str, players: int, series: Sequence[Sequence[float]]) -> None:
    around = len(STYLES)
    styles = [(*STYLES[i % around], _LINES[i // around % len(_LINES)]) for i in range(players)]
    for (colour, marker, line), values in zip([*styles, _TIE], series, strict=False):
        axis.plot(values, linestyle=line, color=colour, marker=marker, markersize=3, linewidth=1.2)
    axis.set_title(title)
    axis.grid(visible=True, linestyle=":", linewidth=0.5)
    axis.set_ylim(bottom=0)
    axis.xaxis.get_major_locator().set_params(integer=True)
