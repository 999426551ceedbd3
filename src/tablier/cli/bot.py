"""`tablier bot`: a bot that comes to a server's table from outside, as a guest among others, and plays there."""

from __future__ import annotations

import asyncio
import secrets
from base64 import b64decode
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tablier.bots import Player
from tablier.bots.driver import Driver, Listener, Said, Situation, heard_by
from tablier.bots.preparation import prepare
from tablier.bots.question import Question
from tablier.cli.refusal import FAILED, Refusal
from tablier.cli.screen import Screen
from tablier.cli.session import known_game
from tablier.cli.story import seat_word
from tablier.cli.texts import say
from tablier.client.guest import Guest, Refused, Seated, Unreachable, Visit
from tablier.engine.position import Position
from tablier.engine.registry import find
from tablier.engine.talk import Message
from tablier.engine.words import shorten

Told = dict[str, Any]

PASSING = ("action/stale", "action/illegal", "table/not-now", "talk/not-now", "limit/too-much", "store/unavailable")
"""Refusals because things have changed meanwhile, or that may be over soon: it looks again and goes on."""

PAUSE = 1.0
"""Seconds before it tries again what was refused."""


@dataclass(frozen=True)
class BotArguments:
    """What was asked for."""

    url: str
    level: int
    table: str = ""
    seat: int | None = None
    key: str = ""
    game: str = ""
    name: str = ""
    stay: bool = False


def run(args: BotArguments, screen: Screen) -> None:
    """Play one game, or one after the other."""
    args = with_link(args, screen.lang)
    try:
        asyncio.run(_play(args, screen))
    except Refused as problem:
        raise Refusal(problem.words) from None
    except Unreachable as problem:
        raise Refusal(say(screen.lang, "unreachable", url=shorten(args.url), problem=problem), FAILED) from None


def with_link(args: BotArguments, lang: str) -> BotArguments:
    """An invitation is a link that names the table, the seat and the key."""
    try:
        parts = urlsplit(args.url)
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a bracket is missing, or the port is none
        is_address = False
    if not is_address:
        raise Refusal(say(lang, "which_server"))
    args = replace(args, url=f"{parts.scheme}://{parts.netloc}")
    if parts.path.startswith("/t/"):
        secret = {name: values[0] for name, values in parse_qs(parts.fragment).items()}
        seat = int(secret["seat"]) if secret.get("seat", "").isdecimal() else args.seat
        args = replace(args, table=parts.path.split("/")[2], seat=seat, key=secret.get("key", args.key))
    if bool(args.table) == bool(args.game) or (args.key and args.seat is None):
        raise Refusal(say(lang, "which_table"))
    return args


async def _play(args: BotArguments, screen: Screen) -> None:
    args = replace(args, name=args.name or say(screen.lang, "bot_name", level=args.level))
    async with Guest(args.url, lang=screen.lang) as guest:
        await _get_ready(guest, args, screen)
        seated = await sit_down(guest, args, screen.lang)
        while True:
            async with guest.visit(seated.table, seated.seat, show=("record",)) as visit:
                sitting = Sitting(visit, seated.seat, args.level)
                try:
                    await _one_game(sitting, screen)
                    if not args.stay:
                        return
                    table = await sitting.next_table()
                except asyncio.CancelledError:
                    if not await sitting.get_up():
                        _tell_how_to_come_back(args, seated, screen)
                    raise
            seated = await guest.sit(table, (seated.seat + 1) % sitting.seats, args.name)


async def _get_ready(guest: Guest, args: BotArguments, screen: Screen) -> None:
    """Compile what it needs to think, before anybody waits for it."""
    name = args.game or (await guest.look(args.table))["events"][0]["game"]
    game = known_game(name, screen.lang)
    with screen.spinner(say(screen.lang, "preparing", who=game.title[screen.lang])):
        await asyncio.to_thread(prepare, game)


async def sit_down(guest: Guest, args: BotArguments, lang: str) -> Seated:
    """Take the seat that was named, or any that is free; somebody else may be quicker."""
    while True:
        try:
            return await guest.sit(*await _free_seat(guest, args, lang), args.name, args.key)
        except Refused as problem:
            if problem.code != "seat/taken" or args.seat is not None:
                raise


def _tell_how_to_come_back(args: BotArguments, seated: Seated, screen: Screen) -> None:
    place = f"--table {seated.table} --seat {seated.seat} --key {seated.key}"
    screen.say("seat_kept")
    screen.out.print(f"tablier bot --url {args.url} {place} --level {args.level}", soft_wrap=True)


async def _one_game(sitting: Sitting, screen: Screen) -> None:
    await sitting.begin()
    word = seat_word(sitting.game, sitting.game.seats(sitting.options)[sitting.seat], screen.lang)
    screen.say("bot_sits", table=sitting.visit.table, seat=word, game=sitting.game.title[screen.lang])
    share = await sitting.play()
    screen.say("bot_won" if share == 1 else "bot_lost" if share == 0 else "bot_shared", share=share)


async def _free_seat(guest: Guest, args: BotArguments, lang: str) -> tuple[str, int]:
    """The table, and the seat: that which was named, or the first that anyone may have."""
    if args.table and args.seat is not None:
        return args.table, args.seat
    if args.table:
        found = {args.table: _open_to_all((await guest.look(args.table))["events"])}
    else:
        rows = await guest.tables("open", args.game)
        found = {
            row["table"]: [i for i, seat in enumerate(row["seats"]) if seat.get("free") and seat["who"] == "anyone"]
            for row in rows
        }
    for table, seats in found.items():
        if seats:
            return table, seats[0]
    raise Refusal(say(lang, "no_free_seat"), FAILED)


def _open_to_all(events: list[Told]) -> list[int]:
    """The free seats of a table that anyone may take."""
    taken: set[int] = set()
    for event in events:
        if event["kind"] == "sat":
            taken.add(event["seat"])
        elif event["kind"] == "left":
            taken.discard(event["seat"])
    places = enumerate(events[0]["places"])
    return [seat for seat, place in places if place["who"] == "anyone" and seat not in taken]


class Sitting:
    """A bot on its chair. It knows what its connection is told, and nothing else."""

    def __init__(self, visit: Visit, seat: int, level: int) -> None:
        self.visit = visit
        self.seat = seat
        self.level = level
        self.now: Told = {}
        """How things stand."""
        self.events: list[Told] = []
        """What has happened since it last looked."""
        self.ended: Told = {}
        self.followed = ""
        self._driver = Driver()
        self._talk: list[Said] = []
        self._stirred = 0.0
        """When something last happened or was said."""
        self._receiving: asyncio.Task[Told] | None = None

    async def begin(self) -> None:
        """Wait for the first message, which tells the game."""
        while not self.now:
            await self._receive(None)
        opened = self.events[0]
        self.game = find(opened["game"])
        self.options = opened["options"]
        self.seats = len(opened["places"])
        self._bot = Listener(Player(self.game, self.level, seed=secrets.randbits(32)))

    async def play(self) -> Fraction:
        """Play to the end; return the share of the win."""
        while True:
            wait = await self._do_what_there_is_to_do()
            if self.ended:
                shares = [Fraction(share) for share in self.ended["shares"]]
                return shares[self.seat] / (sum(shares) or 1)
            await self._receive(wait)

    async def next_table(self) -> str:
        """Ask for a rematch; return its table once there is one."""
        if not self.followed:
            await self.visit.send("rematch")
        while not self.followed:
            await self._receive(None)
            self._take_note()
        return self.followed

    async def get_up(self) -> bool:
        """Leave the chair to somebody else, if the game has not begun. Whether there is nobody waiting for us now."""
        status = "playing" if self.now.get("to_give") else self.now.get("status")  # nobody leaves once all are there
        if status == "open":
            await self.visit.send("leave")
        return status in ("open", "over")  # who has not heard yet how things stand may be waited for

    # --- receiving

    async def _receive(self, patience: float | None) -> None:
        """Wait for a message, or for so long. A message that comes later is not lost."""
        if self._receiving is None:
            self._receiving = asyncio.create_task(self.visit.receive())
        try:
            await asyncio.wait({self._receiving}, timeout=patience)
        except asyncio.CancelledError:
            self._receiving.cancel()
            raise
        if self._receiving.done():
            task, self._receiving = self._receiving, None
            await self._take(task.result())

    async def _take(self, message: Told) -> None:
        if message["type"] == "events":
            self.now = message["now"]
            self.events += message["events"]
            self._stirred = _time()
        elif message["type"] == "presence":
            self.now["here"] = message["here"]
        elif message["type"] == "refused":
            if message["code"] not in PASSING:
                raise Refused(message)
            await asyncio.sleep(PAUSE)

    def _take_note(self) -> None:
        """Look at what has happened."""
        for event in self.events:
            match event["kind"]:
                case "said":
                    message = Message(event["by"], tuple(event["to"]), event["message"], event["body"])
                    self._talk.append(Said(event["turn"], message))
                case "ended":
                    self.ended = event
                case "followed":
                    self.followed = event["table"]
        self.events = []

    # --- playing

    async def _do_what_there_is_to_do(self) -> float | None:
        """Whatever it is. Return for how long it has nothing to do then, unless something happens."""
        replaced = any(event["kind"] == "replaced" and event["seat"] == self.seat for event in self.events)
        returned = any(event["kind"] == "returned" and event["seat"] == self.seat for event in self.events)
        self._take_note()
        if self.now["status"] != "playing" or self.visit.unanswered:
            return None
        if replaced and not returned:
            await self.visit.send("come-back")
        elif self.now["takeback"] not in (None, self.seat):
            await self.visit.send("answer", agrees=True)
        else:
            return await self._talk_and_act()
        return None

    async def _talk_and_act(self) -> float | None:
        version, now = self.visit.version, self._situation()
        step = self._driver.next(now)
        if step.do == "wait":
            return step.seconds if step.seconds < inf else None
        if step.do == "speak":
            for message in await asyncio.to_thread(self._bot.speak, now.view, now.heard):
                await self.visit.send("say", kind=message.kind, body=message.body, to=list(message.to))
            return 0.0
        action = await asyncio.to_thread(self._bot.choose, now.view, now.heard)
        await self.visit.send("play", action=action, version=version)
        return None

    def _situation(self) -> Situation:
        """Those who are there may be people, or bots as this one is: it cannot tell."""
        view = self._view()
        company = set(self.now["here"]) - {self.seat}
        return Situation(view, heard_by(self.seat, view.turn, self._talk), company, quiet=_time() - self._stirred)

    def _view(self) -> Position:
        record = b64decode(self.now["record"])
        return Question(self.visit.table, self.seat, self.game.name, self.options, record, self.level).position()


def _time() -> float:
    return asyncio.get_running_loop().time()
