"""The picture of Maestria: a map of twenty-four squares turned towards the seat that looks, and beside it the dice.

A square is two units wide. The board reaches from (0, 0) to (12, 8); x and y grow to the right and down. The squares'
words say what stands on them, so the stacks of pawns have none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import copysign, cos, hypot, pi, sin

import numpy as np

from tablier.core import kernels
from tablier.core.kernels import State
from tablier.core.options import Settled
from tablier.core.scene import Gradient, Item, Paint, Scene, Shape, circle, ellipse, line, path, rect, text
from tablier.games.maestria import notation, rules

# --- where things are -------------------------------------------------------------------------------------------------

SQUARE = 2.0
FRAME = 0.5  # the width of the wood around the board
BOARD_WIDTH, BOARD_HEIGHT = rules.COLUMNS * SQUARE, rules.ROWS * SQUARE
PANEL_WIDTH = 4.5
PANEL = BOARD_WIDTH + FRAME + PANEL_WIDTH / 2  # its middle, from left to right
WIDTH, HEIGHT = BOARD_WIDTH + PANEL_WIDTH + 3 * FRAME, BOARD_HEIGHT + 2 * FRAME

PLATE_HEIGHT = 1.06  # a player's name, pawns and points; one at each end of the panel
FIGHT_TOP = 1.25  # of the dice of the last fight
BUTTONS_TOP = 3.95

# --- colours ----------------------------------------------------------------------------------------------------------

SEATS = ("black", "white")
PAWN_TOPS, PAWN_SIDES, PAWN_EDGES = ("#3a3d46", "#fffdf7"), ("#17181d", "#cfc4ae"), ("#8b90a0", "#7d705a")
ON_PAWNS = ("#ffffff", "#1d1a16")  # what is written on a pawn or a die of each seat
GOLD, RED, INK, PAPER = "#f5c542", "#a01a13", "#2c241b", "#efe6d2"
WOOD, CARD = "#4a3a2e", "#fffaf0"
EDGES = ("#22201e", "#fffdf8")  # of black squares and white ones (MA-3)
GROUNDS = ("#ece2a4", "#b5cf9b", "#cbc6c1")  # plain, forest, mountain

GRADIENTS = (
    Gradient("ma-wood", ((0, "#63503f"), (0.5, "#4f3e31"), (1, "#3b2d23")), x2=1, y2=1),
    Gradient("ma-paper", ((0, "#f6efdf"), (1, "#e2d5ba")), x2=0, y2=1),
    *(
        Gradient(f"ma-{name}-side", ((0, side), (0.35, top), (0.6, side), (1, side)))
        for name, top, side in zip(SEATS, PAWN_TOPS, PAWN_SIDES, strict=True)
    ),
)

# --- words ------------------------------------------------------------------------------------------------------------

TITLE = {
    "fr": ("Maestria, mise en place", "Maestria, tour {turn}"),
    "en": ("Maestria, setting up", "Maestria, turn {turn}"),
}
PLAYERS = {"fr": ("Noir", "Blanc"), "en": ("Black", "White")}
COLOURS = {"fr": ("case noire", "case blanche"), "en": ("black square", "white square")}
TERRAINS = {"fr": ("plaine", "forêt", "montagne"), "en": ("plain", "forest", "mountain")}
NOUNS = {
    "fr": {"pawns": ("pion", "pions"), "points": ("point d'action", "points d'action"), "turns": ("tour", "tours")},
    "en": {"pawns": ("pawn", "pawns"), "points": ("action point", "action points"), "turns": ("turn", "turns")},
}
STACKS = {
    "fr": {
        "empty": "vide",
        "one": ("1 pion noir", "1 pion blanc"),
        "many": ("{n} pions noirs", "{n} pions blancs"),
        "alone": ("le Général noir", "le Général blanc"),
        "led": ("{n} pions noirs dont le Général", "{n} pions blancs dont le Général"),
    },
    "en": {
        "empty": "empty",
        "one": ("1 black pawn", "1 white pawn"),
        "many": ("{n} black pawns", "{n} white pawns"),
        "alone": ("the black General", "the white General"),
        "led": ("{n} black pawns, one of them the General", "{n} white pawns, one of them the General"),
    },
}
PLATES = {
    "fr": {
        "hand": "{who}\u00a0: {n} {pawns} à placer",
        "rest": "{who}\u00a0: {n} {pawns}",
        "short": "{n} à placer",
    },
    "en": {
        "hand": "{who}: {n} {pawns} to place",
        "rest": "{who}: {n} {pawns}",
        "short": "{n} to place",
    },
}
GENERALS = {
    "fr": ("Général", ("Le Général noir, à placer", "Le Général blanc, à placer")),
    "en": ("General", ("The black General, to be placed", "The white General, to be placed")),
}
LEGEND = {
    "fr": "La montagne bat la plaine, la plaine bat la forêt, la forêt bat la montagne",
    "en": "Mountain beats plain, plain beats forest, forest beats mountain",
}
GROUPS = {
    "fr": {"one": "1 soldat", "many": "{n} soldats", "alone": "le Général seul", "led": "{n} pions dont le Général"},
    "en": {
        "one": "1 soldier",
        "many": "{n} soldiers",
        "alone": "the General alone",
        "led": "{n} pawns with the General",
    },
}
BUTTONS = {
    "fr": {"end": "Finir le tour", "fight": "Combattre"},
    "en": {"end": "End the turn", "fight": "Fight"},
}
MOVES = {
    "fr": {
        "move": "Dernier coup\u00a0: de {origin} à {target}, {group}",
        "attack": "Attaque de {origin} sur {target}, {group}",
        "attacked": "Dernière attaque\u00a0: de {origin} sur {target}, {group}",
    },
    "en": {
        "move": "Last move: from {origin} to {target}, {group}",
        "attack": "Attack from {origin} on {target}, {group}",
        "attacked": "Last attack: from {origin} on {target}, {group}",
    },
}
SIDES = {"fr": ("Attaque", "Défense"), "en": ("Attack", "Defence")}
DICE = {
    "fr": {
        "coming": "{side}, {who}\u00a0: {dice} à jeter",
        "thrown": "{side}, {who}\u00a0: {dice}, total {total}",
        "special": "dé spécial {n}",
        "one": "un dé",
        "two": "deux dés",
        "and special": "{dice} et le dé spécial",
    },
    "en": {
        "coming": "{side}, {who}: {dice} to roll",
        "thrown": "{side}, {who}: {dice}, total {total}",
        "special": "special die {n}",
        "one": "one die",
        "two": "two dice",
        "and special": "{dice} and the special die",
    },
}
OUTCOMES = {
    "fr": {"coming": "à jeter", "won": "{who} l'emporte", "equal": "égalité", "left": "retraite"},
    "en": {"coming": "to be rolled", "won": "{who} prevails", "equal": "equal", "left": "retreat"},
}
NEWS = {
    "fr": {
        "equal": "Égalité, {most} à {least}\u00a0: l'attaque est nulle. ",
        "won": "{winner} l'emporte {most} à {least}\u00a0: {loser} perd {n} {pawns}. ",
        "retreat": "{loser} se retire et perd {n} {pawns}. ",
    },
    "en": {
        "equal": "Equal, {most} to {least}: the attack comes to nothing. ",
        "won": "{winner} wins {most} to {least}: {loser} loses {n} {pawns}. ",
        "retreat": "{loser} withdraws and loses {n} {pawns}. ",
    },
}
STATUS = {
    "fr": {
        "place": "{who} place encore {n} {pawns}.",
        "place general": "{who} place son Général, le dernier de ses pions.",
        "move": "À {who} de jouer\u00a0: {n} {points}.",
        "answer": "{who} attaque {target} depuis {origin}, à {n} contre {m}\u00a0: {other} combat.",
        "choice": "{who} attaque {target} depuis {origin}, à {n} contre {m}\u00a0: {other} combat ou se retire.",
        "roll": "{who} attaque {target} depuis {origin}, à {n} contre {m}\u00a0: les dés sont à jeter.",
        "won": "Le Général ennemi est éliminé\u00a0: {winner} gagne la partie.",
        "draw": "Partie nulle\u00a0: personne n'a gagné en {n} {turns}.",
    },
    "en": {
        "place": "{who} is to place {n} more {pawns}.",
        "place general": "{who} is to place the General, the last of the pawns.",
        "move": "{who} to play: {n} {points}.",
        "answer": "{who} attacks {target} from {origin}, {n} against {m}: {other} fights.",
        "choice": "{who} attacks {target} from {origin}, {n} against {m}: {other} fights or withdraws.",
        "roll": "{who} attacks {target} from {origin}, {n} against {m}: the dice are to be rolled.",
        "won": "The enemy General is eliminated: {winner} wins the game.",
        "draw": "A draw: nobody has won in {n} {turns}.",
    },
}

# --- the scene --------------------------------------------------------------------------------------------------------


def scene(s: State, settled: Settled, seat: int, lang: str) -> Scene:
    """What a seat sees and may touch; a spectator sees it as White does, with a1 in the corner at the left."""
    touches = _touches(s, seat)
    near = rules.BLACK if seat == rules.BLACK else rules.WHITE
    return Scene(
        x=-FRAME,
        y=-FRAME,
        width=WIDTH,
        height=HEIGHT,
        title=TITLE[lang][int(s.phase != rules.PLACING)].format(turn=s.turns + (s.winner != rules.DRAW)),
        status=_status(s, lang),
        items=(
            *_furniture(near),
            *(_square(s, square, near, lang) for square in range(rules.SQUARES)),
            _border(),
            *_refuges(touches, near),
            *_last_move(s, near, lang),
            *_stacks(s, near),
            *_attack(s, near, lang),
            *(_plate(s, p, near, lang) for p in (rules.BLACK, rules.WHITE)),
            *(_hands(s, near, lang) if s.phase == rules.PLACING else _fight(s, lang)),
            *_buttons(touches, lang),
        ),
        touches=touches,
        gradients=GRADIENTS,
        cell=(4, 2),
    )


# --- what touching means ----------------------------------------------------------------------------------------------


def _touches(s: State, seat: int) -> dict[str, tuple[str, ...]]:
    """One square: place a soldier there, or withdraw to it. Two: move what there is, or a button then says how many."""
    room = np.zeros(rules.ACTION_COUNT, dtype=np.int64)
    actions = [int(action) for action in room[: kernels.legal(s, seat, room)]]
    ways = [rules.way_of(action) for action in actions if rules.FIRST_MOVE <= action < rules.END]
    several = {way for way, after in pairwise(ways) if way == after}
    return {notation.write(s, seat, action): _sequence(seat, action, several) for action in actions}


def _sequence(seat: int, action: int, several: set[int]) -> tuple[str, ...]:
    name = notation.square_name
    if action < rules.SQUARES:
        return (name(action),)
    if action < rules.FIRST_MOVE:
        return (_general_id(seat), name(action - rules.SQUARES))
    if action < rules.END:
        squares = _squares_of(action)
        if rules.way_of(action) in several:
            return (*squares, _group_id(rules.count_of(action), rules.led_of(action)))
        return squares
    if action < rules.RETREAT:
        return ("end",) if action == rules.END else ("fight",)
    return (name(action - rules.RETREAT),)


def _general_id(p: int) -> str:
    return f"general-{SEATS[p]}"


def _group_id(n: int, led: bool) -> str:
    return f"group-{n}{'G' if led else ''}"


# --- what is going on -------------------------------------------------------------------------------------------------


def _status(s: State, lang: str) -> str:
    names, (key, n) = PLAYERS[lang], _state_of_play(s)
    facts = {"who": names[s.seat], "other": names[1 - s.seat], "n": n, **_nouns(n, lang)}
    if key == "won":
        facts["winner"] = names[s.winner]
    if s.phase in (rules.ANSWERING, rules.ROLLING):
        origin, target = _squares_of(int(s.attack))
        facts.update(origin=origin, target=target, m=_in_the_fight(s, rules.DEFENDER))
    return _news(s, lang) + STATUS[lang][key].format(**facts)


def _nouns(n: int, lang: str) -> dict[str, str]:
    """The nouns, as they are after this number. French has the singular after 0 as well."""
    several = n > 1 or (n == 0 and lang == "en")
    return {name: forms[several] for name, forms in NOUNS[lang].items()}


def _squares_of(action: int) -> tuple[str, str]:
    """The names of the squares that a move or an attack leads from and to."""
    way = rules.way_of(action)
    return notation.square_name(rules.ORIGINS[way]), notation.square_name(rules.TARGETS[way])


def _state_of_play(s: State) -> tuple[str, int]:
    """Which sentence tells it, and its number."""
    if s.winner != rules.NOBODY:
        return ("draw" if s.winner == rules.DRAW else "won"), int(s.turns)
    if s.phase == rules.MOVING:
        return "move", int(s.points)
    if s.phase == rules.PLACING:
        left = (int(s.in_hand[s.seat]) - 1) % rules.HANDFUL + 1
        last = rules.soldiers_in_hand(s, s.seat) == 0 and s.general[s.seat] == rules.OFF
        return ("place general" if last else "place"), left
    room = np.zeros(rules.ACTION_COUNT, dtype=np.int64)
    answers = kernels.legal(s, 1 - s.seat, room)
    key = "roll" if s.phase == rules.ROLLING else "answer" if answers == 1 else "choice"
    return key, int(rules.count_of(s.attack))


def _news(s: State, lang: str) -> str:
    """What came of the last attack, as long as nothing else has been moved."""
    if s.attack == rules.NONE or s.last != rules.NONE or s.phase != rules.MOVING:
        return ""
    mine, theirs = _totals(s)
    winner = s.attacker if mine >= theirs else 1 - s.attacker
    key = "retreat" if mine == 0 else "equal" if mine == theirs else "won"
    names, n = PLAYERS[lang], int(s.fallen)
    facts = {"winner": names[winner], "loser": names[1 - winner], "most": max(mine, theirs), "least": min(mine, theirs)}
    return NEWS[lang][key].format(**facts, n=n, **_nouns(n, lang))


def _totals(s: State) -> tuple[int, int]:
    """What the attacker and the defender have thrown; 0: nothing."""
    return int(rules.total(s, rules.ATTACKER)), int(rules.total(s, rules.DEFENDER))


# --- the board --------------------------------------------------------------------------------------------------------


def _place(square: int, near: int) -> tuple[float, float]:
    """The middle of a square, with the near seat's back row at the bottom."""
    x, y = (square % rules.COLUMNS + 0.5) * SQUARE, (square // rules.COLUMNS + 0.5) * SQUARE
    return (x, BOARD_HEIGHT - y) if near == rules.WHITE else (BOARD_WIDTH - x, y)


def _furniture(near: int) -> Iterator[Item]:
    """The wood around the board, the panel, and the names of columns and rows."""
    x, y = -FRAME + WIDTH / 2, BOARD_HEIGHT / 2
    wood = rect(-WIDTH / 2, -HEIGHT / 2, WIDTH, HEIGHT, rx=0.25, fill="url(#ma-wood)")
    yield Item("frame", x, y, (wood,), ground=WOOD, size=(WIDTH, HEIGHT))
    bed = rect(-BOARD_WIDTH / 2 - 0.08, -y - 0.08, BOARD_WIDTH + 0.16, BOARD_HEIGHT + 0.16, rx=0.08, fill="#8c7c66")
    yield Item("bed", BOARD_WIDTH / 2, y, (bed,))
    paper = rect(-PANEL_WIDTH / 2, -y, PANEL_WIDTH, BOARD_HEIGHT, rx=0.15, fill="url(#ma-paper)")
    yield Item("panel", PANEL, y, (paper,), ground=PAPER, size=(PANEL_WIDTH, BOARD_HEIGHT))
    for column in range(rules.COLUMNS):
        yield _coordinate("column-", "abcdef"[column], _place(column, near)[0], BOARD_HEIGHT + FRAME / 2)
    for row in range(rules.ROWS):
        yield _coordinate("row-", str(row + 1), -FRAME / 2, _place(row * rules.COLUMNS, near)[1])


def _coordinate(kind: str, name: str, x: float, y: float) -> Item:
    return Item(kind + name, x, y, (text(0, 0, name, 0.32, fill="#e8d9bd"),), glyph=name, colour="#e8d9bd")


def _square(s: State, square: int, near: int, lang: str) -> Item:
    x, y = _place(square, near)
    name, colour, terrain = notation.square_name(square), rules.colour_of(square), int(rules.terrain(s, square))
    words = name, COLOURS[lang][colour], TERRAINS[lang][terrain], _stack_words(s, square, lang)
    return Item(
        name,
        x,
        y,
        (
            rect(-0.98, -0.98, 1.96, 1.96, rx=0.1, fill=EDGES[colour]),
            rect(-0.83, -0.83, 1.66, 1.66, rx=0.06, fill=GROUNDS[terrain]),
            *TERRAIN_SHAPES[terrain],
        ),
        words=", ".join(words),
        glyph=f"{TERRAIN_GLYPHS[terrain]}\n\n\n{'■□'[colour]}      ",
        colour=INK,
        ground=GROUNDS[terrain],
        size=(SQUARE, SQUARE),
    )


def _stack_words(s: State, square: int, lang: str) -> str:
    said = STACKS[lang]
    for p in (rules.BLACK, rules.WHITE):
        if n := int(s.pawns[p, square]):
            return said[_kind_of_group(n, s.general[p] == square)][p].format(n=n)
    return str(said["empty"])


def _tuft(x: float, y: float) -> str:
    """Blades of grass that grow from there."""
    blades = ("q-.02-.14-.16-.18", "q-.03-.18-.08-.28", "q.01-.2.02-.33", "q.04-.16.12-.26", "q.05-.1.2-.15")
    return "".join(f"M{x:.2f} {y:.2f}{blade}" for blade in blades)


def _tree(x: float, y: float) -> str:
    """A fir whose foot is there."""
    return (
        f"M{x:.2f} {y:.2f}h-.04v-.1h-.23l.15-.21h-.1l.13-.19h-.08L{x:.2f} {y - 0.75:.2f}"
        f"l.17 .25h-.08l.13 .19h-.1l.15 .21h-.23v.1z"
    )


def _peak(x: float, y: float, high: float) -> tuple[Shape, Shape]:
    """A mountain with its snow, whose foot is there."""
    half, step, drop = 0.62 * high, 0.105 * high, 0.11 * high
    rock = f"M{x - half:.2f} {y:.2f}L{x:.2f} {y - high:.2f}L{x + half:.2f} {y:.2f}z"
    zigzag = f"l{-step:.3f} {-drop:.3f}l{-step:.3f} {drop:.3f}" * 2
    snow = f"M{x:.2f} {y - high:.2f}l{2 * step:.3f} {0.34 * high:.3f}{zigzag}z"
    return path(rock, fill="#77716c", stroke="#55504c", stroke_width=0.03), path(snow, fill="#ffffff")


TERRAIN_SHAPES: tuple[tuple[Shape, ...], ...] = (
    (
        path(
            "".join(_tuft(x, y) for x, y in ((-0.54, -0.3), (0.04, -0.42), (0.56, -0.22), (-0.6, 0.42), (0.6, 0.3))),
            fill="none", stroke="#8a7d22", stroke_width=0.035, stroke_linecap="round",
        ),
    ),
    (
        path("".join(_tree(x, y) for x, y in ((-0.28, -0.02), (0.28, -0.02))), fill="#5d8a4e"),
        path("".join(_tree(x, y) for x, y in ((-0.55, 0.1), (0.0, 0.08), (0.55, 0.1))), fill="#35622f"),
    ),
    (*_peak(-0.4, 0.02, 0.62), *_peak(0.47, 0.02, 0.52), *_peak(0.07, 0.02, 0.82)),
)  # fmt: skip
"""What grows or rises on each terrain: grass, firs, peaks. Shapes tell them apart, not only colours."""

TERRAIN_GLYPHS = ("'  ,  '", "♠  ♠  ♠", "/\\ /\\/\\")


def _border() -> Item:
    """Between the two camps (MA-1)."""
    river = line(-BOARD_WIDTH / 2, 0, BOARD_WIDTH / 2, 0, stroke="#5b8fb0", stroke_width=0.1)
    return Item("border", BOARD_WIDTH / 2, BOARD_HEIGHT / 2, (river,))


def _refuges(touches: dict[str, tuple[str, ...]], near: int) -> Iterator[Item]:
    """A dotted ring on each square to which the player may withdraw."""
    for action, sequence in touches.items():
        if action.startswith(notation.RETREAT):
            x, y = _place(notation.square_number(sequence[0]), near)
            ring = rect(
                -0.83, -0.83, 1.66, 1.66, rx=0.2, **_LINE, stroke=RED, stroke_width=0.09, stroke_dasharray="0.1 0.14"
            )
            yield Item(f"refuge-{sequence[0]}", x, y, (ring,))


_LINE: dict[str, Paint] = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}


# --- the pawns --------------------------------------------------------------------------------------------------------


def _stacks(s: State, near: int) -> list[Item]:
    """All of them, the far ones first, since the near ones stand before them."""
    placed = [
        (_place(square, near), square, p)
        for p in (rules.BLACK, rules.WHITE)
        for square in range(rules.SQUARES)
        if s.pawns[p, square]
    ]
    return [_stack(s, square, p, x, y) for (x, y), square, p in sorted(placed, key=lambda found: found[0][1])]


def _stack(s: State, square: int, p: int, x: float, y: float) -> Item:
    n, led = int(s.pawns[p, square]), bool(s.general[p] == square)
    pawns = "●○"[p] * (n - led) + "★☆"[p] * led
    return Item(
        f"stack-{notation.square_name(square)}",
        x,
        y,
        (*_pile(p, n, led), *_badge(p, n)),
        glyph=f"{pawns}\n{n}",
        colour=INK,
    )


def _pile(p: int, n: int, led: bool) -> tuple[Shape, ...]:
    """Pawns one upon the other, the General turned over on top."""
    shapes: list[Shape] = [ellipse(0.05, 0.6, 0.5, 0.2, fill="#000000", opacity=0.25)]
    for i in range(n):
        shapes += _disc(p, 0.48 - 0.17 * i)
    if led:
        shapes.append(path(_star(0, 0.48 - 0.17 * (n - 1) - 0.3, 0.3), fill=GOLD, stroke=INK, stroke_width=0.04))
    return tuple(shapes)


def _disc(p: int, y: float) -> tuple[Shape, Shape]:
    side = f"M-.46 {y - 0.06:.2f}v.14a.46 .18 0 0 0 .92 0v-.14z"
    edge: dict[str, Paint] = {"stroke": PAWN_EDGES[p], "stroke_width": 0.025}
    return path(side, fill=f"url(#ma-{SEATS[p]}-side)", **edge), ellipse(
        0, y - 0.06, 0.46, 0.18, fill=PAWN_TOPS[p], **edge
    )


def _star(x: float, y: float, r: float) -> str:
    points = [(r if i % 2 == 0 else r * 0.42, -pi / 2 + i * pi / 5) for i in range(10)]
    return "M" + "L".join(f"{x + far * cos(angle):.2f} {y + far * sin(angle):.2f}" for far, angle in points) + "z"


def _badge(p: int, n: int) -> tuple[Shape, ...]:
    return (
        circle(0.62, 0.6, 0.25, fill=PAWN_TOPS[p], stroke=ON_PAWNS[p], stroke_width=0.035),
        text(0.62, 0.61, str(n), 0.36, fill=ON_PAWNS[p], font_weight="bold"),
    )


# --- what was done ----------------------------------------------------------------------------------------------------


def _last_move(s: State, near: int, lang: str) -> Iterator[Item]:
    """What was done last, be it a move or an attack that is settled."""
    if s.phase == rules.MOVING and s.last != rules.NONE:
        yield _arrow("move", int(s.last), near, lang)
    elif s.phase == rules.MOVING and s.attack != rules.NONE:
        yield _arrow("attacked", int(s.attack), near, lang)


def _attack(s: State, near: int, lang: str) -> Iterator[Item]:
    """The attack that is being answered or rolled for."""
    if s.phase in (rules.ANSWERING, rules.ROLLING):
        yield _arrow("attack", int(s.attack), near, lang)


def _arrow(kind: str, action: int, near: int, lang: str) -> Item:
    """An arrow across the edge between two squares: thin for what was done, thick and red for an attack going on."""
    origin, target = _squares_of(action)
    (x, y), (to_x, to_y) = (_place(notation.square_number(name), near) for name in (origin, target))
    colour, width = (RED, 0.14) if kind == "attack" else (INK, 0.07)
    group = _group_words(rules.count_of(action), rules.led_of(action), lang)
    return Item(
        kind,
        (x + to_x) / 2,
        (y + to_y) / 2,
        _arrow_shapes(to_x - x, to_y - y, colour, width),
        words=MOVES[lang][kind].format(origin=origin, target=target, group=group),
        glyph=(DOUBLE_ARROWS if kind == "attack" else ARROWS)[round(to_y - y) // 2 + 1][round(to_x - x) // 2 + 1],
        colour=colour,
    )


ARROWS, DOUBLE_ARROWS = ("↖↑↗", "← →", "↙↓↘"), ("⇖⇑⇗", "⇐ ⇒", "⇙⇓⇘")
"""By the direction on the screen: row above, same, below; column to the left, same, to the right."""


def _arrow_shapes(x: float, y: float, colour: str, width: float) -> tuple[Shape, Shape]:
    """An arrow in this direction; it does not catch a touch that is meant for a square."""
    length, head = hypot(x, y), 0.2 + width
    ahead, aside = (x / length, y / length), (-y / length, x / length)

    def point(along: float, across: float = 0) -> str:
        return f"{along * ahead[0] + across * aside[0]:.2f} {along * ahead[1] + across * aside[1]:.2f}"

    # between upper left and lower right it keeps off the number of the upper square, which is in that corner
    aside_of_number = copysign(0.3, x) if x * y > 0 else 0
    start, end = aside_of_number - 0.5, aside_of_number + 0.45
    d = f"M{point(start)}L{point(end)}M{point(end - head, 0.7 * head)}L{point(end)}L{point(end - head, -0.7 * head)}"
    under = path(d, **_LINE, stroke="#ffffff", stroke_width=width + 0.08, pointer_events="none")
    return under, path(d, **_LINE, stroke=colour, stroke_width=width, pointer_events="none")


# --- beside the board -------------------------------------------------------------------------------------------------


def _plate(s: State, p: int, near: int, lang: str) -> Item:
    """A player's name and pawns, and the points that are left to a turn."""
    placing, on = s.phase == rules.PLACING, s.winner == rules.NOBODY
    has_turn = on and not placing and s.seat == p
    n = int(s.in_hand[p] if placing else s.pawns[p].sum())
    who, points, said = PLAYERS[lang][p], int(s.points), PLATES[lang]
    words = said["hand" if placing else "rest"].format(who=who, n=n, **_nouns(n, lang))
    shown = said["short"].format(n=n) if placing else f"×{n}"
    glyph = f"{'●○'[p]} {who}" + ("\n" if placing else " ") + shown
    shapes = [
        _card(bool(on and rules.acting(s) == p), bool(s.winner == p)),
        *_plate_line(p, who, shown, -0.24 if has_turn else 0),
    ]
    if has_turn:
        shapes += _point_pips(points)
        words += f", {points} {_nouns(points, lang)['points']}"
        glyph += "\n" + "◆" * points + "◇" * (rules.POINTS - points)
    return Item(
        f"player-{SEATS[p]}",
        PANEL,
        BOARD_HEIGHT - PLATE_HEIGHT / 2 - 0.1 if p == near else PLATE_HEIGHT / 2 + 0.1,
        tuple(shapes),
        words=words,
        glyph=glyph,
        colour=INK,
        ground=CARD,
        size=(PANEL_WIDTH - 0.25, PLATE_HEIGHT),
    )


def _card(acts: bool, won: bool) -> Shape:
    """What a player's name stands on; the edge tells who is to act, and who has won."""
    edge, width = (GOLD, 0.12) if won else (RED, 0.06) if acts else ("#b7a583", 0.03)
    return rect(-2.15, -PLATE_HEIGHT / 2, 4.3, PLATE_HEIGHT, rx=0.12, fill=CARD, stroke=edge, stroke_width=width)


def _plate_line(p: int, who: str, shown: str, y: float) -> tuple[Shape, ...]:
    return (
        _small_pawn(p, -1.75, y),
        text(-1.38, y, who, 0.4, fill=INK, font_weight="bold", text_anchor="start"),
        text(2.02, y, shown, 0.32, fill=INK, text_anchor="end"),
    )


def _point_pips(points: int) -> list[Shape]:
    return [
        circle(-1.75 + 0.5 * i, 0.28, 0.16, fill=GOLD if i < points else CARD, stroke=INK, stroke_width=0.03)
        for i in range(rules.POINTS)
    ]


def _small_pawn(p: int, x: float, y: float) -> Shape:
    return circle(x, y, 0.24, fill=PAWN_TOPS[p], stroke=PAWN_EDGES[p], stroke_width=0.05)


def _hands(s: State, near: int, lang: str) -> Iterator[Item]:
    """What each side still has to place; the General apart, so that it can be chosen."""
    for p in (rules.BLACK, rules.WHITE):
        y, soldiers = (5.45 if p == near else 2.45), int(rules.soldiers_in_hand(s, p))
        pawns = (_small_pawn(p, (i % 5 - 2) * 0.52, (i // 5 - 1) * 0.55) for i in range(soldiers))
        rows = "\n".join("●○"[p] * min(5, soldiers - first) for first in range(0, soldiers, 5))
        yield Item(f"hand-{SEATS[p]}", PANEL - 0.8, y, tuple(pawns), glyph=rows, colour=INK)
        if s.general[p] == rules.OFF:
            yield _waiting_general(p, y, lang)
    yield _legend(BOARD_HEIGHT / 2, lang)


def _waiting_general(p: int, y: float, lang: str) -> Item:
    shown, words = GENERALS[lang]
    shapes = (
        circle(0, -0.2, 0.5, fill=PAWN_TOPS[p], stroke=PAWN_EDGES[p], stroke_width=0.06),
        path(_star(0, -0.2, 0.36), fill=GOLD, stroke=INK, stroke_width=0.04),
        text(0, 0.58, shown, 0.34, fill=INK),
    )
    return Item(_general_id(p), PANEL + 1.35, y, shapes, words[p], glyph=f"{'★☆'[p]}\n{shown}", colour=INK)


def _legend(y: float, lang: str) -> Item:
    """MA-12: which terrain beats which."""
    order = rules.MOUNTAIN, rules.PLAIN, rules.FOREST, rules.MOUNTAIN
    shapes: list[Shape] = []
    for i, terrain in enumerate(order):
        x = (i - 1.5) * 1.1
        shapes += [rect(x - 0.33, -0.33, 0.66, 0.66, rx=0.06, fill=GROUNDS[terrain])]
        shapes += [_scaled(shape, x, 0.38) for shape in TERRAIN_SHAPES[terrain]]
        if i:
            shapes.append(text(x - 0.55, 0, ">", 0.36, fill=INK))
    glyph = " > ".join(TERRAIN_GLYPHS[terrain].split()[0] for terrain in order)
    return Item("legend", PANEL, y, tuple(shapes), words=LEGEND[lang], glyph=glyph, colour=INK)


def _scaled(shape: Shape, x: float, scale: float) -> Shape:
    return Shape(shape.tag, {**shape.attributes, "transform": f"translate({x:.2f} 0) scale({scale})"}, shape.text)


_PIPS = ((), (4,), (2, 6), (2, 4, 6), (0, 2, 6, 8), (0, 2, 4, 6, 8), (0, 3, 6, 2, 5, 8))
"""For each throw, the places of its pips, counted along three rows of three."""


def _fight(s: State, lang: str) -> Iterator[Item]:
    """The dice of the last attack, or those that are to be rolled for it."""
    mine, theirs = _totals(s)
    coming = s.phase != rules.MOVING
    if coming or mine:
        for side in (rules.ATTACKER, rules.DEFENDER):
            yield _throw(s, side, coming, lang)
    else:
        yield _legend(FIGHT_TOP + 1.1, lang)
    if s.attack != rules.NONE:
        winner = s.attacker if mine > theirs else 1 - s.attacker
        key = "coming" if coming else "left" if mine == 0 else "equal" if mine == theirs else "won"
        words = OUTCOMES[lang][key].format(who=PLAYERS[lang][winner])
        shown = text(0, 0, words, 0.36, fill=INK, font_style="italic")
        yield Item("outcome", PANEL, FIGHT_TOP + 2.3, (shown,), glyph=words, colour=INK)


def _throw(s: State, side: int, coming: bool, lang: str) -> Item:
    """One side's dice; those that are still to be rolled show nothing."""
    p = int(s.attacker) if side == rules.ATTACKER else 1 - int(s.attacker)
    numbers = _coming_dice(s, side) if coming else [int(n) for n in s.dice[side]]
    total = 0 if coming else sum(numbers)
    shapes = [_small_pawn(p, -1.85, 0), *_dice(p, numbers)]
    if coming:
        shapes += _those_who_fight(s, side, p)
    elif total > _totals(s)[1 - side]:
        shapes.append(text(2.1, 0.02, str(total), 0.5, fill=RED, font_weight="bold", text_anchor="end"))
    else:
        shapes.append(text(2.1, 0.02, str(total), 0.5, fill=INK, text_anchor="end"))
    return Item(
        ("dice-attack", "dice-defence")[side],
        PANEL,
        FIGHT_TOP + (0.55, 1.55)[side],
        tuple(shapes),
        words=_throw_words(p, side, numbers, total, lang),
        glyph=_throw_glyph(p, numbers, total),
        colour=INK,
    )


def _dice(p: int, numbers: Sequence[int]) -> Iterator[Shape]:
    """Those that there are, in a row: first, second, special."""
    x = -1.1
    for n, kind in zip(numbers, (_die, _die, _special_die), strict=True):
        if n:
            yield from kind(p, x, max(n, 0))
            x += 0.95


def _coming_dice(s: State, side: int) -> list[int]:
    """Like a throw, with -1 for each die that is to be rolled."""
    return [-1, -(rules.second_side(s) == side), -(rules.special_side(s) == side)]


def _those_who_fight(s: State, side: int, p: int) -> Iterator[Shape]:
    """How many they are, and a star if the General is one of them."""
    yield text(-1.85, 0.01, str(_in_the_fight(s, side)), 0.32, fill=ON_PAWNS[p], font_weight="bold")
    attacked = rules.TARGETS[rules.way_of(s.attack)]
    if rules.led_of(s.attack) if side == rules.ATTACKER else s.general[p] == attacked:
        yield path(_star(-1.63, -0.24, 0.17), fill=GOLD, stroke=INK, stroke_width=0.025)


def _in_the_fight(s: State, side: int) -> int:
    """How many pawns a side has in the attack that is being answered or rolled for."""
    if side == rules.ATTACKER:
        return int(rules.count_of(s.attack))
    return int(s.pawns[1 - s.attacker, rules.TARGETS[rules.way_of(s.attack)]])


def _throw_words(p: int, side: int, numbers: Sequence[int], total: int, lang: str) -> str:
    said, names = DICE[lang], {"side": SIDES[lang][side], "who": PLAYERS[lang][p]}
    if total == 0:
        dice = said["two" if numbers[1] else "one"]
        dice = said["and special"].format(dice=dice) if numbers[2] else dice
        return said["coming"].format(dice=dice, **names)
    parts = [str(n) for n in numbers[:2] if n] + [said["special"].format(n=n) for n in numbers[2:] if n]
    return said["thrown"].format(dice=", ".join(parts), total=total, **names)


def _throw_glyph(p: int, numbers: Sequence[int], total: int) -> str:
    dice = [("d" if i == 2 else "") + (str(n) if n > 0 else "?") for i, n in enumerate(numbers) if n]
    return f"{'●○'[p]} {' '.join(dice)}" + (f" = {total}" if total else "")


def _die(p: int, x: float, n: int) -> Iterator[Shape]:
    yield rect(x - 0.4, -0.4, 0.8, 0.8, rx=0.16, fill=PAWN_TOPS[p], stroke=PAWN_EDGES[p], stroke_width=0.04)
    for pip in _PIPS[n]:
        yield circle(x + (pip % 3 - 1) * 0.22, (pip // 3 - 1) * 0.22, 0.075, fill=ON_PAWNS[p])


def _special_die(p: int, x: float, n: int) -> Iterator[Shape]:
    yield path(
        f"M{x - 0.47:.2f} .4L{x:.2f} -.45L{x + 0.47:.2f} .4z",
        fill=PAWN_TOPS[p], stroke=GOLD, stroke_width=0.06, stroke_linejoin="round",
    )  # fmt: skip
    if n:
        yield text(x, 0.13, str(n), 0.42, fill=ON_PAWNS[p], font_weight="bold")


# --- buttons ----------------------------------------------------------------------------------------------------------


def _buttons(touches: dict[str, tuple[str, ...]], lang: str) -> Iterator[Item]:
    """Those that some action needs."""
    touched = {id for sequence in touches.values() for id in sequence}
    for n in range(1, rules.FULL + 1):
        for led in (False, True):
            if _group_id(n, led) in touched:
                yield _group_button(n, led, lang)
    for name, y in (("end", BUTTONS_TOP + 2.3), ("fight", BUTTONS_TOP + 0.9)):
        if name in touched:
            words = BUTTONS[lang][name]
            shapes = rect(-2.1, -0.35, 4.2, 0.7, rx=0.3, fill=INK), text(0, 0.01, words, 0.4, fill=CARD)
            yield Item(name, PANEL, y, shapes, words, f"[{words}]", INK)


def _group_button(n: int, led: bool, lang: str) -> Item:
    """A number of pawns; in the second row, with the General."""
    x, y = PANEL + (n - 3) * 0.87, BUTTONS_TOP + (1.35 if led else 0.45)
    shapes: list[Shape] = [
        rect(-0.4, -0.4, 0.8, 0.8, rx=0.14, fill=CARD, stroke=INK, stroke_width=0.04),
        text(-0.16 if led else 0, 0.02, str(n), 0.44, fill=INK, font_weight="bold"),
    ]
    if led:
        shapes.append(path(_star(0.18, -0.02, 0.17), fill=GOLD, stroke=INK, stroke_width=0.025))
    return Item(_group_id(n, led), x, y, tuple(shapes), _group_words(n, led, lang))


def _group_words(n: int, led: bool, lang: str) -> str:
    return GROUPS[lang][_kind_of_group(n, led)].format(n=n)


def _kind_of_group(n: int, led: bool) -> str:
    """Which words tell so many pawns, the General among them or not."""
    if led:
        return "alone" if n == 1 else "led"
    return "one" if n == 1 else "many"
