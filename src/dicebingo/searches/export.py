"""All essentially different boards as a Parquet file, written with duckdb.

The file has one row per board, best first. The columns are the cells (``cell_0``, ..), ``expected_rolls``,
``orbit_size``, ``better`` (the number of boards with a smaller float value) and ``close``. Neighbouring boards whose
values differ by less than the error bound form a group; the order within a group is not proven. ``close`` is the number
of the board's group, or 0 if the board belongs to no group.
"""

from __future__ import annotations

import numpy as np

from dicebingo.errors import InputError, naming_extras, quote
from dicebingo.running.files import Array, FilePath, replace_file
from dicebingo.running.run import Run
from dicebingo.searches.rank_table import sorted_rows
from dicebingo.searches.space import Space
from dicebingo.searches.sweep import sweep_of

CHUNK = 1 << 20


def export_parquet(space: Space, path: FilePath, run: Run | None = None) -> None:
    """Write all essentially different boards of a space, sorted by expected rolls."""
    with naming_extras():
        import duckdb  # noqa: PLC0415  (optional, and slow to import)
    rows = sorted_rows(space, Run.of(run))
    sweep = sweep_of(space)
    values, weights = rows["values"], rows["weights"].astype(np.int64)
    better = np.cumsum(weights) - weights
    near = values[1:] <= values[:-1] * (1 + 3 * sweep.error_bound)
    starts = np.concatenate([[True], ~near])
    alone = starts & np.concatenate([~near, [True]])
    # Boards with the same float value all get the ``better`` of the first such board.
    new = np.concatenate([[True], values[1:] != values[:-1]])
    better = better[np.maximum.accumulate(np.where(new, np.arange(len(values)), 0))]
    close = np.where(alone, 0, np.cumsum(starts & ~alone))
    names = [f"cell_{cell}" for cell in space.cells]
    with duckdb.connect() as connection, replace_file(path) as target:
        cells = ", ".join(f"{name} USMALLINT" for name in names)
        connection.execute(
            f"CREATE TABLE boards ({cells}, expected_rolls DOUBLE, orbit_size BIGINT, better BIGINT, close BIGINT)"
        )
        for start in range(0, len(values), CHUNK):
            part = slice(start, start + CHUNK)
            boards = sweep.rows(rows["patterns"][part], rows["choices"][part])
            columns: dict[str, Array] = {name: boards[:, i].astype(np.uint16) for i, name in enumerate(names)}
            columns |= {"v": values[part], "w": weights[part], "b": better[part], "c": close[part]}
            connection.register("part", columns)
            connection.execute("INSERT INTO boards SELECT * FROM part")
            connection.unregister("part")
        quoted = str(target).replace("'", "''")
        try:
            connection.execute(f"COPY boards TO '{quoted}' (FORMAT parquet, COMPRESSION zstd)")
        except duckdb.Error as error:  # duckdb even reports a full disk as a duckdb error
            raise InputError(f"Cannot write {quote(path)}: {error}.") from None
