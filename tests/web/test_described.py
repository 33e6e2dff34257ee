"""The server follows its OpenAPI description: every response matches it, even if the request does not.

Questions are generated from the description. The tests check that the server never fails, that every response has a
documented status, type and shape, and that the server rejects malformed questions and unknown methods. A well-formed
question may still be rejected: a schema cannot express which boards fit which rules.

Each test generates the questions for its operation only when it runs, because generating all questions takes seconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from unittest import mock

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.generation.drivers import CoverageGenerator
from schemathesis.generation.feedback import NO_FEEDBACK
from schemathesis.generation.overrides import Override
from schemathesis.specs.openapi.checks import positive_data_acceptance

from dicebingo.web.classes import service
from tests.waiting import PATIENCE
from tests.web.server import DESCRIPTION, FEW, serving

pytestmark = pytest.mark.slow

EXAMPLES = 2

schema = schemathesis.openapi.from_dict(DESCRIPTION)
# The server rejects overlong questions without reading them.
schema.config.checks.negative_data_rejection.expected_statuses.append("413")
OPERATIONS = [
    (path, method)
    for path, parts in DESCRIPTION["paths"].items()
    for method in ("get", "post", "delete")
    if method in parts
]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    many = replace(FEW, long_seconds=1, visitor_jobs=1_000, waiting=100_000)
    classes = str(tmp_path_factory.mktemp("classes"))
    with (
        mock.patch.object(service, "MAX_CLASSES", 10_000),
        serving(replace(many, join_rate=1e6, wrong_rate=1e6, classes=classes)) as visitor,
    ):
        yield str(visitor.client.base_url).rstrip("/")


def systematic(operation: Any, *, every: bool) -> Iterator[Case[Any]]:
    """Generate valid and invalid questions for each field.

    With ``every``, there are many examples of each kind of mistake in each field, such as many values of a wrong type.
    Otherwise, there is one example of each kind.
    """
    generation = schema.config.generation_for(operation=operation, phase="coverage")
    cases = CoverageGenerator(
        operation=operation,
        generation_modes=generation.modes,
        generation_config=generation,
        auth_storage=None,
        override=Override(),
        feedback=NO_FEEDBACK,
    )
    known = set()
    for case in cases:
        assert case.meta is not None
        about: Any = case.meta.phase.data
        kind = (case.method, about.scenario, about.parameter, about.location or about.description)
        if every or kind not in known:
            known.add(kind)
            yield case


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.long)], ids=["sample", "every"])
@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_the_server_matches_its_description(path: str, method: str, every: bool, address: str) -> None:
    operation = schema[path][method]

    def ask(case: Case[Any]) -> None:
        case.call_and_validate(base_url=address, excluded_checks=[positive_data_acceptance], timeout=PATIENCE)

    for case in systematic(operation, every=every):
        ask(case)

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.one_of([operation.as_strategy(generation_mode=mode) for mode in GenerationMode]))
    def ask_at_random(case: Case[Any]) -> None:
        ask(case)

    ask_at_random()


def test_every_schema_has_a_description_and_a_name_that_does_not_end_in_json() -> None:
    for name, schema in DESCRIPTION["components"]["schemas"].items():
        assert not name.endswith("Json")
        assert schema["description"]
