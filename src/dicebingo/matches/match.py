"""Matches: two or more boards on shared rolls, each played by its own policy (paper, section 4).

Players ignore each other's boards. The first roll that completes a line ends the match, and all players who complete a
line on that roll win together.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import starmap
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple, Unpack, overload

from dicebingo.errors import InputError, TooLarge, flag, naming_extras
from dicebingo.json_form import Asked
from dicebingo.matches.cards import CardRace, CardStrategy
from dicebingo.matches.joint import MAX_JOINT_STATES, JointChain, MaxStates, check_rolls, make_joint
from dicebingo.matches.outcomes import Outcomes, Winners
from dicebingo.matches.ranges import Range, Ranges, TieGraph
from dicebingo.matches.shared_rolls import NamesLike, PlayerLike, Policies, SharedRolls, players_of
from dicebingo.matches.simulation import SeedLike, Simulation
from dicebingo.matches.simulation import simulate as simulate_games
from dicebingo.matches.strategy import Strategy
from dicebingo.matches.verdict import MAX_STATES, Verdict, verdict_on
from dicebingo.model.board import RulesArguments, RulesLike, changed_rules
from dicebingo.model.layout import mask_of
from dicebingo.model.rules import DiceLike, LayoutLike, MarkingLike, TokensLike
from dicebingo.question import Doc, question
from dicebingo.running.run import Run, RunLike
from dicebingo.solo.chain import Chain, card_distribution
from dicebingo.solo.policy import Optimal, TieBreakLike

if TYPE_CHECKING:  # importing fast_matches would load numba
    from dicebingo.matches.fast_matches import LargeMatch


class SoloEnding(NamedTuple):
    """The probabilities that a board, played alone, finishes on a roll (pmf), and on that roll or earlier (cdf)."""

    pmf: Fraction
    cdf: Fraction


class Ending(NamedTuple):
    """The probabilities that a match ends with these winners on a roll (pmf), and on that roll or earlier (cdf)."""

    pmf: Fraction
    cdf: Fraction
    winners: Winners


class MatchRoll(NamedTuple):
    """The probabilities of finishing on a roll, in the match and for each board alone."""

    roll: int
    joint: list[Ending]
    solo: list[SoloEnding]


@dataclass(frozen=True, repr=False, eq=False)
class Match(SharedRolls):
    """A match, solved exactly. ``with_range`` and ``upto`` record which details the caller requested.

    ``outcomes`` contains the probability of each set of winners, small sets first. For two boards, these sets are
    (0,), (1,) and (0, 1). For more boards, ``outcomes`` lists only the possible sets. ``expected_length`` is the
    expected number of rolls until the match ends.

    >>> result = match("9 6 7 / 7 9 6 / 6 7 9", "6 7 6 / 7 7 7 / 6 6 6", fast=False)
    >>> print(result.probability(0), result.probability(1), result.probability(0, 1))
    134528/253125 118597/253125 0
    >>> result.verdict.kind.value, result.verdict.favoured
    ('surely beats', 0)
    """

    _json_keys_ = (
        f"{SharedRolls._json_head_} outcomes shares expected_rolls expected_length verdict=verdict_of_two joint_states "
        "range=asked_ranges distribution=rolls"
    )

    solver: JointChain | CardRace
    outcomes: Outcomes[Fraction]
    expected_length: Fraction
    with_range: bool = False
    upto: int | None = None

    @property
    def joint_states(self) -> int:
        """The number of transient joint states that can be reached."""
        return self.solver.joint_states

    def probability(self, *winners: int) -> Fraction:
        """Return the probability that exactly these players finish first, together."""
        return self.outcomes.get(self._winners(winners), Fraction(0))

    @property
    def shares(self) -> tuple[Fraction, ...]:
        """Each player's probability of winning, where a tie of k players counts as 1/k of a win."""
        shares = [Fraction(0)] * len(self.strategies)
        for winners, share in self.outcomes.items():
            for player in winners:
                shares[player] += share / len(winners)
        return tuple(shares)

    @cached_property
    def chain(self) -> JointChain:
        """The joint chain. Full cards are solved without this chain, so it is built for them only on first use."""
        if isinstance(self.solver, JointChain):
            return self.solver
        return make_joint([_prepared(strategy, None) for strategy in self.strategies])

    @cached_property
    def solo(self) -> tuple[Chain, ...]:
        """The chain of each board played alone."""
        return tuple(strategy.alone for strategy in self.strategies)

    def solo_distributions(self, upto: int) -> list[list[tuple[Fraction, Fraction]]]:
        """Return (P(T = k), P(T <= k)) for k = 0, 1, .., upto, where T is the number of rolls of each board alone."""
        if isinstance(self.solver, CardRace):
            return [list(card_distribution(strategy.solution, upto)) for strategy in self.strategies]
        return [chain.distribution(upto) for chain in self.solo]

    def distribution(self, upto: int) -> list[Outcomes[Fraction]]:
        """Return the probability that the match ends on roll k, by set of winners, for k = 0, 1, .., upto."""
        return self.solver.distribution(upto)

    def cdf(self, upto: int) -> list[Outcomes[Fraction]]:
        """Return the probability that the match has ended by roll k, by set of winners, for k = 0, 1, .., upto."""
        return self.solver.cdf(upto)

    @cached_property
    def verdict(self) -> Verdict:
        """Which of the two boards is favoured, and whether the tie-break matters."""
        return self._judged(None)

    @property
    def verdict_of_two(self) -> Verdict | None:
        """The verdict on two boards, or None if there are more boards."""
        return self.verdict if len(self.strategies) == 2 else None

    def _judged(self, run: Run | None) -> Verdict:
        if len(self.strategies) != 2:
            raise InputError(f"expected two boards for a verdict, got {len(self.strategies)}")
        if isinstance(self.solver, CardRace):
            return self.solver.verdict(self.outcomes.margin)
        most = MAX_JOINT_STATES if self.with_range else MAX_STATES
        return verdict_on(self.strategies, self.outcomes.margin, most, run)

    @cached_property
    def ranges(self) -> Ranges:
        """Guaranteed bounds over all tie-breaks, for two players who each play optimally on their own board."""
        return self._bounded(None)

    @property
    def asked_ranges(self) -> Asked[Ranges]:
        """The bounds over all tie-breaks, if the caller requested them."""
        return self.ranges if self.with_range else None

    @property
    def rolls(self) -> Asked[list[MatchRoll]]:
        """For each roll up to ``upto``, the probabilities of finishing, for the sets of winners possible by then."""
        if self.upto is None:
            return None
        solo = [list(starmap(SoloEnding, alone)) for alone in self.solo_distributions(self.upto)]
        order = sorted(self.outcomes, key=mask_of)
        shares = zip(self.distribution(self.upto), self.cdf(self.upto), *solo, strict=True)
        return [
            MatchRoll(roll, [Ending(pmf[won], cdf[won], won) for won in order if cdf[won]], alone)
            for roll, (pmf, cdf, *alone) in enumerate(shares)
        ]

    def _bounded(self, run: Run | None) -> Ranges:
        _check_range(self)
        if isinstance(self.solver, CardRace):
            ends = self.outcomes
            return Ranges(*(Range(number, number) for number in (ends.first, ends.second, ends.margin)))
        return TieGraph([strategy.solution for strategy in self.strategies], run=run).ranges()

    def __repr__(self) -> str:
        return self._summary(self.outcomes)


def _expect_none(name: str, others: list[str]) -> None:
    if others:
        raise InputError(f"{name} cannot be combined with {', '.join(others)}")


def _check_range(players: SharedRolls) -> None:
    """Raise an error unless there are two players who play optimally, as a range over tie-breaks requires."""
    if len(players.strategies) != 2:
        raise InputError(f"expected two boards for a range, got {len(players.strategies)}")
    for strategy in players.strategies:
        if not isinstance(strategy.policy, Optimal):
            raise InputError(f"expected optimal play for a range over tie-breaks, got the policy {strategy.policy}")


@overload
def match(
    *boards: PlayerLike,
    names: NamesLike = ...,
    policy: Policies = ...,
    tie_break: TieBreakLike = ...,
    range: bool = ...,
    upto: int | None = ...,
    fast: Literal[False],
    max_states: int = ...,
    run: RunLike = ...,
    **more: Unpack[RulesArguments],
) -> Match: ...
@overload
def match(
    *boards: PlayerLike,
    names: NamesLike = ...,
    policy: Policies = ...,
    tie_break: TieBreakLike = ...,
    range: bool = ...,
    upto: int | None = ...,
    fast: bool | None = ...,
    max_states: int = ...,
    run: RunLike = ...,
    **more: Unpack[RulesArguments],
) -> Match | LargeMatch: ...
@overload
def match(
    *boards: PlayerLike,
    names: NamesLike = ...,
    policy: Policies = ...,
    tie_break: TieBreakLike = ...,
    fast: Literal[False] | None = ...,
    simulate: int,
    seed: int = ...,
    max_states: int = ...,
    run: RunLike = ...,
    **more: Unpack[RulesArguments],
) -> Simulation: ...
@overload
def match(
    *boards: PlayerLike,
    names: NamesLike = ...,
    policy: Policies = ...,
    tie_break: TieBreakLike = ...,
    range: bool = ...,
    upto: int | None = ...,
    fast: bool | None = ...,
    simulate: int | None,
    seed: int = ...,
    max_states: int = ...,
    run: RunLike = ...,
    **more: Unpack[RulesArguments],
) -> Match | LargeMatch | Simulation: ...
@question
def match(
    *boards: Annotated[PlayerLike, Doc(metavar="BOARD BOARD [BOARD...]")],
    names: NamesLike = None,
    policy: Policies = "optimal",
    tie_break: TieBreakLike = "smallest",
    # The option is called ``range``, so the parameter shadows the builtin.
    range: Annotated[bool, Doc("Bound the probabilities over all tie-breaks (two boards).")] = False,  # noqa: A002
    upto: Annotated[
        int | None, Doc("Show each board's chances of finishing on each roll, up to this roll.", "K", 0)
    ] = None,
    fast: Annotated[
        bool | None, Doc("Use float64 with an error bound (two boards only), or require exact numbers.")
    ] = None,
    simulate: Annotated[int | None, Doc("Simulate this many games instead.", "N", 1)] = None,
    seed: SeedLike = 1,
    max_states: MaxStates = MAX_JOINT_STATES,
    rules: RulesLike = None,
    layout: LayoutLike = None,
    dice: DiceLike = None,
    marking: MarkingLike = None,
    tokens: TokensLike = None,
    run: RunLike = None,
) -> Match | LargeMatch | Simulation:
    """Play boards against each other on shared rolls.

    The answer contains the exact probability that each board finishes first. Each board is played by its own
    solo-optimal strategy unless you give another ``policy``. If a match of two boards has more than ``max_states``
    joint states, it is computed in float64 with a proven error bound, unless you request ``range``, ``upto`` or
    ``fast=False``. Matches of three or more boards are refused if they are too large; use ``simulate`` instead.

    In Python, a stopped run raises ``Stopped``, but a stopped simulation returns the results so far.
    """
    range, fast = flag(range), None if fast is None else flag(fast)  # noqa: A001  (the parameter, checked)
    run, rules = None if run is None else Run.of(run), changed_rules(rules, layout, dice, marking, tokens)
    exact_only = ["range"] * range + ["upto"] * (upto is not None)
    if simulate is not None:
        _expect_none("simulate", exact_only + ["fast"] * bool(fast))
        return simulate_games(
            *boards, games=simulate, names=names, policy=policy, tie_break=tie_break, seed=seed, rules=rules, run=run
        )
    if len(boards) < 2:
        raise InputError(f"expected two or more boards, got {len(boards)}")
    players = players_of(boards, rules, names, policy, tie_break, run, CardStrategy.of)
    if upto is not None:
        upto = check_rolls(upto)
    if range:
        _check_range(players)
    if fast:
        _expect_none("fast", exact_only)
    if not fast and all(isinstance(strategy, CardStrategy) for strategy in players.strategies):
        race = CardRace(players.strategies)
        return Match(players.strategies, players.names, players.tie_break, race, *race.solve(), range, upto)
    players = replace(players, strategies=tuple(_prepared(strategy, run) for strategy in players.strategies))
    if not fast:
        try:
            chain = make_joint(players.strategies, max_states, run)
        except TooLarge:
            if fast is False or exact_only or len(boards) != 2:
                raise
        else:
            return _solved(players, chain, range, upto, run)
    with naming_extras():
        from dicebingo.matches.fast_matches import play_large  # noqa: PLC0415  (numba must not slow an exact match)

    return play_large(players, run)


def _prepared(strategy: Strategy, run: Run | None) -> Strategy:
    """Return a strategy with all its states listed, even if it is for a full card."""
    return strategy.prepared(run) if isinstance(strategy, CardStrategy) else strategy


def _solved(players: SharedRolls, chain: JointChain, with_range: bool, upto: int | None, run: Run | None) -> Match:
    answer = Match(players.strategies, players.names, players.tie_break, chain, *chain.solve(run), with_range, upto)
    if run is not None and len(players.strategies) == 2:  # compute the slow parts now, while the run can be stopped
        vars(answer).update({"verdict": answer._judged(run)} | ({"ranges": answer._bounded(run)} if with_range else {}))
    return answer
