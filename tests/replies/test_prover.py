"""Best replies proven by bounds: the bounds and the replies agree with exhaustive searches of all boards."""

from __future__ import annotations

import os
import subprocess
import sys
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from dicebingo.answer import Status
from dicebingo.errors import InputError, TooLarge
from dicebingo.kernels.reply_boards import arrangements
from dicebingo.kernels.reply_multisets import RAISE, _assigned
from dicebingo.matches.match import match
from dicebingo.matches.mixture import Mixture
from dicebingo.matches.ranges import largest_margin
from dicebingo.matches.shared_rolls import strategies_for
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.replies import bounds, prover
from dicebingo.replies.arena import arena
from dicebingo.replies.bounds import ERROR, ReplyTable, automaton, bounds_of, multinomial
from dicebingo.replies.counter import bounded_reply, counter, found_reply, tried_reply
from dicebingo.replies.equilibrium_weights import ends, guessed_ends, proven_interval
from dicebingo.replies.prover import ArrangementJob, ReplyProver
from dicebingo.replies.reply import Reply, ReplySearch
from dicebingo.running.run import Progress, Run
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments.results import Game
from tests.commands import run

LAYOUTS = (("2x2", 3), ("2x2:rows", 4), ("2x3", 3), ("2x3:rows", 3), ("3x3", 2), ("#f#/##.", 3), ("1x4:all", 3))
DICE = ("1d6", "2d6", "{1:1,2:3,5:2,6:2}")
HOW = [*((tie, Game.MATCH) for tie in TieBreak), (TieBreak.SMALLEST, Game.DUEL)]


def small_search(number: int) -> ReplySearch:
    """Return a search with random rules, boards and values. The seed ``number`` selects the game and tie-break."""
    stream = Random(number)
    layout, count = stream.choice(LAYOUTS)
    rules = Rules.of(layout, stream.choice(DICE))
    tie_break, game = HOW[number % len(HOW)]
    cells = len(rules.layout.open_cells)
    opponents = 1 if game is Game.DUEL and cells > 6 else stream.choice((1, 1, 2, 3))

    def board() -> Board:
        return Board(rules.layout.fill(stream.choice(rules.dice.values) for _ in range(cells)), rules)

    parts = [stream.randint(1, 5) for _ in range(opponents)]
    shares = tuple(Fraction(part, sum(parts)) for part in parts)
    values = sorted(stream.sample(rules.dice.values, min(count, 2 if cells > 6 else count)))
    return ReplySearch.of(Mixture(tuple(board() for _ in parts), shares), values, tie_break, game)


def check_proven(number: int) -> None:
    search = small_search(number)
    truth = tried_reply(search, Run())
    poor = found_reply(search, number, 0, Run())
    for start in (truth, poor):
        found, left = bounded_reply(search, start, Run())
        assert (found.margin, found.status) == (truth.margin, Status.PROVEN)
        assert found.proof is not None
        assert found.proof.at_most == found.margin
        assert found.proof.left == len(left) >= found.proof.best > 0


@pytest.mark.parametrize("number", range(8))
def test_a_proven_reply_is_the_best_of_all(number: int) -> None:
    check_proven(number)


@pytest.mark.long
@pytest.mark.parametrize("number", range(8, 260))
def test_proven_replies_are_the_best_of_all(number: int) -> None:
    check_proven(number)


# Every bound, compared with exhaustive results


def exceeded(search: ReplySearch, lower: float = 0.0) -> list[str]:
    """Lower all bounds by ``lower``, and return the names of those that some board's margin exceeds."""
    own, opponent = bounds_of(search.mixture.rules, search.values), search.mixture.boards[0]
    (second,) = strategies_for([opponent], tie_break=search.tie_break)
    table = ReplyTable(own, automaton(opponent, search.tie_break))
    margins, wrong = search.margins(), []
    job = ArrangementJob.of(search, ((Fraction(1),),), -2.0, own.counts)
    for counts, bound in zip(own.counts, table.bounds, strict=True):
        columns = np.flatnonzero(counts)
        rows = arrangements(counts[columns], own.symmetries, multinomial(counts.tolist()))
        choices = job._choices(rows, counts)
        depths = [*(d for d in bounds.DEPTHS if d < own.size), own.size]
        some = [table.bound(rows, choices, counts, d) for d in depths]
        free = [table.bound(rows, np.zeros((0, 0, 0), np.uint16), counts, d) for d in depths]
        images = own.rolls[columns][rows][:, own.symmetries].reshape(-1, own.size)
        scores, errors = margins.certain(images, margins.preparer.rows([opponent]))
        for at, best in enumerate((scores - errors).reshape(len(rows), -1).max(axis=1).tolist()):
            most, named = best, [("free", free)]
            if search.game is Game.MATCH:
                board = margins.preparer.board(images[at * len(own.symmetries)])
                (first,) = strategies_for([board], tie_break="random")
                most, named = largest_margin(first, second), [("free", free), ("B", some)]
                assert best <= most
            wrong += ["A"] * bool(most > bound - lower)
            for name, each in named:
                wrong += [f"{name}{d}" for d, f in zip(depths, each, strict=True) if most > f[at] + ERROR - lower]
    return wrong


@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_no_margin_exceeds_its_bound(number: int) -> None:
    rules = Rules.of("2x2:rows" if number % 2 else "2x2", "{1:1,2:3,5:2}")
    tie_break, game = HOW[number]
    search = ReplySearch.of(Mixture.of(Board((1, 2, 5, 2), rules)), (1, 2, 5), tie_break, game)
    assert not exceeded(search)
    if game is Game.MATCH:
        # The bound B4 looks at all four cells, so it is exact, and no smaller bound is valid. A board with a single
        # value has only one arrangement, so its bounds exceed its margin only by rounding, and by less than 8 * RAISE.
        assert "B4" in exceeded(search, 3 * ERROR)
        assert {"A", "B1", "B2", "B3", "B4", "free1", "free4"} <= set(exceeded(search, 8 * RAISE))


@pytest.mark.long
@pytest.mark.parametrize("number", range(60))
def test_no_margin_exceeds_its_bound_under_many_rules(number: int) -> None:
    search = small_search(4 * number + number % 4)
    assert not exceeded(
        ReplySearch.of(Mixture.of(search.mixture.boards[0]), search.values, search.tie_break, search.game)
    )


def test_the_assignment_bound_equals_the_best_assignment() -> None:
    """The bound, computed from the dual problem, equals the largest sum over all assignments."""
    stream = np.random.default_rng(3)
    for _ in range(300):
        classes = int(stream.integers(1, 5))
        cells = stream.integers(1, 4, classes)
        values = int(stream.integers(1, min(5, cells.sum()) + 1))
        gains = np.round(stream.normal(size=(values, classes)), 1)
        found = reply_bounds_assigned(gains, cells)
        best = max(
            sum(gains[i, k] for i, k in enumerate(chosen))
            for chosen in product(range(classes), repeat=values)
            if (np.bincount(chosen, minlength=classes) <= cells).all()
        )
        assert found == pytest.approx(best, abs=1e-9)


def reply_bounds_assigned(gains: Any, cells: Any) -> float:
    values, classes = gains.shape
    columns = cells.sum() + 1
    room = np.zeros(columns), np.zeros(columns, np.int64), np.zeros(columns, np.int64)
    used, left = np.zeros(columns, np.bool_), np.zeros(classes, np.int64)
    scratch = np.zeros((values + 1, columns)), np.zeros(columns), np.zeros(values + 1), room, used, left
    return float(_assigned(gains, values, classes, cells, scratch))


def test_a_bound_that_is_too_low_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    """If bounds are lowered by slightly more than their rounding error, the proof misses the best reply."""
    search = small_search(1)
    truth = tried_reply(search, Run())
    bound = ReplyTable.bound
    monkeypatch.setattr(ReplyTable, "bound", lambda *given: bound(*given) - 2 * ERROR)
    with pytest.raises(ValueError, match="zero-size"):
        bounded_reply(search, truth, Run())


# Ranges over tie-breaks, and intervals of weights


def test_a_range_contains_the_margins_of_all_tie_breaks() -> None:
    rules = Rules.of("2x2", "1d6")
    against = Board((1, 2, 2, 3), rules)
    found = counter(against, values=(1, 2, 3), range=True)
    assert found.range is not None
    (second,) = strategies_for([against])
    boards = [Board(values, rules) for values in product((1, 2, 3), repeat=4)]
    firsts = (strategies_for([board], tie_break=TieBreak.RANDOM)[0] for board in boards)
    assert found.range.margin == max(largest_margin(first, second) for first in firsts)
    for board in boards[::7]:
        (first,) = strategies_for([board], tie_break=TieBreak.RANDOM)
        for tie_break in TieBreak:
            own = match(strategies_for([board], tie_break=tie_break)[0], second, fast=False).outcomes.margin
            assert own <= largest_margin(first, second)


def test_the_ends_of_an_interval_of_weights_are_exact() -> None:
    half = Fraction(1, 2)
    assert ends([]) == (0, 1)
    assert ends([(half, -half), (-half, half)]) == (half, half)
    assert ends([(half, half)]) is None
    assert ends([(half, -half), (-half, 2 * half)]) is None
    assert ends([(-half, -half), (0 * half, 0 * half)]) == (0, 1)
    # Each of these pairs limits the weights on one side. The tightest limit counts, whatever the order of the pairs.
    assert ends([(-half, half), (-3 * half, half)]) == (half, 1)
    assert ends([(half, -half), (half, -3 * half)]) == (0, half)


@pytest.mark.slow
@pytest.mark.parametrize("game", [Game.MATCH, pytest.param(Game.DUEL, marks=pytest.mark.long)])
def test_an_interval_agrees_with_the_margins_of_all_boards(game: Game) -> None:
    """Compare the proven interval of weights with every board's margin over each board of the mixture.

    The guessed interval must contain the proven interval.
    """
    rules = Rules.of("2x3:rows", "1d6")
    boards = tuple(Board(values, rules) for values in ((1, 2, 3, 3, 3, 3), (1, 3, 2, 2, 2, 2)))
    search = ReplySearch.of(Mixture(boards, (Fraction(1, 2),) * 2), (1, 2, 3), game=game)
    margins = search.margins()
    every = np.array(list(product(range(3), repeat=6)))
    scores, errors = margins.certain(every, margins.preparer.rows(boards))
    close = [margins.preparer.board(row) for row in every[(scores + errors).max(axis=1) >= 0]]
    lines = [(margins.outcomes(b, boards[0]).margin, margins.outcomes(b, boards[1]).margin) for b in close]
    true = ends(lines)
    reply, interval = proven_interval(search, (Fraction(0), Fraction(1)), Run(), "")
    if true is None:
        assert interval is None
        return
    assert interval is not None
    assert (interval.board, interval.low, interval.high) == (boards[0], *true)
    assert (reply.status, reply.margin) == (Status.PROVEN, 0)
    guess = guessed_ends(search, [], 1, 5, Run(), "")
    assert not isinstance(guess, Reply)
    assert guess[0] <= interval.low <= interval.high <= guess[1]


# Time limits, stops and checkpoints


def test_unsupported_questions_are_rejected() -> None:
    marks_all = Rules.of("3x3", "2d6", "all")
    with pytest.raises(
        TooLarge, match="expected at most 100,000,000 boards to try, got 2,357,947,691: use fewer values"
    ):
        counter("7 7 7 / 7 7 7 / 7 7 7", rules=marks_all, prove=True)
    with pytest.raises(InputError, match="mark one cell"):
        counter("1 2 / 3 4", rules=Rules.of("2x2", "1d6", "all"), range=True)
    with pytest.raises(InputError, match="a range over tie-breaks needs matches"):
        counter("1 2 / 3 4", rules="knuth", range=True, game="duel")
    with pytest.raises(InputError, match="probabilities that add up to 1"):
        counter("1 2 / 3 4", "1 1 / 2 2", rules="knuth", weights="1/2,1/3")
    large = Rules.of("3x4", "2d6")
    with pytest.raises(TooLarge, match="expected tables of at most"):
        counter("7 6 5 4 / 8 9 10 3 / 7 6 8 9", rules=large, prove=True, restarts=0)
    with pytest.raises(TooLarge, match="arrangements of the same values"):
        arena(["7 7 7 7 / 7 7 7 7 / 7 7 7 8"], rules=large, prove=True, restarts=0)


def test_a_mixture_may_be_weighted() -> None:
    given: dict[str, Any] = {"rules": "knuth", "values": (1, 2, 3)}
    found = counter("1 2 / 3 4", "1 1 / 2 2", weights="1/4, 3/4", prove=True, **given)
    same = counter("1 1 / 2 2", "1 2 / 3 4", weights=[Fraction(3, 4), "1/4"], **given)
    assert found.reply.margin == same.reply.margin
    assert found.against is None
    assert repr(found).startswith(
        "<BestReply to a mixture of 2 boards among all 81 boards of knuth (2x2:rows, 1d6) with values 1 to 3: "
    )


def test_the_table_of_each_board_is_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made, make = [], ReplyTable.__init__

    def counted(table: ReplyTable, *given: Any) -> None:
        made.append(table)
        make(table, *given)

    monkeypatch.setattr(ReplyTable, "__init__", counted)
    monkeypatch.setattr(prover, "SHARD", 1)
    boards = [f"1 {a} / {b} 4" for a, b in product((2, 3, 5), (4, 6))]
    counter(*boards, rules="knuth", values=(1, 2, 5), restarts=0, prove=True)
    assert len(made) == len(boards)
    monkeypatch.setattr(bounds, "MAX_STATES", 1)  # the cache has room for only one table
    bounds.reply_table(Board.parse(boards[0], "knuth"), (1, 2, 5), TieBreak.LARGEST)
    assert len(bounds._tables) == 1


def test_a_stopped_proof_reports_an_upper_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prover, "SHARD", 1)
    search = ReplySearch.of(Mixture.of(Board((6, 7, 8, 7, 8, 9), Rules.of("2x3", "2d6"))), (5, 6, 7, 8, 9))
    whole = counter(*search.mixture.boards, values=search.values, prove=True, restarts=2)
    stages = []

    def tell(now: Progress) -> None:
        stages.append(now)
        if now.stage == "bounding boards" and now.done >= 2:
            stopped.stop()

    stopped = Run(progress=tell)
    poor = Reply.to(search.mixture, search.mixture.boards[0], search.margins(), Status.BEST_FOUND, 1)
    found, _ = bounded_reply(search, poor, stopped)
    assert found.status is Status.STOPPED
    assert found.proof is not None
    assert found.margin <= whole.reply.margin <= found.proof.at_most
    assert whole.reply.proof is not None
    assert found.proof.at_most > whole.reply.margin


def test_checkpointed_shards_are_not_computed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = ("counter", "1 2 / 3 4", "--rules", "knuth", "--prove", "--checkpoint", str(tmp_path), "--json")
    first = run(*given).json()
    monkeypatch.setattr(ArrangementJob, "shard", None)
    monkeypatch.setattr(prover.ReplyTableJob, "shard", None)
    assert run(*given).json() == first
    whole = ReplyProver(small_search(0), ((Fraction(1),),), Fraction(-1))
    assert whole.proof is None


@pytest.mark.slow
def test_proofs_work_without_the_compiler() -> None:
    asked = {"rules": "knuth", "values": "1..3", "prove": True, "tie_break": "random", "restarts": 0}
    program = (
        f"from dicebingo import counter\nfound = counter('1 2 / 3 4', **{asked})\n"
        "print(found.board, found.reply.margin, found.reply.proof.orbits, sep='; ')"
    )
    words = [sys.executable, "-W", "error", "-c", program]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=True)
    found = counter("1 2 / 3 4", **asked)  # type: ignore[arg-type]
    assert found.reply.proof is not None
    assert done.stdout.strip() == f"{found.board}; {found.reply.margin}; {found.reply.proof.orbits}"
