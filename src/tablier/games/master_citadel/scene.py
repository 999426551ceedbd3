"""The picture of Master Citadel: the citadel from above, a rug for each player, and beside it what an order is made of.

An order is chosen by controls: a number, a direction, and the seal that makes it so. How a round was revealed is its
moment (`reveal.py`); where things are is in `drawing.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from tablier.engine import kernels
from tablier.engine.kernels import State
from tablier.engine.options import Settled, Value
from tablier.games.master_citadel import drawing, notation, rules
from tablier.games.master_citadel.drawing import CELL, IVORY, ROOM, RUG, RUGS
from tablier.games.master_citadel.game import GAME
from tablier.games.master_citadel.reveal import revealed
from tablier.games.master_citadel.standing import Four, Standing, parted, standing
from tablier.games.master_citadel.weighing import weighing
from tablier.games.master_citadel.words import (
    FATES,
    name_of,
    names,
    order_words,
    round_number,
    seats_of,
    status,
    way_of,
    what_happened,
)
from tablier.language import Texts
from tablier.picture.scene import Choice, Combined, Control, Form, Group, Grouped, Item, Moment, Scene

SEAL = "seal"
RESULT, ENDING = -3.0, 3.0  # lines of a text drawing, on the moat
CORNER = (-4.28, -2.85)  # what round it is, in a text drawing

# --- the scene --------------------------------------------------------------------------------------------------------


def scene(s: State, settled: Settled, seat: int, lang: str, form: Form) -> Scene:
    """What a seat sees and may touch."""
    width, height = ROOM[form]
    pending, (known, orders) = kernels.pending(s), parted(s)
    stands, common = standing(known), _common(known, lang, form)
    may_act = seat >= 0 and bool(pending >> seat & 1)
    return Scene(
        x=-width / 2,
        y=-height / 2,
        width=width,
        height=height,
        beside=RUG["wide"][rules.EAST].x - 1.06 if form == "wide" else None,
        title=common.title,
        status=status(stands, pending, seat, GAME.words.texts(lang)),
        aim=_aim(known, tuple(settled.items()), seat, lang),
        counts=common.counts,
        items=Grouped(common.items, *_rugs(known, orders, seat, lang, form)),
        touches=_touches(stands, seat) if may_act else {},
        controls=_controls(stands, seat, lang) if may_act else (),
        moment=common.moment,
        cell=CELL,
    )


class Common(NamedTuple):
    """What is the same for all who look, until the round ends."""

    title: str
    counts: tuple[str, ...]
    items: Group
    """All but the rugs."""
    moment: Moment | None


@lru_cache(maxsize=256)
def _common(known: bytes, lang: str, form: Form) -> Common:
    s, said = standing(known), GAME.words.texts(lang)
    items = (
        *_ground(s.size, s.line == rules.EDGE, form),
        *_told(s, said),
        *([weighing(s, said)] if s.rounds and form == "wide" else []),
        *([drawing.trail(s, said)] if s.rounds and s.way != rules.STAYS else []),
        drawing.pawn(s.size, s.x, s.y, said),
    )
    return Common(
        title=said("scene.title", round=round_number(s)),
        counts=tuple(said("count", n=n) for n in s.points),
        items=Group(items),
        moment=revealed(s, lang, form) if s.rounds else None,
    )


@lru_cache(maxsize=1024)
def _aim(known: bytes, settled: tuple[tuple[str, Value], ...], seat: int, lang: str) -> str:
    options, s, said = dict(settled), standing(known), GAME.words.texts(lang)
    return GAME.aim(options, lang, said[f"aim.{options['line']}"], *(_way_left(s, p, seat, said) for p in range(4)))


def _way_left(s: Standing, p: int, seat: int, said: Texts) -> str:
    """How many steps the pawn still has to a player's line (MC-2)."""
    across, up = rules.DIRECTIONS[2 * p]
    steps = s.size // 2 + (s.line == rules.BEYOND) - s.x * across - s.y * up
    return said("aim.steps", who=said["aim.you"] if p == seat else name_of(p, said), n=steps)


@cache
def _ground(size: int, edge: bool, form: Form) -> tuple[Item, ...]:
    return drawing.citadel(form), *drawing.walls(), drawing.court(size, edge)


# --- what is chosen beside the board ----------------------------------------------------------------------------------


def _touches(s: Standing, seat: int) -> Mapping[str, tuple[str, ...]]:
    if s.phase == rules.DISCUSSION:
        return {notation.SILENCE: (notation.SILENCE,)}
    return _orders(s.points[seat])


@lru_cache(maxsize=128)
def _orders(points: int) -> Combined:
    """MC-4: any number from 0 to what is left, with any direction."""
    stakes = {_stake_id(number): str(number) for number in range(points + 1)}
    return Combined("{} {}", stakes, {_way_id(way): name for way, name in enumerate(notation.WAYS)}, {SEAL: ""})


def _stake_id(number: int) -> str:
    return f"s{number}"


def _way_id(way: int) -> str:
    return f"d{notation.WAYS[way]}"


def _controls(s: Standing, seat: int, lang: str) -> tuple[Control, ...]:
    """MC-4: any number from 0 to what is left, in any direction; where it would lead is seen on the board."""
    said = GAME.words.texts(lang)
    if s.phase == rules.DISCUSSION:
        return (_silence(said),)
    return _stake(s.points[seat], said), _way(s.size, s.x, s.y, seat, said), _seal(seat, said)


@cache
def _silence(said: Texts) -> Control:
    button = Choice(notation.SILENCE, said["desk.silence"], said["desk.end-talk"])
    return Control(notation.SILENCE, "confirm", "", (button,))


@lru_cache(maxsize=1024)
def _stake(points: int, said: Texts) -> Control:
    return Control("stake", "number", said("desk.stake", n=points), _numbers()[: points + 1])


@cache
def _numbers() -> tuple[Choice, ...]:
    return tuple(Choice(_stake_id(number), str(number)) for number in range(rules.MOST_POINTS + 1))


@lru_cache(maxsize=1024)
def _way(size: int, x: int, y: int, seat: int, said: Texts) -> Control:
    """From where the pawn stands."""
    ways = tuple(
        Choice(_way_id(way), way_of(way, said), angle=45 * way, shows=drawing.draft(size, x, y, way, seat))
        for way in range(8)
    )
    return Control("way", "direction", said["desk.way"], ways)


@cache
def _seal(seat: int, said: Texts) -> Control:
    chosen = said("desk.seal", stake="{stake}", way="{way}")  # the page fills in what was chosen
    button = Choice(SEAL, chosen, said["desk.stands"], f"sealed-{notation.SEATS[seat]}")
    return Control(SEAL, "confirm", "", (button,))


# --- the rugs ---------------------------------------------------------------------------------------------------------


def _rugs(known: bytes, orders: Four, seat: int, lang: str, form: Form) -> Iterator[Group]:
    for p, order in enumerate(orders):
        own = p == seat
        yield _rug(known, p, own, order if own or order == rules.NONE else rules.HIDDEN, lang, form)


@lru_cache(maxsize=2048)
def _rug(known: bytes, p: int, own: bool, order: int, lang: str, form: Form) -> Group:
    """All that there is to know of a player, and of the order if it is one's own."""
    s, said = standing(known), GAME.words.texts(lang)
    words, glyph = _seat_words(s, p, own, order, said), _seat_glyph(s, p, own, order, said)
    things = (
        _seat(p, own, (_leads(s, p), _has_won(s, p)), words, glyph, said, form),
        drawing.capital(s.capital, p, s.points[p], form),
        *([drawing.last_order(p, s.shown[p], s.fate[p], said, form)] if s.rounds else []),
        *([_letter(p, own, order, said, form)] if _is_collecting(s) else []),
    )
    return Group(things)


@lru_cache(maxsize=2048)
def _seat(p: int, own: bool, stands: tuple[bool, bool], words: str, glyph: str, said: Texts, form: Form) -> Item:
    """`stands`: whether the player leads the discussion, and has won."""
    rug, shapes = RUG[form][p], drawing.name(p, own, *stands, said, form)
    return Item(f"seat-{notation.SEATS[p]}", rug.x, rug.y, shapes, words, glyph, IVORY, RUGS[p], SIZES[p % 2], "text")


SIZES = ((5.2, 0.6), (2.06, 3.4))
"""Of the rugs to the north and south, and of those to the sides."""


def _letter(p: int, own: bool, order: int, said: Texts, form: Form) -> Item:
    """Everybody sees who has written; one's own order one can read again (MC-5)."""
    if own and order >= 0:
        words = order_words(order, said)
        return drawing.letter(p, True, words, form, said("desk.own", order=words))
    key = "sealed" if order != rules.NONE else "to-write" if own else "writing"
    return drawing.letter(p, order != rules.NONE, said[f"letter.{key}"], form)


def _leads(s: Standing, p: int) -> bool:
    return s.variant == rules.OPEN and s.winners == rules.ON and p == rules.game_master(s)


def _has_won(s: Standing, p: int) -> bool:
    return s.winners not in (rules.ON, rules.EVERYBODY) and bool(s.winners >> p & 1)


def _is_collecting(s: Standing) -> bool:
    """Whether orders are being written."""
    return s.winners == rules.ON and s.phase == rules.WRITING


def _seat_words(s: Standing, p: int, own: bool, order: int, said: Texts) -> str:
    words = [_points_words(p, s.points[p], said)]
    words += [said["player.you"]] if own else []
    words += [said["player.leads"]] if _leads(s, p) else []
    if _is_collecting(s):
        words.append(said["player.awaited" if order == rules.NONE else "player.written"])
    if s.rounds:
        words.append(_last(s.shown[p], s.fate[p], s.paid[p], said).words)
    return ", ".join(words)


@lru_cache(maxsize=1024)
def _points_words(p: int, points: int, said: Texts) -> str:
    return said("player.points", who=name_of(p, said), n=points)


class Last(NamedTuple):
    """What is said of a player's last order: in words, and in a text drawing."""

    words: str
    glyphs: tuple[str, str, str]


@lru_cache(maxsize=2048)
def _last(order: int, fate: int, paid: int, said: Texts) -> Last:
    last, became = order_words(order, said), said[f"fate.{FATES[fate]}"]
    glyphs = ("", became, "") if fate == rules.IDLE else (last, became, said("letter.cost", paid=paid))
    return Last(said("player.before", order=last, fate=became, paid=paid), glyphs)


# --- what only a text drawing writes ----------------------------------------------------------------------------------


def _seat_glyph(s: Standing, p: int, own: bool, order: int, said: Texts) -> str:
    """Two rows above and below the court, a column of them beside it."""
    letter = "" if not _is_collecting(s) else "[ ]" if order == rules.NONE else "[*]"
    letter = f"[{order_words(order, said)}]" if own and order >= 0 else letter
    called, points = f"{'> ' if own else ''}{name_of(p, said)}", said("count", n=s.points[p])
    last, fate, cost = _last(s.shown[p], s.fate[p], s.paid[p], said).glyphs if s.rounds else ("", "", "")
    if p % 2 == 0:
        return f"{f'{called:<10}{points:<12}{letter}':<34}\n{f'{last:<10}{fate:<12}{cost}':<34}"
    return f"{called:^14}\n{points:^14}\n{letter:^14}\n{last:^14}\n{fate:^14}\n{cost:^14}"


def _told(s: Standing, said: Texts) -> Iterator[Item]:
    """The round, what the last one did, and how it ended."""
    heading = said("round.on" if s.winners == rules.ON else "round.over", round=round_number(s))
    if s.variant == rules.OPEN and s.winners == rules.ON:
        who = name_of(rules.game_master(s), said)
        phase = said[f"round.{('discussion', 'writing')[s.phase]}"]
        heading = "\n".join((heading, phase, said("round.master", who=who)))
    yield _line("round", *CORNER, heading, drawing.INK)
    if s.rounds:
        yield _line("result", 0, RESULT, what_happened(s, said), IVORY)
    if s.winners != rules.ON:
        won = seats_of(s.winners) if s.winners != rules.EVERYBODY else []
        words = said(("round.drawn", "round.wins", "round.win-together")[len(won)], who=names(won, said))
        yield _line("ending", 0, ENDING, words, IVORY)


@lru_cache(maxsize=512)
def _line(id: str, x: float, y: float, glyph: str, colour: str) -> Item:
    return Item(id, x, y, (), glyph=glyph, colour=colour)
