"""Faults that commands must handle: a full disk, and Ctrl-C."""

from __future__ import annotations

import errno
import os
import signal
from collections.abc import Callable
from typing import Any, NoReturn

import pytest

from dicebingo.running.run import Progress, Run


def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every write to disk fail, as on a full disk."""

    def fsync(_: int) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", fsync)


def stopped_when(condition: Callable[[Progress], bool], monkeypatch: pytest.MonkeyPatch) -> None:
    """Send Ctrl-C as soon as the reported progress satisfies a condition."""
    tell = Run.tell

    def telling(run: Run, *given: Any, **options: Any) -> None:
        tell(run, *given, **options)
        if condition(run._shared.now) and not run.stopped:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Run, "tell", telling)
