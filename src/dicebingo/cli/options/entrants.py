"""Options that say who plays in a tournament."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from dicebingo.cli.options.common import positions, rules_options
from dicebingo.cli.options.notion import notion_option
from dicebingo.cli.options.space import parse_values
from dicebingo.errors import InputError, quote
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments.notion import Notion

if TYPE_CHECKING:  # numba, which --help must not wait for
    from dicebingo.tournaments.parquet import Saved

__all__ = ["entrants_options", "unmarked"]

R = TypeVar("R")

CHOOSING = ("random", "top", "everybody", "values", "source")
PLAYING = ("random", "top", "everybody", "search", "values", "seed", "notion", "checkpoint", "workers", "address")
"""What a tournament that has been played has no use for."""


def entrants_options(function: Callable[..., R]) -> Callable[..., R]:
    """Add boards, --random, --top, --all, --from and what they need; the command gets named ``boards`` and ``tie``.

    With --from, ``played`` is the tournament of the file, which ``play_out`` does not play again.
    """

    @click.argument("given", nargs=-1, metavar="[BOARD...]")
    @click.option("--random", "random", type=int, metavar="N", help="N random boards.")
    @click.option("--top", type=int, metavar="N", help="The N best boards of all, essentially different ones.")
    @click.option("--all", "everybody", is_flag=True, help="All boards with the given --values.")
    @click.option("--from", "source", metavar="FILE", help="A tournament that 'tournament --out' wrote.")
    @click.option("--values", metavar="VALUES", help="Values for --random and --all, such as 4..10 or 6,7,8.")
    @click.option("--seed", type=int, default=1, show_default=True, metavar="S", help="Seed for --random.")
    @click.option(
        "--tie-break", default="smallest", show_default=True, metavar="RULE", help="smallest, largest or random."
    )
    @click.option("--checkpoint", metavar="DIR", help="Keep finished shards in DIR, and go on from those there.")
    @click.option("--workers", type=int, metavar="N", help="Run on N worker processes of a local dask cluster.")
    @click.option("--cluster", "address", metavar="ADDRESS", help="Run on the dask cluster of this scheduler.")
    @notion_option
    @rules_options
    @wraps(function)
    def command(*args: Any, rules: Rules, given: tuple[str, ...], tie_break: str, **options: Any) -> R:
        tie = TieBreak.parse(tie_break)
        options["notion"] = Notion.parse(options["notion"])
        rest = {key: value for key, value in options.items() if key not in CHOOSING}
        if options["source"] is not None:
            saved = _read(Path(options["source"]), rules, tie, given)
            named = list(zip(saved.names, saved.tournament.boards, strict=True))
            tie, rest["notion"] = saved.tournament.tie_break, saved.tournament.notion
            return function(*args, boards=named, tie=tie, played=saved.tournament, **rest)
        boards = [(name, unmarked(position)) for name, position in positions(given, rules)]
        values = parse_values(options["values"]) if options["values"] else rules.dice.values
        if options.get("search"):
            if boards or any(options[name] for name in ("random", "top", "everybody")):
                raise InputError("expected --search without boards, because it finds its own")
            return function(*args, boards=[], tie=tie, played=None, rules=rules, values=values, **rest)
        boards += [("", board) for board in _chosen(rules, values, tie, options)]
        if len(boards) < 2:
            raise InputError(f"expected two or more boards, @FILE, --random, --top or --all, got {len(boards)} boards")
        named = [(name or f"board {i}", board) for i, (name, board) in enumerate(boards)]
        return function(*args, boards=named, tie=tie, played=None, **rest)

    return command


def _read(path: Path, rules: Rules, tie: TieBreak, given: tuple[str, ...]) -> Saved:
    """Return the tournament of a file, after a check that nothing else was asked for."""
    from dicebingo.tournaments.parquet import read_parquet

    context = click.get_current_context()

    def asked(*names: str) -> list[click.Parameter]:
        default = (ParameterSource.DEFAULT, ParameterSource.DEFAULT_MAP)
        found = [p for p in context.command.params if p.name in names]
        return [p for p in found if context.get_parameter_source(str(p.name)) not in default]

    if given or (useless := asked(*PLAYING)):
        what = "boards" if given else useless[0].opts[0]
        raise InputError(f"expected --from without {what}, because its tournament has been played")
    saved = read_parquet(path)
    played = saved.tournament
    if asked("rules_name", "layout", "dice", "marking") and rules != played.boards[0].rules:
        raise InputError(f"expected a tournament of {rules}, got one of {played.boards[0].rules} in {quote(path)}")
    if asked("tie_break") and tie is not played.tie_break:
        raise InputError(f"expected a tournament with tie-break {tie}, got {played.tie_break} in {quote(path)}")
    return saved


def unmarked(position: Any) -> Board:
    """Return the board of a position without marks."""
    if position.marked != position.rules.layout.free:
        raise InputError(f"expected boards without marks, got {position}")
    board: Board = position.board
    return board


def _chosen(rules: Rules, values: tuple[int, ...], tie: TieBreak, options: dict[str, Any]) -> list[Board]:
    """Return the boards that --random, --top and --all stand for."""
    from dicebingo.searches.all_boards import search_boards
    from dicebingo.searches.space import Constraints, Space
    from dicebingo.tournaments.entrants import all_boards, random_boards

    for value in values:
        if value not in rules.dice:
            raise InputError(f"expected values of {rules.dice}, got {value}")
    boards: list[Board] = []
    if options["random"] is not None:
        boards += random_boards(rules, options["random"], values, options["seed"])
    if options["top"] is not None:
        space = Space.of(rules, Constraints(values=values))
        boards += [found.board for found in search_boards(space, best=options["top"]).best[: options["top"]]]
    if options["everybody"]:
        boards += all_boards(rules, values, tie)
    return boards
