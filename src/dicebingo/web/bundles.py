"""Build the page that the server sends: join its modules into a few files, which browsers cache permanently.

A bundle is one file that contains a main module and most of its imports. The main module is the script of a page, or a
module that is loaded when it is first needed, such as a room (a section of the page). A bundle has the path and the
exports of its main module, and each module in a bundle becomes a function that returns the module's exports. A module
used by many rooms is in the bundle of the page. ``language.js`` and the texts stay separate files: a bundle waits for
the texts while it loads, and the texts import ``language.js``.

All files are in a folder named after a hash of their contents, and refer to each other by relative addresses.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from graphlib import TopologicalSorter
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from posixpath import basename, dirname, join, normpath, relpath

LANGUAGE, WORDS = "js/language.js", "js/words/"
MANY = 5
"""A module used by at least this many rooms joins the page's bundle; other modules are copied into the bundle of
each room that uses them, so they must be stateless."""
_COMMENT = re.compile(
    r"^[ \t]*/\*(?:(?!\*/)[\s\S])*\*/[ \t]*$|/\*\* @(?:(?!\*/)[\s\S])*\*/ ?|(?:^|[ \t]+)// .*", re.MULTILINE
)
_QUOTED = r'"(?:[^"\\\n]|\\.)*"|`(?:[^`\\$\n]|\$\{[^`{}]*\})*`'
_SIMPLE = re.compile(rf"(?:[^\"'`/]|{_QUOTED})*")
"""Matches a line whose only literals are strings in double quotes and templates without nested literals.

The build removes spaces next to punctuation outside these literals.
"""
_SPACES = re.compile(rf" ?([{{}}()\[\],;:?=<>&|]) ?|({_QUOTED})")
_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_IMPORT = re.compile(r'^(import|export) \{([^}]*)\} from "(\.[^"]+)";', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?function|class|const) (\w+)", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
_LATER = re.compile(r'\b(?:import(?:Module)?\(|module: )"(\.[^"]+)"')
_WAITS = re.compile(r"^await ", re.MULTILINE)
_SHEET = re.compile(r'^@import "([^"]+)";\n', re.MULTILINE)
_SCRIPT = re.compile(r'<script type="module" src="(?:\.\./)?([^"]+)"')
_ADDRESS = re.compile(r'((?:href|src)="(?:\.\./)?)((?:css|js)/)')


@dataclass(frozen=True, slots=True)
class Built:
    """The built page: ``pages`` by name, and ``files`` by their path in the folder ``version``."""

    version: str
    pages: dict[str, str]
    files: dict[str, str]


def build(folder: Path, changed: Mapping[str, str] | None = None) -> Built:
    """Build the page from the sources in ``folder``; ``changed`` replaces some of these sources."""
    paths = sorted(path for path in folder.rglob("*.*") if path.is_file())
    sources = {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in paths}
    sources |= changed or {}
    files = {name: shortened(text) for name, text in sources.items() if name.startswith(WORDS)}
    files |= {name: _sheet(name, sources) for name in sources if name.endswith(".css")}
    pages = {name: text for name, text in sources.items() if name.endswith(".html")}
    modules = Modules({name: text for name, text in sources.items() if name.endswith(".js")})
    for text in pages.values():
        files |= modules.bundles([LANGUAGE, *_SCRIPT.findall(text)])
    version = sha256(json.dumps([pages, files]).encode()).hexdigest()[:12]
    languages = " ".join(sorted({name.split("/")[2] for name in files if name.startswith(WORDS)}))
    for name, text in pages.items():
        translated = text.replace('data-languages="en"', f'data-languages="{languages}"')
        pages[name] = re.sub(r"\n\s+<", "\n<", _ADDRESS.sub(rf"\g<1>{version}/\2", translated))
    return Built(version, pages, files)


def shortened(script: str) -> str:
    r"""Return a script without comments, types, empty lines and most unnecessary spaces.

    >>> shortened("/** A board. */\nlet a = { b: 1 }; // once\n\n  /** @type {Cell} */ (c).d(`${a}, /`);\n")
    'let a={b:1};\n(c).d(`${a}, /`);\n'
    """
    return "".join(f"{line}\n" for _, line in lines_of(without_comments(script)))


def without_comments(source: str) -> str:
    """Return a script or a style sheet without comments and types; line numbers do not change."""
    return _COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), source)


def lines_of(script: str) -> list[tuple[int, str]]:
    """Return the shortened lines of a script without comments, with their line numbers, starting at 0."""

    def short(line: str) -> str:
        return _SPACES.sub(r"\1\2", line) if _SIMPLE.fullmatch(line) else line

    lines = [line.strip() for line in script.split("\n")]
    return [(number, short(line)) for number, line in enumerate(lines) if line]


def _sheet(name: str, sources: Mapping[str, str]) -> str:
    """Return a style sheet without comments, together with its imports."""
    text = _SHEET.sub(lambda found: _sheet(path_of(name, found[1]), sources), without_comments(sources[name]))
    return re.sub(r"(?<=:) |\s*([{};,\n])\s*", r"\1", text)


class Modules:
    """The modules of the page, by path."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        self.scripts = {name: without_comments(source) for name, source in sources.items()}
        found = {name: _IMPORT.findall(script) for name, script in self.scripts.items()}
        self.imports = {name: [path_of(name, path) for *_, path in lines] for name, lines in found.items()}
        self.later = {name: _LATER.findall(script) for name, script in self.scripts.items()}
        self.order = list(TopologicalSorter(self.imports).static_order())

    def reached(self, *names: str) -> set[str]:
        """Return modules and all their direct and indirect imports."""
        found, todo = set[str](), list(names)
        while todo:
            name = todo.pop()
            if name not in found:
                found.add(name)
                todo += self.imports[name]
        return found

    def rooms(self, *names: str) -> set[str]:
        """Return the modules (rooms) that ``names`` load on demand, directly or through other rooms."""
        found, todo = set[str](), [*names]
        while todo:
            rooms = {path_of(name, path) for name in self.reached(todo.pop()) for path in self.later[name]}
            todo += rooms - found
            found |= rooms
        return found

    def bundles(self, scripts: list[str]) -> dict[str, str]:
        """Return the bundles of a page with these scripts, and the bundles' source maps, by path."""
        files: dict[str, str] = {}
        home: dict[str, str] = {}
        users = Counter(name for room in self.rooms(*scripts) for name in self.reached(room))
        shared = {name for name in users if users[name] >= MANY}

        def add(file: str, first: str, names: set[str], home: dict[str, str]) -> dict[str, str]:
            own = {name: file for name in self.order if name in names and name not in home}
            files[file], files[f"{file}.map"] = self._bundle(file, first, list(own), home)
            return own

        def add_later(names: Iterable[str], home: dict[str, str]) -> None:
            for name in names:
                for path in self.later[name]:
                    room = path_of(name, path)
                    own = add(path_of(home[name], path), room, self.reached(room), home)
                    add_later(own, home | own)

        for script in scripts:
            home |= add(script, script, self.reached(script) | (shared if script == scripts[-1] else set()), home)
        add_later(list(home), home)
        return files

    def _bundle(self, file: str, first: str, own: list[str], home: Mapping[str, str]) -> tuple[str, str]:
        """Return a bundle of the modules ``own`` with the exports of the ``first`` one, and its source map."""

        def imported(name: str) -> str:
            names = f"* as {variable(name)}" if home[name] == name else f"{{ {variable(name)} }}"
            return f'import {names} from "./{relpath(home[name], dirname(file))}";\n'

        others = {name for module in own for name in self.imports[module]} - {*own}
        parts, sections = [imported(name) for name in sorted(others)], []
        for name in own:
            numbers, lines = zip(*lines_of(self.definition(name)), strict=True)
            steps = (number - before for before, number in pairwise((0, *numbers)))
            mappings = ";".join(f"AA{_digits(2 * step)}A" for step in steps)
            source = {
                "version": 3,
                "sources": [relpath(f"../{name}", dirname(file))],
                "names": [],
                "mappings": mappings,
            }
            sections.append({"offset": {"line": len(parts), "column": 0}, "map": source})
            parts += [f"{line}\n" for line in lines]
        used = {name for module in self.scripts.keys() - {*own} for name in self.imports[module]}
        parts.append(f"export {{ {', '.join(variable(name) for name in own if name in used)} }};\n")
        parts.append(f"export const {{ {', '.join(self._exports(first))} }} = {variable(first)};\n")
        parts.append(f"//# sourceMappingURL={basename(file)}.map\n")
        return "".join(parts), json.dumps({"version": 3, "sections": sections})

    def _exports(self, name: str) -> list[str]:
        script = self.scripts[name]
        others = [found for kind, names, _ in _IMPORT.findall(script) if kind == "export" for found in names.split(",")]
        return [found for _, found in _EXPORT.findall(script)] + [other.strip() for other in others]

    def definition(self, name: str) -> str:
        """Return a statement in JavaScript that runs a module in a function and stores the module's exports."""

        def imported(found: re.Match[str]) -> str:
            return f"const {{{found[2].replace(' as ', ': ')}}} = {variable(path_of(name, found[3]))};"

        body = _EXPORT.sub(r"\1 \2", _IMPORT.sub(imported, self.scripts[name]))
        if other := _OTHER.search(body):
            raise ValueError(f"{name}: expected an import or an export of constants by name, got {other[0]}")
        opening = "await (async () => {" if _WAITS.search(body) else "(() => {"
        return f"const {variable(name)} = {opening}{body}return {{ {', '.join(self._exports(name))} }};\n}})();\n"


def _digits(number: int) -> str:
    """Return a number in the encoding used by source maps."""
    return _DIGITS[number] if number < 32 else _DIGITS[32 + number % 32] + _digits(number // 32)


def variable(name: str) -> str:
    """Return the name of the object with the exports of a module.

    >>> variable("js/class/reveal-box.js")
    '$class_reveal_box'
    """
    return "$" + re.sub(r"\W", "_", name.removeprefix("js/").removesuffix(".js"))


def path_of(name: str, imported: str) -> str:
    """Return the path of an imported module."""
    return normpath(join(dirname(name), imported))
