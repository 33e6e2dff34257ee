"""Fonts of this machine, which a PDF can embed: those with many letters first."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

FOLDERS = (
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "~/.local/share/fonts",
    "~/.fonts",
    "/Library/Fonts",
    "/System/Library/Fonts",
    "~/Library/Fonts",
    "C:/Windows/Fonts",
)
NAMES = (
    "DejaVuSans.ttf",
    "NotoSans-Regular.ttf",
    "LiberationSans-Regular.ttf",
    "Arial Unicode.ttf",
    "arialuni.ttf",
    "arial.ttf",
    "segoeui.ttf",
    "DroidSansFallbackFull.ttf",
    "wqy-zenhei.ttc",
    "wqy-microhei.ttc",
    "msyh.ttc",
    "YuGothM.ttc",
    "malgun.ttf",
)


@cache
def font_files() -> tuple[str, ...]:
    """Return the files of known fonts that are there, in the order in which they should be tried."""
    found: dict[str, str] = {}
    for folder in FOLDERS:
        for path, _, files in os.walk(Path(folder).expanduser()):
            found |= {file: str(Path(path) / file) for file in files if file in NAMES}
    return tuple(found[name] for name in NAMES if name in found)
