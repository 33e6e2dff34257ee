"""Pupils' names, which may be in any script but must be visible and distinct."""

from __future__ import annotations

import re
import unicodedata

from dicebingo.classroom.refusals import Refused
from dicebingo.errors import quote

LONGEST = 24
_SPACES = "".join(chr(point) for point in range(0x3001) if unicodedata.category(chr(point)) == "Zs")
_JOINERS = "\u200c\u200d"
"""Zero-width joiners are allowed, because emoji and words in some scripts contain them. Other format characters are
refused."""
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Invisible letters, and one invisible symbol."""


def read_name(given: str) -> str:
    """Return a name as it is stored: trimmed, in Unicode's composed form.

    >>> read_name("  Zoe\u0308 ")
    'Zoë'
    """
    name = unicodedata.normalize("NFC", given.strip(_SPACES))
    if not 1 <= len(name) <= LONGEST:
        raise Refused("name", f"expected a name of 1 to {LONGEST} characters, got {len(name)}")
    for character in name:
        kind = unicodedata.category(character)
        if kind in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") and character not in _JOINERS:
            raise Refused("name", f"expected a name without invisible characters, got one with {quote(character)}")
    if not any(unicodedata.category(c)[0] in "LNPSC" and c not in _BLANK + _JOINERS for c in name):
        raise Refused("name", f"expected a name with at least one visible character, got {quote(name)}")
    return name


_LOOK_ALIKE = str.maketrans(
    "\u0430\u0432\u0435\u0437\u0456\u0458\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0455\u0501\u04bb\u051b\u051d"
    "\u03b1\u03b2\u03b5\u03b7\u03b9\u03ba\u03bc\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u03b3\u03b6"
    "\u0131\u0261\u029c\u0274\u1d0f",
    "abe3ijkmhopctyxsdhqwabehikmvoptuxyzighno",
)
"""Lower-case letters of other scripts that resemble Latin letters in lower or upper case (Unicode's confusables)."""


def _is_shown(character: str) -> bool:
    """Return whether a character is visible; zero-width joiners, blanks and variation selectors are not."""
    selector = "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"
    return not (selector or character in _JOINERS + _BLANK + "\u034f")


def likeness(name: str) -> str:
    """Return a normal form of a name; two names with the same form count as the same name.

    The form ignores case, width, spaces and invisible characters. Letters of other scripts that look like Latin letters
    are replaced by those Latin letters.

    >>> likeness("STRASSE") == likeness("straße")
    True
    >>> likeness("\u0410\u043d\u043d\u0430\ufe0f") == likeness("AHHa")  # the first in Cyrillic letters
    True
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    shown = "".join(character for character in folded if _is_shown(character)).translate(_LOOK_ALIKE)
    return re.sub(f"[{_SPACES}]+", " ", shown).strip()
