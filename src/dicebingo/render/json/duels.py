"""Stage games, duels and best responses as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NotRequired, TypeAlias, TypedDict

from dicebingo.duels.duel import Duel
from dicebingo.duels.exploit import Exploit
from dicebingo.duels.nash import Nash
from dicebingo.exact import NumberJson
from dicebingo.games.matrices import Mixed
from dicebingo.model.layout import cells_of
from dicebingo.render.json.matches import OutcomeJson
from dicebingo.render.json.model import BoardsJson
from dicebingo.render.json.shape import about_all, shaped

MOST_SPOTS = 10

StrategyJson: TypeAlias = dict[str, NumberJson]
"""The probability of every choice, by its cell; "none" is to mark nothing."""


class PayoffsJson(TypedDict):
    """What something is worth to each player, by the objective."""

    first: NumberJson
    second: NumberJson


class SpotJson(TypedDict):
    """Where a stage game is played: both players' marked cells, and the roll."""

    marked: list[list[int]]
    roll: int


class StageChoiceJson(TypedDict):
    """One choice of a player, how often to make it, and what it leads to against the other's strategy.

    ``cell`` is the first of the ``cells`` to mark, null where nothing matches.
    """

    cell: int | None
    cells: list[int]
    completes: bool
    probability: NumberJson
    payoff: NumberJson
    outcomes: list[OutcomeJson]


class DuelStageJson(TypedDict):
    """One roll of a duel: each player's choices, and what the selected strategies lead to."""

    roll: int
    value: NumberJson
    payoffs: PayoffsJson
    outcomes: list[OutcomeJson]
    pure: bool
    ambiguous: bool
    first: list[StageChoiceJson]
    second: list[StageChoiceJson]


class TwoPlayersJson(BoardsJson):
    """What an answer about two players begins with."""

    names: list[str]
    objective: str


class DuelJson(TwoPlayersJson):
    """A duel; ``solo_losses`` is null for the win, and ``stage`` is there for a roll only."""

    value: NumberJson
    payoffs: PayoffsJson
    outcomes: list[OutcomeJson]
    joint_states: int
    mixed_stage_games: int
    ambiguous_stage_games: int
    first_mixed: list[SpotJson]
    solo_losses: list[NumberJson] | None
    stage: NotRequired[DuelStageJson]


class DuelValueJson(TypedDict):
    """What the first player gets, by the objective."""

    value: NumberJson


class MatchedJson(DuelValueJson):
    """What the first player gets by solo-optimal play, and how the game then ends."""

    outcomes: list[OutcomeJson]


class ExploitJson(TwoPlayersJson):
    """What the best response to a policy gets; ``duel`` and ``gain_over_duel`` are null for the win."""

    policy: str
    tie_break: str
    value: NumberJson
    gain: NumberJson
    outcomes: list[OutcomeJson]
    match: MatchedJson
    duel: DuelValueJson | None
    gain_over_duel: NumberJson | None
    joint_states: int


class EntryJson(PayoffsJson):
    """How often each player wins after a pair of choices, and how often they tie."""

    tie: NumberJson


class BestRepliesJson(TypedDict):
    """For each player the best cells against each choice of the other; null is to mark nothing."""

    first: list[list[int | None]]
    second: list[list[int | None]]


class DominatedChoiceJson(TypedDict):
    """A dominated choice, and a mixture that is better: always (strictly), or never worse and sometimes better."""

    action: int | None
    by: StrategyJson
    strictly: bool


class DominatedJson(TypedDict):
    """The dominated choices of each player."""

    first: list[DominatedChoiceJson]
    second: list[DominatedChoiceJson]


class EquilibriumJson(TypedDict):
    """A strategy of each player, and what it is worth to both."""

    first: StrategyJson
    second: StrategyJson
    payoffs: PayoffsJson


class NashJson(BoardsJson):
    """A stage game with all its extreme equilibria; the tie-break is null where the continuation has none."""

    roll: int
    objective: str
    continuation: str
    tie_break: str | None
    actions: list[list[int | None]]
    payoffs: list[list[EntryJson]]
    best_replies: BestRepliesJson
    dominated: DominatedJson
    pure: list[list[int | None]]
    equilibria: list[EquilibriumJson]
    components: list[list[int]]
    degenerate: bool


def duel_json(solved: Duel) -> dict[str, Any]:
    """Return a duel, with the stage game of the roll that was asked about, if one was."""
    mixed = [
        {"marked": [cells_of(spot.first), cells_of(spot.second)], "roll": spot.roll}
        for spot in solved.mixed(MOST_SPOTS)
    ]
    return shaped(DuelJson, solved, **about_all(solved.positions), first_mixed=mixed)


def exploit_json(found: Exploit) -> dict[str, Any]:
    """Return what the best response to a policy gets, and how much more that is than by other ways to play."""
    return shaped(
        ExploitJson,
        found,
        **about_all(found.positions),
        match={"value": found.matched_value, "outcomes": found.matched},
        duel=None if found.duel_value is None else {"value": found.duel_value},
        joint_states=found.response.joint_states,
    )


def nash_json(found: Nash) -> dict[str, Any]:
    """Return a stage game with its equilibria."""
    stage, game, found_all = found.stage, found.game, found.equilibria
    first, second = stage.actions
    replies = ([[own[i] for i in best] for best in game.best_replies(p)] for p, own in enumerate(stage.actions))
    dominated = (
        [{"action": own[d.choice], "by": _strategy(own, d.by), "strictly": d.strictly} for d in game.dominated(p)]
        for p, own in enumerate(stage.actions)
    )
    return shaped(
        NashJson,
        found,
        **about_all(found.positions),
        roll=stage.roll,
        actions=stage.actions,
        payoffs=stage.entries,
        best_replies=tuple(replies),
        dominated=tuple(dominated),
        equilibria=[
            {"first": _strategy(first, e.first), "second": _strategy(second, e.second), "payoffs": e.payoffs}
            for e in found_all.extreme
        ],
        components=found_all.components,
        degenerate=found_all.degenerate,
    )


def _strategy(actions: Sequence[int | None], strategy: Mixed) -> dict[str, Fraction]:
    return {"none" if action is None else str(action): share for action, share in zip(actions, strategy, strict=True)}
