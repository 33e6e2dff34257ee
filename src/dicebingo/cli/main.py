"""The command group, which turns every error into a one-line message and an exit code.

Exit code 0 means an answer, 1 a failed check, 2 a usage or input error, 130 an interruption by Ctrl-C or an expired
time limit, and 143 an interruption by SIGTERM.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from importlib import import_module
from io import TextIOWrapper
from typing import NoReturn

import click

from dicebingo import __version__
from dicebingo.cli.signals import exit_code
from dicebingo.cli.start import leave
from dicebingo.cli.suggestions import complaint
from dicebingo.errors import DiceBingoError, Stopped, did_you_mean, naming_extras, quote

# The one-line help of each command, so that the commands can be listed without importing them.
COMMANDS = {
    "solve": "Solve a position: find the expected number of rolls and the best cell for each roll.",
    "advise": "Compare the cells that may be marked on a roll.",
    "improve": "Find the single-cell changes that shorten the game most.",
    "review": "Review a game and find the cost of every mark.",
    "match": "Play boards against each other on shared rolls.",
    "nash": "Find the equilibria of one roll when both players play to win.",
    "duel": "Solve the game of two players who both play to win.",
    "exploit": "Find the best response to an opponent who follows a fixed policy.",
    "tournament": "Play every board against every other.",
    "rings": "Find rings of boards, each of which beats the next.",
    "arena": "Find the best mixture of boards when the opponent also chooses strategically.",
    "counter": "Find the board that beats a given one by the largest margin.",
    "crowd": "Find your share of the win in a class of n players.",
    "upsets": "Find slower boards that beat faster ones.",
    "search": "Evaluate every board and prove which are the best.",
    "prove": "Prove by lower bounds that the best known board is optimal, or bracket the optimum.",
    "rank": "Count exactly how many boards are better than a given board.",
    "verify": "Check the certificate of a search, a proof or a reply.",
    "rules": "List the named rules, or describe one set of rules.",
    "sheet": "Make printable sheets for a class: boards, rules, tally sheet, answer key, lesson plan.",
    "paper": "Recompute and check the paper's numbers.",
    "export": "Export a game or a Markov process for Gambit, PRISM or Storm.",
    "cache": "Show the cache on this machine, or clear it.",
    "serve": "Serve the page and the JSON API on this machine.",
    "class": "Play with a class: phones, a projector, and the same rolls for everyone.",
    "completion": "Print a script that completes commands in a shell.",
}
EXAMPLES = {
    "solve": 'solve "8 8 9 / 7 6 10 / 7 4 5" --why',
    "advise": 'advise "6 7 6 / 7 7 7 / 6 6 6" --roll 6',
    "improve": 'improve "6 5 10 / 11 7 3 / 4 9 8" --full',
    "duel": 'duel "9 6 7 / 7 9 6 / 6 7 9" "6 7 6 / 7 7 7 / 6 6 6"',
    "exploit": 'exploit "6 7 6 / 7 7 7 / 6 6 6" "9 6 7 / 7 9 6 / 6 7 9"',
    "rank": 'rank "7 7 7 / 7 7 7 / 7 7 7"',
    "review": 'review "6 7 6 / 7 7 7 / 6 6 6" 6:0 5 7:4',
}
"""Examples for the commands that are generated from function signatures."""
MODULES = {
    **dict.fromkeys(("crowd", "match", "nash", "rules", "sheet"), "questions"),
    **dict.fromkeys(("tournament", "rings", "upsets"), "tournaments"),
    **dict.fromkeys(("counter", "arena"), "replies"),
    **dict.fromkeys(("prove", "verify"), "proofs"),
}
"""Modules that define several commands. Every other command has a module of the same name."""
RENAMED = {"cycles": "rings"}
"""The new names of renamed commands, keyed by the old names."""


class _Commands(click.Group):
    """A group that imports a command's module when the command is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  (click's signature)
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            if ctx.resilient_parsing:  # shell completion
                return None
            if cmd_name in RENAMED:
                raise click.UsageError(f"{cmd_name} has been renamed: use {RENAMED[cmd_name]}")
            got = quote(cmd_name) + did_you_mean(cmd_name, COMMANDS)
            raise click.UsageError(f"unknown command {got}", ctx)
        if cmd_name in EXAMPLES:
            from dicebingo.cli.adapter import question_command

            return question_command(cmd_name, EXAMPLES[cmd_name])
        module = import_module(f"dicebingo.cli.commands.{MODULES.get(cmd_name, cmd_name)}")
        command = vars(module)[cmd_name if cmd_name in MODULES else "command"]
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # not an error, but click would exit with 1, the code of a failed check
            _write_no_more()
            return 0

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002  (click's)
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

    Write a board as "8 8 9 / 7 6 10 / 7 4 5". Write *7 for a marked 7, or x if the value does not matter. "dicebingo
    COMMAND --help" explains a command. With --json, a command prints one JSON object.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def run() -> int:
    """Run the command line, and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # print ? if the encoding lacks a character
            stream.reconfigure(errors="replace")
    try:
        with naming_extras():
            return cli.main(prog_name="dicebingo", standalone_mode=False, obj=time.monotonic()) or 0
    except click.ClickException as error:
        context = getattr(error, "ctx", None)
        return _complain(complaint(error), context.command_path if context else "dicebingo")
    except (KeyboardInterrupt, click.Abort, Stopped) as stopped:
        click.echo(str(stopped) or "interrupted", err=True)
        return exit_code()
    except DiceBingoError as error:
        return _complain(str(error), "dicebingo")
    except OSError as error:  # for example because the disk is full
        _write_no_more()
        return _complain(f"The answer could not be written: {error.strerror or error}.", "dicebingo")


def end(code: int) -> NoReturn:
    """Exit; after an interruption, wait at most ``GRACE`` seconds for running threads."""
    if code > 128:
        from dicebingo.running.shards import GRACE

        until = time.monotonic() + GRACE
        for thread in threading.enumerate():
            if thread is not threading.current_thread() and not thread.daemon:
                thread.join(max(0, until - time.monotonic()))
                if thread.is_alive():
                    sys.stdout.flush()
                    leave(code)
    sys.exit(code)


def _write_no_more() -> None:
    """Discard all further output; otherwise Python would fail again when it closes standard output."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(message: str, command: str) -> int:
    one_line = " ".join(message.split())
    if "unexpected extra argument" in one_line:
        one_line += ": put the board in quotes"
    click.echo(f"{command}: {one_line}", err=True)
    return 2
