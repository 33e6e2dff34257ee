"""The server against its own description: whatever fits the description, or does not, gets an answer that does.

Questions are generated from the OpenAPI description. The checks are that the server never fails, that every answer
has a status, a type and a shape which the description knows, that questions of a wrong shape are refused, and that
methods which are not there are refused as such. A question of the right shape may still be refused: what is a board
of which rules is more than a schema can say.
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

EXAMPLES = 3

schema = schemathesis.openapi.from_dict(DESCRIPTION)
# A question that is too long is refused before it is read.
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
def test_the_server_does_as_it_is_described(case: Any, address: str) -> None:
    case.call_and_validate(base_url=address, excluded_checks=[positive_data_acceptance], timeout=PATIENCE)


def test_every_component_is_described_and_named_without_its_ending() -> None:
    for name, schema in DESCRIPTION["components"]["schemas"].items():
        assert not name.endswith("Json")
        assert schema["description"]
