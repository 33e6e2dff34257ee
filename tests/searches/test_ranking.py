"""Ranks are exact counts from a table, which is built once and rebuilt if damaged."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
import pytest

from dicebingo.errors import InputError, Stopped, TooLarge
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.model.variants import find_rules
from dicebingo.running.cache import clear_cache
from dicebingo.running.files import ArrayFile, DamagedFile, save_arrays
from dicebingo.running.run import Progress, Run
from dicebingo.running.shards import Result
from dicebingo.searches import rank_table
from dicebingo.searches.orbits import essential_form, orbit_size
from dicebingo.searches.quantiles import QUANTILES
from dicebingo.searches.rank_table import RankTable, TableJob, sorted_rows
from dicebingo.searches.ranking import Percentile, Rank, rank
from dicebingo.searches.space import Space
from dicebingo.searches.sweep import Sweep
from dicebingo.solo.mdp import optimal_play
from tests.searches.spaces import (
    ALL,
    SMALL_NAMES,
    board_of,
    exact_values,
    naive_counts,
    naive_orbits,
    nearly_fair,
    rows_of,
    space_of,
)
from tests.twins.searches import SMALL

KNUTH = find_rules("knuth")


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEBINGO_CACHE", str(tmp_path / "cache"))


def exact(board: Board) -> Fraction:
    return Fraction(str(optimal_play(board).expected_rolls))


def file_of(rules: Rules) -> Path:
    return RankTable.path(Space.of(rules))


# Exact counts


def check_rank(name: str, table: RankTable, board: Board, truth: Fraction, nearest: int) -> None:
    """Compare one rank with the list of all values."""
    found = table.rank(board, nearest)
    counts = naive_counts(name)
    assert found.expected_rolls == truth
    assert found.better == sum(count for value, count in counts.items() if value < truth)
    assert found.equal == counts[truth]
    assert found.worse == sum(count for value, count in counts.items() if value > truth)
    assert found.total == len(ALL[name].boards)
    assert found.percentile == Fraction(100 * found.worse, found.total)
    better = [value for value, _ in naive_orbits(name) if value < truth]
    assert [other.expected_rolls for other in found.nearest] == better[::-1][:nearest]
    assert len({essential_form(table.space, other.board) for other in found.nearest}) == len(found.nearest)
    for other in found.nearest:
        assert optimal_play(other.board).expected_rolls == other.expected_rolls
        assert orbit_size(table.space, other.board) == other.orbit_size


@pytest.mark.parametrize("block", [pytest.param(3, marks=pytest.mark.long), 1 << 16])
@pytest.mark.parametrize("name", SMALL_NAMES)
@pytest.mark.slow
def test_ranks_match_a_list_of_all_values(name: str, block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rank one board for each expected number of rolls that occurs, or for a sample of these numbers.

    The blocks are small, so that ties extend across block boundaries.
    """
    monkeypatch.setattr(rank_table, "BLOCK", block)
    everything, exact = ALL[name], exact_values(name)
    table = RankTable.make(space_of(everything), Run())
    boards = {exact[residue]: values for values, residue in everything.truth.items()}
    chosen = sorted(boards) if len(boards) < 12 else [min(boards), max(boards), *Random(name).sample(sorted(boards), 9)]
    for nearest, truth in enumerate(chosen):
        check_rank(name, table, board_of(everything, boards[truth]), truth, nearest)


def test_boards_that_float64_cannot_tell_apart_are_ranked_exactly() -> None:
    space = nearly_fair()
    orbits = sorted((exact(row.board), row.weight) for row in rows_of(Sweep(space)))
    for values in Random(7).sample(list(product(range(1, 5), repeat=6)), 30):
        board = Board(values, space.rules)
        value, nearest = exact(board), sum(values) % 9
        found = rank(board, nearest=nearest)
        assert found.better == sum(size for other, size in orbits if other < value)
        assert found.equal == sum(size for other, size in orbits if other == value)
        better = [other for other, _ in orbits if other < value]
        assert [other.expected_rolls for other in found.nearest] == better[::-1][:nearest]


def test_a_board_is_accepted_in_any_form() -> None:
    answer = rank("1 1 / 2 3", rules="knuth")
    assert rank([1, 1, 2, 3], rules=KNUTH) == rank(Board.parse("1 1 / 2 3", KNUTH)) == answer
    assert (answer.better, answer.equal) == (360, 240)
    with pytest.raises(InputError, match="expected a board without marks, got"):
        rank("*1 1 / 2 3", rules="knuth")


@pytest.mark.parametrize("nearest", [-1, 101])
def test_an_invalid_number_of_nearest_boards_is_rejected(nearest: int) -> None:
    with pytest.raises(InputError, match=f"expected 0 to 100 nearest boards, got {nearest}"):
        rank(Board.parse("1 2 / 3 4", KNUTH), nearest=nearest)


def test_spaces_that_are_too_large_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    for text, rules in (("7 " * 16, "4x4"), ("10 " * 9, "3d6")):
        with pytest.raises(TooLarge, match="expected at most 67,108,864 essentially different boards to rank"):
            rank(Board.parse(text, rules))
    monkeypatch.setattr(rank_table, "MAX_ROWS", 1)
    with pytest.raises(TooLarge, match="expected at most 1 essentially different boards to rank, got 7"):
        rank(Board.parse("1 2 / 3 4", KNUTH))


# The table


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> list[Space]:
    """Return the spaces whose tables were built, in order."""
    made: list[Space] = []

    def make(space: Space, run: Run) -> Result:
        made.append(space)
        return sorted_rows(space, run)

    monkeypatch.setattr(rank_table, "sorted_rows", make)
    monkeypatch.setattr(rank_table, "BLOCK", 2)
    return made


def knuths() -> list[Rank]:
    return [rank(Board.parse(text, KNUTH)) for text in ("1 2 / 3 4", "1 1 / 2 2", "6 6 / 6 6", "1 2 / 1 2")]


def test_the_table_is_built_once(table: list[Space]) -> None:
    assert [found.better for found in knuths()] == [0, 1_080, 1_290, 1_230]
    assert table == [Space.of(KNUTH)]
    rank(Board.parse("1 2 / 3 4", Rules.of("2x2", "1d6")))
    assert table == [Space.of(KNUTH), Space.of(Rules.of("2x2", "1d6"))]
    assert len(list(file_of(KNUTH).parent.iterdir())) == 2


@pytest.mark.slow
def test_any_damage_leads_to_a_new_table_and_the_same_answer(table: list[Space]) -> None:
    path = file_of(KNUTH)
    answer = knuths()
    good = path.read_bytes()
    # Damage every 127th byte, which hits all parts of the file: blocks, index and table of contents.
    damaged = [good[:i] + bytes([good[i] ^ 0x55]) + good[i + 1 :] for i in range(0, len(good), 127)]
    damaged += [good[:length] for length in (0, 1, 100, len(good) // 2, len(good) - 1)]
    damaged += [b"something else", good + good[:50]]
    for content in damaged:
        path.write_bytes(content)
        assert knuths() == answer
    assert len(damaged) // 2 < len(table) <= len(damaged) + 1
    assert ArrayFile(path).all().keys() >= {"name", "first_values", "boards_below", "values_0"}
    assert len(list(path.parent.iterdir())) == 1


def test_a_table_of_another_space_is_not_used(table: list[Space]) -> None:
    answer = knuths()
    other = Rules.of("2x2", "1d6")
    rank(Board.parse("1 2 / 3 4", other))
    file_of(KNUTH).write_bytes(file_of(other).read_bytes())
    assert knuths() == answer
    assert len(table) == 3


def test_a_table_in_another_format_is_not_used(table: list[Space], monkeypatch: pytest.MonkeyPatch) -> None:
    answer = knuths()
    monkeypatch.setattr(rank_table, "FORM", 99)
    assert knuths() == answer
    assert len(table) == 2
    other = Rules.of("2x2", "1d6")
    file_of(other).write_bytes(file_of(KNUTH).read_bytes())
    with pytest.raises(DamagedFile, match="the table belongs to another space"):
        RankTable.load(Space.of(other))


def test_a_table_with_a_missing_block_is_rebuilt(table: list[Space]) -> None:
    answer = knuths()
    path = file_of(KNUTH)
    arrays = ArrayFile(path).all()
    save_arrays(path, {name: array for name, array in arrays.items() if name != "values_1"})
    assert knuths() == answer
    assert len(table) == 2


def test_a_rank_is_returned_even_if_the_table_cannot_be_stored(
    table: list[Space], caplog: pytest.LogCaptureFixture
) -> None:
    answer = knuths()
    file_of(KNUTH).unlink()
    file_of(KNUTH).mkdir()
    assert (knuths(), len(table), len(caplog.messages)) == (answer, 5, 4)
    file_of(KNUTH).rmdir()
    folder = file_of(KNUTH).parent
    folder.rmdir()
    folder.write_text("a file where the folder should be")
    assert (knuths(), len(table), len(caplog.messages)) == (answer, 9, 8)
    for line, reason in zip(caplog.messages[::4], ("not a regular file", "File exists"), strict=True):
        assert line.startswith("cannot save the table of all boards: ")
        assert line.rstrip(").").endswith(reason)
        assert "\n" not in line


FULL = """
import resource, signal, sys
from dicebingo.cli.main import run
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # so that writing fails, as on a full disk
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, resource.RLIM_INFINITY))
sys.argv[0] = "dicebingo"
sys.exit(run())
"""


@pytest.mark.skipif(os.name == "nt", reason="needs file size limits")
@pytest.mark.slow
def test_a_rank_is_returned_on_a_full_disk(tmp_path: Path) -> None:
    command = [sys.executable, "-c", FULL, "rank", "1 2 / 1 3", "--rules", "knuth", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert json.loads(done.stdout) == rank("1 2 / 1 3", rules="knuth").to_dict()
    (line,) = done.stderr.splitlines()
    assert line.startswith("cannot save the table of all boards: Cannot write ")
    assert line.endswith(": File too large.")
    assert [path.name for path in (tmp_path / "cache").iterdir()] == [
        file_of(KNUTH).name
    ]  # the call of ``rank`` above stored this table


KILLED = """
import os, signal, sys
import numpy as np
from dicebingo.searches.ranking import rank

def half(file, **_):
    file.write(b"PK half of a table")
    file.flush()
    os.kill(os.getpid(), signal.SIGKILL)

np.savez = half
rank("1 2 / 1 3", rules="knuth")
"""


@pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL")
@pytest.mark.slow
def test_a_half_written_table_is_not_used(table: list[Space]) -> None:
    assert subprocess.run([sys.executable, "-c", KILLED], check=False).returncode < 0
    (left,) = file_of(KNUTH).parent.iterdir()
    assert left.name.startswith(f".{file_of(KNUTH).name}.")
    assert [found.better for found in knuths()] == [0, 1_080, 1_290, 1_230]
    assert table == [Space.of(KNUTH)]
    assert list(file_of(KNUTH).parent.iterdir()) == [file_of(KNUTH)]


def test_saving_a_large_table_is_logged_once(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    rank("1 2 / 3 4", rules="knuth")
    assert caplog.messages == []
    monkeypatch.setattr(rank_table, "ROW_BYTES", 200_000)
    other = Rules.of("2x2", "1d6")  # there are five boards up to symmetry
    knuths()
    assert caplog.messages == []
    for _ in range(2):
        rank(Board.parse("1 2 / 3 4", other))
    (said,) = caplog.messages
    about, hint = said.splitlines()
    assert about == f"saving a table of all boards (about 1 MB) in {file_of(other).parent}"
    assert hint == "(dicebingo cache --clear removes it)"


def test_saving_the_classic_table_is_logged(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    def nothing(*_: object) -> Result:
        raise KeyboardInterrupt

    monkeypatch.setattr(rank_table, "sorted_rows", nothing)
    with pytest.raises(KeyboardInterrupt):
        rank("7 " * 9)
    assert "about 298 MB" in caplog.text


def test_open_tables_survive_a_cleared_cache(table: list[Space]) -> None:
    (answer, *_) = knuths()
    opened = RankTable.load(Space.of(KNUTH))
    if os.name != "nt":
        assert [kept.what for kept in clear_cache().removed] == [f"ranks of {KNUTH}"]
        assert opened.rank(answer.board) == answer
        assert knuths()[0] == answer
        assert len(table) == 2


def test_using_a_table_updates_its_modification_time() -> None:
    answer = rank("1 2 / 3 4", rules="knuth")
    os.utime(file_of(KNUTH), (0, 86_400))
    assert rank("1 2 / 3 4", rules="knuth") == answer
    assert file_of(KNUTH).stat().st_mtime > 2 * 86_400


def test_progress_is_reported() -> None:
    told: list[Progress] = []
    rank(Board.parse("1 2 / 3 4", KNUTH), run=Run(progress=told.append))
    shards = TableJob(Space.of(KNUTH)).shards()
    assert told == [Progress("listing all boards", done, shards) for done in range(shards + 1)]
    rank(Board.parse("1 2 / 3 4", KNUTH), run=Run(progress=told.append))
    assert len(told) == shards + 1  # reading a stored table reports no progress


def test_rows_are_sorted_and_each_weight_takes_one_byte() -> None:
    rows = sorted_rows(space_of(SMALL["2x3, loaded"]), Run())
    assert (np.diff(rows["values"]) >= 0).all()
    assert rows["weights"].sum() == 729
    assert rows["weights"].dtype == np.uint8


# Ranks without a table


def test_approximate_percentiles_are_within_a_tenth_of_a_percent() -> None:
    assert len(QUANTILES) == 1001
    assert list(QUANTILES) == sorted(QUANTILES)
    for text, percentile in (("8 8 9 / 7 6 10 / 7 4 5", 100.0), ("7 7 7 / 7 7 7 / 7 7 7", 4.525), ("2 " * 9, 0.0)):
        board = Board.parse(text)
        found = rank(board, approximate=True)
        assert isinstance(found, Percentile)
        assert abs(found.percentile - percentile) <= 0.1
        assert found.best == (text[0] == "8")
    with pytest.raises(InputError, match="classic rules for an approximate percentile"):
        rank("1 2 / 3 4", rules="knuth", approximate=True)


def test_a_rank_from_a_stored_table_can_be_stopped(table: list[Space]) -> None:
    """Importing numba and reading a stored table do not check for a stop request, so ``rank`` checks at the end."""
    rank("1 2 / 3 4", rules="knuth")
    assert len(table) == 1
    run = Run()
    run.stop()
    with pytest.raises(Stopped):
        rank("1 2 / 3 4", rules="knuth", run=run)
    assert len(table) == 1
