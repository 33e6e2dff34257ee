"""Figures for people who write papers, by matplotlib, which is imported when one is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any

from dicebingo.errors import MissingExtra

__all__ = ["FORMATS", "match_figure"]

FORMATS = ("svg", "png", "pdf")
_STYLES = (("#2563eb", "o"), ("#dc2626", "s"), ("#059669", "^"), ("#d97706", "D"), ("#7c3aed", "v"), ("#0f172a", "P"))


def match_figure(
    names: Sequence[str], solo: Sequence[Sequence[float]], joint: Sequence[Sequence[float]], file_format: str
) -> bytes:
    """Return the paper's figure for any match: P(T = k) and P(T <= k), alone and on shared rolls.

    ``solo[i][k]`` is the probability that board i alone finishes on roll k, ``joint[i][k]`` that it wins alone on it.
    """
    pyplot = _pyplot()
    # A fixed salt and no date, so that the same match gives the same bytes.
    with pyplot.rc_context({"svg.hashsalt": "dicebingo", "svg.fonttype": "none", "font.size": 9}):
        figure, axes = pyplot.subplots(2, 2, figsize=(9, 6.4), sharex=True, layout="constrained")
        rows = (("each board alone", solo), ("on shared rolls", joint))
        for (left, right), (title, series) in zip(axes, rows, strict=True):
            _draw(left, f"P(T = k), {title}", names, series)
            _draw(right, f"P(T ≤ k), {title}", names, [_running_sum(values) for values in series])
        axes[0][0].legend(frameon=False)
        for axis in axes[1]:
            axis.set_xlabel("roll k")
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


def _draw(axis: Any, title: str, names: Sequence[str], series: Sequence[Sequence[float]]) -> None:
    for (colour, marker), name, values in zip(_cycle(len(names)), names, series, strict=True):
        axis.plot(range(len(values)), values, color=colour, marker=marker, markersize=3, linewidth=1.2, label=name)
    axis.set_title(title)
    axis.grid(visible=True, linestyle=":", linewidth=0.5)
    axis.set_ylim(bottom=0)


def _cycle(count: int) -> list[tuple[str, str]]:
    return [_STYLES[i % len(_STYLES)] for i in range(count)]


def _running_sum(values: Sequence[float]) -> list[float]:
    sums, total = [], 0.0
    for value in values:
        total += value
        sums.append(total)
    return sums
