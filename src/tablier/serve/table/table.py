"""A table: a match, with chairs, a clock, messages and takebacks around it.

Everything a table knows follows from its events: `apply` is the only way to change it. What people ask for is decided
by methods that change nothing and give events, or raise a typed refusal; the events are stored first, and applied then.
Time and presence are given from outside.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal, TypeVar

from tablier.engine.errors import BadOption, BadProof
from tablier.engine.kernels import NATURE, PUBLIC
from tablier.engine.registry import find
from tablier.engine.talk import PROMISES, Kind, Message
from tablier.record.chance import Seal, Terms
from tablier.record.hashes import WHOLE_GAME, people_of, pledge_of, setup_of
from tablier.record.match import Draft, End, Match
from tablier.record.proof import check_entropy, check_hash
from tablier.record.turns import EVERYTHING, Step, Texts, Viewer, everybody
from tablier.serve.errors import NoTakeback, NoText, NotGone, NotNow, NotYours, Stale, Taken, TooMuch
from tablier.serve.limits import Quotas
from tablier.serve.table.chair import AtChair, Chair, are_taken, owing
from tablier.serve.table.clock import Clock, Graces
from tablier.serve.table.events import (
    Acted,
    Began,
    Ended,
    Event,
    Followed,
    Gave,
    Left,
    Moved,
    Opened,
    Order,
    Replaced,
    Reservation,
    Returned,
    Said,
    Sat,
    TakebackAnswered,
    TakebackAsked,
    TakenBack,
    Told,
    told,
)
from tablier.serve.table.naming import fitting
from tablier.serve.table.revealing import reveals
from tablier.serve.table.visibility import who_see

COMMANDS_KEPT = 32
"""Of each seat: the last commands that are known again when they come twice."""

ABSENCE = 60_000
"""Milliseconds after which a bot may be asked to play on for somebody who is gone."""

GIVING = 6_000
"""Milliseconds for which a game waits for entropy that was pledged; then it begins without."""

T = TypeVar("T")

STAND_IN = 4
"""The level of a bot that plays on for somebody who has resigned or run out of time."""


class Table:
    """A table and its game."""

    def __init__(self, id: str, opened: Opened, quotas: Quotas | None = None) -> None:
        self.id = id
        self.quotas = quotas or Quotas()
        self.opened = opened
        self.game = find(opened.game)
        self.match = Match(self.game, viewers=everybody(len(opened.places)), **dict[str, Any](opened.options))
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
        self._commands_of: dict[int, deque[str]] = {}
        """The same by seat, the oldest first."""
        self.pending: tuple[int, ...] = ()
        """The seats that are to act now."""
        self.messages: list[Said] = []
        self._unsaid: set[int] = set()
        """Those among them, by their place, whose turn was taken back."""
        self.judged: dict[int, bool] = {}
        """Of promises among them, by their place, whether who made them kept them; once their turn was over."""
        self._others = 0
        """How many of the events were no actions of the game."""
        self.status = "open"
        self.has_begun = False
        self.full_since: int | None = None
        """When the last chair was taken."""
        self.takeback: int | None = None
        """The seat that asks for one."""
        self.agreed: set[int] = set()
        self.followed = ""
        self._untold: list[frozenset[int]] = []
        """Of each action: the seats that were not told what who acted knows of it."""
        self._brought: list[int] = []
        """Of each action: how much time who acted got for it."""
        self._revealing: dict[int, bool] = {}
        """Which actions showed somebody what they could not know, as far as it has been looked into."""

    # --- what there is to know

    @cached_property
    def fairness(self) -> Seal:
        """Where chance comes from; it can be asked for once everybody sits, and has given what they pledged."""
        return self._seal(self.chairs)

    def _seal(self, chairs: Sequence[Chair]) -> Seal:
        terms, entropies = None, tuple(chair.entropy for chair in chairs)
        if self.opened.scheme == WHOLE_GAME:
            setup, people = setup_of(self.game.name, self.match.options), people_of(chair.name for chair in chairs)
            terms = Terms(setup, people, tuple(chair.pledge for chair in chairs))
        return Seal(self.id, self.opened.secret, entropies, len(self.opened.start), terms)

    @property
    def to_give(self) -> list[int]:
        """The seats that are to give the entropy that they have pledged, now that everybody has."""
        return [] if self.has_begun or not are_taken(self.chairs) else owing(self.chairs)

    @property
    def giving_end(self) -> int | None:
        """When the game begins without what was not given; None: it waits for nobody's."""
        return self.full_since + GIVING if self.to_give and self.full_since is not None else None

    def _seats_to_act(self) -> tuple[int, ...]:
        pending = self.match.pending if self.has_begun else ()
        return () if NATURE in pending else pending

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
        self.status = "over" if self.match.over else "playing" if self.has_begun else "open"
        self.numbers += 1
        actor = event.seat if isinstance(event, Acted) else None
        self._others += actor is None
        for audience in who_see(event, self.versions):
            self.versions[audience] += 1
        for seat in self.pending:
            if seat not in before or seat == actor or isinstance(event, TakenBack):
                self.pending_since[seat] = self.versions[seat]
        if command:
            self._remember(command)

    def _remember(self, command: str) -> None:
        seat = int(command.partition(":")[0])
        mine = self._commands_of.setdefault(seat, deque())
        if len(mine) >= COMMANDS_KEPT:
            self.commands.pop(mine.popleft(), None)
        mine.append(command)
        self.commands[command] = self.versions[seat]

    def _take(self, event: Event, now: int) -> None:
        match event:
            case Acted():
                self._take_action(event, now)
            case Sat() | Gave() | Left() | Moved() | Replaced() | Returned():
                self._take_chair(event, now)
            case Began():
                self.has_begun = True
                self.match.begin(self.fairness)
            case Said():
                self.messages.append(event)
            case TakebackAsked():
                self.takeback, self.agreed = event.seat, set()
            case TakebackAnswered():
                self.agreed.add(event.seat)
                self.takeback = self.takeback if event.agrees else None
            case TakenBack():
                self._take_back(event, now)
            case Ended() if event.why != "rules":
                self.match.end(End(event.why, tuple(map(Fraction, event.shares)), event.seat))
            case Followed():
                self.followed = event.table

    def _take_chair(self, event: AtChair, now: int) -> None:
        self.chairs[event.seat] = self.chairs[event.seat].after(event)
        if isinstance(event, Sat) and are_taken(self.chairs):
            self.full_since = now
        if isinstance(event, Replaced) and event.left is not None:
            self.clock.set(event.seat, event.left, now)

    def _take_action(self, acted: Acted, now: int) -> None:
        turn = self.match.turn
        if not self.match.follow_draft(acted.seat, acted.action, acted.stream):
            texts, lines = (self._unfolded(told) for told in (acted.texts, acted.lines or {}))
            self.match.append(acted.seat, acted.action, acted.stream, texts=texts, lines=lines)
        self._untold.append(_untold(acted, len(self.chairs)))
        self._brought.append(acted.brought)
        if self.match.turn != turn:
            self._judge(turn)
        self.takeback = None
        if acted.left is not None:
            self.clock.set(acted.seat, acted.left, now)

    def _judge(self, turn: int) -> None:
        """Note who did in that turn, which is over, what they had promised."""
        for number, said in self.talk():
            if said.turn == turn and said.message in PROMISES:
                kept = self.match.current.kept(said.as_message, turn)
                if kept is not None:
                    self.judged[number] = kept

    def _take_back(self, event: TakenBack, now: int) -> None:
        """What was said in turns that are to come again is heard no more."""
        turn, actions = self.match.turn, event.actions
        self.match.truncate(actions, practice=self.opened.practice)
        del self._untold[actions:], self._brought[actions:]
        self._revealing = {number: found for number, found in self._revealing.items() if number < actions}
        self.takeback = None
        self.clock.take_back(event.left or (), self.match.turn, now)
        if self.match.turn != turn:
            self._unsaid |= {n for n, said in enumerate(self.messages) if said.turn >= self.match.turn}
            self.judged = {n: kept for n, kept in self.judged.items() if n not in self._unsaid}

    def talk(self) -> Iterator[tuple[int, Said]]:
        """What was said in the game as it stands, with its place among all messages."""
        return ((number, said) for number, said in enumerate(self.messages) if number not in self._unsaid)

    def _unfolded(self, texts: Told[str]) -> Texts:
        """What each was told; nobody was ever told everything."""
        return {who: told(texts, who) for who in (PUBLIC, *range(len(self.chairs)))} if texts else {}

    def tick(self, absent: Collection[int], now: int) -> None:
        """Let the clocks of those run who are to act."""
        persons = [seat for seat in self.pending if not self.chairs[seat].bot]
        self.clock.update(persons, self.match.turn, absent, now)

    def graces(self, now: int) -> Graces:
        """For how long clocks have stood still, as long as that matters."""
        return self.clock.graces(now) if self.status == "playing" else {}

    # --- sitting down

    def sit(
        self, seat: int, name: str, person: str, entropy: str,
        invited: bool = False, key: str = "", pledge: str = "",
    ) -> list[Event]:  # fmt: skip
        """Somebody sits down, and gives entropy or pledges some.

        With the last of them the game begins; where some was pledged, when it is given.
        """
        chair = self._free_chair(seat)
        if not (self._is_welcome(chair, person) or (invited and not chair.reservation["persons"])):
            raise NotYours
        if not name:
            raise BadOption("a player has a name")
        others = [other.name for other in self.chairs if other.name and person not in other.persons]
        pledge = self._check_pledge(seat, entropy, pledge)
        return self._sit(Sat(seat, fitting(name, others), "person", 0, person, entropy, key, pledge))

    def _check_pledge(self, seat: int, entropy: str, pledge: str) -> str:
        """What somebody pledges: that, or the entropy that they give at once."""
        if not pledge:
            return pledge_of(self.id, seat, check_entropy(entropy))
        if entropy or self.opened.start:
            raise BadOption("entropy is given at once, or pledged; at once where a game goes on from another")
        return check_hash(pledge)

    def seat_bot(self, seat: int, level: int, person: str) -> list[Event]:
        """Who opened the table puts a bot on an empty chair."""
        if self._free_chair(seat).reservation["persons"] or person != self.opened.host:
            raise NotYours  # a chair that is kept for somebody waits for them
        return self._sit(Sat(seat, "", "bot", level))

    def fill(self) -> list[Event]:
        """The bots that were asked for when the table was opened sit down."""
        bots = ((seat, kept["level"]) for seat, kept in enumerate(self.opened.places) if kept["who"] == "bot")
        return self._sit(*(Sat(seat, "", "bot", level) for seat, level in bots))

    def _sit(self, *sat: Sat) -> list[Event]:
        """Some sit down; if now everybody is there the game begins."""
        chairs = [*self.chairs]
        for one in sat:
            chairs[one.seat] = chairs[one.seat].after(one)
        is_ready = are_taken(chairs) and not owing(chairs)
        return [*sat, *self._begun(chairs)] if is_ready else [*sat]

    def _begun(self, chairs: Sequence[Chair]) -> list[Event]:
        """The game begins with these people, and what they have given."""
        fairness = self._seal(chairs)
        return [Began(fairness.seal), *self._events(self.match.draft(*self.opened.start, chance=fairness))]

    def give(self, seat: int, entropy: str) -> list[Event]:
        """A seat gives the entropy that it has pledged; with the last of it the game begins."""
        if seat not in self.to_give:
            raise NotNow  # not everybody has pledged theirs yet; or the game has begun
        if pledge_of(self.id, seat, entropy) != self.chairs[seat].pledge:
            raise BadProof("this is not the entropy that the seat has pledged")
        gave, chairs = Gave(seat, entropy), [*self.chairs]
        chairs[seat] = chairs[seat].after(gave)
        return [gave] if owing(chairs) else [gave, *self._begun(chairs)]

    def begin_without(self, now: int) -> list[Event]:
        """The game begins without the entropy that was not given in time; nothing: it waits still, or for nobody."""
        return self._begun(self.chairs) if self.giving_end is not None and now >= self.giving_end else []

    def _free_chair(self, seat: int) -> Chair:
        self._check_room()
        chair = self.chairs[self.game.seat(seat, self.opened.options)]
        if chair.who:
            raise Taken
        return chair

    def leave(self, seat: int) -> list[Event]:
        """Somebody gets up again, as long as not everybody is there: then some may have given their entropy."""
        if self.status != "open" or are_taken(self.chairs) or not self.chairs[seat].who:
            raise NotNow
        return [Left(seat)]

    def move(self, seat: int, person: str, key: str = "", used: str = "") -> list[Event]:
        """Who holds a seat comes with another device, or asks for a key for one."""
        self._check_room()
        return [Moved(seat, person, key, used)]

    # --- playing

    def play(self, seat: int, version: int, text: str, now: int, by_bot: bool = False) -> list[Event]:
        """A seat acts; `version` is the last that it was told before it chose. Chance follows by itself."""
        self._check_playing()
        if bool(self.chairs[seat].bot) != by_bot:
            raise NotNow  # a bot plays for somebody, who is to come back first; or who is back already
        if version < self.pending_since[seat] and seat in self.pending:
            raise Stale
        return self._act(seat, self.match.read(text, seat), now)

    def _act(self, seat: int, action: int, now: int) -> list[Event]:
        draft = self.match.draft((seat, action))
        acts_again = draft.steps[0].acts_again
        if self.chairs[seat].bot:
            return self._events(draft)
        left = self.clock.after_action(seat, not acts_again, now)
        return self._events(draft, left, self.clock.brings(seat, not acts_again, now))

    def _events(self, draft: Draft, left: int | None = None, brought: int = 0) -> list[Event]:
        """What would happen, as events; `left` is the time of who acts first, and how much of it that has brought."""
        acted = [self._acted(step) for step in draft.steps]
        if left is not None:
            acted[0] = replace(acted[0], left=left, brought=brought)
        return [*acted, self._end(draft.end)] if draft.end else [*acted]

    def _acted(self, step: Step) -> Acted:
        seat, action, full, _ = step.move
        folded = _folded if self.game.secrets else _public
        return Acted(
            seat, action, folded(step.texts), step.stream, folded(step.lines) if step.lines else None,
            sayings=folded(step.sayings),
            chance=self.game.chance if seat == NATURE else "",
            hidden=[who for who, text in step.texts.items() if who is not EVERYTHING and text != full],
            revealed=[Order(seat=who, action=text) for who, text in step.revealed],
        )  # fmt: skip

    def close_discussion(self, now: int) -> list[Event]:
        """The time for talking is over: who leads the discussion ends it."""
        closing = self.game.closing(self.match.current.record)
        return self._act(*closing, now) if closing and self.status == "playing" else []

    def resign(self, seat: int, now: int) -> list[Event]:
        """Somebody gives up. Of two, the other wins; at a larger table a bot plays on, so that the others can."""
        self._check_playing()
        return self._give_up(seat, "resigned", now)

    def flag(self, now: int) -> list[Event]:
        """Somebody's time is over: they lose as if they had given up."""
        fallen = self.clock.fallen(now) if self.status == "playing" else []
        return self._give_up(fallen[0], "time", now) if fallen else []

    def _give_up(self, seat: int, why: Literal["resigned", "time"], now: int) -> list[Event]:
        if len(self.chairs) == 2:
            return [self._end(End(why, tuple(Fraction(other != seat) for other in range(2)), seat))]
        if self.chairs[seat].bot:
            raise NotNow
        return [self._replaced(seat, why, now)]

    def stop(self) -> list[Event]:
        """Whoever runs the server puts an end to the game: nobody has won it, and nobody has lost."""
        self._check_playing()
        seats = len(self.chairs)
        return [self._end(End("host", (Fraction(1, seats),) * seats))]

    def replace(self, seat: int, absent_for: int, now: int) -> list[Event]:
        """A bot is to play on for somebody who is gone: for a minute, or as long as this table gives for a turn."""
        self._check_playing()
        pace = self.opened.pace
        patience = max(ABSENCE, pace["seconds"] * 1000 if pace and pace["kind"] == "turn" else 0)
        if self.chairs[self.game.seat(seat, self.opened.options)].bot or absent_for < patience:
            raise NotGone
        return [self._replaced(seat, "gone", now)]

    def _replaced(self, seat: int, why: Literal["gone", "resigned", "time"], now: int) -> Replaced:
        """A bot of the table's own choice plays on; what its person has left of a bank stays as it is."""
        has_bank = self.opened.pace is not None and self.opened.pace["kind"] == "bank"
        return Replaced(seat, STAND_IN, why, self.clock.remaining(seat, now) if has_bank else None)

    def come_back(self, seat: int) -> list[Event]:
        """Somebody for whom a bot played takes over again, unless their time is used up."""
        self._check_playing()
        self._check_room()
        if not self.chairs[seat].stand_in or self.clock.is_used_up(seat, self.match.turn):
            raise NotNow
        return [Returned(seat)]

    def follow(self, table: str) -> list[Event]:
        """The next game between the same people was opened."""
        return [Followed(table)]

    def next_reservations(self, level: int | None = None) -> list[Reservation]:
        """The chairs of a rematch: everybody moves on by one seat. Bots keep their level, if none is given."""
        reservations = [
            Reservation(who="bot", level=level or chair.level, persons=[])
            if chair.who == "bot"
            else Reservation(who="link", level=0, persons=sorted(chair.persons))
            for chair in self.chairs
        ]
        return reservations[-1:] + reservations[:-1]

    @property
    def _has_room(self) -> bool:
        """Whatever people may do without end comes to one: a table is kept, and rebuilt, as long as anybody likes."""
        return self._others < self.quotas.events

    def _check_room(self) -> None:
        if not self._has_room:
            raise TooMuch

    def _check_playing(self) -> None:
        if self.status != "playing":
            raise NotNow

    def _end(self, end: End) -> Ended:
        unheard = [asdict(said) for said in self.messages if said.to]
        entropies = [chair.entropy for chair in self.chairs]
        return Ended([*map(str, end.shares)], end.why, end.seat, self.opened.secret, entropies, unheard)

    # --- talking

    def say(self, seat: int, to: list[int], kind: Kind, body: str) -> list[Event]:
        """A seat says something, if the rules and this table let it."""
        if kind == "text" and not self.opened.free_text:
            raise NoText
        if not self.has_begun:
            raise NotNow
        self._check_room()
        if sum(said.by == seat for said in self.messages) >= self.quotas.said:
            raise TooMuch
        self.match.check(Message(seat, tuple(to), kind, body))
        return [Said(seat, sorted(to), kind, body, self.match.turn)]

    # --- taking back

    def ask_takeback(self, seat: int, now: int) -> list[Event]:
        """A seat would like to go back to before its last action. A bot does not mind; who practises just does."""
        self._check_playing()
        self._check_room()
        point = self._takeback_point(seat)
        if self.opened.practice:
            return [self._taken_back(seat, point, now)]
        return self._agreed(seat, set(), [TakebackAsked(seat)], now)

    def can_take_back(self, seat: int) -> bool:
        """Whether a seat may ask for that now."""
        if self.status != "playing" or self.takeback is not None or not self._has_room:
            return False
        return self._last_to_take_back(seat) is not None

    def answer_takeback(self, seat: int, agrees: bool, now: int) -> list[Event]:
        self._check_playing()
        asking = self.takeback
        if asking is None or seat == asking or seat in self.agreed:
            raise NotNow
        events: list[Event] = [TakebackAnswered(seat, agrees)]
        return self._agreed(asking, {*self.agreed, seat}, events, now) if agrees else events

    def _agreed(self, asking: int, agreed: set[int], events: list[Event], now: int) -> list[Event]:
        if agreed >= set(self.others(asking)):
            events.append(self._taken_back(asking, self._takeback_point(asking), now))
        return events

    def _taken_back(self, seat: int, actions: int, now: int) -> TakenBack:
        """Raises NoTakeback if somebody would have no time left: it was used, and what they got for acting goes."""
        brought = Counter[int]()
        for move, time in zip(self.match.moves_since(actions), self._brought[actions:], strict=True):
            brought[move.seat] += time
        left = self.clock.after_takeback(seat, brought, self.match.at(actions).turn, now)
        if left and any(time <= 0 and not chair.bot for time, chair in zip(left, self.chairs, strict=True)):
            raise NoTakeback
        left = left and [max(0, time) for time in left]
        return TakenBack(seat, actions, self.match.turns_finished_at(actions), left)

    def _takeback_point(self, seat: int) -> int:
        """How many actions stand before the seat's last one; raises NoTakeback if it cannot be taken back."""
        point = self._last_to_take_back(seat)
        if point is None:
            raise NoTakeback
        return point

    def _last_to_take_back(self, seat: int) -> int | None:
        """The same; None if it cannot."""
        point = self.match.last_of(seat)
        if point is None or point < len(self.opened.start):
            return None
        return point if self.opened.practice or not self._was_learnt(seat, point) else None

    def _was_learnt(self, seat: int, point: int) -> bool:
        """Whether chance has acted since then, or anybody in secret, or something was shown."""
        if (drawn := self.match.last_of(NATURE)) is not None and drawn >= point:
            return True
        if not self.game.secrets:
            return False
        if any(seat in untold for untold in self._untold[point:]):
            return True  # what another has chosen in secret would be lost
        return any(self._has_revealed(number) for number in range(point, self.match.length))

    def _has_revealed(self, number: int) -> bool:
        """Whether the action after so many others showed something. It is looked into once."""
        if number not in self._revealing:
            move = self.match.moves_since(number)[0]
            self._revealing[number] = reveals(self.match.at(number), move.seat, move.action)
        return self._revealing[number]


def _public(texts: Mapping[Viewer, T]) -> Told[T]:
    """What everybody is told."""
    return {"": texts[PUBLIC]}


def _folded(texts: Mapping[Viewer, T]) -> Told[T]:
    """What the public is told, and those who are told something else."""
    public = texts[PUBLIC]
    return {"": public} | {str(who): text for who, text in texts.items() if who not in _NO_SEATS and text != public}


_NO_SEATS = (EVERYTHING, PUBLIC)


_NOBODY: frozenset[int] = frozenset()


def _untold(acted: Acted, seats: int) -> frozenset[int]:
    """The seats that were told less of an action than who acted."""
    if len(acted.texts) == 1:
        return _NOBODY
    known = told(acted.texts, acted.seat)
    return frozenset(seat for seat in range(seats) if told(acted.texts, seat) != known)
