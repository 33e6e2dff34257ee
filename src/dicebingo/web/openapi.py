"""The OpenAPI description, generated from the endpoints and the types of their answers (see ``json_form``)."""

from __future__ import annotations

from dicebingo import __version__
from dicebingo.errors import REASONS
from dicebingo.json_form import JsonObject, Schema, Schemas
from dicebingo.web.classes.openapi import class_paths, in_json
from dicebingo.web.endpoints import ENDPOINTS, FIXED, Endpoint
from dicebingo.web.jobs import JobJson
from dicebingo.web.questions import JOB_WAIT, WAIT
from dicebingo.web.results import CODES, ErrorJson

_ERRORS = {
    "400": "The body is not JSON, or the request is for another host.",
    "403": "The request comes from a page of another site.",
    "408": "The question did not arrive in time.",
    "413": "The question is too long.",
    "414": "The address is too long.",
    "415": "The content type of the question is not JSON.",
    "422": "The question is not valid, or the computation is too large.",
    "429": "Too many requests from one visitor.",
    "503": "Too many questions are waiting.",
}
_GET_ERRORS = ("400", "403", "414", "422", "429", "503")
_POST_ERRORS = tuple(status for status in _ERRORS if status != "414")


def description() -> JsonObject:
    """Return the OpenAPI description of the server."""
    writer = _Writer()
    paths = {
        f"/api/{name}": {"get": writer.operation(name, text, {"200": in_json(text, writer.of(answer))})}
        for name, (text, answer) in FIXED.items()
    }
    paths |= {e.path: writer.document(e) if e.media_type else writer.question(e) for e in ENDPOINTS.values()}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Dice Bingo",
            "version": __version__,
            "description": "Dice Bingo, solved exactly. Answers are the same as those of the command line with --json.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": {**paths, **writer.jobs(), **class_paths(writer.of)},
        "components": {"schemas": writer.components},
    }


class _Writer(Schemas):
    """Builds the descriptions of the paths, and collects the schemas that these descriptions use."""

    def __init__(self) -> None:
        super().__init__()
        self.error, self.job = self.of(ErrorJson), self.of(JobJson)
        codes = ", ".join(sorted({*REASONS, *CODES.values(), "mistake"}))
        self.components["Error"]["properties"]["code"] = {"type": "string", "description": f"One of {codes}."}

    def document(self, endpoint: Endpoint) -> Schema:
        content = {"description": "The document.", "content": {endpoint.media_type: {"schema": {"type": "string"}}}}
        required = endpoint.question.get("required", ())
        parameters = [
            {"name": key, "in": "query", "required": key in required, "schema": shape}
            for key, shape in endpoint.question["properties"].items()
        ]
        operation = self.operation(endpoint.name, endpoint.summary, {"200": content}, _GET_ERRORS)
        return {"get": {**operation, "parameters": parameters}}

    def question(self, endpoint: Endpoint) -> Schema:
        answers = {
            "200": in_json("The answer.", self.of(endpoint.answer_type)),
            "202": in_json("The computation is not finished yet: poll this job.", self.job),
        }
        body = {**endpoint.question, "properties": {**endpoint.question["properties"], "wait": WAIT}}
        operation = self.operation(endpoint.name, endpoint.summary, answers, _POST_ERRORS)
        asked = {"required": True, "content": {"application/json": {"schema": body}}}
        return {"post": {**operation, "requestBody": asked}}

    def jobs(self) -> Schema:
        found = {"200": in_json("The job.", self.job), "404": in_json("There is no such job.", self.error)}
        events = {"200": {"description": "The job, sent whenever it changes.", "content": {"text/event-stream": {}}}}
        which = {"name": "job", "in": "path", "required": True, "schema": {"type": "string", "maxLength": 40}}
        ask = self.operation("job", "The progress of a job, and its answer.", found, _GET_ERRORS)
        return {
            "/api/jobs/{job}": {
                "parameters": [which],
                "get": {**ask, "parameters": [{"name": "wait", "in": "query", "schema": JOB_WAIT}]},
                "delete": self.operation("cancel", "Stop a job.", found),
            },
            "/api/jobs/{job}/events": {
                "parameters": [which],
                "get": self.operation("events", "Follow a job with server-sent events.", {**found, **events}),
            },
        }

    def operation(
        self, name: str, summary: str, answers: Schema, errors: tuple[str, ...] = ("400", "403", "429")
    ) -> Schema:
        refusals = {status: in_json(_ERRORS[status], self.error) for status in errors}
        return {"operationId": name, "summary": summary, "responses": {**answers, **refusals}}
