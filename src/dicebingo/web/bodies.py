"""The bodies of requests: JSON, not too long, and within a time."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request

from dicebingo.errors import InputError, quote
from dicebingo.web.schema import read_json
from dicebingo.web.settings import Settings


async def json_body(request: Request, settings: Settings) -> Any:
    """Return the body of a request, parsed."""
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type != "application/json":  # which a form on another site cannot send
        raise HTTPException(415, f"expected the content type application/json, got {quote(media_type)}")
    body = b""
    try:
        async with asyncio.timeout(settings.body_seconds):
            async for chunk in request.stream():
                body += chunk
                if len(body) > settings.body_bytes:
                    raise HTTPException(413, f"expected at most {settings.body_bytes} bytes, got more")
    except TimeoutError:
        raise HTTPException(408, f"expected the question within {settings.body_seconds:g} seconds") from None
    try:
        return read_json(body.decode())
    except UnicodeDecodeError as error:
        raise HTTPException(400, f"expected JSON, got something else ({error})") from None
    except InputError as error:
        raise HTTPException(400, str(error)) from None
