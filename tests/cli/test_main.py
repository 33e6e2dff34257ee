"""Every command has help and JSON output, and the rules are listed."""

from __future__ import annotations

import subprocess
import sys

import click
import pytest

from dicebingo import __version__
from dicebingo.cli.main import COMMANDS, cli
from dicebingo.model.variants import VARIANTS, rules
from tests.commands import run

OPTIMAL = "8 8 9 / 7 6 10 / 7 4 5"


def options_of(name: str) -> list[click.Parameter]:
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    return command.params


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(name: str) -> None:
    shown = run(name, "--help")
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.startswith(f"Usage: dicebingo {name}")
    assert f"Example: dicebingo {name}" in " ".join(shown.out.split())
    assert run(name, "-h").out == shown.out


# Completion prints a shell script instead of JSON.
@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "completion"])
def test_every_command_has_a_json_option(name: str) -> None:
    assert any("--json" in parameter.opts for parameter in options_of(name))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_has_help(name: str) -> None:
    assert all(option.help for option in options_of(name) if isinstance(option, click.Option))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_that_takes_a_board_takes_rules(name: str) -> None:
    names = {option for parameter in options_of(name) for option in parameter.opts}
    assert not names & {"position", "boards"} or names >= {"--rules", "--layout", "--dice", "--marking"}


def test_an_old_name_points_to_the_new_name() -> None:
    assert "cycles has been renamed: use rings" in run("cycles").complaint()


def test_help_lists_the_commands() -> None:
    assert cli.list_commands(click.Context(cli)) == list(COMMANDS)
    shown = run("--help")
    assert shown.code == 0
    assert all(name in shown.out for name in COMMANDS)
    assert run().out == run("-h").out == shown.out


def test_the_version_is_printed() -> None:
    assert run("--version").out == f"dicebingo, version {__version__}\n"


def test_rules_are_listed() -> None:
    answer = run("rules", "--json").json()
    assert answer == rules().to_dict()
    assert [named["name"] for named in answer["rules"]] == [variant.name for variant in VARIANTS]
    assert (answer["rules"][0]["lines"], answer["rules"][0]["symmetries"]) == (8, 8)
    shown = run("rules")
    assert shown.code == 0
    assert all(variant.name in shown.out and variant.dice in shown.out for variant in VARIANTS)
    assert "1 line, 2,880 symmetries; also called plus" in " ".join(shown.out.split())


@pytest.mark.parametrize("name", ["cross", "Free-Centre", "mark-all"])
def test_rules_are_described(name: str) -> None:
    assert run("rules", name, "--json").json() == rules(name).to_dict()


def test_running_the_module_runs_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "dicebingo", "solve", OPTIMAL], capture_output=True, text=True, check=True
    )
    assert "6.309413424" in done.stdout
