"""The commands ``search``, ``rank`` and ``verify``: documented JSON, damaged files, and one-line errors."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import duckdb
import pytest

from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.model.variants import find_rules
from dicebingo.searches import sweep as sweeping
from dicebingo.searches.sweep import Sweep, sweep_of
from dicebingo.solo.chain import chain_of
from dicebingo.solo.mdp import optimal_play
from dicebingo.solo.policy import TieBreakName
from tests.cli.faults import full_disk, stopped_when
from tests.commands import run
from tests.searches.spaces import naive_orbits
from tests.twins.searches import SMALL

ROOT = Path(__file__).parents[2]
OPTIMAL = "8 8 9 / 7 6 10 / 7 4 5"


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the test in a temporary folder for certificates, with a temporary cache for tables."""
    monkeypatch.setenv("DICEBINGO_CACHE", str(tmp_path / "cache"))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")


def answer(*arguments: str) -> Any:
    return run("search", *arguments, "--json").json()


# search


def test_the_json_of_a_search_agrees_with_brute_force() -> None:
    found = answer("--rules", "knuth", "--top", "3", "--worst", "2")
    orbits = naive_orbits("knuth")
    assert (found["total_boards"], found["evaluated"], found["certified"]) == (1296, len(orbits), True)
    for key, expected in (("best", orbits[:3]), ("worst", orbits[::-1][:2])):
        assert [(Fraction(f["expected_rolls"]["exact"]), f["orbit_size"]) for f in found[key]] == expected
        for f in found[key]:
            assert f.keys() == {"board", "expected_rolls", "orbit_size"}
            assert f["expected_rolls"]["decimal"] == float(Fraction(f["expected_rolls"]["exact"]))
            assert Fraction(str(optimal_play(f["board"], rules="knuth").expected_rolls)) == Fraction(
                f["expected_rolls"]["exact"]
            )
    assert found["seconds"] > 0
    assert found["runner_up"] == found["best"][1]
    assert found["unique"] is True
    mean = sum((value * size for value, size in orbits), Fraction(0)) / 1296
    assert found["mean"]["exact"] is None
    assert found["mean"]["decimal"] == pytest.approx(float(mean), rel=1e-14)
    assert (found["certificate"], found["out"]) == (None, None)
    assert list(Path().iterdir()) == []  # files are written only on request


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (["--layout", "2x2", "--dice", "2d6", "--values", "5..9", "--contains", "5,7"], "2x2, contains"),
        (["--layout", "2x2", "--dice", "2d6", "--values", "5,6,7..8,9", "--fix", "8 . / . 8"], "2x2, fixed"),
        (["--layout", "2x2", "--dice", "1d6", "--contains", "2,3", "--fix", ". 2 / . ."], "2x2, fixed and contains"),
        (["--layout", "2x2", "--values", "2,3,7,11,12", "--distinct"], "2x2, distinct"),
        (
            ["--layout", "2x2", "--contains", "6,9", "--fix", ".,.;8,.", "--distinct"],
            "2x2, distinct, fixed and contains",
        ),
        (["--values", "6,8", "--marking", "all"], "3x3, all marked"),
        (["--layout", "3x3:free-centre", "--values", "2,6", "--fix", ". . . / . F . / . . ."], "3x3, free centre"),
        (["--layout", "#f#/##.", "--dice", "1d6", "--values", "1..3", "--fix", ". F . . ."], "shape"),
        (["--rules", "corners", "--values", "2,7"], "3x3, corners"),
    ],
)
def test_constraints_are_respected(arguments: list[str], name: str) -> None:
    found = answer(*arguments, "--top", "2", "--certificate", "c.json")
    assert found["certificate"] == "c.json"
    orbits = naive_orbits(name)
    assert (found["total_boards"], found["evaluated"]) == (len(SMALL[name].boards), len(orbits))
    ties = sum(value == orbits[0][0] for value, _ in orbits)
    values = [Fraction(f["expected_rolls"]["exact"]) for f in found["best"]]
    assert values == [value for value, _ in orbits[: max(2, ties)]]
    for f in found["best"]:
        values_only = tuple(value for value in f["board"] if value != "F")
        assert values_only in set(SMALL[name].boards)
    assert run("verify", "c.json", "--full").code == 0


def test_the_text_shows_the_best_and_worst_boards() -> None:
    shown = run("search", "--values", "6..8", "--top", "2", "--worst", "1", "--certificate", "proof.json")
    assert (shown.code, shown.err) == (0, "")
    for text in (
        "classic (3x3, 2d6)\n",
        "8.383796831 = 7554807/901120",
        "tied with 2 others",
        "all 19,683 boards with",
        "essentially different  1,444\n",
        "stands for             16 boards\n",
        "runner-up              8.41333632, worse by 0.0295",
        "21.600000000000",
        "certificate in proof.json",
    ):
        assert text in shown.out
    assert shown.out.count(" / ") == 2 * 3
    assert Path("proof.json").exists()


def test_the_text_reports_a_unique_best_board() -> None:
    shown = run("search", "--rules", "knuth", "--distinct", "--values", "1..4").out
    assert "knuth (2x2:rows, 1d6)\n" in shown
    assert "the unique best of all " in shown
    assert "runner-up" not in shown
    assert shown.endswith("seconds; use --certificate FILE to save a certificate for dicebingo verify\n")
    shown = run("search", "--rules", "knuth", "--contains", "1", "--fix", "2 . / . .").out
    assert "at least one 1 and 2 in cell 0" in " ".join(re.sub("(?m)^.*[│┐┤┘]", "", shown).split())


def test_all_boards_are_written_to_a_parquet_file() -> None:
    found = answer("--rules", "knuth", "--out", "boards.parquet")
    assert found["out"] == "boards.parquet"
    with duckdb.connect() as connection:
        rows = connection.execute(
            "SELECT expected_rolls, orbit_size, better, close FROM 'boards.parquet' ORDER BY better"
        ).fetchall()
    orbits = naive_orbits("knuth")
    assert sorted(rows)[0] == (5.5, 360, 0, 0)
    assert sorted(size for _, size, *_ in rows) == sorted(size for _, size in orbits)
    shown = run("search", "--rules", "knuth", "--out", "boards.parquet")
    assert "The table of all boards is in boards.parquet." in shown.out


def naive_objective(name: str, tie_break: TieBreakName) -> tuple[Fraction, Fraction]:
    """Return the smallest value of an objective over Knuth's boards, and the smallest mean among the best boards."""
    found = []
    for values in {tuple(sorted(b[:2]) + sorted(b[2:])) for b in product(range(1, 7), repeat=4)}:
        chain = chain_of(Board(values, find_rules("knuth")), tie_break=tie_break)
        value = {"median": chain.quantile("1/2"), "p90": chain.quantile("9/10"), "variance": chain.variance}[name]
        found.append((Fraction(str(value)), Fraction(str(chain.mean))))
    return min(found)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "tie_break"),
    [
        ("median", "smallest"),
        ("p90", "random"),
        ("variance", "largest"),
        *(pytest.param("median", tie, marks=pytest.mark.long) for tie in ("largest", "random")),
        *(pytest.param("p90", tie, marks=pytest.mark.long) for tie in ("smallest", "largest")),
        *(pytest.param("variance", tie, marks=pytest.mark.long) for tie in ("smallest", "random")),
    ],
)
def test_the_best_board_under_each_objective_agrees_with_brute_force(name: str, tie_break: TieBreakName) -> None:
    found = answer("--rules", "knuth", "--objective", name, "--tie-break", tie_break)
    assert (found["objective"], found["tie_break"], found["certified"]) == (name, tie_break, True)
    (best,) = found["best"]
    got = (Fraction(best["objective"]["exact"]), Fraction(best["expected_rolls"]["exact"]))
    assert got == naive_objective(name, tie_break)
    assert found["total_boards"] == 1296
    shown = run("search", "--rules", "knuth", "--objective", name, "--tie-break", tie_break).out
    assert f"smallest {name}" in shown
    assert "proven" in shown


@pytest.mark.parametrize("file", ["c.json", "b.parquet"])
@pytest.mark.parametrize("as_json", [True, False], ids=["json", "text"])
def test_the_answer_is_printed_despite_a_full_disk(file: str, as_json: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    full_disk(monkeypatch)
    option = "--certificate" if file == "c.json" else "--out"
    found = run("search", "--rules", "knuth", option, file, *["--json"] * as_json)
    assert found.code == 2
    assert found.err == f"dicebingo: Cannot write '{file}': No space left on device.\n"
    if as_json:
        shown = json.loads(found.out)
        assert (shown["best"][0]["expected_rolls"]["exact"], shown["certificate"], shown["out"]) == ("11/2", None, None)
    else:
        assert "the unique best of all " in found.out
        assert file not in found.out
    assert list(Path().iterdir()) == []


def test_the_answer_is_printed_if_listing_all_boards_is_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped_when(lambda now: now.stage == "listing all boards", monkeypatch)
    found = run("search", "--rules", "knuth", "--json", "--certificate", "c.json", "--out", "b.parquet")
    assert (found.code, found.err) == (130, "interrupted\n")
    shown = json.loads(found.out)
    assert (shown["best"][0]["expected_rolls"]["exact"], shown["certificate"], shown["out"]) == ("11/2", "c.json", None)
    assert [path.name for path in Path().iterdir()] == ["c.json"]
    assert run("verify", "c.json").code == 0


def test_values_outside_all_lines_do_not_matter() -> None:
    """The four corners form the only line, so the expected rolls are those of a four-cell board."""
    corners, four = (answer("--layout", layout, "--dice", "{1:1,2:2,3:3}") for layout in ("3x3:corners", "2x2:all"))
    assert (corners["total_boards"], four["total_boards"]) == (3**9, 15)  # arrangements of a card count as one board
    assert corners["best"][0]["expected_rolls"] == four["best"][0]["expected_rolls"]
    assert corners["runner_up"]["expected_rolls"] == four["runner_up"]["expected_rolls"]


# rank


def test_the_json_of_a_rank_agrees_with_brute_force() -> None:
    found = run("rank", "1 1 / 2 3", "--rules", "knuth", "--nearest", "1", "--json").json()
    rolls = Fraction(str(optimal_play("1 1 / 2 3", rules="knuth").expected_rolls))
    orbits = naive_orbits("knuth")
    better = sum(size for value, size in orbits if value < rolls)
    worse = sum(size for value, size in orbits if value > rolls)
    assert (found["better"], found["worse"], found["total"]) == (better, worse, 1296)
    assert found["equal"] == 1296 - better - worse > 0
    assert Fraction(found["percentile"]["exact"]) == Fraction(100 * worse, 1296)
    assert found["expected_rolls"]["exact"] == str(rolls)
    assert [f["expected_rolls"]["exact"] for f in found["nearest"]] == ["11/2"]
    assert list((Path.cwd().parent / "cache").iterdir())


def test_the_text_of_a_rank_counts_the_better_boards() -> None:
    shown = run("rank", "1 1 / 2 3", "--rules", "knuth")
    assert (shown.code, shown.err) == (0, "")
    for text in ("knuth (2x2:rows, 1d6)", "6.333333333 = 19/3", "better boards     360", "the closest better boards"):
        assert text in shown.out
    assert "closest better" not in run("rank", "1 2 / 3 4", "--rules", "knuth").out


def test_an_approximate_rank_needs_no_table() -> None:
    found = run("rank", "7 7 7 / 7 7 7 / 7 7 7", "--approximate", "--json").json()
    assert found["approximate"] is True
    assert found["percentile"]["exact"] is None
    assert abs(found["percentile"]["decimal"] - 4.525275) < 0.1
    assert "4.5%" in run("rank", "7 7 7 / 7 7 7 / 7 7 7", "--approximate").out
    assert not (Path.cwd().parent / "cache").exists()


# verify


def test_a_true_certificate_passes_verification() -> None:
    run("search", "--rules", "knuth", "--top", "2", "--certificate", "c.json")
    for full in ([], ["--full"]):
        shown = run("verify", "c.json", *full)
        assert (shown.code, shown.err) == (0, "")
        assert shown.out.endswith("\nThe certificate holds.\n")
        assert "✗" not in shown.out
        found = run("verify", "c.json", *full, "--json").json()
        assert found["holds"] is True
        assert found["full"] is bool(full)
        assert all(finding["holds"] for finding in found["findings"])


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["best", 0, "expected_rolls", "exact"], "11/3"),
        (["best", 0, "expected_rolls", "decimal"], 5.4),
        (["best", 0, "orbit_size"], 361),
        (["best", 0, "board"], [1, 1, 2, 3]),
        (["total_boards"], 1297),
        (["evaluated"], 6),
        (["unique"], False),
        (["gap", "exact"], "5/7"),
        (["gap"], None),
        (["relative_error_bound"], 1e-16),
        (["runner_up", "orbit_size"], 1),
        (["runner_up"], None),
        (["constraints", "distinct"], True),
    ],
)
def test_a_changed_certificate_fails_verification(path: list[Any], value: Any) -> None:
    run("search", "--rules", "knuth", "--certificate", "c.json")
    file = Path("c.json")
    claim = json.loads(file.read_text())
    node = claim
    for key in path[:-1]:
        node = node[key]
    assert node[path[-1]] != value
    node[path[-1]] = value
    file.write_text(json.dumps(claim))
    shown = run("verify", str(file))
    assert (shown.code, shown.err) == (1, "")
    assert "✗" in shown.out
    assert shown.out.endswith("\nThe certificate does not hold.\n")
    as_json = run("verify", str(file), "--json")
    assert as_json.code == 1
    assert json.loads(as_json.out)["holds"] is False


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"not JSON",
        b"\xff\xfe\x00",
        b"[]",
        b"null",
        b"{}",
        b'{"kind": "a cake recipe"}',
        b"1e999",
        b"[" * 10_000,
    ],
    ids=["empty", "half", "text", "binary", "list", "null", "nothing", "other", "infinite", "deep"],
)
def test_a_file_that_is_not_a_certificate_is_rejected(content: bytes) -> None:
    Path("file.json").write_bytes(content)
    message = run("verify", "file.json").complaint()
    assert re.search("(is not|as) a certificate", message), message


def test_a_missing_certificate_is_reported() -> None:
    assert "Cannot read 'nowhere.json' as a certificate" in run("verify", "nowhere.json").complaint()
    assert "Cannot read '.' as a certificate" in run("verify", ".").complaint()


# Errors


BAD: list[tuple[list[str], str]] = [
    (["--values", "6-8"], "expected values such as 5..9 or 6,7,8, got '6-8'"),
    (["--values", ""], "expected values such as 5..9 or 6,7,8, got ''"),
    (["--values", "8..6"], "expected values such as 5..9"),
    (["--values", "1..99999999"], "expected values such as 5..9"),
    (["--values", "6,,7"], "expected values such as 5..9"),
    (["--values", "13"], "expected values of 2d6, got 13"),
    (["--contains", "x"], "expected values such as 5..9"),
    (["--contains", "1"], "expected values of 2d6, got 1"),
    (["--values", "6..8", "--contains", "5"], "expected the value 5 to be among the allowed values"),
    (["--fix", "8 . ."], "expected a partial board of 9 cells, got 3 in '8 . .'"),
    (["--fix", "8 . . / . ? . / . . ."], "cell 4 of a partial board: expected a value or a dot, got '?'"),
    (["--fix", "8 . . / . F . / . . ."], "cell 4 of a partial board: expected a value or a dot, got 'F'"),
    (["--fix", "13 . . / . . . / . . ."], "expected values of 2d6, got 13"),
    (
        ["--layout", "3x3:free-centre", "--fix", ". . . / . 7 . / . . ."],
        "expected fixed cells that are in the layout and not free",
    ),
    (["--values", "6..8", "--distinct"], "no board meets the constraints"),
    (["--contains", "2..12"], "no board meets the constraints"),
    (["--distinct", "--fix", "7 7 . / . . . / . . ."], "no board meets the constraints"),
    (["--rules", "4x4", "--objective", "median"], "essentially different boards"),
    (["--rules", "knuth", "--top", "0"], "expected 1 to 10000 best boards to list"),
    (["--rules", "knuth", "--worst", "-1"], "expected 0 to 10000 worst boards to list, got -1"),
    (["--rules", "knuth", "--top", "many"], "expected a whole number, got"),
    (["--rules", "knuth", "--objective", "luck"], "expected the objective expected, median, p90, variance or deadline"),
    (["--rules", "knuth", "--objective", "median", "--tie-break", "first"], "expected the tie-break"),
    (["--rules", "knuth", "--objective", "median", "--worst", "1"], "the objective median does not allow worst"),
    (["--rules", "knuth", "--certificate", "nowhere/c.json"], "Cannot write"),
    (["--rules", "knuth", "--certificate", "."], "expected the name of a .json file, got '.'"),
    (["--rules", "knuth", "--out", "nowhere/b.parquet"], "Cannot write"),
    (
        ["--rules", "knuth", "--out", "b.parquet", "--objective", "median"],
        "--out needs a search of all boards",
    ),
    (["--rules", "knuth", "--out", "b.csv"], "expected the name of a .parquet file, got 'b.csv'"),
    (["--rules", "4x4", "--certificate", "c.json"], "--certificate needs a search of all boards"),
    (["--layout", "6x6:corners", "--dice", "1d6"], "expected boards with at most 20 cells for a search, got 36"),
    (["--rules", "knuth", "--workers", "0"], "workers (4 per core), got 0"),
    (["--rules", "knuth", "--workers", "1", "--cluster", "x:1"], "expected the address of a cluster or a number of"),
]


@pytest.mark.parametrize(("arguments", "message"), BAD, ids=map(str, range(len(BAD))))
def test_bad_input_gets_a_one_line_error(arguments: list[str], message: str) -> None:
    assert message in run("search", *arguments).complaint()
    assert list(Path.cwd().iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["1 2 / 3 4"], "expected 9 values for the layout 3x3, got 4"),
        (["*1 2 / 3 4", "--rules", "knuth"], "expected a board without marks, got *1 2 / 3 4"),
        (["1 2 / 3 4", "--rules", "knuth", "--nearest", "101"], "expected 0 to 100 nearest boards, got 101"),
        (["1 2 / 3 4", "--rules", "knuth", "--approximate"], "classic rules for an approximate percentile"),
        (["7 " * 16, "--rules", "4x4"], "essentially different boards"),
    ],
)
def test_bad_boards_are_rejected(arguments: list[str], message: str, caplog: pytest.LogCaptureFixture) -> None:
    assert message in run("rank", *arguments).complaint()
    assert not caplog.messages  # a table is announced only if it is built


# Checkpoints


@pytest.fixture
def small_shards(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(sweeping, "SHARD_BOARDS", 1)
    sweep_of.cache_clear()
    yield
    sweep_of.cache_clear()


SEARCH = ["--layout", "2x3", "--dice", "{1:1,2:3,5:2}", "--top", "2", "--worst", "2"]


def apart_from_seconds(found: Any) -> Any:
    return {key: value for key, value in found.items() if key != "seconds"}


@pytest.mark.usefixtures("small_shards")
def test_a_checkpoint_is_used_and_does_not_change_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = apart_from_seconds(answer(*SEARCH))
    assert apart_from_seconds(answer(*SEARCH, "--checkpoint", "half")) == whole
    shards = sorted(Path("half").glob("shard-*.npz"))
    assert len(shards) > 10
    for shard in shards[::2]:
        shard.unlink()
    computed: list[int] = []
    shard_of = Sweep.shard

    def counted(sweep: Sweep, number: int) -> Any:
        computed.append(number)
        return shard_of(sweep, number)

    monkeypatch.setattr(Sweep, "shard", counted)
    assert apart_from_seconds(answer(*SEARCH, "--checkpoint", "half")) == whole
    assert sorted(computed) == list(range(0, len(shards), 2))


@pytest.mark.usefixtures("small_shards")
def test_damaged_checkpoints_and_those_of_other_searches_are_rejected() -> None:
    answer(*SEARCH, "--checkpoint", "mine")
    shutil.copytree("mine", "damaged")
    shard = Path("damaged/shard-000003.npz")
    shard.write_bytes(shard.read_bytes()[:-30])
    assert "shard-000003.npz" in run("search", *SEARCH, "--checkpoint", "damaged").complaint()
    shutil.copytree("mine", "mixed")
    shutil.copyfile("mine/shard-000002.npz", "mixed/shard-000003.npz")
    assert "is not shard 3 of this job" in run("search", *SEARCH, "--checkpoint", "mixed").complaint()
    for other in (["--top", "3"], ["--dice", "{1:1,2:3,5:3}"], ["--contains", "5"], ["--objective", "median"]):
        arguments = [*SEARCH[: 2 if "--dice" in other else 4], *other, "--checkpoint", "mine"]
        assert "belongs to another job" in run("search", *arguments).complaint()
    Path("holiday").mkdir()
    Path("holiday/photo.jpg").touch()
    assert "expected a checkpoint or an empty folder" in run("search", *SEARCH, "--checkpoint", "holiday").complaint()
    Path("mine/job.json").write_text("{")
    assert "is damaged" in run("search", *SEARCH, "--checkpoint", "mine").complaint()


@pytest.mark.long
def test_a_cluster_of_processes_gives_the_same_answer() -> None:
    arguments = ["--layout", "2x3", "--top", "2", "--worst", "2"]
    local = apart_from_seconds(answer(*arguments))
    arguments += ["--certificate", "c.json"]
    assert apart_from_seconds(answer(*arguments, "--workers", "2")) == {**local, "certificate": "c.json"}
    assert run("verify", "c.json", "--full", "--workers", "1").code == 0
    assert Rules.of("2x3", "2d6").layout.size == 6


# Start-up

PROBE = """
import sys
from dicebingo.cli.start import main
try:
    main()
except SystemExit as stop:
    others = ("replies.arena", "tournaments.margins", "crowds.crowd", "proofs.prove", "proofs.verify")
    loaded = [name for name in others if f"dicebingo.{name}" in sys.modules]
    sys.exit("imported " + ", ".join(loaded) if loaded else stop.code)
"""


@pytest.mark.slow
def test_a_search_starts_without_importing_the_modules_of_other_commands() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROBE, "search", "--rules", "knuth"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "proven" in done.stdout
