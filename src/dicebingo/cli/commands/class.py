"""``dicebingo class``: run a server for lessons with phones and a projector."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import click

from dicebingo.cli.output import columns, echo_json, json_option
from dicebingo.cli.serving import LOCAL, checked, in_background, open_page, serving_options
from dicebingo.cli.suggestions import Command
from dicebingo.errors import DiceBingoError, InputError, quote
from dicebingo.json_form import JsonObject

TOKEN_BYTES = 16
SEEN = (
    "Anyone on this network can open the page, and can join a class if they have its code. The phones and the "
    "projector show names, rolls, every bingo and, at the reveal, all boards; until then, only you can see other "
    "people's boards and marks. The connection is not encrypted. "
)
KEPT = "Names and boards are stored in {folder} until you end the class, for at most 24 hours."


@click.command("class", cls=Command)
@serving_options
@click.option("--data", metavar="DIR", help="Folder in which running classes are stored.")
@click.option(
    "--behind-proxy",
    "proxy",
    is_flag=False,
    flag_value="127.0.0.1,::1",
    default="",
    metavar="[ADDRESS]",
    help="Trust the client addresses reported by a proxy at ADDRESS (default: this machine), and no others.",
)
@click.option(
    "--address", default="", metavar="URL", help="The address that pupils open, if it differs from the server's."
)
@click.option(
    "--rehearse",
    type=click.IntRange(0, 200),
    default=0,
    metavar="N",
    help="Let N bots join each new class, so that you can try a lesson alone.",
)
@click.option("--check", is_flag=True, help="Start the server, create and end a class, and stop.")
@json_option
def command(
    host: str,
    port: int,
    data: str | None,
    proxy: str,
    address: str,
    rehearse: int,
    workers: int,
    hosts: tuple[str, ...],
    **how: bool,
) -> None:
    """Play with a class: pupils write boards on their phones, and everyone plays the same rolls.

    The server listens on this machine only; --host 0.0.0.0 opens it to the local network. On another machine, the
    teacher needs the printed token to create a class. Ctrl-C stops the server.

    Example: dicebingo class --host 0.0.0.0
    """
    from dicebingo.render.writers.text import wrapped
    from dicebingo.running.cache import data_folder
    from dicebingo.web.app import make_app
    from dicebingo.web.server import address_in_network, address_of, bind, run
    from dicebingo.web.settings import Settings

    folder, token = data or str(data_folder()), secrets.token_urlsafe(TOKEN_BYTES)
    hosts += tuple(name for name in (_host(address), host if host not in LOCAL else "") if name)
    listening = bind(host, port)
    here = address_of(listening, host)
    public = address.rstrip("/") + "/" if address else address_in_network(listening, host)
    asked = Settings(
        workers, workers, hosts=hosts, classes=folder, token=token, proxy=proxy, address=public, rehearse=rehearse
    )
    try:
        app = make_app(asked)
    except DiceBingoError:
        listening.close()
        raise
    if how["check"]:
        found = checked(app, listening, partial(_check, here, token))
        if "error" in found:
            raise InputError(found["error"])
        text = f"The server at {here} created and ended a class."
        echo_json({"address": here, **found}) if how["as_json"] else click.echo(text)
        return
    remote = bool(proxy) or host not in LOCAL
    teacher = f"{public if proxy else here}class/" + (f"#token={token}" if proxy else "")

    def ready(_: Callable[[], None]) -> None:
        if how["as_json"]:
            facts = {"address": here, "pupils": f"{public}class/", "token": token, "data": str(Path(folder))}
            click.echo(json.dumps(facts))  # a program that starts the server can wait for this line
            return
        click.echo(wrapped(f"The teacher's page is at {teacher} (press Ctrl-C to stop)", columns()))
        if remote:
            _print_addresses(f"{public}class/", token)
        click.echo(wrapped((SEEN if remote else "") + KEPT.format(folder=folder)), err=True)
        if how["browser"] and not proxy:
            in_background(open_page, teacher)

    run(app, listening, ready)


def _print_addresses(address: str, token: str) -> None:
    from dicebingo.render.writers.text import wrapped
    from dicebingo.web.classes.qr import qr_text

    click.echo(wrapped(f"Pupils open {address}", columns()))
    click.echo(qr_text(address))
    click.echo(wrapped(f"From another machine, the teacher opens {address}#token={token}", columns()))


def _host(address: str) -> str:
    """Return the host name in an address that pupils open."""
    if not address:
        return ""
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise InputError(f"expected an address such as https://bingo.example/class/, got {quote(address)}")
    return parts.hostname


def _check(address: str, token: str, found: JsonObject) -> None:
    """Create and end a class."""
    from dicebingo.web.server import ask

    made = ask(address, "/api/class", {"token": token})
    act = {"key": made["teacher"], "request": "end", "do": "end"}
    found["event"] = ask(address, f"/api/class/{made['code']}/act", act)["event"]
