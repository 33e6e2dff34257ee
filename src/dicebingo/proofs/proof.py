"""What a proof by branch and bound has to say, finished or not (how it is found is in ``proofs.prove``)."""

from __future__ import annotations

from dataclasses import dataclass

from dicebingo.answer import Answer
from dicebingo.exact import Rational, decimal
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.running.status import Status


@dataclass(frozen=True, slots=True)
class Case:
    """What is proven of the boards with exactly ``distinct_values`` different values.

    No such board has a smaller V than ``lower``, a float that all roundings have made smaller; ``closed`` says that no
    such board has a smaller V than the best known one. ``excluded`` of the ``multisets`` need no placing.
    """

    distinct_values: int
    multisets: int
    excluded: int
    bounds: int
    lower: float
    closed: bool


@dataclass(frozen=True, slots=True, repr=False)
class Proof(Answer):
    """What is proven of the boards of some rules, or of those with exactly ``distinct_values`` different values.

    ``upper`` is the best known board, ``value`` its V; ``best`` are the boards with that V, all of them if the proof is
    ``complete`` and without the ``lemma``, up to symmetries, exchanges of equally likely values, and cells that are in
    no line. ``unique`` says whether there is only one, or None if that is not proven. ``cases`` is empty until all
    multisets are bounded. ``bounds`` counts the bounds of placements, ``states`` the states of the multiset bound;
    ``stage`` says what was being done last, and ``left`` estimates how many bounds are to come in that round. ``start``
    is the board that the proof began with, if it found a better one: what is excluded depends on it.
    """

    rules: Rules
    distinct_values: int | None
    lemma: bool
    upper: Board
    value: Rational
    best: tuple[Board, ...] = ()
    cases: tuple[Case, ...] = ()
    bounds: int = 0
    states: int = 0
    complete: bool = False
    unique: bool | None = None
    stage: str = "bounding multisets"
    left: int | None = None
    start: Board | None = None

    @property
    def status(self) -> Status:
        """Proven if the proof is complete, and otherwise stopped."""
        return Status.PROVEN if self.complete else Status.STOPPED

    @property
    def lower(self) -> float | None:
        """A proven lower bound of V for all boards that the proof is about, or None as long as there is none.

        Where the proof is complete, that is the V of the best board.
        """
        return min((case.lower for case in self.cases), default=None)

    def __repr__(self) -> str:
        value = f"{decimal(self.value):.6f}"
        if self.complete:
            shown = f"no board takes fewer rolls than {self.upper}, {value}"
        elif self.lower is None:
            shown = "nothing is proven yet"
        else:
            shown = f"V is at least {self.lower:.6f}, and {value} for {self.upper}"
        return f"<Proof for {self.rules}: {shown}, {self.status}>"
