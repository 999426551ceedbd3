"""Attacks, replayed: nobody gains time, a seat or a bot's secret by what they send."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tablier.bots.player import Player
from tablier.serve import timing
from tablier.serve.bots import _question
from tablier.serve.identity import hashed
from tablier.serve.live import Live
from tests.serve.hosting import House
from tests.serve.test_tables import Time

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


def test_a_bot_does_not_act_for_who_is_back(tmp_path: Path) -> None:
    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            id = await house.open("master-islands", FOUR[:3], options={"players": 3})
            ann = await house.connect(id, 0)
            live = await house.tables.live(id)
            asked, may_answer = asyncio.Event(), asyncio.Event()

            async def choose(question: Any) -> str:
                asked.set()
                await may_answer.wait()
                return live.table.match.legal(0)[0]

            house.tables.pool.choose = choose  # type: ignore[method-assign]
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


def test_what_is_public_predicts_no_bot(tmp_path: Path) -> None:
    """Whoever knows all that is public foresees no more of a bot's secret orders than whoever guesses its seed."""

    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            hits = {"public": 0, "another": 0}
            for _ in range(12):
                id = await house.open("master-citadel", ["Ann", "bot", "bot", "bot"])
                live = await house.tables.live(id)
                for seat in (1, 2, 3):
                    question = _question(live, seat)
                    seeds = {
                        "public": int(hashed(f"{id}{seat}")[:8], 16),
                        "another": int(hashed(f"{seat}{id}")[:8], 16),
                    }
                    position = question.position()
                    done = Player(position.game, 1, seed=question.seed).choose(position)
                    for who, seed in seeds.items():
                        hits[who] += Player(position.game, 1, seed=seed).choose(position) == done
                    assert question.seed > 2**64  # too many to try them all
            assert hits["public"] <= hits["another"] + 3

    asyncio.run(main())
