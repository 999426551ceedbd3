"""What is sent of a moment: of each thing only what has changed, from which all of it is made again."""

from __future__ import annotations

import tracemalloc
from typing import Any, get_args

import orjson
import pytest

from tablier.picture.scene import Form, Scene
from tablier.picture.wire import as_bytes, drawn
from tablier.record.match import Match

MOST = 9_000
"""Bytes of a moment; whole, its things would be twice as many."""


def scene_after_a_round(form: Form) -> Scene:
    """The richest moment that there is: four orders are revealed, added up and paid."""
    match = Match("master-citadel", seed=1)
    for order in ("47 E", "19 E", "30 E", "80 N"):
        match.play(order, match.pending[0])
    return match.view(0).scene(0, "fr", form)


def sent(scene: Scene) -> list[dict[str, Any]]:
    told: dict[str, Any] = orjson.loads(as_bytes(drawn(scene, touchable=False)))
    beats: list[dict[str, Any]] = told["moment"]["beats"]
    return beats


def made_again(scene: Scene) -> list[list[Any]]:
    """The items of each beat, as a page makes them of what it was sent."""
    known: dict[str, dict[str, Any]] = {}
    beats = []
    for beat in sent(scene):
        items = []
        for told in beat["items"]:
            changes = {"id": [*known][told]} if isinstance(told, int) else told
            merged = known.get(changes["id"], {}) | changes
            known[changes["id"]] = {name: value for name, value in merged.items() if value is not None}
            items.append(known[changes["id"]])
        beats.append(items)
    return beats


@pytest.mark.parametrize("form", get_args(Form))
def test_beats_are_made_again_of_what_was_sent(form: Form) -> None:
    scene = scene_after_a_round(form)
    assert scene.moment
    assert made_again(scene) == [[orjson.loads(item.wire) for item in beat.items] for beat in scene.moment.beats]


@pytest.mark.parametrize("form", get_args(Form))
def test_moment_is_sent_in_few_bytes(form: Form) -> None:
    scene = scene_after_a_round(form)
    assert len(as_bytes(sent(scene))) < MOST


def test_what_is_kept_of_a_picture_takes_the_room_of_what_is_sent() -> None:
    scene, kept = scene_after_a_round("wide"), 50
    first = drawn(scene, touchable=True)
    written = sum(map(len, first.parts.values()))
    tracemalloc.start()
    pictures = [drawn(scene, touchable=True) for _ in range(kept)]
    taken = tracemalloc.get_traced_memory()[0] / len(pictures)
    tracemalloc.stop()
    assert taken < 2 * written + 2_000
