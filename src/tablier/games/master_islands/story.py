"""What happens in Master Islands, told: what was laid, moved, taken and, to those who saw it, drawn."""

from __future__ import annotations

from functools import cache

from tablier.engine.kernels import NATURE, State
from tablier.engine.story import NOTHING, added
from tablier.games.master_islands import rules
from tablier.games.master_islands.advice import why
from tablier.games.master_islands.look import COLOURS
from tablier.games.master_islands.scene import ending, name_of
from tablier.language import Saying

__all__ = ["kind", "tell", "why"]

DIRECTIONS = ("up", "right", "down", "left")
SIDES = tuple(Saying(f"story.side.{direction}") for direction in DIRECTIONS)
COURSES = tuple(Saying(f"story.course.{direction}") for direction in DIRECTIONS)
CORSAIR = Saying("story.corsair")
LINES = ("column", "row", "diagonal", "diagonal")
ANSWERS = {rules.AGAIN: "story.again", rules.DONE: "story.done", rules.KEEP: "story.keeps"}
KINDS = {rules.AGAIN: "again", rules.DONE: "done", rules.KEEP: "keep"}


def tell(before: State, seat: int, action: int | None, after: State) -> Saying | None:
    if seat == NATURE or action is None:
        told = _drawn(before, action, after)
    elif action in ANSWERS:
        told = Saying(ANSWERS[action], _who(before, seat))
    elif action >= rules.TAKE:
        told = _picked(before, seat, action - rules.TAKE, after)
    else:
        told = _laid(before, seat, action) if action < rules.MOVE else _sailed(before, seat, action)
    for part in ending(after) if after.ended else ():
        told = Saying("story.ends", {"told": told, "end": part})
    return told


def kind(s: State, seat: int, action: int) -> str:
    if action in KINDS:
        return KINDS[action]
    if action >= rules.TAKE:
        return "take"
    return "lay" if action < rules.MOVE else "sail"


def _who(s: State, seat: int) -> dict[str, object]:
    return {"who": CORSAIR if rules.is_corsair(s, seat) else name_of(s, seat)}


@cache
def _card(kind: int) -> Saying:
    colour = Saying(f"colour.{COLOURS[rules.colour_of(kind)]}")
    return Saying("card.name", {"colour": colour, "value": rules.value_of(kind)})


def _kind_at(s: State, place: int) -> int:
    return int(s.card[s.place.tolist().index(place)]) % rules.SHIP


def _drawn(before: State, kind: int | None, after: State) -> Saying:
    """A card drawn (MI-13); a hand dealt, when its last card is there (MI-3); or the first card of all (MI-4)."""
    card = {"card": _card(kind)} if kind is not None else {}
    if before.phase == rules.TURN_UP:
        return Saying("story.first", card)
    seat = int(before.seat)
    who = _who(before, seat)
    if before.phase == rules.SUPPLY:
        return Saying("story.draws" if card else "story.draws-unseen", {**who, **card})
    if after.held[seat] < rules.HAND:
        return NOTHING
    held = enumerate(after.hand[seat].tolist())
    hand = [Saying("story.card", {"card": _card(kind)}) for kind, count in held for _ in range(count)]
    return Saying("story.dealt" if hand else "story.dealt-unseen", {**who, "hand": hand, "n": rules.HAND})


def _laid(s: State, seat: int, action: int) -> Saying:
    """MI-6: a card, and on which side of the card with a galleon it lies."""
    anchorage = _card(_kind_at(s, s.galleon[seat, rules.galleon_of(action)]))
    side, card = SIDES[rules.direction_of(action)], _card(rules.kind_of(action))
    return Saying("story.lays", {**_who(s, seat), "card": card, "side": side, "anchorage": anchorage})


def _sailed(s: State, seat: int, action: int) -> Saying:
    origin, direction = int(s.galleon[seat, rules.galleon_of(action)]), rules.direction_of(action)
    kinds = _kind_at(s, origin), _kind_at(s, origin + rules.STEP[direction])
    cards, course = dict(zip(("origin", "target"), map(_card, kinds), strict=True)), COURSES[direction]
    key = "story.sails" if rules.galleons(s, seat) == 1 else "story.sails-one"
    return Saying(key, {**_who(s, seat), "course": course, **cards})


def _picked(before: State, seat: int, rank: int, after: State) -> Saying:
    """MI-10: an alignment, with its last card; those before it are told with it."""
    places = [*before.picked[: before.picks].tolist(), int(before.place[rank])]
    values = [rules.value_of(_kind_at(before, place)) for place in places]
    if sum(values) < rules.TEN:
        return NOTHING
    key = "story.takes" if before.mode == rules.CLASSIC else "story.takes-for-team"
    line = Saying(f"story.line.{LINES[rules.way(places[1] - places[0])]}")
    facts = {"n": len(values), "line": line, "sum": added(*values), "won": int(rules.won_by_side(after, seat))}
    return Saying(key, {**_who(before, seat), **facts})
