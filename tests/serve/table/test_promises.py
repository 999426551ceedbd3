"""Whether people kept their word, as far as each heard it given."""

from __future__ import annotations

from typing import Any

from tablier import PUBLIC
from tablier.serve.table import visibility
from tablier.serve.table.events import TakenBack
from tablier.serve.table.table import Table
from tests.serve.hosting import House
from tests.serve.test_tables import at_home

NORTH, EAST, SOUTH, WEST = range(4)


def promises(table: Table, audience: int) -> Any:
    return visibility.now(table, audience, frozenset(), "fr", {}).get("promises")


async def agreed(house: House) -> tuple[str, Table]:
    """North and East have agreed in secret, South and West aloud; nobody has written yet."""
    id = await house.open("master-citadel", ["Ann", "Bob", "Cat", "Dan"])
    said = [
        (NORTH, "offer", "10 S", [EAST]),
        (EAST, "accept", "10 S", [NORTH]),
        (SOUTH, "offer", "7 W", []),
        (WEST, "accept", "7 W", []),
        (NORTH, "refuse", "7 W", []),
        (NORTH, "offer", "1 N", []),  # which nobody takes up
    ]
    for seat, kind, body, to in said:
        connection = await house.connect(id, seat)
        assert (await house.ask(id, connection, "say", kind=kind, body=body, to=to))["type"] == "done"
    return id, (await house.tables.live(id)).table


async def write(house: House, id: str, *orders: str) -> None:
    for seat, order in enumerate(orders):
        await house.play(id, await house.connect(id, seat), order)


@at_home
async def test_everybody_sees_of_whom_they_heard_it_how_word_was_kept(house: House) -> None:
    """MC-11"""
    id, table = await agreed(house)
    await write(house, id, "10 S", "3 N", "7 W")
    assert promises(table, NORTH) is None  # the round is not over
    await house.play(id, await house.connect(id, WEST), "0 N")
    assert promises(table, NORTH) == promises(table, EAST) == [[True], [False], [True], [False]]
    for others in (SOUTH, WEST, PUBLIC):
        assert promises(table, others) == [[], [], [True], [False]]


@at_home
async def test_how_word_was_kept_adds_up_round_after_round(house: House) -> None:
    id, table = await agreed(house)
    await write(house, id, "10 S", "10 S", "7 W", "7 W")
    for seat, kind in ((SOUTH, "offer"), (WEST, "accept")):
        await house.ask(id, await house.connect(id, seat), "say", kind=kind, body="2 N", to=[])
    await write(house, id, "0 N", "0 N", "3 N", "2 N")
    assert promises(table, PUBLIC) == [[], [], [True, False], [True, True]]


@at_home
async def test_what_is_taken_back_was_neither_kept_nor_broken(house: House) -> None:
    id, table = await agreed(house)
    await write(house, id, "10 S", "10 S", "7 W", "7 W")
    table.apply(TakenBack(seat=NORTH, actions=0, turns=0), 0)
    assert promises(table, NORTH) is None


@at_home
async def test_what_was_accepted_in_a_turn_that_was_taken_back_binds_nobody_when_it_is_played_again(
    house: House,
) -> None:
    id, table = await agreed(house)
    await write(house, id, "10 S", "10 S", "7 W", "7 W")
    table.apply(TakenBack(seat=NORTH, actions=0, turns=0), 0)
    happened = table.say(SOUTH, [], "offer", "7 W")  # which West had accepted before, and does not again
    for seat, order in enumerate(["10 S", "10 S", "7 W", "7 W"]):
        for event in [*happened, *table.play(seat, table.versions[seat], order, 0)]:
            table.apply(event, 0)
        happened = []
    assert list(table.judged.values()) == [True]
    assert promises(table, PUBLIC) is None
