"""What a host asks a store, in both databases."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

import pytest

from tablier.serve.store import Ban, Change, Holder, Opener, Overview, Purge, Report, Store
from tests.serve.store.changes import do, entry, new

T = TypeVar("T")


@pytest.fixture
def overview(store: Store) -> Overview:
    return Overview(store)


def ask(question: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(question)


def report(id: str, at: int, settled: int | None = None) -> Report:
    return Report(id, at, "a", "p", -1, 1, "{}", settled)


def test_tables_are_counted_and_listed_by_game_and_status(store: Store, overview: Overview) -> None:
    do(store, new("b", changed=2, listed=False), new("c", changed=3, game="chess", status="over"))
    assert sorted(ask(overview.counts())) == [("chess", "over", 1), ("go", "open", 2)]
    assert [row.id for row in ask(overview.tables(None, None, 10))] == ["c", "b", "a"]
    assert [row.id for row in ask(overview.tables("open", None, 10))] == ["b", "a"]
    assert [row.id for row in ask(overview.tables(None, "chess", 10))] == ["c"]
    assert [row.id for row in ask(overview.tables(None, None, 1))] == ["c"]
    assert ask(overview.size()) > 0


def test_from_where_tables_were_opened_is_kept_until_they_are_over(store: Store, overview: Overview) -> None:
    do(store, Change(opener=Opener("a", "192.0.2.7")), new("b", status="over"), Change(opener=Opener("b", "192.0.2.7")))
    assert (ask(overview.opener("a")), ask(overview.opener("nowhere"))) == ("192.0.2.7", "")
    assert (ask(overview.opened_from("192.0.2.7", 0)), ask(overview.opened_from("192.0.2.7", 1))) == (2, 0)
    do(store, Change(purge=Purge(openers=2, reports=0)))
    assert (ask(overview.opener("a")), ask(overview.opener("b"))) == ("192.0.2.7", "")


def test_tables_at_which_nothing_happens_are_found_by_their_last_event(store: Store, overview: Overview) -> None:
    do(store, new("b", changed=5), Change(entries=(entry(1),)))
    assert ask(overview.quiet_since("open", 6, 10)) == ["b"]
    assert ask(overview.quiet_since("open", 2000, 10)) == ["a", "b"]
    assert ask(overview.quiet_since("open", 2000, 1)) == ["a"]
    assert ask(overview.quiet_since("over", 2000, 10)) == []


def test_a_table_has_changed_when_its_last_event_happened_until_it_is_over(store: Store, overview: Overview) -> None:
    do(store, new("b", changed=500), Change(entries=(entry(1), entry(2))))
    do(store, new("c", changed=700, status="over"), Change(entries=(entry(1, "c"),)))
    changed = [(row.id, row.changed) for row in ask(overview.tables(None, None, 10))]
    assert changed == [("a", 1002), ("c", 700), ("b", 500)]
    assert [ask(overview.changed(table)) for table in ("a", "b", "c", "d")] == [1002, 500, 700, 0]


def test_people_are_found_by_how_they_begin(store: Store, overview: Overview) -> None:
    people = ("abc0", "abcf", "abd0", "0bc")
    do(store, Change(new_holders=tuple(Holder(person, "a", seat) for seat, person in enumerate(people))))
    assert sorted(ask(overview.people_like("abc"))) == ["abc0", "abcf"]
    assert ask(overview.people_like("abc0")) == ["abc0"]
    assert ask(overview.people_like("f")) == []


def test_a_ban_takes_the_place_of_an_older_one_until_it_is_lifted(store: Store, overview: Overview) -> None:
    do(store, Change(new_bans=(Ban("person", "p", 1, 5, "rude"), Ban("address", "192.0.2.7/32", 2))))
    do(store, Change(new_bans=(Ban("person", "p", 3),)))
    assert ask(overview.bans()) == [Ban("person", "p", 3), Ban("address", "192.0.2.7/32", 2)]
    do(store, Change(lifted_bans=(("person", "p"),)))
    assert ask(overview.bans()) == [Ban("address", "192.0.2.7/32", 2)]


def test_reports_outlive_their_table_and_are_settled(store: Store, overview: Overview) -> None:
    do(store, Change(new_reports=(report("r1", 1), report("s2", 2))), Change(forget="a"))
    assert [one.id for one in ask(overview.reports())] == ["s2", "r1"]
    assert (ask(overview.reports_of("a", "p")), ask(overview.reports_of("a", "q"))) == (2, 0)
    assert ask(overview.reports_like("r")) == ["r1"]
    do(store, Change(settled_reports=(("s2", 9),)))
    assert ask(overview.reports()) == [report("r1", 1)]
    assert ask(overview.reports(settled=True)) == [report("s2", 2, settled=9), report("r1", 1)]
    do(store, Change(purge=Purge(openers=0, reports=2)))
    assert [one.id for one in ask(overview.reports(settled=True))] == ["s2"]
