"""Entropy is pledged first, and given when everybody has pledged theirs: nobody chooses it by what others give."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tablier.engine.errors import BadOption, BadProof
from tablier.record.fairness import verify
from tablier.record.hashes import pledge_of
from tablier.serve import schema, seating, timing
from tablier.serve.identity import hashed
from tablier.serve.journal import game_file
from tablier.serve.table.events import Opened, load
from tablier.serve.table.table import GIVING, Table
from tests.serve.hosting import House, kinds, received
from tests.serve.test_tables import Time, at_home

GAME = "war-of-masters"
pytestmark = pytest.mark.usefixtures("time")
ANNS, BOBS = "aa" * 16, "bb" * 16


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    """However busy the machine is, nobody gives too late but where a test says so."""
    return Time(monkeypatch)


async def pledged(house: House, *names: str, game: str = GAME, **more: Any) -> str:
    """A table at which these have pledged entropy: the first `aa..`, the second `bb..`; `bot` is one."""
    places = [{"who": "bot" if name == "bot" else "anyone", "level": 1} for name in names]
    new = schema.NewTable.model_validate({"game": game, "seats": places, **more})
    live, _ = await house.tables.open(new, hashed("Ann"))
    for seat, name in enumerate(names):
        if name not in ("bot", ""):
            await pledge(house, live.table.id, seat, name)
    return live.table.id


async def pledge(house: House, id: str, seat: int, name: str) -> None:
    sitting = schema.SitRequest(name=name, pledge=pledge_of(id, seat, entropy_of(seat)))
    await seating.sit(house.tables, id, seat, hashed(name), sitting)


def entropy_of(seat: int) -> str:
    return ("aa", "bb", "cc", "dd")[seat] * 16


async def table_of(house: House, id: str) -> Table:
    return (await house.tables.live(id)).table


@at_home
async def test_game_begins_when_everybody_has_given_what_they_pledged(house: House) -> None:
    id = await pledged(house, "Ann", "Bob")
    ann, bob = [await house.connect(id, seat) for seat in (0, 1)]
    welcome = received(ann)[0]
    assert (welcome["now"]["status"], welcome["now"]["to_give"]) == ("open", [0, 1])
    assert [event["pledge"] for event in welcome["events"][1:]] == [
        pledge_of(id, 0, ANNS),
        pledge_of(id, 1, BOBS),
    ]
    assert ANNS not in str(welcome)
    assert BOBS not in str(welcome)
    assert (await house.ask(id, ann, "give", entropy=ANNS))["type"] == "done"
    table = await table_of(house, id)
    assert (table.status, table.to_give) == ("open", [1])
    assert (await house.ask(id, bob, "give", entropy=BOBS))["type"] == "done"
    assert table.status == "playing"
    assert table.fairness.entropies == (ANNS, BOBS)
    assert kinds(received(ann))[:3] == ["gave", "gave", "began"]


@at_home
async def test_who_comes_last_has_not_heard_what_others_give(house: House) -> None:
    """Who knew the secret of the server, and was last, could choose the throws by choosing their entropy."""
    id = await pledged(house, "Ann", "")
    ann, anybody = await house.connect(id, 0), await house.connect(id)
    assert (await house.ask(id, ann, "give", entropy=ANNS))["code"] == "table/not-now"
    await pledge(house, id, 1, "Bob")
    heard = str(received(anybody))
    assert ANNS not in heard
    assert pledge_of(id, 0, ANNS) in heard


@at_home
async def test_who_has_pledged_cannot_give_anything_else(house: House) -> None:
    id = await pledged(house, "Ann", "Bob")
    ann, bob = [await house.connect(id, seat) for seat in (0, 1)]
    await house.ask(id, ann, "give", entropy=ANNS)
    for other in ("cc" * 16, ANNS, BOBS + "00"):
        assert (await house.ask(id, bob, "give", entropy=other))["code"] == "proof/invalid"
    assert (await house.ask(id, ann, "give", entropy=ANNS))["code"] == "table/not-now", "it is given once"
    table = await table_of(house, id)
    assert table.to_give == [1]
    with pytest.raises(BadProof):
        table.give(1, "cc" * 16)


@at_home
async def test_pledge_of_another_seat_cannot_be_copied(house: House) -> None:
    id = await pledged(house, "Ann", "")
    sitting = schema.SitRequest(name="Bob", pledge=pledge_of(id, 0, ANNS))
    await seating.sit(house.tables, id, 1, hashed("Bob"), sitting)
    ann, bob = [await house.connect(id, seat) for seat in (0, 1)]
    await house.ask(id, ann, "give", entropy=ANNS)
    assert (await house.ask(id, bob, "give", entropy=ANNS))["code"] == "proof/invalid"


@at_home
async def test_nobody_leaves_once_everybody_is_there(house: House) -> None:
    """Whoever took their place would know what the others have given."""
    id = await pledged(house, "Ann", "Bob")
    bob = await house.connect(id, 1)
    assert (await house.ask(id, bob, "leave"))["code"] == "table/not-now"


def test_game_begins_without_what_was_not_given_in_time(tmp_path: Path, time: Time) -> None:
    async def play() -> None:
        async with House(tmp_path / "a.db") as house:
            id = await pledged(house, "Ann", "Bob")
            ann = await house.connect(id, 0)
            await house.ask(id, ann, "give", entropy=ANNS)
            live = await house.tables.live(id)
            time.now += GIVING - 1
            house.tables.deadlines.set(live)
            assert live.table.begin_without(time.now) == []
            time.now += 1
            house.tables.deadlines.set(live)
            await house.until(lambda: live.table.status == "playing")
            assert live.table.fairness.entropies == (ANNS, "")
            bob = await house.connect(id, 1)
            assert (await house.ask(id, bob, "give", entropy=BOBS))["code"] == "table/not-now"
            await house.ask(id, bob, "resign")
            verdict = verify(game_file(live.table, 0, house.tables.signer))
            assert verdict.ok
            assert (verdict.givers, verdict.withheld) == (("red",), ("brown",))

    asyncio.run(play())


def test_game_begins_if_nobody_gives_anything(tmp_path: Path, time: Time) -> None:
    async def play() -> None:
        async with House(tmp_path / "a.db") as house:
            live = await house.tables.live(await pledged(house, "Ann", "Bob"))
            time.now += GIVING
            house.tables.deadlines.set(live)
            await house.until(lambda: live.table.status == "playing")
            assert live.table.fairness.entropies == ("", "")

    asyncio.run(play())


def test_giving_goes_on_after_a_restart(tmp_path: Path) -> None:
    async def play() -> None:
        async with House(tmp_path / "a.db") as house:
            id = await pledged(house, "Ann", "Bob")
            await house.ask(id, await house.connect(id, 0), "give", entropy=ANNS)
        async with House(tmp_path / "a.db") as house:
            ann, bob = [await house.connect(id, seat) for seat in (0, 1)]
            assert received(bob)[0]["now"]["to_give"] == [1]
            await house.ask(id, bob, "give", entropy=BOBS)
            table = await table_of(house, id)
            assert table.fairness.entropies == (ANNS, BOBS)
            head, seal = table.match.head, table.fairness.seal
            await house.play(id, ann)
        async with House(tmp_path / "a.db") as house:
            table = await table_of(house, id)
            assert table.fairness.seal == seal
            chain = table.match.chain
            assert chain
            assert head in [known.hex() for known in chain.heads]

    asyncio.run(play())


def test_game_that_waits_for_somebody_begins_after_a_restart_too(tmp_path: Path, time: Time) -> None:
    """Nobody who comes has to wait longer than for that."""

    async def play() -> None:
        async with House(tmp_path / "a.db") as house:
            id = await pledged(house, "Ann", "Bob")
        time.now += 10 * GIVING
        async with House(tmp_path / "a.db") as house:
            live = await house.tables.live(id)
            time.now += GIVING
            house.tables.deadlines.set(live)
            await house.until(lambda: live.table.status == "playing")

    asyncio.run(play())


@at_home
async def test_bots_give_nothing_and_nobody_waits_for_them(house: House) -> None:
    id = await pledged(house, "Ann", "bot")
    ann = await house.connect(id, 0)
    assert received(ann)[0]["now"]["to_give"] == [0]
    await house.ask(id, ann, "give", entropy=ANNS)
    table = await table_of(house, id)
    assert table.status == "playing"
    assert table.fairness.entropies == (ANNS, "")
    assert table.fairness.terms
    assert table.fairness.terms.pledges[1] == ""


@at_home
async def test_last_chair_that_a_bot_takes_is_waited_for_by_nobody(house: House) -> None:
    id = await pledged(house, "Ann", "")
    await seating.seat_bot(house.tables, id, 1, 1, hashed("Ann"))
    assert (await table_of(house, id)).to_give == [0]


@at_home
async def test_who_gives_at_once_is_waited_for_by_nobody(house: House) -> None:
    """As where one person plays against bots; or somebody who does not mind."""
    id = await pledged(house, "", "Bob")
    await house.sit(id, 0, "Ann", entropy=ANNS)
    table = await table_of(house, id)
    assert table.to_give == [1]
    await house.ask(id, await house.connect(id, 1), "give", entropy=BOBS)
    assert table.status == "playing"
    assert table.fairness.terms
    assert table.fairness.terms.pledges == (pledge_of(id, 0, ANNS), pledge_of(id, 1, BOBS))


@at_home
async def test_several_seats_of_one_device_give_each_their_own(house: House) -> None:
    id = await pledged(house, "Ann", "Ann")
    for seat in (0, 1):
        await house.ask(id, await house.connect(id, seat), "give", entropy=entropy_of(seat))
    assert (await table_of(house, id)).fairness.entropies == (ANNS, BOBS)


@at_home
async def test_rematch_is_pledged_and_given_anew(house: House) -> None:
    id = await pledged(house, "Ann", "Bob")
    connections = [await house.connect(id, seat) for seat in (0, 1)]
    for seat, connection in enumerate(connections):
        await house.ask(id, connection, "give", entropy=entropy_of(seat))
    await house.ask(id, connections[0], "resign")
    await house.ask(id, connections[0], "rematch")
    following = (await table_of(house, id)).followed
    for seat, name in enumerate(("Bob", "Ann")):
        await pledge(house, following, seat, name)
    table = await table_of(house, following)
    assert table.to_give == [0, 1]
    assert table.opened.scheme == 2


@at_home
async def test_entropy_is_given_or_pledged_and_not_both(house: House) -> None:
    id = await pledged(house, "", "")
    for sitting in ({"name": "Ann"}, {"name": "Ann", "pledge": "00" * 32, "entropy": ANNS}):
        with pytest.raises((BadOption, BadProof)):
            await seating.sit(house.tables, id, 0, hashed("Ann"), schema.SitRequest.model_validate(sitting))


@at_home
async def test_bot_that_stands_in_changes_nothing_of_the_proof(house: House) -> None:
    id = await pledged(house, "Ann", "Bob", "Cat", "Dan", game="master-citadel")
    connections = [await house.connect(id, seat) for seat in range(4)]
    for seat, connection in enumerate(connections):
        await house.ask(id, connection, "give", entropy=entropy_of(seat))
    table = await table_of(house, id)
    await house.ask(id, connections[1], "resign")
    assert table.chairs[1].stand_in
    live = await house.tables.live(id)
    async with live.lock:
        await house.tables.commit(live, table.stop())
    verdict = verify(game_file(table, 0, house.tables.signer))
    assert verdict.ok, verdict.problems
    assert len(verdict.givers) == 4


# --- what everybody can keep while the game is on


@at_home
async def test_head_that_was_told_is_that_of_the_file(house: House) -> None:
    id = await house.open("master-citadel", ["Ann", "Bob", "Cat", "Dan"])
    ann, public = await house.connect(id, 0), await house.connect(id)
    told = [(await told_chain(ann)), (await told_chain(public))]
    assert told[0] == told[1]
    await house.play(id, ann)
    heads = [told[0]["head"], (await told_chain(public))["head"]]
    table = await table_of(house, id)
    assert (await told_chain(ann))["actions"] == table.match.length == 1
    live = await house.tables.live(id)
    async with live.lock:
        await house.tables.commit(live, table.stop())
    last = (await told_chain(ann))["head"]
    file = await house.tables.file(live, 0)
    assert f"proof end: {last}\n" in file
    assert verify(file, noted=[*heads, last, house.tables.signer.key]).ok


async def told_chain(connection: Any) -> dict[str, Any]:
    chain: dict[str, Any] = [m for m in received(connection) if m["type"] == "events"][-1]["now"]["chain"]
    return chain


def test_same_server_signs_with_the_same_key_after_a_restart(tmp_path: Path) -> None:
    async def key(path: Path) -> str:
        async with House(path) as house:
            return house.tables.signer.key

    one, again, other = (asyncio.run(key(tmp_path / name)) for name in ("a.db", "a.db", "b.db"))
    assert one == again != other


def test_table_of_an_older_program_is_played_by_the_scheme_that_it_was_opened_with(tmp_path: Path) -> None:
    """Its commitment was published already."""

    async def play() -> None:
        async with House(tmp_path / "a.db") as house:
            id = await house.open(GAME, ["", ""])
            table = await table_of(house, id)
            body = table.opened.dump().replace('"scheme":2', '"scheme":1')
            opened = load("opened", body)
            assert isinstance(opened, Opened)
            old = Table(id, opened)
            events = [*old.sit(0, "Ann", hashed("Ann"), ANNS)]
            old.apply(events[0], timing.steady())
            for event in old.sit(1, "Bob", hashed("Bob"), BOBS):
                old.apply(event, timing.steady())
            for event in old.resign(0, timing.steady()):
                old.apply(event, timing.steady())
            verdict = verify(game_file(old, 0, house.tables.signer))
            assert verdict.ok
            assert not verdict.covers_all

    asyncio.run(play())
