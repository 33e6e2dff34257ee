"""Build the page as one file, build/dice-bingo.html, which opens by double-click: ``python -m tools.one_file [FILE]``.

The file contains the static site (``tools/site.py``) without its other pages. All modules and texts of the page form
one script. The worker's script contains Python, its library and our package, compressed and in base64. It is the last
part, so that a browser shows the page before it has read the whole file. The page's policy allows only its own scripts,
and no connections.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
from base64 import b64encode
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path

from dicebingo.web import bundles
from dicebingo.web.bundles import WORDS, Modules, lines_of, path_of, variable
from tools.site import ROOT, STATIC, archive, contents, sources, unpacked

FILE = ROOT / "build" / "dice-bingo.html"
POLICY = (
    "default-src 'none'; script-src {script} blob: 'wasm-unsafe-eval'; style-src {style} data:; "
    "img-src data: blob:; connect-src data:; worker-src blob:; base-uri 'none'; form-action 'none'"
)
SHELL, FRAME, PARTS, WORKER = "js/shell.js", "js/main.js", "js/local/parts.js", "js/local/worker.js"
FIRST, OTHERS = ("frame", "board", "home"), ("about", "class")
"""The texts that shared modules need while they load, and the texts for other pages, which the file omits."""
_PAGES = re.compile(r"<!-- pages -->.*?<!-- /pages -->", re.DOTALL)
"""The part of the page that links to other pages, which the file omits."""
_LOADED = re.compile(r'<link rel="(?:modulepreload|stylesheet)"[^>]*>\n|<script[^>]*></script>\n')
_IMPORT = re.compile(r'\bimportModule\("(\.[^"]+)", import\.meta\.url\)')
_ROOM_OR_TEXT = re.compile(r"\bimportModule\((?=ROOMS|`)")
_ADDRESS = re.compile(r"\.map\(\s*\(path\) => new URL\(path, import\.meta\.url\)\.href,\s*\)")


def one_file() -> str:
    """Return the page as one file with everything that it needs."""
    parts = contents()
    stored = {name: content for name, content in parts.items() if name.startswith("stored/")}
    changed = sources(parts)
    changed["index.html"] = _PAGES.sub("", changed["index.html"])
    changed[PARTS] = (STATIC / "js" / "local" / "inside.js").read_text(encoding="utf-8")
    built = bundles.build(STATIC, changed)
    scripts = [path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.js")]
    modules = Modules({path: changed.get(path) or (STATIC / path).read_text(encoding="utf-8") for path in scripts})
    script = with_parts(page_script(modules, built.files), stored)
    others = {name: content for name, content in parts.items() if name not in stored}
    worker = with_parts(joined(modules, ordered(modules, [WORKER])), others)
    style = built.files["css/page.css"]
    policy = POLICY.format(script=allowed(script), style=allowed(style))
    first = '<meta charset="utf-8" />'
    head = f'{first}\n<meta http-equiv="Content-Security-Policy" content="{policy}" />\n<style>{style}</style>'
    foot = f'<script type="module" async>{script}</script>\n<script type="text/plain" id="worker">{worker}</script>\n'
    return _LOADED.sub("", built.pages["index.html"]).replace(first, head, 1).replace("</body>", f"{foot}</body>")


def page_script(modules: Modules, files: Mapping[str, str]) -> str:
    """Return the page's modules as one script: the texts first, because rooms need them, and the frame last."""
    texts = sorted(name for name in modules.scripts if name.startswith(WORDS) and Path(name).stem not in OTHERS)
    early = ordered(modules, [path for path in texts if Path(path).stem in FIRST], texts)
    rooms = modules.rooms(SHELL, FRAME)
    late = [name for name in ordered(modules, [SHELL, *rooms], [FRAME]) if name not in early]
    there = ", ".join(f'"./{name.removeprefix("js/")}": () => {variable(name)}' for name in (*texts, *sorted(rooms)))
    sheets = [f"css/{name}.css" for name in re.findall(r'style: "(\w+)"', modules.scripts["js/rooms.js"])]
    styles = {f"../{path}": f"data:text/css;base64,{encoded(files[path])}#{path}" for path in sheets}
    parts = json.dumps(sorted({Path(path).stem for path in texts}))
    return (
        f"const $styles = {json.dumps(styles)};\nconst $there = {{ {there} }};\n"
        f"const $later = async (path) => $there[path]();\n"
        f"{joined(modules, early)}await $language.loadWords(...{parts});\n{joined(modules, late)}"
    )


def ordered(modules: Modules, *groups: Iterable[str]) -> list[str]:
    """Return the modules of each group and their imports, in the order of evaluation."""
    found: dict[str, None] = {}
    for group in groups:
        reached = modules.reached(*group)
        found |= {name: None for name in modules.order if name in reached and name not in found}
    return list(found)


def joined(modules: Modules, names: Iterable[str]) -> str:
    """Return modules as one script, in which their dynamic imports and style sheets come from the script itself."""

    def definition(name: str) -> str:
        found = _IMPORT.sub(
            lambda other: f"Promise.resolve({variable(path_of(name, other[1]))})", modules.definition(name)
        )
        return _ADDRESS.sub(".flatMap((path) => $styles[path] ?? [])", _ROOM_OR_TEXT.sub("$later(", found))

    return "".join(f"{line}\n" for name in names for _, line in lines_of(definition(name)))


def with_parts(script: str, parts: Mapping[str, bytes]) -> str:
    """Return a script with each of the parts inserted in compressed form."""
    assert script.count("PARTS={}") == 1
    assert "</script" not in script
    return script.replace("PARTS={}", f"PARTS={json.dumps({name: packed(name, parts[name]) for name in parts})}")


def packed(name: str, content: bytes) -> str:
    """Return a part as gzip in base64. A zip archive is compressed as a whole, which makes it smaller."""
    whole = archive(unpacked(content), compressed=False) if name.endswith(".zip") else content
    return encoded(gzip.compress(whole, 9, mtime=0))


def encoded(content: bytes | str) -> str:
    """Return the content in base64."""
    return b64encode(content.encode() if isinstance(content, str) else content).decode()


def allowed(inline: str) -> str:
    """Return the hash by which a content security policy allows an inline script or style."""
    return f"'sha256-{encoded(sha256(inline.encode()).digest())}'"


def write(path: Path = FILE) -> Path:
    """Write the file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(one_file(), encoding="utf-8", newline="\n")
    return path


def main(arguments: list[str]) -> None:
    """Write the file and print its size."""
    path = write(*map(Path, arguments))
    print(f"{path}: {path.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main(sys.argv[1:])
