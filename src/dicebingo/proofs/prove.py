"""Proofs by branch and bound that no board is better than the best known one, without evaluating every board.

1. All multisets of values are bounded at once (``proofs.multiset_bounds``). Multisets whose bound exceeds V*, the
   expected number of rolls of the best known board, are excluded. The remaining multisets are collected in *families*,
   one for each set of values.
2. The cells are divided into groups of values (``proofs.bounds``), beginning with all cells in one group. Each step
   divides one of the groups in two, in every way consistent with a multiset, up to the symmetries that preserve the
   groups. The first step separates the cells of the values with the largest weight from all others, the next steps
   separate these values from each other, and so on with the next weight (``proofs.branching``). With two dice, the
   cells of the 7s are separated first, then the cells of the 6s and 8s from the rest, then the 6s from the 8s, then the
   cells of the 5s and 9s, and so on. Partitions whose bound exceeds V* are excluded. If equally likely values occur
   equally often, swapping them changes nothing, so only one of their orders is searched.
3. A partition in which every value has its own group is a board. The boards that remain are solved exactly.

The excluded boards have V > V*, a strict inequality, so the remaining boards include all best boards.

**The lemma** (optional). If the value w is absent from a board and p(w) >= p(v), then replacing v by w in all cells
does not increase V: a player who ignores each roll of w with probability 1 - p(v)/p(w) can play as on the old board.
The number of different values stays the same, so values can be replaced until no absent value is more probable than a
present one. So the least V of the boards with exactly d different values is attained by a board with the d most
probable values. With the lemma, only boards with the most probable values are considered. The lemma thus proves the
smallest V for every d separately, but not which boards attain it. (Replacing v by w in only one of several cells does
not increase V either, but it leads from d to d + 1 values, so the proof for d would depend on the proof for d + 1. The
lemma therefore replaces v in all cells at once.)

A long proof is divided into rounds, and each round divides every remaining partition a few steps further. Partitions
are sorted by their bounds, so that the proven lower bound grows as early as possible. However, an evenly spaced sample
of partitions comes first; the work on this sample gives an estimate for the rest of the round. Before the last round,
thresholds below V*, a tenth of a roll apart, are proven as lower bounds. To prove a threshold, the last round is run
with the threshold in place of V*, for the partitions whose bound is not above the threshold. The threshold is proven if
no partition remains. The total work, not counting the thresholds, is estimated before the first round
(``proofs.estimate``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import ceil, floor
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from dicebingo.errors import Stopped, TooLarge, flag, whole_number
from dicebingo.exact import decimal
from dicebingo.model.board import Board, PositionLike, RulesLike, as_board, as_rules, changed_rules
from dicebingo.model.rules import DiceLike, LayoutLike, MarkingLike, Rules, TokensLike
from dicebingo.proofs.best_known import best_known
from dicebingo.proofs.bounds import SLACK, bound_layout
from dicebingo.proofs.branching import Families
from dicebingo.proofs.cards import expect_no_files, prove_cards
from dicebingo.proofs.certificate import proof_certificate, write_certificate
from dicebingo.proofs.estimate import EstimateJob, estimated
from dicebingo.proofs.jobs import MultisetJob, Partitions, RoundJob, RoundProof, joined
from dicebingo.proofs.multiset_bounds import count_states
from dicebingo.proofs.proof import Case, Proof, together
from dicebingo.proofs.record import Record, certificate_path
from dicebingo.question import Doc, question
from dicebingo.running.files import FilePath
from dicebingo.running.run import Run, RunLike, as_path
from dicebingo.running.shards import Result, ShardStore
from dicebingo.solo.mdp import optimal_play

FEW_STATES = 2_000_000
"""If the multiset bounds take at most this many states, the lemma above is used only on request."""
BELOW = Fraction(1, 4)
"""A long proof first proves lower bounds (thresholds) at least this far below the best known value."""
SMALL = 5_000
"""If there are at most this many sets of marks, one round divides every family down to whole boards."""


class Prover:
    """A proof in progress. ``work`` continues the proof, and ``proof`` describes the part that is already proven."""

    def __init__(
        self,
        rules: Rules,
        upper: Board | None,
        distinct: int | None,
        lemma: bool | None,
        run: Run | None = None,
        record: FilePath | None = None,
    ) -> None:
        self._folder = record
        self.layout = bound_layout(rules)
        weights = tuple(sorted(rules.dice.weights, reverse=True))
        most = min(len(self.layout.cells), len(weights))
        if distinct is not None:
            distinct = whole_number(distinct, "{} to {} different values", 1, most)
        if lemma is None:
            try:
                lemma = count_states(self.layout, weights, distinct) > FEW_STATES
            except TooLarge:
                lemma = True
        self.weights = weights[: distinct or most] if lemma else weights
        count_states(self.layout, self.weights, distinct)  # before any work, raise if the proof is too large
        board = upper or best_known(self.layout, run)
        self.limit = self.rolls(board)
        self.proof = Proof(rules, distinct, lemma, board, self.limit)
        self._families: Families = ()
        self._floors: list[NDArray[np.float64]] = []
        self._start: Partitions | None = None

    def rolls(self, board: Board) -> Fraction:
        """Return V, the exact expected number of rolls of a board."""
        return optimal_play(self.layout.pack(board)).expected_rolls

    def distinct(self, board: Board) -> int:
        """Return the number of different values on a board, counting only cells that are in lines."""
        return len(set(self.layout.pack(board).values))

    def work(self, run: Run) -> Proof:
        """Continue until the proof is complete. Raise ``Stopped`` if the run is stopped."""
        left = self.begin(run)
        if self._is_large:
            self._estimate(run)
        job = self.last_round(run, left)
        if self._is_large and self._folder is None:
            self._rise(run, job)
        record = None if self._folder is None else Record(self._folder, job, self.proof)
        boards = self._round(run, job, self._name(job.depth), store=record)
        if record is not None:
            self.proof = replace(self.proof, record=record.totals)
        self._finish(run, boards)
        if self._folder is not None:
            write_certificate(certificate_path(self._folder, self.proof), proof_certificate(self.proof))
        return self.proof

    def begin(self, run: Run) -> Partitions:
        """Bound all multisets on the first call. Return the remaining families, with all cells in one group."""
        if self._start is None:
            job = MultisetJob(self.proof.rules, self.weights, self.proof.distinct_values)
            (arrays,) = run.within("multisets").shards(job, "bounding multisets")
            self._start = self._begin(arrays["counts"].astype(np.int64), arrays["bounds"], int(arrays["states"]))
        return self._start

    def last_round(self, run: Run, left: Partitions) -> RoundJob:
        """Run all rounds except the last, and return the job for the last round."""
        *depths, last = self._depths()
        for depth in depths:
            left = self._round(run, self.job(left, depth), self._name(depth))
        return self.job(left, last)

    def _name(self, depth: int) -> str:
        """Return the name of the round that ends with ``depth`` groups."""
        depths = self._depths()
        return f"round {depths.index(depth) + 1} of {len(depths)}"

    def job(self, left: Partitions, depth: int, threshold: float | None = None) -> RoundJob:
        """Return the job for a round.

        The round divides partitions until their bounds exceed the best known value or a threshold.
        """
        families, limit = self._families, decimal(self.limit) * SLACK
        if threshold is not None:
            few = left.lower <= threshold
            left = Partitions(left.family[few], left.groups[few], left.lower[few])
            below = [floors <= threshold for floors in self._floors]
            families = tuple((weights, counts[few]) for (weights, counts), few in zip(families, below, strict=True))
            limit = threshold
        return RoundJob(self.proof.rules, families, limit, depth, left)

    def _round(
        self, run: Run, job: RoundJob, name: str, threshold: float | None = None, store: ShardStore | None = None
    ) -> Partitions:
        """Divide the remaining partitions further, and update ``proof`` after every shard."""
        run = run.within(f"to-{job.depth}" if threshold is None else f"above-{round(10 * threshold)}")
        so_far = RoundProof(self.proof, job, name, threshold or self.limit)
        done: list[Result] = []
        run.tell_best(self.proof.so_far)
        for arrays in run.shards(job, name, store):
            arrays["lower"] = np.maximum(arrays["lower"], self._floor(arrays["family"], arrays["groups"]))
            done.append(arrays)
            self.proof = so_far.after(arrays)
            run.tell_best(self.proof.so_far)
        return joined(done, len(self.weights))

    def _rise(self, run: Run, last: RoundJob) -> None:
        """Prove V >= t for larger and larger t, up to ``BELOW`` under the best known value, until a proof fails.

        The thresholds t are multiples of a tenth of a roll. Proving each takes several times as long as proving the one
        before. So the proven bound grows early, and all thresholds together take little longer than the last one alone.
        """
        for tenth in range(ceil(10 * (self.proof.lower or 0)), floor(10 * (self.limit - BELOW)) + 1):
            threshold = tenth / 10
            job = self.job(last.start, last.depth, threshold)
            if len(self._round(run, job, f"V >= {threshold}", threshold).family):
                return  # boards with V below the threshold may exist

    def _wanted(self, counts: NDArray[np.integer]) -> NDArray[np.bool_]:
        """Return a mask of the multisets that the proof covers."""
        distinct, asked = (counts > 0).sum(axis=1), self.proof.distinct_values
        wanted = np.full(len(counts), True) if asked is None else distinct == asked
        return wanted & self.most_probable(counts) if self.proof.lemma else wanted

    def _begin(self, counts: NDArray[np.int64], bounds: NDArray[np.float64], states: int) -> Partitions:
        """Collect the remaining multisets in families. Give ``proof`` one ``Case`` per number of different values."""
        distinct, wanted, limit = (counts > 0).sum(axis=1), self._wanted(counts), decimal(self.limit) * SLACK
        cases = []
        for d in np.unique(distinct[wanted]):
            these = wanted & (distinct == d)
            multisets, excluded = int(these.sum()), int((these & (bounds > limit)).sum())
            lower = float(bounds[these].min())
            proven = lower if lower < self.limit else self.limit
            cases.append(Case(int(d), multisets, excluded, 0, proven, excluded == multisets))
        self.proof = replace(self.proof, cases=tuple(cases), states=states)
        open_rows = np.flatnonzero(wanted & (bounds <= limit))
        families: dict[tuple[int, ...], list[int]] = {}
        for row in open_rows:
            key = tuple(weight for weight, count in zip(self.weights, counts[row], strict=True) if count)
            families.setdefault(key, []).append(int(row))
        self._families = tuple((key, counts[rows][:, counts[rows[0]] > 0]) for key, rows in families.items())
        self._floors = [bounds[rows] for rows in families.values()]
        start = np.zeros((len(families), len(self.weights)), np.uint64)
        start[:, 0] = (1 << len(self.layout.cells)) - 1
        return Partitions(np.arange(len(families)), start, np.array([least.min() for least in self._floors]))

    def _estimate(self, run: Run) -> None:
        """Estimate the number of bounds in the whole proof."""
        job = EstimateJob(self.proof.rules, self._families, decimal(self.limit) * SLACK)
        samples = [*run.within("estimate").shards(job, "estimating the work")]
        self.proof = replace(self.proof, estimate=estimated(samples))

    def most_probable(self, counts: NDArray[np.integer]) -> NDArray[np.bool_]:
        """Return a mask of the multisets that a proof with the lemma must cover.

        In these multisets, no absent value is more probable than a present one.
        """
        weights = np.array(self.weights, np.float64)
        least = np.where(counts > 0, weights, np.inf).min(axis=1)
        probable: NDArray[np.bool_] = np.where(counts == 0, weights, 0).max(axis=1) <= least
        return probable

    @property
    def _is_large(self) -> bool:
        """Whether the proof is so long that it is divided into several rounds."""
        return len(self.layout.game.sets) > SMALL

    def _depths(self) -> list[int]:
        """Return the number of groups after each round."""
        most = max((len(weights) for weights, _ in self._families), default=1)
        return [*range(2, min(4, most)), most] if self._is_large else [most]

    def _floor(self, family: NDArray[np.int64], groups: NDArray[np.uint64]) -> NDArray[np.float64]:
        """Return a lower bound for each partition.

        A partition's bound is the smallest bound of the multisets whose counts match the sizes of its groups.
        """
        sizes = np.column_stack([family, np.bitwise_count(groups)])
        keys, which = np.unique(sizes, axis=0, return_inverse=True)
        found = np.zeros(len(keys))
        for i, (number, *row) in enumerate(keys.tolist()):
            begins = np.flatnonzero(row)
            alike = np.add.reduceat(self._families[number][1], begins, axis=1) == np.array(row)[begins]
            found[i] = self._floors[number][alike.all(axis=1)].min()
        floor: NDArray[np.float64] = found[which.reshape(-1)]
        return floor

    def _finish(self, run: Run, left: Partitions) -> None:
        """Solve the remaining boards exactly, and complete ``proof``."""
        found: dict[object, tuple[Fraction, Board]] = {}
        upper, boards = self.proof.upper, list(self._boards(left))
        if self.proof.distinct_values in (None, self.distinct(upper)):
            boards = [upper, *boards]
        with run.stage("solving the remaining boards", len(boards)) as step:
            for board in boards:
                solution = optimal_play(self.layout.pack(board), exact=False)
                if solution.expected_rolls <= decimal(self.limit) * SLACK * (1 + solution.error_bound):
                    found.setdefault(self.layout.form(board), (self.rolls(board), board))
                step()
        value = min([self.limit, *(value for value, _ in found.values())])
        best = tuple(board for v, board in found.values() if v == value)
        cases = tuple(replace(case, lower=value, closed=True) for case in self.proof.cases)
        unique = None if self.proof.lemma or not best else len(best) == 1
        if not self.layout.all_symmetries and not unique:
            unique = None  # the best boards may be images of each other
        done = replace(self.proof, complete=True, stage="done", left=0)
        start = upper if value < self.limit else None
        upper = best[0] if best else upper
        self.proof = replace(done, upper=upper, value=value, best=best, cases=cases, unique=unique, start=start)

    def _boards(self, left: Partitions) -> Iterator[Board]:
        dice, cells = self.proof.rules.dice, range(len(self.layout.cells))
        for number, row in zip(left.family, left.groups, strict=True):
            weights, _ = self._families[number]
            names: dict[int, list[int]] = {}
            for value, weight in zip(dice.values, dice.weights, strict=True):
                names.setdefault(weight, []).append(value)
            values = [names[weight].pop(0) for weight in weights]
            placed = [*zip(values, map(int, row), strict=False)]
            yield self.layout.unpack(next(v for v, mask in placed if mask >> i & 1) for i in cells)


@question
def prove(
    rules: RulesLike = None,
    *,
    distinct_values: Annotated[int | None, Doc("Only boards with exactly this many different values.", "D", 1)] = None,
    upper: Annotated[
        PositionLike | None,
        Doc("The best known board (default: a recorded board, or one found by a quick descent).", "BOARD"),
    ] = None,
    lemma: Annotated[
        bool | None,
        Doc("Only boards with the most probable values: this proves the smallest V, but not which boards attain it."),
    ] = None,
    seconds: Annotated[
        float | None, Doc("Time limit in seconds; the answer contains what has been proven by then.", "S")
    ] = None,
    record: Annotated[
        str | FilePath | None,
        Doc("Resume from the records in this folder, and save progress in them.", "DIR"),
    ] = None,
    layout: LayoutLike = None,
    dice: DiceLike = None,
    marking: MarkingLike = None,
    tokens: TokensLike = None,
    run: RunLike = None,
) -> Proof:
    """Prove by lower bounds that the best known board is optimal, or bracket the optimum.

    Lower bounds for multisets of values and for groups of cells exclude nearly all boards; the rest are solved exactly.
    The better the ``upper`` board, the shorter the proof. A stopped proof returns the results proven so far: nothing
    until all multisets are bounded, and after that a lower bound for each number of different values.

    With a record, each number of different values has its own proof, record and certificate.

    >>> proof = prove("knuth")
    >>> proof.value, proof.unique, [str(board) for board in proof.best]
    (Fraction(11, 2), True, ['1 2 / 3 4'])
    """
    lemma = None if lemma is None else flag(lemma)
    rules, run = as_rules(changed_rules(rules, layout, dice, marking, tokens)), Run.of(run, seconds)
    folder = None if record is None else as_path(record, "record")
    best = None if upper is None else as_board(upper, rules)
    if rules.is_full_card:
        expect_no_files(rules, record=folder)
        return prove_cards(rules, best, distinct_values, run)
    numbers: list[int | None] = [distinct_values]
    if folder is not None and distinct_values is None:
        numbers = [*range(1, min(len(bound_layout(rules).cells), len(rules.dice.values)) + 1)]
    provers = [Prover(rules, best, number, lemma, run, folder) for number in numbers]
    try:
        _work(provers, run)
    except Stopped:
        pass
    except KeyboardInterrupt:  # the caller might not turn Ctrl-C into a request to stop
        run.stop()
    return together([prover.proof for prover in provers])


def _work(provers: Sequence[Prover], run: Run) -> None:
    """Bound all multisets, then complete the proof for each number of different values in turn."""
    if len(provers) == 1:
        provers[0].work(run)
        return
    runs = [run.within(f"distinct-{prover.proof.distinct_values}") for prover in provers]
    for prover, own in zip(provers, runs, strict=True):
        prover.begin(own)
    for prover, own in zip(provers, runs, strict=True):
        prover.work(own)
