"""Check the claims of an answer: ``tests.twins`` recomputes them from the definitions, under rules with few boards.

An answer is the JSON of the command line. This module imports nothing from dicebingo.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import accumulate, product
from typing import Any

from tests.twins.crowds import chances
from tests.twins.matches import FIRST, SECOND, TIE, Outcomes, margin, optimal, outcomes
from tests.twins.solo import DICE, LINES, NONE, Game

Board = tuple[int, ...]
Answer = dict[str, Any]


@cache
def game(layout: str, dice: str, board: Board) -> Game:
    return Game([frozenset(line) for line in LINES[layout]], DICE[dice], board)


@cache
def rolls(layout: str, dice: str, board: Board) -> Fraction:
    """Return V, the expected number of rolls of a board."""
    return game(layout, dice, board).value(NONE)


@cache
def played(layout: str, dice: str, first: Board, second: Board) -> Outcomes:
    """Return the outcomes of a match under the tie-break ``smallest``."""
    return outcomes([optimal(game(layout, dice, board)) for board in (first, second)])


@cache
def fewest_rolls(layout: str, dice: str, distinct: int | None = None) -> Fraction:
    """Return the smallest V of all boards, or of the boards with ``distinct`` different values."""
    boards = product(DICE[dice], repeat=1 + max(map(max, LINES[layout])))
    return min(rolls(layout, dice, board) for board in boards if distinct in (None, len(set(board))))


def rules_of(answer: Answer) -> tuple[str, str]:
    return answer["rules"]["layout"], answer["rules"]["dice"]


def number(value: Any) -> Fraction:
    """Return the exact form of a number in an answer, or its decimal form if it has no exact form."""
    return Fraction(value["exact"]) if value["exact"] is not None else Fraction(value["decimal"])


def expect_outcomes(said: Any, found: Outcomes) -> None:
    assert [Fraction(said[key]["exact"]) for key in ("win", "lose", "tie")] == [found.get(w, 0) for w in ENDS]


ENDS = (FIRST, SECOND, TIE)


# There is one check for each kind of answer. Each check raises an AssertionError if the answer is wrong.


def restarts(answer: Answer, whole: Answer) -> None:
    """Check that the boards have the stated V and are listed best first, and that no V is below the minimum."""
    values = [Fraction(found["expected_rolls"]["exact"]) for found in answer["best"]]
    assert values == [rolls(*rules_of(answer), tuple(found["board"])) for found in answer["best"]]
    assert values == sorted(values)
    assert all(value >= fewest_rolls(*rules_of(answer)) for value in values)
    assert sum(found["reached"] for found in answer["best"]) <= answer["restarts"] <= whole["restarts"]
    assert values or not answer["restarts"]


SHARES = {"median": Fraction(1, 2), "p90": Fraction(9, 10)}


@cache
def quantile(layout: str, dice: str, board: Board, objective: str) -> int:
    """Return the median or the 90% quantile of the number of rolls, under the tie-break ``smallest``."""
    played = game(layout, dice, board)
    chances = accumulate(played.pmf(played.tie_break("smallest"), NONE, 200))
    return next(count for count, chance in enumerate(chances) if chance >= SHARES[objective])


def objective(answer: Answer, whole: Answer) -> None:
    """Check the boards' quantiles, V and order (best first), and that no quantile is below the minimum."""
    found = [(tuple(one["board"]), number(one["objective"]), number(one["expected_rolls"])) for one in answer["best"]]
    for board, value, mean in found:
        assert value == quantile(*rules_of(answer), board, answer["objective"])
        assert mean == rolls(*rules_of(answer), board)
    values = [value for _, value, _ in found]
    assert values == sorted(values)
    assert values[0] >= number(whole["best"][0]["objective"])
    assert not answer["certified"]
    assert 0 < answer["evaluated"] <= whole["evaluated"]


def proof(answer: Answer, whole: Answer) -> None:
    """Check the bounds on the smallest V, for all boards and for each number of different values."""
    rules, distinct = rules_of(answer), answer["distinct_values"]
    assert answer["complete"] == (answer["status"] == "proven")
    assert Fraction(answer["upper"]["exact"]) == rolls(*rules, tuple(answer["board"]))
    assert rolls(*rules, tuple(answer["board"])) >= fewest_rolls(*rules)
    if answer["lower"] is not None:
        assert answer["cases"]
        assert number(answer["lower"]) <= fewest_rolls(*rules, distinct)
    else:
        assert not answer["cases"]
    for case in answer["cases"]:
        least = fewest_rolls(*rules, case["distinct_values"])
        assert number(case["lower"]) <= least
        assert not case["closed"] or Fraction(answer["upper"]["exact"]) <= least
    if not answer["complete"]:
        assert answer["unique"] is None
    assert answer["bounds"] <= whole["bounds"]


def rings(answer: Answer, whole: Answer) -> None:
    """Check that each board beats the next board by exactly the stated margin."""
    for ring in answer["rings"]:
        boards = [tuple(board) for board in ring["boards"]]
        assert len(set(boards)) == len(boards) == answer["length"]
        links = [played(*rules_of(answer), a, b) for a, b in zip(boards, [*boards[1:], boards[0]], strict=True)]
        for said, found in zip(ring["links"], links, strict=True):
            expect_outcomes(said, found)
        assert 0 < min(map(margin, links)) == Fraction(ring["smallest_margin"]["exact"])
    assert answer.get("restarts", 0) <= whole.get("restarts", 0)


def upsets(answer: Answer, whole: Answer) -> None:
    """Check that the slower board is favoured by exactly the stated margin."""
    for upset in answer["upsets"]:
        slower, faster = tuple(upset["slower"]), tuple(upset["faster"])
        alone = [rolls(*rules_of(answer), board) for board in (slower, faster)]
        found = played(*rules_of(answer), slower, faster)
        assert [Fraction(said["exact"]) for said in upset["expected_rolls"]] == alone
        assert 0 < alone[0] - alone[1] == Fraction(upset["handicap"]["exact"])
        expect_outcomes(upset["outcomes"], found)
        assert 0 < margin(found) == Fraction(upset["margin"]["exact"])
    assert answer.get("restarts", 0) <= whole.get("restarts", 0)


def reply(answer: Answer, whole: Answer) -> None:
    """Check that the board has the stated margin against the given board."""
    found = played(*rules_of(answer), tuple(answer["board"]), tuple(answer["against"]))
    expect_outcomes(answer["outcomes"], found)
    assert margin(found) == Fraction(answer["margin"]["exact"])
    assert answer["tried"] <= whole["tried"]


def reply_to_mixture(answer: Answer, whole: Answer) -> None:
    """Check that the board has the stated margin against the mixture, and that no margin exceeds the stated bound."""
    mixture = [(tuple(part["board"]), Fraction(part["probability"]["exact"])) for part in answer["mixture"]]
    played_all = [(share, margin(played(*rules_of(answer), tuple(answer["board"]), other))) for other, share in mixture]
    assert sum(share * own for share, own in played_all) == Fraction(answer["margin"]["exact"])
    if proof := answer["proof"]:
        assert answer["margin"]["decimal"] <= whole["margin"]["decimal"] <= proof["at_most"]["decimal"]
        assert proof["orbits"] <= whole["proof"]["orbits"]


def arena(answer: Answer, whole: Answer) -> None:
    """Check that the best reply has the stated margin against the mixture, and that no board beats an equilibrium."""
    rules = rules_of(answer)
    mixture = [(tuple(part["board"]), Fraction(part["probability"]["exact"])) for part in answer["mixture"]]
    assert sum(share for _, share in mixture) == 1

    def against(board: Board) -> Fraction:
        return sum((share * margin(played(*rules, board, other)) for other, share in mixture), Fraction(0))

    best = Fraction(answer["best_reply"]["margin"]["exact"])
    assert best == against(tuple(answer["best_reply"]["board"]))
    assert answer["equilibrium"] == (answer["status"] == "proven" and best <= 0)
    if answer["equilibrium"]:
        assert max(map(against, product((6, 7, 8), repeat=4))) <= 0
    if answer["status"] == "stopped":  # if the time ran out, the last round may be incomplete
        said, known = ([(r["boards"], number(r["best_reply"]["margin"])) for r in a["rounds"]] for a in (answer, whole))
        assert said == known[: len(said)] or (len(said) == 1 and said[0][0] == known[0][0] and said < known)


def simulation(answer: Answer, whole: Answer) -> None:
    """Check that the counts are integers that add up to the number of games."""
    games = [outcome["probability"]["estimate"] * answer["games"] for outcome in answer["outcomes"]]
    assert all(abs(count - round(count)) < 1e-6 for count in games)
    assert sum(map(round, games)) == answer["games"] <= whole["games"]


def crowd(answer: Answer, whole: Answer) -> None:
    """Check that the run stopped early, and that the exact share is within four standard errors of the estimate."""
    own, *others = (optimal(game("2x2:rows", "1d6", board)) for board in ((1, 2, 3, 4), (1, 1, 2, 2), (1, 3, 4, 2)))
    exact, *_ = chances(own, others, [Fraction(1, 2)] * 2, 4)
    share = answer["share"]
    assert 2 <= answer["blocks"] < whole["blocks"]
    assert abs(share["estimate"] - exact) <= share["high"] - share["low"]


CHECKS: dict[str, Callable[[Answer, Answer], None]] = {
    "search by median": objective,
    "search by restarts": restarts,
    "prove": proof,
    "prove by lemma": proof,
    "prove from a slow board": proof,
    "rings": rings,
    "rings by search": rings,
    "upsets": upsets,
    "upsets by search": upsets,
    "counter": reply,
    "counter by climbing": reply,
    "counter by bounds": reply_to_mixture,
    "arena": arena,
    "arena by climbing": arena,
    "simulation": simulation,
    "crowd": crowd,
}
"""Checks for partial answers in JSON, by the name of the command line. No other command line prints partial JSON."""


def proof_text(said: str) -> bool:
    """Return whether the text of a stopped proof reports the stop and states only true bounds."""
    bounds = re.findall(r"takes at least ([0-9.]+) rolls", said)
    return "stopped" in said and all(Fraction(bound) <= fewest_rolls("2x2:rows", "1d6") for bound in bounds)


def p90_text(said: str) -> bool:
    """Return whether the text of a stopped search reports the stop and states the true 90% quantile of its board."""
    (row,) = re.findall(r"^ *1 +([1-6]) ([1-6]) / ([1-6]) ([1-6]) +([0-9]+) ", said, re.MULTILINE)
    *board, value = map(int, row)
    return "stopped" in said and value == quantile("2x2:rows", "1d6", tuple(board), "p90")


TEXTS = {"prove, text": proof_text, "search by p90": p90_text}
"""Checks for the command lines that print text when they are stopped, by name."""
