"""A scene as it is sent to a page: JSON, of which every part that stays the same is written once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from tablier.picture.scene import Choice, Control, Item, Moment, Outlook, Scene
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

    items: Mapping[str, bytes]
    """By their ids, from the back to the front."""
    parts: Mapping[str, bytes]
    """All else, by name."""

    def since(self, known: Drawn | None) -> Sent:
        """The scene for somebody who knows another: an item that is still the same is its id alone.

        Other parts that are still the same are left out; one that there is no longer is None.
        """
        if known is None:
            known = NOTHING
        items = [id if known.items.get(id) == item else orjson.Fragment(item) for id, item in self.items.items()]
        changed = {name: orjson.Fragment(part) for name, part in self.parts.items() if known.parts.get(name) != part}
        gone = dict.fromkeys(name for name in known.parts if name not in self.parts)
        return {**gone, **changed, "items": items}


NOTHING = Drawn({}, {})


def drawn(scene: Scene, *, touchable: bool) -> Drawn:
    """A scene as it is sent. Nothing can be touched unless it is for the seat to act."""
    parts: Sent = {
        "box": (scene.x, scene.y, scene.width, scene.height),
        "title": scene.title,
        "status": scene.status,
        "aim": scene.aim,
        "counts": scene.counts,
        "touches": scene.touches if touchable else {},
        "moves": scene.moves if touchable else {},
    }
    if touchable:
        parts |= {
            "takes": scene.takes,
            "controls": [_control(control) for control in scene.controls],
            "outlooks": {action: _outlook(outlook) for action, outlook in scene.outlooks.items()},
            "courses": scene.courses,
        }
    if scene.moment:
        parts["moment"] = {"id": scene.moment.id, "beats": _beats(scene, scene.moment)}
    if scene.art:
        parts["art"] = art_as_sent(scene.art)
    items = {item.id: item.wire for item in scene.items}
    return Drawn(items, {name: as_bytes(part) for name, part in parts.items()})


def art_as_sent(sheet: Sheet) -> Sent:
    """Which sheet of symbols it is, and what stands before their names on a page."""
    return {"name": sheet.name, "version": sheet.version, "prefix": sheet.prefix}


def _control(control: Control) -> Sent:
    return {
        "id": control.id, "kind": control.kind, "words": control.words,
        "choices": [_choice(choice) for choice in control.choices],
        **({"presets": control.presets} if control.presets else {}),
    }  # fmt: skip


def _choice(choice: Choice) -> Sent:
    parts = ("id", "words", "note", "symbol", "angle")
    sent: Sent = {name: value for name in parts if (value := getattr(choice, name))}
    return {**sent, "shows": orjson.Fragment(choice.shows.wire)} if choice.shows else sent


def _outlook(outlook: Outlook) -> Sent:
    shares = {"shares": [round(share, 3) for share in outlook.shares]} if outlook.shares else {}
    return {"words": outlook.words, "figure": outlook.figure, "at": outlook.at, **shares}


def _beats(scene: Scene, moment: Moment) -> list[Sent]:
    """In a moment much stays as it was: of an item is sent what has changed since it was last named."""
    known: dict[str, Sent] = {item.id: orjson.loads(item.wire) for item in scene.items}
    return [
        {
            "words": beat.words, "items": [_changed(item, known) for item in beat.items],
            "gone": beat.gone, "milliseconds": beat.milliseconds,
        }
        for beat in moment.beats
    ]  # fmt: skip


def _changed(item: Item, known: dict[str, Sent]) -> Sent | str:
    """An item that is still the same is its id alone; what it has no longer is None."""
    before, now = known.get(item.id, {}), orjson.loads(item.wire)
    known[item.id] = now
    changed = {name: value for name, value in now.items() if before.get(name) != value}
    gone = dict.fromkeys(name for name in before if name not in now)
    return {"id": item.id, **changed, **gone} if changed or gone else item.id
