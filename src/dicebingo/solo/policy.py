"""Policies and tie-breaks: which cell a player marks, given the marked set and the roll (paper, section 2.3).

A policy assigns a probability to each option. A policy is consulted only if there is a choice, that is, if the roll
matches several unmarked cells and the rules do not mark all of them at once. A policy always marks a matching cell: a
mark never increases V, so not marking cannot help. Most policies do not depend on the number of rolls made. A policy
that counts the rolls (``Counting``), such as play against a deadline, may play differently on each roll up to its
horizon.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Literal, Protocol, TypeAlias, runtime_checkable

from dicebingo.checked import Checked
from dicebingo.errors import InputError, Word, did_you_mean, quote, shown, whole_number
from dicebingo.exact import as_fraction
from dicebingo.model.board import Position
from dicebingo.model.layout import Layout
from dicebingo.question import Doc
from dicebingo.solo.deadline import DeadlineTables, as_deadline, deadline_tables
from dicebingo.solo.mdp import OptimalPlay

Weight: TypeAlias = int | Fraction
Choice: TypeAlias = Mapping[int, Fraction]
"""The probability of each option, which is a packed set of cells to mark."""


CERTAIN = Fraction(1)


class TieBreak(Word):
    """How a player chooses among equally good cells. The choice depends only on the marked set and the roll."""

    __kind__ = "tie-break"
    SMALLEST = "smallest"
    LARGEST = "largest"
    RANDOM = "random"


TieBreakName: TypeAlias = Literal["smallest", "largest", "random"]
TieBreakLike: TypeAlias = Annotated[
    TieBreak | TieBreakName, Doc("Which of several equally good cells to mark.", "RULE")
]


class Policy(Protocol):
    """Any object that chooses among the options of a packed state. Its ``str`` is the name of the policy."""

    def choose(self, solution: OptimalPlay, packed: int, roll: int, options: Sequence[int]) -> Choice:
        """Return the probability of each option (a packed set of cells to add).

        Options that are not listed have probability 0.
        """
        ...


@runtime_checkable
class Counting(Policy, Protocol):
    """A policy that depends on the number of rolls made, up to a horizon."""

    @property
    def horizon(self) -> int:
        """The number of rolls after which the policy no longer changes."""
        ...

    def at(self, solution: OptimalPlay, made: int) -> Policy:
        """Return the policy to follow after ``made`` rolls."""
        ...


def horizon(policy: Policy) -> int:
    """Return the number of rolls after which a policy no longer changes (0 unless the policy counts the rolls)."""
    return policy.horizon if isinstance(policy, Counting) else 0


@dataclass(frozen=True, slots=True)
class Optimal(Checked):
    """Marks a cell that minimises the expected number of rolls.

    If there are several such cells, ``tie_break`` selects one.
    """

    tie_break: TieBreak = TieBreak.SMALLEST

    if TYPE_CHECKING:  # ``Checked`` converts a string to a ``TieBreak``

        def __init__(self, tie_break: TieBreakLike = ...) -> None: ...

    # The roll is not needed here, but the protocol passes it.
    def choose(self, solution: OptimalPlay, packed: int, roll: int, options: Sequence[int]) -> Choice:  # noqa: ARG002
        """Return the optimal option that the tie-break picks, or all optimal options with equal probability."""
        return _broken(solution.optimal_among(packed, options), self.tie_break)

    def __str__(self) -> str:
        return "optimal"


def _broken(best: Sequence[int], tie_break: TieBreak) -> Choice:
    """Return the option that a tie-break picks. A random tie-break gives all options the same probability."""
    if tie_break is TieBreak.RANDOM:
        return dict.fromkeys(best, Fraction(1, len(best)))
    return {best[0 if tie_break is TieBreak.SMALLEST else -1]: CERTAIN}


@dataclass(frozen=True, slots=True)
class Deadline(Checked):
    """Maximises the probability of completing a line within ``rolls`` rolls.

    Among all policies that attain this probability, it needs the fewest rolls on average. After the deadline, it plays
    optimally. If several cells are equally good, ``tie_break`` selects one.
    """

    rolls: int
    tie_break: TieBreak = TieBreak.SMALLEST

    if TYPE_CHECKING:  # ``Checked`` converts a string to a ``TieBreak``

        def __init__(self, rolls: int, tie_break: TieBreakLike = ...) -> None: ...

    def __post_init__(self) -> None:
        Checked.__post_init__(self)
        as_deadline(self.rolls)

    @property
    def horizon(self) -> int:
        """The number of rolls until the deadline."""
        return self.rolls

    def at(self, solution: OptimalPlay, made: int) -> Policy:
        """Return the policy to follow after ``made`` rolls."""
        left = self.rolls - made
        return _InTime(deadline_tables(solution, self.rolls), left, self.tie_break) if left else Optimal(self.tie_break)

    def choose(self, solution: OptimalPlay, packed: int, roll: int, options: Sequence[int]) -> Choice:
        """Return the choice on the first roll."""
        return self.at(solution, 0).choose(solution, packed, roll, options)

    def __str__(self) -> str:
        return f"deadline:{self.rolls}"


@dataclass(frozen=True, slots=True)
class _InTime:
    """Play against a deadline with ``left`` rolls remaining, including the current roll."""

    tables: DeadlineTables
    left: int
    tie_break: TieBreak

    # The roll is not needed here, but the protocol passes it.
    def choose(self, solution: OptimalPlay, packed: int, roll: int, options: Sequence[int]) -> Choice:  # noqa: ARG002
        """Return the fastest of the options that are best for the deadline."""
        return _broken(self.tables.fastest_among(packed, self.left, options), self.tie_break)


@dataclass(frozen=True, slots=True)
class Prefer(Checked):
    """Marks the first matching cell in ``order``. Cells that are not listed come last, in increasing order."""

    order: tuple[int, ...]

    def __post_init__(self) -> None:
        Checked.__post_init__(self)
        if len(set(self.order)) != len(self.order) or min(self.order, default=0) < 0:
            raise InputError(f"policy {quote(self)}: expected distinct, non-negative cell numbers")

    # The marks and the roll are not needed here, but the protocol passes them.
    def choose(self, solution: OptimalPlay, packed: int, roll: int, options: Sequence[int]) -> Choice:  # noqa: ARG002
        """Return the most preferred option."""
        preferred = [solution.problem.pack(1 << cell) for cell in self.order]
        return {next((option for option in preferred if option in options), min(options)): CERTAIN}

    def __str__(self) -> str:
        return "prefer:" + ",".join(map(str, self.order))


@dataclass(frozen=True, slots=True)
class Weighted(Checked):
    """Marks a matching cell at random, with probability proportional to its weight.

    ``weights`` has one weight per cell. Without weights, all matching cells are equally likely.
    """

    weights: tuple[Weight, ...] = ()

    def __post_init__(self) -> None:
        Checked.__post_init__(self)
        if min(self.weights, default=0) < 0:
            raise InputError(f"policy {quote(self)}: expected weights of at least 0, got {min(self.weights)}")

    def choose(self, solution: OptimalPlay, packed: int, roll: int, options: Sequence[int]) -> Choice:
        """Return each option with its share of the weight."""
        cells = [solution.problem.cells[option.bit_length() - 1] for option in options]
        weights = [as_fraction(self.weights[cell]) if self.weights else Fraction(1) for cell in cells]
        total = sum(weights, Fraction(0))
        if not total:
            state = replace(solution.position, marked=solution.problem.unpack(packed))
            raise InputError(
                f"expected a positive weight for one of the cells {cells}, got none (roll {roll} in {state})"
            )
        return {option: weight / total for option, weight in zip(options, weights, strict=True) if weight}

    def __str__(self) -> str:
        return "random" + (":" + ",".join(map(str, self.weights)) if self.weights else "")


@dataclass(frozen=True, slots=True)
class Custom(Checked):
    """Marks the cell that ``function`` returns for the position and the roll.

    If the function returns weights, the cell is drawn at random with these weights.
    """

    function: Callable[[Position, int], int | Mapping[int, Weight]]

    def choose(self, solution: OptimalPlay, packed: int, roll: int, options: Sequence[int]) -> Choice:
        """Return the function's choice after checking it."""
        position = replace(solution.position, marked=solution.problem.unpack(packed))
        answer = self.function(position, roll)
        several = answer.items() if isinstance(answer, Mapping) else [(answer, 1)]
        by_cell = {solution.problem.cells[option.bit_length() - 1]: option for option in options}
        expected = f"one of the cells {sorted(by_cell)}, or weights for them"
        try:
            weights = {whole_number(cell, expected): as_fraction(weight) for cell, weight in several}
        except InputError as error:
            raise InputError(f"policy {self}: {error}") from None
        if not set(weights) <= set(by_cell) or min(weights.values(), default=0) < 0 or not sum(weights.values()) > 0:
            raise InputError(f"policy {self}: expected {expected}, got {answer}")
        total = sum(weights.values(), Fraction(0))
        return {by_cell[cell]: weight / total for cell, weight in weights.items() if weight}

    def __str__(self) -> str:
        return getattr(self.function, "__name__", "custom")


PolicyLike: TypeAlias = Annotated[
    Policy | str | Callable[[Position, int], int | Mapping[int, Weight]],
    Doc("How to play: optimal, random, random:WEIGHTS, prefer:CELLS or deadline:ROLLS.", "POLICY"),
]


def as_policy(policy: PolicyLike, layout: Layout, tie_break: TieBreakLike = TieBreak.SMALLEST) -> Policy:
    """Convert an object, a function or a string to a policy. A policy given as an object keeps its own tie-break.

    The strings are ``optimal`` (with the tie-break), ``random`` (uniform over the matching cells),
    ``random:WEIGHT,WEIGHT,...`` (one per cell), ``prefer:CELL,CELL,...`` and ``deadline:ROLLS`` (with the tie-break).

    >>> str(as_policy("prefer:4,0,2,6,8,1,3,5,7", Layout.parse("3x3")))
    'prefer:4,0,2,6,8,1,3,5,7'
    """
    found = _parsed(policy, layout, tie_break) if isinstance(policy, str) else _made(policy)
    if isinstance(found, Prefer) and max(found.order, default=0) >= layout.size:
        raise InputError(f"policy {quote(found)}: expected distinct cells from 0 to {layout.size - 1}")
    if isinstance(found, Weighted) and found.weights and len(found.weights) != layout.size:
        weights = f"{layout.size} weights, one per cell"
        raise InputError(f"policy {quote(found)}: expected {weights}, got {len(found.weights)}")
    return found


def tie_break_of(policy: Policy, otherwise: TieBreak) -> TieBreak:
    """Return the tie-break that a policy follows: its own, or ``otherwise`` if it has none."""
    own = getattr(policy, "tie_break", None)
    return own if isinstance(own, TieBreak) else otherwise


def _made(policy: Any) -> Policy:
    """Convert an object or a function to a policy."""
    chooses = hasattr(policy, "choose") and not hasattr(policy, "dtype")  # numpy's numbers have an unrelated ``choose``
    if isinstance(policy, type) or not (chooses or callable(policy)):
        raise InputError(f"expected a policy such as 'optimal' or 'prefer:4,0', or a function, got {shown(policy)}")
    return policy if chooses else Custom(policy)


def _parsed(policy: str, layout: Layout, tie_break: TieBreakLike) -> Policy:
    name, _, rest = policy.partition(":")
    if policy == "optimal":
        return Optimal(TieBreak.parse(tie_break))
    if policy == "random":
        return Weighted()
    if name == "random":
        return Weighted(_numbers(policy, rest, layout.size))
    if name == "prefer":
        return Prefer(_numbers(policy, rest, None))
    if name == "deadline":
        (rolls,) = _numbers(policy, rest, 1, "number of rolls")
        return Deadline(rolls, TieBreak.parse(tie_break))
    got = quote(policy) + did_you_mean(name, ("optimal", "random", "prefer", "deadline"))
    expected = "expected the policy optimal, random, random:WEIGHTS, prefer:CELLS or deadline:ROLLS"
    raise InputError(f"{expected}, got {got}")


def _numbers(policy: str, text: str, count: int | None, what: str = "weights, one per cell") -> tuple[int, ...]:
    items = text.split(",")
    if not all(item.isascii() and item.isdecimal() and len(item) < 10 for item in items):
        raise InputError(f"policy {quote(policy)}: expected whole numbers separated by commas, got {quote(text)}")
    if count is not None and len(items) != count:
        raise InputError(f"policy {quote(policy)}: expected {count} {what}, got {len(items)}")
    return tuple(map(int, items))
