"""The page's modules pass the type checker and do nothing that the page's policy forbids."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from dicebingo.web.bundles import Modules
from tests.web.pages import MODULES, ROOMS, needs, node
from tools.page_types import FILE, page_types

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src" / "dicebingo" / "web" / "static"
SCRIPTS = sorted((STATIC / "js").rglob("*.js"))
LOCK = (ROOT / "package-lock.json").read_text(encoding="utf-8")


def run_node(script: Path, *arguments: str) -> tuple[str, int]:
    """Run an npm program and return its output and exit code."""
    command = [node(), str(needs(script)), *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr, done.returncode


@pytest.mark.slow
def test_the_page_passes_the_type_checker() -> None:
    assert run_node(MODULES / "typescript" / "bin" / "tsc", "--project", "tsconfig.json") == ("", 0)


def test_the_types_of_answers_are_up_to_date() -> None:
    is_up_to_date = FILE.read_text(encoding="utf-8") == page_types()
    assert is_up_to_date, "update the types: python3 dev.py write"  # a diff of the texts would have thousands of lines


def test_no_module_builds_html_and_only_transport_modules_send_requests() -> None:
    forbidden = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|DOMParser|@ts-ignore"
    for script in SCRIPTS:
        source = script.read_text(encoding="utf-8")
        assert re.findall(forbidden, source) == [], script
        if script.name not in ("http.js", "transport.js", "worker.js", "service.js"):
            assert not re.search(r"\bfetch\(", source), script
        lines = source.splitlines()
        if "words" not in script.parts:  # the limits do not apply to message files
            assert len(lines) <= 350, script
            assert [line for line in lines if len(line) > 120] == [], script


def test_every_room_loads_the_messages_that_its_modules_use() -> None:
    page = Modules({path.relative_to(STATIC).as_posix(): path.read_text(encoding="utf-8") for path in SCRIPTS})

    def used(module: str) -> set[str]:
        found = (re.findall(r'wordsOf\("(\w+)"\)', page.scripts[name]) for name in page.reached(module))
        others = {"frame", "board", "home", "refusals"}  # loaded with the page, or when a request is rejected
        return {part for parts in found for part in parts} - others

    assert used("js/class/main.js") == {"class"}
    for name, (module, *texts) in ROOMS.items():
        assert used(f"js/{module}") == {Path(path).stem for path in texts}, name


def test_pages_contain_no_unexpected_addresses() -> None:
    """The only addresses in the pages are links and SVG namespaces, and the lock file names no registry."""
    for path in sorted(STATIC.rglob("*.*")):
        loaded = re.sub(r'<a\s[^>]*href="https://[^"]*"', "", path.read_text(encoding="utf-8"))
        found = set(re.findall(r"https?://[^\s\"'`<>)]+", loaded))
        assert found <= {"http://www.w3.org/2000/svg"}, path
    assert "://" not in LOCK


def test_the_page_itself_has_no_dependencies() -> None:
    assert '"dependencies"' not in (ROOT / "package.json").read_text(encoding="utf-8")
    assert LOCK.count('"dev": true') == LOCK.count('"integrity"') == 6
