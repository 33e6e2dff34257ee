"""Answers as JSON objects: the same on the command line (``--json``) and from the server.

Keys are the words of the project; an exact number is ``{"exact": "11/2", "decimal": 5.5}``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dicebingo.exact import Rational, number_json, root_json
from dicebingo.model.board import Position
from dicebingo.model.layout import cells_of
from dicebingo.model.rules import Rules
from dicebingo.model.symmetry import symmetries
from dicebingo.model.variants import VARIANTS
from dicebingo.solo.mdp import Candidate, Solution
from dicebingo.solo.policy import TieBreak
from dicebingo.solo.report import Report
from dicebingo.solo.why import Change

if TYPE_CHECKING:  # what only some answers need must not slow the others
    from dicebingo.matches.match import Match, Ranges
    from dicebingo.matches.ranges import Range
    from dicebingo.matches.verdict import Verdict
    from dicebingo.matches.witness import Witness
    from dicebingo.searches.ranking import Rank

__all__ = [
    "advise_json",
    "candidates_json",
    "changes_json",
    "match_head_json",
    "match_json",
    "percentile_json",
    "position_json",
    "rank_json",
    "rules_json",
    "rules_list_json",
    "solve_json",
]


def rules_json(rules: Rules) -> dict[str, Any]:
    """Return the JSON form of rules."""
    return {
        "name": rules.name or None,
        "layout": str(rules.layout),
        "dice": str(rules.dice),
        "marking": rules.marking.value,
    }


def rules_list_json() -> dict[str, Any]:
    """Return the named rules."""
    return {
        "rules": [
            {
                **rules_json(variant.rules),
                "aliases": list(variant.aliases),
                "about": variant.about,
                "lines": len(variant.rules.layout.lines),
                "symmetries": symmetries(variant.rules.layout).order,
            }
            for variant in VARIANTS
        ]
    }


def position_json(position: Position) -> dict[str, Any]:
    """Return the JSON form of a position: values (null: irrelevant, "F": free) and marked cells."""
    free = position.rules.layout.free
    values = [("F" if free >> cell & 1 else value) for cell, value in enumerate(position.board.values)]
    return {"board": values, "marked": list(position.marked_cells)}


def _head(position: Position) -> dict[str, Any]:
    return {"rules": rules_json(position.rules), **position_json(position)}


def solve_json(found: Report) -> dict[str, Any]:
    """Return a report on one position."""
    solution = found.solution
    result = {
        **_head(solution.position),
        "policy": str(found.policy),
        "tie_break": found.tie_break.value,
        "expected_rolls": number_json(found.moments.mean),
        "variance": number_json(found.moments.variance),
        "standard_deviation": root_json(found.moments.variance),
        "loss": number_json(found.moments.mean - solution.expected_rolls),
        "p_hit": number_json(solution.p_hit()),
        "optimal_cells": {str(roll): list(solution.optimal_cells(roll)) for roll in solution.hits()},
        "rolls_left": {str(roll): number_json(solution.candidates(roll)[0].expected_rolls) for roll in solution.hits()},
        "transient_states": solution.transient_states,
        "exact": solution.exact,
    }
    if not solution.exact:
        result["relative_error_bound"] = solution.error_bound
    if found.distribution is not None:
        result["distribution"] = [
            {"roll": k, "pmf": number_json(pmf), "cdf": number_json(cdf)}
            for k, (pmf, cdf) in enumerate(found.distribution)
        ]
    if found.why is not None:
        lines = zip(solution.position.rules.layout.lines, found.why.lines, strict=True)
        result["why"] = {
            "lines": [{"cells": list(cells_of(line)), "probability": number_json(p)} for line, p in lines],
            "cells": [number_json(p) for p in found.why.cells],
            "wasted": number_json(found.why.wasted),
            "changes": changes_json(found.changes),
        }
    return result


def changes_json(changes: Sequence[Change]) -> list[dict[str, Any]]:
    """Return changes of one cell, each with what it gains."""
    return [
        {
            "cell": change.cell,
            "value": change.value,
            "expected_rolls": number_json(change.expected_rolls),
            "gain": number_json(change.gain),
        }
        for change in changes
    ]


def advise_json(solution: Solution, roll: int) -> dict[str, Any]:
    """Return what a roll may mark at the start of a solution."""
    return {
        **_head(solution.position),
        "roll": roll,
        "exact": solution.exact,
        "candidates": candidates_json(solution.candidates(roll)),
    }


def candidates_json(candidates: Sequence[Candidate]) -> list[dict[str, Any]]:
    """Return what a roll may mark, best first."""
    return [
        {
            "cell": candidate.cells[0],
            "cells": list(candidate.cells),
            "expected_rolls": number_json(candidate.expected_rolls),
            "loss": number_json(candidate.loss),
        }
        for candidate in candidates
    ]


def rank_json(position: Position, found: Rank) -> dict[str, Any]:
    """Return where a board stands among all."""
    from dicebingo.proofs.search_certificate import found_json  # noqa: PLC0415  (see above)

    return {
        **_head(position),
        "expected_rolls": number_json(found.expected_rolls),
        "better": found.better,
        "equal": found.equal,
        "worse": found.worse,
        "total": found.total,
        "percentile": number_json(found.percentile),
        "nearest": [found_json(other) for other in found.nearest],
    }


def percentile_json(position: Position, percentile: float) -> dict[str, Any]:
    """Return about how many per cent of all boards are worse."""
    return {**position_json(position), "percentile": number_json(percentile), "approximate": True}


def match_head_json(rules: Rules, names: Sequence[str], players: Sequence[Position], tie: TieBreak) -> dict[str, Any]:
    """Return what a match is of, before it is played or simulated."""
    shown = [position_json(position) for position in players]
    return {
        "rules": rules_json(rules),
        "names": list(names),
        "boards": [position["board"] for position in shown],
        "marked": [position["marked"] for position in shown],
        "tie_break": tie.value,
    }


def match_json(result: Match, judged: Verdict | None, ranges: Ranges | None, upto: int | None) -> dict[str, Any]:
    """Return what came out of a match."""
    answer: dict[str, Any] = {
        "policies": [str(strategy.policy) for strategy in result.strategies],
        "outcomes": [
            {"winners": list(winners), "probability": number_json(probability)}
            for winners, probability in result.outcomes()
        ],
        "shares": [number_json(share) for share in result.shares()],
        "expected_rolls": [number_json(mean) for mean in result.expected_rolls()],
        "expected_length": number_json(result.chain.expected_rolls()),
        "verdict": _verdict_json(judged) if judged else None,
        "joint_states": result.joint_states,
    }
    if ranges:
        answer["range"] = {name: _range_json(getattr(ranges, name)) for name in ("first", "second", "margin")}
    if upto is not None:
        answer["distribution"] = _distribution_json(result, upto)
    return answer


def _range_json(found: Range) -> dict[str, Any]:
    return {"low": number_json(found.low), "high": number_json(found.high), "kind": "bound"}


def _verdict_json(judged: Verdict) -> dict[str, Any]:
    return {
        "favoured": judged.favoured,
        "kind": judged.kind.value,
        "margin": number_json(judged.margin),
        "bounds": _range_json(judged.bounds) if judged.bounds else None,
        "witnesses": [_witness_json(witness) for witness in judged.witnesses],
    }


def _witness_json(witness: Witness) -> dict[str, Any]:
    """Return the tie-breaks by name, or case by case where a table is needed."""
    from dicebingo.matches.witness import TieTable  # noqa: PLC0415  (see above)

    ties: list[Any] = []
    for tie, cases in zip(witness.tie_breaks, witness.cases(), strict=True):
        if isinstance(tie, TieTable):
            ties.append([{"marked": list(marked), "roll": roll, "cell": cell} for marked, roll, cell in cases])
        else:
            ties.append(tie.tie_break.value)
    return {"tie_breaks": ties, "margin": number_json(witness.margin)}


def _distribution_json(result: Match, upto: int) -> list[dict[str, Any]]:
    solo = [chain.distribution(upto) for chain in result.solo()]
    return [
        {
            "roll": roll,
            "joint": [
                {
                    "winners": list(cells_of(won)),
                    "pmf": number_json(pmf.get(won, Rational(0))),
                    "cdf": number_json(share),
                }
                for won, share in sorted(cdf.items())
            ],
            "solo": [{"pmf": number_json(d[roll][0]), "cdf": number_json(d[roll][1])} for d in solo],
        }
        for roll, (pmf, cdf) in enumerate(zip(result.distribution(upto), result.cdf(upto), strict=True))
    ]
