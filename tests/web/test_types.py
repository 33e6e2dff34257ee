"""The page's modules: they pass the type checker and do nothing that the policy forbids."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from dicebingo.web.static_pages import without_comments
from tests.web.pages import MODULES, needs, node
from tools.page_modules import files, used_words
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


@pytest.mark.slow
def test_stripping_comments_does_not_change_scripts() -> None:
    compared = """
        const ts = require(process.argv[1]);
        const pairs = JSON.parse(require("fs").readFileSync(0, "utf8"));
        const compilerOptions = { target: "ESNext", removeComments: true };
        for (const [name, ...texts] of pairs) {
          const [whole, sent] = texts.map((text) => ts.transpileModule(text, { compilerOptions }).outputText);
          if (whole !== sent) console.log(name);
        }
    """
    sources = {script.name: script.read_text(encoding="utf-8") for script in SCRIPTS}
    pairs = [(name, source, without_comments(source)) for name, source in sources.items()]
    assert all(source.count("\n") == sent.count("\n") for _, source, sent in pairs)
    assert sum(len(sent) for _, _, sent in pairs) < 0.8 * sum(len(source) for _, source, _ in pairs)
    command = [node(), "-e", compared, str(needs(MODULES / "typescript" / "lib" / "typescript.js"))]
    done = subprocess.run(command, input=json.dumps(pairs), capture_output=True, text=True, check=True)
    assert done.stdout == ""


def test_the_types_of_answers_are_up_to_date() -> None:
    assert FILE.read_text(encoding="utf-8") == page_types(), "expected the output of python -m tools.page_types"


def test_no_module_builds_html_and_only_transport_modules_send_requests() -> None:
    forbidden = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|DOMParser|@ts-ignore"
    for script in SCRIPTS:
        source = script.read_text(encoding="utf-8")
        assert re.findall(forbidden, source) == [], script
        if script.name not in ("http.js", "transport.js", "worker.js", "service.js"):
            assert not re.search(r"\bfetch\(", source), script
        lines = source.splitlines()
        if "words" not in script.parts:  # message files contain only texts
            assert len(lines) <= 350, script
            assert [line for line in lines if len(line) > 120] == [], script


def test_every_room_loads_the_texts_that_its_modules_use() -> None:
    listed = {name: {Path(path).stem for path in paths if "*" in path} for name, paths in files().items()}
    assert used_words() == {**listed, "class": {"class"}}


def test_nothing_names_another_machine() -> None:
    """The only addresses in the pages are links and SVG namespaces, and the lock file contains no registry."""
    for path in sorted(STATIC.rglob("*.*")):
        loaded = re.sub(r'<a\s[^>]*href="https://[^"]*"', "", path.read_text(encoding="utf-8"))
        found = set(re.findall(r"https?://[^\s\"'`<>)]+", loaded))
        assert found <= {"http://www.w3.org/2000/svg"}, path
    assert "://" not in LOCK


def test_the_page_itself_has_no_dependencies() -> None:
    assert '"dependencies"' not in (ROOT / "package.json").read_text(encoding="utf-8")
    assert LOCK.count('"dev": true') == LOCK.count('"integrity"') == 6
