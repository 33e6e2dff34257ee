"""``dicebingo duel`` and ``dicebingo exploit``: text, JSON, errors, and fast start-up."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from dicebingo.cli import running as command_module
from dicebingo.duels.duel import duel
from dicebingo.duels.exploit import exploit
from dicebingo.running.run import Progress, Run
from dicebingo.solo.policy import TieBreakName
from tests.commands import run
from tests.matches.tables import A, B, C, D

NASH = "7 4 6 / 9 7 8 / 6 9 5", "6 9 x / x 5 5 / 8 x 6"
NASH_VALUE = "-73932286703375/135927432128268"
WON = "*9 *6 *7 / 7 9 6 / 6 7 9"


def exact(number: Any) -> str:
    assert number.keys() == {"exact", "decimal"}
    return str(number["exact"])


def shares(outcomes: Any) -> list[str]:
    assert [row["winners"] for row in outcomes] == [[0], [1], [0, 1]]
    return [exact(row["probability"]) for row in outcomes]


# Duels.


def test_the_json_of_a_duel_is_exact() -> None:
    found = run("duel", A, B, "--json").json()
    assert found["rules"]["name"] == "classic"
    assert found["names"] == ["first", "second"]
    assert found["boards"][1] == [6, 7, 6, 7, 7, 7, 6, 6, 6]
    assert found["marked"] == [[], []]
    assert found["objective"] == "score"
    assert found["value"] == {"exact": "-26009/11390625", "decimal": -26009 / 11390625}
    assert [exact(found["payoffs"][name]) for name in ("first", "second")] == ["-26009/11390625", "26009/11390625"]
    assert shares(found["outcomes"]) == [str(share) for share in duel(A, B).outcomes.values()]
    assert (found["joint_states"], found["mixed_stage_games"], found["ambiguous_stage_games"]) == (2530, 0, 0)
    assert found["first_mixed"] == []
    assert [exact(loss) for loss in found["solo_losses"]] == ["0", "742904/11390625"]
    assert "stage" not in found


def test_the_json_of_a_roll_has_the_mixed_strategies() -> None:
    found = run("duel", *NASH, "--roll", "6", "--json").json()
    assert found["mixed_stage_games"] == 1
    assert found["first_mixed"] == [{"marked": [[], [2, 3, 7]], "roll": 6}]
    stage = found["stage"]
    assert exact(stage["value"]) == NASH_VALUE
    assert (stage["roll"], stage["pure"], stage["ambiguous"]) == (6, False, False)
    assert [choice["cell"] for choice in stage["first"]] == [2, 6]
    assert [choice["cells"] for choice in stage["second"]] == [[0], [8]]
    assert {exact(choice["payoff"]) for choice in stage["first"]} == {NASH_VALUE}
    assert {exact(choice["payoff"]) for choice in stage["second"]} == {NASH_VALUE.removeprefix("-")}
    assert sum(choice["probability"]["decimal"] for choice in stage["second"]) == pytest.approx(1)
    for choice in (*stage["first"], *stage["second"]):
        assert sum(row["probability"]["decimal"] for row in choice["outcomes"]) == pytest.approx(1)
        assert choice["completes"] is False


def test_the_json_under_the_objective_win_has_no_solo_losses() -> None:
    found = run("duel", A, B, "--objective", "win", "--json").json()
    assert shares(found["outcomes"]) == ["134528/253125", "118597/253125", "0"]
    assert exact(found["payoffs"]["second"]) == "118597/253125"
    assert found["solo_losses"] is None
    assert found["ambiguous_stage_games"] > 0


def test_the_text_names_the_favourite_and_the_value() -> None:
    out = run("duel", A, B).out
    assert "second is favoured: its average score is 0.0022834 = 26009/11390625" in out
    assert "solo-optimal play costs first nothing and second 0.0652207" in " ".join(out.split())
    assert "2,530 joint states; every stage game has a pure equilibrium." in out
    assert "are exactly even" in run("duel", A, A).out


def test_the_text_reports_stage_games_without_a_pure_equilibrium() -> None:
    out = run("duel", *NASH).out
    assert "190 joint states; 1 stage game has no pure equilibrium:\n  a 6 when {} and {2, 3, 7} are marked" in out
    many = run("duel", "5 3 2 3 3", "3 3 4 3 5", "--layout", ".#./###/.#.", "--dice", "1d6").out
    assert "2 stage games have no pure equilibrium:" in many


def test_the_text_of_a_roll_shows_each_choice() -> None:
    out = run("duel", *NASH, "--roll", "6").out
    assert "cell 2     70.02%  -0.543910  19.41%" in out
    assert f"{NASH_VALUE}\n" in out
    assert "no pure equilibrium, so a predictable player can be exploited" in out
    # The roll completes a line for the second player and matches none of the first player's cells.
    done = run("duel", "7 7 7 / 7 7 7 / 7 7 7", "*8 *8 9 / 7 6 10 / 7 4 5", "--roll", "9").out
    assert "nothing to mark" in done
    assert "cell 2, bingo" in done
    wins = run("duel", *NASH, "--roll", "6", "--objective", "win").out
    assert "P(win)" in wins


def test_a_roll_of_a_duel_can_mark_all_matching_cells() -> None:
    out = run("duel", A, B, "--marking", "all", "--roll", "6").out
    assert "cells 1, 5, 6" in out


def test_names_can_come_from_a_file(tmp_path: Path) -> None:
    boards = tmp_path / "boards.txt"
    boards.write_text(f"Ada: {A}\nBob: {B}\n", encoding="utf-8")
    assert "Bob is favoured" in run("duel", f"@{boards}").out
    assert run("exploit", f"@{boards}", "--json").json()["names"] == ["Ada", "Bob"]


def test_a_roll_in_a_finished_game_is_rejected() -> None:
    found = run("duel", WON, B, "--json").json()
    assert (exact(found["value"]), found["joint_states"]) == ("1", 0)
    assert "expected positions without a bingo" in run("duel", WON, B, "--roll", "7").complaint()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((A,), "expected two boards, got 1"),
        ((A, B, C), "expected two boards, got 3"),
        ((A, B, "--objective", "tie"), "expected the objective score or win, got 'tie'"),
        ((A, B, "--roll", "13"), "expected a roll of 2d6, got 13"),
        ((A, "9 6 7"), "expected"),
    ],
)
def test_bad_input_is_rejected(arguments: tuple[str, ...], complaint: str) -> None:
    assert complaint in run("duel", *arguments).complaint()


def test_a_duel_that_is_too_large_is_rejected() -> None:
    refused = run("duel", A, B, "--max-states", "2529").complaint()
    assert "A duel with more than 2,529 joint states is too large" in refused


def test_progress_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Progress] = []

    @contextmanager
    def shown(_: object) -> Iterator[Run]:
        yield Run(progress=told.append)

    monkeypatch.setattr(command_module, "running", shown)
    assert run("duel", A, B).code == 0
    ends = [(now.stage, now.total) for now in told if now.done == now.total]
    assert ends == [("solving the duel", 2530), ("responding", 264), ("responding", 187)]
    told.clear()
    assert run("duel", A, B, "--roll", "7").code == 0
    assert {now.stage for now in told} == {"listing the choices", "listing the joint states", "solving the duel"}


# Exploiting.


def test_the_json_of_exploit_is_exact() -> None:
    found = run("exploit", B, A, "--json").json()
    assert found["boards"][0] == [6, 7, 6, 7, 7, 7, 6, 6, 6]
    assert (found["objective"], found["policy"], found["tie_break"]) == ("score", "optimal", "smallest")
    assert exact(found["value"]) == "26009/11390625"
    assert exact(found["gain"]) == "742904/11390625"
    assert exact(found["gain_over_duel"]) == "0"
    assert exact(found["duel"]["value"]) == "26009/11390625"
    assert exact(found["match"]["value"]) == "-15931/253125"
    assert shares(found["match"]["outcomes"]) == ["118597/253125", "134528/253125", "0"]
    assert shares(found["outcomes"]) == [str(share) for share in exploit(B, A).outcomes.values()]
    assert found["joint_states"] == 264


@pytest.mark.parametrize("policy", ["random", "prefer:4,0,2,6,8,1,3,5,7"])
@pytest.mark.parametrize("tie_break", ["largest", "random"])
def test_exploit_accepts_the_same_options_as_the_library(policy: str, tie_break: TieBreakName) -> None:
    options = {"policy": policy, "tie_break": tie_break, "objective": "win"}
    found = run("exploit", A, B, *(x for k, v in options.items() for x in (f"--{k.replace('_', '-')}", v)), "--json")
    expected = exploit(A, B, policy=policy, tie_break=tie_break, objective="win")
    answer = found.json()
    assert answer == expected.to_dict()
    assert answer["duel"] is answer["gain_over_duel"] is None
    assert (answer["policy"], answer["tie_break"]) == (policy, tie_break)


def test_the_text_of_exploit_shows_the_gain() -> None:
    out = run("exploit", B, A).out
    assert "\nsecond: policy optimal, tie-break smallest\n" in out
    assert "The best response gains first 0.0652207 = 742904/11390625 over solo-optimal play." in " ".join(out.split())
    assert "Following the policy costs second nothing." in " ".join(out.split())
    other = " ".join(run("exploit", A, B).out.split())
    assert "first can do no better than solo-optimal play. Following the policy costs second 0.0652207" in other
    wins = run("exploit", C, D, "--objective", "win").out
    assert "to win, as" not in wins


def test_bad_input_to_exploit_is_rejected() -> None:
    assert "expected the policy optimal" in run("exploit", A, B, "--policy", "best").complaint()
    assert "expected the tie-break smallest" in run("exploit", A, B, "--tie-break", "best").complaint()
    assert "expected two boards, got 1" in run("exploit", A).complaint()


@pytest.mark.parametrize("options", [{}, {"objective": "win"}, {"roll": 6}, {"roll": 6, "objective": "win"}])
def test_the_library_gives_the_same_answer_as_the_command(options: dict[str, Any]) -> None:
    given = [text for name, value in options.items() for text in (f"--{name}", str(value))]
    assert duel(*NASH, **options).to_dict() == run("duel", *NASH, *given, "--json").json()


@pytest.mark.parametrize("command", ["duel", "exploit"])
def test_a_duel_starts_without_heavy_modules(command: str) -> None:
    program = (
        "import sys; from dicebingo.cli.main import run; code = run(); "
        "heavy = [m for m in ('numpy', 'numba', 'rich', 'matplotlib') if m in sys.modules]; "
        "sys.exit(str(heavy) if heavy else code)"
    )
    done = subprocess.run([sys.executable, "-c", program, command, *NASH], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
