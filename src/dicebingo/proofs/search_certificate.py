"""Certificates: what a search proved, in a form that can be checked again.

A certificate claims: of all boards of a space these are the best, with these exact values and orbit sizes, the next one
is worse by this gap, and so many boards were evaluated. The quick check solves the claimed boards again, exactly, and
counts the space and the orbits by other means than the sweep (formulas, Burnside's lemma); that no other board is
better it cannot know. The full check sweeps again and compares everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from dicebingo import __version__
from dicebingo.errors import InputError
from dicebingo.exact import Rational, decimal, number_json, text
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.searches.all_boards import Found, SearchResult, search_boards
from dicebingo.searches.orbits import count_orbits, essential_form, orbit_size
from dicebingo.searches.space import Constraints, Space
from dicebingo.searches.sweep import error_bound
from dicebingo.solo.mdp import solve

__all__ = ["KIND", "Finding", "certificate", "check_certificate"]

KIND = "dicebingo certificate of a search over all boards"

Entry = tuple[Board, dict[str, Any]]
"""A board that a certificate names, and what it says of it."""


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
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputError(f"expected a certificate of a search, got something else ({error!r})") from None
    yield Finding(f"the space has {space.total:,} boards", space.total == claim["total_boards"])
    different = count_orbits(space)
    yield Finding(f"{different:,} of them are essentially different", different == claim["evaluated"])
    bound = error_bound(space)
    yield Finding(f"the sweep's relative error is at most {bound:.3g}", bound == claim["relative_error_bound"])
    found = []
    for board, entry in [*best, *runner_up]:
        if board not in space:
            yield Finding(f"{board} meets the constraints", False)
            return
        found.append(Found(board, Rational(solve(board).expected_rolls), orbit_size(space, board)))
        true = found_json(found[-1])
        rolls = f"{text(found[-1].expected_rolls)} rolls"
        yield Finding(f"{board} takes {rolls}", true["expected_rolls"] == entry["expected_rolls"])
        yield Finding(f"its orbit has {found[-1].orbit_size:,} boards", true["orbit_size"] == entry["orbit_size"])
    yield from _check_list(space, claim, found[: len(best)], found[len(best) :])
    if full:
        again = certificate(search_boards(space, best=len(best), client=client, progress=progress))
        yield from _check_sweep(claim, again)


def _check_list(space: Space, claim: Any, best: list[Found], runner_up: list[Found]) -> Iterator[Finding]:
    """Check what the certificate says of the best boards together, and of the runner-up, if there is one."""
    forms = {essential_form(space, found.board) for found in best}
    yield Finding("the best boards are essentially different", len(forms) == len(best))
    values = [found.expected_rolls for found in best]
    yield Finding("the best boards are listed in order", values == sorted(values))
    yield Finding("'unique' agrees with the list", claim["unique"] is (values.count(values[0]) == 1))
    next_best = [value for value in values if value > values[0]][:1]
    if not runner_up:
        every_board = sum(found.orbit_size for found in best) == space.total
        yield Finding("there is no runner-up: all boards are best", every_board and not next_best)
        return
    value = runner_up[0].expected_rolls
    yield Finding("the runner-up is the next best of the list", next_best in ([], [value]))
    gap = value - values[0]
    yield Finding(f"it is worse by {decimal(gap):.10g} rolls", gap > 0 and number_json(gap) == claim["gap"])


def _check_sweep(claim: Any, again: dict[str, Any]) -> Iterator[Finding]:
    """Compare a certificate with that of a new sweep; of equally good boards, either may name another one."""
    for key in ("total_boards", "evaluated", "relative_error_bound", "unique", "gap"):
        yield Finding(f"a new sweep gives the same {key}", again[key] == claim[key])
    values, others = ([entry["expected_rolls"] for entry in c["best"]] for c in (again, claim))
    yield Finding("a new sweep gives equally good boards", values == others)


def _read(claim: Any) -> tuple[Space, list[Entry], list[Entry]]:
    """Return what a certificate speaks of, the best boards and the runner-up; what is of the wrong form raises."""
    if claim["kind"] != KIND:
        raise ValueError(claim["kind"])
    rules = Rules.of(claim["rules"]["layout"], claim["rules"]["dice"], claim["rules"]["marking"])
    wanted = claim["constraints"]
    constraints = Constraints(
        None if wanted["values"] is None else tuple(wanted["values"]),
        tuple(wanted["contains"]),
        tuple((cell, value) for cell, value in wanted["fixed"]),
        wanted["distinct"],
    )

    def entry(found: Any) -> Entry:
        values = tuple(None if value == "F" else value for value in found["board"])
        return Board(values, rules), {"expected_rolls": found["expected_rolls"], "orbit_size": found["orbit_size"]}

    best = [entry(found) for found in claim["best"]]
    runner_up = [] if claim["runner_up"] is None else [entry(claim["runner_up"])]
    missing = {"total_boards", "evaluated", "relative_error_bound", "unique", "gap"} - claim.keys()
    if not best or missing:
        raise ValueError(f"without {', '.join(sorted(missing)) or 'boards'}")
    if not isinstance(constraints.distinct, bool):
        raise TypeError(f"distinct: {constraints.distinct!r}")
    return Space.of(rules, constraints), best, runner_up
