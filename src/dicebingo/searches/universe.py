"""The universe of a claim: the boards that "no board", "none" and "the best" refer to.

A claim is about all boards with given rules, or about all of these boards that satisfy some constraints. Every answer
that makes such a claim has a ``Universe``. The universe is described in every sentence that states the claim, and its
data appear in JSON and in certificates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

from dicebingo.model.rules import Rules


@dataclass(frozen=True, slots=True)
class Universe:
    """The boards that a claim is about. ``boards`` is the number of these boards.

    ``values`` are the values that a board may have (None for all values of the dice), and ``contains`` the values that
    it must have. ``fixed`` lists pairs of a cell and its value. ``distinct`` requires different values in all cells,
    and ``distinct_values`` is the required number of different values in cells that belong to lines.
    """

    _json_keys_ = "words boards values contains fixed distinct distinct_values"

    rules: Rules
    boards: int
    values: tuple[int, ...] | None = None
    contains: tuple[int, ...] = ()
    fixed: tuple[tuple[int, int], ...] = ()
    distinct: bool = False
    distinct_values: int | None = None

    @classmethod
    def of_values(cls, rules: Rules, values: tuple[int, ...] | None = None) -> Universe:
        """Return all boards with given rules, or only those with given values."""
        chosen = None if values is None or set(values) == set(rules.dice.values) else values
        return cls(rules, count_boards(rules, len(chosen or rules.dice.values)), chosen)

    @classmethod
    def of_different(cls, rules: Rules, count: int | None) -> Universe:
        """Return all boards with given rules, or those with exactly ``count`` different values in their lines.

        There are C(m, d) · Σ (-1)^j C(d, j) (d - j)^n ways to fill n cells with exactly d of m values.
        """
        if count is None:
            return cls.of_values(rules)
        cells, most = len(rules.layout.open_cells), len(rules.dice.values)
        if rules.is_full_card:
            return cls(rules, comb(most, count) * comb(cells - 1, count - 1), distinct_values=count)
        used = _used(rules)
        ways = sum((-1) ** j * comb(count, j) * (count - j) ** used for j in range(count + 1))
        return cls(rules, comb(most, count) * ways * most ** (cells - used), distinct_values=count)

    @property
    def words(self) -> str:
        """The boards in words, for a sentence under a heading that names the rules.

        >>> Universe.of_values(Rules.of("2x3:rows", "1d6"), (1, 2, 3)).words
        'all 729 boards with values 1 to 3'
        """
        return self._named("")

    def __str__(self) -> str:
        return self._named(f" of {self.rules}")

    def _named(self, rules: str) -> str:
        noun = "card" if self.rules.is_full_card else "board"
        count = f"the only {noun}" if self.boards == 1 else f"all {self.boards:,} {noun}s"
        return f"{count}{rules} with {_listed(kinds)}" if (kinds := self._kinds()) else f"{count}{rules}"

    def _kinds(self) -> list[str]:
        """Return the properties that distinguish these boards from other boards with the same rules."""
        kinds = [f"value{'s' * (len(self.values) != 1)} {values_text(self.values)}"] if self.values is not None else []
        kinds += [f"at least one {value}" for value in self.contains]
        kinds += [f"{value} in cell {cell}" for cell, value in self.fixed]
        kinds += ["no value twice"] if self.distinct else []
        if self.distinct_values is not None:
            in_lines = " in lines" if _used(self.rules) < len(self.rules.layout.open_cells) else ""
            kinds.append(f"exactly {self.distinct_values} different value{'s' * (self.distinct_values != 1)}{in_lines}")
        return kinds


def count_boards(rules: Rules, values: int | None = None) -> int:
    """Return the number of boards if each cell has a choice of ``values`` values (default: all values of the dice).

    All arrangements of the same tokens count as one full card.

    >>> count_boards(Rules.of("1x12:all", "2d6"), 11), count_boards(Rules.of("3x3", "2d6"), 11)
    (646646, 2357947691)
    """
    cells, values = len(rules.layout.open_cells), values or len(rules.dice.values)
    return comb(values + cells - 1, cells) if rules.is_full_card else int(values**cells)


def values_text(values: Sequence[int]) -> str:
    """Describe values in words, writing three or more consecutive values as a range.

    >>> values_text([1, 2, 3]), values_text([2, 3, 6, 7, 8, 10])
    ('1 to 3', '2, 3, 6 to 8 and 10')
    """
    runs: list[list[int]] = []
    for value in values:
        if runs and value == runs[-1][-1] + 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    parts = [[f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run) for run in runs]
    return _listed([text for part in parts for text in part])


def _listed(parts: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))


def _used(rules: Rules) -> int:
    """Return the number of cells in lines, not counting free cells."""
    return sum(rules.layout.cells_in_lines >> cell & 1 for cell in rules.layout.open_cells)
