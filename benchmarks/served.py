"""Start ``dicebingo serve`` in a separate process, read its output, measure its memory, and end it."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from benchmarks.harness import ROOT, WrongAnswer


@dataclass(frozen=True, slots=True)
class Served:
    """A running server: its process, its first line of output, and the file with its standard error."""

    process: subprocess.Popen[str]
    told: dict[str, str]
    errors: Any

    @property
    def address(self) -> str:
        """The server's address."""
        return self.told["address"]

    @property
    def port(self) -> int:
        """The server's port."""
        return int(self.address.rstrip("/").rpartition(":")[2])

    def complaints(self) -> str:
        """The text that the server has written to standard error so far."""
        self.errors.seek(0)
        said: str = self.errors.read()
        return said


@contextmanager
def served(*options: str, command: str = "serve", **environment: str) -> Iterator[Served]:
    """Start a server in a new session, and end it with Ctrl-C after the block if it is still running."""
    words = [sys.executable, "-m", "dicebingo", command, "--no-open", "--port", "0", "--json", *options]
    given: dict[str, Any] = {"cwd": ROOT, "env": {**os.environ, **environment}, "start_new_session": True}
    with (
        TemporaryFile("w+") as errors,
        subprocess.Popen(words, stdout=subprocess.PIPE, stderr=errors, text=True, **given) as process,
    ):
        try:
            assert process.stdout is not None
            told = process.stdout.readline()
            server = Served(process, json.loads(told) if told else {}, errors)
            if not told:
                raise WrongAnswer(f"expected the address of a server, got {server.complaints()}")
            yield server
        finally:
            process.send_signal(signal.SIGINT)


def family(server: int) -> set[int]:
    """Return a process and all its descendants, or only the process if they cannot be found."""
    parents: dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:  # the process has ended in the meantime
            continue
    found = {server}
    while grown := {child for child, parent in parents.items() if parent in found} - found:
        found |= grown
    return found


def memory(*processes: int) -> float | None:
    """Return the private memory of processes in megabytes, or None if it is unknown."""
    known = [size for size in map(_private, processes) if size is not None]
    return sum(known) / 1024 if known else None


def _private(process: int) -> int | None:
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except OSError:  # the process has ended in the meantime
        return None
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_"))


async def read_answer(reader: asyncio.StreamReader) -> tuple[int, dict[str, str], bytes]:
    """Read a response; return its status, headers and body."""
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    if headers.get("transfer-encoding") == "chunked":
        body = b""
        while size := int(await reader.readuntil(b"\r\n"), 16):
            body += (await reader.readexactly(size + 2))[:-2]
        await reader.readuntil(b"\r\n")
    else:
        body = await reader.readexactly(int(headers.get("content-length", 0)))
    return int(first.split()[1]), headers, body
