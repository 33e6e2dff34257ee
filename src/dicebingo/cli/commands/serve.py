"""``dicebingo serve``: run a server for the pages and the JSON API on this machine."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import click

from dicebingo.cli.inputs import RealRange, WholeRange
from dicebingo.cli.output import echo_json, json_option
from dicebingo.cli.serving import LOCAL, checked, in_background, limit, open_page, serving_options
from dicebingo.cli.suggestions import Command
from dicebingo.errors import InputError
from dicebingo.json_form import JsonObject


@click.command("serve", cls=Command)
@serving_options
@limit("--seconds", RealRange(1, 86400), 120, "S", "Time limit of one computation.")
@limit("--memory", WholeRange(500, 10**6), 3072, "MB", "Memory limit of one worker.")
@limit("--joint-states", WholeRange(1, 10**7), 60_000, "N", "Maximum number of joint states in a match or duel.")
@limit("--rate", RealRange(0.1, 10**6), 100, "N", "Maximum number of requests per second per visitor.")
@limit("--burst", WholeRange(1, 10**6), 400, "N", "Maximum number of requests that a visitor may make at once.")
@click.option(
    "--embed",
    multiple=True,
    metavar="ORIGIN",
    help="A site that may show the page in a frame.",
)
@click.option("--check", is_flag=True, help="Start the server, ask it one question, check the answer, and stop.")
@json_option
def command(host: str, port: int, browser: bool, check: bool, as_json: bool, **limits: Any) -> None:
    """Serve the pages and the JSON API on this machine, until Ctrl-C or SIGTERM.

    Other machines can reach the server only if --host allows it. The API is described at /api/openapi.json.

    Example: dicebingo serve
    """
    from dicebingo.web.app import make_app
    from dicebingo.web.security import origin
    from dicebingo.web.server import address_of, bind, run
    from dicebingo.web.settings import Settings

    workers, seconds, memory = (limits.pop(name) for name in ("workers", "seconds", "memory"))
    if host not in LOCAL:
        limits["hosts"] += (host,)
    limits["embed"] = tuple(map(origin, limits["embed"]))
    settings = Settings(workers, workers, long_seconds=seconds, memory=memory << 20, **limits)
    listening = bind(host, port)
    address = address_of(listening, host)
    app = make_app(settings)
    if check:
        _print_check(address, checked(app, listening, partial(_check, address)), as_json)
        return

    def ready(_: Callable[[], None]) -> None:
        if as_json:
            echo_json({"address": address})
            return
        click.echo(f"Dice Bingo is at {address} (press Ctrl-C to stop)")
        if host not in LOCAL:
            click.echo("Anyone on this network can use the server.", err=True)
        if browser:
            in_background(open_page, address)

    run(app, listening, ready)


def _check(address: str, found: JsonObject) -> None:
    """Ask the server to solve a board whose answer is known."""
    from dicebingo.web.server import CHECK, ask

    found["version"] = ask(address, "/api/version")["version"]
    found["expected_rolls"] = ask(address, "/api/solve", CHECK)["expected_rolls"]


def _print_check(address: str, found: JsonObject, as_json: bool) -> None:
    holds = found.get("expected_rolls") == {"exact": "18", "decimal": 18.0}
    if as_json:
        echo_json({"address": address, **found, "holds": holds})
    elif "error" in found:
        raise InputError(found["error"])
    else:
        click.echo(f"The server at {address} works: nine sevens take {found['expected_rolls']['exact']} rolls")
    if not holds:
        click.get_current_context().exit(1)
