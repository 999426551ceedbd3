"""What has happened at a table, as it is stored and read again."""

from __future__ import annotations

import json

import pytest

from tablier.serve.table.events import KINDS, Acted, Event, Opened, Said, Sat, TakenBack, load

OPENED = Opened("war-of-masters", {"goal": "all"}, [{"who": "me", "level": 0, "persons": []}], "5b" * 32)
EVENTS = (
    OPENED,
    Sat(0, "Anne", "person"),
    Acted(0, 12, {"": "e2-e5"}),
    Acted(0, 12, {"": "e2-e5"}, left=0, brought=2000, hidden=[1], sayings={"": ["story.goes", {}]}),
    Said(1, [], "text", "bonjour", 3),
    TakenBack(0, 4, 2, [1000, 2000]),
)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.kind)
def test_an_event_is_read_as_it_was_stored(event: Event) -> None:
    assert load(event.kind, event.dump()) == event


def test_what_is_as_usual_is_not_stored() -> None:
    """A part that is newer than a program which shares the store is met by it only where it says something."""
    assert json.loads(Acted(0, 12, {"": "e2-e5"}).dump()) == {"seat": 0, "action": 12, "texts": {"": "e2-e5"}}
    assert json.loads(Acted(0, 12, {"": "e2-e5"}, left=0).dump())["left"] == 0


def test_what_a_newer_program_has_stored_besides_is_passed_over() -> None:
    newer = json.dumps({"seat": 0, "action": 12, "texts": {"": "e2-e5"}, "weather": "rain"})
    assert load("acted", newer) == Acted(0, 12, {"": "e2-e5"})


def test_every_kind_of_event_is_known_by_its_name() -> None:
    assert {event.kind for event in EVENTS} <= KINDS.keys()
