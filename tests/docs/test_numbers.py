"""Every number in the README and in *What is new* is recomputed.

A fact is a phrase from a page, built here with numbers that the program computes. Every fact must appear on its page.
Apart from the facts, the prose may contain no digits, except in names such as ``3x3``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

import dicebingo
from dicebingo import crowd, decimal, duel, exploit, match, rings, solve
from dicebingo.crowds.answers import Crowd
from tests.questions import A, B
from tools.examples import ASSETS, ROOT

BEST, SEVENS = "8 8 9 / 7 6 10 / 7 4 5", "7 7 7 / 7 7 7 / 7 7 7"
C, D, E = "7 7 7 / 6 6 6 / 6 7 6", "7 5 9 / 9 7 5 / 5 9 7", "9 7 9 / 9 9 9 / 9 6 7"
REPLY = "9 4 8 / 7 7 10 / 5 6 6"
STRONGEST = ("7 3 12 / 12 12 9 / 9 2 5", "9 12 12 / 12 5 12 / 12 12 5", "7 5 2 / 2 5 12 / 9 5 2")
DEPENDS = "9 9 6 / 9 6 9 / 6 9 5", "5 8 5 / 6 6 5 / 5 5 8"
DIFFERENT = "5 3 6 / 4 7 10 / 8 11 9"
CARDS = "3 4 5x2 6x2 7x3 8x2 9x2 10 11", "4 5x2 6x3 7x3 8x3 9x2 10"
NAMES = r"\b(3x3|4x4|Python 3\.11|25 cells)\b|\$[^$]*\$"
"""Names, limits of the program, and formulas, which may contain digits."""


def points(margin: Fraction, digits: int = 2) -> str:
    """Return a margin in percentage points."""
    return f"{100 * decimal(abs(margin)):.{digits}f}"


def rolls(board: str, digits: int = 2) -> str:
    return f"{decimal(solve(board).expected_rolls):.{digits}f}"


def margin(first: str, second: str) -> Fraction:
    return match(first, second, fast=False).outcomes.margin


@cache
def certificate(name: str) -> Any:
    return json.loads((ASSETS / name).read_text(encoding="utf-8"))


def interval() -> str:
    """Return the interval that the certificate of ``arena`` proves.

    A separate test checks the certificate with ``dicebingo verify``.
    """
    (low, high), _ = certificate("arena-certificate.json")["weights"]
    return f"{100 * decimal(Fraction(low)):.1f}% to {100 * decimal(Fraction(high)):.1f}%"


def gap() -> str:
    exact = certificate("classic-certificate.json")["gap"]["exact"]
    return f"{decimal(Fraction(exact)):.4f}"


def bounds() -> str:
    proof = dicebingo.prove("classic")
    assert proof.unique
    return f"{proof.bounds:,}"


def limit() -> str:
    """Return an upper bound on the smallest margin of a ring of three."""
    found = rings([C, D, E]).at_most
    assert found == Fraction(1, 3)
    return points(found, 1)


def readme() -> Iterator[str]:
    yield f"nine sevens take {solve(SEVENS).expected_rolls} rolls on average"
    yield f"takes {rolls(BEST)}."
    yield f"takes {rolls(A)} rolls alone"
    yield f"takes {rolls(B)}."
    yield f"wins {100 * decimal(match(A, B).outcomes.first):.0f}% of the games"
    links = [margin(*pair) for pair in ((C, D), (D, E), (E, C))]
    assert all(link > 0 for link in links)
    yield "by {}, {} and {} points".format(*(points(link, 1) for link in links))
    yield f"evaluating all {11**9:,} boards, the proof computes only {bounds()} lower bounds"
    yield f"beats it by {points(margin(REPLY, BEST), 3)} points"
    yield f"playing the first with any probability from {interval()}"
    assert duel(A, B).value < 0
    yield f"becomes the favourite, by {points(duel(A, B).value)} points"
    yield f"at most {limit()} points"
    yield f"found so far, it is {points(rings(STRONGEST)[0].smallest_margin, 1)}"


def new() -> Iterator[str]:
    yield f"evaluating all {11**9:,} boards"
    yield f"only {certificate('classic-certificate.json')['evaluated']:,} boards"
    yield f"takes {gap()} more rolls"
    yield f"needs only {bounds()} lower bounds"
    large = solve("4 3 5 6 / 11 10 6 8 / 9 9 5 8 / 7 7 7 8", rules="4x4")
    yield f"takes {decimal(large.expected_rolls):.4f} rolls"
    deadline = solve(BEST, deadline=5).to_dict()["deadline"]
    yield f"deadline succeeds in {percent(deadline['in_time'])} of games"
    yield f"fastest play in {percent(deadline['fastest_in_time'])}"
    low, high = sorted(found.margin for found in match(*DEPENDS).verdict.witnesses)
    assert low < 0 < high
    yield f"leads by {points(high)} points"
    yield f"trails by {points(low)} under"
    yield f"at most {limit()} points"
    yield f"paper's ring is {points(rings([C, D, E])[0].smallest_margin)} points"
    yield f"ring found is {points(rings(STRONGEST)[0].smallest_margin)}"
    yield f"at most {points(margin(REPLY, BEST), 3)} points"
    alone = crowd(DIFFERENT, players=30, population=f"copies:{BEST}")
    assert isinstance(alone, Crowd)
    assert isinstance(alone.share, Fraction)
    yield "in a class of 30 plays"
    yield f"gets {100 * decimal(alone.share):.2f}% of the wins, although it takes {rolls(DIFFERENT)} rolls alone"
    yield f"fair share is {100 * decimal(alone.fair):.2f}%"
    slow, fast = (f"{decimal(solve(card, tokens=15).expected_rolls):.2f}" for card in CARDS)
    yield "a whole card of 15 tokens"
    yield f"takes {slow} rolls on average, and the fastest card takes only {fast}"
    lead = match(*CARDS, tokens=15, fast=False).outcomes.margin
    assert lead > 0
    yield f"beats the fastest by {points(lead)} points"
    yield f"takes {rolls(REPLY)} rolls alone and beats the best board by {points(margin(REPLY, BEST), 3)} points"
    yield f"play the first version with a probability from {interval()}"
    assert margin(A, B) > 0 > duel(A, B).value
    yield f"in a match by {points(margin(A, B))} points"
    yield f"B leads by {points(duel(A, B).value)} points"
    links = [duel(*pair).value for pair in ((C, D), (D, E), (E, C))]
    assert all(link > 0 for link in links)
    yield "by {}, {} and {} points".format(*map(points, links))
    yield f"looks at both boards gains {points(exploit(B, A).gain)} points"


def percent(number: dict[str, Any]) -> str:
    return f"{100 * number['decimal']:.2f}%"


def prose(page: str) -> str:
    """Return the text of a page as one line, without code, link targets and everything that ``NAMES`` matches."""
    text = re.sub(r"^```.*?^```$", "", (ROOT / page).read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"`[^`]*`|\]\([^)]*\)|" + NAMES, "", text)
    return re.sub(r"\s+", " ", text)


@pytest.mark.slow
@pytest.mark.parametrize(("page", "facts"), [("README.md", readme), ("docs/new.md", new)])
def test_every_number_is_computed(page: str, facts: Callable[[], Iterator[str]]) -> None:
    text = prose(page)
    for fact in facts():
        assert fact in text, f"{page}: expected {fact!r}"
        text = text.replace(fact, "")
    assert re.findall(r".{0,40}\d.{0,20}", text) == [], f"{page}: numbers that no fact computes"


def test_4x4_proofs_called_complete_have_certificates() -> None:
    """*What is new* calls a 4x4 proof complete if and only if its certificate in ``proofs/4x4`` states the same."""
    folder, words = ROOT / "proofs" / "4x4", {6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten", 11: "eleven"}
    complete = [json.loads(path.read_text(encoding="utf-8")) for path in folder.glob("distinct-*.json")]
    closed = [words[d] for d in sorted(claim["distinct"] for claim in complete if claim["complete"])]
    left = [word for word in words.values() if word not in closed]
    text = prose("docs/new.md")
    assert f"exactly {', '.join(closed[:-1])} or {closed[-1]} different values" in text
    assert f"for {', '.join(left[:-1])} and {left[-1]} values is unfinished" in text
