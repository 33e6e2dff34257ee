"""Tournaments in Parquet files: out and in, and files that were changed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from dicebingo.errors import InputError
from dicebingo.model.rules import Rules
from dicebingo.running.files import seal
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments import parquet
from dicebingo.tournaments.boards import random_boards
from dicebingo.tournaments.parquet import read_parquet, write_parquet
from dicebingo.tournaments.tournament import tournament
from tests.tournaments.boards import seeded, with_even_pair


def test_parquet_out_and_in(tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    names = ("it's", 'a "b"', "c, d", "e", "e", "")
    result, path = with_even_pair(names), tmp_path / "it's.parquet"
    write_parquet(result, path)
    again = read_parquet(path)
    assert again.names == names
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
    result = tournament([*boards, boards[0]], tie_break=TieBreak.LARGEST)
    write_parquet(result, tmp_path / "other.parquet")
    again = read_parquet(tmp_path / "other.parquet")
    assert (again.boards, again.tie_break) == (result.boards, TieBreak.LARGEST)
    assert again.boards[0].rules == rules
    assert again.names == ("board 0", "board 1", "board 2", "board 3")
    assert np.array_equal(again.wins, result.wins)


# What was not written by us, or has changed since.


def test_files_that_are_no_tournament(tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    path = tmp_path / "other.parquet"
    expected = "expected a readable tournament in Parquet, as 'tournament --out' writes it, got"
    for content in (b"", b"no", b"PAR1" * 1000):
        path.write_bytes(content)
        with pytest.raises(InputError, match=expected) as error:
            read_parquet(path)
        assert "\n" not in str(error.value)
    duckdb.sql(f"COPY (SELECT 1 AS first) TO '{path}' (FORMAT parquet)")
    with pytest.raises(InputError, match=expected + ".*it has no checksum"):
        read_parquet(path)


def written_by_duckdb(tmp_path: Path, query: str, about: str) -> Path:
    """Return a tournament that duckdb has read and written again, with other metadata."""
    duckdb = pytest.importorskip("duckdb")
    path, changed = tmp_path / "t.parquet", tmp_path / "changed.parquet"
    write_parquet(tournament(seeded(3)), path)
    duckdb.sql(f"COPY (SELECT {query} FROM '{path}') TO '{changed}' (FORMAT parquet, {about})")
    return changed


def test_a_tournament_of_the_first_edition_has_no_checksum(tmp_path: Path) -> None:
    changed = written_by_duckdb(tmp_path, "*", f"KV_METADATA {{{parquet.KEY}: '{{}}'}}")
    with pytest.raises(InputError, match="it has no checksum"):
        read_parquet(changed)


@pytest.mark.parametrize("query", ["*", "* REPLACE (-beats AS beats)", "* REPLACE (NULL::DOUBLE AS tie)"])
def test_a_tournament_that_another_program_wrote(query: str, tmp_path: Path) -> None:
    about = f"KV_METADATA {{{parquet.KEY}: '{{}}', {parquet.CHECKSUM}: '{'7' * 64}'}}"
    changed = written_by_duckdb(tmp_path, query, about)
    with pytest.raises(InputError, match="it has changed since it was written"):
        read_parquet(changed)
    seal(changed, parquet.PLACE)  # as if by another edition of ours
    with pytest.raises(InputError, match=r"expected a tournament in Parquet.*'layout'"):
        read_parquet(changed)


def expect_refused(path: Path) -> None:
    with pytest.raises(InputError, match="expected a readable tournament in Parquet") as error:
        read_parquet(path)
    assert "\n" not in str(error.value)


def test_a_file_that_was_cut_short_or_continued(tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    path = tmp_path / "t.parquet"
    write_parquet(tournament(seeded(3)), path)
    good = path.read_bytes()
    for content in (good + b"\0", good + good, good[1:], *(good[:length] for length in range(0, len(good), 7))):
        path.write_bytes(content)
        expect_refused(path)


@pytest.mark.slow
def test_a_flipped_bit_is_found_wherever_it_is(tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    path = tmp_path / "t.parquet"
    write_parquet(tournament(seeded(3)), path)
    good = path.read_bytes()
    assert len(good) > 1_500
    with path.open("r+b", buffering=0) as file:
        for at, byte in enumerate(good):
            for changed in (*(byte ^ 1 << bit for bit in range(8)), byte):
                file.seek(at)
                file.write(bytes([changed]))
                if changed != byte:
                    expect_refused(path)
    assert read_parquet(path).names == ("board 0", "board 1", "board 2")
