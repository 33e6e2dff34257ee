"""Printed pages in every language: no text is missing, left in English, or too long."""

from __future__ import annotations

import re

import pytest

from dicebingo.render.printing.page import is_plain
from dicebingo.render.printing.words.languages import LESSON, SHEET
from dicebingo.sheets.sheet import Language
from dicebingo.web.static_pages import FOLDER
from tests.printed_words import texts_of
from tests.web.test_words import WRONG

EQUAL = {"de": {"Name", "Chance", "Team", "fair"}, "es": {"diagonal"}}
"""For each language, words that are the same as in English."""


def test_sheets_and_lessons_have_the_languages_of_the_page() -> None:
    page = {folder.name for folder in (FOLDER / "js" / "words").iterdir()}
    assert set(Language) == SHEET.keys() == LESSON.keys() == page


@pytest.mark.parametrize("language", [language for language in Language if language != "en"])
@pytest.mark.parametrize("words", [SHEET, LESSON], ids=["sheet", "lesson"])
def test_printed_texts_are_translated(words: dict[str, object], language: str) -> None:
    """A translation has the English text's placeholders and bold marks, and the font has all of its letters."""
    english, texts = dict(texts_of(words["en"])), dict(texts_of(words[language]))
    assert texts.keys() == english.keys()
    same = {place: text for place, text in texts.items() if text == english[place] and re.search("[a-z]{2}", text)}
    assert {place: text for place, text in same.items() if text not in EQUAL[language]} == {}
    for place, text in texts.items():
        for part in (r"\{\w*\}", r"\*\*"):
            assert sorted(re.findall(part, text)) == sorted(re.findall(part, english[place])), place
        assert is_plain(text), place
        assert not re.search(WRONG[language], text, re.IGNORECASE), place
