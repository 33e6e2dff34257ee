"""Put text in visual order for printing: reverse right-to-left scripts, and join Arabic letters.

Other programs do this when they display text, but a PDF contains only glyphs and their positions. Names are short, so a
simple form of Unicode's bidirectional algorithm is enough: the text is split into runs of one direction, and the first
letter with a direction determines the order of the runs.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from itertools import groupby

_FORMS = ("isolated", "final", "initial", "medial")
_RIGHT = ("R", "AL")


def printed(text: str) -> str:
    """Return ``text`` in visual order, with its glyphs from left to right.

    >>> printed("abc"), printed("\u05d0\u05d1 1") == "1 \u05d1\u05d0"
    ('abc', True)
    """
    if not any(unicodedata.bidirectional(letter) in _RIGHT for letter in text):
        return text
    clusters: list[str] = []
    for letter in _joined(text):
        if clusters and unicodedata.combining(letter):
            clusters[-1] += letter
        else:
            clusters.append(letter)
    directions = _directions(clusters)
    runs = [list(run) for _, run in groupby(zip(clusters, directions, strict=True), key=lambda pair: pair[1])]
    ordered = reversed(runs) if next(iter(directions)) else iter(runs)
    return "".join(cluster for run in ordered for cluster, _ in (reversed(run) if run[0][1] else run))


def _directions(clusters: list[str]) -> list[bool]:
    """Return whether each letter runs from right to left; neutral letters follow their neighbours."""
    kinds = [unicodedata.bidirectional(cluster[0]) for cluster in clusters]
    now = next(kind in _RIGHT for kind in kinds if kind in (*_RIGHT, "L"))
    base, found = now, []
    for place, kind in enumerate(kinds):
        if kind in (*_RIGHT, "L", "EN", "AN"):
            now = kind in _RIGHT
            found.append(now)
        else:
            following = next((k in _RIGHT for k in kinds[place:] if k in (*_RIGHT, "L")), base)
            found.append(now if now == following else base)
    return found


@cache
def _shapes() -> dict[str, dict[str, str]]:
    """Return the forms of each Arabic letter, from Unicode's table of presentation forms."""
    shapes: dict[str, dict[str, str]] = {}
    for point in range(0xFB50, 0xFF00):
        form, _, letters = unicodedata.decomposition(chr(point)).partition(" ")
        if form.strip("<>") in _FORMS and len(letters) == 4:
            shapes.setdefault(chr(int(letters, 16)), {})[form.strip("<>")] = chr(point)
    return shapes


def _joined(text: str) -> str:
    """Replace each Arabic letter with the form that fits its neighbours."""
    shapes = _shapes()
    letters = [letter for letter in text if not unicodedata.combining(letter)]

    def joins(place: int) -> bool:
        """Return whether a letter is joined to the next."""
        if not 0 <= place < len(letters) - 1:
            return False
        return "initial" in shapes.get(letters[place], {}) and "final" in shapes.get(letters[place + 1], {})

    place, result = -1, []
    for letter in text:
        place += not unicodedata.combining(letter)
        form = _FORMS[joins(place - 1) + 2 * joins(place)]
        known = {} if unicodedata.combining(letter) else shapes.get(letter, {})
        result.append(known.get(form, known.get("isolated", letter)))
    return "".join(result)
