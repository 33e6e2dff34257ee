"""Fonts for text in any script: that of the pages, one of the machine, or one that PDF readers bring along."""

from __future__ import annotations

from functools import cache
from unicodedata import bidirectional, category, normalize

from dicebingo.errors import InputError, quote
from dicebingo.render.pdf.letters import printed
from dicebingo.render.printing.page import FONTS, is_plain, metrics
from dicebingo.running.files import font_files

_FROM_RIGHT = ("R", "AL", "AN")
_READERS = {
    "gb2312": "STSong-Light",
    "shift_jis": "HeiseiKakuGo-W5",
    "euc_kr": "HYGothic-Medium",
    "big5": "MSung-Light",
}
"""Encodings, and the names of fonts that have what they have: those that readers bring along."""


@cache
def expected_font(text: str, *, bold: bool) -> str:
    """Return an embedded font that has all letters of a text, if they can be placed one by one."""
    if is_plain(text):
        return FONTS[bold]
    whole = normalize("NFC", text)
    if any(bidirectional(letter) in _FROM_RIGHT or category(letter)[0] == "M" for letter in whole):
        raise InputError(
            f"expected names in letters that PDF can place one by one, got {quote(text)}: print from the page"
        )
    if font := _of_the_machine(text):
        return font
    raise InputError(
        f"expected names in letters that a font of this machine has, got {quote(text)}: print from the page"
    )


@cache
def best_font(text: str, *, bold: bool) -> tuple[str, str]:
    """Return a font for a text, and the text as that can show it: in the order of its glyphs, with ? for what it lacks.

    A lesson is printed whatever its names are.
    """
    if is_plain(text):
        return FONTS[bold], text
    shown = printed(normalize("NFC", text))
    if font := _of_the_machine(shown) or _of_readers(shown):
        return font, shown
    font = next(filter(None, map(_embedded, font_files())), FONTS[bold])
    return font, "".join(letter if _has(font, letter) else "?" for letter in shown)


def _of_the_machine(text: str) -> str:
    return next((name for path in font_files() if (name := _embedded(path)) and _has(name, text)), "")


def _has(font: str, text: str) -> bool:
    return all(ord(letter) in metrics().getFont(font).face.charToGlyph for letter in text)


def _of_readers(text: str) -> str:
    from reportlab.pdfbase.cidfonts import UnicodeCIDFont  # type: ignore[import-untyped]  # noqa: PLC0415

    for encoding, name in _READERS.items():
        if text.encode(encoding, "ignore").decode(encoding, "ignore") == text:
            metrics().registerFont(UnicodeCIDFont(name))
            return name
    return ""


@cache
def _embedded(path: str) -> str:
    """Register a font of this machine, and return its name; empty if it cannot be embedded."""
    from reportlab.pdfbase.ttfonts import TTFError, TTFont  # type: ignore[import-untyped]  # noqa: PLC0415

    try:
        metrics().registerFont(TTFont(path, path))
    except (TTFError, OSError):
        return ""
    return path
