"""Faults that the server once had, put back one by one: who looks for faults must find them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, ExitStack
from dataclasses import replace
from typing import Any, Final
from unittest import mock

from tablier.serve import bots, timing
from tablier.serve.errors import NotNow
from tablier.serve.identity import hashed
from tablier.serve.store.writer import Writer
from tablier.serve.table.clock import Clock, Stint
from tablier.serve.table.events import Replaced, Returned
from tablier.serve.table.table import STAND_IN, Table
from tablier.serve.tables import Tables


def _all(*patches: AbstractContextManager[Any]) -> AbstractContextManager[Any]:
    stack = ExitStack()
    for patch in patches:
        stack.enter_context(patch)
    return stack


def clocks_begin_again() -> AbstractContextManager[Any]:
    """A table that is read again has its running clocks begin again."""
    return _all(
        mock.patch.object(Clock, "go_on"),
        mock.patch.object(timing.Uptime, "since", return_value=0),
    )


def bots_draw_from_what_is_public() -> AbstractContextManager[Any]:
    """The seed of a bot is a hash of the table's name."""
    question = bots.question

    def foreseen(live: Any, seat: int) -> Any:
        return replace(question(live, seat), seed=int(hashed(f"{live.table.id}{seat}")[:8], 16))

    return mock.patch.object(bots, "question", foreseen)


def time_that_is_over_comes_back() -> AbstractContextManager[Any]:
    """Who has run out of time comes back with what there was before."""

    def replaced(table: Table, seat: int, why: Any, now: int) -> Replaced:
        return Replaced(seat, STAND_IN, why)

    def come_back(table: Table, seat: int) -> list[Any]:
        if not table.chairs[seat].stand_in:
            raise NotNow
        return [Returned(seat)]

    def end(clock: Clock, seat: int, stint: Stint, now: int) -> None:
        del clock.stints[seat]

    return _all(
        mock.patch.object(Table, "_replaced", replaced),
        mock.patch.object(Table, "come_back", come_back),
        mock.patch.object(Clock, "_end", end),
    )


def a_failed_commit_is_taken_for_nothing() -> AbstractContextManager[Any]:
    """After an error at COMMIT everybody is told that nothing was stored, without a look at the file."""

    def not_stored(writer: Writer, changes: Iterable[Any]) -> bool:
        writer._disconnect()
        return False

    return mock.patch.object(Writer, "_found_stored", not_stored)


def one_damaged_table_stops_all() -> AbstractContextManager[Any]:
    """A table that cannot be read keeps the others from being resumed, and nobody is told."""

    async def resume(tables: Tables, ids: Iterable[str]) -> None:
        for id in ids:
            await tables.live(id)

    return _all(
        mock.patch.object(Tables, "resume", resume),
        mock.patch.object(Tables, "_set_aside", lambda tables, table, problem: problem),
    )


def who_is_replaced_acts() -> AbstractContextManager[Any]:
    """A bot acts after its person is back, and who has resigned acts as well."""
    play = Table.play

    def played(table: Table, seat: int, version: int, text: str, now: int, by_bot: bool = False) -> Any:
        return play(table, seat, version, text, now, by_bot=bool(table.chairs[seat].bot))

    return mock.patch.object(Table, "play", played)


PLANTED: Final[dict[str, Callable[[], AbstractContextManager[Any]]]] = {
    found.__name__: found
    for found in (
        clocks_begin_again, bots_draw_from_what_is_public, time_that_is_over_comes_back,
        a_failed_commit_is_taken_for_nothing, one_damaged_table_stops_all, who_is_replaced_acts,
    )
}  # fmt: skip
