"""``python -m tests.faults NAME FOLDER all`` (or ``sample``): print the points, cases and failures of a command line.

One processor is chosen before numpy is imported, which begins a thread for each of them.
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
    json.dump(drive(sys.argv[1], Path(sys.argv[2]).resolve(), sys.argv[3]), sys.stdout)
