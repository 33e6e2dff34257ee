"""A reference implementation of solo games, for comparison with dicebingo's.

It is slow and simple, and uses only fractions, sets and dictionaries.

This module imports nothing from dicebingo. Lines are written out by hand, dice are enumerated throw by throw, and every
number is computed from its definition.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, product
from math import prod
from typing import TypeAlias

Cells: TypeAlias = frozenset[int]
Chances: TypeAlias = Mapping[int, Fraction]
Policy: TypeAlias = Callable[[Cells, int, list[Cells]], Mapping[Cells, Fraction]]
"""A function that maps the marked cells, the roll and the possible marks to the probability of each mark."""

NONE: Cells = frozenset()

LINES: dict[str, tuple[tuple[int, ...], ...]] = {
    "1x1:all": ((0,),),
    "1x5:all": (tuple(range(5)),),
    "1x10:all": (tuple(range(10)),),
    "1x12:all": (tuple(range(12)),),
    "5x5:all": (tuple(range(25)),),
    "1x4:##..": ((0, 1),),
    "2x2": ((0, 1), (2, 3), (0, 2), (1, 3), (0, 3), (1, 2)),
    "2x2:rows": ((0, 1), (2, 3)),
    "2x3": ((0, 1, 2), (3, 4, 5), (0, 3), (1, 4), (2, 5)),
    "3x3": ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)),
    "3x3:rows": ((0, 1, 2), (3, 4, 5), (6, 7, 8)),
    "3x3:rows+columns": ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8)),
    "3x3:diagonals": ((0, 4, 8), (2, 4, 6)),
    "3x3:all": ((0, 1, 2, 3, 4, 5, 6, 7, 8),),
    "3x3:corners": ((0, 2, 6, 8),),
    "3x3:.#./###/.#.": ((1, 3, 4, 5, 7),),
    "3x3:free-centre": ((0, 1, 2), (3, 5), (6, 7, 8), (0, 3, 6), (1, 7), (2, 5, 8), (0, 8), (2, 6)),
    "4x4": (
        *((0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11), (12, 13, 14, 15)),
        *((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)),
        *((0, 5, 10, 15), (3, 6, 9, 12)),
    ),
    "5x5": (
        *((0, 1, 2, 3, 4), (5, 6, 7, 8, 9), (10, 11, 12, 13, 14), (15, 16, 17, 18, 19), (20, 21, 22, 23, 24)),
        *((0, 5, 10, 15, 20), (1, 6, 11, 16, 21), (2, 7, 12, 17, 22), (3, 8, 13, 18, 23), (4, 9, 14, 19, 24)),
        *((0, 6, 12, 18, 24), (4, 8, 12, 16, 20)),
    ),
    "5x5:free-centre": (
        *((0, 1, 2, 3, 4), (5, 6, 7, 8, 9), (10, 11, 13, 14), (15, 16, 17, 18, 19), (20, 21, 22, 23, 24)),
        *((0, 5, 10, 15, 20), (1, 6, 11, 16, 21), (2, 7, 17, 22), (3, 8, 13, 18, 23), (4, 9, 14, 19, 24)),
        *((0, 6, 18, 24), (4, 8, 16, 20)),
    ),
    # Shapes that are not full rectangles, with cells numbered along the rows.
    ".#./###/.#.": ((0, 2, 4), (1, 2, 3)),
    "#f#/##.": ((0, 2), (3, 4), (0, 3), (4,)),
}
"""The cells to mark for each line. Free cells (see FREE) are omitted."""

FREE: dict[str, tuple[int, ...]] = {"3x3:free-centre": (4,), "5x5:free-centre": (12,), "#f#/##.": (1,)}
"""Free cells, by layout."""

SIZES: dict[str, int] = {"1x4:##..": 4, "2x3": 6, "3x3:corners": 9, "3x3:.#./###/.#.": 9, "#f#/##.": 5}
"""The numbers of cells of some layouts. In every other layout, the last cell is in a line."""


def size_of(layout: str) -> int:
    return SIZES.get(layout, 1 + max(max(line) for line in LINES[layout]))


def chances_of(throws: Iterable[int]) -> dict[int, Fraction]:
    """Return the distribution of the value of the dice, given a list of equally likely throws."""
    counts = Counter(throws)
    return {value: Fraction(count, counts.total()) for value, count in sorted(counts.items())}


def sums(*sides: int) -> dict[int, Fraction]:
    return chances_of(map(sum, product(*(range(1, n + 1) for n in sides))))


def products(*sides: int) -> dict[int, Fraction]:
    return chances_of(map(prod, product(*(range(1, n + 1) for n in sides))))


def loaded(**weights: int) -> dict[int, Fraction]:
    """Return the distribution of dice given by weights: ``v7=3`` means that the value 7 has the weight 3."""
    total = sum(weights.values())
    return {int(name[1:]): Fraction(weight, total) for name, weight in weights.items()}


DICE: dict[str, dict[int, Fraction]] = {
    "1d6": sums(6),
    "2d6": sums(6, 6),
    "3d6": sums(6, 6, 6),
    "d6+d8": sums(6, 8),
    "d10+d20": sums(10, 20),
    "2d20": sums(20, 20),
    "2{1:1,2:2,3:3}": chances_of(a + b for a in (1, 2, 2, 3, 3, 3) for b in (1, 2, 2, 3, 3, 3)),
    "product(2d6)": products(6, 6),
    "{1:1,2:3,5:2}": loaded(v1=1, v2=3, v5=2),
    "{0:1,3:1000000007}": loaded(v0=1, v3=1000000007),
    "d4+7": chances_of(n + 7 for n in range(1, 5)),
    "5": {5: Fraction(1)},
}
"""The distribution of each kind of dice, keyed by dicebingo's notation."""


@dataclass
class Game:
    """One board under some rules, with methods for all results that the tests compare."""

    lines: list[Cells]
    chances: Chances
    values: tuple[int | None, ...]
    free: Cells = NONE
    marks_all: bool = False
    known: dict[Cells, Fraction] = field(default_factory=dict)

    def won(self, marked: Cells) -> bool:
        return any(line <= marked | self.free for line in self.lines)

    def options(self, marked: Cells, roll: int) -> list[Cells]:
        """Return all possible marks for a roll, in increasing order.

        There are no marks if the roll is wasted or the game is over.
        """
        matching = [c for c, v in enumerate(self.values) if v == roll and c not in marked | self.free]
        if not matching or self.won(marked):
            return []
        return [frozenset(matching)] if self.marks_all else [frozenset([c]) for c in matching]

    def hits(self, marked: Cells) -> list[int]:
        return [v for v in sorted(self.chances) if self.options(marked, v)]

    def p_hit(self, marked: Cells) -> Fraction:
        return sum((self.chances[v] for v in self.hits(marked)), Fraction(0))

    def value(self, marked: Cells) -> Fraction:
        """Return V(S), by the Bellman equation (2) of the paper."""
        if marked not in self.known:
            self.known[marked] = self._bellman(marked)
        return self.known[marked]

    def _bellman(self, marked: Cells) -> Fraction:
        if self.won(marked):
            return Fraction(0)
        rolls = Fraction(1)
        for v in self.hits(marked):
            rolls += self.chances[v] * min(self.value(marked | option) for option in self.options(marked, v))
        return rolls / self.p_hit(marked)

    def best(self, marked: Cells, roll: int) -> list[Cells]:
        """Return all optimal options."""
        options = self.options(marked, roll)
        least = min((self.value(marked | option) for option in options), default=None)
        return [option for option in options if self.value(marked | option) == least]

    def optimal_cells(self, marked: Cells, roll: int) -> tuple[int, ...]:
        return tuple(sorted(cell for option in self.best(marked, roll) for cell in option))

    def all_sets(self, start: Cells = NONE) -> list[Cells]:
        """Return every set of marks that contains the start, most marks first."""
        open_cells = [c for c in range(len(self.values)) if c not in start | self.free]
        sizes = range(len(open_cells), -1, -1)
        return [start | self.free | frozenset(more) for size in sizes for more in combinations(open_cells, size)]

    def transient(self, start: Cells = NONE) -> list[Cells]:
        return [marked for marked in self.all_sets(start) if not self.won(marked)]

    # Policies.

    def tie_break(self, name: str) -> Policy:
        """Return optimal play with a tie-break: smallest, largest or random."""

        def policy(marked: Cells, roll: int, options: list[Cells]) -> Mapping[Cells, Fraction]:
            best = self.best(marked, roll)
            assert set(best) <= set(options)
            if name == "random":
                return {option: Fraction(1, len(best)) for option in best}
            return {best[{"smallest": 0, "largest": -1}[name]]: Fraction(1)}

        return policy

    def step(self, policy: Policy, marked: Cells) -> dict[Cells, Fraction]:
        """Return the distribution of the set of marks after one roll."""
        after: dict[Cells, Fraction] = {}
        for roll, chance in self.chances.items():
            options = self.options(marked, roll)
            choice = policy(marked, roll, options) if len(options) > 1 else dict.fromkeys(options, Fraction(1))
            for option, share in (choice or {NONE: Fraction(1)}).items():
                after[marked | option] = after.get(marked | option, Fraction(0)) + chance * share
        return after

    def expected(self, policy: Policy, marked: Cells, known: dict[Cells, Fraction] | None = None) -> Fraction:
        """Return the expected number of rolls under the policy."""
        known = {} if known is None else known
        if self.won(marked):
            return Fraction(0)
        if marked not in known:
            after = self.step(policy, marked)
            stay = after.pop(marked, Fraction(0))
            rolls = 1 + sum(chance * self.expected(policy, s, known) for s, chance in after.items())
            known[marked] = rolls / (1 - stay)
        return known[marked]

    def pmf(self, policy: Policy, start: Cells, upto: int) -> list[Fraction]:
        """Return P(T = k) for k = 0 to ``upto``, by following the distribution roll by roll."""
        now = {start: Fraction(1)}
        steps: dict[Cells, dict[Cells, Fraction]] = {}
        found = []
        for _ in range(upto + 1):
            found.append(sum((chance for s, chance in now.items() if self.won(s)), Fraction(0)))
            after: dict[Cells, Fraction] = {}
            for s, chance in now.items():
                if not self.won(s):
                    if s not in steps:
                        steps[s] = self.step(policy, s)
                    for t, share in steps[s].items():
                        after[t] = after.get(t, Fraction(0)) + chance * share
            now = after
        return found

    # Explanations of a board

    def ends(
        self, policy: Policy, marked: Cells, known: dict[Cells, dict[Cells, Fraction]] | None = None
    ) -> dict[Cells, Fraction]:
        """Return the probability that each set of marks is the final set."""
        known = {} if known is None else known
        if self.won(marked):
            return {marked | self.free: Fraction(1)}
        if marked not in known:
            after = self.step(policy, marked)
            stay = after.pop(marked, Fraction(0))
            found: dict[Cells, Fraction] = {}
            for s, chance in after.items():
                for end, share in self.ends(policy, s, known).items():
                    found[end] = found.get(end, Fraction(0)) + chance / (1 - stay) * share
            known[marked] = found
        return known[marked]

    def wasted_rolls(self, policy: Policy, marked: Cells, known: dict[Cells, Fraction] | None = None) -> Fraction:
        """Return the expected number of rolls that mark nothing."""
        known = {} if known is None else known
        if self.won(marked):
            return Fraction(0)
        if marked not in known:
            after = self.step(policy, marked)
            stay = after.pop(marked, Fraction(0))
            later = sum((chance * self.wasted_rolls(policy, s, known) for s, chance in after.items()), Fraction(0))
            known[marked] = (stay + later) / (1 - stay)
        return known[marked]

    def line_chances(self, policy: Policy, start: Cells) -> list[Fraction]:
        ends = self.ends(policy, start)
        return [sum((p for end, p in ends.items() if line <= end), Fraction(0)) for line in self.lines]

    def cell_chances(self, policy: Policy, start: Cells) -> list[Fraction]:
        ends = self.ends(policy, start)
        return [sum((p for end, p in ends.items() if c in end), Fraction(0)) for c in range(len(self.values))]


def make_game(layout: str, dice: str, values: Iterable[int | None], *, marks_all: bool = False) -> Game:
    """Return the game for a layout and dice that are given by name."""
    lines = [frozenset(line) for line in LINES[layout]]
    return Game(lines, DICE[dice], tuple(values), frozenset(FREE.get(layout, ())), marks_all)


def uniform(_marked: Cells, _roll: int, options: list[Cells]) -> Mapping[Cells, Fraction]:
    """Mark any matching cell, each with the same probability."""
    return {option: Fraction(1, len(options)) for option in options}


def prefer(*order: int) -> Policy:
    """Mark the first matching cell in a list. Unlisted cells come last, in numerical order."""

    def policy(_marked: Cells, _roll: int, options: list[Cells]) -> Mapping[Cells, Fraction]:
        matching = {cell for option in options for cell in option}
        ranked = [c for c in order if c in matching] + sorted(matching - set(order))
        return {frozenset([ranked[0]]): Fraction(1)}

    return policy


def weighted(*weights: int) -> Policy:
    """Mark a matching cell at random, with probabilities proportional to the weights."""

    def policy(_marked: Cells, _roll: int, options: list[Cells]) -> Mapping[Cells, Fraction]:
        by_option = {option: weights[min(option)] for option in options}
        total = sum(by_option.values())
        return {option: Fraction(weight, total) for option, weight in by_option.items() if weight}

    return policy
