"""Schemathesis over the whole HTTP interface, by a real server: no crash, no answer that the schema does not know."""

from __future__ import annotations

import os
from typing import Any

import schemathesis
from hypothesis import settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance

from tablier.serve.api.app import make_app
from tablier.serve.store import Store
from tests.serve.hosting import QuickThinkers
from tests.serve.visiting import Person, Server

schema = schemathesis.openapi.from_dict(make_app(Store("never-opened.db"), QuickThinkers()).openapi())  # type: ignore[arg-type]


@schema.parametrize()
@settings(max_examples=int(os.environ.get("TABLIER_FUZZ", "25")), deadline=None)
def test_nothing_that_is_asked_makes_the_server_fail(case: schemathesis.Case[Any], server: Server) -> None:
    person = _person(server)
    answer = case.call(base_url=server.url, headers={"Authorization": f"Bearer {person.secret}"})
    case.validate_response(answer, checks=[not_a_server_error, content_type_conformance])
    if case.path != "/api/v1/people":
        assert person.secret not in answer.text


_PEOPLE: dict[str, Person] = {}


def _person(server: Server) -> Person:
    if server.url not in _PEOPLE:
        _PEOPLE[server.url] = Person(server)
    return _PEOPLE[server.url]
