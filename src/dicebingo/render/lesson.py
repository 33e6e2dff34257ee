"""Export a lesson as comma-separated values, with one row per pupil and round."""

from __future__ import annotations

import re

from dicebingo.json_form import JsonObject
from dicebingo.render.writers.csv import written

_FORMULA = re.compile(r"(^|[;,|\t])(?=\s*[=+\-@\uff1d\uff0b\uff0d\uff20|%])")
"""Matches the places where a spreadsheet might find a formula: at the beginning, or after a possible separator."""


def lesson_csv(lesson: JsonObject) -> str:
    """Return a lesson as a table; a name that a spreadsheet could read as a formula gets an apostrophe.

    >>> pupil = {"pupil": 1, "name": "=1+1", "team": None, "score": 0}
    >>> lesson_csv({"pupils": [pupil], "teams": [], "rounds": []}).splitlines()[1][:13]
    ",1,'=1+1,,0,,"
    """
    pupils = {pupil["pupil"]: pupil for pupil in lesson["pupils"]}
    teams = {team["team"]: _safe(team["name"]) for team in lesson["teams"]}

    def row(number: int | str, pupil: int) -> JsonObject:
        known = pupils[pupil]
        team = teams.get(known["team"], "")
        return {"round": number, "pupil": pupil, "name": _safe(known["name"]), "team": team, "score": known["score"]}

    rounds = [(played, player) for played in lesson["rounds"] for player in played["players"]]
    rows = [row(played["round"], player["pupil"]) | _results(played, player) for played, player in rounds]
    without = pupils.keys() - {player["pupil"] for _, player in rounds}
    rows += [row("", pupil) for pupil in pupils if pupil in without]
    return written(rows, HEADERS)


def _results(played: JsonObject, player: JsonObject) -> JsonObject:
    rolls = played["rolls"]
    row: JsonObject = {}
    row |= {"board": " ".join(map(str, player["board"])), "rolls": " ".join(map(str, rolls))}
    row["real"] = " ".join(str(index + 1) for index in played["real"])
    row["marks"] = " ".join(f"{rolls[index]}:{cell}" for index, cell in player["marks"])
    row |= {key: player[key] for key in ("bingo", "rank", "sooner", "later")}
    row["won"] = int(player["pupil"] in played["winners"])
    for name in _NUMBERS:
        number = player[name.replace(" ", "_")] or {"decimal": "", "exact": ""}
        row |= {name: number["decimal"], f"{name} exact": number["exact"] or ""}
    return row


def _safe(name: str) -> str:
    """Return a name that no spreadsheet reads as a formula."""
    return _FORMULA.sub(r"\1'", name)


_NUMBERS = ("expected rolls", "loss", "luck", "chance", "share")
HEADERS = [
    "round",
    "pupil",
    "name",
    "team",
    "score",
    "board",
    "rolls",
    "real",
    "marks",
    "won",
    "bingo",
    "rank",
    "sooner",
    "later",
]
HEADERS += [header for name in _NUMBERS for header in (name, f"{name} exact")]
