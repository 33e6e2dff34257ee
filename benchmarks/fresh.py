"""Run one benchmark function in a fresh process, and print its figures and peak memory as JSON.

``python -m benchmarks.fresh module:function``
"""

from __future__ import annotations

import json
import resource
import sys
from importlib import import_module

from benchmarks.harness import WrongAnswer


def main(target: str) -> None:
    module, _, function = target.partition(":")
    try:
        report = getattr(import_module(f"benchmarks.{module}"), function)()
    except WrongAnswer as wrong:
        report = {"wrong": str(wrong)}
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    # Linux reports kibibytes, and macOS reports bytes.
    report["megabytes"] = peak / 1e6 if sys.platform == "darwin" else peak * 1024 / 1e6
    print(json.dumps(report))


if __name__ == "__main__":
    main(sys.argv[1])
