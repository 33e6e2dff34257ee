"""Files that a user names on the command line."""

from __future__ import annotations

from pathlib import Path

from dicebingo.errors import InputError, quote

MAX_FILE = 10_000_000


def file_text(name: str, kind: str) -> str:
    """Return the text of a file of boards, rules or the like."""
    try:
        with Path(name).open("rb") as file:
            content = file.read(MAX_FILE + 1)  # a device such as /dev/zero has no end
        text = content.decode("utf-8-sig")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"expected a readable file of {kind}, got {quote(name)} ({reason})") from None
    if len(content) > MAX_FILE:
        raise InputError(f"expected a file of {kind} of at most {MAX_FILE} bytes, got {quote(name)}")
    return text
