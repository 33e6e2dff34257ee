"""The base class of commands: help pages with examples, shell completion, and suggestions for misspelled options."""

from __future__ import annotations

from collections.abc import Callable
from inspect import cleandoc
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from dicebingo.errors import DiceBingoError, did_you_mean, quote

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    Kind: TypeAlias = click.ParamType[object]
else:
    Kind = click.ParamType  # in older versions of click, this class is not generic
Completions: TypeAlias = "list[CompletionItem[str]]"
Completer: TypeAlias = Callable[[click.Context, str], Completions]
"""A function that returns completions, given the earlier words and the beginning of the current word."""


def _item(value: str, kind: str = "plain") -> CompletionItem[str]:
    from click.shell_completion import CompletionItem

    return CompletionItem(value, type=kind)


def _words(*words: str) -> Completer:
    return lambda _, begun: [_item(word) for word in words if word.startswith(begun)]


def _files(_: click.Context, begun: str) -> Completions:
    return [_item(begun, "file")]


def _folders(_: click.Context, begun: str) -> Completions:
    return [_item(begun, "dir")]


def boards(ctx: click.Context, begun: str) -> Completions:
    """Return file names after an @; bash treats the @ as a separate word. A board itself has no completions."""
    at = "@" if begun.startswith("@") else ""
    last = [typed[-1:] if isinstance(typed, tuple) else (typed,) for typed in ctx.params.values()]
    if not at and ("@",) not in last:
        return []
    folder, slash, name = begun.removeprefix(at).rpartition("/")
    found = sorted(path for path in Path(folder + slash).glob("*") if path.name.startswith(name))
    return [_item(f"{at}{folder}{slash}{path.name}" + "/" * path.is_dir()) for path in found]


def _rules(ctx: click.Context, begun: str) -> Completions:
    from dicebingo.model.variants import VARIANTS

    # Files come first, because bash drops all earlier completions when it reaches a file. If no name matches, bash
    # itself offers files.
    return [*_files(ctx, begun), *_words(*(variant.name for variant in VARIANTS))(ctx, begun)]


def _rolls(ctx: click.Context, begun: str) -> Completions:
    """Return the possible values of the dice under the rules typed so far."""
    from dicebingo.cli.adapter import rules_of

    try:
        values = rules_of(ctx.params).dice.values
    except DiceBingoError:
        return []
    return _words(*map(str, values))(ctx, begun)


def _sections(ctx: click.Context, begun: str) -> Completions:
    from dicebingo.reproduction.paper import CLAIMS

    found = {part for claim in CLAIMS for part in (claim.section, claim.section.partition(".")[0])}
    return _words(*sorted(found))(ctx, begun)


COMPLETERS: dict[str, Completer] = {
    "--deadline": _words("5", "10", "20"),
    "--dice": _words("2d6", "3d6", "1d6", "d6+d8"),
    "--fix": _words(),
    "--layout": _words("3x3", "3x3:rows", "4x4", "5x5", "5x5:free-centre"),
    "--policy": _words("optimal", "random", "random:", "prefer:", "deadline:"),
    "--roll": _rolls,
    "--rules": _rules,
    "--upto": _words("10", "20", "30"),
    "BOARD": boards,
    "DIR": _folders,
    "FILE": _files,
    "POSITION": boards,
    "SECTION": _sections,
    "name": _rules,
}
"""Completion functions, keyed by the name of an option or argument, or by its metavar."""


class WithCompletion(Kind):
    """A parameter type with shell completion."""

    def __init__(self, kind: Kind, completer: Completer) -> None:
        self.kind, self.name, self.completer = kind, kind.name, completer

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> object:
        """Convert ``value`` to the parameter's type."""
        return self.kind.convert(value, param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> Completions:  # noqa: ARG002  (click's)
        """Return the possible completions of ``incomplete``."""
        return self.completer(ctx, incomplete)


def add_completion(parameter: click.Parameter) -> None:
    """Add shell completion to an option or an argument; a metavar ``this|that`` lists the completions."""
    called = parameter.metavar or str(parameter.name).upper()
    completer = COMPLETERS.get(parameter.opts[0]) or COMPLETERS.get(called.strip("[].").split()[0])
    if "|" in called:
        completer = _words(*called.split("|"))
    if completer:
        parameter.type = WithCompletion(parameter.type, completer)


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
