"""One small question for every public name, in three forms: a library call, a command, and a request to the server.

Boards and rules are given as text, so that the three forms can be compared word by word.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["QUESTIONS", "Asked"]

ASSETS = Path(__file__).parents[1] / "docs" / "assets"
PROOF = (ASSETS / "knuth-proof.json").as_posix()

A, B = "9 6 7 / 7 9 6 / 6 7 9", "6 7 6 / 7 7 7 / 6 6 6"
CARDS = ["1 2 / 3 4", "2 4 / 5 6", "1 3 / 4 5", "1 5 / 2 6"]
"""Knuth's cards, each of which beats the next."""
STAGE = ["7 4 6 / 9 7 8 / 6 9 5", "6 9 x / x 5 5 / 8 x 6"]
CARD_RULES = ("--rules", "knuth")


@dataclass(frozen=True)
class Asked:
    """A question as a Python call, as the arguments of a command and, if possible, as a request to the server.

    ``needs`` is the extra that the question requires.
    """

    call: str
    command: tuple[str, ...]
    server: dict[str, Any] | None = None
    needs: str = ""


# The names are those listed in docs/design.md.
QUESTIONS: dict[str, Asked] = {
    "solve": Asked(
        f"solve({B!r}, upto=5, why=True)",
        ("solve", B, "--upto", "5", "--why"),
        {"board": B, "upto": 5, "why": True},
    ),
    "advise": Asked(f"advise({B!r}, 6)", ("advise", B, "--roll", "6"), {"board": B, "roll": 6}),
    "evaluate": Asked(f"evaluate({B!r}, policy='random', upto=4)", ("solve", B, "--policy", "random", "--upto", "4")),
    "improve": Asked(
        f"improve({CARDS[1]!r}, rules='knuth', full=True)",
        ("improve", CARDS[1], *CARD_RULES, "--full"),
        {"board": CARDS[1], "rules": "knuth", "full": True},
    ),
    "review": Asked(
        f"review({B!r}, [(6, [0]), (7, [4]), (2, [])])",
        ("review", B, "6:0", "7:4", "2"),
        {
            "board": B,
            "moves": [{"roll": 6, "cells": [0]}, {"roll": 7, "cells": [4]}, {"roll": 2, "cells": []}],
        },
    ),
    "match": Asked(
        f"match({A!r}, {B!r}, range=True, upto=4)",
        ("match", A, B, "--range", "--upto", "4"),
        {"boards": [A, B], "range": True, "upto": 4},
    ),
    "simulate": Asked(
        f"simulate({A!r}, {B!r}, games=1000, seed=7)",
        ("match", A, B, "--simulate", "1000", "--seed", "7"),
        {"boards": [A, B], "games": 1000, "seed": 7},
    ),
    "nash": Asked(
        f"nash({STAGE[0]!r}, {STAGE[1]!r}, 6)", ("nash", *STAGE, "--roll", "6"), {"boards": STAGE, "roll": 6}
    ),
    "duel": Asked(
        f"duel({CARDS[0]!r}, {CARDS[1]!r}, rules='knuth', roll=2)",
        ("duel", *CARDS[:2], *CARD_RULES, "--roll", "2"),
        {"boards": CARDS[:2], "rules": "knuth", "roll": 2},
    ),
    "exploit": Asked(
        f"exploit({CARDS[0]!r}, {CARDS[1]!r}, rules='knuth', policy='random')",
        ("exploit", *CARDS[:2], *CARD_RULES, "--policy", "random"),
        {"boards": CARDS[:2], "rules": "knuth", "policy": "random"},
    ),
    "tournament": Asked(
        f"tournament({CARDS!r}, rules='knuth')",
        ("tournament", *CARDS, *CARD_RULES),
        {"boards": CARDS, "rules": "knuth"},
        needs="fast",
    ),
    "rings": Asked(
        f"rings({CARDS!r}, rules='knuth', length=4)",
        ("rings", *CARDS, *CARD_RULES, "--length", "4"),
        {"boards": CARDS, "rules": "knuth", "length": 4},
        needs="fast",
    ),
    "upsets": Asked(f"upsets([{A!r}, {B!r}])", ("upsets", A, B), needs="fast"),
    "crowd": Asked(
        f"crowd({A!r}, players=30, population='distinct')",
        ("crowd", A, "--players", "30", "--population", "distinct"),
        {"board": A, "players": 30, "population": "distinct"},
    ),
    "counter": Asked(f"counter({CARDS[0]!r}, rules='knuth')", ("counter", CARDS[0], *CARD_RULES), needs="fast"),
    "arena": Asked(
        f"arena([{CARDS[0]!r}], rules='knuth', values='1..4')",
        ("arena", CARDS[0], *CARD_RULES, "--values", "1..4"),
        needs="fast",
    ),
    "search": Asked(
        "search('knuth', top=3, worst=1)", ("search", *CARD_RULES, "--top", "3", "--worst", "1"), needs="fast"
    ),
    "prove": Asked("prove('knuth')", ("prove", *CARD_RULES), needs="fast"),
    "rank": Asked(
        f"rank({CARDS[1]!r}, rules='knuth')",
        ("rank", CARDS[1], *CARD_RULES),
        {"board": CARDS[1], "rules": "knuth"},
        needs="fast",
    ),
    "verify": Asked(f"verify({PROOF!r})", ("verify", PROOF), needs="fast"),
    "rules": Asked("rules()", ("rules",)),
    "sheet": Asked(
        "sheet(count=4, rules='knuth', seed=5, strength='weak', names=['Ann'])",
        ("sheet", "--count", "4", *CARD_RULES, "--seed", "5", "--strength", "weak", "--names", "Ann"),
        {"count": 4, "rules": "knuth", "seed": 5, "strength": "weak", "names": ["Ann"]},
    ),
    "paper": Asked("paper('2.4')", ("paper", "--only", "2.4")),
}
