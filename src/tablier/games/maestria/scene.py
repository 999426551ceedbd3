"""The picture of Maestria: a painted land of twenty-four squares, turned towards the seat that looks.

What things look like is in `art.svg`, where they are in `land.py`, what touching them means in `touch.py`, what is told
and shown of a fight in `fight.py`. The squares' words say what stands on them, so the groups of pawns have none.

A thing that shows the same is the very same item: each is made by the plain numbers that say all that it shows, and
remembered by them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache, partial
from itertools import compress
from math import atan2, copysign, degrees, hypot
from operator import add, attrgetter
from typing import NamedTuple

import numpy as np

from tablier.engine import kernels
from tablier.engine.kernels import State
from tablier.engine.options import Settled, Value
from tablier.games.maestria import fight, land, notation, rules, touch
from tablier.games.maestria.fight import alone, coming_dice
from tablier.games.maestria.game import GAME
from tablier.games.maestria.land import GROUNDS, INK, SEATS, SQUARE, TERRAINS, WOOD, Layout
from tablier.games.maestria.seen import (
    CODES,
    SIDES,
    SQUARES,
    Numbers,
    Standing,
    codes,
    numbers,
    standing_of,
    totals,
)
from tablier.games.maestria.set_ups import SET_UPS, next_placing
from tablier.games.maestria.touch import Touched, general_id, set_up_id, stack_id
from tablier.language import Texts
from tablier.picture.once import Made
from tablier.picture.scene import (
    NO_ITEMS,
    Control,
    Form,
    Group,
    Grouped,
    Item,
    Laid,
    Moment,
    Paint,
    Scene,
    Shape,
    shelf,
    text,
    use,
)

QUIET = "#5f5949"
ON_PAWNS = ("#f7efdc", "#2b2214")
"""What is written on the pawns of each seat."""

TERRAIN_GLYPHS = ("'  ,  '", "♠  ♠  ♠", "/\\ /\\/\\")
ARROW_GLYPHS, DOUBLE_ARROW_GLYPHS = ("↖↑↗", "← →", "↙↓↘"), ("⇖⇑⇗", "⇐ ⇒", "⇙⇓⇘")
"""By the direction on the screen: row above, same, below; column to the left, same, to the right."""

GROUP = 2.1  # how wide a group of pawns is drawn, with its tray
NUMBER = (0.725, 0.825)  # where its number stands
HAND = 4.5  # how wide a hand is, with the General
DIE = 0.74  # how wide a die is, below the board

Cover = tuple[int, int] | None
"""How safe a General is: who stands by it, and how far away an enemy is. None: it has fallen."""

Plate = tuple[int, bool, int]
"""How many pawns a player has, whether to place, and the points that are left; NONE: it is not their turn."""

Throw = tuple[int, int, tuple[int, ...], bool]
"""Whose dice, of the attacker or the defender; what they show; and whether they win."""


class Band(NamedTuple):
    """All that is shown below the board."""

    plates: tuple[Plate, Plate]
    hands: tuple[tuple[int, bool], ...] = ()
    """While pawns are placed, of each side: how many soldiers are left, and whether the General is."""
    points: int = rules.NONE
    throws: tuple[Throw, ...] = ()
    outcome: tuple[str, int] | None = None
    """Which words tell it, and who has won."""


class Seen(NamedTuple):
    """A position in plain numbers and words of no language. It is the same for all who look, and is made once."""

    s: Numbers
    sides: tuple[bytes, bytes]
    """Of each side: how it stands on each square, as a code."""
    squares: bytes
    """Of each square its terrain and who stands there; none is 0."""
    terrains: bytes
    """Of each square."""
    covers: tuple[Cover, ...]
    """Of each side, once all are placed."""
    actor: int
    """Who is to act; NOBODY: chance, or nobody any more."""
    actions: list[int]
    """What they may do, and how:"""
    touched: Touched
    courses: dict[str, str]
    band: Band

    def in_rows(self, lay: Layout) -> bytes:
        """Who stands in each row of the picture, the far ones first: Black's, then White's."""
        black, white = self.sides
        return b"".join([side[row] for _, row in lay.depths for side in (black, white)])


@lru_cache(maxsize=64)  # for as long as those who look at it are shown it
def _seen(record: bytes) -> Seen:
    at: State = np.frombuffer(bytearray(record), dtype=rules.RECORD)[0]  # compiled rules take what can be written
    s = numbers(record)
    has_actor = s.winner == rules.NOBODY and s.phase != rules.ROLLING
    actor = rules.acting(s) if has_actor else rules.NOBODY
    actions = _legal(at, actor) if has_actor else []
    black, white = codes(s)
    return Seen(
        s=s,
        sides=(black, white),
        squares=bytes(map(add, map(add, black, white), _grounds(s.terrains))),
        terrains=bytes(s.terrains),
        covers=() if s.phase == rules.PLACING else tuple(_cover(s, p) for p in SIDES),
        actor=actor,
        actions=actions,
        touched=touch.touched(s, actor, actions) if actions else touch.NOTHING,
        courses=_courses(s, actor, actions) if s.phase == rules.PLACING and actions else {},
        band=_hands(s) if s.phase == rules.PLACING else _turn(s),
    )


@lru_cache(maxsize=256)
def _grounds(terrains: tuple[int, ...]) -> bytes:
    """What the terrain of each square adds to who stands there."""
    return bytes([1 + terrain * CODES for terrain in terrains])


def _legal(s: State, seat: int) -> list[int]:
    room, _ = GAME.room
    actions: list[int] = room[: kernels.legal(s, seat, room)].tolist()
    return actions


def _courses(s: Numbers, seat: int, actions: Sequence[int]) -> dict[str, str]:
    """How each of the set-ups goes on."""
    placings = {name: next_placing(s, seat, name, actions) for name in SET_UPS}
    return {set_up_id(name): notation.written(s.shape, placing, False) for name, placing in placings.items()}


class Shown(NamedTuple):
    """What is to be seen of a position from one side of the board: it is the same for all who look from there."""

    title: str
    counts: tuple[str, ...]
    news: str
    items: Grouped
    moment: Moment | None


@lru_cache(maxsize=64)
def _shown(record: bytes, lay: Layout, said: Texts) -> Shown:
    seen = _seen(record)
    s = seen.s
    return Shown(
        title=_title(0 if s.phase == rules.PLACING else s.turns + (s.winner != rules.DRAW), said),
        counts=_counts(sum(s.pawns[0]) + s.in_hand[0], sum(s.pawns[1]) + s.in_hand[1], said),
        news=" ".join(_news(s, said)),
        items=Grouped(
            _ground(lay, seen.terrains),
            Laid(_squares(lay, said), seen.squares),
            _framed(lay),
            Group(_refuges(seen, lay)) if s.phase == rules.ANSWERING else NO_ITEMS,
            Laid(_stacks(lay), seen.in_rows(lay)),
            _last_done(s, lay, said),
            _below(seen.band, lay, said),
        ),
        moment=fight.moment(s, lay, said, partial(_standing_there, lay=lay)),
    )


def scene(s: State, settled: Settled, seat: int, lang: str, form: Form) -> Scene:
    """What a seat sees and may touch; a spectator sees it as White does, with a1 in the corner at the left."""
    record, said = s.tobytes(), GAME.words.texts(lang)
    seen, near = _seen(record), rules.BLACK if seat == rules.BLACK else rules.WHITE
    lay, acts, touched = land.layout(seen.s.shape, near, form), seat == seen.actor, seen.touched
    shown = _shown(record, lay, said)
    return Scene(
        x=-land.EDGE,
        y=-land.RIM,
        width=lay.whole[0],
        height=lay.whole[1],
        title=shown.title,
        status=_status(seen, seat, shown.news, said),
        aim=_aim(tuple(settled.items()), lang, seat, seen.covers),
        counts=shown.counts,
        items=shown.items,
        touches=touched.touches if acts else {},
        moves=touched.moves if acts else {},
        controls=_controls(record, said) if acts else (),
        outlooks=touch.outlooks(seen.s, touched.attacks, seen.actions, said) if acts else {},
        courses=seen.courses if acts else {},
        moment=shown.moment,
        cell=(4, 2),
    )


@lru_cache(maxsize=64)
def _controls(record: bytes, said: Texts) -> tuple[Control, ...]:
    seen = _seen(record)
    return tuple(touch.controls(seen.s, seen.touched, seen.actions, said))


# --- what is going on -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def _title(turn: int, said: Texts) -> str:
    """0: all are still being placed."""
    return said("scene.turn", turn=turn) if turn else said["scene.setting-up"]


@lru_cache(maxsize=1024)
def _counts(black: int, white: int, said: Texts) -> tuple[str, ...]:
    return said("count", n=black), said("count", n=white)


def _name(p: int, said: Texts) -> str:
    return said[f"seat.{SEATS[p]}"]


def _status(seen: Seen, seat: int, news: str, said: Texts) -> str:
    """The sentence that matters now, as it is said to the seat that looks."""
    s, (key, n), acts = seen.s, _state_of_play(seen), seat == seen.actor
    attack, defenders, targets = rules.NONE, 0, ""
    if s.phase in (rules.ANSWERING, rules.ROLLING):
        attack, defenders = s.attack, alone(s, s.attack).defenders
    if acts and key == "move" and (targets := _under_attack(seen, said)):
        key = "attack"
    told = _told(
        f"status.{'you.' if acts else ''}{key}", n, s.seat, s.winner, s.shape, attack, defenders, targets, said
    )
    return f"{news} {told}" if news else told


@lru_cache(maxsize=4096)
def _told(
    key: str, n: int, seat: int, winner: int, shape: int, attack: int, defenders: int, targets: str, said: Texts
) -> str:
    """`attack`: the one that goes on, if any does, and how many defend themselves; `targets`: what may be attacked."""
    facts: dict[str, object] = {"who": _name(seat, said), "other": _name(1 - seat, said), "n": n, "m": defenders}
    if winner in SIDES:
        facts["winner"] = _name(winner, said)
    if attack != rules.NONE:
        facts["origin"], facts["target"] = notation.names_of(shape, attack)
    return said(key, **facts, targets=targets)


def _under_attack(seen: Seen, said: Texts) -> str:
    """The squares that may be attacked, or how many there are if they are many."""
    enemies = touch.targets(seen.touched.attacks)
    if len(enemies) > 3:
        return said("status.you.several", n=len(enemies))
    return ", ".join(sorted(notation.name_of(seen.s.shape, square) for square in enemies))


@lru_cache(maxsize=1024)
def _aim(options: tuple[tuple[str, Value], ...], lang: str, seat: int, covers: tuple[Cover, ...]) -> str:
    """The Generals (MA-19): who stands by each, and how near an enemy is."""
    said = GAME.words.texts(lang)
    parts = [said["aim.general"]]
    if not covers:
        parts.append(said["aim.placing"])
    for p, cover in enumerate(covers):
        whose = "yours" if p == seat else "theirs"
        parts.append(said(f"aim.{whose}", who=_name(p, said), how=_cover_words(cover, said)))
    return GAME.aim(dict(options), lang, *parts)


def _cover(s: Numbers, p: int) -> Cover:
    square = s.general[p]
    if square == rules.OFF:
        return None
    return s.pawns[p][square] - 1, min(compress(_STEPS[square], s.pawns[1 - p]), default=rules.COLUMNS)


def _steps(a: int, b: int) -> int:
    """How many moves lie between two squares. MA-7"""
    (row, column), (other_row, other_column) = divmod(a, rules.COLUMNS), divmod(b, rules.COLUMNS)
    return max(abs(row - other_row), abs(column - other_column))


_STEPS = [[_steps(a, b) for b in SQUARES] for a in SQUARES]


def _cover_words(cover: Cover, said: Texts) -> str:
    if cover is None:
        return said["aim.fallen"]
    guards, away = cover
    near = said("aim.enemy", n=away)
    return f"{said('aim.guards', n=guards) if guards else said['aim.unguarded']}, {near}"


def _state_of_play(seen: Seen) -> tuple[str, int]:
    """Which sentence tells it, and its number."""
    s = seen.s
    if s.winner != rules.NOBODY:
        return ("draw" if s.winner == rules.DRAW else "won"), s.turns
    if s.phase == rules.MOVING:
        return "move", s.points
    if s.phase == rules.PLACING:
        left = (s.in_hand[s.seat] - 1) % rules.HANDFUL + 1
        last = rules.soldiers_in_hand(s, s.seat) == 0 and s.general[s.seat] == rules.OFF
        return ("place-general" if last else "place"), left
    key = "roll" if s.phase == rules.ROLLING else "answer" if len(seen.actions) == 1 else "choice"
    return key, rules.count_of(s.attack)


def _news(s: Numbers, said: Texts) -> Iterator[str]:
    """What came of the last attack, as long as nothing else has been moved."""
    if s.attack == rules.NONE or s.last != rules.NONE or s.phase != rules.MOVING:
        return
    mine, theirs = totals(s)
    winner = s.attacker if mine >= theirs else 1 - s.attacker
    key = "retreat" if mine == 0 else "equal" if mine == theirs else "won"
    facts = {"winner": _name(winner, said), "loser": _name(1 - winner, said)}
    yield said(f"news.{key}", **facts, most=max(mine, theirs), least=min(mine, theirs), n=s.fallen)


# --- the board --------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _ground(lay: Layout, terrains: bytes) -> Group:
    return Group((land.table(lay), *land.land(lay, tuple(terrains)), land.camps(lay)))


@cache
def _framed(lay: Layout) -> Group:
    return Group((land.frame(lay), *(_coordinate(*name) for name in land.names(lay))))


def _coordinate(kind: str, name: str, x: float, y: float) -> Item:
    shape = text(0, 0, name, 0.3, fill=WOOD, font_weight="bold")
    return Item(kind + name, x, y, (shape,), glyph=name, colour=WOOD, kind="text")


@cache
def _squares(lay: Layout, said: Texts) -> Made[Item]:
    """Each by its number, its terrain and who stands on it."""

    def square(place: int, shown: int) -> Item:
        terrain, code = divmod(shown - 1, CODES)
        return _square(place, terrain, standing_of(code), lay, said)

    return shelf(square)


def _square(square: int, terrain: int, standing: Standing, lay: Layout, said: Texts) -> Item:
    x, y = lay.place(square)
    name, colour = notation.name_of(lay.shape, square), rules.colour_of(square)
    ground = said[f"square.{SEATS[colour]}"], said[f"terrain.{TERRAINS[terrain]}"]
    return Item(
        name,
        x,
        y,
        (use(f"square-{SEATS[colour]}", 0, 0, SQUARE, SQUARE),),
        words=", ".join((name, *ground, _stack_words(standing, said))),
        glyph=f"{TERRAIN_GLYPHS[terrain]}\n\n\n{'■□'[colour]}      ",
        colour=INK,
        ground=GROUNDS[terrain],
        size=(SQUARE, SQUARE),
        kind="place",
    )


def _stack_words(standing: Standing, said: Texts) -> str:
    p, n, led = standing
    return said(f"stack.{kind_of_group(n, led)}.{SEATS[p]}", n=n) if n else said["square.empty"]


def kind_of_group(n: int, led: bool) -> str:
    """Which words tell so many pawns, the General among them or not."""
    return "soldiers" if not led else "general" if n == 1 else "led"


def _refuges(seen: Seen, lay: Layout) -> Iterator[Item]:
    """A dotted frame, for all to see, on each square to which the one who is attacked may withdraw."""
    for action in seen.actions:
        if action >= rules.RETREAT:
            yield _refuge(action - rules.RETREAT, lay)


@cache
def _refuge(square: int, lay: Layout) -> Item:
    shape = use("refuge", 0, 0, SQUARE, SQUARE)
    return Item(f"refuge-{notation.name_of(lay.shape, square)}", *lay.place(square), (shape,), kind="mark")


# --- the pawns --------------------------------------------------------------------------------------------------------


@cache
def _stacks(lay: Layout) -> Made[Item]:
    """Those who stand in each row of the picture, Black's, then White's."""
    places = [square for squares, _ in lay.depths for _ in SIDES for square in squares]

    def stack(place: int, code: int) -> Item:
        return _stack(places[place], standing_of(code), lay)

    return shelf(stack)


def _standing_there(there: Sequence[tuple[int, Standing]], lay: Layout) -> list[Item]:
    """Those who stand there, the far ones first, since the near ones stand before them."""
    return sorted([_stack(square, standing, lay) for square, standing in there], key=_DEPTH)


_DEPTH = attrgetter("y")


@lru_cache(maxsize=4096)
def _stack(square: int, standing: Standing, lay: Layout) -> Item:
    p, n, led = standing
    soldiers = "●○"[p] * (n - led) if n <= rules.FULL else f"{'●○'[p]}×{n - led}"
    name, pawns = notation.name_of(lay.shape, square), soldiers + "★☆"[p] * led
    shapes, glyph = _group(p, n, led), f"{pawns}\n{n}"
    return Item(stack_id(name), *lay.place(square), shapes, glyph=glyph, colour=INK, kind="piece", on=name)


@cache
def _group(p: int, n: int, led: bool) -> tuple[Shape, ...]:
    """Soldiers on a tray, the General among them with crown and banner, and their number."""
    symbol = f"group-{SEATS[p]}-{min(n, rules.FULL)}{'-led' if led else ''}"
    number = text(*NUMBER, str(n), 0.27, fill=ON_PAWNS[p], font_weight="bold")
    return use(symbol, 0, 0, GROUP, GROUP), number


# --- what was done ----------------------------------------------------------------------------------------------------


def _last_done(s: Numbers, lay: Layout, said: Texts) -> Group:
    """What was done last, be it a move or an attack that is settled; or the attack that is being answered or fought."""
    if s.phase in (rules.ANSWERING, rules.ROLLING):
        return _arrows("attack", s.attack, rules.OFF, lay, said)
    if s.phase == rules.MOVING and s.last != rules.NONE:
        return _arrows("move", s.last, rules.OFF, lay, said)
    if s.phase == rules.MOVING and s.attack != rules.NONE:
        return _arrows("attacked", s.attack, s.refuge, lay, said)
    return NO_ITEMS


@lru_cache(maxsize=4096)
def _arrows(kind: str, action: int, refuge: int, lay: Layout, said: Texts) -> Group:
    """`refuge`: where the defenders have withdrawn to."""
    arrow = _arrow(kind, action, lay, said)
    return Group([arrow, _retreat(action, refuge, lay)] if refuge != rules.OFF else [arrow])


ARROWS = {"move": "trail", "attack": "arrow-attack", "attacked": "arrow-attacked"}


def _arrow(kind: str, action: int, lay: Layout, said: Texts) -> Item:
    """Across the edge between two squares: dots for a move, an arrow for an attack, heavy while it goes on."""
    origin, target = notation.names_of(lay.shape, action)
    (x, y), (to_x, to_y) = map(lay.place, notation.ends_of(action))
    glyphs = DOUBLE_ARROW_GLYPHS if kind == "attack" else ARROW_GLYPHS
    group = said(f"group.{kind_of_group(n := rules.count_of(action), rules.led_of(action))}", n=n)
    return Item(
        kind,
        (x + to_x) / 2,
        (y + to_y) / 2,
        (_pointing(ARROWS[kind], to_x - x, to_y - y),),
        words=said(f"arrow.{kind}", origin=origin, target=target, group=group),
        glyph=glyphs[round(to_y - y) // 2 + 1][round(to_x - x) // 2 + 1],
        colour=fight.RED if kind == "attack" else INK,
        kind="mark",
    )


def _retreat(attack: int, refuge: int, lay: Layout) -> Item:
    """Dots from where the defenders withdrew to where they are."""
    (x, y), (to_x, to_y) = lay.place(notation.ends_of(attack)[1]), lay.place(refuge)
    shape = _pointing("trail-retreat", to_x - x, to_y - y)
    return Item("retreat", (x + to_x) / 2, (y + to_y) / 2, (shape,), kind="mark")


def _pointing(symbol: str, x: float, y: float) -> Shape:
    """A symbol that points in this direction; it does not catch a touch that is meant for a square."""
    # between upper left and lower right it keeps off the number of the upper square, which is in that corner
    off = copysign(0.55, x) / hypot(x, y) if x * y > 0 else 0
    turn = degrees(atan2(y, x))
    return use(symbol, off * x, off * y, 1.2, 0.6, turn=turn, pointer_events="none")


# --- below the board --------------------------------------------------------------------------------------------------
#
# In a text drawing each thing has its line; a picture draws it in one of the rows of the band, `lift` higher or lower.


@lru_cache(maxsize=4096)
def _below(band: Band, lay: Layout, said: Texts) -> Group:
    items = [_player(p, *band.plates[p], lay, said) for p in SIDES]
    for p, hand in enumerate(band.hands):
        items += _hand(p, *hand, lay, said)
    if band.points != rules.NONE:
        items.append(_points(band.points, lay, said))
    items += [_throw(*throw, lay, said) for throw in band.throws]
    if not band.throws:
        items.append(_legend(lay, 0 if band.hands else 1, said))
    if band.outcome:
        items.append(_outcome(*band.outcome, lay, said))
    return Group(items)


def _hands(s: Numbers) -> Band:
    """What each side still has to place."""
    (black, white), (soldiers, others) = s.in_hand, (rules.soldiers_in_hand(s, p) for p in SIDES)
    generals = [s.general[p] == rules.OFF for p in SIDES]
    plates = (black, True, rules.NONE), (white, True, rules.NONE)
    return Band(plates, ((soldiers, generals[0]), (others, generals[1])))


def _turn(s: Numbers) -> Band:
    """The points that are left, and the dice of the last attack, or those that are to be rolled for it."""
    coming, (mine, theirs), is_on = s.phase != rules.MOVING, totals(s), s.winner == rules.NOBODY
    black, white = (s.points if is_on and s.seat == p else rules.NONE for p in SIDES)
    throws: tuple[Throw, ...] = ()
    if coming or mine:
        attack = alone(s, s.attack)
        mines, others = (coming_dice(attack, side) if coming else s.dice[side] for side in (0, 1))
        throws = (
            (s.attacker, rules.ATTACKER, mines, mine > theirs),
            (1 - s.attacker, rules.DEFENDER, others, theirs > mine),
        )
    return Band(
        ((sum(s.pawns[0]), False, black), (sum(s.pawns[1]), False, white)),
        points=s.points if is_on else rules.NONE,
        throws=throws,
        outcome=_outcome_of(s, coming) if s.attack != rules.NONE else None,
    )


@lru_cache(maxsize=1024)
def _player(p: int, n: int, placing: bool, points: int, lay: Layout, said: Texts) -> Item:
    """A player's pawns and points, in words; a picture shows them elsewhere."""
    who = _name(p, said)
    words = said("plate.hand" if placing else "plate.rest", who=who, n=n)
    glyph = f"{'●○'[p]} {who} {said('plate.short', n=n) if placing else f'×{n}'}"
    if points != rules.NONE:
        words += f", {said('plate.points', n=points)}"
        glyph += " " + "◆" * points + "◇" * (rules.POINTS - points)
    width = lay.board[0]
    x, y = (width / 2, lay.line(1 + p)) if lay.is_narrow else (width * (0.22, 0.78)[p], lay.line(1))
    return Item(f"player-{SEATS[p]}", x, y, (), words, glyph, INK, kind="text")


@lru_cache(maxsize=1024)
def _hand(p: int, soldiers: int, general: bool, lay: Layout, said: Texts) -> tuple[Item, ...]:
    """Soldiers; and the General apart, so that it can be chosen."""
    width, y = lay.board[0], lay.line(3 if lay.is_narrow else 2)
    lift, step, x = lay.band(1) - y, 0.145 if lay.is_narrow else 0.175, (p + 0.4) * width / 2
    left = p * (width / 2 if lay.is_narrow else width - HAND) - x
    shapes = [use(f"soldier-{SEATS[p]}", left + 0.35 + step * i, lift, 0.55, 0.95) for i in range(soldiers)]
    if soldiers:
        end = left + 0.7 + step * soldiers
        shapes.append(text(end, lift + 0.25, str(soldiers), 0.34, fill=INK, font_weight="bold"))
    hand = Item(f"hand-{SEATS[p]}", x, y, tuple(shapes), "", "●○"[p] * soldiers, INK, kind="piece")
    if not general:
        return (hand,)
    at = (p + 1) * width / 2 - 0.75
    shape = use(f"general-{SEATS[p]}", x + left + 14 * step + 1.45 - at, lift - 0.04, 0.98, 1.24)
    words = said[f"general.{SEATS[p]}"]
    return hand, Item(general_id(p), at, y, (shape,), words, "★☆"[p], INK, kind="piece")


@cache
def _legend(lay: Layout, row: int, said: Texts) -> Item:
    """MA-12: which terrain beats which."""
    order = rules.MOUNTAIN, rules.PLAIN, rules.FOREST, rules.MOUNTAIN
    glyph = " > ".join(TERRAIN_GLYPHS[terrain].split()[0] for terrain in order)
    x, width = (lay.board[0] / 2 if lay.is_narrow else lay.board[0] - 2), lay.board[0]
    middle, lift = (width / 2 if lay.is_narrow or row == 0 else width - 1.5) - x, lay.band(row) - lay.line(0)
    spots = [middle + 0.8 * (i - 1.5) for i in range(len(order))]
    signs = [use(f"sign-{TERRAINS[t]}", at, lift, 0.56, 0.56) for at, t in zip(spots, order, strict=True)]
    beats = [text(at + 0.4, lift - 0.03, "›", 0.46, fill=QUIET, font_weight="bold") for at in spots[:-1]]
    return Item("legend", x, lay.line(0), (*signs, *beats), said["terrain.order"], glyph, INK, kind="text")


def _outcome_of(s: Numbers, coming: bool) -> tuple[str, int]:
    """Which words tell it, and who has won."""
    mine, theirs = totals(s)
    winner = s.attacker if mine > theirs else 1 - s.attacker
    return "coming" if coming else "left" if mine == 0 else "equal" if mine == theirs else "won", winner


@lru_cache(maxsize=256)
def _outcome(key: str, winner: int, lay: Layout, said: Texts) -> Item:
    x, y = (lay.board[0] / 2, lay.line(4)) if lay.is_narrow else (0.8 * lay.board[0], lay.line(2))
    return Item("outcome", x, y, (), "", said(f"outcome.{key}", who=_name(winner, said)), INK, kind="text")


@lru_cache(maxsize=256)
def _points(left: int, lay: Layout, said: Texts) -> Item:
    """The action points of a turn, full as long as they are left."""
    shapes = [use("point" if i < left else "point-spent", 0.3 + 0.5 * i, 0, 0.46, 0.46) for i in range(rules.POINTS)]
    words = said("plate.left", n=left, most=rules.POINTS)
    number = text(2.75, 0, words, 0.36 if lay.is_narrow else 0.3, fill=INK, text_anchor="start")
    return Item("points", 0, lay.band(0), (*shapes, number), kind="text")


@lru_cache(maxsize=1024)
def _throw(p: int, side: int, numbers: Sequence[int], wins: bool, lay: Layout, said: Texts) -> Item:
    """One side's dice, and what they come to; those that are still to be rolled show nothing."""
    total, width = max(sum(numbers), 0), lay.board[0]
    x, y = (width * (0.25, 0.75)[side], lay.line(3)) if lay.is_narrow else (width * (0.17, 0.45)[side], lay.line(2))
    left, lift = (width * (0.02, 0.52)[side] if lay.is_narrow else width * (0.46, 0.74)[side]) - x, lay.band(1) - y
    shapes = list(fight.dice(p, numbers, left, lift, DIE))
    if total:
        end = left + (len(numbers) - numbers.count(0)) * 1.08 * DIE + 0.1
        paint: dict[str, Paint] = {"fill": fight.RED if wins else QUIET, "font_weight": "bold", "text_anchor": "start"}
        shapes.append(text(end, lift, str(total), 0.56, **paint))
    return Item(
        ("dice-attack", "dice-defence")[side],
        x,
        y,
        tuple(shapes),
        words=_throw_words(p, side, numbers, total, said),
        glyph=_throw_glyph(p, numbers, total),
        colour=INK,
        kind="die",
    )


def _throw_words(p: int, side: int, numbers: Sequence[int], total: int, said: Texts) -> str:
    names = {"side": said[("dice.attack", "dice.defence")[side]], "who": _name(p, said)}
    if total == 0:
        dice = said["dice.pair" if numbers[1] else "dice.single"]
        dice = said("dice.and-special", dice=dice) if numbers[2] else dice
        return said("dice.coming", dice=dice, **names)
    parts = [str(n) for n in numbers[:2] if n] + [said("dice.special", n=n) for n in numbers[2:] if n]
    return said("dice.thrown", dice=", ".join(parts), total=total, **names)


def _throw_glyph(p: int, numbers: Sequence[int], total: int) -> str:
    dice = [("d" if i == 2 else "") + (str(n) if n > 0 else "?") for i, n in enumerate(numbers) if n]
    return f"{'●○'[p]} {' '.join(dice)}" + (f" = {total}" if total else "")
