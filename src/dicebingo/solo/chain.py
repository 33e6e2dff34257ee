"""The absorbing Markov chain of a policy on one board (paper, section 3).

Once the policy is fixed, the transient sets of marks and the winning ones form a chain with transition matrix
[[Q, R], [0, I]]. Sets are ordered by their number of marks, so Q is upper triangular, with the wasted rolls on its
diagonal. The fundamental matrix N = (I - Q)⁻¹ counts visits: N_ij is the expected number of rolls made in set j when
starting from i, and its row sums are the expected times; back-substitution replaces the inversion.

All transition probabilities are whole multiples of 1/M (``scale``): the dice's total weight times the least common
denominator of the policy's probabilities. So P(T = k) = a_k / Mᵏ with integers a_k; see ``solo.absorbing``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, islice
from math import gcd, lcm

from dicebingo.errors import InputError, TooLarge, quote
from dicebingo.exact import Number, Rational, decimal
from dicebingo.model.board import PositionLike
from dicebingo.model.rules import Rules
from dicebingo.solo.absorbing import Moments, Row, absorption, absorption_steps, all_moments, visits
from dicebingo.solo.mdp import EXACT_LIMIT, INDISTINCT, Solution, solve
from dicebingo.solo.policy import Optimal, Policy, PolicyLike, TieBreak, as_policy
from dicebingo.solo.problem import Group, Problem
from dicebingo.solo.variance import optimal_moments

__all__ = ["Chain", "Moments", "chain_of", "check_size", "make_chain", "moments", "policy_moves"]

MAX_MATRIX = 2_000
MAX_ROLLS = 10_000


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Chain:
    """The chain of a policy on the sets of marks that can follow a start, or on all that contain it.

    ``states`` are the transient sets (bit masks), fewest marks first; the start is the first of them unless it has a
    bingo already. ``transient[i]`` holds the integer weights M·Q_ij, ``absorbing[i]`` the weights of the winning sets.

    >>> chain = chain_of("1 2 / 3 4", rules="knuth")
    >>> chain.mean(), chain.variance(), [chain.pmf(k) for k in (1, 2, 3)]
    (mpq(11,2), mpq(35,4), [mpq(0,1), mpq(1,9), mpq(1,6)])
    """

    solution: Solution
    policy: Policy
    states: tuple[int, ...]
    transient: tuple[Row, ...]
    absorbing: tuple[Row, ...]
    scale: int

    def q(self) -> list[list[Rational]]:
        """Return Q, the transition probabilities among the transient sets, as rows of exact numbers."""
        self._check_matrix()
        size = range(len(self.states))
        return [[Rational(row.get(j, 0), self.scale) for j in size] for row in self.transient]

    def r(self) -> tuple[tuple[int, ...], list[list[Rational]]]:
        """Return the winning sets that can be reached and R, the transition probabilities into them."""
        self._check_matrix()
        wins = tuple(sorted({win for row in self.absorbing for win in row}))
        return wins, [[Rational(row.get(win, 0), self.scale) for win in wins] for row in self.absorbing]

    def fundamental(self) -> list[list[Rational]]:
        """Return N = (I - Q)⁻¹, as rows of exact numbers."""
        self._check_matrix()
        return [self.visits(state) for state in self.states]

    def visits(self, start: int | None = None) -> list[Rational]:
        """Return the row of N that belongs to a start: the expected number of rolls made in each state."""
        return visits(self.transient, self.scale, self._index(start)) if self.states else []

    def finishes(self) -> dict[int, Rational]:
        """Return the probability of each winning set to be the one that the game ends with."""
        if not self.states:
            return {self.solution.position.marked: Rational(1)}
        return absorption(self.transient, self.absorbing, self.scale)

    def moments(self, start: int | None = None) -> Moments:
        """Return mean and variance of the completion time; in float64 if the solution is."""
        if not self.states:
            return Moments(Rational(0), Rational(0))
        return self.all_moments()[self._index(start)]

    def all_moments(self) -> list[Moments]:
        """Return mean and variance of the completion time from each state."""
        return all_moments(self.transient, self.scale, Rational(1) if self.solution.exact else 1.0)

    def mean(self) -> Number:
        """Return the expected completion time from the start: V, if the policy is optimal."""
        return self.moments().mean

    def variance(self) -> Number:
        """Return the variance of the completion time from the start."""
        return self.moments().variance

    def distribution(self, upto: int) -> list[tuple[Rational, Rational]]:
        """Return (P(T = k), P(T <= k)) for k = 0, 1, .., upto."""
        if not 0 <= upto <= MAX_ROLLS:
            raise InputError(f"expected a number of rolls from 0 to {MAX_ROLLS}, got {upto}")
        return list(islice(self._distribution(), upto + 1))

    def pmf(self, roll: int) -> Rational:
        """Return P(T = k)."""
        return self.distribution(roll)[-1][0]

    def cdf(self, roll: int) -> Rational:
        """Return P(T <= k)."""
        return self.distribution(roll)[-1][1]

    def quantile(self, share: Rational | str) -> int:
        """Return the least k with P(T <= k) >= share, for an exact share from 0 to 1 (1 excluded)."""
        try:
            share = Rational(share)
        except (TypeError, ValueError, ZeroDivisionError):
            raise InputError(f"expected a share such as 1/2 or 0.9, got {quote(share)}") from None
        if not 0 <= share < 1:
            raise InputError(f"expected a share from 0 to below 1, got {share}")
        for roll, (_, cdf) in enumerate(islice(self._distribution(), MAX_ROLLS + 1)):
            if cdf >= share:
                return roll
        raise TooLarge(f"expected the {share} quantile within {MAX_ROLLS} rolls, got only {decimal(cdf):.6f} by then")

    def _distribution(self) -> Iterator[tuple[Rational, Rational]]:
        """Yield (P(T = k), P(T <= k)) for k = 0, 1, ..."""
        if not self.states:
            yield from ((Rational(k == 0), Rational(1)) for k in count())
        cdf = Rational(0)
        yield cdf, cdf
        finishing = [{None: sum(row.values())} for row in self.absorbing]
        for ends in absorption_steps(self.transient, finishing, self.scale):
            pmf = ends.get(None, Rational(0))  # nothing is left once every game has ended
            cdf += pmf
            yield pmf, cdf

    def _index(self, state: int | None) -> int:
        if state is None:
            return 0
        try:
            return self.states.index(state)
        except ValueError:
            raise InputError(f"expected a transient set of marks of this chain, got {bin(state)}") from None

    def _check_matrix(self) -> None:
        if len(self.states) > MAX_MATRIX:
            raise TooLarge(f"expected at most {MAX_MATRIX} transient sets for a whole matrix, got {len(self.states)}")

    def __repr__(self) -> str:
        """Return what it is a chain of."""
        return f"<Chain of {self.solution.position}, {self.policy}: {len(self.states)} transient sets>"


def chain_of(
    position: PositionLike,
    *,
    rules: Rules | str | None = None,
    policy: PolicyLike = "optimal",
    tie_break: TieBreak | str = TieBreak.SMALLEST,
) -> Chain:
    """Return the exact chain of a policy from a position, on the sets of marks it can reach."""
    solution = solve(position, rules=rules)
    return make_chain(solution, as_policy(policy, solution.position.rules.layout, tie_break))


def moments(solution: Solution, policy: Policy) -> Moments:
    """Return mean and variance of the completion time from the start; in float64 if the solution is.

    Optimal play needs no chain, unless it breaks ties at random: E[T²] comes from one more pass over all sets of marks.
    """
    if not isinstance(policy, Optimal) or (solution.exact and policy.tie_break is TieBreak.RANDOM):
        return make_chain(solution, policy).moments()
    if solution.exact:
        return optimal_moments(solution, policy.tie_break)
    return _float_moments(solution, policy.tie_break)


def _float_moments(solution: Solution, tie_break: TieBreak) -> Moments:
    from dicebingo.kernels import solo as kernel  # noqa: PLC0415  (numba must not slow an exact start)

    squares = kernel.second_moments(
        *solution.float_tables(),
        {TieBreak.SMALLEST: kernel.SMALLEST, TieBreak.LARGEST: kernel.LARGEST, TieBreak.RANDOM: kernel.RANDOM}[
            tie_break
        ],
        1 + INDISTINCT * solution.error_bound,
    )
    mean = float(solution.expected_rolls)
    return Moments(mean, max(0.0, float(squares[0]) - mean**2))  # rounding may take a tiny variance below 0


def check_size(problem: Problem) -> None:
    """Raise if a chain of the problem would be too large: before anything is solved for it."""
    if problem.size > EXACT_LIMIT:
        raise TooLarge(f"expected at most {EXACT_LIMIT} unmarked cells for a Markov chain, got {problem.size}")


def make_chain(solution: Solution, policy: Policy, *, every_state: bool = False) -> Chain:
    """Return the chain of a policy: on the sets it can reach from the start, or on every transient set.

    Its transitions are exact for the choices the policy makes, also where a float64 solution made them.
    """
    problem = solution.problem
    check_size(problem)
    if problem.wins(0):
        return Chain(solution, policy, (), (), (), problem.total)
    moves: dict[int, list[tuple[int, Rational]]] = {}
    todo = list(problem.transient()) if every_state else [0]
    known = set(todo)
    for packed in todo:
        moves[packed] = [
            (after, group.weight * share)
            for group, choice in policy_moves(solution, policy, packed)
            for after, share in choice.items()
        ]
        for after, _ in moves[packed]:
            if after not in known and not problem.wins(after):
                known.add(after)
                todo.append(after)
    order = sorted(moves, key=lambda packed: (packed.bit_count(), packed))
    index = {packed: i for i, packed in enumerate(order)}
    unit = lcm(*(weight.denominator for packed in order for _, weight in moves[packed]), 1)
    scale = problem.total * int(unit)
    transient, absorbing = [], []
    for packed in order:
        stay = scale
        go: dict[int, int] = {}
        win: dict[int, int] = {}
        for after, weight in moves[packed]:
            whole = int(weight * unit)
            stay -= whole
            if after in index:
                go[index[after]] = go.get(index[after], 0) + whole
            else:
                marked = problem.unpack(after)
                win[marked] = win.get(marked, 0) + whole
        if stay:
            go[index[packed]] = stay
        transient.append(go)
        absorbing.append(win)
    divisor = gcd(scale, *(weight for row in (*transient, *absorbing) for weight in row.values()))
    return Chain(
        solution,
        policy,
        tuple(problem.unpack(packed) for packed in order),
        tuple({j: weight // divisor for j, weight in row.items()} for row in transient),
        tuple({win: weight // divisor for win, weight in row.items()} for row in absorbing),
        scale // divisor,
    )


def policy_moves(solution: Solution, policy: Policy, packed: int) -> Iterator[tuple[Group, dict[int, Rational]]]:
    """Yield each group whose value is a useful roll, with the packed states that follow and their probabilities."""
    problem = solution.problem
    for group in problem.groups:
        options = problem.options(group, packed)
        if len(options) == 1:
            yield group, {packed | options[0]: Rational(1)}
        elif options:
            choice = policy.choose(solution, packed, group.value, options)
            yield group, {packed | option: share for option, share in choice.items()}
