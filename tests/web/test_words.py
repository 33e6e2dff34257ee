"""All text on the page comes from message files, and every message file is complete and translated."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from dicebingo.web.static_pages import FOLDER
from tests.web.pages import node

Texts = dict[tuple[str, str], str]
SCRIPTS = FOLDER / "js"
LANGUAGES = sorted(folder.name for folder in (SCRIPTS / "words").iterdir() if folder.name != "en")
FROM_SERVER = ("compare gallery.pieces.", "compare gallery.ringsSaid.", "rules abouts.")
"""Messages that the server sends in English."""
NAMES = {"Dice Bingo", "API", "PDF", "LaTeX: …", "C", "E"}
EQUAL = {
    "de": {
        "Bingo",
        "Bingo!",
        "Bingo: …!",
        "Computer",
        "Fair",
        "Name",
        "Orange",
        "Panda",
        "… plus …",
        "Team …",
        "Teams",
        "Tiger",
    },
    "es": {"Bingo", "bingo", "No"},
}
"""For each language, messages that may be the same as in English."""
WRONG = {
    "de": r"\b\w*brett|markier|\bZelle",  # German uses Karte, ankreuzen, Feld
    "es": r"\bordenador|\bcart(ón|ones)\b|\bcelda|\bcuadrícula",  # Spanish uses computadora, tablero, casilla
}
"""For each language, words that the page avoids in favour of synonyms."""
TOKEN = re.compile(
    r"""//[^\n]*|/\*.*?\*/
    |(?<=[(,=:\[!&|?{;])\s*/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/[a-z]*
    |(?P<text>"(?:\\.|[^"\\\n])*"|`(?:\\.|\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\}|[^`\\])*`)""",
    re.VERBOSE | re.DOTALL,
)
"""Matches a comment, a regular expression or a string."""
PROSE = re.compile(r"[A-Za-z][a-z]+[,;:.]? [A-Za-z][a-z]*|^[A-Z][a-z]+\b")
"""Matches two words, or a capitalised word."""
CODE = re.compile(
    r"(class(Name)?:?\s*(=|[^,\n]*\?|)|kind(:| ===)|key ===|(import\(|toggle\(|matchMedia\(|closest\(|replaceAll\()"
    r"|(querySelector(All)?|addEventListener|\w*Error|runPython)\(|FONT =|BUSY =)\s*$"
)
"""Matches code that is followed by a string that the page never shows."""
NOT_SHOWN = {"Enter", "Home", "End", "Backspace", "Delete", "Content-Type", "Letter", "at once", "disc gone"}
NOT_SHOWN |= {"slice slice-…", "rules-picker stack", "… · Dice Bingo"}
"""Strings that the page never shows: keys, headers, names, and words for communication between modules."""


@cache
def texts_of(language: str) -> Texts:
    done = subprocess.run(
        [node(), str(Path(__file__).with_name("words.mjs")), language], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return {(part, path): text for part, found in json.loads(done.stdout).items() for path, text in found.items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated(language: str) -> None:
    english, texts = texts_of("en"), texts_of(language)
    assert len(english) > 1000
    assert english.keys() - texts.keys() == set(), f"missing in words/{language}"
    more = {f"{part} {path}" for part, path in texts.keys() - english.keys()}
    assert {name for name in more if not name.startswith(FROM_SERVER)} == set(), f"unknown in words/{language}"
    allowed = NAMES | EQUAL.get(language, set())
    same = {at: text for at, text in texts.items() if text == english.get(at) and re.search("[A-Za-z]{2}", text)}
    assert {at: text for at, text in same.items() if text not in allowed and not _is_code(text)} == {}
    wrong = re.compile(WRONG.get(language, "$^"), re.IGNORECASE)
    assert {at: text for at, text in texts.items() if wrong.search(text)} == {}


def _is_code(text: str) -> bool:
    """Return whether a message consists of variable parts and contains no words except "and" and "or"."""
    return re.sub("[… ]|\\b(and|or)\\b", "", text) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_that_the_server_sends_are_translated_too(language: str) -> None:
    """The server sends these messages in English, so only the other languages have them in their files."""
    found = [{at for at in texts_of(one) if " ".join(at).startswith(FROM_SERVER)} for one in (language, LANGUAGES[0])]
    assert len(found[0]) > 40
    assert found[0] == found[1]


def test_the_modules_contain_no_prose() -> None:
    assert list(_prose()) == []


def _prose() -> Iterator[str]:
    for path in sorted(SCRIPTS.rglob("*.js")):
        name = path.relative_to(SCRIPTS).as_posix()
        if name.startswith("words/"):
            continue
        source = path.read_text(encoding="utf-8")
        for found in TOKEN.finditer(source):
            text = re.sub(r"\$\{.*\}", "…", (found["text"] or "``")[1:-1], flags=re.DOTALL)
            if (
                PROSE.search(text)
                and text not in NOT_SHOWN
                and not CODE.search(source[max(0, found.start() - 60) : found.start()])
            ):
                yield f"{name}: {text}"
