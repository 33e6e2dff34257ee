"""Write the lists of files that the page preloads: ``python -m tools.page_modules``.

The browser does not discover modules one import at a time: the page's head names all files of its frame, and
``js/files.js`` names the other files of each room, with ``*`` for the language. The page of a class has one head for
all its views. The pages also name the languages: the folders of ``js/words``.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

STATIC = Path(__file__).parents[1] / "src" / "dicebingo" / "web" / "static"
PAGE, FILE = STATIC / "index.html", STATIC / "js" / "files.js"
SHELL, FRAME, ROOMS = (STATIC / "js" / name for name in ("shell.js", "main.js", "rooms.js"))
CLASS_PAGE, CLASS = STATIC / "class.html", STATIC / "js" / "class" / "main.js"
ABOUT_PAGE = STATIC / "about.html"
WORDS = STATIC / "js" / "words"
ENGLISH = ("board", "frame")  # most visitors need these first texts, and others need as few bytes more
HEAD = """/** The files of each room beyond those of the frame: written by `python -m tools.page_modules`. */

/** @type {Record<string, string[]>} */
export const FILES = """
_IMPORT = re.compile(r'^(?:import|export) (?:[^"]*? from )?"(\.[^"]+)";', re.MULTILINE)
_ROOM = re.compile(r"^  (\w+): \{([^}]*)\}", re.MULTILINE)
_PRELOAD = re.compile(r' *<link rel="modulepreload" href="[^"]+" />\n')


def reached(*modules: Path) -> set[Path]:
    """Return modules and all their direct and indirect imports."""
    found: set[Path] = set()
    todo = [module.resolve() for module in modules]
    while todo:
        path = todo.pop()
        if path not in found:
            found.add(path)
            todo += [(path.parent / name).resolve() for name in _IMPORT.findall(path.read_text(encoding="utf-8"))]
    return found


def frame() -> set[Path]:
    """Return the modules of every room."""
    return reached(SHELL, FRAME, FILE)


def files() -> dict[str, list[str]]:
    """Return the files of each room, relative to the page."""
    found = {}
    for name, parts in _ROOM.findall(ROOMS.read_text(encoding="utf-8")):
        entries = [ROOMS.parent / entry for entry in re.findall(r'import\("([^"]+)"\)', parts)]
        styles = re.search(r"styles: \[([^\]]*)\]", parts)
        sheets = [f"css/{sheet}.css" for sheet in re.findall(r'"([^"]+)"', styles[1])] if styles else []
        words = re.search(r"words: \[([^\]]*)\]", parts)
        texts = [f"js/words/*/{part}.js" for part in re.findall(r'"([^"]+)"', words[1])] if words else []
        found[name] = sheets + sorted(texts + _relative(reached(*entries) - frame()))
    return found


def used_words() -> dict[str, set[str]]:
    """Return the texts that the modules of each room and of a class use, beyond the shared ones."""
    rooms = {
        name: [STATIC / path for path in paths if path.endswith(".js") and "*" not in path]
        for name, paths in files().items()
    }
    return {name: _texts(reached(*modules)) for name, modules in {**rooms, "class": [CLASS]}.items()}


def _texts(modules: set[Path]) -> set[str]:
    found = (re.findall(r'wordsOf\("(\w+)"\)', path.read_text(encoding="utf-8")) for path in modules)
    return {part for parts in found for part in parts} - {
        *ENGLISH,
        "home",
    }  # the shell loads those of home if the page is not in English


def _relative(modules: set[Path]) -> list[str]:
    return sorted(module.relative_to(STATIC.resolve()).as_posix() for module in modules)


def page_files() -> str:
    """Return the module that names the files of the rooms, as prettier formats it."""
    parts = []
    for name, paths in files().items():
        line = f"  {name}: [{', '.join(map(json.dumps, paths))}],"
        several = "".join(f"\n    {json.dumps(path)}," for path in paths)
        parts.append(line if len(line) <= 120 else f"  {name}: [{several}\n  ],")
    return HEAD + "{\n" + "\n".join(parts) + "\n};\n"


def page() -> str:
    """Return the page, whose head preloads the modules of the frame."""
    paths = _relative(frame() - {SHELL.resolve(), FRAME.resolve()}) + [f"js/words/en/{part}.js" for part in ENGLISH]
    paths.sort(key=lambda path: path != "js/files.js")  # the rooms wait for it
    return _with_preloads(PAGE, paths, "js/main.js", "frame")


def class_page() -> str:
    """Return the page of a class, whose head preloads all modules."""
    paths = [f"../{path}" for path in _relative(reached(CLASS) - {CLASS.resolve()})]
    paths += [f"../js/words/en/{part}.js" for part in (*ENGLISH, "class")]
    return _with_preloads(CLASS_PAGE, paths, "../js/class/main.js", "class")


def about_page() -> str:
    """Return the page about the pages, which names its languages."""
    return _with_preloads(ABOUT_PAGE, [], "js/about.js", "about")


def languages(part: str) -> list[str]:
    """Return the languages that have the texts of a part."""
    return sorted(path.parent.name for path in WORDS.glob(f"*/{part}.js"))


def _with_preloads(page: Path, paths: list[str], entry: str, part: str) -> str:
    links = "".join(f'    <link rel="modulepreload" href="{path}" />\n' for path in paths)
    script = f'    <script type="module" src="{entry}">'
    text = _PRELOAD.sub("", page.read_text(encoding="utf-8")).replace(script, links + script)
    return re.sub(r'data-languages="[^"]*"', f'data-languages="{" ".join(languages(part))}"', text)


if __name__ == "__main__":
    FILE.write_text(page_files(), encoding="utf-8")
    PAGE.write_text(page(), encoding="utf-8")
    CLASS_PAGE.write_text(class_page(), encoding="utf-8")
    ABOUT_PAGE.write_text(about_page(), encoding="utf-8")
