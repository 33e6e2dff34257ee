"""Options of the commands that serve pages: where to listen, for whom, and whether to open a browser."""

from __future__ import annotations

import os
import sys
import webbrowser
from collections.abc import Callable
from threading import Thread
from typing import Any, TypeVar

import click

from dicebingo.cli.inputs import WholeRange

F = TypeVar("F", bound=Callable[..., Any])

LOCAL = ("127.0.0.1", "::1", "localhost")


def limit(name: str, kind: click.ParamType[Any], default: float, metavar: str, told: str) -> Callable[[F], F]:
    """Return an option that is a number."""
    return click.option(name, type=kind, default=default, metavar=metavar, help=told)


def serving_options(command: F) -> F:
    """Add the options to a command."""
    everywhere = "Where to listen; 0.0.0.0 is the whole network."
    name = "Another host name that visitors may use."
    for option in (
        limit("--workers", WholeRange(0), 0, "N", "Worker processes; 0 is one per processor."),
        click.option("--allow-host", "hosts", multiple=True, metavar="NAME", help=name),
        click.option("--open/--no-open", "browser", default=True, help="Whether to open the page in a browser."),
        limit("--port", WholeRange(0, 65535), 8321, "N", "Which port; 0 takes any free one."),
        click.option("--host", default="127.0.0.1", metavar="ADDRESS", help=everywhere),
    ):
        command = option(command)
    return command


def beside(function: Callable[..., None], *arguments: Any) -> None:
    """Call a function while the server goes on."""
    Thread(target=function, args=arguments, daemon=True).start()


def open_page(address: str) -> None:
    """Open a page in a browser, if there is one."""
    if sys.platform in ("darwin", "win32") or os.environ.keys() & {"DISPLAY", "WAYLAND_DISPLAY"}:
        webbrowser.open(address)  # without a desktop, a browser in the terminal would take it over
