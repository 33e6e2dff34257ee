"""Names of pupils: in any script, always visible, and never mistaken for each other."""

from __future__ import annotations

import re
import unicodedata

from dicebingo.classroom.refusals import Refused
from dicebingo.errors import quote

LONGEST = 24
_SPACES = "".join(chr(point) for point in range(0x3001) if unicodedata.category(chr(point)) == "Zs")
_JOINERS = "\u200c\u200d"
"""Within words of some scripts, and in some emoji; all other characters that format are refused."""
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and a symbol that nobody sees."""


def read_name(given: str) -> str:
    """Return a name as it is kept: trimmed, in the composed form of Unicode.

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
        raise Refused("name", f"expected a name that can be seen, got {quote(name)}")
    return name


def likeness(name: str) -> str:
    """Return what two names have in common that count as the same: case, width and spaces do not matter.

    >>> likeness("STRASSE") == likeness("straße")
    True
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return re.sub(f"[{_SPACES}]+", " ", "".join(c for c in folded if c not in _JOINERS + _BLANK)).strip()
