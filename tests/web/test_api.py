"""The server gives the same answers as the command line and the library."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from io import StringIO
from typing import Any

import jsonschema_rs
import pytest

from dicebingo.exact import decimal
from dicebingo.matches.match import match
from dicebingo.model.board import Board, Position
from dicebingo.model.dice import Dice
from dicebingo.model.layout import Layout, cells_of
from dicebingo.model.variants import VARIANTS, find_rules
from dicebingo.render.svg.drawings import board_svg
from dicebingo.reproduction.printed import BOARDS as PRINTED
from dicebingo.running.randomness import draw, random_board, roll
from dicebingo.solo.mdp import optimal_play
from dicebingo.solo.why import best_changes
from dicebingo.web.endpoints import ENDPOINTS, GALLERY, GalleryRing
from tests.commands import run
from tests.web.server import DESCRIPTION, Visitor, serving

OPTIMAL = "8 8 9 / 7 6 10 / 7 4 5"
A, B = "9 6 7 / 7 9 6 / 6 7 9", "6 7 6 / 7 7 7 / 6 6 6"
FIRST, SECOND = "7 4 6 / 9 7 8 / 6 9 5", "6 9 x / x 5 5 / 8 x 6"
KNUTH = "1 2 / 3 4"
CARDS = ["1 2 / 3 4", "2 4 / 5 6", "1 3 / 4 5", "1 5 / 2 6"]
RING = ["7 7 7 / 6 6 6 / 6 7 6", "7 5 9 / 9 7 5 / 5 9 7", "9 7 9 / 9 9 9 / 9 6 7"]
DRAFT = "https://json-schema.org/draft/2020-12/schema"


@pytest.fixture(scope="module")
def server() -> Iterator[Visitor]:
    with serving() as found:
        yield found


@pytest.fixture
def visitor(server: Visitor) -> Visitor:
    """Return the server that all tests share, with an empty cache."""
    server.call(server.jobs.cache.clear)
    return server


# Questions, each with the equivalent command line.
SAME = [
    ("solve", {"board": OPTIMAL}, ["solve", OPTIMAL]),
    ("solve", {"board": B, "why": True, "upto": 9}, ["solve", B, "--why", "--upto", "9"]),
    ("solve", {"board": B, "tie_break": "largest", "upto": 0}, ["solve", B, "--tie-break", "largest", "--upto", "0"]),
    ("solve", {"board": B, "policy": "prefer:4,0"}, ["solve", B, "--policy", "prefer:4,0"]),
    ("solve", {"board": KNUTH, "rules": "knuth"}, ["solve", KNUTH, "--rules", "knuth"]),
    ("solve", {"board": KNUTH, "layout": "2x2", "dice": "1d4"}, ["solve", KNUTH, "--layout", "2x2", "--dice", "1d4"]),
    ("solve", {"board": B, "marking": "all"}, ["solve", B, "--marking", "all"]),
    ("solve", {"board": "*6 7 6 / x 7 7 / 6 6 6"}, ["solve", "*6 7 6 / x 7 7 / 6 6 6"]),
    ("advise", {"board": B, "roll": 6}, ["advise", B, "--roll", "6"]),
    ("advise", {"board": B, "roll": 2}, ["advise", B, "--roll", "2"]),
    ("rank", {"board": A, "approximate": True}, ["rank", A, "--approximate"]),
    pytest.param(
        "rank",
        {"board": KNUTH, "rules": "knuth", "nearest": 2},
        ["rank", KNUTH, "--rules", "knuth", "--nearest", "2"],
        marks=pytest.mark.slow,
    ),
    ("match", {"boards": [A, B], "range": True, "upto": 5}, ["match", A, B, "--range", "--upto", "5"]),
    ("match", {"boards": [A, B, OPTIMAL], "tie_break": "random"}, ["match", A, B, OPTIMAL, "--tie-break", "random"]),
    (
        "match",
        {"boards": [A, B], "policy": ["random", "optimal"]},
        ["match", A, B, "--policy", "random", "--policy", "optimal"],
    ),
    ("match", {"boards": [A, B], "policy": "random"}, ["match", A, B, "--policy", "random"]),
    ("nash", {"boards": [FIRST, SECOND], "roll": 6}, ["nash", FIRST, SECOND, "--roll", "6"]),
    (
        "nash",
        {"boards": [FIRST, SECOND], "roll": 6, "continuation": "duel", "objective": "score"},
        ["nash", FIRST, SECOND, "--roll", "6", "--continuation", "duel", "--objective", "score"],
    ),
    ("duel", {"boards": [FIRST, SECOND], "roll": 6}, ["duel", FIRST, SECOND, "--roll", "6"]),
    ("duel", {"boards": [FIRST, SECOND], "objective": "win"}, ["duel", FIRST, SECOND, "--objective", "win"]),
    ("exploit", {"boards": [SECOND, FIRST]}, ["exploit", SECOND, FIRST]),
    pytest.param("tournament", {"boards": [A, B, OPTIMAL]}, ["tournament", A, B, OPTIMAL], marks=pytest.mark.slow),
    pytest.param(
        "tournament",
        {"boards": CARDS, "rules": "knuth", "game": "duel", "tie_break": "random"},
        ["tournament", *CARDS, "--rules", "knuth", "--game", "duel", "--tie-break", "random"],
        marks=pytest.mark.slow,
    ),
    pytest.param("rings", {"boards": RING}, ["rings", *RING], marks=pytest.mark.slow),
    pytest.param(
        "rings",
        {"boards": CARDS, "rules": "knuth", "length": 4, "most": 1},
        ["rings", *CARDS, "--rules", "knuth", "--length", "4", "--most", "1"],
        marks=pytest.mark.slow,
    ),
]


@pytest.mark.parametrize(("name", "question", "command"), SAME)
def test_the_server_and_the_command_line_give_the_same_answer(
    name: str, question: dict[str, Any], command: list[str], visitor: Visitor
) -> None:
    assert visitor.ask(name, **question) == run(*command, "--json").json()


@pytest.mark.slow
def test_a_tournament_returns_names_and_enforces_limits(visitor: Visitor) -> None:
    assert visitor.ask("tournament", boards=[A, B], names=["slow", "fast"])["names"] == ["slow", "fast"]
    assert "expected one name for each" in visitor.refused(
        "tournament", boards=[A, B], names=["slow", "fast", "no one"]
    )
    assert "expected a board without marks" in visitor.refused("tournament", boards=[A, SECOND])
    assert "boards: expected 2 to 60 items, got 61" in visitor.refused("tournament", boards=[A] * 61)
    assert "boards: expected 3 to 60 items, got 2" in visitor.refused("rings", boards=[A, B])
    assert "length: expected 3 to 8, got '9'" in visitor.refused("rings", boards=RING, length=9)


def test_the_server_lists_the_same_named_rules_as_the_command_line(visitor: Visitor) -> None:
    assert visitor.get("rules") == run("rules", "--json").json()


def test_the_server_returns_the_numbers_in_the_paper(visitor: Visitor) -> None:
    won = visitor.ask("match", boards=[A, B])["outcomes"][0]["probability"]
    assert won == {"exact": "134528/253125", "decimal": 0.5314686419753086}
    (equilibrium,) = visitor.ask("nash", boards=[FIRST, SECOND], roll=6)["equilibria"]
    assert equilibrium["first"]["2"]["exact"] == "29891145/56555767"
    assert equilibrium["second"]["0"]["exact"] == "352522/9125389"


@pytest.mark.parametrize(
    "board", [[7, 7, 7, 7, "F", 7, 7, 7, 7], "7 7 7 / 7 F 7 / 7 7 7", [7, 7, 7, 7, None, 7, 7, 7, 7]]
)
def test_boards_can_be_sent_as_text_or_as_values(board: Any, visitor: Visitor) -> None:
    answer = visitor.ask("solve", board=board, layout="3x3:free-centre", marked=[0])
    assert answer["marked"] == [0, 4]
    assert answer["expected_rolls"] == {"exact": "6", "decimal": 6.0}


@pytest.mark.parametrize(
    ("question", "error"),
    [
        ({"board": "7 7 7"}, "expected 9 values"),
        ({"board": "7 7 7 / 7 7 7 / 7 7 13"}, "cell 8 (row 3, column 3): expected a value of 2d6 (2 to 12), got 13"),
        ({"board": [7] * 8}, "expected 9 values"),
        ({"board": [7] * 8 + ["F"]}, "cell 8 is not free: expected a value"),
        ({"board": [7] * 8 + ["G"]}, "board, number 8: expected F, got 'G'"),
        ({"board": [7] * 8 + [-1]}, "board, number 8: expected 0 to"),
        ({"board": [7] * 8 + [True]}, "board, number 8: expected a whole number or a string or null, got true"),
        ({"board": [7] * 9, "marked": [9]}, "expected marked cells numbered 0 to 8, got 9"),
        ({"board": 7}, "board: expected a string or a list, got the number '7'"),
        ({"board": OPTIMAL, "rules": "chess"}, "expected named rules"),
        ({"board": OPTIMAL, "dice": "9999d6"}, "expected"),
        ({"board": OPTIMAL, "tie_break": "first"}, "tie_break: expected smallest or largest or random, got 'first'"),
        ({"board": OPTIMAL, "upto": -1}, "upto: expected 0 to 500, got '-1'"),
        ({"board": OPTIMAL, "why": 1}, "why: expected true or false, got the number '1'"),
        ({"board": OPTIMAL, "who": 1}, "the question: unknown key 'who'; the keys are board, marked, policy"),
        ({"board": OPTIMAL, "policy": "greedy"}, "expected the policy"),
        ({"board": OPTIMAL, "exact": False, "why": True}, "expected exact=True"),
        ({"board": OPTIMAL, "wait": 11}, "wait: expected 0 to 10, got '11'"),
        ({}, "the question: the key board is missing"),
    ],
)
def test_an_invalid_question_is_rejected_with_a_reason(question: dict[str, Any], error: str, visitor: Visitor) -> None:
    assert error in visitor.refused("solve", **question)


@pytest.mark.parametrize(
    ("question", "error"),
    [
        ({"players": 0}, "players: expected 1 to"),
        ({"players": 10**9}, "players: expected 1 to"),
        ({"population": []}, "population: expected 1 to 60 items, got 0"),
        ({"population": [OPTIMAL, B], "weights": [1, -1]}, "weights, number 1: expected 0 to"),
        ({"population": [OPTIMAL, B], "weights": [0, 0]}, "expected weights with a positive sum, got 0"),
        ({"population": ["1 2 / 3 4"]}, "expected"),
    ],
)
def test_a_bad_crowd_is_rejected_with_a_reason(question: dict[str, Any], error: str, visitor: Visitor) -> None:
    asked = {"board": OPTIMAL, "players": 30, "population": "distinct", **question}
    assert error in visitor.refused("crowd", **asked)


def test_describe_returns_the_parts_of_the_rules(visitor: Visitor) -> None:
    answer = visitor.ask("describe", layout="3x3:rows+free-centre", dice="product(2d6)")
    layout, dice = Layout.parse("3x3:rows+free-centre"), Dice.parse("product(2d6)")
    assert [tuple(coordinates) for coordinates in answer["grid"]] == list(layout.grid)
    assert [tuple(line["cells"]) for line in answer["lines"]] == [cells_of(line) for line in layout.lines]
    assert answer["free"] == [4]
    assert dict(zip(answer["values"], answer["weights"], strict=True)) == dict(
        zip(dice.values, dice.weights, strict=True)
    )
    assert answer["total"] == 36


def test_exact_false_gives_answers_in_float64(visitor: Visitor) -> None:
    exact, fast = visitor.ask("solve", board=OPTIMAL), visitor.ask("solve", board=OPTIMAL, exact=False)
    assert fast["exact"] is False
    assert fast["expected_rolls"]["exact"] is None
    bound = fast["relative_error_bound"] * exact["expected_rolls"]["decimal"]
    assert abs(fast["expected_rolls"]["decimal"] - exact["expected_rolls"]["decimal"]) <= bound


def test_improve_lists_the_best_changes(visitor: Visitor) -> None:
    answer = visitor.ask("improve", board=B, most=3)
    changes = best_changes(optimal_play(B), 3)
    assert [(c["cell"], c["value"], c["gain"]["exact"]) for c in answer["changes"]] == [
        (change.cell, change.value, str(change.gain)) for change in changes
    ]
    assert "steps" not in answer


def test_improve_ends_when_no_change_helps(visitor: Visitor) -> None:
    answer = visitor.ask("improve", board="1 1 / 1 1", rules="knuth", full=True)
    rolls = [Fraction(step["expected_rolls"]["exact"]) for step in answer["steps"]]
    assert rolls == sorted(rolls, reverse=True)
    assert len(set(rolls)) == len(rolls)
    end = optimal_play(answer["improved"]["board"], rules="knuth")
    assert answer["improved"]["expected_rolls"]["exact"] == str(end.expected_rolls) == str(rolls[-1])
    assert not best_changes(end)


def test_review_adds_up_the_losses(visitor: Visitor) -> None:
    answer = visitor.ask(
        "review", board=B, moves=[{"roll": 6, "cells": [0]}, {"roll": 2, "cells": []}, {"roll": 6, "cells": [8]}]
    )
    solution = optimal_play(B)
    first = next(c.loss for c in solution.candidates(6) if c.cells == (0,))
    second = next(c.loss for c in solution.candidates(6, 0b1) if c.cells == (8,))
    assert [move["loss"]["exact"] for move in answer["moves"]] == [str(first), "0", str(second)]
    assert answer["loss"]["exact"] == str(first + second)
    assert answer["end"]["marked"] == [0, 8]
    assert not answer["bingo"]


def test_review_covers_a_whole_game(visitor: Visitor) -> None:
    moves = [{"roll": 7, "cells": [cell]} for cell in (0, 4, 8)]
    answer = visitor.ask("review", board=[7] * 9, moves=moves)
    assert answer["bingo"]
    assert answer["lines"] == [[0, 4, 8]]
    assert "the game is already over" in visitor.refused("review", board=[7] * 9, moves=[*moves, moves[0]])


@pytest.mark.parametrize("cells", [[1], [0, 2], [4]])
def test_review_rejects_impossible_marks(cells: list[int], visitor: Visitor) -> None:
    error = visitor.refused("review", board=B, moves=[{"roll": 6, "cells": cells}])
    assert "move 1: expected [0] or [2] or [6] or [7] or [8] to be marked on the roll 6" in error


def test_random_boards_depend_on_the_seed(visitor: Visitor) -> None:
    boards = [visitor.ask("random", seed=seed)["board"] for seed in (1, 2, 1)]
    assert boards[0] == boards[2] != boards[1]
    assert visitor.ask("random", seed=1, rules="5x5-free")["board"][12] == "F"


def test_random_values_have_the_stated_probabilities() -> None:
    rules = find_rules("classic")
    count = 2_000
    by_dice = Counter(v for seed in range(count) for v in random_board(rules, seed, uniform=False).values)
    alike = Counter(v for seed in range(count) for v in random_board(rules, seed, uniform=True).values)
    for value in rules.dice.values:
        for found, p in ((by_dice, decimal(rules.dice.probability(value))), (alike, 1 / 11)):
            expected = 9 * count * p
            assert abs(found[value] - expected) < 5 * expected**0.5


def test_rolls_depend_on_the_seed(visitor: Visitor) -> None:
    first = visitor.ask("rolls", seed=5, count=20)["rolls"]
    assert visitor.ask("rolls", seed=5, start=10, count=10)["rolls"] == first[10:]
    assert visitor.ask("rolls", seed=6, count=20)["rolls"] != first
    assert all(sum(roll["faces"]) == roll["value"] for roll in first)


@pytest.mark.parametrize("text", ["2d6", "d6", "3d6", "product(2d6)", "d10+d20", "{1:1,2:3}"])
def test_rolls_have_the_distribution_of_the_dice(text: str) -> None:
    dice = Dice.parse(text)
    count = 3_000
    found = Counter(roll(dice, 1, number).value for number in range(count))
    assert found.keys() <= set(dice.values)
    for value in dice.values:
        expected = count * decimal(dice.probability(value))
        assert abs(found[value] - expected) < 5 * expected**0.5 + 1


@pytest.mark.parametrize("tie", ["smallest", "largest"])
def test_the_computer_plays_solo(tie: str, visitor: Visitor) -> None:
    for number in (6, 7):
        answer = visitor.ask("play", board=B, roll=number, tie_break=tie)
        best = optimal_play(B).optimal_cells(number)
        assert answer["cells"] == [min(best) if tie == "smallest" else max(best)]


def test_the_computer_breaks_ties_at_random(visitor: Visitor) -> None:
    answers = [visitor.ask("play", board=[7] * 9, roll=7, tie_break="random", turn=turn) for turn in range(30)]
    assert answers[0]["mixture"] == {str(cell): {"exact": "1/9", "decimal": 1 / 9} for cell in range(9)}
    assert len({answer["cells"][0] for answer in answers}) > 5
    again = visitor.ask("play", board=[7] * 9, roll=7, tie_break="random", turn=7)
    assert again == answers[7]


def test_the_computer_plays_the_duel(visitor: Visitor) -> None:
    stage = visitor.ask("duel", boards=[FIRST, SECOND], roll=6)["stage"]
    answer = visitor.ask("play", board=FIRST, opponent=SECOND, roll=6, strategy="duel")
    assert answer["mixture"] == {str(advice["cell"]): advice["probability"] for advice in stage["first"]}
    other = visitor.ask("play", board=SECOND, opponent=FIRST, roll=6, strategy="duel")
    assert other["mixture"] == {str(advice["cell"]): advice["probability"] for advice in stage["second"]}
    assert "needs the opponent's board" in visitor.refused("play", board=FIRST, roll=6, strategy="duel")


@pytest.mark.parametrize("strategy", ["solo", "duel"])
def test_the_computer_makes_forced_marks(strategy: str, visitor: Visitor) -> None:
    asked = {"board": B, "opponent": A, "strategy": strategy}
    assert visitor.ask("play", roll=2, **asked) == {"roll": 2, "strategy": strategy, "cells": [], "mixture": {}}
    both = visitor.ask("play", roll=7, marking="all", **asked)
    assert both["cells"] == [1, 3, 4, 5]
    assert "expected a roll of 2d6, got 13" in visitor.refused("play", roll=13, **asked)


def test_random_draws_have_the_stated_probabilities() -> None:
    mixture = {1: Fraction(1, 3), 2: Fraction(1, 2), 4: Fraction(1, 6)}
    found = Counter(draw(mixture, seed, 0) for seed in range(6_000))
    for key, share in mixture.items():
        assert abs(found[key] - 6_000 * decimal(share)) < 5 * (6_000 * decimal(share)) ** 0.5


def test_the_gallery_has_the_papers_boards(visitor: Visitor) -> None:
    shown = {board["id"]: board for board in visitor.get("gallery")["boards"]}
    assert len(shown) == len(GALLERY["boards"])
    for name, board in PRINTED.items():
        assert Board.parse(shown[name]["board"]) == Board.parse(board)
    for board in shown.values():
        Board.parse(board["board"], board["rules"])


def links(ring: GalleryRing) -> list[tuple[str, str]]:
    """Return the pairs of neighbouring boards in a ring."""
    boards = {board["id"]: board["board"] for board in GALLERY["boards"]}
    named = [boards[name] for name in ring["boards"]]
    return list(zip(named, [*named[1:], named[0]], strict=True))


@pytest.mark.parametrize("ring", GALLERY["rings"], ids=lambda ring: ring["id"])
def test_every_gallery_ring_is_a_ring(ring: GalleryRing) -> None:
    for first, second in links(ring):
        outcomes = match(first, second, rules=ring["rules"], fast=False).outcomes
        assert outcomes.first > outcomes.second


@pytest.mark.slow
def test_the_margins_of_two_gallery_rings_hold_under_every_tie_break() -> None:
    margins = {
        ring["id"]: [match(first, second, fast=False).verdict.bounds for first, second in links(ring)]
        for ring in GALLERY["rings"][:2]
    }
    assert all(bounds and bounds.low > Fraction(1, 10) for bounds in margins["found"])
    assert all(bounds and bounds.low > Fraction(6, 100) for bounds in margins["cde"])


def test_a_board_is_drawn_as_svg(visitor: Visitor) -> None:
    response = visitor.client.get("/api/board.svg", params={"board": "*8 8 9 / 7 6 10 / x 4 5"})
    assert response.headers["content-type"] == "image/svg+xml"
    assert response.text == board_svg(Position.parse("*8 8 9 / 7 6 10 / x 4 5"))


def table(visitor: Visitor, **query: Any) -> list[dict[str, str]]:
    response = visitor.client.get("/api/table.csv", params=query)
    assert response.status_code == 200, response.text
    assert response.headers["content-type"].startswith("text/csv")
    return list(csv.DictReader(StringIO(response.text)))


def test_board_tables_can_be_downloaded(visitor: Visitor) -> None:
    answer = visitor.ask("solve", board=B, why=True, upto=7)
    rows = table(visitor, table="distribution", board=B, upto=7)
    assert [row["pmf exact"] for row in rows] == [entry["pmf"]["exact"] for entry in answer["distribution"]]
    assert [float(row["cdf"]) for row in rows] == [entry["cdf"]["decimal"] for entry in answer["distribution"]]
    rows = table(visitor, table="cells", board=B)
    assert [row["marked at the end exact"] for row in rows] == [p["exact"] for p in answer["why"]["cells"]]
    rows = table(visitor, table="marks", board=B)
    assert {row["roll"]: row["optimal cells"] for row in rows} == {
        roll: " ".join(map(str, cells)) for roll, cells in answer["optimal_cells"].items()
    }
    rows = table(visitor, table="lines", board=B)
    lines = sorted(answer["why"]["lines"], key=lambda line: -line["probability"]["decimal"])
    assert [row["probability exact"] for row in rows] == [line["probability"]["exact"] for line in lines]
    rows = table(visitor, table="changes", board=B)
    assert [row["gain exact"] for row in rows] == [change["gain"]["exact"] for change in answer["why"]["changes"]]
    rows = table(visitor, table="candidates", board=B, roll=6)
    assert [row["cell"] for row in rows] == ["7", "0", "2", "6", "8"]


def test_match_tables_can_be_downloaded(visitor: Visitor) -> None:
    answer = visitor.ask("match", boards=[A, B], upto=6)
    rows = table(visitor, table="outcomes", board=[A, B])
    assert [row["probability exact"] for row in rows] == [o["probability"]["exact"] for o in answer["outcomes"]]
    rows = table(visitor, table="race", board=[A, B], upto=6)
    last = answer["distribution"][-1]
    assert rows[-1]["board 0 by this roll exact"] == last["joint"][0]["cdf"]["exact"]
    assert rows[-1]["board 1 alone on this roll exact"] == last["solo"][1]["pmf"]["exact"]


@pytest.mark.parametrize(
    ("query", "error"),
    [
        ({"board": [A, B]}, "expected one board for the table distribution, got 2"),
        ({"board": A, "table": "candidates"}, "needs a roll"),
        ({"board": A, "table": "boards"}, "table: expected distribution or"),
        ({"board": A, "upto": "many"}, "upto: expected a whole number, got 'many'"),
        ({"board": A, "rules": ["classic", "4x4"]}, "rules: expected one value, got several"),
        ({}, "the key board is missing"),
    ],
)
def test_invalid_table_requests_are_rejected(query: dict[str, Any], error: str, visitor: Visitor) -> None:
    response = visitor.client.get("/api/table.csv", params=query)
    assert response.status_code == 422
    assert error in response.json()["error"]


def test_the_description_is_complete_and_well_formed(visitor: Visitor) -> None:
    assert visitor.get("openapi.json") == json.loads(json.dumps(DESCRIPTION))
    assert {endpoint.path for endpoint in ENDPOINTS.values()} < DESCRIPTION["paths"].keys()
    for endpoint in ENDPOINTS.values():
        jsonschema_rs.meta.validate({"$schema": DRAFT, **endpoint.question})


def test_the_server_reports_its_version_and_limits(visitor: Visitor) -> None:
    answer = visitor.get("version")
    assert answer["limits"]["seconds"] == visitor.jobs.settings.long_seconds


@pytest.mark.parametrize("variant", [v for v in VARIANTS if v.rules.layout.size <= 9], ids=lambda v: v.name)
def test_every_small_variant_is_solved(variant: Any, visitor: Visitor) -> None:
    board = visitor.ask("random", rules=variant.name, seed=1)["board"]
    answer = visitor.ask("solve", board=board, rules=variant.name)
    assert answer["expected_rolls"]["exact"] == str(
        optimal_play([None if v == "F" else v for v in board], rules=variant.rules).expected_rolls
    )


def test_a_repeated_question_is_computed_once(visitor: Visitor) -> None:
    before = len(visitor.jobs.cache)
    for _ in range(3):
        visitor.ask("advise", board="2 3 4 / 5 6 7 / 8 9 10", roll=7)
    assert len(visitor.jobs.cache) == before + 1
