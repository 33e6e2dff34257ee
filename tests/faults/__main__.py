"""Inject faults into command lines: ``python -m tests.faults FOLDER all NAME...`` (or ``sample`` for ``all``).

The output is JSON with the number of points where a fault can occur, the number of cases (faults at points), and the
failures. The program restricts itself to one processor before it imports numpy, because numpy starts one thread per
processor.
"""

import json
import os
import sys
from pathlib import Path

if __name__ == "__main__":
    mine = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {mine[os.getpid() % len(mine)]})

    from dicebingo.running.cache import cache_folder
    from tests.faults.driver import drive

    os.environ.setdefault("NUMBA_CACHE_DIR", str(cache_folder()))
    os.environ["DICEBINGO_CACHE"] = "cache"
    _, where, how, *names = sys.argv
    folders = {name: Path(where).resolve() / str(number) for number, name in enumerate(names)}
    for folder in folders.values():
        folder.mkdir()
    json.dump({name: drive(name, folder, how) for name, folder in folders.items()}, sys.stdout)
