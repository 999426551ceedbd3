"""A table: who may do what, and what happens then. The real tables and a real store, in one process."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tablier.engine.errors import BadOption, TablierError
from tablier.engine.kernels import NATURE, PUBLIC
from tablier.engine.talk import Message
from tablier.record import fairness, hashes
from tablier.record.match import End, Match
from tablier.serve import schema, seating, timing
from tablier.serve.errors import NotYours, Taken
from tablier.serve.identity import hashed
from tablier.serve.journal import game_file
from tablier.serve.live import WAITING
from tablier.serve.table.clock import GRACE
from tablier.serve.table.table import ABSENCE
from tests.serve.hosting import ENTROPY, House, kinds, received

Test = Callable[[House], Awaitable[None]]


def at_home(test: Test) -> Callable[[Path], None]:
    """Run a test in a house of its own."""

    def run(tmp_path: Path) -> None:
        async def main() -> None:
            async with House(tmp_path / "tables.db") as house:
                await test(house)

        asyncio.run(main())

    run.__name__ = test.__name__
    run.__doc__ = test.__doc__
    return run


class Time:
    """A clock that stands still until it is moved."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1_000_000
        monkeypatch.setattr(timing, "_turning", timing.Turning())
        monkeypatch.setattr(timing, "STANDSTILL", 10**9)
        monkeypatch.setattr(timing, "UNNOTED", 10**12)
        monkeypatch.setattr(timing, "steady", lambda: self.now)
        monkeypatch.setattr(timing, "wall", lambda: self.now + 10**12)


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    return Time(monkeypatch)


# --- sitting down


@at_home
async def test_a_game_begins_when_the_last_chair_is_taken(house: House) -> None:
    id = await house.open("war-of-masters", ["Ann", ""])
    table = (await house.tables.live(id)).table
    assert table.status == "open"
    await house.sit(id, 1, "Bob")
    assert table.status == "playing"
    assert table.match.moves[0].seat == NATURE  # the die is rolled at once


@at_home
async def test_a_chair_is_taken_once(house: House) -> None:
    id = await house.open("war-of-masters", ["Ann", ""])
    with pytest.raises(Taken):
        await house.sit(id, 0, "Bob")


@at_home
async def test_a_chair_with_a_link_is_for_who_has_the_key_and_the_key_opens_it_once(house: House) -> None:
    new = schema.NewTable.model_validate(
        {"game": "war-of-masters", "seats": [{"who": "me"}, {"who": "link"}]}, strict=False
    )
    live, keys = await house.tables.open(new, hashed("Ann"))
    id = live.table.id
    for key in ("", "x" * 43):
        with pytest.raises(NotYours):
            await house.sit(id, 1, "Eve", key)
    with pytest.raises(NotYours):
        await house.sit(id, 0, "Eve")
    own = await house.sit(id, 1, "Bob", keys[1])
    with pytest.raises(NotYours):  # who made the link cannot come into Bob's seat with it
        await house.sit(id, 1, "Ann", keys[1])
    assert live.table.seats_of(hashed("Bob")) == [1]
    await house.sit(id, 1, "Bob's phone", own)
    assert live.table.seats_of(hashed("Bob's phone")) == [1]
    assert live.table.seats_of(hashed("Bob")) == [1]


@at_home
async def test_a_chair_whose_guest_got_up_can_be_offered_by_a_new_link(house: House) -> None:
    new = schema.NewTable.model_validate({"game": "war-of-masters", "seats": [{"who": "me"}, {"who": "link"}]})
    live, keys = await house.tables.open(new, hashed("Ann"))
    id = live.table.id
    assert (live.table.welcomes(hashed("Ann")), live.table.welcomes(hashed("Bob"))) == ([0], [])
    bobs = await house.sit(id, 1, "Bob", keys[1])
    with pytest.raises(Taken):
        await seating.invite(house.tables, id, 1, hashed("Ann"))
    await house.ask(id, await house.connect(id, 1), "leave")
    for person, seat in (("Eve", 1), ("Ann", 0)):
        with pytest.raises(NotYours):
            await seating.invite(house.tables, id, seat, hashed(person))
    assert await house.store.held_by(hashed("Bob")) == []
    await house.sit(id, 1, "Cat", await seating.invite(house.tables, id, 1, hashed("Ann")))
    assert live.table.chairs[1].name == "Cat"
    with pytest.raises(TablierError):  # the key that Bob had for his own devices opens nothing now
        await house.sit(id, 1, "Bob", bobs)
    assert live.table.seats_of(hashed("Bob")) == []


@at_home
async def test_what_could_be_offered_can_be_asked_for(house: House) -> None:
    """MC-4"""
    id = await house.open("master-citadel", ["Ann", "Bob", "Cat", "Dan"], options={"variant": "open"})
    table = (await house.tables.live(id)).table
    offers = table.match.current.offers(2)
    assert len(offers) == 101 * 8
    parts = table.match.current.offer_parts(2)
    assert list(parts) == offers
    assert parts["100 NW"] == ("100", "NW")
    called = table.match.current.part_words(2, "fr")
    assert [called[way] for way in ("NE", "SW")] == ["au nord-est", "au sud-ouest"]
    assert "100" not in called  # as it is written
    for offer in (offers[0], offers[-1]):
        cat = await house.connect(id, 2)
        assert (await house.ask(id, cat, "say", kind="offer", body=offer))["type"] == "done"
    ann = await house.connect(id, 0)
    await house.play(id, ann, "silence")
    assert table.match.current.offers(2) == []


@at_home
async def test_everybody_gives_entropy_and_a_name(house: House) -> None:
    id = await house.open("war-of-masters", ["", ""])
    for name, entropy in (("Bob", "abc"), ("Bob", ""), ("a\nb", ENTROPY)):
        with pytest.raises((TablierError, ValueError)):
            await house.sit(id, 0, name, entropy=entropy)
    assert (await house.tables.live(id)).table.chairs[0].who is None


@at_home
async def test_who_opened_the_table_may_put_a_bot_on_an_empty_chair_and_nobody_else(house: House) -> None:
    id = await house.open("war-of-masters", ["Ann", ""])
    with pytest.raises(NotYours):
        await seating.seat_bot(house.tables, id, 1, 2, hashed("Eve"))
    await seating.seat_bot(house.tables, id, 1, 2, hashed("Ann"))
    with pytest.raises(Taken):
        await seating.seat_bot(house.tables, id, 0, 2, hashed("Ann"))
    assert (await house.tables.live(id)).table.chairs[1].bot == 2


@at_home
async def test_before_the_game_one_may_get_up_and_another_sit_down(house: House) -> None:
    id = await house.open("war-of-masters", ["Ann", ""])
    ann = await house.connect(id, 0)
    assert (await house.ask(id, ann, "leave"))["type"] == "done"
    await house.sit(id, 0, "Bob")
    table = (await house.tables.live(id)).table
    assert table.chairs[0].name == "Bob"
    assert table.seats_of(hashed("Ann")) == []


@at_home
async def test_once_the_game_is_on_nobody_gets_up(house: House) -> None:
    id = await house.open("war-of-masters", ["Ann", "Bob"])
    ann = await house.connect(id, 0)
    assert (await house.ask(id, ann, "leave"))["code"] == "table/not-now"


# --- playing


@at_home
async def test_an_action_is_told_to_everybody_and_chance_follows_by_itself(house: House) -> None:
    id = await house.open("war-of-masters", ["Ann", "Bob"])
    ann, bob, watcher = [await house.connect(id, seat) for seat in (0, 1, PUBLIC)]
    for connection in (ann, bob, watcher):
        received(connection)
    assert (await house.play(id, ann))["type"] == "done"
    for connection in (ann, bob, watcher):
        (told,) = [message for message in received(connection) if message["type"] == "events"]
        assert [(event["kind"], event["seat"]) for event in told["events"]] == [("acted", 0), ("acted", NATURE)]
        assert told["now"]["pending"] == [1]


@at_home
async def test_an_illegal_action_is_refused_with_its_rule_and_changes_nothing(house: House) -> None:
    id = await house.open("war-of-masters", ["Ann", "Bob"])
    ann, bob = await house.connect(id, 0), await house.connect(id, 1, lang="en")
    table = (await house.tables.live(id)).table
    before = table.numbers, table.match.current.to_bytes()
    refused = await house.play(id, ann, "e2-e9")
    assert (refused["type"], refused["code"], refused["rule"]) == ("refused", "action/illegal", "WM-9")
    assert "pièce" in refused["words"]  # French for who speaks French
    assert (await house.play(id, bob, "d8-d7"))["code"] == "action/illegal"
    assert (await house.play(id, ann, "nonsense"))["code"] == "action/unreadable"
    assert (table.numbers, table.match.current.to_bytes()) == before
    assert len(await house.store.entries(id)) == before[0]


@at_home
async def test_the_same_command_twice_is_one_action(house: House) -> None:
    id = await house.open("war-of-masters", ["Ann", "Bob"])
    ann = await house.connect(id, 0)
    table = (await house.tables.live(id)).table
    command = f'{{"id":"x1","do":"play","version":{table.versions[0]},"action":"{table.match.current.legal(0)[0]}"}}'
    first = await house.send(id, ann, command)
    moves = len(table.match.moves)
    assert await house.send(id, ann, command) == first
    assert len(table.match.moves) == moves
    house.tables._lives.clear()  # also after the table was rebuilt from its log
    assert await house.send(id, ann, command) == first
    assert len((await house.tables.live(id)).table.match.moves) == moves


@at_home
async def test_an_action_that_answers_an_earlier_position_is_stale(house: House) -> None:
    id = await house.open("war-of-masters", ["Ann", "Bob"])
    ann, bob = [await house.connect(id, seat) for seat in (0, 1)]
    table = (await house.tables.live(id)).table
    old = table.versions[0]
    await house.play(id, ann)
    await house.play(id, bob)
    refused = await house.ask(id, ann, "play", action=table.match.current.legal(0)[0], version=old)
    assert refused["code"] == "action/stale"


@at_home
async def test_words_and_the_orders_of_others_make_an_order_no_staler(house: House) -> None:
    id = await house.open("master-citadel", ["Ann", "Bob", "Cat", "Dan"])
    people = [await house.connect(id, seat) for seat in range(4)]
    table = (await house.tables.live(id)).table
    seen = table.versions[0]
    await house.play(id, people[1], "10 N")
    await house.ask(id, people[2], "say", kind="text", body="courage !")
    assert (await house.ask(id, people[0], "play", action="5 S", version=seen))["type"] == "done"


@at_home
async def test_everybody_sees_who_has_written_an_order_and_nobody_what(house: House) -> None:
    id = await house.open("master-citadel", ["Ann", "Bob", "Cat", "Dan"])
    people = [await house.connect(id, seat) for seat in range(4)]
    received(people[1])
    await house.play(id, people[0], "17 SW")
    (told,) = [message for message in received(people[1]) if message["type"] == "events"]
    assert told["events"][0]["seat"] == 0
    assert told["now"]["pending"] == [1, 2, 3]
    assert "17" not in str(told["events"])


@at_home
async def test_a_spectator_may_not_act(house: House) -> None:
    id = await house.open("war-of-masters", ["Ann", "Bob"])
    watcher = await house.connect(id, PUBLIC)
    assert (await house.ask(id, watcher, "resign"))["code"] == "seat/not-yours"


@at_home
async def test_of_two_who_resigns_loses_and_the_secret_of_chance_is_shown(house: House) -> None:
    id = await house.open("war-of-masters", ["Ann", "Bob"])
    ann = await house.connect(id, 0)
    await house.play(id, ann)
    await house.ask(id, ann, "resign")
    ended = received(ann)[-2]["events"][-1]
    assert (ended["kind"], ended["shares"], ended["why"], ended["seat"]) == ("ended", ["0", "1"], "resigned", 0)
    table = (await house.tables.live(id)).table
    assert hashes.commitment_of(id, ended["secret"], 2) == table.fairness.commitment
    text = game_file(table, PUBLIC, house.tables.signer)
    assert "ended: red resigned" in text
    assert fairness.verify(text).ok
    assert list(map(str, Match.loads(text).shares or ())) == ["0", "1"]


@at_home
async def test_at_a_larger_table_a_bot_plays_on_for_who_resigns(house: House) -> None:
    id = await house.open("master-citadel", ["Ann", "Bob", "Cat", "Dan"])
    ann, *others = [await house.connect(id, seat) for seat in range(4)]
    await house.ask(id, ann, "resign")
    table = (await house.tables.live(id)).table
    assert table.status == "playing"
    assert table.chairs[0].bot
    for other in others:
        await house.play(id, other, "0 N")
    await house.until(lambda: table.match.turns_finished_at(table.match.length) == 1)
    assert [move.seat for move in table.match.moves][-1] == 0  # it lets people talk with it until they have written
    assert (await house.ask(id, ann, "come-back"))["type"] == "done"
    assert not table.chairs[0].bot


@at_home
async def test_a_game_is_wanted_of_the_bots_as_soon_as_a_table_is_opened_with_one(house: House) -> None:
    """So it is compiled by the time that they are to act."""
    await house.open("maestria", ["Ann", "Bea"])
    assert house.pool.wanted == []
    await house.open("maestria", ["Ann", "bot"])
    assert house.pool.wanted == ["maestria"]


@at_home
async def test_bots_play_a_whole_game_by_themselves_with_nothing_but_their_views(house: House) -> None:
    id = await house.open("master-islands", ["bot", "bot", "bot"], options={"players": 3})
    table = (await house.tables.live(id)).table
    await house.until(lambda: table.status == "over")
    text = game_file(table, PUBLIC, house.tables.signer)
    assert fairness.verify(text).ok
    assert all(question.position().viewer == question.seat for question in house.pool.questions)


# --- talking


@at_home
async def test_a_secret_is_heard_by_those_it_is_for_until_the_game_is_over(house: House) -> None:
    """MC-11"""
    id = await house.open("master-citadel", ["Ann", "Bob", "Cat", "Dan"])
    people = [await house.connect(id, seat) for seat in range(4)]
    for connection in people:
        received(connection)
    await house.ask(id, people[0], "say", kind="text", body="alliance ?", to=[2])
    assert [kinds(received(connection)) for connection in people] == [["said"], [], ["said"], []]
    again = await house.connect(id, 1)
    assert "said" not in kinds(received(again))
    live = await house.tables.live(id)
    async with live.lock:
        await house.tables.commit(
            live, [live.table._end(End("resigned", (Fraction(1), Fraction(0), Fraction(0), Fraction(0)), 1))]
        )
    assert received(people[1])[-1]["events"][0]["unheard"][0]["body"] == "alliance ?"
    assert received(people[2])[-1]["events"][0]["unheard"] == []


@at_home
async def test_what_may_not_be_said_is_refused_by_its_code(house: House) -> None:
    """MC-13, MC-14"""
    id = await house.open("master-citadel", ["Ann", "Bob", "Cat", "Dan"], options={"variant": "open"})
    people = [await house.connect(id, seat) for seat in range(4)]
    whisper = await house.ask(id, people[0], "say", kind="text", body="psst", to=[1])
    assert whisper["code"] == "talk/not-now"
    assert (await house.ask(id, people[0], "say", kind="gesture", body="flies"))["code"] == "talk/not-so"
    await house.play(id, people[0], "silence")
    assert (await house.ask(id, people[1], "say", kind="text", body="hélas"))["code"] == "talk/not-now"


@at_home
async def test_signs_of_a_game_are_told_to_who_may_make_them_and_seen_by_everybody(house: House) -> None:
    """MI-18"""
    id = await house.open("master-islands", ["Ann", "Bob", "Cat", "Dan"], options={"mode": "teams"})
    people = [await house.connect(id, seat) for seat in (0, 1, PUBLIC)]
    told = [received(person)[0]["now"].get("talk", {}).get("signs") for person in people]
    assert told[0] == told[1]
    assert "point card (0,0)" in told[0]
    assert told[2] is None
    assert (await house.ask(id, people[1], "say", kind="gesture", body="point card (0,0)"))["type"] == "done"
    for person in (people[0], people[2]):
        (said,) = received(person)[-1]["events"]
        assert (said["by"], said["message"], said["body"]) == (1, "gesture", "point card (0,0)")
    for body, code in (("point hand Y4", "talk/not-now"), ("fingers 6", "talk/not-so"), ("card (0,0)", "talk/not-so")):
        assert (await house.ask(id, people[0], "say", kind="gesture", body=body))["code"] == code
    secretly = await house.ask(id, people[0], "say", kind="gesture", body="point card (0,0)", to=[2])
    assert secretly["code"] == "talk/not-so"


@at_home
async def test_a_host_can_switch_free_text_off_and_offers_and_gestures_remain(house: House) -> None:
    id = await house.open("master-citadel", ["Ann", "Bob", "Cat", "Dan"], free_text=False)
    ann = await house.connect(id, 0)
    assert (await house.ask(id, ann, "say", kind="text", body="hello"))["code"] == "talk/no-text"
    assert (await house.ask(id, ann, "say", kind="gesture", body="hello"))["type"] == "done"
    assert (await house.ask(id, ann, "say", kind="offer", body="10 S"))["type"] == "done"


@at_home
async def test_a_bot_says_what_it_has_to_say_and_waits_for_people_before_it_acts(house: House) -> None:
    house.pool.to_say = [Message(1, (), "offer", "10 S")]
    id = await house.open("master-citadel", ["", "bot", "bot", "bot"])
    await house.sit(id, 0, "Ann")
    ann = await house.connect(id, 0)
    table = (await house.tables.live(id)).table
    await house.until(lambda: any(said.by == 1 and said.message == "offer" for said in table.messages))
    assert table.match.moves == []
    await house.play(id, ann, "0 N")
    await house.until(lambda: table.match.turns_finished_at(table.match.length) == 1)


# --- taking back


@at_home
async def test_an_action_before_any_chance_is_taken_back_if_the_others_agree(house: House) -> None:
    id = await house.open("maestria", ["Ann", "Bob"])
    ann, bob = [await house.connect(id, seat) for seat in (0, 1)]
    table = (await house.tables.live(id)).table
    before = table.match.current.to_bytes()
    await house.play(id, ann)
    after = table.match.current.to_bytes()
    assert (await house.ask(id, ann, "takeback"))["type"] == "done"
    assert table.match.current.to_bytes() == after
    assert (await house.ask(id, ann, "answer", agrees=True))["code"] == "table/not-now"  # not oneself
    await house.ask(id, bob, "answer", agrees=False)
    assert (table.takeback, table.match.current.to_bytes()) == (None, after)
    await house.ask(id, ann, "takeback")
    await house.ask(id, bob, "answer", agrees=True)
    assert table.match.current.to_bytes() == before
    house.tables._lives.clear()
    assert (await house.tables.live(id)).table.match.current.to_bytes() == before


@at_home
async def test_a_bot_does_not_mind_a_takeback(house: House) -> None:
    id = await house.open("maestria", ["Ann", "bot"])
    ann = await house.connect(id, 0)
    table = (await house.tables.live(id)).table
    await house.play(id, ann)
    await house.ask(id, ann, "takeback")
    assert "taken-back" in kinds(received(ann))
    assert table.match.moves == []


@at_home
async def test_nothing_is_taken_back_past_a_roll(house: House) -> None:
    id = await house.open("war-of-masters", ["Ann", "Bob"])
    ann, bob = [await house.connect(id, seat) for seat in (0, 1)]
    await house.play(id, ann)
    assert (await house.ask(id, ann, "takeback"))["code"] == "takeback/not-possible"
    assert (await house.ask(id, bob, "takeback"))["code"] == "takeback/not-possible"


@at_home
async def test_nothing_is_taken_back_past_a_reveal(house: House) -> None:
    """MC-5: orders are revealed when the last is in. Nor may a secret order of another be lost by it."""
    id = await house.open("master-citadel", ["Ann", "Bob", "Cat", "Dan"])
    people = [await house.connect(id, seat) for seat in range(4)]
    table = (await house.tables.live(id)).table
    await house.play(id, people[0], "1 N")
    await house.play(id, people[1], "2 N")
    assert (await house.ask(id, people[0], "takeback"))["code"] == "takeback/not-possible"
    assert (await house.ask(id, people[1], "takeback"))["type"] == "done"
    for seat in (0, 2, 3):
        await house.ask(id, people[seat], "answer", agrees=True)
    assert len(table.match.moves) == 1
    for seat in (1, 2, 3):
        await house.play(id, people[seat], "2 N")
    assert table.match.turns_finished_at(table.match.length) == 1
    assert (await house.ask(id, people[3], "takeback"))["code"] == "takeback/not-possible"


# --- time


def test_who_runs_out_of_time_loses(tmp_path: Path, time: Time) -> None:
    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            id = await house.open("war-of-masters", ["Ann", "Bob"], pace={"kind": "bank", "seconds": 60})
            ann = await house.connect(id, 0)
            live = await house.tables.live(id)
            time.now += 59_000
            await house.tables.deadlines._time_is_up(id)
            assert live.table.status == "playing"
            assert received(ann)[0]["now"]["clock"]["left"] == [60_000, 60_000]
            time.now += 1000
            await house.tables.deadlines._time_is_up(id)
            assert live.table.match.ended
            assert (live.table.match.ended.why, live.table.match.ended.shares) == ("time", (Fraction(0), Fraction(1)))

    asyncio.run(main())


def test_a_short_loss_of_the_network_never_loses_a_game(tmp_path: Path, time: Time) -> None:
    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            id = await house.open("war-of-masters", ["Ann", "Bob"], pace={"kind": "turn", "seconds": 10})
            ann, bob = [await house.connect(id, seat) for seat in (0, 1)]
            received(bob)
            live = await house.tables.live(id)
            time.now += 9000
            await house.leave(id, ann)
            (told,) = received(bob)
            assert (told["type"], told["here"], told["clock"]["grace"]) == ("presence", [1], {"0": GRACE})
            time.now += GRACE - 1
            await house.tables.deadlines._time_is_up(id)
            assert live.table.status == "playing"
            ann = await house.connect(id, 0)
            assert (await house.play(id, ann))["type"] == "done"

    asyncio.run(main())


def test_time_goes_on_after_a_restart_but_not_while_we_were_away(tmp_path: Path, time: Time) -> None:
    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            id = await house.open("war-of-masters", ["Ann", "Bob"], pace={"kind": "bank", "seconds": 600})
            await house.connect(id, 0)
            time.now += 100_000
        time.now += 10_000_000
        async with House(tmp_path / "tables.db") as house:
            live = await house.tables.live(id)
            assert live.table.clock.remaining(0, timing.steady()) == 500_000

    asyncio.run(main())


def test_grace_survives_a_restart_and_does_not_begin_anew(tmp_path: Path, time: Time) -> None:
    """Ann thinks for 10 s and is away for 20: these are not hers, and only 10 of the 30 are left after a restart."""

    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            id = await house.open("war-of-masters", ["Ann", "Bob"], pace={"kind": "bank", "seconds": 600})
            ann = await house.connect(id, 0)
            await house.connect(id, 1)
            live = await house.tables.live(id)
            before = live.table.clock.remaining(0, timing.steady())
            time.now += 10_000
            await house.leave(id, ann)
            time.now += 20_000
            assert await house.tables.trouble() == ""
        time.now += 10_000_000
        async with House(tmp_path / "tables.db") as house:
            clock = (await house.tables.live(id)).table.clock
            assert clock.remaining(0, timing.steady()) == before - 10_000
            time.now += GRACE - 20_000
            assert clock.remaining(0, timing.steady()) == before - 10_000
            time.now += 5_000
            assert clock.remaining(0, timing.steady()) == before - 15_000

    asyncio.run(main())


def test_a_wall_clock_that_jumps_takes_nobody_s_time(
    tmp_path: Path, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            id = await house.open("war-of-masters", ["Ann", "Bob"], pace={"kind": "bank", "seconds": 600})
            for jump in (10**9, -(10**9)):
                monkeypatch.setattr(timing, "wall", lambda jump=jump: time.now + 10**12 + jump)
                live = await house.tables.live(id)
                assert live.table.clock.remaining(0, timing.steady()) == 600_000
                house.tables._lives.clear()
                live = await house.tables.live(id)
                assert live.table.clock.remaining(0, timing.steady()) >= 600_000 - (
                    time.now - house.tables.uptime.began
                )

    asyncio.run(main())


def test_a_bot_plays_on_for_somebody_who_is_gone_for_long(tmp_path: Path, time: Time) -> None:
    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            id = await house.open("war-of-masters", ["Ann", "Bob"])
            ann, bob = [await house.connect(id, seat) for seat in (0, 1)]
            assert (await house.ask(id, bob, "replace", seat=0))["code"] == "seat/not-gone"
            await house.leave(id, ann)
            time.now += ABSENCE - 1
            assert (await house.ask(id, bob, "replace", seat=0))["code"] == "seat/not-gone"
            time.now += 1
            assert (await house.ask(id, bob, "replace", seat=0))["type"] == "done"
            table = (await house.tables.live(id)).table
            await house.until(lambda: table.pending == (1,))  # the bot has acted
            ann = await house.connect(id, 0)
            await house.ask(id, ann, "come-back")
            assert not table.chairs[0].bot

    asyncio.run(main())


def test_a_discussion_ends_when_its_limit_is_reached(tmp_path: Path, time: Time) -> None:
    """MC-14"""

    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            names = ["Ann", "Bob", "Cat", "Dan"]
            id = await house.open("master-citadel", names, options={"variant": "open"}, discussion=30)
            live = await house.tables.live(id)
            assert live.table.pending == (0,)
            time.now += 29_000
            await house.tables.deadlines._time_is_up(id)
            assert live.table.pending == (0,)
            time.now += 1000
            await house.tables.deadlines._time_is_up(id)
            assert [*live.table.pending] == [0, 1, 2, 3]

    asyncio.run(main())


# --- afterwards


@at_home
async def test_a_rematch_has_everybody_one_seat_further_and_the_seats_are_kept_for_them(house: House) -> None:
    id = await house.open("master-islands", ["Ann", "bot", "Cat"], options={"players": 3})
    ann, cat = await house.connect(id, 0), await house.connect(id, 2)
    assert (await house.ask(id, ann, "rematch"))["type"] == "done"  # not before it is over: nothing happens
    table = (await house.tables.live(id)).table
    assert not table.followed
    live = await house.tables.live(id)
    async with live.lock:
        await house.tables.commit(live, [table._end(End("resigned", (Fraction(1), Fraction(0), Fraction(0)), 1))])
    await house.ask(id, cat, "rematch")
    await house.ask(id, ann, "rematch")
    following = (await house.tables.live(table.followed)).table
    assert [chair.who for chair in following.chairs] == [None, None, "bot"]
    with pytest.raises(NotYours):
        await house.sit(table.followed, 1, "Eve")
    await house.sit(table.followed, 1, "Ann")
    await house.sit(table.followed, 0, "Cat")
    assert following.status == "playing"


@at_home
async def test_who_comes_back_is_told_exactly_what_they_missed(house: House) -> None:
    id = await house.open("war-of-masters", ["Ann", "Bob"])
    ann, bob = [await house.connect(id, seat) for seat in (0, 1)]
    everything = [event for message in received(bob) for event in message.get("events", ())]
    version = everything[-1]["version"]
    await house.leave(id, bob)
    await house.play(id, ann)
    bob = await house.connect(id, 1, after=version)
    missed = [event for message in received(bob) for event in message.get("events", ())]
    assert [event["version"] for event in missed] == [version + 1, version + 2]
    anew = [event for message in received(await house.connect(id, 1)) for event in message.get("events", ())]
    assert anew == everything + missed
    (confused,) = received(await house.connect(id, 1, after=999))[:1]
    assert (confused["after"], len(confused["events"])) == (0, len(anew))


@at_home
async def test_a_table_nobody_looks_at_leaves_memory_and_comes_back_the_same(house: House) -> None:
    id = await house.open("maestria", ["Ann", "Bob"])
    ann = await house.connect(id, 0)
    for _ in range(3):
        await house.play(id, ann)
    table = (await house.tables.live(id)).table
    house.tables._sweep()
    assert id in house.tables._lives
    await house.leave(id, ann)
    house.tables._lives[id].used -= 10**9
    house.tables._sweep()
    assert id not in house.tables._lives
    again = (await house.tables.live(id)).table
    assert again is not table
    assert again.match.current == table.match.current
    assert (again.versions, again.pending_since, again.match.moves, again.commands, again.match.lines()) == (
        table.versions, table.pending_since, table.match.moves, table.commands, table.match.lines(),
    )  # fmt: skip


@at_home
async def test_a_connection_that_takes_nothing_is_closed_and_nobody_waits_for_it(house: House) -> None:
    id = await house.open("maestria", ["Ann", "Bob"])
    ann, bob = [await house.connect(id, seat) for seat in (0, 1)]
    for number in range(WAITING + 10):
        await house.ask(id, ann, "say", kind="text", body=f"{number}")
        received(ann)
    texts = []
    while not bob.outbox.empty():
        texts.append(bob.outbox.get_nowait())
    assert texts[-1] is None or None in texts


@at_home
async def test_a_running_game_is_exported_as_one_may_know_it(house: House) -> None:
    id = await house.open("master-islands", ["Ann", "Bob"], options={"players": 2})
    table = (await house.tables.live(id)).table
    mine, public = game_file(table, 0), game_file(table, PUBLIC, house.tables.signer)
    assert "view: red" in mine
    assert "[?]" in public
    assert mine != public
    assert "secret:" not in mine + public
    with pytest.raises(TablierError):
        Match.loads(mine)


def test_options_and_seats_that_are_not_right_are_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            with pytest.raises(TablierError) as refused:
                await house.open("no-such-game", ["Ann", "Bob"])
            assert refused.value.code == "game/unknown"
            with pytest.raises(BadOption):
                await house.open("war-of-masters", ["Ann", "Bob"], options={"path": "zigzag"})
            with pytest.raises(TablierError) as refused:
                await house.open("war-of-masters", ["Ann", "Bob", "Cat"])
            assert refused.value.code == "request/invalid"
            assert await house.store.listed("open") == []

    asyncio.run(main())


def test_a_disk_that_is_full_refuses_and_then_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is acknowledged that is not stored, and who tries again succeeds."""

    async def main() -> None:
        from tablier.serve.store import StoreTrouble

        async with House(tmp_path / "tables.db") as house:
            id = await house.open("war-of-masters", ["Ann", "Bob"])
            ann, bob = [await house.connect(id, seat) for seat in (0, 1)]
            received(bob)
            live = await house.tables.live(id)
            before = live.table.match.current.to_bytes()

            async def full(change: Any) -> None:
                raise StoreTrouble("the disk is full")

            with monkeypatch.context() as patch:
                patch.setattr(house.store, "commit", full)
                assert (await house.play(id, ann))["code"] == "store/unavailable"
                assert live.table.match.current.to_bytes() == before
                assert received(bob) == []
                assert await house.tables.trouble() == "store/unavailable"
            assert (await house.play(id, ann))["type"] == "done"
            assert await house.tables.trouble() == ""

    asyncio.run(main())
