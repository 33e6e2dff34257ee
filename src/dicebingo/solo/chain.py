"""The absorbing Markov chain of a policy on one board (paper, section 3).

Once the policy is fixed, the transient and the winning sets of marks form a chain with transition matrix [[Q, R], [0,
I]]. Sets are ordered by their number of marks, so Q is upper triangular, with the probabilities of wasted rolls on its
diagonal. The fundamental matrix N = (I - Q)⁻¹ counts visits: N_ij is the expected number of rolls made in set j if play
starts from set i. The row sums of N are the expected completion times. Both are computed by substitution over the sets,
without inverting I - Q.

All transition probabilities are whole multiples of 1/M (``scale``): the dice's total weight times the least common
denominator of the policy's probabilities. So P(T = k) = a_k / Mᵏ with integers a_k; see ``solo.absorbing``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count, islice
from math import gcd, lcm
from typing import Any, Generic, TypeAlias, cast

from dicebingo.checked import Checked
from dicebingo.errors import InputError, MissingExtra, TooLarge, expect_cells, expect_type, flag, quote, whole_number
from dicebingo.exact import N_co, Number, fraction, mpq, nearest
from dicebingo.model.board import Position, PositionLike, RulesLike, changed_rules
from dicebingo.model.rules import DiceLike, LayoutLike, MarkingLike, TokensLike
from dicebingo.question import question
from dicebingo.solo.absorbing import (
    Matrix,
    Moments,
    Row,
    Survival,
    absorption,
    absorption_steps,
    all_moments,
    dense,
    sparse,
    visits,
)
from dicebingo.solo.mdp import EXACT_LIMIT, INDISTINCT, OptimalPlay, optimal_play
from dicebingo.solo.policy import Counting, Optimal, Policy, PolicyLike, TieBreak, TieBreakLike, as_policy, horizon
from dicebingo.solo.problem import Group
from dicebingo.solo.variance import float_square, optimal_moments

MAX_MATRIX = 2_000
MAX_ROLLS = 10_000
MAX_TERMS, MAX_MOVES = 1 << 24, 1 << 26
"""Limits on computing a quantile. The closed form is used only if the number of transient sets times the number of
different weights on the diagonal of Q is at most MAX_TERMS. Otherwise the chain is followed roll by roll, for at most
MAX_MOVES transitions in total."""

Distribution: TypeAlias = tuple[tuple[Fraction, Fraction], ...]
"""(P(T = k), P(T <= k)) for k = 0, 1, ..."""


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Chain(Checked, Generic[N_co]):
    """The chain of a policy on the sets of marks reached from the start, or on all supersets of the starting marks.

    ``states`` are the transient sets (bit masks), fewest marks first. The starting set is the first of these, unless it
    already contains a line. If the policy counts the rolls, a set appears once for each number of rolls made.
    ``transient[i]`` contains the integer weights M·Q_ij, and ``absorbing[i]`` the weights of the winning sets.

    >>> chain = chain_of("1 2 / 3 4", rules="knuth")
    >>> chain.mean, chain.variance, [chain.pmf(k) for k in (1, 2, 3)]
    (Fraction(11, 2), Fraction(35, 4), [Fraction(0, 1), Fraction(1, 9), Fraction(1, 6)])
    """

    solution: OptimalPlay[N_co]
    policy: Policy
    states: tuple[int, ...]
    transient: tuple[Row, ...]
    absorbing: tuple[Row, ...]
    scale: int

    def q(self) -> list[list[Fraction]]:
        """Return Q, the transition probabilities among the transient sets, as rows of exact numbers."""
        self._check_matrix()
        return self._rows(self.transient, range(len(self.states)))

    def r(self) -> tuple[tuple[int, ...], list[list[Fraction]]]:
        """Return the winning sets that can be reached and R, the transition probabilities into them."""
        self._check_matrix()
        wins = tuple(sorted({win for row in self.absorbing for win in row}))
        return wins, self._rows(self.absorbing, wins)

    def _rows(self, weights: Sequence[Row], columns: Sequence[int]) -> list[list[Fraction]]:
        zero = Fraction(0)
        return [[Fraction(row[j], self.scale) if j in row else zero for j in columns] for row in weights]

    def to_numpy(self, *, exact: bool = False) -> tuple[Matrix, Matrix]:
        """Return Q and R as numpy arrays of float64, or of fractions if ``exact``.

        The columns of R are those of ``r()``.
        """
        self._check_matrix()
        return self._matrices(dense, exact=exact)

    def to_scipy(self, *, exact: bool = False) -> tuple[Matrix, Matrix]:
        """Return Q and R as scipy sparse matrices of float64, or of integer weights over ``scale`` if ``exact``."""
        return self._matrices(sparse, exact=exact)

    def _matrices(self, make: Callable[..., Matrix], *, exact: bool) -> tuple[Matrix, Matrix]:
        wins = sorted({win for row in self.absorbing for win in row})
        exact = flag(exact)
        q = make(self.transient, range(len(self.states)), self.scale, exact=exact)
        return q, make(self.absorbing, wins, self.scale, exact=exact)

    def fundamental(self) -> list[list[Fraction]]:
        """Return N = (I - Q)⁻¹, as rows of exact numbers."""
        self._check_matrix()
        return [list(map(fraction, visits(self.transient, self.scale, i))) for i in range(len(self.states))]

    def visits(self, start: int | None = None) -> list[Fraction]:
        """Return one row of N: the expected number of rolls made in each state, starting from a set of marks.

        If the policy counts the rolls, a set that appears after different numbers of rolls has several rows, and this
        method raises an error. Use ``fundamental`` instead.
        """
        return list(map(fraction, visits(self.transient, self.scale, self._index(start)))) if self.states else []

    def finishes(self) -> dict[int, Fraction]:
        """Return the probability that the game ends with each winning set."""
        if not self.states:
            return {self.solution.position.marked: Fraction(1)}
        return absorption(self.transient, self.absorbing, self.scale)[0]

    def moments(self, start: int | None = None) -> Moments[N_co]:
        """Return the mean and variance of the completion time from a set of marks. A float64 solution gives floats.

        This method raises an error if the set appears after different numbers of rolls. Use ``all_moments`` instead.
        """
        if not self.states:
            return cast("Moments[N_co]", Moments(Fraction(0), Fraction(0)))
        return self.all_moments()[self._index(start)]

    def all_moments(self) -> list[Moments[N_co]]:
        """Return the mean and variance of the completion time from each state."""
        found: list[Any]  # the number type depends on ``exact``, which mypy cannot infer
        if self.solution.exact:
            found = [Moments(fraction(m), fraction(v)) for m, v in all_moments(self.transient, self.scale, mpq(1))]
        else:
            found = [Moments(*pair) for pair in all_moments(self.transient, self.scale, 1.0)]
        return found

    @property
    def mean(self) -> N_co:
        """The expected completion time from the start, which is V if the policy is optimal."""
        return self.moments().mean

    @property
    def variance(self) -> N_co:
        """The variance of the completion time from the start."""
        return self.moments().variance

    def distribution(self, upto: int) -> list[tuple[Fraction, Fraction]]:
        """Return (P(T = k), P(T <= k)) for k = 0, 1, .., upto."""
        upto = whole_number(upto, "a number of rolls from {} to {}", 0, MAX_ROLLS)
        return list(islice(self._distribution(), upto + 1))

    def pmf(self, roll: int) -> Fraction:
        """Return P(T = ``roll``), the probability that the game ends on this roll."""
        return self.distribution(roll)[-1][0]

    def cdf(self, roll: int) -> Fraction:
        """Return P(T <= ``roll``), the probability that the game ends on this roll or earlier."""
        return self.distribution(roll)[-1][1]

    def quantile(self, share: Number | str) -> int:
        """Return the least k with P(T <= k) >= share, for a share of at least 0 and less than 1.

        The closed form of P(T > k) finds k even if it is very large. If the chain is too large for the closed form, it
        is followed roll by roll.
        """
        try:
            wanted = Fraction(share)
        except (TypeError, ValueError, ZeroDivisionError, OverflowError):
            raise InputError(f"expected a share such as 1/2 or 0.9, got {quote(share)}") from None
        if not 0 <= wanted < 1:
            raise InputError(f"expected a share of at least 0 and less than 1, got {wanted}")
        if not wanted or not self.states:
            return 0
        if len(self.states) * len({row.get(i, 0) for i, row in enumerate(self.transient)}) <= MAX_TERMS:
            return Survival(self.transient, self.scale).quantile(wanted)
        most = MAX_MOVES // sum(map(len, self.transient))
        for roll, (_, cdf) in enumerate(islice(self._distribution(), most + 1)):
            if cdf >= wanted:
                return roll
        raise TooLarge(f"the {wanted} quantile is above {most} rolls: P(T <= {most}) is only {nearest(cdf, 6)}")

    def _distribution(self) -> Iterator[tuple[Fraction, Fraction]]:
        """Yield (P(T = k), P(T <= k)) for k = 0, 1, ..."""
        if not self.states:
            yield from ((Fraction(k == 0), Fraction(1)) for k in count())
        cdf = mpq(0)
        yield Fraction(0), Fraction(0)
        finishing = [{None: sum(row.values())} for row in self.absorbing]
        for ends in absorption_steps(self.transient, finishing, self.scale):
            pmf = ends.get(None, mpq(0))  # ``ends`` is empty once every game has ended
            cdf += pmf
            yield fraction(pmf), fraction(cdf)

    def _index(self, state: int | None) -> int:
        """Return the index of the state with the marks ``state``, or of the starting state if ``state`` is None."""
        if state is None:
            return 0
        state = whole_number(state, "a set of marked cells")
        found = [i for i, marked in enumerate(self.states) if marked == state]
        if not found:
            raise InputError(f"expected a transient set of marks of this chain, got {bin(state)}")
        if len(found) > 1:
            raise InputError(
                f"expected marks that belong to one state, got {bin(state)}, which {len(found)} states share"
            )
        return found[0]

    def _check_matrix(self) -> None:
        if len(self.states) > MAX_MATRIX:
            raise TooLarge(f"expected at most {MAX_MATRIX} transient sets for a whole matrix, got {len(self.states)}")

    def __repr__(self) -> str:
        return f"<Chain of {self.solution.position}, {self.policy}: {len(self.states)} transient sets>"


@question
def chain_of(
    position: PositionLike,
    *,
    policy: PolicyLike = "optimal",
    tie_break: TieBreakLike = "smallest",
    rules: RulesLike = None,
    layout: LayoutLike = None,
    dice: DiceLike = None,
    marking: MarkingLike = None,
    tokens: TokensLike = None,
) -> Chain[Fraction]:
    """Return the exact chain of a policy from a position, on the sets of marks that it can reach."""
    solution = optimal_play(position, rules=changed_rules(rules, layout, dice, marking, tokens))
    return make_chain(solution, as_policy(policy, solution.position.rules.layout, tie_break))


def moments(solution: OptimalPlay, policy: Policy) -> Moments:
    """Return the mean and variance of the completion time from the start. A float64 solution gives floats.

    Optimal play needs no chain unless ties are broken at random: one more pass over all sets of marks computes E[T²].
    """
    if solution.by_counts and isinstance(policy, Optimal):
        problem = solution.problem  # a full card leaves no choices
        return Moments(Fraction(solution.expected_rolls), problem.solver.variance(problem.counts()))
    if not isinstance(policy, Optimal) or (solution.exact and policy.tie_break is TieBreak.RANDOM):
        return make_chain(solution, policy).moments()
    if solution.exact:
        return optimal_moments(solution, policy.tie_break)
    mean = float(solution.expected_rolls)
    try:
        from dicebingo.kernels import solo as kernel  # noqa: PLC0415  (exact solutions do not need numba)
    except MissingExtra:
        return Moments(mean, max(0.0, float_square(solution, policy.tie_break) - mean**2))
    rule = {TieBreak.SMALLEST: kernel.SMALLEST, TieBreak.LARGEST: kernel.LARGEST, TieBreak.RANDOM: kernel.RANDOM}
    factor = 1 + INDISTINCT * solution.error_bound
    squares = kernel.second_moments(*solution.float_tables(), rule[policy.tie_break], factor)
    return Moments(mean, max(0.0, float(squares[0]) - mean**2))  # rounding can push a tiny variance below 0


def card_distribution(solution: OptimalPlay, upto: int) -> Iterator[tuple[Fraction, Fraction]]:
    """Return (P(T = k), P(T <= k)) for a full card, for k = 0, 1, .., upto."""
    upto = whole_number(upto, "a number of rolls from {} to {}", 0, MAX_ROLLS)
    problem = solution.problem
    return islice(problem.solver.distribution(problem.counts()), upto + 1)


def check_size(position: Position) -> None:
    """Raise an error if a position has too many unmarked cells for a Markov chain."""
    expect_cells(len(position.unmarked_cells), EXACT_LIMIT, "at most {} unmarked cells for a Markov chain")


def make_chain(solution: OptimalPlay[N_co], policy: Policy, *, every_state: bool = False) -> Chain[N_co]:
    """Return the chain of a policy on the sets it can reach from the start, or on every transient set.

    The transitions are exact for the policy's choices, even if these choices are based on a float64 solution.
    """
    every_state = flag(every_state)
    expect_type(solution, OptimalPlay)
    problem = solution.problem
    policy = as_policy(policy, problem.position.rules.layout)
    check_size(problem.position)
    if problem.wins(0):
        return Chain(solution, policy, (), (), (), problem.total)
    last = horizon(policy)
    if every_state and last:
        raise InputError(f"a chain on all sets of marks needs a policy that does not count the rolls, got {policy}")
    # A state is a set of marks with the number of rolls made, which stays 0 unless the policy counts the rolls.
    moves: dict[tuple[int, int], list[tuple[tuple[int, int], int, Fraction | int]]] = {}
    todo = [(packed, 0) for packed in (problem.transient() if every_state else [0])]
    known = set(todo)
    for packed, made in todo:
        later, wasted = min(made + 1, last), problem.total
        row = moves[packed, made] = []
        for group, choice in policy_moves(solution, policy, packed, made):
            row += [((after, later), group.weight, share) for after, share in choice.items()]
            wasted -= group.weight
        if wasted:
            row.append(((packed, later), wasted, 1))
        found = {state for state, _, _ in row if not problem.wins(state[0])} - known
        known |= found
        todo += found
    order = sorted(moves, key=lambda state: (state[1], state[0].bit_count(), state[0]))
    index = {state: i for i, state in enumerate(order)}
    unit = lcm(*{share.denominator for row in moves.values() for _, _, share in row})
    scale = problem.total * unit
    transient: list[Counter[int]] = [Counter() for _ in order]
    absorbing: list[Counter[int]] = [Counter() for _ in order]
    for i, state in enumerate(order):
        for after, weight, share in moves[state]:
            ways = weight * share.numerator * (unit // share.denominator)
            if after in index:
                transient[i][index[after]] += ways
            else:
                absorbing[i][problem.unpack(after[0])] += ways
    divisor = gcd(scale, *(weight for row in (*transient, *absorbing) for weight in row.values()))
    go, win = (
        tuple({to: weight // divisor for to, weight in row.items() if weight} for row in rows)
        for rows in (transient, absorbing)
    )
    states = tuple(problem.unpack(packed) for packed, _ in order)
    return Chain(solution, policy, states, go, win, scale // divisor)


def policy_moves(
    solution: OptimalPlay, policy: Policy, packed: int, made: int = 0
) -> Iterator[tuple[Group, dict[int, Fraction | int]]]:
    """Yield each group whose value is a useful roll, with the packed sets that may follow and their probabilities.

    ``made`` is the number of rolls made so far, up to the policy's horizon.
    """
    problem = solution.problem
    if isinstance(policy, Counting):
        policy = policy.at(solution, made)
    for group in problem.groups:
        options = problem.options(group, packed)
        if len(options) == 1:
            yield group, {packed | options[0]: 1}
        elif options:
            choice = policy.choose(solution, packed, group.value, options)
            yield group, {packed | option: share for option, share in choice.items()}
