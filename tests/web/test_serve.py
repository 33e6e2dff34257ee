"""``dicebingo serve`` as a process: when it prints its address, how it stops, and how it cleans up."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from benchmarks.served import Served, family, served
from dicebingo.cli.commands import serve
from dicebingo.cli.serving import open_page
from dicebingo.web import server
from dicebingo.web.jobs import STOPPING, Jobs
from dicebingo.web.server import ask, bind
from tests.commands import run
from tests.waiting import PATIENCE, until

linux = pytest.mark.skipif(sys.platform != "linux", reason="the tests read /proc")
LONG = {"board": [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 2, 3, 4, 5, 6], "rules": "4x4", "full": True}
"""A question that takes many minutes on any machine. No test waits for it."""


@pytest.mark.slow
@pytest.mark.parametrize("times", [1, pytest.param(20, marks=pytest.mark.long)])
def test_the_printed_address_answers_at_the_first_attempt(times: int) -> None:
    for _ in range(times):
        with served("--workers", "1") as process:
            assert ask(process.address, "/api/version")["version"]
            assert process.port > 0
            process.process.send_signal(signal.SIGINT)
            assert process.process.wait() == 0
            assert process.complaints() == ""


@pytest.mark.parametrize("as_json", [True, False])
def test_the_address_is_not_printed_before_the_server_answers(as_json: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[Any] = []
    start, run_app = Jobs.start, server.run

    async def starting(jobs: Jobs) -> None:
        said.append(sys.stdout.getvalue())  # type: ignore[union-attr]
        await start(jobs)

    def run_shortly(app: Any, listening: socket.socket, ready: Callable[[Callable[[], None]], None]) -> None:
        def and_stop(stop: Callable[[], None]) -> None:
            ready(stop)
            said.append(sys.stdout.getvalue())  # type: ignore[union-attr]
            stop()

        run_app(app, listening, and_stop)

    monkeypatch.setattr(Jobs, "start", starting)
    monkeypatch.setattr(server, "run", run_shortly)
    monkeypatch.setattr(serve, "in_background", lambda *called: said.append(called))
    result = run("serve", "--port", "0", "--workers", "1", *(["--json"] if as_json else []))
    assert (result.code, result.err) == (0, "")
    (address,) = re.findall(r"http://127\.0\.0\.1:[1-9]\d*/", result.out)
    if as_json:
        assert said == ["", result.out]
        assert result.json() == {"address": address}
    else:
        assert said == ["", (open_page, address), result.out]
        assert result.out == f"Dice Bingo is at {address} (press Ctrl-C to stop)\n"


def test_an_interrupted_start_check_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: Any, listening: socket.socket, __: Any) -> bool:
        listening.close()
        return True

    monkeypatch.setattr(server, "run", interrupted)
    result = run("serve", "--check", "--port", "0")
    assert (result.code, result.out, result.err) == (130, "", "interrupted\n")


SERVE = (sys.executable, "-m", "dicebingo", "serve", "--no-open")


def refused(*command: str) -> str:
    """Return the only line that a server prints if it fails to start."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    return done.stderr


@pytest.mark.slow
def test_an_unusable_address_gets_a_one_line_error() -> None:
    with bind("127.0.0.1", 0) as listening:
        port = str(listening.getsockname()[1])
        complaint = f"Cannot listen on '127.0.0.1', port {port}: Address already in use."
        assert refused(*SERVE, "--port", port) == f"dicebingo: {complaint}\n"
    assert "Cannot listen on '192.0.2.1'" in refused(*SERVE, "--host", "192.0.2.1")


OTHER_PACKAGES = [pytest.param(name, marks=pytest.mark.long) for name in ("starlette", "cachetools")]


@pytest.mark.parametrize("package", ["uvicorn", *OTHER_PACKAGES])
def test_a_missing_extra_is_reported_first(package: str) -> None:
    """If the extra is missing and the port is in use, the error reports the missing extra."""
    with bind("127.0.0.1", 0) as listening:
        arguments = ["dicebingo", "serve", "--no-open", "--port", str(listening.getsockname()[1])]
        without = f"import sys; sys.modules[{package!r}] = None; sys.argv = {arguments}"
        complaint = refused(sys.executable, "-c", f"{without}; from dicebingo.cli.start import main; main()")
    assert (
        complaint
        == f"dicebingo: This needs {package}: pip install 'dicebingo[web]' (in a clone: pip install '.[web]').\n"
    )


@pytest.mark.slow
@linux
def test_a_server_that_cannot_print_its_address_exits() -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run([*SERVE, "--port", "0"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "No space left on device" in done.stderr


def is_there(process: int) -> bool:
    """Return whether a process is running. A process that has ended may be listed until its parent reaps it."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def busy(process: Served) -> tuple[set[int], HTTPConnection]:
    """Keep both workers for long questions busy; return the server's processes and a waiting client's connection."""
    waiting = HTTPConnection("127.0.0.1", process.port, timeout=PATIENCE)
    waiting.request("POST", "/api/improve", json.dumps({**LONG, "wait": 10}), {"Content-Type": "application/json"})
    other = HTTPConnection("127.0.0.1", process.port, timeout=PATIENCE)
    body = json.dumps({**LONG, "most": 1, "wait": 0})
    other.request("POST", "/api/improve", body, {"Content-Type": "application/json"})
    job = json.loads(other.getresponse().read())["job"]
    other.close()
    until(lambda: ask(process.address, f"/api/jobs/{job}")["status"] == "running")
    # The processes are the server, its workers, the fork server and the resource tracker.
    until(lambda: len(family(process.process.pid)) == 7)
    return family(process.process.pid), waiting


@linux
@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "everybody"),
    [
        pytest.param(signal.SIGINT, True, id="Ctrl-C in a terminal"),
        pytest.param(signal.SIGTERM, False, id="kill"),
        pytest.param(signal.SIGINT, False, marks=pytest.mark.long),
        pytest.param(signal.SIGTERM, True, marks=pytest.mark.long),
    ],
)
def test_a_signal_ends_all_server_processes(number: signal.Signals, everybody: bool, tmp_path: Path) -> None:
    """The signal goes to the server alone or, like Ctrl-C in a terminal, to all its processes."""
    with (
        served("--workers", "2", TMPDIR=str(tmp_path), DICEBINGO_CACHE=str(tmp_path / "cache")) as process,
        socket.create_connection(("127.0.0.1", process.port)) as deaf,
    ):
        deaf.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 200)  # this client reads nothing
        processes, waiting = busy(process)
        (os.killpg if everybody else os.kill)(process.process.pid, number)
        answer = waiting.getresponse()
        told = json.loads(answer.read())
        waiting.close()
        if answer.status == 503:  # otherwise, the question became a job, or the worker ended before the server
            assert told == {"error": STOPPING, "code": "stopping"}
        else:
            assert answer.status == 202 or (number, everybody, answer.status) == (signal.SIGTERM, True, 422)
        assert process.process.wait() == 0
        assert process.complaints() == ""
        until(lambda: not any(map(is_there, processes)))
    assert [path for path in tmp_path.iterdir() if path.name != "cache"] == []


@linux
@pytest.mark.slow
def test_the_workers_of_a_killed_server_end_with_it() -> None:
    with served("--workers", "2") as process:
        processes, waiting = busy(process)
        process.process.kill()
        until(lambda: not any(map(is_there, processes)))
        waiting.close()


@linux
@pytest.mark.slow
def test_ctrl_c_while_the_workers_start_leaves_no_traceback() -> None:
    given: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen([*SERVE, "--port", "0"], start_new_session=True, **given) as process:
        until(lambda: process.poll() is not None or len(family(process.pid)) > 2)  # the fork server is loading modules
        os.killpg(process.pid, signal.SIGINT)
        assert process.communicate()[1] == ""
    assert process.returncode == 0
