"""The command line: JSON as promised, exit codes, and help for every command."""

from __future__ import annotations

import os
import subprocess
import sys
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import click
import pytest

from dicebingo import __version__
from dicebingo.cli.main import COMMANDS, cli
from dicebingo.exact import Rational
from dicebingo.model.variants import VARIANTS
from dicebingo.solo.chain import chain_of
from dicebingo.solo.mdp import solve
from dicebingo.solo.why import best_changes, why
from tests.commands import run

OPTIMAL = "8 8 9 / 7 6 10 / 7 4 5"
BOARD = "6 7 6 / 7 7 7 / 6 6 6"
MARKED = "*6 7 6 / x 7 7 / 6 6 6"


def number(value: Any) -> dict[str, Any]:
    """The JSON form of an exact number, by its definition."""
    return {"exact": str(value), "decimal": float(Fraction(str(value)))}


# dicebingo solve


def test_solve_says_what_the_issue_asks_for() -> None:
    answer = run("solve", OPTIMAL, "--json").json()
    chain = chain_of(OPTIMAL)
    assert answer["board"] == [8, 8, 9, 7, 6, 10, 7, 4, 5]
    assert answer["marked"] == []
    assert answer["tie_break"] == "smallest"
    assert answer["expected_rolls"] == {
        "exact": "47546657067260786722139/7535828431282951800000",
        "decimal": 47546657067260786722139 / 7535828431282951800000,
    }
    assert answer["variance"] == number(chain.variance())
    assert answer["standard_deviation"] == {
        "exact": f"sqrt({chain.variance()})",
        "decimal": sqrt(float(chain.variance())),
    }
    cells = {"4": [7], "5": [8], "6": [4], "7": [6], "8": [0], "9": [2], "10": [5]}
    assert answer["optimal_cells"] == cells
    assert answer["transient_states"] == 230
    assert answer["exact"] is True
    assert "distribution" not in answer
    assert "why" not in answer


def test_solve_a_position() -> None:
    answer = run("solve", MARKED, "--json", "--tie-break", "largest").json()
    solution = solve(MARKED)
    assert answer["board"] == [6, 7, 6, None, 7, 7, 6, 6, 6]
    assert answer["marked"] == [0, 3]
    assert answer["tie_break"] == "largest"
    assert answer["expected_rolls"] == number(solution.expected_rolls)
    assert answer["optimal_cells"] == {"6": list(solution.optimal_cells(6)), "7": list(solution.optimal_cells(7))}
    assert answer["transient_states"] == solution.transient_states


@pytest.mark.parametrize("tie_break", ["smallest", "largest", "random"])
def test_tie_breaks_reach_the_variance(tie_break: str) -> None:
    text = "6 9 10 / 9 9 9 / 10 10 6"
    answer = run("solve", text, "--json", "--tie-break", tie_break).json()
    assert answer["tie_break"] == tie_break
    assert answer["variance"] == number(chain_of(text, tie_break=tie_break).variance())


@pytest.mark.parametrize("policy", ["optimal", "random", "prefer:4,0,2,6,8,1,3,5,7", "random:1,2,3,4,5,6,7,8,9"])
def test_policies(policy: str) -> None:
    answer = run("solve", BOARD, "--json", "--policy", policy).json()
    chain = chain_of(BOARD, policy=policy)
    assert answer["policy"] == policy
    assert answer["expected_rolls"] == number(chain.mean())
    assert answer["variance"] == number(chain.variance())
    assert answer["loss"] == number(chain.mean() - solve(BOARD).expected_rolls)
    assert (answer["loss"]["decimal"] > 0) == (policy != "optimal")
    assert answer["optimal_cells"]["6"] == [7]


def test_distribution() -> None:
    answer = run("solve", BOARD, "--json", "--upto", "5").json()
    expected = chain_of(BOARD).distribution(5)
    assert answer["distribution"] == [
        {"roll": k, "pmf": number(pmf), "cdf": number(cdf)} for k, (pmf, cdf) in enumerate(expected)
    ]
    assert len(run("solve", BOARD, "--json", "--upto", "0").json()["distribution"]) == 1


def test_why() -> None:
    answer = run("solve", BOARD, "--json", "--why").json()["why"]
    found, changes = why(chain_of(BOARD)), best_changes(solve(BOARD))
    assert [line["probability"] for line in answer["lines"]] == [number(p) for p in found.lines]
    assert [line["cells"] for line in answer["lines"]][-2:] == [[0, 4, 8], [2, 4, 6]]
    assert answer["cells"] == [number(p) for p in found.cells]
    assert answer["wasted"] == number(found.wasted)
    assert answer["changes"] == [
        {"cell": c.cell, "value": c.value, "expected_rolls": number(c.expected_rolls), "gain": number(c.gain)}
        for c in changes
    ]


@pytest.mark.parametrize(
    ("arguments", "rolls"),
    [
        (["1 2 / 3 4", "--rules", "knuth"], "11/2"),
        (["1 2 / 3 4", "--layout", "2x2:rows", "--dice", "d6"], "11/2"),
        (["1 1 / 1 2", "--rules", "knuth", "--marking", "all"], "6"),
        (["7 7 7 7 7 7 7 7 7", "--rules", "blackout"], "54"),
        (["7 7 7 7 7 7 7 7 7", "--layout", "3x3:corners"], "24"),
        (["10 10 10 10 10 10 10 10 10", "--dice", "3d6"], "24"),
        (["36 36 36 36 36 36 36 36 36", "--rules", "product"], "108"),
        (["1 F 1", "--layout", "1x3:free-centre", "--dice", "{1:1,2:3}"], "8"),
        (["7 7 7 7 " * 4, "--rules", "4x4"], "24"),
        (["7 7 7 7 7 7 7 7 7", "--rules", "mark-all"], "6"),
        (["7 7 7 7 7 7 7 7 7", "--rules", "mark-all", "--marking", "one"], "18"),
    ],
)
def test_rules_and_their_parts(arguments: list[str], rolls: str) -> None:
    answer = run("solve", "--json", *arguments).json()
    assert answer["expected_rolls"] == number(Rational(rolls))


def test_json_names_the_rules() -> None:
    named = run("solve", "1 2 / 3 4", "--rules", "knuth", "--json").json()["rules"]
    assert named == {"name": "knuth", "layout": "2x2:rows", "dice": "1d6", "marking": "one"}
    changed = run("solve", "1 2 / 3 4", "--rules", "knuth", "--dice", "{1:1,2:3,3:1,4:1}", "--json").json()["rules"]
    assert changed == {"name": None, "layout": "2x2:rows", "dice": "{1:1,2:3,3:1,4:1}", "marking": "one"}


def test_free_cells_in_json() -> None:
    answer = run("solve", "1 F x", "--layout", "1x3:free-centre", "--dice", "d6", "--json").json()
    assert answer["board"] == [1, "F", None]
    assert answer["marked"] == [1, 2]


@pytest.mark.slow
def test_large_boards_are_solved_in_float64_and_say_so() -> None:
    board = " ".join(["7"] * 20)
    answer = run("solve", board, "--layout", "4x5", "--json").json()
    assert answer["exact"] is False
    assert answer["expected_rolls"] == {"exact": None, "decimal": pytest.approx(24)}
    assert answer["standard_deviation"] == {"exact": None, "decimal": pytest.approx(sqrt(4 * 30))}
    assert 0 < answer["relative_error_bound"] < 1e-13
    assert "float64" in run("solve", board, "--layout", "4x5").out
    best = run("advise", board, "--roll", "7", "--layout", "4x5", "--json").json()["candidates"][0]
    assert best["expected_rolls"] == {"exact": None, "decimal": pytest.approx(18)}


@pytest.mark.parametrize("text", ["*7 *7 *7 / 7 7 7 / 7 7 7", "x x x / x x x / x x x"])
def test_after_a_bingo(text: str) -> None:
    answer = run("solve", text, "--json", "--why", "--upto", "1").json()
    assert answer["expected_rolls"] == answer["variance"] == number(0)
    assert answer["standard_deviation"] == {"exact": "sqrt(0)", "decimal": 0.0}
    assert answer["optimal_cells"] == {}
    assert answer["transient_states"] == 0
    assert run("advise", text, "--roll", "7", "--json").json()["candidates"] == []
    for command in (["solve", text, "--why", "--upto", "1"], ["advise", text, "--roll", "7"]):
        assert "bingo" in run(*command).out


def test_text_for_people() -> None:
    shown = run("solve", OPTIMAL, "--why", "--upto", "4", "--policy", "random")
    assert (shown.code, shown.err) == (0, "")
    shown = run("solve", OPTIMAL)
    for part in (
        "classic",
        "6.309413424",
        "47546657067260786722139/7535828431282951800000",
        "2.385",
        "230",
        "smallest",
    ):
        assert part in shown.out
    assert max(map(len, shown.out.splitlines())) <= 100


# dicebingo advise


def test_advise_says_what_the_issue_asks_for() -> None:
    answer = run("advise", BOARD, "--roll", "6", "--json").json()
    candidates = solve(BOARD).candidates(6)
    assert answer["roll"] == 6
    assert [c["cell"] for c in answer["candidates"]] == [7, 0, 2, 6, 8]
    for shown, candidate in zip(answer["candidates"], candidates, strict=True):
        assert shown["expected_rolls"] == number(candidate.expected_rolls)
        assert shown["loss"] == number(candidate.loss)
    assert answer["candidates"][0]["loss"] == number(0)


def test_advise_on_a_wasted_roll() -> None:
    assert run("advise", BOARD, "--roll", "12", "--json").json()["candidates"] == []
    assert "wasted" in run("advise", BOARD, "--roll", "12").out


def test_advise_where_all_matches_are_marked() -> None:
    (only,) = run("advise", BOARD, "--roll", "6", "--marking", "all", "--json").json()["candidates"]
    assert (only["cell"], only["cells"]) == (0, [0, 2, 6, 7, 8])


def test_advise_in_words() -> None:
    shown = run("advise", BOARD, "--roll", "6")
    assert (shown.code, shown.err) == (0, "")
    assert "8.168295" in shown.out


# Files


def test_a_board_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "boards.txt"
    for content in (f"# mine\n\nA: {OPTIMAL}\n", f"\ufeff{OPTIMAL}  # best\r\n", f"a: b: {OPTIMAL}"):
        file.write_text(content, encoding="utf-8")
        assert run("solve", f"@{file}", "--json").json()["board"] == [8, 8, 9, 7, 6, 10, 7, 4, 5]


# All commands


def commands() -> dict[str, click.Command]:
    context = click.Context(cli)
    found = {name: cli.get_command(context, name) for name in cli.list_commands(context)}
    assert found.keys() == COMMANDS.keys()
    return {name: command for name, command in found.items() if command is not None}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(name: str) -> None:
    shown = run(name, "--help")
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.startswith(f"Usage: dicebingo {name}")
    assert f"Example: dicebingo {name}" in " ".join(shown.out.split())
    assert run(name, "-h").out == shown.out


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "completion"])  # a script is for a shell
def test_every_command_has_json(name: str) -> None:
    assert any("--json" in parameter.opts for parameter in commands()[name].params)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_has_help(name: str) -> None:
    options = [parameter for parameter in commands()[name].params if isinstance(parameter, click.Option)]
    assert all(option.help for option in options)


def test_every_command_that_takes_a_board_takes_rules() -> None:
    for name, command in commands().items():
        names = {option for parameter in command.params for option in parameter.opts}
        if names & {"position", "boards"}:
            assert names >= {"--rules", "--layout", "--dice", "--marking"}, name


def test_help_lists_the_commands() -> None:
    shown = run("--help")
    assert shown.code == 0
    assert all(name in shown.out for name in COMMANDS)
    assert run().out == run("-h").out == shown.out


def test_version() -> None:
    assert run("--version").out == f"dicebingo, version {__version__}\n"


def test_rules_are_listed() -> None:
    answer = run("rules", "--json").json()["rules"]
    assert [rules["name"] for rules in answer] == [variant.name for variant in VARIANTS]
    assert (answer[0]["lines"], answer[0]["symmetries"]) == (8, 8)
    shown = run("rules")
    assert shown.code == 0
    assert all(variant.name in shown.out and variant.dice in shown.out for variant in VARIANTS)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_script(shell: str) -> None:
    shown = run("completion", shell)
    assert (shown.code, shown.err) == (0, "")
    assert "_DICEBINGO_COMPLETE" in shown.out


def test_completion_completes() -> None:
    environment = {
        **os.environ,
        "_DICEBINGO_COMPLETE": "bash_complete",
        "COMP_WORDS": "dicebingo so",
        "COMP_CWORD": "1",
    }
    code = "from dicebingo.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "plain,solve\n"


def test_the_module_is_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "dicebingo", "solve", OPTIMAL], capture_output=True, text=True, check=True
    )
    assert "6.309413424" in done.stdout
