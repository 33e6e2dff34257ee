"""Test the page's sentences without a browser: node calls the page's functions with numbers in the server's format."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from tests.web.pages import node

Call = tuple[str, str, Sequence[Any]]
DRIVER = Path(__file__).with_suffix(".mjs")


def call_page(calls: Sequence[Call], language: str = "en") -> list[Any]:
    """Call functions of the page, each given by module, name and arguments, and return their results."""
    asked = json.dumps([language, calls])
    done = subprocess.run([node(), str(DRIVER)], input=asked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    results: list[Any] = json.loads(done.stdout)
    return results


def amount(number: Fraction | int, *, exact: bool = True) -> dict[str, Any]:
    """Return a number as the server sends it."""
    return {"exact": str(Fraction(number)) if exact else None, "decimal": float(number)}


def read(text: str) -> Fraction:
    """Parse a printed number in English or German format."""
    digits = re.sub(r"[+%±<>]", "", text).replace("\N{MINUS SIGN}", "-").replace(",", ".")
    return Fraction(digits) / (100 if text.endswith("%") else 1)
