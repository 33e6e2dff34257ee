"""Matches and simulations as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NotRequired, TypedDict

from dicebingo.answer import Status
from dicebingo.exact import NumberJson
from dicebingo.matches.match import Match
from dicebingo.matches.outcomes import Outcomes
from dicebingo.matches.shared_rolls import SharedRolls
from dicebingo.matches.verdict import TieTable, Witness
from dicebingo.model.layout import mask_of
from dicebingo.render.json.model import RulesJson, ValuesJson
from dicebingo.render.json.shape import about_all, shaped
from dicebingo.solo.policy import Deadline, Optimal

if TYPE_CHECKING:  # importing them would bring numba along
    from dicebingo.matches.fast_matches import LargeMatch
    from dicebingo.matches.simulation import Simulation


class PlayersJson(TypedDict):
    """The boards of a match and how they are played; if policies have different tie-breaks, each names its own."""

    rules: RulesJson
    names: list[str]
    boards: list[ValuesJson]
    marked: list[list[int]]
    tie_break: str | None
    policies: list[str]


class OutcomeJson(TypedDict):
    """The boards that finish first, by number, and the probability that exactly these do."""

    winners: list[int]
    probability: NumberJson


class RangeJson(TypedDict):
    """Bounds that hold for every tie-break."""

    low: NumberJson
    high: NumberJson
    kind: Literal["bound"]


class RangesJson(TypedDict):
    """Bounds of P(first wins), P(second wins) and their difference."""

    first: RangeJson
    second: RangeJson
    margin: RangeJson


class TieCaseJson(TypedDict):
    """The cell to mark for a set of marks and a roll."""

    marked: list[int]
    roll: int
    cell: int


class WitnessJson(TypedDict):
    """A tie-break for each player, by name or case by case, and the margin between them."""

    tie_breaks: list[str | list[TieCaseJson]]
    margin: NumberJson


class VerdictJson(TypedDict):
    """Which board is favoured (null: neither), how firmly, and if it is known whether tie-breaks matter (decided)."""

    favoured: int | None
    kind: Literal["surely beats", "beats", "even", "depends", "undecided"]
    margin: NumberJson
    bounds: RangeJson | None
    witnesses: list[WitnessJson]
    decided: bool


class SoloEndingJson(TypedDict):
    """The probability of an ending on a roll, and by that roll."""

    pmf: NumberJson
    cdf: NumberJson


class EndingJson(SoloEndingJson):
    """The same for a match that ends with these winners."""

    winners: list[int]


class MatchRollJson(TypedDict):
    """Who finishes on a roll: on shared rolls, and each board alone."""

    roll: int
    joint: list[EndingJson]
    solo: list[SoloEndingJson]


class MatchJson(PlayersJson):
    """A match; ``exact`` (false) and the error bound are there in float64 only, the verdict for two boards only."""

    outcomes: list[OutcomeJson]
    shares: list[NumberJson]
    expected_rolls: list[NumberJson]
    expected_length: NumberJson | None
    verdict: VerdictJson | None
    joint_states: int
    range: NotRequired[RangesJson]
    distribution: NotRequired[list[MatchRollJson]]
    exact: NotRequired[Literal[False]]
    relative_error_bound: NotRequired[float]


class EstimateJson(TypedDict):
    """A simulated number and its 95% confidence interval, which is approximate for a mean number of rolls."""

    estimate: float
    low: float
    high: float


class EstimatedOutcomeJson(TypedDict):
    """The boards that finished first, by number, and how often."""

    winners: list[int]
    probability: EstimateJson


class SimulationJson(PlayersJson):
    """A simulated match; ``games`` is the number of games that were played, ``status`` is there if it was stopped."""

    simulated: Literal[True]
    games: int
    seed: int
    outcomes: list[EstimatedOutcomeJson]
    shares: list[EstimateJson]
    alone: list[EstimateJson]
    wins: list[EstimateJson]
    expected_rolls: list[NumberJson]
    expected_length: EstimateJson
    status: NotRequired[Literal["stopped"]]


def _players(result: SharedRolls) -> dict[str, Any]:
    """Return the boards, and how they are played."""
    policies = [
        f"{policy}, tie-break {policy.tie_break}"
        if result.tie_break is None and isinstance(policy, Optimal | Deadline)
        else str(policy)
        for policy in result.policies
    ]
    return about_all(result.positions) | {"policies": policies}


def match_json(result: Match | LargeMatch) -> dict[str, Any]:
    """Return a match, exact or in float64."""
    verdict = result.verdict if len(result.names) == 2 else None
    parts = _players(result) | {
        "verdict": verdict
        and {
            **{key: getattr(verdict, key) for key in ("favoured", "kind", "margin", "bounds", "decided")},
            "witnesses": [{"tie_breaks": _tie_breaks(found), "margin": found.margin} for found in verdict.witnesses],
        }
    }
    if not isinstance(result, Match):
        return shaped(MatchJson, result, **parts, range=None, exact=False, relative_error_bound=result.error_bound)
    distribution = None if result.upto is None else _distribution(result, result.upto)
    ranges = result.ranges if result.with_range else None
    return shaped(MatchJson, result, **parts, range=ranges, distribution=distribution, exact=None)


def simulation_json(result: Simulation) -> dict[str, Any]:
    """Return a simulated match; the sets of winners that came up are listed."""
    came_up = {winners: found for winners, found in result.outcomes.items() if found.estimate}
    status = result.status if result.status is Status.STOPPED else None
    players = _players(result)
    return shaped(
        SimulationJson,
        result,
        **players,
        simulated=True,
        outcomes=Outcomes(came_up, result.outcomes.players),
        status=status,
    )


def _tie_breaks(witness: Witness) -> list[str | list[dict[str, Any]]]:
    """Return the tie-break of each player, by name or case by case."""
    return [
        [{"marked": list(marked), "roll": roll, "cell": cell} for marked, roll, cell in cases]
        if isinstance(tie, TieTable)
        else tie.tie_break.value
        for tie, cases in zip(witness.tie_breaks, witness.cases(), strict=True)
    ]


def _distribution(result: Match, upto: int) -> list[dict[str, Any]]:
    """Return each roll with the sets of winners that may have finished by then."""
    solo = [chain.distribution(upto) for chain in result.solo]
    order = sorted(result.outcomes, key=mask_of)
    return [
        {
            "roll": roll,
            "joint": [{"winners": won, "pmf": pmf[won], "cdf": cdf[won]} for won in order if cdf[won]],
            "solo": [times[roll] for times in solo],
        }
        for roll, (pmf, cdf) in enumerate(zip(result.distribution(upto), result.cdf(upto), strict=True))
    ]
