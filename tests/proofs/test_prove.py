"""Proofs by branch and bound, held against all boards of small rules; kills, brackets and the lemma's limits."""

from __future__ import annotations

import signal
import subprocess
import sys
from functools import cache
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest

from dicebingo.errors import DiceBingoError, InputError
from dicebingo.exact import Rational, decimal
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.model.variants import find_rules
from dicebingo.proofs import prove as proving
from dicebingo.proofs import rounds
from dicebingo.proofs.best_known import BEST_KNOWN, best_known, board_with
from dicebingo.proofs.bounds import places_of
from dicebingo.proofs.proof import Proof
from dicebingo.proofs.prove import Prover, prove
from dicebingo.running.shards import cluster
from dicebingo.solo.mdp import solve

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
"""2x2 with the dice of named variants, and 2x3 and 3x3 with few values."""
OPTIMAL = "8 8 9 / 7 6 10 / 7 4 5"
SOME = ("2x2", "knuth", "loaded", "fair", "gaps")


@cache
def truth(name: str) -> dict[int, tuple[Rational, frozenset[Any]]]:
    """The least V, and the forms of the boards that have it, by the number of different values: all boards are solved.

    Of equally likely values, each is used only where the one before it is: another board differs by an exchange.
    """
    rules = SMALL[name]
    places = places_of(rules)
    before = {v: c[i - 1] for c in rules.dice.equally_likely() for i, v in enumerate(c) if i}
    solved: dict[Any, tuple[Rational, int]] = {}
    for row in product(rules.dice.values, repeat=len(places.cells)):
        if any(value in before and before[value] not in row[: row.index(value)] for value in row):
            continue
        board = board_with(rules, dict(zip(places.cells, row, strict=True)))
        form = places.form(board)
        if form not in solved:
            solved[form] = Rational(solve(board).expected_rolls), len(set(row))
    found = {}
    for d in {d for _, d in solved.values()}:
        least = min(value for value, other in solved.values() if other == d)
        found[d] = least, frozenset(form for form, pair in solved.items() if pair == (least, d))
    return found


def forms(proof: Proof) -> frozenset[Any]:
    places = places_of(proof.rules)
    return frozenset(places.form(board) for board in proof.best)


# against all boards


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_the_best_of_all_boards_is_found(name: str) -> None:
    found = truth(name)
    least = min(value for value, _ in found.values())
    best = frozenset().union(*(forms for value, forms in found.values() if value == least))
    proof = prove(SMALL[name], lemma=False)
    assert (proof.complete, proof.value, proof.lower) == (True, least, decimal(least))
    assert forms(proof) == best
    assert proof.unique is (len(best) == 1)
    assert all(case.closed for case in proof.cases)
    short = prove(SMALL[name], lemma=True)
    assert (short.complete, short.value, short.unique) == (True, least, None)
    assert forms(short) <= best
    assert [case.distinct for case in short.cases] == [case.distinct for case in proof.cases] == sorted(found)


@pytest.mark.parametrize("name", ["2x2", "knuth", "loaded", "fair", "three", "gaps", "unused"])
@pytest.mark.parametrize("lemma", [False, True])
def test_the_best_with_exactly_so_many_values(name: str, lemma: bool) -> None:
    """From a bad board on, so that hardly anything is pruned at once, and everything must come out right."""
    rules = SMALL[name]
    rarest = min(rules.dice.values, key=rules.dice.weight)
    free = rules.layout.free
    bad = Board(tuple(None if free >> c & 1 else rarest for c in range(rules.layout.size)), rules)
    for d, (least, best) in truth(name).items():
        proof = prove(rules, distinct=d, upper=bad, lemma=lemma)
        assert (proof.complete, proof.value, [case.distinct for case in proof.cases]) == (True, least, [d])
        assert (forms(proof) <= best) if lemma else (forms(proof) == best)
        # With the best board itself as the start, nothing changes.
        assert prove(rules, distinct=d, upper=proof.upper, lemma=lemma).value == least


def test_too_few_different_values_are_worse() -> None:
    found = truth("2x2")
    least = min(value for value, _ in found.values())
    for d, (value, _) in found.items():
        proof = prove(SMALL["2x2"], distinct=d)
        assert proof.complete
        assert bool(proof.best) is (value == least)


@pytest.mark.parametrize("name", SOME)
def test_pieces_and_rounds_change_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = prove(SMALL[name], lemma=False)
    monkeypatch.setattr(proving, "SMALL", 0)
    monkeypatch.setattr(rounds, "SAMPLE", 2)
    in_rounds = prove(SMALL[name], lemma=False)
    assert (in_rounds.value, forms(in_rounds), in_rounds.bounds) == (whole.value, forms(whole), whole.bounds)
    monkeypatch.setattr(rounds, "SHARDS", 2)
    assert prove(SMALL[name], lemma=False) == in_rounds


def best_board(d: int, worse_than: Rational | None = None) -> Board:
    """A best 2x2 board with exactly d different values, or the next best."""
    rules = SMALL["2x2"]
    boards = [board_with(rules, dict(enumerate(row))) for row in product(range(4, 10), repeat=4) if len(set(row)) == d]
    scored = [(Rational(solve(board).expected_rolls), board.values) for board in boards]
    return Board(min(pair for pair in scored if worse_than is None or pair[0] > worse_than)[1], rules)


def test_a_bound_that_is_too_high_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the second best board on, a proof finds the best; if bounds were five percent too high, it would not."""
    least = truth("2x2")[3][0]
    second = best_board(3, least)
    assert prove(SMALL["2x2"], distinct=3, upper=second).value == least
    monkeypatch.setattr(rounds, "rounding", lambda *_: -0.05)
    assert prove(SMALL["2x2"], distinct=3, upper=second).value > least


# the classic game, and 4x4


def test_the_classic_optimum_is_unique() -> None:
    proof = prove(find_rules("classic"))
    assert (proof.complete, proof.unique, proof.lemma) == (True, True, False)
    assert proof.bounds < 50_000
    places = places_of(proof.rules)
    assert [places.form(board) for board in proof.best] == [places.form(Board.parse(OPTIMAL))]
    assert proof.value == solve(OPTIMAL).expected_rolls
    assert sum(case.bounds for case in proof.cases) == proof.bounds


@pytest.mark.slow
def test_no_4x4_board_with_few_different_values_is_good() -> None:
    rules = find_rules("4x4")
    proof = prove(rules, distinct=5)
    assert (proof.complete, proof.lemma, proof.best, proof.unique) == (True, True, (), None)
    assert round(decimal(proof.value), 10) == 9.0425424035
    assert proof.upper == Board.parse(BEST_KNOWN["4x4"], rules)


def test_a_start_for_any_rules() -> None:
    assert best_known(find_rules("classic")).rules == find_rules("classic")
    known = best_known(Rules.of("3x3:free-centre", "2d6"))
    assert known.values[4] is None
    assert solve(known).expected_rolls <= solve(Board.parse("6 7 8 / 5 F 9 / 4 7 10", known.rules)).expected_rolls


# the lemma


@pytest.mark.parametrize("rules", [Rules.of("2x2", "2d4"), Rules.of("1x3:all", "2d6"), Rules.of("2x2:rows", "1d3")])
def test_a_more_probable_value_instead_never_hurts(rules: Rules) -> None:
    """The lemma, and the one about moving a single cell, on all boards."""
    every = product(rules.dice.values, repeat=rules.layout.size)
    value_of = {values: solve(Board(values, rules)).expected_rolls for values in every}
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


def test_moving_a_cell_is_wrong_where_all_are_marked() -> None:
    """Two sevens in a row are marked at once; with an eight or a six for one of them they are not."""
    rules = Rules.of("1x2:all", "1d2", "all")
    together, apart = (solve(Board(values, rules)).expected_rolls for values in ((1, 1), (1, 2)))
    assert together == 2 < apart == 3
    with pytest.raises(InputError, match="mark one cell for a roll"):
        Prover(rules)


def test_exactly_d_with_the_lemma_hangs_on_nothing_else() -> None:
    """A board with a repeated value and its equally likely partner absent is no worse than its best, yet is treated."""
    rules = SMALL["2x2"]
    for d, (least, _) in truth("2x2").items():
        proof = prove(rules, distinct=d, upper=best_board(d), lemma=True)
        assert (proof.value, bool(proof.best)) == (least, True)


# brackets, kills and interruptions


@pytest.mark.parametrize("name", SOME)
def test_brackets_hold_at_any_time(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proving, "SMALL", 0)
    least = {d: value for d, (value, _) in truth(name).items()}
    states: list[Proof] = []
    prove(SMALL[name], lemma=False, progress=states.append)
    assert len(states) > 4
    for before, after in pairwise(states):
        assert before.lower <= after.lower <= decimal(after.value)
        assert before.bounds <= after.bounds
    for state in states:
        for case in state.cases:
            assert Rational(case.lower) <= least[case.distinct] * Rational(1 + 2**-50)
    assert not states[0].complete
    assert states[-1].complete
    assert states[-1].left == 0


SCRIPT = """
import os, signal, sys
from pathlib import Path
from dicebingo.model.variants import find_rules
from dicebingo.proofs.prove import prove
seen = []
def stop(proof):
    seen.append(proof)
    if len(seen) == 9:
        os.kill(os.getpid(), signal.SIGKILL)
prove(find_rules("classic"), checkpoint=Path(sys.argv[1]), progress=stop)
"""


def test_a_killed_proof_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "checkpoint"
    done = subprocess.run([sys.executable, "-c", SCRIPT, str(folder)], capture_output=True, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr
    kept = sorted(folder.rglob("shard-*.npz"))
    assert len(kept) >= 8  # the multisets, and the families that were finished
    times = {path: path.stat().st_mtime_ns for path in kept}
    begun: list[int] = []
    carry = rounds.RoundJob._carry

    def counted(job: rounds.RoundJob, item: int) -> Any:
        begun.append(item)
        return carry(job, item)

    monkeypatch.setattr(rounds.RoundJob, "_carry", counted)
    proof = prove(find_rules("classic"), checkpoint=folder)
    pieces = len(list(folder.rglob("shard-*.npz")))
    assert len(begun) == pieces - len(kept)
    assert times == {path: path.stat().st_mtime_ns for path in kept}
    assert proof == prove(find_rules("classic"))


def test_a_checkpoint_of_another_proof_is_refused(tmp_path: Path) -> None:
    prove(SMALL["2x2"], checkpoint=tmp_path / "c")
    with pytest.raises(InputError, match="got one of another job"):
        prove(SMALL["loaded"], checkpoint=tmp_path / "c")
    worse = Board.parse("2 3 / 7 8", SMALL["2x2"])
    with pytest.raises(InputError, match="got one of another job"):
        prove(SMALL["2x2"], upper=worse, checkpoint=tmp_path / "c")


def test_an_interruption_keeps_what_is_proven(tmp_path: Path) -> None:
    def interrupt(proof: Proof) -> None:
        if proof.bounds > 1_000:
            raise KeyboardInterrupt

    prover = Prover(find_rules("classic"))
    with pytest.raises(KeyboardInterrupt):
        prover.run(checkpoint=tmp_path / "c", progress=interrupt)
    proof = prover.proof
    assert not proof.complete
    assert 5.86 < proof.lower < decimal(proof.value)
    assert proof.unique is None
    assert sum(case.closed for case in proof.cases) >= 5


# what is refused


@pytest.mark.parametrize(
    ("rules", "options", "message"),
    [
        ("mark-all", {}, "expected rules that mark one cell for a roll"),
        ("5x5", {}, "expected at most 16 cells"),
        ("classic", {"distinct": 0}, "expected 1 to 9 different values, got 0"),
        ("classic", {"distinct": 10}, "expected 1 to 9 different values, got 10"),
        ("d10+d20", {}, "fewer different values"),
        ("classic", {"upper": Board.parse("1 2 / 3 4", find_rules("knuth"))}, "expected a board of classic"),
    ],
)
def test_refusals(rules: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(DiceBingoError, match=message) as refused:
        Prover(find_rules(rules), **options)
    assert "\n" not in str(refused.value)


def test_more_boards_than_can_be_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "MOST_BOARDS", 2)
    with pytest.raises(DiceBingoError, match="expected at most 2 boards or parts of boards to follow up"):
        prove(SMALL["2x2"], upper=Board.parse("2 2 / 2 2", SMALL["2x2"]))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:Port 8787 is already in use")
def test_processes_give_the_same() -> None:
    with cluster(workers=1) as client:
        assert prove(SMALL["loaded"], client=client) == prove(SMALL["loaded"])
