"""A table: what it has become by the events that happened there, and which events may happen next.

Everything a table knows follows from its events: `apply` is the only way to change it. What people ask for is decided
by methods that change nothing and give events, or raise a typed refusal; the events are stored first, and applied then.
Time and presence are given from outside.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

from tablier.engine.errors import BadOption
from tablier.engine.kernels import NATURE, PUBLIC
from tablier.engine.position import Position
from tablier.engine.registry import find
from tablier.engine.talk import Kind, Message
from tablier.record import gamefile
from tablier.record.fairness import Seal, check_entropy
from tablier.serve.errors import NoTakeback, NoText, NotGone, NotNow, NotYours, Stale, Taken
from tablier.serve.table.clock import Clock
from tablier.serve.table.events import (
    Acted,
    Began,
    Ended,
    Event,
    Followed,
    Left,
    Moved,
    Opened,
    Replaced,
    Reservation,
    Returned,
    Said,
    Sat,
    TakebackAnswered,
    TakebackAsked,
    TakenBack,
    Told,
    Who,
    told,
)
from tablier.serve.table.visibility import sees

COMMANDS_KEPT = 32
"""Of each seat: the last commands that are known again when they come twice."""

ABSENCE = 60_000
"""Milliseconds after which a bot may be asked to play on for somebody who is gone."""

STAND_IN = 4
"""The level of a bot that plays on for somebody who has resigned or run out of time."""

DEALS = 8
"""How many deals are tried to see whether an action has shown something that was hidden."""


@dataclass(slots=True)
class Chair:
    """Where somebody sits, or may sit down."""

    reservation: Reservation
    name: str = ""
    who: Who | None = None
    level: int = 0
    """Of a bot that sits there."""
    stand_in: int = 0
    """The level of a bot that plays on for the person."""
    persons: set[str] = field(default_factory=set)
    """Who holds it, by the hash of their secret; a person may have several devices."""
    keys: set[str] = field(default_factory=set)
    """The hashes of the keys by which they come with another device; who gets up leaves none that still opens it."""
    entropy: str = ""

    @property
    def bot(self) -> int:
        """The level of the bot that plays here; 0 where a person does."""
        return self.level if self.who == "bot" else self.stand_in


class Move(NamedTuple):
    """An action that was taken."""

    seat: int
    action: int


class Table:
    """A table and its game."""

    def __init__(self, id: str, opened: Opened) -> None:
        self.id = id
        self.opened = opened
        self.game = find(opened.game)
        self.position = Position(self.game, **opened.options)
        self.chairs = [Chair(reservation) for reservation in opened.places]
        self.clock = Clock(opened.pace, len(self.chairs))
        self.numbers = 0
        """How many events there were."""
        self.versions = dict.fromkeys((PUBLIC, *range(len(self.chairs))), 0)
        """How many of them each seat, and a spectator, has been told."""
        self.pending_since = dict.fromkeys(range(len(self.chairs)), 0)
        """The version from which on each seat may answer the position."""
        self.commands: dict[str, int] = {}
        """The last commands that were carried out, and the version in which their seat was told."""
        self.moves: list[Move] = []
        self.drawn: Counter[str] = Counter()
        """How often chance was drawn on, by stream."""
        self.pending: tuple[int, ...] = ()
        """The seats that are to act now."""
        self.texts: list[tuple[int, Told]] = []
        """What was played in the unfinished turn."""
        self.turns = 0
        """How many turns are finished."""
        self.messages: list[Said] = []
        self.has_begun = False
        self.takeback: int | None = None
        """The seat that asks for one."""
        self.agreed: set[int] = set()
        self.ended: Ended | None = None
        self.followed = ""

    # --- what there is to know

    @property
    def status(self) -> str:
        return "over" if self.ended else "playing" if self.has_begun else "open"

    @cached_property
    def fairness(self) -> Seal:
        """Where chance comes from; it can be asked for once everybody sits."""
        return Seal(self.id, self.opened.secret, tuple(chair.entropy for chair in self.chairs))

    def _seats_to_act(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.position.pending if seat >= 0) if self.status == "playing" else ()

    @property
    def pending_bots(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.pending if self.chairs[seat].bot)

    def welcomes(self, person: str) -> list[int]:
        """The free chairs that somebody may take without an invitation."""
        return [seat for seat, chair in enumerate(self.chairs) if not chair.who and self._is_welcome(chair, person)]

    def _is_welcome(self, chair: Chair, person: str) -> bool:
        reservation = chair.reservation
        if reservation["persons"]:
            return person in reservation["persons"]
        return reservation["who"] == "anyone" or (reservation["who"] == "me" and person == self.opened.host)

    def seats_of(self, person: str) -> list[int]:
        """The seats that somebody holds."""
        return [seat for seat, chair in enumerate(self.chairs) if person in chair.persons]

    def others(self, seat: int) -> list[int]:
        """The persons at the table besides this seat."""
        return [other for other, chair in enumerate(self.chairs) if other != seat and not chair.bot]

    # --- what has happened

    def apply(self, event: Event, now: int, command: str | None = None) -> None:
        """Let it have happened."""
        before = self.pending
        self._take(event, now)
        self.pending = self._seats_to_act()
        self.numbers += 1
        for audience in self.versions:
            self.versions[audience] += sees(event, audience)
        for seat in self.pending:
            if seat not in before or isinstance(event, TakenBack) or (isinstance(event, Acted) and event.seat == seat):
                self.pending_since[seat] = self.versions[seat]
        if command:
            self._remember(command)

    def _remember(self, command: str) -> None:
        seat = int(command.partition(":")[0])
        mine = [known for known in self.commands if known.startswith(f"{seat}:")]
        if len(mine) >= COMMANDS_KEPT:
            del self.commands[mine[0]]
        self.commands[command] = self.versions[seat]

    def _take(self, event: Event, now: int) -> None:
        match event:
            case Sat():
                chair = self.chairs[event.seat]
                chair.name, chair.who, chair.level, chair.entropy = event.name, event.who, event.level, event.entropy
                chair.persons, chair.keys = {event.person} - {""}, {event.key} - {""}
            case Left():
                self.chairs[event.seat] = Chair(self.chairs[event.seat].reservation)
            case Moved():
                self.chairs[event.seat].persons.add(event.person)
                self.chairs[event.seat].keys -= {event.used}
                self.chairs[event.seat].keys |= {event.key} - {""}
            case Began():
                self.has_begun = True
            case Acted():
                self._take_action(event, now)
            case Said():
                self.messages.append(event)
            case TakebackAsked():
                self.takeback, self.agreed = event.seat, set()
            case TakebackAnswered():
                self.agreed.add(event.seat)
                if not event.agrees:
                    self.takeback = None
            case TakenBack():
                self._take_back(event.actions)
            case Replaced():
                self.chairs[event.seat].stand_in = event.level
            case Returned():
                self.chairs[event.seat].stand_in = 0
            case Ended():
                self.ended = event
            case Followed():
                self.followed = event.table

    def _take_action(self, acted: Acted, now: int) -> None:
        self.position.apply(acted.seat, acted.action)
        self.moves.append(Move(acted.seat, acted.action))
        if acted.seat == NATURE:
            self.drawn[acted.stream] += 1
        self.takeback = None
        self.texts.append((acted.seat, acted.texts))
        if acted.lines:
            self.texts = []
            self.turns += 1
        if acted.left is not None:
            self.clock.set(acted.seat, acted.left, now)

    def _take_back(self, actions: int) -> None:
        """Play the game again up to there. Chance is not drawn again: nothing that it gave is taken back."""
        replay = _Draft(self, Position(self.game, **self.opened.options), [])
        turns = 0
        for move in self.moves[:actions]:
            turns += replay.act(move.seat, move.action).lines is not None
        self.position, self.texts, self.turns = replay.position, replay.texts, turns
        self.moves = self.moves[:actions]
        self.takeback = None

    def tick(self, absent: Collection[int], now: int, spent: int = 0) -> None:
        """Let the clocks of those run who are to act."""
        persons = [seat for seat in self.pending if not self.chairs[seat].bot]
        self.clock.update(persons, self.position.turn, absent, now, spent)

    # --- sitting down

    def sit(self, seat: int, name: str, person: str, entropy: str, invited: bool = False, key: str = "") -> list[Event]:
        """Somebody sits down; with the last of them the game begins."""
        chair = self._free_chair(seat)
        if not (self._is_welcome(chair, person) or (invited and not chair.reservation["persons"])):
            raise NotYours
        if not name:
            raise BadOption("a player has a name")
        sat = Sat(seat, gamefile.check_name(name), "person", 0, person, check_entropy(entropy), key)
        return self._sit(sat)

    def seat_bot(self, seat: int, level: int, person: str) -> list[Event]:
        """Who opened the table puts a bot on an empty chair."""
        if person != self.opened.host:
            raise NotYours
        self._free_chair(seat)
        return self._sit(Sat(seat, "", "bot", level))

    def fill(self) -> list[Event]:
        """The bots that were asked for when the table was opened sit down."""
        reservations = enumerate(self.opened.places)
        return self._sit(
            *(
                Sat(seat, "", "bot", reservation["level"])
                for seat, reservation in reservations
                if reservation["who"] == "bot"
            )
        )

    def _sit(self, *sat: Sat) -> list[Event]:
        """Some sit down; if now everybody is there the game begins."""
        entropies = {seat: chair.entropy for seat, chair in enumerate(self.chairs) if chair.who}
        entropies |= {one.seat: one.entropy for one in sat}
        if len(entropies) < len(self.chairs):
            return [*sat]
        fairness = Seal(self.id, self.opened.secret, tuple(entropies[seat] for seat in range(len(self.chairs))))
        return [*sat, Began(fairness.seal), *_Draft(self, self.position.copy(), [], fairness).go_on()]

    def _free_chair(self, seat: int) -> Chair:
        chair = self.chairs[self.game.seat(seat, self.opened.options)]
        if chair.who:
            raise Taken
        return chair

    def leave(self, seat: int) -> list[Event]:
        """Somebody gets up again before the game."""
        if self.status != "open":
            raise NotNow
        return [Left(seat)]

    def move(self, seat: int, person: str, key: str = "", used: str = "") -> list[Event]:
        """Who holds a seat comes with another device, or asks for a key for one."""
        return [Moved(seat, person, key, used)]

    # --- playing

    def play(self, seat: int, version: int, text: str, now: int) -> list[Event]:
        """A seat acts; `version` is the last that it was told before it chose. Chance follows by itself."""
        self._check_playing()
        if version < self.pending_since[seat] and seat in self.pending:
            raise Stale
        return self._act(seat, self.position.read(text, seat), now)

    def _act(self, seat: int, action: int, now: int) -> list[Event]:
        draft = _Draft(self, self.position.copy(), [*self.texts])
        turn = self.position.turn
        draft.act(seat, action)
        has_finished = draft.position.turn != turn or seat not in draft.position.pending
        left = None if self.chairs[seat].bot else self.clock.after_action(seat, has_finished, now)
        return draft.go_on(left)

    def close_discussion(self, now: int) -> list[Event]:
        """The time for talking is over: who leads the discussion ends it."""
        closing = self.game.closing(self.position.record)
        return self._act(*closing, now) if closing and self.status == "playing" else []

    def resign(self, seat: int) -> list[Event]:
        """Somebody gives up. Of two, the other wins; at a larger table a bot plays on, so that the others can."""
        self._check_playing()
        return self._give_up(seat, "resigned")

    def flag(self, now: int) -> list[Event]:
        """Somebody's time is over: they lose as if they had given up."""
        fallen = self.clock.fallen(now) if self.status == "playing" else []
        return self._give_up(fallen[0], "time") if fallen else []

    def _give_up(self, seat: int, why: Literal["resigned", "time"]) -> list[Event]:
        if len(self.chairs) == 2:
            shares = ["1", "1"]
            shares[seat] = "0"
            return [self._end(shares, why, seat)]
        if self.chairs[seat].bot:
            raise NotNow
        return [Replaced(seat, STAND_IN, why)]

    def replace(self, seat: int, level: int, absent_for: int) -> list[Event]:
        """A bot is to play on for somebody who is gone."""
        self._check_playing()
        if self.chairs[self.game.seat(seat, self.opened.options)].bot or absent_for < ABSENCE:
            raise NotGone
        return [Replaced(seat, level, "gone")]

    def come_back(self, seat: int) -> list[Event]:
        """Somebody for whom a bot played takes over again."""
        self._check_playing()
        if not self.chairs[seat].stand_in:
            raise NotNow
        return [Returned(seat)]

    def follow(self, table: str) -> list[Event]:
        """The next game between the same people was opened."""
        return [Followed(table)]

    def next_reservations(self) -> list[Reservation]:
        """The chairs of a rematch: everybody moves on by one seat."""
        reservations = [
            Reservation(who="bot", level=chair.level, persons=[])
            if chair.who == "bot"
            else Reservation(who="link", level=0, persons=sorted(chair.persons))
            for chair in self.chairs
        ]
        return reservations[-1:] + reservations[:-1]

    def _check_playing(self) -> None:
        if self.status != "playing":
            raise NotNow

    def _end(self, shares: list[str], why: Literal["rules", "resigned", "time"], seat: int | None) -> Ended:
        unheard = [asdict(said) for said in self.messages if said.to]
        entropies = [chair.entropy for chair in self.chairs]
        return Ended(shares, why, seat, self.opened.secret, entropies, unheard)

    # --- talking

    def say(self, seat: int, to: list[int], kind: Kind, body: str) -> list[Event]:
        """A seat says something, if the rules and this table let it."""
        if kind == "text" and not self.opened.free_text:
            raise NoText
        if not self.has_begun:
            raise NotNow
        self.position.check(Message(seat, tuple(to), kind, body))
        return [Said(seat, sorted(to), kind, body, self.position.turn)]

    # --- taking back

    def ask_takeback(self, seat: int) -> list[Event]:
        """A seat would like to go back to before its last action. Who is a bot does not mind."""
        self._check_playing()
        self._takeback_point(seat)
        return self._agreed(seat, set(), [TakebackAsked(seat)])

    def answer_takeback(self, seat: int, agrees: bool) -> list[Event]:
        self._check_playing()
        asking = self.takeback
        if asking is None or seat == asking or seat in self.agreed:
            raise NotNow
        events: list[Event] = [TakebackAnswered(seat, agrees)]
        return self._agreed(asking, {*self.agreed, seat}, events) if agrees else events

    def _agreed(self, asking: int, agreed: set[int], events: list[Event]) -> list[Event]:
        if agreed >= set(self.others(asking)):
            actions = self._takeback_point(asking)
            draft = _Draft(self, Position(self.game, **self.opened.options), [])
            turns = sum(draft.act(*move).lines is not None for move in self.moves[:actions])
            events.append(TakenBack(asking, actions, turns))
        return events

    def _takeback_point(self, seat: int) -> int:
        """How many actions stand before the seat's last one; raises NoTakeback if it cannot be taken back."""
        own = [i for i, move in enumerate(self.moves) if move.seat == seat]
        if not own or any(move.seat == NATURE for move in self.moves[own[-1] :]):
            raise NoTakeback
        position = Position(self.game, **self.opened.options)
        for i, move in enumerate(self.moves):
            if i >= own[-1] and (_is_secret_of_another(position, move, seat) or _reveals(position, move)):
                raise NoTakeback
            position.apply(*move)
        return own[-1]


class _Draft:
    """Actions played in advance, to see what happens."""

    def __init__(
        self, table: Table, position: Position, texts: list[tuple[int, Told]], fairness: Seal | None = None
    ) -> None:
        self.table = table
        self.fairness = fairness or table.fairness
        self.position = position
        self.texts = texts
        self.drawn = Counter(table.drawn)
        self.events: list[Acted] = []

    def act(self, seat: int, action: int, stream: str = "") -> Acted:
        position = self.position
        texts = _as_told(position, seat, action)
        turn = position.turn
        position.apply(seat, action)
        self.texts = [*self.texts, (seat, texts)]
        lines = None
        if position.over or position.turn != turn:
            lines, self.texts = self._lines(), []
        acted = Acted(seat, action, texts, stream, lines)
        self.events.append(acted)
        return acted

    def go_on(self, left: int | None = None) -> list[Event]:
        """Let nature act while it is to act, and see whether the game is over; `left`: for who has acted first."""
        while self.position.pending == (NATURE,):
            action, stream = self.fairness.draw(self.position, self.drawn)
            self.drawn[stream] += 1
            self.act(NATURE, action, stream)
        events: list[Event] = [*self.events]
        if left is not None:
            first = self.events[0]
            events[0] = Acted(first.seat, first.action, first.texts, first.stream, first.lines, left)
        if self.position.over:
            shares = [str(share) for share in self.position.shares or ()]
            events.append(self.table._end(shares, "rules", None))
        return events

    def _lines(self) -> Told:
        """The turn that has ended, in one line, as each may know it."""
        position = self.position
        write = position.game.notation.write_line
        lines = {}
        for audience in (PUBLIC, *range(len(self.table.chairs))):
            played = [(seat, told(texts, audience)) for seat, texts in self.texts]
            lines[audience] = write(played, position.view(audience).record)
        return _fold(lines)


def _as_told(position: Position, seat: int, action: int) -> Told:
    """An action as it is written, for each who may know it otherwise than the public does."""
    write, record = position.game.notation.write, position.record
    return _fold({who: write(record, seat, action, who) for who in (PUBLIC, *range(len(position.seats)))})


def _fold(texts: dict[int, str]) -> Told:
    public = texts[PUBLIC]
    return {"": public} | {str(seat): text for seat, text in texts.items() if seat != PUBLIC and text != public}


def _is_secret_of_another(position: Position, move: Move, seat: int) -> bool:
    """Whether this is something that another seat has chosen in secret: it would be lost if it were taken back."""
    texts = _as_told(position, *move)
    return move.seat != seat and told(texts, seat) != told(texts, move.seat)


def _reveals(position: Position, move: Move) -> bool:
    """Whether this action shows somebody what they could not know.

    It does if what they see of it depends on that: if, with what is hidden dealt otherwise, it would not be possible,
    or would look different afterwards.
    """
    after = position.copy()
    after.apply(*move)
    for viewer in range(len(position.seats)):
        if viewer == move.seat:
            continue
        seen = after.view(viewer).to_bytes()
        for deal in range(DEALS):
            other = position.view(viewer).deal(deal)
            if move.action not in other.actions(move.seat):
                return True
            other.apply(*move)
            if other.view(viewer).to_bytes() != seen:
                return True
    return False
