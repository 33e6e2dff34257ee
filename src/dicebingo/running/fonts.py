"""Font files of this machine, which a PDF can embed: those with many letters first."""

from __future__ import annotations

import os
import sys
from functools import cache
from importlib.util import find_spec
from itertools import islice
from pathlib import Path

MOST = 400
"""Files that are looked at."""
_PREFERRED = ("dejavusans.", "notosans-regular", "unicode", "cjk", "droid", "wqy", "noto", "sans")


@cache
def font_files() -> tuple[str, ...]:
    """Return the paths of fonts, in the order in which they should be tried."""
    found = (path for folder in _folders() if folder.is_dir() for path in sorted(folder.rglob("*.tt[fc]")))
    return tuple(sorted(map(str, islice(found, MOST)), key=_likeliness))


def _likeliness(path: str) -> int:
    name = Path(path).name.lower()
    return next((place for place, word in enumerate(_PREFERRED) if word in name), len(_PREFERRED))


def _folders() -> list[Path]:
    """Return where fonts are; matplotlib, if it is installed, brings one that has most alphabets."""
    matplotlib = find_spec("matplotlib")
    plots = [
        Path(folder) / "mpl-data/fonts/ttf" for folder in (matplotlib and matplotlib.submodule_search_locations) or ()
    ]
    if sys.platform == "darwin":
        return [*plots, *map(Path, ("/System/Library/Fonts", "/Library/Fonts"))]
    if os.name == "nt":
        return [*plots, Path(os.environ.get("WINDIR", "C:\\Windows")) / "Fonts"]
    return [*plots, *map(Path, ("/usr/share/fonts", "/usr/local/share/fonts"))]
