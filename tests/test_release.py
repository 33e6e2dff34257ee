"""A release has consistent versions, a citation, a complete source distribution, and a README that renders."""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
import yaml
from markdown_it import MarkdownIt

import dev
import dicebingo
from tools.release import build

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_versions_agree() -> None:
    cited = yaml.safe_load(read("CITATION.cff"))
    newest = re.search(r"^## (\S+) \((\d{4}-\d\d-\d\d)\)$", read("CHANGELOG.md"), re.MULTILINE)
    assert newest
    assert newest.groups() == (dicebingo.__version__, str(cited["date-released"]))
    assert cited["version"] == dicebingo.__version__
    assert f"version = {{{dicebingo.__version__}}}" in read("docs/cite.md")


def test_the_citation_has_all_required_fields() -> None:
    cited = yaml.safe_load(read("CITATION.cff"))
    assert cited["cff-version"] == "1.2.0"
    assert {"message", "title", "authors"} <= set(cited)  # required
    assert (cited["type"], cited["license"]) == ("software", PROJECT["license"])
    assert cited["authors"] == PROJECT["authors"]
    paper = cited["preferred-citation"]
    assert paper["type"] == "unpublished"  # this type is allowed by the citation format
    assert [author["family-names"] for author in paper["authors"]] == ["Hemmer", "Ong"]
    assert f"*{paper['title']}*" in re.sub(r"\s+", " ", read("docs/cite.md"))


def test_all_files_list_the_same_python_versions() -> None:
    name = "Programming Language :: Python :: 3."
    classified = [f"3.{line.removeprefix(name)}" for line in PROJECT["classifiers"] if line.startswith(name)]
    fast = yaml.safe_load(read(".github/workflows/tests.yml"))["jobs"]["fast"]
    assert classified == list(dev.PYTHONS) == fast["strategy"]["matrix"]["python"]
    assert PROJECT["requires-python"] == f">={dev.PYTHONS[0]}"


@pytest.mark.slow
def test_the_sdist_is_complete_and_the_readme_renders(tmp_path: Path) -> None:
    build = f"from flit_core.buildapi import build_sdist; build_sdist({str(tmp_path)!r})"
    subprocess.run([sys.executable, "-c", build], cwd=ROOT, check=True)
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as sdist:
        packed = {name.partition("/")[2] for name in sdist.getnames()}
    for name in ("dev.py", "requirements.lock", "tests/test_release.py", "tools/mathml.py", "docs/assets/ring.svg"):
        assert name in packed
    assert not [name for name in packed if "__pycache__" in name or name.startswith((".venv", "build", "node_modules"))]
    page = MarkdownIt("commonmark").render(read("README.md"))
    targets = re.findall(r'(?:href|src)="([^"#]+)', page)
    assert len(targets) > 15
    assert [target for target in targets if target not in packed and not target.startswith("https://")] == []
    assert page.count("<h1>") == 1
    assert (
        re.sub(r"<code.*?</code>", "", page, flags=re.DOTALL).count("](") == 0
    )  # the README must not use syntax that only some renderers support


@pytest.mark.slow
@pytest.mark.parametrize("address", ["", "https://example.org/files"])
def test_the_readme_of_the_package_has_no_relative_link(address: str, tmp_path: Path) -> None:
    build(tmp_path, address)
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        (name,) = (name for name in wheel.namelist() if name.endswith("/METADATA"))
        page = MarkdownIt("commonmark").render(wheel.read(name).decode("utf-8").partition("\n\n")[2])
    targets = re.findall(r'(?:href|src)="([^"#]+)', page)
    assert [target for target in targets if not target.startswith("https://")] == []
    assert page.count("<img ") == bool(address)
    assert len(targets) > (15 if address else 3)
