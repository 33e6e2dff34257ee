"""Outcomes of games: one type for matches, duels, simulations and replies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from numbers import Rational, Real
from typing import Any, Generic, NamedTuple, TypeVar

from dicebingo.errors import InputError, shown, whole_number
from dicebingo.exact import Number, as_fraction, nearest

Winners = tuple[int, ...]
"""The players who finish first together, in increasing order."""

MAX_SHOWN = 4
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Outcome(NamedTuple):
    """A set of players, by number, and the probability that exactly these players finish first."""

    winners: Winners
    probability: Number


class Outcomes(Mapping[Winners, T_co], Generic[T_co]):
    """The probability, for each set of winners, that exactly these players finish first together.

    ``of`` maps each set of winners to its probability. Small sets come first. With two players, all three outcomes are
    listed and have names. ``players`` is the number of players. The default is the smallest number of players, at least
    two, that includes every winner.

    >>> ends = Outcomes.of_two(0.5, 0.25, 0.25)
    >>> ends[0,], ends.second, ends.tie, ends.margin
    (0.5, 0.25, 0.25, 0.25)
    """

    __slots__ = ("_of", "players")

    def __init__(self, of: Mapping[Winners, T_co], players: int | None = None) -> None:
        if not isinstance(of, Mapping):
            raise InputError(f"expected a number for each set of winners, such as {{(0,): 1}}, got {shown(of)}")
        listed = {_winners(some): _number(number) for some, number in of.items()}
        ordered = sorted(listed, key=lambda some: (len(some), some))
        self._of: dict[Winners, Any] = {some: listed[some] for some in ordered}
        needed = max((2, *(some[-1] + 1 for some in self._of)))
        self.players = needed if players is None else whole_number(players, "at least {} players", needed)

    @staticmethod
    def of_two(first: T, second: T, tie: T) -> Outcomes[T]:
        """Return the outcomes of a two-player game."""
        found: Outcomes[T] = Outcomes.__new__(Outcomes)
        found._of = {(0,): _number(first), (1,): _number(second), (0, 1): _number(tie)}
        found.players = 2
        return found

    @property
    def first(self) -> T_co:
        """The probability that the first of two players wins."""
        return self._of_two((0,))

    @property
    def second(self) -> T_co:
        """The probability that the second of two players wins."""
        return self._of_two((1,))

    @property
    def tie(self) -> T_co:
        """The probability that two players tie."""
        return self._of_two((0, 1))

    @property
    def margin(self) -> T_co:
        """P(first wins) - P(second wins) for two players. Estimates do not have a margin."""
        first: Any = self.first
        try:
            return first - self.second  # type: ignore[no-any-return]  # T_co allows no arithmetic, hence Any above
        except TypeError:
            raise InputError(f"Simulated outcomes have no margin, only estimates such as {shown(first)}.") from None

    def _of_two(self, winners: Winners) -> T_co:
        if self.players != 2 or winners not in self._of:
            raise InputError(
                f"expected two players for first, second, tie and margin, got {self.players}: "
                f"look up the winners instead, as in outcomes[0, 1]"
            )
        return self._of[winners]  # type: ignore[no-any-return]  # _of holds T_co, which mypy forbids in a field

    def __getitem__(self, winners: Winners) -> T_co:
        try:
            return self._of[winners]  # type: ignore[no-any-return]  # _of holds T_co, which mypy forbids in a field
        except TypeError:  # an unhashable key counts as missing
            raise KeyError(winners) from None

    def __iter__(self) -> Iterator[Winners]:
        return iter(self._of)

    def __len__(self) -> int:
        return len(self._of)

    def __hash__(self) -> int:
        return hash(tuple(self._of.items()))

    def _json_(self) -> tuple[Outcome, ...]:
        return tuple(Outcome(winners, share) for winners, share in self._of.items())

    def __repr__(self) -> str:
        """Return the likeliest sets of winners, with rounded numbers: exact ones can have hundreds of digits."""
        shares = {some: getattr(number, "estimate", number) for some, number in self._of.items()}
        likeliest = sorted(shares, key=lambda some: -shares[some])[:MAX_SHOWN]
        listed = [f"{' + '.join(map(str, some))}: {nearest(100 * shares[some], 2)}%" for some in likeliest]
        more = ["..."] if len(shares) > len(listed) else []
        return f"<Outcomes of {self.players} players: {', '.join(listed + more)}>"


def _number(value: Any) -> Any:
    """Return a number or an estimate, with numpy numbers converted to Python numbers."""
    if type(value) is Fraction:  # by far the most frequent case
        return value
    found = value.tolist() if hasattr(value, "dtype") else value
    if isinstance(found, bool) or not (isinstance(found, Real) or hasattr(found, "estimate")):
        raise InputError(f"expected a number for each set of winners, got {shown(value)}")
    return as_fraction(value) if isinstance(found, Rational) and not isinstance(found, int) else found


def _winners(players: object) -> Winners:
    """Return a set of winners as players in increasing order, after checking it."""
    found = tuple(whole_number(player, "players 0, 1, ..", 0) for player in players) if type(players) is tuple else ()
    if not found or any(a >= b for a, b in pairwise(found)):
        raise InputError(f"expected a set of winners such as (0,) or (0, 2), got {shown(players)}")
    return found
