"""Names of pupils: in any script, always visible, and distinct."""

from __future__ import annotations

import re
import unicodedata

from dicebingo.classroom.refusals import Refused
from dicebingo.errors import quote

LONGEST = 24
_SPACES = "".join(chr(point) for point in range(0x3001) if unicodedata.category(chr(point)) == "Zs")
_JOINERS = "\u200c\u200d"
"""Joiners occur in words of some scripts and in emoji; all other formatting characters are refused."""
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and a symbol that are invisible."""


def read_name(given: str) -> str:
    """Return a name as it is stored: trimmed, in the composed form of Unicode.

    >>> read_name("  Zoe\u0308 ")
    'Zoë'
    """
    name = unicodedata.normalize("NFC", given.strip(_SPACES))
    if not 1 <= len(name) <= LONGEST:
        raise Refused("name", f"expected a name of 1 to {LONGEST} characters, got {len(name)}")
    for character in name:
        kind = unicodedata.category(character)
        if kind in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") and character not in _JOINERS:
            raise Refused("name", f"expected a name of visible characters, got {quote(character)} in it")
    if not any(unicodedata.category(c)[0] in "LNPSC" and c not in _BLANK + _JOINERS for c in name):
        raise Refused("name", f"expected a visible name, got {quote(name)}")
    return name


def likeness(name: str) -> str:
    """Return a normal form that ignores case, width and spaces; names with the same form count as the same.

    >>> likeness("STRASSE") == likeness("straße")
    True
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return re.sub(f"[{_SPACES}]+", " ", "".join(c for c in folded if c not in _JOINERS + _BLANK)).strip()
