"""The cache for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from dicebingo.render.text.parts import page, table
from dicebingo.running.cache import Cache, Kept


def cache_text(found: Cache) -> str:
    """Return what is kept and how large it is, and what was removed."""
    rows = [[kept.what, _size([kept]), kept.used] for kept in found.kept]
    if len(rows) > 1:
        rows.append(["together", _size(found.kept), ""])
    removed = f"removed {_size(found.removed)}" if found.removed else ""
    left = table(["kept", "size", "last used"], rows, left=[0]) if rows else "nothing is kept"
    return page(found.folder, removed, left)


def _size(kept: Sequence[Kept]) -> str:
    """Return a number of bytes as a person says it.

    >>> _size([Kept("", "", 298_619_494, "")]), _size([Kept("", "", 2_345, "")])
    ('298.6 MB', '2.3 kB')
    """
    size = sum(item.bytes for item in kept)
    return f"{size / 1e6:,.1f} MB" if size >= 1_000_000 else f"{size / 1e3:.1f} kB"
