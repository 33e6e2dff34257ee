"""nginx in front of ``dicebingo class``, as in docs/how-to/behind-a-proxy.md. Without nginx, the tests are skipped."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from benchmarks.served import served
from tests.waiting import until
from tests.web.browser import SCHOOL

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "behind-a-proxy.md"
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


@dataclass(frozen=True)
class Proxied:
    """A server behind a proxy: its address, without a trailing slash, and the teacher's token."""

    port: int
    token: str

    def address(self, host: str = "127.0.0.1") -> str:
        return f"http://{host}:{self.port}/bingo"


def nginx() -> str:
    """Return the path of nginx, or skip the test."""
    found = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if found is None:
        pytest.skip("this needs nginx: apt-get install nginx-light")
    return found


def location(port: int) -> str:
    """The configuration from the documentation, with a different port."""
    found = re.search(r"```nginx\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    block = found[1]
    assert "127.0.0.1:8321/" in block
    return block.replace("8321", str(port))


@contextmanager
def proxied(folder: Path, *, buffering: bool = False) -> Iterator[Proxied]:
    """Start the proxy and the server.

    With ``buffering``, the proxy buffers responses by default, and the server's headers must turn buffering off.
    """
    program, reserved = nginx(), reserve_port()
    port: int = reserved.getsockname()[1]
    address = f"http://{SCHOOL}:{port}/bingo/"
    how = ("--behind-proxy", "--address", address, "--workers", "1", "--data", str(folder / "classes"))
    with reserved, served(*how, command="class") as server:
        block = location(server.port)
        if buffering:
            block = re.sub(r" *proxy_buffering off;\n", "", block)
        inside = "".join(f"{name}_temp_path {folder / name};\n" for name in TEMPORARY)
        text = f"daemon off;\npid {folder / 'pid'};\nerror_log stderr;\nevents {{}}\n"
        text += f"http {{\naccess_log off;\n{inside}server {{\nlisten 127.0.0.1:{port} reuseport;\n{block}}}\n}}\n"
        (folder / "nginx.conf").write_text(text, encoding="utf-8")
        words = [program, "-e", "stderr", "-p", str(folder), "-c", str(folder / "nginx.conf")]
        with subprocess.Popen(words, stderr=subprocess.DEVNULL) as proxy:
            try:
                until(lambda: proxy.poll() is not None or answers(port))
                assert proxy.poll() is None
                yield Proxied(port, server.told["token"])
            finally:
                proxy.terminate()


def reserve_port() -> socket.socket:
    """Return a socket that reserves a port for nginx. The socket is bound but does not listen."""
    reserved = socket.socket()
    reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    reserved.bind(("127.0.0.1", 0))
    return reserved


def answers(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
        return True
    return False
