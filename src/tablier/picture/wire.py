"""A scene as it is sent to a page: JSON, of which every part that stays the same is written once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from typing import Any

import orjson

from tablier.picture.packing import short
from tablier.picture.scene import Combined, Item, Outlook, Scene
from tablier.picture.sheet import Sheet

OPTIONS = orjson.OPT_SERIALIZE_NUMPY | orjson.OPT_PASSTHROUGH_DATACLASS  # games compute with the numbers of NumPy

Sent = dict[str, Any]
"""What is sent, ready to be written as JSON."""


def as_bytes(told: Any) -> bytes:
    """JSON as it is written, for the wire and for the store."""
    return orjson.dumps(told, default=_whole, option=OPTIONS)


def _whole(told: Any) -> Sent | list[Any]:
    """What is written of things that are not JSON themselves: a scene, all of it; a named tuple, its values."""
    if isinstance(told, Drawn):
        return told.since(None)
    if isinstance(told, tuple):
        return list(told)
    raise TypeError(f"{type(told).__name__} is not written as JSON")


@dataclass(frozen=True, slots=True)
class Drawn:
    """A scene in its parts, each as JSON. What knows one can be sent what has changed in another."""

    items: tuple[Item, ...]
    """From the back to the front. What is sent of one is written once, however many pictures have it."""
    parts: Mapping[str, bytes]
    """All else, by name."""

    def since(self, known: Drawn | None) -> Sent:
        """The scene for somebody who knows another: a run of items that are the same is told by its place there.

        Other parts that are still the same are left out; one that there is no longer is None.
        """
        if known is None:
            return {**{name: orjson.Fragment(part) for name, part in self.parts.items()}, "items": self._items()}
        changed = {name: orjson.Fragment(part) for name, part in self.parts.items() if known.parts.get(name) != part}
        gone = dict.fromkeys(name for name in known.parts if name not in self.parts)
        return {**gone, **changed, "items": self._items_since(known)}

    def _items(self) -> list[orjson.Fragment]:
        return [orjson.Fragment(item.wire) for item in self.items]

    def _items_since(self, known: Drawn) -> list[Any]:
        """Items, and instead of those that are known where they are there: the first, and how many follow it."""
        places, named = dict(zip(map(id, known.items), count(), strict=False)), known.named
        told, next = list[Any](), -1
        for item in self.items:
            place = places.get(id(item))  # most are the very same; others may still look the same
            if place is None and (before := named.get(item.id)) and before.wire == item.wire:
                place = places[id(before)]
            if place is None:
                told.append(orjson.Fragment(item.wire))
                next = -1
            elif place == next:
                told[-1][1] += 1
                next += 1
            else:
                told.append([place, 1])
                next = place + 1
        return told

    @property
    def named(self) -> dict[str, Item]:
        return {item.id: item for item in self.items}


def drawn(scene: Scene, *, touchable: bool) -> Drawn:
    """A scene as it is sent. Nothing can be touched unless it is for the seat to act."""
    parts: Sent = {
        "box": [*map(short, (scene.x, scene.y, scene.width, scene.height))],
        "title": scene.title,
        "status": scene.status,
        "aim": scene.aim,
        "counts": scene.counts,
        "touches": scene.touches if touchable else {},
        "moves": scene.moves if touchable else {},
    }
    if touchable:
        parts |= {"takes": scene.takes, "outlooks": _outlooks(scene.outlooks), "courses": scene.courses}
    written = {name: _written(part) for name, part in parts.items()}
    if touchable:
        written["controls"] = b"[%b]" % b",".join(control.wire for control in scene.controls)
    if scene.moment:
        written["moment"] = scene.moment.wire
    if scene.art:
        written["art"] = _art(scene.art)
    return Drawn(scene.items, written)


def _written(part: Any) -> bytes:
    return part.wire if isinstance(part, Combined) else as_bytes(part)


@lru_cache(maxsize=64)
def _art(sheet: Sheet) -> bytes:
    return as_bytes(art_as_sent(sheet))


def art_as_sent(sheet: Sheet) -> Sent:
    """Which sheet of symbols it is, and what stands before their names on a page."""
    return {"name": sheet.name, "version": sheet.version, "prefix": sheet.prefix}


SENTENCES = ". "
"""Between the sentences of what is to be known of an action: many are the same for several."""


def _outlooks(outlooks: Mapping[str, Outlook]) -> Sent:
    """All sentences, each once; and for each action those of its own, by their places, and the rest."""
    sentences: dict[str, int] = {}
    told = {}
    for action, outlook in outlooks.items():
        words = [sentences.setdefault(one, len(sentences)) for one in outlook.words.split(SENTENCES)]
        told[action] = [words, outlook.figure, outlook.at, *([*map(short, outlook.shares)] for _ in outlook.shares[:1])]
    return {"words": list(sentences), "of": told} if told else {}
