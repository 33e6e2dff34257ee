"""Tournaments in files: one row per pair in Parquet, and the graph of who beats whom as GraphML or DOT."""

from __future__ import annotations

from typing import Any
from xml.sax.saxutils import quoteattr

import numpy as np

from dicebingo.errors import InputError, MissingExtra, quote
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.solo.policy import TieBreak
from dicebingo.storage import FilePath, replace_file
from dicebingo.tournament.tournament import Tournament

__all__ = ["dot_text", "graphml_text", "read_parquet", "write_parquet"]

COLUMNS = "first VARCHAR, second VARCHAR, win DOUBLE, lose DOUBLE, tie DOUBLE, margin DOUBLE, beats TINYINT"
COLUMN_NAMES = {column.split()[0] for column in COLUMNS.split(", ")}


def _duckdb() -> Any:
    try:
        import duckdb  # noqa: PLC0415  (optional, and slow to import)
    except ImportError as missing:
        raise MissingExtra(f"expected duckdb for Parquet files: pip install 'dicebingo[tables]' ({missing})") from None
    return duckdb


def write_parquet(tournament: Tournament, path: FilePath) -> None:
    """Write one row per pair: both boards, P(first wins), P(second wins), P(tie), the margin, and who beats whom."""
    names = np.array([str(board) for board in tournament.boards], dtype=object)
    i, j = np.triu_indices(len(names), 1)
    columns = {
        "first": names[i],
        "second": names[j],
        "win": tournament.wins[i, j],
        "lose": tournament.wins[j, i],
        "tie": tournament.ties[i, j],
        "margin": tournament.margins[i, j],
        "beats": tournament.sign[i, j],
    }
    with _duckdb().connect() as connection, replace_file(path) as target:
        connection.register("pairs", columns)
        quoted = str(target).replace("'", "''")
        connection.execute(f"CREATE TABLE t ({COLUMNS})")
        connection.execute("INSERT INTO t SELECT * FROM pairs")
        connection.execute(f"COPY t TO '{quoted}' (FORMAT parquet, COMPRESSION zstd)")


def read_parquet(path: FilePath, rules: Rules, tie_break: TieBreak) -> Tournament:
    """Return the tournament that was written to a file."""
    duckdb = _duckdb()
    with duckdb.connect() as connection:
        try:
            quoted = str(path).replace("'", "''")
            rows = connection.execute(f"SELECT * FROM read_parquet('{quoted}')").fetchnumpy()
        except duckdb.Error as error:
            raise InputError(f"expected a tournament in Parquet, got {quote(path)} ({error})") from None
    if missing := COLUMN_NAMES - rows.keys():
        raise InputError(f"expected a tournament in Parquet, got {quote(path)} without {', '.join(sorted(missing))}")
    names = list(dict.fromkeys([*rows["first"], *rows["second"]]))
    number = {name: i for i, name in enumerate(names)}
    count = len(names)
    wins, ties, sign = np.zeros((count, count)), np.zeros((count, count)), np.zeros((count, count), np.int8)
    i, j = (np.array([number[name] for name in rows[side]]) for side in ("first", "second"))
    if len(i) != count * (count - 1) // 2:
        raise InputError(f"expected all {count * (count - 1) // 2} pairs of {count} boards, got {len(i)}")
    wins[i, j], wins[j, i] = rows["win"], rows["lose"]
    ties[i, j] = ties[j, i] = rows["tie"]
    sign[i, j], sign[j, i] = rows["beats"], -rows["beats"]
    return Tournament(tuple(Board.parse(name, rules) for name in names), tie_break, wins, ties, sign, 0.0, 0)


def graphml_text(tournament: Tournament) -> str:
    """Return the graph of who beats whom as GraphML, with the margin on every edge."""
    margins = tournament.margins
    nodes = "".join(
        f"<node id='b{i}'><data key='board'>{board}</data></node>\n" for i, board in enumerate(tournament.boards)
    )
    edges = "".join(
        f"<edge source='b{i}' target='b{j}'><data key='margin'>{float(margins[i, j])!r}</data></edge>\n"
        for i, j in np.argwhere(tournament.sign > 0).tolist()
    )
    return (
        "<?xml version='1.0' encoding='UTF-8'?>\n"
        "<graphml xmlns='http://graphml.graphdrawing.org/xmlns'>\n"
        "<key id='board' for='node' attr.name='board' attr.type='string'/>\n"
        "<key id='margin' for='edge' attr.name='margin' attr.type='double'/>\n"
        f"<graph edgedefault='directed'>\n{nodes}{edges}</graph>\n</graphml>\n"
    )


def dot_text(tournament: Tournament) -> str:
    """Return the graph of who beats whom in the DOT language, with the margin on every edge."""
    nodes = "".join(f"  b{i} [label={quoteattr(str(board))}];\n" for i, board in enumerate(tournament.boards))
    edges = "".join(
        f'  b{i} -> b{j} [label="{100 * tournament.margins[i, j]:.2f}"];\n'
        for i, j in np.argwhere(tournament.sign > 0).tolist()
    )
    return f"digraph beats {{\n{nodes}{edges}}}\n"
