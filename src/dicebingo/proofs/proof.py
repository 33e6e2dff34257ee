"""What a proof by branch and bound has to say, finished or not (how it is found is in ``proofs.prove``)."""

from __future__ import annotations

from dataclasses import dataclass

from dicebingo.exact import Rational, decimal
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules

__all__ = ["Case", "Proof"]


@dataclass(frozen=True, slots=True)
class Case:
    """The boards with exactly so many different values: what is proven of them.

    No such board has a smaller V than ``lower``, a float that all roundings have made smaller; ``closed`` says that no
    such board has a smaller V than the best known one. ``excluded`` of the ``multisets`` need no placing.
    """

    distinct: int
    multisets: int
    excluded: int
    bounds: int
    lower: float
    closed: bool


@dataclass(frozen=True, slots=True)
class Proof:
    """What is proven of the boards of some rules, or of those with exactly ``distinct`` different values.

    ``upper`` is the best known board, ``value`` its V; ``best`` are the boards with that V, all of them if the proof is
    ``complete`` and without the ``lemma``, up to symmetries, exchanges of equally likely values, and cells that are in
    no line. ``unique`` says whether there is only one, or None if that is not proven. ``bounds`` counts the bounds of
    placements, ``states`` the states of the multiset bound; ``stage`` says what is being done, and ``left`` estimates
    how many bounds are to come in the present round.
    """

    rules: Rules
    distinct: int | None
    lemma: bool
    upper: Board
    value: Rational
    best: tuple[Board, ...]
    cases: tuple[Case, ...]
    bounds: int
    states: int
    complete: bool
    unique: bool | None
    stage: str
    left: int | None

    @property
    def lower(self) -> float:
        """A proven lower bound of V for all boards that the proof is about; V* itself where it is complete."""
        return min((case.lower for case in self.cases), default=decimal(self.value))
