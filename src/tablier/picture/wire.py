"""A scene as it is sent to a page: JSON, of which every part that stays the same is written once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, chain
from typing import Any

import orjson

from tablier.picture.once import once
from tablier.picture.packing import short, trimmed
from tablier.picture.scene import Combined, Group, Grouped, Outlook, Scene
from tablier.picture.sheet import Sheet

OPTIONS = orjson.OPT_SERIALIZE_NUMPY | orjson.OPT_PASSTHROUGH_DATACLASS  # games compute with the numbers of NumPy

Sent = dict[str, Any]
"""What is sent, ready to be written as JSON."""

NOWHERE = -1
"""In place of one among known items."""


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


@dataclass(frozen=True, eq=False)
class Drawn:
    """A scene in its parts, each as JSON. What knows one can be sent what has changed in another."""

    groups: tuple[tuple[bytes, ...], ...]
    """Its items from the back to the front. Each is written once, however many pictures have it."""
    parts: Mapping[str, bytes]
    """All else, by name."""

    def since(self, known: Drawn | None) -> Sent:
        """The scene for somebody who knows another: a run of items that are the same is told by its place there.

        Other parts that are still the same are left out; one that there is no longer is None.
        """
        if known is None:
            return {**_fragments(self.parts), "items": [*map(orjson.Fragment, chain.from_iterable(self.groups))]}
        changed = {name: part for name, part in self.parts.items() if known.parts.get(name) != part}
        gone = dict.fromkeys(name for name in known.parts if name not in self.parts)
        return {**gone, **_fragments(changed), "items": self._items_since(known)}

    def _items_since(self, known: Drawn) -> list[Any]:
        """Items, and instead of those that are known where they are there: the first, and how many follow it."""
        told = list[Any]()
        starts, places, end = known.starts, known.places(but=self), NOWHERE  # where the run told last would go on
        for group in self.groups:
            if (start := starts.get(id(group))) is not None:
                if start == end:
                    told[-1][1] += len(group)
                elif group:
                    told.append([start, len(group)])
                end = start + len(group) if group else end
                continue
            for item in group:
                if (place := places.get(item, NOWHERE)) == NOWHERE:
                    told.append(orjson.Fragment(item))
                    end = NOWHERE
                elif place == end:
                    told[-1][1] += 1
                    end += 1
                else:
                    told.append([place, 1])
                    end = place + 1
        return told

    @once
    def starts(self) -> dict[int, int]:
        """Where each group begins, by its identity."""
        return dict(zip(map(id, self.groups), accumulate(map(len, self.groups), initial=0), strict=False))

    def places(self, but: Drawn) -> dict[bytes, int]:
        """Where each item is, but for those in groups that another scene has as well."""
        there, starts = set(map(id, but.groups)), self.starts
        others = ((group, starts[id(group)]) for group in self.groups if id(group) not in there)
        return {item: place for group, start in others for place, item in enumerate(group, start)}


def _fragments(parts: Mapping[str, bytes]) -> Sent:
    return {name: orjson.Fragment(part) for name, part in parts.items()}


def drawn(scene: Scene, *, touchable: bool) -> Drawn:
    """A scene as it is sent. Nothing can be touched unless it is for the seat to act."""
    parts: Sent = {
        "title": scene.title,
        "status": scene.status,
        "aim": scene.aim,
        "counts": scene.counts,
        "touches": scene.touches if touchable else {},
        "moves": scene.moves if touchable else {},
    }
    if touchable:
        parts |= {"takes": scene.takes, "outlooks": _outlooks(scene.outlooks), "courses": scene.courses}
    written = {"box": _box(scene.x, scene.y, scene.width, scene.height)}
    written |= {name: _written(part) for name, part in parts.items()}
    if touchable:
        written["controls"] = b"[%b]" % b",".join(control.wire for control in scene.controls)
    if scene.moment:
        written["moment"] = scene.moment.wire
    if scene.art:
        written["art"] = _art(scene.art)
    groups = scene.items.groups if isinstance(scene.items, Grouped) else (Group(scene.items),)
    return Drawn(tuple([group.wire for group in groups]), written)


def _written(part: Any) -> bytes:
    if not part and type(part) in NOTHING:
        return NOTHING[type(part)]
    return part.wire if type(part) is Combined else trimmed(as_bytes(part))


NOTHING: dict[type, bytes] = {dict: b"{}", tuple: b"[]", str: b'""'}
"""What most parts are, most of the time."""


@lru_cache(maxsize=64)
def _box(*edges: float) -> bytes:
    return trimmed(as_bytes([*map(short, edges)]))


@lru_cache(maxsize=64)
def _art(sheet: Sheet) -> bytes:
    return trimmed(as_bytes(art_as_sent(sheet)))


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
