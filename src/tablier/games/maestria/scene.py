"""The picture of Maestria: a map of twenty-four squares turned towards the seat that looks, and beside it the dice.

A square is two units wide. The board reaches from (0, 0) to (12, 8), or to (8, 12) if it is deep; x and y grow to the
right and down. The squares' words say what stands on them, so the stacks of pawns have none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from tablier.engine import kernels
from tablier.engine.kernels import State
from tablier.engine.options import Settled
from tablier.games.maestria import drawing, notation, rules
from tablier.games.maestria.drawing import CARD, GROUNDS, INK, ON_WOOD, PAPER, PLATE_HEIGHT, RED, SEATS, WOOD
from tablier.games.maestria.game import GAME
from tablier.language import Texts
from tablier.picture.scene import Form, Item, Scene

# --- where things are -------------------------------------------------------------------------------------------------

SQUARE = 2.0
FRAME = 0.5  # the width of the wood around the board
PANEL_WIDTH = 4.5

FIGHT_TOP = 1.25  # of the dice of the last fight
BUTTONS_TOP = 3.95

TERRAINS = ("plain", "forest", "mountain")
"""The words for each, by their number in the rules."""


@dataclass(frozen=True)
class Layout:
    """Where things are around a board of so many columns and rows."""

    columns: int
    rows: int

    @property
    def board(self) -> tuple[float, float]:
        return self.columns * SQUARE, self.rows * SQUARE

    @property
    def panel(self) -> float:
        """The middle of the panel beside the board, from left to right."""
        return self.board[0] + FRAME + PANEL_WIDTH / 2

    @property
    def whole(self) -> tuple[float, float]:
        return self.board[0] + PANEL_WIDTH + 3 * FRAME, self.board[1] + 2 * FRAME


LAYOUTS = tuple(Layout(*rules.extent(shape)) for shape in (rules.WIDE, rules.DEEP))


def _layout(s: State) -> Layout:
    return LAYOUTS[int(s["shape"])]


# --- the scene --------------------------------------------------------------------------------------------------------


def scene(s: State, settled: Settled, seat: int, lang: str, form: Form) -> Scene:
    """What a seat sees and may touch; a spectator sees it as White does, with a1 in the corner at the left."""
    said, touches = GAME.words.texts(lang), _touches(s, seat)
    near = rules.BLACK if seat == rules.BLACK else rules.WHITE
    return Scene(
        x=-FRAME,
        y=-FRAME,
        width=_layout(s).whole[0],
        height=_layout(s).whole[1],
        beside=_layout(s).board[0] + FRAME,
        title=_title(s, said),
        status=_status(s, said),
        aim=GAME.aim(settled, lang, *_aim(s, seat, said)),
        counts=tuple(said("count", n=s.pawns[p].sum() + s.in_hand[p]) for p in (rules.BLACK, rules.WHITE)),
        items=(
            *_furniture(s, near),
            *(_square(s, square, near, said) for square in range(rules.SQUARES)),
            _border(s),
            *_refuges(s, near),
            *_last_move(s, near, said),
            *_stacks(s, near),
            *_attack(s, near, said),
            *(_plate(s, p, near, said) for p in (rules.BLACK, rules.WHITE)),
            *(_hands(s, near, said) if s.phase == rules.PLACING else _fight(s, said)),
            *_buttons(s, touches, said),
        ),
        touches=touches,
        moves=_moves(s, seat, touches),
        gradients=drawing.GRADIENTS,
        cell=(4, 2),
    )


# --- what touching means ----------------------------------------------------------------------------------------------


def _touches(s: State, seat: int) -> dict[str, tuple[str, ...]]:
    """One square: place a soldier there, or withdraw to it. Two: move what there is, or a button then says how many."""
    room = np.zeros(rules.ACTION_COUNT, dtype=np.int64)
    actions = [int(action) for action in room[: kernels.legal(s, seat, room)]]
    ways = [rules.way_of(action) for action in actions if rules.FIRST_MOVE <= action < rules.END]
    several = {way for way, after in pairwise(ways) if way == after}
    return {notation.write(s, seat, action): _sequence(s, seat, action, several) for action in actions}


def _sequence(s: State, seat: int, action: int, several: set[int]) -> tuple[str, ...]:
    if action < rules.SQUARES:
        return (notation.square_name(s, action),)
    if action < rules.FIRST_MOVE:
        return (_general_id(seat), notation.square_name(s, action - rules.SQUARES))
    if action < rules.END:
        squares = squares_of(s, action)
        if rules.way_of(action) in several:
            return (*squares, _group_id(rules.count_of(action), rules.led_of(action)))
        return squares
    if action < rules.RETREAT:
        return ("end",) if action == rules.END else ("fight",)
    return (notation.square_name(s, action - rules.RETREAT),)


def _moves(s: State, seat: int, touches: dict[str, tuple[str, ...]]) -> dict[str, str]:
    """Each with what it takes along: a stack that leaves as a whole for a square without an enemy; the General."""
    moves: dict[str, str] = {}
    for written, sequence in touches.items():
        if len(sequence) == 2:
            origin, target = sequence
            if origin == _general_id(seat):
                moves[written] = origin
            elif not s.pawns[1 - seat, notation.square_number(s, target)]:
                count = rules.count_of(notation.read(s, seat, written))
                if count == s.pawns[seat, notation.square_number(s, origin)]:
                    moves[written] = _stack_id(origin)
    return moves


def _general_id(p: int) -> str:
    return f"general-{SEATS[p]}"


def _group_id(n: int, led: bool) -> str:
    return f"group-{n}{'G' if led else ''}"


# --- what is going on -------------------------------------------------------------------------------------------------


def _title(s: State, said: Texts) -> str:
    if s.phase == rules.PLACING:
        return said["scene.setting-up"]
    return said("scene.turn", turn=s.turns + (s.winner != rules.DRAW))


def _name(p: int, said: Texts) -> str:
    return said[f"seat.{SEATS[p]}"]


def _status(s: State, said: Texts) -> str:
    key, n = _state_of_play(s)
    facts = {"who": _name(s.seat, said), "other": _name(1 - s.seat, said), "n": n}
    if key == "won":
        facts["winner"] = _name(s.winner, said)
    if s.phase in (rules.ANSWERING, rules.ROLLING):
        origin, target = squares_of(s, int(s.attack))
        facts.update(origin=origin, target=target, m=in_the_fight(s, rules.DEFENDER))
    return " ".join((*_news(s, said), said(f"status.{key}", **facts)))


def _aim(s: State, seat: int, said: Texts) -> Iterator[str]:
    """The Generals (MA-19): who stands by each, and how near an enemy is."""
    yield said["aim.general"]
    if s.phase == rules.PLACING:
        yield said["aim.placing"]
        return
    for p in (rules.BLACK, rules.WHITE):
        whose, square = "yours" if p == seat else "theirs", int(s.general[p])
        yield said(f"aim.{whose}", who=_name(p, said), how=_cover(s, p, square, said))


def _cover(s: State, p: int, square: int, said: Texts) -> str:
    if square == rules.OFF:
        return said["aim.fallen"]
    guards = int(s.pawns[p, square]) - 1
    enemies = np.flatnonzero(s.pawns[1 - p])
    away = np.maximum(
        abs(enemies // rules.COLUMNS - square // rules.COLUMNS), abs(enemies % rules.COLUMNS - square % rules.COLUMNS)
    )
    near = said("aim.enemy", n=away.min(initial=rules.COLUMNS))
    return f"{said('aim.guards', n=guards) if guards else said['aim.unguarded']}, {near}"


def squares_of(s: State, action: int) -> tuple[str, str]:
    """The names of the squares that a move or an attack leads from and to."""
    way = rules.way_of(action)
    return notation.square_name(s, rules.ORIGINS[way]), notation.square_name(s, rules.TARGETS[way])


def _state_of_play(s: State) -> tuple[str, int]:
    """Which sentence tells it, and its number."""
    if s.winner != rules.NOBODY:
        return ("draw" if s.winner == rules.DRAW else "won"), int(s.turns)
    if s.phase == rules.MOVING:
        return "move", int(s.points)
    if s.phase == rules.PLACING:
        left = (int(s.in_hand[s.seat]) - 1) % rules.HANDFUL + 1
        last = rules.soldiers_in_hand(s, s.seat) == 0 and s.general[s.seat] == rules.OFF
        return ("place-general" if last else "place"), left
    room = np.zeros(rules.ACTION_COUNT, dtype=np.int64)
    answers = kernels.legal(s, int(1 - s.seat), room)
    key = "roll" if s.phase == rules.ROLLING else "answer" if answers == 1 else "choice"
    return key, int(rules.count_of(s.attack))


def _news(s: State, said: Texts) -> Iterator[str]:
    """What came of the last attack, as long as nothing else has been moved."""
    if s.attack == rules.NONE or s.last != rules.NONE or s.phase != rules.MOVING:
        return
    mine, theirs = _totals(s)
    winner = s.attacker if mine >= theirs else 1 - s.attacker
    key = "retreat" if mine == 0 else "equal" if mine == theirs else "won"
    facts = {"winner": _name(winner, said), "loser": _name(1 - winner, said)}
    yield said(f"news.{key}", **facts, most=max(mine, theirs), least=min(mine, theirs), n=s.fallen)


def _totals(s: State) -> tuple[int, int]:
    """What the attacker and the defender have thrown; 0: nothing."""
    return int(rules.total(s, rules.ATTACKER)), int(rules.total(s, rules.DEFENDER))


# --- the board --------------------------------------------------------------------------------------------------------


def _place(s: State, square: int, near: int) -> tuple[float, float]:
    """The middle of a square, with the near seat's back row at the bottom."""
    column, row = rules.column_and_row(int(s["shape"]), square)
    return _spot(s, column, row, near)


def _spot(s: State, column: int, row: int, near: int) -> tuple[float, float]:
    (width, height), x, y = _layout(s).board, (column + 0.5) * SQUARE, (row + 0.5) * SQUARE
    return (x, height - y) if near == rules.WHITE else (width - x, y)


def _furniture(s: State, near: int) -> Iterator[Item]:
    """The wood around the board, the panel, and the names of columns and rows."""
    layout = _layout(s)
    (width, height), whole = layout.board, layout.whole
    y, panel = height / 2, (PANEL_WIDTH, height)
    yield Item("frame", -FRAME + whole[0] / 2, y, (drawing.wood(*whole),), ground=WOOD, size=whole)
    yield Item("bed", width / 2, y, (drawing.bed(width, height),))
    yield Item("panel", layout.panel, y, (drawing.paper(*panel),), ground=PAPER, size=panel)
    for column in range(layout.columns):
        yield _coordinate("column-", "abcdef"[column], _spot(s, column, 0, near)[0], height + FRAME / 2)
    for row in range(layout.rows):
        yield _coordinate("row-", str(row + 1), -FRAME / 2, _spot(s, 0, row, near)[1])


def _coordinate(kind: str, name: str, x: float, y: float) -> Item:
    return Item(kind + name, x, y, (drawing.coordinate(name),), glyph=name, colour=ON_WOOD, kind="text")


def _square(s: State, square: int, near: int, said: Texts) -> Item:
    x, y = _place(s, square, near)
    name, colour, terrain = notation.square_name(s, square), rules.colour_of(square), int(rules.terrain(s, square))
    ground = said[f"square.{SEATS[colour]}"], said[f"terrain.{TERRAINS[terrain]}"]
    return Item(
        name,
        x,
        y,
        drawing.square(colour, terrain),
        words=", ".join((name, *ground, _stack_words(s, square, said))),
        glyph=f"{drawing.TERRAIN_GLYPHS[terrain]}\n\n\n{'■□'[colour]}      ",
        colour=INK,
        ground=GROUNDS[terrain],
        size=(SQUARE, SQUARE),
        kind="place",
    )


def _stack_words(s: State, square: int, said: Texts) -> str:
    for p in (rules.BLACK, rules.WHITE):
        if n := int(s.pawns[p, square]):
            return said(f"stack.{kind_of_group(n, s.general[p] == square)}.{SEATS[p]}", n=n)
    return said["square.empty"]


def kind_of_group(n: int, led: bool) -> str:
    """Which words tell so many pawns, the General among them or not."""
    return "soldiers" if not led else "general" if n == 1 else "led"


def _group_words(n: int, led: bool, said: Texts) -> str:
    return said(f"group.{kind_of_group(n, led)}", n=n)


def _border(s: State) -> Item:
    """Between the two camps (MA-1)."""
    width, height = _layout(s).board
    return Item("border", width / 2, height / 2, (drawing.river(width),))


def _refuges(s: State, near: int) -> Iterator[Item]:
    """A dotted ring, for all to see, on each square to which the one who is attacked may withdraw."""
    for action, sequence in _touches(s, int(1 - s.seat)).items():
        if action.startswith(notation.RETREAT):
            x, y = _place(s, notation.square_number(s, sequence[0]), near)
            yield Item(f"refuge-{sequence[0]}", x, y, (drawing.refuge(),), kind="mark")


# --- the pawns --------------------------------------------------------------------------------------------------------


def _stacks(s: State, near: int) -> list[Item]:
    """All of them, the far ones first, since the near ones stand before them."""
    placed = [
        (_place(s, square, near), square, p)
        for p in (rules.BLACK, rules.WHITE)
        for square in range(rules.SQUARES)
        if s.pawns[p, square]
    ]
    return [_stack(s, square, p, x, y) for (x, y), square, p in sorted(placed, key=lambda found: found[0][1])]


def _stack(s: State, square: int, p: int, x: float, y: float) -> Item:
    n, led = int(s.pawns[p, square]), bool(s.general[p] == square)
    soldiers = "●○"[p] * (n - led) if n <= rules.FULL else f"{'●○'[p]}×{n - led}"
    pawns = soldiers + "★☆"[p] * led
    name, shapes = notation.square_name(s, square), drawing.stack(p, n, led)
    return Item(_stack_id(name), x, y, shapes, glyph=f"{pawns}\n{n}", colour=INK, kind="piece", on=name)


def _stack_id(square: str) -> str:
    return f"stack-{square}"


# --- what was done ----------------------------------------------------------------------------------------------------


def _last_move(s: State, near: int, said: Texts) -> Iterator[Item]:
    """What was done last, be it a move or an attack that is settled."""
    if s.phase == rules.MOVING and s.last != rules.NONE:
        yield _arrow(s, "move", int(s.last), near, said)
    elif s.phase == rules.MOVING and s.attack != rules.NONE:
        yield _arrow(s, "attacked", int(s.attack), near, said)


def _attack(s: State, near: int, said: Texts) -> Iterator[Item]:
    """The attack that is being answered or rolled for."""
    if s.phase in (rules.ANSWERING, rules.ROLLING):
        yield _arrow(s, "attack", int(s.attack), near, said)


def _arrow(s: State, kind: str, action: int, near: int, said: Texts) -> Item:
    """An arrow across the edge between two squares: thin for what was done, thick and red for an attack going on."""
    origin, target = squares_of(s, action)
    (x, y), (to_x, to_y) = (_place(s, notation.square_number(s, name), near) for name in (origin, target))
    if kind == "attack":
        colour, width, glyphs = RED, 0.14, drawing.DOUBLE_ARROW_GLYPHS
    else:
        colour, width, glyphs = INK, 0.07, drawing.ARROW_GLYPHS
    group = _group_words(rules.count_of(action), rules.led_of(action), said)
    return Item(
        kind,
        (x + to_x) / 2,
        (y + to_y) / 2,
        drawing.arrow(to_x - x, to_y - y, colour, width),
        words=said(f"arrow.{kind}", origin=origin, target=target, group=group),
        glyph=glyphs[round(to_y - y) // 2 + 1][round(to_x - x) // 2 + 1],
        colour=colour,
        kind="mark",
    )


# --- beside the board -------------------------------------------------------------------------------------------------


def _plate(s: State, p: int, near: int, said: Texts) -> Item:
    """A player's name and pawns, and the points that are left to a turn."""
    placing, on = s.phase == rules.PLACING, s.winner == rules.NOBODY
    has_turn = on and not placing and s.seat == p
    n = int(s.in_hand[p] if placing else s.pawns[p].sum())
    who, points = _name(p, said), int(s.points)
    words = said("plate.hand" if placing else "plate.rest", who=who, n=n)
    shown = said("plate.short", n=n) if placing else f"×{n}"
    glyph = f"{'●○'[p]} {who}" + ("\n" if placing else " ") + shown
    shapes = [
        drawing.card(bool(on and rules.acting(s) == p), bool(s.winner == p)),
        *drawing.plate_line(p, who, shown, -0.24 if has_turn else 0),
    ]
    if has_turn:
        shapes += drawing.point_pips(points, rules.POINTS)
        words += f", {said('plate.points', n=points)}"
        glyph += "\n" + "◆" * points + "◇" * (rules.POINTS - points)
    return Item(
        f"player-{SEATS[p]}",
        _layout(s).panel,
        _layout(s).board[1] - PLATE_HEIGHT / 2 - 0.1 if p == near else PLATE_HEIGHT / 2 + 0.1,
        tuple(shapes),
        words=words,
        glyph=glyph,
        colour=INK,
        ground=CARD,
        size=(PANEL_WIDTH - 0.25, PLATE_HEIGHT),
        kind="text",
    )


def _hands(s: State, near: int, said: Texts) -> Iterator[Item]:
    """What each side still has to place; the General apart, so that it can be chosen."""
    panel, height = _layout(s).panel, _layout(s).board[1]
    for p in (rules.BLACK, rules.WHITE):
        y, soldiers = (height - 2.55 if p == near else 2.45), int(rules.soldiers_in_hand(s, p))
        rows = "\n".join("●○"[p] * min(5, soldiers - first) for first in range(0, soldiers, 5))
        yield Item(f"hand-{SEATS[p]}", panel - 0.8, y, drawing.hand(p, soldiers), "", rows, INK, kind="piece")
        if s.general[p] == rules.OFF:
            yield _waiting_general(s, p, y, said)
    yield _legend(s, height / 2, said)


def _waiting_general(s: State, p: int, y: float, said: Texts) -> Item:
    shown, words = said["general.name"], said[f"general.{SEATS[p]}"]
    shapes, glyph = drawing.waiting_general(p, shown), f"{'★☆'[p]}\n{shown}"
    return Item(_general_id(p), _layout(s).panel + 1.35, y, shapes, words, glyph, INK, kind="piece")


def _legend(s: State, y: float, said: Texts) -> Item:
    """MA-12: which terrain beats which."""
    order = rules.MOUNTAIN, rules.PLAIN, rules.FOREST, rules.MOUNTAIN
    glyph = " > ".join(drawing.TERRAIN_GLYPHS[terrain].split()[0] for terrain in order)
    shapes, words = tuple(drawing.order_of_terrains(order)), said["terrain.order"]
    return Item("legend", _layout(s).panel, y, shapes, words, glyph=glyph, colour=INK, kind="text")


def _fight(s: State, said: Texts) -> Iterator[Item]:
    """The dice of the last attack, or those that are to be rolled for it."""
    mine, theirs = _totals(s)
    coming = s.phase != rules.MOVING
    if coming or mine:
        for side in (rules.ATTACKER, rules.DEFENDER):
            yield _throw(s, side, coming, said)
    else:
        yield _legend(s, FIGHT_TOP + 1.1, said)
    if s.attack != rules.NONE:
        winner = s.attacker if mine > theirs else 1 - s.attacker
        key = "coming" if coming else "left" if mine == 0 else "equal" if mine == theirs else "won"
        words = said(f"outcome.{key}", who=_name(winner, said))
        yield Item("outcome", _layout(s).panel, FIGHT_TOP + 2.3, (drawing.outcome(words),), "", words, INK, kind="text")


def _throw(s: State, side: int, coming: bool, said: Texts) -> Item:
    """One side's dice; those that are still to be rolled show nothing."""
    p = int(s.attacker) if side == rules.ATTACKER else 1 - int(s.attacker)
    numbers = _coming_dice(s, side) if coming else [int(n) for n in s.dice[side]]
    total = 0 if coming else sum(numbers)
    if coming:
        beside = drawing.those_who_fight(p, in_the_fight(s, side), led_in_the_fight(s, side))
    else:
        beside = (drawing.total(total, total > _totals(s)[1 - side]),)
    return Item(
        ("dice-attack", "dice-defence")[side],
        _layout(s).panel,
        FIGHT_TOP + (0.55, 1.55)[side],
        (*drawing.dice(p, numbers), *beside),
        words=_throw_words(p, side, numbers, total, said),
        glyph=_throw_glyph(p, numbers, total),
        colour=INK,
        kind="die",
    )


def _coming_dice(s: State, side: int) -> list[int]:
    """Like a throw, with -1 for each die that is to be rolled."""
    return [-1, -(rules.second_side(s) == side), -(rules.special_side(s) == side)]


def in_the_fight(s: State, side: int) -> int:
    """How many pawns a side has in the attack that is being answered or rolled for."""
    if side == rules.ATTACKER:
        return int(rules.count_of(s.attack))
    return int(s.pawns[1 - s.attacker, rules.TARGETS[rules.way_of(s.attack)]])


def led_in_the_fight(s: State, side: int) -> bool:
    """Whether the General is one of them."""
    if side == rules.ATTACKER:
        return bool(rules.led_of(s.attack))
    return bool(s.general[1 - s.attacker] == rules.TARGETS[rules.way_of(s.attack)])


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


# --- buttons ----------------------------------------------------------------------------------------------------------


def _buttons(s: State, touches: dict[str, tuple[str, ...]], said: Texts) -> Iterator[Item]:
    """Those that some action needs."""
    touched = {id for sequence in touches.values() for id in sequence}
    for n in range(1, rules.FULL + 1):
        for led in (False, True):
            if _group_id(n, led) in touched:
                yield _group_button(s, n, led, said)
    for name, y in (("end", BUTTONS_TOP + 2.3), ("fight", BUTTONS_TOP + 0.9)):
        if name in touched:
            words = said[f"button.{name}"]
            yield Item(name, _layout(s).panel, y, drawing.button(words), words, f"[{words}]", INK, kind="button")


def _group_button(s: State, n: int, led: bool, said: Texts) -> Item:
    """A number of pawns; in the second row, with the General."""
    x, y = _layout(s).panel + (n - 3) * 0.87, BUTTONS_TOP + (1.35 if led else 0.45)
    return Item(_group_id(n, led), x, y, drawing.group_button(n, led), _group_words(n, led, said), kind="button")
