"""Jobs for the shard tests, in a separate module so that a cluster's workers can import them."""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from dicebingo.running.shards import Result


@dataclass(frozen=True)
class Squares:
    """A job that squares numbers; each shard records its process id in a file."""

    count: int
    log: Path | None = None

    def name(self) -> str:
        return f"squares of {self.count} numbers"

    def shards(self) -> int:
        return self.count

    def shard(self, number: int) -> Result:
        if self.log is not None:
            (self.log / f"{number}-{os.getpid()}").touch()
        return {"square": np.array(number**2)}


@dataclass(frozen=True)
class Broken(Squares):
    """A job with one shard that fails."""

    error: type[Exception] = ZeroDivisionError

    def shard(self, number: int) -> Result:
        if number == 5:
            raise self.error("shard 5")
        return super().shard(number)


@dataclass(frozen=True)
class Deadly(Squares):
    """A job that kills the first process that computes shard 20, after writing a file."""

    def shard(self, number: int) -> Result:
        assert self.log is not None
        if number == 20 and not list(self.log.glob("died-*")):
            (self.log / f"died-{os.getpid()}").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().shard(number)


@dataclass(frozen=True)
class Search(Squares):
    """A search in batches. The name of the search does not depend on the number of batches."""

    def name(self) -> str:
        return "a search"
