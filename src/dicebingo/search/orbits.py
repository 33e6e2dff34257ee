"""Orbits: all boards that symmetries of the layout and swaps of equally likely values make of one board."""

from __future__ import annotations

from itertools import permutations, product

from dicebingo.model.board import Board
from dicebingo.search.space import Space

__all__ = ["classes_form", "essential_form", "orbit", "orbit_size", "swapped_boards"]


def orbit(space: Space, board: Board) -> set[tuple[int | None, ...]]:
    """Return the values of every board in the orbit, one by one: independent of how the sweep counts them."""
    moved = {board.permuted(symmetry).values for symmetry in space.group}
    found = set()
    for images in product(*(permutations(c.values) for c in space.classes)):
        swap: dict[int | None, int | None] = {None: None}
        for c, image in zip(space.classes, images, strict=True):
            swap.update(zip(c.values, image, strict=True))
        found |= {tuple(swap[value] for value in values) for values in moved}
    return found


def orbit_size(space: Space, board: Board) -> int:
    """Return how many boards the orbit has, without listing the swaps: they act freely on the values used.

    The orbit has one essential form per image under the symmetries, and each stands for ∏ m!/(m-k)! boards.
    """
    forms = {classes_form(space, board.permuted(symmetry)) for symmetry in space.group}
    return len(forms) * swapped_boards(space, board)


def swapped_boards(space: Space, board: Board) -> int:
    """Return how many boards swaps of equally likely values make of one."""
    return space.multiplicity(tuple(sum(value in board.values for value in c.values) for c in space.classes))


def essential_form(space: Space, board: Board) -> tuple[tuple[int, int], ...]:
    """Return a form that two boards share exactly when they are in the same orbit."""
    return min(classes_form(space, board.permuted(symmetry)) for symmetry in space.group)


def classes_form(space: Space, board: Board) -> tuple[tuple[int, int], ...]:
    """Return for each cell its block, numbered as blocks first occur, and its class: what swaps leave as it is."""
    class_of = {value: k for k, c in enumerate(space.classes) for value in c.values}
    number: dict[int, int] = {}
    form = []
    for cell in space.cells:
        value = board.values[cell]
        assert value is not None  # only free cells have none
        form.append((number.setdefault(value, len(number)), class_of[value]))
    return tuple(form)
