"""Tournaments in Parquet files: out and in, and files that were changed."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from dicebingo.errors import InputError
from dicebingo.model.rules import Rules
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments import parquet
from dicebingo.tournaments.entrants import random_boards
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
    write_parquet(tournament(seeded(3)), path)
    with duckdb.connect() as connection:
        [(_, head)] = connection.execute(f"SELECT key, value FROM parquet_kv_metadata('{path}')").fetchall()
        connection.execute(f"CREATE TABLE t AS SELECT * FROM '{path}'")
        text = metadata if isinstance(metadata, str) else json.dumps({**json.loads(head), **(metadata or {})})
        about = "" if metadata is None else f", KV_METADATA {{{parquet.KEY}: '{text}'}}"
        connection.execute(f"COPY ({query}) TO '{changed}' (FORMAT parquet{about})")
    with pytest.raises(InputError, match=complaint):
        read_parquet(changed)
