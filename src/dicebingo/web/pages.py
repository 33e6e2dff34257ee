"""The pages: files of the package, with their types, revalidated on every use.

``/play`` is ``play.html`` if there is one, and ``/class/CODE`` is ``class.html``, whatever the code. Browsers keep the
files and ask whether they have changed (ETag): after an update nobody sees old pages, and otherwise the answer is one
line.
"""

from __future__ import annotations

import mimetypes
import os
from pathlib import Path

from starlette.responses import RedirectResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

FOLDER = Path(__file__).parent / "static"

# Machines differ in what their own tables say, and a script of the wrong type is not run.
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


class Pages(StaticFiles):
    """The files of a folder, and pages by their name alone."""

    def __init__(self, folder: Path = FOLDER) -> None:
        super().__init__(directory=folder, html=True)

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Find a file; a name without an ending may be that of a page. Names that begin with a dot are not found."""
        if any(part.startswith(".") and part != "." for part in Path(path).parts):
            return "", None
        if Path(path).parent == Path("class"):
            return super().lookup_path("class.html")  # whose addresses are relative to a class
        found, stat = super().lookup_path(path)
        if stat is None and not Path(path).suffix:
            return super().lookup_path(f"{path}.html")
        return found, stat

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a page; that of classes where its relative addresses are right."""
        if path == "class" and not scope["path"].endswith("/"):
            return RedirectResponse("class/")
        return await super().get_response(path, scope)

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """Return a file that is to be revalidated."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["Cache-Control"] = "no-cache"
        if isinstance(response, NotModifiedResponse):
            response.headers["Vary"] = "Accept-Encoding"
        return response
