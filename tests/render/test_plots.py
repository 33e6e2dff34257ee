"""Plots show the same numbers as the answers, and drawing is deterministic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import dicebingo
from dicebingo.errors import InputError
from dicebingo.exact import decimal
from dicebingo.render.figures import figure
from dicebingo.render.svg.drawings import ring_svg
from tests.commands import run
from tests.questions import CARD_RULES, CARDS, STAGE, A, B

matplotlib = pytest.importorskip("matplotlib", reason="matplotlib is not installed: an optional extra")
matplotlib.use("agg")
to_hex = matplotlib.colors.to_hex

LATE = "9 7 8 / 9 8 9 / 4 9 6"
"""A board on which fastest play is not best for a deadline of five rolls."""


def drawn(answer: Any) -> list[Any]:
    """Return the axes of a figure, in order."""
    from matplotlib import pyplot  # noqa: PLC0415

    axes = answer.plot()
    each = list(axes.flat) if hasattr(axes, "flat") else [axes]
    pyplot.close(each[0].figure)
    return each


ANSWERS: dict[str, Callable[[], Any]] = {
    "solve": lambda: dicebingo.solve(B, upto=30, why=True),
    "deadline": lambda: dicebingo.solve(LATE, deadline=5),
    "match": lambda: dicebingo.match(A, B, upto=20),
    "nash": lambda: dicebingo.nash(STAGE[0], STAGE[1], 6),
    "duel": lambda: dicebingo.duel(*CARDS[:2], rules="knuth"),
    "rings": lambda: dicebingo.rings(CARDS, rules="knuth", length=4),
    "tournament": lambda: dicebingo.tournament(CARDS, rules="knuth"),
    "search": lambda: dicebingo.search("knuth", top=3, worst=1),
    "objective": lambda: dicebingo.search("knuth", deadline=3, top=3),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[] if name in ("match", "rings", "tournament") else pytest.mark.long)
        for name in ANSWERS
    ],
)
def test_drawing_is_deterministic(name: str) -> None:
    answer = ANSWERS[name]()
    kinds = ("svg", "png", "pdf") if name == "rings" else ("svg",)
    for kind in kinds:
        assert figure(answer, kind) == figure(answer, kind)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("deadline", ("solve", LATE, "--deadline", "5")),
        ("nash", ("nash", *STAGE, "--roll", "6")),
        ("duel", ("duel", *CARDS[:2], *CARD_RULES)),
        ("search", ("search", *CARD_RULES, "--top", "3", "--worst", "1")),
    ],
)
def test_the_command_and_the_answer_draw_the_same_picture(name: str, command: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "picture.svg"
    found = run(*command, "--plot-file", str(path))
    assert (found.code, found.err) == (0, f"wrote {path}\n")
    assert found.out == run(*command).out or name == "search"  # the output of search contains the elapsed time
    assert path.read_bytes() == figure(ANSWERS[name](), "svg")
    assert "expected a plot file that ends with" in run(*command, "--plot-file", "picture.gif").complaint()


def heights(axis: Any) -> list[float]:
    return [bar.get_height() for bar in axis.patches]


def test_the_picture_of_a_solution_shows_its_numbers() -> None:
    solution = ANSWERS["solve"]()
    times, lines, cells = drawn(solution)
    assert heights(times) == [decimal(pmf) for pmf, _ in solution.distribution]
    assert times.lines[0].get_xdata()[0] == decimal(solution.expected_rolls)
    assert [bar.get_width() for bar in lines.patches] == [decimal(share) for share in solution.why.lines]
    shares = [decimal(share) for share in solution.why.cells]
    assert cells.images[0].get_array().tolist() == [shares[:3], shares[3:6], shares[6:]]
    assert [text.get_text() for text in cells.texts] == [
        f"{value}\n{100 * share:.2f}%" for value, share in zip(solution.position.board.values, shares, strict=True)
    ]


def test_the_picture_of_a_deadline_shows_its_numbers() -> None:
    """The gain in P(T <= k) is largest at the deadline, but the sum of all gains and losses is negative."""
    solution = ANSWERS["deadline"]()
    axis, *_ = drawn(solution)
    played, fastest = (dicebingo.chain_of(LATE, policy=policy) for policy in ("deadline:5", "optimal"))
    gains = [100 * decimal(played.cdf(k) - fastest.cdf(k)) for k in range(len(axis.patches))]
    assert heights(axis) == gains
    assert gains[5] == 100 * decimal(solution.deadline.gain) == max(gains)
    assert sum(gains) < 0


def test_plots_of_games_show_the_computed_numbers() -> None:
    result = ANSWERS["match"]()
    alone, _, first, by = drawn(result)
    assert list(alone.lines[0].get_ydata()) == [decimal(pmf) for pmf, _ in result.solo[0].distribution(20)]
    assert list(first.lines[1].get_ydata()) == [decimal(row.second) for row in result.distribution(20)]
    assert list(by.lines[0].get_ydata()) == pytest.approx([decimal(row.first) for row in result.cdf(20)], abs=1e-15)
    stage = ANSWERS["nash"]()
    [axis, _] = drawn(stage)[0].figure.axes
    assert axis.images[0].get_array().tolist() == [[decimal(pay) for pay in row] for row in stage.game.first]
    assert [text.get_text().split()[1] for text in axis.texts] == [
        f"{decimal(pay):.4f}" for row in stage.game.second for pay in row
    ]
    found = ANSWERS["duel"]()
    [axis] = drawn(found)
    ends = [decimal(share) for share in (found.outcomes.first, found.outcomes.tie, found.outcomes.second)]
    # A bar's width is the difference of two rounded edges, so it may differ by a rounding error.
    assert [bar.get_width() for bar in axis.patches] == pytest.approx(ends, abs=1e-15)


def test_a_ring_on_axes_matches_its_svg() -> None:
    """The axes and the SVG show the same labels and boxes in the same places."""
    ring = ANSWERS["rings"]()
    [axis] = drawn(ring)
    root = ET.fromstring(ring_svg(ring.rings[0].boards, ring.rings[0].links, ring.names[0]))
    texts = [text for text in root.iter() if text.tag.endswith("}text")]
    assert [text.get_text() for text in axis.texts] == [text.text for text in texts]
    boxes = [box for box in root.iter() if box.tag.endswith("}rect")]
    found = [patch for patch in axis.patches if hasattr(patch, "get_xy") and hasattr(patch, "get_width")]
    assert len(found) == len(boxes)
    bars = [(float(b.get("x") or 0), float(b.get("width") or 0)) for b in boxes if b.get("class") in ("win", "lose")]
    drawn_bars = [
        (p.get_x(), p.get_width()) for p, b in zip(found, boxes, strict=True) if b.get("class") in ("win", "lose")
    ]
    assert drawn_bars == [pytest.approx(bar, abs=0.01) for bar in bars]
    colours = {b.get("class"): p.get_facecolor() for p, b in zip(found, boxes, strict=True)}
    assert (to_hex(colours["win"]), to_hex(colours["lose"])) == ("#2563eb", "#dc2626")
    board = next(patch for patch, box in zip(found, boxes, strict=True) if box.get("class") is None)
    scale = 102 / 114  # two cells of width 56 and the border: 114, which the ring shrinks to 102
    assert board.get_width() == pytest.approx(56 * scale, abs=0.01)
    arcs = [patch for patch in axis.patches if hasattr(patch, "theta1")]
    assert len(arcs) == 4
    assert all(arc.get_center() == (0, 0) and arc.width == arc.height for arc in arcs)


def test_the_pictures_of_many_boards_show_their_numbers() -> None:
    played = ANSWERS["tournament"]()
    axis = drawn(played)[0]
    order = [row.player for row in played.standings]
    image = axis.images[0].get_array()
    for i, j in ((0, 1), (1, 0), (2, 3)):
        assert image[i, j] == 100 * played.margins[order[i], order[j]] * (played.sign[order[i], order[j]] != 0)
    found = ANSWERS["search"]()
    [axis] = drawn(found)
    values = Counter(
        float(dicebingo.solve(list(v), rules="knuth").expected_rolls) for v in product(range(1, 7), repeat=4)
    )
    for bar in axis.patches:
        middle, half = bar.get_x() + bar.get_width() / 2, bar.get_width() / 0.92 / 2
        inside = sum(count for value, count in values.items() if middle - half - 1e-9 <= value < middle + half - 1e-9)
        assert bar.get_height() == pytest.approx(100 * inside / 6**4)
    assert sorted(line.get_xdata()[0] for line in axis.lines) == [5.5, found.mean]
    scored = ANSWERS["objective"]()
    [axis] = drawn(scored)
    assert list(axis.lines[0].get_xdata()) == [decimal(one.objective) for one in scored.best]
    assert axis.get_xlabel() == "P(T ≤ 3)"


def test_pictures_can_be_drawn_on_given_axes() -> None:
    from matplotlib import pyplot  # noqa: PLC0415

    drawing, axis = pyplot.subplots()
    assert ANSWERS["nash"]().plot(axis) is axis
    assert axis.images
    with pytest.raises(InputError, match="expected 3 axes for this picture, got 1"):
        ANSWERS["solve"]().plot(axis)
    pyplot.close(drawing)
    with pytest.raises(InputError, match="expected an answer that has a picture"):
        dicebingo.advise(B, 6).plot()
    with pytest.raises(InputError, match="There is no ring to draw"):
        replace(ANSWERS["rings"](), rings=()).plot()
