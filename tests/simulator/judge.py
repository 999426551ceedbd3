"""What must hold whatever happens, and who sees to it."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from contextlib import closing
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any, Final

from tablier.engine.kernels import PUBLIC
from tablier.engine.registry import find
from tablier.record import fairness
from tablier.record.signature import Signer
from tablier.serve import bots, journal, timing
from tablier.serve.limits import Quotas
from tablier.serve.live import Live
from tablier.serve.store import Entry
from tablier.serve.table import visibility
from tablier.serve.table.clock import GRACE
from tablier.serve.table.events import Acted, Ended, Event, Gave, Left, Opened, Replaced, Returned, Sat, TakenBack, load
from tablier.serve.tables import Tables
from tests.simulator.disk import DRIVER, Disk
from tests.simulator.machine import PATH, Machine

PATIENCE: Final = 20.0
"""Seconds without any trouble in which who asks is answered."""

BOT_PATIENCE: Final = 60.0
"""In which bots go on, if nobody else is to act."""

TOLERANCE: Final = 1500
"""Milliseconds between what a clock shows and what we have seen of the time."""

FORGIVEN: Final = timing.UNNOTED + 2000
"""The same after a restart: nobody knows exactly until when a server ran that was killed."""

SIGNER: Final = Signer(b"5c" * 16)
"""Games are signed by somebody else than the server here: whether it does is not what is looked at."""

Place = tuple[str, int]
"""A table, and a seat of it; or PUBLIC."""


class Violation(Exception):
    """Something that must never be."""


@dataclass
class Asked:
    """A command that was sent."""

    place: Place
    id: str
    at: float
    first: float
    """When it was sent, last and first."""
    copies: int = 0
    """That may have arrived, or still arrive."""
    answers: list[str] = field(default_factory=list)
    """`done`, or the code of a refusal."""


@dataclass
class Account:
    """How much time a seat has left, by what was seen: at least, and at most. In milliseconds."""

    least: float
    most: float
    grace: float = 0.0
    stint: int | None = None
    """The turn in which the seat is to act, and its clock runs."""


class Judge:
    """Hears and sees everything."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.asked: dict[tuple[Place, str], Asked] = {}
        self.told: defaultdict[Place, dict[int, str]] = defaultdict(dict)
        self.accounts: dict[Place, Account] = {}
        self.acted: defaultdict[str, list[int]] = defaultdict(list)
        """Who has acted, by table."""
        self.pledged: defaultdict[Place, dict[str, str]] = defaultdict(dict)
        """The entropy that somebody has pledged, by the pledge; whose sitting down was not answered may do so again."""
        self.rotten: set[str] = set()
        self.trouble = 0.0
        """Until when something was wrong."""
        self.seen = 0.0
        """When clocks were looked at last."""
        self.noted = 0.0
        """When the server began to note last that it runs."""
        self.numbers: dict[str, tuple[int, float]] = {}
        self.foreseen: set[Place] = set()
        self.proved: set[str] = set()
        """Games that are over, and whose file proves itself."""
        self.commands = self.views = 0
        self.trace = sha256()

    @property
    def now(self) -> float:
        return self.machine.loop.time()

    def note(self, *what: object) -> None:
        """For comparing two runs."""
        self.trace.update(f"{self.now:.6f} {what}\n".encode())

    # --- what people send and are told

    def sends(self, place: Place, id: str, copies: int) -> None:
        asked = self.asked.setdefault((place, id), Asked(place, id, self.now, self.now))
        asked.at, asked.copies = self.now, asked.copies + copies
        self.commands += 1

    def pledges(self, place: Place, pledge: str, entropy: str) -> None:
        self.pledged[place][pledge] = entropy

    def hears(self, place: Place, version: int, message: dict[str, Any]) -> int:
        """Somebody is told something, and knew this version; the version that they know then."""
        self.views += 1
        if message["type"] in ("done", "refused") and message["id"] is not None:
            self.answered(place, message["id"], message.get("code", "done"))
        if message["type"] != "events":
            return version
        if "protocol" in message:
            if message["after"] < version:
                raise Violation(f"{place}: version {version} was known, and is no more")
            version = message["after"]
        for event in message["events"]:
            if event["version"] != version + 1:
                raise Violation(f"{place}: version {event['version']} follows {version}")
            version += 1
            self.learns(place, event)
        return version

    def learns(self, place: Place, event: dict[str, Any]) -> None:
        """What a version says never changes."""
        content = json.dumps(event, sort_keys=True)
        if self.told[place].setdefault(event["version"], content) != content:
            raise Violation(f"{place}: version {event['version']} was told otherwise before")

    def answered(self, place: Place, id: str, answer: str) -> None:
        if asked := self.asked.get((place, id)):
            asked.answers.append(answer)

    # --- what is stored

    def audit(self, files: dict[str, bytes]) -> None:
        """Compare what is on the disk with what people were told, and with what may happen at all."""
        logs = entries(files)
        for table, log in logs.items():
            if table not in self.rotten:
                self._check_log(table, log)
        for place, told in self.told.items():
            if place[0] not in self.rotten:
                _check_story(place, told, logs.get(place[0], []))

    def _check_log(self, table: str, log: list[Entry]) -> None:
        if [entry.number for entry in log] != [*range(1, len(log) + 1)]:
            raise Violation(f"{table}: its events have gaps")
        commands = [entry.command for entry in log if entry.command]
        if len(commands) != len(set(commands)):
            raise Violation(f"{table}: a command was carried out twice")
        for ((its, seat), id), asked in self.asked.items():
            if its == table:
                self._check_answers(asked, f"{seat}:{id}" in commands)
        _check_control(table, log)
        self._check_chance(table, log)

    def _check_chance(self, table: str, log: list[Entry]) -> None:
        """A game begins with what its people have pledged, and given; when it is over, anybody can prove that."""
        events = [load(entry.kind, entry.body) for entry in log]
        chairs: dict[int, tuple[str, str]] = {}
        for event in events:
            if isinstance(event, Sat) and event.who == "person":
                chairs[event.seat] = event.pledge, event.entropy
            elif isinstance(event, Gave):
                chairs[event.seat] = chairs[event.seat][0], event.entropy
            elif isinstance(event, Left):
                chairs.pop(event.seat, None)
        for seat, (pledge, entropy) in chairs.items():
            known = self.pledged.get((table, seat), {})
            if pledge not in known or entropy not in ("", known[pledge]):
                raise Violation(f"{table}: seat {seat} has another part in chance than it has pledged")
        if any(isinstance(event, Ended) for event in events):
            self._check_proof(table, log, chairs)

    def _check_proof(self, table: str, log: list[Entry], chairs: dict[int, tuple[str, str]]) -> None:
        if table in self.proved:
            return
        rebuilt = journal.rebuilt(table, log, timing.Uptime(), Quotas())
        verdict = fairness.verify(journal.game_file(rebuilt, PUBLIC, SIGNER))
        seats = rebuilt.match.seats
        withheld = tuple(seats[seat] for seat, (pledge, entropy) in sorted(chairs.items()) if pledge and not entropy)
        if not verdict.ok or verdict.withheld != withheld:
            raise Violation(f"{table}: its proof says {verdict.problems}, and that {verdict.withheld} did not give")
        self.proved.add(table)

    def _check_answers(self, asked: Asked, stored: bool) -> None:
        if "done" in asked.answers and not stored and not self._does_nothing(asked):
            raise Violation(f"{asked.place}: {asked.id} was acknowledged, and is not stored")
        if asked.copies == 1 and asked.answers and "done" not in asked.answers and stored:
            raise Violation(f"{asked.place}: {asked.id} was refused as {asked.answers[0]}, and is stored")

    def _does_nothing(self, asked: Asked) -> bool:
        return asked.id.startswith("rematch")  # somebody else has asked for it already

    # --- what the server does

    def committed(self, live: Live, events: list[Event], command: str | None = None) -> None:
        """Something has happened at a table, because of a command or by itself."""
        self.let_time_pass()
        table = live.table
        for event in events:
            if isinstance(event, Acted):
                self.acted[table.id].append(event.seat)
            if isinstance(event, TakenBack):
                self._take_back(live, event)
            elif isinstance(event, Acted) and event.left is not None:
                self._settle((table.id, event.seat), event.left, self._given(live) + self._waited(live, command))
            elif isinstance(event, Replaced):
                self._give_up(live, event.seat, event.why, event.left)
            elif isinstance(event, Ended) and event.seat is not None:
                self._give_up(live, event.seat, event.why, None)
        self.look()

    def _waited(self, live: Live, command: str | None) -> float:
        """For how long at most a command waited to be stored: it counts from when it arrived."""
        seat, _, id = (command or ":").partition(":")
        asked = self.asked.get(((live.table.id, int(seat)), id)) if seat else None
        return (self.now - asked.first) * 1000 if asked else 0.0

    def _given(self, live: Live) -> float:
        """What an action may bring at most."""
        pace = live.table.opened.pace
        assert pace
        return pace["increment"] * 1000 if pace["kind"] == "bank" else pace["seconds"] * 1000

    def _settle(self, place: Place, left: float, given: float = 0.0) -> None:
        if account := self.accounts.get(place):
            if not account.least - TOLERANCE <= left <= max(0, account.most) + given + TOLERANCE:
                raise Violation(f"{place}: it has {left} ms left, and had {account.least:.0f} to {account.most:.0f}")
            account.least = account.most = left

    def _take_back(self, live: Live, event: TakenBack) -> None:
        """What was used stays used, and what was given for actions that are taken back is given no more."""
        acted = self.acted[live.table.id]
        undone, acted[event.actions :] = acted[event.actions :], []
        for seat, left in enumerate(event.left or ()) if self._is_bank(live) else ():
            if account := self.accounts.get((live.table.id, seat)):
                account.least -= undone.count(seat) * self._given(live)
                self._settle((live.table.id, seat), left)

    def _give_up(self, live: Live, seat: int, why: str, left: int | None) -> None:
        place = live.table.id, seat
        account = self.accounts.get(place)
        if account and why == "time" and account.least > TOLERANCE:
            raise Violation(f"{place}: its time is over, and it had {account.least:.0f} ms")
        if account and why == "time":
            account.least = account.most = 0 if self._is_bank(live) else account.most
        elif left is not None:
            self._settle(place, left)

    def _is_bank(self, live: Live) -> bool:
        pace = live.table.opened.pace
        return bool(pace and pace["kind"] == "bank")

    def look(self) -> None:
        """See that clocks go as they should, that bots draw in secret, and that the server finds nothing wrong."""
        self.let_time_pass()
        if tables := self.machine.tables:
            for live in list(tables._lives.values()):
                self._look_at(live)
            self._foresee(tables)
        found = [*self.machine.faults.found, *self.machine.network.crashes]
        faults = [fault for fault in found if not any(id in fault for id in self.rotten)]
        if faults:
            raise Violation(f"the server reports a fault: {faults}")

    def let_time_pass(self) -> None:
        """Whose clock ran has used what has passed since the last look.

        Who was away perhaps has not, nor has anybody after a time in which the server could note nothing.
        """
        passed, ran = (self.now - self.seen) * 1000, (self.noted - self.seen) * 1000 + timing.UNNOTED
        ran, self.seen = max(0.0, min(passed, ran)), self.now
        tables = self.machine.tables
        for (table, seat), account in self.accounts.items() if tables else ():
            assert tables
            live = tables._lives.get(table)
            if account.stint is None or (live and live.table.status != "playing"):
                continue
            account.least -= passed
            if (live and seat in live.here) or account.grace >= GRACE:
                account.most -= ran
            else:
                account.grace += ran

    def _look_at(self, live: Live) -> None:
        table, now = live.table, timing.steady()
        if table.opened.pace and table.status == "playing":
            for seat in range(len(table.chairs)):
                self._look_at_clock(live, seat, now)

    def _look_at_clock(self, live: Live, seat: int, now: int) -> None:
        clock, place = live.table.clock, (live.table.id, seat)
        left, stint = clock.remaining(seat, now), clock.stints.get(seat)
        account = self.accounts.setdefault(place, Account(left, left))
        turn = stint.turn if stint else None
        if turn != account.stint:
            account.grace, account.stint = 0.0, turn
            if not self._is_bank(live):  # each turn has its own time
                account.least = account.most = left
        if not max(0, account.least) - TOLERANCE <= left <= max(0, account.most) + TOLERANCE:
            raise Violation(
                f"{place}: its clock shows {left} ms, and it has {account.least:.0f} to {account.most:.0f} left"
            )

    def _foresee(self, tables: Tables) -> None:
        """Who knows all that is public does not know what a bot will draw."""
        asked, self.machine.asked = self.machine.asked, []
        lives = {bots.alias(live.table): live for live in tables.lives} if asked else {}
        for question in asked:
            place, live = (question.table, question.seat), lives.get(question.table)
            if place in self.foreseen or live is None:
                continue
            self.foreseen.add(place)
            opened = live.table.opened
            live.table.opened = replace(opened, secret="ab" * 32)
            try:
                if bots.question(live, question.seat).seed == question.seed:
                    raise Violation(f"{place}: what its bot draws follows from what everybody knows")
            finally:
                live.table.opened = opened

    def restarted(self, logs: dict[str, list[Entry]] | None = None) -> None:
        """Nobody is sure how much time has passed before. What is stored has happened, whoever was told of it."""
        for table, log in (logs or {}).items():
            if table not in self.rotten:
                self.acted[table] = _acted(log)
        self.seen = self.noted = self.now
        self.troubled(0.0)
        for account in self.accounts.values():
            account.least -= FORGIVEN
            account.most += FORGIVEN
            account.grace = 0.0

    def troubled(self, seconds: float) -> None:
        """Something is wrong for so long from now on."""
        self.trouble = max(self.trouble, self.now + seconds)

    def notes(self, began: float) -> None:
        """The server has noted that it ran then."""
        self.let_time_pass()
        self.noted = began

    def stood_still(self, seconds: float) -> None:
        """The server did nothing for so long, which takes nobody's time."""
        self.noted += self.now - self.seen
        self.seen = self.now
        self.troubled(seconds)

    def check_patience(self) -> None:
        """Nobody waits for too long, bots included."""
        tables = self.machine.tables
        if tables is None or not self.machine.disk.is_well or self.now - self.trouble < PATIENCE:
            return
        for id, live in tables._lives.items():
            number, since = self.numbers.get(id, (-1, 0.0))
            if number != live.table.numbers:
                self.numbers[id] = live.table.numbers, self.now
            elif self.now - max(since, self.trouble) > BOT_PATIENCE and _waits_for_bots(live):
                raise Violation(f"{id}: its bots do not go on")
            elif self.now - max(since, self.trouble) > PATIENCE and live.table.to_give:
                raise Violation(f"{id}: everybody sits, and the game does not begin")

    def check_answer(self, place: Place, calm: bool, heard: float) -> None:
        """Somebody has given up waiting: there was a reason."""
        well = self.machine.tables is not None and self.machine.disk.is_well
        if calm and well and self.now - max(heard, self.trouble) > PATIENCE:
            raise Violation(f"{place}: it has waited since {heard:.1f} for an answer")

    def check_forged(self, place: Place, seat: int, status: int) -> None:
        """Nobody acts for somebody else."""
        if status == 200:
            raise Violation(f"{place}: seat {seat} has acted for it")

    def check_seated(self, place: Place, got_up: bool) -> None:
        """Who has got up from a seat is told nothing more as that seat."""
        if got_up:
            raise Violation(f"{place}: who got up from it is told what happens there")

    def check_resumed(self, playing: list[str]) -> None:
        """Every game that was on goes on, or is known to be damaged."""
        tables = self.machine.tables
        assert tables
        for id in playing:
            if id not in tables._lives and id not in tables.damaged:
                raise Violation(f"{id}: its game is not resumed")
            if id in self.rotten and id not in tables.damaged:
                raise Violation(f"{id}: it is damaged, and nobody has noticed")


def _waits_for_bots(live: Live) -> bool:
    table = live.table
    return table.status == "playing" and bool(table.pending) and all(table.chairs[seat].bot for seat in table.pending)


def entries(files: dict[str, bytes]) -> dict[str, list[Entry]]:
    before, DRIVER.disk = DRIVER.disk, Disk(files)
    try:
        with closing(sqlite3.connect(str(PATH), isolation_level=None)) as connection:
            rows = connection.execute(
                "SELECT table_id, number, at, kind, body, command FROM events ORDER BY table_id, number"
            ).fetchall()
    finally:
        DRIVER.disk = before
    logs = defaultdict[str, list[Entry]](list)
    for row in rows:
        logs[row[0]].append(Entry(*row))
    return dict(logs)


def _acted(log: list[Entry]) -> list[int]:
    """Who has acted in the game as it stands, by what is stored."""
    acted: list[int] = []
    for entry in log:
        event = load(entry.kind, entry.body)
        if isinstance(event, Acted):
            acted.append(event.seat)
        elif isinstance(event, TakenBack):
            del acted[event.actions :]
    return acted


def playing(files: dict[str, bytes]) -> list[str]:
    """The games that are on, by what is on the disk."""
    before, DRIVER.disk = DRIVER.disk, Disk(files)
    try:
        with closing(sqlite3.connect(str(PATH), isolation_level=None)) as connection:
            return [row[0] for row in connection.execute("SELECT id FROM tables WHERE status = 'playing' ORDER BY id")]
    finally:
        DRIVER.disk = before


def _check_story(place: Place, told: dict[int, str], log: list[Entry]) -> None:
    table, audience = place
    events = [load(entry.kind, entry.body) for entry in log]
    game = find(events[0].game) if events and isinstance(events[0], Opened) else None
    story = visibility.story(events, audience, table)
    spoken = visibility.spoken(story, game, frozenset(), "en") if game else []
    kept = {event["version"]: json.dumps(event, sort_keys=True) for event in spoken}
    for version, content in told.items():
        if kept.get(version) != content:
            raise Violation(f"{place}: version {version} was told, and is not stored so")


def _check_control(table: str, log: list[Entry]) -> None:
    """Who is replaced does not act, and no bot acts for who is there."""
    by_bot: dict[int, bool] = {}
    has_limit = False
    for entry in log:
        event = load(entry.kind, entry.body)
        if isinstance(event, Opened):
            has_limit = event.discussion is not None
        elif isinstance(event, Sat):
            by_bot[event.seat] = event.who == "bot"
        elif isinstance(event, Replaced | Returned):
            by_bot[event.seat] = isinstance(event, Replaced)
        elif (
            isinstance(event, Acted) and event.seat >= 0 and not has_limit and by_bot[event.seat] == bool(entry.command)
        ):
            who = "who is replaced" if by_bot[event.seat] else "a bot for who is there"
            raise Violation(f"{table}: in event {entry.number} seat {event.seat} is played by {who}")
