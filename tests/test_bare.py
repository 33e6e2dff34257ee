"""Without extras, every question gets an answer or a one-line message that names the missing extra.

The wheel is built and installed with its required dependencies into a separate environment.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import dicebingo
from dicebingo.cli.main import COMMANDS
from dicebingo.errors import EXTRAS
from tests.questions import ASSETS, CARD_RULES, CARDS, QUESTIONS

ROOT = Path(__file__).parents[1]
Run = Callable[..., subprocess.CompletedProcess[str]]

pytestmark = pytest.mark.slow


def uv() -> str | None:
    """The uv program installed by dev.py."""
    found = sorted((ROOT / ".boot").glob("uv-*/bin/uv"))
    return str(found[-1]) if found else None


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of executables in an environment that contains the wheel but no extras."""
    folder = tmp_path_factory.mktemp("bare")
    subprocess.run([sys.executable, "-m", "flit_core.wheel", "--outdir", folder], cwd=ROOT, check=True)
    (wheel,) = folder.glob("*.whl")
    venv, programs = folder / "venv", folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
    if tool := uv():
        subprocess.run([tool, "venv", "--quiet", "--python", sys.executable, venv], check=True)
        install = [tool, "pip", "install", "--quiet", "--python", str(venv), str(wheel)]
    else:
        subprocess.run([sys.executable, "-m", "venv", venv], check=True)
        python = str(programs / "python")
        install = [python, "-m", "pip", "install", "--quiet", "--only-binary", ":all:", str(wheel)]
    for trust in ({}, {"UV_SYSTEM_CERTS": "1"}):  # try both settings, as dev.py does
        done = subprocess.run(install, env={**os.environ, **trust}, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            break
    if done.returncode and "CI" not in os.environ:
        pytest.skip(f"the required dependencies cannot be installed: {done.stderr.strip()[-200:]}")
    assert done.returncode == 0, done.stderr
    return programs


@pytest.fixture(scope="module")
def run(bare: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Return a function that runs a program of the environment in a folder outside the source tree."""
    away = tmp_path_factory.mktemp("away")
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}

    def call(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [str(bare / program), *arguments]
        kept = {**environment, "DICEBINGO_CACHE": str(away)}
        return subprocess.run(command, cwd=away, env=kept, capture_output=True, text=True, check=False)

    return call


def test_the_environment_has_no_extras(run: Run) -> None:
    packages = [package for packages in EXTRAS.values() for package in packages]
    code = "import importlib.util, sys; print([name for name in sys.argv[1:] if importlib.util.find_spec(name)])"
    done = run("python", "-c", code, *packages)
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "[]", "")


def test_everything_can_be_imported(run: Run) -> None:
    code = "from dicebingo import *; import dicebingo; print(len(set(dicebingo.__all__) & set(globals())), solve)"
    done = run("python", "-c", code)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{len(dicebingo.__all__)} <function solve")


PROBE = """
import json, sys
import dicebingo

def tried(call):
    try:
        call()
    except dicebingo.MissingExtra as missing:
        return str(missing)
    return ""

names = {name: getattr(dicebingo, name) for name in dicebingo.__all__}
missing = {name: tried(thing) for name, thing in names.items() if type(thing).__name__ == "_Missing"}
asked = {name: tried(lambda: eval(call, names).to_dict()) for name, call in json.loads(sys.argv[1]).items()}
print(json.dumps([missing, asked]))
"""


FLOAT64 = {
    "solve in float64": (f"solve({CARDS[0]!r}, rules='knuth', exact=False)", ""),
    "solve a large board": (f"solve({' '.join('7' * 25)!r}, rules='5x5')", "fast"),
    "match in float64": (f"match({CARDS[0]!r}, {CARDS[1]!r}, rules='knuth', fast=True)", "fast"),
    "the paper on all boards": ("paper('1')", "fast"),
}


def test_every_function_answers_or_names_the_missing_extra(run: Run) -> None:
    calls = {name: (asked.call, asked.needs) for name, asked in QUESTIONS.items()} | FLOAT64
    done = run("python", "-c", PROBE, json.dumps({name: code for name, (code, _) in calls.items()}))
    assert (done.returncode, done.stderr) == (0, "")
    missing, asked = json.loads(done.stdout)
    for why in missing.values():
        assert names_the_extra(why, "fast")
    for name, (_, needs) in calls.items():
        assert names_the_extra(asked[name], needs) if needs else asked[name] == "", name


def names_the_extra(line: str, extra: str) -> bool:
    return f"pip install 'dicebingo[{extra}]'" in line and "\n" not in line.strip()


OTHERS = {
    "serve": (("serve", "--port", "0", "--no-open"), "web"),
    "class": (("class", "--port", "0", "--no-open"), "web"),
    "completion": (("completion", "bash"), ""),
    "cache": (("cache",), ""),
    "export": (("export", "efg", *CARDS[:2], *CARD_RULES), ""),
    "paper of all boards": (("paper", "--only", "1"), "fast"),
    "a float64 solution": (("match", *CARDS[:2], *CARD_RULES, "--fast"), "fast"),
    "a certificate": (("verify", str(ASSETS / "classic-certificate.json")), "fast"),
    "a picture": (("match", *CARDS[:2], *CARD_RULES, "--plot-file", "match.svg"), "plot"),
    "a sheet as PDF": (("sheet", *CARD_RULES, "--count", "1", "--out", "sheet.pdf"), "web"),
    "a cluster": (("search", *CARD_RULES, "--workers", "1"), "fast"),
}
EXAMPLES = {name: (asked.command, asked.needs) for name, asked in QUESTIONS.items()} | OTHERS


def test_every_command_is_tested() -> None:
    assert {command[0] for command, _ in EXAMPLES.values()} == set(COMMANDS)


ALL = """
import json, sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from dicebingo.cli.main import run

def printed(arguments):
    out, err = StringIO(), StringIO()
    sys.argv = ["dicebingo", *arguments]
    with redirect_stdout(out), redirect_stderr(err):
        code = run()
    return code, out.getvalue(), err.getvalue()

print(json.dumps({name: printed(arguments) for name, arguments in json.loads(sys.argv[1]).items()}))
"""


@pytest.fixture(scope="module")
def printed(run: Run) -> dict[str, tuple[int, str, str]]:
    """The exit code and the output of every command, all run in one process."""
    done = run("python", "-c", ALL, json.dumps({name: command for name, (command, _) in EXAMPLES.items()}))
    assert (done.returncode, done.stderr) == (0, "")
    found: dict[str, tuple[int, str, str]] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_command_answers_or_names_the_missing_extra(
    printed: dict[str, tuple[int, str, str]], example: str
) -> None:
    needs = EXAMPLES[example][1]
    code, out, err = printed[example]
    if needs:
        assert (code, out) == (2, "")
        assert names_the_extra(err, needs)
        assert err.startswith("dicebingo")
    else:
        assert (code, err) == (0, "")
        assert out


HELP = """
import sys
from click.testing import CliRunner
from dicebingo.cli.main import cli
for name in sys.argv[1:]:
    done = CliRunner().invoke(cli, [name, "--help"], prog_name="dicebingo")
    assert done.exit_code == 0 and done.output.startswith(f"Usage: dicebingo {name}"), done.output
"""


def test_every_command_has_help(run: Run) -> None:
    done = run("python", "-c", HELP, *COMMANDS)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_package_can_be_run(run: Run) -> None:
    done = run("python", "-m", "dicebingo", *QUESTIONS["solve"].command)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == run("dicebingo", *QUESTIONS["solve"].command).stdout
