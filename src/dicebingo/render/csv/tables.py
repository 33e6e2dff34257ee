"""Answers as tables of comma-separated values: every number exactly and as a decimal, side by side.

The tables are made from the JSON form of an answer, so they cannot disagree with it; only the standings of a
tournament come from itself.
"""

from __future__ import annotations

import csv
from collections.abc import Callable
from io import StringIO
from typing import TYPE_CHECKING, Any

from dicebingo.errors import InputError, quote

if TYPE_CHECKING:  # numba, which --help must not wait for
    from dicebingo.tournaments.tournament import Tournament

Answer = dict[str, Any]
Row = dict[str, Any]


def csv_text(table: str, answer: Answer) -> str:
    """Return a table of an answer.

    >>> half = {"exact": "1/2", "decimal": 0.5}
    >>> print(csv_text("lines", {"why": {"lines": [{"cells": [0, 1], "probability": half}]}}), end="")
    cells,probability,probability exact
    0 1,0.5,1/2
    """
    if table not in TABLES:
        raise InputError(f"expected one of the tables {', '.join(TABLES)}, got {quote(table)}")
    return written([flat(row) for row in TABLES[table](answer)])


def standings_csv(tournament: Tournament) -> str:
    """Return one row per board of a tournament, the best share of wins first."""
    keys = ("share", "beats", "loses", "even", "copeland", "mean_margin")
    rows = []
    for place, row in enumerate(tournament.standings, 1):
        who = {"player": row.player, "name": tournament.names[row.player], "board": tournament.boards[row.player]}
        rows.append({"place": place, **who, **{key: getattr(row, key) for key in keys}})
    return written(rows)


def written(rows: list[Row], headers: list[str] | None = None) -> str:
    """Return rows as a table, with the given columns or all that occur."""
    headers = headers or list(dict.fromkeys(key for row in rows for key in row))
    output = StringIO()
    writer = csv.DictWriter(output, headers, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return output.getvalue()


def flat(row: Row) -> Row:
    """Return a row with a number in two columns and a list in one; x is a marked cell whose value does not matter."""
    flat: Row = {}
    for key, value in row.items():
        if isinstance(value, dict):
            flat |= {key: value["decimal"], f"{key} exact": value["exact"]}
        elif isinstance(value, list):
            flat[key] = " ".join("x" if one is None else str(one) for one in value)
        else:
            flat[key] = value
    return flat


def _marks(answer: Answer) -> list[Row]:
    return [
        {"roll": int(roll), "optimal cells": cells, "rolls left": answer["rolls_left"][roll]}
        for roll, cells in answer["optimal_cells"].items()
    ]


def _cells(answer: Answer) -> list[Row]:
    shares = zip(answer["board"], answer["why"]["cells"], strict=True)
    return [{"cell": cell, "value": value, "marked at the end": share} for cell, (value, share) in enumerate(shares)]


def _players(winners: list[int]) -> str:
    return " and ".join(f"board {player}" for player in winners)


def _outcomes(answer: Answer) -> list[Row]:
    return [{"first": _players(o["winners"]), "probability": o["probability"]} for o in answer["outcomes"]]


_ZERO = {"exact": "0", "decimal": 0.0}


def _joint(answer: Answer) -> list[Row]:
    """Return who finishes on which roll; the JSON leaves out who cannot have finished yet, and here that is a 0."""
    rows = []
    possible = [o["winners"] for o in answer["outcomes"] if o["probability"]["decimal"]]
    for entry in answer["distribution"]:
        row: Row = {"roll": entry["roll"]}
        ended = {_players(joint["winners"]): joint for joint in entry["joint"]}
        for who in map(_players, possible):
            joint = ended.get(who, {"pmf": _ZERO, "cdf": _ZERO})
            row |= {f"{who} on this roll": joint["pmf"], f"{who} by this roll": joint["cdf"]}
        for player, solo in enumerate(entry["solo"]):
            who = f"board {player} alone"
            row |= {f"{who} on this roll": solo["pmf"], f"{who} by this roll": solo["cdf"]}
        rows.append(row)
    return rows


TABLES: dict[str, Callable[[Answer], list[Row]]] = {
    "distribution": lambda answer: answer["distribution"],
    "marks": _marks,
    "cells": _cells,
    "lines": lambda answer: answer["why"]["lines"],
    "changes": lambda answer: answer["why"]["changes"],
    "candidates": lambda answer: answer["candidates"],
    "outcomes": _outcomes,
    "race": _joint,
}
"""The first five are of a solved position, candidates of advice, the last two of a match."""
