"""Fonts for names in any script: the first that has all letters of a text is embedded, with the letters that are used.

Where no font has them, the names of fonts are given that PDF readers bring along for Chinese, Japanese and Korean; and
a letter that nothing has is printed as a question mark.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

_READERS = {
    "gb2312": "STSong-Light",
    "shift_jis": "HeiseiKakuGo-W5",
    "euc_kr": "HYGothic-Medium",
    "big5": "MSung-Light",
}
"""Encodings, and the names of fonts that have what they have."""


class Fonts:
    """Fonts by their files, opened when a text needs another one."""

    def __init__(self, files: Iterable[str]) -> None:
        self._files: Iterator[str] = iter(files)
        self._open: list[tuple[str, Any]] = []

    def write(self, canvas: Any, text: str, x: float, y: float, size: float, width: float = 1e9) -> None:
        """Write a text in a font that has its letters, smaller if it would be too wide."""
        from reportlab.pdfbase.pdfmetrics import stringWidth  # type: ignore[import-untyped]  # noqa: PLC0415

        font, shown = self._font_for(text)
        wide = stringWidth(shown, font, size)
        canvas.setFont(font, size * min(1, width / wide) if wide else size)
        canvas.drawString(x, y, shown)

    def _font_for(self, text: str) -> tuple[str, str]:
        from reportlab.pdfbase import pdfmetrics  # type: ignore[import-untyped]  # noqa: PLC0415
        from reportlab.pdfbase.cidfonts import UnicodeCIDFont  # type: ignore[import-untyped]  # noqa: PLC0415

        for name, letters in self._fonts():
            if all(ord(letter) in letters for letter in text):
                return name, text
        for encoding, name in _READERS.items():
            if text.encode(encoding, "ignore").decode(encoding, "ignore") == text:
                pdfmetrics.registerFont(UnicodeCIDFont(name))
                return name, text
        name, letters = self._open[0]
        return name, "".join(letter if ord(letter) in letters else "?" for letter in text)

    def _fonts(self) -> Iterator[tuple[str, Any]]:
        """Yield the fonts that are open, and then the others."""
        from reportlab.pdfbase import pdfmetrics  # noqa: PLC0415  (an extra)
        from reportlab.pdfbase.ttfonts import TTFError, TTFont  # type: ignore[import-untyped]  # noqa: PLC0415

        yield from list(self._open)
        for file in self._files:
            name = f"names-{len(self._open)}"
            try:
                font = TTFont(name, file)
            except (TTFError, OSError):  # outlines of another kind, or not for us to read
                continue
            pdfmetrics.registerFont(font)
            self._open.append((name, font.face.charToGlyph))
            yield self._open[-1]
