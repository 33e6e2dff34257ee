"""Compute the lower bounds U on expected numbers of rolls from their definition: try every labelling, in fractions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import permutations, product

from dicebingo.model.layout import cells_of
from dicebingo.model.rules import Rules

Labels = dict[int, int]
"""A value for each unmarked cell."""


@dataclass(frozen=True)
class Twin:
    """The cells, lines and dice weights of a game."""

    cells: tuple[int, ...]
    lines: tuple[frozenset[int], ...]
    weights: dict[int, int]

    @classmethod
    def of(cls, rules: Rules) -> Twin:
        lines = tuple(frozenset(cells_of(line & ~rules.layout.free)) for line in rules.layout.lines)
        weights = dict(zip(rules.dice.values, rules.dice.weights, strict=True))
        return cls(cells_of(rules.layout.full & ~rules.layout.free), lines, weights)

    def _wins(self, marked: frozenset[int]) -> bool:
        return any(line <= marked for line in self.lines)

    def _rolls(self, labels: Labels, after: Callable[[int], Fraction]) -> Fraction:
        """Return the right-hand side of the recursion for U if ``labels`` are the values of the cells.

        ``after`` returns U after a cell has been marked.
        """
        best: dict[int, Fraction] = {}
        for cell, value in labels.items():
            best[value] = min(best.get(value, after(cell)), after(cell))
        total = sum(self.weights.values()) + sum(self.weights[value] * rolls for value, rolls in best.items())
        return Fraction(total, sum(self.weights[value] for value in best))

    def relabelled(self, groups: Iterable[tuple[Iterable[int], Iterable[int]]]) -> Fraction:
        """Return U(∅) if the cells of each group may be relabelled with the group's values before every roll."""
        allowed = {cell: sorted(values) for cells, values in groups for cell in cells}

        @cache
        def u(marked: frozenset[int]) -> Fraction:
            if self._wins(marked):
                return Fraction(0)
            unmarked = [cell for cell in self.cells if cell not in marked]
            return min(
                self._rolls(dict(zip(unmarked, labels, strict=True)), lambda cell: u(marked | {cell}))
                for labels in product(*(allowed[cell] for cell in unmarked))
            )

        return u(frozenset())

    def rearranged(self, multiset: Iterable[int]) -> Fraction:
        """Return U(∅, M) if the remaining values may be rearranged before every roll."""

        @cache
        def u(marked: frozenset[int], rest: tuple[int, ...]) -> Fraction:
            if self._wins(marked):
                return Fraction(0)
            unmarked = [cell for cell in self.cells if cell not in marked]
            return min(
                self._rolls(
                    dict(zip(unmarked, labels, strict=True)),
                    lambda cell, labels=labels: u(  # type: ignore[misc]
                        marked | {cell}, _without(rest, labels[unmarked.index(cell)])
                    ),
                )
                for labels in set(permutations(rest))
            )

        return u(frozenset(), tuple(sorted(multiset)))


def _without(values: tuple[int, ...], value: int) -> tuple[int, ...]:
    at = values.index(value)
    return values[:at] + values[at + 1 :]
