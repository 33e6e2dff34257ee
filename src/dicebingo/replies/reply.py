"""Replies to a mixture of boards: the question, local search, and all boards in shards, for a proof.

Against a mixture that plays board b with probability x(b), the margin of a board is Σ x(b) · m(board, b). A mixture of
one board is that board.

A proof tries all boards, but of boards that are worth the same, one. Exchanging equally likely values on all boards at
once changes nothing, so an exchange that leaves the mixture as it is leads from a board to an equally good one. Under
the tie-break random, and in duels, so does a symmetry of the layout, applied to the board alone. Otherwise the
symmetric images of a board differ, but their solo solutions do not: whole orbits are tried together, and share the
exact solution that decides their ties. A shard keeps the boards whose margins may be the largest, within what rounding
can explain.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from hashlib import sha256
from itertools import permutations, product
from math import factorial, prod
from typing import NamedTuple, TypeAlias

import numpy as np

from dicebingo.answer import Status
from dicebingo.checked import Checked
from dicebingo.errors import InputError, listed, quote, shown
from dicebingo.exact import Number, as_fraction
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.running.shards import Result
from dicebingo.running.stopping import offer_partial
from dicebingo.searches.space import ValuesLike
from dicebingo.solo.policy import TieBreak, TieBreakLike
from dicebingo.tournaments.boards import allowed_values
from dicebingo.tournaments.local_search import climb, near, restarts
from dicebingo.tournaments.margins import Margins, margins_for
from dicebingo.tournaments.results import Notion, NotionLike, Odds, images_alike
from dicebingo.tournaments.strategies import Floats, Rows

PALETTES = (4, 6, 8, 11)
"""How many values a random board may have to begin with."""
SHARD_BOARDS = 1 << 12
MAX_SHARDS = 1 << 15
MAX_SWAPS = 1_000
LONGEST = 100
"""Of the probabilities in an error message, in characters."""

WeightsLike: TypeAlias = str | Sequence[int | str | Fraction]
"""Probabilities that add up to 1, exactly: "1/2,1/2" or a list."""
Weights: TypeAlias = tuple[tuple[Fraction, ...], ...]
"""Some mixtures of the same boards: a row of probabilities for each."""


class PlayedBoard(NamedTuple):
    """A board of a mixture, and the probability that it is played."""

    board: Board
    probability: Fraction


@dataclass(frozen=True, slots=True)
class Mixture(Checked):
    """Boards, each with the probability that it is played."""

    boards: tuple[Board, ...]
    shares: tuple[Fraction, ...]

    def __post_init__(self) -> None:
        Checked.__post_init__(self)
        if not self.boards or any(board.rules != self.boards[0].rules for board in self.boards):
            raise InputError("expected one or more boards of the same rules")
        if len(self.shares) != len(self.boards) or min(self.shares) < 0 or sum(self.shares) != 1:
            given = ", ".join(map(str, self.shares))
            got = given if len(given) <= LONGEST else quote(given)
            raise InputError(f"expected {len(self.boards)} probabilities that add up to 1, got {got}")

    def _json_(self) -> tuple[PlayedBoard, ...]:
        return tuple(map(PlayedBoard, self.boards, self.shares))

    @classmethod
    def of(cls, board: Board) -> Mixture:
        """Return the mixture that always plays one board."""
        return cls((board,), (Fraction(1),))

    @classmethod
    def weighted(cls, boards: Sequence[Board], weights: WeightsLike | None) -> Mixture:
        """Return the mixture of boards with the given probabilities, by default all the same."""
        boards = listed(boards, "boards")
        if weights is None:
            return cls(tuple(boards), (Fraction(1, max(len(boards), 1)),) * len(boards))
        given = weights.split(",") if isinstance(weights, str) else weights
        if not isinstance(given, Sequence):
            raise InputError(f"expected a list of probabilities, got {shown(weights)}")
        return cls(tuple(boards), tuple(as_fraction(w.strip() if isinstance(w, str) else w) for w in given))

    @property
    def rules(self) -> Rules:
        """The rules of all boards."""
        return self.boards[0].rules


@dataclass(frozen=True, slots=True)
class ReplyProof(Checked):
    """How a proof by bounds went (``replies.prover``), and by how much any board wins at most.

    Of all ``multisets``, those that bounds did not exclude were ``followed``: they have so many ``orbits`` of boards up
    to symmetry. The boards that were ``left``, images included unless they are worth the same, were played exactly, and
    so many are ``best``. That was shown for each of the ``weights`` of the mixture's boards, by excluding what stays
    below the ``target``; ``ends`` has the best reply to each, and its margin. ``left_boards`` has one board of each
    orbit that was left.
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
    """A board against a mixture, exactly; how far the search for it came, and how many boards or climbs it tried."""

    _json_keys_ = "board margin"

    board: Board
    status: Status
    tried: int
    proof: ReplyProof | None = None

    @classmethod
    def to(cls, mixture: Mixture, board: Board, margins: Margins, status: Status, tried: int) -> Reply:
        """Return a board against a mixture."""
        win, lose, tie = Fraction(0), Fraction(0), Fraction(0)
        for other, share in zip(mixture.boards, mixture.shares, strict=True):
            ends = margins.outcomes(board, other)
            win, lose, tie = win + share * ends.first, lose + share * ends.second, tie + share * ends.tie
        return cls(win, lose, tie, board, status, tried)


@dataclass(frozen=True, slots=True, repr=False)
class ReplySearch:
    """What to reply to: a mixture, how boards play, and the values that a reply may have."""

    mixture: Mixture
    tie_break: TieBreak
    notion: Notion
    values: tuple[int, ...]

    @classmethod
    def of(
        cls,
        mixture: Mixture,
        values: ValuesLike | None = None,
        tie_break: TieBreakLike = "smallest",
        notion: NotionLike = "match",
    ) -> ReplySearch:
        """Return the search for replies of some values, all values of the dice if not given."""
        chosen = allowed_values(mixture.rules, values)
        return cls(mixture, TieBreak.parse(tie_break), Notion.parse(notion), chosen)

    @property
    def count(self) -> int:
        """The number of boards with these values."""
        return int(len(self.values) ** len(self.mixture.rules.layout.open_cells))

    def __repr__(self) -> str:
        """Return a text that is the same exactly for the same question: checkpoints are recognised by it."""
        played = zip(self.mixture.shares, self.mixture.boards, strict=True)
        shares = ", ".join(f"{share} {board}" for share, board in played)
        digest = sha256(shares.encode()).hexdigest()
        return f"{self.mixture.rules!r}, {self.notion}, {self.tie_break}, values {self.values}, mixture {digest}"

    def margins(self) -> Margins:
        """Return the margins of the notion."""
        return margins_for(self.mixture.rules, self.tie_break, self.notion)

    @property
    def symmetric(self) -> bool:
        """Whether all images of a board under symmetries of the layout are worth the same."""
        return images_alike(self.notion, self.tie_break)

    def shares(self) -> Floats:
        """Return the probabilities of the mixture, rounded."""
        return np.array([float(share) for share in self.mixture.shares])

    def score(self, margins: Margins, rows: Rows) -> Floats:
        """Return the margins of boards over the mixture in float64."""
        others = margins.preparer.rows(self.mixture.boards)
        found = margins.of(np.repeat(rows, len(others), axis=0), np.tile(others, (len(rows), 1)))
        score: Floats = found.reshape(len(rows), len(others)) @ self.shares()
        return score

    def certain(self, margins: Margins, rows: Rows) -> tuple[Floats, Floats]:
        """Return the margins of boards over the mixture, ties decided exactly, and bounds of their errors."""
        shares = self.shares()
        found, bounds = margins.certain(rows, margins.preparer.rows(self.mixture.boards))
        # The shares are rounded and the products summed up: a few units in the last place more.
        return found @ shares, bounds @ shares + 4e-16 * (len(shares) + 2)


@dataclass(frozen=True, slots=True)
class ReplyClimbs:
    """Local search from the boards of the mixture, and from numbered random boards: one climb in each shard."""

    search: ReplySearch
    seed: int
    restarts: int

    def name(self) -> str:
        """Return what is looked for, and from where."""
        return f"replies 1: {self.search!r}, seed {self.seed}, {self.restarts} restarts"

    def shards(self) -> int:
        """Return the number of climbs."""
        return len(self.search.mixture.boards) + self.restarts

    def shard(self, number: int) -> Result:
        """Climb from one board; from a random one where a board of the mixture has other values."""
        margins = self.search.margins()
        values = margins.preparer.value_indices(self.search.values)
        own = margins.preparer.rows(self.search.mixture.boards)
        if number < len(own) and np.isin(own[number], values).all():
            start = own[number]
        else:
            start = restarts(self.seed, [number], 1, margins.preparer.size, values, PALETTES)[0].start[0]
        found: Result = {}
        for row, score in climb(start, partial(self.search.score, margins), partial(near, values=values)):
            found = {"row": row, "score": np.array(score)}
            offer_partial(found.copy)
        return found


@dataclass(frozen=True, slots=True)
class AllReplies:
    """All boards over the values of a search; a job for a ``Run``."""

    search: ReplySearch

    def name(self) -> str:
        """Return what is asked."""
        return f"all replies 1: {self.search!r}"

    def shards(self) -> int:
        """Return how many shards there are."""
        return -(-self.search.count // self._size())

    def _size(self) -> int:
        return max(SHARD_BOARDS, -(-self.search.count // MAX_SHARDS))

    def shard(self, number: int) -> Result:
        """Return the boards of a shard whose margins may be the largest, these margins, and bounds of their errors."""
        margins = self.search.margins()
        best: Result = {}
        first, last = number * self._size(), min((number + 1) * self._size(), self.search.count)
        for begin in range(first, last, SHARD_BOARDS):
            part = self._try(np.arange(begin, min(begin + SHARD_BOARDS, last)), margins)
            best = _best({key: np.concatenate([best[key], part[key]]) for key in part} if best else part)
        return best

    def _try(self, numbers: Rows, margins: Margins) -> Result:
        """Return the margins of boards, given by their numbers, and error bounds."""
        rows = self._rows(numbers, margins)
        scores, bounds = self.search.certain(margins, rows)
        return {"rows": rows, "scores": scores, "bounds": bounds, "tried": np.array([len(rows)])}

    def _rows(self, numbers: Rows, margins: Margins) -> Rows:
        """Return the boards to try instead of those with these numbers."""
        values, size = margins.preparer.value_indices(self.search.values), margins.preparer.size
        rows = values[numbers[:, None] // len(values) ** np.arange(size)[::-1] % len(values)]
        powers = len(margins.preparer.weights) ** np.arange(size)[::-1]
        images = rows[:, margins.preparer.symmetries]
        least = np.min([swap[images] @ powers for swap in self._swaps(margins)], axis=(0, 2))
        kept = rows @ powers == least
        if self.search.symmetric:
            images = images[:, :1]
        orbits: list[Rows] = [np.unique(own, axis=0) for own in images[kept]]
        return np.concatenate([np.zeros((0, size), np.int64), *orbits])

    def _swaps(self, margins: Margins) -> list[Rows]:
        """Return the exchanges of equally likely values that leave mixture and values as they are, as tables."""
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
        """Return boards with their shares, sorted; a mixture may have a board twice, so a set would not do."""
        shares = self.search.mixture.shares
        return sorted((row.tobytes(), str(share)) for row, share in zip(rows, shares, strict=True))


def _best(part: Result) -> Result:
    """Keep what may be the largest."""
    scores, bounds = part["scores"], part["bounds"]
    good = scores + bounds >= (scores - bounds).max(initial=-1.0)
    kept = {key: part[key][good] for key in ("rows", "scores", "bounds")}
    return {**kept, "tried": part["tried"].sum(keepdims=True)}
