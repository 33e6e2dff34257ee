"""Pictures on axes: the numbers that were drawn are those of the answers, and drawn again they are identical."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest

import dicebingo
from dicebingo.errors import InputError
from dicebingo.exact import decimal
from tests.questions import CARDS, STAGE, A, B

matplotlib = pytest.importorskip("matplotlib", reason="matplotlib is not installed: an optional extra")
matplotlib.use("agg")


def drawn(answer: Any) -> tuple[Any, bytes]:
    """The axes, and the picture as SVG."""
    from matplotlib import pyplot  # noqa: PLC0415

    axes = answer.plot()
    figure = (axes if not hasattr(axes, "flat") else axes.flat[0]).figure
    content = BytesIO()
    with pyplot.rc_context({"svg.hashsalt": "dicebingo"}):
        figure.savefig(content, format="svg", metadata={"Date": None})
    pyplot.close(figure)
    return axes, content.getvalue()


ANSWERS: dict[str, Callable[[], Any]] = {
    "solve": lambda: dicebingo.solve(B, why=True),
    "match": lambda: dicebingo.match(A, B, upto=20),
    "nash": lambda: dicebingo.nash(STAGE[0], STAGE[1], 6),
    "duel": lambda: dicebingo.duel(*CARDS[:2], rules="knuth"),
    "rings": lambda: dicebingo.rings(CARDS, rules="knuth", length=4),
    "tournament": lambda: dicebingo.tournament(CARDS, rules="knuth"),
    "search": lambda: dicebingo.search("knuth", top=3, worst=1),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", ANSWERS)
def test_drawn_again_it_is_identical(name: str) -> None:
    answer = ANSWERS[name]()
    assert drawn(answer)[1] == drawn(answer)[1]


def test_what_was_drawn_of_a_solution() -> None:
    solution = dicebingo.solve(B, upto=30, why=True)
    (times, lines, cells), _ = drawn(solution)
    assert solution.distribution is not None
    assert solution.why is not None
    assert [bar.get_height() for bar in times.patches] == [decimal(pmf) for pmf, _ in solution.distribution]
    assert [bar.get_width() for bar in lines.patches] == [decimal(share) for share in solution.why.lines]
    assert [patch.get_alpha() for patch in cells.patches] == [decimal(share) for share in solution.why.cells]


def test_what_was_drawn_of_games() -> None:
    result = ANSWERS["match"]()
    axes, _ = drawn(result)
    assert list(axes[0][0].lines[0].get_ydata()) == [decimal(pmf) for pmf, _ in result.solo[0].distribution(20)]
    assert list(axes[1][0].lines[1].get_ydata()) == [decimal(row.second) for row in result.distribution(20)]
    stage = ANSWERS["nash"]()
    axis, _ = drawn(stage)
    assert axis.images[0].get_array().tolist() == [[decimal(pay) for pay in row] for row in stage.game.first]
    found = ANSWERS["duel"]()
    axis, _ = drawn(found)
    ends = [decimal(share) for share in (found.outcomes.first, found.outcomes.tie, found.outcomes.second)]
    assert [bar.get_width() for bar in axis.patches] == pytest.approx(ends, abs=1e-15)  # the difference of its edges
    ring = ANSWERS["rings"]()
    axis, _ = drawn(ring)
    margins = [f"{100 * decimal(link.margin):+.2f}" for link in ring.rings[0].links]
    assert [text.get_text() for text in axis.texts if text.get_text() in margins] == margins
    played = ANSWERS["tournament"]()
    axis, _ = drawn(played)
    order = [row.player for row in played.standings]
    image = axis.images[0].get_array()
    assert image[0, 1] == 100 * played.margins[order[0], order[1]] * (played.sign[order[0], order[1]] != 0)
    found = ANSWERS["search"]()
    axis, _ = drawn(found)
    assert list(axis.lines[0].get_xdata()) == [decimal(one.expected_rolls) for one in found.best]


def test_on_axes_that_are_given() -> None:
    from matplotlib import pyplot  # noqa: PLC0415

    figure, axis = pyplot.subplots()
    assert ANSWERS["nash"]().plot(axis) is axis
    assert axis.images
    pyplot.close(figure)
    with pytest.raises(InputError, match="expected an answer that has a picture"):
        dicebingo.advise(B, 6).plot()
