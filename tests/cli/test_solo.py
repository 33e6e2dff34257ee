"""Commands about one board (solve, advise, improve, review) print the documented JSON and agree with the library."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

import dicebingo
from dicebingo.solo.chain import chain_of
from dicebingo.solo.mdp import optimal_play
from dicebingo.solo.policy import TieBreakName
from dicebingo.solo.why import best_changes, why
from tests.commands import run

OPTIMAL = "8 8 9 / 7 6 10 / 7 4 5"
BOARD = "6 7 6 / 7 7 7 / 6 6 6"
MARKED = "*6 7 6 / x 7 7 / 6 6 6"


def number(value: Any) -> dict[str, Any]:
    """Return the JSON form of an exact number, as documented."""
    return {"exact": str(value), "decimal": float(Fraction(str(value)))}


# dicebingo solve


def test_the_json_of_a_solution_is_exact() -> None:
    answer = run("solve", OPTIMAL, "--json").json()
    chain = chain_of(OPTIMAL)
    assert answer["board"] == [8, 8, 9, 7, 6, 10, 7, 4, 5]
    assert answer["marked"] == []
    assert answer["tie_break"] == "smallest"
    assert answer["expected_rolls"] == {
        "exact": "47546657067260786722139/7535828431282951800000",
        "decimal": 47546657067260786722139 / 7535828431282951800000,
    }
    assert answer["variance"] == number(chain.variance)
    assert answer["standard_deviation"] == {
        "exact": f"sqrt({chain.variance})",
        "decimal": sqrt(float(chain.variance)),
    }
    cells = {"4": [7], "5": [8], "6": [4], "7": [6], "8": [0], "9": [2], "10": [5]}
    assert answer["optimal_cells"] == cells
    assert answer["transient_states"] == 230
    assert answer["exact"] is True
    assert "distribution" not in answer
    assert "why" not in answer


def test_a_position_with_marks_is_solved() -> None:
    answer = run("solve", MARKED, "--json", "--tie-break", "largest").json()
    solution = optimal_play(MARKED)
    assert answer["board"] == [6, 7, 6, None, 7, 7, 6, 6, 6]
    assert answer["marked"] == [0, 3]
    assert answer["tie_break"] == "largest"
    assert answer["expected_rolls"] == number(solution.expected_rolls)
    assert answer["optimal_cells"] == {"6": list(solution.optimal_cells(6)), "7": list(solution.optimal_cells(7))}
    assert answer["transient_states"] == solution.transient_states


@pytest.mark.parametrize("tie_break", ["smallest", "largest", "random"])
def test_the_variance_depends_on_the_tie_break(tie_break: TieBreakName) -> None:
    text = "6 9 10 / 9 9 9 / 10 10 6"
    answer = run("solve", text, "--json", "--tie-break", tie_break).json()
    assert answer["tie_break"] == tie_break
    assert answer["variance"] == number(chain_of(text, tie_break=tie_break).variance)


@pytest.mark.parametrize("policy", ["optimal", "random", "prefer:4,0,2,6,8,1,3,5,7", "random:1,2,3,4,5,6,7,8,9"])
def test_policies_are_evaluated(policy: str) -> None:
    answer = run("solve", BOARD, "--json", "--policy", policy).json()
    chain = chain_of(BOARD, policy=policy)
    assert answer["policy"] == policy
    assert answer["expected_rolls"] == number(chain.mean)
    assert answer["variance"] == number(chain.variance)
    assert answer["loss"] == number(chain.mean - optimal_play(BOARD).expected_rolls)
    assert (answer["loss"]["decimal"] > 0) == (policy != "optimal")
    assert answer["optimal_cells"]["6"] == [7]


def test_the_distribution_is_included_on_request() -> None:
    answer = run("solve", BOARD, "--json", "--upto", "5").json()
    expected = chain_of(BOARD).distribution(5)
    assert answer["distribution"] == [
        {"roll": k, "pmf": number(pmf), "cdf": number(cdf)} for k, (pmf, cdf) in enumerate(expected)
    ]
    assert len(run("solve", BOARD, "--json", "--upto", "0").json()["distribution"]) == 1


def test_the_why_option_explains_a_board() -> None:
    answer = run("solve", BOARD, "--json", "--why").json()["why"]
    found, changes = why(chain_of(BOARD)), best_changes(optimal_play(BOARD))
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
def test_options_can_replace_parts_of_the_rules(arguments: list[str], rolls: str) -> None:
    answer = run("solve", "--json", *arguments).json()
    assert answer["expected_rolls"] == number(Fraction(rolls))


def test_json_names_the_rules() -> None:
    named = run("solve", "1 2 / 3 4", "--rules", "knuth", "--json").json()["rules"]
    assert named == {"name": "knuth", "layout": "2x2:rows", "dice": "1d6", "marking": "one"}
    changed = run("solve", "1 2 / 3 4", "--rules", "knuth", "--dice", "{1:1,2:3,3:1,4:1}", "--json").json()["rules"]
    assert changed == {"name": None, "layout": "2x2:rows", "dice": "{1:1,2:3,3:1,4:1}", "marking": "one"}


def test_the_json_shows_free_cells_as_marked() -> None:
    answer = run("solve", "1 F x", "--layout", "1x3:free-centre", "--dice", "d6", "--json").json()
    assert answer["board"] == [1, "F", None]
    assert answer["marked"] == [1, 2]


@pytest.mark.slow
def test_large_boards_are_solved_in_float64_with_a_note() -> None:
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
def test_a_finished_game_is_solved(text: str) -> None:
    answer = run("solve", text, "--json", "--why", "--upto", "1").json()
    assert answer["expected_rolls"] == answer["variance"] == number(0)
    assert answer["standard_deviation"] == {"exact": "sqrt(0)", "decimal": 0.0}
    assert answer["optimal_cells"] == {}
    assert answer["transient_states"] == 0
    assert run("advise", text, "--roll", "7", "--json").json()["candidates"] == []
    for command in (["solve", text, "--why", "--upto", "1"], ["advise", text, "--roll", "7"]):
        assert "bingo" in run(*command).out


def test_the_text_of_a_solution_shows_its_exact_value() -> None:
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


def test_the_json_of_advice_lists_all_cells_best_first() -> None:
    answer = run("advise", BOARD, "--roll", "6", "--json").json()
    candidates = optimal_play(BOARD).candidates(6)
    assert answer["roll"] == 6
    assert [c["cell"] for c in answer["candidates"]] == [7, 0, 2, 6, 8]
    for shown, candidate in zip(answer["candidates"], candidates, strict=True):
        assert shown["expected_rolls"] == number(candidate.expected_rolls)
        assert shown["loss"] == number(candidate.loss)
    assert answer["candidates"][0]["loss"] == number(0)


def test_a_wasted_roll_has_no_candidates() -> None:
    assert run("advise", BOARD, "--roll", "12", "--json").json()["candidates"] == []
    assert "wasted" in run("advise", BOARD, "--roll", "12").out


def test_advice_has_one_choice_if_all_matching_cells_are_marked() -> None:
    (only,) = run("advise", BOARD, "--roll", "6", "--marking", "all", "--json").json()["candidates"]
    assert (only["cell"], only["cells"]) == (0, [0, 2, 6, 7, 8])


def test_the_text_of_advice_shows_the_expected_rolls() -> None:
    shown = run("advise", BOARD, "--roll", "6")
    assert (shown.code, shown.err) == (0, "")
    assert "8.168295" in shown.out


# The commands ``improve`` and ``review``


def test_improve_lists_the_best_changes() -> None:
    answer = run("improve", "6 5 10 / 11 7 3 / 4 9 8", "--most", "2", "--json").json()
    changes = best_changes(optimal_play("6 5 10 / 11 7 3 / 4 9 8"), 2)
    assert answer["changes"] == [
        {"cell": c.cell, "value": c.value, "expected_rolls": number(c.expected_rolls), "gain": number(c.gain)}
        for c in changes
    ]
    assert answer.keys() == {"rules", "board", "marked", "expected_rolls", "changes"}


def test_improve_continues_until_no_change_helps() -> None:
    answer = run("improve", "2 2 / 2 2", "--rules", "knuth", "--full", "--json").json()
    assert [(step["cell"], step["value"]) for step in answer["steps"]] == [(0, 1), (1, 3), (2, 4)]
    assert answer["improved"] == {"board": [1, 3, 4, 2], "expected_rolls": number(Fraction(11, 2))}
    assert answer["status"] == "no change of a single cell helps"
    shown = run("improve", "2 2 / 2 2", "--rules", "knuth", "--full").out
    assert "3 in cell 1" in shown
    assert shown.endswith("No change of a single cell improves this board.\n")


def test_improve_reports_that_no_change_helps() -> None:
    for options in ([], ["--full"]):
        shown = run("improve", OPTIMAL, *options).out
        assert shown.count("No change of a single cell helps.") == 1
        assert "improves this board" not in shown
    assert run("improve", OPTIMAL, "--full", "--json").json()["steps"] == []


def test_review_lists_the_cost_of_each_mark() -> None:
    answer = run("review", BOARD, "6:0", "5", "7:4", "--json").json()
    assert [move["loss"]["exact"] for move in answer["moves"]] == ["36/1331", "0", "0"]
    assert [move["cells"] for move in answer["moves"]] == [[0], [], [4]]
    assert answer["loss"] == number(Fraction(36, 1331))
    assert (answer["bingo"], answer["lines"], answer["end"]["marked"]) == (False, [], [0, 4])
    shown = run("review", BOARD, "6:0", "5", "7:4", "6:8").out
    for part in ("0.027047 = 36/1331", "wasted", "best", "diagonal 0-4-8"):
        assert part in shown


def test_a_reviewed_move_can_mark_all_matching_cells() -> None:
    answer = run("review", BOARD, "6:8,7,6,2,0", "--marking", "all", "--json").json()
    assert answer["moves"][0]["cells"] == [0, 2, 6, 7, 8]
    assert answer["lines"] == [[6, 7, 8]]
    assert answer["bingo"] is True


def test_a_game_without_moves_costs_nothing() -> None:
    answer = run("review", BOARD, "--json").json()
    assert (answer["moves"], answer["loss"]) == ([], number(0))
    assert "total loss      0\n" in run("review", BOARD).out


# The library and the commands give the same answers

ANSWERS: list[tuple[list[str], Any]] = [
    (["solve", OPTIMAL, "--why", "--upto", "4"], dicebingo.solve(OPTIMAL, why=True, upto=4)),
    (["solve", MARKED, "--tie-break", "random"], dicebingo.solve(MARKED, tie_break="random")),
    (["solve", BOARD, "--policy", "optimal"], dicebingo.evaluate(BOARD)),
    (["solve", BOARD, "--policy", "random", "--upto", "3"], dicebingo.evaluate(BOARD, policy="random", upto=3)),
    (["solve", "1 2 / 3 4", "--rules", "knuth"], dicebingo.solve([[1, 2], [3, 4]], rules="knuth")),
    (["advise", BOARD, "--roll", "6"], dicebingo.advise(BOARD, 6)),
    (["improve", BOARD, "--most", "3", "--full"], dicebingo.improve(BOARD, most=3, full=True)),
    (["review", BOARD, "6:0", "5", "7:4"], dicebingo.review(BOARD, [(6, 0), (5, []), (7, [4])])),
]


@pytest.mark.parametrize(("arguments", "answer"), ANSWERS, ids=[" ".join(arguments) for arguments, _ in ANSWERS])
def test_the_command_prints_the_answer_of_the_library(arguments: list[str], answer: Any) -> None:
    assert run(*arguments, "--json").json() == answer.to_dict()


# Files


def test_a_board_is_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "boards.txt"
    for content in (f"# mine\n\nA: {OPTIMAL}\n", f"\ufeff{OPTIMAL}  # best\r\n", f"a: b: {OPTIMAL}"):
        file.write_text(content, encoding="utf-8")
        assert run("solve", f"@{file}", "--json").json()["board"] == [8, 8, 9, 7, 6, 10, 7, 4, 5]
