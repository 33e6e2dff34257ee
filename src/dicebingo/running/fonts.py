"""Font files for text in any script: our own, which has most alphabets, and those of the machine for the others."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from importlib.resources import files
from itertools import islice
from pathlib import Path

MOST = 400
"""Font files of the machine that are looked at."""
OWN = "DejaVuSans.ttf"
_PREFERRED = ("unicode", "noto", "cjk", "droid", "wqy", "deva", "sans")


def font_files() -> Iterator[str]:
    """Yield the paths of fonts, our own first, and of the machine's those that are likely to have many letters."""
    yield str(files("dicebingo.render.pdf") / OWN)
    found = (path for folder in _folders() if folder.is_dir() for path in sorted(folder.rglob("*.tt[fc]")))
    yield from sorted(map(str, islice(found, MOST)), key=_likeliness)


def _likeliness(path: str) -> int:
    name = Path(path).name.lower()
    return next((place for place, word in enumerate(_PREFERRED) if word in name), len(_PREFERRED))


def _folders() -> list[Path]:
    if sys.platform == "darwin":
        return [Path("/System/Library/Fonts"), Path("/Library/Fonts")]
    if os.name == "nt":
        return [Path(os.environ.get("WINDIR", "C:\\Windows")) / "Fonts"]
    return [Path("/usr/share/fonts"), Path("/usr/local/share/fonts")]
