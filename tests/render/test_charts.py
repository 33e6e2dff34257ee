"""SVG charts: the position of every element matches its number."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from dicebingo.errors import InputError
from dicebingo.render.pictures.panels import Columns, Lines, Mark, Series
from dicebingo.render.svg.charts import column_chart, line_chart, share_bar, ticks


@pytest.mark.parametrize(
    ("low", "high", "most", "found"),
    [
        (0, 0.09, 6, [0, 0.02, 0.04, 0.06, 0.08]),
        (3, 25, 12, [4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24]),
        (0, 1, 5, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (6, 26, 20, list(range(6, 27))),
        (0, 12, 6, [0, 2, 4, 6, 8, 10, 12]),
    ],
)
def test_ticks_are_round_numbers(low: float, high: float, most: int, found: list[float]) -> None:
    assert ticks(low, high, most) == found


def test_a_line_goes_through_its_points() -> None:
    series = [Series("a", ((0, 0), (1, 2), (2, 1))), Series("<b>", ((0, 1), (2, 1)))]
    svg = line_chart(Lines("Two & lines", series, "x", "y"))
    (path,) = re.findall(r'class="s0" d="M([^"]*)" fill', svg)
    (x0, y0), (x1, y1), (x2, y2) = (tuple(map(float, point.split())) for point in path.split("L"))
    assert x1 - x0 == pytest.approx(x2 - x1, abs=0.11)
    assert y0 - y1 == pytest.approx(2 * (y0 - y2), abs=0.21)
    assert y1 < y2 < y0  # in SVG, larger numbers have smaller y coordinates
    assert "Two &amp; lines" in svg
    assert "&lt;b&gt;, 2: 1" in svg
    assert "a is highest at 1, with 2" in svg


@pytest.mark.parametrize("length", [3, 40])
def test_line_names_do_not_overlap(length: int) -> None:
    names = [letter * length for letter in "abc"]
    svg = line_chart(Lines("Title", [Series(name, ((0, 1), (1, 1))) for name in names], "x", "y"))
    texts = re.findall(r'<text [^>]*x="([\d.-]+)" y="(\d+)">(\w+)</text>', svg)
    rows = sorted((int(y), float(x), text) for x, y, text in texts if text in ("Title", *names))
    assert [text for *_, text in rows] == ["Title", *names]
    for (y, x, text), (next_y, next_x, _) in pairwise(rows):
        assert next_y >= y + 12 or next_x > x + 7 * len(text)
    height = int(re.search(r'height="(\d+)"', svg)[1])  # type: ignore[index]
    assert all(x > 0 and y < height for y, x, _ in rows)


def test_column_heights_match_their_numbers() -> None:
    svg = column_chart(Columns("Columns", [(0, 1, 4), (1, 2, 1)], "x", "y", [Mark("here", 1.5)]))
    high, low = (float(height) for height in re.findall(r'class="quiet"[^>]*height="([\d.]+)"', svg))
    assert high == pytest.approx(4 * low, abs=0.2)
    assert "here at 1.5" in svg


def test_shares_fill_the_bar() -> None:
    widths = [float(w) for w in re.findall(r'width="([\d.]+)" height="12">', share_bar([("a", 0.5), ("b", 0.5)]))]
    assert sum(widths) == pytest.approx(200)


def test_empty_charts_are_rejected() -> None:
    with pytest.raises(InputError, match="expected 1 to 6 lines"):
        line_chart(Lines("", [], "x", "y"))
    with pytest.raises(InputError, match="expected at least one column"):
        column_chart(Columns("", [], "x", "y"))
