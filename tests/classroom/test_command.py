"""The output of ``dicebingo class`` fits in 80 columns. An unusable folder for classes gets a one-line error."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dicebingo.web import server
from dicebingo.web.classes.store import FILE, Store
from tests.commands import run, too_wide

ALONE = ("class", "--port", "0", "--no-open", "--workers", "1")


@pytest.mark.parametrize("remote", [[], ["--host", "0.0.0.0"], ["--behind-proxy", "--address", "https://a.example/b/"]])
def test_the_output_fits_a_terminal(remote: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The output fits, whatever the address and the folder. A folder name that is too long gets its own line."""

    def say(app: Any, listening: socket.socket, ready: Callable[[Callable[[], None]], None]) -> bool:
        listening.close()
        app.state.classes.store.close()
        ready(lambda: None)
        return False

    monkeypatch.setattr(server, "run", say)
    for folder in (tmp_path, tmp_path / ("x" * 70)):
        told = run(*ALONE, "--data", str(folder), *remote)
        assert told.code == 0
        assert too_wide(told.out) == too_wide(told.err) == []
        assert f"are stored in {folder} until you end the class," in " ".join(told.err.split())
        assert ("The connection is not encrypted." in " ".join(told.err.split())) == bool(remote)


def test_an_unusable_folder_is_reported_once_with_its_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message mentions another server only if one is using the folder."""
    expected = "dicebingo: Cannot store classes in"
    assert run(*ALONE, "--data", "/dev/null/x").complaint() == f"{expected} '/dev/null/x': Not a directory.\n"
    monkeypatch.chdir(tmp_path)
    used = Store("here")
    assert run(*ALONE, "--data", "here").complaint() == "dicebingo: Another server is using the folder 'here'.\n"
    used.close()
    Path("here", FILE).write_bytes(b"something else, and quite long" * 99)
    assert run(*ALONE, "--data", "here").complaint() == f"{expected} 'here': file is not a database.\n"
