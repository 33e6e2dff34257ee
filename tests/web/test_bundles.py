"""The bundled page: the same program in fewer and smaller files, which browsers cache permanently."""

from __future__ import annotations

import json
import re
import subprocess
from graphlib import CycleError
from pathlib import Path
from urllib.parse import urljoin

import pytest

from dicebingo.web.bundles import Modules, build, path_of, shortened
from dicebingo.web.static_pages import FOLDER, built
from tests.web.pages import MODULES, needs, node
from tests.web.server import Visitor, serving

SCRIPTS = {path.relative_to(FOLDER).as_posix(): path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.js")}
# A script that reads pairs of scripts, and prints the names of pairs that differ in more than comments and spaces.
COMPARED = """
  const ts = require(process.argv[1]);
  const pairs = JSON.parse(require("fs").readFileSync(0, "utf8"));
  const compilerOptions = { target: "ESNext", removeComments: true };
  for (const [name, ...texts] of pairs) {
    const [whole, sent] = texts.map((text) => ts.transpileModule(text, { compilerOptions }).outputText);
    if (whole !== sent) console.log(name);
  }
"""


def differing(pairs: list[tuple[str, str, str]]) -> str:
    command = [node(), "-e", COMPARED, str(needs(MODULES / "typescript" / "lib" / "typescript.js"))]
    return subprocess.run(command, input=json.dumps(pairs), capture_output=True, text=True, check=True).stdout


@pytest.mark.slow
def test_shortened_scripts_are_equivalent_to_their_sources() -> None:
    pairs = [(name, source, shortened(source)) for name, source in SCRIPTS.items()]
    assert differing([*pairs, ("broken", "let a = 1;", "let a = 2;")]) == "broken\n"
    assert sum(len(sent) for *_, sent in pairs) < 0.7 * sum(len(source) for _, source, _ in pairs)
    assert not [name for name, _, sent in pairs if re.search(r"^\s|@param|@type", sent, re.MULTILINE)]


def test_source_maps_lead_to_the_lines_of_the_sources() -> None:
    """The test itself decodes the source maps.

    Each letter encodes six bits, five of which belong to the number. The lowest bit of a decoded number is its sign.
    """
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    files, found = build(FOLDER).files, 0
    for name in [name for name in files if name.endswith(".map")]:
        lines = files[name.removesuffix(".map")].split("\n")
        for section in json.loads(files[name])["sections"]:
            source = SCRIPTS[path_of(f"version/{name}", section["map"]["sources"][0])].split("\n")
            number, at = 0, section["offset"]["line"]
            for line, mapping in zip(lines[at:], section["map"]["mappings"].split(";"), strict=False):
                assert re.fullmatch(r"AA.+A", mapping)
                number += sum((letters.index(one) % 32) << (5 * i) for i, one in enumerate(mapping[2:-1])) // 2
                if defined := re.match(r"(?:async )?(?:function|class) \w+", line):
                    assert defined[0] in source[number], (name, line)
                    found += 1
    assert found > 500


def test_sources_that_cannot_be_bundled_are_reported() -> None:
    first = {"js/language.js": "export const language = 1;\n"}
    for line in ("export let b = 1;", "export default 1;", 'import * as b from "./language.js";'):
        with pytest.raises(ValueError, match=rf"js/a.js: expected .*, got {re.escape(line)}"):
            Modules({**first, "js/a.js": f"{line}\n"}).bundles(["js/a.js"])
    ring = {"js/a.js": 'import { b } from "./b.js";\n', "js/b.js": 'import { a } from "./a.js";\n'}
    with pytest.raises(CycleError, match=r"js/a.js"):
        Modules(ring)


def test_bundles_evaluate_each_module_once_after_its_imports(tmp_path: Path) -> None:
    """Modules used by many rooms are in the page's bundle, and every other module is in the bundle of its room."""
    loaded = "".join(f'  await import("./{room}.js");\n' for room in "cdefg")
    sources = {
        "js/log.js": "export const log = [];\n",
        "js/a.js": 'import { log } from "./log.js";\nlog.push("a");\nexport const add = (one) => log.push(one);\n',
        "js/b.js": 'import { log } from "./log.js";\nawait null;\nlog.push("b");\nexport { add } from "./a.js";\n',
        **{f"js/{room}.js": f'import {{ add }} from "./a.js";\nadd("{room}");\n' for room in "cdef"},
        "js/g.js": 'import {\n  add as put,\n} from "./b.js";\nput("g");\n',
        "js/main.js": f'import {{ log }} from "./log.js";\nexport async function run() {{\n{loaded}  return log;\n}}\n',
    }
    files = Modules(sources).bundles(["js/main.js"])
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "js").mkdir()
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    run = "import('./js/main.js').then(({ run }) => run()).then((log) => console.log(log.join()))"
    done = subprocess.run([node(), "-e", run], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == "a,c,d,e,f,b,g\n"
    assert [name for name, text in files.items() if 'log.push("' in text] == ["js/main.js", "js/g.js"]


def test_the_version_changes_with_the_files() -> None:
    first, again, other = (build(FOLDER), build(FOLDER), build(FOLDER, {"css/base.css": "p {\n}\n"}))
    assert first == again
    assert first.version != other.version
    assert other.files.keys() == first.files.keys() >= {"js/main.js", "js/class/main.js", "js/words/de/frame.js"}


def test_browsers_cache_the_files_of_this_version_permanently() -> None:
    """Browsers revalidate files whose addresses do not contain this version."""
    version, files = built()

    def fetch(visitor: Visitor, path: str) -> tuple[str, str]:
        response = visitor.client.get(path)
        assert response.status_code == 200, path
        return response.headers["cache-control"], response.text

    with serving() as visitor:
        for name in files:
            if not name.endswith(".html"):
                caching, text = fetch(visitor, f"/{version}/{name}")
                assert caching == "public, max-age=31536000, immutable"
                assert text == files[name].plain.decode()
        assert fetch(visitor, f"/{'0' * 12}/js/main.js") == ("no-cache", files["js/main.js"].plain.decode())
        assert fetch(visitor, "/js/main.js") == ("no-cache", SCRIPTS["js/main.js"])
        for page in ("/", "/class/", "/class/ABCDE", "/about"):
            caching, text = fetch(visitor, page)
            assert caching == "no-cache"
            assert 'data-languages="de en es"' in text
            loaded = re.findall(r'<(?:link|script)[^>]* (?:src|href)="([^":]+)"', text)
            assert {urljoin(page, path) for path in loaded} <= {f"/{version}/{name}" for name in files}
        assert visitor.client.get(f"/{version}/js/nothing.js").status_code == 404
        plain = visitor.client.get(f"/{version}/js/main.js", headers={"Accept-Encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.content == files["js/main.js"].plain
