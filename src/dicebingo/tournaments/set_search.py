"""Searches for rings and upsets among all boards, by annealing (``tournaments.local_search``).

A search is a sequence of batches of numbered restarts. The best set of a batch is polished by steepest ascent: any cell
of any of its boards may take any value. The result of a batch depends only on the seed and the batch's number, not on
the length of the search or the machine. A stopped search also uses the best sets from its unfinished batches.

* The score of a ring of k distinct boards is its smallest margin.
* An upset is a pair of boards: the first is slower when played alone but beats the second. The score of an upset is its
  margin or its handicap (the difference in V, the expected number of rolls), depending on the aim. The score of any
  other pair is the sum of its margin and its handicap, each counted as 0 if it is positive.

Because of rounding, the computed V of mirror images may differ in the last digit, and so may the two winning
probabilities of an even match. Positive margins and handicaps of at most 10⁻⁹ are therefore treated as 0 here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from itertools import chain
from typing import TypeVar

import numpy as np

from dicebingo.answer import Status
from dicebingo.errors import InputError, did_you_mean, shown, whole_number
from dicebingo.model.board import Board, RulesLike, as_rules
from dicebingo.model.rules import Rules
from dicebingo.running.run import MAX_BATCHES, Run
from dicebingo.running.shards import Result
from dicebingo.searches.orbits import Form, numbered
from dicebingo.searches.space import ValuesLike
from dicebingo.searches.universe import Universe
from dicebingo.solo.policy import TieBreak, TieBreakLike
from dicebingo.tournaments.boards import allowed_values
from dicebingo.tournaments.local_search import Annealing, States, anneal, climb, near, restarts
from dicebingo.tournaments.margins import Margins, margins_for
from dicebingo.tournaments.results import Game, GameLike
from dicebingo.tournaments.strategies import Floats

DEFAULT_SECONDS = 60.0
MAX_LISTED = 1_000
BATCH = {Game.MATCH: 16, Game.DUEL: 4}
"""The number of restarts in a batch. A batch takes a few seconds, and a smaller batch would take almost as long."""
EVEN = 1e-9
"""Scores up to this limit count as 0."""

S = TypeVar("S")
T = TypeVar("T")


class Aim(StrEnum):
    """The aim of a search: rings, upsets with large margins, or upsets with large handicaps."""

    RING = "ring"
    MARGIN = "margin"
    HANDICAP = "handicap"

    @classmethod
    def of_upsets(cls, text: object) -> Aim:
        """Return the aim of a search that ranks upsets by ``text``, which is "margin" or "handicap"."""
        aims = (cls.MARGIN, cls.HANDICAP)
        if not isinstance(text, str) or text not in aims:
            raise InputError(f"expected margin or handicap, got {shown(text)}{did_you_mean(text, aims)}")
        return cls(text)


COOLING = {
    Aim.RING: Annealing(steps=4_000, hot=0.02, cold=0.003),
    Aim.MARGIN: Annealing(steps=3_000, hot=0.02, cold=0.001),
    Aim.HANDICAP: Annealing(steps=3_000, hot=0.5, cold=0.01),
}
PALETTES = {Aim.RING: (4, 5), Aim.MARGIN: (4, 6, 11), Aim.HANDICAP: (4, 6, 11)}
"""The numbers of different values that a restart may use. With other numbers of values, restarts find the best rings
less often."""


@dataclass(frozen=True, slots=True)
class SetSearch:
    """A search divided into numbered batches, as a job for a ``Run``."""

    rules: Rules
    values: tuple[int, ...]
    tie_break: TieBreak
    game: Game
    aim: Aim
    boards: int
    seed: int
    batches: int = MAX_BATCHES

    def __post_init__(self) -> None:
        """Check, before the run writes anything, that the boards can be played."""
        whole_number(self.seed, "a non-negative seed", 0)
        self._margins()

    @classmethod
    def of(
        cls,
        aim: Aim,
        boards: int,
        rules: RulesLike,
        values: ValuesLike | None,
        tie_break: TieBreakLike,
        game: GameLike,
        restarts: int | None,
        seed: int,
    ) -> SetSearch:
        """Return the search for sets of ``boards`` boards. If ``restarts`` is None, the search runs until stopped."""
        played, game = as_rules(rules), Game.parse(game)
        batch = BATCH[game]
        batches = MAX_BATCHES
        if restarts is not None:
            batches = -(-whole_number(restarts, "{} to {:,} restarts", 1, batch * MAX_BATCHES) // batch)
        chosen = allowed_values(played, values)
        return cls(played, chosen, TieBreak.parse(tie_break), game, aim, boards, seed, batches)

    @property
    def universe(self) -> Universe:
        """The boards that the search covers."""
        return Universe.of_values(self.rules, self.values)

    def name(self) -> str:
        """Return a name that identifies the search and its random numbers, but not the number of batches."""
        what = f"{self.aim} {self.boards}, {self.game}, {self.tie_break}, values {self.values}, seed {self.seed}"
        return f"quest 1: {self.rules!r}, {what}"

    def shards(self) -> int:
        """Return the number of batches."""
        return self.batches

    def shard(self, number: int) -> Result:
        """Return the best sets of boards found in a batch of restarts, and their scores."""
        margins = self._margins()
        values, size = margins.preparer.value_indices(self.values), margins.preparer.size
        batch = BATCH[self.game]
        numbers = range(number * batch, (number + 1) * batch)
        begun = restarts(self.seed, numbers, self.boards, size, values, PALETTES[self.aim])
        score = partial(self._score, margins)
        states, scores = anneal(score, begun, COOLING[self.aim])
        best = int(scores.argmax())
        for row, reached in climb(
            states[best].reshape(-1),
            lambda rows: score(rows.reshape(-1, self.boards, size)),
            partial(near, values=values),
        ):
            states[best], scores[best] = row.reshape(self.boards, size), reached
        return {"states": states, "scores": scores}

    def _margins(self) -> Margins:
        return margins_for(self.rules, self.tie_break, self.game)

    def _score(self, margins: Margins, states: States) -> Floats:
        """Return the score of each set of boards."""
        count, boards, size = states.shape
        if self.aim is Aim.RING:
            after = np.roll(states, -1, axis=1)
            links = margins.of(states.reshape(-1, size), after.reshape(-1, size))
            alike = (states[:, :, None] == states[:, None]).all(axis=-1).sum(axis=(1, 2))
            return np.where(alike == boards, links.reshape(count, boards).min(axis=1), -1.0)
        own = margins.of(states[:, 0], states[:, 1])
        slower, faster = (margins.expected_rolls(states[:, i]) for i in (0, 1))
        wanted, needed = (own, slower - faster) if self.aim is Aim.MARGIN else (slower - faster, own)
        upset = (wanted > EVEN) & (needed > EVEN)
        return np.where(upset, wanted, np.minimum(wanted, 0) + np.minimum(needed, 0))

    def _key(self, state: States) -> Form:
        """Return a key that is the same for essentially equal sets of boards.

        Equally likely values may be swapped on all boards at once, and a ring may begin with any of its boards.
        """
        turns = range(self.boards if self.aim is Aim.RING else 1)
        weights = self.rules.dice.weights
        rows = (np.roll(state, turn, axis=0).reshape(-1).tolist() for turn in turns)
        return min(numbered((value, weights[value]) for value in row) for row in rows)

    def find(self, most: int, run: Run | None, seconds: float | None) -> tuple[list[tuple[Board, ...]], int, Status]:
        """Search until all batches are done, the time is up, or the run is stopped.

        Return the best sets (best first, and essentially different), the number of restarts, and the status.
        """
        if seconds is not None and self.batches < MAX_BATCHES:
            raise InputError("expected seconds or restarts, got both")
        if seconds is None and self.batches == MAX_BATCHES and (run is None or run.seconds is None):
            seconds = DEFAULT_SECONDS
        run = Run.of(run, seconds)
        if run.stopped:
            run.expect_more()
        best, done, unfinished = list[tuple[float, States]](), 0, list[Result]()

        def finished() -> Iterator[Result]:
            nonlocal done
            for part in run.batches(self, "searching", unfinished):
                done += BATCH[self.game]
                yield part

        for best in self._best_so_far(chain(finished(), unfinished), most):
            if best:
                run.tell_best(f"{best[0][0]:.4f} after {done:,} restarts")
        if run.stopped and not done and not best:
            run.expect_more()
        board = self._margins().preparer.board
        sets = [tuple(board(row) for row in state) for _, state in best]
        return sets, done, Status.STOPPED if run.stopped else Status.BEST_FOUND

    def _best_so_far(self, parts: Iterable[Result], most: int) -> Iterator[list[tuple[float, States]]]:
        """After each batch, yield the best essentially different sets of boards so far, with their scores."""
        best: dict[Form, tuple[float, States]] = {}
        for part in parts:
            for state, score in zip(part["states"], part["scores"], strict=True):
                if score > EVEN:
                    best.setdefault(self._key(state), (float(score), state))
            best = dict(sorted(best.items(), key=lambda item: -item[1][0])[:most])
            yield list(best.values())


def expect_listable(most: int, what: str) -> None:
    """Raise unless ``most`` results can be listed."""
    whole_number(most, f"{{}} to {{}} {what} to list", 1, MAX_LISTED)


def expect_among(values: object, seconds: object, restarts: object) -> None:
    """Raise if the caller gives an argument that applies only to a search among all boards."""
    for name, given in (("values", values), ("seconds", seconds), ("restarts", restarts)):
        if given is not None:
            raise InputError(f"the option {name} applies only to a search among all boards, but boards are given")
