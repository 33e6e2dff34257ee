"""Claims of the paper, and the comparison of a computed number with a printed one.

A printed decimal claims that the true number rounds to it: the two differ by at most half a unit in the last printed
digit. The comparison uses exact arithmetic, without any tolerance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Generic, TypeAlias, TypeVar

from dicebingo.errors import Word, naming_extras
from dicebingo.exact import Number, decimal, text
from dicebingo.running.run import Run

T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Computed:
    """A computed result as text, whether the claim holds as printed, and the exact value if it is a single number."""

    shown: str
    holds: bool
    exact: str = ""


ClaimCheck: TypeAlias = Callable[[], Computed]


class LongComputation(Generic[T_co]):
    """A long computation that several claims rely on; it runs once, and all of these claims use its result."""

    def __init__(self, name: str, compute: Callable[[Run], T_co]) -> None:
        self.name = name
        self._compute = compute
        self._stored: list[T_co] = []

    @property
    def is_done(self) -> bool:
        """Whether the result is known."""
        return bool(self._stored)

    def result(self, run: Run | None = None) -> T_co:
        """Return the result. The first call computes it, using ``run``; later calls return the stored result."""
        if not self._stored:
            with naming_extras():
                self._stored.append(self._compute(Run.of(run)))
        return self._stored[0]


class RemarkGroup(Word):
    """The groups of remarks, in the order in which they are listed."""

    __kind__ = "group of remarks"
    ERROR = "error"
    """The statement does not hold as printed."""
    READING = "reading"
    """The statement holds as we read it; the remark gives another reading or adds a detail."""
    LAST_DIGITS = "last digits"
    """The statement holds except for its last digits."""


@dataclass(frozen=True, slots=True)
class Remark:
    """Our note on a claim, with a quotation from the paper, its place there, and a command that shows the result."""

    group: RemarkGroup | None = None
    quote: str | None = None
    place: str | None = None
    note: str | None = None
    command: str | None = None


NO_REMARK = Remark()


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement from the paper in our words, the printed value, a function that checks it, and an optional remark."""

    section: str
    text: str
    printed: str
    check: ClaimCheck
    remark: Remark = NO_REMARK
    rests_on: LongComputation[object] | None = None

    @property
    def is_erratum(self) -> bool:
        """Whether the claim is known not to hold exactly as printed."""
        return self.remark.group in (RemarkGroup.ERROR, RemarkGroup.LAST_DIGITS)


@dataclass(frozen=True, slots=True)
class CheckedClaim:
    """A claim and its result. A known erratum must not hold as printed: if it did, our remark would be wrong."""

    _json_keys_ = (
        "section=claim.section claim=claim.text printed=claim.printed computed=computed.shown holds=computed.holds "
        "group=claim.remark.group quote=claim.remark.quote place=claim.remark.place note=claim.remark.note "
        "command=claim.remark.command"
    )

    claim: Claim
    computed: Computed
    seconds: float = 0.0

    @property
    def as_expected(self) -> bool:
        """Whether the claim holds or, if it is a known erratum, fails as expected."""
        return self.computed.holds != self.claim.is_erratum

    @property
    def kind(self) -> str:
        """The verdict: ``holds``, ``erratum`` (for a known erratum) or ``fails``."""
        if not self.as_expected:
            return "fails"
        return "erratum" if self.claim.is_erratum else "holds"


def remarked(claims: Iterable[Claim]) -> list[Claim]:
    """Return the claims that have a remark: first errors, then readings, then last digits."""
    order = list(RemarkGroup)
    return sorted((c for c in claims if c.remark.group), key=lambda c: order.index(c.remark.group or RemarkGroup.ERROR))


def check(claim: Claim, run: Run | None = None) -> CheckedClaim:
    """Check a claim; if it relies on a long computation, that computation uses ``run``."""
    run = Run.of(run)
    run.expect_more()
    began = run.passed
    if claim.rests_on:
        claim.rests_on.result(run)
    return CheckedClaim(claim, claim.check(), run.passed - began)


def equals(compute: Callable[[], Number | int], printed: str) -> ClaimCheck:
    """Return a check that a number is exactly the printed number (thousands may be separated by commas)."""

    def computed() -> Computed:
        value = Fraction(compute())
        holds = value == Fraction(printed.replace(",", ""))
        if value.denominator == 1:
            return Computed(f"{int(value):,}", holds)
        return Computed(_shown(value), holds, text(value))

    return computed


def rounds_to(compute: Callable[[], Number], printed: str) -> ClaimCheck:
    """Return a check that a number rounds to the printed decimal."""

    def computed() -> Computed:
        value = compute()
        return Computed(_shown(value), agrees(value, printed), text(value))

    return computed


def root_rounds_to(compute_square: Callable[[], Number], printed: str) -> ClaimCheck:
    """Return a check that a square root rounds to the printed decimal, decided by comparing squares."""

    def computed() -> Computed:
        square = Fraction(compute_square())
        half = _half_unit(printed)
        low, high = Fraction(printed) - half, Fraction(printed) + half
        digits = isqrt(int(square * 10**24))
        exact = f"sqrt({text(square)})"
        return Computed(f"{digits / 10**12:.10g} = {exact}", low**2 <= square <= high**2, exact)

    return computed


def points(compute: Callable[[], Sequence[Number]], printed: Sequence[str]) -> ClaimCheck:
    """Return a check that each number in a list rounds to its printed decimal."""

    def computed() -> Computed:
        pairs = list(zip(compute(), printed, strict=True))
        good = sum(agrees(value, decimals) for value, decimals in pairs)
        furthest = max(abs(Fraction(value) - Fraction(decimals)) for value, decimals in pairs)
        shown = f"{good} of {len(pairs)} agree; the largest difference is {decimal(furthest):.2g}"
        return Computed(shown, good == len(pairs))

    return computed


def that(compute: Callable[[], tuple[object, bool]]) -> ClaimCheck:
    """Return a check that calls ``compute``, which returns the result and whether the claim holds."""

    def computed() -> Computed:
        found, holds = compute()
        return Computed(str(found), holds)

    return computed


def agrees(value: Number, printed: str) -> bool:
    """Return whether a number rounds to a printed decimal.

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
