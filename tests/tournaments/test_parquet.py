"""Tournaments in Parquet files: writing, reading, and damaged files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from dicebingo.errors import InputError
from dicebingo.model.rules import MarkingName, Rules
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments import parquet
from dicebingo.tournaments.boards import random_boards
from dicebingo.tournaments.parquet import read_parquet, write_parquet
from dicebingo.tournaments.tournament import tournament
from tests.tournaments.boards import seeded, with_even_pair


def test_a_tournament_is_written_and_read_back(tmp_path: Path) -> None:
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
def test_tournaments_with_other_rules_are_read_back(
    layout: str, dice: str, marking: MarkingName, tmp_path: Path
) -> None:
    pytest.importorskip("duckdb")
    rules = Rules.of(layout, dice, marking)
    boards = random_boards(rules, 3, rules.dice.values, 1)
    # The same board may enter twice.
    result = tournament([*boards, boards[0]], tie_break=TieBreak.LARGEST)
    write_parquet(result, tmp_path / "other.parquet")
    again = read_parquet(tmp_path / "other.parquet")
    assert (again.boards, again.tie_break) == (result.boards, TieBreak.LARGEST)
    assert again.boards[0].rules == rules
    assert again.names == ("board 0", "board 1", "board 2", "board 3")
    assert np.array_equal(again.wins, result.wins)


def test_a_file_of_version_0_2_0_is_read(tmp_path: Path) -> None:
    """Version 0.2.0 stored the game under another key."""
    duckdb = pytest.importorskip("duckdb")
    path, older = tmp_path / "t.parquet", tmp_path / "older.parquet"
    result = tournament(seeded(3), game="duel")
    write_parquet(result, path)
    [[about]] = duckdb.sql(f"SELECT value FROM parquet_kv_metadata('{path}')").fetchall()
    head = about.decode().replace('"game"', '"notion"')
    metadata = f"KV_METADATA {{{parquet.KEY}: '{head}'}}"
    duckdb.sql(f"COPY (FROM '{path}') TO '{older}' (FORMAT parquet, {metadata})")
    assert read_parquet(older).to_dict() == read_parquet(path).to_dict() == result.to_dict()


# Damaged files, and files written by other programs

EXPECTED = "Cannot read .* as a tournament written by 'tournament --out'"


@pytest.mark.slow
def test_files_without_a_tournament_are_rejected(tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    path = tmp_path / "other.parquet"
    write_parquet(tournament(seeded(3)), path)
    good = path.read_bytes()
    for content in (b"", b"no", b"PAR1" * 1000, *(good[:length] for length in range(0, len(good), 97))):
        path.write_bytes(content)
        with pytest.raises(InputError, match=EXPECTED) as error:
            read_parquet(path)
        assert "\n" not in str(error.value)
    duckdb.sql(f"COPY (SELECT 1 AS first) TO '{path}' (FORMAT parquet)")
    with pytest.raises(InputError, match=EXPECTED + f".*{parquet.KEY}"):
        read_parquet(path)
    with pytest.raises(InputError, match=EXPECTED + ".*not a regular file"):
        read_parquet(tmp_path)


@pytest.mark.parametrize("query", ["* LIMIT 2", "* REPLACE (NULL::DOUBLE AS tie)", "* EXCLUDE (beats)"])
def test_a_tournament_changed_by_another_program_is_rejected(query: str, tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    path, changed = tmp_path / "t.parquet", tmp_path / "changed.parquet"
    write_parquet(tournament(seeded(3)), path)
    [[about]] = duckdb.sql(f"SELECT value FROM parquet_kv_metadata('{path}')").fetchall()
    what, _, limit = query.partition(" LIMIT")
    metadata = f"KV_METADATA {{{parquet.KEY}: '{about.decode()}'}}"
    rest = f" LIMIT{limit}" if limit else ""
    duckdb.sql(f"COPY (SELECT {what} FROM '{path}'{rest}) TO '{changed}' (FORMAT parquet, {metadata})")
    with pytest.raises(InputError, match=EXPECTED):
        read_parquet(changed)
