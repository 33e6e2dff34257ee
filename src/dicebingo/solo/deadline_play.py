"""Play against a deadline beside fastest play: what each reaches, and where they mark different cells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dicebingo.checked import Checked
from dicebingo.exact import Rational
from dicebingo.model.layout import cells_of
from dicebingo.solo.chain import make_chain, policy_moves
from dicebingo.solo.deadline import DeadlineTables, as_deadline, deadline_tables
from dicebingo.solo.mdp import OptimalPlay
from dicebingo.solo.policy import Deadline, Optimal, TieBreak

MOST_LISTED = 10


@dataclass(frozen=True, slots=True)
class DeadlineMark(Checked):
    """What to mark on a roll: all cells that are best for the deadline, those of fastest play, and P in time after it.

    ``in_time`` is the probability after marking one of ``cells``, ``fastest_in_time`` after the cell that fastest play
    marks (the mean, where it draws one), if play is best for the deadline afterwards.
    """

    roll: int
    cells: tuple[int, ...]
    in_time: Rational
    fastest: tuple[int, ...]
    fastest_in_time: Rational

    @property
    def gain(self) -> Rational:
        """What the deadline gains by another cell than that of fastest play: 0 where they agree."""
        return self.in_time - self.fastest_in_time


@dataclass(frozen=True, slots=True)
class Difference(DeadlineMark):
    """A case in which fastest play is not best for the deadline, and how likely play against the deadline meets it.

    ``rolls_left`` counts the present roll, ``marked`` are the cells marked before it.
    """

    rolls_left: int
    marked: tuple[int, ...]
    probability: Rational


@dataclass(frozen=True, slots=True)
class DeadlinePlay(Checked):
    """The best play against a deadline of some rolls, and how fastest play does.

    ``in_time`` is the largest probability of a line within the rolls, ``fastest_in_time`` that of fastest play with the
    tie-break; ``expected_rolls`` is the mean of the fastest play that reaches ``in_time``, and ``loss`` how much more
    that is than V. ``marks`` are the choices of the first roll, ``differences`` all cases, the likeliest first.
    """

    rolls: int
    in_time: Rational
    fastest_in_time: Rational
    expected_rolls: Rational
    loss: Rational
    marks: tuple[DeadlineMark, ...]
    differences: tuple[Difference, ...]

    @property
    def gain(self) -> Rational:
        """How much more likely a line is in time than by fastest play."""
        return self.in_time - self.fastest_in_time

    @property
    def differing(self) -> int:
        """In how many cases fastest play is not best for the deadline."""
        return len(self.differences)

    @property
    def likeliest(self) -> tuple[Difference, ...]:
        """Of these cases, those that are met most often."""
        return self.differences[:MOST_LISTED]


def play_for_deadline(solution: OptimalPlay, rolls: int, tie_break: TieBreak) -> DeadlinePlay:
    """Return the best play against a deadline, exactly.

    >>> from dicebingo.solo.mdp import optimal_play
    >>> found = play_for_deadline(optimal_play("9 7 8 / 9 8 9 / 4 9 6"), 5, TieBreak.SMALLEST)
    >>> found.gain > 0, found.loss > 0, [(mark.roll, mark.cells, mark.fastest) for mark in found.marks if mark.gain]
    (True, True, [(9, (0,), (7,))])
    """
    rolls = as_deadline(rolls)
    tables = deadline_tables(solution, rolls)
    mean = tables.expected_rolls(0, rolls)
    return DeadlinePlay(
        rolls,
        tables.in_time(0, rolls),
        make_chain(solution, Optimal(tie_break)).cdf(rolls),
        mean,
        mean - Rational(solution.expected_rolls),
        tuple(_marks(solution, tables, tie_break, 0, rolls)),
        tuple(sorted(_differences(solution, tables, tie_break), key=lambda found: -found.probability)),
    )


def _marks(
    solution: OptimalPlay, tables: DeadlineTables, tie_break: TieBreak, packed: int, left: int
) -> Iterator[DeadlineMark]:
    """Yield what to mark on each useful roll, in a set of marks, with some rolls left."""
    problem, fastest = solution.problem, Optimal(tie_break)
    for group in () if problem.wins(packed) else problem.groups:
        options = problem.options(group, packed)
        if options:
            best, quick = tables.best_among(packed, left, options), solution.optimal_among(packed, options)
            shares = fastest.choose(solution, packed, group.value, options)
            after = (share * tables.in_time(packed | option, left - 1) for option, share in shares.items())
            cells, fast = (
                tuple(cell for option in some for cell in cells_of(problem.unpack(option) & ~problem.position.marked))
                for some in (best, quick)
            )
            in_time = tables.in_time(packed | best[0], left - 1)
            yield DeadlineMark(group.value, cells, in_time, fast, sum(after, Rational(0)))


def _differences(solution: OptimalPlay, tables: DeadlineTables, tie_break: TieBreak) -> Iterator[Difference]:
    """Yield the cases that play against the deadline can meet and in which fastest play is not best for it."""
    problem, policy = solution.problem, Deadline(tables.rolls, tie_break)
    dice, reached = problem.position.rules.dice, {0: Rational(1)}
    for made in range(tables.rolls):
        left, after = tables.rolls - made, dict[int, Rational]()
        for packed, chance in reached.items():
            if problem.wins(packed) or not tables.in_time(packed, left):  # over, or too late
                continue
            for mark in _marks(solution, tables, tie_break, packed, left):
                if mark.gain:
                    case = left, cells_of(problem.unpack(packed)), chance * dice.probability(mark.roll)
                    yield Difference(mark.roll, mark.cells, mark.in_time, mark.fastest, mark.fastest_in_time, *case)
            wasted = Rational(1)
            for group, choice in policy_moves(solution, policy, packed, made):
                wasted -= Rational(group.weight, problem.total)
                for follower, share in choice.items():
                    some = chance * share * Rational(group.weight, problem.total)
                    after[follower] = after.get(follower, Rational(0)) + some
            if wasted:
                after[packed] = after.get(packed, Rational(0)) + chance * wasted
        reached = after
