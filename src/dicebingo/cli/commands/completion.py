"""``dicebingo completion``: a shell script that completes commands and options."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from dicebingo.cli.suggestions import Command


@click.command("completion", cls=Command)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print the completion script for a shell. Source the script in the shell's start-up file.

    Example: dicebingo completion bash
    """
    from dicebingo.cli.main import cli

    complete = get_completion_class(shell)
    assert complete is not None
    click.echo(complete(cli, {}, "dicebingo", "_DICEBINGO_COMPLETE").source())
