"""Tournaments: fast preparation against exact play, signs, standings, files, checkpoints, and who plays."""

from __future__ import annotations

import csv
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from io import StringIO
from itertools import combinations, pairwise, product
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from numpy.typing import NDArray

from dicebingo.duels.duel import duel
from dicebingo.errors import InputError, TooLarge
from dicebingo.kernels.matches import FieldArrays, match_pairs
from dicebingo.matches.fast_matches import Field
from dicebingo.matches.joint import make_joint
from dicebingo.matches.match import match, strategies_for
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.model.variants import classic
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments import parquet as records
from dicebingo.tournaments import strategies as players
from dicebingo.tournaments import tournament
from dicebingo.tournaments.entrants import all_boards, random_boards
from dicebingo.tournaments.exact_signs import lumped
from dicebingo.tournaments.notion import Notion
from dicebingo.tournaments.parquet import dot_text, graphml_text, read_parquet, standings_csv, write_parquet
from dicebingo.tournaments.strategies import Preparer
from dicebingo.tournaments.tournament import Tournament, TournamentJob, play
from tests.matches.tables import C, D, E

MIRRORED = "8 9 5 / 6 6 9 / 9 6 5", "5 9 8 / 9 6 6 / 5 6 9"
"""Left and right exchanged: even under the random tie-break."""


def pairs_of(count: int) -> NDArray[np.int64]:
    return np.array(list(combinations(range(count), 2)), np.int64)


def exact_field(boards: list[Board], tie_break: TieBreak) -> FieldArrays:
    return Field(strategies_for(boards, tie_break=tie_break)).arrays


def same_matches(first: FieldArrays, second: FieldArrays) -> bool:
    """Whether all matches come out the same, to the last bit."""
    pairs = pairs_of(len(first.first) - 1)
    (one, seen), (other, also) = match_pairs(first, pairs), match_pairs(second, pairs)
    return np.array_equal(one, other) and np.array_equal(seen, also)


def seeded(count: int, low: int = 2, high: int = 12, seed: int = 1) -> list[Board]:
    return random_boards(classic(), count, tuple(range(low, high + 1)), seed)


# Preparation.


@pytest.mark.parametrize("tie_break", TieBreak)
@pytest.mark.parametrize(("low", "high"), [(2, 12), (5, 9), (6, 8), (6, 7)])
def test_fast_preparation_plays_as_exact_strategies(low: int, high: int, tie_break: TieBreak) -> None:
    boards = seeded(6, low, high)
    preparer = Preparer(classic(), tie_break)
    rows = preparer.rows(boards)
    expected = exact_field(boards, tie_break)
    assert same_matches(preparer.exact_arrays(rows), expected)
    assert same_matches(preparer.arrays(rows), expected)


@pytest.mark.parametrize("tie_break", TieBreak)
@pytest.mark.parametrize(
    ("layout", "dice", "marking"),
    [
        ("3x3", "2d6", "all"),
        ("2x3", "2d6", "all"),
        ("3x3:free-centre", "2d6", "one"),
        ("#f#/##.", "1d6", "one"),
        ("2x3", "product(2d6)", "one"),
        ("2x2", "{1:1,2:9007199254740993}", "one"),
    ],
)
def test_other_rules(layout: str, dice: str, marking: str, tie_break: TieBreak) -> None:
    rules = Rules.of(layout, dice, marking)
    boards = random_boards(rules, 5, rules.dice.values[:4], seed=2)
    preparer = Preparer(rules, tie_break)
    assert [preparer.board(row) for row in preparer.rows(boards)] == boards
    assert same_matches(preparer.exact_arrays(preparer.rows(boards)), exact_field(boards, tie_break))


def test_chunks_are_joined(monkeypatch: pytest.MonkeyPatch) -> None:
    boards = seeded(7, 5, 9)
    preparer = Preparer(classic(), TieBreak.RANDOM)
    whole = preparer.arrays(preparer.rows(boards))
    monkeypatch.setattr(players, "CHUNK", 3)
    parts = preparer.arrays(preparer.rows(boards))
    for name in whole._fields:
        assert np.array_equal(getattr(whole, name), getattr(parts, name))


@pytest.mark.parametrize("tie_break", TieBreak)
def test_wrong_guesses_are_mended(tie_break: TieBreak, monkeypatch: pytest.MonkeyPatch) -> None:
    boards = [*seeded(5, 5, 9, seed=3), Board.parse("7 7 7 / 7 7 7 / 7 7 7", classic())]
    preparer = Preparer(classic(), tie_break)
    rows = preparer.rows(boards)
    expected = exact_field(boards, tie_break)
    # Cells count as equal if their values are within about one percent.
    monkeypatch.setattr(players, "INDISTINCT", 0.01 / preparer.error_bound)
    assert not same_matches(preparer.arrays(rows), expected), "expected some guesses to be wrong"
    assert same_matches(preparer.exact_arrays(rows), expected)
    single = [(preparer.arrays(rows[b : b + 1]), preparer.exact_arrays(rows[b : b + 1])) for b in range(len(boards))]
    mended = [any(not np.array_equal(getattr(g, name), getattr(e, name)) for name in g._fields) for g, e in single]
    assert 0 < sum(mended) < len(boards)


def test_values_are_expected_rolls() -> None:
    boards = seeded(5)
    preparer = Preparer(classic(), TieBreak.SMALLEST)
    exact = [float(s.solution.expected_rolls) for s in strategies_for(boards)]
    assert preparer.guess(preparer.rows(boards)).values == pytest.approx(exact, rel=preparer.error_bound)


def test_what_cannot_be_prepared() -> None:
    with pytest.raises(TooLarge, match="at most 12 cells for many matches, got 16"):
        Preparer(Rules.of("4x4", "2d6"), TieBreak.SMALLEST)
    with pytest.raises(InputError, match="at most 64 values"):
        Preparer(Rules.of("2x2", "d65"), TieBreak.SMALLEST)
    with pytest.raises(InputError, match="likelier values"):
        Preparer(Rules.of("2x2", f"{{1:1,2:{10**60}}}"), TieBreak.SMALLEST)


# Play.


def check(result: Tournament) -> None:
    """Hold every pair of a tournament against the exact match."""
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
def test_every_pair_against_the_exact_match(tie_break: TieBreak) -> None:
    mirrored = [Board.parse(text, classic()) for text in MIRRORED]
    result = play([*seeded(2, 5, 9), *seeded(1, 6, 7), *mirrored], tie_break=tie_break)
    check(result)
    assert 0 < result.error_bound < 1e-8
    if tie_break is TieBreak.RANDOM:
        assert result.sign[-2, -1] == 0
        assert result.settled_exactly >= 1


@pytest.mark.slow
@pytest.mark.parametrize("tie_break", TieBreak)
def test_more_pairs_against_the_exact_match(tie_break: TieBreak) -> None:
    check(play([*seeded(3), *seeded(4, 5, 9), *seeded(4, 6, 7)], tie_break=tie_break))


def test_signs_do_not_trust_small_margins(monkeypatch: pytest.MonkeyPatch) -> None:
    boards = seeded(4)
    usual = play(boards)
    monkeypatch.setattr(tournament, "error_bounds", lambda *_: np.full(6, 1.0))
    careful = play(boards)
    assert (usual.settled_exactly, careful.settled_exactly) == (0, 6)
    assert np.array_equal(usual.sign, careful.sign)


@pytest.mark.parametrize("tie_break", TieBreak)
@pytest.mark.parametrize(
    ("layout", "dice", "marking", "values"),
    [
        ("3x3", "2d6", "one", (6, 7, 8)),
        ("3x3", "2d6", "one", (7,)),
        ("2x3", "{1:1,2:3,3:2}", "one", (1, 2, 3)),
        ("2x3", "2d6", "all", (5, 6, 7)),
        ("3x3:free-centre", "2d6", "one", (6, 8)),
    ],
)
def test_lumped_strategies_play_the_same_matches(
    layout: str, dice: str, marking: str, values: tuple[int, ...], tie_break: TieBreak
) -> None:
    rules = Rules.of(layout, dice, marking)
    boards = random_boards(rules, min(4, len(values) ** 6), values, 5)
    plain = strategies_for(boards, tie_break=tie_break)
    fewer = [lumped(strategy) for strategy in plain]
    counts = [sum(len(strategy.states) for strategy in some) for some in (fewer, plain)]
    assert counts[0] < counts[1] if values == (6, 7, 8) else counts[0] <= counts[1]
    for i, j in product(range(len(boards)), repeat=2):
        assert make_joint([fewer[i], fewer[j]]).outcomes() == make_joint([plain[i], plain[j]]).outcomes()
        assert make_joint([fewer[i], plain[j]]).outcomes() == make_joint([plain[i], plain[j]]).outcomes()


def test_a_board_of_sevens_is_played_by_counting_at_first() -> None:
    [strategy] = strategies_for([Board.parse("7 7 7 / 7 7 7 / 7 7 7")], tie_break=TieBreak.RANDOM)
    few = lumped(strategy)
    # Under optimal play the third seven wins, whichever cells were marked.
    assert [few.marks(state) for state in range(len(few.states))] == [0, 1, 2]
    assert (few.scale, few.follow is not None) == (1, True)


def test_close_matches_are_settled_in_their_shard() -> None:
    boards = [*seeded(2), *(Board.parse(text, classic()) for text in MIRRORED)]
    job = TournamentJob(classic(), tuple(board.values for board in boards), TieBreak.RANDOM)
    part = job.shard(0)
    assert part["sign"][-1] == 0
    assert np.array_equal(part["sign"][:-1], np.sign(part["outcomes"][:-1, 0] - part["outcomes"][:-1, 1]))
    assert int(part["settled"]) == 1
    assert play(boards, tie_break=TieBreak.RANDOM).settled_exactly == 1


@pytest.mark.parametrize(("low", "high", "branching"), [(2, 12, (2, 5)), (7, 7, (9, 9))])
def test_bound_counts_the_choices_there_are(low: int, high: int, branching: tuple[int, int]) -> None:
    boards = seeded(min(4, (high - low + 1) ** 9), low, high)
    job = TournamentJob(classic(), tuple(board.values for board in boards), TieBreak.RANDOM)
    expected = Field(strategies_for(boards, tie_break=TieBreak.RANDOM)).branching
    assert tournament._field(job).branching == expected
    assert branching[0] <= expected <= branching[1]


def test_boards_are_prepared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many threads ask at the same time."""
    calls: list[int] = []
    prepare = Preparer.exact_arrays
    together = threading.Barrier(4)

    def counting(self: Preparer, rows: NDArray[np.int64]) -> FieldArrays:
        calls.append(len(rows))
        return prepare(self, rows)

    def ask(job: TournamentJob) -> int:
        together.wait()
        return tournament._field(job).cells

    monkeypatch.setattr(Preparer, "exact_arrays", counting)
    job = TournamentJob(classic(), tuple(board.values for board in seeded(3, seed=77)), TieBreak.SMALLEST)
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(ask, [job] * 4)) == [9] * 4
    assert calls == [3]


def test_a_board_is_even_with_itself() -> None:
    board = seeded(1)[0]
    result = play([board, board])
    assert result.sign.tolist() == [[0, 0], [0, 0]]
    assert [(row.player, row.even) for row in result.standings()] == [(0, 1), (1, 1)]
    assert [row.share for row in result.standings()] == pytest.approx([0.5, 0.5], rel=1e-12)


def test_standings_against_plain_sums() -> None:
    result = play(seeded(12, 5, 9))
    expected = []
    for i in range(12):
        others = [j for j in range(12) if j != i]
        share = sum(result.wins[i, j] + result.ties[i, j] / 2 for j in others) / 11
        margin = sum(result.wins[i, j] - result.wins[j, i] for j in others) / 11
        beats, loses = (sum(result.sign[i, j] == s for j in others) for s in (1, -1))
        expected.append((share, i, beats, loses, 11 - beats - loses, margin))
    expected.sort(key=lambda row: -row[0])
    for row, (share, i, beats, loses, even, margin) in zip(result.standings(), expected, strict=True):
        assert (row.player, row.beats, row.loses, row.even) == (i, beats, loses, even)
        assert row.copeland == beats - loses
        assert (row.share, row.mean_margin) == pytest.approx((share, margin), abs=1e-12)


def test_equal_shares_keep_the_order_of_the_boards() -> None:
    rules = Rules.of("2x2:rows", "1d6")
    rows = play(all_boards(rules, (1, 2, 3), TieBreak.RANDOM), tie_break=TieBreak.RANDOM).standings()
    for one, other in pairwise(rows):
        assert one.share > other.share + 1e-9 or one.player < other.player


@pytest.mark.parametrize("count", [2, 3, 150])
def test_shards_have_all_pairs(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournament, "SHARD_PAIRS", 64)
    job = TournamentJob(classic(), ((7,) * 9,) * count, TieBreak.SMALLEST)
    found = np.concatenate([job.pairs(number) for number in range(job.shards())])
    assert np.array_equal(found, pairs_of(count))


def test_what_cannot_play() -> None:
    with pytest.raises(InputError, match="expected 2 to 20000 boards, got 1"):
        play(seeded(1))
    with pytest.raises(InputError, match="the same rules"):
        play([*seeded(1), Board.parse("1 2 / 3 4", Rules.of("2x2", "1d6"))])


# Checkpoints.


def test_resumed_is_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournament, "SHARD_PAIRS", 10)
    boards = seeded(10, 5, 9)
    whole = play(boards)
    kept = play(boards, checkpoint=tmp_path / "kept")
    shards = sorted((tmp_path / "kept").glob("shard-*.npz"))
    assert len(shards) == 5
    shards[1].unlink()
    shards[4].unlink()
    steps: list[int] = []
    resumed = play(boards, checkpoint=tmp_path / "kept", progress=steps.append)
    assert sum(steps) == 5
    for other in (kept, resumed):
        assert other.error_bound == whole.error_bound
        for name in ("wins", "ties", "sign"):
            assert np.array_equal(getattr(other, name), getattr(whole, name))


def test_foreign_checkpoint_is_refused(tmp_path: Path) -> None:
    boards = seeded(3)
    play(boards, checkpoint=tmp_path / "kept")
    for others, tie_break in ((seeded(3, seed=2), TieBreak.SMALLEST), (boards, TieBreak.LARGEST)):
        with pytest.raises(InputError, match="got one of another job"):
            play(others, tie_break=tie_break, checkpoint=tmp_path / "kept")


# Files.


def with_even_pair() -> Tournament:
    mirrored = [Board.parse(text, classic()) for text in MIRRORED]
    return play([*seeded(4), *mirrored], tie_break=TieBreak.RANDOM)


def test_parquet_out_and_in(tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    result, path = with_even_pair(), tmp_path / "it's.parquet"
    names = ["it's", 'a "b"', "c, d", "e", "e", ""]
    write_parquet(result, path, names)
    again, called = read_parquet(path)
    assert called == names
    assert again.boards == result.boards
    assert again.boards[0].rules.name == "classic"
    assert again.tie_break is TieBreak.RANDOM
    assert (again.error_bound, again.settled_exactly) == (result.error_bound, result.settled_exactly)
    for name in ("wins", "ties", "sign", "margins"):
        assert np.array_equal(getattr(again, name), getattr(result, name))
    quoted = str(path).replace("'", "''")
    first, second, win, lose, tie, margin, beats = duckdb.sql(f"SELECT * FROM '{quoted}'").fetchall()[0]
    assert (first, second) == (str(result.boards[0]), str(result.boards[1]))
    assert (win, lose, tie) == (result.wins[0, 1], result.wins[1, 0], result.ties[0, 1])
    assert (margin, beats) == (result.margins[0, 1], result.sign[0, 1])
    assert [file.name for file in tmp_path.iterdir()] == ["it's.parquet"]


@pytest.mark.parametrize(
    ("layout", "dice", "marking"),
    [("3x3:free-centre", "2d6", "one"), ("2x3", "{1:1,3:2}", "all"), ("#f#/##.", "1d6", "one")],
)
def test_parquet_of_other_rules(layout: str, dice: str, marking: str, tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    rules = Rules.of(layout, dice, marking)
    boards = random_boards(rules, 3, rules.dice.values, 1)
    # A board may play twice.
    result = play([*boards, boards[0]], tie_break=TieBreak.LARGEST)
    write_parquet(result, tmp_path / "other.parquet")
    again, names = read_parquet(tmp_path / "other.parquet")
    assert (again.boards, again.tie_break) == (result.boards, TieBreak.LARGEST)
    assert again.boards[0].rules == rules
    assert names == ["board 0", "board 1", "board 2", "board 3"]
    assert np.array_equal(again.wins, result.wins)


def test_files_that_are_no_tournament(tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    path = tmp_path / "other.parquet"
    path.write_bytes(b"no")
    with pytest.raises(InputError, match="expected a tournament in Parquet") as error:
        read_parquet(path)
    assert "\n" not in str(error.value)
    duckdb.sql(f"COPY (SELECT 1 AS first) TO '{path}' (FORMAT parquet)")
    with pytest.raises(InputError, match="without beats, lose, margin, second, tie, win"):
        read_parquet(path)


@pytest.mark.parametrize(
    ("query", "metadata", "complaint"),
    [
        ("SELECT * FROM t", None, "without the rules it was played by"),
        ("SELECT * FROM t", "no JSON", "with damaged metadata"),
        ("SELECT * FROM t", "{}", "with damaged metadata"),
        ("SELECT * FROM t", {"dice": "0d0"}, "with damaged metadata"),
        ("SELECT * FROM t", {"boards": ["7 7 7 / 7 7 7 / 7 7 7"] * 3}, "in the order in which they were written"),
        ("SELECT * FROM t LIMIT 2", {}, "expected all 3 pairs of 3 boards, got 2"),
        ("SELECT * FROM t", {"names": ["one"]}, "expected all 3 pairs"),
        ("SELECT * FROM t ORDER BY second, first DESC", {}, "in the order in which they were written"),
        ("SELECT * REPLACE (-beats AS beats) FROM t", {}, "expected probabilities and who beats whom"),
        ("SELECT * REPLACE (NULL::TINYINT AS beats) FROM t", {}, "expected probabilities and who beats whom"),
        ("SELECT * REPLACE (NULL::DOUBLE AS tie) FROM t", {}, "expected probabilities and who beats whom"),
        ("SELECT * REPLACE (win + 0.1 AS win) FROM t", {}, "expected probabilities and who beats whom"),
    ],
)
def test_tournaments_that_were_changed(
    query: str, metadata: str | dict[str, object] | None, complaint: str, tmp_path: Path
) -> None:
    duckdb = pytest.importorskip("duckdb")
    path, changed = tmp_path / "t.parquet", tmp_path / "changed.parquet"
    write_parquet(play(seeded(3)), path)
    with duckdb.connect() as connection:
        [(_, head)] = connection.execute(f"SELECT key, value FROM parquet_kv_metadata('{path}')").fetchall()
        connection.execute(f"CREATE TABLE t AS SELECT * FROM '{path}'")
        text = metadata if isinstance(metadata, str) else json.dumps({**json.loads(head), **(metadata or {})})
        about = "" if metadata is None else f", KV_METADATA {{{records.KEY}: '{text}'}}"
        connection.execute(f"COPY ({query}) TO '{changed}' (FORMAT parquet{about})")
    with pytest.raises(InputError, match=complaint):
        read_parquet(changed)


def test_standings_as_a_table() -> None:
    result = play(seeded(5, 5, 9))
    names = ["a", "b, c", "d", "e", "f"]
    found = list(csv.DictReader(StringIO(standings_csv(result, names))))
    assert [int(row["place"]) for row in found] == [1, 2, 3, 4, 5]
    for row, expected in zip(found, result.standings(), strict=True):
        assert (int(row["player"]), float(row["share"])) == (expected.player, expected.share)
        assert (row["name"], row["board"]) == (names[expected.player], str(result.boards[expected.player]))
        assert [int(row[key]) for key in ("beats", "loses", "even", "copeland")] == [
            *(expected.beats, expected.loses, expected.even, expected.copeland)
        ]
        assert float(row["mean_margin"]) == expected.mean_margin


def edges_of(result: Tournament) -> set[tuple[int, int]]:
    return {(int(i), int(j)) for i, j in np.argwhere(result.sign > 0)}


def test_graphml() -> None:
    result = with_even_pair()
    root = ET.fromstring(graphml_text(result))
    space = "{http://graphml.graphdrawing.org/xmlns}"
    nodes = {node.get("id"): node.findtext(f"{space}data") for node in root.iter(f"{space}node")}
    assert nodes == {f"b{i}": str(board) for i, board in enumerate(result.boards)}
    edges = {(e.get("source"), e.get("target")): e.findtext(f"{space}data") for e in root.iter(f"{space}edge")}
    assert edges == {(f"b{i}", f"b{j}"): repr(float(result.margins[i, j])) for i, j in edges_of(result)}
    assert len(edges) < 15, "expected no edge between even boards"


def test_dot() -> None:
    result = with_even_pair()
    first, *lines, last = dot_text(result).splitlines()
    assert (first, last) == ("digraph beats {", "}")
    assert lines[:6] == [f'  b{i} [label="{board}"];' for i, board in enumerate(result.boards)]
    expected = {f'  b{i} -> b{j} [label="{100 * result.margins[i, j]:.2f}"];' for i, j in edges_of(result)}
    assert set(lines[6:]) == expected


# Who plays.


def test_random_boards_are_different_and_seeded() -> None:
    boards = seeded(200, 4, 6, seed=5)
    assert len(set(boards)) == 200
    assert {value for board in boards for value in board.values} == {4, 5, 6}
    assert boards == seeded(200, 4, 6, seed=5)
    assert boards[:50] == seeded(50, 4, 6, seed=5)
    assert boards != seeded(200, 4, 6, seed=6)


def test_random_boards_may_be_all_there_are() -> None:
    rules = Rules.of("2x2", "2d6")
    assert set(random_boards(rules, 16, (6, 7), 1)) == set(all_boards(rules, (6, 7), TieBreak.SMALLEST))
    with pytest.raises(InputError, match="expected 1 to 16 different boards, got 17"):
        random_boards(rules, 17, (6, 7), 1)
    with pytest.raises(InputError, match="got 0"):
        random_boards(rules, 0, (6, 7), 1)
    with pytest.raises(InputError, match="expected a seed that is not negative, got -1"):
        random_boards(rules, 2, (6, 7), -1)


def test_all_boards_of_two_values() -> None:
    everyone = all_boards(classic(), (6, 7), TieBreak.SMALLEST)
    assert len(set(everyone)) == 512
    assert everyone == all_boards(classic(), (6, 7), TieBreak.LARGEST)
    # Burnside: (512 + 2 * 2^3 + 2^5 + 4 * 2^6) / 8 patterns up to turning and mirroring.
    classes = all_boards(classic(), (6, 7), TieBreak.RANDOM)
    assert len(classes) == 102
    assert set(classes) <= set(everyone)


def test_free_cells_stay_free() -> None:
    rules = Rules.of("3x3:free-centre", "2d6")
    assert len(all_boards(rules, (6, 7), TieBreak.SMALLEST)) == 256
    assert {board.values[4] for board in random_boards(rules, 9, (6, 7), 1)} == {None}


def test_too_many_boards() -> None:
    with pytest.raises(InputError, match=r"expected at most 160000 boards, got 5\^9"):
        all_boards(classic(), (5, 6, 7, 8, 9), TieBreak.RANDOM)


def test_symmetry_changes_nothing_under_the_random_tie_break_only() -> None:
    other, image = (Board.parse(text, classic()) for text in MIRRORED)
    rivals = [Board.parse(text, classic()) for text in (C, D, E, "9 7 5 / 5 5 5 / 8 5 7")]
    for tie_break in TieBreak:
        result = play([other, image, *rivals], tie_break=tie_break)
        same = np.allclose(result.wins[0, 2:], result.wins[1, 2:], rtol=0, atol=1e-12)
        assert same == (tie_break is TieBreak.RANDOM)


# Duels.


def test_a_tournament_of_duels_has_their_values() -> None:
    boards = random_boards(classic(), 6, (6, 7, 8), 3)
    result = play(boards, notion=Notion.DUEL)
    assert result.notion is Notion.DUEL
    for i, first in enumerate(boards):
        for j, second in enumerate(boards):
            value = duel(first, second).value if i != j else 0
            assert abs(result.margins[i, j] - float(value)) <= result.error_bound < 1e-12
            assert result.sign[i, j] == (value > 0) - (value < 0)


def test_even_duels_are_settled_exactly() -> None:
    """A board and its mirror image are even when both play to win, under whatever tie-break."""
    board = Board.parse("6 7 8 / 7 7 6 / 8 6 6")
    mirrored = Board.parse("8 7 6 / 6 7 7 / 6 6 8")
    result = play([board, mirrored], notion=Notion.DUEL)
    assert result.sign[0, 1] == 0
    assert result.settled_exactly == 1
