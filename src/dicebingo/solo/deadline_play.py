"""Compare play against a deadline with fastest play: the probability of meeting the deadline, and the cells to mark."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from dicebingo.checked import Checked
from dicebingo.exact import fraction, mpq
from dicebingo.model.layout import cells_of
from dicebingo.solo.chain import make_chain, policy_moves
from dicebingo.solo.deadline import DeadlineTables, as_deadline, deadline_tables
from dicebingo.solo.mdp import OptimalPlay
from dicebingo.solo.policy import Deadline, Optimal, TieBreak

MAX_LISTED = 10


@dataclass(frozen=True, slots=True)
class DeadlineMark(Checked):
    """The cells to mark on a roll: all cells that are best for the deadline, and all cells that fastest play may mark.

    ``in_time`` is the probability of meeting the deadline after marking one of ``cells``. ``fastest_in_time`` is the
    probability of meeting the deadline after marking the cell that fastest play marks (the mean if fastest play chooses
    at random). Both probabilities assume that later play is best for the deadline.
    """

    _json_keys_ = "roll cells in_time fastest fastest_in_time gain"

    roll: int
    cells: tuple[int, ...]
    in_time: Fraction
    fastest: tuple[int, ...]
    fastest_in_time: Fraction

    @property
    def gain(self) -> Fraction:
        """The gain in probability over the cell that fastest play marks; 0 if it is also best for the deadline."""
        return self.in_time - self.fastest_in_time


@dataclass(frozen=True, slots=True)
class Difference(DeadlineMark):
    """A case in which fastest play is not best for the deadline.

    ``rolls_left`` includes the current roll, ``marked`` lists the cells marked before it, and ``probability`` is the
    probability that this case arises in play against the deadline.
    """

    _json_keys_ = f"{DeadlineMark._json_keys_} rolls_left marked probability"

    rolls_left: int
    marked: tuple[int, ...]
    probability: Fraction


@dataclass(frozen=True, slots=True)
class DeadlinePlay(Checked):
    """The best play against a deadline of ``rolls`` rolls, compared with fastest play.

    ``in_time`` is the largest probability of meeting the deadline, and ``fastest_in_time`` is the probability under
    fastest play with the tie-break. ``expected_rolls`` is the mean of the fastest policy that attains ``in_time``, and
    ``loss`` is the amount by which this mean exceeds V. ``marks`` lists the choices on the first roll. ``differences``
    lists all cases in which fastest play is not best, likeliest first.
    """

    _json_keys_ = "rolls in_time fastest_in_time gain expected_rolls loss marks differing likeliest"

    rolls: int
    in_time: Fraction
    fastest_in_time: Fraction
    expected_rolls: Fraction
    loss: Fraction
    marks: tuple[DeadlineMark, ...]
    differences: tuple[Difference, ...]

    @property
    def gain(self) -> Fraction:
        """The gain in the probability of meeting the deadline, compared with fastest play."""
        return self.in_time - self.fastest_in_time

    @property
    def differing(self) -> int:
        """The number of cases in which fastest play is not best for the deadline."""
        return len(self.differences)

    @property
    def likeliest(self) -> tuple[Difference, ...]:
        """The likeliest cases in which fastest play is not best for the deadline."""
        return self.differences[:MAX_LISTED]


def play_for_deadline(solution: OptimalPlay, rolls: int, tie_break: TieBreak) -> DeadlinePlay:
    """Return the best play against a deadline, with exact numbers.

    >>> from dicebingo.solo.mdp import optimal_play
    >>> found = play_for_deadline(optimal_play("9 7 8 / 9 8 9 / 4 9 6"), 5, TieBreak.SMALLEST)
    >>> found.gain > 0, found.loss > 0, [(mark.roll, mark.cells, mark.fastest) for mark in found.marks if mark.gain]
    (True, True, [(9, (0,), (7,))])
    """
    rolls = as_deadline(rolls)
    if solution.by_counts:
        return _with_a_card(solution, rolls)
    tables = deadline_tables(solution, rolls)
    mean = tables.expected_rolls(0, rolls)
    return DeadlinePlay(
        rolls,
        tables.in_time(0, rolls),
        make_chain(solution, Optimal(tie_break)).cdf(rolls),
        mean,
        mean - Fraction(solution.expected_rolls),
        tuple(_marks(solution, tables, tie_break, 0, rolls)),
        tuple(sorted(_differences(solution, tables, tie_break), key=lambda found: -found.probability)),
    )


def _with_a_card(solution: OptimalPlay, rolls: int) -> DeadlinePlay:
    """Return the result for a full card, from its token counts.

    A full card leaves no choices, so there is only one way to play.
    """
    problem, mean = solution.problem, Fraction(solution.expected_rolls)

    def in_time(packed: int, left: int) -> Fraction:
        cdf: Fraction = next(islice(problem.solver.distribution(problem.counts(packed)), left, None))[1]
        return cdf

    marks = []
    for group in problem.groups:
        cells = cells_of(problem.unpack(group.mask) & ~problem.position.marked)
        after = in_time(group.mask & -group.mask, rolls - 1)
        marks.append(DeadlineMark(group.value, cells, after, cells, after))
    chance = in_time(0, rolls)
    return DeadlinePlay(rolls, chance, chance, mean, Fraction(0), tuple(marks), ())


def _marks(
    solution: OptimalPlay,
    tables: DeadlineTables,
    tie_break: TieBreak,
    packed: int,
    left: int,
    *,
    differing: bool = False,
) -> Iterator[DeadlineMark]:
    """Yield the cells to mark on each useful roll from a packed set of marks, with ``left`` rolls remaining.

    With ``differing``, yield only the rolls on which fastest play is not best for the deadline.
    """
    problem, fastest = solution.problem, Optimal(tie_break)
    for group in () if problem.wins(packed) else problem.groups:
        options = problem.options(group, packed)
        if not options:
            continue
        best, shares = tables.best_among(packed, left, options), fastest.choose(solution, packed, group.value, options)
        in_time = tables.in_time(packed | best[0], left - 1)
        fast = sum((share * tables.in_time(packed | option, left - 1) for option, share in shares.items()), Fraction(0))
        if not differing or in_time != fast:
            cells, quick = (
                tuple(cell for option in some for cell in cells_of(problem.unpack(option) & ~problem.position.marked))
                for some in (best, solution.optimal_among(packed, options))
            )
            yield DeadlineMark(group.value, cells, in_time, quick, fast)


def _differences(solution: OptimalPlay, tables: DeadlineTables, tie_break: TieBreak) -> Iterator[Difference]:
    """Yield the cases in which fastest play is not best for the deadline.

    Only cases that can arise in play against the deadline are included.
    """
    problem, policy = solution.problem, Deadline(tables.rolls, tie_break)
    weights = dict(zip(problem.position.rules.dice.values, problem.position.rules.dice.weights, strict=True))
    reached = {0: mpq(1)}
    for made in range(tables.rolls):
        left, after = tables.rolls - made, dict[int, mpq]()
        for packed, chance in reached.items():
            if problem.wins(packed) or not tables.in_time(packed, left):  # won, or the deadline cannot be met
                continue
            per_weight, wasted = chance / problem.total, problem.total
            for mark in _marks(solution, tables, tie_break, packed, left, differing=True):
                case = left, cells_of(problem.unpack(packed)), fraction(per_weight * weights[mark.roll])
                yield Difference(mark.roll, mark.cells, mark.in_time, mark.fastest, mark.fastest_in_time, *case)
            for group, choice in policy_moves(solution, policy, packed, made):
                wasted -= group.weight
                for follower, share in choice.items():
                    after[follower] = after.get(follower, 0) + per_weight * group.weight * share
            if wasted:
                after[packed] = after.get(packed, 0) + per_weight * wasted
        reached = after
