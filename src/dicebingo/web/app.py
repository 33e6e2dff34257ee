"""The application: routes, and how a question gets its answer."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Mount, Route

from dicebingo import __version__
from dicebingo.errors import DiceBingoError, InputError, quote
from dicebingo.render.json.answers import rules_list_json
from dicebingo.web.endpoints import ENDPOINTS, MAX_WAIT, Endpoint
from dicebingo.web.gallery import gallery_json
from dicebingo.web.jobs import Busy, Desk, Job
from dicebingo.web.openapi import description, wait_schema
from dicebingo.web.pages import Pages
from dicebingo.web.schema import read, read_query, record
from dicebingo.web.security import Guard, error_response, visitor_of
from dicebingo.web.settings import Settings
from dicebingo.web.worker import Reply

__all__ = ["make_app"]

MINIMUM_GZIP = 600
GZIP_LEVEL = 5
EVENT_SECONDS = 15.0
RETRY = {"Retry-After": "2"}

T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Response]]


def make_app(settings: Settings | None = None) -> Starlette:
    """Return the application; its workers start with it."""
    settings = settings or Settings()
    desk = Desk(settings)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await desk.start()
        try:
            yield
        finally:
            await desk.stop()

    app = Starlette(
        routes=[*_routes(), Mount("/", Pages())],
        middleware=[
            Middleware(Guard, settings=settings),
            Middleware(GZipMiddleware, minimum_size=MINIMUM_GZIP, compresslevel=GZIP_LEVEL),
        ],
        exception_handlers={
            HTTPException: _http_error,
            DiceBingoError: _refusal,
            ClientDisconnect: _gone,
            Exception: _mistake,
        },
        lifespan=lifespan,
    )
    app.state.desk = desk
    return app


def _routes() -> list[Route | Mount]:
    jobs = [
        Route("/jobs/{job}", _job, methods=["GET", "DELETE"]),
        Route("/jobs/{job}/events", _events, methods=["GET"]),
    ]
    plain = [Route(f"/{name}", _fixed(make), methods=["GET"]) for name, make in _FIXED.items()]
    asked = [Route(f"/{e.name}", _document(e) if e.media_type else _answer(e), methods=[e.method]) for e in ENDPOINTS]
    version = Route("/version", _version, methods=["GET"])
    return [Mount("/api", routes=[version, *plain, *asked, *jobs])]


_FIXED: dict[str, Callable[[], Any]] = {"rules": rules_list_json, "gallery": gallery_json, "openapi.json": description}


def _fixed(make: Callable[[], Any]) -> Handler:
    @cache
    def content() -> bytes:
        return json.dumps(make(), ensure_ascii=False).encode()

    async def handler(_: Request) -> Response:
        return Response(content(), media_type="application/json", headers={"Cache-Control": "no-cache"})

    return handler


async def _version(request: Request) -> Response:
    settings: Settings = request.app.state.desk.settings
    limits = {
        "seconds": settings.long_seconds,
        "memory": settings.memory,
        "joint_states": settings.joint_states,
        "body_bytes": settings.body_bytes,
        "rate": settings.rate,
        "burst": settings.burst,
    }
    return _bytes(json.dumps({"version": __version__, "limits": limits}).encode())


def _answer(endpoint: Endpoint) -> Handler:
    """Return the handler of a question in JSON: the answer, or a job if it takes longer."""
    schema = record({**endpoint.question["properties"], "wait": wait_schema()}, endpoint.question.get("required", ()))

    async def handler(request: Request) -> Response:
        question = read(await _json_body(request), schema)
        patience = question.pop("wait")
        desk: Desk = request.app.state.desk
        visitor = visitor_of(request.scope)
        job = desk.ask(endpoint.function, question, name=endpoint.name, long=endpoint.long(question), visitor=visitor)
        async with desk.watching(job):
            await _patiently(request, job.finish(), patience)
            if job.reply is None:
                desk.hand_out(job)
                return _bytes(job.json(), 202, {"Location": f"/api/jobs/{job.id}"})
        return _reply(job.reply)

    return handler


def _document(endpoint: Endpoint) -> Handler:
    """Return the handler of a document, which is waited for."""

    async def handler(request: Request) -> Response:
        question = read_query(request.query_params.multi_items(), endpoint.question)
        desk: Desk = request.app.state.desk
        visitor = visitor_of(request.scope)
        job = desk.ask(endpoint.function, question, name=endpoint.name, long=endpoint.long(question), visitor=visitor)
        async with desk.watching(job):
            await _patiently(request, job.finish(), None)
        assert job.reply is not None
        return _reply(job.reply)

    return handler


async def _json_body(request: Request) -> Any:
    """Return the body of a request, parsed."""
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type != "application/json":  # which no form of another site can send
        raise HTTPException(415, f"expected the content type application/json, got {quote(media_type)}")
    settings: Settings = request.app.state.desk.settings
    try:
        body = await asyncio.wait_for(_body(request, settings.body_bytes), settings.body_seconds)
    except TimeoutError:
        raise HTTPException(408, f"expected the question within {settings.body_seconds:g} seconds") from None
    try:
        return json.loads(body.decode(), parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise HTTPException(400, f"expected JSON, got something else ({error})") from None


async def _body(request: Request, most: int) -> bytes:
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise HTTPException(413, f"expected at most {most} bytes, got more")
    return body


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


async def _patiently(request: Request, something: Awaitable[T], seconds: float | None) -> None:
    """Wait for something, for a time; raise if the visitor hangs up."""
    waiting = asyncio.ensure_future(something)
    gone = asyncio.ensure_future(_hang_up(request))
    try:
        await asyncio.wait({waiting, gone}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        if gone.done() and not waiting.done():
            raise ClientDisconnect
    finally:
        waiting.cancel()
        gone.cancel()


async def _hang_up(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _job(request: Request) -> Response:
    desk: Desk = request.app.state.desk
    job = _find(request)
    if request.method == "DELETE":
        desk.cancel(job)
        await _patiently(request, job.finish(), None)
        return _bytes(job.json())
    question = read_query(request.query_params.multi_items(), _WAIT)
    changes = job.changes
    async with desk.watching(job):
        await _patiently(request, job.change(changes), question["wait"])
    return _bytes(job.json())


_WAIT = record(
    {"wait": {"type": "integer", "description": "Seconds.", "minimum": 0, "maximum": MAX_WAIT, "default": 0}}
)


def _find(request: Request) -> Job:
    desk: Desk = request.app.state.desk
    job = desk.find(request.path_params["job"])
    if job is None:
        raise HTTPException(404, f"expected the id of a job, got {quote(request.path_params['job'])}")
    return job


async def _events(request: Request) -> Response:
    job = _find(request)
    desk: Desk = request.app.state.desk
    return StreamingResponse(_stream(desk, job), media_type="text/event-stream", headers={"Cache-Control": "no-store"})


async def _stream(desk: Desk, job: Job) -> AsyncIterator[bytes]:
    """Yield the job whenever it has changed, and now and then in any case."""
    async with desk.watching(job):
        while True:
            changes = job.changes
            yield b"data: " + job.json() + b"\n\n"
            if job.reply is not None:
                return
            try:
                await asyncio.wait_for(job.change(changes), EVENT_SECONDS)
            except TimeoutError:
                continue


def _reply(reply: Reply) -> Response:
    headers = {"Content-Disposition": f'inline; filename="{reply.filename}"'} if reply.filename else {}
    return _bytes(reply.content, reply.status, headers, reply.media_type)


def _bytes(
    content: bytes, status: int = 200, headers: dict[str, str] | None = None, media_type: str = "application/json"
) -> Response:
    return Response(content, status, {"Cache-Control": "no-store", **(headers or {})}, media_type)


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    headers = dict(error.headers or {})
    text = {
        "Not Found": f"expected a path of this server, got {quote(request.url.path)}",
        "Method Not Allowed": f"expected the method {headers.get('Allow')}, got {quote(request.method)}",
    }.get(error.detail, error.detail)
    return error_response(error.status_code, text, headers)


async def _refusal(_: Request, error: Exception) -> Response:
    if isinstance(error, Busy):
        return error_response(error.status, str(error), RETRY)
    assert isinstance(error, InputError)
    return error_response(422, str(error))


async def _gone(_: Request, __: Exception) -> Response:
    return Response(status_code=499)  # which nobody reads


async def _mistake(_: Request, __: Exception) -> Response:
    return error_response(500, "expected an answer, got a mistake in the server, which its log describes")
