"""Serve the pages, the files that ``bundles`` builds for them, and their source files.

``/play`` is ``play.html`` if that exists, and ``/class/CODE`` is ``class.html`` for any code. Browsers check on every
use whether a page has changed (ETag), so no page is stale after an update. The addresses of a page's files contain the
page's version, so these files never change and a reload requests none of them.
"""

from __future__ import annotations

import gzip
import mimetypes
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import RedirectResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from dicebingo.web.bundles import build

FOLDER = Path(__file__).parent / "static"

# The system's tables of media types differ between machines, and browsers refuse scripts of the wrong type.
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
"""The page for unknown addresses: it loads no other files, and it links to ``home``."""


FOREVER, REVALIDATED = "public, max-age=31536000, immutable", "no-cache"
_IN_VERSION = re.compile(r"([0-9a-f]{12})/(.+)")


@dataclass(frozen=True, slots=True)
class Sent:
    """A page or one of its files, compressed once."""

    plain: bytes
    short: bytes
    media_type: str
    tag: str

    @classmethod
    def of(cls, name: str, text: str) -> Sent:
        """Return a file, given its name and its text."""
        plain = text.encode()
        media_type = TYPES.get(Path(name).suffix, "application/json")
        return cls(plain, gzip.compress(plain, mtime=0), media_type, f'"{sha256(plain).hexdigest()[:32]}"')


@cache
def built() -> tuple[str, dict[str, Sent]]:
    """Return the version of the page, and its pages and files by name."""
    page = build(FOLDER)
    return page.version, {name: Sent.of(name, text) for name, text in (page.files | page.pages).items()}


class Pages(StaticFiles):
    """Serves the pages, their built files and their source files; ``.html`` may be omitted."""

    def __init__(self, on_class: Callable[[Scope], None] = lambda _: None) -> None:
        super().__init__(directory=FOLDER, html=True)
        self._on_class = on_class

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Find a file; a name without a suffix may belong to a page. Hidden files count as missing."""
        if any(part.startswith(".") and part != "." for part in Path(path).parts):
            return "", None
        if Path(path).parent == Path("class"):
            return super().lookup_path("class.html")  # the links in class.html are relative to the address of a class
        found, stat = super().lookup_path(path)
        if stat is None and not Path(path).suffix:
            return super().lookup_path(f"{path}.html")
        return found, stat

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a page or a file; ``/class`` redirects to ``/class/``, so that relative links work."""
        if path == "class" and not scope["path"].endswith("/"):
            return RedirectResponse("class/")
        if Path(path).parent == Path("class"):
            self._on_class(scope)
        version, files = built()
        found = _IN_VERSION.fullmatch(Path(path).as_posix())
        if found and found[2] in files and scope["method"] in ("GET", "HEAD"):
            # A page that was opened before an update may still request a file under its old address.
            return self._sent(files[found[2]], scope, 200, FOREVER if found[1] == version else REVALIDATED)
        return await super().get_response(path, scope)

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """Return a page or a source file; browsers revalidate both."""
        page = built()[1].get(Path(full_path).name)
        if page and Path(full_path).suffix == ".html":
            return self._sent(page, scope, status_code, REVALIDATED)
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["Cache-Control"] = REVALIDATED
        if isinstance(response, NotModifiedResponse):
            response.headers["Vary"] = "Accept-Encoding"
        return response

    def _sent(self, file: Sent, scope: Scope, status: int, caching: str) -> Response:
        asked, headers = Headers(scope=scope), {"ETag": file.tag, "Cache-Control": caching, "Vary": "Accept-Encoding"}
        if self.is_not_modified(Headers(headers), asked):
            return NotModifiedResponse(Headers(headers))
        if "gzip" not in asked.get("accept-encoding", ""):
            return Response(file.plain, status, headers, file.media_type)
        return Response(file.short, status, {**headers, "Content-Encoding": "gzip"}, file.media_type)
