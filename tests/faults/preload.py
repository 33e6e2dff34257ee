"""Faults in a dask worker: dask imports this module when a worker starts, and calls ``dask_setup``.

The variable FAULT gives the fault and its time: "death computed 2" kills the worker, "orphaned computed 1" kills the
process that started it, and "SIGINT starting once" sends a signal to all processes, as a terminal does. A fault creates
the file MARKER, so it happens only once, and a replacement for a dead worker survives. There are two exceptions:
"starting always" hits every worker, and "death from 1" also hits workers that start after the first shard.
"""

from __future__ import annotations

import os
import signal
from itertools import count
from pathlib import Path
from typing import Any

from dicebingo.running import stopping
from dicebingo.running.stopping import Point
from tests.faults.small import make_parts_small


def strike(what: str) -> None:
    if what in ("death", "orphaned"):
        os.kill(os.getpid() if what == "death" else os.getppid(), signal.SIGKILL)
    else:
        os.killpg(0, signal.Signals[what])


def strike_once(what: str) -> None:
    try:
        os.close(os.open(os.environ["MARKER"], os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return
    strike(what)


def dask_setup(_: Any) -> None:
    what, when, number = os.environ["FAULT"].split()
    numbers = count(1)

    def watch(point: Point) -> None:
        if point is Point.COMPUTED and next(numbers) == int(number):
            strike_once(what)

    make_parts_small(int(os.environ["PAIRS"]))
    if when == "starting":
        (strike if number == "always" else strike_once)(what)
    elif when == "from" and Path(os.environ["MARKER"]).exists():
        strike(what)
    else:
        stopping._watchers.append(watch)
