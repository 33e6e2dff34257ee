"""Duels and best responses as JSON, for the command line and for the server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicebingo.duels.duel import Duel
from dicebingo.duels.duel_stage import Advice, DuelStage
from dicebingo.duels.exploit import Exploit
from dicebingo.duels.objective import Goal, Outcomes
from dicebingo.exact import Rational, number_json
from dicebingo.model.board import Position
from dicebingo.model.layout import cells_of
from dicebingo.render.json.answers import position_json, rules_json
from dicebingo.solo.policy import TieBreak

__all__ = ["duel_json", "exploit_json", "stage_json"]

MOST_SPOTS = 10


def duel_json(
    solved: Duel, names: Sequence[str], losses: tuple[Rational, Rational] | None, stage: DuelStage | None
) -> dict[str, Any]:
    """Return a duel; ``solo_losses`` is null for the win, and ``stage`` there only for a roll."""
    answer = {
        **_head(solved.positions, names, solved.objective),
        "value": number_json(solved.value),
        "payoffs": {name: number_json(pay) for name, pay in zip(("first", "second"), solved.payoffs, strict=True)},
        "outcomes": _outcomes_json(solved.outcomes),
        "joint_states": solved.joint_states,
        "mixed_stage_games": solved.mixed_stage_games,
        "ambiguous_stage_games": solved.ambiguous_stage_games,
        "first_mixed": [
            {"marked": [list(cells_of(spot.first)), list(cells_of(spot.second))], "roll": spot.roll}
            for spot in solved.mixed(MOST_SPOTS)
        ],
        "solo_losses": losses and [number_json(loss) for loss in losses],
    }
    return answer if stage is None else {**answer, "stage": stage_json(stage)}


def _head(positions: Sequence[Position], names: Sequence[str], objective: Goal) -> dict[str, Any]:
    shown = [position_json(position) for position in positions]
    return {
        "rules": rules_json(positions[0].rules),
        "names": list(names),
        "boards": [position["board"] for position in shown],
        "marked": [position["marked"] for position in shown],
        "objective": objective.value,
    }


def _outcomes_json(outcomes: Outcomes) -> list[dict[str, Any]]:
    """Return the outcomes as those of a match."""
    return [
        {"winners": winners, "probability": number_json(probability)}
        for winners, probability in zip(([0], [1], [0, 1]), outcomes, strict=True)
    ]


def stage_json(stage: DuelStage) -> dict[str, Any]:
    """Return one stage game of a duel: each player's choices against the other's selected strategy."""
    return {
        "roll": stage.roll,
        "value": number_json(stage.outcomes.score),
        "payoffs": {name: number_json(pay) for name, pay in zip(("first", "second"), stage.payoffs, strict=True)},
        "outcomes": _outcomes_json(stage.outcomes),
        "pure": stage.pure,
        "ambiguous": stage.several,
        "first": [_advice_json(advice) for advice in stage.first],
        "second": [_advice_json(advice) for advice in stage.second],
    }


def _advice_json(advice: Advice) -> dict[str, Any]:
    return {
        "cell": advice.cells[0] if advice.cells else None,
        "cells": list(advice.cells),
        "completes": advice.completes,
        "probability": number_json(advice.share),
        "payoff": number_json(advice.payoff),
        "outcomes": _outcomes_json(advice.outcomes),
    }


def exploit_json(found: Exploit, names: Sequence[str], policy: str, tie: TieBreak) -> dict[str, Any]:
    """Return what the best response to a policy gets, and how much more that is than by other ways to play."""
    response = found.response
    return {
        **_head((response.choices.position, response.opponent.position), names, response.objective),
        "policy": policy,
        "tie_break": tie.value,
        "value": number_json(found.value),
        "gain": number_json(found.gain),
        "outcomes": _outcomes_json(response.outcomes),
        "match": {
            "value": number_json(response.objective.payoffs(found.matched)[0]),
            "outcomes": _outcomes_json(found.matched),
        },
        "duel": None if found.duel_value is None else {"value": number_json(found.duel_value)},
        "gain_over_duel": None if found.gain_over_duel is None else number_json(found.gain_over_duel),
        "joint_states": response.joint_states,
    }
