"""List the phrases that printed pages use in a language, and make a test language with longer words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from dicebingo.render.printing.words.texts import Notation

VOWELS = {ord(vowel): 2 * accented for vowel, accented in zip("aeiouAEIOU", "áéíóúÁÉÍÓÚ", strict=True)}


def texts_of(words: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield every phrase in a language's words, with its path."""
    if isinstance(words, str):
        yield path, words
        return
    parts = words._asdict() if hasattr(words, "_asdict") else words
    for key in parts if isinstance(parts, dict) else range(len(parts)):
        if not isinstance(parts[key], Notation):
            yield from texts_of(parts[key], f"{path}.{key}")


def longer(words: Any) -> Any:
    """Return a language's words with each vowel doubled and accented, which adds about 40% more letters."""
    if isinstance(words, str):
        texts = re.split(r"(\{\w*\})", words)
        return "".join(text if text[:1] == "{" else text.translate(VOWELS) for text in texts)
    if isinstance(words, dict):
        return {key: longer(part) for key, part in words.items()}
    parts = (longer(part) for part in words)
    return type(words)(*parts) if hasattr(words, "_fields") else tuple(parts)
