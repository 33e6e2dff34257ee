"""Searches for sets of boards, rings and upsets, as the options ask for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click

from dicebingo.cli.options.anytime import batches_for, pursue, restarts_option, seconds_option
from dicebingo.errors import InputError
from dicebingo.running.shards import Result
from dicebingo.solo.policy import TieBreak

if TYPE_CHECKING:  # numba, which --help must not wait for
    from dicebingo.model.board import Board
    from dicebingo.tournaments.set_search import Quest

__all__ = ["Pursuit", "exit_if_interrupted", "expect_search", "make_quest", "pursue_quest", "quest_options"]

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Pursuit:
    """What a search found, best first, in how many restarts, and whether it was interrupted."""

    found: list[tuple[Board, ...]]
    restarts: int
    interrupted: bool


def quest_options(function: Callable[..., R]) -> Callable[..., R]:
    """Add --search, --seconds and --restarts."""
    searching = click.option("--search", is_flag=True, help="Search among all boards instead of given ones.")
    return searching(seconds_option(restarts_option(function)))


def expect_search(options: dict[str, Any]) -> None:
    """Raise where a time or a number of restarts is given for no search."""
    for name in ("seconds", "restarts"):
        if options[name] is not None and not options["search"]:
            raise InputError(f"expected --search with --{name}")


def make_quest(aim: str, boards: int, tie: TieBreak, options: dict[str, Any]) -> Quest:
    """Return the search that the options ask for."""
    from dicebingo.tournaments.set_search import BATCH, Aim, Quest

    batches = batches_for(options, BATCH[options["notion"]])
    return Quest(
        options["rules"], options["values"], tie, options["notion"], Aim(aim), boards, options["seed"], batches
    )


def pursue_quest(quest: Quest, most: int, options: dict[str, Any]) -> Pursuit:
    """Search until the time is up or the restarts are done; Ctrl-C ends it with what has been found."""
    from dicebingo.tournaments.set_search import best_so_far

    found: list[tuple[Board, ...]] = []
    done = 0

    def follow(parts: Iterator[Result]) -> Iterator[None]:
        nonlocal found, done
        for best in best_so_far(quest, parts, most):
            found, done = [boards for _, boards in best], done + quest.batch
            yield

    interrupted = pursue(quest, options, follow)
    return Pursuit(found, done, interrupted)


def exit_if_interrupted(pursuit: Pursuit) -> None:
    """End with the exit code of an interruption, after what was found has been printed."""
    if pursuit.interrupted:
        click.get_current_context().exit(130)
