"""The HTTP API, asked all that its document allows and much that it does not: nothing but clean answers."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import msgspec
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance

from cartable.server.http.routing import JSON_LINES
from cartable.wire import rest
from tests.kit.eventually import PATIENCE_S
from tests.server.server_thread import ServerThread, server_thread

EXAMPLES: Final = 6
"""For each operation, in each of two ways: by the document, and against it."""

schemathesis.serializer.alias(JSON_LINES, "text/plain")


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with server_thread(tmp_path_factory.mktemp("fuzz"), imports=True) as server:
        yield server


class Table:
    """A table whose host asks; the tests may turn it upside down."""

    def __init__(self, base: str) -> None:
        opened = requests.post(f"{base}/api/tables", json={"game": "push", "name": "Ann"}, timeout=PATIENCE_S).json()
        self.code: str = opened["table"]["code"]
        self.key: str = opened["key"]
        self.bearer = {"authorization": f"Bearer {self.key}"}
        requests.post(f"{base}/api/tables/{self.code}/bots", json={}, headers=self.bearer, timeout=PATIENCE_S)


def fuzz(here: ServerThread, operation: Any, mode: GenerationMode, session: requests.Session) -> Counter[int]:
    """Ask one thing in many ways; how often each status was the answer."""
    table = Table(here.base)
    statuses: Counter[int] = Counter()

    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(generation_mode=mode), known=st.booleans(), host=st.booleans())
    def ask(case: Any, known: bool, host: bool) -> None:
        if known and "code" in (case.path_parameters or {}):
            case.path_parameters["code"] = table.code
        response = case.call(
            base_url=here.base, session=session, headers=table.bearer if host else None, timeout=PATIENCE_S
        )
        statuses[response.status_code] += 1
        assert response.status_code < 500, f"{case.as_curl_command()}: {response.content!r}"
        case.validate_response(response, checks=[content_type_conformance, response_schema_conformance])
        if response.status_code >= 400:
            assert msgspec.json.decode(response.content, type=rest.Problem).code

    try:
        ask()
    except Unsatisfiable:
        assert mode is GenerationMode.NEGATIVE  # without a body or parameters there is nothing to do against it
    return statuses


def test_the_api_answers_everything_cleanly(here: ServerThread) -> None:
    schema = schemathesis.openapi.from_url(f"{here.base}/api/openapi.json")
    statuses: Counter[int] = Counter()
    with requests.Session() as session:
        for found in schema.get_all_operations():
            assert isinstance(found, Ok), found
            for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
                statuses += fuzz(here, found.ok(), mode, session)
    assert statuses.keys() >= {200, 201, 400, 401, 404, 409}
    assert here.server.services.metrics.errors == 0
    assert requests.get(f"{here.base}/healthz", timeout=PATIENCE_S).json() == {"status": "ok"}
