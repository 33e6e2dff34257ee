"""Best replies, checked by brute force.

Proven replies agree with an exhaustive search of all boards. Changing two cells never improves a heuristic reply.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import combinations, permutations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from dicebingo.answer import Status
from dicebingo.errors import InputError, Stopped, TooLarge
from dicebingo.matches.match import match
from dicebingo.matches.mixture import Mixture
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.model.variants import classic, find_rules
from dicebingo.replies import reply as reply_module
from dicebingo.replies.counter import counter, found_reply, tried_reply
from dicebingo.replies.reply import AllReplies, Reply, ReplyClimbs, ReplySearch
from dicebingo.running.run import Progress, Run
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments.local_search import climb, near, wide
from dicebingo.tournaments.results import Game
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
def twin_reply(name: str, tie_break: TieBreak, game: Game) -> dict[Values, Fraction]:
    """Return every board's margin over the mixture."""
    everything, played = CASES[name]

    def one(first: Values, second: Values) -> Fraction:
        games = everything.game(first), everything.game(second)
        if game is Game.DUEL:
            return DuelTwin(*games).value((games[0].free, games[1].free))
        return margin(outcomes([optimal(twin, tie_break.value) for twin in games]))

    return {board: sum((x * one(board, b) for b, x in played), Fraction(0)) for board in everything.boards}


def search_of(name: str, tie_break: TieBreak = TieBreak.SMALLEST, game: Game = Game.MATCH) -> ReplySearch:
    everything, played = CASES[name]
    boards = tuple(board_of(everything, values) for values, _ in played)
    return ReplySearch.of(
        Mixture(boards, tuple(Fraction(share) for _, share in played)), everything.values, tie_break, game
    )


def exact(number: Any) -> Fraction:
    return Fraction(str(number))


HOW = [*((tie, Game.MATCH) for tie in TieBreak), (TieBreak.SMALLEST, Game.DUEL)]


# Proofs.


@pytest.mark.parametrize(("tie_break", "game"), HOW)
@pytest.mark.parametrize("name", CASES)
@pytest.mark.slow
def test_a_proven_reply_is_the_best_of_all(name: str, tie_break: TieBreak, game: Game) -> None:
    margins = twin_reply(name, tie_break, game)
    found = tried_reply(search_of(name, tie_break, game), Run())
    assert exact(found.margin) == max(margins.values())
    assert margins[values_of(found.board)] == max(margins.values())
    assert found.status is Status.PROVEN
    assert found.win + found.lose + found.tie == 1
    assert 0 < found.tried <= len(margins)


@pytest.mark.parametrize(("tie_break", "game"), HOW)
@pytest.mark.parametrize("name", CASES)
@pytest.mark.slow
def test_every_board_is_tried_or_equivalent_to_a_tried_board(
    name: str, tie_break: TieBreak, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The orbits of the tried boards cover every board once, and all boards of an orbit have the same margin."""
    monkeypatch.setattr(reply_module, "SHARD_BOARDS", 7)
    everything, played = CASES[name]
    search = search_of(name, tie_break, game)
    job, known = AllReplies(search), search.margins()
    assert job.shards() == -(-len(everything.boards) // 7)
    tried: list[Values] = []
    for number in range(job.shards()):
        numbers = np.arange(7 * number, min(7 * number + 7, search.count))
        tried += [values_of(known.preparer.board(row)) for row in job._rows(numbers, known)]
    assert len(set(tried)) == len(tried)
    swaps = [swap for swap in all_swaps(everything) if fixes(swap, played, everything)]
    alone = game is Game.DUEL or tie_break is TieBreak.RANDOM
    symmetries = everything.symmetries() if alone else [tuple(range(len(everything.cells)))]
    margins, left = twin_reply(name, tie_break, game), set(everything.boards)
    for board in tried:
        moved = {tuple(v for _, v in sorted(zip(p, board, strict=True))) for p in symmetries}
        orbit = {tuple(swap[value] for value in image) for image in moved for swap in swaps}
        assert {margins[image] for image in orbit} == {margins[board]}
        # A search that does not use symmetries may try several boards of an orbit.
        assert orbit <= left or not alone
        left -= orbit
    assert not left
    assert sum(int(job.shard(number)["tried"][0]) for number in range(job.shards())) == len(tried)


def all_swaps(everything: Everything) -> list[dict[int, int]]:
    """Return all permutations of equally likely values of the dice."""
    whole = Everything(everything.layout, everything.dice)
    return [dict(swap) for swap in whole.swaps()]


def fixes(swap: dict[int, int], played: Played, everything: Everything) -> bool:
    """Return whether a permutation of values preserves a mixture and the allowed values."""
    shares: dict[Values, Fraction] = {}
    for board, share in played:
        shares[board] = shares.get(board, Fraction(0)) + share
    values = everything.values or tuple(everything.weights)
    moved = {tuple(swap[value] for value in board): share for board, share in shares.items()}
    return moved == shares and {swap[value] for value in values} == set(values)


def test_few_boards_are_tried_if_many_are_equivalent() -> None:
    """Against a board of sevens, 6 and 8 can be swapped. In a 2x2 duel, the order of the cells does not matter."""
    mixture = Mixture.of(Board((7, 7, 7, 7), Rules.of("2x2", "2d6")))
    whole = ReplySearch.of(mixture, (6, 7, 8), game=Game.DUEL)
    assert tried_reply(whole, Run()).tried == 9  # 81 boards, 15 multisets of values, or 9 if 6 and 8 can be swapped
    other = Mixture.of(Board((7, 7, 7, 6), Rules.of("2x2", "2d6")))
    assert tried_reply(ReplySearch.of(other, (6, 7, 8), game=Game.DUEL), Run()).tried == 15


def test_boards_with_different_shares_of_a_mixture_are_not_swapped() -> None:
    """Swapping 1 and 2 would swap A and B, but the mixture plays A twice as often."""
    rules = find_rules("knuth")
    a, b, c = (Board(values, rules) for values in ((1, 1, 3, 3), (2, 2, 3, 3), (3, 3, 3, 3)))
    quarter = Fraction(1, 4)
    twice = tried_reply(ReplySearch.of(Mixture((a, a, b, c), (quarter,) * 4), (1, 2, 3)), Run())
    once = tried_reply(ReplySearch.of(Mixture((a, b, c), (2 * quarter, quarter, quarter)), (1, 2, 3)), Run())
    assert twice.margin == once.margin
    assert twice.tried == once.tried


def test_a_limit_on_the_number_of_shards_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    search = search_of("a loaded die")
    whole = tried_reply(search, Run())
    monkeypatch.setattr(reply_module, "SHARD_BOARDS", 4)
    monkeypatch.setattr(reply_module, "MAX_SHARDS", 3)
    assert AllReplies(search).shards() == 3
    assert tried_reply(search, Run()) == whole


def test_replies_that_float64_cannot_tell_apart_are_compared_exactly() -> None:
    """The dice are so nearly fair that the best margin differs from other margins only in the eighteenth digit."""
    rules = Rules.of("1x1:all", "{1:1000000000000000000,2:1000000000000000001,3:999999999999999999}")
    reply = tried_reply(ReplySearch.of(Mixture.of(Board((3,), rules))), Run())
    assert reply.board == Board((2,), rules)
    assert 0 < reply.margin < Fraction(1, 10**17)


@pytest.mark.parametrize("seed", range(3))
def test_errors_within_their_bounds_do_not_change_the_proven_reply(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    search = search_of("a loaded die")
    expected = tried_reply(search, Run())
    stream, kind = np.random.default_rng(seed), type(search.margins())
    certain = kind.certain

    def noisy(self: Any, first: Any, second: Any) -> Any:
        margins, bounds = certain(self, first, second)
        return margins + stream.uniform(-0.4, 0.4, margins.shape), bounds + 0.4

    monkeypatch.setattr(kind, "certain", noisy)
    monkeypatch.setattr(reply_module, "SHARD_BOARDS", 30)
    found = tried_reply(search, Run())
    assert found.margin == expected.margin
    assert found.tried == expected.tried


def test_a_proof_that_must_try_too_many_boards_is_rejected() -> None:
    search = ReplySearch.of(Mixture.of(Board((7,) * 12, Rules.of("3x4", "2d6"))))
    with pytest.raises(TooLarge, match="expected at most 100,000,000 boards to try, got 3,138,428,376,721"):
        tried_reply(search, Run())


# Local search.


def test_neighbours_of_a_board_are_listed_once() -> None:
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


def test_climbing_ends_at_a_local_optimum() -> None:
    heights = {0: 3.0, 1: 2.0, 2: 1.0, 3: 5.0, 4: 7.0, 5: 7.0, 6: 9.0}

    def score(rows: NDArray[np.int64]) -> NDArray[np.float64]:
        return np.array([heights[int(row[0])] for row in rows])

    def beside(row: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.array([[c] for c in (row[0] - 1, row[0] + 1) if c in heights])

    ends = [list(climb(np.array([start]), score, beside))[-1] for start in range(7)]
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


@pytest.mark.parametrize("game", Game)
def test_changing_two_cells_never_improves_the_best_reply_found(game: Game) -> None:
    rules = Rules.of("2x2:rows", "2d6")
    mixture = Mixture((Board((6, 8, 7, 7), rules), Board((5, 9, 6, 6), rules)), (Fraction(1, 3), Fraction(2, 3)))
    search = ReplySearch.of(mixture, (5, 6, 7, 8, 9), TieBreak.LARGEST, game)
    found = found_reply(search, 5, 0, Run())
    assert found.status is Status.BEST_FOUND
    assert found.tried == 2
    around = changed_in_two(found.board, search.values)
    assert len(around) == 4 * 4 + 6 * 4 * 4
    for values in around:
        other = Reply.to(mixture, Board(values, rules), search.margins(), Status.BEST_FOUND, 1)
        assert other.margin <= found.margin, values


@pytest.mark.slow
def test_changing_two_cells_never_improves_the_best_classic_reply_found() -> None:
    """Try a sample of the changes, computing in fractions."""
    search = ReplySearch.of(Mixture.of(Board.parse("7 7 7 / 6 6 6 / 6 7 6")), (5, 6, 7, 8))
    found = found_reply(search, 2, 1, Run())
    around = sorted(changed_in_two(found.board, search.values))
    assert len(around) == 9 * 3 + 36 * 9
    for values in around[::18]:
        result = match(Board(values, classic()), search.mixture.boards[0])
        assert result.probability(0) - result.probability(1) <= found.margin


@pytest.mark.parametrize("name", CASES)
def test_heuristic_replies_on_small_boards_are_as_good_as_proven_replies(name: str) -> None:
    search = search_of(name)
    proven, found = tried_reply(search, Run()), found_reply(search, 1, 10, Run())
    assert found.margin == proven.margin
    assert found.status is Status.BEST_FOUND
    assert found.tried == len(search.mixture.boards) + 10
    assert exact(found.margin) == twin_reply(name, TieBreak.SMALLEST, Game.MATCH)[values_of(found.board)]


def test_the_seed_determines_the_random_starts() -> None:
    search = search_of("a loaded die")
    job = ReplyClimbs(search, 3, 4)
    assert job.shards() == 6  # one from each of the mixture's two boards, and four from random boards
    parts = [job.shard(number) for number in range(6)]
    for number, part in enumerate(parts):
        again = ReplyClimbs(search, 3, 400).shard(number)
        assert np.array_equal(part["row"], again["row"])
        assert part["score"] == again["score"]
    names = {ReplyClimbs(search, *how).name() for how in ((3, 4), (3, 5), (4, 4))}
    assert len(names) == 3
    assert found_reply(search, 3, 4, Run()) == found_reply(search, 3, 4, Run())


def test_climbs_start_at_boards_with_allowed_values() -> None:
    """If a board of the mixture uses values that are not allowed, its climb starts at a random board instead."""
    search = ReplySearch.of(Mixture.of(Board((1, 1, 2, 2), find_rules("knuth"))), (3, 4))
    for reply in (found_reply(search, 1, 0, Run()), found_reply(search, 1, 2, Run())):
        assert set(reply.board.values) <= {3, 4}


# Checkpoints.


@pytest.mark.parametrize("prove", [False, True])
def test_checkpointed_shards_are_not_computed_again(
    prove: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reply_module, "SHARD_BOARDS", 20)
    kind = AllReplies if prove else ReplyClimbs

    def reply(name: str, run: Run) -> Reply:
        search = search_of(name)
        return tried_reply(search, run) if prove else found_reply(search, 1, 3, run)

    kept = Run(checkpoint=tmp_path / "kept")
    shard, expected = kind.shard, reply("a loaded die", Run())

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
        reply("a loaded die", kept)
    monkeypatch.setattr(kind, "shard", counting)
    assert reply("a loaded die", kept) == expected
    assert 3 in computed
    assert not {0, 1, 2} & set(computed)
    computed.clear()
    assert reply("a loaded die", kept) == expected
    assert computed == []
    with pytest.raises(InputError, match="belongs to another job"):
        reply("a free cell", kept)


def test_progress_is_reported() -> None:
    told: list[Progress] = []
    found = found_reply(search_of("one die"), 1, 4, Run(progress=told.append))
    climbs = [now for now in told if now.stage == "climbing"]
    assert list(dict.fromkeys((now.done, now.total) for now in climbs)) == [(done, 5) for done in range(6)]
    assert climbs[-1].best == f"{float(found.margin):+.4f}"


def test_a_stopped_search_returns_the_best_reply_so_far() -> None:
    """The search is stopped after some climbs, before it tries all changes of two cells."""
    search = search_of("a loaded die")
    run = Run(threads=1, progress=lambda now: run.stop() if now.done >= 3 else None)
    found = found_reply(search, 1, 50, run)
    assert found.status is Status.STOPPED
    assert 3 <= found.tried < 51
    climbs = [ReplyClimbs(search, 1, 50).shard(number) for number in range(found.tried)]
    best = max(climbs, key=lambda part: float(part["score"]))
    assert found.board == search.margins().preparer.board(best["row"])
    with pytest.raises(Stopped):
        found_reply(search, 1, 50, run)


def test_a_stopped_search_of_all_boards_has_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reply_module, "SHARD_BOARDS", 20)
    run = Run(progress=lambda now: run.stop() if now.done >= 1 else None)
    with pytest.raises(Stopped):
        tried_reply(search_of("a loaded die"), run)


# The function ``counter``.


def test_boards_are_accepted_in_any_form() -> None:
    expected = counter("1 2 / 1 2", rules="knuth", values="1..3")
    assert (expected.status, expected.values, str(expected.against)) == (Status.PROVEN, (1, 2, 3), "1 2 / 1 2")
    assert expected.against is not None
    for board in ([1, 2, 1, 2], [[1, 2], [1, 2]], np.array([[1, 2], [1, 2]]), expected.against):
        assert counter(board, rules="knuth", values=[3, 1, 2]).reply == expected.reply
    assert expected.reply.outcomes.margin == expected.reply.margin > 0
    assert repr(expected) == (
        "<BestReply to 1 2 / 1 2 among all 81 boards of knuth (2x2:rows, 1d6) with values 1 to 3: "
        f"{expected.board}, +38.8889 points, proven>"
    )


def test_all_boards_are_tried_if_there_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    module = "dicebingo.replies.counter"
    monkeypatch.setattr(f"{module}.FEW_BOARDS", 80)
    asked: dict[str, Any] = {"rules": "knuth", "values": (1, 2, 3), "restarts": 2}
    assert counter("1 2 / 1 2", **asked).status is Status.BEST_FOUND
    assert counter("1 2 / 1 2", **asked, prove=True).status is Status.PROVEN
    monkeypatch.setattr(f"{module}.FEW_BOARDS", 81)
    assert counter("1 2 / 1 2", **asked).status is Status.PROVEN


# Questions.


def test_different_searches_have_different_reprs() -> None:
    rules = find_rules("knuth")
    boards = Board((1, 2, 3, 4), rules), Board((1, 2, 4, 3), rules)
    half, third = Fraction(1, 2), Fraction(1, 3)
    searches = [
        ReplySearch.of(Mixture.of(boards[0])),
        ReplySearch.of(Mixture.of(boards[1])),
        ReplySearch.of(Mixture.of(boards[0]), (1, 2)),
        ReplySearch.of(Mixture.of(boards[0]), tie_break=TieBreak.RANDOM),
        ReplySearch.of(Mixture.of(boards[0]), game=Game.DUEL),
        ReplySearch.of(Mixture(boards, (half, half))),
        ReplySearch.of(Mixture(boards, (third, 1 - third))),
        ReplySearch.of(Mixture(boards, (1 - third, third))),
        ReplySearch.of(Mixture.of(Board((1, 2, 3, 4), Rules.of("2x2", "1d6")))),
    ]
    assert len({repr(search) for search in searches}) == len(searches)
    assert [q.count for q in searches[:3]] == [6**4, 6**4, 2**4]
    assert ReplySearch.of(Mixture.of(boards[0]), (2, 1, 2)).values == (1, 2)


def test_scores_are_margins_over_the_mixture() -> None:
    search, exact_margins = search_of("a loaded die"), twin_reply("a loaded die", TieBreak.SMALLEST, Game.MATCH)
    margins = search.margins()
    chosen = list(exact_margins)[::8]
    rows = margins.preparer.rows([board_of(CASES["a loaded die"][0], values) for values in chosen])
    assert search.score(margins, rows) == pytest.approx([float(exact_margins[v]) for v in chosen], abs=1e-12)


@pytest.mark.parametrize("wrong", [{"seed": -1}, {"restarts": -1}])
def test_negative_seeds_and_restarts_are_rejected(wrong: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=r"expected a non-negative seed, got|expected 0 to 1,000,000 restarts, got"):
        counter("1 2 / 1 2", rules="knuth", values=(1, 2), **wrong)


def test_bad_questions_are_rejected() -> None:
    board, other = Board((1, 2, 1, 2), find_rules("knuth")), Board((6, 7, 6, 7), Rules.of("2x2", "2d6"))
    half = Fraction(1, 2)
    with pytest.raises(InputError, match="expected one or more boards with the same rules"):
        Mixture((board, other), (half, half))
    with pytest.raises(InputError, match="expected one or more boards"):
        Mixture((), ())
    for shares in ((half,), (half, half / 2), (3 * half, -half)):
        with pytest.raises(InputError, match="expected 2 probabilities that add up to 1"):
            Mixture((board, board), shares)
    with pytest.raises(InputError, match="expected values of 1d6, got 7"):
        ReplySearch.of(Mixture.of(board), (1, 7))
    with pytest.raises(InputError, match="expected at least one value, got none"):
        ReplySearch.of(Mixture.of(board), ())
    with pytest.raises(TooLarge, match="expected boards with at most 12 cells"):
        counter([7] * 16, rules="4x4")
