"""One person against bots: whatever one likes is taken back, advice is given, and the next game is one command away."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tablier.engine.kernels import NATURE
from tablier.record.fairness import verify
from tablier.record.match import Match
from tablier.serve import hints, schema
from tablier.serve.errors import NoHints, NotNow
from tablier.serve.identity import hashed
from tablier.serve.journal import game_file
from tablier.serve.live import Connection
from tests.serve.hosting import House, received


async def opened(house: House, game: str, *seats: str, **more: Any) -> str:
    """A table that Ann has opened."""
    places = [{"who": who, "level": 1} for who in seats]
    new = schema.NewTable.model_validate({"game": game, "seats": places, **more})
    live, _ = await house.tables.open(new, hashed("Ann"))
    return live.table.id


class Practice:
    """A table of Ann against bots."""

    def __init__(self, path: Path, game: str = "war-of-masters", seats: int = 2, **more: Any) -> None:
        self.house = House(path / "tables.db")
        self.game, self.seats, self.more = game, seats, more
        self.id = ""

    async def __aenter__(self) -> Practice:
        await self.house.__aenter__()
        self.id = await opened(self.house, self.game, "me", *["bot"] * (self.seats - 1), **self.more)
        self.ann: Connection = await self.house.connect(self.id, 0)
        await self.house.sit(self.id, 0, "Ann")
        self.live = await self.house.tables.live(self.id)
        return self

    async def __aexit__(self, *problem: object) -> None:
        await self.house.__aexit__(*problem)

    @property
    def match(self) -> Match:
        return self.live.table.match

    async def play(self, action: str | None = None) -> None:
        """Act, once it is Ann's turn, and let the bots answer."""
        await self.house.until(lambda: 0 in self.live.table.pending)
        assert (await self.house.play(self.id, self.ann, action))["type"] == "done"
        await self.house.until(lambda: 0 in self.live.table.pending or self.match.over)

    async def take_back(self) -> dict[str, Any]:
        return await self.house.ask(self.id, self.ann, "takeback")


def test_who_practises_takes_back_as_much_as_they_like_and_chance_is_the_same_again(tmp_path: Path) -> None:
    async def work() -> None:
        async with Practice(tmp_path) as practice:
            for _ in range(4):
                await practice.play()
            played = practice.match.actions
            assert sum(seat == NATURE for seat, _ in played) > 4
            for _ in range(4):
                assert (await practice.take_back())["type"] == "done"
            assert 0 not in [seat for seat, _ in practice.match.actions]
            assert (await practice.take_back())["code"] == "takeback/not-possible"
            for _ in range(4):
                await practice.play()
            assert practice.match.actions == played

    asyncio.run(work())


def test_what_was_taken_back_is_proved_like_any_other_game(tmp_path: Path) -> None:
    """The chance of the game as it was played in the end is that of its seal."""

    async def work() -> None:
        async with Practice(tmp_path) as practice:
            for _ in range(3):
                await practice.play()
            await practice.take_back()
            await practice.take_back()
            await practice.play(practice.match.legal(0)[-1])
            await practice.house.ask(practice.id, practice.ann, "resign")
            checked = verify(game_file(practice.live.table, 0, practice.house.tables.signer))
            assert checked.ok, checked

    asyncio.run(work())


def test_a_table_survives_what_was_taken_back(tmp_path: Path) -> None:
    async def work() -> None:
        async with Practice(tmp_path) as practice:
            for _ in range(2):
                await practice.play()
            await practice.take_back()
            before = practice.match.current.to_bytes()
            practice.house.tables._lives.clear()
            assert (await practice.house.tables.live(practice.id)).table.match.current.to_bytes() == before

    asyncio.run(work())


@pytest.mark.parametrize("serious", [False, True])
def test_it_is_told_whether_something_can_be_taken_back(tmp_path: Path, serious: bool) -> None:
    """Nothing is offered that would then be refused: in earnest, what chance has answered stands."""

    async def work() -> None:
        async with Practice(tmp_path, serious=serious) as practice:
            told = received(practice.ann)
            assert told[-1]["now"]["can_take_back"] is False
            opened = next(event for event in told[0]["events"] if event["kind"] == "opened")
            assert opened["practice"] is not serious
            await practice.play()
            now = [message["now"] for message in received(practice.ann) if "now" in message][-1]
            assert now["can_take_back"] is not serious
            assert ((await practice.take_back())["type"] == "done") is not serious

    asyncio.run(work())


def test_people_among_themselves_do_not_practise(tmp_path: Path) -> None:
    async def work() -> None:
        async with House(tmp_path / "tables.db") as house:
            id = await opened(house, "master-citadel", "me", "anyone", "bot", "bot")
            live = await house.tables.live(id)
            assert not live.table.opened.practice
            with pytest.raises(NoHints):
                await hints.hint(house.tables, live, 0, "fr")

    asyncio.run(work())


# --- advice


def test_advice_is_thought_of_with_the_view_of_the_seat_and_says_why(tmp_path: Path) -> None:
    """MC-5: nobody is told what another has written."""

    async def work() -> None:
        async with Practice(tmp_path, "master-citadel", 4) as practice:
            told = await hints.hint(practice.house.tables, practice.live, 0, "fr")
            assert told["action"] == practice.match.legal(0)[-1]
            assert (told["share"], told["next"]["share"], told["only"]) == (0.6, 0.4, False)
            asked = practice.house.pool.questions[-1]
            assert asked.view == practice.match.view(0).to_bytes()
            assert asked.level == hints.LEVEL

    asyncio.run(work())


def test_no_advice_where_it_is_in_earnest_or_for_another_to_act(tmp_path: Path) -> None:
    async def work() -> None:
        async with Practice(tmp_path, serious=True) as practice:
            with pytest.raises(NoHints):
                await hints.hint(practice.house.tables, practice.live, 0, "fr")
        (tmp_path / "another").mkdir()
        async with Practice(tmp_path / "another") as practice:
            await practice.house.ask(practice.id, practice.ann, "resign")
            with pytest.raises(NotNow):
                await hints.hint(practice.house.tables, practice.live, 0, "fr")

    asyncio.run(work())


# --- the next game


def test_a_rematch_may_be_against_bots_of_another_level(tmp_path: Path) -> None:
    async def work() -> None:
        async with Practice(tmp_path) as practice:
            await practice.house.ask(practice.id, practice.ann, "resign")
            await practice.house.ask(practice.id, practice.ann, "rematch", level=3)
            following = (await practice.house.tables.live(practice.live.table.followed)).table
            assert [place["level"] for place in following.opened.places if place["who"] == "bot"] == [3]
            assert following.opened.practice

    asyncio.run(work())


def test_a_game_against_bots_is_private_unless_one_says_otherwise(tmp_path: Path) -> None:
    async def work() -> None:
        for listed, is_listed in ((None, False), (True, True)):
            path = tmp_path / str(listed)
            path.mkdir()
            async with Practice(path, listed=listed) as practice:
                assert practice.live.table.opened.listed is is_listed
        async with House(tmp_path / "with-others.db") as house:
            id = await opened(house, "war-of-masters", "me", "anyone")
            assert (await house.tables.live(id)).table.opened.listed

    asyncio.run(work())
