"""Documents about printable sheets and the cache."""

from __future__ import annotations

from collections.abc import Sequence

from dicebingo.render.blocks import Cell, Cells, Column, Document, Heading, Quantity, Rows, Sentence, Table, counted
from dicebingo.running.cache import Cache, Kept
from dicebingo.sheets.sheet import Sheet


def sheet(found: Sheet) -> Document:
    """Describe the boards of a sheet, with their expected rolls."""
    named = any(board.name for board in found.boards)
    rows: Rows = []
    for board in found.boards:
        rolls: Cell = "not solved" if board.expected_rolls is None else Quantity(board.expected_rolls)
        loss = None if board.loss is None else Quantity(board.loss)
        percentile = None if board.percentile is None else board.percentile
        marked = Cells(board.position.marked_cells)
        rows.append([board.number, board.name, board.position, marked, rolls, board.place, percentile, loss])
    columns = [Column("board", "number"), Column("name" if named else None, "name"), Column("values", "board")]
    columns += [Column(None, "marked"), Column("expected rolls", "expected_rolls", "fits"), Column("place")]
    columns += [Column(None, "percentile"), Column(None, "loss")]
    head = f"{found.rules}: {found.kind}" + (f", seed {found.seed}" if found.boards else "")
    none = [] if rows else [Sentence(counted(found.count, "board"))]
    return [Heading(head), *none, Table(columns, rows, "boards")]


def cache(found: Cache) -> Document:
    """Describe the files that the cache contains and those just removed, with their sizes."""
    rows: Rows = [[kept.what, kept.path, _size([kept]), kept.bytes, kept.used] for kept in found.kept]
    total = [Sentence(f"{_size(found.kept)} in all")] if len(rows) > 1 else []
    removed = [Sentence(f"removed {_size(found.removed)}")] if found.removed else []
    none = [] if rows else [Sentence("The cache is empty.")]
    columns = [Column("stored", "what"), Column(None, "path"), Column("size", None), Column(None, "bytes")]
    return [
        Heading(found.folder),
        *removed,
        *none,
        Table([*columns, Column("last used", "used")], rows, "kept"),
        *total,
    ]


def _size(kept: Sequence[Kept]) -> Quantity:
    """Return a number of bytes in a suitable unit.

    >>> str(_size([Kept("", "", 298_619_494, "")])), str(_size([Kept("", "", 2_345, "")]))
    ('298.6 MB', '2.3 kB')
    """
    size = sum(item.bytes for item in kept)
    return Quantity(size / 1e6, 1, " MB") if size >= 1_000_000 else Quantity(size / 1e3, 1, " kB")
