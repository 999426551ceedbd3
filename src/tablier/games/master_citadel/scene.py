"""The picture of Master Citadel: a courtyard seen from above between four walls, and a ledger of points and orders.

North is up for everybody. The pawn starts at (0, 0); x and y grow to the right and down. The courtyard is about five
units wide whatever the number of its squares; the ledger, to its right, is always the same.

An order is touched as it is counted out: tokens that add up to its number, the largest first, then an arrow around the
pawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from tablier.engine.kernels import State
from tablier.engine.options import Settled
from tablier.games.master_citadel import drawing, notation, rules
from tablier.games.master_citadel.drawing import COLOURS, DEEP, FAINT, FLOOR, INK, IVORY, MOAT, MORTAR, PARCHMENT, WALL
from tablier.games.master_citadel.game import GAME
from tablier.games.master_citadel.words import (
    FATES,
    PLAYERS,
    name_of,
    names,
    round_number,
    seats_of,
    status,
    way_of,
    what_happened,
)
from tablier.language import Texts
from tablier.picture.scene import Form, Item, Paint, Scene, Shape, rect, text

# --- where things are -------------------------------------------------------------------------------------------------

CELL = (6, 3)  # of a text drawing; so that it comes out even, lengths are sixths across and thirds down
SQUARE = {3: 5 / 3, 5: 1, 7: 2 / 3, 9: 2 / 3}  # the width of a square, by the size of the board
ASIDE = {3: 0.8, 5: 1.9, 7: 1.7, 9: 2.4}  # from the middle of a wall, where its name makes way for the pawn
MARGIN = {3: 1 / 3, 5: 1 / 3, 7: 1 / 3, 9: 0}  # around the walls; none where 24 lines would be too few

LEDGER = 6.0  # its width; its 20 lines have the height of those of a text drawing
LINE = 1 / CELL[1]
SHIELD, NAME, POINTS, LETTER, ORDER, FATE = -2.58, -2.26, -0.36, 0.12, 1.14, 2.22  # columns, from its middle
HEADING, MASTER, COLUMNS, FIRST_SEAT, RESULT, ASKED, HUNDREDS = 0.4, 1.5, 2.3, 3.6, 11.2, 12.8, 14.5  # lines
TOKEN = 2 / 3  # from one token to the next

# --- the scene --------------------------------------------------------------------------------------------------------


def scene(s: State, settled: Settled, seat: int, lang: str, form: Form) -> Scene:
    """What a seat sees and may touch."""
    said, half, margin = GAME.words.texts(lang), _half(s), MARGIN[s["size"]]
    page = half + WALL + margin  # the ledger's left edge
    top = min(-half - WALL - margin, _line(-1))  # the ledger needs its height, too
    may_act = seat >= 0 and bool(rules.pending(s) >> seat & 1)
    return Scene(
        x=-page,
        y=top,
        width=2 * page + LEDGER + margin,
        height=-2 * top,
        beside=page,
        title=said("scene.title", round=round_number(s)),
        status=status(s, said),
        aim=GAME.aim(settled, lang, said[f"aim.{settled['line']}"], *(_way_left(s, p, seat, said) for p in range(4))),
        counts=tuple(said("count", n=n) for n in s.points),
        items=(
            _moat(half, page, top),
            *(_tower(half, corner) for corner in range(4)),
            *(_wall(s, p, said) for p in range(rules.SEATS)),
            *_courtyard(s, half),
            *_trail(s, said),
            _pawn(s, said),
            *(_arrows(s, said) if may_act and s.phase == rules.WRITING else ()),
            _page(page, margin, top),
            *(replace(item, x=item.x + page + LEDGER / 2) for item in _ledger(s, seat, may_act, said)),
        ),
        touches=_touches(s, seat) if may_act else {},
        gradients=drawing.GRADIENTS,
        cell=CELL,
    )


def _way_left(s: State, p: int, seat: int, said: Texts) -> str:
    """How many steps the pawn still has to a player's line (MC-2)."""
    steps = s["size"] // 2 + (s.line == rules.BEYOND) - s.x * rules.EASTWARD[2 * p] - s.y * rules.NORTHWARD[2 * p]
    return said("aim.steps", who=said["aim.you"] if p == seat else name_of(p, said), n=steps)


def _touches(s: State, seat: int) -> dict[str, tuple[str, ...]]:
    if s.phase == rules.DISCUSSION:
        return {notation.SILENCE: (notation.SILENCE,)}
    return dict(_every_order()[: rules.order_count(s, seat)])


@cache
def _every_order() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """All orders there are, each with what means it. The arrow comes last, so that no order begins another."""
    return tuple(
        (notation.order_name(order), (*map(_token_id, _count_out(order >> 3)), _arrow_id(order & 7)))
        for order in range(rules.SILENCE)
    )


def _count_out(number: int) -> list[int]:
    """The tokens that add up to a number, the largest first."""
    return [value for value in (number // 100 * 100, number // 10 % 10 * 10, number % 10) if value] or [0]


def _token_id(value: int) -> str:
    return f"token-{value}"


def _arrow_id(way: int) -> str:
    return f"arrow-{notation.WAYS[way]}"


# --- the citadel ------------------------------------------------------------------------------------------------------


def _half(s: State) -> float:
    """From the middle of the courtyard to a wall."""
    return SQUARE[s["size"]] * int(s["size"]) / 2


def _place(s: State, x: int, y: int) -> tuple[float, float]:
    """The middle of a square; beyond a line, the middle of the wall."""
    width, most = SQUARE[s["size"]], _half(s) + WALL / 2
    return max(-most, min(most, int(x) * width)), max(-most, min(most, -int(y) * width))


def _moat(half: float, page: float, top: float) -> Item:
    shapes = drawing.moat(half, -page, top, 2 * page + LEDGER + 1)
    return Item("moat", 0, 0, shapes, ground=MOAT, size=(40, 20))


def _tower(half: float, corner: int) -> Item:
    """The tower at the end of a seat's wall, clockwise."""
    across, down = ((1, -1), (1, 1), (-1, 1), (-1, -1))[corner]
    x, y, glyph = across * (half + WALL / 2), down * (half + WALL / 2), "╗╝╚╔"[corner]
    row = glyph.ljust(4) if across == 1 else glyph.rjust(4)
    glyph = f"{' ' * 4}\n{row}" if down == -1 else f"{row}\n{' ' * 4}"
    return Item(f"tower-{corner}", x, y, drawing.tower(), glyph=glyph, colour=IVORY, ground=MORTAR, size=(WALL, WALL))


def _wall(s: State, p: int, said: Texts) -> Item:
    half, aside = _half(s), _name_aside(s, p)
    shapes = drawing.wall(half, p, name_of(p, said), aside)
    x, y = int(rules.EASTWARD[2 * p]) * (half + WALL / 2), -int(rules.NORTHWARD[2 * p]) * (half + WALL / 2)
    size = (WALL, 2 * half) if p % 2 else (2 * half, WALL)
    glyph = _wall_glyph(half, aside, p, said)
    return Item(f"wall-{notation.SEATS[p]}", x, y, shapes, glyph=glyph, colour=IVORY, ground=COLOURS[p], size=size)


def _name_aside(s: State, p: int) -> float:
    """How far to the right or down from the middle of a wall its name stands: away from a pawn that is close."""
    if s.x * rules.EASTWARD[2 * p] + s.y * rules.NORTHWARD[2 * p] < s["size"] // 2:
        return 0
    return -ASIDE[s["size"]] if (-s.y if p % 2 else s.x) >= 0 else ASIDE[s["size"]]


def _wall_glyph(half: float, aside: float, p: int, said: Texts) -> str:
    """The name and the line; down a side wall, for want of room, only an initial."""
    across, down = CELL
    if p % 2 == 0:
        name, drawn = name_of(p, said), "═" * round(2 * half * across)
        place = round((half + aside) * across - len(name) / 2)
        row = f"{' ' * place}{name}".ljust(len(drawn))
        return f"{row}\n{drawn}" if p == rules.NORTH else f"{drawn}\n{row}"
    rows = ["║"] * round(2 * half * down)
    place, initial = int((half + aside) * down), said[f"initial.{PLAYERS[p]}"]
    rows[place] = f"║ {initial}" if p == rules.EAST else f"{initial} ║"
    return "\n".join(row.ljust(4) if p == rules.EAST else row.rjust(4) for row in rows)


def _page(page: float, margin: float, top: float) -> Item:
    """What the ledger is written on."""
    width, height = LEDGER + margin / 2, -2 * top - 0.24
    shapes = drawing.page(width, height)
    return Item("page", page + LEDGER / 2, 0, shapes, ground=PARCHMENT, size=(LEDGER, -2 * top))


def _courtyard(s: State, half: float) -> Iterator[Item]:
    yield Item("floor", 0, 0, (rect(-half, -half, 2 * half, 2 * half, fill="#8d8471"),))
    reach = int(s["size"]) // 2
    for y in range(reach, -reach - 1, -1):
        for x in range(-reach, reach + 1):
            yield _square(s, x, y)
    yield Item("rose", 0, 0, drawing.rose(SQUARE[s["size"]]))


def _square(s: State, x: int, y: int) -> Item:
    """A square of the floor, with the colour of the player who would win on it (MC-2)."""
    width, colour = SQUARE[s["size"]], FLOOR[(x + y) % 2]
    won_here = [p for p in range(rules.SEATS) if s.line == rules.EDGE and _is_on_row(s, x, y, p)]
    shapes, place = drawing.slab(width, colour, won_here), _place(s, x, y)
    glyph = ":::" if won_here else "+" if x == y == 0 else "·"
    size = (width, width)
    return Item(f"({x},{y})", *place, shapes, glyph=glyph, colour=FAINT, ground=colour, size=size, kind="place")


def _is_on_row(s: State, x: int, y: int, p: int) -> bool:
    return bool(x * rules.EASTWARD[2 * p] + y * rules.NORTHWARD[2 * p] == s["size"] // 2)


# --- the pawn ---------------------------------------------------------------------------------------------------------


def _trail(s: State, said: Texts) -> Iterator[Item]:
    """Where the pawn came from in the last round."""
    if s.rounds == 0 or s.way == rules.STAYS:
        return
    from_x, from_y = int(s.x - rules.EASTWARD[s.way]), int(s.y - rules.NORTHWARD[s.way])
    (x, y), (to_x, to_y) = _place(s, from_x, from_y), _place(s, s.x, s.y)
    shapes, words = drawing.trail(to_x - x, to_y - y), said("scene.trail", x=from_x, y=from_y)
    yield Item("trail", x, y, shapes, words, glyph="o", colour=INK, kind="mark")


def _pawn(s: State, said: Texts) -> Item:
    words = said("scene.pawn", x=s.x, y=s.y)
    return Item("pawn", *_place(s, s.x, s.y), drawing.pawn(), words, "(@)", "#000000", kind="piece")


def _arrows(s: State, said: Texts) -> Iterator[Item]:
    """The eight ways that the pawn may be sent."""
    size = min(0.3, 0.42 * SQUARE[s["size"]])
    for way in range(8):
        place = _place(s, s.x + rules.EASTWARD[way], s.y + rules.NORTHWARD[way])
        words, glyph = said("scene.arrow", way=way_of(way, said)), f" {'↑↗→↘↓↙←↖'[way]} "
        yield Item(_arrow_id(way), *place, drawing.arrow(way, size), words, glyph, "#000000", kind="button")


# --- the ledger, from its own middle ----------------------------------------------------------------------------------


def _ledger(s: State, seat: int, may_act: bool, said: Texts) -> Iterator[Item]:
    yield from _heading(s, said)
    for p in range(rules.SEATS):
        yield _seat_row(s, p, p == seat, said)
    if s.rounds:
        yield _note("result", RESULT, what_happened(s, said), 0.24, font_style="italic")
    yield from _desk(s, seat, may_act, said)


def _line(number: float) -> float:
    """The middle of a line of the ledger."""
    return (number - 9.5) * LINE


def _note(id: str, number: float, words: str, size: float, **paint: Paint) -> Item:
    """Words from the left edge."""
    shape = text(SHIELD - 0.17, 0, words, size, **{"fill": INK, "text_anchor": "start", **paint})
    glyph = words.ljust(round(LEDGER * CELL[0]) - 3)
    return Item(id, 0, _line(number), (shape,), glyph=glyph, colour=INK, kind="text")


def _heading(s: State, said: Texts) -> Iterator[Item]:
    kind = "over" if s.winners else "basic" if s.variant == rules.BASIC else ("discussion", "writing")[s.phase]
    yield _note("heading", HEADING, said(f"ledger.{kind}", round=round_number(s)), 0.32, font_weight="bold")
    if kind in ("discussion", "writing"):
        who = name_of(rules.game_master(s), said)
        yield _note("master", MASTER, said("ledger.master", who=who), 0.22, font_style="italic")
    yield _columns(s, said)


def _columns(s: State, said: Texts) -> Item:
    """What the columns are, those that there are."""
    names = {name: said[f"ledger.{name}"] for name in ("points", "order", "last")}
    if not _is_collecting(s):
        names["order"] = ""
    if s.rounds == 0:
        names["last"] = ""
    faint: dict[str, Paint] = {"fill": FAINT, "font_style": "italic"}
    shapes = (
        text(POINTS, 0, names["points"], 0.17, **{**faint, "text_anchor": "end"}),
        text(LETTER, 0, names["order"], 0.17, **faint),
        text((ORDER + FATE) / 2, 0, names["last"], 0.17, **faint),
    )
    glyph = f"{names['points']:>12} {names['order']:^5}  {names['last']:<15}"
    return Item("columns", 0, _line(COLUMNS), shapes, glyph=glyph, colour=FAINT, kind="text")


def _seat_row(s: State, p: int, own: bool, said: Texts) -> Item:
    """What there is to know of a player: the points, whether the order is written, and what the last one did."""
    band = rect(-LEDGER / 2 + 0.1, -0.31, LEDGER - 0.26, 0.62, rx=0.08, fill=COLOURS[p], opacity=0.14)
    shapes = (
        *([band] if own else []),
        *drawing.arms(SHIELD, p, crowned=_leads(s, p)),
        text(NAME, 0, name_of(p, said), 0.28, fill=DEEP[p], text_anchor="start", font_weight="bold"),
        text(POINTS, 0, str(s.points[p]), 0.36, fill=INK, text_anchor="end", font_weight="bold"),
        *(drawing.letter(LETTER, p, s.orders[p] != rules.NONE) if _is_collecting(s) else ()),
        *(_last_order(s, p, said) if s.rounds else ()),
    )
    place, words, glyph = _line(FIRST_SEAT + 2 * p), _seat_words(s, p, own, said), _seat_glyph(s, p, own, said)
    return Item(f"seat-{notation.SEATS[p]}", 0, place, shapes, words, glyph, DEEP[p], kind="text")


def _leads(s: State, p: int) -> bool:
    return bool(s.variant == rules.OPEN and s.winners == rules.ON and p == rules.game_master(s))


def _is_collecting(s: State) -> bool:
    """Whether orders are being written."""
    return bool(s.winners == rules.ON and s.phase == rules.WRITING)


def _last_order(s: State, p: int, said: Texts) -> Iterator[Shape]:
    order, fate = int(s.shown[p]), int(s.fate[p])
    opacity = 1 if fate == rules.MOVED else 0.6
    yield text(ORDER, 0, str(order >> 3), 0.29, fill=INK, text_anchor="end", font_weight="bold", opacity=opacity)
    yield drawing.pointer(order & 7, 0.13, ORDER + 0.24)
    colour = DEEP[p] if fate == rules.MOVED else FAINT
    lift = 0 if fate == rules.IDLE else -0.11
    yield text(
        FATE,
        lift,
        said[f"fate.{FATES[fate]}"],
        0.2,
        fill=colour,
        font_weight="bold" if fate == rules.MOVED else "normal",
    )
    if fate != rules.IDLE:
        yield text(FATE, 0.13, said("ledger.cost", paid=s.paid[p]), 0.17, fill=FAINT)


def _seat_words(s: State, p: int, own: bool, said: Texts) -> str:
    words = [said("player.points", who=name_of(p, said), n=s.points[p])]
    words += [said["player.you"]] if own else []
    words += [said["player.leads"]] if _leads(s, p) else []
    if _is_collecting(s):
        words.append(said["player.awaited" if s.orders[p] == rules.NONE else "player.written"])
    if s.rounds:
        order, fate = notation.order_name(s.shown[p]), said[f"fate.{FATES[int(s.fate[p])]}"]
        words.append(said("player.before", order=order, fate=fate, paid=s.paid[p]))
    return ", ".join(words)


def _seat_glyph(s: State, p: int, own: bool, said: Texts) -> str:
    """Two lines; the second has only what the last order cost."""
    letter = "" if not _is_collecting(s) else "[ ]" if s.orders[p] == rules.NONE else "[*]"
    order = notation.order_name(s.shown[p]) if s.rounds else ""
    fate = said[f"fate.{FATES[int(s.fate[p])]}"] if s.rounds else ""
    cost = said("ledger.cost", paid=s.paid[p]) if s.rounds and s.fate[p] != rules.IDLE else ""
    mark = ">" if own else " "
    first = f"{mark} {name_of(p, said):<6}{s.points[p]:>4}  {letter:<3}  {order:>6} {fate:<9}"
    return f"{first}\n{cost:>{len(first) - 9 + len(cost)}}{'':{9 - len(cost)}}"


# --- what is asked of the one who looks -------------------------------------------------------------------------------


def _desk(s: State, seat: int, may_act: bool, said: Texts) -> Iterator[Item]:
    """At the foot of the ledger: tokens to stake, a button, the order one has given, or how it ended."""
    if s.winners != rules.ON:
        yield _ending(s, said)
    elif s.phase == rules.DISCUSSION:
        yield _note("asked", ASKED, said["desk.end-it" if may_act else "desk.listen"], 0.22)
        yield from [_button(said)] if may_act else []
    elif may_act:
        yield _note("asked", ASKED, said["desk.count-out"], 0.22)
        yield from _stakes(int(s.points[seat]), said)
    elif seat >= 0:
        yield _note("asked", ASKED, said["desk.given"], 0.22)
        yield _own_letter(int(s.orders[seat]), seat, said)
    else:
        yield _note("asked", ASKED, said["desk.sealed"], 0.22)


def _stakes(points: int, said: Texts) -> Iterator[Item]:
    """The tokens that a player can afford: hundreds, tens, units."""
    yield _token(0, 8, ASKED, said)
    for row, unit in enumerate((100, 10, 1)):
        for column in range(min(9, points // unit)):
            yield _token((column + 1) * unit, column, HUNDREDS + 2 * row, said)


def _token(value: int, column: int, number: float, said: Texts) -> Item:
    words = said("scene.token", value=value)
    x, y = (column - 4) * TOKEN, _line(number)
    return Item(_token_id(value), x, y, drawing.token(value), words, glyph=str(value), colour=INK, kind="piece")


def _button(said: Texts) -> Item:
    shown, words = said["desk.silence"], said["desk.end-talk"]
    look = drawing.button(shown), words, f"[ {shown} ]", IVORY, drawing.RED, (2.6, 1)
    return Item(notation.SILENCE, 0, _line(16), *look, kind="button")


def _own_letter(order: int, p: int, said: Texts) -> Item:
    """The order that one has given, which nobody else can read."""
    shapes, written = drawing.opened_letter(order >> 3, order & 7, p), notation.order_name(order)
    words = said("desk.own", order=written)
    return Item("letter", 0, _line(16), shapes, words, f"[ {written} ]", INK, IVORY, (2, 1), kind="card")


def _ending(s: State, said: Texts) -> Item:
    won = seats_of(s.winners) if s.winners != rules.EVERYBODY else []
    words = said(("desk.drawn", "desk.wins", "desk.win-together")[len(won)], who=names(won, said))
    left, right = (COLOURS[won[0]], COLOURS[won[-1]]) if won else (FAINT, FAINT)
    shapes = drawing.banner(words, left, right)
    return Item("ending", 0, _line(15.5), shapes, glyph=words, colour=IVORY, ground=left, size=(5, 1), kind="text")
