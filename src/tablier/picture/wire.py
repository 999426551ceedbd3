"""A scene as it is sent to a page: JSON, of which every part that stays the same is written once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, compress, count
from operator import ne
from typing import Any

import orjson

from tablier.picture.packing import short, trimmed
from tablier.picture.scene import BYTE, Combined, Group, Grouped, Joined, Laid, Outlook, Scene, Told
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


PARTS = (
    "box", "title", "status", "aim", "counts", "touches", "moves", "takes", "outlooks", "courses", "controls", "moment",
    "art",
)  # fmt: skip
"""What there is in a scene besides its items."""


@dataclass(slots=True, eq=False)
class Drawn:
    """A scene in its parts, each as JSON. What knows one can be sent what has changed in another."""

    groups: tuple[tuple[bytes, ...] | Laid, ...]
    """Its items from the back to the front. Each is written once, however many pictures have it."""
    parts: tuple[bytes | None, ...]
    """All else, in the sequence of PARTS; None: there is nothing of that name."""

    def since(self, known: Drawn | None) -> Sent:
        """The scene for somebody who knows another: a run of items that are the same is told by its place there.

        Other parts that are still the same are left out; one that there is no longer is None.
        """
        if known is None:
            told = {name: orjson.Fragment(part) for name, part in zip(PARTS, self.parts, strict=True) if part}
            return {**told, "items": [*map(orjson.Fragment, self._as_one[0])]}
        changed: Sent = {
            name: part and orjson.Fragment(part)
            for name, part, before in zip(PARTS, self.parts, known.parts, strict=True)
            if part is not before and part != before
        }
        changed["items"] = self._items_since(known)
        return changed

    def _items_since(self, known: Drawn) -> list[Any]:
        """Items, and instead of those that are known where they are there: the first, and how many follow it.

        Groups are compared in step; where one has been added, or is gone, as if all were one.
        """
        told, first, end = list[Any](), 0, 0  # what is known from `first` on is still the same, and not told yet
        in_step = len(self.groups) == len(known.groups)
        now, then = (self.groups, known.groups) if in_step else (self._as_one, known._as_one)
        for group, before in zip(now, then, strict=True):
            start, end = end, end + len(before)
            if group is before:
                continue
            if isinstance(group, Laid) and isinstance(before, Laid) and group.is_like(before):
                first = _tell_laid(group, before, start, told, first)
            else:
                each, other = _each(group), _each(before)
                tell = _tell_in_step if len(each) == len(other) <= FEW else _tell
                first = tell(each, other, start, told, first)
        if end > first:
            told.append([first, end - first])
        return told

    @property
    def _as_one(self) -> tuple[tuple[bytes, ...]]:
        return (tuple(chain.from_iterable(map(_each, self.groups))),)


def _each(group: tuple[bytes, ...] | Laid) -> tuple[bytes, ...]:
    return group.wire if isinstance(group, Laid) else group


FEW = 40
"""Things of a group that are looked through for one; where there are more, a dictionary of them is made first."""


def _tell_laid(group: Laid, before: Laid, start: int, told: list[Any], first: int) -> int:
    """Tell things on places by those of the same shelf that begin at `start`. Return what is not told yet."""
    now, then = group.cells, before.cells
    if now == then:
        return first
    for place in compress(count(), map(ne, now, then)):
        end = start + place - then.count(0, 0, place)
        if end > first:
            told.append([first, end - first])
        if cell := now[place]:
            told.append(orjson.Fragment(group.shelf[place * BYTE + cell].wire))
        first = end + 1 if then[place] else end
    return first


def _tell_in_step(group: tuple[bytes, ...], before: tuple[bytes, ...], start: int, told: list[Any], first: int) -> int:
    """Tell a group by one as long that begins at `start`: most are what they were. Return what is not told yet."""
    for place, (item, other) in enumerate(zip(group, before, strict=True), start):
        if item is not other and item != other:
            if place > first:
                told.append([first, place - first])
            told.append([start + before.index(item), 1] if item in before else orjson.Fragment(item))
            first = place + 1
    return first


def _tell(group: tuple[bytes, ...], before: tuple[bytes, ...], start: int, told: list[Any], first: int) -> int:
    """The same by one of any length."""
    end, places = start, dict(zip(before, count(start)))  # of a run that began at `first`, which is empty at times
    for item in group:
        place = places.get(item, NOWHERE)
        if place == end:
            end += 1
            continue
        if end > first:
            told.append([first, end - first])
        if place == NOWHERE:
            told.append(orjson.Fragment(item))
            first = end = 0
        else:
            first, end = place, place + 1
    if end == start + len(before):
        return first
    if end > first:
        told.append([first, end - first])
    return start + len(before)


def drawn(scene: Scene, *, touchable: bool) -> Drawn:
    """A scene as it is sent. Nothing can be touched unless it is for the seat to act."""
    groups = scene.items.groups if isinstance(scene.items, Grouped) else (Group(scene.items),)
    return Drawn(
        tuple([group if isinstance(group, Laid) else group.wire for group in groups]),
        (
            _box(scene.x, scene.y, scene.width, scene.height),
            _text(scene.title),
            _text(scene.status),
            _text(scene.aim),
            _texts(scene.counts),
            *(_touchable(scene) if touchable else UNTOUCHABLE),
            scene.moment.wire if scene.moment else None,
            _art(scene.art) if scene.art else None,
        ),
    )


def _touchable(scene: Scene) -> tuple[bytes, ...]:
    """What is sent to the seat to act alone, from `touches` to `controls`."""
    return (
        _written(scene.touches),
        _written(scene.moves),
        _written(scene.takes),
        _written(_outlooks(scene.outlooks)) if scene.outlooks else b"{}",
        _written(scene.courses),
        b"[%b]" % b",".join([control.wire for control in scene.controls]) if scene.controls else b"[]",
    )


UNTOUCHABLE = (b"{}", b"{}", None, None, None, None)
"""The same for all others."""


WRITTEN = (Told, Combined, Joined)
"""What writes itself."""


def _written(part: Mapping[str, Any]) -> bytes:
    if type(part) in WRITTEN:  # isinstance asks abstract classes, which takes far longer
        return part.wire  # type: ignore[attr-defined, no-any-return]
    return trimmed(as_bytes(part)) if part else b"{}"


@lru_cache(maxsize=1024)
def _text(words: str) -> bytes:
    return trimmed(as_bytes(words))


@lru_cache(maxsize=1024)
def _texts(words: tuple[str, ...]) -> bytes:
    return trimmed(as_bytes(words))


@lru_cache(maxsize=64)
def _box(*edges: float) -> bytes:
    return trimmed(as_bytes([*map(short, edges)]))


@lru_cache(maxsize=64)
def _art(sheet: Sheet) -> bytes:
    return trimmed(as_bytes(art_as_sent(sheet)))


def art_as_sent(sheet: Sheet) -> Sent:
    """Which sheet of symbols it is, and what stands before their names on a page."""
    return {"name": sheet.name, "version": sheet.version, "prefix": sheet.prefix}


def _outlooks(outlooks: Mapping[str, Outlook]) -> Sent:
    """All sentences, each once; and for each action those of its own, by their places, and the rest."""
    sentences: dict[str, int] = {}
    told = {
        action: [[sentences.setdefault(one, len(sentences)) for one in outlook.sentences], *outlook.rest]
        for action, outlook in outlooks.items()
    }
    return {"words": list(sentences), "of": told}
