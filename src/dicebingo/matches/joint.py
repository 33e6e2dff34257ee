"""The joint Markov chain of two or more players on shared rolls (paper, sections 4.1 to 4.3).

A joint state has one set of marks per player. Each roll moves all players at once. The game ends on the first roll that
completes a line for any player, and the outcome is the set of players who finish on this roll. Only joint states that
can be reached are listed, ordered by their total number of marks. Every roll that changes the joint state leads to a
later one, so one pass of substitution solves the chain, and the paper's matrix Q is upper triangular.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, chain, count, islice, product, repeat
from math import prod
from operator import getitem
from typing import Annotated, TypeAlias

from dicebingo.errors import InputError, TooLarge, flag, whole_number
from dicebingo.exact import Exact, fraction, mpq
from dicebingo.matches.outcomes import Outcomes, Winners
from dicebingo.matches.strategy import WON, Strategy
from dicebingo.model.layout import cells_of, mask_of
from dicebingo.question import Doc
from dicebingo.running.run import Run, each
from dicebingo.solo.absorbing import Matrix, Row, absorption, absorption_steps, dense, sparse
from dicebingo.solo.chain import MAX_MATRIX

MAX_JOINT_STATES = 400_000
MaxStates: TypeAlias = Annotated[int, Doc("The largest number of joint states to compute exactly.", "N", 1)]
JOINT_STATES = "a maximum number of joint states of at least {}"
MAX_ROLLS = 10_000

State = tuple[int, ...]
Choice = tuple[tuple[State, int], ...]
"""The joint states that may follow a roll, with integer weights."""


@dataclass(frozen=True, slots=True)
class LinearSystem:
    """The system (I - Q) x = b of the paper: Q as sparse rows, and one right-hand side b for each set of winners."""

    q: tuple[dict[int, Fraction], ...]
    b: dict[Winners, tuple[Fraction, ...]]

    def solve(self, winners: Winners) -> list[Fraction]:
        """Return x by back-substitution: the probability, from each joint state, that exactly ``winners`` win."""
        b = self.b[winners]
        x = [mpq(0)] * len(b)
        for i in range(len(b) - 1, -1, -1):
            later = sum((share * x[j] for j, share in self.q[i].items() if j != i), mpq(0))
            x[i] = (b[i] + later) / (1 - self.q[i].get(i, Fraction(0)))
        return list(map(fraction, x))


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class JointChain:
    """The joint chain of several strategies.

    ``states`` lists the reachable transient joint states. Each joint state is a tuple of the players' own state
    numbers. The list is empty if a player has won at the start. ``transient`` and ``absorbing`` contain integer weights
    over ``scale``, with sets of winners as bit masks.
    """

    strategies: tuple[Strategy, ...]
    states: tuple[State, ...]
    transient: tuple[Row, ...]
    absorbing: tuple[Row, ...]
    scale: int

    @property
    def joint_states(self) -> int:
        """The number of transient joint states that can be reached."""
        return len(self.states)

    @property
    def outcomes(self) -> Outcomes[Fraction]:
        """The probability of each possible set of winners. With two players, all three sets are listed."""
        return self.solve()[0]

    @property
    def expected_length(self) -> Fraction:
        """The expected number of rolls until the first player finishes."""
        return self.solve()[1]

    def solve(self, run: Run | None = None) -> tuple[Outcomes[Fraction], Fraction]:
        """Return the outcomes and the expected length. One pass computes both."""
        if not self.states:
            return _listed(self._at_once(), self._possible(), len(self.strategies)), Fraction(0)
        ends, length = absorption(self.transient, self.absorbing, self.scale, run)
        return _listed(ends, self._possible(), len(self.strategies)), length

    def distribution(self, upto: int) -> list[Outcomes[Fraction]]:
        """Return the probability that the game ends on roll k, by set of winners, for k = 0, 1, .., upto."""
        upto = check_rolls(upto)
        possible = self._possible()
        steps = absorption_steps(self.transient, self.absorbing, self.scale) if self.states else repeat({})
        ends: Iterator[Mapping[int, Exact]] = islice(chain([self._at_once()], steps), upto + 1)
        return [_listed(row, possible, len(self.strategies)) for row in ends]

    def cdf(self, upto: int) -> list[Outcomes[Fraction]]:
        """Return the probability that the game has ended by roll k, by set of winners, for k = 0, 1, .., upto."""
        return list(
            accumulate(self.distribution(upto), lambda a, b: Outcomes({won: a[won] + b[won] for won in b}, b.players))
        )

    def to_scipy(self, *, exact: bool = False) -> tuple[Matrix, Matrix]:
        """Return Q and R as scipy sparse matrices of float64, or of integer weights over ``scale`` if ``exact``.

        The columns of R are the sets of winners that ``outcomes`` lists, in the same order.
        """
        return self._matrices(sparse, exact=exact)

    def to_numpy(self, *, exact: bool = False) -> tuple[Matrix, Matrix]:
        """Return Q and R as numpy arrays of float64, or of fractions if ``exact``."""
        if len(self.states) > MAX_MATRIX:
            raise TooLarge(f"expected at most {MAX_MATRIX} joint states for a whole matrix, got {len(self.states)}")
        return self._matrices(dense, exact=exact)

    def _matrices(self, make: Callable[..., Matrix], *, exact: bool) -> tuple[Matrix, Matrix]:
        ends = [mask_of(winners) for winners in _listed({}, self._possible(), len(self.strategies))]
        exact = flag(exact)
        q = make(self.transient, range(len(self.states)), self.scale, exact=exact)
        return q, make(self.absorbing, ends, self.scale, exact=exact)

    def linear_system(self) -> LinearSystem:
        """Return the linear system of the paper's equation (4), with a right-hand side for each set of winners."""
        q = tuple({j: Fraction(weight, self.scale) for j, weight in row.items()} for row in self.transient)
        columns = {won: [row.get(won, 0) for row in self.absorbing] for won in self._possible()}
        b = {cells_of(won): tuple(Fraction(w, self.scale) for w in column) for won, column in columns.items()}
        return LinearSystem(q, b)

    def _at_once(self) -> dict[int, Fraction]:
        """Return the outcome before the first roll: the players who have already won, if any."""
        return {} if self.states else {winners(tuple(strategy.start for strategy in self.strategies)): Fraction(1)}

    def _possible(self) -> set[int]:
        """Return the possible sets of winners. With two players, return all three sets."""
        if len(self.strategies) == 2:
            return {1, 2, 3}
        return {won for row in (*self.absorbing, self._at_once()) for won in row}

    def __repr__(self) -> str:
        return f"<JointChain of {len(self.strategies)} players: {len(self.states)} joint states>"


def _listed(ends: Mapping[int, Exact], possible: Iterable[int], players: int) -> Outcomes[Fraction]:
    return Outcomes({cells_of(won): fraction(ends.get(won, Fraction(0))) for won in possible}, players)


def check_rolls(upto: int) -> int:
    """Return ``upto``, or raise an error if it is too large for a distribution."""
    return whole_number(upto, "a number of rolls from {} to {}", 0, MAX_ROLLS)


def make_joint(strategies: Sequence[Strategy], most: int = MAX_JOINT_STATES, run: Run | None = None) -> JointChain:
    """Return the joint chain of strategies that use the same dice.

    Raise an error if the chain has more than ``most`` joint states.
    """
    reached = _Reached(strategies, whole_number(most, JOINT_STATES, 0))
    number_of, weights_from = reached.__getitem__, _weights_from(strategies)
    states, transient, absorbing = [], [], []
    for state in reached.in_order(run):
        row: dict[int, int] = {}
        ends: dict[int, int] = {}
        followers, weights = weights_from(state)
        for number, weight in zip(map(number_of, followers), weights):  # noqa: B905  (see _weights_from)
            if number >= 0:
                row[number] = row.get(number, 0) + weight
            else:
                ends[-number] = ends.get(-number, 0) + weight
        states.append(state)
        transient.append(row)
        absorbing.append(ends)
    place = [0] * len(states)
    for i, state in enumerate(states):
        place[reached[state]] = i
    return JointChain(
        tuple(strategies),
        tuple(states),
        tuple([{place[number]: weight for number, weight in row.items()} for row in transient]),
        tuple(absorbing),
        strategies[0].dice.total * prod(strategy.scale for strategy in strategies),
    )


def explore(strategies: Sequence[Strategy], most: int, run: Run | None = None) -> Iterator[tuple[State, list[Choice]]]:
    """Yield every reachable joint state, fewest marks first.

    With each joint state, yield the joint states that may follow it, for each value of the dice.
    """
    reached, rolls_from = _Reached(strategies, most), _rolls_from(strategies)
    for state in reached.in_order(run):
        rolls = rolls_from(state)
        for choice in rolls:
            for follower, _ in choice:
                reached[follower]
        yield state, rolls


class _Reached(dict[State, int]):
    """The joint states reached so far, numbered 0, 1, .. in the order of their first lookup.

    A lookup marks a state as reached. The number of a state in which players have won is -w, where w is the set of
    winners as a bit mask.
    """

    def __init__(self, strategies: Sequence[Strategy], most: int) -> None:
        dice = strategies[0].dice
        if any(strategy.dice != dice for strategy in strategies):
            raise InputError(f"expected boards with the same dice, got {dice} and other dice")
        self._levels_of = [strategy.levels for strategy in strategies]
        self._levels: list[list[State]] = [[] for _ in range(sum(max(own, default=0) for own in self._levels_of) + 1)]
        self._most, self._numbers = most, count()
        self[tuple(strategy.start for strategy in strategies)]

    def __missing__(self, state: State) -> int:
        if WON in state:
            number = -winners(state)
        else:
            number = next(self._numbers)
            if number >= self._most:
                raise TooLarge(
                    f"This match needs more than {self._most:,} joint states; simulate it instead.",
                    "states",
                    most=self._most,
                )
            self._levels[sum(map(getitem, self._levels_of, state))].append(state)
        self[state] = number
        return number

    def in_order(self, run: Run | None) -> Iterator[State]:
        """Yield the reached states, fewest marks first.

        The caller must look up the states that may follow each state before it requests the next one.
        """
        return each(chain.from_iterable(self._levels), "listing the joint states", run)


def _weights_from(strategies: Sequence[Strategy]) -> Callable[[State], tuple[Iterable[State], Iterable[int]]]:
    """Return a function that maps a state to the states that may follow it, with their weights."""
    weights, rolls_from = strategies[0].dice.weights, _rolls_from(strategies)
    if certain := _certain(strategies):
        # These are the inner loops of every match. Each player has one next state for each roll, so all lengths agree,
        # and omitting ``strict`` saves a tenth of the time of a match.
        if len(certain) == 2:
            first, second = certain
            return lambda state: (zip(first[state[0]], second[state[1]]), weights)  # noqa: B905
        return lambda state: (zip(*map(getitem, certain, state)), weights)  # noqa: B905

    def weights_from(state: State) -> tuple[Iterable[State], Iterable[int]]:
        rolls = rolls_from(state)
        shares = [share * weight for choice, weight in zip(rolls, weights, strict=True) for _, share in choice]
        return (follower for choice in rolls for follower, _ in choice), shares

    return weights_from


def _rolls_from(strategies: Sequence[Strategy]) -> Callable[[State], list[Choice]]:
    """Return a function that maps a state to the states that may follow each roll."""
    if certain := _certain(strategies):
        return lambda state: [((follower, 1),) for follower in zip(*map(getitem, certain, state), strict=True)]

    def rolls_from(state: State) -> list[Choice]:
        moves = zip(*(strategy.moves[i] for strategy, i in zip(strategies, state, strict=True)), strict=True)
        return [
            tuple((tuple(i for i, _ in joint), prod(share for _, share in joint)) for joint in product(*own))
            for own in moves
        ]

    return rolls_from


def _certain(strategies: Sequence[Strategy]) -> list[tuple[tuple[int, ...], ...]]:
    """Return the state that follows each roll for each player. The list is empty if a player chooses at random."""
    certain = [strategy.follow for strategy in strategies if strategy.follow is not None]
    return certain if len(certain) == len(strategies) else []


def winners(state: State) -> int:
    """Return the set of players who have won, as a bit mask."""
    won, bit = 0, 1
    for own in state:
        if own == WON:
            won |= bit
        bit <<= 1
    return won
