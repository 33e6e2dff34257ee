"""How a game ends: one shape for matches, duels, simulations and replies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Generic, TypeVar

Winners = tuple[int, ...]
"""The players who finish first, together, in increasing order."""

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Outcomes(Mapping[Winners, T_co], Generic[T_co]):
    """A number for each set of winners: the probability that exactly these players finish first, together.

    Small sets come first. With two players, all three outcomes are listed, and have names.

    >>> ends = Outcomes.of_two(0.5, 0.25, 0.25)
    >>> ends[0,], ends.second, ends.tie, ends.margin
    (0.5, 0.25, 0.25, 0.25)
    """

    __slots__ = ("_of",)

    def __init__(self, of: Mapping[Winners, T_co]) -> None:
        self._of = {winners: of[winners] for winners in sorted(of, key=lambda players: (len(players), players))}

    @staticmethod
    def of_two(first: T, second: T, tie: T) -> Outcomes[T]:
        """Return the outcomes of a game of two."""
        return Outcomes({(0,): first, (1,): second, (0, 1): tie})

    @property
    def first(self) -> T_co:
        """The number for a win by the first of two players."""
        return self._of[0,]

    @property
    def second(self) -> T_co:
        """The number for a win by the second of two players."""
        return self._of[1,]

    @property
    def tie(self) -> T_co:
        """The number for a tie of two players."""
        return self._of[0, 1]

    @property
    def margin(self) -> T_co:
        """P(first wins) - P(second wins)."""
        return self.first - self.second  # type: ignore[operator, no-any-return]  # of numbers, as all but estimates are

    def __getitem__(self, winners: Winners) -> T_co:
        return self._of[winners]

    def __iter__(self) -> Iterator[Winners]:
        return iter(self._of)

    def __len__(self) -> int:
        return len(self._of)

    def __hash__(self) -> int:
        return hash(tuple(self._of.items()))

    def __repr__(self) -> str:
        return f"Outcomes({self._of!r})"
