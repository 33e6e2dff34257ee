"""The part of the OpenAPI description that covers classes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from dicebingo.classroom.lesson import Lesson, Reveal
from dicebingo.classroom.views import EVENT_TYPES, ClassView
from dicebingo.json_form import Asked, Schema
from dicebingo.web.classes.requests import ACTS, AFTER, CODE, CREATE, ENTER, JOIN, KEY, LANGUAGE, PUPIL, VIEWER

_STATUSES = {
    "400": "The body is not JSON, or the request is for another host.",
    "403": "The key is wrong, was withdrawn or does not allow this, or a required token is missing.",
    "404": "There is no such class.",
    "408": "The request did not arrive in time.",
    "409": "The state of the class does not allow this, the name is taken, or the id belongs to another request.",
    "410": "The class has ended.",
    "413": "The request is too long.",
    "414": "The address is too long.",
    "415": "The content type of the request is not JSON.",
    "422": "A name, a board, a cell or another value is not valid.",
    "423": "The class is locked.",
    "429": "Too many requests or wrong codes; Retry-After gives the seconds to wait.",
    "503": "The server or the class is full, or the act cannot be saved.",
}


class ClassError(NamedTuple):
    """The reason for an error, and the error's code, which the pages translate."""

    error: str
    code: str


class NewClass(NamedTuple):
    """A new class: its code, the teacher's secret, and a read-only key."""

    code: str
    teacher: str
    projector: str


class NewPupil(NamedTuple):
    """A new pupil's number and key."""

    pupil: int
    key: str


class Entered(NamedTuple):
    """The viewer whose cookie now contains the key."""

    viewer: str


class Acted(NamedTuple):
    """The answer to an act: the number of the last event it caused and, for a readmitted pupil, a number and a key."""

    event: int
    pupil: Asked[int] = None
    key: Asked[str] = None


@dataclass(frozen=True, slots=True)
class ServedClass(ClassView):
    """A class; the teacher and the projector also get the address that pupils open.

    ``left`` is the number of seconds until the open roll closes, if there is a timer. ``reached`` shows the teacher
    whether a phone has opened the page.
    """

    left: float | None = None
    address: Asked[str] = None
    projector: Asked[str] = None
    reached: Asked[bool] = None


def class_paths(of: Callable[[object], Schema]) -> Schema:
    """Return the OpenAPI paths for classes; ``of`` returns the schema of a type."""
    code = {"name": "code", "in": "path", "required": True, "schema": CODE}
    key = {"name": "key", "in": "query", "schema": KEY}
    viewer = {"name": "viewer", "in": "query", "schema": VIEWER}
    language = {"name": "language", "in": "query", "schema": LANGUAGE}
    pupil = {"name": "pupil", "in": "query", "schema": PUPIL}
    after = {"name": "after", "in": "query", "schema": AFTER}
    every = ("400", "403", "429")
    posted, asked = (*every, "408", "413", "415", "422", "503"), (*every, "404", "410", "414", "422")

    def answers(name: str, summary: str, good: Schema, statuses: tuple[str, ...]) -> Schema:
        refusals = {status: in_json(_STATUSES[status], of(ClassError)) for status in sorted(statuses)}
        return {"operationId": name, "summary": summary, "responses": {**good, **refusals}}

    def post(name: str, summary: str, body: Schema, good: Schema, *statuses: str) -> Schema:
        content = {"required": True, "content": {"application/json": {"schema": body}}}
        return {"post": {**answers(name, summary, good, (*posted, *statuses)), "requestBody": content}}

    def get(name: str, summary: str, good: Schema, *more: str | Schema) -> Schema:
        statuses, parameters = [m for m in more if isinstance(m, str)], [m for m in more if not isinstance(m, str)]
        found = answers(name, summary, good, (*asked, *statuses))
        return {"get": {**found, "parameters": [key, viewer, *parameters]}, "parameters": [code]}

    def document(media_type: str) -> Schema:
        return {"200": {"description": "The document.", "content": {media_type: {}}}}

    acts = {"oneOf": list(ACTS.values())}
    below = "/api/class/{code}"
    return {
        "/api/class": post("class", "Create a class.", CREATE, {"201": in_json("The class.", of(NewClass))}, "409"),
        f"{below}/join": {
            **post(
                "join",
                "Join a class.",
                JOIN,
                {"201": in_json("The pupil.", of(NewPupil))},
                *("404", "409", "410", "423"),
            ),
            "parameters": [code],
        },
        f"{below}/enter": {
            **post(
                "enter",
                "Exchange a key for a cookie.",
                ENTER,
                {"200": in_json("The viewer.", of(Entered))},
                *("404", "410"),
            ),
            "parameters": [code],
        },
        f"{below}/act": {
            **post(
                "act",
                "Perform an act in a class.",
                acts,
                {"200": in_json("The result of the act.", of(Acted))},
                *("404", "409", "410"),
            ),
            "parameters": [code],
        },
        below: get(
            "state", "The class, as the holder of a key sees it.", {"200": in_json("The class.", of(ServedClass))}
        ),
        f"{below}/events": get(
            "class_events", "Follow a class with server-sent events.", document("text/event-stream"), after
        )
        | {"x-events": {kind: of(seen) for kind, seen in EVENT_TYPES.items()}},
        f"{below}/reveal": get(
            "reveal",
            "The current round, as far as it has been revealed.",
            {"200": in_json("The round.", of(Reveal))},
            "409",
        ),
        f"{below}/qr.svg": get("qr", "The address that pupils open, as a QR code.", document("image/svg+xml"), pupil),
        f"{below}/report.json": get("report", "The lesson.", {"200": in_json("The lesson.", of(Lesson))}, language),
        f"{below}/report.csv": get("report_csv", "The lesson as a table.", document("text/csv"), language),
        f"{below}/report.pdf": get("report_pdf", "The lesson to print.", document("application/pdf"), language),
    }


def in_json(summary: str, schema: Schema) -> Schema:
    """Return the description of a JSON answer with this schema."""
    return {"description": summary, "content": {"application/json": {"schema": schema}}}
