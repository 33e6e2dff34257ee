"""The best reply: proven ones against all boards by the twins, found ones against all changes of two cells."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import combinations, permutations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from dicebingo.errors import InputError, TooLarge
from dicebingo.exact import Rational
from dicebingo.matches.match import match
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.model.variants import classic, find_rules
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments import all_replies as exhaustive
from dicebingo.tournaments.ascent import climb, near, wide
from dicebingo.tournaments.counter import _Climbs, best_reply, replies_job
from dicebingo.tournaments.mixture import Mixture, Question, Reply, Status
from dicebingo.tournaments.notion import Notion
from tests.searches.spaces import board_of, values_of
from tests.twins.duels import DuelTwin
from tests.twins.matches import margin, optimal, outcomes
from tests.twins.searches import LOADED, Everything, Values

Played = tuple[tuple[Values, Fraction], ...]

CASES: dict[str, tuple[Everything, Played]] = {
    "one die": (Everything("2x2:rows", "1d6", values=(1, 2, 3)), (((1, 2, 1, 4), Fraction(1)),)),
    "two dice": (Everything("2x2", "2d6", values=(6, 7, 8)), (((6, 7, 7, 8), Fraction(1)),)),
    "a loaded die": (
        Everything("2x2:rows", LOADED),
        (((2, 2, 5, 5), Fraction(2, 7)), ((1, 2, 2, 5), Fraction(5, 7))),
    ),
    "a free cell": (Everything("#f#/##.", LOADED), (((2, 2, 5, 5), Fraction(1)),)),
    "all marked": (
        Everything("2x2:rows", "1d6", marks_all=True, values=(1, 2, 3)),
        (((1, 1, 2, 2), Fraction(3, 10)), ((3, 2, 4, 2), Fraction(7, 10))),
    ),
    "a board twice": (
        Everything("2x2:rows", "1d6", values=(1, 2)),
        (((1, 1, 2, 2), Fraction(1, 4)), ((1, 1, 2, 2), Fraction(1, 4)), ((2, 2, 1, 3), Fraction(1, 2))),
    ),
}


@lru_cache
def twin_reply(name: str, tie_break: TieBreak, notion: Notion) -> dict[Values, Fraction]:
    """The margin of every board over the mixture."""
    everything, played = CASES[name]

    def one(first: Values, second: Values) -> Fraction:
        games = everything.game(first), everything.game(second)
        if notion is Notion.DUEL:
            return DuelTwin(*games).value((games[0].free, games[1].free))
        return margin(outcomes([optimal(game, tie_break.value) for game in games]))

    return {board: sum((x * one(board, b) for b, x in played), Fraction(0)) for board in everything.boards}


def question_of(name: str, tie_break: TieBreak = TieBreak.SMALLEST, notion: Notion = Notion.MATCH) -> Question:
    everything, played = CASES[name]
    boards = tuple(board_of(everything, values) for values, _ in played)
    return Question.about(
        Mixture(boards, tuple(Rational(share) for _, share in played)), everything.values, tie_break, notion
    )


def exact(number: Any) -> Fraction:
    return Fraction(str(number))


HOW = [*((tie, Notion.MATCH) for tie in TieBreak), (TieBreak.SMALLEST, Notion.DUEL)]


# Proofs.


@pytest.mark.parametrize(("tie_break", "notion"), HOW)
@pytest.mark.parametrize("name", CASES)
def test_a_proven_reply_is_the_best_of_all(name: str, tie_break: TieBreak, notion: Notion) -> None:
    margins = twin_reply(name, tie_break, notion)
    found = best_reply(question_of(name, tie_break, notion), prove=True)
    assert exact(found.margin) == max(margins.values())
    assert margins[values_of(found.board)] == max(margins.values())
    assert found.status is Status.PROVEN
    assert found.win + found.lose + found.tie == 1
    assert 0 < found.tried <= len(margins)


@pytest.mark.parametrize(("tie_break", "notion"), HOW)
@pytest.mark.parametrize("name", CASES)
def test_every_board_is_tried_or_worth_the_same_as_one_that_is(
    name: str, tie_break: TieBreak, notion: Notion, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In shards of seven boards: the orbits of what is tried cover all boards, none twice, and share their margin."""
    monkeypatch.setattr(exhaustive, "SHARD_BOARDS", 7)
    everything, played = CASES[name]
    question = question_of(name, tie_break, notion)
    job, arbiter = exhaustive.Everything(question), question.arbiter()
    assert job.shards() == -(-len(everything.boards) // 7)
    tried: list[Values] = []
    for number in range(job.shards()):
        index = np.arange(7 * number, min(7 * number + 7, question.count))
        tried += [values_of(arbiter.preparer.board(row)) for row in job._rows(index, arbiter)]
    assert len(set(tried)) == len(tried)
    swaps = [swap for swap in all_swaps(everything) if fixes(swap, played, everything)]
    alone = notion is Notion.DUEL or tie_break is TieBreak.RANDOM
    symmetries = everything.symmetries() if alone else [tuple(range(len(everything.cells)))]
    margins, left = twin_reply(name, tie_break, notion), set(everything.boards)
    for board in tried:
        moved = {tuple(v for _, v in sorted(zip(p, board, strict=True))) for p in symmetries}
        orbit = {tuple(swap[value] for value in image) for image in moved for swap in swaps}
        assert {margins[image] for image in orbit} == {margins[board]}
        # Without symmetries, boards of an orbit that a swap and a symmetry both lead to may be tried beside each other.
        assert orbit <= left or not alone
        left -= orbit
    assert not left
    assert sum(int(job.shard(number)["tried"][0]) for number in range(job.shards())) == len(tried)


def all_swaps(everything: Everything) -> list[dict[int, int]]:
    """All exchanges of equally likely values of the dice."""
    whole = Everything(everything.layout, everything.dice)
    return [dict(swap) for swap in whole.swaps()]


def fixes(swap: dict[int, int], played: Played, everything: Everything) -> bool:
    """Whether an exchange of values leaves a mixture and the allowed values as they are."""
    shares: dict[Values, Fraction] = {}
    for board, share in played:
        shares[board] = shares.get(board, Fraction(0)) + share
    values = everything.values or tuple(everything.weights)
    moved = {tuple(swap[value] for value in board): share for board, share in shares.items()}
    return moved == shares and {swap[value] for value in values} == set(values)


def test_few_boards_are_tried_where_many_are_worth_the_same() -> None:
    """Against a board of sevens 6 and 8 may be exchanged, and a duel knows no order of cells."""
    mixture = Mixture.of(Board((7, 7, 7, 7), Rules.of("2x2", "2d6")))
    whole = Question.about(mixture, (6, 7, 8), notion=Notion.DUEL)
    assert best_reply(whole, prove=True).tried == 9  # 81 boards, 15 sets of four values, 9 up to the exchange
    other = Mixture.of(Board((7, 7, 7, 6), Rules.of("2x2", "2d6")))
    assert best_reply(Question.about(other, (6, 7, 8), notion=Notion.DUEL), prove=True).tried == 15


def test_a_board_twice_in_a_mixture_is_exchanged_for_no_other() -> None:
    """A swap of 1 and 2 would exchange A and B, of which the mixture plays A twice as often."""
    rules = find_rules("knuth")
    a, b, c = (Board(values, rules) for values in ((1, 1, 3, 3), (2, 2, 3, 3), (3, 3, 3, 3)))
    quarter = Rational(1, 4)
    twice = best_reply(Question.about(Mixture((a, a, b, c), (quarter,) * 4), (1, 2, 3)), prove=True)
    once = best_reply(Question.about(Mixture((a, b, c), (2 * quarter, quarter, quarter)), (1, 2, 3)), prove=True)
    assert twice.margin == once.margin
    assert twice.tried == once.tried


def test_shards_of_many_boards_are_tried_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    question = question_of("a loaded die")
    whole = best_reply(question, prove=True)
    monkeypatch.setattr(exhaustive, "SHARD_BOARDS", 4)
    monkeypatch.setattr(exhaustive, "MOST_SHARDS", 3)
    assert replies_job(question, prove=True, seed=1, number=0).shards() == 3
    assert best_reply(question, prove=True) == whole


def test_replies_that_float64_cannot_tell_apart_are_compared_exactly() -> None:
    """Dice so nearly fair that the best board differs from the others in the eighteenth digit only."""
    rules = Rules.of("1x1:all", "{1:1000000000000000000,2:1000000000000000001,3:999999999999999999}")
    reply = best_reply(Question.about(Mixture.of(Board((3,), rules))), prove=True)
    assert reply.board == Board((2,), rules)
    assert 0 < reply.margin < Fraction(1, 10**17)


@pytest.mark.parametrize("seed", range(3))
def test_errors_within_their_bounds_change_no_proof(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    question = question_of("a loaded die")
    expected = best_reply(question, prove=True)
    stream, kind = np.random.default_rng(seed), type(question.arbiter())
    certain = kind.certain

    def noisy(self: Any, first: Any, second: Any) -> Any:
        margins, bounds = certain(self, first, second)
        return margins + stream.uniform(-0.4, 0.4, margins.shape), bounds + 0.4

    monkeypatch.setattr(kind, "certain", noisy)
    monkeypatch.setattr(exhaustive, "SHARD_BOARDS", 30)
    found = best_reply(question, prove=True)
    assert found.margin == expected.margin
    assert found.tried == expected.tried


def test_a_proof_of_too_many_boards_is_refused() -> None:
    question = Question.about(Mixture.of(Board((7,) * 12, Rules.of("3x4", "2d6"))))
    with pytest.raises(TooLarge, match="expected at most 100,000,000,000 boards for a proof, got 3,138,428,376,721"):
        best_reply(question, prove=True)


# Local search.


def test_neighbours() -> None:
    row, values = np.array([4, 2, 2, 0]), np.array([0, 2, 4])
    every = set(product(values.tolist(), repeat=4))
    apart = {other: sum(a != b for a, b in zip(other, row.tolist(), strict=True)) for other in every}
    swapped = {
        tuple(row[list(order)].tolist())
        for order in permutations(range(4))
        if sum(map(int.__ne__, order, range(4))) == 2
    }
    around = list(map(tuple, near(row, values).tolist()))
    assert len(around) == len(set(around))
    assert set(around) == {board for board in every if apart[board] == 1} | swapped - {(4, 2, 2, 0)}
    further = list(map(tuple, wide(row, values).tolist()))
    assert len(further) == len(set(further))
    assert set(further) == {board for board in every if apart[board] in (1, 2)}
    assert wide(np.array([3]), np.array([1, 3, 5])).tolist() == [[1], [5]]
    assert near(np.array([3]), np.array([3])).shape == wide(np.array([3]), np.array([3])).shape == (0, 1)


def test_climbing_ends_on_a_hill() -> None:
    heights = {0: 3.0, 1: 2.0, 2: 1.0, 3: 5.0, 4: 7.0, 5: 7.0, 6: 9.0}

    def score(rows: NDArray[np.int64]) -> NDArray[np.float64]:
        return np.array([heights[int(row[0])] for row in rows])

    def beside(row: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.array([[c] for c in (row[0] - 1, row[0] + 1) if c in heights])

    ends = [climb(np.array([start]), score, beside) for start in range(7)]
    assert [(int(row[0]), best) for row, best in ends] == [
        *((0, 3.0), (0, 3.0), (4, 7.0), (4, 7.0), (4, 7.0), (6, 9.0), (6, 9.0))
    ]


def changed_in_two(board: Board, values: tuple[int, ...]) -> set[tuple[int, ...]]:
    found = set()
    for cells in combinations(range(len(board.values)), 2):
        for new in product(values, repeat=2):
            changed = list(board.values)
            changed[cells[0]], changed[cells[1]] = new
            found.add(tuple(changed))
    return found - {board.values}  # type: ignore[return-value]


@pytest.mark.parametrize("notion", Notion)
def test_no_change_of_two_cells_makes_a_found_reply_better(notion: Notion) -> None:
    rules = Rules.of("2x2:rows", "2d6")
    mixture = Mixture((Board((6, 8, 7, 7), rules), Board((5, 9, 6, 6), rules)), (Rational(1, 3), Rational(2, 3)))
    question = Question.about(mixture, (5, 6, 7, 8, 9), TieBreak.LARGEST, notion)
    found = best_reply(question, seed=5, number=0)
    assert found.status is Status.BEST_FOUND
    assert found.tried == 2
    around = changed_in_two(found.board, question.values)
    assert len(around) == 4 * 4 + 6 * 4 * 4
    for values in around:
        assert question.exactly(Board(values, rules), Status.BEST_FOUND, 1).margin <= found.margin, values


@pytest.mark.slow
def test_no_change_of_two_cells_of_a_whole_board() -> None:
    """Some of the changes, in fractions."""
    question = Question.about(Mixture.of(Board.parse("7 7 7 / 6 6 6 / 6 7 6")), (5, 6, 7, 8))
    found = best_reply(question, seed=2, number=1)
    around = sorted(changed_in_two(found.board, question.values))
    assert len(around) == 9 * 3 + 36 * 9
    for values in around[::18]:
        result = match(Board(values, classic()), question.mixture.boards[0])
        assert result.probability(0) - result.probability(1) <= found.margin


@pytest.mark.parametrize("name", CASES)
def test_what_is_found_on_small_boards_is_as_good_as_what_is_proven(name: str) -> None:
    question = question_of(name)
    proven, found = best_reply(question, prove=True), best_reply(question, number=10)
    assert found.margin == proven.margin
    assert found.status is Status.BEST_FOUND
    assert found.tried == len(question.mixture.boards) + 10
    assert exact(found.margin) == twin_reply(name, TieBreak.SMALLEST, Notion.MATCH)[values_of(found.board)]


def test_seeds() -> None:
    question = question_of("a loaded die")
    job = _Climbs(question, 3, 4)
    assert job.shards() == 6  # one climb from each board of the mixture
    parts = [job.shard(number) for number in range(6)]
    for number, part in enumerate(parts):
        again = _Climbs(question, 3, 400).shard(number)
        assert np.array_equal(part["row"], again["row"])
        assert part["score"] == again["score"]
    names = {_Climbs(question, *how).name() for how in ((3, 4), (3, 5), (4, 4))}
    assert len(names) == 3
    assert best_reply(question, seed=3, number=4) == best_reply(question, seed=3, number=4)


def test_climbs_begin_where_the_values_allow() -> None:
    """A board of the mixture with other values is no start: its climb begins at a random board instead."""
    question = Question.about(Mixture.of(Board((1, 1, 2, 2), find_rules("knuth"))), (3, 4))
    for reply in (best_reply(question, number=0), best_reply(question, number=2)):
        assert set(reply.board.values) <= {3, 4}


# Checkpoints.


@pytest.mark.parametrize("prove", [False, True])
def test_shards_that_are_kept_are_not_computed_again(
    prove: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exhaustive, "SHARD_BOARDS", 20)
    question, kept = question_of("a loaded die"), tmp_path / "kept"
    kind = exhaustive.Everything if prove else _Climbs
    shard, expected = kind.shard, best_reply(question, prove=prove, number=3)

    def failing(self: Any, number: int) -> Any:
        if number == 3:
            raise OSError("the disk is gone")
        return shard(self, number)

    def counting(self: Any, number: int) -> Any:
        computed.append(number)
        return shard(self, number)

    computed: list[int] = []
    monkeypatch.setattr(kind, "shard", failing)
    with pytest.raises(OSError, match="the disk is gone"):
        best_reply(question, prove=prove, number=3, checkpoint=kept)
    monkeypatch.setattr(kind, "shard", counting)
    assert best_reply(question, prove=prove, number=3, checkpoint=kept) == expected
    assert 3 in computed
    assert not {0, 1, 2} & set(computed)
    computed.clear()
    assert best_reply(question, prove=prove, number=3, checkpoint=kept) == expected
    assert computed == []
    with pytest.raises(InputError, match="got one of another job"):
        best_reply(question_of("a free cell"), prove=prove, number=3, checkpoint=kept)


def test_progress() -> None:
    done: list[int] = []
    best_reply(question_of("one die"), number=4, progress=done.append)
    assert done == [1] * 5


# Questions.


def test_questions_have_their_own_names() -> None:
    rules = find_rules("knuth")
    boards = Board((1, 2, 3, 4), rules), Board((1, 2, 4, 3), rules)
    half, third = Rational(1, 2), Rational(1, 3)
    questions = [
        Question.about(Mixture.of(boards[0])),
        Question.about(Mixture.of(boards[1])),
        Question.about(Mixture.of(boards[0]), (1, 2)),
        Question.about(Mixture.of(boards[0]), tie_break=TieBreak.RANDOM),
        Question.about(Mixture.of(boards[0]), notion=Notion.DUEL),
        Question.about(Mixture(boards, (half, half))),
        Question.about(Mixture(boards, (third, 1 - third))),
        Question.about(Mixture(boards, (1 - third, third))),
        Question.about(Mixture.of(Board((1, 2, 3, 4), Rules.of("2x2", "1d6")))),
    ]
    assert len({repr(question) for question in questions}) == len(questions)
    assert [q.count for q in questions[:3]] == [6**4, 6**4, 2**4]
    assert Question.about(Mixture.of(boards[0]), (2, 1, 2)).values == (1, 2)


def test_scores_are_margins_over_the_mixture() -> None:
    question, margins = question_of("a loaded die"), twin_reply("a loaded die", TieBreak.SMALLEST, Notion.MATCH)
    arbiter = question.arbiter()
    chosen = list(margins)[::8]
    rows = arbiter.preparer.rows([board_of(CASES["a loaded die"][0], values) for values in chosen])
    assert question.score(arbiter, rows) == pytest.approx([float(margins[values]) for values in chosen], abs=1e-12)


def replied(board: Board, **options: Any) -> Reply:
    return best_reply(Question.about(Mixture.of(board), (1, 2)), **options)


@pytest.mark.parametrize("wrong", [{"seed": -1}, {"number": -1}])
def test_seeds_and_restarts_from_0(wrong: dict[str, int]) -> None:
    with pytest.raises(InputError, match="expected a seed and a number of restarts from 0"):
        replied(Board((1, 2, 1, 2), find_rules("knuth")), **wrong)


def test_wrong_questions() -> None:
    board, other = Board((1, 2, 1, 2), find_rules("knuth")), Board((6, 7, 6, 7), Rules.of("2x2", "2d6"))
    half = Rational(1, 2)
    with pytest.raises(InputError, match="expected one or more boards of the same rules"):
        Mixture((board, other), (half, half))
    with pytest.raises(InputError, match="expected one or more boards"):
        Mixture((), ())
    for shares in ((half,), (half, half / 2), (3 * half, -half)):
        with pytest.raises(InputError, match="expected 2 probabilities that add up to 1"):
            Mixture((board, board), shares)
    with pytest.raises(InputError, match="expected values of 1d6, got 7"):
        Question.about(Mixture.of(board), (1, 7))
    with pytest.raises(InputError, match="expected at least one value, got none"):
        Question.about(Mixture.of(board), ())
    with pytest.raises(TooLarge, match="expected at most 12 cells"):
        best_reply(Question.about(Mixture.of(Board((7,) * 16, find_rules("4x4")))))
