"""Write the tables of documents as rows, as comma-separated values, or as pandas or polars data frames.

A number has two columns: one for its decimal, and one with "exact" in its name for its fraction. A list becomes
one cell, with spaces between its members.
"""

from __future__ import annotations

import csv
from importlib import import_module
from io import StringIO
from math import sqrt
from types import ModuleType
from typing import Any, TypeAlias

from dicebingo.errors import InputError, expect_one_of, missing_extra
from dicebingo.exact import decimal
from dicebingo.json_form import JsonObject
from dicebingo.model.board import Board, Position
from dicebingo.render.blocks import Cell, Cells, NotAsked, Quantity, Strong, Table
from dicebingo.render.documents import document

LIBRARIES = ("pandas", "polars")
Row: TypeAlias = JsonObject


def tables_of(answer: object) -> dict[str, Table | NotAsked]:
    """Return the tables of an answer and the tables that further options would add, by name."""
    return {block.name: block for block in document(answer) if isinstance(block, Table | NotAsked) and block.name}


def rows_of(answer: object, table: str | None = None) -> list[Row]:
    """Return one of an answer's tables as rows; the default is the main table."""
    tables = tables_of(answer)
    found = [block for block in tables.values() if isinstance(block, Table)]
    if not found:
        raise InputError(f"expected an answer with a table, got {answer!r}")
    if table is None:
        main = [block for block in found if block.main]
        return _rows(main[-1] if main else found[0])
    expect_one_of(table, tables, "tables")
    block = tables[table]
    if isinstance(block, NotAsked):
        raise InputError(f"The table {table} is missing from {answer!r}: ask for it with the option {block.option}.")
    return _rows(block)


def _rows(table: Table) -> list[Row]:
    rows = []
    for row in table.rows:
        flat: Row = {}
        for column, cell in zip(table.columns, row, strict=True):
            flat |= _flat(column.name, cell) if column.name else {}
        rows.append(flat)
    return rows


def _flat(name: str, cell: Cell) -> Row:
    """Return a cell as named columns; in a board, x is a marked cell whose value does not matter."""
    match cell:
        case Strong(inner):
            return _flat(name, inner)
        case Quantity():
            value = sqrt(decimal(cell.value)) if cell.root else decimal(cell.value)
            return {name: value, f"{name} exact": cell.exact or None}
        case Cells(cells):
            return {name: " ".join(map(str, cells))}
        case Position(board):
            return _flat(name, board)
        case Board(values, rules):
            free = rules.layout.free
            shown = ("F" if free >> i & 1 else "x" if value is None else str(value) for i, value in enumerate(values))
            return {name: " ".join(shown)}
    return {name: cell}


def answer_csv(answer: object, table: str | None = None) -> str:
    """Return a table of an answer as comma-separated values."""
    return written(rows_of(answer, table))


def written(rows: list[Row], headers: list[str] | None = None) -> str:
    """Return rows as comma-separated values, with the columns ``headers`` (by default, all keys of the rows)."""
    headers = headers or list(dict.fromkeys(key for row in rows for key in row))
    output = StringIO()
    writer = csv.DictWriter(output, headers, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return output.getvalue()


def frame(answer: object, table: str | None = None, library: str | None = None) -> Any:
    """Return a table of an answer as a data frame of ``library``.

    The default is pandas if it is installed, otherwise polars.
    """
    if library is not None:
        expect_one_of(library, LIBRARIES, "libraries")
    rows = rows_of(answer, table)
    columns = list(dict.fromkeys(key for row in rows for key in row))
    for name in LIBRARIES if library is None else [library]:
        try:
            module = import_module(name)
            return module.DataFrame({key: _column(module, [row.get(key) for row in rows]) for key in columns})
        except ModuleNotFoundError:
            continue
    raise missing_extra(library or "pandas or polars", "frames")


def _column(module: ModuleType, values: list[object]) -> object:
    """Return a column for a data frame. Integers of more than 63 bits stay Python integers."""
    wide = any(isinstance(value, int) and value.bit_length() > 63 for value in values)
    return module.Series(values, dtype=getattr(module, "Object", object)) if wide else values
