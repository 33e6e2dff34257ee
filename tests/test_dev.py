"""The commands of dev.py agree with its help."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import dev

ROOT = Path(__file__).parents[1]


def test_every_command_is_listed_and_known() -> None:
    listed = re.findall(r"^python3 dev\.py (\w+)", dev.__doc__ or "", re.MULTILINE)
    assert listed
    assert sorted(listed) == sorted(dev.COMMANDS)


def test_an_unknown_command_is_rejected() -> None:
    done = subprocess.run([sys.executable, ROOT / "dev.py", "fly"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("dev.py: expected one of setup, paper, ")
    assert done.stderr.endswith("got 'fly'\n")


def became(monkeypatch: pytest.MonkeyPatch, arguments: list[str]) -> list[str]:
    """Return the command that ``dev.py paper`` would run."""
    commands: list[str] = []
    monkeypatch.setattr(dev, "make_environment", lambda: None)
    monkeypatch.setattr(dev, "become", lambda *command: commands.extend(command))
    dev.paper(arguments)
    return commands[1:]


def test_the_paper_command_writes_a_report(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev, "is_watched", lambda: False)
    assert became(monkeypatch, []) == ["paper", "--report", str(ROOT / "build" / "paper")]
    monkeypatch.setattr(dev, "is_watched", lambda: True)
    assert became(monkeypatch, [])[-1] == "--open"
    assert became(monkeypatch, ["--only", "2.4"]) == ["paper", "--only", "2.4"]


def test_the_options_fast_and_long_select_tests(capsys: pytest.CaptureFixture[str]) -> None:
    assert dev.selected(["-k", "board"]) == ["-k", "board"]
    assert dev.selected(["--fast", "-x"]) == ["-m", "not slow", "-x"]
    assert dev.selected(["--long"]) == ["-m", ""]
    with pytest.raises(SystemExit) as stop:
        dev.selected(["--long", "--fast"])
    assert stop.value.code == 2
    assert capsys.readouterr().err == "dev.py: expected --fast or --long, got both\n"


def test_slow_tests_get_an_extra_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.sched_getaffinity", lambda _: {0, 3, 5}, raising=False)
    assert dev.spread([])[:2] == ["-n", "4"]
    assert dev.spread(["-x", "--fast"])[:2] == ["-n", "3"]
    monkeypatch.delattr("os.sched_getaffinity")
    monkeypatch.setattr("os.cpu_count", lambda: None)
    assert dev.spread(["--long"])[:2] == ["-n", "2"]


def test_bytecode_is_cached_outside_the_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.environ", environment := {"PYTHONDONTWRITEBYTECODE": "1"})
    dev.cache_bytecode()
    assert environment == {"PYTHONPYCACHEPREFIX": str(ROOT / "build" / "bytecode")}
    environment.clear()
    dev.cache_bytecode()
    assert environment == {}


def test_write_runs_every_generator() -> None:
    tools = [path for path in (ROOT / "tools").glob("*.py") if path.stem != "__init__"]
    by_hand = {"faults", "mutate", "one_file", "release", "shots", "site"}  # run only on request
    # These modules are imported by other tools.
    parts = {"class_shots", "figures", "mathml", "mutants", "rules_svg", "watched_tests"}
    assert sorted(dev.WRITERS) == sorted({path.stem for path in tools} - by_hand - parts)
    for path in tools:
        assert path.stem in parts or 'if __name__ == "__main__":' in path.read_text(encoding="utf-8")


def test_a_browser_opens_only_if_someone_can_see_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert dev.is_watched()
    monkeypatch.delenv("DISPLAY")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert not dev.is_watched()
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: False)
    assert not dev.is_watched()


def test_a_python_counts_as_installed_only_if_it_runs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    own = f"{sys.version_info[0]}.{sys.version_info[1]}"
    monkeypatch.setattr("shutil.which", lambda name: sys.executable if name == f"python{own}" else None)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert [dev.installed(version) for version in (own, "3.99")] == [sys.executable, None]
    monkeypatch.setattr("shutil.which", lambda _: sys.executable)  # simulate a launcher that starts another Python
    assert dev.installed("3.99") is None
