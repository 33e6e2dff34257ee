"""Answers in the shape of their JSON.

A shape is a ``TypedDict``. Each of its keys is the attribute of that name of an answer, converted as the key's type
says: exact numbers with their decimals, boards as lists, words as texts. So the JSON cannot disagree with its type,
from which the server's description and the types of the page are made.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from types import UnionType
from typing import Any, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from dicebingo.answer import Status
from dicebingo.exact import NumberJson, number_json
from dicebingo.json_form import to_json
from dicebingo.matches.outcomes import Outcomes
from dicebingo.model.board import Board, Position
from dicebingo.model.rules import Rules


def shaped(shape: Any, answer: object, **given: object) -> dict[str, Any]:
    """Return an answer in a shape, or a dictionary that holds its parts; what is given takes precedence.

    A key that may be left out is left out where it is None.
    """
    parts = {**answer, **given} if isinstance(answer, dict) else given
    result = {}
    for key, (hint, optional) in _keys(shape).items():
        value = parts[key] if key in parts else getattr(answer, key, None) if optional else getattr(answer, key)
        if not optional or value is not None:
            result[key] = _as(hint, value)
    return result


@cache
def _keys(shape: Any) -> dict[str, tuple[Any, bool]]:
    """Return the type of each key of a shape, and whether it may be left out."""
    hints = get_type_hints(shape, include_extras=True)
    optional = {key for key, hint in hints.items() if get_origin(hint) is NotRequired}
    return {key: (get_args(hint)[0] if key in optional else hint, key in optional) for key, hint in hints.items()}


def _as(hint: Any, value: Any) -> Any:  # noqa: PLR0911  (one for each kind of type)
    """Return a value as JSON of some type."""
    if value is None:
        return None
    if hint is Rules or hasattr(hint, "_json_keys_") or hasattr(hint, "_fields"):
        return to_json(value, hint)
    if isinstance(value, Board):
        free = value.rules.layout.free
        return ["F" if free >> cell & 1 else number for cell, number in enumerate(value.values)]
    if is_typeddict(hint):
        if hint is NumberJson and not isinstance(value, dict):
            return number_json(value)
        if isinstance(value, tuple):
            return shaped(hint, dict(zip(_keys(hint), value, strict=True)))
        return shaped(hint, value, name=value.name or None) if isinstance(value, Rules) else shaped(hint, value)
    origin, parts = get_origin(hint), get_args(hint)
    if isinstance(value, Outcomes):
        value = [{"winners": winners, "probability": share} for winners, share in value.items()]
    if origin is list:
        return [_as(parts[0], item) for item in value]
    if origin is dict:
        return {str(key): _as(parts[1], item) for key, item in value.items()}
    if origin in (Union, UnionType) and type(None) in parts and len(parts) == 2:
        return _as(next(part for part in parts if part is not type(None)), value)
    return hint(value) if hint in (str, int, float, bool) else str(value) if isinstance(value, str) else value


def answer_json(shape: Any, answer: Any) -> dict[str, Any]:
    """Return an answer in a shape, with what answers about a board or a space have in common."""
    given: dict[str, Any] = {}
    if hasattr(answer, "space"):
        certified = answer.status is Status.PROVEN
        given = {"rules": answer.space.rules, "total_boards": answer.space.total, "certified": certified}
        given["universe"] = answer.space.universe
    elif hasattr(answer, "board"):
        given = about(Position(answer.board))
    return shaped(shape, answer, **given)


def about(position: Position) -> dict[str, Any]:
    """Return the parts that an answer about one position begins with."""
    return {"rules": position.rules, "board": position.board, "marked": position.marked_cells}


def about_all(positions: Sequence[Position]) -> dict[str, Any]:
    """Return the parts that an answer about several positions begins with."""
    boards, marked = [p.board for p in positions], [p.marked_cells for p in positions]
    return {"rules": positions[0].rules, "boards": boards, "marked": marked}
