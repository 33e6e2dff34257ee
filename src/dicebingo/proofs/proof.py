"""The results of a proof by branch and bound, finished or not (``proofs.prove`` computes them)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar

from dicebingo.answer import Answer, Status
from dicebingo.checked import Checked
from dicebingo.errors import whole_number
from dicebingo.exact import Number, nearest, rounded_down, rounded_up
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.searches.universe import Universe

MAX_DIGITS = 100


@dataclass(frozen=True, slots=True)
class Case(Checked):
    """The part of a proof that covers the boards with exactly ``distinct_values`` different values.

    No board of the case has a smaller V than ``lower``. ``lower`` is the exact V of the best known board, or a smaller
    float that is a valid bound despite rounding. For full cards, ``lower`` is the exact V of the best card of the case.
    If ``closed``, none of the case's boards has a smaller V than the best known board. ``distinct_values`` counts only
    the values in cells that are in lines. ``excluded`` is the number of ``multisets`` that are already excluded by
    their own bounds, before any partitioning.
    """

    distinct_values: int
    multisets: int
    excluded: int
    bounds: int
    lower: Number
    closed: bool


@dataclass(frozen=True, slots=True)
class WorkEstimate(Checked):
    """The estimated number of bounds in a proof: the mean of samples, and its standard error.

    Bounds computed only to prove thresholds (``proofs.prove``) are not counted.
    """

    bounds: int
    error: int


@dataclass(frozen=True, slots=True)
class RecordTotals:
    """The number of closed parts in a record (``proofs.record``), the number of bounds, and a hash of the lines."""

    closed: int
    bounds: int
    sha256: str


@dataclass(frozen=True, slots=True, repr=False)
class Proof(Answer):
    """A proof about all boards with given rules, or about the boards with exactly ``distinct_values`` different values.

    ``upper`` is the best known board and ``value`` its V. ``best`` lists boards with that V, up to symmetries, swaps of
    equally likely values, and cells outside the lines. The list is complete if the proof is ``complete`` and does not
    use the ``lemma``. ``unique`` states whether there is only one best board, or is None if that is not proven.
    ``cases`` is empty until all multisets are bounded. ``bounds`` is the number of partition bounds, and ``states`` the
    number of states of the multiset bound. ``stage`` is the name of the current stage, and ``left`` is the estimated
    number of bounds remaining in the current round. ``start`` is the board that the proof began with, if the proof
    found a better one. ``start`` determines which boards are excluded. For a long proof, ``estimate`` is an estimate,
    made before the first round, of the number of bounds. ``record`` contains the totals of the record, if there is one.
    """

    _json_keys_ = (
        "rules universe distinct_values status complete lemma lower upper=value board=upper best unique cases states "
        "bounds bounds_left=left estimate certificate"
    )
    certificate: ClassVar[str | None] = None
    """The path of the certificate, if the command wrote one."""

    rules: Rules
    distinct_values: int | None
    lemma: bool
    upper: Board
    value: Fraction
    best: tuple[Board, ...] = ()
    cases: tuple[Case, ...] = ()
    bounds: int = 0
    states: int = 0
    complete: bool = False
    unique: bool | None = None
    stage: str = "bounding multisets"
    left: int | None = None
    start: Board | None = None
    estimate: WorkEstimate | None = None
    record: RecordTotals | None = None

    @property
    def universe(self) -> Universe:
        """The boards that the proof covers."""
        return Universe.of_different(self.rules, self.distinct_values)

    @property
    def status(self) -> Status:
        """Proven if the proof is complete, otherwise stopped."""
        return Status.PROVEN if self.complete else Status.STOPPED

    @property
    def lower(self) -> Number | None:
        """A proven lower bound on V for all boards that the proof covers, or None if no bound has been proven yet.

        If the proof is complete, the bound is the exact V of the best board.
        """
        return min((case.lower for case in self.cases), default=None)

    def bracket(self, digits: int = 10) -> str:
        """Return the proven lower bound and the V of the best known board as decimals, rounded outwards.

        With ``distinct_values``, the proof need not cover the best known board, so the board's V is omitted.
        """
        digits = whole_number(digits, "{} to {} digits", 0, MAX_DIGITS)
        lower = "" if self.lower is None else f"{rounded_down(self.lower, digits)} <= "
        upper = "" if self.distinct_values is not None else f" <= {rounded_up(self.value, digits)}"
        return f"{lower}V{upper}"

    @property
    def so_far(self) -> str:
        """A short summary of the state of the proof."""
        of = "" if self.estimate is None else f" of about {self.estimate.bounds:,}"
        return f"{self.bracket(6)}, {self.bounds:,}{of} bounds"

    def __repr__(self) -> str:
        shown = "nothing is proven yet" if self.lower is None else self.bracket(6)
        if self.complete:
            shown = f"none takes fewer rolls than {self.upper} ({nearest(self.value, 6)})"
        return f"<Proof about {self.universe}: {shown}, {self.status}>"


def together(proofs: Sequence[Proof]) -> Proof:
    """Combine the proofs for each number of different values into one proof.

    Every board is covered by one of the proofs, so the smallest V of all boards is the smallest value in these proofs.
    That value is proven once every proof is complete. Best boards from different proofs are essentially different.
    """
    if len(proofs) == 1:
        return proofs[0]
    least = min(proofs, key=lambda proof: proof.value)
    best = [proof for proof in proofs if proof.value == least.value and proof.best]
    open_proofs = [proof for proof in proofs if not proof.complete]
    now = next((proof for proof in open_proofs if proof.left is not None), open_proofs[0] if open_proofs else least)
    known, lemma = all(proof.cases for proof in proofs), any(proof.lemma for proof in proofs)
    decided = not (lemma or open_proofs or any(proof.unique is None for proof in best))
    return replace(
        now,
        distinct_values=None,
        lemma=lemma,
        upper=least.upper,
        value=least.value,
        best=tuple(board for proof in best for board in proof.best),
        cases=tuple(case for proof in proofs for case in proof.cases) if known else (),
        bounds=sum(proof.bounds for proof in proofs),
        states=sum(proof.states for proof in proofs),
        complete=not open_proofs,
        unique=[proof.unique for proof in best] == [True] if decided else None,
        start=least.start,
        estimate=None,
        record=None,
    )
