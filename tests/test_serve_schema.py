"""`foemind serve` under arbitrary requests of its own OpenAPI description, and under lines of a table's words: never a 5xx, never a stack trace."""

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from serving import Server, answered

QUICK = settings(
    max_examples=6,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("schema"), agent="random") as running:
        yield running


@pytest.fixture(scope="module")
def table(server):
    return server.say(server.begin(library="lamplit_chapel"), "c")["id"]


@pytest.fixture(scope="module")
def operations(server):
    """The operations that the server describes; putting a table away is left to another test."""
    described = schemathesis.openapi.from_url(f"{server.address}/api/openapi.json")
    found = [result.ok() for result in described.get_all_operations()]
    return [operation for operation in found if operation.method != "delete"]


def test_no_request_fails_the_server(operations, table):
    assert len(operations) >= 10
    codes = set()
    for operation in operations:
        of_table = {"path_parameters": {"table": table}} if "{table}" in operation.path else {}
        _try(operation.as_strategy(**of_table), codes)
        if operation.method == "post" or of_table:  # else there is nothing to get wrong
            _try(operation.as_strategy(generation_mode=schemathesis.GenerationMode.NEGATIVE), codes)
    assert {200, 400, 404, 409, 422} <= codes, codes


def _try(cases, codes):
    @QUICK
    @given(case=cases)
    def one(case):
        response = case.call()
        codes.add(response.status_code)
        assert response.status_code < 500 and "Traceback" not in response.text, response.text
        if response.status_code >= 400:
            assert set(response.json()) == {"error", "more"} and response.json()["error"], response.text
        elif response.status_code != 204:
            case.operation.validate_response(response)

    one()


WORDS = """w warden keeper gloam rat e8 f7 i7 a1 zz99 steady attack door jump throw torch extra 2 14 9999999999 hit triumph for
open closed light lit g3 spark effect guard no , ; then
vigor state weak taunted move kill acted yes side go end points -1 € ａ""".split()


@settings(QUICK, max_examples=30)
@given(line=st.lists(st.sampled_from(WORDS), max_size=7).map(" ".join))
def test_no_line_fails_the_server(server, table, line):
    response = server.client.post(f"/api/tables/{table}/line", json={"line": line})
    answered(response, response.status_code)
    assert response.status_code in (200, 400), response.text
    assert server.get(f"/tables/{table}")["id"] == table


def test_the_description_names_every_route_and_refusal(server):
    described = server.get("/openapi.json")
    assert {"/api/tables", "/api/tables/{table}/line", "/api/tables/{table}/suggest"} <= set(described["paths"])
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            refusals = {code: answer for code, answer in operation["responses"].items() if code >= "400"}
            assert {"400", "403", "404", "409", "413", "422"} <= set(refusals), (path, method)
            assert all(answer["content"]["application/json"]["schema"]["$ref"].endswith("/Fault") for answer in refusals.values())
