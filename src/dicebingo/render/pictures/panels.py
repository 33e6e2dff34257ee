"""The kinds of panels in pictures, and their colours.

A panel contains data and no drawing commands. ``render.svg.charts`` draws it as SVG, and ``render.plots`` with
matplotlib.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from dicebingo.model.board import Board
    from dicebingo.tournaments.results import Link

COLOURS = ("#2563eb", "#dc2626", "#047857", "#7c3aed", "#d97706", "#0f172a")
"""The colours of series, in order; in pictures of games, the first series are the players."""
QUIET, INK, LINE, MARK = "#94a3b8", "#0f172a", "#334155", "#b45309"
"""The colours for ties and backgrounds, text, lines around cells, and marked points."""


class Series(NamedTuple):
    """A named line through points; a ``quiet`` line, such as the line for ties, is dotted."""

    name: str
    points: tuple[tuple[float, float], ...]
    quiet: bool = False


class Mark(NamedTuple):
    """A labelled point on the horizontal axis."""

    name: str
    x: float


class Lines(NamedTuple):
    """Several lines with common axes; the vertical axis begins at zero."""

    title: str
    series: Sequence[Series]
    x_label: str
    y_label: str


class Columns(NamedTuple):
    """Columns, each (left end, right end, height), drawn up or down from zero, with labelled points on the axis."""

    title: str
    columns: Sequence[tuple[float, float, float]]
    x_label: str
    y_label: str
    marks: Sequence[Mark] = ()


class Bars(NamedTuple):
    """Horizontal bars, one for each name."""

    title: str
    bars: Sequence[tuple[str, float]]
    x_label: str


class Dots(NamedTuple):
    """Dots, one for each name, each placed at its number."""

    title: str
    dots: Sequence[tuple[str, float]]
    x_label: str


class ShareBars(NamedTuple):
    """One bar divided into shares. If there are three shares, such as wins, ties and losses, the middle one is grey."""

    title: str
    shares: Sequence[tuple[str, float]]

    @property
    def colours(self) -> list[int | None]:
        """The index of each share's colour in ``COLOURS``, or None for grey."""
        return [0, None, 1] if len(self.shares) == 3 else list(range(len(self.shares)))


class Heat(NamedTuple):
    """A table that shows numbers as colours, with a string in each cell; cells with None stay empty.

    Colours go from white (``low``) to blue (``high``) or, if the table ``diverges``, from red through white at 0 to
    blue. A table without row and column names shows a board.
    """

    title: str
    values: Sequence[Sequence[float | None]]
    texts: Sequence[Sequence[str]]
    low: float
    high: float
    diverges: bool = False
    rows: Sequence[str] = ()
    columns: Sequence[str] = ()
    x_label: str = ""
    y_label: str = ""
    key: str = ""

    def shade(self, value: float | None) -> float:
        """Return the darkness of a number's colour, from 0 to 1."""
        if value is None:
            return 0.0
        return abs(value) / self.high if self.diverges else (value - self.low) / (self.high - self.low or 1)


class RingPanel(NamedTuple):
    """Boards on a circle, each of which beats the next; ``links[i]`` is the match of board i against the next board."""

    boards: Sequence[Board]
    links: Sequence[Link]
    names: Sequence[str] = ()


Panel: TypeAlias = Lines | Columns | Bars | Dots | ShareBars | Heat | RingPanel


class Picture(NamedTuple):
    """Rows of panels, their total size in inches, and a common legend."""

    rows: Sequence[Sequence[Panel]]
    size: tuple[float, float]
    legend: Sequence[str] = ()
