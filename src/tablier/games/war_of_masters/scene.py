"""The picture of War of Masters: a wooden board turned towards the seat that looks, two trays, and the die.

Where there is room they are beside it, on a phone below. `art.svg` has what they look like.

A unit is a square. The board reaches from (0, 0) to (9, 9); x and y grow to the right and down. The words of a square
say what stands on it, so the cylinders themselves have none.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from math import hypot
from typing import NamedTuple

from tablier.engine.kernels import State
from tablier.engine.options import Settled, Value
from tablier.games.war_of_masters import notation, rules
from tablier.games.war_of_masters.game import GAME
from tablier.games.war_of_masters.seen import (
    IDS,
    KINDS,
    NOTHING,
    SEATS,
    TRODDEN,
    Lying,
    Numbers,
    Rings,
    Seen,
    piece_of,
    seen,
)
from tablier.language import Texts
from tablier.picture.once import Made
from tablier.picture.scene import (
    NO_ITEMS,
    Beat,
    Form,
    Group,
    Grouped,
    Item,
    Laid,
    Moment,
    Paint,
    Scene,
    Shape,
    circle,
    path,
    rect,
    shelf,
    text,
    use,
)

# --- where things are -------------------------------------------------------------------------------------------------


class Layout(NamedTuple):
    """Where everything is that is not a square of the board."""

    board: str
    """Its symbol."""
    frame: float
    """The width of the wood around the board."""
    case: tuple[float, float, float, float]
    """Beside or below the board: its middle, its width, its height."""
    die: tuple[float, float]
    """Of the player who is near; the other's lies as far from the middle of the case, on the other side."""
    die_size: float
    label: tuple[float, float]
    near: tuple[float, float]
    """The tray of the player who is near; the other's lies opposite."""
    tray: tuple[float, float]
    """The width and height of a tray."""
    button: tuple[float, float]

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The left and upper edges of all of it, its width, its height."""
        x, y, width, height = self.case
        edge = self.frame
        right, bottom = max(rules.SIZE + edge, x + width / 2), max(rules.SIZE + edge, y + height / 2)
        return -edge, -edge, right + edge, bottom + edge

    def across(self, point: tuple[float, float], mine: bool) -> tuple[float, float]:
        """A place of the near player's, or the same of the other's."""
        if mine:
            return point
        _, y, width, height = self.case
        return (point[0], 2 * y - point[1]) if height > width else (rules.SIZE - point[0], point[1])


MIDDLE = rules.SIZE / 2
SIDE = 10.5  # the middle of the trays and the die, from left to right
LAYOUTS: dict[Form, Layout] = {
    "wide": Layout(
        board="board", frame=0.5, case=(SIDE, MIDDLE, 2.2, 10), die=(SIDE, MIDDLE + 0.3), die_size=1.3,
        label=(SIDE, MIDDLE + 1.3), near=(SIDE, 7.475), tray=(2.0, 3.05), button=(SIDE, MIDDLE - 1),
    ),
    "tall": Layout(
        board="board-narrow", frame=0.16, case=(MIDDLE, 10.12, 9.32, 1.9), die=(MIDDLE, 9.9), die_size=1.15,
        label=(MIDDLE, 10.75), near=(7.42, 10.12), tray=(3.2, 1.6), button=(MIDDLE, 10.75),
    ),
}  # fmt: skip

# --- colours ----------------------------------------------------------------------------------------------------------

TOPS = ("#cc4527", "#583826")  # lightness tells the sides apart without colour, too
DARK = ("#8e2417", "#23130a")
CHIPS = ("#b02c1c", "#452a1a")  # in a text drawing, where letters must be read on them
IVORY, GOLD, INK = "#fff4e0", "#ffd95c", "#4b2f19"
WALNUT, LINEN, MAPLE, HONEY = "#5b3821", "#d6c49d", ("#eed7ae", "#e2c493"), ("#f3d77f", "#e8c766")

# --- the scene --------------------------------------------------------------------------------------------------------


def scene(s: State, settled: Settled, seat: int, lang: str, form: Form) -> Scene:
    """What a seat sees and may touch; a spectator sees it as Red does."""
    record = s.tobytes()
    at = seen(record)
    meant = at.meant if seat == at.s.seat else NOTHING
    near = rules.BROWN if seat == rules.BROWN else rules.RED
    x, y, width, height = _box(form)
    title, status, counts = _told(record, lang)
    groups = _groups(record, near, form, lang)
    return Scene(
        x=x,
        y=y,
        width=width,
        height=height,
        beside=rules.SIZE,
        title=title,
        status=status,
        aim=_aim(tuple(settled.items()), seat, _fates(at), lang),
        counts=counts,
        items=Grouped(*groups, _pass(form, lang) if meant.stuck else NO_ITEMS),
        touches=meant.touches,
        moves=meant.moves,
        takes=meant.takes,
        moment=_fall(at, near, GAME.words.texts(lang)) if at.s.winner != rules.NOBODY else None,
        cell=(5, 2),
    )


@cache
def _box(form: Form) -> tuple[float, float, float, float]:
    return LAYOUTS[form].box


@lru_cache(maxsize=64)
def _told(record: bytes, lang: str) -> tuple[str, str, tuple[str, ...]]:
    """What is said to everybody: the title, what is going on, what counts."""
    at = seen(record)
    s = at.s
    turn = s.turns + (s.winner == rules.NOBODY)
    n, turns = s.rest or s.roll, s.turns if s.winner != rules.NOBODY else 0
    status = _status(_state_of_play(s, at.meant.stuck), _has_passed(at), s.seat, s.roll, n, turns, lang)
    return _title(turn, lang), status, _counts(tuple(s.left), lang)


@lru_cache(maxsize=64)
def _groups(record: bytes, near: int, form: Form, lang: str) -> tuple[Group | Laid, ...]:
    """What is to be seen from one side of the board: it is the same for all who look from there."""
    at, s = seen(record), seen(record).s
    red, brown = at.lying
    return (
        _furniture(form, near),
        Laid(_squares(near, lang), at.kinds),
        _trail(at.trail, near, lang),
        _trays(red, brown, near, form, lang),
        Laid(_standing(near, at.rings), at.cells if near == rules.RED else at.cells[::-1]),
        _lie_in_tray(red, rules.RED, near, form),
        _lie_in_tray(brown, rules.BROWN, near, form),
        _dangers(at, near),
        _thrown(s.seat, s.roll, s.rest, s.winner, near, form, lang),
    )


def _fall(at: Seen, near: int, said: Texts) -> Moment | None:
    """How the Master was taken, where that has won the game (WM-5)."""
    if at.s.winner == rules.DRAW or at.s.goal != rules.MASTER:
        return None
    x, y = _place(at.trail[-1][1], near)
    burst = Item("fallen", x, y, (use("fallen", 0, 0, 2.4, 2.4),))
    words = said("moment.fall", who=_name(at.s.winner, said))
    return Moment(f"fall {at.s.turns}", (Beat(words, (burst,), (), 1600),))


def _place(square: int, near: int) -> tuple[float, float]:
    """The middle of a square, with the near seat's back row at the bottom."""
    column, row = int(square) % rules.SIZE + 0.5, int(square) // rules.SIZE + 0.5
    return (column, rules.SIZE - row) if near == rules.RED else (rules.SIZE - column, row)


# --- what is going on -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def _title(turn: int, lang: str) -> str:
    return GAME.words.texts(lang)("scene.title", turn=turn)


@lru_cache(maxsize=1024)
def _counts(left: tuple[int, ...], lang: str) -> tuple[str, ...]:
    return tuple(GAME.words.texts(lang)("count", n=n) for n in left)


def _has_passed(at: Seen) -> bool:
    """Whether the turn before was passed."""
    return at.s.turns > 0 and at.s.winner == rules.NOBODY and not at.trail


@lru_cache(maxsize=1024)
def _status(key: str, passed: bool, seat: int, roll: int, n: int, turns: int, lang: str) -> str:
    """`turns`: how many there were, once it is over."""
    said = GAME.words.texts(lang)
    before = said("status.passed", other=_name(1 - seat, said)) + " " if passed else ""
    return before + said(f"status.{key}", who=_name(seat, said), roll=roll, turns=turns, n=n)


def _name(p: int, said: Texts) -> str:
    return said[f"seat.{SEATS[p]}"]


def _state_of_play(s: Numbers, stuck: bool) -> str:
    """Which sentence tells it."""
    if s.winner != rules.NOBODY:
        return "draw" if s.winner == rules.DRAW else "master" if s.goal == rules.MASTER else "all"
    if s.roll == 0:
        return "to-roll"
    if stuck:
        return "stuck"
    if s.rest:
        return "rest"
    return "six" if s.roll == rules.SIX else "rolled"


Fate = tuple[int, ...] | int | None
"""How far a side is from losing: the rolls that take its Master, or None if it is taken; or how many pieces it has."""


def _fates(at: Seen) -> tuple[Fate, Fate]:
    if at.s.goal == rules.ALL:
        return at.s.left[rules.RED], at.s.left[rules.BROWN]
    (red, brown), (of_red, of_brown) = at.masters, at.threats
    return None if red == rules.OFF else of_red, None if brown == rules.OFF else of_brown


@lru_cache(maxsize=2048)
def _aim(options: tuple[tuple[str, Value], ...], seat: int, fates: tuple[Fate, Fate], lang: str) -> str:
    settled = dict(options)
    goal = GAME.words.texts(lang)[f"aim.{settled['goal']}"]
    return GAME.aim(settled, lang, goal, *(_fate(p, p == seat, fate, lang) for p, fate in enumerate(fates)))


def _fate(p: int, is_mine: bool, fate: Fate, lang: str) -> str:
    said = GAME.words.texts(lang)
    if isinstance(fate, int):
        return said("aim.left", who=said["aim.you"] if is_mine else _name(p, said), n=fate)
    whose, how = "yours" if is_mine else "theirs", "taken" if fate is None else "danger" if fate else "safe"
    return said(f"aim.{whose}.{how}", who=_name(p, said), rolls=", ".join(map(str, fate or ())))


# --- the board --------------------------------------------------------------------------------------------------------


@cache
def _furniture(form: Form, near: int) -> Group:
    """The board and the wood beside it; where there is room, the names of columns and rows."""
    layout = LAYOUTS[form]
    x, y, width, height = layout.case
    size = rules.SIZE + 2 * layout.frame
    board = Item(
        "board", MIDDLE, MIDDLE, (use(layout.board, 0, 0, size, size),), ground=WALNUT, size=(layout.box[2], size)
    )
    case = Item("case", x, y, (use("case", 0, 0, width, height),), ground=LINEN, size=(2.2, rules.SIZE))
    return Group((board, case, *(_coordinates(near) if form == "wide" else ())))


def _coordinates(near: int) -> Iterator[Item]:
    for i in range(rules.SIZE):
        x, y = _place(i * (rules.SIZE + 1), near)
        yield _coordinate("column-", "abcdefghi"[i], x, rules.SIZE + 0.3)
        yield _coordinate("row-", str(i + 1), -0.3, y)


def _coordinate(kind: str, name: str, x: float, y: float) -> Item:
    return Item(kind + name, x, y, (text(0, 0, name, 0.26, fill="#e3c59a"),), glyph=name, colour="#e3c59a", kind="text")


@cache
def _squares(near: int, lang: str) -> Made[Item]:
    """Each by its number, and by what is shown on it: with words for what stands there."""
    said = GAME.words.texts(lang)
    return shelf(lambda square, shown: _square(square, shown, near, said))


def _square(square: int, shown: int, near: int, said: Texts) -> Item:
    x, y = _place(square, near)
    name, trodden, kind = notation.square_name(square), shown >= TRODDEN, shown % TRODDEN - 1
    colour = (HONEY if trodden else MAPLE)[square % 2]
    return Item(
        name,
        x,
        y,
        (rect(-0.5, -0.5, 1, 1, fill="transparent"), *([use("trodden", 0, 0, 1, 1)] if trodden else [])),
        words=f"{name}, {said[STANDING[kind]]}",
        kind="place",
        glyph="[ · ]" if trodden else "·",
        colour=INK,
        ground=colour,
    )


STANDING = ("scene.empty", *(f"piece.{kind}.{seat}" for seat in SEATS for kind in KINDS))
"""The words for what stands on a square."""


@lru_cache(maxsize=4096)
def _trail(trail: tuple[tuple[int, int], ...], near: int, lang: str) -> Group:
    """The moves of the last turn, one arrow each; a divided six leaves two."""
    return Group([_step(i, *move, near, lang) for i, move in enumerate(trail, start=1)])


@lru_cache(maxsize=4096)
def _step(i: int, origin: int, target: int, near: int, lang: str) -> Item:
    (x, y), (to_x, to_y) = _place(origin, near), _place(target, near)
    names = {"origin": notation.square_name(origin), "target": notation.square_name(target)}
    words = GAME.words.texts(lang)("scene.trail", **names)
    return Item(f"trail-{i}", x, y, _arrow(to_x - x, to_y - y), words=words, kind="mark")


@cache
def _arrow(x: float, y: float) -> tuple[Shape, ...]:
    """An arrow from here to just before a place so far away, which a cylinder hides."""
    length = hypot(x, y)
    ahead, aside = (x / length, y / length), (-y / length, x / length)
    tip = length - 0.42

    def point(along: float, across: float) -> str:
        return f"{along * ahead[0] + across * aside[0]:.2f} {along * ahead[1] + across * aside[1]:.2f}"

    head = f"M{point(tip - 0.2, 0.13)}L{point(tip, 0)}L{point(tip - 0.2, -0.13)}"
    faint: dict[str, Paint] = {"opacity": 0.6, "pointer_events": "none"}
    stroke: dict[str, Paint] = {"fill": "none", "stroke": INK, "stroke_width": 0.065, "stroke_linecap": "round"}
    shaft = path(f"M{point(0.1, 0)}L{point(tip, 0)}{head}", stroke_linejoin="round", **stroke, **faint)
    return circle(0, 0, 0.1, fill=INK, **faint), shaft


# --- the cylinders ----------------------------------------------------------------------------------------------------


def _dangers(at: Seen, near: int) -> Group:
    """A sign at each Master that the next roll may take."""
    if at.s.goal != rules.MASTER or at.s.winner != rules.NOBODY or not any(at.threats):
        return NO_ITEMS
    red, brown = [square if rolls else rules.OFF for square, rolls in zip(at.masters, at.threats, strict=True)]
    return _signs(red, brown, near)


@lru_cache(maxsize=4096)
def _signs(red: int, brown: int, near: int) -> Group:
    return Group([_danger(p, square, near) for p, square in enumerate((red, brown)) if square != rules.OFF])


@cache
def _danger(p: int, square: int, near: int) -> Item:
    x, y = _place(square, near)
    return Item(f"danger-{SEATS[p]}", x, y, (use("danger", -0.33, -0.31, 0.3, 0.3),), kind="mark")


@cache
def _standing(near: int, rings: Rings) -> Made[Item]:
    """Cylinders, the far ones first and each by what the board has there."""

    def cylinder(place: int, cell: int) -> Item:
        up, column = divmod(place if near == rules.RED else rules.SQUARES - 1 - place, rules.SIZE)
        square = (rules.SIZE - 1 - up) * rules.SIZE + column
        return _cylinder(*_place(square, near), *piece_of(cell, rings), square)

    return shelf(cylinder)


@lru_cache(maxsize=16384)
def _cylinder(x: float, y: float, p: int, piece: int, kind: str, square: int) -> Item:
    on_board = square != rules.OFF
    return Item(
        IDS[p][piece],
        x,
        y,
        (use(f"{SEATS[p]}-{kind}", 0, 0, 1, 1),),
        glyph=_glyph(p, kind) if on_board else "",
        colour=GOLD if kind in ("master", "ringed", "waiting") else IVORY,
        ground=CHIPS[p] if on_board else "",
        size=(0.2, 0.5) if kind == "small" else (0.6, 0.5),
        kind="piece",
        round=True,
        on=notation.square_name(square) if on_board else "",
    )


def _glyph(p: int, kind: str) -> str:
    letter = "rb"[p] if kind in ("small", "waiting") else "RB"[p]
    return {"small": "{}", "waiting": "*{}*", "large": "{}"}.get(kind, "({})").format(letter)


# --- beside the board -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def _trays(red: tuple[Lying, Lying], brown: tuple[Lying, Lying], near: int, form: Form, lang: str) -> Group:
    return Group([_tray(red, rules.RED, near, form, lang), _tray(brown, rules.BROWN, near, form, lang)])


@lru_cache(maxsize=1024)
def _tray(lying: tuple[Lying, Lying], p: int, near: int, form: Form, lang: str) -> Item:
    """The tray of a side, with words for what lies in it."""
    kinds = [kind for some in lying for _, kind in some]
    said, layout, counts = GAME.words.texts(lang), LAYOUTS[form], {kind: kinds.count(kind) for kind in kinds}
    pieces = ", ".join(said(f"off.{kind}", n=count) for kind, count in counts.items())
    glyph = [_glyph(p, kind) + (f"×{count}" if count > 1 else "") for kind, count in counts.items()]
    return Item(
        f"tray-{SEATS[p]}",
        *layout.across(layout.near, p == near),
        (use("tray", 0, 0, *layout.tray),),
        words=said(f"tray.{SEATS[p]}", pieces=pieces or said["tray.none"]),
        glyph="\n".join(glyph),
        colour=DARK[p],
        size=(2.0, 3.05),
        kind="place",
    )


@lru_cache(maxsize=1024)
def _lie_in_tray(lying: tuple[Lying, Lying], p: int, near: int, form: Form) -> Group:
    """The cylinders off the board: large ones beside small ones, the closer the more there are, the far ones first."""
    layout = LAYOUTS[form]
    (x, y), (width, height) = layout.across(layout.near, p == near), layout.tray
    room, apart = max(width, height) - 1.1, min(width, height) * 0.21
    placed = []
    for aside, pieces in zip((-apart, apart), lying, strict=True):
        step = min(0.62, room / max(1, len(pieces) - 1))
        for i, (piece, kind) in enumerate(pieces):
            along = i * step - room / 2
            at = (y + along, x + aside) if height > width else (y + aside, x + along)
            placed.append((*at, piece, kind))
    return Group([_cylinder(x, y, p, piece, kind, rules.OFF) for y, x, piece, kind in sorted(placed)])


_PIPS = ((), (4,), (2, 6), (2, 4, 6), (0, 2, 6, 8), (0, 2, 4, 6, 8), (0, 3, 6, 2, 5, 8))
"""For each roll, the places of its pips, counted along three rows of three."""

ROLLED = -8
"""How a die comes to lie, in degrees."""


@cache
def _thrown(seat: int, roll: int, rest: int, winner: int, near: int, form: Form, lang: str) -> Group:
    return Group([_die(seat, roll, rest, near, form, lang), _label(seat, rest, winner, near, form, lang)])


@cache
def _die(seat: int, roll: int, rest: int, near: int, form: Form, lang: str) -> Item:
    """It lies on the side of the player whose turn it is, without pips until it is rolled."""
    said, layout = GAME.words.texts(lang), LAYOUTS[form]
    size = layout.die_size
    played = rules.SIX - rest if rest else 0
    state = "resting" if roll == 0 else "divided" if rest else "rolled"
    name = SEATS[seat] if roll else "resting"
    return Item(
        "die",
        *layout.across(layout.die, seat == near),
        (use(f"die-{name}", 0, 0, size, size, turn=ROLLED if roll else 0), *_die_pips(roll, played, size)),
        words=said(f"die.{state}", who=_name(seat, said), roll=roll, rest=rest),
        glyph=_die_glyph(roll, played),
        colour=IVORY if roll else INK,
        ground=CHIPS[seat] if roll else IVORY,
        size=(1.4, 1.5),
        kind="die",
    )


def _die_pips(roll: int, played: int, size: float) -> Iterator[Shape]:
    """The pips, hollow for the squares of a divided six that have been played."""
    full: dict[str, Paint] = {"fill": IVORY}
    hollow: dict[str, Paint] = {"fill": "none", "stroke": IVORY, "stroke_width": 0.025, "opacity": 0.6}
    part = size / 1.3
    for i, pip in enumerate(_PIPS[roll]):
        x, y = (pip % 3 - 1) * 0.27 * part, ((pip // 3 - 1) * 0.27 - 0.02) * part
        yield circle(x, y, 0.085 * part, **(hollow if i < played else full), transform=f"rotate({ROLLED})")


def _die_glyph(roll: int, played: int) -> str:
    face = [" "] * 9
    for i, pip in enumerate(_PIPS[roll]):
        face[pip] = "○" if i < played else "●"
    if roll == 0:
        face[4] = "?"
    return "\n".join(f"│{' '.join(face[row : row + 3])}│" for row in (0, 3, 6))


@cache
def _label(seat: int, rest: int, winner: int, near: int, form: Form, lang: str) -> Item:
    """At the die: whose it is, what a divided six leaves, or how the game has ended."""
    kind = "divided" if rest else "draw" if winner == rules.DRAW else "on" if winner == rules.NOBODY else "won"
    said, layout = GAME.words.texts(lang), LAYOUTS[form]
    words = said(f"label.{kind}", who=_name(seat, said), rest=rest)
    x, y = layout.across(layout.label, seat == near or layout.label[1] > rules.SIZE)
    return Item("label", x, y, (text(0, 0, words, 0.27, fill=IVORY),), glyph=words, colour=INK, kind="text")


@cache
def _pass(form: Form, lang: str) -> Group:
    """The button to pass with."""
    said = GAME.words.texts(lang)
    shown, words = said["pass.button"], said["pass.words"]
    shapes = (
        rect(-0.8, -0.25, 1.6, 0.5, rx=0.25, fill=INK, stroke=GOLD, stroke_width=0.03),
        text(0, 0, shown, 0.3, fill=IVORY),
    )
    button = Item("pass", *LAYOUTS[form].button, shapes, words, f"[{shown}]", IVORY, INK, (1.6, 0.5), kind="button")
    return Group([button])
