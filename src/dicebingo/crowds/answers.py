"""The answers of ``crowd``: one board in a class, a ranking of boards, and an equilibrium."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from dicebingo.answer import Answer, Status
from dicebingo.crowds.population import Population
from dicebingo.exact import Number, nearest
from dicebingo.json_form import Asked
from dicebingo.matches.estimate import Estimate
from dicebingo.matches.mixture import Mixture
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.solo.mdp import optimal_play
from dicebingo.solo.policy import TieBreak

Chance: TypeAlias = Fraction | Estimate
"""A number in an answer: exact, or an estimate with proven or simulated bounds."""


@dataclass(frozen=True, slots=True)
class Asking:
    """A question about a class: the population of the other players, the number of players, and the tie-break."""

    population: Population
    players: int
    tie_break: TieBreak

    @property
    def fair(self) -> Fraction:
        """The share that each player would have if all boards were equally strong."""
        return Fraction(1, self.players)


@dataclass(frozen=True, slots=True, repr=False)
class CrowdAnswer(Answer):
    """The base class of all answers to ``crowd``."""

    _json_head_ = (
        "rules players=asking.players population=asking.population.name mixture tie_break=asking.tie_break "
        "fair=asking.fair"
    )

    asking: Asking

    @property
    def rules(self) -> Rules:
        """The rules under which all boards are played."""
        return self.asking.population.rules

    @property
    def players(self) -> int:
        """The number of players."""
        return self.asking.players

    @property
    def population(self) -> Population:
        """The population from which the other players draw."""
        return self.asking.population

    @property
    def mixture(self) -> Asked[Mixture]:
        """The boards from which the other players draw, with their probabilities, if the population is a list."""
        return self.asking.population.mixture

    @property
    def fair(self) -> Fraction:
        """The share that each player would have if all boards were equally strong."""
        return self.asking.fair


@dataclass(frozen=True, slots=True, repr=False)
class Crowd(CrowdAnswer):
    """A board's chances in a class or, without a board, the length of a game in which every board is random.

    An exact answer states the number of joint states; a simulated answer states the numbers of ``sequences`` of rolls
    and of ``blocks`` of sequences. If the question asked for the best board, ``tried`` is the number of local searches,
    or the number of boards if all were tried.

    >>> from dicebingo import crowd
    >>> crowd("7 7 7 / 7 7 7 / 7 7 7", players=30, population="distinct")
    <Crowd of 30 players, distinct: 7 7 7 / 7 7 7 / 7 7 7 has 2.63% of the win>
    """

    _json_keys_ = (
        f"board {CrowdAnswer._json_head_} share times_fair alone first expected_length expected_rolls joint_states "
        "sequences blocks seed tried status"
    )

    board: Asked[Board]
    share: Asked[Chance]
    alone: Asked[Chance]
    first: Asked[Chance]
    expected_length: Chance
    status: Status
    joint_states: Asked[int] = None
    sequences: Asked[int] = None
    blocks: Asked[int] = None
    seed: Asked[int] = None
    tried: Asked[int] = None

    @property
    def times_fair(self) -> Asked[Chance]:
        """The share, as a multiple of the fair share."""
        return None if self.share is None else scaled(self.share, self.players)

    @property
    def expected_rolls(self) -> Asked[Number]:
        """The expected number of rolls that the board needs when it plays alone."""
        return None if self.board is None else optimal_play(self.board).expected_rolls

    def __repr__(self) -> str:
        who = f"a game takes {nearest(middle(self.expected_length), 4)} rolls"
        if self.share is not None:
            who = f"{self.board} has {nearest(100 * middle(self.share), 2)}% of the win"
        return f"<Crowd of {self.players:,} players, {self.population.name}: {who}>"


def middle(chance: Chance) -> Number:
    """Return ``chance`` itself if it is exact, and otherwise its point estimate."""
    return chance.estimate if isinstance(chance, Estimate) else chance


def scaled(chance: Chance, factor: int) -> Chance:
    """Return ``chance`` times ``factor``."""
    if isinstance(chance, Estimate):
        return Estimate(factor * chance.estimate, factor * chance.low, factor * chance.high)
    return factor * chance


class RankedBoard(NamedTuple):
    """A board in a ranking; ``behind`` is the best board's share minus this one's, with a confidence interval."""

    board: Board
    share: Chance
    behind: Chance


@dataclass(frozen=True, slots=True, repr=False)
class CrowdComparison(CrowdAnswer):
    """A ranking of boards in the same class, largest share first.

    Simulated boards play against the same opponents on the same rolls, so ``behind`` is more precise than the shares.
    """

    _json_keys_ = f"{CrowdAnswer._json_head_} ranking sequences blocks seed status"

    ranking: tuple[RankedBoard, ...]
    status: Status
    sequences: Asked[int] = None
    blocks: Asked[int] = None
    seed: Asked[int] = None

    @property
    def best(self) -> Board:
        """The board with the largest share."""
        return self.ranking[0].board

    def __repr__(self) -> str:
        return f"<CrowdComparison of {len(self.ranking)} boards, {self.players:,} players: best {self.best}>"


@dataclass(frozen=True, slots=True, repr=False)
class CrowdEquilibrium(CrowdAnswer):
    """A mixture from which all players draw, and the best reply to it that the search found.

    A player who draws from the mixture has the fair share on average. ``gain`` is the best reply's share minus the fair
    share: at most 0 in an equilibrium. If the status is *proven*, no board has a larger share than the best reply. The
    search has ``settled`` if the best reply gained less than 0.1% of the fair share on its sample of rolls; otherwise
    the search reached the maximum number of rounds, or was stopped.
    """

    _json_keys_ = f"{CrowdAnswer._json_head_} best_reply share gain equilibrium=is_equilibrium rounds settled status"

    best_reply: Board
    share: Chance
    rounds: int
    status: Status
    settled: bool = False

    @property
    def gain(self) -> Chance:
        """The share of the best reply, minus the fair share."""
        if isinstance(self.share, Estimate):
            fair = float(self.fair)
            return Estimate(self.share.estimate - fair, self.share.low - fair, self.share.high - fair)
        return self.share - self.fair

    @property
    def is_equilibrium(self) -> bool:
        """Whether it is proven that no board has more than the fair share."""
        return self.status is Status.PROVEN and not isinstance(self.gain, Estimate) and self.gain <= 0

    def __repr__(self) -> str:
        mixed = f"boards in the mixture: {len(self.mixture.boards) if self.mixture else 0}"
        gain = nearest(100 * middle(self.gain), 4, plus=True)
        return f"<CrowdEquilibrium of {self.players:,} players: {mixed}, best reply {gain} points, {self.status}>"
