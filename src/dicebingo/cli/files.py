"""Files that commands write: complete under their name, or not there."""

from __future__ import annotations

import os
from pathlib import Path

from dicebingo.errors import InputError, quote

__all__ = ["write_file"]


def write_file(path: Path, content: bytes) -> None:
    """Write a file under a temporary name and rename it, so that no half-written file ever has the name."""
    new = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        try:
            new.write_bytes(content)
            new.replace(path)
        finally:
            new.unlink(missing_ok=True)
    except OSError as error:
        raise InputError(f"expected a file that can be written, got {quote(path)} ({error.strerror})") from None
