"""The evaluation of a policy: its expected number of rolls from every set of marks, and its loss."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Generic, Literal, NamedTuple, TypeAlias, Unpack, overload

from dicebingo.answer import Answer
from dicebingo.errors import InputError, flag
from dicebingo.exact import N_co, Number, Root, nearest
from dicebingo.json_form import Asked, AsText
from dicebingo.model.board import (
    POSITION_KEYS,
    Position,
    PositionLike,
    RulesArguments,
    RulesLike,
    as_position,
    changed_rules,
)
from dicebingo.model.layout import cells_of
from dicebingo.model.rules import DiceLike, LayoutLike, MarkingLike, TokensLike
from dicebingo.question import Doc, question
from dicebingo.solo.absorbing import Moments
from dicebingo.solo.chain import Distribution, card_distribution, check_size, make_chain, moments
from dicebingo.solo.mdp import OptimalPlay, SoloAnswer, exact_or_float, optimal_play
from dicebingo.solo.policy import (
    Optimal,
    Policy,
    PolicyLike,
    TieBreak,
    TieBreakLike,
    as_policy,
    horizon,
    tie_break_of,
)
from dicebingo.solo.why import Change, Why, best_changes, why_of_card
from dicebingo.solo.why import why as explain

Study: TypeAlias = tuple[OptimalPlay, Moments | None, tuple[Distribution | None, Why | None, tuple[Change, ...]]]
"""The result of ``study``: optimal play, the policy's moments if its chain was computed, and the requested details."""
RollsUpto: TypeAlias = Annotated[
    int | None, Doc("Show the distribution of the number of rolls, up to this roll.", "K", 0)
]
WithReasons: TypeAlias = Annotated[
    bool, Doc("Show how often each line wins and each cell is marked, and how to improve the board.")
]
Exactly: TypeAlias = Annotated[bool, Doc("Compute exactly if possible; if turned off, use float64, which is faster.")]


class RollProbability(NamedTuple):
    """The probabilities that the game ends on a roll (pmf), and on that roll or earlier (cdf)."""

    roll: int
    pmf: Fraction
    cdf: Fraction


class LineProbability(NamedTuple):
    """A line, and the probability that it is complete at the end."""

    cells: tuple[int, ...]
    probability: Fraction


class Reasons(NamedTuple):
    """How a board wins.

    The fields contain the probabilities that each line is complete and each cell is marked at the end, the share of
    wasted rolls, and the best changes.
    """

    lines: tuple[LineProbability, ...]
    cells: tuple[Fraction, ...]
    wasted: Fraction
    changes: tuple[Change, ...]


class Completion(Answer):
    """The completion time of a policy compared with optimal play.

    This is the base class of solutions and evaluations.
    """

    __slots__ = ()
    _json_keys_ = (
        f"{POSITION_KEYS} policy tie_break expected_rolls=moments.mean variance=moments.variance standard_deviation "
        "loss=policy_loss p_hit=play.p_hit optimal_cells=best_cells rolls_left transient_states=play.transient_states "
        "exact=play.exact relative_error_bound distribution=roll_probabilities why=reasons"
    )

    if TYPE_CHECKING:  # both subclasses define these

        @property
        def play(self) -> OptimalPlay:
            """The optimal play of the position."""

        @property
        def moments(self) -> Moments:
            """The mean and variance of the number of rolls."""

        @property
        def distribution(self) -> Distribution | None:
            """The distribution of the number of rolls, if the caller requested it."""

        @property
        def why(self) -> Why | None:
            """How the board wins, if the caller requested it."""

        @property
        def changes(self) -> tuple[Change, ...]:
            """The best single-cell changes, if the caller requested them."""

    @property
    def standard_deviation(self) -> Root:
        """The standard deviation of the number of rolls."""
        return Root(self.moments.variance)

    @property
    def policy_loss(self) -> Number:
        """The expected number of extra rolls that the policy takes from the start, compared with optimal play."""
        return self.moments.mean - self.play.expected_rolls

    @property
    def best_cells(self) -> Mapping[int, tuple[int, ...]]:
        """All optimal cells for each useful roll."""
        return {roll: self.play.optimal_cells(roll) for roll in self.play.hits()}

    @property
    def rolls_left(self) -> Mapping[int, Number]:
        """The expected number of rolls left after each useful roll, once an optimal cell is marked."""
        return {roll: self.play.candidates(roll)[0].expected_rolls for roll in self.play.hits()}

    @property
    def relative_error_bound(self) -> Asked[float]:
        """The bound on the relative error of a float64 solution."""
        return None if self.play.exact else self.play.error_bound

    @property
    def roll_probabilities(self) -> Asked[tuple[RollProbability, ...]]:
        """The distribution of the completion time, roll by roll."""
        if self.distribution is None:
            return None
        return tuple(RollProbability(roll, *shares) for roll, shares in enumerate(self.distribution))

    @property
    def reasons(self) -> Asked[Reasons]:
        """How the board wins, line by line, and the best changes."""
        if self.why is None:
            return None
        lines = map(cells_of, self.play.position.rules.layout.lines)
        shares = tuple(LineProbability(*line) for line in zip(lines, self.why.lines, strict=True))
        return Reasons(shares, self.why.cells, self.why.wasted, self.changes)


@dataclass(frozen=True, repr=False)
class Evaluation(SoloAnswer, Completion, Generic[N_co]):
    """The completion time of a policy, and the policy's value at every set of marks.

    Details that the caller did not request are None or empty. The methods accept any set of marks that includes the
    starting marks, which are the default. The values at other sets are computed on first use.

    >>> evaluation = evaluate("6 7 6 / 7 7 7 / 6 6 6", policy="prefer:4,0,2,6,8,1,3,5,7")
    >>> evaluation.loss() > 0, evaluation.choice_loss(6) > 0
    (True, True)
    """

    policy: AsText[Policy]
    tie_break: TieBreak
    moments: Moments[N_co]
    distribution: Distribution | None
    why: Why | None
    changes: tuple[Change, ...]

    @property
    def play(self) -> OptimalPlay:
        """The optimal play of the position."""
        return self.solution

    @property
    def expected_rolls(self) -> N_co:
        """The expected number of rolls from the start when the policy is followed."""
        return self.moments.mean

    @property
    def variance(self) -> N_co:
        """The variance of the number of rolls from the start when the policy is followed."""
        return self.moments.variance

    @cached_property
    def values(self) -> Mapping[int, Number]:
        """The expected number of rolls from every transient set of marks when the policy is followed."""
        chain = make_chain(self.solution, self.policy, every_state=True)
        return dict(zip(chain.states, (m.mean for m in chain.all_moments()), strict=True))

    def value(self, marked: int | None = None) -> Number:
        """Return the expected number of rolls left from a set of marks when the policy is followed."""
        problem = self.solution.problem
        packed = problem.pack_state(marked)
        if not packed:
            return self.expected_rolls
        return Fraction(0) if problem.wins(packed) else self.values[problem.unpack(packed)]

    def loss(self, marked: int | None = None) -> Number:
        """Return the expected number of extra rolls that the policy takes from a set of marks."""
        return self.value(marked) - self.solution.value(marked)

    def choice_loss(self, roll: int, marked: int | None = None) -> Number:
        """Return the cost of the policy's choice on this one roll, assuming optimal play afterwards."""
        problem = self.solution.problem
        if marked is not None and problem.pack_state(marked) and horizon(self.policy):
            raise InputError(
                f"a policy that counts the rolls can be evaluated only at the initial marks, got {bin(marked)}"
            )
        losses = {problem.pack(1 << c.cell): c.loss for c in self.solution.candidates(roll, marked)}
        if len(losses) < 2:
            return Fraction(0)
        shares = self.policy.choose(self.solution, problem.pack_state(marked), roll, sorted(losses))
        return sum((share * losses[option] for option, share in shares.items()), Fraction(0))

    def __repr__(self) -> str:
        return f"<Evaluation of {self.policy} on {self.position}: {nearest(self.expected_rolls, 6)} rolls>"


class _Arguments(RulesArguments, total=False):
    policy: PolicyLike
    tie_break: TieBreakLike
    upto: int | None
    why: bool


@overload
def evaluate(
    position: PositionLike, *, exact: Literal[True] = ..., **more: Unpack[_Arguments]
) -> Evaluation[Fraction]: ...
@overload
def evaluate(position: PositionLike, *, exact: Literal[False], **more: Unpack[_Arguments]) -> Evaluation[float]: ...
@overload
def evaluate(position: PositionLike, *, exact: bool, **more: Unpack[_Arguments]) -> Evaluation: ...
@question
def evaluate(
    position: PositionLike,
    *,
    policy: PolicyLike = "optimal",
    tie_break: TieBreakLike = "smallest",
    upto: RollsUpto = None,
    why: WithReasons = False,
    exact: Exactly = True,
    rules: RulesLike = None,
    layout: LayoutLike = None,
    dice: DiceLike = None,
    marking: MarkingLike = None,
    tokens: TokensLike = None,
) -> Evaluation:
    """Evaluate a policy on a position, and compare it with optimal play; ``solve`` with a policy gives the same answer.

    Distributions (``upto``), reasons (``why``) and policies other than optimal play need at most 16 unmarked cells
    (with optimal play, also full cards of up to 40 tokens). Distributions, reasons and deadlines always require an
    exact computation. With ``exact=False``, everything else is evaluated in float64, as is optimal play on larger
    boards.
    """
    why, exact, rules = flag(why), flag(exact), changed_rules(rules, layout, dice, marking, tokens)
    start = as_position(position, rules)
    tie = TieBreak.parse(tie_break)
    chosen = as_policy(policy, start.rules.layout, tie)
    play, known, details = study(start, chosen, upto=upto, why=why, exact=exact)
    return Evaluation(play, chosen, tie_break_of(chosen, tie), known or moments(play, chosen), *details)


def study(start: Position, policy: Policy, *, upto: int | None, why: bool, exact: bool) -> Study:
    """Solve a position. If requested, also compute the distribution, the reasons and the best changes for a policy."""
    with_chain = why or upto is not None
    if with_chain and not exact:
        raise InputError("expected exact=True for a distribution (upto) or for reasons (why), got exact=False")
    if exact and isinstance(policy, Optimal) and start.rules.is_full_card:
        card: OptimalPlay = optimal_play(start)
        if card.by_counts:
            until = None if upto is None else tuple(card_distribution(card, upto))
            return card, None, (until, why_of_card(card) if why else None, best_changes(card) if why else ())
    if with_chain or not isinstance(policy, Optimal):
        check_size(start)
    play = exact_or_float(start) if exact else optimal_play(start, exact=False)
    if not with_chain:
        return play, None, (None, None, ())
    chain = make_chain(play, policy)
    distribution = None if upto is None else tuple(chain.distribution(upto))
    details = distribution, explain(chain) if why else None, best_changes(play) if why else ()
    return play, chain.moments(), details
