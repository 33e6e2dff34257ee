"""Build the sdist and the wheel in dist/, with a README for a package index: ``python -m tools.release [ADDRESS]``.

A package index shows only the README, so relative links and pictures would not work there. With the address of the
repository's files (``https://HOST/OWNER/NAME/blob/main``) they become absolute. Without an address, links become plain
text and pictures are dropped, so that no link is broken.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?://|#)([^)\s]+)\)")
BUILD = "import sys; from flit_core.buildapi import *; build_sdist(sys.argv[1]); build_wheel(sys.argv[1])"


def index_readme(text: str, address: str = "") -> str:
    """Return the README for a package index.

    >>> index_readme("![ring](docs/ring.svg)See [Install](docs/install.md).")
    'See Install.'
    >>> index_readme("[Install](docs/install.md)", "https://example.org/files")
    '[Install](https://example.org/files/docs/install.md)'
    """

    def replaced(link: re.Match[str]) -> str:
        mark, words, target = link.groups()
        if address:
            raw = "?raw=true" if mark else ""  # link to the picture file, not to the page that shows it
            return f"{mark}[{words}]({address.rstrip('/')}/{target}{raw})"
        return "" if mark else words

    return LINK.sub(replaced, text)


def build(folder: Path, address: str = "") -> None:
    """Build the sdist and the wheel in a folder, from a copy of the files under version control."""
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    with TemporaryDirectory() as scratch:
        copy = Path(scratch) / "dicebingo"
        for name in filter(None, tracked.split("\0")):
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, copy / name)
        readme = copy / "README.md"
        readme.write_text(index_readme(readme.read_text(encoding="utf-8"), address), encoding="utf-8")
        folder.mkdir(exist_ok=True)
        subprocess.run([sys.executable, "-c", BUILD, str(folder.resolve())], cwd=copy, check=True)


if __name__ == "__main__":
    build(ROOT / "dist", *sys.argv[1:])
