"""Every answer can be shown in every form: JSON, text, LaTeX, HTML and, if it has a table, comma-separated values."""

from __future__ import annotations

import csv
import json
from html.parser import HTMLParser
from io import StringIO
from typing import Any

import pytest

import dicebingo
from dicebingo.errors import InputError
from dicebingo.render.blocks import NotAsked, Table
from dicebingo.render.documents import ANSWERS, document
from dicebingo.render.writers.csv import answer_csv, rows_of, tables_of
from dicebingo.running.cache import show_cache
from dicebingo.tournaments import exact_tournament
from tests.commands import too_wide
from tests.questions import CARDS, QUESTIONS, A, B
from tests.render.test_latex import expect_structure

MORE = {
    "match in float64": lambda: dicebingo.match(A, B, fast=True),
    "match of five": lambda: dicebingo.match(*CARDS, CARDS[0], rules="knuth", upto=3),
    "solve a bingo": lambda: dicebingo.solve("x x x / 7 6 10 / 7 4 5"),
    "solve by a deadline": lambda: dicebingo.solve("9 7 8 / 9 8 9 / 4 9 6", deadline=5),
    "duel to the end": lambda: dicebingo.duel(A, B),
    "an exact tournament": lambda: exact_tournament.tournament(cards()),
    "exact rings": lambda: exact_tournament.rings(cards(), length=4),
    "search by an objective": lambda: dicebingo.search("knuth", objective="p90", top=3),
    "search by restarts": lambda: dicebingo.search("knuth", restarts=1, seed=1),
    "compare in a crowd": lambda: dicebingo.crowd(players=3, population="distinct", compare=CARDS[:2], rules="knuth"),
    "crowd in equilibrium": lambda: dicebingo.crowd(
        players=3, population="1 2", equilibrium=True, layout="1x2", dice="1d3"
    ),
    "rank roughly": lambda: dicebingo.rank(B, approximate=True),
    "rules of a game": lambda: dicebingo.rules("cross"),
    "cache": show_cache,
}
VOID = {"br", "wbr", "meta", "link"}


def cards() -> list[Any]:
    return [dicebingo.Board.parse(card, "knuth") for card in CARDS]


def answer_of(name: str) -> Any:
    if name in MORE:
        return MORE[name]()
    return eval(QUESTIONS[name].call, {name: getattr(dicebingo, name)})


@pytest.fixture(autouse=True)
def scratch(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEBINGO_CACHE", str(tmp_path_factory.getbasetemp() / "forms"))


class WellFormed(HTMLParser):
    """A parser that checks that every element is closed, in the right order."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        assert all(value is not None for _, value in attrs), attrs
        if tag not in VOID:
            self.opened.append(tag)

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.opened.pop() == tag


@pytest.mark.slow
def test_every_answer_has_every_form() -> None:
    """Each answer is computed once, because some take a second or two."""
    answers = {name: answer_of(name) for name in (*QUESTIONS, *MORE)}
    assert {type(answer).__name__ for answer in answers.values()} == set(ANSWERS)
    for name, answer in answers.items():
        expect_forms(name, answer)


def expect_forms(name: str, answer: Any) -> None:
    assert json.loads(json.dumps(answer.to_dict(), allow_nan=False))
    shown = str(answer)
    assert shown == shown.strip("\n") != ""
    assert too_wide(shown) == []
    assert "\n" not in repr(answer)
    expect_structure(answer.latex(), name)
    parser = WellFormed()
    parser.feed(answer._repr_html_())
    parser.close()
    assert parser.opened == []
    for block in document(answer):
        if isinstance(block, Table):
            assert {len(row) for row in block.rows} <= {len(block.columns)}
    for table in tables_of(answer):
        expect_table(answer, table)


def expect_table(answer: Any, name: str) -> None:
    """Check that each row of a table has all columns, in Python and in CSV."""
    if isinstance(block := tables_of(answer)[name], NotAsked):
        message = f"The table {name} is missing from .*: ask for it with the option {block.option}"
        with pytest.raises(InputError, match=message):
            rows_of(answer, name)
        return
    rows = rows_of(answer, name)
    read = list(csv.DictReader(StringIO(answer_csv(answer, name))))
    assert len(read) == len(rows)
    keys = [column.name for column in block.columns if column.name]
    assert len(set(keys)) == len(keys)
    assert all(set(keys) <= set(row) for row in rows)
