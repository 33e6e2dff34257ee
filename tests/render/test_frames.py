"""Tables in CSV and data frames, and transition matrices in arrays, contain the exact answers."""

from __future__ import annotations

import csv
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from io import StringIO
from typing import Any

import numpy as np
import pytest

import dicebingo
from dicebingo.errors import InputError
from dicebingo.exact import text
from dicebingo.model.board import Board, Position
from dicebingo.model.rules import Rules
from dicebingo.model.variants import find_rules
from dicebingo.render.writers.csv import _flat, rows_of
from dicebingo.searches.ranking import Percentile
from dicebingo.solo.solution import solve
from tests.commands import run
from tests.questions import QUESTIONS, A, B

Columns = dict[str, Callable[[Any], list[Any]]]


LIBRARIES = [name for name in ("pandas", "polars") if find_spec(name)]
LATE = "9 7 8 / 9 8 9 / 4 9 6"


def notation(boards: Any) -> list[str]:
    """Return the boards as tables show them: all values of a board in one cell."""
    return [" ".join(map(str, board.values)) for board in boards]


def ends(answer: Any) -> list[Any]:
    return [answer.outcomes.first, answer.outcomes.second, answer.outcomes.tie]


def each(rows: Callable[[Any], list[Any]], *keys: str) -> Columns:
    """Return a column for each key: the attribute with that name in every row."""
    return {key: partial(lambda key, a: [getattr(row, key) for row in rows(a)], key) for key in keys}


VALUES: dict[str, dict[str, Columns]] = {
    "solve": {
        "distribution": {
            "pmf": lambda a: [p for p, _ in a.distribution],
            "cdf": lambda a: [c for _, c in a.distribution],
        },
        "marks": {"rolls left": lambda a: [a.candidates(v)[0].expected_rolls for v in a.hits()]},
        "cells": {"marked at the end": lambda a: list(a.why.cells), "value": lambda a: list(a.position.board.values)},
        "lines": {"probability": lambda a: sorted(a.why.lines, reverse=True)},
        "changes": {"gain": lambda a: [change.gain for change in a.changes]},
    },
    "advise": {"candidates": {"loss": lambda a: [c.loss for c in a.candidates]}},
    "evaluate": {"distribution": {"cdf": lambda a: [c for _, c in a.distribution]}},
    "improve": {"changes": {"gain": lambda a: [change.gain for change in a.changes]}},
    "review": {"moves": {"loss": lambda a: [move.loss for move in a.moves], "move": lambda _: [1, 2, 3]}},
    "match": {
        "race": {
            "board 0 on this roll": lambda a: [row.first for row in a.distribution(4)],
            "board 1 by this roll": lambda a: [row.second for row in a.cdf(4)],
            "board 0 alone on this roll": lambda a: [a.solo[0].pmf(k) for k in range(5)],
            "board 1 alone by this roll": lambda a: [a.solo[1].cdf(k) for k in range(5)],
        },
        "outcomes": {"probability": ends},
    },
    "simulate": {"outcomes": each(lambda a: [a.outcomes[won] for won in ((0,), (1,))], "estimate", "low", "high")},
    "nash": {
        "payoffs": {
            "first marks": lambda _: [2, 2, 6, 6],
            "second marks": lambda _: [0, 8, 0, 8],
            "first": lambda a: [pay for row in a.game.first for pay in row],
            "second": lambda a: [pay for row in a.game.second for pay in row],
        }
    },
    "duel": {"outcomes": {"probability": ends}},
    "exploit": {"outcomes": {"probability": ends}},
    "tournament": {
        "standings": {
            "board": lambda a: notation(a.boards[row.player] for row in a.standings),
            **each(lambda a: list(a.standings), "beats", "share", "copeland"),
        }
    },
    "rings": {
        "links": {
            "board": lambda a: notation(a.rings[0].boards),
            "beats": lambda a: notation([*a.rings[0].boards[1:], a.rings[0].boards[0]]),
            **each(lambda a: list(a.rings[0].links), "win", "tie", "lose"),
        }
    },
    "upsets": {"upsets": {"margin": lambda a: [one.margin for one in a.upsets]}},
    "crowd": {
        "crowd": {
            "share": lambda a: [a.share],
            "fair": lambda a: [a.fair],
            "alone": lambda a: [a.alone],
            "first": lambda a: [a.first],
            "length": lambda a: [a.expected_length],
        }
    },
    "counter": {
        "replies": {
            "reply": lambda a: notation([a.board]),
            **each(lambda a: [a.reply], "margin", "win", "lose", "tie"),
        },
        "mixture": {"board": lambda a: notation([a.against]), "probability": lambda a: list(a.mixture.shares)},
    },
    "arena": {"mixture": {"probability": lambda a: list(a.mixture.shares)}},
    "search": {
        "best": each(lambda a: list(a.best), "expected_rolls", "orbit_size"),
        "worst": each(lambda a: list(a.worst), "expected_rolls"),
    },
    "prove": {"cases": {"lower": lambda a: [case.lower for case in a.cases], "closed": lambda _: [True] * 4}},
    "rank": {"nearest": {}},
    "verify": {"findings": {"holds": lambda a: [finding.holds for finding in a.findings]}},
    "rules": {"rules": {"lines": lambda a: [len(find_rules(one.name).layout.lines) for one in a.variants]}},
    "sheet": {"boards": {"expected_rolls": lambda a: [solve(one.position).expected_rolls for one in a.boards]}},
    "paper": {"claims": {"printed": lambda a: [found.claim.printed for found in a.findings]}},
}
"""Functions that return the expected numbers of an answer, by question, table and column."""


def answer_to(name: str) -> Any:
    return eval(QUESTIONS[name].call, {name: getattr(dicebingo, name)})


@pytest.fixture(autouse=True)
def scratch(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEBINGO_CACHE", str(tmp_path))


@pytest.mark.slow
@pytest.mark.parametrize("name", QUESTIONS)
def test_every_table_is_the_same_in_csv_and_frames(name: str) -> None:
    """Every column contains the answer's numbers, in the command's table and in data frames of pandas and polars."""
    answer = answer_to(name)
    assert rows_of(answer) is not None
    for table, columns in VALUES[name].items():
        found = rows_of(answer, table)
        for column, expected in columns.items():
            exact = [row.get(f"{column} exact") for row in found]
            values = expected(answer)
            if None in exact:
                assert [row[column] for row in found] == values, (table, column)
            else:
                assert exact == [text(one) for one in values], (table, column)
    rows = rows_of(answer)
    printed = run(*QUESTIONS[name].command, "--csv")
    assert (printed.code, printed.err) == (0, "")
    told = list(csv.DictReader(StringIO(printed.out)))
    assert len(told) == len(rows)
    for row, shown in zip(rows, told, strict=True):
        for key in row:
            if key.endswith(" exact"):
                assert shown[key] == row[key]
                assert float(shown[key.removesuffix(" exact")]) == float(Fraction(row[key]))
    for library in LIBRARIES:
        module = import_module(library)
        frame = answer.to_frame(library=library)
        assert isinstance(frame, module.DataFrame)
        assert frame.shape[0] == len(rows)
        for key in frame.columns:
            numbers = frame[key].to_list()
            if library == "pandas":  # pandas represents missing values as NaN
                numbers = [None if module.isna(one) is True else one for one in numbers]
            assert numbers == [r.get(key) for r in rows]


def test_a_board_in_a_table_has_f_for_a_free_cell_and_x_for_a_missing_value() -> None:
    position = Position.parse("x 8 *9 / 7 f 10 / 7 4 5", Rules.of("3x3:free-centre", "2d6"))
    assert _flat("board", position) == {"board": "x 8 9 7 F 10 7 4 5"}


def test_a_table_can_be_chosen_by_name() -> None:
    solution = dicebingo.solve(B, upto=5, why=True, deadline=4)
    assert [row["cdf exact"] for row in rows_of(solution, "distribution")] == [
        text(cdf) for _, cdf in solution.distribution or ()
    ]
    assert solution.deadline is not None
    assert [row["in_time exact"] for row in rows_of(solution)] == [text(m.in_time) for m in solution.deadline.marks]
    differences = dicebingo.solve(LATE, deadline=5)
    assert differences.deadline is not None
    assert [(row["rolls_left"], row["marked"], row["gain exact"]) for row in rows_of(differences, "differences")] == [
        (one.rolls_left, " ".join(map(str, one.marked)), text(one.gain)) for one in differences.deadline.likeliest
    ]
    with pytest.raises(InputError, match="expected one of the tables marks, distribution, deadline"):
        solution.to_frame("standings")
    with pytest.raises(InputError, match="The table lines is missing from <Solution"):
        dicebingo.solve(B).to_frame("lines")
    with pytest.raises(InputError, match="expected one of the libraries pandas, polars, got 'excel'"):
        solution.to_frame(library="excel")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="expected an answer with a table"):
        Percentile(Board.parse(B), 50.0, best=False).to_frame()
    assert "expected one of --csv, --json and --latex" in run("solve", B, "--csv", "--json").complaint()


@pytest.mark.parametrize("exact", [False, True])
def test_transition_matrices_match_the_chain(exact: bool) -> None:
    pytest.importorskip("scipy", reason="scipy is not installed: an optional extra")
    chain = dicebingo.chain_of(B, tie_break="random")
    q, r = chain.to_numpy(exact=exact)
    kind = object if exact else float
    assert np.array_equal(q, np.array(chain.q(), kind))
    assert np.array_equal(r, np.array(chain.r()[1], kind))
    for matrix, few in zip((q, r), chain.to_scipy(exact=exact), strict=True):
        assert np.array_equal(few.toarray() * (Fraction(1, chain.scale) if exact else 1), matrix)
    joint = dicebingo.match("1 2 / 3 4", "2 4 / 5 6", rules="knuth", fast=False).chain
    q, r = joint.to_numpy(exact=exact)
    few, ends = joint.to_scipy(exact=exact)
    assert np.array_equal(few.toarray() * (Fraction(1, joint.scale) if exact else 1), q)
    if not exact:
        solved = np.linalg.solve(np.eye(len(q)) - q, r)[0]
        assert np.allclose(solved, [float(p) for p in joint.outcomes.values()])
    assert ends.shape == r.shape == (len(joint.states), 3)
    assert all(sum(row) == 1 or not exact for row in np.hstack([q, r]))


def test_the_table_of_a_match_has_the_probabilities_of_each_board_alone() -> None:
    result: Any = dicebingo.match(A, B, upto=3)
    assert rows_of(result)[3]["board 0 alone by this roll exact"] == text(result.solo[0].cdf(3))
