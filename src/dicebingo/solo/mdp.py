"""The Markov decision process of one board, solved by backward induction (paper, section 2).

Let H(S) be the values that match an unmarked cell, C(S, v) the unmarked cells with value v, and p_hit(S) the sum of
p(v) over H(S). The optimal expected number of rolls is 0 for a set S with a complete line, and otherwise

    V(S) = (1 + Σ_{v ∈ H(S)} p(v) · min_{c ∈ C(S,v)} V(S ∪ {c})) / p_hit(S)              (paper, eq. 2)

Sets are visited from the most marks to the fewest, so every V on the right is known. In integers: let w(v) be the
weights of the dice and W their sum, h(S) = W · p_hit(S), L the least common multiple of all h that can occur, and K
the number of open cells. Each step of the recursion divides by one h(S), and no game has more than K marks, so all
V(S) are whole multiples of 1/D for D = Lᴷ, and

    D·V(S) = (D·W + Σ w(v) · min D·V(S ∪ {c})) / h(S)

is a recursion in integers that needs no gcd. Comparisons are exact and very cheap. If D would be too long (dice with
large weights), the same recursion runs over the rationals. With ``exact=False``, compiled code runs it in float64, for
boards that are too large for exact arithmetic.

On a full card all cells must be marked, so there is no choice to make, and V(S) depends only on how many unmarked cells
have each value. ``dicebingo.cards`` computes V from these counts, for up to 40 cells. Each V is computed when it is
first needed.

Every board can finish: a layout has a line, and every unmarked cell of a position has a value that the dice can roll,
so h(S) > 0 for every transient S.

In the float64 version, all terms are positive, so relative errors do not grow by cancellation, and the minimum of
numbers with relative error e has at most relative error e. One step for d different values multiplies (1 rounding),
adds d + 1 terms (d roundings) and divides (1 rounding). If weights exceed 2⁵³, converting them and adding up h(S) cause
at most d + 1 more roundings. A rounding causes a relative error of at most u = 2⁻⁵³. With r roundings per step and at
most K steps, the relative error is at most (1 + u)^(Kr) - 1 < 1.01·K·r·u, which is ``OptimalPlay.error_bound``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from operator import floordiv, truediv
from typing import Any, Generic, Literal, TypeAlias, TypeVar, overload

from dicebingo.answer import Answer
from dicebingo.cards.card import check_tokens
from dicebingo.checked import Checked
from dicebingo.errors import MissingExtra, TooLarge
from dicebingo.exact import N_co, mpq, nearest, ratio
from dicebingo.json_form import Asked
from dicebingo.model.board import Position, PositionLike, RulesLike, as_position
from dicebingo.model.layout import cells_of
from dicebingo.solo.absorbing import DENOMINATOR_BITS
from dicebingo.solo.problem import Group, Problem

EXACT_LIMIT = 16
"""The maximum number of open cells for an exact solution: 2^16 sets, each with a rational number."""
FLOAT_LIMIT = 25
"""The maximum number of open cells for a float64 solution: 2^25 sets, 256 MiB."""
UNIT_ROUNDOFF = 2.0**-53
INDISTINCT = 2.5
"""Two values may be equal if their ratio exceeds 1 by at most this many error bounds: (1+e)/(1-e) < 1 + 2.5e."""


E = TypeVar("E", int, mpq, float)
Table: TypeAlias = Any
"""D·V(s), indexed by the packed set s: a list of integers or rationals, a ``CardTable``, or a float64 array."""


@dataclass(frozen=True, slots=True)
class Candidate(Checked, Generic[N_co]):
    """One option on a roll: the cells to mark, V after marking them, and the loss compared with the best option.

    With a deadline, ``in_time`` is the largest probability of meeting it after marking these cells.
    """

    _json_keys_ = "cell cells expected_rolls loss in_time"

    cells: tuple[int, ...]
    expected_rolls: N_co
    loss: N_co
    in_time: Asked[Fraction] = None

    @property
    def cell(self) -> int:
        """The cell to mark, or the first cell if all matching cells are marked at once."""
        return self.cells[0]


@dataclass(frozen=True, slots=True, repr=False)
class OptimalPlay(Generic[N_co]):
    """The optimal play of a position: V(S) and the optimal cells for every set of marks that can follow.

    The methods accept a set of marks as a bit mask (bit i is cell i; see ``mask_of`` and ``cells_of``). The set must
    include the starting marks, which are the default.

    >>> play = optimal_play("7 7 7 / 7 7 7 / 7 7 7")
    >>> play.expected_rolls
    Fraction(18, 1)
    >>> play.optimal_cells(7), play.transient_states
    ((0, 1, 2, 3, 4, 5, 6, 7, 8), 230)
    """

    _json_keys_ = "board=position.board expected_rolls"

    problem: Problem
    exact: bool
    # The other fields are computed from the first two.
    error_bound: float = field(compare=False)
    _table: Table = field(compare=False)
    _denominator: int = field(compare=False)

    @property
    def position(self) -> Position:
        """The position that was solved."""
        return self.problem.position

    @property
    def by_counts(self) -> bool:
        """Whether this is a full card that was solved from its token counts."""
        return isinstance(self._table, CardTable)

    @property
    def expected_rolls(self) -> N_co:
        """V of the position: the expected number of rolls left with optimal play."""
        return self._number(self._table[0])

    @property
    def transient_states(self) -> int:
        """The number of sets of marks that can occur without a complete line, including the start."""
        if self.by_counts:
            return len(self._table) - 1
        # A large table in float64 is an array, in which V > 0 if and only if no line is complete.
        return len(self.problem.transient()) if isinstance(self._table, list) else int((self._table > 0).sum())

    def value(self, marked: int | None = None) -> N_co:
        """Return V of the set ``marked``."""
        return self._number(self._table[self.problem.pack_state(marked)])

    @property
    def values(self) -> Mapping[int, N_co]:
        """V(S) for every transient set S that includes the starting marks."""
        if self.problem.size > FLOAT_LIMIT:
            raise TooLarge(f"expected at most {FLOAT_LIMIT} unmarked cells to list all sets, got {self.problem.size}")
        return {self.problem.unpack(s): self._number(self._table[s]) for s in self.problem.transient()}

    def hits(self, marked: int | None = None) -> tuple[int, ...]:
        """Return H(S), the values that match an unmarked cell; after a bingo there are none."""
        return tuple(group.value for group in self._hit_groups(self.problem.pack_state(marked)))

    def p_hit(self, marked: int | None = None) -> Fraction:
        """Return the probability that a roll is useful."""
        hits = self._hit_groups(self.problem.pack_state(marked))
        return Fraction(sum(group.weight for group in hits), self.problem.total)

    def candidates(self, roll: int, marked: int | None = None) -> tuple[Candidate[N_co], ...]:
        """Return every option on a roll, best first. Equally good options are in the order of their smallest cells."""
        packed = self.problem.pack_state(marked)
        options = sorted((self._table[packed | option], option) for option in self._options(packed, roll))
        return tuple(
            Candidate(self._new_cells(option), self._number(value), self._number(value - options[0][0]))
            for value, option in options
        )

    def optimal_cells(self, roll: int, marked: int | None = None) -> tuple[int, ...]:
        """Return C*(S, v), the cells that are optimal to mark; a wasted roll has none.

        If a roll marks all matching cells at once, these are the cells it marks. In float64 they are the cells that
        cannot be distinguished from the best within the error bound: a superset of the optimal cells.
        """
        packed = self.problem.pack_state(marked)
        best = self.optimal_among(packed, self._options(packed, roll))
        return tuple(cell for option in best for cell in self._new_cells(option))

    def optimal_among(self, packed: int, options: Sequence[int]) -> list[int]:
        """Return the options that are optimal in a packed state, in the given order, as packed sets of cells to add."""
        if len(options) < 2 or self.by_counts:
            return list(options)
        table = self._table
        best = min(table[packed | option] for option in options)
        if not self.exact:
            best *= 1 + INDISTINCT * self.error_bound
        return [option for option in options if table[packed | option] <= best]

    def float_tables(self) -> tuple[Table, float, list[float], list[int], bool]:
        """Return the arguments of the compiled kernels: V(s) for all packed sets, and the problem."""
        return self._table, *self.problem.for_kernels()

    def _number(self, entry: Any) -> N_co:
        found: Any = ratio(entry, self._denominator) if self.exact else float(entry)
        return found  # type: ignore[no-any-return]  # the number type follows from ``exact``, which mypy cannot see

    def _options(self, packed: int, roll: int) -> tuple[int, ...]:
        roll = self.position.rules.dice.roll(roll)
        return next((self.problem.options(g, packed) for g in self._hit_groups(packed) if g.value == roll), ())

    def _hit_groups(self, packed: int) -> Iterator[Group]:
        if not self.problem.wins(packed):
            yield from (group for group in self.problem.groups if group.mask & ~packed)

    def _new_cells(self, option: int) -> tuple[int, ...]:
        return cells_of(self.problem.unpack(option) & ~self.position.marked)

    def __repr__(self) -> str:
        kind = "exact" if self.exact else "float64"
        return f"<{type(self).__name__} of {self.position}: {nearest(self.expected_rolls, 6)} rolls, {kind}>"


@dataclass(frozen=True, slots=True)
class CardTable:
    """V of a full card, indexed by packed set and computed on first use."""

    problem: Problem

    def __len__(self) -> int:
        return 1 << self.problem.size

    def __getitem__(self, packed: int) -> Fraction:
        if packed >= len(self):
            raise IndexError(packed)
        return self.problem.solver.expected_rolls(self.problem.counts(packed))


@dataclass(frozen=True, slots=True, repr=False)
class SoloAnswer(Answer):
    """The base class of answers about one position that use its optimal play."""

    solution: OptimalPlay

    @property
    def position(self) -> Position:
        """The position that the answer is about."""
        return self.solution.position


@overload
def optimal_play(
    position: PositionLike, *, rules: RulesLike = ..., exact: Literal[True] = ...
) -> OptimalPlay[Fraction]: ...
@overload
def optimal_play(position: PositionLike, *, rules: RulesLike = ..., exact: Literal[False]) -> OptimalPlay[float]: ...
@overload
def optimal_play(position: PositionLike, *, rules: RulesLike = ..., exact: bool) -> OptimalPlay: ...
def optimal_play(position: PositionLike, *, rules: RulesLike = None, exact: bool = True) -> OptimalPlay:
    """Return the optimal play of a position: V(S) and the optimal cells for every set of marks that can follow.

    With ``exact=False`` the values are float64 with a proven bound on the relative error, for boards of up to 25 open
    cells.

    >>> optimal_play("1 2 / 3 4", rules="knuth").expected_rolls
    Fraction(11, 2)
    """
    problem = Problem.of(as_position(position, rules))
    if exact and problem.is_full_card:
        try:
            return _solve_card(problem)
        except TooLarge:
            if problem.size > EXACT_LIMIT:
                raise
    limit, kind = (EXACT_LIMIT, "an exact") if exact else (FLOAT_LIMIT, "a float64")
    if problem.size > limit:
        raise TooLarge(
            f"expected at most {limit} unmarked cells for {kind} solution, got {problem.size}: "
            f"that would need 2^{problem.size} sets of marks"
            + (f" (float64 goes up to {FLOAT_LIMIT})" if exact and problem.size <= FLOAT_LIMIT else ""),
            "cells",
            most=limit,
            got=problem.size,
        )
    return solve_by_cells(problem) if exact else _solve_float(problem)


def solve_by_cells(problem: Problem) -> OptimalPlay[Fraction]:
    """Solve a problem exactly by backward induction over all sets of marks, even for a full card."""
    denominator = _common_denominator(problem)
    if denominator.bit_length() <= DENOMINATOR_BITS:
        return OptimalPlay(problem, True, 0.0, _backward_induction(problem, denominator, floordiv), denominator)
    return OptimalPlay(problem, True, 0.0, _backward_induction(problem, mpq(1), truediv), 1)


def exact_or_float(position: Position) -> OptimalPlay:
    """Return the optimal play of a position.

    The solution is exact on full cards and on boards of up to 16 open cells, and in float64 on all other boards.
    """
    return optimal_play(position, exact=position.rules.is_full_card or len(position.unmarked_cells) <= EXACT_LIMIT)


def _solve_card(problem: Problem) -> OptimalPlay[Fraction]:
    check_tokens(problem.size)
    table = CardTable(problem)
    table[0]  # this raises an error if the card is too large
    return OptimalPlay(problem, True, 0.0, table, 1)


def _common_denominator(problem: Problem) -> int:
    """Return D = Lᴷ or, if D has too many bits to be used, another number with too many bits."""
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


def _backward_induction(problem: Problem, one: E, divide: Callable[[E, int], E]) -> list[E]:
    """Return D·V(s) for every packed set s; ``one`` is D and determines the type of the numbers."""
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


def _one_step(table: list[E], s: int, group: Group) -> E | None:
    after = [table[s | bit] for bit in group.bits if not s & bit]
    return min(after) if after else None


def _all_step(table: list[E], s: int, group: Group) -> E | None:
    return table[s | group.mask] if group.mask & ~s else None


def _solve_float(problem: Problem) -> OptimalPlay:
    table: Table
    try:
        from dicebingo.kernels.solo import expected_rolls  # noqa: PLC0415  (exact solutions do not need numba)

        table = expected_rolls(problem.size, problem.lines, *problem.for_kernels())
    except MissingExtra:
        if problem.size > EXACT_LIMIT:
            raise
        table = _backward_induction(problem, 1.0, truediv)
    values = len(problem.groups)
    roundings = values + 2 if problem.total < 1 << 53 else 2 * values + 3
    return OptimalPlay(problem, False, 1.01 * problem.size * roundings * UNIT_ROUNDOFF, table, 1)
