"""The command group and the contract of every command: one line for an error, and the exit codes.

0 is an answer, 1 a check that was asked for and failed, 2 a usage or input error, 130 an interruption.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from io import TextIOWrapper
from typing import Any, NoReturn

import click

from dicebingo import __version__
from dicebingo.errors import DiceBingoError

__all__ = ["COMMANDS", "cli", "main"]

# Command -> its one-line help, so that listing them imports none of them.
COMMANDS = {
    "solve": "Solve a position: expected rolls, spread, and what to mark for each roll.",
    "advise": "Compare the cells that may be marked on a roll.",
    "match": "Play boards against each other on shared rolls.",
    "nash": "Find the equilibria of one roll when both play to win.",
    "duel": "Solve the game of two players who both play to win.",
    "exploit": "Find the best response to a player who follows a policy.",
    "tournament": "Play every board against every other.",
    "rings": "Find rings of boards, each of which beats the next.",
    "arena": "Find the mixture of boards to choose from against somebody who thinks.",
    "counter": "Find the board that beats a given one by most.",
    "upsets": "Find boards that are slower and still win.",
    "search": "Evaluate every board and prove which are the best.",
    "prove": "Prove a best known board optimal by lower bounds, or bracket the optimum.",
    "rank": "Say exactly how many boards are better than one.",
    "verify": "Check a certificate of a search or a proof.",
    "rules": "List the named rules.",
    "paper": "Recompute the numbers of the paper and check them.",
    "serve": "Serve the pages and the JSON API on this machine.",
    "completion": "Print a script that completes commands in a shell.",
}
RENAMED = {"cycles": "rings"}
"""Commands of the first edition, and what they are called now."""


class _Commands(click.Group):
    """A group that imports a command's module when the command is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name in RENAMED:
            raise click.UsageError(f"{cmd_name} has a new name: use {RENAMED[cmd_name]}")
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"dicebingo.cli.commands.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # the reader of a pipe has seen enough; click would say 1, as for a check that failed
            _write_no_more()
            return 0

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "show_default": True},
    invoke_without_command=True,
)
@click.version_option(__version__, "--version", prog_name="dicebingo")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Dice Bingo, solved exactly.

    A board is written like "8 8 9 / 7 6 10 / 7 4 5"; a marked cell is *7, or x where its value does not matter.
    "dicebingo COMMAND --help" explains a command; with --json it prints one JSON object.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main() -> NoReturn:
    """Run the command line and exit."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # Latin-1, say, has no box to draw: better ? than no answer
            stream.reconfigure(errors="replace")
    sys.exit(_run())


def _run() -> int:
    try:
        return cli.main(prog_name="dicebingo", standalone_mode=False) or 0
    except click.ClickException as error:
        context = getattr(error, "ctx", None)
        return _complain(error.format_message(), context.command_path if context else "dicebingo")
    except DiceBingoError as error:
        return _complain(str(error), "dicebingo")
    except (KeyboardInterrupt, click.Abort):
        click.echo("interrupted", err=True)
        return 130
    except OSError as error:  # such as a full disk
        _write_no_more()
        return _complain(f"expected to write the answer, got {error.strerror or error}", "dicebingo")


def _write_no_more() -> None:
    """Discard what is still to be written: a second failure, while Python closes standard output, is no news."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(message: str, command: str) -> int:
    one_line = " ".join(message.split())
    if "unexpected extra argument" in one_line:
        one_line += ": put the board in quotes"
    click.echo(f"{command}: {one_line}", err=True)
    return 2
