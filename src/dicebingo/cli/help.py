"""Help pages with an example to paste, and suggestions for misspelled options."""

from __future__ import annotations

from inspect import cleandoc
from typing import Any

import click

from dicebingo.cli.suggestions import Completions, add_completion, boards
from dicebingo.errors import did_you_mean, quote


class Command(click.Command):
    """A command whose docstring ends with an example, which the help prints as a separate section, ready to paste."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for parameter in self.params:
            add_completion(parameter)
            if isinstance(parameter, click.Option) and parameter.default == "":
                parameter.show_default = False

    def shell_complete(self, ctx: click.Context, incomplete: str) -> Completions:
        """Complete options, and file names after an @."""
        return super().shell_complete(ctx, incomplete) or boards(ctx, incomplete)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002  (click's signature)
        """Write the command's description, and its example without line breaks."""
        text, _, example = cleandoc(self.help or "").partition("\n\nExample: ")
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(text)
        with formatter.section("Example"):
            formatter.write(f"{'':{formatter.current_indent}}{example}\n")


def complaint(error: click.ClickException) -> str:
    """Return the error message; for an unknown option it suggests a similar one."""
    if not isinstance(error, click.NoSuchOption) or error.ctx is None:
        return error.format_message()
    given = error.ctx.command.get_params(error.ctx)
    options = [name for option in given for name in (*option.opts, *option.secondary_opts) if name.startswith("-")]
    return f"unknown option {quote(error.option_name)}{did_you_mean(error.option_name, options)}"
