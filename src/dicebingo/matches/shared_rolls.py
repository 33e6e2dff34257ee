"""Players on shared rolls: their boards, names and policies."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from dicebingo.answer import Answer
from dicebingo.errors import InputError, listed, shown, whole_number
from dicebingo.exact import Number, nearest
from dicebingo.matches.outcomes import Outcomes
from dicebingo.matches.strategy import Strategy, prepare
from dicebingo.model.board import Position, PositionLike, Positions, RulesLike, as_position
from dicebingo.question import Doc
from dicebingo.running.run import Run
from dicebingo.solo.mdp import OptimalPlay, optimal_play
from dicebingo.solo.policy import Deadline, Optimal, Policy, PolicyLike, TieBreak, TieBreakLike, as_policy, tie_break_of

PlayerLike: TypeAlias = Annotated[PositionLike | Strategy, Doc("Two or more boards, positions or strategies.")]
"""A player: a position, which is played by the given policy, or a prepared strategy."""
Policies: TypeAlias = Annotated[
    PolicyLike | Sequence[PolicyLike],
    Doc("One policy for all boards, or one for each: optimal, random, random:WEIGHTS, prefer:CELLS or deadline:ROLLS."),
]
NamesLike: TypeAlias = Annotated[Sequence[str] | None, Doc("One name for each board.", "NAMES")]
Maker: TypeAlias = Callable[[OptimalPlay, Policy], Strategy | None]
"""A function that returns a ready-made strategy for a solution and a policy, or None if there is none."""
MAX_NAMED = 4
MAX_LISTED = 10
"""With at most this many players, a simulation lists every set of winners."""
MAX_ROLLS = 64
"""The maximum number of different dice values in float64 matches and simulations."""


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class SharedRolls(Positions, Answer):
    """The base class of the answers to ``match`` and ``simulate``, whether exact, in float64 or simulated.

    ``tie_break`` is the tie-break of all policies that have one, or None if they differ.
    """

    _json_head_ = "rules names boards marked tie_break policies=policy_names"

    strategies: tuple[Strategy, ...]
    names: tuple[str, ...]
    tie_break: TieBreak | None

    @property
    def positions(self) -> tuple[Position, ...]:
        """The players' starting positions."""
        return tuple(strategy.position for strategy in self.strategies)

    @property
    def policies(self) -> tuple[Policy, ...]:
        """The policy of each player."""
        return tuple(strategy.policy for strategy in self.strategies)

    @property
    def policy_names(self) -> tuple[str, ...]:
        """The name of each player's policy, with its tie-break if the players have different tie-breaks."""
        return tuple(
            f"{policy}, tie-break {policy.tie_break}"
            if self.tie_break is None and isinstance(policy, Optimal | Deadline)
            else str(policy)
            for policy in self.policies
        )

    @property
    def expected_rolls(self) -> tuple[Number, ...]:
        """Each player's expected number of rolls when playing alone with the same policy."""
        return tuple(strategy.expected_rolls for strategy in self.strategies)

    def _winners(self, players: Iterable[int]) -> tuple[int, ...]:
        """Check ``players``, and return them in increasing order, each once."""
        last = len(self.strategies) - 1
        return tuple(sorted({whole_number(player, "players {} to {}", 0, last) for player in players}))

    def _summary(self, outcomes: Outcomes[Number]) -> str:
        """Return the answer in one line. For two players, the line includes the probabilities."""
        count = len(self.names)
        who = " against ".join(self.names) if count <= MAX_NAMED else f"{count} boards"
        shown = [f"{nearest(100 * share, 2)}%" for share in outcomes.values()]
        numbers = f": {shown[0]}, {shown[1]}, tie {shown[2]}" if count == 2 else ""
        return f"<{type(self).__name__} of {who}{numbers}>"


def strategies_for(
    positions: Sequence[PlayerLike],
    rules: RulesLike = None,
    policy: Policies = "optimal",
    tie_break: TieBreakLike = TieBreak.SMALLEST,
    run: Run | None = None,
    known: Maker = lambda *_: None,
) -> list[Strategy]:
    """Return the players' prepared strategies, using one policy for all players or one for each.

    If ``known`` returns a strategy for a solution and a policy, that strategy is used and no other is prepared.

    A strategy that is already prepared has its own rules, policy and tie-break. Raise an error if the caller gives
    different ones.
    """
    if isinstance(positions, str) or not isinstance(positions, Collection):
        raise InputError(f"expected a list of boards, got {shown(positions)}")
    if not callable(known):
        raise InputError(f"expected a function, got {shown(known)}")
    each = [policy] * len(positions) if isinstance(policy, str) or not isinstance(policy, Sequence) else policy
    if len(each) != len(positions):
        raise InputError(f"expected one policy, or one for each of the {len(positions)} boards, got {len(each)}")
    tie = TieBreak.parse(tie_break)
    prepared = []
    for position, own in zip(positions, each, strict=True):
        if isinstance(position, Strategy):
            prepared.append(_as_prepared(position, rules, own, tie))
        else:
            solution = optimal_play(as_position(position, rules))
            followed = as_policy(own, solution.position.rules.layout, tie)
            prepared.append(known(solution, followed) or prepare(solution, followed, run))
    return prepared


def _as_prepared(strategy: Strategy, rules: RulesLike, policy: PolicyLike, tie_break: TieBreak) -> Strategy:
    """Return a prepared strategy.

    Raise an error if the caller gives rules, a policy or a tie-break (other than a default) that differ from the
    strategy's own.
    """
    as_position(strategy.position, rules)
    if policy is not strategy.policy and not (isinstance(policy, str) and policy == "optimal"):
        raise InputError(f"expected no policy for a prepared strategy ({strategy.policy}), got {shown(policy)}")
    if tie_break not in (TieBreak.SMALLEST, own := tie_break_of(strategy.policy, tie_break)):
        raise InputError(f"expected no tie-break for a prepared strategy ({own}), got {tie_break}")
    return strategy


def expect_field(strategies: Sequence[Strategy]) -> None:
    """Raise an error unless float64 matches and simulations accept ``strategies``.

    All strategies must have the same dice, with at most ``MAX_ROLLS`` values, and no player may have won already.
    """
    if not strategies:
        raise InputError("expected at least one player, got none")
    dice = strategies[0].dice
    for strategy in strategies:
        if strategy.dice != dice:
            raise InputError(f"expected boards with the same dice, got {dice} and {strategy.dice}")
        if len(dice.values) > MAX_ROLLS:
            raise InputError(
                f"expected dice with at most {MAX_ROLLS} values for simulations and float64, got {len(dice.values)}"
            )
        if not strategy.states:
            raise InputError(f"expected positions without a bingo, got {strategy.position}")


def as_names(names: Iterable[str] | None, unnamed: Iterable[str]) -> tuple[str, ...]:
    """Return one name for each player. ``unnamed`` lists the names to use if ``names`` is None."""
    default = tuple(unnamed)
    if names is None:
        return default
    called = tuple(map(str, listed(names, f"{len(default)} names")))
    if len(called) != len(default):
        raise InputError(f"expected one name for each of the {len(default)} boards, got {len(called)}")
    return called


def players_of(
    positions: Sequence[PlayerLike],
    rules: RulesLike,
    names: NamesLike,
    policy: Policies,
    tie_break: TieBreakLike,
    run: Run | None,
    known: Maker = lambda *_: None,
) -> SharedRolls:
    """Return the players with their strategies, names and tie-break.

    By default, the names are "board 0", "board 1" and so on.
    """
    called = as_names(names, (f"board {number}" for number in range(len(positions))))
    tie = TieBreak.parse(tie_break)
    strategies = tuple(strategies_for(positions, rules, policy, tie, run, known))
    followed = [s.policy for s in strategies if hasattr(s.policy, "tie_break")]
    ties = {tie_break_of(policy, tie) for policy in followed} or {tie}
    return SharedRolls(strategies, called, ties.pop() if len(ties) == 1 else None)
