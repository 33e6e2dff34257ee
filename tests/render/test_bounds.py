"""Printed bounds contain the exact number, measured numbers are rounded to nearest, and zero has no sign."""

from __future__ import annotations

import ast
import random
import re
from fractions import Fraction
from pathlib import Path

import pytest

import dicebingo
from dicebingo.answer import Status
from dicebingo.exact import error_text, nearest, rounded_down, rounded_up
from dicebingo.matches.match import match
from dicebingo.matches.mixture import Mixture
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.render.blocks import points_between
from dicebingo.replies import prover
from dicebingo.replies.arena import arena
from dicebingo.replies.counter import BestReply, bounded_reply, counter
from dicebingo.replies.reply import Reply, ReplySearch
from dicebingo.running.run import Progress, Run

SOURCE = Path(dicebingo.__file__).parent


def test_bounds_are_rounded_outwards() -> None:
    draw = random.Random(9)
    for _ in range(3_000):
        exact = Fraction(draw.randint(-(10**6), 10**6), draw.choice([1, 3, 7, 10**4, 10**9]))
        number = float(exact) if draw.random() < 0.3 else Fraction(exact)
        exact, digits = Fraction(str(number)) if not isinstance(number, float) else Fraction(number), draw.randint(0, 8)
        unit = Fraction(1, 10**digits)
        low, middle, high = (show(number, digits) for show in (rounded_down, nearest, rounded_up))
        assert Fraction(low) <= exact <= Fraction(high)
        assert exact - Fraction(low) < unit
        assert Fraction(high) - exact < unit
        assert abs(Fraction(middle) - exact) <= unit / 2
        for shown in (low, middle, high):
            assert not (shown.startswith("-") and Fraction(shown) == 0)
            assert len(shown.partition(".")[2]) == digits
        signed = nearest(number, digits, plus=True)
        assert signed.startswith("+") == (Fraction(middle) > 0)


def test_error_bounds_are_rounded_up() -> None:
    draw = random.Random(10)
    for _ in range(1_000):
        bound = draw.random() * 10.0 ** draw.randint(-300, 3)
        for figures in (1, 2, 3):
            assert Fraction(bound) <= Fraction(error_text(bound, figures)) <= Fraction(bound) * 2


def test_a_negative_number_near_zero_has_no_sign() -> None:
    assert [nearest(x, 2, plus=True) for x in (-0.0, -0.004, 0.004, Fraction(0))] == ["0.00"] * 4
    assert points_between(Fraction(-1, 300), Fraction(1, 30)) == "between -0.34 and 3.34 points"


def percentages(text: str, form: str) -> list[Fraction]:
    found = re.search(form, " ".join(text.split()))
    assert found is not None, text
    return [Fraction(number) / 100 for number in found.groups()]


def random_board(draw: random.Random, rules: Rules, values: range) -> Board:
    return Board(tuple(draw.choice(values) for _ in range(rules.layout.size)), rules)


def test_replies_win_by_at_most_the_printed_bound() -> None:
    assert "none wins by more than +3.3334 points" in " ".join(
        str(counter("1 2 / 3 4", rules="knuth", range=True)).split()
    )
    draw, rules = random.Random(11), Rules.of("2x2:rows", "1d6")
    for _ in range(8):
        found = counter(random_board(draw, rules, range(1, 7)), values=(1, 2, 3, 4), range=True, restarts=2)
        assert found.range is not None
        [most] = percentages(str(found), r"more than ([+-]?[\d.]+) points")
        assert Fraction(str(found.range.margin)) <= most < Fraction(str(found.range.margin)) + Fraction(1, 10**6)


def stopping_after(shards: int) -> Run:
    """Return a run that stops once it has computed bounds in ``shards`` shards."""

    def tell(now: Progress) -> None:
        if now.stage == "bounding boards" and now.done == shards:
            run.stop()

    run = Run(progress=tell, threads=1)
    return run


def test_printed_bounds_are_valid_after_a_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prover, "SHARD", 1)
    draw, rules = random.Random(12), Rules.of("2x2:rows", "1d6")
    for number in range(6):
        board = random_board(draw, rules, range(1, 7))
        search = ReplySearch.of(Mixture.of(board), (1, 2, 3, 4))
        whole = counter(board, values=search.values, prove=True, restarts=2)

        run = stopping_after(number + 1)
        poor = Reply.to(search.mixture, board, search.margins(), Status.BEST_FOUND, 1)
        reply, _ = bounded_reply(search, poor, run)
        if reply.status is not Status.STOPPED:
            continue
        assert reply.proof is not None
        shown = str(BestReply(search.mixture, search.values, search.tie_break, search.game, reply))
        [most] = percentages(shown, r"none wins by more than ([+-]?[\d.]+) points")
        assert Fraction(str(whole.reply.margin)) <= most
        assert Fraction(reply.proof.at_most) <= Fraction(most)


def test_printed_ranges_contain_the_exact_ranges() -> None:
    draw, rules = random.Random(13), Rules.of("2x3:rows", "1d6")
    for _ in range(10):
        first, second = (random_board(draw, rules, range(1, 4)) for _ in range(2))
        found = match(first, second, range=True)
        low, high = percentages(str(found), r"margin, in points ([-\d.]+) ([-\d.]+)")
        assert Fraction(low) <= found.ranges.margin.low <= found.ranges.margin.high <= Fraction(high)


@pytest.mark.slow
def test_printed_weights_are_in_the_interval() -> None:
    found = arena(["1 2 3 / 3 3 3", "1 3 2 / 2 2 2"], rules=Rules.of("2x3:rows", "1d6"), values=(1, 2, 3))
    assert found.interval is not None
    low, high = percentages(str(found), r"is\sbetween\s([\d.]+)%\sand\s([\d.]+)%")
    assert found.interval.low <= Fraction(low) <= Fraction(high) <= found.interval.high


def test_exact_numbers_are_rounded_only_in_exact_py() -> None:
    """A format such as .4f on ``decimal(...)`` would round a bound to the nearest decimal or print -0.00."""
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FormattedValue) and node.format_spec is not None and path.name != "exact.py":
                called = {ast.unparse(part.func) for part in ast.walk(node.value) if isinstance(part, ast.Call)}
                form = ast.unparse(node.format_spec)
                assert "decimal" not in called or not re.search(r"[f%]'$", form), (path.name, form)
