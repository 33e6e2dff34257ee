"""``dicebingo serve``: the pages and the JSON API, on this machine."""

from __future__ import annotations

import os
import sys
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import click

from dicebingo.cli.options.common import echo_json, json_option
from dicebingo.errors import DiceBingoError, InputError

__all__ = ["command"]

LOCAL = ("127.0.0.1", "::1", "localhost")


@click.command("serve")
@click.option("--host", default="127.0.0.1", metavar="ADDRESS", help="Where to listen; 0.0.0.0 is the whole network.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8321, metavar="N", help="Which port; 0 takes a free one."
)
@click.option("--open/--no-open", "browser", default=True, help="Whether to open the page in a browser.")
@click.option("--allow-host", "hosts", multiple=True, metavar="NAME", help="Another name that visitors may use.")
@click.option(
    "--workers", type=click.IntRange(0, 64), default=0, metavar="N", help="Processes; 0 is one per processor."
)
@click.option("--seconds", type=click.FloatRange(1, 86400), default=120, metavar="S", help="Time of one computation.")
@click.option("--memory", type=click.IntRange(500, 10**6), default=3072, metavar="MB", help="Memory of one process.")
@click.option("--joint-states", type=click.IntRange(1, 10**7), default=60_000, metavar="N", help="Most of a match.")
@click.option("--rate", type=click.FloatRange(0.1, 10**6), default=100, metavar="N", help="Requests a second, each.")
@click.option(
    "--burst", type=click.IntRange(1, 10**6), default=400, metavar="N", help="Requests at once, each visitor."
)
@click.option("--check", is_flag=True, help="Start, ask one question, say whether the answer is right, and stop.")
@json_option
def command(host: str, port: int, browser: bool, check: bool, as_json: bool, **limits: Any) -> None:
    """Serve the pages and the JSON API on this machine, until Ctrl-C.

    Nobody else can reach them unless --host says so. See /api/openapi.json for everything that can be asked.

    Example: dicebingo serve
    """
    from dicebingo.web.server import address_of, bind, serve
    from dicebingo.web.settings import Settings

    settings = Settings(
        quick_workers=limits["workers"],
        long_workers=limits["workers"],
        long_seconds=limits["seconds"],
        memory=limits["memory"] << 20,
        joint_states=limits["joint_states"],
        rate=limits["rate"],
        burst=limits["burst"],
        hosts=limits["hosts"],
    )
    if host not in LOCAL:
        settings = replace(settings, hosts=(*settings.hosts, host))
    listening = bind(host, port)
    address = address_of(listening, host)
    if check:
        _check(listening, address, settings, as_json)
        return
    if as_json:
        echo_json({"address": address})
    else:
        click.echo(f"Dice Bingo is at {address} (Ctrl-C stops it)")
        if host not in LOCAL:
            click.echo("Everybody who can reach this machine over the network can use it.", err=True)
    serve(listening, settings, (lambda _: _open(address)) if browser and not as_json else None)


def _open(address: str) -> None:
    desktop = sys.platform in ("darwin", "win32") or "DISPLAY" in os.environ or "WAYLAND_DISPLAY" in os.environ
    if desktop:  # or a browser of the terminal would take it over
        webbrowser.open(address)


def _check(listening: Any, address: str, settings: Any, as_json: bool) -> None:
    """Start the server, ask it for a board whose answer is known, and stop it."""
    from dicebingo.web.server import CHECK, ask, serve

    found: dict[str, Any] = {}

    def look(stop: Callable[[], None]) -> None:
        try:
            found["version"] = ask(address, "/api/version")["version"]
            found["expected_rolls"] = ask(address, "/api/solve", CHECK)["expected_rolls"]
        except DiceBingoError as error:
            found["error"] = str(error)
        stop()

    serve(listening, settings, look)
    holds = found.get("expected_rolls") == {"exact": "18", "decimal": 18.0}
    if as_json:
        echo_json({"address": address, **found, "holds": holds})
    elif "error" in found:
        raise InputError(found["error"])
    else:
        click.echo(f"{address} answers: nine sevens take {found['expected_rolls']['exact']} rolls")
    if not holds:
        click.get_current_context().exit(1)
