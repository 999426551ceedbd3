"""Attacks, replayed: nobody gains time, a seat or a bot's secret by what they send."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import suppress
from pathlib import Path
from threading import Event
from time import sleep
from typing import Any
from unittest import mock

import pytest

from tablier.bots.player import Player
from tablier.engine.kernels import PUBLIC
from tablier.serve import journal, schema, seating, tables, timing
from tablier.serve.api.limits import Buckets
from tablier.serve.api.socket import HEARD, Hearing
from tablier.serve.bots import question
from tablier.serve.errors import NotYours, TooMuch
from tablier.serve.identity import hashed
from tablier.serve.limits import Quotas
from tablier.serve.live import Connection, Live
from tablier.serve.mailbox import Mailbox
from tablier.serve.store import Damaged
from tablier.serve.table.table import ABSENCE
from tests.serve.hosting import ENTROPY, House, raw, received
from tests.serve.test_tables import Time
from tests.serve.visiting import Person, Server

BANK = {"kind": "bank", "seconds": 600, "increment": 0}
FOUR = ["Ann", "Bob", "Cat", "Dan"]


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    return Time(monkeypatch)


def left(live: Live, seat: int = 0) -> int:
    return live.table.clock.remaining(seat, timing.steady())


def test_a_command_that_is_repeated_after_it_was_forgotten_starts_no_clock_again(tmp_path: Path, time: Time) -> None:
    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            id = await house.open("maestria", ["Ann", "Bob"], pace=BANK)
            ann = await house.connect(id, 0)
            said = '{"id": "again", "do": "say", "kind": "text", "body": "hello", "to": []}'
            assert (await house.send(id, ann, said))["type"] == "done"
            live = await house.tables.live(id)
            time.now += 100_000
            live.table.commands.clear()  # so many have come since
            assert (await house.send(id, ann, said))["type"] == "done"
            assert left(live) == 500_000

    asyncio.run(main())


def test_a_word_before_a_restart_starts_no_clock_again(tmp_path: Path, time: Time) -> None:
    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            id = await house.open("maestria", ["Ann", "Bob"], pace=BANK)
            ann = await house.connect(id, 0)
            time.now += 100_000
            await house.ask(id, ann, "say", kind="text", body="hello", to=[])
            await house.leave(id, ann)
            house.tables._lives.clear()
            assert left(await house.tables.live(id)) == 500_000

    asyncio.run(main())


def test_a_server_that_is_stopped_gives_nobody_time_back(tmp_path: Path, time: Time) -> None:
    """However long ago it noted last that it runs, which it cannot while the disk fails."""

    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            id = await house.open("maestria", ["Ann", "Bob"], pace=BANK)
            await house.connect(id, 0)
            time.now += 100_000
        async with House(tmp_path / "tables.db") as house:
            assert left(await house.tables.live(id)) == 500_000

    asyncio.run(main())


def test_who_takes_back_again_and_again_has_no_more_time(tmp_path: Path, time: Time) -> None:
    """Against a bot, which never minds: what was used stays used, also after a restart, and no increment stays."""

    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            pace = {"kind": "bank", "seconds": 600, "increment": 10}
            id = await house.open("maestria", ["Ann", "bot"], pace=pace)
            ann = await house.connect(id, 0)
            live = await house.tables.live(id)
            turn = live.table.match.turn
            for _ in range(3):
                while live.table.match.turn == turn:
                    await house.play(id, ann)
                await house.until(lambda: 0 in live.table.pending)  # the bot has answered
                time.now += 50_000
                while live.table.match.turn != turn:
                    assert (await house.ask(id, ann, "takeback"))["type"] == "done"
                time.now += 50_000
            assert left(live) == 300_000
            house.tables._lives.clear()
            assert left(await house.tables.live(id)) == 300_000

    asyncio.run(main())


def test_time_without_a_server_is_nobodys_however_often_it_is_started(tmp_path: Path, time: Time) -> None:
    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            id = await house.open("maestria", ["Ann", "Bob"], pace=BANK)
            await house.connect(id, 0)
            time.now += 100_000
        for _ in range(3):
            time.now += 300_000
            async with House(tmp_path / "tables.db") as house:
                time.now += 1_000
        async with House(tmp_path / "tables.db") as house:
            assert left(await house.tables.live(id)) == 500_000 - 3_000

    asyncio.run(main())


def test_who_resigned_does_not_act_and_comes_back_with_what_was_left(tmp_path: Path, time: Time) -> None:
    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            id = await house.open("master-citadel", FOUR, pace=BANK)
            ann = await house.connect(id, 0)
            live = await house.tables.live(id)
            time.now += 500_000
            assert (await house.ask(id, ann, "resign"))["type"] == "done"
            refused = await house.ask(id, ann, "play", action="10 N", version=10**6)
            assert refused["code"] == "table/not-now"
            assert (await house.ask(id, ann, "come-back"))["type"] == "done"
            assert left(live) <= 100_000

    asyncio.run(main())


def test_who_resigns_and_comes_back_again_and_again_has_no_more_time_for_a_turn(tmp_path: Path, time: Time) -> None:
    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            id = await house.open("master-citadel", FOUR, pace={"kind": "turn", "seconds": 600, "increment": 0})
            ann = await house.connect(id, 0)
            live = await house.tables.live(id)
            for _ in range(5):
                time.now += 100_000
                asked = [house.ask(id, ann, do) for do in ("resign", "come-back")]
                assert [answer["type"] for answer in await asyncio.gather(*asked)] == ["done", "done"]
            assert left(live) == 100_000
            house.tables._lives.clear()
            assert left(await house.tables.live(id)) == 100_000

    asyncio.run(main())


def test_who_ran_out_of_time_does_not_come_back_with_a_full_bank(tmp_path: Path, time: Time) -> None:
    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            id = await house.open("master-citadel", FOUR, pace=BANK)
            connections = [await house.connect(id, seat) for seat in range(4)]
            time.now += 600_001
            await house.tables.deadlines._time_is_up(id)
            table = (await house.tables.live(id)).table
            gone = next(seat for seat in range(4) if table.chairs[seat].stand_in)
            assert (await house.ask(id, connections[gone], "come-back"))["code"] == "table/not-now"

    asyncio.run(main())


def test_a_bot_does_not_act_for_who_is_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            id = await house.open("master-islands", FOUR[:3], options={"players": 3})
            ann = await house.connect(id, 0)
            live = await house.tables.live(id)
            asked, may_answer = asyncio.Event(), asyncio.Event()

            async def choose(question: Any, visitor: Any) -> str:
                asked.set()
                await may_answer.wait()
                return live.table.match.legal(0)[0]

            monkeypatch.setattr(house.tables.pool, "choose", choose)
            await house.ask(id, ann, "resign")
            await asked.wait()
            assert (await house.ask(id, ann, "come-back"))["type"] == "done"
            may_answer.set()
            await house.until(lambda: not live.thinking)
            assert 0 in live.table.pending

    asyncio.run(main())


def test_a_seat_of_a_game_by_correspondence_is_nobody_elses_within_its_turn(tmp_path: Path, time: Time) -> None:
    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            day = 86_400
            id = await house.open("maestria", ["Ann", "Bob"], pace={"kind": "turn", "seconds": day, "increment": 0})
            bob = await house.connect(id, 1)
            time.now += (day - 60) * 1000
            assert (await house.ask(id, bob, "replace", seat=0))["code"] == "seat/not-gone"

    asyncio.run(main())


def test_who_acts_without_a_connection_is_there(tmp_path: Path, time: Time) -> None:
    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            id = await house.open("maestria", ["Ann", "Bob"])
            bob = await house.connect(id, 1)
            time.now += ABSENCE + 1
            say = schema.COMMAND.validate_python({"id": "s1", "do": "say", "kind": "text", "body": "hello"})
            await house.tables.carry_out(id, 0, say)  # as HTTP does
            assert (await house.ask(id, bob, "replace", seat=0))["code"] == "seat/not-gone"

    asyncio.run(main())


# --- the server is slow


def test_a_move_that_arrived_in_time_is_in_time_however_long_it_waits(tmp_path: Path, time: Time) -> None:
    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            id = await house.open("maestria", ["Ann", "Bob"], pace=BANK)
            ann = await house.connect(id, 0)
            live = await house.tables.live(id)
            time.now += 599_000
            await live.lock.acquire()  # somebody else is being served
            up = asyncio.create_task(house.tables.deadlines._time_is_up(id))
            await asyncio.sleep(0)
            moved = asyncio.create_task(house.play(id, ann))
            await house.until(lambda: house.tables.deadlines._heard)
            time.now += 20_000
            live.lock.release()
            assert (await moved)["type"] == "done"
            await up
            assert live.table.status == "playing"
            assert left(live) == 1_000

    asyncio.run(main())


def test_time_that_is_over_is_over_though_commands_keep_coming(tmp_path: Path, time: Time) -> None:
    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            id = await house.open("maestria", ["Ann", "Bob"], pace=BANK)
            ann = await house.connect(id, 0)
            live = await house.tables.live(id)
            time.now += 600_001
            await live.lock.acquire()
            late = asyncio.create_task(house.ask(id, ann, "say", kind="text", body="wait", to=[]))
            await house.until(lambda: house.tables.deadlines._heard)
            up = asyncio.create_task(house.tables.deadlines._time_is_up(id))
            await asyncio.sleep(0)
            live.lock.release()
            await asyncio.gather(late, up)
            assert (live.table.status, live.table.match.ended.why) == ("over", "time")  # type: ignore[union-attr]

    asyncio.run(main())


def test_a_standstill_of_the_server_is_nobodys() -> None:
    turning = timing.Turning()
    turning.turned(1_000, wall=50_000)
    assert turning.now(1_100) == 1_100
    assert turning.now(21_000) == 1_000 + timing.STANDSTILL
    turning.turned(21_000, wall=70_000)
    assert turning.now(21_100) == 1_100 + timing.STANDSTILL
    assert turning.standstills(21_100, wall=70_100) == [(70_000, 20_000 - timing.STANDSTILL)]
    turning.rest()
    assert turning.now(21_200) == 1_200 + timing.STANDSTILL


def test_time_in_which_nothing_can_be_noted_is_nobodys() -> None:
    """After a crash nobody would know of it; and who cannot act, since nothing is stored, uses no time."""
    turning = timing.Turning()
    turning.turned(1_000, wall=50_000)
    turning.noted(1_000, 1_010, wall=50_010)
    for monotonic in range(1_200, 31_001, 200):
        turning.turned(monotonic, wall=monotonic + 49_000)
    assert turning.now(31_000) == 1_000 + timing.UNNOTED
    assert turning.standstills(31_000, wall=80_000) == [(80_000, 30_000 - timing.UNNOTED)]
    turning.noted(turning.now(31_000), 31_100, wall=80_100)
    assert turning.now(31_100) == 1_000 + timing.UNNOTED
    assert turning.now(31_200) == 1_100 + timing.UNNOTED
    assert turning.standstills(31_200, wall=80_200) == [(80_100, 30_100 - timing.UNNOTED)]


def test_clocks_go_on_after_a_heartbeat_that_has_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        monkeypatch.setattr(tables, "HEARTBEAT", 0.01)
        async with House(tmp_path / "tables.db") as house:
            monkeypatch.setattr(house.tables, "turn_out", lambda: 1 // 0)
            noted: list[int] = []
            monkeypatch.setattr(timing, "noted", noted.append)
            await house.until(lambda: len(noted) > 2)

    asyncio.run(main())


def test_the_steady_clock_waits_while_the_loop_stands_still(tmp_path: Path) -> None:
    async def main() -> None:
        async with House(tmp_path / "tables.db"):
            await asyncio.sleep(2 * timing.LOOK)
            before = timing.steady()
            sleep(2)
            assert timing.steady() - before <= timing.STANDSTILL
            await asyncio.sleep(2 * timing.LOOK)
            assert timing.steady() - before < 2_000

    asyncio.run(main())


@pytest.mark.parametrize("slow", ["game_file", "rebuilt"])
def test_others_play_while_a_long_game_is_exported_or_rebuilt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, slow: str
) -> None:
    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            long, other = [await house.open("maestria", ["Ann", "Bob"]) for _ in range(2)]
            ann = await house.connect(other, 0)
            if slow == "rebuilt":
                del house.tables._lives[long]
            work, may_end = getattr(journal, slow), Event()
            monkeypatch.setattr(journal, slow, lambda *given: may_end.wait() and work(*given))

            async def export() -> str:
                return await house.tables.file(await house.tables.live(long), PUBLIC)

            exports = [asyncio.create_task(export()) for _ in range(8)]
            try:
                assert (await house.play(other, ann))["type"] == "done"
                assert not any(export.done() for export in exports)
            finally:
                may_end.set()
            assert len(set(await asyncio.gather(*exports))) == 1

    asyncio.run(main())


def test_a_game_file_is_written_once_for_as_long_as_nothing_happens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            id = await house.open("war-of-masters", ["Ann", "Bob"])
            live = await house.tables.live(id)
            written = mock.Mock(side_effect=journal.game_file)
            monkeypatch.setattr(journal, "game_file", written)
            first = [await house.tables.file(live, PUBLIC) for _ in range(3)][-1]
            await house.play(id, await house.connect(id, 0))
            assert await house.tables.file(live, PUBLIC) != first
            assert await house.tables.file(live, 0) != first
            assert written.call_count == 3

    asyncio.run(main())


def test_nobody_fills_a_table_without_end(tmp_path: Path) -> None:
    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            id = await house.open("maestria", ["Ann", "Bob"])
            ann, bob = [await house.connect(id, seat) for seat in (0, 1)]
            (await house.tables.live(id)).table.quotas = Quotas(said=3)
            said = [await house.ask(id, ann, "say", kind="text", body="spam", to=[]) for _ in range(4)]
            assert [answer.get("code") for answer in said] == [None, None, None, "limit/too-much"]
            assert (await house.ask(id, bob, "say", kind="text", body="hello", to=[]))["type"] == "done"
            (await house.tables.live(id)).table.quotas = Quotas(events=9)
            for _ in range(3):
                with suppress(TooMuch):
                    await house.sit(id, 0, "Ann")
            assert (await house.tables.live(id)).table.numbers == 9
            assert (await house.ask(id, bob, "say", kind="text", body="hello", to=[]))["code"] == "limit/too-much"
            assert (await house.play(id, ann))["type"] == "done"

    asyncio.run(main())


class Talking:
    """Somebody who sends one message after the other, while none of them is answered before `released` is set."""

    def __init__(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        self.house, self.sent, self.released = house, Mailbox[Any](), asyncio.Event()
        self.arrived: list[int] = []
        monkeypatch.setattr(house.tables, "carry_out", self._carry_out)

    async def begin(self, messages: int) -> asyncio.Task[None]:
        id = await self.house.open("maestria", ["Ann", "Bob"])
        ann = await self.house.connect(id, 0)
        for number in range(messages):
            command = {"id": f"s{number}", "do": "say", "kind": "text", "body": "hello", "to": []}
            self.sent.put_nowait({"type": "websocket.receive", "text": json.dumps(command)})
        return asyncio.create_task(Hearing(self.house.tables, id, ann, self.house.limits).hear(self.sent.get))

    async def _carry_out(self, table: str, seat: int, command: Any, arrived: int, visitor: tables.Visitor) -> int:
        self.arrived.append(arrived)
        await self.released.wait()
        return 1


def test_who_has_got_up_neither_sees_nor_acts_for_who_sits_there_now(tmp_path: Path) -> None:
    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            id = await house.open("master-citadel", ["Ann", "Bob", "", ""])
            live = await house.tables.live(id)
            bob = Connection(1, frozenset({"legal"}), "en", person=hashed("Bob"))
            await house.tables.connect(id, bob, 0)
            assert (await house.ask(id, bob, "leave"))["type"] == "done"
            assert (await house.ask(id, bob, "leave"))["code"] == "seat/not-yours"
            for seat, name in enumerate(["Cat", "Dan", "Eve"], start=1):
                await house.sit(id, seat, name)
            received(bob)
            await house.play(id, await house.connect(id, 0), "1 N")
            assert (live.table.status, received(bob)) == ("playing", [])
            assert (await house.ask(id, bob, "say", kind="text", body="hello", to=[]))["code"] == "seat/not-yours"
            with pytest.raises(NotYours):
                await house.tables.connect(id, Connection(1, frozenset(), "en", person=hashed("Bob")), 0)

    asyncio.run(main())


def test_nobody_makes_links_to_a_chair_without_end(tmp_path: Path) -> None:
    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            new = {"game": "maestria", "seats": [{"who": "me"}, {"who": "link"}]}
            live, _ = await house.tables.open(schema.NewTable.model_validate(new), hashed("Ann"))
            for _ in range(seating.MOST_KEYS - 1):  # one was made with the table
                await seating.invite(house.tables, live.table.id, 1, hashed("Ann"))
            with pytest.raises(TooMuch):
                await seating.invite(house.tables, live.table.id, 1, hashed("Ann"))

    asyncio.run(main())


def test_what_is_heard_while_another_message_is_answered_counts_from_then(
    tmp_path: Path, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            talking, heard_at = Talking(house, monkeypatch), time.now
            hearing = await talking.begin(messages=3)
            await house.until(talking.sent.empty)
            time.now += 5_000
            talking.released.set()
            talking.sent.put_nowait({"type": "websocket.disconnect"})
            await hearing
            assert talking.arrived == [heard_at] * 3

    asyncio.run(main())


def test_of_who_sends_much_no_more_is_heard_than_may_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            talking = Talking(house, monkeypatch)
            hearing = await talking.begin(messages=HEARD + 4)
            await house.until(lambda: len(talking.sent) == 3)
            for _ in range(10):
                await asyncio.sleep(0)
            assert len(talking.sent) == 3
            talking.released.set()
            talking.sent.put_nowait({"type": "websocket.disconnect"})
            await hearing
            assert len(talking.arrived) == HEARD + 4

    asyncio.run(main())


# --- counting


def test_commands_of_a_seat_are_counted_over_all_its_connections(tmp_path: Path) -> None:
    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            id = await house.open("maestria", ["Ann", "Bob"])
            ann, phone, bob = [await house.connect(id, seat) for seat in (0, 0, 1)]
            house.limits.commands = Buckets(0, 3)
            answers = [await house.ask(id, one, "say", kind="text", body="hi", to=[]) for one in (ann, phone) * 2]
            assert [answer["type"] for answer in answers] == ["done", "done", "done", "refused"]
            assert (await house.ask(id, bob, "say", kind="text", body="hi", to=[]))["type"] == "done"

    asyncio.run(main())


def test_another_game_counts_as_a_table(tmp_path: Path) -> None:
    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            house.limits.tables = Buckets(0, 1)
            answers = []
            for _ in range(2):
                id = await house.open("maestria", ["Ann", "Bob"])
                ann = await house.connect(id, 0)
                await house.ask(id, ann, "resign")
                answers.append(await house.ask(id, ann, "rematch"))
            assert [answer.get("code") for answer in answers] == [None, "limit/too-much"]

    asyncio.run(main())


def test_another_game_counts_for_the_day_of_who_asks_for_it_without_a_connection(tmp_path: Path) -> None:
    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            id = await house.open("maestria", ["Ann", "Bob"])
            ann = await house.connect(id, 0)
            await house.ask(id, ann, "resign")
            await house.leave(id, ann)
            house.tables.quotas = Quotas(tables_a_day=0)
            again = schema.COMMAND.validate_json('{"id": "again", "do": "rematch"}')
            with pytest.raises(TooMuch):
                await house.tables.carry_out(id, 0, again, visitor=tables.Visitor(address="192.0.2.7"))  # as HTTP does

    asyncio.run(main())


# --- bots


def test_what_is_public_predicts_no_bot(tmp_path: Path) -> None:
    """Whoever knows all that is public foresees no more of a bot's secret orders than whoever guesses its seed."""

    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            hits = {"public": 0, "another": 0}
            for _ in range(12):
                id = await house.open("master-citadel", ["Ann", "bot", "bot", "bot"])
                live = await house.tables.live(id)
                for seat in (1, 2, 3):
                    asked = question(live, seat)
                    seeds = {
                        "public": int(hashed(f"{id}{seat}")[:8], 16),
                        "another": int(hashed(f"{seat}{id}")[:8], 16),
                    }
                    position = asked.position()
                    done = Player(position.game, 1, seed=asked.seed).choose(position)
                    for who, seed in seeds.items():
                        hits[who] += Player(position.game, 1, seed=seed).choose(position) == done
                    assert asked.seed > 2**64  # too many to try them all
            assert hits["public"] <= hits["another"] + 3

    asyncio.run(main())


# --- smaller


def test_who_has_another_game_puts_no_bot_on_the_chair_of_the_other(tmp_path: Path) -> None:
    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            id = await house.open("maestria", ["Ann", "Bob"])
            ann = await house.connect(id, 0)
            await house.ask(id, ann, "resign")
            await house.ask(id, ann, "rematch")
            following = (await house.tables.live(id)).table.followed
            for seat in (0, 1):
                with pytest.raises(NotYours):
                    await seating.seat_bot(house.tables, following, seat, 1, hashed("Ann"))

    asyncio.run(main())


def test_nobody_sits_down_under_the_name_of_another(tmp_path: Path) -> None:
    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            id = await house.open("maestria", ["Ann", ""])
            asked = schema.SitRequest(name="ANN", entropy=ENTROPY)
            await seating.sit(house.tables, id, 1, hashed("Eve"), asked)
            assert (await house.tables.live(id)).table.chairs[1].name == "ANN 2"

    asyncio.run(main())


def test_a_log_in_detail_holds_nobodys_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLIER_LOG", "debug")
    server = Server(tmp_path / "tables.db")
    ann = Person(server)
    table = ann.open("maestria", ["me", "bot"])["table"]
    ann.sit(table, 0)
    ann.connect(table, 0).until("events")
    _, logged = server.stop()
    assert ann.secret not in logged
    assert "authorization" not in logged.lower()


# --- the disk


def damage(path: Path, table: str, column: str, value: str) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(f"UPDATE events SET {column} = ? WHERE table_id = ? AND number = 3", (value, table))
    connection.close()


@pytest.mark.parametrize(("column", "value"), [("body", "{nonsense"), ("body", '{"seat": 1}'), ("number", "300")])
def test_a_damaged_table_is_set_aside_and_the_others_go_on(tmp_path: Path, column: str, value: str) -> None:
    async def main() -> None:
        path = tmp_path / "tables.db"
        async with House(path) as house:
            bad, good = [await house.open("maestria", ["Ann", "Bob"]) for _ in range(2)]
        damage(path, bad, column, value)
        async with House(path) as house:
            await house.until(lambda: house.tables.damaged and good in house.tables._lives)
            assert await house.tables.trouble() == "table/damaged"
            with pytest.raises(Damaged):
                await house.connect(bad, 0)
            assert (await house.play(good, await house.connect(good, 0)))["type"] == "done"

    asyncio.run(main())


def test_who_sits_at_a_table_that_is_found_damaged_is_told_so(tmp_path: Path) -> None:
    async def main() -> None:
        path = tmp_path / "tables.db"
        async with House(path) as house:
            bad = await house.open("maestria", ["Ann", "Bob"])
            ann = await house.connect(bad, 0)
            received(ann)
            damage(path, bad, "at", "77")
            with pytest.raises(Damaged):
                await house.connect(bad, 1)
            sent = raw(ann)
            assert json.loads(sent[0] or "")["code"] == "table/damaged"
            assert sent[-1] is None

    asyncio.run(main())


def test_events_that_cannot_be_understood_concern_their_table_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            id = await house.open("maestria", ["Ann", "Bob"])
            house.tables._lives.clear()
            monkeypatch.setattr(journal, "rebuilt", mock.Mock(side_effect=KeyError("seat")))
            with pytest.raises(Damaged):
                await house.tables.live(id)
            assert list(house.tables.damaged) == [id]

    asyncio.run(main())
