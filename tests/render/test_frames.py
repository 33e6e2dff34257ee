"""Tables as CSV and as frames, transition matrices as arrays: held against the exact answers."""

from __future__ import annotations

import csv
from fractions import Fraction
from io import StringIO
from typing import Any

import numpy as np
import pytest

import dicebingo
from dicebingo.errors import InputError
from dicebingo.exact import Rational, text
from dicebingo.render.csv.answers import ANSWERS, rows_of
from tests.commands import run
from tests.questions import QUESTIONS, A, B

WITH_TABLE = [name for name in QUESTIONS if name not in ("counter", "prove", "verify", "rules", "sheet", "paper")]


def answer_to(name: str) -> Any:
    return eval(QUESTIONS[name].call, {name: getattr(dicebingo, name)})


@pytest.fixture(autouse=True)
def scratch(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEBINGO_CACHE", str(tmp_path))


@pytest.mark.slow
@pytest.mark.parametrize("name", WITH_TABLE)
def test_every_table_by_its_command_and_as_frames(name: str) -> None:
    """All numbers that have a fraction are its nearest decimals, in the command's table and in both libraries."""
    answer = answer_to(name)
    assert type(answer).__name__ in ANSWERS
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
    for library in ("pandas", "polars"):
        module = pytest.importorskip(library, reason=f"{library} is not installed: an optional extra")
        frame = answer.to_frame(library=library)
        assert isinstance(frame, module.DataFrame)
        assert frame.shape[0] == len(rows)
        for key in frame.columns:
            column = frame[key].to_list()
            if library == "pandas":  # which has NaN where there is nothing
                column = [None if module.isna(one) is True else one for one in column]
            assert column == [r.get(key) for r in rows]


def test_a_table_by_its_name() -> None:
    solution = dicebingo.solve(B, upto=5, why=True, deadline=4)
    assert [row["cdf exact"] for row in rows_of(solution, "distribution")] == [
        text(cdf) for _, cdf in solution.distribution or ()
    ]
    assert solution.deadline is not None
    assert [row["in_time exact"] for row in rows_of(solution)] == [text(m.in_time) for m in solution.deadline.marks]
    with pytest.raises(InputError, match="expected one of the tables deadline, distribution, marks"):
        solution.to_frame("standings")
    with pytest.raises(InputError, match="expected an answer that was asked for the table lines"):
        dicebingo.solve(B).to_frame("lines")
    with pytest.raises(InputError, match="expected the library pandas or polars, got 'excel'"):
        solution.to_frame(library="excel")
    with pytest.raises(InputError, match="expected an answer that is a table"):
        dicebingo.rules().to_frame()
    assert "expected one of --csv, --json and --latex" in run("solve", B, "--csv", "--json").complaint()


@pytest.mark.parametrize("exact", [False, True])
def test_transition_matrices(exact: bool) -> None:
    pytest.importorskip("scipy", reason="scipy is not installed: an optional extra")
    chain = dicebingo.chain_of(B, tie_break="random")
    q, r = chain.to_numpy(exact=exact)
    kind = object if exact else float
    assert np.array_equal(q, np.array(chain.q(), kind))
    assert np.array_equal(r, np.array(chain.r()[1], kind))
    for matrix, few in zip((q, r), chain.to_scipy(exact=exact), strict=True):
        assert np.array_equal(few.toarray() * (Rational(1, chain.scale) if exact else 1), matrix)
    joint = dicebingo.match("1 2 / 3 4", "2 4 / 5 6", rules="knuth", fast=False).chain
    q, r = joint.to_numpy(exact=exact)
    few, ends = joint.to_scipy(exact=exact)
    assert np.array_equal(few.toarray() * (Rational(1, joint.scale) if exact else 1), q)
    if not exact:
        solved = np.linalg.solve(np.eye(len(q)) - q, r)[0]
        assert np.allclose(solved, [float(p) for p in joint.outcomes.values()])
    assert ends.shape == r.shape == (len(joint.states), 3)
    assert all(sum(row) == 1 or not exact for row in np.hstack([q, r]))


def test_a_match_has_its_race() -> None:
    result: Any = dicebingo.match(A, B, upto=3)
    assert rows_of(result)[3]["board 0 alone by this roll exact"] == text(result.solo[0].cdf(3))
