"""The Markov decision process of one board, solved by backward induction (paper, section 2).

With H(S) the values that match an unmarked cell, C(S, v) the unmarked cells with value v, and p_hit(S) the sum of
p(v) over H(S), the optimal expected number of rolls is 0 for a set S with a complete line, and otherwise

    V(S) = (1 + Σ_{v ∈ H(S)} p(v) · min_{c ∈ C(S,v)} V(S ∪ {c})) / p_hit(S)              (paper, eq. 2)

Sets are visited from the most marks to the fewest, so every V on the right is known. In integers: let w(v) be the
weights of the dice and W their sum, h(S) = W · p_hit(S), L the least common multiple of all h that can occur, and K
the number of open cells. Each step of the recursion divides by one h(S), and no play has more than K marks, so all
V(S) are whole multiples of 1/D for D = Lᴷ, and

    D·V(S) = (D·W + Σ w(v) · min D·V(S ∪ {c})) / h(S)

is a recursion in integers without a single gcd: equal means equal, and comparing costs next to nothing. Where D would
be too long (dice with large weights), the same recursion runs over the rationals; with ``exact=False`` it runs in
float64, compiled, for boards that are too large for exact arithmetic.

Every board can finish: a layout has a line, and a position has in every unmarked cell a value that the dice give, so
h(S) > 0 for every transient S.

Rounding of the float64 version: all terms are positive, so relative errors do not grow by cancellation, and the
minimum of numbers with relative error e has at most relative error e. One step for d different values multiplies
(1 rounding), adds d + 1 terms (d) and divides (1), each of relative size u = 2⁻⁵³; where weights pass 2⁵³, reading
them and adding up h(S) rounds as well (d + 1 more, at most). With r roundings a step and at most K steps, the relative
error is at most (1 + u)^(Kr) - 1 < 1.01·K·r·u: ``Solution.error_bound``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import lcm
from operator import floordiv, truediv
from typing import Any

from dicebingo.errors import InputError, TooLarge
from dicebingo.exact import Number, Rational, decimal
from dicebingo.model.board import Position, PositionLike, as_position
from dicebingo.model.layout import cells_of
from dicebingo.model.rules import Rules
from dicebingo.solo.problem import Group, Problem

__all__ = ["EXACT_LIMIT", "FLOAT_LIMIT", "Candidate", "Solution", "solve"]

EXACT_LIMIT = 16
"""Open cells that an exact solution may have: 2^16 sets of rationals."""
FLOAT_LIMIT = 25
"""Open cells that a float64 solution may have: 2^25 sets, 256 MiB."""
DENOMINATOR_BITS = 1 << 14
"""Beyond this many bits of a common denominator, reduced fractions are the shorter numbers."""
UNIT_ROUNDOFF = 2.0**-53
INDISTINCT = 2.5
"""Two values whose ratio is within this many error bounds of 1 may be equal: (1+e)/(1-e) < 1 + 2.5e."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One thing a player may mark on a roll: the cells, V after marking them, and the loss against the best."""

    cells: tuple[int, ...]
    expected_rolls: Number
    loss: Number


@dataclass(frozen=True, slots=True, repr=False)
class Solution:
    """The optimal play of a position: V(S) and the optimal cells for every set of marks that can follow.

    Sets of marks are bit masks (bit i is cell i; see ``mask_of`` and ``cells_of``) that contain the marks of the start;
    where one may be left out, the start is meant.

    >>> solution = solve("7 7 7 / 7 7 7 / 7 7 7")
    >>> solution.expected_rolls
    mpq(18,1)
    >>> solution.optimal_cells(7), solution.transient_states
    ((0, 1, 2, 3, 4, 5, 6, 7, 8), 230)
    """

    problem: Problem
    exact: bool
    # The rest follows from these two.
    error_bound: float = field(compare=False)
    _table: Any = field(compare=False)  # D·V(s) by packed set s: a list of integers or rationals, or a float64 array
    _denominator: int = field(compare=False)

    @property
    def position(self) -> Position:
        """The position that was solved."""
        return self.problem.position

    @property
    def expected_rolls(self) -> Number:
        """V of the position: the expected number of rolls left under optimal play."""
        return self._number(self._table[0])

    @property
    def transient_states(self) -> int:
        """How many sets of marks without a complete line can follow, the start included."""
        if self.exact:
            return len(self.problem.transient())
        return int((self._table > 0).sum())  # an array here; V > 0 where no line is complete

    def value(self, marked: int | None = None) -> Number:
        """Return V(S)."""
        return self._number(self._table[self.problem.pack_state(marked)])

    def values(self) -> Mapping[int, Number]:
        """Return V(S) for every transient set S that contains the start's marks."""
        return {self.problem.unpack(s): self._number(self._table[s]) for s in self.problem.transient()}

    def hits(self, marked: int | None = None) -> tuple[int, ...]:
        """Return H(S), the values that match an unmarked cell; none after a bingo."""
        packed = self.problem.pack_state(marked)
        return tuple(group.value for group in self._hit_groups(packed))

    def p_hit(self, marked: int | None = None) -> Rational:
        """Return the probability that a roll is useful."""
        packed = self.problem.pack_state(marked)
        return Rational(sum(group.weight for group in self._hit_groups(packed)), self.problem.total)

    def candidates(self, roll: int, marked: int | None = None) -> tuple[Candidate, ...]:
        """Return everything the player may mark on a roll, best first, smaller cells first among equals."""
        packed = self.problem.pack_state(marked)
        options = [(self._table[packed | option], option) for option in self._options(packed, roll)]
        if not options:
            return ()
        best = min(options)[0]
        return tuple(
            Candidate(self._new_cells(option), self._number(value), self._number(value - best))
            for value, option in sorted(options)
        )

    def optimal_cells(self, roll: int, marked: int | None = None) -> tuple[int, ...]:
        """Return C*(S, v): all cells that are optimal to mark; none if the roll is wasted.

        Where a roll marks all matching cells at once, these are the cells it marks. For a float64 solution they are
        the cells that cannot be told apart from the best within the error bound: a superset of the optimal ones.
        """
        packed = self.problem.pack_state(marked)
        best = self.optimal_among(packed, self._options(packed, roll))
        return tuple(cell for option in best for cell in self._new_cells(option))

    def optimal_among(self, packed: int, options: Sequence[int]) -> list[int]:
        """Return the optimal ones among the options of a packed state (packed sets to add), in the same order."""
        if len(options) < 2:
            return list(options)
        table = self._table
        best = min(table[packed | option] for option in options)
        if not self.exact:
            best *= 1 + INDISTINCT * self.error_bound
            return [option for option in options if table[packed | option] <= best]
        return [option for option in options if table[packed | option] == best]

    def float_tables(self) -> tuple[Any, float, list[float], list[int], bool]:
        """Return what the compiled kernels need: V(s) for all packed sets, and the groups' weights and cells."""
        problem = self.problem
        weights = [float(group.weight) for group in problem.groups]
        return self._table, float(problem.total), weights, [g.mask for g in problem.groups], problem.marks_all

    def _number(self, entry: Any) -> Number:
        if not self.exact:
            return float(entry)
        return Rational(entry, self._denominator) if self._denominator > 1 else Rational(entry)

    def _options(self, packed: int, roll: int) -> tuple[int, ...]:
        if roll not in self.position.rules.dice:
            raise InputError(f"expected a roll of {self.position.rules.dice}, got {roll}")
        return next((self.problem.options(g, packed) for g in self._hit_groups(packed) if g.value == roll), ())

    def _hit_groups(self, packed: int) -> Iterator[Group]:
        if not self.problem.wins(packed):
            yield from (group for group in self.problem.groups if group.mask & ~packed)

    def _new_cells(self, option: int) -> tuple[int, ...]:
        return cells_of(self.problem.unpack(option) & ~self.position.marked)

    def _repr_html_(self) -> str:
        from dicebingo.render.html.notebook import solution_html  # noqa: PLC0415  (upward, only when a notebook shows it)

        return solution_html(self)

    def __repr__(self) -> str:
        """Return what was solved and the answer."""
        kind = "exact" if self.exact else "float64"
        return f"<Solution of {self.position}: {decimal(self.expected_rolls):.6f} rolls, {kind}>"


def solve(position: PositionLike, *, rules: Rules | str | None = None, exact: bool = True) -> Solution:
    """Solve a position: the optimal expected number of rolls and all optimal cells, for every set that can follow.

    The position is given in notation, as a list of values, or as an object; ``rules`` by name or as an object. With
    ``exact=False`` the values are float64 with a proven relative error bound, for boards of up to 25 open cells.

    >>> solve("1 2 / 3 4", rules="knuth").expected_rolls
    mpq(11,2)
    """
    problem = Problem.of(as_position(position, rules))
    limit, kind = (EXACT_LIMIT, "exact") if exact else (FLOAT_LIMIT, "float64")
    if problem.size > limit:
        raise TooLarge(
            f"expected at most {limit} unmarked cells for an {kind} solution, got {problem.size}: "
            f"that would need 2^{problem.size} sets of marks"
            + (f" (float64 goes to {FLOAT_LIMIT})" if exact and problem.size <= FLOAT_LIMIT else "")
        )
    if not exact:
        return _solve_float(problem)
    denominator = _common_denominator(problem)
    if denominator.bit_length() <= DENOMINATOR_BITS:
        return Solution(problem, True, 0.0, _backward_induction(problem, denominator, floordiv), denominator)
    return Solution(problem, True, 0.0, _backward_induction(problem, Rational(1), truediv), 1)


def _common_denominator(problem: Problem) -> int:
    """Return D = Lᴷ, or something as long where D would be too long to use."""
    sums = {0}
    for group in problem.groups:
        sums |= {weight + group.weight for weight in sums}
        if len(sums) > DENOMINATOR_BITS:
            return 1 << DENOMINATOR_BITS
    multiple = 1
    for hits in sums - {0}:
        multiple = lcm(multiple, hits)
        if (multiple.bit_length() - 1) * problem.size >= DENOMINATOR_BITS:
            return 1 << DENOMINATOR_BITS
    return int(multiple**problem.size)


def _backward_induction(problem: Problem, one: Any, divide: Callable[[Any, int], Any]) -> list[Any]:
    """Return D·V(s) for every packed set s, in whichever numbers ``one`` = D belongs to."""
    table = [one * 0] * (1 << problem.size)
    alone = [(g.weight, g.bits[0]) for g in problem.groups if len(g.bits) == 1]
    shared = [g for g in problem.groups if len(g.bits) > 1]
    step = _all_step if problem.marks_all else _one_step
    one_roll = one * problem.total
    for s in problem.transient():
        rolls, hit = one_roll, 0
        for weight, bit in alone:
            if not s & bit:
                rolls += weight * table[s | bit]
                hit += weight
        for group in shared:
            best = step(table, s, group)
            if best is not None:
                rolls += group.weight * best
                hit += group.weight
        table[s] = divide(rolls, hit)
    return table


def _one_step(table: list[Any], s: int, group: Group) -> Any:
    after = [table[s | bit] for bit in group.bits if not s & bit]
    return min(after) if after else None


def _all_step(table: list[Any], s: int, group: Group) -> Any:
    return table[s | group.mask] if group.mask & ~s else None


def _solve_float(problem: Problem) -> Solution:
    from dicebingo.kernels.solo import expected_rolls  # noqa: PLC0415  (numba must not slow an exact start)

    groups = problem.groups
    table = expected_rolls(
        problem.size,
        problem.lines,
        float(problem.total),
        [float(group.weight) for group in groups],
        [group.mask for group in groups],
        problem.marks_all,
    )
    roundings = len(groups) + 2 if problem.total < 1 << 53 else 2 * len(groups) + 3
    error_bound = 1.01 * problem.size * roundings * UNIT_ROUNDOFF
    return Solution(problem, False, error_bound, table, 1)
