"""The Parquet file of all boards: SQL reads the sweep's rows back, and the file is complete or absent."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import duckdb
import pytest

from dicebingo.errors import InputError, MissingExtra
from dicebingo.model.variants import classic
from dicebingo.running.run import Progress, Run
from dicebingo.searches import export
from dicebingo.searches.export import export_parquet
from dicebingo.searches.space import Constraints, Space
from dicebingo.searches.sweep import Sweep, error_bound
from dicebingo.solo.mdp import optimal_play
from tests.searches.spaces import ALL, SMALL_NAMES, board_of, nearly_fair, rows_of, space_of, values_of
from tests.twins.searches import SMALL


def read(path: Path, query: str = "SELECT * FROM boards") -> list[tuple[Any, ...]]:
    with duckdb.connect() as connection:
        connection.execute(f"CREATE VIEW boards AS SELECT * FROM '{path}'")
        return connection.execute(query).fetchall()


@pytest.mark.parametrize("name", SMALL_NAMES)
@pytest.mark.slow
def test_the_file_contains_the_rows_of_the_sweep(name: str, tmp_path: Path) -> None:
    space = space_of(ALL[name])
    path = tmp_path / "boards.parquet"
    export_parquet(space, path)
    found = read(path)
    size = len(space.cells)
    swept = [(*values_of(row.board), row.value, row.weight) for row in rows_of(Sweep(space))]
    assert sorted(row[: size + 2] for row in found) == sorted(swept)
    check_order(space, [row[size:] for row in found])
    columns = [name for name, *_ in read(path, "DESCRIBE boards")]
    assert columns == [*(f"cell_{cell}" for cell in space.cells), "expected_rolls", "orbit_size", "better", "close"]
    assert [file.name for file in tmp_path.iterdir()] == ["boards.parquet"]


def check_order(space: Space, rows: Sequence[tuple[Any, ...]]) -> None:
    """Check that the best boards come first, and check the last two columns, ``better`` and ``close``.

    ``better`` is the number of boards whose V is smaller in float64. Neighbouring rows that float64 cannot order share
    a number in ``close``.
    """
    values = [value for value, *_ in rows]
    assert values == sorted(values)
    assert sum(weight for _, weight, *_ in rows) == space.total
    slack = 1 + 3 * error_bound(space)
    group = 0
    for i, (value, _, better, close) in enumerate(rows):
        assert better == sum(other[1] for other in rows[:i] if other[0] < value)
        before = i > 0 and value <= values[i - 1] * slack
        after = i + 1 < len(rows) and values[i + 1] <= value * slack
        group += after and not before
        assert close == (group if before or after else 0)


def test_boards_with_exactly_the_same_v_are_in_one_group(tmp_path: Path) -> None:
    everything = SMALL["3x3"]
    path = tmp_path / "boards.parquet"
    export_parquet(space_of(everything), path)
    cells = ", ".join(f"cell_{cell}" for cell in range(9))
    exact: dict[Fraction, set[int]] = {}
    for *values, close in read(path, f"SELECT {cells}, close FROM boards"):
        rolls = Fraction(str(optimal_play(board_of(everything, tuple(values))).expected_rolls))
        exact.setdefault(rolls, set()).add(close)
    assert all(len(groups) == 1 for groups in exact.values())
    assert any(groups != {0} for groups in exact.values())


def test_boards_that_float64_cannot_order_share_a_number(tmp_path: Path) -> None:
    path = tmp_path / "boards.parquet"
    export_parquet(nearly_fair(), path)
    groups = read(path, "SELECT close, count(*), max(expected_rolls) / min(expected_rolls) FROM boards GROUP BY 1")
    assert len(groups) > 2
    assert all(close > 0 and count > 1 and ratio < 1 + 1e-12 for close, count, ratio in groups)


def test_writing_rows_in_several_parts_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    export_parquet(space_of(SMALL["2x3, loaded"]), tmp_path / "one.parquet")
    monkeypatch.setattr(export, "CHUNK", 7)
    told: list[Progress] = []
    export_parquet(space_of(SMALL["2x3, loaded"]), tmp_path / "many.parquet", Run(progress=told.append))
    assert read(tmp_path / "many.parquet") == read(tmp_path / "one.parquet")
    assert told[-1] == Progress("listing all boards", 1, 1)


def test_a_file_name_with_quotes_works(tmp_path: Path) -> None:
    path = tmp_path / "everybody's 'boards'.parquet"
    export_parquet(space_of(SMALL["knuth"]), path)
    assert path.exists()
    with duckdb.connect() as connection:
        assert connection.execute("SELECT count(*) FROM read_parquet(?)", [str(path)]).fetchall() == [(7,)]


def test_a_failure_leaves_only_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "boards.parquet"
    path.write_bytes(b"an older file")
    monkeypatch.setattr(Sweep, "rows", full)
    with pytest.raises(InputError, match="No space left on device"):
        export_parquet(space_of(SMALL["knuth"]), path)
    assert path.read_bytes() == b"an older file"
    monkeypatch.setattr(Sweep, "rows", lambda *_: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        export_parquet(space_of(SMALL["knuth"]), path)
    assert [file.name for file in tmp_path.iterdir()] == ["boards.parquet"]
    assert path.read_bytes() == b"an older file"


def test_a_missing_folder_is_reported(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="Cannot write"):
        export_parquet(space_of(SMALL["knuth"]), tmp_path / "nowhere" / "boards.parquet")
    assert list(tmp_path.iterdir()) == []


def test_a_missing_extra_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "duckdb", None)
    with pytest.raises(MissingExtra, match=r"pip install 'dicebingo\[tables\]'"):
        export_parquet(space_of(SMALL["knuth"]), tmp_path / "boards.parquet")


@pytest.mark.slow
def test_sql_over_many_boards_finds_the_known_numbers(tmp_path: Path) -> None:
    """Check all boards with a 7 in the middle: the best board, the number of boards, and the order of the rows."""
    path = tmp_path / "boards.parquet"
    space = Space.of(classic(), Constraints(values=tuple(range(4, 11)), fixed=((4, 7),)))
    export_parquet(space, path)
    ((rows, boards, best),) = read(path, "SELECT count(*), sum(orbit_size), min(expected_rolls) FROM boards")
    assert rows > 50_000
    assert boards == space.total == 7**8
    assert best > optimal_play("8 8 9 / 7 6 10 / 7 4 5").expected_rolls
    (wrong,) = read(
        path,
        "SELECT count(*) FROM (SELECT better, sum(orbit_size) OVER (ORDER BY expected_rolls"
        " RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW EXCLUDE TIES) - orbit_size AS count FROM boards)"
        " WHERE better <> count",
    )
    assert wrong == (0,)
