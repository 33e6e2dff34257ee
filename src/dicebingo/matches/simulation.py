"""Simulated matches between any number of boards on shared rolls, with confidence intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, TypeAlias

from dicebingo.answer import Status
from dicebingo.errors import InputError, MissingExtra, TooLarge, naming_extras, whole_number
from dicebingo.exact import decimal
from dicebingo.json_form import Asked
from dicebingo.matches.estimate import Estimate, mean_rolls, proportion, share
from dicebingo.matches.outcomes import Outcomes, Winners
from dicebingo.matches.plain_games import PlainGames
from dicebingo.matches.shared_rolls import MAX_LISTED, NamesLike, PlayerLike, Policies, SharedRolls, players_of
from dicebingo.matches.strategy import Strategy
from dicebingo.model.board import RulesLike, changed_rules
from dicebingo.model.layout import cells_of
from dicebingo.model.rules import DiceLike, LayoutLike, MarkingLike, TokensLike
from dicebingo.question import Doc, question
from dicebingo.running.run import Run, RunLike
from dicebingo.solo.policy import TieBreakLike

MAX_PLAYERS = 1_000
MAX_GAMES = 10**10
MAX_ROLLS = 10**6
SeedLike: TypeAlias = Annotated[int, Doc("The seed of the random numbers. The same seed gives the same answer.", "S")]


class EstimatedOutcome(NamedTuple):
    """A set of boards, by number, and the estimated probability that exactly these boards finish first."""

    winners: Winners
    probability: Estimate


@dataclass(frozen=True, slots=True, repr=False)
class Simulation(SharedRolls):
    """The results of a simulation of ``games`` games.

    For each player, ``shares`` contains the share of games won, where a tie of k players counts as 1/k of a win.
    ``alone`` counts the games that the player won alone, and ``wins`` the games won alone or together with others.
    ``outcomes`` is empty for more than ten players.
    """

    _json_keys_ = (
        f"{SharedRolls._json_head_} simulated games seed outcomes=came_up shares alone wins expected_rolls "
        "expected_length status=stopped"
    )
    simulated: ClassVar[Literal[True]] = True

    games: int
    seed: int
    status: Status
    outcomes: Outcomes[Estimate]
    shares: tuple[Estimate, ...]
    alone: tuple[Estimate, ...]
    wins: tuple[Estimate, ...]
    expected_length: Estimate

    @property
    def came_up(self) -> tuple[EstimatedOutcome, ...]:
        """The sets of winners that occurred."""
        return tuple(EstimatedOutcome(won, found) for won, found in self.outcomes.items() if found.estimate)

    @property
    def stopped(self) -> Asked[Status]:
        """The status "stopped" if the simulation was stopped, otherwise None."""
        return self.status if self.status is Status.STOPPED else None

    def __repr__(self) -> str:
        return f"<Simulation of {self.games:,} games of {len(self.names)} boards, {self.status}>"


@question
def simulate(
    *boards: PlayerLike,
    games: Annotated[int, Doc("The number of games to play.", "N", 1, MAX_GAMES)] = 10_000,
    names: NamesLike = None,
    policy: Policies = "optimal",
    tie_break: TieBreakLike = "smallest",
    seed: SeedLike = 1,
    rules: RulesLike = None,
    layout: LayoutLike = None,
    dice: DiceLike = None,
    marking: MarkingLike = None,
    tokens: TokensLike = None,
    run: RunLike = None,
) -> Simulation:
    """Simulate games between two or more boards on shared rolls.

    If the run is stopped, the answer covers the games played so far. ``match`` with ``simulate`` gives the same answer.
    """
    rules = changed_rules(rules, layout, dice, marking, tokens)
    run = Run.of(run)
    games, seed = whole_number(games, "{} to {} games", 1, MAX_GAMES), whole_number(seed, "a whole number as the seed")
    if not 2 <= len(boards) <= MAX_PLAYERS:
        raise InputError(f"expected 2 to {MAX_PLAYERS} boards, got {len(boards)}")
    players = players_of(boards, rules, names, policy, tie_break, run)
    fewest = min(decimal(strategy.solution.expected_rolls) for strategy in players.strategies)
    if fewest > MAX_ROLLS:  # a single game could take hours, and cannot be stopped
        raise TooLarge(
            f"expected at least one board that takes at most {MAX_ROLLS:,} rolls on average, "
            f"but each takes at least {fewest:.3g}"
        )
    job = _games(players.strategies, games, seed, saved=run.checkpoint is not None)
    sums: dict[str, Any] = {}
    played = 0
    for block in run.batches(job, "simulating"):
        sums = {key: counts + sums[key] for key, counts in block.items()} if sums else block
        played = min(played + job.block, games)
    if not played:
        run.expect_more()  # the run was stopped before the first block: raise an error that says so
    wins, winners, length = job.counted(sums)
    return Simulation(
        players.strategies,
        players.names,
        players.tie_break,
        played,
        seed,
        Status.STOPPED if run.stopped and played < games else Status.SIMULATED,
        _outcomes(winners, len(boards), played),
        tuple(share(row, played) for row in wins),
        tuple(proportion(row[1], played) for row in wins),
        tuple(proportion(sum(row), played) for row in wins),
        mean_rolls(length[0], length[1], played),
    )


def _games(strategies: Sequence[Strategy], games: int, seed: int, *, saved: bool) -> Any:
    """Return the job that plays the games in compiled code, or in plain Python if numba is missing.

    Only results of compiled code can be ``saved`` in a checkpoint.
    """
    try:
        with naming_extras():
            from dicebingo.matches.fast_matches import FastGames  # noqa: PLC0415  (an extra)
    except MissingExtra:
        if saved:
            raise
        return PlainGames(strategies, games, seed)
    return FastGames(strategies, games, seed)


def _outcomes(winners: dict[int, int], players: int, games: int) -> Outcomes[Estimate]:
    """Return the sets of winners that occurred. With two players, return all three possible sets."""
    listed = {1, 2, 3} if players == 2 else winners if players <= MAX_LISTED else ()
    return Outcomes({cells_of(won): proportion(winners.get(won, 0), games) for won in listed}, players)
