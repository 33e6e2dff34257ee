"""Duels: two players who see both boards and mark at the same time, each playing to win.

The mathematics is in ``duels.solved_duel``. The stage game of a roll contains each player's choices, their values
against the other player's selected strategy, and the probabilities with which to choose them. ``duels.nash`` computes
all equilibria of a single roll.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Annotated

from dicebingo.answer import Answer
from dicebingo.checked import Checked
from dicebingo.duels.objective import (
    DuelObjective,
    DuelObjectiveLike,
    Payoffs,
    outcomes_of,
    roll_index,
    two_names,
    two_positions,
)
from dicebingo.duels.responses import solo_losses
from dicebingo.duels.selection import Entries, expected, select
from dicebingo.duels.solved_duel import SolvedDuel, solve_duel, stage_entries
from dicebingo.errors import InputError, expect_type, whole_number
from dicebingo.exact import fraction, nearest
from dicebingo.games.matrices import Shares, pure_strategy
from dicebingo.json_form import Asked
from dicebingo.matches.joint import MAX_JOINT_STATES, MaxStates
from dicebingo.matches.outcomes import Outcomes
from dicebingo.matches.shared_rolls import NamesLike
from dicebingo.matches.strategy import WON
from dicebingo.model.board import Position, PositionLike, Positions, RulesLike
from dicebingo.model.layout import cells_of
from dicebingo.model.rules import DiceLike, LayoutLike, MarkingLike, TokensLike
from dicebingo.question import Doc, question
from dicebingo.running.run import Run, RunLike

MAX_SPOTS = 10


@dataclass(frozen=True, slots=True)
class Spot(Checked):
    """The location of a stage game: both players' marked sets, as bit masks, and the roll."""

    _json_keys_ = "marked roll"

    first: int
    second: int
    roll: int

    @property
    def marked(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The marked cells of both players."""
        return cells_of(self.first), cells_of(self.second)


@dataclass(frozen=True, slots=True)
class StageChoice(Checked):
    """A player's choice: the cells to mark (none if nothing matches), and the probability of choosing them.

    ``outcomes`` are the outcomes of the game if the other player follows the selected strategy, and ``payoff`` is their
    value to the player who makes this choice. If several choices complete a line, only the first of them is listed.
    """

    _json_keys_ = "cell cells completes probability payoff outcomes"

    cells: tuple[int, ...]
    completes: bool
    probability: Fraction
    outcomes: Outcomes[Fraction]
    payoff: Fraction

    @property
    def cell(self) -> int | None:
        """The first cell to mark, if there is one."""
        return self.cells[0] if self.cells else None


@dataclass(frozen=True, slots=True)
class DuelStage(Checked):
    """The stage game for a joint position and a roll. ``entries`` has a row for each choice of the first player."""

    _json_keys_ = "roll value payoffs outcomes pure ambiguous first second"

    roll: int
    first: tuple[StageChoice, ...]
    second: tuple[StageChoice, ...]
    entries: tuple[tuple[Outcomes[Fraction], ...], ...]
    outcomes: Outcomes[Fraction]
    payoffs: Payoffs
    pure: bool
    ambiguous: bool

    @property
    def value(self) -> Fraction:
        """The first player's margin: P(first wins) - P(second wins)."""
        return self.outcomes.margin


@dataclass(frozen=True, repr=False, eq=False)
class Duel(Positions, Answer):
    """A duel, solved exactly. ``stage`` is the stage game of the requested roll, if any."""

    _json_keys_ = (
        f"{Positions._json_head_} names objective value payoffs outcomes joint_states mixed_stage_games "
        "ambiguous_stage_games first_mixed solo_losses stage"
    )

    solved: SolvedDuel
    names: tuple[str, str]
    stage: Asked[DuelStage] = None

    @property
    def positions(self) -> tuple[Position, Position]:
        """The starting positions."""
        return self.solved.positions

    @property
    def objective(self) -> DuelObjective:
        """The objective of both players."""
        return self.solved.objective

    @property
    def joint_states(self) -> int:
        """The number of reachable transient joint states, if players complete a line whenever they can."""
        return len(self.solved.states)

    @property
    def outcomes(self) -> Outcomes[Fraction]:
        """The probabilities of all outcomes under the selected strategies."""
        return self.solved.outcomes_at()

    def outcomes_at(self, first: int | None = None, second: int | None = None) -> Outcomes[Fraction]:
        """Return the outcomes of the duel from the given marks.

        ``first`` and ``second`` are the players' marked cells, or None for the start.
        """
        return self.solved.outcomes_at(first, second)

    @property
    def value(self) -> Fraction:
        """P(first wins) - P(second wins).

        With the objective ``score``, this is the value of the game, which is the same in every equilibrium.
        """
        return self.outcomes.margin

    @property
    def payoffs(self) -> Payoffs:
        """The value of the duel to each player, under the objective."""
        return self.objective.payoffs(self.outcomes)

    @property
    def mixed_stage_games(self) -> int:
        """The number of stage games (a joint state and a roll) without a pure equilibrium."""
        return len(self.solved.mixed)

    @property
    def ambiguous_stage_games(self) -> int:
        """The number of stage games whose equilibria have different payoffs; always 0 with the objective ``score``."""
        return len(self.solved.ambiguous)

    def mixed(self, count: int | None = None) -> tuple[Spot, ...]:
        """Return the locations of the stage games without a pure equilibrium, fewest marks first.

        With ``count``, return only the first ``count`` locations.
        """
        count = None if count is None else whole_number(count, "a non-negative number of stage games", 0)
        values = self.positions[0].rules.dice.values
        spots = [(self.solved.marked(state), state, r) for state, r in self.solved.mixed]
        spots.sort(key=lambda spot: (sum(marked.bit_count() for marked in spot[0]), *spot[1:]))
        return tuple(Spot(*marked, values[r]) for marked, _, r in spots[:count])

    @property
    def first_mixed(self) -> tuple[Spot, ...]:
        """The locations of the first ten stage games without a pure equilibrium."""
        return self.mixed(MAX_SPOTS)

    @cached_property
    def solo_losses(self) -> tuple[Fraction, Fraction] | None:
        """Each player's loss from solo-optimal play against the other player's best response.

        The result is None if the objective is ``win``. Computing these losses may take as long as solving the duel
        itself.
        """
        return solo_losses(self.solved) if self.objective is DuelObjective.SCORE else None

    def find_solo_losses(self, run: Run | None = None) -> tuple[Fraction, Fraction] | None:
        """Return ``solo_losses``, computed in a run that can be stopped."""
        if self.objective is DuelObjective.SCORE and "solo_losses" not in vars(self):
            vars(self)["solo_losses"] = solo_losses(self.solved, run)
        return self.solo_losses

    def __repr__(self) -> str:
        first, second = self.positions
        ends = f"value {nearest(self.value, 6, plus=True)}, {self.joint_states} joint states"
        return f"<Duel of {first} against {second}, objective {self.objective}: {ends}>"


@question
def duel(
    first: Annotated[PositionLike, Doc("The first player's board or position.")],
    second: Annotated[PositionLike, Doc("The second player's board or position.")],
    *,
    names: NamesLike = None,
    objective: DuelObjectiveLike = "score",
    roll: Annotated[int | None, Doc("Show what both players should mark on this roll.", "V", 0)] = None,
    max_states: MaxStates = MAX_JOINT_STATES,
    rules: RulesLike = None,
    layout: LayoutLike = None,
    dice: DiceLike = None,
    marking: MarkingLike = None,
    tokens: TokensLike = None,
    run: RunLike = None,
) -> Duel:
    """Solve the game of two players who both play to win.

    Both players see both boards and mark at the same time. The answer is exact. With a ``roll``, it includes the value
    of each player's choices on that roll.

    >>> result = duel("9 6 7 / 7 9 6 / 6 7 9", "6 7 6 / 7 7 7 / 6 6 6")
    >>> round(float(result.value), 7), result.joint_states, result.mixed_stage_games
    (-0.0022834, 2530, 0)
    """
    positions = two_positions(first, second, rules, layout, dice, marking, tokens)
    called, objective = two_names(names), DuelObjective.parse(objective)
    if roll is not None:
        roll_index(positions[0].rules.dice, roll)
    answer = Duel(solve_duel(positions, objective, max_states, run), called)
    if run is not None and roll is None:  # compute the slow part now, while the run can be stopped
        answer.find_solo_losses(run)
    return answer if roll is None else replace(answer, stage=duel_stage(answer, roll))


def duel_stage(duel: Duel, roll: int, first: int | None = None, second: int | None = None) -> DuelStage:
    """Return the stage game of ``roll``.

    ``first`` and ``second`` are the cells that the players marked before this roll, or None for the start.

    >>> stage = duel_stage(duel("7 4 6 / 9 7 8 / 6 9 5", "6 9 x / x 5 5 / 8 x 6"), 6)
    >>> print(stage.payoffs[0], stage.pure, [choice.cells for choice in stage.first])
    -73932286703375/135927432128268 False [(2,), (6,)]
    """
    expect_type(duel, Duel)
    solved = duel.solved
    if not solved.states:
        raise InputError(f"expected positions without a bingo, got {solved.positions[0]} and {solved.positions[1]}")
    dice = solved.positions[0].rules.dice
    r, state = roll_index(dice, roll), solved.state(first, second)
    entries = stage_entries(solved, state, r)
    selection = select(solved.objective, entries)
    strategies = selection.first, selection.second
    outcomes = outcomes_of(expected(*strategies, entries))
    return DuelStage(
        dice.values[r],
        _choices(solved, 0, state, r, entries, strategies),
        _choices(solved, 1, state, r, entries, strategies),
        tuple(tuple(map(outcomes_of, row)) for row in entries),
        outcomes,
        solved.objective.payoffs(outcomes),
        selection.pure,
        selection.ambiguous,
    )


def _choices(
    solved: SolvedDuel, player: int, state: int, r: int, entries: Entries, strategies: Sequence[Shares]
) -> tuple[StageChoice, ...]:
    """Return a player's choices with their outcomes against the other player's strategy."""
    choices, number = solved.players[player], divmod(state, solved.width)[player]
    cells = choices.options(number, r) or ((),)
    found = []
    for i, share in enumerate(strategies[player]):
        chosen = list(strategies)
        chosen[player] = pure_strategy(i, len(strategies[player]))
        outcomes = outcomes_of(expected(chosen[0], chosen[1], entries))
        completes = choices.after[number][r][i] == WON
        found.append(
            StageChoice(cells[i], completes, fraction(share), outcomes, solved.objective.payoffs(outcomes)[player])
        )
    return tuple(found)
