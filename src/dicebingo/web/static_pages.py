"""The pages: static files of the package, revalidated on every use.

``/play`` is ``play.html`` if that exists, and ``/class/CODE`` is ``class.html`` for any code. Browsers cache the files
and check on every use whether they have changed (ETag), so no page is stale after an update. Scripts are sent without
their comments, which are a fifth of their length.
"""

from __future__ import annotations

import mimetypes
import os
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

FOLDER = Path(__file__).parent / "static"

# The system's tables differ between machines, and browsers refuse scripts of the wrong type.
TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
for _ending, _type in TYPES.items():
    mimetypes.add_type(_type, _ending)
NOT_FOUND = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Page not found · Dice Bingo</title>
  </head>
  <body>
    <h1>Page not found</h1>
    <p>There is no page at this address.</p>
    <p><a href="{home}">Go to Dice Bingo</a></p>
    <p lang="de">Diese Seite gibt es nicht. <a href="{home}">Zu Dice Bingo</a></p>
    <p lang="es">Esta página no existe. <a href="{home}">Ir a Dice Bingo</a></p>
  </body>
</html>
"""
"""The page at any unknown address: it loads no other file, and its link goes to ``home``."""


class Pages(StaticFiles):
    """The files in ``folder``; ``.html`` may be omitted."""

    def __init__(self, on_class: Callable[[Scope], None] = lambda _: None, folder: Path = FOLDER) -> None:
        super().__init__(directory=folder, html=True)
        self._on_class = on_class

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Find a file; a name without a suffix may be a page. Hidden files are not found."""
        if any(part.startswith(".") and part != "." for part in Path(path).parts):
            return "", None
        if Path(path).parent == Path("class"):
            return super().lookup_path("class.html")  # the links in class.html are relative to the address of a class
        found, stat = super().lookup_path(path)
        if stat is None and not Path(path).suffix:
            return super().lookup_path(f"{path}.html")
        return found, stat

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a page; ``/class`` redirects to ``/class/``, so that relative links work."""
        if path == "class" and not scope["path"].endswith("/"):
            return RedirectResponse("class/")
        if Path(path).parent == Path("class"):
            self._on_class(scope)
        return await super().get_response(path, scope)

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """Return a file that browsers revalidate."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        if isinstance(response, FileResponse) and Path(full_path).suffix == ".js":
            validators = {name: response.headers[name] for name in ("etag", "last-modified")}
            script = _script(Path(full_path), stat_result.st_mtime_ns)
            response = Response(script, status_code, validators, TYPES[".js"])
        response.headers["Cache-Control"] = "no-cache"
        if isinstance(response, NotModifiedResponse):
            response.headers["Vary"] = "Accept-Encoding"
        return response


@cache
def _script(path: Path, changed: int) -> bytes:  # noqa: ARG001  (part of the cache key)
    return without_comments(path.read_text("utf-8")).encode()


def without_comments(script: str) -> str:
    r"""Return a script without types and without comments that fill whole lines; line numbers do not change.

    >>> without_comments("/** A board. */\nlet a; // stays\n/** @type {Cell} */ (b).c();\n")
    '\nlet a; // stays\n(b).c();\n'
    """
    return _COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), script)


_COMMENT = re.compile(r"^[ \t]*(?://.*|/\*(?:(?!\*/)[\s\S])*\*/[ \t]*)$|/\*\* @(?:(?!\*/)[\s\S])*\*/ ?", re.MULTILINE)
