"""Schemathesis over the whole HTTP interface, by a real server: no crash, no answer that the schema does not know."""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

from tablier.serve.api.app import make_app
from tablier.serve.store import Store
from tests.serve.hosting import QuickThinkers
from tests.serve.visiting import Person, Server

if TYPE_CHECKING:  # it is slow to import, and slower to think of cases: each test does so for itself
    import schemathesis

SCHEMA = make_app(Store("never-opened.db"), QuickThinkers()).openapi()  # type: ignore[arg-type]
OPERATIONS = [f"{method.upper()} {path}" for path, methods in SCHEMA["paths"].items() for method in methods]


@pytest.mark.parametrize("operation", OPERATIONS)
def test_nothing_that_is_asked_makes_the_server_fail(operation: str, server: Server) -> None:
    from schemathesis.checks import not_a_server_error
    from schemathesis.generation.feedback import FeedbackSources
    from schemathesis.pytest._test_builder import build_operation_test
    from schemathesis.specs.openapi.checks import content_type_conformance

    person, asked = _person(server), 0

    @settings(max_examples=int(os.environ.get("TABLIER_FUZZ", "25")), deadline=None)
    def ask(case: schemathesis.Case[Any]) -> None:
        nonlocal asked
        asked += 1
        answer = case.call(base_url=server.url, headers={"Authorization": f"Bearer {person.secret}"})
        case.validate_response(answer, checks=[not_a_server_error, content_type_conformance])
        if case.path != "/api/v1/people":
            assert person.secret not in answer.text

    schema = _schema()
    found = next(one.ok() for one in schema.get_all_operations() if one.ok().label == operation)
    build_operation_test(
        config=schema.config, operation=found, test_func=ask, given_kwargs={}, feedback=FeedbackSources()
    )()
    assert asked


@cache
def _schema() -> Any:
    """With one that stays, it remembers what it has thought of."""
    import schemathesis
    from schemathesis.checks import load_all_checks

    load_all_checks()
    return schemathesis.openapi.from_dict(SCHEMA)


_PEOPLE: dict[str, Person] = {}


def _person(server: Server) -> Person:
    if server.url not in _PEOPLE:
        _PEOPLE[server.url] = Person(server)
    return _PEOPLE[server.url]
