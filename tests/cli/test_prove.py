"""The commands ``prove`` and ``verify``: documented JSON, interruptions, wrong claims, and one-line errors."""

from __future__ import annotations

import json
import re
import signal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dicebingo.running.run import Run
from tests.cli.faults import full_disk, stopped_when
from tests.commands import run


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the test in a temporary folder, where certificates are written."""
    monkeypatch.chdir(tmp_path)


def answer(*arguments: str) -> Any:
    return run("prove", *arguments, "--json").json()


def test_the_json_of_a_complete_proof_has_equal_bounds() -> None:
    found = answer("--layout", "2x2", "--certificate", "c.json")
    assert found["upper"]["exact"] == "591/140"  # 4.2214285714
    assert found["lower"] == found["upper"]
    assert (found["status"], found["complete"], found["unique"]) == ("proven", True, True)
    assert (found["lemma"], found["bounds_left"]) == (False, 0)
    assert sorted(found["best"][0]) == sorted(found["board"])
    assert [case["distinct_values"] for case in found["cases"]] == [1, 2, 3, 4]
    assert sum(case["bounds"] for case in found["cases"]) == found["bounds"]
    assert found["certificate"] == "c.json"
    assert json.loads(Path("c.json").read_text())["expected_rolls"] == found["upper"]


def test_dice_with_a_single_value_allow_only_one_board() -> None:
    found = answer("--layout", "2x2:rows", "--dice", "1d1")
    assert (found["complete"], found["unique"], found["board"]) == (True, True, [1, 1, 1, 1])
    assert found["upper"] == {"exact": "2", "decimal": 2.0}  # two rolls complete a row, because every roll marks a cell

    # The text does not print a whole number as "2 = 2".
    assert re.search(r"expected rolls +2\n", run("prove", "--layout", "2x2:rows", "--dice", "1d1").out)


@pytest.mark.parametrize("upper", ["7 7 / 7 7", "2 3 / 11 12"])
def test_a_certificate_holds_for_any_first_board(upper: str) -> None:
    """The first board (``--upper``) determines which boards are excluded at once, so it is in the certificate."""
    found = answer("--layout", "2x2", "--upper", upper, "--certificate", "c.json")
    assert found["upper"]["exact"] == "591/140"
    assert json.loads(Path("c.json").read_text())["start"] == [int(value) for value in re.findall(r"\d+", upper)]
    assert run("verify", "c.json", "--full", "--json").json()["holds"]
    changed = {**json.loads(Path("c.json").read_text()), "start": found["board"]}
    Path("d.json").write_text(json.dumps(changed))
    assert run("verify", "d.json").code == 1


def words(*arguments: str) -> str:
    """Return the printed text without the drawing of the board, on one line."""
    found = run("prove", *arguments)
    assert (found.code, found.err) == (0, "")
    return " ".join(re.sub("(?m)^.*[│┐┤┘]", "", found.out).split())


def test_the_text_states_the_proven_result() -> None:
    every = words("--rules", "knuth")
    assert "the unique best of all 1,296 boards, up to symmetry and swaps of equally likely values" in every
    few = words("--rules", "knuth", "--distinct-values", "2")
    assert "with exactly 2 different values, none is as fast as this board" in few
    value = words("--rules", "knuth", "--lemma")
    assert "boards, none takes fewer rolls than this board (others may tie)" in value
    outside = words("--layout", "3x3:corners", "--dice", "1d4")
    assert "boards, up to symmetry, swaps of equally likely values, and the values of cells in no line" in outside


def test_a_certificate_is_written_only_on_request() -> None:
    assert words("--rules", "knuth").endswith(
        "seconds; use --certificate FILE to save a certificate for dicebingo verify"
    )
    assert answer("--rules", "knuth")["certificate"] is None
    assert list(Path().iterdir()) == []
    assert words("--rules", "knuth", "--certificate", "c.json").endswith("seconds; certificate in c.json")
    assert [path.name for path in Path().iterdir()] == ["c.json"]


@pytest.mark.parametrize("option", ["--json", "--lemma"], ids=["json", "text"])
def test_the_answer_is_printed_despite_a_full_disk(option: str, monkeypatch: pytest.MonkeyPatch) -> None:
    full_disk(monkeypatch)
    found = run("prove", "--rules", "knuth", option, "--certificate", "c.json")
    assert found.code == 2
    assert found.err == "dicebingo: Cannot write 'c.json': No space left on device.\n"
    if option == "--json":
        shown = json.loads(found.out)
        assert (shown["upper"]["exact"], shown["status"], shown["certificate"]) == ("11/2", "proven", None)
    else:
        assert "proven" in found.out
        assert "certificate in" not in found.out
    assert list(Path().iterdir()) == []


def test_cells_outside_all_lines_are_ignored() -> None:
    """The four corners form the only line. Four different values take 6/4 + 6/3 + 6/2 + 6/1 rolls on average."""
    found = answer("--layout", "6x6:corners", "--dice", "1d6", "--certificate", "c.json")
    assert (found["upper"]["exact"], found["complete"], found["unique"]) == ("25/2", True, True)
    assert len({found["board"][cell] for cell in (0, 5, 30, 35)}) == 4
    assert run("verify", "c.json", "--full", "--json").json()["holds"]


def test_a_proof_finds_a_better_board_than_the_one_given_by_upper() -> None:
    better = answer("--rules", "knuth", "--upper", "1 1 / 1 1")
    assert (better["upper"]["exact"], sorted(better["board"])) == ("11/2", [1, 2, 3, 4])


def test_an_interrupted_proof_prints_the_bounds_proven_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped_when(lambda now: now.stage.startswith("round") and now.done > 3, monkeypatch)
    stopped = run("prove", "--json", "--certificate", "c.json")
    assert (stopped.code, stopped.err) == (130, "interrupted\n")
    found = json.loads(stopped.out)
    assert (found["complete"], found["unique"], found["certificate"]) == (False, None, None)
    assert 5.86 < found["lower"]["decimal"] < found["upper"]["decimal"]
    assert found["bounds_left"] > 0
    assert found["status"] == "stopped"
    assert not Path("c.json").exists()
    stopped = run("prove", "--checkpoint", "kept")
    assert (stopped.code, stopped.err) == (130, "interrupted; run the same command again to continue from kept\n")
    assert re.search(r"bracket +[56]\.[0-9]{10} <= V <= 6\.3094134243\n", stopped.out)
    assert "stopped " in stopped.out
    assert "proven" not in stopped.out
    assert "bounds in this round" in stopped.out
    assert "--certificate" not in stopped.out
    few = run("prove", "--distinct-values", "8")
    assert few.code == 130
    assert re.search(r"stopped +of all [\d,]+ boards with exactly 8", few.out)
    assert re.search(r"[56]\.[0-9]{10} rolls\n", few.out)


def test_a_proof_interrupted_early_claims_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped_when(lambda now: now.stage == "bounding multisets", monkeypatch)
    stopped = run("prove", "--json")
    assert (stopped.code, stopped.err) == (130, "interrupted\n")
    found = json.loads(stopped.out)
    assert (found["complete"], found["lower"], found["cases"], found["bounds_left"]) == (False, None, [], None)
    assert found["status"] == "stopped"
    stopped = run("prove")
    assert stopped.code == 130
    assert re.search(r"stopped +nothing is proven yet\n", stopped.out)


def test_a_second_interruption_ends_the_proof_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def again(*_: object, **__: object) -> None:
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Run, "stage", again)
    stopped = run("prove", "--rules", "knuth")
    assert (stopped.code, stopped.out, stopped.err.split()) == (130, "", ["interrupted"])


def test_a_checkpoint_is_used() -> None:
    first = answer("--rules", "knuth", "--checkpoint", "kept")
    kept = sorted(path.stat().st_mtime_ns for path in Path("kept").rglob("*.npz"))
    assert len(kept) == 2
    again = answer("--rules", "knuth", "--checkpoint", "kept")
    assert {**again, "seconds": 0} == {**first, "seconds": 0}
    assert sorted(path.stat().st_mtime_ns for path in Path("kept").rglob("*.npz")) == kept


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--rules", "mark-all"), "needs rules that mark one cell per roll"),
        (("--rules", "5x5"), "expected at most 16 cells"),
        (("--rules", "d10+d20"), "cannot handle 16 different values"),
        (("--distinct-values", "12"), "expected 1 to 9 different values, got 12"),
        (("--upper", "7 7 7"), "expected 9 values for the layout 3x3"),
        (("--certificate", "no/such/folder.json"), "Cannot write"),
        (("--workers", "0", "--rules", "knuth"), "workers (4 per core), got 0"),
    ],
)
def test_bad_input_is_rejected(arguments: tuple[str, ...], message: str) -> None:
    assert message in run("prove", *arguments).complaint()


# verify


def claim_of(*arguments: str) -> Any:
    answer(*arguments, "--certificate", "c.json")
    return json.loads(Path("c.json").read_text())


def verified(claim: Any, *arguments: str) -> Any:
    Path("claim.json").write_text(json.dumps(claim))
    return run("verify", "claim.json", *arguments)


@pytest.mark.parametrize("options", [(), ("--lemma",), ("--distinct-values", "3"), ("--distinct-values", "4")])
def test_certificates_can_be_verified(options: tuple[str, ...]) -> None:
    claim = claim_of("--layout", "2x2", *options)
    for full in ((), ("--full",)):
        found = verified(claim, *full, "--json").json()
        assert (found["holds"], found["full"]) == (True, bool(full))
    assert "The certificate holds." in verified(claim).out


def test_a_certificate_of_a_proof_by_the_lemma_can_be_verified() -> None:
    claim = claim_of("--layout", "2x3", "--dice", "3d6", "--lemma")
    assert verified(claim).code == 0


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("complete", False, "the proof is complete"),
        ("expected_rolls", {"exact": "4", "decimal": 4.0}, "takes"),
        ("unique", False, "'unique' agrees"),
        ("unique", None, "'unique' agrees"),
        ("best", [], "'unique' agrees"),
        ("best", [[6, 7, 8, 5], [6, 7, 8, 5]], "essentially different"),
        ("states", 1, "the multiset bound has"),
        ("bounds", 1, "bounds of partitions"),
        ("lemma", True, "there are"),
    ],
)
def test_a_wrong_claim_is_detected(key: str, value: Any, message: str) -> None:
    claim = {**claim_of("--layout", "2x2"), key: value}
    found = verified(claim)
    assert found.code == 1
    assert any(line.startswith("✗") and message in line for line in found.out.splitlines())


def test_wrong_counts_in_a_certificate_are_detected() -> None:
    claim = claim_of("--layout", "2x2")
    for key, message in (
        ("multisets", "there are"),
        ("excluded", "the bound excludes"),
        ("bounds", "bounds of partitions"),
    ):
        cases = [dict(case) for case in claim["cases"]]
        cases[-1][key] += 1
        found = verified({**claim, "cases": cases})
        assert found.code == 1
        assert any(line.startswith("✗") and message in line for line in found.out.splitlines())
    # Only the full check detects a wrong number of bounds if the total is changed to match.
    cases = [dict(case) for case in claim["cases"]]
    cases[-1]["bounds"] -= 1
    wrong = {**claim, "cases": cases, "bounds": claim["bounds"] - 1}
    assert verified(wrong).code == 0
    assert verified(wrong, "--full").code == 1


@pytest.mark.parametrize("key", ["rules", "board", "best", "cases", "lemma", "distinct", "complete", "states"])
def test_a_certificate_with_a_missing_field_is_rejected(key: str) -> None:
    claim = claim_of("--rules", "knuth")
    del claim[key]
    assert f"the certificate, {key}: expected " in verified(claim).complaint()


def test_a_worse_board_fails_verification() -> None:
    claim = claim_of("--layout", "2x2")
    worse = {**claim, "board": [7, 7, 7, 7], "best": [[7, 7, 7, 7]]}
    worse["expected_rolls"] = {"exact": "12", "decimal": 12.0}
    found = verified(worse)
    assert found.code == 1
    assert Fraction(claim["expected_rolls"]["exact"]) < 12
