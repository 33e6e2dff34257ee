"""README and docs: every example runs, every command has a page, and every link works.

``tools.examples`` finds the examples and regenerates them. The ``python`` blocks of a page form one doctest.
"""

from __future__ import annotations

import doctest
import re
from io import StringIO
from pathlib import Path

import click
import pytest

from dicebingo.cli.main import COMMANDS, cli
from tests.commands import too_wide
from tools.examples import ASSETS, DOCS, FENCE, PAGES, PICTURES, ROOT, blocks, examples, picture, printed, updated

LINK = re.compile(r"\]\(([^)\s]+)\)")


def page_name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


EXAMPLES = {f"{page_name(example.page)}-{i}": example for i, example in enumerate(examples())}
SLOW = {
    name
    for name, example in EXAMPLES.items()
    if re.search("--(restarts|check|fast|simulate)|dicebingo (arena|paper|prove) |--(rules|layout) [45]x", example.line)
}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name in SLOW else ()) for name in EXAMPLES]
)
def test_console_examples_print_what_the_docs_show(name: str) -> None:
    page, line, output = EXAMPLES[name]
    expected, got = output.strip("\n") + "\n", printed(line)
    same = doctest.OutputChecker().check_output(expected, got, doctest.ELLIPSIS)
    assert same, f"{page_name(page)}: {line}\nexpected:\n{expected}\ngot:\n{got}\n(python3 dev.py write updates it)"
    assert too_wide(got) == [] or line.startswith("dicebingo completion")  # completion prints a shell script


def test_updating_an_example_keeps_an_ellipsis_that_still_matches() -> None:
    assert updated("after ... seconds\n", "best found\nafter 9.1 seconds\n") == "best found\nafter ... seconds\n"
    assert (
        updated("best known, in ... s\n", "best found, in 2.3 s\n") == "best found, in 2.3 s\n"
    )  # the text differs, so the author must insert the ellipsis again
    assert updated("first\n...\n", "first\nsecond\n") == "first\n...\n"


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "python")], ids=page_name)
@pytest.mark.slow
def test_python_examples_print_what_the_docs_show(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DICEBINGO_CACHE", str(tmp_path))
    body = "\n".join(blocks(page, "python"))
    assert all(">>> " in block for block in blocks(page, "python")), "expected every python block to be a doctest"
    test = doctest.DocTestParser().get_doctest(body, {}, page_name(page), str(page), 0)
    report = StringIO()
    failed = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=report.write).failed
    assert not failed, report.getvalue()


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_page(name: str) -> None:
    page = DOCS / "commands" / f"{name}.md"
    shown = "".join(blocks(page, "console"))
    assert f"$ dicebingo {name}" in shown
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    options = [option for option in command.params if isinstance(option, click.Option)]
    if any("--json" in option.opts for option in options):
        assert re.search(rf"\$ dicebingo {name} .*--json", shown), "expected an example with --json"


def test_links_work() -> None:
    for page in PAGES:
        links = [link.partition("#")[0] for link in LINK.findall(FENCE.sub("", page.read_text(encoding="utf-8")))]
        local = [link for link in links if link and "://" not in link]
        broken = [link for link in local if not (page.parent / link).exists()]
        assert not broken, page


def test_every_page_is_in_the_index() -> None:
    linked = {(DOCS / link).resolve() for link in LINK.findall((DOCS / "index.md").read_text(encoding="utf-8"))}
    assert set(DOCS.rglob("*.md")) - linked == {DOCS / "index.md"}


@pytest.mark.parametrize("name", PICTURES)
def test_every_picture_is_up_to_date(name: str) -> None:
    assert (ASSETS / name).read_text(encoding="utf-8") == picture(name), "redraw it: python3 dev.py write"


def test_every_picture_in_the_docs_is_generated() -> None:
    assert {path.name for path in ASSETS.glob("*.svg")} == set(PICTURES)
