"""Draw pictures with matplotlib, which is imported only when needed; each kind of panel has its own function."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from math import atan2, degrees
from types import ModuleType
from typing import TYPE_CHECKING, Any

from dicebingo.errors import InputError, missing_extra, shown
from dicebingo.render.pictures.answers import picture_of
from dicebingo.render.pictures.panels import (
    COLOURS,
    INK,
    LINE,
    MARK,
    QUIET,
    Bars,
    Columns,
    Dots,
    Heat,
    Lines,
    Mark,
    Panel,
    Picture,
    RingPanel,
    ShareBars,
)
from dicebingo.render.pictures.ring import ring_drawing
from dicebingo.render.pictures.shapes import Arc, Label, Look, Polylines, Rectangle, ShapeGroup

if TYPE_CHECKING:  # matplotlib is optional
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

BOLD = 600
DARK = 0.6
"""Text is white on colours that are at least this dark."""
_MARKERS, _STROKES = "os^DvP", ("-", "--", "-.")
LONG_LABEL = 60

# With a fixed salt and without a date, the same figure always produces the same bytes.
SETTINGS: dict[str, object] = {
    "svg.hashsalt": "dicebingo",
    "svg.fonttype": "none",
    "font.size": 9,
    "axes.titlesize": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": QUIET,
    "axes.labelcolor": LINE,
    "text.color": INK,
    "xtick.color": LINE,
    "ytick.color": LINE,
    "grid.color": "#e2e8f0",
    "axes.axisbelow": True,
}


def plot(answer: object, ax: Any = None) -> Any:
    """Draw an answer on the axes ``ax`` or on a new figure, and return the axes.

    A match needs two rows of two axes, a solution needs three axes in a row, and any other answer needs one.
    """
    picture, pyplot = picture_of(answer), matplotlib_pyplot()
    with pyplot.rc_context(SETTINGS):
        axes = _figure(pyplot, picture)[1] if ax is None else ax
        _draw(picture, axes)
    return axes


def saved(answer: object, file_format: str) -> bytes:
    """Return the picture of an answer as a file."""
    picture, pyplot = picture_of(answer), matplotlib_pyplot()
    pyplot.switch_backend("agg")
    with pyplot.rc_context(SETTINGS):
        figure, axes = _figure(pyplot, picture)
        _draw(picture, axes)
        content = BytesIO()
        metadata = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}[file_format]
        figure.savefig(content, format=file_format, dpi=160, metadata=metadata)
    pyplot.close(figure)
    return content.getvalue()


def _figure(pyplot: ModuleType, picture: Picture) -> tuple[Figure, object]:
    """Return a new figure of the right size for a picture, and its axes: one, a row, or several rows."""
    rows, columns = len(picture.rows), len(picture.rows[0])
    figure, axes = pyplot.subplots(rows, columns, figsize=picture.size, layout="constrained")
    return figure, axes


def _draw(picture: Picture, axes: object) -> None:
    """Draw each panel of a picture on one of the axes."""
    panels = [panel for row in picture.rows for panel in row]
    each: list[Axes] = list(getattr(axes, "flat", axes if isinstance(axes, list | tuple) else [axes]))
    if len(each) != len(panels):
        raise InputError(f"expected {len(panels)} axes for this picture, got {len(each)}")
    for axis in each:
        if not hasattr(axis, "figure"):
            raise InputError(f"expected matplotlib axes, got {shown(axis)}")
    for panel, axis in zip(panels, each, strict=True):
        _PENS[type(panel)](panel, axis)
        if picture.legend and isinstance(panel, Lines):
            axis.legend().remove()
    if picture.legend:
        columns = 1 if max(map(len, picture.legend)) > LONG_LABEL else 2
        names = [_plain(name) for name in picture.legend]
        lines = each[-1].lines
        each[0].figure.legend(lines, names, loc="outside lower center", ncols=columns, frameon=False)


def matplotlib_pyplot() -> ModuleType:
    """Return matplotlib's pyplot, or raise if it is not installed."""
    try:
        from matplotlib import pyplot  # noqa: PLC0415  (optional, and slow to import)
    except ImportError as missing:
        raise missing_extra("matplotlib", "plot", missing) from None
    return pyplot


def _plain(label: str) -> str:
    """Return a label in which a dollar sign does not start a formula."""
    return label.replace("$", r"\$")


def _lines(panel: Lines, axis: Axes) -> None:
    for i, one in enumerate(panel.series):
        around, again = i % len(COLOURS), i // len(COLOURS) % len(_STROKES)
        colour, marker, stroke = (QUIET, "", ":") if one.quiet else (COLOURS[around], _MARKERS[around], _STROKES[again])
        xs, ys = zip(*one.points, strict=True)
        label = _plain(one.name)
        axis.plot(xs, ys, linestyle=stroke, label=label, color=colour, marker=marker, markersize=3, linewidth=1.2)
    _frame(panel, axis)
    if len(panel.series) > 1:
        axis.legend(frameon=False)


def _columns(panel: Columns, axis: Axes) -> None:
    lows, highs, heights = zip(*panel.columns, strict=True)
    widths = [0.92 * (high - low) for low, high in zip(lows, highs, strict=True)]
    middles = [(low + high) / 2 for low, high in zip(lows, highs, strict=True)]
    axis.bar(middles, heights, widths, color=COLOURS[0], alpha=0.85)
    _frame(panel, axis)


def _frame(panel: Lines | Columns, axis: Axes) -> None:
    marks = panel.marks if isinstance(panel, Columns) else ()
    axis.set(title=_plain(panel.title), xlabel=panel.x_label, ylabel=panel.y_label)
    axis.grid(visible=True, axis="y" if isinstance(panel, Columns) else "both", linewidth=0.6)
    low, high = axis.get_ylim()
    axis.set_ylim(min(low, 0) if isinstance(panel, Columns) else 0, high + 0.09 * len(marks) * (high - low))
    if panel.x_label == "roll k":
        axis.xaxis.get_major_locator().set_params(integer=True)  # type: ignore[call-arg]  # a MaxNLocator
    _marks(sorted(marks, key=lambda mark: mark.x), axis)


def _marks(marks: list[Mark], axis: Axes) -> None:
    """Draw a dashed line for each mark, with its name on the side where there is more room."""
    for i, mark in enumerate(marks):
        axis.axvline(mark.x, color=MARK, linestyle="--", linewidth=1)
        left, right = axis.get_xlim()
        on_the_left = mark.x > (left + right) / 2
        axis.annotate(
            _plain(mark.name),
            (mark.x, 1 - 0.08 * i),
            xycoords=("data", "axes fraction"),
            xytext=(-4 if on_the_left else 4, -3),
            textcoords="offset points",
            ha="right" if on_the_left else "left",
            va="top",
            color=MARK,
        )


def _bars(panel: Bars, axis: Axes) -> None:
    names = [_plain(name) for name, _ in panel.bars]
    axis.barh(names, [share for _, share in panel.bars], color=COLOURS[0], alpha=0.85)
    axis.invert_yaxis()
    axis.grid(visible=True, axis="x", linewidth=0.6)
    axis.tick_params(axis="y", length=0)
    axis.set(title=panel.title, xlabel=panel.x_label)


def _dots(panel: Dots, axis: Axes) -> None:
    names, numbers = zip(*panel.dots, strict=True)
    places = range(len(names))
    axis.plot(numbers, places, "o", color=COLOURS[0])
    axis.set_yticks(places, [_plain(name) for name in names])
    axis.set_ylim(len(names) - 0.5, -0.5)
    axis.grid(visible=True, linewidth=0.6)
    axis.tick_params(axis="y", length=0)
    axis.set(title=_plain(panel.title), xlabel=panel.x_label)


def _shares(panel: ShareBars, axis: Axes) -> None:
    left = 0.0
    for (name, share), colour in zip(panel.shares, panel.colours, strict=True):
        fill = QUIET if colour is None else COLOURS[colour]
        axis.barh([0], [share], left=left, color=fill, label=_plain(f"{name} {100 * share:.2f}%"))
        left += share
    axis.set(xlim=(0, 1), title=panel.title)
    axis.set_axis_off()
    axis.legend(loc="upper center", bbox_to_anchor=(0.5, 0.02), ncols=len(panel.shares), frameon=False)


def _heat(panel: Heat, axis: Axes) -> None:
    nothing = float("nan")
    numbers = [[nothing if one is None else one for one in row] for row in panel.values]
    # White stands for ``low`` or, in a diverging map, for 0. Smoothing would show values that are not in the data.
    colours = "RdBu" if panel.diverges else "Blues"
    image = axis.imshow(numbers, cmap=colours, vmin=panel.low, vmax=panel.high, interpolation="nearest")
    small = 7 if panel.diverges else None
    for i, row in enumerate(panel.texts):
        for j, text in enumerate(row):
            if text:
                colour = "white" if panel.shade(panel.values[i][j]) > DARK else INK
                axis.text(j, i, _plain(text), ha="center", va="center", color=colour, fontsize=small)
    axis.set(title=_plain(panel.title), xlabel=panel.x_label, ylabel=panel.y_label)
    axis.spines[:].set_visible(False)
    axis.tick_params(length=0)
    if panel.rows:
        turned = 90 if panel.diverges else 0
        axis.set_xticks(range(len(panel.columns)), [_plain(name) for name in panel.columns], rotation=turned)
        axis.set_yticks(range(len(panel.rows)), [_plain(name) for name in panel.rows])
    elif not panel.key:
        _board(panel, axis)
    if panel.key:
        axis.figure.colorbar(image, ax=axis, shrink=0.8, label=panel.key).outline.set_visible(False)


def _board(panel: Heat, axis: Axes) -> None:
    """Draw the lines around the cells of a board."""
    from matplotlib.patches import Rectangle  # noqa: PLC0415  (optional)

    axis.set_axis_off()
    for i, row in enumerate(panel.values):
        for j, value in enumerate(row):
            if value is not None:
                axis.add_patch(Rectangle((j - 0.5, i - 0.5), 1, 1, fill=False, edgecolor=LINE))


def _ring(panel: RingPanel, axis: Axes) -> None:
    """Draw a ring as large as the axis allows."""
    drawn = ring_drawing(panel)
    left, top, width, height = drawn.box
    axis.set(xlim=(left, left + width), ylim=(top + height, top), aspect="equal")
    axis.set_axis_off()
    axis.figure.draw_without_rendering()  # type: ignore[union-attr]  # computes the size of the axis
    box = axis.get_window_extent()
    points = 72 / axis.figure.dpi * min(box.width / width, box.height / height)
    _shapes(ShapeGroup(drawn.shapes), axis, points)


def _shapes(group: ShapeGroup, axis: Axes, points: float, x: float = 0, y: float = 0, scale: float = 1) -> None:
    """Draw shapes; ``points`` is the number of printer's points per pixel."""
    from matplotlib import patches  # noqa: PLC0415  (optional)
    from matplotlib.path import Path  # noqa: PLC0415  (optional)

    x, y, scale = x + scale * group.x, y + scale * group.y, scale * group.scale

    def look(one: Look, *, dashed: bool = False) -> dict[str, Any]:
        width = one.width * scale * points
        style = (0, (7, 5)) if dashed else "-"
        return {"fc": one.fill, "ec": one.stroke, "lw": width, "alpha": one.opacity, "ls": style}

    for shape in group.shapes:
        match shape:
            case ShapeGroup():
                _shapes(shape, axis, points, x, y, scale)
            case Rectangle(a, b, width, height, own):
                corner = (x + scale * a, y + scale * b)
                axis.add_patch(patches.Rectangle(corner, scale * width, scale * height, **look(own)))
            case Polylines(paths, own, closed):
                for path in paths:
                    corners = [(x + scale * a, y + scale * b) for a, b in path]
                    axis.add_patch(
                        patches.PathPatch(Path(corners, closed=False), **look(own))
                        if not closed
                        else patches.Polygon(corners, **look(own))
                    )
            case Arc(start, end, radius, own, dashed):
                angles = [degrees(atan2(b, a)) for a, b in (start, end)]
                arc = patches.Arc(
                    (x, y), 2 * radius, 2 * radius, theta1=angles[0], theta2=angles[1], **look(own, dashed=dashed)
                )
                axis.add_patch(arc)
            case Label(a, b, text, size, own, anchor, weight):
                axis.text(
                    x + scale * a,
                    y + scale * b,
                    _plain(text),
                    fontsize=size * scale * points,
                    fontweight="bold" if weight >= BOLD else "normal",
                    ha={"start": "left", "middle": "center", "end": "right"}[anchor],
                    va="baseline",
                    color=own.fill,
                )


_PENS: dict[type[Panel], Callable[[Any, Axes], None]] = {
    Lines: _lines,
    Columns: _columns,
    Bars: _bars,
    Dots: _dots,
    ShareBars: _shares,
    Heat: _heat,
    RingPanel: _ring,
}
