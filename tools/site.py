"""Build the page as a static site, in build/site/: ``python -m tools.site [--no-docs] [FOLDER]``.

Any file host can serve it, under any path. The page is the same as the server's, except for ``js/transport.js``, which
decides where questions go: on the static site, Pyodide runs the package in a web worker of the visitor's browser. The
runtime comes from npm (``package-lock.json`` has its hash). The first answers are precomputed by the same functions.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from hashlib import sha256, sha384
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any

from dicebingo.model.variants import VARIANTS
from dicebingo.web import bundles
from dicebingo.web.local import fixed, reply
from dicebingo.web.security import CONTENT_SECURITY_POLICY
from dicebingo.web.static_pages import NOT_FOUND

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "dicebingo"
STATIC = PACKAGE / "web" / "static"
PYODIDE = ROOT / "node_modules" / "pyodide"
SITE, DOCS = ROOT / "build" / "site", ROOT / "build" / "docs"

RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
LIBRARY = "runtime/python_stdlib.zip"
ONLY_SERVER = re.compile(r"class\.html|css/class\.css|js/class/.*|js/words/\w+/class\.js|.*\.map")
"""Page files that need a server, and files only developers need."""
LEFT_OUT = re.compile(
    r"cli/.*|kernels/(?!__init__).*|proofs/.*|reproduction/.*|classroom/.*|render/(text|latex|html)/.*|"
    r"web/(static|classes)/.*|.*__pycache__.*|.*\.pyi?\.typed"
)
"""Modules that the page's questions do not need."""
UNUSED = re.compile(
    r"(_pyio|_pyrepl|argparse|bdb|ctypes|doctest|ftplib|imaplib|mailbox|modulefinder|multiprocessing|optparse|pdb|"
    r"pickletools|plistlib|poplib|profile|pstats|pydoc|pydoc_data|smtplib|socketserver|sqlite3|tarfile|trace|unittest|"
    r"wave|wsgiref|xmlrpc)(\.py|/.*)|"
    r"encodings/(?!__init__|aliases|ascii|cp437|idna|latin_1|mac_roman|punycode|raw_unicode|unicode|utf_).*"
)
"""Standard library modules that no question needs: a third of the library."""
REPORTLAB = re.compile(
    r"(__init__|rl_config|rl_settings|(lib|pdfbase|pdfgen)/[^/]*)\.py|license\.txt|fonts/(Vera(Bd)?\.ttf|.*license.*)"
)
PIL = {
    "PIL/__init__.py": b"",
    "PIL/Image.py": b'"""Empty: reportlab imports this module, but our sheets have no pictures."""\n',
}
SEVENS, BEST = "7,7,7/7,7,7/7,7,7", "8,8,9/7,6,10/7,4,5"
A, B = "9,6,7/7,9,6/6,7,9", "6,7,6/7,7,7/6,6,6"
MIXED = ["7,4,6/9,7,8/6,9,5", "6,9,*2/*3,5,5/8,*10,6"]

STORED: list[tuple[str, dict[str, Any]]] = [
    *(("describe", {"rules": variant.name}) for variant in VARIANTS if variant.name != "classic"),
    ("solve", {"board": SEVENS}),
    ("rank", {"board": SEVENS, "approximate": True}),
    ("solve", {"board": SEVENS, "upto": 52, "why": True, "tie_break": "random"}),
    ("solve", {"board": SEVENS, "why": True}),
    ("solve", {"board": BEST}),
    ("solve", {"board": "5,8,6/9,7,4/10,6,8"}),
    ("match", {"boards": [A, B], "tie_break": "smallest", "upto": 40}),
    ("nash", {"boards": MIXED, "roll": 6, "objective": "win", "continuation": "solo"}),
]
"""The first questions that the rooms ask; the site stores their answers."""
LONG_AGO = (1980, 1, 1, 0, 0, 0)
WORKER = ("js/local/worker.js", "js/local/parts.js", "js/local/build.js")


def build(folder: Path = SITE, *, docs: bool = True) -> Path:
    """Build the site in an empty folder."""
    shutil.rmtree(folder, ignore_errors=True)
    parts = contents()
    changed = sources(parts)
    page = bundles.build(STATIC, changed)
    files = {f"{page.version}/{name}": text.encode() for name, text in page.files.items() if kept(name)}
    files |= {name: with_policy(text).encode() for name, text in page.pages.items() if kept(name)}
    files |= {**parts, "404.html": NOT_FOUND.format(home="./").encode(), ".nojekyll": b""}
    files |= {name: bundles.shortened(changed[name]).encode() for name in WORKER}
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    write_service(folder)
    if docs:
        shutil.copytree(DOCS, folder / "docs")
    return folder


def kept(name: str) -> bool:
    """Return whether a file of the page belongs to the site."""
    return not ONLY_SERVER.fullmatch(name)


@cache
def contents() -> Mapping[str, bytes]:
    """Return the files that the page and the worker fetch: Python, the package, and precomputed answers."""
    return {
        **stored(),
        "dicebingo.zip": archive(package_files()),
        "printing.zip": archive(printing_files()),
        **runtime(),
    }


def sources(parts: Mapping[str, bytes]) -> dict[str, str]:
    """Return the sources that differ on the site: the transport, its style and hashes, and parts of pages."""
    names = ("css/page.css", "index.html", "about.html", *WORKER)
    found = {name: (STATIC / name).read_text(encoding="utf-8") for name in names}
    passages = re.compile(r"<!-- server -->.*?<!-- /server -->|<!-- site:|:site -->", re.DOTALL)
    hashes = {name: integrity(content) for name, content in parts.items()}
    return {
        **{name: passages.sub("", text) for name, text in found.items()},
        "css/page.css": found["css/page.css"] + '@import "local.css";\n',
        "js/transport.js": 'export { ABLE, answer, file, fixed } from "./local/transport.js";\n',
        "js/local/build.js": found["js/local/build.js"].replace("INTEGRITY = {}", f"INTEGRITY = {json.dumps(hashes)}"),
    }


def with_policy(page: str) -> str:
    """Return a page of the site with a content security policy in it, because the host may not send one."""
    policy = f'<meta http-equiv="Content-Security-Policy" content="{site_policy()}" />'
    return page.replace('<meta charset="utf-8" />', f'<meta charset="utf-8" />\n{policy}', 1)


def site_policy() -> str:
    """Return the server's content security policy, as far as a page can state it, plus permissions for WebAssembly.

    A worker loaded from an address has the policy of its response, and a plain file host sends none. A worker created
    from a blob has the page's policy. So the worker is created from a blob, and this policy applies to it too.
    """
    parts = [part for part in CONTENT_SECURITY_POLICY.split("; ") if not part.startswith("frame-ancestors")]
    policy = "; ".join([*parts, "worker-src 'self' blob:"])
    return policy.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")


def runtime() -> dict[str, bytes]:
    """Return the parts of Pyodide that the site loads: the interpreter, and the part of its library that it uses."""
    if not PYODIDE.is_dir():
        sys.exit("tools.site: node_modules/pyodide is missing; npm ci --ignore-scripts installs it")
    files = {f"runtime/{name}": (PYODIDE / name).read_bytes() for name in RUNTIME}
    lock = json.loads(files["runtime/pyodide-lock.json"])
    files["runtime/pyodide-lock.json"] = json.dumps({"info": lock["info"], "packages": {}}).encode()
    library = unpacked(files[LIBRARY])
    files[LIBRARY] = archive({name: content for name, content in library.items() if not UNUSED.fullmatch(name)})
    return files


def package_files() -> dict[str, bytes]:
    """Return the sources of the package that the page's questions need."""
    names = {path.relative_to(PACKAGE).as_posix(): path for path in PACKAGE.rglob("*") if path.is_file()}
    return {f"dicebingo/{name}": path.read_bytes() for name, path in names.items() if not LEFT_OUT.fullmatch(name)}


def printing_files() -> dict[str, bytes]:
    """Return the files for printing sheets: the used parts of reportlab, and its font."""
    spec = find_spec("reportlab")
    assert spec is not None
    assert spec.origin is not None
    home = Path(spec.origin).parent
    names = {path.relative_to(home).as_posix(): path for path in home.rglob("*") if path.is_file()}
    return {f"reportlab/{name}": path.read_bytes() for name, path in names.items() if REPORTLAB.fullmatch(name)} | PIL


def archive(files: Mapping[str, bytes], *, compressed: bool = True) -> bytes:
    """Return files as a zip archive; the same files give the same archive."""
    output = BytesIO()
    method = zipfile.ZIP_DEFLATED if compressed else zipfile.ZIP_STORED
    with zipfile.ZipFile(output, "w", method, compresslevel=9) as made:
        for name, content in sorted(files.items()):
            made.writestr(zipfile.ZipInfo(name, LONG_AGO), content, method)
    return output.getvalue()


def unpacked(archived: bytes) -> dict[str, bytes]:
    """Return the files of a zip archive."""
    with zipfile.ZipFile(BytesIO(archived)) as found:
        return {name: found.read(name) for name in found.namelist()}


def stored() -> dict[str, bytes]:
    """Return the answers that are available before Python has loaded, in one file for each kind of question."""
    answers: dict[str, dict[str, Any]] = {"fixed": fixed()}
    for name, question in STORED:
        text = as_script(question)
        found = reply(name, text)
        assert found.status == 200, (name, question, found.content)
        answers.setdefault(name, {})[text] = json.loads(found.content)
    return {f"stored/{name}.json": as_script(found).encode() for name, found in answers.items()}


def as_script(value: object) -> str:
    """Return JSON exactly as the page's scripts write it: a question in this form is the key of its stored answer."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def integrity(content: bytes) -> str:
    """Return the hash with which browsers check the integrity of a file."""
    return "sha384-" + b64encode(sha384(content).digest()).decode()


def write_service(folder: Path) -> None:
    """Write the service worker, which caches all files of this version."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    files = {path.relative_to(folder).as_posix(): (integrity(path.read_bytes()), path.stat().st_size) for path in paths}
    version = sha256(json.dumps(files).encode()).hexdigest()[:16]
    script = (STATIC / "js" / "local" / "service.js").read_text(encoding="utf-8")
    script = script.replace("FILES = {}", f"FILES = {json.dumps(files)}")
    script = script.replace('NAME = "dicebingo"', f'NAME = "dicebingo {version}"').replace("\nexport {};\n", "")
    (folder / "service.js").write_text(script, encoding="utf-8")


def gzip_size(path: Path) -> int:
    """Return the compressed size of a file."""
    content = path.read_bytes()
    return min(len(content), len(gzip.compress(content, 9, mtime=0)))


def main(arguments: list[str]) -> None:
    """Build the documentation and then the site, and print its size."""
    docs = "--no-docs" not in arguments
    folder = next((Path(word) for word in arguments if not word.startswith("--")), SITE)
    if docs:
        zensical = [str(Path(sys.executable).with_name("zensical")), "build", "--clean", "--strict"]
        found = os.environ | {"PYTHONPATH": str(ROOT)}  # so that zensical finds tools/mathml.py
        subprocess.run(zensical, cwd=ROOT, env=found, check=True)
    build(folder, docs=docs)
    kept = [path for path in folder.rglob("*") if path.is_file() and folder / "docs" not in path.parents]
    print(f"{folder}: {sum(map(gzip_size, kept)) / 1e6:.2f} MB are fetched on the first visit")


if __name__ == "__main__":
    main(sys.argv[1:])
