"""The lesson: each round with its players and their results, restricted to the parts that a viewer may see.

The results come as JSON from other processes: *strengths*, *rivals* and *crowd* analyse the boards of a round, and
*replays* reviews its games. Each of these four lists its results in the order of the round's players, and is missing
until it has been computed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import NamedTuple, TypeVar

from dicebingo.answer import Status
from dicebingo.classroom.crowd import ClassCrowd, Newcomer
from dicebingo.classroom.reveal import (
    BoardStrength,
    Chance,
    ClassRing,
    Mistake,
    Pairs,
    PlayedGame,
    Replays,
    Rivals,
    Strengths,
)
from dicebingo.classroom.state import Bingo, Classroom, GivenBoards, Round, Until, Values
from dicebingo.classroom.views import Marks, TeamView, marks_of, seeds, team_views
from dicebingo.exact import Number
from dicebingo.json_form import Json, from_json, to_dict, to_json
from dicebingo.model.rules import Rules

Data = dict[str, Json]
T = TypeVar("T", "Reveal", "RevealedPlayer")
V = TypeVar("V")
STEPS = {
    "winners": 1,
    "expected_rolls": 2,
    "rank": 2,
    "finish": 3,
    "loss": 3,
    "luck": 3,
    "choices": 3,
    "sooner": 3,
    "later": 3,
    "mistakes": 3,
    "finishing": 4,
    "theory": 4,
    "chance": 5,
    "pairs": 5,
    "ring": 6,
    "share": 7,
    "crowd": 7,
}
"""The reveal step at which each part of a round becomes visible."""
LAST_STEP = max(STEPS.values())


@dataclass(frozen=True, slots=True)
class RevealedPlayer:
    """A player's results: how strong the board was, and how well it was played.

    A value is null if it is unknown or not revealed yet.

    ``finish`` is the number of the roll that completed the line. ``bingo`` is the number of the roll on which the bingo
    counted; it is larger if the pupil had to call the bingo and did so late. ``sooner`` and ``later`` are the
    probabilities that another game with this board ends sooner, or later, than the player's game.
    """

    pupil: int
    name: str
    board: Values
    marks: Marks
    bingo: int | None
    expected_rolls: Number | None
    rank: int | None
    finish: int | None
    loss: Number | None
    luck: Number | None
    choices: int | None
    mistakes: list[Mistake] | None
    sooner: float | None
    later: float | None
    chance: Chance | None
    share: Chance | None


class RevealedCrowd(NamedTuple):
    """How the shares of the win were computed, the fair share, and the best board found for one more player."""

    status: Status
    games: int | None
    fair: Fraction
    newcomer: Newcomer | None


@dataclass(frozen=True, slots=True)
class Reveal:
    """A round, as far as it has been revealed.

    ``real`` lists the indices of the rolls made with real dice. ``finishing`` counts the pupils who finished on the
    first roll, the second, and so on; ``theory`` contains the share of the class expected to finish on each of these
    rolls.
    """

    round: int
    step: int | None
    computed: bool
    rolls: list[int]
    real: list[int]
    winners: list[int] | None
    players: list[RevealedPlayer]
    finishing: list[int] | None
    theory: list[float] | None
    status: Status | None
    games: int | None
    pairs: Pairs | None
    ring: ClassRing | None
    crowd: RevealedCrowd | None
    notes: list[str]


@dataclass(frozen=True, slots=True)
class LessonRound(Reveal):
    """A round, and its seed once the round has been revealed."""

    seed: int | None


class Score(NamedTuple):
    """The number of rounds that a pupil has won, and the pupil's team."""

    pupil: int
    name: str
    score: int
    team: int | None


class Lesson(NamedTuple):
    """A whole lesson; ``date`` is the day on which the class was created."""

    code: str
    date: str
    rules: Rules
    given: GivenBoards
    bingo: Bingo
    until: Until
    pupils: list[Score]
    teams: list[TeamView]
    rounds: list[LessonRound]


class Analysis(NamedTuple):
    """The results of a round, and the reasons why some are missing."""

    strengths: Strengths | None
    rivals: Rivals | None
    crowd: ClassCrowd | None
    replays: Replays | None
    notes: list[str]

    @classmethod
    def read(cls, computed: Mapping[str, Data]) -> Analysis:
        """Read the workers' replies, each of which is a result or an error."""

        def part(name: str, kind: type[V]) -> V | None:
            found = computed.get(name)
            result: V | None = from_json(found, kind) if found and "error" not in found else None
            return result

        notes = sorted({found["error"] for found in computed.values() if "error" in found})
        rivals, crowd = part("rivals", Rivals), part("crowd", ClassCrowd)
        return cls(part("strengths", Strengths), rivals, crowd, part("replays", Replays), notes)


def players_of(state: Classroom, played: Round) -> list[int]:
    """Return the players of a round who have not been removed, in the order of the round's results."""
    return [number for number in played.boards if state.pupils[number].here]


def boards_question(state: Classroom, played: Round) -> Data:
    """Return the request for an analysis of the round's boards."""
    return {"rules": to_json(state.rules), "boards": [list(board) for board in played.boards.values()]}


def games_question(state: Classroom, played: Round) -> Data:
    """Return the request for an analysis of the round's games."""
    games = [[[r.value, list(r.marks.get(number, ()))] for r in played.rolls] for number in played.boards]
    return {**boards_question(state, played), "games": games}


def round_view(state: Classroom, played: Round, computed: Mapping[str, Data], step: int = LAST_STEP) -> Reveal:
    """Return a round as revealed up to ``step``."""
    found = Analysis.read(computed)
    strengths, rivals, crowd = found.strengths, found.rivals, found.crowd
    order = list(played.boards)
    here = [order.index(number) for number in players_of(state, played)]
    players = [_player(state, played, order[place], place, found) for place in here]
    finishing = [sum(player.finish == k for player in players) for k in range(1, len(played.rolls) + 1)]
    ring = rivals.ring if rivals else None
    view = Reveal(
        round=played.number,
        step=played.step,
        computed=played.computed,
        rolls=[roll.value for roll in played.rolls],
        real=[index for index, roll in enumerate(played.rolls) if roll.real],
        winners=sorted(state.winners(played)),
        players=[_upto(player, step) for player in players],
        finishing=finishing if found.replays else None,
        theory=strengths.theory if strengths else None,
        status=rivals.status if rivals else None,
        games=rivals.games if rivals else None,
        pairs=_among(rivals.pairs if rivals else None, here),
        ring=ring and ring._replace(pupils=tuple(order[place] for place in ring.pupils)),
        crowd=RevealedCrowd(crowd.status, crowd.games, crowd.fair, crowd.newcomer) if crowd else None,
        notes=found.notes,
    )
    return _upto(view, step)


def _player(state: Classroom, played: Round, number: int, place: int, found: Analysis) -> RevealedPlayer:
    bingo = played.finishes()
    strength: BoardStrength | None = found.strengths.players[place] if found.strengths else None
    game: PlayedGame | None = found.replays.players[place] if found.replays else None
    sooner, later = _compared(strength.cdf if strength else (), game.finish if game else None, len(played.rolls))
    return RevealedPlayer(
        pupil=number,
        name=state.pupils[number].name,
        board=played.boards[number],
        marks=marks_of(played, number),
        bingo=bingo[number] + 1 if number in bingo else None,
        expected_rolls=strength.expected_rolls if strength else None,
        rank=strength.rank if strength else None,
        finish=game.finish if game else None,
        loss=game.loss if game else None,
        luck=game.luck if game else None,
        choices=game.choices if game else None,
        mistakes=game.mistakes if game else None,
        sooner=sooner,
        later=later,
        chance=found.rivals.chances[place] if found.rivals else None,
        share=found.crowd.shares[place] if found.crowd else None,
    )


def _compared(cdf: Sequence[float], finish: int | None, rolls: int) -> tuple[float | None, float | None]:
    """Return the probabilities that another game with this board ends sooner, and later, than the observed one."""
    last = rolls if finish is None else finish
    if last >= len(cdf):
        return None, None
    return cdf[last - 1] if finish is not None else cdf[last], 1 - cdf[last]


def _among(pairs: Pairs | None, here: list[int]) -> Pairs | None:
    """Return the table of all pairs, restricted to the players in ``here``."""

    def part(table: list[list[V]]) -> list[list[V]]:
        return [[table[i][j] for j in here] for i in here]

    return pairs and Pairs(part(pairs.wins), part(pairs.ties), part(pairs.beats))


def _upto(view: T, step: int) -> T:
    """Return a view without the parts that have not been revealed yet."""
    hidden: Data = {part.name: None for part in fields(view) if STEPS.get(part.name, 0) > step}
    return replace(view, **hidden)


def round_json(state: Classroom, played: Round, computed: Mapping[str, Data], step: int = LAST_STEP) -> Data:
    """Return the JSON form of a round as revealed up to ``step``."""
    return to_dict(round_view(state, played, computed, step))


def lesson_json(state: Classroom, code: str, date: str, computed: Mapping[int, Mapping[str, Data]]) -> Data:
    """Return the whole lesson as JSON, for the teacher, with the seeds of revealed and earlier rounds."""
    scores, plan = state.scores(), state.plan
    rounds = [round_view(state, played, computed.get(played.number, {})) for played in state.rounds]
    shown = [
        LessonRound(**{part.name: getattr(view, part.name) for part in fields(view)}, seed=seed)
        for view, seed in zip(rounds, [*seeds(state), None], strict=False)
    ]
    pupils = [Score(p.number, p.name, scores[p.number], p.team) for p in state.here]
    told = (state.rules, plan.given, plan.bingo, plan.until, pupils, team_views(state), shown)
    return to_dict(Lesson(code, date, *told))
