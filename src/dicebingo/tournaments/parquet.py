"""Tournaments in Parquet files: all pairs, out and in."""

from __future__ import annotations

import json
from importlib import import_module
from typing import Any

import numpy as np

from dicebingo.errors import InputError, naming_extras, quote
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.model.variants import VARIANTS
from dicebingo.running.files import FilePath, expect_sealed, replace_file, seal
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments.results import Notion
from dicebingo.tournaments.tournament import Tournament

COLUMNS = "first VARCHAR, second VARCHAR, win DOUBLE, lose DOUBLE, tie DOUBLE, margin DOUBLE, beats TINYINT"
KEY, CHECKSUM = "dicebingo_tournament", "dicebingo_sha256"
"""Of the metadata: one JSON object, and the checksum of all other bytes of the file."""
PLACE = CHECKSUM.encode() + b"\x18\x40"
"""Parquet's metadata are uncompressed: a key is followed by the type of its value (bytes) and their number (64)."""
KIND = "tournament in Parquet, as 'tournament --out' writes it"


def _duckdb() -> Any:
    with naming_extras():
        return import_module("duckdb")  # optional, and slow to import


def write_parquet(tournament: Tournament, path: FilePath) -> None:
    """Write one row per pair: both boards, P(first wins), P(second wins), P(tie), the margin, and who beats whom.

    The file's metadata say what was played, by whom, and how exact it is.
    """
    boards = np.array([str(board) for board in tournament.boards], dtype=object)
    i, j = np.triu_indices(len(boards), 1)
    columns = {
        "first": boards[i],
        "second": boards[j],
        "win": tournament.wins[i, j],
        "lose": tournament.wins[j, i],
        "tie": tournament.ties[i, j],
        "margin": tournament.margins[i, j],
        "beats": tournament.sign[i, j],
    }
    rules = tournament.rules
    head = {
        "layout": str(rules.layout),
        "dice": str(rules.dice),
        "marking": rules.marking,
        "notion": tournament.notion,
        "tie_break": tournament.tie_break,
        "boards": boards.tolist(),
        "names": list(tournament.names),
        "error_bound": tournament.error_bound,
        "settled_exactly": tournament.settled_exactly,
    }
    duckdb = _duckdb()
    with duckdb.connect() as connection, replace_file(path) as target:
        connection.register("pairs", columns)
        connection.execute(f"CREATE TABLE t ({COLUMNS})")
        connection.execute("INSERT INTO t SELECT * FROM pairs")
        about = f"KV_METADATA {{{KEY}: {_quoted(json.dumps(head))}, {CHECKSUM}: '{64 * '0'}'}}"
        try:
            connection.execute(f"COPY t TO {_quoted(target)} (FORMAT parquet, COMPRESSION zstd, {about})")
        except duckdb.Error as error:  # its errors are not the system's, such as that of a full disk
            raise InputError(f"expected a file that can be written, got {quote(path)} ({error})") from None
        seal(target, PLACE)


def _quoted(text: object) -> str:
    """Return a text in SQL."""
    return "'" + str(text).replace("'", "''") + "'"


def read_parquet(path: FilePath) -> Tournament:
    """Return the tournament that was written to a file, after a check that not a byte of it has changed."""
    expect_sealed(path, PLACE, KIND)
    duckdb = _duckdb()
    try:
        with duckdb.connect() as connection:
            rows = connection.execute(f"SELECT * FROM read_parquet({_quoted(path)})").fetchnumpy()
            about = connection.execute(f"SELECT key, value FROM parquet_kv_metadata({_quoted(path)})").fetchall()
        head = json.loads(dict(about)[KEY.encode()])
        rules = Rules.of(head["layout"], head["dice"], head["marking"])
        rules = next((variant.rules for variant in VARIANTS if variant.rules == rules), rules)  # with their name
        boards, names = tuple(Board.parse(text, rules) for text in head["boards"]), tuple(head["names"])
        how = TieBreak.parse(head["tie_break"]), Notion.parse(head["notion"])
        exactness = head["error_bound"], head["settled_exactly"]
    except (duckdb.Error, KeyError) as error:  # too little memory, or another edition of the file
        reason = str(error).partition("\n")[0]
        raise InputError(f"expected a {KIND}, got {quote(path)} ({reason})") from None
    count = len(boards)
    i, j = np.triu_indices(count, 1)
    wins, ties, sign = np.zeros((count, count)), np.zeros((count, count)), np.zeros((count, count), np.int8)
    wins[i, j], wins[j, i] = rows["win"], rows["lose"]
    ties[i, j] = ties[j, i] = rows["tie"]
    sign[i, j], sign[j, i] = rows["beats"], -rows["beats"]
    return Tournament(boards, names, *how, wins, ties, sign, *exactness)
