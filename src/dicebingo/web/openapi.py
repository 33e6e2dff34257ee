"""The OpenAPI description, made from the table of endpoints."""

from __future__ import annotations

from typing import Any

from dicebingo import __version__
from dicebingo.web.answers import ANSWERS, COMPONENTS, ERROR, JOB
from dicebingo.web.endpoints import ENDPOINTS, MAX_WAIT, Endpoint
from dicebingo.web.schema import Schema

__all__ = ["description", "wait_schema"]

_ERRORS = {
    "400": "This is no JSON, or the request is for another host.",
    "408": "The question did not arrive in time.",
    "413": "The question is too long.",
    "414": "The address is too long.",
    "415": "The question is not declared as JSON.",
    "422": "Something in the question is not what was expected, or the computation is too large.",
    "429": "Too many requests of one visitor.",
    "503": "Too much is waiting.",
}
_GET_ERRORS = ("400", "414", "422", "429", "503")


def wait_schema() -> Schema:
    """Return the schema of how long a question is waited for before it becomes a job."""
    return {
        "type": "number",
        "description": "Seconds to wait for the answer before it becomes a job.",
        "minimum": 0,
        "maximum": MAX_WAIT,
        "default": 1,
    }


def description() -> dict[str, Any]:
    """Return the description of the server."""
    paths: dict[str, Any] = {}
    for name, summary in _PLAIN.items():
        paths[f"/api/{name}"] = {"get": _operation(name, summary, {"200": _json(summary, ANSWERS[name])})}
    for endpoint in ENDPOINTS:
        paths[endpoint.path] = {endpoint.method.lower(): _endpoint(endpoint)}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Dice Bingo",
            "version": __version__,
            "description": "Dice Bingo, solved exactly. Answers are those of the command line with --json.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": {**paths, **_job_paths()},
        "components": {"schemas": {**COMPONENTS, "Error": ERROR, "Job": JOB}},
    }


_PLAIN = {
    "version": "The version, and the limits of this server.",
    "rules": "The named rules.",
    "gallery": "Boards and rings worth looking at.",
}


def _operation(
    name: str, summary: str, answers: dict[str, Any], errors: tuple[str, ...] = ("400", "429")
) -> dict[str, Any]:
    refusals = {status: _json(_ERRORS[status], {"$ref": "#/components/schemas/Error"}) for status in errors}
    return {"operationId": name, "summary": summary, "responses": {**answers, **refusals}}


def _json(summary: str, schema: Schema) -> dict[str, Any]:
    return {"description": summary, "content": {"application/json": {"schema": schema}}}


def _endpoint(endpoint: Endpoint) -> dict[str, Any]:
    if endpoint.method == "GET":
        document = {"description": "The document.", "content": {endpoint.media_type: {"schema": {"type": "string"}}}}
        operation = _operation(endpoint.name, endpoint.summary, {"200": document}, _GET_ERRORS)
        required = endpoint.question.get("required", ())
        parameters = [
            {"name": key, "in": "query", "required": key in required, "schema": shape}
            for key, shape in endpoint.question["properties"].items()
        ]
        return {**operation, "parameters": parameters}
    answers = {
        "200": _json("The answer.", ANSWERS[endpoint.name]),
        "202": _json("It takes longer: a job to ask for.", {"$ref": "#/components/schemas/Job"}),
    }
    question = {**endpoint.question, "properties": {**endpoint.question["properties"], "wait": wait_schema()}}
    errors = tuple(status for status in _ERRORS if status != "414")
    operation = _operation(endpoint.name, endpoint.summary, answers, errors)
    return {**operation, "requestBody": {"required": True, "content": {"application/json": {"schema": question}}}}


def _job_paths() -> dict[str, Any]:
    job = _json("The job.", {"$ref": "#/components/schemas/Job"})
    unknown = {"404": _json("There is no such job.", {"$ref": "#/components/schemas/Error"})}
    which = {"name": "job", "in": "path", "required": True, "schema": {"type": "string", "maxLength": 40}}
    wait = {**wait_schema(), "default": 0, "description": "Seconds to wait for a change."}
    events = {"200": {"description": "The job, whenever it changes.", "content": {"text/event-stream": {}}}}
    ask = _operation("job", "How far a job is, and its answer.", {"200": job, **unknown}, _GET_ERRORS)
    return {
        "/api/jobs/{job}": {
            "parameters": [which],
            "get": {**ask, "parameters": [{"name": "wait", "in": "query", "schema": wait}]},
            "delete": _operation("cancel", "Stop a job.", {"200": job, **unknown}),
        },
        "/api/jobs/{job}/events": {
            "parameters": [which],
            "get": _operation("events", "Follow a job by server-sent events.", {**events, **unknown}),
        },
    }
