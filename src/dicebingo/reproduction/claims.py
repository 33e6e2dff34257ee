"""What a claim of the paper is, and how a computed number is compared with a printed one.

A printed decimal claims that the true number rounds to it: the two differ by at most half a unit of the last printed
digit. That is decided in exact arithmetic, so no tolerance of ours enters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import isqrt
from typing import Any, Generic, TypeAlias, TypeVar

from dicebingo.errors import naming_extras
from dicebingo.exact import Number, decimal, text
from dicebingo.running.run import Run

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Computed:
    """What was computed, in words, and whether the claim holds as printed; ``exact`` where it is one number."""

    shown: str
    holds: bool
    exact: str = ""


ClaimCheck: TypeAlias = Callable[[], Computed]


class LongComputation(Generic[T]):
    """A computation that takes a while and that several claims rest on: it is done once, and its result is kept."""

    def __init__(self, what: str, compute: Callable[[Run], T]) -> None:
        self.what = what
        self._compute = compute
        self._kept: list[T] = []

    @property
    def is_done(self) -> bool:
        """Whether the result is known."""
        return bool(self._kept)

    def result(self, run: Run | None = None) -> T:
        """Return the result, computing it by a run if it is not known yet."""
        if not self._kept:
            with naming_extras():
                self._kept.append(self._compute(Run.of(run)))
        return self._kept[0]


class Grade(StrEnum):
    """How much an erratum matters, in the order in which errata are listed."""

    SUBSTANTIAL = "substantial"
    """It changes what a reader concludes."""
    SLIP = "slip"
    """A wrong word, name or range beside a right result."""
    ROUNDING = "rounding"
    """Last digits."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What the paper claims, in our words; ``erratum`` says why it does not hold as printed, where it does not."""

    section: str
    text: str
    printed: str
    check: ClaimCheck
    erratum: str = ""
    grade: Grade = Grade.SLIP
    rests_on: LongComputation[Any] | None = None


@dataclass(frozen=True, slots=True)
class CheckedClaim:
    """A claim and what was computed. A known erratum must fail as printed: were it to hold, our note would be wrong."""

    _json_keys_ = (
        "section=claim.section claim=claim.text printed=claim.printed computed=computed.shown holds=computed.holds "
        "erratum grade"
    )

    claim: Claim
    computed: Computed
    seconds: float = 0.0

    @property
    def as_expected(self) -> bool:
        """Whether the claim holds, or fails as its erratum says."""
        return self.computed.holds != bool(self.claim.erratum)

    @property
    def erratum(self) -> str | None:
        """Why the claim does not hold as printed; None if it does."""
        return self.claim.erratum or None

    @property
    def grade(self) -> Grade | None:
        """How much the erratum matters; None if there is none."""
        return self.claim.grade if self.claim.erratum else None

    @property
    def kind(self) -> str:
        """``holds``, ``erratum`` (a known one), or ``fails``."""
        if not self.as_expected:
            return "fails"
        return "erratum" if self.claim.erratum else "holds"


def graded(claims: Iterable[Claim]) -> list[Claim]:
    """Return the claims that have an erratum, the substantial ones first and those of rounding last."""
    return sorted((claim for claim in claims if claim.erratum), key=lambda claim: list(Grade).index(claim.grade))


def check(claim: Claim, run: Run | None = None) -> CheckedClaim:
    """Check a claim; the run is for the long computation that it may rest on."""
    run = Run.of(run)
    run.expect_more()
    began = run.passed
    if claim.rests_on:
        claim.rests_on.result(run)
    return CheckedClaim(claim, claim.check(), run.passed - began)


def equals(compute: Callable[[], Number | int], printed: str) -> ClaimCheck:
    """Return the check that a number is exactly the printed one (thousands may be separated by commas)."""

    def computed() -> Computed:
        value = Fraction(compute())
        return Computed(_shown(value), value == Fraction(printed.replace(",", "")), text(value))

    return computed


def rounds_to(compute: Callable[[], Number], printed: str) -> ClaimCheck:
    """Return the check that a number rounds to the printed decimal."""

    def computed() -> Computed:
        value = compute()
        return Computed(_shown(value), agrees(value, printed), text(value))

    return computed


def root_rounds_to(compute_square: Callable[[], Number], printed: str) -> ClaimCheck:
    """Return the check that a square root rounds to the printed decimal, decided on the squares."""

    def computed() -> Computed:
        square = Fraction(compute_square())
        half = _half_unit(printed)
        low, high = Fraction(printed) - half, Fraction(printed) + half
        digits = isqrt(int(square * 10**24))
        exact = f"sqrt({text(square)})"
        return Computed(f"{digits / 10**12:.10g} = {exact}", low**2 <= square <= high**2, exact)

    return computed


def points(compute: Callable[[], Sequence[Number]], printed: Sequence[str]) -> ClaimCheck:
    """Return the check that each number of a list rounds to its printed decimal."""

    def computed() -> Computed:
        pairs = list(zip(compute(), printed, strict=True))
        good = sum(agrees(value, decimals) for value, decimals in pairs)
        furthest = max(abs(Fraction(value) - Fraction(decimals)) for value, decimals in pairs)
        shown = f"{good} of {len(pairs)} agree; furthest apart {decimal(furthest):.2g}"
        return Computed(shown, good == len(pairs))

    return computed


def that(compute: Callable[[], tuple[object, bool]]) -> ClaimCheck:
    """Return the check of a claim that is computed as a whole: what was found, and whether it is so."""

    def computed() -> Computed:
        found, holds = compute()
        return Computed(str(found), holds)

    return computed


def agrees(value: Number, printed: str) -> bool:
    """Whether a number rounds to a printed decimal.

    >>> agrees(Fraction(1, 3), "0.333"), agrees(Fraction(1, 3), "0.334")
    (True, False)
    """
    return bool(abs(Fraction(value) - Fraction(printed)) <= _half_unit(printed))


def _half_unit(printed: str) -> Fraction:
    return Fraction(1, 2 * 10 ** len(printed.partition(".")[2]))


def _shown(value: Number) -> str:
    exact, shown = text(value), f"{decimal(value):.10g}"
    if exact == shown:
        return exact
    return f"{shown} = {exact}" if len(exact) <= 60 else f"{decimal(value):.14g}"
