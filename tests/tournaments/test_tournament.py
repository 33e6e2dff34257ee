"""Tournaments: pairs agree with exact matches and duels, and standings and checkpoints are correct."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise, permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dicebingo.duels.duel import duel
from dicebingo.errors import InputError, Stopped
from dicebingo.games.zero_sum import solve_zero_sum
from dicebingo.matches.match import match
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.model.variants import classic
from dicebingo.running.run import Progress, Run
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments import all_pairs
from dicebingo.tournaments.boards import all_boards, random_boards
from dicebingo.tournaments.results import Game, GameName
from dicebingo.tournaments.tournament import Tournament, tournament
from tests.questions import CARDS
from tests.tournaments.boards import MIRRORED, seeded


def check(result: Tournament) -> None:
    """Compare every pair of a tournament with the exact match."""
    bound = Fraction(result.error_bound)
    for i, j in combinations(range(len(result.boards)), 2):
        exact = match(result.boards[i], result.boards[j], tie_break=result.tie_break)
        truth = [Fraction(str(exact.probability(*won))) for won in ((0,), (1,), (0, 1))]
        got = (result.wins[i, j], result.wins[j, i], result.ties[i, j])
        for number, true in zip(got, truth, strict=True):
            assert abs(Fraction(float(number)) - true) <= bound * true
        assert abs(Fraction(float(result.margins[i, j])) - (truth[0] - truth[1])) <= bound
        sign = (truth[0] > truth[1]) - (truth[0] < truth[1])
        assert (result.sign[i, j], result.sign[j, i]) == (sign, -sign)
    assert np.array_equal(result.ties, result.ties.T)
    for matrix in (result.wins, result.ties, result.sign):
        assert not matrix.diagonal().any()


@pytest.mark.parametrize("tie_break", TieBreak)
def test_every_pair_agrees_with_the_exact_match(tie_break: TieBreak) -> None:
    mirrored = [Board.parse(text, classic()) for text in MIRRORED]
    result = tournament([*seeded(2, 5, 9), *seeded(1, 6, 7), *mirrored], tie_break=tie_break)
    check(result)
    assert 0 < result.error_bound < 1e-8
    if tie_break is TieBreak.RANDOM:
        assert result.sign[-2, -1] == 0
        assert result.settled_exactly >= 1


@pytest.mark.slow
@pytest.mark.parametrize("tie_break", TieBreak)
def test_more_pairs_agree_with_the_exact_match(tie_break: TieBreak) -> None:
    check(tournament([*seeded(2), *seeded(3, 5, 9), *seeded(3, 6, 7)], tie_break=tie_break))


def test_a_board_is_even_with_itself() -> None:
    board = seeded(1)[0]
    result = tournament([board, board])
    assert result.sign.tolist() == [[0, 0], [0, 0]]
    assert [(row.player, row.even) for row in result.standings] == [(0, 1), (1, 1)]
    assert [row.share for row in result.standings] == pytest.approx([0.5, 0.5], rel=1e-12)


def test_standings_agree_with_plain_sums() -> None:
    result = tournament(seeded(12, 5, 9))
    expected = []
    for i in range(12):
        others = [j for j in range(12) if j != i]
        share = sum(result.wins[i, j] + result.ties[i, j] / 2 for j in others) / 11
        margin = sum(result.wins[i, j] - result.wins[j, i] for j in others) / 11
        beats, loses = (sum(result.sign[i, j] == s for j in others) for s in (1, -1))
        expected.append((share, i, beats, loses, 11 - beats - loses, margin))
    expected.sort(key=lambda row: -row[0])
    for row, (share, i, beats, loses, even, margin) in zip(result.standings, expected, strict=True):
        assert (row.player, row.beats, row.loses, row.even) == (i, beats, loses, even)
        assert row.copeland == beats - loses
        assert (row.share, row.mean_margin) == pytest.approx((share, margin), abs=1e-12)


def test_boards_with_equal_shares_keep_their_order() -> None:
    rules = Rules.of("2x2:rows", "1d6")
    rows = tournament(all_boards(rules, (1, 2, 3), TieBreak.RANDOM), tie_break=TieBreak.RANDOM).standings
    for one, other in pairwise(rows):
        assert one.share > other.share + 1e-9 or one.player < other.player


def test_bad_entrants_are_rejected() -> None:
    with pytest.raises(InputError, match="expected 2 to 20000 boards, got 1"):
        tournament(seeded(1))
    with pytest.raises(InputError, match="expected a list of boards, got 5"):
        tournament(5)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="expected one name for each of the 3 boards, got 1"):
        tournament(seeded(3), names=["alone"])
    with pytest.raises(InputError, match="the same rules"):
        tournament([*seeded(1), Board.parse("1 2 / 3 4", Rules.of("2x2", "1d6"))])


def test_boards_are_accepted_in_any_form() -> None:
    texts = ["1 2 / 3 4", "2 4 / 5 6", "1 3 / 4 5"]
    expected = tournament(texts, rules="knuth", names=["a", "b", "c"])
    rows = [[1, 2, 3, 4], [2, 4, 5, 6], [1, 3, 4, 5]]
    forms: list[Any] = [rows, np.array(rows), [[row[:2], row[2:]] for row in rows], expected.boards]
    for boards in forms:
        assert tournament(boards, rules="knuth", names=("a", "b", "c")).to_dict() == expected.to_dict()
    assert tournament(expected) is expected
    first = "a is first, with a share of wins of 50.83%"
    assert repr(expected) == f"<Tournament of 3 boards, knuth (2x2:rows, 1d6): {first}>"


def test_a_stopped_tournament_has_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(all_pairs, "SHARD_PAIRS", 10)
    run = Run(progress=lambda now: run.stop() if now.done >= 2 else None)
    with pytest.raises(Stopped):
        tournament(seeded(10, 5, 9), run=run)


def test_a_resumed_tournament_gives_the_same_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(all_pairs, "SHARD_PAIRS", 10)
    boards = seeded(10, 5, 9)
    whole = tournament(boards)
    kept = tournament(boards, run=Run(checkpoint=tmp_path / "kept"))
    shards = sorted((tmp_path / "kept").glob("shard-*.npz"))
    assert len(shards) == 5
    shards[1].unlink()
    shards[4].unlink()
    told: list[Progress] = []
    resumed = tournament(boards, run=Run(checkpoint=tmp_path / "kept", progress=told.append))
    steps = dict.fromkeys((now.done, now.total) for now in told if now.stage == "matches")
    assert list(steps) == [(done, 5) for done in range(6)]
    for other in (kept, resumed):
        assert other.error_bound == whole.error_bound
        for name in ("wins", "ties", "sign"):
            assert np.array_equal(getattr(other, name), getattr(whole, name))


def test_a_foreign_checkpoint_is_rejected(tmp_path: Path) -> None:
    boards = seeded(3)
    tournament(boards, run=Run(checkpoint=tmp_path / "kept"))
    for others, tie_break in ((seeded(3, seed=2), TieBreak.SMALLEST), (boards, TieBreak.LARGEST)):
        with pytest.raises(InputError, match="belongs to another job"):
            tournament(others, tie_break=tie_break, run=Run(checkpoint=tmp_path / "kept"))


@pytest.mark.slow
def test_a_tournament_of_duels_has_the_values_of_the_duels() -> None:
    boards = random_boards(classic(), 4, (6, 7, 8), 3)
    result = tournament(boards, game=Game.DUEL)
    assert result.game is Game.DUEL
    for i, first in enumerate(boards):
        for j, second in enumerate(boards):
            value = duel(first, second).value if i != j else 0
            assert abs(result.margins[i, j] - float(value)) <= result.error_bound < 1e-12
            assert result.sign[i, j] == (value > 0) - (value < 0)


def test_duels_with_the_value_0_are_decided_exactly() -> None:
    """If both players play to win, a board and its mirror image are even, under any tie-break."""
    board = Board.parse("6 7 8 / 7 7 6 / 8 6 6")
    mirrored = Board.parse("8 7 6 / 6 7 7 / 6 6 8")
    result = tournament([board, mirrored], game=Game.DUEL)
    assert result.sign[0, 1] == 0
    assert result.settled_exactly == 1


@pytest.mark.parametrize("game", ["match", "duel"])
def test_exact_margins_agree_with_those_of_exact_matches_and_duels(game: GameName) -> None:
    result = tournament(CARDS, rules="knuth", game=game)
    margins = result.exact_margins()
    assert np.allclose(np.array(margins, float), result.margins, rtol=0, atol=1e-12)
    for i, j in permutations(range(len(CARDS)), 2):
        pair = match if game == "match" else duel
        assert margins[i][j] == pair(CARDS[i], CARDS[j], rules="knuth").outcomes.margin
    with pytest.raises(InputError, match=r"got the float .*exact_margins\(\)"):
        solve_zero_sum(result.margins)
    solution = solve_zero_sum(margins)
    assert solution.value == 0  # both players choose from the same boards, so the value is 0
    assert min(sum(x * margins[i][j] for i, x in enumerate(solution.first)) for j in range(len(CARDS))) == 0
