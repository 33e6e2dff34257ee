"""Proofs under random small rules may stop at any point: their claims are true, and they can be resumed and completed.

V of every board is computed independently, by solving Bellman's equation in fractions.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import count, product
from math import gcd
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import assume, given, note, settings
from hypothesis import strategies as st

from dicebingo.answer import Status
from dicebingo.errors import Stopped
from dicebingo.model.board import Board
from dicebingo.model.dice import Dice
from dicebingo.model.layout import Layout
from dicebingo.model.rules import Rules
from dicebingo.proofs import jobs
from dicebingo.proofs import prove as proving
from dicebingo.proofs.proof import Proof
from dicebingo.proofs.prove import prove
from dicebingo.running.run import Run
from dicebingo.running.stopping import Point, watching

MAX_VALUES = {1: 4, 2: 4, 3: 4, 4: 4, 5: 3, 6: 2}
"""The maximum number of values for each number of cells, so that there are at most 256 boards."""
WEIGHTS = (1, 1, 2, 3, 5, 99, 100, 101, 2**24 + 1, 2**24 + 3, 2**40 + 1)
"""Weights for fair dice, loaded dice and nearly fair dice. float32 cannot represent some of them."""


@dataclass(frozen=True)
class Game:
    """Rules as plain sets, and V of every board."""

    size: int
    lines: tuple[frozenset[int], ...]
    free: frozenset[int]
    weights: dict[int, int]

    def rolls(self, values: tuple[int | None, ...]) -> Fraction:
        """Return V, the expected number of rolls of a board.

        Every roll that matches an unmarked cell marks one, even if the cell is outside all lines.
        """

        @cache
        def after(marked: frozenset[int]) -> Fraction:
            if any(line <= marked for line in self.lines):
                return Fraction(0)
            cells: dict[int, list[int]] = {}
            for cell in set(range(self.size)) - marked:
                value = values[cell]
                assert value is not None
                cells.setdefault(value, []).append(cell)
            rolls = Fraction(sum(self.weights.values()))
            for value, some in cells.items():
                rolls += self.weights[value] * min(after(marked | {cell}) for cell in some)
            return rolls / sum(self.weights[value] for value in cells)

        return after(self.free)

    @property
    def in_lines(self) -> list[int]:
        """Return the cells that matter: the cells in minimal lines."""
        needed = {line - self.free for line in self.lines}
        return sorted(frozenset().union(*(line for line in needed if not any(other < line for other in needed))))

    def least(self) -> dict[int, Fraction]:
        """Return the smallest V for each number of different values on cells in lines. Other cells have the value 1."""
        found: dict[int, Fraction] = {}
        for row in product(self.weights, repeat=len(self.in_lines)):
            at = dict(zip(self.in_lines, row, strict=True))
            board = tuple(None if cell in self.free else at.get(cell, 1) for cell in range(self.size))
            value, distinct = self.rolls(board), len(set(row))
            found[distinct] = min(value, found.get(distinct, value))
        return found


@dataclass(frozen=True)
class Question:
    """A proof task: its rules for dicebingo, its game for the independent solver, and its options."""

    rules: Rules
    game: Game
    options: dict[str, Any]


@st.composite
def questions(draw: st.DrawFn) -> Question:
    size = draw(st.integers(1, 6))
    cells = st.frozensets(st.integers(0, size - 1), min_size=1)
    lines = tuple(draw(st.lists(cells, min_size=1, max_size=4, unique=True)))
    free = draw(st.frozensets(st.integers(0, size - 1), max_size=1)) if draw(st.booleans()) else frozenset()
    assume(all(line - free for line in lines))
    weights = draw(st.lists(st.sampled_from(WEIGHTS), min_size=1, max_size=MAX_VALUES[size]))
    assume(gcd(*weights) == 1)
    game = Game(size, lines, free, dict(enumerate(weights, 1)))
    dice = Dice.parse("{" + ",".join(f"{value}:{weight}" for value, weight in game.weights.items()) + "}")
    masks = tuple(sum(1 << cell for cell in line) for line in lines)
    rules = Rules(Layout(tuple((0, cell) for cell in range(size)), masks, sum(1 << cell for cell in free)), dice)
    options: dict[str, Any] = {"lemma": draw(st.sampled_from([None, False, True]))}
    if draw(st.booleans()):
        row = draw(st.lists(st.sampled_from(sorted(game.weights)), min_size=size, max_size=size))
        options["upper"] = Board(tuple(None if cell in free else v for cell, v in enumerate(row)), rules)
    if draw(st.booleans()):
        options["distinct_values"] = draw(st.integers(1, min(len(weights), len(game.in_lines))))
    return Question(rules, game, options)


def check(proof: Proof, asked: Question) -> None:
    """Check every claim of a finished or unfinished proof."""
    game, least = asked.game, asked.game.least()
    distinct = asked.options.get("distinct_values")
    optimum = min(least.values()) if distinct is None else least[distinct]
    value = Fraction(str(proof.value))
    assert game.rolls(proof.upper.values) == value
    assert value >= min(least.values())
    assert proof.lower is None or Fraction(proof.lower) <= optimum
    for case in proof.cases:
        assert Fraction(case.lower) <= least[case.distinct_values]
        assert not asked.rules.is_full_card or case.lower == least[case.distinct_values]
        assert not case.closed or least[case.distinct_values] >= value
    if proof.complete:
        assert [case.distinct_values for case in proof.cases] == ([distinct] if distinct else sorted(least))
        assert all(case.closed for case in proof.cases)
        assert proof.lower == proof.value
        assert value == optimum if proof.best or distinct is None else value < optimum
        assert all(game.rolls(board.values) == value for board in proof.best)
    else:
        assert (proof.unique, proof.best) == (None, ())
    assert proof.status is (Status.PROVEN if proof.complete else Status.STOPPED)
    check_json(proof)
    check_text(str(proof), optimum)
    check_text(repr(proof), optimum)


def check_json(proof: Proof) -> None:
    found = json.loads(json.dumps(proof.to_dict(), allow_nan=False))
    assert (found["status"], found["complete"]) == (proof.status, proof.complete)
    assert (found["lower"] is None) is (proof.lower is None) is (found["cases"] == [])
    assert Fraction(found["upper"]["exact"]) == Fraction(str(proof.value))
    lower_bounds = [] if proof.rules.is_full_card else [case["lower"] for case in found["cases"]]
    for number in filter(None, [found["lower"], *lower_bounds]):
        lower = Fraction(number["decimal"] if number["exact"] is None else number["exact"])
        assert lower <= Fraction(found["upper"]["exact"])


def check_text(text: str, optimum: Fraction) -> None:
    """Check that the printed decimals are also valid bounds."""
    shown = " ".join(re.sub("[│├┼┤┌┬┐└┴┘─]", " ", text).split())
    for lower in re.findall(r"([0-9.]+[0-9]) <= V|takes at least ([0-9.]+[0-9])", shown):
        assert Fraction("".join(lower)) <= optimum
    for upper in re.findall(r"V <= ([0-9.]+[0-9])", shown):
        assert Fraction(upper) >= optimum


@contextmanager
def in_pieces(small: int, sample: int, shards: int) -> Iterator[None]:
    """Divide the work into several rounds of several parts each, as in large proofs."""
    with (
        patch.object(proving, "SMALL", small),
        patch.object(jobs, "SAMPLE", sample),
        patch.object(jobs, "SHARDS", shards),
    ):
        yield


def stopped_at(point: int, act: Callable[[Run], object], asked: Question, run: Run) -> Proof | None:
    """Call ``act`` at a point of the run, and return the proof, or None if the run ends without one."""
    reached = count()

    def watch(_: Point) -> None:
        if next(reached) == point:
            act(run)

    with watching(watch):
        try:
            return prove(asked.rules, **asked.options, run=run)
        except (Stopped, KeyboardInterrupt):
            return None


def ctrl_c(_: Run) -> None:
    raise KeyboardInterrupt


@given(
    questions(),
    st.integers(0, 40),
    st.sampled_from([Run.stop, ctrl_c]),
    st.tuples(st.sampled_from([0, 5_000]), st.sampled_from([1, 64]), st.sampled_from([1, 2, 5_000])),
)
@settings(max_examples=50)
@pytest.mark.slow
def test_a_stopped_proof_makes_only_true_claims(
    asked: Question, point: int, act: Callable[[Run], object], pieces: tuple[int, int, int]
) -> None:
    note(f"{asked.rules!r}, {asked.options}")
    with in_pieces(*pieces), TemporaryDirectory() as folder:
        kept = Path(folder) / "kept"
        stopped = stopped_at(point, act, asked, Run(checkpoint=kept, threads=1))
        if stopped is not None:
            check(stopped, asked)
        whole = prove(asked.rules, **asked.options)
        assert whole.complete
        check(whole, asked)
        assert prove(asked.rules, **asked.options, run=Run(checkpoint=kept)) == whole


@given(questions(), st.sampled_from([1e-9, 1e-4, 1e-3, 5e-3]))
@settings(max_examples=40)
@pytest.mark.slow
def test_a_proof_that_runs_out_of_time_makes_only_true_claims(asked: Question, seconds: float) -> None:
    with in_pieces(0, 1, 5_000):
        try:
            check(prove(asked.rules, **asked.options, run=Run(seconds=seconds, threads=1)), asked)
        except Stopped:  # the proof was stopped during the search for a first board
            assert "upper" not in asked.options
