"""A scene: what there is to see and to touch, from one seat's view.

A game's `scene.py` makes one from a view. It is then drawn as SVG (`svg.py`: browser, notebook, documentation) or as
text (`text.py`: terminal), by code that knows no game. Lengths are in board units, x to the right and y *down*, as in
SVG. What things look like is drawn by hand, in the game's `art.svg` (`sheet.py`); a scene says which of its symbols
stands where.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, product
from math import prod
from typing import Any, Literal, TypeVar

from orjson import Fragment, loads

from tablier.picture.once import Made, once
from tablier.picture.packing import CENTRED, counted, dumped, packed, short
from tablier.picture.sheet import Sheet

T = TypeVar("T")

Paint = str | float
"""The value of an SVG attribute: a colour such as '#b3261e', a length."""


@dataclass(frozen=True)
class Shape:
    """One SVG element, placed relative to its item. Those below make the same one only once, and it is written once."""

    tag: str
    """rect, circle, ellipse, line, path, text; or use, which draws a symbol of the sheet."""
    attributes: Mapping[str, Paint]
    """Its SVG presentation attributes; an underscore stands for a hyphen: stroke_width."""
    text: str = ""

    @once
    def wire(self) -> bytes:
        """As it is sent to a page: JSON."""
        return dumped(packed(self.tag, self.attributes, self.text))


SHAPES = 16384
"""So many of each kind are remembered: more than pictures of a game have in a day."""


@lru_cache(maxsize=SHAPES)
def rect(x: float, y: float, width: float, height: float, **paint: Paint) -> Shape:
    return Shape("rect", {"x": x, "y": y, "width": width, "height": height, **paint})


@lru_cache(maxsize=SHAPES)
def circle(x: float, y: float, r: float, **paint: Paint) -> Shape:
    return Shape("circle", {"cx": x, "cy": y, "r": r, **paint})


@lru_cache(maxsize=SHAPES)
def ellipse(x: float, y: float, rx: float, ry: float, **paint: Paint) -> Shape:
    return Shape("ellipse", {"cx": x, "cy": y, "rx": rx, "ry": ry, **paint})


@lru_cache(maxsize=SHAPES)
def line(x1: float, y1: float, x2: float, y2: float, **paint: Paint) -> Shape:
    return Shape("line", {"x1": x1, "y1": y1, "x2": x2, "y2": y2, **paint})


@lru_cache(maxsize=SHAPES)
def path(d: str, **paint: Paint) -> Shape:
    return Shape("path", {"d": d, **paint})


class Brush:
    """How paths are painted of which there are many: what they share is written once.

    >>> Brush(stroke="red", stroke_width=0.5).path("M0 0h1").wire
    b'["path",{"d":"M0 0h1","stroke":"red","stroke_width":0.5}]'
    """

    def __init__(self, **paint: Paint) -> None:
        self._paint, self._written = paint, Shape("", paint).wire.removeprefix(b'["",{')

    def path(self, d: str) -> Shape:
        shape = Shape("path", {"d": d, **self._paint})
        vars(shape)["wire"] = b'["path",{"d":%b,%b' % (dumped(d), self._written)
        return shape


@lru_cache(maxsize=SHAPES)
def text(x: float, y: float, words: str, size: float, **paint: Paint) -> Shape:
    """Words centred on (x, y), unless `text_anchor` says otherwise."""
    return Shape("text", {"x": x, "y": y, "font_size": size, **CENTRED, **paint}, words)


@lru_cache(maxsize=SHAPES)
def use(symbol: str, x: float, y: float, width: float, height: float, *, turn: float = 0, **paint: Paint) -> Shape:
    """A symbol of the game's sheet, as large as this, centred on (x, y), and turned by so many degrees.

    What the symbol leaves open it takes from here: `color`, where it is painted with currentColor; `opacity`.
    """
    box: dict[str, Paint] = {"x": x - width / 2, "y": y - height / 2, "width": width, "height": height}
    turned: dict[str, Paint] = {"transform": f"rotate({turn:g} {x:g} {y:g})"} if turn else {}
    return Shape("use", {"href": symbol, **box, **turned, **paint})


Kind = Literal["decor", "place", "piece", "card", "die", "button", "mark", "text"]
"""What a thing is: mere furniture; a place, on which things stand or lie; a piece, a card, a die (or several thrown
together); a button; a mark that shows what was done, or what may be; or words to be read."""

TOUCHABLE: tuple[Kind, ...] = ("place", "piece", "card", "die", "button")


@dataclass(frozen=True)
class Item:
    """A thing on the table. It keeps its id from scene to scene while it is the same thing, and so is seen to move.

    A scene that has the very same item as the one before is cheap: what is sent of it is written once.
    """

    id: str
    x: float
    y: float
    """Where it is; its shapes are drawn around this point."""
    shapes: tuple[Shape, ...]
    words: str = ""
    """What it is, for those who cannot see it; empty for mere decoration and for what others' words include. A click
    goes through an item without words, to what lies beneath."""
    glyph: str = ""
    """What a text drawing writes at its place, centred; lines are separated by a newline."""
    colour: str = ""
    """The colour of its glyph."""
    ground: str = ""
    """A background that a text drawing gives to the area of `size` around its place."""
    size: tuple[float, float] = (1, 1)
    kind: Kind = "decor"
    on: str = ""
    """The id of what it stands on, or lies on, if that may be touched in its stead: it is then carried along."""
    round: bool = False
    """Whether what is drawn around it, to show that it can be touched, is a circle."""

    @once
    def wire(self) -> bytes:
        """As it is sent to a page: JSON."""
        sent = self.parts
        sent["shapes"] = Fragment(sent["shapes"])
        return dumped(sent)

    @property
    def parts(self) -> dict[str, Any]:
        """What is sent of it, part by part; its shapes are JSON already."""
        shapes = self.shapes
        written = shapes[0].wire if len(shapes) == 1 else b",".join([shape.wire for shape in shapes])
        sent: dict[str, Any] = {"id": self.id, "x": short(self.x), "y": short(self.y), "shapes": b"[%b]" % written}
        if self.kind != "decor":
            sent["kind"] = self.kind
        if self.words:
            sent["words"] = self.words
        if self.on:
            sent["on"] = self.on
        if self.round:
            sent["round"] = True
        return sent


def as_sent(parts: dict[str, Any]) -> dict[str, Any]:
    """The parts of an item, or some of them, to be written into JSON."""
    return parts | {"shapes": Fragment(parts["shapes"])} if "shapes" in parts else parts


class Group(tuple[Item, ...]):
    """Things that lie behind all that follows them, and mostly stay as they are together: a row of squares.

    A scene that has the very same group as the one before pays for it once, however many things are in it.
    """

    @once
    def wire(self) -> tuple[bytes, ...]:
        """As they are sent to a page, each by itself: JSON."""
        return tuple([item.wire for item in self])


NO_ITEMS = Group()


BYTE = 256
"""What is on a place is below this."""


def shelf(make: Callable[[int, int], Item]) -> Made[Item]:
    """Things by the place where they are, and by the byte that says which is there."""
    return Made(lambda number: make(*divmod(number, BYTE)))


class Laid:
    """Things on places that stay where they are, such as squares: a byte for each place says what is there, 0: nothing.

    Two that have as many places, and their things from the same shelf, are compared by these bytes: only what has
    changed is looked at.

    >>> pawns = shelf(lambda place, pawn: Item(f"pawn {pawn}", place, 0, ()))
    >>> [(item.id, item.x) for item in Laid(pawns, bytes([0, 7, 8]))]
    [('pawn 7', 1), ('pawn 8', 2)]
    """

    __slots__ = ("cells", "shelf")

    def __init__(self, shelf: Made[Item], cells: bytes) -> None:
        self.shelf, self.cells = shelf, cells

    def __iter__(self) -> Iterator[Item]:
        return iter([self.shelf[place * BYTE + cell] for place, cell in enumerate(self.cells) if cell])

    def __len__(self) -> int:
        return len(self.cells) - self.cells.count(0)

    def is_like(self, other: Laid) -> bool:
        """Whether the same bytes mean the same things."""
        return self.shelf is other.shelf and len(self.cells) == len(other.cells)

    def __repr__(self) -> str:
        return repr(Group(self))

    @property
    def wire(self) -> tuple[bytes, ...]:
        """As they are sent to a page, each by itself: JSON."""
        return tuple([item.wire for item in self])


class Grouped(Sequence[Item]):
    """Things from the back to the front, in groups.

    >>> squares = Group([Item("a1", 0, 0, ()), Item("a2", 0, 1, ())])
    >>> [item.id for item in Grouped(squares, Group([Item("king", 0, 0, ())]))]
    ['a1', 'a2', 'king']
    """

    def __init__(self, *groups: Group | Laid) -> None:
        self.groups = groups

    @once
    def _flat(self) -> tuple[Item, ...]:
        return tuple(chain.from_iterable(self.groups))

    def __getitem__(self, place: Any) -> Any:
        return self._flat[place]

    def __iter__(self) -> Iterator[Item]:
        return chain.from_iterable(self.groups)

    def __len__(self) -> int:
        return sum(map(len, self.groups))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Grouped) and self._flat == other._flat

    __hash__ = None  # type: ignore[assignment]  # a shape has a dictionary

    def __repr__(self) -> str:
        return f"Grouped{self.groups!r}"


ControlKind = Literal["pick", "number", "direction", "confirm", "course"]
"""How a control is worked: one of a few is picked; a number is set, by a slider and in steps; a direction is pointed
to; a button says that it shall be so; or a course is chosen, by which several actions are done one after the other."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A value of a control. Its id takes part in `touches`, as that of an item does; that of a course in `courses`."""

    id: str
    words: str
    """What it is called, in a word or two: a number, a direction, what is picked."""
    note: str = ""
    """What is to be known of it: what it costs, where it leads."""
    symbol: str = ""
    """A symbol of the sheet that is drawn beside its words."""
    angle: float = 0
    """Of a direction: clockwise from the top, in degrees."""
    shows: Item | None = None
    """What the board shows while it is chosen, to who chooses alone. In its texts `{stake}` is what is chosen of the
    control of that name."""


@dataclass(frozen=True)
class Control:
    """Something to be chosen beside the board. Controls are answered in any order; touches have them in theirs.

    One is shown as long as one of its choices can still be touched, given what has been touched on the board.
    """

    id: str
    kind: ControlKind
    words: str
    """What is asked: "Who leaves c3?"; of a button that confirms, nothing: its only choice says it."""
    choices: tuple[Choice, ...]
    """Numbers in ascending order, directions clockwise."""
    presets: tuple[str, ...] = ()
    """The choices that are likely meant, the likeliest first: the first of them that is possible is chosen to begin
    with. It never makes an action by itself: a button follows that says that it shall be so."""

    @once
    def wire(self) -> bytes:
        """As it is sent to a page: JSON. Choices that only count are told by the first and the last."""
        sent: dict[str, Any] = {"id": self.id, "kind": self.kind, "words": self.words}
        is_plain = all(choice == Choice(choice.id, choice.words) for choice in self.choices)
        numbers = counted((choice.id, choice.words) for choice in self.choices) if is_plain else None
        sent["choices"] = numbers or [_chosen(choice) for choice in self.choices]
        return dumped({**sent, "presets": self.presets} if self.presets else sent)


def _chosen(choice: Choice) -> dict[str, Any]:
    parts = ("id", "words", "note", "symbol", "angle")
    sent: dict[str, Any] = {name: value for name in parts if (value := getattr(choice, name))}
    return {**sent, "shows": Fragment(choice.shows.wire)} if choice.shows else sent


SENTENCES = ". "
"""Between the sentences of what is to be known of an action: many are the same for several."""


@dataclass(frozen=True)
class Outlook:
    """What is to be known of an action before it is done: odds, losses, a warning."""

    words: str
    """All of it, in a sentence or a few."""
    figure: str = ""
    """What matters most of it, in a number or a word: "62 %"."""
    shares: tuple[float, ...] = ()
    """How likely it goes well, neither well nor ill, and ill: of one."""
    at: str = ""
    """The id of the item at which it is shown; empty: only beside the button."""

    @once
    def sentences(self) -> list[str]:
        return self.words.split(SENTENCES)

    @once
    def rest(self) -> list[Any]:
        """What is sent of it after its sentences."""
        shares = [short(share) for share in self.shares]
        return [self.figure, self.at, shares] if shares else [self.figure, self.at]


@dataclass(frozen=True, slots=True)
class Beat:
    """A part of a moment: the picture to which a scene leads, except for these things."""

    words: str
    """What is seen to happen, in a sentence or less; it is also read out."""
    items: tuple[Item, ...] = ()
    """Instead of those with the same ids, or besides, in front."""
    gone: tuple[str, ...] = ()
    """The ids of things that are not there yet, or no longer."""
    milliseconds: int = 700


@dataclass(frozen=True)
class Moment:
    """How it came about, shown in a few beats before the scene itself; it can be skipped, and seen again.

    As long as scenes have the very same moment, it is written and sent once.
    """

    id: str
    """Another one for each moment of a game: it is shown once by itself."""
    beats: tuple[Beat, ...]

    @once
    def wire(self) -> bytes:
        """As it is sent to a page: JSON. Of items, and of what is gone, only what has changed since a beat before."""
        known: dict[str, _Named] = {}
        gone: tuple[str, ...] = ()
        beats = list[dict[str, Any]]()
        for beat in self.beats:
            items = [_changed(item, known) for item in beat.items]
            sent = {"words": beat.words, "milliseconds": beat.milliseconds, "items": items}
            beats.append(sent if beat.gone == gone else sent | {"gone": beat.gone})
            gone = beat.gone
        return dumped({"id": self.id, "beats": beats})


class _Named:
    """An item of a moment that was named in a beat."""

    __slots__ = ("item", "parts", "place")

    def __init__(self, place: int, item: Item) -> None:
        """`place`: among all that were named."""
        self.place, self.item = place, item
        self.parts: dict[str, Any] | None = None


def _changed(item: Item, known: dict[str, _Named]) -> dict[str, Any] | Fragment | int:
    """An item that is still the same is its place among those that were named; what it has no longer is None."""
    before = known.get(item.id)
    if before is None:
        known[item.id] = _Named(len(known), item)
        return Fragment(item.wire)
    if before.item is item:
        return before.place
    now, then = item.parts, before.parts or before.item.parts
    before.item, before.parts = item, now
    changed = {name: value for name, value in now.items() if then.get(name) != value}
    gone = dict.fromkeys([name for name in then if name not in now])
    return {"id": item.id, **as_sent(changed), **gone} if changed or gone else before.place


class Part(dict[str, T]):
    """Some actions with what is told of each, which are written once, however many scenes have them."""

    @once
    def wire(self) -> bytes:
        """As they are sent to a page: JSON, without what stands around it."""
        return dumped(self)[1:-1]


class Joined(Mapping[str, T]):
    """Actions with what is told of each, in parts: what is sent is put together of what each of them was written as.

    >>> touches = Joined([Part({"e2-e3": ("e2", "e3")}), Part({"pass": ("pass",)})])
    >>> touches["pass"], len(touches), touches.wire
    (('pass',), 2, b'{"e2-e3":["e2","e3"],"pass":["pass"]}')
    """

    def __init__(self, parts: Sequence[Part[T]]) -> None:
        self.parts = parts

    @once
    def _all(self) -> dict[str, T]:
        return {action: told for part in self.parts for action, told in part.items()}

    def __getitem__(self, action: str) -> T:
        return self._all[action]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    @once
    def wire(self) -> bytes:
        """As it is sent to a page: JSON."""
        return b"{%b}" % b",".join([part.wire for part in self.parts if part])


class Told(Mapping[str, T]):
    """Actions with what is told of each, as the JSON that is sent of them: it is read when somebody asks for one.

    >>> touches = Told.join([b'"e2-e3":["e2","e3"]', b'"pass":["pass"]'])
    >>> touches["pass"], len(touches), touches.wire
    (('pass',), 2, b'{"e2-e3":["e2","e3"],"pass":["pass"]}')
    """

    def __init__(self, wire: bytes) -> None:
        self.wire = wire

    @classmethod
    def join(cls, parts: Sequence[bytes]) -> Told[T]:
        """Each of them an action and what is told of it."""
        return cls(b"{%b}" % b",".join(parts))

    def __repr__(self) -> str:
        return repr(self._all)

    @once
    def _all(self) -> dict[str, Any]:
        read: dict[str, Any] = loads(self.wire)
        return {action: tuple(told) if isinstance(told, list) else told for action, told in read.items()}

    def __getitem__(self, action: str) -> T:
        return self._all[action]  # type: ignore[no-any-return]  # what is written is what was told

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)


class Combined(Mapping[str, tuple[str, ...]]):
    """What means actions that are chosen part by part: one id of each group, in any combination.

    It is sent as what it is made of, however many combinations there are.

    >>> orders = Combined("{} {}", {"s0": "0", "s1": "1"}, {"dN": "N", "dS": "S"}, {"seal": ""})
    >>> orders["1 S"], len(orders)
    (('s1', 'dS', 'seal'), 4)
    """

    def __init__(self, written: str, *groups: Mapping[str, str]) -> None:
        """`written`: how an action is, with a place for what the choice in each group adds to it."""
        self.written, self.groups = written, groups

    @once
    def _all(self) -> dict[str, tuple[str, ...]]:
        chosen = product(*(group.items() for group in self.groups))
        return {self.written.format(*(part for _, part in one)): tuple(id for id, _ in one) for one in chosen}

    def __getitem__(self, action: str) -> tuple[str, ...]:
        return self._all[action]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __len__(self) -> int:
        return prod(map(len, self.groups))

    @once
    def wire(self) -> bytes:
        """As it is sent to a page: JSON."""
        return dumped([self.written, *(counted(group.items()) or group for group in self.groups)])


Form = Literal["wide", "tall"]
"""The room that a picture has: that of a screen, or of a phone that is held upright."""


@dataclass(slots=True, kw_only=True)
class Scene:
    """All of it, and what touching means."""

    x: float
    y: float
    width: float
    height: float
    """The part of the plane that is to be shown."""
    title: str
    """What this is a picture of, in a few words."""
    status: str
    """What is going on: whose turn, what was rolled, who won."""
    aim: str = ""
    """What everybody is after and how near each side is, in one line, as the seat that looks would say it."""
    counts: tuple[str, ...] = ()
    """For each seat what counts in this game, in a few words: its points, its cards, its pieces."""
    items: Sequence[Item]
    """From the back to the front; where there are many, `Grouped`."""
    touches: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """For each legal action of the seat, the ids of the items to touch, in sequence, that mean it. No sequence is the
    beginning of another. Where any choice goes with any other: `Combined`; where parts are the same again: `Joined`."""
    moves: Mapping[str, str] = field(default_factory=dict)
    """For each action that only takes something to where one touches last: the id of what it takes there. It may be
    shown there at once, before the next scene has it there."""
    takes: Mapping[str, str] = field(default_factory=dict)
    """For each action that takes something from another: the id of what one touches to take it."""
    controls: tuple[Control, ...] = ()
    """What is chosen beside the board: in the sequence in which `touches` have it."""
    outlooks: Mapping[str, Outlook] = field(default_factory=dict)
    """For actions of which there is something to know beforehand."""
    courses: Mapping[str, str] = field(default_factory=dict)
    """For each course, by the id of its choice: the legal action that it takes here. Who has chosen one need not touch
    anything as long as scenes have it: the page goes on by it, until it is stopped."""
    moment: Moment | None = None
    """How what was done last came about."""
    art: Sheet | None = None
    """The sheet with its symbols; added by `Position.scene`."""
    cell: tuple[int, int] = (4, 2)
    """Columns and rows of a text drawing that one unit takes."""
    beside: float | None = None
    """What is to the right of this stands beside the board; a drawing that must be narrow has it below."""
