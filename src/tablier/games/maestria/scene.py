"""The picture of Maestria: a painted land of twenty-four squares, turned towards the seat that looks.

What things look like is in `art.svg`, where they are in `land.py`, what is told and shown of a fight in `fight.py`. The
squares' words say what stands on them, so the groups of pawns have none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache, partial
from math import atan2, copysign, degrees, hypot
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from tablier.engine import kernels
from tablier.engine.kernels import State
from tablier.engine.options import Settled
from tablier.games.maestria import fight, land, notation, rules
from tablier.games.maestria.fight import coming_dice, squares_of, totals
from tablier.games.maestria.game import GAME
from tablier.games.maestria.land import GROUNDS, INK, SEATS, SQUARE, TERRAINS, WOOD, Layout
from tablier.games.maestria.odds import in_the_fight
from tablier.games.maestria.set_ups import SET_UPS, next_placing
from tablier.language import Texts
from tablier.picture.scene import Choice, Control, Form, Item, Moment, Outlook, Paint, Scene, Shape, text, use

QUIET = "#5f5949"
ON_PAWNS = ("#f7efdc", "#2b2214")
"""What is written on the pawns of each seat."""

TERRAIN_GLYPHS = ("'  ,  '", "♠  ♠  ♠", "/\\ /\\/\\")
ARROW_GLYPHS, DOUBLE_ARROW_GLYPHS = ("↖↑↗", "← →", "↙↓↘"), ("⇖⇑⇗", "⇐ ⇒", "⇙⇓⇘")
"""By the direction on the screen: row above, same, below; column to the left, same, to the right."""

GROUP = 2.1  # how wide a group of pawns is drawn, with its tray
NUMBER = (0.725, 0.825)  # where its number stands
SQUARES = range(rules.SQUARES)
HAND = 4.5  # how wide a hand is, with the General
DIE = 0.74  # how wide a die is, below the board
WAYS = dict[int, list[tuple[int, bool]]]
"""For each way that a seat may go, the groups that may: how many pawns, and whether the General is one of them."""


class Seen(NamedTuple):
    """A position in plain numbers and words of no language. It is the same for all who look, and is made once."""

    s: State
    pawns: list[list[int]]
    """Of each side: how many stand on each square."""
    generals: list[int]
    terrains: tuple[int, ...]
    actor: int
    """Who is to act; NOBODY: chance, or nobody any more."""
    actions: list[int]
    """What they may do."""
    ways: WAYS
    touches: dict[str, tuple[str, ...]]
    ids: set[str]
    """What they may touch."""
    moves: dict[str, str]
    courses: dict[str, str]


@lru_cache(maxsize=64)  # for as long as those who look at it are shown it
def _seen(record: bytes) -> Seen:
    s: State = np.frombuffer(record, dtype=rules.RECORD).copy()[0]  # rules write in it, for as long as they count
    has_actor = s.winner == rules.NOBODY and s.phase != rules.ROLLING
    actor = int(rules.acting(s)) if has_actor else rules.NOBODY
    actions = _legal(s, actor) if has_actor else []
    ways = _ways(actions)
    touches = {notation.write(s, actor, action): _sequence(s, actor, action, ways) for action in actions}
    return Seen(
        s=s,
        pawns=s.pawns.tolist(),
        generals=s.general.tolist(),
        terrains=tuple(s.map[rules.SPOTS[s["shape"]]].tolist()),
        actor=actor,
        actions=actions,
        ways=ways,
        touches=touches,
        ids={id for sequence in touches.values() for id in sequence},
        moves=_moves(s, actor, touches),
        courses=_courses(s, actor, actions),
    )


class Shown(NamedTuple):
    """What is to be seen of a position from one side of the board: it is the same for all who look from there."""

    title: str
    counts: tuple[str, ...]
    news: str
    items: tuple[Item, ...]
    moment: Moment | None


@lru_cache(maxsize=64)
def _shown(record: bytes, lay: Layout, said: Texts) -> Shown:
    seen = _seen(record)
    s = seen.s
    return Shown(
        title=_title(s, said),
        counts=tuple(said("count", n=sum(seen.pawns[p]) + s.in_hand[p]) for p in (rules.BLACK, rules.WHITE)),
        news=" ".join(_news(s, said)),
        items=(
            *_ground(lay, seen.terrains),
            *(_square(square, _standing(seen, square), seen.terrains[square], lay, said) for square in SQUARES),
            *_framed(lay),
            *_refuges(seen, lay),
            *_stacks(s, lay),
            *_last_move(s, lay, said),
            *_attack(s, lay, said),
            *(_player(s, p, lay, said) for p in (rules.BLACK, rules.WHITE)),
            *(_hands(s, lay, said) if s.phase == rules.PLACING else _turn(s, lay, said)),
        ),
        moment=fight.moment(s, lay, said, partial(_stacks, lay=lay)),
    )


def scene(s: State, settled: Settled, seat: int, lang: str, form: Form) -> Scene:
    """What a seat sees and may touch; a spectator sees it as White does, with a1 in the corner at the left."""
    record, said = s.tobytes(), GAME.words.texts(lang)
    seen, near = _seen(record), rules.BLACK if seat == rules.BLACK else rules.WHITE
    lay, acts = land.layout(int(s["shape"]), near, form), seat == seen.actor
    shown = _shown(record, lay, said)
    return Scene(
        x=-land.EDGE,
        y=-land.RIM,
        width=lay.whole[0],
        height=lay.whole[1],
        title=shown.title,
        status=_status(seen, seat, shown.news, said),
        aim=GAME.aim(settled, lang, *_aim(seen, seat, said)),
        counts=shown.counts,
        items=shown.items,
        touches=seen.touches if acts else {},
        moves=seen.moves if acts else {},
        controls=_controls(record, said) if acts else (),
        outlooks=_outlooks(seen, seat, said) if acts else {},
        courses=seen.courses if acts else {},
        moment=shown.moment,
        cell=(4, 2),
    )


# --- what touching means ----------------------------------------------------------------------------------------------


def _legal(s: State, seat: int) -> list[int]:
    room = np.zeros(rules.ACTION_COUNT, dtype=np.int64)
    actions: list[int] = room[: kernels.legal(s, seat, room)].tolist()
    return actions


def _ways(actions: Sequence[int]) -> WAYS:
    ways: WAYS = {}
    for action in actions:
        if rules.FIRST_MOVE <= action < rules.END:
            group = int(rules.count_of(action)), bool(rules.led_of(action))
            ways.setdefault(int(rules.way_of(action)), []).append(group)
    return ways


def _sequence(s: State, seat: int, action: int, ways: WAYS) -> tuple[str, ...]:
    """One square: place a soldier there, or withdraw to it. Two: move, or attack; what is left to choose is asked."""
    if action < rules.SQUARES:
        return (notation.square_name(s, action),)
    if action < rules.FIRST_MOVE:
        return (_general_id(seat), notation.square_name(s, action - rules.SQUARES))
    if action < rules.END:
        return (*squares_of(s, action), *_answers(s, seat, action, ways[int(rules.way_of(action))]))
    if action < rules.RETREAT:
        return ("end",) if action == rules.END else ("fight",)
    return (notation.square_name(s, action - rules.RETREAT),)


def _answers(s: State, seat: int, action: int, groups: Sequence[tuple[int, bool]]) -> Iterator[str]:
    """How many soldiers go, and whether the General does, where there is a choice; and that it shall be so."""
    origin, target = squares_of(s, action)
    n, led = int(rules.count_of(action)), bool(rules.led_of(action))
    soldiers = [n - led for n, led in groups]
    if len(groups) > 1:
        yield _soldiers_id(origin, n - led)
    if len(set(soldiers)) < len(soldiers):
        yield _LED[led]
    if s.pawns[1 - seat, rules.TARGETS[rules.way_of(action)]]:
        yield _attack_id(target)
    elif len(groups) > 1:
        yield "advance"


_LED = ("without-general", "with-general")


def _general_id(p: int) -> str:
    return f"general-{SEATS[p]}"


def _soldiers_id(origin: str, n: int) -> str:
    return f"{origin}*{n}"


def _attack_id(target: str) -> str:
    return f"attack-{target}"


def _moves(s: State, seat: int, touches: dict[str, tuple[str, ...]]) -> dict[str, str]:
    """Each with what it takes along: a stack that leaves as a whole for a square without an enemy; the General."""
    moves: dict[str, str] = {}
    for written, sequence in touches.items():
        if len(sequence) == 2:
            origin, _ = sequence
            if origin == _general_id(seat):
                moves[written] = origin
            elif rules.count_of(notation.read(s, seat, written)) == s.pawns[seat, notation.square_number(s, origin)]:
                moves[written] = _stack_id(origin)
    return moves


@lru_cache(maxsize=64)
def _controls(record: bytes, said: Texts) -> tuple[Control, ...]:
    return tuple(_asked(_seen(record), said))


def _asked(seen: Seen, said: Texts) -> Iterator[Control]:
    """Quick set-ups; who leaves each square, with what that costs; and what is said by a button."""
    s, ids, ways = seen.s, seen.ids, seen.ways
    if s.phase == rules.PLACING and ids:
        yield Control("set-up", "course", said["control.set-up"], tuple(_set_up(name, said) for name in SET_UPS))
    for square in sorted({int(rules.ORIGINS[way]) for way in ways}):
        origin = notation.square_name(s, square)
        choices = tuple(n for n in range(rules.FULL + 1) if _soldiers_id(origin, n) in ids)
        if choices:
            yield _who(origin, choices, said)
    if _LED[1] in ids:
        asked = tuple(_led(led, said) for led in (True, False))
        yield Control("led", "pick", said["control.general"], asked, presets=(_LED[False],))
    for square in sorted({int(rules.TARGETS[way]) for way in ways}):
        target = notation.square_name(s, square)
        if _attack_id(target) in ids:
            yield _button(_attack_id(target), said("control.attack", square=target))
    for name in ("advance", "fight", "end"):
        if name in ids:
            yield _button(name, said[f"control.{name}"])


@lru_cache(maxsize=512)
def _who(origin: str, numbers: tuple[int, ...], said: Texts) -> Control:
    choices = tuple(_soldiers(origin, n, said) for n in numbers)
    most = tuple(choice.id for choice in reversed(choices))
    return Control(f"who-{origin}", "pick", said("control.who", square=origin), choices, most)


def _set_up(name: str, said: Texts) -> Choice:
    return Choice(_set_up_id(name), said[f"set-up.{name}"], said[f"set-up.{name}-note"], f"set-up-{name}")


def _set_up_id(name: str) -> str:
    return f"set-up-{name}"


def _courses(s: State, seat: int, actions: Sequence[int]) -> dict[str, str]:
    """How each of the set-ups goes on."""
    if s.phase != rules.PLACING or not actions:
        return {}
    placings = {name: next_placing(s, seat, name, actions) for name in SET_UPS}
    return {_set_up_id(name): notation.write(s, seat, placing) for name, placing in placings.items()}


def _soldiers(origin: str, n: int, said: Texts) -> Choice:
    words = said("control.soldiers", n=n) if n else said["control.alone"]
    return Choice(_soldiers_id(origin, n), words, said("control.cost", n=n) if n else "", "" if n else "crown")


def _led(led: bool, said: Texts) -> Choice:
    note = said("control.more", n=1) if led else ""
    return Choice(_LED[led], said[f"control.{_LED[led]}"], note, "crown" if led else "")


def _button(id: str, words: str) -> Control:
    return Control(f"say-{id}", "confirm", "", (Choice(id, words),))


def _outlooks(seen: Seen, seat: int, said: Texts) -> dict[str, Outlook]:
    """The odds of each attack, and those of whoever is attacked."""
    s, looks = seen.s, dict[str, Outlook]()
    for written, action in zip(seen.touches, seen.actions, strict=True):
        if rules.FIRST_MOVE <= action < rules.END and seen.pawns[1 - seat][rules.TARGETS[rules.way_of(action)]]:
            looks[written] = fight.outlook(s, action, said)
        elif action == rules.FIGHT:
            looks[notation.FIGHT] = fight.defence(s, said)
    return looks


# --- what is going on -------------------------------------------------------------------------------------------------


def _title(s: State, said: Texts) -> str:
    if s.phase == rules.PLACING:
        return said["scene.setting-up"]
    return said("scene.turn", turn=s.turns + (s.winner != rules.DRAW))


def _name(p: int, said: Texts) -> str:
    return said[f"seat.{SEATS[p]}"]


def _status(seen: Seen, seat: int, news: str, said: Texts) -> str:
    """The sentence that matters now, as it is said to the seat that looks."""
    s, (key, n), acts = seen.s, _state_of_play(seen), seat == seen.actor
    facts = {"who": _name(s.seat, said), "other": _name(1 - s.seat, said), "n": n}
    if key == "won":
        facts["winner"] = _name(s.winner, said)
    if s.phase in (rules.ANSWERING, rules.ROLLING):
        origin, target = squares_of(s, int(s.attack))
        facts.update(origin=origin, target=target, m=in_the_fight(s, rules.DEFENDER))
    if acts and key == "move" and (targets := _under_attack(seen, seat, said)):
        key, facts["targets"] = "attack", targets
    return " ".join(filter(None, (news, said(f"status.{'you.' if acts else ''}{key}", **facts))))


def _under_attack(seen: Seen, seat: int, said: Texts) -> str:
    """The squares that may be attacked, or how many there are if they are many."""
    s, others = seen.s, seen.pawns[1 - seat]
    enemies = {int(rules.TARGETS[way]) for way in seen.ways if others[rules.TARGETS[way]]}
    if len(enemies) > 3:
        return said("status.you.several", n=len(enemies))
    return ", ".join(sorted(notation.square_name(s, square) for square in enemies))


def _aim(seen: Seen, seat: int, said: Texts) -> Iterator[str]:
    """The Generals (MA-19): who stands by each, and how near an enemy is."""
    yield said["aim.general"]
    if seen.s.phase == rules.PLACING:
        yield said["aim.placing"]
        return
    for p in (rules.BLACK, rules.WHITE):
        whose = "yours" if p == seat else "theirs"
        yield said(f"aim.{whose}", who=_name(p, said), how=_cover(seen, p, said))


def _cover(seen: Seen, p: int, said: Texts) -> str:
    square = seen.generals[p]
    if square == rules.OFF:
        return said["aim.fallen"]
    guards, (row, column) = seen.pawns[p][square] - 1, divmod(square, rules.COLUMNS)
    enemies = [divmod(other, rules.COLUMNS) for other in SQUARES if seen.pawns[1 - p][other]]
    away = min((max(abs(a - row), abs(b - column)) for a, b in enemies), default=rules.COLUMNS)
    near = said("aim.enemy", n=away)
    return f"{said('aim.guards', n=guards) if guards else said['aim.unguarded']}, {near}"


def _state_of_play(seen: Seen) -> tuple[str, int]:
    """Which sentence tells it, and its number."""
    s = seen.s
    if s.winner != rules.NOBODY:
        return ("draw" if s.winner == rules.DRAW else "won"), int(s.turns)
    if s.phase == rules.MOVING:
        return "move", int(s.points)
    if s.phase == rules.PLACING:
        left = (int(s.in_hand[s.seat]) - 1) % rules.HANDFUL + 1
        last = rules.soldiers_in_hand(s, s.seat) == 0 and s.general[s.seat] == rules.OFF
        return ("place-general" if last else "place"), left
    key = "roll" if s.phase == rules.ROLLING else "answer" if len(seen.actions) == 1 else "choice"
    return key, int(rules.count_of(s.attack))


def _news(s: State, said: Texts) -> Iterator[str]:
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
def _ground(lay: Layout, terrains: tuple[int, ...]) -> tuple[Item, ...]:
    return land.table(lay), *land.land(lay, terrains), land.camps(lay)


@cache
def _framed(lay: Layout) -> tuple[Item, ...]:
    return land.frame(lay), *(_coordinate(*name) for name in land.names(lay))


def _coordinate(kind: str, name: str, x: float, y: float) -> Item:
    shape = text(0, 0, name, 0.3, fill=WOOD, font_weight="bold")
    return Item(kind + name, x, y, (shape,), glyph=name, colour=WOOD, kind="text")


Standing = tuple[int, int, bool]
"""Who stands on a square: a seat, so many pawns, and whether the General is one of them."""

NOBODY_HERE: Standing = (rules.NOBODY, 0, False)


def _standing(seen: Seen, square: int) -> Standing:
    for p in (rules.BLACK, rules.WHITE):
        if n := seen.pawns[p][square]:
            return p, n, seen.generals[p] == square
    return NOBODY_HERE


@lru_cache(maxsize=8192)
def _square(square: int, standing: Standing, terrain: int, lay: Layout, said: Texts) -> Item:
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


def _group_words(n: int, led: bool, said: Texts) -> str:
    return said(f"group.{kind_of_group(n, led)}", n=n)


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


def _stacks(s: State, lay: Layout) -> list[Item]:
    """All of them, the far ones first, since the near ones stand before them."""
    pawns, generals = s.pawns.tolist(), s.general.tolist()
    placed = [(p, square) for p in (rules.BLACK, rules.WHITE) for square in SQUARES if pawns[p][square]]
    items = [_stack(square, (p, pawns[p][square], generals[p] == square), lay) for p, square in placed]
    return sorted(items, key=_DEPTH)


_DEPTH = attrgetter("y")


@lru_cache(maxsize=4096)
def _stack(square: int, standing: Standing, lay: Layout) -> Item:
    p, n, led = standing
    soldiers = "●○"[p] * (n - led) if n <= rules.FULL else f"{'●○'[p]}×{n - led}"
    name, pawns = notation.name_of(lay.shape, square), soldiers + "★☆"[p] * led
    shapes, glyph = _group(p, n, led), f"{pawns}\n{n}"
    return Item(_stack_id(name), *lay.place(square), shapes, glyph=glyph, colour=INK, kind="piece", on=name)


@cache
def _group(p: int, n: int, led: bool) -> tuple[Shape, ...]:
    """Soldiers on a tray, the General among them with crown and banner, and their number."""
    symbol = f"group-{SEATS[p]}-{min(n, rules.FULL)}{'-led' if led else ''}"
    number = text(*NUMBER, str(n), 0.27, fill=ON_PAWNS[p], font_weight="bold")
    return use(symbol, 0, 0, GROUP, GROUP), number


def _stack_id(square: str) -> str:
    return f"stack-{square}"


# --- what was done ----------------------------------------------------------------------------------------------------


def _last_move(s: State, lay: Layout, said: Texts) -> Iterator[Item]:
    """What was done last, be it a move or an attack that is settled."""
    if s.phase == rules.MOVING and s.last != rules.NONE:
        yield _arrow("move", int(s.last), lay, said)
    elif s.phase == rules.MOVING and s.attack != rules.NONE:
        yield _arrow("attacked", int(s.attack), lay, said)
        if s.refuge != rules.OFF:
            yield _retreat(s, lay)


def _attack(s: State, lay: Layout, said: Texts) -> Iterator[Item]:
    """The attack that is being answered or rolled for."""
    if s.phase in (rules.ANSWERING, rules.ROLLING):
        yield _arrow("attack", int(s.attack), lay, said)


ARROWS = {"move": "trail", "attack": "arrow-attack", "attacked": "arrow-attacked"}


@lru_cache(maxsize=4096)
def _arrow(kind: str, action: int, lay: Layout, said: Texts) -> Item:
    """Across the edge between two squares: dots for a move, an arrow for an attack, heavy while it goes on."""
    way = rules.way_of(action)
    ends = int(rules.ORIGINS[way]), int(rules.TARGETS[way])
    origin, target = (notation.name_of(lay.shape, square) for square in ends)
    (x, y), (to_x, to_y) = (lay.place(square) for square in ends)
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


def _retreat(s: State, lay: Layout) -> Item:
    """Dots from where the defenders withdrew to where they are."""
    (x, y), (to_x, to_y) = lay.place(int(rules.TARGETS[rules.way_of(s.attack)])), lay.place(int(s.refuge))
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


def _player(s: State, p: int, lay: Layout, said: Texts) -> Item:
    """A player's pawns and points, in words; a picture shows them elsewhere."""
    placing, has_turn = s.phase == rules.PLACING, s.winner == rules.NOBODY and s.seat == p
    n, who, points = int(s.in_hand[p] if placing else s.pawns[p].sum()), _name(p, said), int(s.points)
    words = said("plate.hand" if placing else "plate.rest", who=who, n=n)
    glyph = f"{'●○'[p]} {who} {said('plate.short', n=n) if placing else f'×{n}'}"
    if has_turn and not placing:
        words += f", {said('plate.points', n=points)}"
        glyph += " " + "◆" * points + "◇" * (rules.POINTS - points)
    width = lay.board[0]
    x, y = (width / 2, lay.line(1 + p)) if lay.is_narrow else (width * (0.22, 0.78)[p], lay.line(1))
    return Item(f"player-{SEATS[p]}", x, y, (), words, glyph, INK, kind="text")


def _hands(s: State, lay: Layout, said: Texts) -> Iterator[Item]:
    """What each side still has to place; the General apart, so that it can be chosen."""
    width, y = lay.board[0], lay.line(3 if lay.is_narrow else 2)
    lift, step = lay.band(1) - y, 0.145 if lay.is_narrow else 0.175
    for p in (rules.BLACK, rules.WHITE):
        soldiers, x = int(rules.soldiers_in_hand(s, p)), (p + 0.4) * width / 2
        left = p * (width / 2 if lay.is_narrow else width - HAND) - x
        shapes = [use(f"soldier-{SEATS[p]}", left + 0.35 + step * i, lift, 0.55, 0.95) for i in range(soldiers)]
        if soldiers:
            end = left + 0.7 + step * soldiers
            shapes.append(text(end, lift + 0.25, str(soldiers), 0.34, fill=INK, font_weight="bold"))
        yield Item(f"hand-{SEATS[p]}", x, y, tuple(shapes), "", "●○"[p] * soldiers, INK, kind="piece")
        if s.general[p] == rules.OFF:
            at = (p + 1) * width / 2 - 0.75
            shape = use(f"general-{SEATS[p]}", x + left + 14 * step + 1.45 - at, lift - 0.04, 0.98, 1.24)
            yield Item(_general_id(p), at, y, (shape,), said[f"general.{SEATS[p]}"], "★☆"[p], INK, kind="piece")
    yield _legend(lay, 0, said)


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


def _turn(s: State, lay: Layout, said: Texts) -> Iterator[Item]:
    """The points that are left, and the dice of the last attack, or those that are to be rolled for it."""
    coming = s.phase != rules.MOVING
    if s.winner == rules.NOBODY:
        yield _points(s, lay, said)
    if coming or totals(s)[0]:
        for side in (rules.ATTACKER, rules.DEFENDER):
            yield _throw(s, side, coming, lay, said)
    else:
        yield _legend(lay, 1, said)
    if s.attack != rules.NONE:
        x, y = (lay.board[0] / 2, lay.line(4)) if lay.is_narrow else (0.8 * lay.board[0], lay.line(2))
        yield Item("outcome", x, y, (), "", _outcome(s, coming, said), INK, kind="text")


def _outcome(s: State, coming: bool, said: Texts) -> str:
    mine, theirs = totals(s)
    winner = s.attacker if mine > theirs else 1 - s.attacker
    key = "coming" if coming else "left" if mine == 0 else "equal" if mine == theirs else "won"
    return said(f"outcome.{key}", who=_name(winner, said))


def _points(s: State, lay: Layout, said: Texts) -> Item:
    """The action points of a turn, full as long as they are left."""
    left = int(s.points)
    shapes = [use("point" if i < left else "point-spent", 0.3 + 0.5 * i, 0, 0.46, 0.46) for i in range(rules.POINTS)]
    words = said("plate.left", n=left, most=rules.POINTS)
    number = text(2.75, 0, words, 0.36 if lay.is_narrow else 0.3, fill=INK, text_anchor="start")
    return Item("points", 0, lay.band(0), (*shapes, number), kind="text")


def _throw(s: State, side: int, coming: bool, lay: Layout, said: Texts) -> Item:
    """One side's dice, and what they come to; those that are still to be rolled show nothing."""
    p = int(s.attacker) if side == rules.ATTACKER else 1 - int(s.attacker)
    numbers = coming_dice(s, side) if coming else [int(n) for n in s.dice[side]]
    total, width = 0 if coming else sum(numbers), lay.board[0]
    x, y = (width * (0.25, 0.75)[side], lay.line(3)) if lay.is_narrow else (width * (0.17, 0.45)[side], lay.line(2))
    left, lift = (width * (0.02, 0.52)[side] if lay.is_narrow else width * (0.46, 0.74)[side]) - x, lay.band(1) - y
    shapes = list(fight.dice(p, numbers, left, lift, DIE))
    if total:
        wins, end = total > totals(s)[1 - side], left + (len(numbers) - numbers.count(0)) * 1.08 * DIE + 0.1
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
