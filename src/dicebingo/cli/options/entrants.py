"""Options that say who plays, and how: given boards, chosen ones, a tournament from a file, or a search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from dicebingo.cli.options.boards import positions
from dicebingo.cli.options.numbers import whole
from dicebingo.cli.options.playing import notion_option, seed_option, tie_break_option, values_option
from dicebingo.cli.options.rules import rules_options
from dicebingo.cli.options.running import restarts_option, run_options, running, seconds_option
from dicebingo.errors import InputError, quote
from dicebingo.model.board import Board, as_board
from dicebingo.model.rules import Rules
from dicebingo.running.run import Run
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments.results import Notion

if TYPE_CHECKING:  # numba, which --help must not wait for
    from dicebingo.tournaments.tournament import Tournament

R = TypeVar("R")

CHOOSING = ("given", "random", "top", "everybody", "source", "values", "seed", "tie_break", "notion")
PLAYING = ("random", "top", "everybody", "search", "values", "seed", "notion", "checkpoint", "workers", "address")
"""What makes no sense for a tournament that has been played."""


@dataclass(frozen=True, slots=True)
class Entrants:
    """The boards that play and their names, or the tournament of a file; nobody where a search finds its own."""

    rules: Rules
    options: dict[str, Any]
    named: list[tuple[str, Board]]
    played: Tournament | None = None

    @property
    def count(self) -> int:
        """The number of boards."""
        return len(self.played.boards) if self.played else len(self.named)

    def play(self, run: Run) -> Tournament:
        """Return the tournament of the file, or play one."""
        if self.played:
            return self.played
        from dicebingo.tournaments.tournament import tournament

        names, boards = zip(*self.named, strict=True)
        how = {name: self.options[name] for name in ("tie_break", "notion")}
        return tournament(boards, names=names, **how, run=run)


def playing_options(function: Callable[..., R]) -> Callable[..., R]:
    """Add how boards play each other, the seed, and how that is computed: all that such commands share."""
    return seed_option(tie_break_option(run_options(notion_option(rules_options(function)))))


def entrants_options(function: Callable[..., R]) -> Callable[..., R]:
    """Add boards, --random, --top, --all, --from, and how they play; the command gets the ``entrants``."""

    @click.argument("given", nargs=-1, metavar="[BOARD...]")
    @click.option("--random", "random", type=whole, metavar="N", help="N random boards.")
    @click.option("--top", type=whole, metavar="N", help="The N best boards in solo play, up to symmetry.")
    @click.option("--all", "everybody", is_flag=True, help="All boards with the given --values.")
    @click.option("--from", "source", metavar="FILE", help="A tournament that 'tournament --out' wrote.")
    @values_option
    @playing_options
    @wraps(function)
    def command(*args: Any, rules: Rules, **options: Any) -> R:
        chosen = {name: options.pop(name) for name in CHOOSING}
        tie_break = TieBreak.parse(chosen["tie_break"])
        Notion.parse(chosen["notion"])
        if chosen["source"] is not None:
            played = _read(Path(chosen["source"]), rules, tie_break, chosen["given"])
            return function(*args, entrants=Entrants(played.rules, chosen, [], played), **options)
        named = [(name, as_board(position)) for name, position in positions(chosen["given"], rules)]
        if options.get("search"):
            if named or any(chosen[name] for name in ("random", "top", "everybody")):
                raise InputError("expected --search without boards, because it finds its own")
            return function(*args, entrants=Entrants(rules, chosen, []), **options)
        named += [("", board) for board in _chosen(rules, tie_break, chosen)]
        if (count := len(named)) < 2:
            boards = "1 board" if count == 1 else f"{count} boards"
            raise InputError(f"expected two or more boards, @FILE, --random, --top or --all, got {boards}")
        named = [(name or f"board {i}", board) for i, (name, board) in enumerate(named)]
        return function(*args, entrants=Entrants(rules, chosen, named), **options)

    return command


def _read(path: Path, rules: Rules, tie_break: TieBreak, given: tuple[str, ...]) -> Tournament:
    """Return the tournament of a file, after a check that nothing else was asked for."""
    from dicebingo.tournaments.parquet import read_parquet

    context = click.get_current_context()
    default = (ParameterSource.DEFAULT, ParameterSource.DEFAULT_MAP)
    asked = {p.name: p for p in context.command.params if context.get_parameter_source(str(p.name)) not in default}
    useless = ["boards"] * bool(given) + [option.opts[0] for name, option in asked.items() if name in PLAYING]
    if useless:
        raise InputError(f"expected --from without {useless[0]}, because its tournament has been played")
    played = read_parquet(path)
    if asked.keys() & {"rules_name", "layout", "dice", "marking"} and rules != played.rules:
        raise InputError(f"expected a tournament of {rules}, got one of {played.rules} in {quote(path)}")
    if "tie_break" in asked and tie_break is not played.tie_break:
        raise InputError(f"expected a tournament with tie-break {tie_break}, got {played.tie_break} in {quote(path)}")
    return played


def _chosen(rules: Rules, tie_break: TieBreak, chosen: dict[str, Any]) -> list[Board]:
    """Return the boards that --random, --top and --all stand for."""
    from dicebingo.searches.all_boards import search_all
    from dicebingo.searches.space import Constraints, Space
    from dicebingo.tournaments.boards import all_boards, allowed_values, random_boards

    values = allowed_values(rules, chosen["values"])
    boards: list[Board] = []
    if chosen["random"] is not None:
        boards += random_boards(rules, chosen["random"], values, chosen["seed"])
    if (top := chosen["top"]) is not None:
        with running() as run:
            best = search_all(Space.of(rules, Constraints(values)), top=top, run=run).best
        boards += [found.board for found in best[:top]]
    if chosen["everybody"]:
        boards += all_boards(rules, values, tie_break)
    return boards


def search_options(function: Callable[..., R]) -> Callable[..., R]:
    """Add --search, --seconds and --restarts."""
    search = click.option("--search", is_flag=True, help="Search among all boards instead of given ones.")
    return search(seconds_option(restarts_option(function)))


def look_for(find: Callable[..., R], entrants: Entrants, options: dict[str, Any], **what: Any) -> R:
    """Call ``rings`` or ``upsets``: on the tournament of the entrants, or with --search among all boards."""
    limits = {name: options.pop(name) for name in ("seconds", "restarts")}
    with running(options) as run:
        if options["search"]:
            how = {name: entrants.options[name] for name in ("values", "seed", "tie_break", "notion")}
            return find(rules=entrants.rules, **how, **limits, **what, run=run)
        for name, given in limits.items():
            if given is not None:
                raise InputError(f"expected --search with --{name}")
        return find(entrants.play(run), **what, run=run)
