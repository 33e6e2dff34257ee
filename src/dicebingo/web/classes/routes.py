"""Handlers for requests to create, join, change and follow classes, and to download lessons."""

from __future__ import annotations

import asyncio
import hmac
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from datetime import datetime
from ipaddress import ip_address

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Scope

from dicebingo.classroom.acts import expect_key, expect_may
from dicebingo.classroom.events import Created
from dicebingo.classroom.lesson import LAST_STEP, lesson_json, round_json
from dicebingo.classroom.refusals import Refused
from dicebingo.classroom.state import Plan, Role, Viewer, values_of
from dicebingo.classroom.views import class_view
from dicebingo.errors import InputError
from dicebingo.json_form import Json, JsonObject, Schema, to_dict
from dicebingo.model.board import as_board
from dicebingo.render.lesson import lesson_csv
from dicebingo.web.classes.analyst import Analyst
from dicebingo.web.classes.live import Live, digest
from dicebingo.web.classes.openapi import ServedClass
from dicebingo.web.classes.qr import qr_svg
from dicebingo.web.classes.requests import (
    ACTS,
    AFTER,
    CREATE,
    ENTER,
    ENVELOPE,
    JOIN,
    KEY,
    LANGUAGE,
    PUPIL,
    VIEWER,
    VIEWER_LENGTH,
)
from dicebingo.web.classes.service import LIFETIME, Classes
from dicebingo.web.operations import rules_of
from dicebingo.web.schema import QUESTION, read, read_query, record
from dicebingo.web.security import (
    HAS_KEY,
    MAX_VISITORS,
    TokenBuckets,
    error_response,
    json_body,
    response,
    retry_after,
    visitor_of,
)
from dicebingo.web.settings import Settings


class Limits:
    """The rate limits on requests about classes.

    Requests with a key are limited by key, so other pupils at the same address cannot use up the limit. After too many
    wrong codes, an address is blocked from joining for a moment, even with the right code, because the answer would
    otherwise reveal which code is right. An address from which a pupil has already joined the class is exempt.
    """

    def __init__(self, settings: Settings) -> None:
        self._keys = TokenBuckets(settings.rate, settings.burst)
        self._joins = TokenBuckets(settings.join_rate, settings.join_burst)
        self._wrong = TokenBuckets(settings.wrong_rate, settings.wrong_burst)
        self._known: dict[tuple[str, str], None] = {}

    def use(self, key: str) -> None:
        """Count a request against the limit of its key."""
        _expect(self._keys.take(key), self._keys.rate, "requests")

    def join(self, address: str, code: str) -> None:
        """Count an attempt to join.

        The limit on wrong codes does not apply to an address from which a pupil has already joined the class.
        """
        _expect(self._joins.take(address), self._joins.rate, "attempts to join")
        if (address, code) not in self._known:
            _expect(self._wrong.take(address, 0), self._wrong.rate, "wrong codes or keys")

    def joined(self, address: str, code: str) -> None:
        """Record that a pupil has joined a class from an address."""
        self._known[address, code] = None
        if len(self._known) > MAX_VISITORS:
            del self._known[next(iter(self._known))]

    def mistake(self, address: str) -> None:
        """Count a wrong code, key or token."""
        _expect(self._wrong.take(address), self._wrong.rate, "wrong codes or keys")


def _expect(wait: float, rate: float, counted: str) -> None:
    if wait > 0:
        raise Refused("rate", f"Too many {counted}: the limit is {rate:g} per second.", retry=wait)


Handler = Callable[[Request], Awaitable[Response]]
REPORTS = ("json", "csv", "pdf")
COOKIE = "dicebingo-"
_STREAM = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""The second header tells proxies not to buffer the events, because buffering would delay them."""


class ClassRoutes:
    """The handlers of requests about classes."""

    def __init__(self, settings: Settings, classes: Classes, analyst: Analyst) -> None:
        self.settings, self.classes, self.analyst = settings, classes, analyst
        self.limits = Limits(settings)
        self.reached = False
        """Whether another machine has opened the page of a class."""

    def routes(self) -> list[Route]:
        """Return the routes, below /api."""
        return [
            Route("/class", self.create, methods=["POST"]),
            Route("/class/{code}", self.state, methods=["GET"]),
            Route("/class/{code}/join", self.join, methods=["POST"]),
            Route("/class/{code}/enter", self.enter, methods=["POST"]),
            Route("/class/{code}/act", self.act, methods=["POST"]),
            Route("/class/{code}/events", self.events, methods=["GET"]),
            Route("/class/{code}/reveal", self.reveal, methods=["GET"]),
            Route("/class/{code}/qr.svg", self.qr, methods=["GET"]),
            *(Route(f"/class/{{code}}/report.{kind}", self.report, methods=["GET"]) for kind in REPORTS),
        ]

    def opened(self, scope: Scope) -> None:
        """If another machine opened the page of a class, record this; behind a proxy, it cannot be detected."""
        here = (scope.get("server") or [""])[0] == (scope.get("client") or [""])[0]
        self.reached |= not (here or self.settings.proxy or _is_local(Request(scope)))

    async def create(self, request: Request) -> Response:
        """Create a class."""
        given = _expect_object(await json_body(request, self.settings))
        self._expect_teacher(request, given)
        question = read(given, CREATE)
        question.pop("token", None)
        asked, body = question.pop("request", None), _digest_of(question)
        answer = await self.classes.create(_made(question), _owner(request), asked, body)
        return _answer(answer, 201)

    def _expect_teacher(self, request: Request, given: JsonObject) -> None:
        """Raise an error unless a request comes from this machine or contains the token."""
        if not self.settings.proxy and _is_local(request):
            return
        bearer = request.headers.get("authorization", "").removeprefix("Bearer ")
        for token in (given.get("token"), request.query_params.get("token"), bearer):
            if self.settings.token and hmac.compare_digest(str(token).encode(), self.settings.token.encode()):
                return
        self.limits.mistake(visitor_of(request.scope))
        raise Refused("token", "The token is missing or wrong; dicebingo class prints it.")

    async def join(self, request: Request) -> Response:
        """Let a pupil join."""
        question = read(await json_body(request, self.settings), JOIN)
        address = visitor_of(request.scope)
        self.limits.join(address, _code(request))
        asked, body = question.pop("request", None), _digest_of(question)
        with self._counting(request):
            live = self.classes.find(_code(request))
        answer = await self.classes.join(live.code, question["name"], _owner(request), asked, body)
        self.limits.joined(address, live.code)
        return _answer(answer, 201)

    async def enter(self, request: Request) -> Response:
        """Exchange a key for a cookie, so that addresses, which proxies log, do not contain the key.

        A browser may hold several keys of a class, so the name of each cookie contains a hash of its key. The cookie
        has no path attribute, so browsers send it only with requests about this class, even behind a proxy that serves
        the class under another path.
        """
        key = read(await json_body(request, self.settings), ENTER)["key"]
        self._viewer(request, key)
        entered = _answer({"viewer": (viewer := digest(key)[:VIEWER_LENGTH])})
        secure = request.url.scheme == "https"
        age = int(LIFETIME)
        entered.set_cookie(COOKIE + viewer, key, age, path=None, httponly=True, samesite="strict", secure=secure)
        return entered

    async def act(self, request: Request) -> Response:
        """Perform an act of a pupil or the teacher."""
        given = _expect_object(await json_body(request, self.settings))
        shown = {key: value for key, value in given.items() if key in ENVELOPE}
        envelope = read(shown, record(*ENVELOPE, **ENVELOPE))
        key, code, asked = envelope["key"], _code(request), digest(envelope["request"])
        if (last := self.classes.last_answer(code, key, asked, _digest_of(given))) is not None:
            return _answer(last)
        expect_may(self._viewer(request, key)[1], envelope["do"])
        act = read(given, ACTS[envelope["do"]])
        act = {name: value for name, value in act.items() if name not in ("key", "request")}
        return _answer(await self.classes.act(code, key, act, asked, _digest_of(given)))

    async def state(self, request: Request) -> Response:
        """Return the class as the holder of a key sees it."""
        live, viewer = self._viewer(request, _query(request)["key"])
        address = None if viewer.role is Role.PUPIL else self.settings.address or str(request.base_url)
        keys = [key for key, holder in live.keys.items() if holder.role is Role.PROJECTOR]
        projector = keys[0] if viewer.role is Role.TEACHER else None
        now = asyncio.get_running_loop().time()
        left = None if live.timer is None else max(0.0, live.timer.when() - now)
        seen = class_view(live.state, viewer)
        parts = {part.name: getattr(seen, part.name) for part in fields(seen)}
        parts |= {"left": left, "address": address, "projector": projector}
        if viewer.role is Role.TEACHER:
            parts["reached"] = self.reached or any(not pupil.bot for pupil in live.state.pupils.values())
        return _answer(to_dict(ServedClass(**parts)))

    async def events(self, request: Request) -> Response:
        """Stream the events of a class."""
        question = _query(request, after=AFTER)
        key = question["key"]
        live, _ = self._viewer(request, key)
        known = request.headers.get("last-event-id", "")
        after = int(known) if known.isascii() and known.isdecimal() and len(known) < 16 else question.get("after", 0)

        async def content() -> AsyncIterator[bytes]:
            if not live.knows(key):  # the key may have become invalid in the meantime
                return
            stream = live.follow(key, after)
            try:
                async for part in stream.content():
                    yield part
            finally:
                live.leave(key, stream)

        if request.method == "HEAD":
            return Response(headers=_STREAM, media_type="text/event-stream")
        return StreamingResponse(content(), media_type="text/event-stream", headers=_STREAM)

    async def reveal(self, request: Request) -> Response:
        """Return the round up to the revealed step; the teacher sees the whole round whenever no roll is open."""
        live, viewer = self._viewer(request, _query(request)["key"])
        now, teacher = live.state.round, viewer.role is Role.TEACHER
        if now is None or not now.rolls or now.open or (now.step is None and not teacher):
            raise Refused("order", "The round has not been revealed.")
        step = LAST_STEP if teacher or now.step is None else now.step
        shown = round_json(live.state, now, await self.analyst.computed(live, now, step), step)
        for player in shown["players"]:
            if not teacher and player["pupil"] != viewer.pupil:
                player["mistakes"] = None  # the mistakes of other pupils are private
        return _answer(shown)

    async def report(self, request: Request) -> Response:
        """Return the lesson as a file."""
        question = _query(request, language=LANGUAGE)
        live, viewer = self._viewer(request, question["key"])
        if viewer.role is not Role.TEACHER:
            raise Refused("key", "The key does not allow this.")
        computed = {played.number: await self.analyst.computed(live, played) for played in live.state.rounds}
        date = datetime.fromtimestamp(live.born).astimezone().date().isoformat()
        lesson = lesson_json(live.state, live.code, date, computed)
        kind = request.url.path.rpartition(".")[2]
        if kind == "json":
            content, media_type = json.dumps(lesson, ensure_ascii=False).encode(), "application/json"
        elif kind == "csv":
            content, media_type = lesson_csv(lesson).encode("utf-8-sig"), "text/csv"
        else:
            reply = await self.analyst.ask(
                live, "class.pdf", {"lesson": lesson, "language": question["language"]}, long=False
            )
            content, media_type = reply.content, reply.media_type
            if reply.status != 200:
                return response(content, reply.status)
        name = {"Content-Disposition": f'attachment; filename="dice-bingo-{live.code}.{kind}"'}
        return response(content, headers=name, media_type=media_type)

    async def qr(self, request: Request) -> Response:
        """Return a QR code of the address for pupils.

        A pupil's own QR code also contains the pupil's key, so the pupil can use it to change phones.
        """
        question = _query(request, pupil=PUPIL)
        live, viewer = self._viewer(request, question["key"])
        address, pupil = f"{self.settings.address or request.base_url}class/{live.code}", viewer.pupil
        if viewer.role is Role.TEACHER:
            pupil = question.get("pupil", 0)
        key = next((key for key, one in live.keys.items() if pupil and one.pupil == pupil and live.knows(key)), "")
        return response(qr_svg(f"{address}#key={key}" if key else address), media_type="image/svg+xml")

    def _viewer(self, request: Request, key: str) -> tuple[Live, Viewer]:
        """Return the class, and the holder of the key."""
        with self._counting(request):
            live = self.classes.find(_code(request))
            if (viewer := live.keys.get(key)) is None:
                raise Refused("key", "The key is not valid in this class.")
            expect_key(live.state, viewer)
        self.limits.use(key)
        request.scope[HAS_KEY] = True
        return live, viewer

    @contextmanager
    def _counting(self, request: Request) -> Iterator[None]:
        """Count a mistake if the code or the key of a request is refused."""
        try:
            yield
        except Refused as refused:
            if refused.code in ("class", "key"):
                self.limits.mistake(visitor_of(request.scope))
            raise


async def refusal(_: Request, error: Exception) -> Response:
    """Convert an error that a class raised into a response."""
    assert isinstance(error, Refused)
    headers = retry_after(error.retry) if error.status == 429 else {}
    return error_response(error.status, error, headers)


def _answer(answer: object, status: int = 200) -> Response:
    return response(json.dumps(answer, ensure_ascii=False).encode(), status)


def _expect_object(given: Json) -> JsonObject:
    if not isinstance(given, dict):
        read(given, record(), QUESTION)
    return dict(given)


def _query(request: Request, **more: Schema) -> JsonObject:
    """Return a request's parameters, including the key from the address, a header or the viewer's cookie."""
    question = read_query(request.query_params.multi_items(), record(key=KEY, viewer=VIEWER, **more))
    bearer = request.headers.get("authorization", "").removeprefix("Bearer ")
    key = question.get("key") or bearer or request.cookies.get(COOKIE + question.get("viewer", ""), "")
    return {**question, **read({"key": key} if key else {}, record("key", key=KEY))}


def _code(request: Request) -> str:
    return str(request.path_params["code"]).upper()


def _owner(request: Request) -> str:
    """Return the owner of a request without a key: a hash of the address."""
    return digest("address", visitor_of(request.scope))[:16]


def _digest_of(question: JsonObject) -> str:
    return digest(json.dumps(question, sort_keys=True))


def _is_local(request: Request) -> bool:
    """Return whether a request comes directly from this machine, not through a proxy."""
    if any(name in request.headers for name in ("forwarded", "x-forwarded-for", "x-real-ip", "via")):
        return False
    try:
        return ip_address(str(request.client and request.client.host)).is_loopback
    except ValueError:
        return False


def _made(question: JsonObject) -> Created:
    """Return the event that creates a class."""
    rules, boards = rules_of(question), question["boards"]
    if not isinstance(boards, str):
        try:
            boards = tuple(values_of(as_board(board, rules)) for board in boards)
        except InputError as error:
            raise Refused("board", f"boards: {error}") from None
    plan: JsonObject = {key: question.get(key) for key in ("bingo", "until", "timer", "seed")}
    return Created(rules, Plan(boards, **plan))
