"""Duels: two players who see both boards and mark at the same time, each playing to win.

A joint state is a pair (S, T) of transient sets of marks. On a roll v the first player marks a cell of C(S, v), the
second one of C(T, v), neither knowing the other's choice: a *stage game* whose entries are what the duel is worth from
the next joint state on. With p(v) the probability of a roll and p_move(S, T) that of a roll which lets anybody mark,

    W(S, T) = Σ p(v) · val [W(S ∪ {a}, T ∪ {b})]_{a ∈ C(S,v), b ∈ C(T,v)} / p_move(S, T),

where val is the value of the matrix game, a player without a matching cell stays, and W is 1, 0 or -1 once a line is
complete. Every move adds a mark, so one pass from the most marks to the fewest solves all of it (Shapley's stochastic
games, without a fixed point to approach). The paper stops before this: "we would need to analyze the Nash equilibrium
choices at each state" (section 6.4).

Who can complete a line does so (``duels.choices`` has the proof), so the joint states are those that can be reached by
any other choices. With the objective ``score`` the value is unique; with ``win`` the game is not zero-sum, and what
is reported follows from the equilibrium that ``select`` takes in every stage game. How often each player wins and how
often they tie belongs to the selected strategies in both cases.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dicebingo.duels.choices import Choices, list_choices
from dicebingo.duels.objective import Goal, Outcomes
from dicebingo.duels.selection import Pair, Selection, expected, select
from dicebingo.errors import InputError, TooLarge
from dicebingo.exact import Rational
from dicebingo.matches.joint import MAX_JOINT_STATES
from dicebingo.matches.strategy import WON
from dicebingo.model.board import Position, PositionLike, as_position
from dicebingo.model.rules import Rules

__all__ = ["Duel", "JointChoices", "Spot", "duel", "joint_choices", "outcomes_at_once"]

Progress = Callable[[int], None]
STEP = 1_000
"""Joint states between two reports of progress."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a stage game is played: both players' marked sets, as bit masks, and the roll."""

    first: int
    second: int
    roll: int


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class JointChoices:
    """The joint states that any choices can reach, fewest marks first: i · ``width`` + j for own states i and j."""

    players: tuple[Choices, Choices]
    states: tuple[int, ...]

    @property
    def width(self) -> int:
        """The number of the second player's own states."""
        return len(self.players[1].states)

    def solve(self, objective: Goal | str = Goal.SCORE, progress: Progress | None = None) -> Duel:
        """Solve the duel by backward induction; ``progress`` is told how many joint states have been solved."""
        goal = Goal.parse(objective)
        first, second = self.players
        weights, width = first.position.rules.dice.weights, self.width
        table: dict[int, Pair] = {}
        mixed: list[tuple[int, int]] = []
        several: list[tuple[int, int]] = []
        for done, state in enumerate(reversed(self.states), 1):
            i, j = divmod(state, width)
            win, lose, leaving = Rational(0), Rational(0), 0
            for r, (weight, own, other) in enumerate(zip(weights, first.after[i], second.after[j], strict=True)):
                if own[0] == WON or other[0] == WON:
                    pair = _ended(own[0], other[0])
                elif len(own) == len(other) == 1:
                    if (follower := own[0] * width + other[0]) == state:  # nobody can mark anything
                        continue
                    pair = table[follower]
                else:
                    entries = [[table[a * width + b] for b in other] for a in own]
                    selection = select(goal, entries)
                    pair = expected(selection, entries)
                    if not selection.pure:
                        mixed.append((state, r))
                    if selection.several:
                        several.append((state, r))
                win += weight * pair[0]
                lose += weight * pair[1]
                leaving += weight
            table[state] = win / leaving, lose / leaving
            if progress and (done % STEP == 0 or done == len(self.states)):
                progress((done - 1) % STEP + 1)
        return Duel(self, goal, table, tuple(reversed(mixed)), tuple(reversed(several)))


def _ended(own: int, other: int) -> Pair:
    """Return who has won, when somebody has."""
    return Rational(other != WON), Rational(own != WON)


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Duel:
    """A duel, solved exactly.

    >>> result = duel("9 6 7 / 7 9 6 / 6 7 9", "6 7 6 / 7 7 7 / 6 6 6")
    >>> round(float(result.value), 7), result.joint_states, result.mixed_stage_games
    (-0.0022834, 2530, 0)
    """

    joint: JointChoices
    objective: Goal
    # P(first wins) and P(second wins) under the selected strategies, by joint state; and the stage games, as joint
    # state and place of the roll, that have no pure equilibrium, and that have others with other payoffs.
    _table: dict[int, Pair]
    _mixed: tuple[tuple[int, int], ...]
    _several: tuple[tuple[int, int], ...]

    @property
    def positions(self) -> tuple[Position, Position]:
        """The positions at the start."""
        first, second = self.joint.players
        return first.position, second.position

    @property
    def joint_states(self) -> int:
        """How many transient joint states any choices can reach, where a player who can complete a line does."""
        return len(self.joint.states)

    @property
    def outcomes(self) -> Outcomes:
        """The probabilities of all endings under the selected strategies."""
        return self.outcomes_at()

    @property
    def value(self) -> Rational:
        """What the first player wins on balance: P(first wins) - P(second wins).

        With the objective score this is the value of the game, whatever equilibrium is played.
        """
        return self.outcomes.score

    @property
    def payoffs(self) -> tuple[Rational, Rational]:
        """What the duel is worth to each player, by the objective."""
        return self.objective.payoffs(self.outcomes)

    @property
    def mixed_stage_games(self) -> int:
        """How many stage games, a joint state and a roll each, have no pure equilibrium."""
        return len(self._mixed)

    @property
    def ambiguous_stage_games(self) -> int:
        """How many stage games have equilibria with different payoffs: none where the objective is the score."""
        return len(self._several)

    def mixed(self, count: int | None = None) -> tuple[Spot, ...]:
        """Return where stage games without a pure equilibrium arise, fewest marks first: all, or some."""
        values = self.positions[0].rules.dice.values
        chosen = sorted(self._mixed, key=lambda spot: (self._marks(spot[0]), *spot))[:count]
        return tuple(Spot(*self.marked(state), values[r]) for state, r in chosen)

    def marked(self, state: int) -> tuple[int, int]:
        """Return both players' marked cells in a joint state."""
        first, second = self.joint.players
        i, j = divmod(state, self.joint.width)
        return first.marked(i), second.marked(j)

    def outcomes_at(self, first: int | None = None, second: int | None = None) -> Outcomes:
        """Return the endings from a joint position on, given by the marked cells of each; None is the start.

        A joint position that these players never come to, because somebody did not complete a line, is solved anew.
        """
        positions = tuple(
            own.position if marked is None else Position(own.position.board, marked)
            for own, marked in zip(self.joint.players, (first, second), strict=True)
        )
        if any(position.is_bingo for position in positions):
            return outcomes_at_once(*positions)
        try:
            win, lose = self._table[self.state(first, second)]
        except InputError:
            return duel(*positions, objective=self.objective).outcomes
        return Outcomes(win, lose, 1 - win - lose)

    def state(self, first: int | None = None, second: int | None = None) -> int:
        """Return the joint state with these marked cells of each; None is the start."""
        own, other = self.joint.players
        state = own.number(first) * self.joint.width + other.number(second)
        if state not in self._table:
            raise InputError(
                "expected a joint position of the duel, got marks that the same rolls do not give both players"
            )
        return state

    def select(self, state: int, r: int) -> tuple[Selection, list[list[Pair]]]:
        """Return the selected equilibrium of a joint state and the r-th value of the dice, and what each pair leads to.

        The choices are those of ``Choices.after``.
        """
        first, second = self.joint.players
        width = self.joint.width
        i, j = divmod(state, width)
        entries = [
            [_ended(a, b) if WON in (a, b) else self._table[a * width + b] for b in second.after[j][r]]
            for a in first.after[i][r]
        ]
        return select(self.objective, entries), entries

    def place(self, roll: int) -> int:
        """Return the place of a roll among the values of the dice."""
        dice = self.positions[0].rules.dice
        if roll not in dice:
            raise InputError(f"expected a roll of {dice}, got {roll}")
        return dice.values.index(roll)

    def _marks(self, state: int) -> int:
        first, second = self.joint.players
        i, j = divmod(state, self.joint.width)
        return first.states[i].bit_count() + second.states[j].bit_count()

    def _repr_html_(self) -> str:
        from dicebingo.render.html.notebook import duel_html  # noqa: PLC0415  (upward, only when a notebook shows it)

        return duel_html(self)

    def __repr__(self) -> str:
        """Return whose duel it is."""
        first, second = self.positions
        return f"<Duel of {first} against {second}, objective {self.objective}: {self.joint_states} joint states>"


def outcomes_at_once(first: Position, second: Position) -> Outcomes:
    """Return how a game has ended when somebody has a complete line at the start."""
    return Outcomes(
        Rational(not second.is_bingo), Rational(not first.is_bingo), Rational(first.is_bingo and second.is_bingo)
    )


def joint_choices(players: Sequence[Choices], most: int = MAX_JOINT_STATES) -> JointChoices:
    """Return the joint states that two players can reach; more than ``most`` are refused, counted as they are found."""
    first, second = players
    width, states = len(second.states), []
    own_marks, other_marks = first.marks, second.marks
    levels: dict[int, list[int]] = {0: [0]} if first.states and second.states else {}
    known = {0}
    level = 0
    while levels:
        for state in levels.pop(level, ()):
            states.append(state)
            i, j = divmod(state, width)
            for own, other in zip(first.after[i], second.after[j], strict=True):
                if own[0] == WON or other[0] == WON:
                    continue
                for a in own:
                    for b in other:
                        if (follower := a * width + b) not in known:
                            known.add(follower)
                            levels.setdefault(own_marks[a] + other_marks[b], []).append(follower)
            if len(known) > most:
                raise TooLarge(f"expected a duel of at most {most:,} joint states, got more")
        level += 1
    return JointChoices((first, second), tuple(states))


def duel(
    first: PositionLike,
    second: PositionLike,
    *,
    rules: Rules | str | None = None,
    objective: Goal | str = Goal.SCORE,
    most: int = MAX_JOINT_STATES,
) -> Duel:
    """Solve the duel of two positions exactly: both players see both boards and play for the objective.

    More than ``most`` joint states are refused.
    """
    positions = as_position(first, rules), as_position(second, rules)
    if positions[0].rules != positions[1].rules:
        raise InputError(f"expected boards of the same rules, got {positions[0].rules} and {positions[1].rules}")
    return joint_choices([list_choices(position) for position in positions], most).solve(Goal.parse(objective))
