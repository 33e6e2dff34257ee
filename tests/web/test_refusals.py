"""Rejected requests: the server sends a code and values, and the page explains the reason in its own language."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from dicebingo.errors import REASONS
from dicebingo.web.local import reply
from dicebingo.web.results import CODES
from tests.web.browser import visit
from tests.web.pages import Site, go, wait_until_ready
from tests.web.sentences import call_page
from tests.web.test_words import LANGUAGES

REFUSED: list[tuple[str, dict[str, Any], str, dict[str, Any]]] = [
    ("solve", {"board": "7 7"}, "board", {"expected": 9, "got": 2}),
    ("solve", {"board": "7 7 7 / 7 7 7 / 7 7 13"}, "value", {"dice": "2d6", "got": "13"}),
    ("describe", {"rules": "chess"}, "rules", {"got": "chess"}),
    ("describe", {"layout": "3x"}, "layout", {"got": "3x"}),
    ("describe", {"dice": "2q6"}, "dice", {"got": "2q6"}),
    ("pages", {"layout": "2x2", "dice": "1d2", "count": 6}, "boards", {"most": 5, "got": 6}),
    ("pages", {"dice": "1d99", "kind": "tally"}, "values", {"most": 60}),
    ("solve", {"board": [7] * 36, "layout": "6x6"}, "cells", {"most": 25, "got": 36}),
    ("solve", {"bord": "7"}, "shape", {}),
]


@pytest.mark.parametrize(("name", "question", "code", "values"), REFUSED)
def test_a_rejection_has_a_code_and_the_values_in_its_message(
    name: str, question: dict[str, Any], code: str, values: dict[str, Any]
) -> None:
    refused = reply(name, json.dumps(question))
    told = json.loads(refused.content)
    assert (refused.status, told["code"], told.get("values", {})) == (422, code, values)
    assert all(str(value) in told["error"] for value in values.values())


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_the_page_explains_every_code_and_shows_its_values(language: str) -> None:
    errors: list[dict[str, Any]] = [
        {"message": "In English.", "status": 422, "code": code, "values": {name: f"<{name}>" for name in names}}
        for code, names in REASONS.items()
    ]
    texts = call_page([("words.js", "failure", [error]) for error in errors], language)
    for error, text in zip(errors, texts, strict=True):
        assert all(value in text for value in error["values"].values()), text
        assert "undefined" not in text
        assert "English" not in text
    (other, large) = call_page(
        [
            ("words.js", "failure", [{"message": "In English.", "status": 422, "code": "shape", "values": {}}]),
            ("words.js", "failure", [{**errors[0], "code": "states", "values": {"most": 60_000}}]),
        ],
        language,
    )
    assert other.count("In English.") == 1
    assert ("60,000" if language == "en" else "60.000") in large


def test_every_code_is_documented() -> None:
    text = Path("docs/web.md").read_text(encoding="utf-8").partition("## Errors")[2].partition("## Limits")[0]
    rows = [line.split("|")[1:3] for line in text.splitlines() if line.startswith("| `")]
    listed = {
        code: set(re.findall(r"`(\w+)`", values)) for codes, values in rows for code in re.findall(r"`(\w+)`", codes)
    }
    assert listed.keys() == REASONS.keys() | {*CODES.values(), "mistake"}
    assert all(set(names) <= listed[code] for code, names in REASONS.items())


@pytest.mark.slow
def test_a_german_page_gives_the_reason_in_german(site: Site) -> None:
    with visit(site.browser, f"{site.address}/?language=de#/print?layout=2x2&dice=1d2&count=6") as visited:
        page = visited.page
        wait_until_ready(page)
        expect(page.locator("main .waiting [role=alert]:visible")).to_have_text(
            "Nach diesen Regeln gibt es nur 5 verschiedene Karten, aber 6 sollten es sein."
        )
        go(page, "#/print?rules=chess&count=2")
        expect(page.locator("[data-test=notice]")).to_contain_text("Es gibt keine Regeln mit dem Namen „chess“.")
