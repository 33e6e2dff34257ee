"""Tournaments in files: all pairs in Parquet, out and in; standings as CSV; who beats whom as GraphML or DOT."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from io import StringIO
from typing import Any, NamedTuple
from xml.sax.saxutils import quoteattr

import numpy as np

from dicebingo.errors import InputError, MissingExtra, quote
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.model.variants import VARIANTS
from dicebingo.running.files import FilePath, replace_file
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments.notion import Notion
from dicebingo.tournaments.tournament import Tournament

__all__ = ["Saved", "dot_text", "graphml_text", "read_parquet", "standings_csv", "write_parquet"]

COLUMNS = "first VARCHAR, second VARCHAR, win DOUBLE, lose DOUBLE, tie DOUBLE, margin DOUBLE, beats TINYINT"
KEY = "dicebingo_tournament"
"""Of the metadata, which are one JSON object."""
COLUMN_NAMES = {column.split()[0] for column in COLUMNS.split(", ")}


def _duckdb() -> Any:
    try:
        import duckdb  # noqa: PLC0415  (optional, and slow to import)
    except ImportError as missing:
        raise MissingExtra(f"expected duckdb for Parquet files: pip install 'dicebingo[tables]' ({missing})") from None
    return duckdb


class Saved(NamedTuple):
    """A tournament from a file, and what its boards are called."""

    tournament: Tournament
    names: list[str]


def write_parquet(tournament: Tournament, path: FilePath, names: Sequence[str] = ()) -> None:
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
    rules = tournament.boards[0].rules
    head = {
        "layout": str(rules.layout),
        "dice": str(rules.dice),
        "marking": rules.marking.value,
        "notion": tournament.notion.value,
        "tie_break": tournament.tie_break.value,
        "boards": boards.tolist(),
        "names": list(names) or [f"board {k}" for k in range(len(boards))],
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


def read_parquet(path: FilePath) -> Saved:
    """Return the tournament that was written to a file, after a check that its rows are what the metadata say."""
    head, rows = _contents(path)
    try:
        rules = _rules(head)
        boards = tuple(Board.parse(text, rules) for text in head["boards"])
        notion = Notion.parse(head["notion"])
        tie_break, names = TieBreak.parse(head["tie_break"]), [str(name) for name in head["names"]]
        bound, settled = float(head["error_bound"]), int(head["settled_exactly"])
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(
            f"expected a tournament in Parquet, got {quote(path)} with damaged metadata ({error})"
        ) from None
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
    return Saved(Tournament(boards, tie_break, wins, ties, sign, bound, settled, notion), names)


def _contents(path: FilePath) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the metadata and the columns of a file."""
    duckdb = _duckdb()
    with duckdb.connect() as connection:
        try:
            rows = connection.execute(f"SELECT * FROM read_parquet({_quoted(path)})").fetchnumpy()
            about = connection.execute(f"SELECT key, value FROM parquet_kv_metadata({_quoted(path)})").fetchall()
        except duckdb.Error as error:
            reason = str(error).partition("\n")[0]
            raise InputError(f"expected a tournament in Parquet, got {quote(path)} ({reason})") from None
    if missing := COLUMN_NAMES - rows.keys():
        raise InputError(f"expected a tournament in Parquet, got {quote(path)} without {', '.join(sorted(missing))}")
    found = {bytes(key).decode(): bytes(value).decode() for key, value in about}
    if KEY not in found:
        raise InputError(f"expected a tournament in Parquet, got {quote(path)} without the rules it was played by")
    try:
        head = json.loads(found[KEY])
    except ValueError as error:
        raise InputError(
            f"expected a tournament in Parquet, got {quote(path)} with damaged metadata ({error})"
        ) from None
    return head, rows


def _rules(head: dict[str, Any]) -> Rules:
    """Return the rules of the metadata, under their name if they have one."""
    rules = Rules.of(head["layout"], head["dice"], head["marking"])
    return next((variant.rules for variant in VARIANTS if variant.rules == rules), rules)


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


def standings_csv(tournament: Tournament, names: Sequence[str]) -> str:
    """Return the standings as a table in CSV, the best share of wins first."""
    text = StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["place", "player", "name", "board", "share", "beats", "loses", "even", "copeland", "mean_margin"])
    for place, row in enumerate(tournament.standings(), 1):
        who = [place, row.player, names[row.player], tournament.boards[row.player]]
        table.writerow([*who, row.share, row.beats, row.loses, row.even, row.copeland, row.mean_margin])
    return text.getvalue()


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
