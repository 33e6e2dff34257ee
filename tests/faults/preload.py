"""What happens to a dask worker: dask imports this module when a worker starts, and calls ``dask_setup``.

FAULT says what and when: "death computed 2" is the worker's own, "orphaned computed 1" its master's, and "SIGINT
starting once" a signal to everybody, as from a terminal. It happens once, because then there is the file MARKER: a
worker in the place of a dead one lives. "starting always" happens to all of them, and "death from 1" to those that
start after the first shard as well.
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
