"""Figures for people who write papers, by matplotlib, which is imported when one is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from itertools import accumulate
from typing import Any

from dicebingo.errors import MissingExtra

__all__ = ["FORMATS", "match_figure"]

FORMATS = ("svg", "png", "pdf")
LONG_LABEL = 60
LEGEND_COLUMNS = 2
_STYLES = (("#2563eb", "o"), ("#dc2626", "s"), ("#059669", "^"), ("#d97706", "D"), ("#7c3aed", "v"), ("#0f172a", "P"))
_LINES = ("-", "--", "-.")
_TIE = ("#64748b", "", ":")


def match_figure(
    labels: Sequence[str],
    solo: Sequence[Sequence[float]],
    joint: Sequence[Sequence[float]],
    ties: Sequence[float],
    file_format: str,
) -> bytes:
    """Return the paper's figure for any match: P(T = k) and P(T <= k), alone and on shared rolls.

    ``solo[i][k]`` is the probability that board i, played alone, finishes on roll k, ``joint[i][k]`` that it is the
    only one to finish first and does so on roll k, ``ties[k]`` that several finish first on roll k.
    """
    pyplot = _pyplot()
    rows = (("each board alone", solo), ("first on shared rolls", [*joint, ties] if any(ties) else joint))
    # A fixed salt and no date, so that the same match gives the same bytes.
    with pyplot.rc_context({"svg.hashsalt": "dicebingo", "svg.fonttype": "none", "font.size": 9}):
        named = [label.replace("$", r"\$") for label in labels] + ["tie"] * any(ties)  # a dollar would start a formula
        columns = 1 if max(map(len, labels)) > LONG_LABEL else LEGEND_COLUMNS
        height = 6.4 + 0.2 * -(-len(named) // columns)
        figure, axes = pyplot.subplots(2, 2, figsize=(9, height), sharex=True, layout="constrained")
        for (left, right), (title, series) in zip(axes, rows, strict=True):
            _draw(left, f"P(T = k), {title}", len(labels), series)
            _draw(right, f"P(T ≤ k), {title}", len(labels), [list(accumulate(values)) for values in series])
        for axis in axes[1]:
            axis.set_xlabel("roll k")
        figure.legend(axes[1][0].lines, named, loc="outside lower center", ncols=columns, frameon=False)
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
    around = len(_STYLES)
    styles = [(*_STYLES[i % around], _LINES[i // around % len(_LINES)]) for i in range(players)]
    for (colour, marker, line), values in zip([*styles, _TIE], series, strict=False):
        axis.plot(values, linestyle=line, color=colour, marker=marker, markersize=3, linewidth=1.2)
    axis.set_title(title)
    axis.grid(visible=True, linestyle=":", linewidth=0.5)
    axis.set_ylim(bottom=0)
    axis.xaxis.get_major_locator().set_params(integer=True)
