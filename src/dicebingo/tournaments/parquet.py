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
from dicebingo.running.files import FilePath, replace_file
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments.notion import Notion
from dicebingo.tournaments.tournament import Tournament

COLUMNS = "first VARCHAR, second VARCHAR, win DOUBLE, lose DOUBLE, tie DOUBLE, margin DOUBLE, beats TINYINT"
KEY = "dicebingo_tournament"
"""Of the metadata: one JSON object."""
COLUMN_NAMES = {column.split()[0] for column in COLUMNS.split(", ")}


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
        about = f"KV_METADATA {{{KEY}: {_quoted(json.dumps(head))}}}"
        try:
            connection.execute(f"COPY t TO {_quoted(target)} (FORMAT parquet, COMPRESSION zstd, {about})")
        except duckdb.Error as error:  # its errors are not the system's, such as that of a full disk
            raise InputError(f"expected a file that can be written, got {quote(path)} ({error})") from None


def _quoted(text: object) -> str:
    """Return a text in SQL."""
    return "'" + str(text).replace("'", "''") + "'"


def read_parquet(path: FilePath) -> Tournament:
    """Return the tournament that was written to a file, after a check that its rows agree with its metadata."""
    text, rows = _contents(path)
    try:
        head = json.loads(text)
        rules = Rules.of(head["layout"], head["dice"], head["marking"])
        rules = next((variant.rules for variant in VARIANTS if variant.rules == rules), rules)  # with their name
        boards = tuple(Board.parse(text, rules) for text in head["boards"])
        notion = Notion.parse(head["notion"])
        tie_break, names = TieBreak.parse(head["tie_break"]), tuple(str(name) for name in head["names"])
        bound, settled = float(head["error_bound"]), int(head["settled_exactly"])
    except (KeyError, TypeError, ValueError) as error:
        raise _unexpected(path, f"with damaged metadata ({error})") from None
    count = len(boards)
    i, j = np.triu_indices(count, 1)
    if len(rows["first"]) != len(i) or len(names) != count:
        raise InputError(f"expected all {len(i)} pairs of {count} boards, got {len(rows['first'])} in {quote(path)}")
    texts = np.array([str(board) for board in boards], dtype=object)
    if not (np.array_equal(rows["first"], texts[i]) and np.array_equal(rows["second"], texts[j])):
        raise InputError(f"expected the pairs in the order in which they were written, got others in {quote(path)}")
    if not _plausible(rows, bound):
        raise InputError(f"expected probabilities and who beats whom, got others in {quote(path)}")
    wins, ties, sign = np.zeros((count, count)), np.zeros((count, count)), np.zeros((count, count), np.int8)
    wins[i, j], wins[j, i] = rows["win"], rows["lose"]
    ties[i, j] = ties[j, i] = rows["tie"]
    sign[i, j], sign[j, i] = rows["beats"], -rows["beats"]
    return Tournament(boards, names, tie_break, notion, wins, ties, sign, bound, settled)


def _contents(path: FilePath) -> tuple[str, dict[str, Any]]:
    """Return the metadata and the columns of a file."""
    duckdb = _duckdb()
    with duckdb.connect() as connection:
        try:
            rows = connection.execute(f"SELECT * FROM read_parquet({_quoted(path)})").fetchnumpy()
            about = connection.execute(f"SELECT key, value FROM parquet_kv_metadata({_quoted(path)})").fetchall()
        except duckdb.Error as error:
            reason = str(error).partition("\n")[0]
            raise _unexpected(path, f"({reason})") from None
    if missing := COLUMN_NAMES - rows.keys():
        raise _unexpected(path, f"without {', '.join(sorted(missing))}")
    found = {bytes(key).decode(): bytes(value).decode() for key, value in about}
    if KEY not in found:
        raise _unexpected(path, "without the rules it was played by")
    return found[KEY], rows


def _unexpected(path: FilePath, what: str) -> InputError:
    return InputError(f"expected a tournament in Parquet, got {quote(path)} {what}")


def _plausible(rows: dict[str, Any], bound: float) -> bool:
    """Whether every row has three probabilities, and a sign that the margin does not contradict."""
    shares = np.stack([np.ma.filled(rows[name], np.nan) for name in ("win", "lose", "tie")])
    beats = np.ma.filled(rows["beats"], 2)
    margins = shares[0] - shares[1]
    return bool(
        (shares >= 0).all()
        and (abs(shares.sum(axis=0) - 1) < 1e-6).all()
        and np.isin(beats, (-1, 0, 1)).all()
        and (np.sign(margins) == beats)[abs(margins) > bound].all()
    )
