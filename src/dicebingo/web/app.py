"""The application: its routes and its request handlers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import cache
from http import HTTPStatus

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Mount, Route

import dicebingo
from dicebingo.classroom.refusals import Refused
from dicebingo.errors import DiceBingoError, InputError, quote
from dicebingo.json_form import to_dict
from dicebingo.web.classes.analyst import Analyst
from dicebingo.web.classes.rehearsal import Rehearsal
from dicebingo.web.classes.routes import ClassRoutes, refusal
from dicebingo.web.classes.service import Classes
from dicebingo.web.endpoints import ENDPOINTS, GALLERY, Endpoint, version
from dicebingo.web.jobs import Busy, Jobs, ServerJob
from dicebingo.web.openapi import description
from dicebingo.web.questions import JOB_WAIT, WAIT
from dicebingo.web.results import MISTAKE
from dicebingo.web.schema import read, read_query, record
from dicebingo.web.security import Security, error_response, is_of_a_class, json_body, response, visitor_of
from dicebingo.web.settings import Settings
from dicebingo.web.static_pages import NOT_FOUND, Pages, built

MINIMUM_GZIP = 600
GZIP_LEVEL = 5
EVENT_SECONDS = 15.0
RETRY = {"Retry-After": "2"}

Handler = Callable[[Request], Awaitable[Response]]


def make_app(settings: Settings | None = None) -> Starlette:
    """Return the application, which starts its workers itself."""
    settings = settings or Settings()
    jobs, classes = Jobs(settings), Classes(settings.classes)
    about_classes = ClassRoutes(settings, classes, Analyst(jobs, classes))

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await asyncio.gather(jobs.start(), asyncio.to_thread(built))
        await classes.start()
        if settings.rehearse:
            classes.in_background(Rehearsal(classes, settings.rehearse).run())
        try:
            yield
        finally:
            await classes.stop()
            await jobs.stop()

    app = Starlette(
        routes=[*_routes(about_classes), Mount("/", Pages(about_classes.opened))],
        middleware=[
            Middleware(Security, settings=settings),
            Middleware(GZipMiddleware, minimum_size=MINIMUM_GZIP, compresslevel=GZIP_LEVEL),
        ],
        exception_handlers={
            HTTPException: _http_error,
            Refused: refusal,
            DiceBingoError: _refusal,
            ClientDisconnect: _disconnected,
            Exception: _mistake,
        },
        lifespan=lifespan,
    )
    app.state.jobs, app.state.classes, app.state.settings = jobs, classes, settings
    return app


def _routes(classes: ClassRoutes) -> list[Route | Mount]:
    fixed: dict[str, Callable[[], object]] = {
        "rules": lambda: dicebingo.rules().to_dict(),
        "gallery": lambda: GALLERY,
        "openapi.json": description,
    }
    routes = [
        Route("/version", _version, methods=["GET"]),
        *(Route(f"/{name}", _fixed(make), methods=["GET"]) for name, make in fixed.items()),
        *(Route(f"/{name}", _asked(endpoint), methods=[endpoint.method]) for name, endpoint in ENDPOINTS.items()),
        Route("/jobs/{job}", _job, methods=["GET", "DELETE"]),
        Route("/jobs/{job}/events", _events, methods=["GET"]),
        *classes.routes(),
    ]
    return [Mount("/api", routes=routes)]


def _fixed(make: Callable[[], object]) -> Handler:
    @cache
    def content() -> bytes:
        return json.dumps(make(), ensure_ascii=False).encode()

    async def handler(_: Request) -> Response:
        return Response(content(), media_type="application/json", headers={"Cache-Control": "no-cache"})

    return handler


async def _version(request: Request) -> Response:
    return response(json.dumps(to_dict(version(_jobs(request).settings))).encode())


def _jobs(request: Request) -> Jobs:
    jobs: Jobs = request.app.state.jobs
    return jobs


def _asked(endpoint: Endpoint) -> Handler:
    """Return a question's handler, which replies with the answer or, if that takes longer than ``wait``, with a job.

    A question whose answer is a document arrives in the URL and never becomes a job.
    """
    shape = endpoint.question
    with_wait = record(*shape.get("required", ()), **shape["properties"], wait=WAIT)

    async def handler(request: Request) -> Response:
        if endpoint.media_type:
            question = read_query(request.query_params.multi_items(), shape)
        else:
            question = read(await json_body(request, _jobs(request).settings), with_wait)
        patience, jobs = question.pop("wait", None), _jobs(request)
        job = jobs.ask(endpoint.name, question, long=endpoint.long(question), visitor=visitor_of(request.scope))
        async with jobs.following(job):
            await _wait_for(request, job.finish(), patience)
            if job.reply is None:
                jobs.hand_out(job)
                return response(job.json(), 202, {"Location": f"/api/jobs/{job.id}"})
        headers = {"Content-Disposition": f'inline; filename="{job.reply.filename}"'} if job.reply.filename else {}
        return response(job.reply.content, job.reply.status, headers, job.reply.media_type)

    return handler


async def _wait_for(request: Request, something: Awaitable[None], seconds: float | None) -> None:
    """Wait at most ``seconds`` for ``something``; raise an error if the visitor disconnects."""
    waiting = asyncio.ensure_future(something)
    gone = asyncio.ensure_future(_disconnect(request))
    try:
        await asyncio.wait({waiting, gone}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        if gone.done() and not waiting.done():
            raise ClientDisconnect
    finally:
        waiting.cancel()
        gone.cancel()


async def _disconnect(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _job(request: Request) -> Response:
    jobs, job = _jobs(request), _find(request)
    if request.method == "DELETE":
        jobs.cancel(job)
        return response(job.json())
    question = read_query(request.query_params.multi_items(), record(wait=JOB_WAIT))
    changes = job.changes
    async with jobs.following(job):
        await _wait_for(request, job.change(changes), question["wait"])
    return response(job.json())


def _find(request: Request) -> ServerJob:
    job = _jobs(request).find(request.path_params["job"])
    if job is None:
        raise HTTPException(404, f"There is no job with the id {quote(request.path_params['job'])}.")
    return job


async def _events(request: Request) -> Response:
    jobs, job = _jobs(request), _find(request)

    async def events() -> AsyncIterator[bytes]:
        """Yield the job whenever it changes, and at least once every ``EVENT_SECONDS``."""
        async with jobs.following(job):
            while True:
                changes = job.changes
                yield b"data: " + job.json() + b"\n\n"
                if job.reply is not None:
                    return
                with suppress(TimeoutError):
                    await asyncio.wait_for(job.change(changes), EVENT_SECONDS)

    return StreamingResponse(events(), media_type="text/event-stream", headers={"Cache-Control": "no-store"})


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    headers = dict(error.headers or {})
    text = {
        "Not Found": f"There is no page or endpoint at {quote(request.url.path)}.",
        "Method Not Allowed": f"expected the method {headers.get('Allow')}, got {quote(request.method)}",
    }.get(error.detail, error.detail)
    if error.status_code == HTTPStatus.NOT_FOUND and _is_for_a_person(request):
        return response(_not_found(request).encode(), HTTPStatus.NOT_FOUND, media_type="text/html")
    return error_response(error.status_code, text, headers)


def _not_found(request: Request) -> str:
    """Return the page for unknown addresses; its link also works behind a proxy that adds a path prefix."""
    return NOT_FOUND.format(home="../" * (request.url.path.count("/") - 1) or "./")


def _is_for_a_person(request: Request) -> bool:
    """Return whether the request comes from a browser that will display the response as a page."""
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")


async def _refusal(request: Request, error: Exception) -> Response:
    assert isinstance(error, Busy | InputError)
    told = str(error) if is_of_a_class(request.url.path) else error  # errors about classes have their own codes
    return error_response(error.status, told, RETRY) if isinstance(error, Busy) else error_response(422, told)


async def _disconnected(_: Request, __: Exception) -> Response:
    return Response(status_code=499)  # this response is not sent, because the visitor has disconnected


async def _mistake(_: Request, __: Exception) -> Response:
    return error_response(500, MISTAKE)
