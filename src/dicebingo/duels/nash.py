"""Stage games: one roll of a game between two players who both play to win, and all its equilibria (paper, section 6).

Both players see both boards and mark at the same time. A player may mark any unmarked cell with the rolled value, even
if another cell would complete a line, and marks nothing if no cell matches. Each pair of choices leads to a pair of
positions. If either position has a complete line, the game is over; otherwise a *continuation*
(``duels.continuations``) gives the probability that each player wins. The objective turns these probabilities into
payoffs, which form a bimatrix game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Annotated, Literal, NamedTuple, TypeAlias

from dicebingo.answer import Answer
from dicebingo.checked import Checked
from dicebingo.duels.continuations import Continuation, DuelContinuation, SoloContinuation
from dicebingo.duels.objective import (
    DuelObjective,
    DuelObjectiveLike,
    Payoffs,
    ended,
    outcomes_of,
    roll_index,
    two_positions,
)
from dicebingo.errors import InputError, did_you_mean, expect_type, quote, shown
from dicebingo.games.bimatrix import Bimatrix, Equilibria
from dicebingo.games.matrices import Mixed
from dicebingo.matches.joint import MAX_JOINT_STATES, MaxStates
from dicebingo.matches.outcomes import Outcomes
from dicebingo.model.board import Position, PositionLike, Positions, RulesLike
from dicebingo.model.layout import cells_of
from dicebingo.model.rules import DiceLike, LayoutLike, MarkingLike, TokensLike
from dicebingo.question import Doc, question
from dicebingo.running.run import RunLike
from dicebingo.solo.policy import TieBreak, TieBreakLike

Cells: TypeAlias = tuple[int, ...]
Action: TypeAlias = int | None
"""The (first) cell that a choice marks, or None if it marks nothing."""
Replies: TypeAlias = list[list[Action]]
CellStrategy: TypeAlias = dict[str, Fraction]
"""The probability of each choice, keyed by its cell; "none" stands for marking nothing."""


@dataclass(frozen=True, slots=True)
class StageGame(Checked):
    """Both players' choices on a roll. ``entries`` contains the outcomes of each pair of choices.

    A choice is the set of cells that it marks: one cell, none if nothing matches, or several if the rules mark all
    matching cells at once. Each row of the entries belongs to a choice of the first player.
    """

    positions: tuple[Position, Position]
    roll: int
    choices: tuple[tuple[Cells, ...], tuple[Cells, ...]]
    entries: tuple[tuple[Outcomes[Fraction], ...], ...]

    @property
    def actions(self) -> tuple[tuple[int | None, ...], tuple[int | None, ...]]:
        """Each player's choices, each given as the first cell that it marks, or None if it marks nothing."""
        first, second = (tuple(cells[0] if cells else None for cells in own) for own in self.choices)
        return first, second

    def game(self, objective: DuelObjectiveLike = DuelObjective.WIN) -> Bimatrix:
        """Return both players' payoffs under ``objective``."""
        objective = DuelObjective.parse(objective)
        pairs = [[objective.payoffs(outcomes) for outcomes in row] for row in self.entries]
        return Bimatrix(*([[pair[player] for pair in row] for row in pairs] for player in (0, 1)))


def stage_game(
    first: PositionLike, second: PositionLike, roll: int, continuation: Continuation, *, rules: RulesLike = None
) -> StageGame:
    """Return the stage game of ``roll`` for two positions without a complete line.

    >>> from dicebingo.duels.continuations import SoloContinuation
    >>> boards = [Position.parse(text) for text in ("7 4 6 / 9 7 8 / 6 9 5", "6 9 x / x 5 5 / 8 x 6")]
    >>> stage_game(*boards, 6, SoloContinuation(*boards)).actions
    ((2, 6), (0, 8))
    """
    positions = two_positions(first, second, rules)
    for position in positions:
        if position.is_bingo:
            raise InputError(f"expected positions without a bingo, got {position}")
    if isinstance(continuation, type) or not callable(continuation):
        raise InputError(f"expected a function as the continuation, got {shown(continuation)}")
    dice = positions[0].rules.dice
    roll = dice.values[roll_index(dice, roll)]
    own, other = (tuple(cells_of(option) for option in p.options(roll)) or ((),) for p in positions)

    def end(a: Cells, b: Cells) -> Outcomes[Fraction]:
        after = positions[0].mark(*a), positions[1].mark(*b)
        won = [position.is_bingo for position in after]
        return outcomes_of(ended(*won)) if any(won) else continuation(*after)

    return StageGame(positions, roll, (own, other), tuple(tuple(end(a, b) for b in other) for a in own))


class Entry(NamedTuple):
    """Each player's probability of winning, and the probability of a tie, after a pair of choices."""

    first: Fraction
    second: Fraction
    tie: Fraction


class BestReplies(NamedTuple):
    """Each player's best cells against each choice of the other player. None stands for marking nothing."""

    first: Replies
    second: Replies


class DominatedChoice(NamedTuple):
    """A dominated choice, and a mixture that dominates it.

    The mixture is always better (``strictly``), or never worse and sometimes better.
    """

    action: Action
    by: CellStrategy
    strictly: bool


class DominatedChoices(NamedTuple):
    """The dominated choices of each player."""

    first: list[DominatedChoice]
    second: list[DominatedChoice]


class StageEquilibrium(NamedTuple):
    """A strategy for each player, which maps cells to probabilities, and the payoffs of both."""

    first: CellStrategy
    second: CellStrategy
    payoffs: Payoffs


@dataclass(frozen=True, slots=True, repr=False)
class Nash(Positions, Answer):
    """A stage game with an objective, and all its extreme equilibria.

    ``tie_break`` is the tie-break of solo play, or None for other continuations. With the continuation ``duel``,
    ``ambiguous_later`` is the number of later stage games in which some equilibrium has different payoffs from the
    selected equilibrium.
    """

    _json_keys_ = (
        f"{Positions._json_head_} roll=stage.roll objective continuation tie_break actions=stage.actions payoffs "
        "best_replies dominated pure equilibria=by_cells components=equilibria.components "
        "degenerate=equilibria.degenerate"
    )

    stage: StageGame
    objective: DuelObjective
    equilibria: Equilibria
    continuation: str
    tie_break: TieBreak | None
    ambiguous_later: int

    @property
    def positions(self) -> tuple[Position, Position]:
        """The positions before the roll."""
        return self.stage.positions

    @property
    def game(self) -> Bimatrix:
        """The payoffs of both players."""
        return self.equilibria.game

    @property
    def pure(self) -> tuple[tuple[int | None, int | None], ...]:
        """The pure equilibria, as pairs of actions."""
        first, second = self.stage.actions
        return tuple((first[i], second[j]) for i, j in self.game.pure_equilibria())

    @property
    def payoffs(self) -> list[list[Entry]]:
        """The outcomes of each pair of actions. The rows are the first player's actions."""
        return [[Entry(end.first, end.second, end.tie) for end in row] for row in self.stage.entries]

    @property
    def best_replies(self) -> BestReplies:
        """The best actions of each player against each action of the other."""
        game = self.game
        replies = ([[own[i] for i in best] for best in game.best_replies(p)] for p, own in self._players())
        return BestReplies(*replies)

    @property
    def dominated(self) -> DominatedChoices:
        """The dominated actions of each player."""
        return DominatedChoices(
            *(
                [DominatedChoice(own[d.choice], _by_cell(own, d.by), d.strictly) for d in self.game.dominated(p)]
                for p, own in self._players()
            )
        )

    @property
    def by_cells(self) -> list[StageEquilibrium]:
        """The extreme equilibria, with strategies that map cells to probabilities."""
        first, second = self.stage.actions
        return [
            StageEquilibrium(_by_cell(first, e.first), _by_cell(second, e.second), Payoffs(*e.payoffs))
            for e in self.equilibria.extreme
        ]

    def _players(self) -> Iterable[tuple[int, Sequence[Action]]]:
        return enumerate(self.stage.actions)

    def __repr__(self) -> str:
        first, second = self.positions
        pure, extreme = len(self.pure), len(self.equilibria.extreme)
        return f"<Nash of {first} against {second}, roll {self.stage.roll}: {pure} pure, {extreme - pure} mixed>"


def _by_cell(actions: Sequence[Action], strategy: Mixed) -> CellStrategy:
    return {"none" if action is None else str(action): share for action, share in zip(actions, strategy, strict=True)}


@question
def nash(
    first: Annotated[PositionLike, Doc("The first player's board or position.")],
    second: Annotated[PositionLike, Doc("The second player's board or position.")],
    roll: Annotated[int, Doc("The value that was rolled.", "V", 0)],
    *,
    objective: DuelObjectiveLike = "win",
    continuation: Annotated[
        Continuation | Literal["solo", "duel"],
        Doc("How both players continue: with solo-optimal play (solo) or by playing to win (duel)."),
    ] = "solo",
    tie_break: Annotated[TieBreakLike, Doc("Which of several equally good cells to mark in solo play.")] = "smallest",
    max_states: MaxStates = MAX_JOINT_STATES,
    rules: RulesLike = None,
    layout: LayoutLike = None,
    dice: DiceLike = None,
    marking: MarkingLike = None,
    tokens: TokensLike = None,
    run: RunLike = None,
) -> Nash:
    """Find the equilibria of one roll when both players play to win.

    Both players see both boards and mark at the same time. The answer contains the exact payoffs and all extreme
    equilibria.

    In Python, the ``continuation`` may also be a function from two positions to ``Outcomes``.

    >>> found = nash("7 4 6 / 9 7 8 / 6 9 5", "6 9 x / x 5 5 / 8 x 6", 6)
    >>> found.stage.actions, found.pure
    (((2, 6), (0, 8)), ())
    >>> print(*(equilibrium.first[0] for equilibrium in found.equilibria.extreme))
    29891145/56555767
    """
    objective, tie = DuelObjective.parse(objective), TieBreak.parse(tie_break)
    positions = two_positions(first, second, rules, layout, dice, marking, tokens)
    asked = continuation if isinstance(continuation, str) else None
    if asked == "solo":
        later: Continuation = SoloContinuation(*positions, tie, max_states, run)
    elif asked == "duel":
        later = DuelContinuation(*positions, objective, max_states, run)
    elif isinstance(continuation, str):
        got = quote(continuation) + did_you_mean(continuation, ("solo", "duel"))
        raise InputError(f"expected the continuation solo or duel, got {got}")
    else:
        later = continuation
    stage = stage_game(*positions, roll, later)
    for outcomes in chain.from_iterable(stage.entries):
        expect_type(outcomes, Outcomes)
    return Nash(
        stage,
        objective,
        stage.game(objective).equilibria(),
        continuation if isinstance(continuation, str) else getattr(continuation, "__name__", "custom"),
        tie if asked == "solo" else None,
        later.ambiguous_stage_games if isinstance(later, DuelContinuation) else 0,
    )
