"""Picture files for ``--plot-file``, with the same content as ``.plot()``; the SVG of a ring needs no matplotlib."""

from __future__ import annotations

from dicebingo.errors import InputError, quote
from dicebingo.render import use
from dicebingo.render.pictures.panels import RingPanel
from dicebingo.running.files import FilePath, expect_writable

FORMATS = ("svg", "png", "pdf")
MAX_DRAWN = 4_000


def figure_format(path: FilePath, what: str) -> str:
    """Return the format of a figure, which is the suffix of ``path``."""
    found = path.suffix.lower().removeprefix(".")
    if found not in FORMATS:
        raise InputError(f"expected a {what} file that ends with .svg, .png or .pdf, got {quote(path)}")
    return found


def expect_figure(path: FilePath, what: str, *, is_ring: bool = False) -> None:
    """Raise unless a figure can be drawn and written to ``path``."""
    if figure_format(path, what) != "svg" or not is_ring:
        use("plots.matplotlib_pyplot")
    expect_writable(path)


def figure(answer: object, file_format: str) -> bytes:
    """Return the picture of an answer as the bytes of a file; the same answer always gives the same bytes."""
    panel = use("pictures.answers.picture_of", answer).rows[0][0]
    if file_format == "svg" and isinstance(panel, RingPanel):
        return str(use("svg.drawings.panel_svg", panel)).encode()
    return bytes(use("plots.saved", answer, file_format))


def expect_drawable(boards: int) -> None:
    """Raise unless a heat map of ``boards`` boards can be drawn."""
    if boards > MAX_DRAWN:
        raise InputError(f"expected at most {MAX_DRAWN:,} boards for a heat map, got {boards:,}")
