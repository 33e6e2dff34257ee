"""``dicebingo nash``: JSON, text and rejected input."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dicebingo.duels.nash import nash
from tests.commands import run
from tests.duels.test_stage_game import MOTIVATING, NO_PURE, PRINTED
from tests.twins import games as games_twin

KEYS = {
    *("rules", "boards", "marked", "roll", "objective", "continuation", "tie_break", "actions", "payoffs"),
    *("best_replies", "dominated", "pure", "equilibria", "components", "degenerate"),
}


def exact(number: dict[str, Any]) -> Fraction:
    """Check the decimal form of a number and return its fraction."""
    assert number.keys() == {"exact", "decimal"}
    assert float(Fraction(number["exact"])) == number["decimal"]
    return Fraction(number["exact"])


def assert_equilibria(found: dict[str, Any], objective: str) -> None:
    """Check every listed equilibrium, using only the JSON."""
    first, second = found["actions"]
    ends = [[[exact(entry[k]) for k in ("first", "second", "tie")] for entry in row] for row in found["payoffs"]]
    assert all(sum(entry) == 1 for row in ends for entry in row)
    score = objective == "score"
    one = [[a - b if score else a for a, b, _ in row] for row in ends]
    other = [[b - a if score else b for a, b, _ in row] for row in ends]
    for equilibrium in found["equilibria"]:
        p, q = (
            tuple(exact(equilibrium[name]["none" if cell is None else str(cell)]) for cell in own)
            for name, own in (("first", first), ("second", second))
        )
        assert sum(p) == sum(q) == 1
        assert games_twin.is_equilibrium(one, other, p, q)
        pays = [exact(equilibrium["payoffs"][name]) for name in ("first", "second")]
        assert pays == [max(games_twin.values(one, q)), max(games_twin.values(games_twin.transposed(other), p))]


def test_the_json_has_the_papers_mixed_equilibrium() -> None:
    found = run("nash", *NO_PURE, "--roll", "6", "--json").json()
    assert found.keys() == KEYS
    assert found["actions"] == [[2, 6], [0, 8]]
    assert [[(e["first"]["exact"], e["second"]["exact"]) for e in row] for row in found["payoffs"]] == PRINTED
    assert found["pure"] == []
    assert found["degenerate"] is False
    (equilibrium,) = found["equilibria"]
    assert equilibrium["first"]["2"]["exact"] == "29891145/56555767"
    assert equilibrium["second"]["0"]["exact"] == "352522/9125389"
    assert (found["objective"], found["continuation"], found["tie_break"]) == ("win", "solo", "smallest")
    assert found["best_replies"] == {"first": [[2], [6]], "second": [[8], [0]]}
    assert found["dominated"] == {"first": [], "second": []}
    assert found["components"] == [[0]]
    assert found["marked"] == [[], [2, 3, 7]]
    assert_equilibria(found, "win")


@pytest.mark.parametrize("objective", ["win", "score"])
def test_the_json_shows_which_choice_is_dominated(objective: str) -> None:
    found = run("nash", *MOTIVATING, "--roll", "6", "--objective", objective, "--json").json()
    assert found["actions"] == [[2, 7], [None]]
    better, worse = (7, 2) if objective == "win" else (2, 7)
    assert found["pure"] == [[better, None]]
    assert found["best_replies"] == {"first": [[better]], "second": [[None], [None]]}
    (dominated,) = found["dominated"]["first"]
    assert (dominated["action"], dominated["strictly"]) == (worse, True)
    assert exact(dominated["by"][str(better)]) == 1
    assert exact(found["equilibria"][0]["second"]["none"]) == 1
    assert_equilibria(found, objective)


def test_payoffs_come_from_the_duel_if_the_continuation_is_a_duel() -> None:
    options = ("--objective", "score", "--continuation", "duel")
    found = run("nash", *NO_PURE, "--roll", "6", *options, "--json").json()
    (equilibrium,) = found["equilibria"]
    assert equilibrium["payoffs"]["first"]["exact"] == "-73932286703375/135927432128268"
    assert (found["continuation"], found["tie_break"]) == ("duel", None)
    assert_equilibria(found, "score")


def test_a_note_appears_if_the_duel_has_several_equilibria() -> None:
    shown = run("nash", *NO_PURE, "--roll", "6", "--continuation", "duel")
    assert shown.code == 0
    assert (
        shown.err == "note: 13 later stage games have equilibria with different payoffs; "
        "the first equilibrium of each game is used\n"
    )
    assert "continuation duel" in shown.out


@pytest.mark.parametrize(
    "options",
    [{}, {"tie_break": "random"}, {"objective": "score"}, {"objective": "score", "continuation": "duel"}],
)
def test_the_library_gives_the_same_answer_as_the_command(options: dict[str, Any]) -> None:
    given = [text for name, value in options.items() for text in (f"--{name.replace('_', '-')}", value)]
    assert nash(*MOTIVATING, 6, **options).to_dict() == run("nash", *MOTIVATING, "--roll", "6", *given, "--json").json()


def test_the_json_of_a_degenerate_game_lists_all_extreme_equilibria() -> None:
    found = run("nash", "7 7 7 / 7 7 7 / 7 7 7", "6 7 6 / 7 7 7 / 6 6 6", "--roll", "7", "--json").json()
    assert found["degenerate"] is True
    assert len(found["equilibria"]) == 9
    assert sorted(n for component in found["components"] for n in component) == list(range(len(found["equilibria"])))
    assert_equilibria(found, "win")


def test_the_tie_break_applies_to_solo_play() -> None:
    boards = ("9 9 6 / 9 6 9 / 6 9 5", "5 8 5 / 6 6 5 / 5 5 8")
    found = [run("nash", *boards, "--roll", "5", "--tie-break", t, "--json").json() for t in ("smallest", "largest")]
    assert [answer["tie_break"] for answer in found] == ["smallest", "largest"]
    assert found[0]["payoffs"] != found[1]["payoffs"]


def test_the_text_shows_the_papers_payoffs_as_fractions() -> None:
    shown = run("nash", *NO_PURE, "--roll", "6").out
    assert "cell 2          20.05%*  72.96%   19.25%   75.02%*" in shown
    assert "cell 6          17.00%   74.84%*  19.37%*  72.53%" in shown
    assert "No pure equilibrium, 1 mixed." in shown
    for fraction in (*(f for row in PRINTED for pair in row for f in pair), "29891145/56555767", "352522/9125389"):
        assert fraction in shown
    assert "degenerate" not in shown


def test_the_text_shows_scores_under_the_objective_score() -> None:
    shown = run("nash", *MOTIVATING, "--roll", "6", "--objective", "score").out
    assert "cell 2          -0.0537*  +0.0537*" in shown
    assert "first: cell 7 is strictly dominated by cell 2" in shown
    assert "1. first marks cell 2, second marks nothing\n   first scores   -0.053674 = -143531463553/" in shown


def test_the_text_reports_a_degenerate_game_and_truncates_its_equilibria() -> None:
    shown = run("nash", "7 7 7 / 7 7 7 / 7 7 7", "7 7 7 / 7 7 7 / 7 7 7", "--roll", "7").out
    assert "81 pure equilibria, 0 mixed." in shown
    assert "The game is degenerate" in shown
    assert "{1 to 81}" in " ".join(shown.split())
    assert "... and 69 more (--json lists all of them)" in shown
    assert "To see the ties and the exact numbers for all pairs, use --json." in shown


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((*NO_PURE,), "--roll"),
        ((NO_PURE[0], "--roll", "6"), "expected two boards, got 1"),
        ((*NO_PURE, "--roll", "13"), "expected a roll of 2d6, got 13"),
        ((*NO_PURE, "--roll", "six"), "six"),
        ((*NO_PURE, "--roll", "6", "--objective", "fun"), "expected the objective score or win, got 'fun'"),
        ((*NO_PURE, "--roll", "6", "--continuation", "fun"), "expected the continuation solo or duel, got 'fun'"),
        ((*NO_PURE, "--roll", "6", "--tie-break", "fun"), "expected the tie-break smallest, largest or random"),
        (("*7 *4 *6 / 9 7 8 / 6 9 5", NO_PURE[1], "--roll", "6"), "expected positions without a bingo"),
        ((NO_PURE[0], "1 2 3", "--roll", "6"), "expected"),
    ],
)
def test_bad_input_is_rejected(arguments: tuple[str, ...], message: str) -> None:
    assert message in run("nash", *arguments).complaint()
