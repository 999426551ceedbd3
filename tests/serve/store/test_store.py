"""The store, in both databases: what is committed is there, in order, once, and for good."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from unittest import mock

import psycopg
import pytest
import sqlalchemy as sa

from tablier.serve.store import (
    Change,
    Duplicate,
    Fenced,
    Holder,
    Key,
    NoSuchTable,
    Store,
    StoreTrouble,
    TableUpdate,
)
from tests.serve.store.changes import add, do, entry, log, new, table, together

# --- the log


def test_entries_come_back_as_they_were_given_and_in_order(store: Store) -> None:
    given = (entry(2), entry(1, command="0:x"), entry(3))
    do(store, Change(entries=given))
    assert log(store) == sorted(given, key=lambda one: one.number)
    assert log(store, after=2) == [given[2]]
    assert log(store, "nowhere") == []


def test_everything_is_there_after_closing_and_opening_again(store: Store, where: str | Path) -> None:
    do(store, add(1, 2))
    store.close()
    again = Store(where)
    again.open()
    assert [one.number for one in log(again)] == [1, 2]
    again.close()


def test_many_entries_of_one_change_are_stored_all_or_none(store: Store) -> None:
    do(store, add(*range(1, 251)))
    assert [one.number for one in log(store)] == [*range(1, 251)]
    with pytest.raises(Duplicate):
        do(store, add(*range(251, 500), 7))
    assert len(log(store)) == 250


def test_a_number_is_given_once(store: Store) -> None:
    do(store, add(1))
    with pytest.raises(Duplicate) as refused:
        do(store, add(1))
    assert refused.value.what == "number"


def test_a_command_is_taken_once_at_a_table(store: Store) -> None:
    do(store, add(1, command="0:x"), new("b"), add(1, name="b", command="0:x"))
    with pytest.raises(Duplicate) as refused:
        do(store, add(2, command="0:x"))
    assert refused.value.what == "command"
    assert len(log(store)) == 1


def test_entries_need_a_table(store: Store) -> None:
    with pytest.raises(NoSuchTable):
        do(store, add(1, name="nowhere"))


def test_a_change_is_stored_as_a_whole_or_not_at_all(store: Store) -> None:
    do(store, add(1))
    with pytest.raises(Duplicate):
        do(store, Change(new_keys=(Key("k", "a", 0),), update=TableUpdate("a", status="over"), entries=(entry(1),)))
    assert asyncio.run(store.seat_of_key("k")) is None
    assert asyncio.run(store.find("a")) == table("a")


# --- groups


def test_what_waits_at_the_same_time_shares_a_transaction(store: Store) -> None:
    with mock.patch.object(store.database, "commit", wraps=store.database.commit) as commit:
        assert together(store, *(add(number) for number in range(1, 101))) == [None] * 100
    assert len(log(store)) == 100
    assert 1 <= commit.call_count <= 10


def test_a_change_that_is_wrong_by_itself_fails_alone(store: Store) -> None:
    changes = [add(number) for number in range(1, 8)]
    changes[2:2] = [add(1), add(50, name="nowhere"), add(2**70), Change(update=TableUpdate("nowhere", changed=2))]
    outcomes = together(store, *changes)
    kinds = [type(outcome) for outcome in outcomes]
    assert kinds[2:6] == [Duplicate, NoSuchTable, OverflowError, NoSuchTable]
    assert outcomes[:2] + outcomes[6:] == [None] * 7
    assert [one.number for one in log(store)] == [1, 2, 3, 4, 5, 6, 7]


def test_changes_of_a_group_are_done_in_their_order(store: Store) -> None:
    key, holder = Key("k", "b", 1), Holder("p", "b", 1)
    outcomes = together(
        store,
        new("b"),
        add(1, name="b"),
        Change(new_keys=(key,), new_holders=(holder,)),
        Change(update=TableUpdate("b", status="playing")),
        Change(dropped_keys=("k",), dropped_holders=(holder,)),
        Change(update=TableUpdate("b", status="over")),
    )
    assert outcomes == [None] * 6
    assert asyncio.run(store.seat_of_key("k")) is None
    assert asyncio.run(store.held_by("p")) == []
    assert asyncio.run(store.find("b")) == table("b", status="over")


def test_who_is_cancelled_stops_nobody_else(store: Store) -> None:
    async def cancel() -> None:
        given_up, other = (asyncio.create_task(store.commit(add(number))) for number in (1, 2))
        await asyncio.sleep(0)
        given_up.cancel()
        await other

    asyncio.run(cancel())
    assert 2 in [one.number for one in log(store)]


def test_closing_commits_what_waits(store: Store) -> None:
    async def close() -> None:
        waiting = [asyncio.create_task(store.commit(add(number))) for number in range(1, 50)]
        await asyncio.sleep(0)
        store.close()
        await asyncio.gather(*waiting)

    asyncio.run(close())
    store.open()
    assert len(log(store)) == 49


def test_a_closed_store_takes_nothing(store: Store) -> None:
    store.close()
    with pytest.raises(StoreTrouble, match="closed"):
        do(store, add(1))
    with pytest.raises(StoreTrouble, match="closed"):
        log(store)


# --- tables, keys, holders


def test_an_update_changes_only_what_it_names(store: Store) -> None:
    do(store, Change(update=TableUpdate("a", listed=False)), Change(update=TableUpdate("a", about="[1]", changed=7)))
    assert asyncio.run(store.find("a")) == table("a", listed=False, about="[1]", changed=7)
    assert asyncio.run(store.find("nowhere")) is None


def test_a_table_is_opened_once_and_its_status_is_a_known_one(store: Store) -> None:
    with pytest.raises(Duplicate) as refused:
        do(store, new("a"))
    assert refused.value.what == "table"
    with pytest.raises((psycopg.IntegrityError, sqlite3.IntegrityError)):
        do(store, new("b", status="asleep"))


def test_lists_show_the_tables_that_changed_last_and_want_to_be_found(store: Store) -> None:
    do(store, new("b", changed=3), new("c", changed=2, game="chess"), new("d", listed=False), new("e", status="over"))
    assert [row.id for row in asyncio.run(store.listed("open"))] == ["b", "c", "a"]
    assert [row.id for row in asyncio.run(store.listed("open", most=1))] == ["b"]
    assert asyncio.run(store.listed("open", game="chess")) == [table("c", changed=2, game="chess")]
    assert [row.id for row in asyncio.run(store.listed("over"))] == ["e"]


def test_the_games_that_are_on_are_known_whether_listed_or_not(store: Store) -> None:
    do(store, new("b", status="playing", changed=2), new("c", status="playing", listed=False), new("d", status="over"))
    assert asyncio.run(store.playing()) == ["b", "c"]


def test_a_key_opens_its_seat_until_it_is_dropped(store: Store) -> None:
    do(store, Change(new_keys=(Key("k", "a", 0), Key("l", "a", 1))))
    assert asyncio.run(store.seat_of_key("l")) == ("a", 1)
    do(store, Change(dropped_keys=("l", "k"), new_keys=(Key("k", "a", 2),)))
    assert asyncio.run(store.seat_of_key("l")) is None
    assert asyncio.run(store.seat_of_key("k")) == ("a", 2)
    with pytest.raises(Duplicate) as refused:
        do(store, Change(new_keys=(Key("k", "a", 0),)))
    assert refused.value.what == "key"


def test_a_person_finds_their_seats_those_of_the_latest_table_first(store: Store) -> None:
    do(store, new("b", changed=2), Change(new_holders=(Holder("p", "a", 0), Holder("p", "b", 1), Holder("q", "b", 0))))
    do(store, Change(new_holders=(Holder("p", "a", 0),)))  # once more changes nothing
    assert asyncio.run(store.held_by("p")) == [("b", 1), ("a", 0)]
    do(store, Change(update=TableUpdate("a", changed=3)))
    assert asyncio.run(store.held_by("p", most=1)) == [("a", 0)]
    do(store, Change(dropped_holders=(Holder("p", "a", 0),)))
    assert asyncio.run(store.held_by("p")) == [("b", 1)]
    do(store, Change(update=TableUpdate("b", status="over")))
    assert asyncio.run(store.held_by("p")) == []
    assert asyncio.run(store.held_by("p", over=True)) == [("b", 1)]


def test_nothing_is_left_of_a_table_that_is_forgotten(store: Store) -> None:
    do(store, new("b"), add(1, name="b"), add(1))
    do(store, Change(new_keys=(Key("k", "b", 0),), new_holders=(Holder("p", "b", 0),)), Change(forget="b"))
    assert asyncio.run(store.find("b")) is None
    assert log(store, "b") == []
    assert asyncio.run(store.seat_of_key("k")) is None
    assert asyncio.run(store.held_by("p")) == []
    assert len(log(store)) == 1


def test_the_store_remembers_when_the_server_last_ran(store: Store) -> None:
    assert store.alive() is None
    asyncio.run(store.mark_alive(1_700_000_000_000))
    asyncio.run(store.mark_alive(1_700_000_000_001))
    store.close()
    store.open()
    assert store.alive() == 1_700_000_000_001


# --- who may write


def test_a_guard_begins_every_transaction_and_can_refuse_all_of_a_group(store: Store) -> None:
    def guard(connection: sa.Connection) -> None:
        store.database.begin(connection)
        asked.append(connection.execute(sa.text("SELECT count(*) FROM events")).scalar_one())
        if len(asked) > 1:
            raise Fenced("another node has these tables")

    asked: list[int] = []
    store.guard = guard
    do(store, add(1))
    outcomes = together(store, add(2), add(3))
    assert {type(outcome) for outcome in outcomes} == {Fenced}
    assert outcomes[0] is not outcomes[1]
    store.guard = None
    do(store, add(2))
    assert [one.number for one in log(store)] == [1, 2]
    assert asked[:2] == [0, 1]


def test_a_guard_also_begins_the_second_try_of_a_group(store: Store) -> None:
    """One change is wrong by itself, and the others are written again without it."""

    def guard(connection: sa.Connection) -> None:
        store.database.begin(connection)
        asked.append("")
        if len(asked) == 2:
            raise Fenced("another node has these tables")

    asked: list[str] = []
    store.guard = guard
    assert {type(outcome) for outcome in together(store, add(1), add(1))} == {Fenced}
    assert log(store) == []


def test_a_guard_stays_when_a_store_is_opened_again(store: Store) -> None:
    def guard(connection: sa.Connection) -> None:
        store.database.begin(connection)
        raise Fenced("another node has these tables")

    store.guard = guard
    store.close()
    store.open()
    with pytest.raises(Fenced):
        do(store, add(1))


def test_something_small_is_done_in_a_transaction_of_its_own(store: Store) -> None:
    def claim(connection: sa.Connection) -> int:
        return connection.exec_driver_sql("UPDATE tables SET changed = 7 WHERE id = 'a'").rowcount

    def fail(connection: sa.Connection) -> None:
        claim(connection)
        connection.exec_driver_sql("DELETE FROM tables")
        raise Fenced("not yours")

    assert asyncio.run(store.transact(claim)) == 1
    assert asyncio.run(store.find("a")) == table("a", changed=7)
    with pytest.raises(Fenced):
        asyncio.run(store.transact(fail))
    assert asyncio.run(store.find("a")) == table("a", changed=7)
    with pytest.raises(NoSuchTable):
        asyncio.run(store.transact(_orphan))
    do(store, add(1))


def _orphan(connection: sa.Connection) -> None:
    connection.exec_driver_sql("INSERT INTO openers VALUES ('nowhere', '127.0.0.1')")
