"""Options of the commands that run a server: address, port, host names, workers, and whether to open a browser."""

from __future__ import annotations

import os
import sys
import webbrowser
from collections.abc import Callable
from threading import Thread
from typing import TYPE_CHECKING

import click

from dicebingo.cli.inputs import F, RealRange, WholeRange
from dicebingo.errors import DiceBingoError, Stopped
from dicebingo.json_form import JsonObject

if TYPE_CHECKING:  # the extra "web" may be missing
    from socket import socket

    from starlette.applications import Starlette

LOCAL = ("127.0.0.1", "::1", "localhost")


def limit(name: str, kind: WholeRange | RealRange, default: float, metavar: str, text: str) -> Callable[[F], F]:
    """Return an option with a numeric value and the help text ``text``."""
    return click.option(name, type=kind, default=default, metavar=metavar, help=text)


def serving_options(command: F) -> F:
    """Add the options that all server commands have in common."""
    everywhere = "Address to listen on; 0.0.0.0 opens the server to the network."
    name = "An additional host name by which visitors may reach the server."
    for option in (
        limit("--workers", WholeRange(0), 0, "N", "Number of worker processes; 0 means one per processor."),
        click.option("--allow-host", "hosts", multiple=True, metavar="NAME", help=name),
        click.option("--open/--no-open", "browser", default=True, help="Open the page in a browser."),
        limit("--port", WholeRange(0, 65535), 8321, "N", "Port to listen on; 0 means any free port."),
        click.option("--host", default="127.0.0.1", metavar="ADDRESS", help=everywhere),
    ):
        command = option(command)
    return command


def in_background(function: Callable[..., None], *arguments: object) -> None:
    """Call ``function`` in a background thread, while the server runs."""
    Thread(target=function, args=arguments, daemon=True).start()


def checked(app: Starlette, listening: socket, check: Callable[[JsonObject], None]) -> JsonObject:
    """Run a server while ``check`` queries it and stores the answers in a dictionary; return this dictionary.

    If the check fails, the dictionary contains the error message under the key ``error``.
    """
    from dicebingo.web.server import run

    found: JsonObject = {}

    def ask(stop: Callable[[], None]) -> None:
        try:
            check(found)
        except DiceBingoError as error:
            found["error"] = str(error)
        stop()

    if run(app, listening, lambda stop: in_background(ask, stop)):
        raise Stopped("interrupted")
    return found


def open_page(address: str) -> None:
    """Open a page in a graphical browser, if the machine has a desktop."""
    if sys.platform in ("darwin", "win32") or os.environ.keys() & {"DISPLAY", "WAYLAND_DISPLAY"}:
        webbrowser.open(address)  # on a machine without a desktop, a text browser would take over the terminal
