"""Checks on every request, and headers for every response.

- The requested host name must belong to this server. Otherwise another site could point its own name at this machine
  and read the answers (DNS rebinding). Numeric addresses cannot be redirected in this way, so this check accepts
  them all.
- Background requests and forms from pages of other sites are refused; links to this server's pages are allowed.
  Browsers send the origin of a request in one of two headers. Clients other than browsers need not send these headers.
- Other sites may show the pages in a frame only if the operator names their origin.
- Each visitor (an address) may send a limited burst of requests and a limited number per second (a token bucket). The
  limits are higher for pages and classes, because a whole school may share one address; classes have further limits.
- A body must be JSON, must not be too long, and must arrive in time. If the declared length of a body is too large, the
  server does not read it.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dicebingo.errors import DiceBingoError, InputError, quote
from dicebingo.json_form import Json
from dicebingo.web.results import error_json
from dicebingo.web.schema import read_json
from dicebingo.web.settings import Settings

MAX_VISITORS = 10_000
CLASS = "/api/class"
HAS_KEY = "dicebingo.has_key"
"""The key in a request's scope that marks a request with a valid class key."""

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
_ORIGIN = re.compile(r"https?://([a-z0-9-]+(\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(:[0-9]{1,5})?")


def origin(text: str) -> str:
    """Return the origin of a site: its scheme, host and port, without a path.

    >>> origin("https://Moodle.example.org/")
    'https://moodle.example.org'
    """
    found = text.lower().removesuffix("/")
    if not _ORIGIN.fullmatch(found):
        raise InputError(f"expected an origin such as https://moodle.example.org, got {quote(text)}")
    return found


def headers_for(embed: Sequence[str]) -> dict[str, str]:
    """Return the headers for every response; pages of the origins ``embed`` may show the page in a frame."""
    if not embed:
        return HEADERS
    policy = CONTENT_SECURITY_POLICY.replace("frame-ancestors 'none'", f"frame-ancestors {' '.join(embed)}")
    # X-Frame-Options cannot list origins.
    kept = {name: value for name, value in HEADERS.items() if name != "X-Frame-Options"}
    return kept | {"Content-Security-Policy": policy}


def response(
    content: bytes, status: int = 200, headers: dict[str, str] | None = None, media_type: str = "application/json"
) -> Response:
    """Return a response that browsers must not cache."""
    return Response(content, status, {"Cache-Control": "no-store", **(headers or {})}, media_type)


def error_response(status: int, error: DiceBingoError | str, headers: dict[str, str] | None = None) -> Response:
    """Return an error as a response."""
    found = DiceBingoError(error) if isinstance(error, str) else error
    return response(error_json(found, status), status, headers)


def is_of_a_class(path: str) -> bool:
    """Return whether a request is about a class."""
    return path == CLASS or path.startswith(f"{CLASS}/")


def retry_after(wait: float) -> dict[str, str]:
    """Return the header that asks the client to retry after ``wait`` seconds."""
    return {"Retry-After": str(int(wait) + 1)}


class TokenBuckets:
    """A token bucket for each visitor; if there are too many buckets, those unused for the longest time are dropped.

    >>> moment = iter([0.0, 0.0, 0.0, 0.5])
    >>> buckets = TokenBuckets(rate=2, burst=2, clock=lambda: next(moment))
    >>> [buckets.take("a") for _ in range(4)]
    [0.0, 0.0, 0.5, 0.0]
    """

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self.clock = rate, burst, clock
        self._tokens: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, visitor: str, amount: int = 1) -> float:
        """Take ``amount`` tokens if there is at least one; return 0, or the seconds until a token is available.

        If ``amount`` is 0, no token is taken.
        """
        now = self.clock()
        tokens, since = self._tokens.pop(visitor, (float(self.burst), now))
        tokens = min(self.burst, tokens + (now - since) * self.rate)
        wait = 0.0 if tokens >= 1 else (1 - tokens) / self.rate
        self._tokens[visitor] = (tokens if wait else tokens - amount), now
        if len(self._tokens) > MAX_VISITORS:
            self._tokens.popitem(last=False)
        return wait


class Security:
    """The outermost layer of the server, which checks each request before the application handles it."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings
        self.hosts = {"localhost", *(host.lower() for host in settings.hosts)}
        self.headers = headers_for(settings.embed)
        self.buckets = TokenBuckets(settings.rate, settings.burst)
        self.crowds = TokenBuckets(settings.rate * settings.crowd, int(settings.burst * settings.crowd))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request to the application, or answer it with an error."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(self.headers)
            await send(message)

        await (self._objection(scope) or self.app)(scope, receive, send_with_headers)

    def _objection(self, scope: Scope) -> Response | None:
        headers, path = Headers(scope=scope), scope.get("path", "")
        host = headers.get("host", "")
        if not self._is_ours(host):
            return error_response(400, f"The host name {quote(host)} does not belong to this server.")
        follows_link = scope["method"] == "GET" and headers.get("sec-fetch-mode") == "navigate"
        elsewhere = headers.get("sec-fetch-site", "none") not in ("none", "same-origin")
        if (elsewhere and not follows_link) or not _is_at(headers.get("origin"), host):
            return error_response(403, "Requests from pages of other sites are refused.")
        buckets = self.crowds if is_of_a_class(path) or not path.startswith("/api/") else self.buckets
        if (wait := buckets.take(visitor_of(scope))) > 0:
            return error_response(
                429, f"Too many requests: the limit is {buckets.rate:g} per second.", retry_after(wait)
            )
        if len(scope["query_string"]) > self.settings.body_bytes:
            return error_response(414, f"The address is too long: the limit is {self.settings.body_bytes} bytes.")
        return self._length_objection(headers)

    def _length_objection(self, headers: Headers) -> Response | None:
        # If both headers were allowed, a proxy might use one of them and this server the other.
        if "transfer-encoding" in headers and "content-length" in headers:
            text = "The request has both a Content-Length and a Transfer-Encoding; only one is allowed."
            return error_response(400, text, {"Connection": "close"})
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self.settings.body_bytes:
            return error_response(413, f"The request is too long: the limit is {self.settings.body_bytes} bytes.")
        return None

    def _is_ours(self, host: str) -> bool:
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() and not host.endswith("]") else host
        return name.lower() in self.hosts or _parsed(name.strip("[]")) is not None


def _is_at(origin: str | None, host: str) -> bool:
    """Return whether an origin is missing or is the host's own; the origin ``null`` is neither."""
    if origin is None:
        return True
    scheme, _, its_host = origin.lower().partition("://")
    default = {"http": ":80", "https": ":443"}.get(scheme, "")
    return its_host != "" and its_host.removesuffix(default) == host.lower().removesuffix(default)


def visitor_of(scope: Scope) -> str:
    """Return the visitor's address; for IPv6, its network."""
    address = str((scope.get("client") or ["unknown"])[0])
    parsed = _parsed(address)
    if parsed is not None and parsed.version == 6 and not parsed.is_loopback:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return address


def _parsed(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(address)
    except ValueError:
        return None


async def json_body(request: Request, settings: Settings) -> Json:
    """Return the parsed JSON body of a request."""
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type != "application/json":  # a form on another site cannot send this type
        raise HTTPException(415, f"expected the content type application/json, got {quote(media_type)}")
    body = b""
    try:
        async with asyncio.timeout(settings.body_seconds):
            async for chunk in request.stream():
                body += chunk
                if len(body) > settings.body_bytes:
                    raise HTTPException(413, f"The request is too long: the limit is {settings.body_bytes} bytes.")
    except TimeoutError:
        raise HTTPException(408, f"The request did not arrive within {settings.body_seconds:g} seconds.") from None
    try:
        found = read_json(body.decode())
        if b"\\u" in body:
            json.dumps(found, ensure_ascii=False).encode()
        return found
    except UnicodeEncodeError:  # an unpaired surrogate, which cannot be encoded in an answer, file or database
        raise HTTPException(422, "expected valid Unicode, got an unpaired surrogate") from None
    except UnicodeDecodeError as error:
        raise HTTPException(400, f"The text is not valid JSON: {error}.") from None
    except InputError as error:
        raise HTTPException(400, str(error)) from None
