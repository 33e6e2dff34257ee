"""The server follows its OpenAPI description: every response matches it, even if the request does not.

Questions are generated from the description. The tests check that the server never fails, that every response has a
documented status, type and shape, and that the server rejects malformed questions and unknown methods. A well-formed
question may still be rejected: a schema cannot express which boards fit which rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from unittest import mock

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from dicebingo.web.classes import service
from tests.waiting import PATIENCE
from tests.web.server import DESCRIPTION, FEW, serving

pytestmark = pytest.mark.slow

EXAMPLES = 2

schema = schemathesis.openapi.from_dict(DESCRIPTION)
# The server rejects a question that is too long before reading it.
schema.config.checks.negative_data_rejection.expected_statuses.append("413")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    many = replace(FEW, quick_workers=2, long_workers=2, long_seconds=1, visitor_jobs=1_000, waiting=100_000)
    classes = str(tmp_path_factory.mktemp("classes"))
    with (
        mock.patch.object(service, "MOST_CLASSES", 10_000),
        serving(replace(many, join_rate=1e6, wrong_rate=1e6, classes=classes)) as visitor,
    ):
        yield str(visitor.client.base_url).rstrip("/")


@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_the_server_matches_its_description(case: Any, address: str) -> None:
    case.call_and_validate(base_url=address, excluded_checks=[positive_data_acceptance], timeout=PATIENCE)


def test_every_schema_has_a_description_and_a_name_without_a_suffix() -> None:
    for name, schema in DESCRIPTION["components"]["schemas"].items():
        assert not name.endswith("Json")
        assert schema["description"]
