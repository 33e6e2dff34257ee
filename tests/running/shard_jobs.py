"""Jobs for the tests of shards; in a module of their own, so that the workers of a cluster find them."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from dicebingo.running.shards import Result


@dataclass(frozen=True)
class Squares:
    """Squares of numbers; each shard takes a moment, and leaves a file that says who computed it."""

    count: int
    pause: float = 0.0
    log: Path | None = None

    def name(self) -> str:
        return f"squares of {self.count} numbers"

    def shards(self) -> int:
        return self.count

    def shard(self, number: int) -> Result:
        time.sleep(self.pause)
        if self.log is not None:
            (self.log / f"{number}-{os.getpid()}").touch()
        return {"square": np.array(number**2)}


@dataclass(frozen=True)
class Broken(Squares):
    """One shard fails."""

    error: type[Exception] = ZeroDivisionError

    def shard(self, number: int) -> Result:
        if number == 5:
            raise self.error("shard 5")
        return super().shard(number)


@dataclass(frozen=True)
class Search(Squares):
    """A search in batches: its name does not depend on how many there are."""

    def name(self) -> str:
        return "a search"
