"""Write all pairs of a tournament to a Parquet file, and read them back."""

from __future__ import annotations

import json
from importlib import import_module
from types import ModuleType

import numpy as np

from dicebingo.errors import InputError, naming_extras, quote
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.model.variants import VARIANTS
from dicebingo.running.files import FilePath, regular_file, replace_file
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments.results import Game
from dicebingo.tournaments.tournament import Tournament

COLUMNS = "first VARCHAR, second VARCHAR, win DOUBLE, lose DOUBLE, tie DOUBLE, margin DOUBLE, beats TINYINT"
KEY = "dicebingo_tournament"
"""The key of dicebingo's JSON object in the file's metadata."""
KIND = "tournament written by 'tournament --out'"


def _duckdb() -> ModuleType:
    with naming_extras():
        return import_module("duckdb")  # optional, and slow to import


def write_parquet(tournament: Tournament, path: FilePath) -> None:
    """Write one row per pair: both boards, P(first wins), P(second wins), P(tie), the margin, and its exact sign.

    The file's metadata contain the rules, the boards, and the error bound.
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
        "game": tournament.game,
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
        except duckdb.Error as error:  # for example, the disk is full
            raise InputError(f"Cannot write {quote(path)}: {error}.") from None


def _quoted(text: object) -> str:
    """Quote a string for use in SQL."""
    return "'" + str(text).replace("'", "''") + "'"


def read_parquet(path: FilePath) -> Tournament:
    """Return the tournament that is stored in the file at ``path``."""
    duckdb = _duckdb()
    with regular_file(path, KIND):
        try:
            with duckdb.connect() as connection:
                rows = connection.execute(f"SELECT * FROM read_parquet({_quoted(path)})").fetchnumpy()
                about = connection.execute(f"SELECT key, value FROM parquet_kv_metadata({_quoted(path)})").fetchall()
            head = json.loads(dict(about)[KEY.encode()])
            rules = Rules.of(head["layout"], head["dice"], head["marking"])
            # Restore the name of the rules, because the file does not contain it.
            rules = next((variant.rules for variant in VARIANTS if variant.rules == rules), rules)
            boards, names = tuple(Board.parse(text, rules) for text in head["boards"]), tuple(head["names"])
            game = head["game"] if "game" in head else head["notion"]  # version 0.2.0 wrote "notion"
            how = TieBreak.parse(head["tie_break"]), Game.parse(game)
            exactness = head["error_bound"], head["settled_exactly"]
            win, lose, tie, beats = (rows[name] for name in ("win", "lose", "tie", "beats"))
        except (duckdb.Error, KeyError, TypeError) as error:  # the file is damaged, or was written by another program
            raise ValueError(str(error).partition("\n")[0]) from None
        count = len(boards)
        i, j = np.triu_indices(count, 1)
        if any(len(column) != len(i) or np.ma.is_masked(column) for column in (win, lose, tie, beats)):
            raise ValueError(f"the file does not have one row for each pair of its {count} boards")
    wins, ties, sign = np.zeros((count, count)), np.zeros((count, count)), np.zeros((count, count), np.int8)
    wins[i, j], wins[j, i] = win, lose
    ties[i, j] = ties[j, i] = tie
    sign[i, j], sign[j, i] = beats, -beats
    return Tournament(boards, names, *how, wins, ties, sign, *exactness)
