"""What is sent of a scene, and of a moment: only what has changed, from which all of it is made again."""

from __future__ import annotations

import random
import tracemalloc
from itertools import chain
from typing import Any, get_args

import orjson
import pytest

from tablier.picture.once import Made
from tablier.picture.scene import Form, Item, Laid, Scene
from tablier.picture.wire import FEW, PARTS, Drawn, as_bytes, drawn
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
    written = sum(len(part) for part in first.parts if part)
    tracemalloc.start()
    pictures = [drawn(scene, touchable=True) for _ in range(kept)]
    taken = tracemalloc.get_traced_memory()[0] / len(pictures)
    tracemalloc.stop()
    assert taken < 2 * written + 2_000


Groups = tuple[tuple[bytes, ...], ...]
NONE = (None,) * len(PARTS)
LETTERS = [chr(first + n) for first in (ord("A"), ord("a")) for n in range(26)]


def things(*groups: str) -> Groups:
    """Groups of things, each a letter."""
    return tuple(tuple(f'"{letter}"'.encode() for letter in group) for group in groups)


def told(now: Groups, then: Groups) -> list[Any]:
    """What somebody is sent of the things of a scene who knows another."""
    found: list[Any] = orjson.loads(as_bytes(Drawn(now, NONE).since(Drawn(then, NONE))))["items"]
    return found


def seen(told: list[Any], then: Groups) -> list[str]:
    """The things as a page makes them of what it was sent, and knows."""
    known = [orjson.loads(item) for item in chain.from_iterable(then)]
    parts = (known[part[0] : sum(part)] if isinstance(part, list) else [part] for part in told)
    return [*chain.from_iterable(parts)]


@pytest.mark.parametrize(
    ("then", "now", "sent"),
    [
        (("abc", "de"), ("abc", "de"), [[0, 5]]),
        (("abc", "de"), ("abx", "de"), [[0, 2], "x", [3, 2]]),  # changed
        (("abc", "de"), ("abcx", "de"), [[0, 3], "x", [3, 2]]),  # added
        (("abc", "de"), ("ac", "de"), [[0, 1], [2, 3]]),  # gone
        (("abc", "de"), ("bac", "de"), [[1, 1], [0, 1], [2, 3]]),  # in another sequence
        (("abc", "de"), ("xy", "de"), ["x", "y", [3, 2]]),
        (("abc", "de"), ("abc", "z", "de"), [[0, 3], "z", [3, 2]]),  # a group more
        (("abc", "de"), ("abc",), [[0, 3]]),
        (("abc", ""), ("abc", "z"), [[0, 3], "z"]),
        (("",), ("",), []),
    ],
)
def test_of_things_that_are_known_their_places_are_sent(
    then: tuple[str, ...], now: tuple[str, ...], sent: list[Any]
) -> None:
    assert told(things(*now), things(*then)) == sent


def test_things_are_made_again_of_what_was_sent() -> None:
    chance = random.Random(1)

    def some() -> Groups:
        sizes = (chance.choice((0, 1, 3, 5, FEW + 5)) for _ in range(chance.choice((3, 3, 4))))
        return things(*("".join(chance.sample(LETTERS, size)) for size in sizes))

    for _ in range(2000):
        now, then = some(), some()
        if len(now) == len(then) and now and chance.random() < 0.7:
            now = (*then[:-1], now[-1])
        assert seen(told(now, then), then) == [orjson.loads(item) for item in chain.from_iterable(now)]


def test_things_on_places_are_made_again_of_what_was_sent() -> None:
    """Compared by what is there, place by place; with things from another shelf, one by one."""
    chance = random.Random(2)

    def shelf(name: str) -> Made[Item]:
        return Made(lambda number: Item(f"{name}{number}", 0, 0, ()))

    shelves = [shelf("a"), shelf("b")]

    def changed(cells: bytes) -> bytes:
        return bytes(chance.choice((0, 1, 2)) if chance.random() < 0.2 else cell for cell in cells)

    cells = bytes(81)
    for _ in range(1000):
        before, cells = cells, changed(cells)
        then, now = Laid(chance.choice(shelves), before), Laid(chance.choice(shelves), cells)
        edge, other = things("xyz"), things("xy")
        drew, draws = Drawn((*edge, then, *edge), NONE), Drawn((*edge, now, *other), NONE)
        known = [orjson.loads(item) for item in (*edge[0], *then.wire, *edge[0])]
        found = orjson.loads(as_bytes(draws.since(drew)))["items"]
        parts = (known[part[0] : sum(part)] if isinstance(part, list) else [part] for part in found)
        assert [*chain.from_iterable(parts)] == [orjson.loads(item) for item in (*edge[0], *now.wire, *other[0])]
        assert len(now) == len(now.wire) == len([*now])


def test_places_that_have_become_more_or_fewer_are_told_one_by_one() -> None:
    shelf: Made[Item] = Made(lambda number: Item(str(number), 0, 0, ()))
    few, many = (Drawn((Laid(shelf, bytes([1] * count)),), NONE) for count in (1, 3))
    assert [item["id"] for item in orjson.loads(as_bytes(many.since(few)))["items"][1:]] == ["257", "513"]
    assert orjson.loads(as_bytes(few.since(many)))["items"] == [[0, 1]]
