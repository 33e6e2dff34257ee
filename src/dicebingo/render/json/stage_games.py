"""Stage games and their equilibria as JSON, for the command line and for the server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicebingo.duels.stage_game import Nash
from dicebingo.exact import number_json
from dicebingo.games.bimatrix import Mixed
from dicebingo.render.json.answers import position_json, rules_json
from dicebingo.solo.policy import TieBreak

__all__ = ["nash_json"]

Actions = Sequence[int | None]
PLAYERS = ("first", "second")


def nash_json(found: Nash, continuation: str, tie_break: TieBreak) -> dict[str, Any]:
    """Return a stage game with its equilibria; the tie-break is null where the continuation has none."""
    stage, game = found.stage, found.game
    shown = [position_json(position) for position in stage.positions]
    actions = stage.actions
    return {
        "rules": rules_json(stage.positions[0].rules),
        "boards": [position["board"] for position in shown],
        "marked": [position["marked"] for position in shown],
        "roll": stage.roll,
        "objective": found.objective.value,
        "continuation": continuation,
        "tie_break": tie_break.value if continuation == "solo" else None,
        "actions": [list(own) for own in actions],
        "payoffs": [
            [{name: number_json(getattr(outcomes, name)) for name in ("first", "second", "tie")} for outcomes in row]
            for row in stage.outcomes
        ],
        "best_replies": {
            name: [[own[choice] for choice in best] for best in game.best_responses(player)]
            for player, (name, own) in enumerate(zip(PLAYERS, actions, strict=True))
        },
        "dominated": {
            name: [
                {"action": own[d.choice], "by": _strategy_json(own, d.by), "strictly": d.strictly}
                for d in game.dominated(player)
            ]
            for player, (name, own) in enumerate(zip(PLAYERS, actions, strict=True))
        },
        "pure": [list(pair) for pair in found.pure],
        "equilibria": [
            {
                "first": _strategy_json(actions[0], equilibrium.first),
                "second": _strategy_json(actions[1], equilibrium.second),
                "payoffs": {
                    "first": number_json(equilibrium.payoffs[0]),
                    "second": number_json(equilibrium.payoffs[1]),
                },
            }
            for equilibrium in found.equilibria.extreme
        ],
        "components": [list(component) for component in found.equilibria.components],
        "degenerate": found.equilibria.degenerate,
    }


def _strategy_json(actions: Actions, strategy: Mixed) -> dict[str, Any]:
    """Return the probability of every choice, by its cell; "none" is to mark nothing."""
    return {
        "none" if action is None else str(action): number_json(share)
        for action, share in zip(actions, strategy, strict=True)
    }
