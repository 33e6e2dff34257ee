"""Tournaments, rings, upsets, best replies and the arena as JSON."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, NotRequired, TypedDict

from dicebingo.exact import NumberJson
from dicebingo.model.board import Board
from dicebingo.render.json.model import RulesJson, UniverseJson, ValuesJson
from dicebingo.render.json.shape import shaped
from dicebingo.tournaments.results import Notion

if TYPE_CHECKING:  # numba, which the other answers must not wait for
    from dicebingo.replies.arena import Arena
    from dicebingo.replies.counter import BestReply
    from dicebingo.tournaments.few import FewBoards, FewRings
    from dicebingo.tournaments.rings import Rings
    from dicebingo.tournaments.set_search import SetAnswer
    from dicebingo.tournaments.tournament import Tournament
    from dicebingo.tournaments.upsets import Upsets

UPSET = ("slower", "faster", "expected_rolls", "handicap", "margin")


class HowPlayedJson(TypedDict):
    """Rules, the notion of beating (match or duel), and the tie-break, which is null for duels."""

    rules: RulesJson
    notion: str
    tie_break: str | None


class StandingJson(TypedDict):
    """One board's record in a tournament; the player is its number in the list of boards."""

    player: int
    share: float
    beats: int
    loses: int
    even: int
    copeland: int
    mean_margin: float


class TournamentJson(HowPlayedJson):
    """All boards, their standings, the number of rings of three, and the top cycle."""

    boards: list[ValuesJson]
    names: list[str]
    standings: list[StandingJson]
    triples: int
    smith_set: list[int]
    relative_error_bound: float


class OddsJson(TypedDict):
    """The exact probabilities that a board wins, loses and ties."""

    win: NumberJson
    lose: NumberJson
    tie: NumberJson


class LinkJson(OddsJson):
    """One board against the next; sure if it is favoured however ties are broken."""

    sure: bool


class RingJson(TypedDict):
    """Boards each of which beats the next, and the last the first."""

    boards: list[ValuesJson]
    links: list[LinkJson]
    smallest_margin: NumberJson
    sure: bool


class RingsJson(HowPlayedJson):
    """Rings of one length, the one with the largest smallest margin first; ``count`` is null after a search.

    No ring of that length, whatever its boards, has a smallest margin above ``at_most``; null in duels.
    """

    length: int
    count: int | None
    at_most: NumberJson | None
    universe: NotRequired[UniverseJson]
    seed: NotRequired[int]
    restarts: NotRequired[int]
    status: NotRequired[str]
    rings: list[RingJson]


class UpsetJson(TypedDict):
    """Two boards, of which the one that is slower alone is favoured."""

    slower: ValuesJson
    faster: ValuesJson
    expected_rolls: list[NumberJson]
    handicap: NumberJson
    outcomes: OddsJson
    margin: NumberJson
    sure: bool


class UpsetsJson(HowPlayedJson):
    """Upsets, the one with the largest margin or handicap first; ``count`` is null after a search."""

    by: str
    count: int | None
    universe: NotRequired[UniverseJson]
    seed: NotRequired[int]
    restarts: NotRequired[int]
    status: NotRequired[str]
    upsets: list[UpsetJson]


class PlayedBoardJson(TypedDict):
    """A board of a mixture."""

    board: ValuesJson
    probability: NumberJson


class ReplyProofJson(TypedDict):
    """How a proof by bounds went, how many boards are as good as the best, and by how much any board wins at most."""

    multisets: int
    followed: int
    orbits: int
    left: int
    best: int
    at_most: NumberJson


class CounterJson(HowPlayedJson):
    """The best reply to a board or a mixture, among all boards with the given values."""

    values: list[int]
    universe: UniverseJson
    against: ValuesJson | None
    mixture: list[PlayedBoardJson]
    board: ValuesJson
    margin: NumberJson
    outcomes: OddsJson
    status: str
    tried: int
    proof: ReplyProofJson | None
    range: NotRequired[ReplyJson]


class ReplyJson(TypedDict):
    """A reply, and its margin over the mixture."""

    board: ValuesJson
    margin: NumberJson


class ArenaRoundJson(TypedDict):
    """The number of boards in a round, and the best reply to their mixture."""

    boards: int
    best_reply: ReplyJson


class IntervalJson(TypedDict):
    """With every probability of the board from low to high, and with no other, no board beats the mixture.

    With a smaller one the board ``below`` wins, and with a larger one ``above``; null where low is 0 or high is 1.
    """

    board: ValuesJson
    low: NumberJson
    high: NumberJson
    below: ValuesJson | None
    above: ValuesJson | None


class ExcludedJson(TypedDict):
    """A board that is not in the mixture, and by how much it loses to it."""

    board: ValuesJson
    needs: NumberJson


class ArenaJson(HowPlayedJson):
    """The last mixture, the best reply to it, how that was proven, and all rounds."""

    values: list[int]
    universe: UniverseJson
    mixture: list[PlayedBoardJson]
    best_reply: ReplyJson
    status: str
    equilibrium: bool
    interval: IntervalJson | None
    excluded: list[ExcludedJson]
    proof: ReplyProofJson | None
    rounds: list[ArenaRoundJson]


def tournament_json(result: Tournament | FewBoards) -> dict[str, Any]:
    """Return a tournament."""
    return _json(TournamentJson, result, triples=result.ring_count, relative_error_bound=result.error_bound)


def rings_json(result: Rings | FewRings) -> dict[str, Any]:
    """Return rings."""
    return _json(RingsJson, result)


def upsets_json(result: Upsets) -> dict[str, Any]:
    """Return upsets."""
    listed = [
        {**{key: getattr(found, key) for key in UPSET}, "outcomes": found.link, "sure": found.link.sure}
        for found in result.upsets
    ]
    return _json(UpsetsJson, result, upsets=listed)


def counter_json(result: BestReply) -> dict[str, Any]:
    """Return the best reply to a board or a mixture."""
    reply = result.reply
    given = {"margin": reply.margin, "outcomes": reply, "tried": reply.tried, "proof": reply.proof}
    return _json(CounterJson, result, mixture=_played(result), **given)


def arena_json(result: Arena) -> dict[str, Any]:
    """Return the mixture of the last round, and all rounds."""
    return _json(
        ArenaJson,
        result,
        mixture=_played(result),
        equilibrium=result.is_equilibrium,
        proof=result.best_reply.proof,
        rounds=[(played.boards, played.reply) for played in result.rounds],
    )


def _played(result: BestReply | Arena) -> list[tuple[Board, Fraction]]:
    return list(zip(result.mixture.boards, result.mixture.shares, strict=True))


def _json(
    shape: Any, result: Tournament | FewBoards | FewRings | SetAnswer | BestReply | Arena, **given: object
) -> dict[str, Any]:
    return shaped(shape, result, tie_break=None if result.notion is Notion.DUEL else result.tie_break, **given)
