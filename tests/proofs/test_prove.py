"""If the rules allow few boards, proofs by branch and bound agree with a list of all boards.

Also tests checkpoints, the bounds of unfinished proofs, and the lemma.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dicebingo.answer import Status
from dicebingo.errors import DiceBingoError, InputError, Stopped
from dicebingo.exact import decimal
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.model.variants import find_rules
from dicebingo.proofs import branching, jobs
from dicebingo.proofs import prove as proving
from dicebingo.proofs.best_known import BEST_KNOWN, best_known
from dicebingo.proofs.bounds import bound_layout
from dicebingo.proofs.jobs import Partitions, RoundJob
from dicebingo.proofs.proof import Proof
from dicebingo.proofs.prove import Prover, prove
from dicebingo.running.run import Progress, Run
from dicebingo.solo.mdp import optimal_play

SMALL = {
    "2x2": Rules.of("2x2", "2d6"),
    "knuth": Rules.of("2x2:rows", "1d6"),
    "3d6": Rules.of("2x2", "3d6"),
    "product": Rules.of("2x2", "product(2d6)"),
    "loaded": Rules.of("2x3", "{1:1,2:2,3:2,4:4}"),
    "fair": Rules.of("2x3:rows", "1d4"),
    "three": Rules.of("3x3", "{1:1,2:2,3:3}"),
    "free": Rules.of("3x3:free-centre", "{1:1,2:2,3:2}"),
    "gaps": Rules.of("#f#/##.", "1d6"),
    "unused": Rules.of("1x4:##..", "2d4"),
}
"""Rules with so few boards that the tests can solve all of them."""
OPTIMAL = "8 8 9 / 7 6 10 / 7 4 5"
SOME = ("2x2", "knuth", "loaded", "fair", "gaps")


@cache
def truth(name: str) -> dict[int, tuple[Fraction, frozenset[Any]]]:
    """Return, for each number of different values, the fewest expected rolls V, and the canonical boards with this V.

    On a canonical board, equally likely values first appear in ascending order. All other boards differ from canonical
    boards only by swaps of such values.
    """
    rules = SMALL[name]
    layout = bound_layout(rules)
    before = {v: c[i - 1] for c in rules.dice.equally_likely() for i, v in enumerate(c) if i}
    solved: dict[Any, tuple[Fraction, int]] = {}
    for row in product(rules.dice.values, repeat=len(layout.cells)):
        if any(value in before and before[value] not in row[: row.index(value)] for value in row):
            continue
        board = layout.unpack(row)
        form = layout.form(board)
        if form not in solved:
            solved[form] = Fraction(optimal_play(board).expected_rolls), len(set(row))
    found = {}
    for d in {d for _, d in solved.values()}:
        least = min(value for value, other in solved.values() if other == d)
        found[d] = least, frozenset(form for form, pair in solved.items() if pair == (least, d))
    return found


def forms(proof: Proof) -> frozenset[Any]:
    layout = bound_layout(proof.rules)
    return frozenset(layout.form(board) for board in proof.best)


# Comparisons with all boards


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_the_best_of_all_boards_is_found(name: str) -> None:
    found = truth(name)
    least = min(value for value, _ in found.values())
    best = frozenset().union(*(forms for value, forms in found.values() if value == least))
    proof = prove(SMALL[name], lemma=False)
    assert (proof.complete, proof.value, proof.lower) == (True, least, least)
    assert forms(proof) == best
    assert proof.unique is (len(best) == 1)
    assert all(case.closed for case in proof.cases)
    short = prove(SMALL[name], lemma=True)
    assert (short.complete, short.value, short.unique) == (True, least, None)
    assert forms(short) <= best
    for each in (proof, short):
        assert [case.distinct_values for case in each.cases] == sorted(found)


@pytest.mark.parametrize(
    "name", ["2x2", "knuth", "loaded", "fair", pytest.param("three", marks=pytest.mark.long), "gaps", "unused"]
)
@pytest.mark.parametrize("lemma", [False, True])
@pytest.mark.slow
def test_the_best_board_with_exactly_d_different_values_is_found(name: str, lemma: bool) -> None:
    """The proof starts from a bad board, so that it prunes very little at first."""
    rules = SMALL[name]
    rarest = min(rules.dice.values, key=rules.dice.weight)
    bad = Board(rules.layout.fill(rarest for _ in rules.layout.open_cells), rules)
    for d, (least, best) in truth(name).items():
        proof = prove(rules, distinct_values=d, upper=bad, lemma=lemma)
        assert (proof.complete, proof.value, [case.distinct_values for case in proof.cases]) == (True, least, [d])
        assert (forms(proof) <= best) if lemma else (forms(proof) == best)
        # Starting from the best board gives the same result.
        assert prove(rules, distinct_values=d, upper=proof.upper, lemma=lemma).value == least


def test_boards_that_are_worse_than_the_best_known_board_are_not_listed() -> None:
    found = truth("2x2")
    least = min(value for value, _ in found.values())
    for d, (value, _) in found.items():
        proof = prove(SMALL["2x2"], distinct_values=d)
        assert proof.complete
        assert bool(proof.best) is (value == least)


def test_the_number_of_different_values_ignores_cells_outside_the_lines() -> None:
    """Waiting for two 5s is quick, but waiting for a 5 and a rare value is not.

    A value outside the line does not count as a second value.
    """
    rules = Rules.of("1x3:##.", "{1:1,5:100}")
    proof = prove(rules, upper="5 5 1", distinct_values=2)
    assert (proof.complete, proof.best, proof.value) == (True, (), 2 * Fraction(101, 100))
    listed = prove(rules, upper="5 1 5", distinct_values=2)
    assert (len(listed.best), listed.value) == (1, 1 + (100 * 101 + Fraction(101, 100)) / 101)


@pytest.mark.parametrize("name", SOME)
def test_dividing_a_proof_into_parts_and_rounds_does_not_change_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = prove(SMALL[name], lemma=False)
    monkeypatch.setattr(proving, "SMALL", 0)
    monkeypatch.setattr(jobs, "SAMPLE", 2)
    in_rounds = prove(SMALL[name], lemma=False)
    assert (in_rounds.value, forms(in_rounds), in_rounds.bounds) == (whole.value, forms(whole), whole.bounds)
    monkeypatch.setattr(jobs, "SHARDS", 2)
    assert prove(SMALL[name], lemma=False) == in_rounds


def best_board(d: int, worse_than: Fraction | None = None) -> Board:
    """Return the best 2x2 board with exactly d different values, or the best with V above ``worse_than``."""
    rules = SMALL["2x2"]
    boards = [Board(row, rules) for row in product(range(4, 10), repeat=4) if len(set(row)) == d]
    scored = [(Fraction(optimal_play(board).expected_rolls), board.values) for board in boards]
    return Board(min(pair for pair in scored if worse_than is None or pair[0] > worse_than)[1], rules)


def test_bounds_that_are_too_high_change_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    """A proof that starts from the second-best board finds the best, but not if its bounds are 5% too high."""
    least = truth("2x2")[3][0]
    second = best_board(3, least)
    assert prove(SMALL["2x2"], distinct_values=3, upper=second).value == least
    monkeypatch.setattr(branching, "rounding", lambda *_: -0.05)
    assert prove(SMALL["2x2"], distinct_values=3, upper=second).value > least


# The classic game and 4x4 boards


def test_the_classic_optimum_is_unique() -> None:
    proof = prove("classic")
    assert (proof.complete, proof.unique, proof.lemma) == (True, True, False)
    assert proof.bounds < 50_000
    layout = bound_layout(proof.rules)
    assert [layout.form(board) for board in proof.best] == [layout.form(Board.parse(OPTIMAL))]
    assert proof.value == optimal_play(OPTIMAL).expected_rolls
    assert sum(case.bounds for case in proof.cases) == proof.bounds


@pytest.mark.slow
def test_no_4x4_board_with_five_different_values_is_as_fast_as_the_best_known() -> None:
    proof = prove("4x4", distinct_values=5)
    assert (proof.complete, proof.lemma, proof.best, proof.unique) == (True, True, (), None)
    assert round(decimal(proof.value), 10) == 9.0425424035
    assert proof.upper == Board.parse(BEST_KNOWN["4x4"], "4x4")


def test_the_starting_board_of_a_proof_fits_the_rules_and_is_good() -> None:
    assert best_known(bound_layout(find_rules("classic"))).rules == find_rules("classic")
    known = best_known(bound_layout(Rules.of("3x3:free-centre", "2d6")))
    assert known.values[4] is None
    assert (
        optimal_play(known).expected_rolls
        <= optimal_play(Board.parse("6 7 8 / 5 F 9 / 4 7 10", known.rules)).expected_rolls
    )


# The lemma


@pytest.mark.parametrize("rules", [Rules.of("2x2", "2d4"), Rules.of("1x3:all", "2d6"), Rules.of("2x2:rows", "1d3")])
def test_replacing_a_value_by_a_likelier_value_never_hurts(rules: Rules) -> None:
    """Check two lemmas on all boards: replacing a value in all cells, and replacing it in a single cell."""
    boards = product(rules.dice.values, repeat=rules.layout.size)
    value_of = {values: optimal_play(Board(values, rules)).expected_rolls for values in boards}
    tried = 0
    for values, old in value_of.items():
        for v, w in product(set(values), set(rules.dice.values) - set(values)):
            if rules.dice.weight(w) < rules.dice.weight(v):
                continue
            assert value_of[tuple(w if x == v else x for x in values)] <= old
            for i, x in enumerate(values):
                if x == v:
                    assert value_of[*values[:i], w, *values[i + 1 :]] <= old
                    tried += 1
    assert tried > 20


def test_the_lemma_fails_if_all_matching_cells_are_marked() -> None:
    """One roll can mark two equal cells, but not two cells with different values."""
    rules = Rules.of("1x2:all", "1d2", "all")
    together, separate = (optimal_play(Board(values, rules)).expected_rolls for values in ((1, 1), (1, 2)))
    assert together == 2 < separate == 3
    with pytest.raises(InputError, match="mark one cell per roll"):
        prove(rules)


def test_the_lemma_finds_the_least_v_for_exactly_d_different_values() -> None:
    """The lemma must not replace a repeated value in a single cell, which would lead to d + 1 different values."""
    rules = SMALL["2x2"]
    for d, (least, _) in truth("2x2").items():
        proof = prove(rules, distinct_values=d, upper=best_board(d), lemma=True)
        assert (proof.value, bool(proof.best)) == (least, True)


# Unfinished, interrupted and resumed proofs


@pytest.mark.slow
@pytest.mark.parametrize("name", SOME)
def test_the_bounds_of_an_unfinished_proof_are_valid_at_any_time(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proving, "SMALL", 0)
    least = {d: value for d, (value, _) in truth(name).items()}
    states: list[Proof] = []
    told: list[Progress] = []

    def tell(now: Progress) -> None:
        told.append(now)
        states.append(prover.proof)

    prover = Prover(SMALL[name], None, None, False)
    states.append(prover.work(Run(progress=tell)))
    assert len(states) > 4
    assert states[0].lower is None
    with_bounds = [state for state in states if state.lower is not None]
    for before, after in pairwise(with_bounds):
        assert (before.lower or 0) <= (after.lower or 0) <= after.value
        assert before.bounds <= after.bounds
    for state in states:
        for case in state.cases:
            assert Fraction(case.lower) <= least[case.distinct_values]
    assert not states[0].complete
    assert states[-1].complete
    assert states[-1].left == 0
    assert told[0] == Progress("bounding multisets", 0, 1)
    assert re.fullmatch(r"[0-9.]+ <= V <= [0-9.]+, [0-9,]+ of about [0-9,]+ bounds", told[-1].best)


def stopping_when(condition: Callable[[Progress], bool], **options: Any) -> Run:
    """Return a run that stops as soon as its progress meets a condition."""

    def tell(now: Progress) -> None:
        if condition(now):
            run.stop()

    run = Run(progress=tell, **options)
    return run


def test_a_proof_stopped_early_claims_nothing() -> None:
    run = stopping_when(lambda now: now.stage == "bounding multisets")
    proof = prove(SMALL["3d6"], run=run)
    assert (proof.complete, proof.lower, proof.cases, proof.unique) == (False, None, (), None)
    assert proof.status is Status.STOPPED
    assert "nothing is proven yet" in repr(proof)
    shown = json.loads(json.dumps(proof.to_dict()))
    assert (shown["lower"], shown["cases"], shown["complete"]) == (None, [], False)
    assert shown["upper"]["decimal"] == decimal(optimal_play(proof.upper).expected_rolls)
    assert "stopped         nothing is proven yet" in str(proof)


def test_a_proof_stopped_before_the_first_round_reports_multiset_bounds() -> None:
    proof = prove("classic", run=stopping_when(lambda now: now.stage.startswith("round")))
    assert (proof.bounds, proof.status, len(proof.cases)) == (0, Status.STOPPED, 9)
    assert proof.lower == min(case.lower for case in proof.cases)
    assert 5.86 < proof.lower < 5.87
    closed = [case["closed"] for case in json.loads(json.dumps(proof.to_dict()))["cases"]]
    assert closed == [True] * 5 + [False] * 4


@pytest.mark.parametrize("distinct", [None, 8])
def test_a_proof_stopped_during_a_round_reports_its_bounds(distinct: int | None) -> None:
    bounds = re.compile(r"([0-9,]+) bounds")

    def enough(now: Progress) -> bool:
        found = bounds.search(now.best)
        return found is not None and int(found[1].replace(",", "")) > 500

    proof = prove("classic", distinct_values=distinct, run=stopping_when(enough, threads=1))
    assert (proof.complete, proof.unique, proof.status) == (False, None, Status.STOPPED)
    assert proof.bounds > 500
    assert proof.left
    assert proof.lower is not None
    assert 5.86 < proof.lower < decimal(proof.value)
    assert sum(case.closed for case in proof.cases) >= (5 if distinct is None else 0)
    words = str(proof)
    assert ("bracket         5.8" if distinct is None else "exactly 8") in words
    assert "bounds in this round (round 1" in words


def test_ctrl_c_without_a_handler_raises_keyboard_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(RoundJob, "shard", interrupted)
    run = Run()
    proof = prove(SMALL["2x2"], run=run)
    assert (proof.complete, proof.status) == (False, Status.STOPPED)
    assert proof.lower is not None
    assert run.stopped


def test_a_proof_stopped_without_a_first_board_has_no_result() -> None:
    with pytest.raises(Stopped):
        prove("classic", run=stopping_when(lambda now: now.stage == "looking for a good board"))


def test_a_time_limit_ends_a_proof() -> None:
    proof = prove("classic", run=Run(seconds=1e-9), upper=OPTIMAL)
    assert (proof.complete, proof.lower, proof.status) == (False, None, Status.STOPPED)


@pytest.mark.slow
def test_checkpointed_parts_are_not_proven_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = prove("classic", run=Run(checkpoint=tmp_path))
    lost = sorted(tmp_path.glob("to-*/shard-*.npz"))[::2]
    assert len(lost) > 9
    for path in lost:
        path.unlink()
    begun: list[int] = []
    shard = RoundJob.shard

    def counted(job: RoundJob, number: int) -> Any:
        begun.append(number)
        return shard(job, number)

    monkeypatch.setattr(RoundJob, "shard", counted)
    assert prove("classic", run=Run(checkpoint=tmp_path)) == whole
    assert len(begun) == len(lost)


def test_a_checkpoint_of_another_proof_is_rejected(tmp_path: Path) -> None:
    prove(SMALL["2x2"], run=Run(checkpoint=tmp_path))
    with pytest.raises(InputError, match="belongs to another job"):
        prove(SMALL["loaded"], run=Run(checkpoint=tmp_path))
    with pytest.raises(InputError, match="belongs to another job"):
        prove(SMALL["2x2"], upper="2 3 / 7 8", run=Run(checkpoint=tmp_path))


@pytest.mark.parametrize("count", [0, 1, 5, 64, 127, 128, 200, 1_000, 12_345])
@pytest.mark.parametrize("sample", [1, 7, 64])
def test_partitions_are_ordered_by_their_bounds_except_for_a_sample(
    count: int, sample: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The test follows the definition: it cuts the sorted list into parts and moves every k-th part to the front."""
    monkeypatch.setattr(jobs, "SAMPLE", sample)
    lower = np.random.default_rng(count).random(count)
    start = Partitions(np.zeros(count, np.int64), np.zeros((count, 0), np.uint64), lower)
    job = RoundJob(SMALL["2x2"], (), 1.0, 1, start)
    order = sorted(range(count), key=lambda item: lower[item])
    size = max(1, -(-count // jobs.SHARDS))
    parts = [order[at : at + size] for at in range(0, count, size)]
    stride = max(1, len(parts) // sample)
    expected = parts[::stride] + [part for i, part in enumerate(parts) if i % stride]
    assert [job.items(number).tolist() for number in range(job.shards())] == expected


# Rejected input


@pytest.mark.parametrize(
    ("rules", "options", "message"),
    [
        ("mark-all", {}, "needs rules that mark one cell per roll"),
        ("5x5", {}, "expected at most 16 cells"),
        ("classic", {"distinct_values": 0}, "expected 1 to 9 different values, got 0"),
        ("classic", {"distinct_values": 10}, "expected 1 to 9 different values, got 10"),
        ("d10+d20", {}, "cannot handle 16 different values"),
        ("classic", {"upper": Board.parse("1 2 / 3 4", find_rules("knuth"))}, "expected a board for classic"),
    ],
)
def test_bad_input_is_rejected(rules: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(DiceBingoError, match=message) as refused:
        prove(rules, **options)
    assert "\n" not in str(refused.value)


def test_too_many_remaining_boards_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(branching, "MAX_KEPT", 2)
    with pytest.raises(DiceBingoError, match="needs more than 2 boards or partitions at once"):
        prove(SMALL["2x2"], upper=Board.parse("2 2 / 2 2", SMALL["2x2"]))
