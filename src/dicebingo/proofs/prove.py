"""Proofs by branch and bound: no board is better than the best known one, without looking at every board.

1. All multisets of values are bounded at once (``proofs.multisets``); those bounded above the best known value V* are
   done with. The others are put together in *families* of the same different values.
2. The values of a family are placed commonest first, a copy at a time, up to the symmetries that keep what is placed,
   and placements that are bounded above V* are done with (``proofs.bounds``). A bound does not depend on how many
   copies the values to come have, so all multisets of a family that begin alike share it. A placement is skipped if
   one with a copy less was done with. Of equally likely values with equally many copies only one order is followed.
3. Whatever is left when all values are placed is a board, and is solved exactly.

What is done with is larger than V*, and not only at least as large, so the boards that are left include all best ones.

**The lemma** (optional). If w is absent from a board and p(w) >= p(v), then writing w for v in all cells does not
increase V: a player who ignores a roll of w with probability 1 - p(v)/p(w) plays as on the old board. The number of
different values stays the same, so again and again, until no absent value is more probable than one that is there: the
least V of the boards with exactly d different values is that of a board with the d most probable ones. With the lemma
only these are looked at. That proves the value, for every d by itself, but not which boards have it. (Moving one cell
of several to an absent value does not increase V either, but it leads from d to d + 1 values, and what it proves for d
would hang on d + 1. It is not used.)

The work falls into rounds: in each, every placement that is left is carried some values further. Placements are sorted
by their bounds, so that the proven lower bound grows as early as possible; but some, evenly spread, come first, and
what they take is the estimate for the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicebingo.errors import InputError, TooLarge
from dicebingo.exact import Rational, decimal
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.proofs.best_known import best_known, board_with
from dicebingo.proofs.bounds import places_of
from dicebingo.proofs.multisets import MultisetBounds, count_states
from dicebingo.proofs.proof import Case, Proof
from dicebingo.proofs.rounds import SLACK, Arrays, Families, MultisetJob, Placements, RoundJob, Status, joined
from dicebingo.running.files import FilePath
from dicebingo.running.shards import run
from dicebingo.searches.all_boards import open_store
from dicebingo.solo.mdp import solve

__all__ = ["Case", "Proof", "Prover", "prove"]

FEW_STATES = 2_000_000
"""Up to so many states of the multiset bound, the lemma is not used unless it is asked for."""
SMALL = 5_000
"""Up to so many sets of marks, a family is one piece of work."""


class Prover:
    """A proof in the making: ``run`` works on it, ``proof`` says at any time what is proven."""

    def __init__(
        self, rules: Rules, *, upper: Board | None = None, distinct: int | None = None, lemma: bool | None = None
    ) -> None:
        """Check that the rules can be treated, and take a best known board."""
        self.places = places_of(rules)
        every = tuple(sorted(rules.dice.weights, reverse=True))
        most = min(len(self.places.cells), len(every))
        if distinct is not None and not 1 <= distinct <= most:
            raise InputError(f"expected 1 to {most} different values, got {distinct}")
        if lemma is None:
            lemma = _too_many(lambda: count_states(self.places, every, distinct) > FEW_STATES)
        self.weights = every[: distinct or most] if lemma else every
        count_states(self.places, self.weights, distinct)  # which refuses what is too large, before anything is done
        if upper is not None and upper.rules != rules:
            raise InputError(f"expected a board of {rules}, got one of {upper.rules}")
        board = upper or best_known(rules)
        self.limit = Rational(solve(board).expected_rolls)
        self._proof = Proof(
            rules, distinct, lemma, board, self.limit, (), (), 0, 0, False, None, "bounding multisets", None
        )
        self._families: Families = ()
        self._floors: list[NDArray[np.float64]] = []

    @property
    def proof(self) -> Proof:
        """What is proven so far."""
        return self._proof

    def run(
        self, *, checkpoint: FilePath | None = None, client: Any = None, progress: Callable[[Proof], None] | None = None
    ) -> Proof:
        """Work until everything is proven; call ``progress`` after every piece of work."""
        tell, rules = progress or (lambda _: None), self._proof.rules
        first = MultisetJob(rules, self.weights, self._proof.distinct)
        (arrays,) = run(first, store=open_store(_within(checkpoint, "multisets"), first), client=client)
        found = MultisetBounds(self.weights, arrays["counts"], arrays["bounds"], int(arrays["states"]))
        left = self._begin(found)
        tell(self._proof)
        depths = self._depths()
        for number, depth in enumerate(depths, 1):
            job = RoundJob(rules, self._families, decimal(self.limit) * SLACK, depth, left)
            store = open_store(_within(checkpoint, f"to-{depth}"), job)
            kept: list[Arrays] = []
            name = f"round {number} of {len(depths)}"
            status = Status(self._proof, left, job, self._distinct_of(left.family), name)
            for arrays in run(job, store=store, client=client):
                arrays["lower"] = np.maximum(arrays["lower"], self._floor(arrays["family"], arrays["placed"]))
                kept.append(arrays)
                self._proof = status.after(arrays, self._distinct_of(arrays["family"]))
                tell(self._proof)
            left = joined(kept, depth)
        self._finish(left)
        tell(self._proof)
        return self._proof

    def _begin(self, found: MultisetBounds) -> Placements:
        """Put the multisets that are left into families, and say what is proven by the others."""
        counts = found.counts.astype(np.int64)
        distinct = (counts > 0).sum(axis=1)
        wanted = np.full(len(counts), True) if self._proof.distinct is None else distinct == self._proof.distinct
        if self._proof.lemma:
            wanted &= self.most_probable(counts)
        limit = decimal(self.limit) * SLACK
        open_rows = np.flatnonzero(wanted & (found.bounds <= limit))
        families: dict[tuple[int, ...], list[int]] = {}
        for row in open_rows[np.lexsort(counts[open_rows].T[::-1])]:
            key = tuple(weight for weight, count in zip(self.weights, counts[row], strict=True) if count)
            families.setdefault(key, []).append(int(row))
        self._families = tuple((key, counts[rows][:, counts[rows[0]] > 0]) for key, rows in families.items())
        self._floors = [found.bounds[rows] for rows in families.values()]
        cases = []
        for d in np.unique(distinct[wanted]):
            these = wanted & (distinct == d)
            excluded = int((these & (found.bounds > limit)).sum())
            lower = min(float(found.bounds[these].min()), decimal(self.limit))
            cases.append(Case(int(d), int(these.sum()), excluded, 0, lower, excluded == these.sum()))
        self._proof = replace(self._proof, cases=tuple(cases), states=found.states)
        start = np.zeros((len(families), 0), np.uint64)
        return Placements(np.arange(len(families)), start, np.array([floor.min() for floor in self._floors]))

    def most_probable(self, counts: NDArray[Any]) -> NDArray[np.bool_]:
        """Return which multisets have only values such that no absent one is more probable: those of the lemma."""
        weights = np.array(self.weights, np.float64)
        least = np.where(counts > 0, weights, np.inf).min(axis=1)
        probable: NDArray[np.bool_] = np.where(counts == 0, weights, 0).max(axis=1) <= least
        return probable

    def _depths(self) -> list[int]:
        """Return how many values are placed after each round."""
        most = max((len(weights) for weights, _ in self._families), default=1)
        if len(self.places.ground.sets) <= SMALL:
            return [max(most - 1, 1)]
        return [*range(1, min(3, most - 1)), max(most - 1, 1)]

    def _distinct_of(self, family: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.array([len(weights) for weights, _ in self._families], np.int64)[family]

    def _floor(self, family: NDArray[np.int64], placed: NDArray[np.uint64]) -> NDArray[np.float64]:
        """Return the least bound of the multisets that begin with the counts of each placement."""
        copies = np.bitwise_count(placed).astype(np.int64)
        known: dict[tuple[int, ...], float] = {}
        found = np.zeros(len(family))
        for i, (number, row) in enumerate(zip(family, copies, strict=True)):
            key = (int(number), *(int(c) for c in row if c))
            if key not in known:
                counts = self._families[number][1]
                alike = (counts[:, : len(key) - 1] == np.array(key[1:], np.int64)).all(axis=1)
                known[key] = float(self._floors[number][alike].min())
            found[i] = known[key]
        return found

    def _finish(self, left: Placements) -> None:
        """Solve the boards that are left, exactly, and say what is proven."""
        found: dict[Any, tuple[Rational, Board]] = {}
        upper = self._proof.upper
        boards = (
            [upper, *self._boards(left)] if self._proof.distinct in (None, _different(upper)) else self._boards(left)
        )
        for board in boards:
            solution = solve(board, exact=False)
            if solution.expected_rolls > decimal(self.limit) * SLACK * (1 + solution.error_bound):
                continue
            form = self.places.form(board)
            found.setdefault(form, (Rational(solve(board).expected_rolls), board))
        value = min([self.limit, *(value for value, _ in found.values())])
        best = tuple(board for v, board in found.values() if v == value)
        cases = tuple(replace(case, lower=decimal(value), closed=True) for case in self._proof.cases)
        upper = best[0] if best else upper
        unique = None if self._proof.lemma or not best else len(best) == 1
        if not self.places.every_symmetry and not unique:
            unique = None  # the others may be images of the first
        self._proof = replace(
            self._proof,
            upper=upper,
            value=value,
            best=best,
            cases=cases,
            complete=True,
            unique=unique,
            stage="done",
            left=0,
        )

    def _boards(self, left: Placements) -> Iterator[Board]:
        rules, cells = self._proof.rules, self.places.cells
        for number, row in zip(left.family, left.placed, strict=True):
            weights, _ = self._families[number]
            names: dict[int, list[int]] = {}
            for value, weight in zip(rules.dice.values, rules.dice.weights, strict=True):
                names.setdefault(weight, []).append(value)
            values = [names[weight].pop(0) for weight in weights]
            placed = [int(mask) for mask in row[: len(weights) - 1]]
            yield board_with(
                rules,
                {
                    cell: next((v for v, mask in zip(values, placed, strict=False) if mask >> i & 1), values[-1])
                    for i, cell in enumerate(cells)
                },
            )


def prove(
    rules: Rules,
    *,
    upper: Board | None = None,
    distinct: int | None = None,
    lemma: bool | None = None,
    checkpoint: FilePath | None = None,
    client: Any = None,
    progress: Callable[[Proof], None] | None = None,
) -> Proof:
    """Prove which V is the least, of all boards or of those with exactly so many different values.

    >>> from dicebingo.model.variants import find_rules
    >>> proof = prove(find_rules("knuth"))
    >>> proof.value, proof.unique, [str(board) for board in proof.best]
    (mpq(11,2), True, ['1 2 / 3 4'])
    """
    prover = Prover(rules, upper=upper, distinct=distinct, lemma=lemma)
    return prover.run(checkpoint=checkpoint, client=client, progress=progress)


def _within(folder: FilePath | None, name: str) -> FilePath | None:
    return None if folder is None else folder / name


def _different(board: Board) -> int:
    return len({value for value in board.values if value is not None})


def _too_many(count: Callable[[], bool]) -> bool:
    try:
        return count()
    except TooLarge:
        return True
