"""The shape of answers, for the description of the server."""

from __future__ import annotations

from typing import Any

from dicebingo.web.schema import Schema

__all__ = ["ANSWERS", "COMPONENTS", "ERROR", "JOB"]


def _object(required: dict[str, Schema], optional: dict[str, Schema] | None = None) -> Schema:
    return {"type": "object", "properties": {**required, **(optional or {})}, "required": list(required)}


def _list(of: Schema) -> Schema:
    return {"type": "array", "items": of}


def _map(of: Schema) -> Schema:
    return {"type": "object", "additionalProperties": of}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def _or_null(of: Schema) -> Schema:
    return {"anyOf": [of, {"type": "null"}]}


_TEXT: Schema = {"type": "string"}
_WHOLE: Schema = {"type": "integer"}
_COUNT: Schema = {"type": "integer", "minimum": 0}
_YES_NO: Schema = {"type": "boolean"}
_CELLS = _list(_COUNT)
_NUMBER = _ref("Number")
_HEAD: dict[str, Schema] = {"rules": _ref("Rules"), "board": _ref("Values"), "marked": _CELLS}
_HEADS: dict[str, Schema] = {"rules": _ref("Rules"), "boards": _list(_ref("Values")), "marked": _list(_CELLS)}

COMPONENTS: dict[str, Schema] = {
    "Number": {
        "description": "An exact number and the nearest float64; exact is null for one that was computed in float64.",
        **_object({"exact": {"type": ["string", "null"]}, "decimal": {"type": "number"}}),
    },
    "Values": {
        "description": "One value per cell; F is a free cell, null one that is marked and whose value does not matter.",
        **_list({"anyOf": [_COUNT, {"const": "F"}, {"type": "null"}]}),
    },
    "Rules": _object(
        {"name": {"type": ["string", "null"]}, "layout": _TEXT, "dice": _TEXT, "marking": {"enum": ["one", "all"]}}
    ),
    "Change": _object({"cell": _COUNT, "value": _COUNT, "expected_rolls": _NUMBER, "gain": _NUMBER}),
    "Candidate": _object({"cell": _COUNT, "cells": _CELLS, "expected_rolls": _NUMBER, "loss": _NUMBER}),
    "Outcome": _object({"winners": _CELLS, "probability": _NUMBER}),
    "Range": _object({"low": _NUMBER, "high": _NUMBER, "kind": {"const": "bound"}}),
    "Advice": _object(
        {
            "cell": _or_null(_COUNT),
            "cells": _CELLS,
            "completes": _YES_NO,
            "probability": _NUMBER,
            "payoff": _NUMBER,
            "outcomes": _list({"$ref": "#/components/schemas/Outcome"}),
        }
    ),
    "Share": _object({"pmf": _NUMBER, "cdf": _NUMBER}),
}

ERROR = {"description": "What was expected, and what came.", **_object({"error": _TEXT})}

JOB = _object(
    {
        "job": _TEXT,
        "operation": _TEXT,
        "status": {"enum": ["queued", "running", "done", "failed", "cancelled"]},
        "progress": _or_null(_object({"done": _COUNT, "total": _COUNT})),
        "seconds": {"type": "number"},
    },
    {"result": {"type": "object"}, "error": _TEXT},
)

_GALLERY_BOARD = dict.fromkeys(("id", "name", "board", "rules", "about", "source"), _TEXT)

ANSWERS: dict[str, Any] = {
    "version": _object({"version": _TEXT, "limits": _map({"type": "number"})}),
    "rules": _object(
        {
            "rules": _list(
                _object(
                    {
                        "name": _TEXT,
                        "layout": _TEXT,
                        "dice": _TEXT,
                        "marking": _TEXT,
                        "aliases": _list(_TEXT),
                        "about": _TEXT,
                        "lines": _COUNT,
                        "symmetries": _COUNT,
                    }
                )
            )
        }
    ),
    "gallery": _object(
        {
            "boards": _list(_object(_GALLERY_BOARD)),
            "rings": _list(
                _object({**dict.fromkeys(("id", "name", "rules", "about", "status"), _TEXT), "boards": _list(_TEXT)})
            ),
        }
    ),
    "describe": _object(
        {
            "rules": _ref("Rules"),
            "grid": _list(_list(_COUNT)),
            "lines": _list(_object({"cells": _CELLS, "name": _TEXT})),
            "free": _CELLS,
            "values": _list(_COUNT),
            "weights": _list(_COUNT),
            "total": _COUNT,
        }
    ),
    "solve": _object(
        {
            **_HEAD,
            "policy": _TEXT,
            "tie_break": _TEXT,
            **dict.fromkeys(("expected_rolls", "variance", "standard_deviation", "loss", "p_hit"), _NUMBER),
            "optimal_cells": _map(_CELLS),
            "rolls_left": _map(_NUMBER),
            "transient_states": _COUNT,
            "exact": _YES_NO,
        },
        {
            "relative_error_bound": {"type": "number"},
            "distribution": _list(_object({"roll": _COUNT, "pmf": _NUMBER, "cdf": _NUMBER})),
            "why": _object(
                {
                    "lines": _list(_object({"cells": _CELLS, "probability": _NUMBER})),
                    "cells": _list(_NUMBER),
                    "wasted": _NUMBER,
                    "changes": _list(_ref("Change")),
                }
            ),
        },
    ),
    "advise": _object({**_HEAD, "roll": _COUNT, "exact": _YES_NO, "candidates": _list(_ref("Candidate"))}),
    "review": _object(
        {
            **_HEAD,
            "moves": _list(
                _object({"roll": _COUNT, "cells": _CELLS, "candidates": _list(_ref("Candidate")), "loss": _NUMBER})
            ),
            "loss": _NUMBER,
            "end": _object({"board": _ref("Values"), "marked": _CELLS}),
            "bingo": _YES_NO,
            "lines": _list(_CELLS),
            "exact": _YES_NO,
        }
    ),
    "improve": _object(
        {**_HEAD, "expected_rolls": _NUMBER, "changes": _list(_ref("Change"))},
        {
            "steps": _list(_ref("Change")),
            "improved": _object({"board": _ref("Values"), "expected_rolls": _NUMBER}),
            "status": _TEXT,
        },
    ),
    "random": _object({**_HEAD, "seed": _COUNT}),
    "rolls": _object(
        {
            "rules": _ref("Rules"),
            "seed": _COUNT,
            "start": _COUNT,
            "rolls": _list(_object({"value": _COUNT, "faces": _or_null(_list(_COUNT))})),
        }
    ),
    "rank": _object(
        {"board": _ref("Values"), "marked": _CELLS, "percentile": _NUMBER},
        {
            "rules": _ref("Rules"),
            "expected_rolls": _NUMBER,
            **dict.fromkeys(("better", "equal", "worse", "total"), _COUNT),
            "nearest": _list(_object({"board": _ref("Values"), "expected_rolls": _NUMBER, "orbit_size": _COUNT})),
            "approximate": {"const": True},
        },
    ),
    "match": _object(
        {
            **_HEADS,
            "names": _list(_TEXT),
            "tie_break": _TEXT,
            "policies": _list(_TEXT),
            "outcomes": _list(_ref("Outcome")),
            "shares": _list(_NUMBER),
            "expected_rolls": _list(_NUMBER),
            "expected_length": _NUMBER,
            "verdict": _or_null(
                _object(
                    {
                        "favoured": {"enum": [0, 1, None]},
                        "kind": {"enum": ["surely beats", "beats", "even", "depends"]},
                        "margin": _NUMBER,
                        "bounds": _or_null(_ref("Range")),
                        "witnesses": _list(_object({"tie_breaks": {"type": "array"}, "margin": _NUMBER})),
                    }
                )
            ),
            "joint_states": _COUNT,
        },
        {
            "range": _object({key: _ref("Range") for key in ("first", "second", "margin")}),
            "distribution": _list(
                _object(
                    {
                        "roll": _COUNT,
                        "joint": _list(_object({"winners": _CELLS, "pmf": _NUMBER, "cdf": _NUMBER})),
                        "solo": _list(_ref("Share")),
                    }
                )
            ),
        },
    ),
    "nash": _object(
        {
            **_HEADS,
            "roll": _COUNT,
            "objective": _TEXT,
            "continuation": _TEXT,
            "tie_break": {"type": ["string", "null"]},
            "actions": _list(_list(_or_null(_COUNT))),
            "payoffs": _list(_list(_object({"first": _NUMBER, "second": _NUMBER, "tie": _NUMBER}))),
            "best_replies": _map(_list(_list(_or_null(_COUNT)))),
            "dominated": _map({"type": "array"}),
            "pure": _list(_list(_or_null(_COUNT))),
            "equilibria": _list(_object({"first": _map(_NUMBER), "second": _map(_NUMBER), "payoffs": _map(_NUMBER)})),
            "components": {"type": "array"},
            "degenerate": _YES_NO,
        }
    ),
    "duel": _object(
        {
            **_HEADS,
            "names": _list(_TEXT),
            "objective": _TEXT,
            "value": _NUMBER,
            "payoffs": _map(_NUMBER),
            "outcomes": _list(_ref("Outcome")),
            "joint_states": _COUNT,
            "mixed_stage_games": _COUNT,
            "ambiguous_stage_games": _COUNT,
            "first_mixed": _list(_object({"marked": _list(_CELLS), "roll": _COUNT})),
            "solo_losses": _or_null(_list(_NUMBER)),
        },
        {
            "stage": _object(
                {
                    "roll": _COUNT,
                    "value": _NUMBER,
                    "payoffs": _map(_NUMBER),
                    "outcomes": _list(_ref("Outcome")),
                    "pure": _YES_NO,
                    "ambiguous": _YES_NO,
                    "first": _list(_ref("Advice")),
                    "second": _list(_ref("Advice")),
                }
            )
        },
    ),
    "exploit": _object(
        {
            **_HEADS,
            "names": _list(_TEXT),
            "objective": _TEXT,
            "policy": _TEXT,
            "tie_break": _TEXT,
            "value": _NUMBER,
            "gain": _NUMBER,
            "outcomes": _list(_ref("Outcome")),
            "match": _object({"value": _NUMBER, "outcomes": _list(_ref("Outcome"))}),
            "duel": _or_null(_object({"value": _NUMBER})),
            "gain_over_duel": _or_null(_NUMBER),
            "joint_states": _COUNT,
        }
    ),
    "play": _object({"roll": _COUNT, "strategy": _TEXT, "cells": _CELLS, "mixture": _map(_NUMBER)}),
}
