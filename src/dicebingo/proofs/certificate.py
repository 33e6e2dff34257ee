"""Certificates of searches over all boards and of proofs by branch and bound, as JSON: how they are written and read.

What they claim, and what of it can be checked, is in ``proofs.verify``. What they count depends on how the program
works, so a certificate names its version, and is read by the same version only. Other keys than ours are ignored.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from reprlib import repr as short
from typing import Any, TypeAlias

from dicebingo import __version__
from dicebingo.errors import InputError
from dicebingo.exact import number_json
from dicebingo.json_form import to_json
from dicebingo.model.rules import Rules
from dicebingo.proofs.proof import Proof
from dicebingo.running.files import FilePath, read_json, write_bytes
from dicebingo.searches.all_boards import SearchResult
from dicebingo.searches.space import Constraints, Found, Space

SEARCH_KIND = "dicebingo certificate of a search over all boards"
PROOF_KIND = "dicebingo certificate of a proof by branch and bound"
REPLY_KIND = "dicebingo certificate of a best reply"

CertificateLike: TypeAlias = Mapping[str, Any] | str | FilePath
"""A certificate, or the path of a file that holds one."""

# A shape is a type; a tuple, of what may be there instead and a shape; an object with a shape for each key; or a list
# with the shape of its items, or with one for each of them. An ``object`` is only compared, and may be anything.
_RULES = {"layout": str, "dice": str, "marking": str}
_BOARD = [("F", int)]
_FOUND = {"board": _BOARD, "expected_rolls": object, "orbit_size": object}
_CASE = {"distinct": int, "multisets": int, "excluded": int, "bounds": int}
_RECORD = {"closed": int, "bounds": int, "sha256": str}
_SHAPES: dict[str, dict[str, Any]] = {
    SEARCH_KIND: {
        "rules": _RULES,
        "constraints": {"values": (None, [int]), "contains": [int], "fixed": [[int, int]], "distinct": bool},
        "total_boards": object,
        "evaluated": object,
        "relative_error_bound": object,
        "best": [_FOUND],
        "unique": object,
        "runner_up": (None, _FOUND),
        "gap": object,
    },
    PROOF_KIND: {
        "rules": _RULES,
        "distinct": (None, int),
        "total_boards": object,
        "lemma": bool,
        "complete": object,
        "board": _BOARD,
        "expected_rolls": object,
        "best": [_BOARD],
        "unique": object,
        "states": object,
        "bounds": object,
        "cases": [_CASE],
    },
    REPLY_KIND: {
        "rules": _RULES,
        "values": [int],
        "total_boards": object,
        "tie_break": str,
        "notion": str,
        "boards": [_BOARD],
        "weights": [[str]],
        "target": str,
        "ends": [{"board": _BOARD, "margin": object}],
        "interval": (
            None,
            {"board": _BOARD, "low": object, "high": object, "below": (None, _BOARD), "above": (None, _BOARD)},
        ),
        "multisets": object,
        "followed": object,
        "orbits": object,
        "left": object,
        "left_boards": [_BOARD],
    },
}
_NAMES = {
    str: "a text",
    bool: "true or false",
    int: "a whole number",
    dict: "an object",
    list: "a list",
    object: "a value",
}
_ABSENT = object()


def search_certificate(result: SearchResult) -> dict[str, Any]:
    """Return the certificate of a search, as JSON."""
    constraints, runner_up = result.space.constraints, result.runner_up
    return {
        **head(SEARCH_KIND, result.space.rules),
        "constraints": {
            "values": None if constraints.values is None else list(constraints.values),
            "contains": list(constraints.contains),
            "fixed": [list(pair) for pair in constraints.fixed],
            "distinct": constraints.distinct,
        },
        "total_boards": result.total_boards,
        "evaluated": result.evaluated,
        "relative_error_bound": result.error_bound,
        "best": [_entry(found) for found in result.best],
        "unique": result.unique,
        "runner_up": _entry(runner_up) if runner_up else None,
        "gap": None if result.gap is None else number_json(result.gap),
    }


def proof_certificate(proof: Proof) -> dict[str, Any]:
    """Return the certificate of a complete proof, as JSON."""
    return {
        **head(PROOF_KIND, proof.rules),
        "distinct": proof.distinct_values,
        "total_boards": proof.universe.boards,
        "lemma": proof.lemma,
        "complete": proof.complete,
        "board": to_json(proof.upper),
        **({} if proof.start is None else {"start": to_json(proof.start)}),
        **({} if proof.record is None else {"record": asdict(proof.record)}),
        "expected_rolls": number_json(proof.value),
        "best": [to_json(board) for board in proof.best],
        "unique": proof.unique,
        "states": proof.states,
        "bounds": proof.bounds,
        "cases": [
            {"distinct": c.distinct_values, "multisets": c.multisets, "excluded": c.excluded, "bounds": c.bounds}
            for c in proof.cases
        ],
    }


def head(kind: str, rules: Rules) -> dict[str, Any]:
    """Return what every certificate begins with."""
    named = {"layout": str(rules.layout), "dice": str(rules.dice), "marking": rules.marking.value}
    return {"kind": kind, "version": __version__, "rules": named}


def _entry(found: Found) -> dict[str, Any]:
    """Return what a certificate says of a board that was found."""
    value, size = number_json(found.expected_rolls), found.orbit_size
    return {"board": to_json(found.board), "expected_rolls": value, "orbit_size": size}


def write_certificate(path: FilePath, claim: Mapping[str, Any]) -> None:
    """Write a certificate to a file."""
    write_bytes(path, json.dumps(claim, indent=1).encode() + b"\n")


def read_certificate(certificate: CertificateLike) -> Mapping[str, Any]:
    """Return a certificate of this version, each part of it of the right form."""
    claim = read_json(FilePath(certificate)) if isinstance(certificate, str | FilePath) else certificate
    kind = claim.get("kind") if isinstance(claim, Mapping) else None
    if not isinstance(kind, str) or kind not in _SHAPES:
        raise InputError("expected a certificate of a search, a proof or a reply, got something else")
    if claim.get("version") != __version__:
        other = f"of version {short(claim['version'])}" if "version" in claim else "without a version"
        raise InputError(f"expected a certificate of version {__version__}, got one {other}; please make a new one")
    _expect(claim, _SHAPES[kind])
    for key, shape in {"start": _BOARD, "record": _RECORD}.items():
        if key in claim:
            _expect(claim[key], shape, key)
    return claim


def _expect(value: Any, shape: Any, where: str = "") -> None:
    """Raise unless a part of a certificate has a shape."""
    *instead, shape = shape if isinstance(shape, tuple) else (shape,)
    if any(value is other or (isinstance(value, str) and value == other) for other in instead):
        return
    kind = shape if isinstance(shape, type) else type(shape)
    fits = isinstance(value, Mapping) if kind is dict else kind is object or type(value) is kind
    if kind is int and fits:
        fits = 0 <= value < 1 << 63
    if not fits or value is _ABSENT or (kind is list and len(shape) not in (1, len(value))):
        got = "nothing" if value is _ABSENT else short(value)
        raise InputError(f"expected {_NAMES[kind]} as {where} of a certificate, got {got}")
    if kind is dict:
        for key, part in shape.items():
            _expect(value.get(key, _ABSENT), part, f"{where}.{key}".lstrip("."))
    elif kind is list:
        for i, item in enumerate(value):
            _expect(item, shape[i % len(shape)], f"{where}[{i}]")


def rules_of(claim: Mapping[str, Any]) -> Rules:
    """Return the rules of a certificate."""
    rules = claim["rules"]
    return Rules.of(rules["layout"], rules["dice"], rules["marking"])


def space_of(claim: Mapping[str, Any]) -> Space:
    """Return the space of the certificate of a search."""
    wanted = claim["constraints"]
    values = None if wanted["values"] is None else tuple(wanted["values"])
    fixed = tuple((cell, value) for cell, value in wanted["fixed"])
    constraints = Constraints(values, tuple(wanted["contains"]), fixed, wanted["distinct"])
    return Space.of(rules_of(claim), constraints)
