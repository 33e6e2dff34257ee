"""What a claim is, and how a computed number is held against a printed one.

A printed decimal claims that the true number rounds to it: they differ by at most half a unit of the last printed
digit. That is decided in exact arithmetic, so no tolerance of ours enters.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import isqrt
from typing import Any, Generic, TypeAlias, TypeVar

from dicebingo.exact import Number, Rational, decimal, text

__all__ = [
    "Advance",
    "Check",
    "Claim",
    "Finding",
    "Verdict",
    "Work",
    "agrees",
    "by_section",
    "check",
    "equals",
    "points",
    "root_rounds_to",
    "rounds_to",
    "that",
    "unwatched",
]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was computed, in words, and whether the printed statement holds; ``exact`` where it is one number."""

    computed: str
    holds: bool
    exact: str = ""


Check: TypeAlias = Callable[[], Verdict]
Advance: TypeAlias = Callable[[int], None]
"""Told how many more steps of a long computation are done."""


T = TypeVar("T")


def unwatched(_: int) -> None:
    """Take note of nothing: where nobody watches."""


@dataclass(frozen=True, slots=True)
class Work(Generic[T]):
    """A computation long enough to watch, that several claims may rest on: it is done once, and kept."""

    what: str
    steps: Callable[[], int]
    compute: Callable[[Advance], T]
    kept: list[T] = field(default_factory=list, compare=False, repr=False)

    def result(self, advance: Advance = unwatched) -> T:
        """Return what was computed, telling ``advance`` of each step where it has not been done yet."""
        if not self.kept:
            self.kept.append(self.compute(advance))
        return self.kept[0]


@dataclass(frozen=True, slots=True)
class Claim:
    """A checkable statement of the paper, in our words; ``erratum`` says why one does not hold as printed."""

    section: str
    statement: str
    printed: str
    verdict: Check
    erratum: str = ""
    work: Work[Any] | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """A claim that was checked. A known erratum must fail as printed: were it to hold, our note would be wrong."""

    claim: Claim
    verdict: Verdict
    seconds: float = 0.0

    @property
    def as_expected(self) -> bool:
        """Whether the claim holds, or fails as its erratum says."""
        return self.verdict.holds != bool(self.claim.erratum)


def check(claim: Claim, advance: Advance = unwatched) -> Finding:
    """Compute a claim; ``advance`` is told of the steps of its work, if it has any."""
    began = time.perf_counter()
    if claim.work:
        claim.work.result(advance)
    return Finding(claim, claim.verdict(), time.perf_counter() - began)


def equals(compute: Callable[[], Number | int], printed: str) -> Check:
    """Return the check that a number is exactly the printed one (thousands may be separated by commas)."""

    def verdict() -> Verdict:
        value = Rational(compute())
        return Verdict(_shown(value), value == Rational(printed.replace(",", "")), text(value))

    return verdict


def rounds_to(compute: Callable[[], Number], printed: str) -> Check:
    """Return the check that a number rounds to the printed decimal."""

    def verdict() -> Verdict:
        value = compute()
        return Verdict(_shown(value), agrees(value, printed), text(value))

    return verdict


def root_rounds_to(compute_square: Callable[[], Number], printed: str) -> Check:
    """Return the check that a square root rounds to the printed decimal, decided on the squares."""

    def verdict() -> Verdict:
        square = Rational(compute_square())
        half = _half_unit(printed)
        low, high = Rational(printed) - half, Rational(printed) + half
        digits = isqrt(int(square * 10**24))
        exact = f"sqrt({text(square)})"
        return Verdict(f"{digits / 10**12:.10g} = {exact}", low**2 <= square <= high**2, exact)

    return verdict


def points(compute: Callable[[], Sequence[Number]], printed: Sequence[str]) -> Check:
    """Return the check that each number of a list rounds to its printed decimal."""

    def verdict() -> Verdict:
        values = compute()
        wrong = [i for i, (value, print_) in enumerate(zip(values, printed, strict=True)) if not agrees(value, print_)]
        furthest = max(abs(Rational(v) - Rational(p)) for v, p in zip(values, printed, strict=True))
        good = len(printed) - len(wrong)
        return Verdict(f"{good} of {len(printed)} agree; furthest apart {decimal(furthest):.2g}", not wrong)

    return verdict


def that(compute: Callable[[], tuple[object, bool]]) -> Check:
    """Return the check of a statement that is computed as a whole: what was found, and whether it is so."""

    def verdict() -> Verdict:
        found, holds = compute()
        return Verdict(str(found), holds)

    return verdict


def agrees(value: Number, printed: str) -> bool:
    """Whether a number rounds to a printed decimal.

    >>> agrees(Rational(1, 3), "0.333"), agrees(Rational(1, 3), "0.334")
    (True, False)
    """
    return bool(abs(Rational(value) - Rational(printed)) <= _half_unit(printed))


def _half_unit(printed: str) -> Rational:
    return Rational(1, 2 * 10 ** len(printed.partition(".")[2]))


def _shown(value: Number) -> str:
    exact, shown = text(value), f"{decimal(value):.10g}"
    if exact == shown:
        return exact
    return f"{shown} = {exact}" if len(exact) <= 60 else f"{decimal(value):.14g}"


def by_section(claims: Iterable[Claim], only: str) -> list[Claim]:
    """Return the claims of a section and its subsections; all for an empty string."""
    return [c for c in claims if not only or c.section == only or c.section.startswith(f"{only}.")]
