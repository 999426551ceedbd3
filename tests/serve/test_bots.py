"""Bots at the tables of a server: who thinks when, and for whom they wait."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

import pytest

from tablier.bots import driver
from tablier.bots.question import Question
from tablier.engine.talk import Message
from tablier.serve import timing
from tablier.serve.live import Connection
from tests.serve.hosting import House, QuickThinkers, received

PAUSE = 7.5


class Counting(QuickThinkers):
    """They note who thinks at the same time, and what each was asked with when it might speak."""

    def __init__(self) -> None:
        super().__init__()
        self.at_it: Counter[int] = Counter()
        self.most = 0
        self.spoken: list[Question] = []

    async def choose(self, question: Question, asker: object = None) -> str:
        self.at_it[question.seat] += 1
        self.most = max(self.most, *self.at_it.values())
        await asyncio.sleep(0)
        self.at_it[question.seat] -= 1
        return await super().choose(question)

    async def speak(self, question: Question, asker: object = None) -> list[Message]:
        self.spoken.append(question)
        return await super().speak(question)


def at_home(path: Path) -> tuple[House, Counting]:
    house, thinkers = House(path / "tables.db"), Counting()
    house.pool = house.tables.pool = thinkers
    return house, thinkers


async def with_a_leading_bot(house: House, *people: int) -> str:
    """A table where a bot in the first seat leads the discussion, and people are in these."""
    seats = ["" if seat in people else "bot" for seat in range(4)]
    id = await house.open("master-citadel", seats, options={"variant": "open"})
    for seat in people:
        await house.connect(id, seat)
        await house.sit(id, seat, f"person {seat}")
    return id


def test_bot_ends_a_discussion_once_it_has_been_quiet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """MC-14"""
    monkeypatch.setattr(driver, "QUIET", 0.1)

    async def work() -> None:
        house, _ = at_home(tmp_path)
        async with house:
            table = (await house.tables.live(await with_a_leading_bot(house, 1))).table
            await house.until(lambda: [move.text for move in table.match.moves] == ["silence", "0 N", "0 N", "0 N"])

    asyncio.run(work())


def test_bot_leaves_people_time_as_long_as_one_is_there(tmp_path: Path) -> None:
    """MC-14: and not a moment longer, however long it would have waited."""

    async def work() -> None:
        house, _ = at_home(tmp_path)
        async with house:
            id = await with_a_leading_bot(house, 1, 2)
            live = await house.tables.live(id)
            await house.until(lambda: live.waiting)
            assert live.table.match.moves == []
            for connection in list(live.connections):
                await house.leave(id, connection)
            await house.until(lambda: live.table.match.moves)
            assert not live.waiting

    asyncio.run(work())


def test_bot_that_would_wait_longer_goes_on_when_the_discussion_is_ended_for_it(tmp_path: Path) -> None:
    """MC-14: a table's clock may end it; the leader then takes part in what comes next."""

    async def work() -> None:
        house, _ = at_home(tmp_path)
        async with house:
            live = await house.tables.live(await with_a_leading_bot(house, 1))
            await house.until(lambda: live.waiting)
            async with live.lock:
                await house.tables.commit(live, live.table.close_discussion(timing.steady()))
            await house.until(lambda: live.table.pending == (1,))

    asyncio.run(work())


def test_bot_hears_what_was_said_to_it_in_this_turn_alone(tmp_path: Path) -> None:
    """MC-11"""

    async def work() -> None:
        house, thinkers = at_home(tmp_path)
        async with house:
            id = await house.open("master-citadel", ["", "bot", "bot", "bot"])
            ann = await house.connect(id, 0)
            await house.sit(id, 0, "Ann")
            await house.ask(id, ann, "say", kind="offer", body="10 S", to=[2])
            offer, later = Message(0, (2,), "offer", "10 S"), Message(0, (2,), "text", "again")
            await house.until(lambda: any(question.heard == (offer,) for question in thinkers.spoken))
            assert {question.seat for question in thinkers.spoken if question.heard} == {2}
            await house.play(id, ann, "0 N")
            table = (await house.tables.live(id)).table
            await house.until(lambda: table.match.current.turn == 1)
            await house.ask(id, ann, "say", kind="text", body="again", to=[2])
            await house.until(lambda: any(question.heard == (later,) for question in thinkers.spoken))

    asyncio.run(work())


def test_each_seat_thinks_about_one_thing_at_a_time(tmp_path: Path) -> None:
    async def work() -> Counting:
        house, thinkers = at_home(tmp_path)
        async with house:
            id = await house.open("master-citadel", ["bot"] * 4, options={"max_rounds": 5})
            table = (await house.tables.live(id)).table
            await house.until(lambda: table.status == "over")
        return thinkers

    assert asyncio.run(work()).most == 1


@pytest.mark.parametrize("is_watched", [True, False])
def test_bots_pause_before_they_act_where_somebody_looks_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_watched: bool
) -> None:
    pauses: list[float] = []
    sleep = asyncio.sleep

    async def noted(seconds: float) -> None:
        if seconds == PAUSE:
            pauses.append(seconds)
        await sleep(0 if seconds == PAUSE else seconds)

    async def work() -> None:
        house, _ = at_home(tmp_path)
        house.tables.bots.pause = PAUSE
        async with house:
            id = await house.open("war-of-masters", ["", "bot"], options={"max_turns": 2})
            ann = await house.connect(id, 0)
            await house.sit(id, 0, "Ann")
            table = (await house.tables.live(id)).table
            if not is_watched:
                await house.leave(id, ann)
            while table.status == "playing":
                if table.pending == (0,):
                    await house.play(id, ann)
                await sleep(0)

    monkeypatch.setattr(asyncio, "sleep", noted)
    asyncio.run(work())
    assert bool(pauses) == is_watched


def test_each_hears_a_bot_in_their_own_language(tmp_path: Path) -> None:
    """MC-11: and only those to whom it speaks; the others, once the game is over."""

    async def work() -> None:
        house, thinkers = at_home(tmp_path)
        async with house:
            id = await house.open("master-citadel", ["", "", "bot", "bot"])
            ann, bob = [await house.connect(id, seat, lang=lang) for seat, lang in ((0, "fr"), (1, "en"))]
            thinkers.to_say = [Message(2, (), "phrase", "curt hello"), Message(2, (0,), "offer", "10 SW")]
            for seat, name in ((0, "Ann"), (1, "Bob")):
                await house.sit(id, seat, name)
            table = (await house.tables.live(id)).table
            await house.until(lambda: len(table.messages) == 2)
            assert heard(ann) == ["Bonjour. Jouons.", "propose\N{NO-BREAK SPACE}: 10 points au sud-ouest"]
            assert heard(bob) == ["Hello. Let's play."]

    asyncio.run(work())


def heard(connection: Connection) -> list[str]:
    events = [event for message in received(connection) for event in message.get("events", ())]
    return [event["words"] for event in events if event["kind"] == "said"]


def test_what_another_bot_has_said_meanwhile_is_not_said_again(tmp_path: Path) -> None:
    async def work() -> None:
        house, thinkers = at_home(tmp_path)
        async with house:
            thinkers.to_say = [
                Message(seat, (), "phrase", f"{tone} rich north") for seat, tone in ((1, "sly"), (1, "curt"))
            ]
            id = await house.open("master-citadel", ["", "bot", "bot", "bot"])
            await house.connect(id, 0)
            await house.sit(id, 0, "Ann")
            table = (await house.tables.live(id)).table
            await house.until(lambda: len({question.seat for question in thinkers.spoken}) == 3)
            await house.until(lambda: not (house.tables._lives[id]).thinking)
            assert [said.body for said in table.messages] == ["sly rich north"]

    asyncio.run(work())


def test_it_is_told_when_a_bot_will_end_the_discussion_and_who_has_nothing_to_add_need_not_wait(tmp_path: Path) -> None:
    """MC-14"""

    async def work() -> None:
        house, _ = at_home(tmp_path)
        async with house:
            id = await with_a_leading_bot(house, 1)
            live = await house.tables.live(id)
            await house.until(lambda: live.waiting)
            ann = next(iter(live.connections))
            await house.ask(id, ann, "say", kind="gesture", body="wait")
            now = [message["now"] for message in received(ann) if "now" in message][-1]
            assert 0 < now["discussion"] <= driver.QUIET * 1000
            assert now["awaits_talk"]
            await house.ask(id, ann, "say", kind="phrase", body="warm nothing")
            await house.until(lambda: live.table.match.moves)
            now = [message["now"] for message in received(ann) if "now" in message][-1]
            assert "discussion" not in now
            assert "awaits_talk" not in now

    asyncio.run(work())
