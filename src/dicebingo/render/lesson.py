"""A lesson as a table of comma-separated values: one row for each pupil and round."""

from __future__ import annotations

import re
from typing import Any

from dicebingo.render.writers.csv import written

_FORMULA = re.compile(r"(^|[;,|\t])(?=\s*[=+\-@\uff1d\uff0b\uff0d\uff20|%])")
"""The places where a spreadsheet may see a formula: at the beginning, or after a possible separator."""


def lesson_csv(lesson: dict[str, Any]) -> str:
    """Return a lesson as a table; a name that a spreadsheet could read as a formula gets an apostrophe.

    >>> lesson_csv({"pupils": [{"pupil": 1, "name": "=1+1", "score": 0}], "rounds": []}).splitlines()[1][:12]
    ",1,'=1+1,0,,"
    """
    scores = {pupil["pupil"]: pupil["score"] for pupil in lesson["pupils"]}
    rows = [_row(each, player, scores[player["pupil"]]) for each in lesson["rounds"] for player in each["players"]]
    played = {row["pupil"] for row in rows}
    rows += [_head("", pupil, pupil["score"]) for pupil in lesson["pupils"] if pupil["pupil"] not in played]
    return written(rows, HEADERS)


def _head(number: Any, pupil: dict[str, Any], score: int) -> dict[str, Any]:
    return {"round": number, "pupil": pupil["pupil"], "name": _safe(pupil["name"]), "score": score}


def _row(played: dict[str, Any], player: dict[str, Any], score: int) -> dict[str, Any]:
    rolls = played["rolls"]
    row = _head(played["round"], player, score)
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
