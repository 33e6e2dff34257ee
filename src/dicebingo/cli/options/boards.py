"""Boards and positions that a user gives: in notation, or @FILE for the boards of a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from dicebingo.errors import InputError, quote
from dicebingo.model.board import Position
from dicebingo.model.notation import read_lines
from dicebingo.model.rules import Rules


def positions(texts: tuple[str, ...], rules: Rules) -> list[tuple[str, Position]]:
    """Return name (may be empty) and position for each argument; ``@FILE`` stands for the boards of a file."""
    found = []
    for text in texts:
        if not text.startswith("@"):
            found.append(("", Position.parse(text, rules)))
            continue
        from dicebingo.running.files import read_text

        for number, name, board in read_lines(read_text(Path(text[1:]), "file of boards")):
            try:
                found.append((name, Position.parse(board, rules)))
            except InputError as error:
                raise InputError(f"{text[1:]}, line {number}: {error}") from None
    return found


def single_position(text: str, rules: Rules) -> Position:
    """Return the one position that an argument stands for."""
    found = positions((text,), rules)
    if len(found) != 1:
        raise InputError(f"expected one board, got {len(found)} in {quote(text)}")
    return found[0][1]


def named_positions(texts: Sequence[str], rules: Rules) -> tuple[list[str], list[Position]]:
    """Return the names and the positions of players; one without a name is called by its number."""
    found = positions(tuple(texts), rules)
    return [name or f"board {number}" for number, (name, _) in enumerate(found)], [position for _, position in found]
