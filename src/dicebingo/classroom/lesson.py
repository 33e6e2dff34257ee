"""The lesson: each round with its players, and what has been computed about them, as far as a viewer may see it.

What is computed comes as JSON, from other processes: *strengths* and *rivals* of the boards of a round, and *replays*
of its games, each a list in the order of the round's pupils; or nothing, as long as it is not there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dicebingo.classroom.events import write_values
from dicebingo.classroom.state import Classroom, Round
from dicebingo.classroom.views import marks_json, rules_json, seeds

Data = dict[str, Any]
STEPS = {
    "winners": 1,
    "expected_rolls": 2,
    "rank": 2,
    "finish": 3,
    "loss": 3,
    "luck": 3,
    "sooner": 3,
    "later": 3,
    "mistakes": 3,
    "finishing": 4,
    "theory": 4,
    "chance": 5,
    "pairs": 5,
    "ring": 6,
}
"""The step of the reveal that shows each part of a round."""
LAST_STEP = max(STEPS.values())


def players_of(state: Classroom, played: Round) -> list[int]:
    """Return who played in a round, of those who are here, in the order of all that is computed about it."""
    return [number for number in played.boards if state.pupils[number].here]


def boards_question(state: Classroom, played: Round) -> Data:
    """Return what to compute about the boards of a round, of all who play in it."""
    return {"rules": rules_json(state), "boards": [write_values(board) for board in played.boards.values()]}


def games_question(state: Classroom, played: Round) -> Data:
    """Return what to compute about the games of a round."""
    games = [[[r.value, list(r.marks.get(number, ()))] for r in played.rolls] for number in played.boards]
    return {**boards_question(state, played), "games": games}


def round_json(state: Classroom, played: Round, computed: Mapping[str, Data], step: int = LAST_STEP) -> Data:
    """Return a round, up to a step of its reveal."""
    strengths, rivals, replays = (computed.get(part, {}) for part in ("strengths", "rivals", "replays"))
    bingo, order = played.finishes(), list(played.boards)
    here = [order.index(number) for number in players_of(state, played)]
    players = []
    for place in here:
        number = order[place]
        player: Data = {"pupil": number, "name": state.pupils[number].name}
        player |= {"board": write_values(played.boards[number]), "marks": marks_json(played, number)}
        player |= {"bingo": bingo[number] + 1 if number in bingo else None}
        strength = _at(strengths, "players", place)
        replay = _at(replays, "players", place)
        player |= {key: strength.get(key) for key in ("expected_rolls", "rank")}
        player |= {key: replay.get(key) for key in ("finish", "loss", "luck", "mistakes")}
        player |= _compared(strength.get("cdf", ()), replay.get("finish"), len(played.rolls))
        player["chance"] = _at(rivals, "chances", place) or None
        players.append(player)
    finishing = [sum(player["finish"] == k for player in players) for k in range(1, len(played.rolls) + 1)]
    ring = rivals.get("ring")
    told: Data = {
        "round": played.number,
        "step": played.step,
        "computed": played.computed,
        "rolls": [roll.value for roll in played.rolls],
        "winners": sorted(state.winners(played)),
        "players": players,
        "finishing": finishing if replays else None,
        "theory": strengths.get("theory"),
        "status": rivals.get("status"),
        "games": rivals.get("games"),
        "pairs": _among(rivals.get("pairs"), here),
        "ring": ring and {**ring, "pupils": [order[place] for place in ring["pupils"]]},
        "notes": sorted({part["error"] for part in computed.values() if "error" in part}),
    }
    return _upto(told, step)


def _at(part: Data, key: str, place: int) -> Data:
    found: Data = part[key][place] if key in part else {}
    return found


def _compared(cdf: list[float], finish: int | None, rolls: int) -> Data:
    """Return the shares of games with this board that end sooner and later; what has not ended by now ends later."""
    last = rolls if finish is None else finish
    if last >= len(cdf):
        return {"sooner": None, "later": None}
    return {"sooner": cdf[last - 1] if finish is not None else cdf[last], "later": 1 - cdf[last]}


def _among(pairs: Data | None, here: list[int]) -> Data | None:
    """Return the table of all pairs for some of the players."""
    return pairs and {key: [[row[j] for j in here] for row in (table[i] for i in here)] for key, table in pairs.items()}


def _upto(told: Data, step: int) -> Data:
    """Return a round without what has not been revealed yet."""
    players = [{k: v if STEPS.get(k, 0) <= step else None for k, v in player.items()} for player in told["players"]]
    return {key: value if STEPS.get(key, 0) <= step else None for key, value in {**told, "players": players}.items()}


def lesson_json(state: Classroom, code: str, computed: Mapping[int, Mapping[str, Data]]) -> Data:
    """Return the whole lesson, for the teacher; with the seeds of the rounds that are over."""
    scores, shown = state.scores(), seeds(state)
    rounds = [round_json(state, played, computed.get(played.number, {})) for played in state.rounds]
    plan = state.plan
    return {
        "code": code,
        "rules": rules_json(state),
        "given": plan.boards if isinstance(plan.boards, str) else "list",
        "bingo": plan.bingo,
        "until": plan.until,
        "pupils": [{"pupil": p.number, "name": p.name, "score": scores[p.number]} for p in state.here],
        "rounds": [{**told, "seed": seed} for told, seed in zip(rounds, [*shown, None], strict=False)],
    }
