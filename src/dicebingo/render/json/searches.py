"""Searches and ranks as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NotRequired, TypedDict

from dicebingo.exact import NumberJson
from dicebingo.model.board import Position
from dicebingo.render.json.model import HeadJson, PositionJson, RulesJson, UniverseJson, ValuesJson
from dicebingo.render.json.shape import about, shaped

if TYPE_CHECKING:  # numba, which other answers must not wait for
    from dicebingo.searches.all_boards import SearchResult
    from dicebingo.searches.ranking import Percentile


class FoundJson(TypedDict):
    """A board, and how many boards it stands for."""

    board: ValuesJson
    expected_rolls: NumberJson
    orbit_size: int


class SearchJson(TypedDict):
    """The best and the worst of all boards, proven; the last three keys are known to the command only."""

    rules: RulesJson
    universe: UniverseJson
    total_boards: int
    evaluated: int
    best: list[FoundJson]
    worst: list[FoundJson]
    runner_up: FoundJson | None
    unique: bool
    mean: NumberJson
    certified: bool
    relative_error_bound: float
    certificate: str | None
    out: str | None
    seconds: NotRequired[float]


class ScoredJson(TypedDict):
    """A board with its objective."""

    board: ValuesJson
    objective: NumberJson
    expected_rolls: NumberJson
    orbit_size: int


class ObjectiveJson(TypedDict):
    """The best boards by another objective than the expected number of rolls."""

    rules: RulesJson
    universe: UniverseJson
    objective: str
    deadline: NotRequired[int]
    tie_break: str
    total_boards: int
    evaluated: int
    best: list[ScoredJson]
    status: str
    certified: bool
    seconds: NotRequired[float]


class ReachedJson(FoundJson):
    """A board, and how many restarts ended in it."""

    reached: int


class RestartsJson(TypedDict):
    """The best boards that restarts have found."""

    rules: RulesJson
    universe: UniverseJson
    total_boards: int
    status: str
    certified: bool
    seed: int
    restarts: int
    looked_at: int
    best: list[ReachedJson]
    seconds: NotRequired[float]


class RankJson(HeadJson):
    """How many boards are better than one, equal to it, and worse."""

    universe: UniverseJson
    expected_rolls: NumberJson
    better: int
    equal: int
    worse: int
    total: int
    percentile: NumberJson
    nearest: list[FoundJson]


class PercentileJson(PositionJson):
    """Roughly what percentage of all boards is worse; ``best`` is exact: no board is better."""

    universe: UniverseJson
    percentile: NumberJson
    best: bool
    approximate: Literal[True]


def search_json(result: SearchResult) -> dict[str, Any]:
    """Return the best and the worst of all boards."""
    known = {"certified": True, "relative_error_bound": result.error_bound, "certificate": None, "out": None}
    return shaped(SearchJson, result, rules=result.space.rules, universe=result.space.universe, **known)


def percentile_json(found: Percentile) -> dict[str, Any]:
    """Return roughly what percentage of all boards is worse."""
    return shaped(PercentileJson, found, **about(Position(found.board)), approximate=True)
