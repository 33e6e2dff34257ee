"""Random questions of every kind, for comparing the site's answers with the server's."""

from __future__ import annotations

import json
import random
from math import isclose
from typing import Any

from dicebingo import find_rules
from dicebingo.running.run import Run
from dicebingo.web.endpoints import ENDPOINTS
from dicebingo.web.results import Context, answer
from dicebingo.web.schema import read, read_query
from dicebingo.web.settings import Settings

__all__ = ["agree", "random_question", "served"]

GAMES = ("classic", "classic", "knuth", "cross", "corners", "blackout", "3d6", "mark-all", "product")
METHOD = ("relative_error_bound",)
"""Keys that describe how a number was computed, not its value."""


def random_question(seed: int) -> tuple[str, Any]:
    """Return a small random question. Successive seeds cycle through the operations."""
    stream = random.Random(seed)
    name = list(ENDPOINTS)[seed % len(ENDPOINTS)]
    rules = find_rules(stream.choice(GAMES))
    spec = {"rules": rules.name} if rules.name != "classic" else {}
    some = stream.sample(rules.dice.values, min(4, len(rules.dice.values)))

    def board() -> str:
        cells = [str(stream.choice(some)) for _ in rules.layout.open_cells]
        width = 2 if rules.name == "knuth" else 3
        return "/".join(",".join(cells[i : i + width]) for i in range(0, len(cells), width))

    def boards(least: int, most: int) -> list[str]:
        return [board() for _ in range(stream.randint(least, most))]

    roll, tie = stream.choice(some), {"tie_break": stream.choice(["smallest", "largest", "random"])}
    number = stream.randrange(10**6)
    two = {"boards": boards(2, 2), **spec}
    questions: dict[str, Any] = {
        "describe": spec,
        "solve": {"board": board(), **spec, **tie, **stream.choice([{}, {"upto": 9}, {"why": True}, {"exact": False}])},
        "advise": {"board": board(), "roll": roll, **spec},
        "review": {"board": board(), "moves": [{"roll": roll, "cells": []}], **spec},
        "improve": {"board": board(), "most": 3, **spec},
        "random": {"seed": number, **spec},
        "rolls": {"seed": number, "count": 5, **spec},
        "rank": {"board": board(), "approximate": True, **spec},
        "match": {"boards": boards(2, 3), **tie, **spec},
        "simulate": {"boards": boards(2, 4), "games": 300, "seed": number, **tie, **spec},
        "nash": {**two, "roll": roll, "objective": stream.choice(["win", "score"])},
        "duel": {**two, "rules": "knuth", "boards": ["1,2/3,4", "2,4/5,6"]} if seed % 3 else two,
        "exploit": {**two, **tie},
        "tournament": {"boards": boards(2, 5), **tie, **spec},
        "rings": {"boards": boards(4, 6), "length": stream.choice([3, 3, 4]), **tie, **spec},
        "crowd": {"board": board(), "players": stream.randint(1, 40), "population": boards(1, 3), **tie, **spec},
        "play": {"board": board(), "roll": roll, "seed": number, **tie, **spec},
        "sheet": {"count": 2, "seed": number, **spec},
        "pages": {"count": 1, "kind": "boards", "seed": number, **spec},
        "board.svg": {"board": board(), **spec},
        "sheet.pdf": {"kind": stream.choice(["blank", "tally"]), **spec},
        "table.csv": {"table": "cells", "board": board(), **spec},
    }
    question = questions[name]
    if seed % 17 == 0:
        question = {**question, "colour": "red"}  # the server rejects unknown keys
    return name, [[key, str(value)] for key, value in question.items()] if ENDPOINTS[name].media_type else question


def served(name: str, question: Any) -> tuple[int, Any]:
    """Return a worker's answer to a question: a status, and JSON or the text of a document."""
    endpoint = ENDPOINTS[name]
    try:
        known = read_query(question, endpoint.question) if endpoint.media_type else read(question, endpoint.question)
    except ValueError as error:
        return 422, str(error)
    found = answer(endpoint, known, Context(Settings(), Run()))
    if found.status != 200:
        return found.status, json.loads(found.content)["error"]
    text = found.content.decode("latin-1" if endpoint.media_type == "application/pdf" else "utf-8")
    return 200, text if endpoint.media_type else json.loads(text)


def agree(here: Any, there: Any) -> bool:
    """Return whether two answers agree: exact fields are equal, and floats are equal up to rounding."""
    if isinstance(here, dict) and isinstance(there, dict):
        return here.keys() == there.keys() and all(
            key in METHOD or agree(value, there[key]) for key, value in here.items()
        )
    if isinstance(here, list) and isinstance(there, list):
        return len(here) == len(there) and all(map(agree, here, there))
    if isinstance(here, float) or isinstance(there, float):
        return isclose(here, there, rel_tol=1e-11, abs_tol=1e-12)
    return bool(here == there)
