"""Find fonts for text in any script: the pages' own font, a font on this machine, or one that PDF readers provide."""

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
"""Fonts that PDF readers provide, keyed by an encoding that they cover."""


@cache
def expected_font(text: str, *, bold: bool) -> str:
    """Return a font to embed for ``text``.

    Raise if no font has all the letters of the text, or if the letters join or run from right to left.
    """
    if is_plain(text):
        return FONTS[bold]
    whole = normalize("NFC", text)
    if any(bidirectional(letter) in _FROM_RIGHT or category(letter)[0] == "M" for letter in whole):
        raise InputError(
            f"The PDF cannot show {quote(text)} correctly, because its letters join or run from right to left; "
            "print from the browser instead."
        )
    if font := _of_the_machine(text):
        return font
    raise InputError(f"No font on this machine has all the letters of {quote(text)}; print from the browser instead.")


@cache
def best_font(text: str, *, bold: bool) -> tuple[str, str]:
    """Return a font, and the text in glyph order with ? for letters that the font lacks.

    The chosen font covers the most letters. The function never fails, so a lesson can be printed with any names.
    """
    if is_plain(text):
        return FONTS[bold], text
    shown = printed("".join(filter(_is_visible, normalize("NFC", text))))
    if font := _of_the_machine(shown) or _of_readers(shown):
        return font, shown
    fonts = [FONTS[bold], *filter(None, map(_embedded, font_files()))]
    font = max(fonts, key=lambda name: sum(_has(name, letter) for letter in shown))
    return font, "".join(letter if _has(font, letter) else "?" for letter in shown)


def printable(text: str) -> str:
    """Return ``text`` without the letters that its font lacks."""
    font, shown = best_font(text, bold=False)
    if shown.count("?") == text.count("?"):
        return text
    return "".join(letter for letter in normalize("NFC", text) if _has(font, letter)).strip()


def _is_visible(letter: str) -> bool:
    """Return whether a letter has a glyph: zero-width joiners and variation selectors have none."""
    return category(letter) != "Cf" and not "\ufe00" <= letter <= "\ufe0f"


def _of_the_machine(text: str) -> str:
    return next((name for path in font_files() if (name := _embedded(path)) and _has(name, text)), "")


def _has(font: str, text: str) -> bool:
    return all(ord(letter) in metrics().getFont(font).face.charToGlyph for letter in text)


def _of_readers(text: str) -> str:
    from reportlab.pdfbase.cidfonts import UnicodeCIDFont  # noqa: PLC0415  (an extra)

    for encoding, name in _READERS.items():
        if text.encode(encoding, "ignore").decode(encoding, "ignore") == text:
            metrics().registerFont(UnicodeCIDFont(name))
            return name
    return ""


@cache
def _embedded(path: str) -> str:
    """Register a font on this machine and return its name, or an empty string if it cannot be embedded."""
    from reportlab.pdfbase.ttfonts import TTFError, TTFont  # noqa: PLC0415  (an extra)

    try:
        metrics().registerFont(TTFont(path, path))
    except (TTFError, OSError):
        return ""
    return path
