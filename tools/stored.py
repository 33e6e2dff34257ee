"""The questions whose answers the static site stores: what its rooms ask first, before Python is there.

The key of an answer is its question as the page writes it, so boards and the order of keys are those of the page.
"""

from __future__ import annotations

from typing import Any

from dicebingo.model.variants import VARIANTS

SEVENS, BEST = "7,7,7/7,7,7/7,7,7", "8,8,9/7,6,10/7,4,5"
A, B = "9,6,7/7,9,6/6,7,9", "6,7,6/7,7,7/6,6,6"
MIXED = ["7,4,6/9,7,8/6,9,5", "6,9,*2/*3,5,5/8,*10,6"]

QUESTIONS: list[tuple[str, dict[str, Any]]] = [
    *(("describe", {"rules": variant.name}) for variant in VARIANTS if variant.name != "classic"),
    ("solve", {"board": SEVENS}),
    ("rank", {"board": SEVENS, "approximate": True}),
    ("solve", {"board": SEVENS, "upto": 60, "why": True, "tie_break": "random"}),
    ("solve", {"board": SEVENS, "why": True}),
    ("solve", {"board": BEST}),
    ("match", {"boards": [A, B], "tie_break": "smallest", "upto": 40}),
    ("nash", {"boards": MIXED, "roll": 6, "objective": "win", "continuation": "solo"}),
]
