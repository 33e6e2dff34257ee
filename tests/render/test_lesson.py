"""A lesson's table shows names as text, and its printed report shows names in any script for which there is a font."""

from __future__ import annotations

import csv
import re
import zlib
from base64 import a85decode
from io import StringIO
from typing import Any

import pytest

from dicebingo.render.lesson import lesson_csv
from dicebingo.render.pdf.fonts import best_font
from dicebingo.render.pdf.letters import printed
from dicebingo.render.pdf.writer import lesson_pdf, printed_name
from dicebingo.render.printing.lesson import lesson_pages
from dicebingo.render.printing.page import Words
from dicebingo.render.printing.words.languages import LESSON
from dicebingo.sheets.sheet import LanguageName

NUMBER = {"exact": "3/2", "decimal": 1.5}
NAMES = ["Fox", "Ωmega", "Иван", "محمد", "דוד", "李雷", "김", "नेहा", "😀", "<b>x</b>", "(a) Tj \\", "W" * 24]


def lesson(*names: str) -> dict[str, Any]:
    players = [
        {"pupil": number, "name": name, "board": [7] * 9, "marks": [[0, 4]], "bingo": number, "rank": 1}
        | {
            "finish": None,
            "sooner": 0.25,
            "later": 0.5,
            "expected_rolls": NUMBER,
            "loss": NUMBER,
            "luck": NUMBER,
            "chance": None,
            "share": NUMBER,
        }
        for number, name in enumerate(names, start=1)
    ]
    told = {
        "round": 1,
        "seed": 5,
        "rolls": [7] * 90,
        "real": [0, 2],
        "winners": [1],
        "players": players,
        "crowd": {"games": None, "newcomer": {"board": [7] * 9, "share": NUMBER, "fair": NUMBER}},
        "notes": ["too large"],
    }
    return {
        "code": "BCDFG",
        "date": "2026-11-18",
        "rules": {"layout": "3x3", "dice": "2d6", "marking": "one"},
        "pupils": [
            {"pupil": number, "name": name, "team": 1, "score": 1} for number, name in enumerate(names, start=1)
        ],
        "teams": [{"team": 1, "name": "Lions", "score": 2}],
        "rounds": [told | {"ring": {"pupils": [1, 1]}}],
    }


@pytest.mark.parametrize(
    "name", ["=1+1", "+1", "-1", "@A1", "=cmd|' /C calc'!A0", "a;=1+1", "\uff1d1", 'a"b', "a,b", " =1"]
)
def test_a_name_is_never_a_formula(name: str) -> None:
    (row,) = csv.DictReader(StringIO(lesson_csv(lesson(name))))
    assert row["name"].replace("'", "") == name.replace("'", "")
    for cell in re.split("[;,\t]", row["name"]):
        assert cell.strip()[:1] not in ("=", "+", "-", "@", "\uff1d")
    assert (row["marks"], row["expected rolls"], row["loss exact"], row["won"]) == ("7:4", "1.5", "3/2", "1")
    assert (row["real"], row["team"]) == ("1 3", "Lions")


def streams(document: bytes) -> bytes:
    """Return the readable text on the pages of a document."""
    found = re.findall(rb"stream\r?\n(.*?)endstream", document, re.DOTALL)
    texts = []
    for part in found:
        try:
            texts.append(zlib.decompress(a85decode(part.strip().removesuffix(b"~>"))))
        except (ValueError, zlib.error):  # this object is not a page; it may be a font
            continue
    return b"".join(texts)


@pytest.mark.slow
def test_names_in_any_script_are_printed() -> None:
    document = lesson_pdf(lesson(*NAMES * 12))
    assert document.startswith(b"%PDF-")
    assert b"DejaVuSans" in document
    assert document == lesson_pdf(lesson(*NAMES * 12))
    assert document.count(b"/Type /Page\n") > 2
    assert b"FontFile2" in document  # a font is embedded
    drawn = streams(document)
    assert drawn.count(b"Tj") > 12 * len(NAMES)
    assert rb"(<b>x</b>) Tj" in drawn
    assert rb"(\(a\) Tj \\) Tj" in drawn  # special PDF characters are escaped


@pytest.mark.parametrize(
    ("language", "date"),
    [("en", "18 November 2026"), ("de", "18. November 2026"), ("es", "18 de noviembre de 2026")],
)
def test_every_page_shows_the_date_and_the_headers(language: LanguageName, date: str) -> None:
    words = LESSON[language]
    pages = lesson_pages(lesson(*(f"pupil {n}" for n in range(120))), language)
    texts = [[shape.text for shape in page.shapes if isinstance(shape, Words)] for page in pages]
    assert len(pages) > 3
    for number, shown in enumerate(texts, start=1):
        assert shown[-1] == f"{words.title} · BCDFG · {date} · {number}/{len(pages)}"
        assert (words.columns["luck"] in shown) == any(text.startswith(f"{words.roll} ") for text in shown)
    assert any(text.startswith(f"{words.rolls}: 7* 7 7* 7 ") for text in texts[0])
    assert f"* {words.real}" in texts[0]
    assert words.notation.decimal("1.50") in texts[0]
    score = [text for shown in texts for text in shown].index(words.teams)
    assert [text for shown in texts for text in shown][score + 1 : score + 3] == ["Lions", "2"]


def test_a_name_without_a_font_is_replaced_by_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dicebingo.render.pdf.fonts.font_files", tuple)
    best_font.cache_clear()
    names = ["Zoë", "สมชาย", "नेहा", "👩‍🚀", "Ann 😀", "A\ufe0f"]
    shown = [printed_name(name, f"pupil {number}") for number, name in enumerate(names, start=1)]
    assert shown == ["Zoë", "pupil 2", "pupil 3", "pupil 4", "Ann (pupil 5)", "A\ufe0f"]
    assert b"?" not in streams(lesson_pdf(lesson(*names)))
    best_font.cache_clear()


def test_a_letter_without_a_font_is_replaced() -> None:
    assert best_font("Ա\U000e0fff", bold=False)[1] == "Ա?"  # matplotlib has a font for the first letter only
    assert best_font("Ա", bold=False) == best_font("Ա", bold=True)
    assert best_font("Fox", bold=True) == ("VeraBd", "Fox")


def test_letters_may_come_from_fonts_that_pdf_readers_provide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dicebingo.render.pdf.fonts.font_files", tuple)
    assert best_font.__wrapped__("李雷", bold=False) == ("STSong-Light", "李雷")
    assert best_font.__wrapped__("Ա", bold=False) == ("Vera", "?")


@pytest.mark.parametrize(
    ("text", "glyphs"),
    [
        ("abc 1", "abc 1"),
        ("אבג", "גבא"),
        ("אב 12", "12 בא"),
        ("Ann אב", "Ann בא"),
        ("محمد", "\ufeaa\ufee4\ufea4\ufee3"),  # forms in visual order: final dal, medial meem, medial hah, initial meem
        ("دار", "\ufead\ufe8d\ufea9"),  # letters that do not join to the next letter
        ("بَب", "\ufe90\ufe91\u064e"),  # a vowel sign stays with its letter
    ],
)
def test_letters_are_in_visual_order(text: str, glyphs: str) -> None:
    assert printed(text) == glyphs
