"""Search for replies to a mixture of boards: by local search or, for a proof, by trying all boards.

Against a mixture that plays board b with probability x(b), the margin of a board is Σ x(b) · m(board, b). A mixture of
one board is simply that board.

A proof covers all boards, but tries only one board from each group of boards that certainly have the same margin.
Swapping equally likely values on all boards at once changes nothing, so a swap that leaves the mixture unchanged maps a
board to an equally good one. In duels, and if ties are broken at random, a symmetry of the layout that is applied only
to the board also yields an equally good board. In matches with another tie-break, the margins of a board's images may
differ. But the images have the same solo solution up to symmetry, so a whole orbit is tried together, and one exact
solution decides all ties between cells. A shard returns the boards whose margins may be the largest, within the
rounding error.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from hashlib import sha256
from itertools import permutations, product
from math import factorial, prod
from typing import Protocol, TypeAlias

import numpy as np

from dicebingo.answer import Status
from dicebingo.checked import Checked
from dicebingo.exact import Number
from dicebingo.matches.mixture import Mixture
from dicebingo.matches.outcomes import Outcomes
from dicebingo.model.board import Board
from dicebingo.running.shards import Result
from dicebingo.searches.space import ValuesLike
from dicebingo.solo.policy import TieBreak, TieBreakLike
from dicebingo.tournaments.boards import allowed_values
from dicebingo.tournaments.local_search import climbed, restarts
from dicebingo.tournaments.margins import Margins, margins_for
from dicebingo.tournaments.results import Game, GameLike, Odds, images_alike
from dicebingo.tournaments.strategies import Floats, Rows

PALETTES = (4, 6, 8, 11)
"""The possible numbers of different values on a random starting board."""
SHARD_BOARDS = 1 << 12
MAX_SHARDS = 1 << 15
MAX_SWAPS = 1_000

Weights: TypeAlias = tuple[tuple[Fraction, ...], ...]
"""Several mixtures of the same boards: a row of probabilities for each."""


class HasOutcomes(Protocol):
    """An object that computes the exact outcomes of one board against another."""

    def outcomes(self, first: Board, second: Board) -> Outcomes[Fraction]:
        """Return the outcomes of a match or a duel."""


@dataclass(frozen=True, slots=True)
class ReplyProof(Checked):
    """The numbers of multisets, orbits and boards in a proof by bounds (``replies.prover``).

    ``at_most`` is an upper bound on the margin of any board. ``multisets`` is the number of all multisets, and
    ``followed`` is the number of those that the bounds did not exclude. ``orbits`` is the number of arrangements, up to
    symmetry, of these multisets. ``left`` is the number of boards that remain (including images, unless they have the
    same margin), and ``best`` is the number of best boards among them. Each row of ``weights`` defines a mixture of the
    same boards. The proof holds for all these mixtures, and excludes boards whose margins are below the ``target``.
    ``ends`` contains the best reply to each mixture, with its margin. ``left_boards`` contains one board from each
    orbit that was not excluded.
    """

    _json_keys_ = "multisets followed orbits left best at_most"

    multisets: int
    followed: int
    orbits: int
    left: int
    at_most: Number
    best: int
    weights: Weights
    target: Fraction
    ends: tuple[tuple[Board, Fraction], ...] = ()
    left_boards: tuple[Board, ...] = ()


@dataclass(frozen=True, slots=True)
class Reply(Odds):
    """A board's exact odds against a mixture, the search's status, and the number of boards or local searches tried."""

    _json_keys_ = "board margin"

    board: Board
    status: Status
    tried: int
    proof: ReplyProof | None = None

    @classmethod
    def to(cls, mixture: Mixture, board: Board, margins: HasOutcomes, status: Status, tried: int) -> Reply:
        """Return a board as a reply to a mixture, with its exact odds."""
        win, lose, tie = Fraction(0), Fraction(0), Fraction(0)
        for other, share in zip(mixture.boards, mixture.shares, strict=True):
            ends = margins.outcomes(board, other)
            win, lose, tie = win + share * ends.first, lose + share * ends.second, tie + share * ends.tie
        return cls(win, lose, tie, board, status, tried)


@dataclass(frozen=True, slots=True, repr=False)
class ReplySearch:
    """A search for replies: the mixture, the tie-break, the game, and the values that a reply may have."""

    mixture: Mixture
    tie_break: TieBreak
    game: Game
    values: tuple[int, ...]

    @classmethod
    def of(
        cls,
        mixture: Mixture,
        values: ValuesLike | None = None,
        tie_break: TieBreakLike = "smallest",
        game: GameLike = "match",
    ) -> ReplySearch:
        """Return the search for replies with the given values. The default is all values of the dice."""
        chosen = allowed_values(mixture.rules, values)
        return cls(mixture, TieBreak.parse(tie_break), Game.parse(game), chosen)

    @property
    def count(self) -> int:
        """The number of boards with these values."""
        return int(len(self.values) ** len(self.mixture.rules.layout.open_cells))

    def __repr__(self) -> str:
        """Return a string that identifies the search, for checkpoints."""
        played = zip(self.mixture.shares, self.mixture.boards, strict=True)
        shares = ", ".join(f"{share} {board}" for share, board in played)
        digest = sha256(shares.encode()).hexdigest()
        return f"{self.mixture.rules!r}, {self.game}, {self.tie_break}, values {self.values}, mixture {digest}"

    def margins(self) -> Margins:
        """Return the margins between boards, in matches or in duels."""
        return margins_for(self.mixture.rules, self.tie_break, self.game)

    @property
    def symmetric(self) -> bool:
        """Whether all images of a board under symmetries of the layout are equally good replies."""
        return images_alike(self.game, self.tie_break)

    def shares(self) -> Floats:
        """Return the probability of each board in the mixture, in float64."""
        return np.array([float(share) for share in self.mixture.shares])

    def score(self, margins: Margins, rows: Rows) -> Floats:
        """Return the margins of boards over the mixture in float64."""
        others = margins.preparer.rows(self.mixture.boards)
        found = margins.of(np.repeat(rows, len(others), axis=0), np.tile(others, (len(rows), 1)))
        score: Floats = found.reshape(len(rows), len(others)) @ self.shares()
        return score

    def certain(self, margins: Margins, rows: Rows) -> tuple[Floats, Floats]:
        """Return the margins of boards over the mixture, deciding ties between cells exactly, and error bounds."""
        shares = self.shares()
        found, bounds = margins.certain(rows, margins.preparer.rows(self.mixture.boards))
        # Rounding the shares and adding the products adds an error of a few units in the last place.
        return found @ shares, bounds @ shares + 4e-16 * (len(shares) + 2)


@dataclass(frozen=True, slots=True)
class ReplyClimbs:
    """Local search with one climb per shard, from the boards of the mixture and from random boards."""

    search: ReplySearch
    seed: int
    restarts: int

    def name(self) -> str:
        """Return a name that identifies the search and its starting boards."""
        return f"replies 1: {self.search!r}, seed {self.seed}, {self.restarts} restarts"

    def shards(self) -> int:
        """Return the number of climbs."""
        return len(self.search.mixture.boards) + self.restarts

    def shard(self, number: int) -> Result:
        """Climb from board ``number`` of the mixture if its values are allowed, otherwise from a random board."""
        margins = self.search.margins()
        values = margins.preparer.value_indices(self.search.values)
        own = margins.preparer.rows(self.search.mixture.boards)
        if number < len(own) and np.isin(own[number], values).all():
            start = own[number]
        else:
            start = restarts(self.seed, [number], 1, margins.preparer.size, values, PALETTES)[0].start[0]
        return climbed(start, partial(self.search.score, margins), values)


@dataclass(frozen=True, slots=True)
class AllReplies:
    """A job that tries all boards with the values that a search allows."""

    search: ReplySearch

    def name(self) -> str:
        """Return a name that identifies the search."""
        return f"all replies 1: {self.search!r}"

    def shards(self) -> int:
        """Return the number of shards."""
        return -(-self.search.count // self._size())

    def _size(self) -> int:
        return max(SHARD_BOARDS, -(-self.search.count // MAX_SHARDS))

    def shard(self, number: int) -> Result:
        """Return the boards in a shard that may have the largest margin, with their margins and error bounds."""
        margins = self.search.margins()
        best: Result = {}
        first, last = number * self._size(), min((number + 1) * self._size(), self.search.count)
        for begin in range(first, last, SHARD_BOARDS):
            part = self._try(np.arange(begin, min(begin + SHARD_BOARDS, last)), margins)
            best = _best({key: np.concatenate([best[key], part[key]]) for key in part} if best else part)
        return best

    def _try(self, numbers: Rows, margins: Margins) -> Result:
        """Return the margins and error bounds of the boards with these numbers."""
        rows = self._rows(numbers, margins)
        scores, bounds = self.search.certain(margins, rows)
        return {"rows": rows, "scores": scores, "bounds": bounds, "tried": np.array([len(rows)])}

    def _rows(self, numbers: Rows, margins: Margins) -> Rows:
        """Of the boards with these numbers, return those that a proof tries.

        One board from each class of equally good boards is tried, with all its images if their margins may differ.
        """
        values, size = margins.preparer.value_indices(self.search.values), margins.preparer.size
        rows = values[numbers[:, None] // len(values) ** np.arange(size)[::-1] % len(values)]
        powers = len(margins.preparer.weights) ** np.arange(size)[::-1]
        images = rows[:, margins.preparer.symmetries]
        least = np.min([swap[images] @ powers for swap in self._swaps(margins)], axis=(0, 2))
        canonical = rows @ powers == least
        if self.search.symmetric:
            images = images[:, :1]
        orbits: list[Rows] = [np.unique(own, axis=0) for own in images[canonical]]
        return np.concatenate([np.zeros((0, size), np.int64), *orbits])

    def _swaps(self, margins: Margins) -> list[Rows]:
        """Return, as index arrays, the swaps of equally likely values that preserve the mixture and ``values``."""
        weights = np.array(self.search.mixture.rules.dice.weights, dtype=object)
        classes = [np.flatnonzero(weights == weight) for weight in dict.fromkeys(weights)]
        identity = np.arange(len(weights))
        if prod(factorial(len(equal)) for equal in classes) > MAX_SWAPS:
            return [identity]
        swaps = []
        for images in product(*(permutations(equal) for equal in classes)):
            swap = identity.copy()
            swap[np.concatenate(classes)] = np.concatenate(images)
            swaps.append(swap)
        own = margins.preparer.rows(self.search.mixture.boards)
        mixture = self._played(own)
        values = set(margins.preparer.value_indices(self.search.values).tolist())
        return [s for s in swaps if self._played(s[own]) == mixture and set(s[list(values)].tolist()) == values]

    def _played(self, rows: Rows) -> list[tuple[bytes, str]]:
        """Return boards with their weights in the mixture, sorted so that their original order does not matter."""
        shares = self.search.mixture.shares
        return sorted((row.tobytes(), str(share)) for row, share in zip(rows, shares, strict=True))


def _best(part: Result) -> Result:
    """Return the boards whose margin may be the largest."""
    scores, bounds = part["scores"], part["bounds"]
    good = scores + bounds >= (scores - bounds).max(initial=-1.0)
    best = {key: part[key][good] for key in ("rows", "scores", "bounds")}
    return {**best, "tried": part["tried"].sum(keepdims=True)}
