"""A tournament that has been played, from a file, or a search: what boards on the command line exclude."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from dicebingo.cli.adapter import Asked, rules_of
from dicebingo.errors import InputError, quote

PLAYING = ("random", "top", "all", "search", "values", "seed", "notion", "checkpoint", "workers", "address")
"""Options that make no sense for a tournament that has been played."""

from_option = click.option("--from", "source", metavar="FILE", help="A tournament that 'tournament --out' wrote.")
search_option = click.option("--search", is_flag=True, help="Search among all boards instead of given ones.")


def entrants(asked: Asked) -> dict[str, Any]:
    """Return the tournament of --from as the argument ``boards``, after a check that there are boards."""
    given = asked.given
    chosen = [name for name in ("random", "top", "all") if given[name] is not None and given[name] is not False]
    if given["source"] is not None:
        return {"boards": _read(Path(given["source"]), asked)}
    if given.get("search"):
        if given["boards"] or chosen:
            raise InputError("expected --search without boards, because it finds its own")
    elif not chosen and len(given["boards"]) < 2 and not any(text.startswith("@") for text in given["boards"]):
        boards = "1 board" if given["boards"] else "0 boards"
        raise InputError(f"expected two or more boards, @FILE, --random, --top or --all, got {boards}")
    return {}


def _read(path: Path, asked: Asked) -> Any:
    """Return the tournament of a file, after a check that nothing else was asked for."""
    from dicebingo.tournaments.parquet import read_parquet

    context, default = click.get_current_context(), (ParameterSource.DEFAULT, ParameterSource.DEFAULT_MAP)
    options = {p.name: p for p in context.command.params if context.get_parameter_source(str(p.name)) not in default}
    useless = ["boards"] * bool(asked.given["boards"]) + [o.opts[0] for name, o in options.items() if name in PLAYING]
    if useless:
        raise InputError(f"expected --from without {useless[0]}, because its tournament has been played")
    played, rules, tie_break = read_parquet(path), rules_of(asked.given), asked.given["tie_break"]
    if options.keys() & {"rules", "layout", "dice", "marking"} and rules != played.rules:
        raise InputError(f"expected a tournament of {rules}, got one of {played.rules} in {quote(path)}")
    if "tie_break" in options and tie_break != played.tie_break:
        raise InputError(f"expected a tournament with tie-break {tie_break}, got {played.tie_break} in {quote(path)}")
    return played
