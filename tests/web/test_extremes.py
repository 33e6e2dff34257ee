"""Questions and class requests with very large numbers, strings and lists: a thousand, a million, and 10¹².

Each request gets an answer, a job that can be cancelled, or a one-line error. The server never fails.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from httpx import Response

from tests.web.server import DESCRIPTION, FEW, Visitor, serving
from tests.web.site_questions import random_question

pytestmark = pytest.mark.slow

NUMBERS = (10**3, 10**6, 10**12)
LENGTH, TOO_LONG = 10**3, 10**6
TEXTS = ("{0}x{0}", "{0}d{0}", "product({0}d{0})", "{{1:1,{0}:1}}", "random:{0}", "deadline:{0}")
POSTS = {path: item["post"] for path, item in DESCRIPTION["paths"].items() if "post" in item}
QUESTIONS = dict(random_question(seed) for seed in range(60))


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    settings = replace(FEW, join_rate=1e6, wrong_rate=1e6, classes=str(tmp_path_factory.mktemp("classes")))
    with serving(settings) as visitor:
        yield visitor


def body_of(path: str) -> dict[str, Any]:
    """Return the properties of a request's body, each with its schema."""
    found: dict[str, Any] = POSTS[path]["requestBody"]["content"]["application/json"]["schema"]["properties"]
    return found


def extremes(schema: dict[str, Any], place: str) -> Iterator[Any]:
    """Yield values of the right type that are too large, or nearly too large.

    The number in each string of ``TEXTS`` is drawn at random, with ``place`` as the seed. The tests together put every
    number into every string.
    """
    chance = Random(place)
    for one in schema.get("anyOf", [schema]):
        if one.get("type") in ("integer", "number"):
            yield from NUMBERS
            yield -NUMBERS[-1]
        elif one.get("type") == "string":
            yield "7 " * LENGTH
            yield from (text.format(chance.choice(NUMBERS)) for text in TEXTS)
        elif one.get("type") == "array":
            item = next(extremes(one["items"], place), 7)
            yield [item if isinstance(item, int) else "7"] * LENGTH


def expect_answer_or_line(visitor: Visitor, response: Response) -> None:
    assert response.status_code in (200, 201, 202, 403, 404, 409, 410, 413, 422, 423), response.text
    if response.status_code == 202:
        assert visitor.client.delete(f"/api/jobs/{response.json()['job']}").status_code == 200
    elif response.status_code > 202:
        error = response.json()["error"]
        assert "\n" not in error
        assert len(error) < 1_000


@pytest.mark.parametrize("name", [path.removeprefix("/api/") for path in POSTS if "class" not in path])
def test_extreme_questions_never_break_the_server(name: str, visitor: Visitor) -> None:
    question = QUESTIONS[name]
    body = body_of(f"/api/{name}")
    values = [(key, value) for key, schema in body.items() for value in extremes(schema, f"{name} {key}")]
    for key, value in [*values, *((key, ["7"] * TOO_LONG) for key in list(body)[:1])]:
        expect_answer_or_line(visitor, visitor.client.post(f"/api/{name}", json={"wait": 0, **question, key: value}))
    visitor.ask("solve", board="7 7 7 / 7 7 7 / 7 7 7")  # the server still answers


def test_extreme_classes_never_break_the_server(visitor: Visitor) -> None:
    for key, schema in body_of("/api/class").items():
        for value in extremes(schema, key):
            response = visitor.client.post("/api/class", json={key: value})
            expect_answer_or_line(visitor, response)
            if response.status_code == 201:  # a server can have at most twenty classes
                made = response.json()
                act = {"key": made["teacher"], "request": "end", "do": "end"}
                assert visitor.client.post(f"/api/class/{made['code']}/act", json=act).status_code == 200


ACTS: dict[str, dict[str, Any]] = {
    "board": {"board": ["7"]},
    "mark": {"cell": 0},
    "roll": {"value": 7},
    "rename": {"pupil": 1, "name": "Fox"},
    "remove": {"pupil": 1},
    "readmit": {"pupil": 1},
    "reveal": {"step": 0},
}
LONG: dict[str, list[Any]] = {"board": [[7] * TOO_LONG], "name": ["7" * TOO_LONG]}


def test_extreme_class_requests_never_break_the_server(visitor: Visitor) -> None:
    made = visitor.client.post("/api/class", json={}).json()
    place = f"/api/class/{made['code']}"
    for length in (LENGTH, TOO_LONG):
        expect_answer_or_line(visitor, visitor.client.post(f"{place}/join", json={"name": "x" * length}))
    pupil = visitor.client.post(f"{place}/join", json={"name": "Owl"}).json()
    values: list[Any] = [*NUMBERS, -1, [10**12] * 9, ["9" * 1_000] * 9]
    for do, parts in ACTS.items():
        for key in (pupil["key"], made["teacher"]):
            for part in parts:
                for number, value in enumerate(values + LONG.get(part, [])):
                    act = {"key": key, "request": f"{do}-{part}-{number}", "do": do, **parts, part: value}
                    expect_answer_or_line(visitor, visitor.client.post(f"{place}/act", json=act))
    for key in (made["teacher"], "x" * 1_000):
        for number in NUMBERS:
            response = visitor.client.get(place, params={"key": key, "after": number})
            expect_answer_or_line(visitor, response)
