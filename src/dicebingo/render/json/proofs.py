"""Proofs and checked certificates as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NotRequired, TypedDict

from dicebingo.exact import NumberJson
from dicebingo.render.json.model import RulesJson, UniverseJson, ValuesJson
from dicebingo.render.json.shape import shaped

if TYPE_CHECKING:  # numba, which other answers must not wait for
    from dicebingo.proofs.proof import Proof


class CaseJson(TypedDict):
    """What is proven of the boards with exactly that many different values."""

    distinct_values: int
    multisets: int
    excluded: int
    bounds: int
    lower: NumberJson
    closed: bool


class WorkEstimateJson(TypedDict):
    """How many bounds the whole proof takes, from samples, and the standard error of that."""

    bounds: int
    error: int


class ProveJson(TypedDict):
    """What is proven; ``lower`` is null as long as nothing is. The last two keys are known to the command only."""

    rules: RulesJson
    universe: UniverseJson
    distinct_values: int | None
    status: str
    complete: bool
    lemma: bool
    lower: NumberJson | None
    upper: NumberJson
    board: ValuesJson
    best: list[ValuesJson]
    unique: bool | None
    cases: list[CaseJson]
    states: int
    bounds: int
    bounds_left: int | None
    estimate: WorkEstimateJson | None
    certificate: str | None
    seconds: NotRequired[float]


class FindingJson(TypedDict):
    """One thing that was checked, and whether it holds."""

    what: str
    holds: bool


class VerifyJson(TypedDict):
    """Whether a certificate holds, and what was checked; ``full`` says that everything was computed again."""

    holds: bool
    findings: list[FindingJson]
    full: bool


def prove_json(proof: Proof) -> dict[str, Any]:
    """Return what is proven."""
    return shaped(ProveJson, proof, upper=proof.value, board=proof.upper, bounds_left=proof.left, certificate=None)
