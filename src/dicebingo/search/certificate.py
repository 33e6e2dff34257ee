"""Certificates: what a search proved, in a form that can be checked again.

A certificate claims: of all boards of a space these are the best, with these exact values and orbit sizes, the next one
is worse by this gap, and so many boards were evaluated. The quick check solves the claimed boards again, exactly, and
counts the space and the orbits by other means than the sweep; the full check sweeps again and compares everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from dicebingo import __version__
from dicebingo.errors import InputError
from dicebingo.exact import as_rational, number_json
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.search.orbits import essential_form, orbit_size
from dicebingo.search.search import Found, SearchResult, search
from dicebingo.search.space import Constraints, Space
from dicebingo.solo.mdp import solve

__all__ = ["KIND", "Finding", "certificate", "check_certificate"]

KIND = "dicebingo certificate of a search over all boards"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was checked, and whether it holds."""

    what: str
    holds: bool


def certificate(result: SearchResult) -> dict[str, Any]:
    """Return the certificate of a search, as JSON."""
    rules, constraints = result.space.rules, result.space.constraints
    assert result.best  # a search of no boards is refused
    gap = result.runner_up.expected_rolls - result.best[0].expected_rolls if result.runner_up else None
    return {
        "kind": KIND,
        "version": __version__,
        "rules": {"layout": str(rules.layout), "dice": str(rules.dice), "marking": rules.marking.value},
        "constraints": {
            "values": None if constraints.values is None else list(constraints.values),
            "contains": list(constraints.contains),
            "fixed": [list(pair) for pair in constraints.fixed],
            "distinct": constraints.distinct,
        },
        "total_boards": result.total_boards,
        "evaluated": result.evaluated,
        "relative_error_bound": result.error_bound,
        "best": [found_json(found) for found in result.best],
        "unique": result.unique,
        "runner_up": found_json(result.runner_up) if result.runner_up else None,
        "gap": None if gap is None else number_json(gap),
    }


def found_json(found: Found) -> dict[str, Any]:
    """Return the JSON form of a board that was found."""
    return {
        "board": ["F" if value is None else value for value in found.board.values],
        "expected_rolls": number_json(found.expected_rolls),
        "orbit_size": found.orbit_size,
    }


def check_certificate(
    claim: Any, *, full: bool = False, client: Any = None, progress: Callable[[int], None] | None = None
) -> Iterator[Finding]:
    """Check a certificate and yield each finding; with ``full``, by sweeping again."""
    try:
        space, best, runner_up = _read(claim)
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"expected a certificate of a search, got something else ({error!r})") from None
    yield Finding(f"the space has {claim['total_boards']:,} boards", space.total == claim["total_boards"])
    listed = [*best, runner_up] if runner_up else best
    for found in listed:
        exact = solve(found.board).expected_rolls
        yield Finding(f"{found.board} takes {exact} rolls", exact == found.expected_rolls)
        size = orbit_size(space, found.board)
        yield Finding(f"its orbit has {size} boards", size == found.orbit_size)
    forms = {essential_form(space, found.board) for found in best}
    yield Finding("the best boards are essentially different", len(forms) == len(best))
    values = [found.expected_rolls for found in best]
    yield Finding("the best boards are listed in order", values == sorted(values))
    yield Finding("'unique' agrees with the list", claim["unique"] == (values.count(values[0]) == 1))
    if runner_up:
        gap = runner_up.expected_rolls - values[0]
        yield Finding("the runner-up is worse by the gap", gap > 0 and gap == as_rational(claim["gap"]["exact"]))
        # Beyond this factor float64 values of the sweep cannot have been in the wrong order.
        far = runner_up.expected_rolls > values[0] * (1 + 3 * as_rational(str(claim["relative_error_bound"])))
        yield Finding("the gap is larger than the error bound", bool(far))
    if full:
        again = certificate(search(space, best=len(best), client=client, progress=progress))
        for key in ("total_boards", "evaluated", "relative_error_bound", "unique", "gap"):
            yield Finding(f"a new sweep gives the same {key}", again[key] == claim[key])
        same = [_same(space, a, b) for a, b in zip(again["best"], claim["best"], strict=False)]
        yield Finding("a new sweep gives the same best boards", len(again["best"]) == len(best) and all(same))


def _read(claim: Any) -> tuple[Space, list[Found], Found | None]:
    """Return what a certificate speaks of; anything missing or of the wrong form raises."""
    if claim["kind"] != KIND:
        raise ValueError(claim["kind"])
    rules = Rules.of(claim["rules"]["layout"], claim["rules"]["dice"], claim["rules"]["marking"])
    wanted = claim["constraints"]
    constraints = Constraints(
        None if wanted["values"] is None else tuple(wanted["values"]),
        tuple(wanted["contains"]),
        tuple((int(cell), int(value)) for cell, value in wanted["fixed"]),
        bool(wanted["distinct"]),
    )

    def found(entry: Any) -> Found:
        values = tuple(None if value == "F" else int(value) for value in entry["board"])
        return Found(Board(values, rules), as_rational(entry["expected_rolls"]["exact"]), int(entry["orbit_size"]))

    best = [found(entry) for entry in claim["best"]]
    if not best or not isinstance(claim["total_boards"], int):
        raise ValueError("best, total_boards")
    runner_up = found(claim["runner_up"]) if claim["runner_up"] else None
    return Space.of(rules, constraints), best, runner_up


def _same(space: Space, a: dict[str, Any], b: dict[str, Any]) -> bool:
    rules = space.rules
    boards = [Board(tuple(None if v == "F" else v for v in entry["board"]), rules) for entry in (a, b)]
    same_orbit = essential_form(space, boards[0]) == essential_form(space, boards[1])
    return same_orbit and a["expected_rolls"] == b["expected_rolls"] and a["orbit_size"] == b["orbit_size"]
