"""Options: what each kind admits, what it writes in the record, and how a refusal says the range."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tablier.engine.errors import BadOption
from tablier.engine.options import Choice, Counters, Letters, Option, Whole, settle
from tablier.engine.words import shorten

PATH = Choice(name="path", values=("leap", "blocked"), default="leap")
TURNS = Whole(name="turns", least=1, most=100, default=50)
ODD = Whole(name="odd", least=3, most=9, odd=True, default=5)
RING = Letters(
    name="ring",
    letters="abc",
    count=2,
    default="aa",
    samples=("aa",),
)
DECK = Counters(name="deck", count=3, total=4, default="2,1,1", samples=("2,1,1",))


@pytest.mark.parametrize(
    ("option", "value", "settled", "code"),
    [
        (PATH, "leap", "leap", 0),
        (PATH, "blocked", "blocked", 1),
        (TURNS, 1, 1, 1),
        (TURNS, 100, 100, 100),
        (TURNS, "42", 42, 42),
        (TURNS, "007", 7, 7),
        (TURNS, np.int64(8), 8, 8),
        (TURNS, np.int32(8), 8, 8),
        (ODD, 7, 7, 7),
        (RING, "ab", "ab", [0, 1]),
        (RING, "ca", "ca", [2, 0]),
        (DECK, "0,4,0", "0,4,0", [0, 4, 0]),
        (DECK, [1, 1, 2], "1,1,2", [1, 1, 2]),
    ],
)
def test_a_value_in_the_range_is_settled_and_has_a_code(option: Option, value: object, settled: Any, code: Any) -> None:
    assert option.read(value) == settled
    assert type(option.read(value)) is type(settled)
    assert option.code(option.read(value)) == code


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *[(PATH, wrong) for wrong in ("", "Leap", "leap ", "jump", 0, None, True, ["leap"])],
        *[(TURNS, wrong) for wrong in (0, 101, -1, 2.0, True, None, "", "0", "101", "-1", "+1", "1.0", "1e1", " 1")],
        *[
            (TURNS, wrong)
            for wrong in ("1_0", "٣", "9" * 10, "9" * 5000, 10**6, 10**5000, -(10**5000), "\n", b"1", [1])
        ],
        *[(ODD, wrong) for wrong in (1, 4, 8, 11, "6")],
        *[(RING, wrong) for wrong in ("", "a", "aaa", "ad", "aa\n", "AA", 3, None, ["a", "a"])],
    ],
    ids=lambda value: value.name if isinstance(value, Option) else shorten(value, 12),
)
def test_a_value_out_of_the_range_is_refused_with_the_range_in_one_short_line(option: Option, value: object) -> None:
    with pytest.raises(BadOption) as refusal:
        option.read(value)
    message = str(refusal.value)
    assert message.startswith(f"{option.name}: ")
    assert message.endswith(f" is not possible; it is {option.range()}")
    assert len(message) < 200
    assert message.isprintable()


def test_each_range_is_told_in_words() -> None:
    assert PATH.range() == "leap or blocked"
    assert TURNS.range() == "a whole number from 1 to 100"
    assert ODD.range() == "an odd number from 3 to 9"
    assert RING.range() == "2 letters, each a, b or c, such as aa"
    assert DECK.range() == "3 numbers that total 4, such as 2,1,1"
    assert TURNS.range("fr") == "un nombre entier de 1 à 100"


def test_what_is_not_given_has_its_default() -> None:
    assert settle([PATH, TURNS], {}) == {"path": "leap", "turns": 50}
    assert settle([PATH, TURNS], {"turns": "7"}) == {"path": "leap", "turns": 7}


def test_a_default_may_follow_from_options_before_it() -> None:
    rest = Whole(
        name="rest", least=0, most=100, default=lambda settled: 100 - int(settled["turns"])
    )  # fmt: skip
    assert settle([TURNS, rest], {}) == {"turns": 50, "rest": 50}
    assert settle([TURNS, rest], {"turns": 10}) == {"turns": 10, "rest": 90}
    assert settle([TURNS, rest], {"turns": 10, "rest": 1}) == {"turns": 10, "rest": 1}


@pytest.mark.parametrize("name", ["speed", "", "Path", "path ", "self", "\n" * 500, "x" * 500])
def test_an_option_that_does_not_exist_is_refused_with_those_that_do(name: str) -> None:
    with pytest.raises(BadOption, match="there is no such option; there are: path, turns") as refusal:
        settle([TURNS, PATH], {name: 1})
    assert str(refusal.value).isprintable()
    assert len(str(refusal.value)) < 200


SIDES = Choice(name="sides", values=("two", "four"), default="two")
SEAT = Whole(
    name="seat",
    least=0,
    most=3,
    default=0,
    applies=lambda settled: settled["turns"] != 1,
    among=lambda settled: range(2 if settled["sides"] == "two" else 4),
)


def test_what_does_not_go_with_the_rest_is_refused_with_what_would_in_every_language() -> None:
    assert settle([TURNS, SIDES, SEAT], {"sides": "four", "seat": 3})["seat"] == 3
    with pytest.raises(
        BadOption, match="seat: “3” does not go with the other settings; one can choose 0 or 1"
    ) as refusal:
        settle([TURNS, SIDES, SEAT], {"seat": 3})
    assert refusal.value.option == "seat"
    assert refusal.value.words["fr"].startswith("«\xa03\xa0» ne va pas")
    assert refusal.value.words["fr"].endswith("on peut choisir 0 ou 1")


def test_values_are_called_as_the_game_calls_them() -> None:
    with pytest.raises(BadOption, match=r"“place 3” does not .* choose place 0 or place 1"):
        settle([TURNS, SIDES, SEAT], {"seat": 3}, lambda option, value, lang: f"place {value}")


def test_an_option_that_changes_nothing_is_not_asked_for_but_may_be_given() -> None:
    settled = settle([TURNS, SIDES, SEAT], {"turns": 1, "seat": 3})
    assert settled["seat"] == 3
    assert not SEAT.is_asked(settled)
    assert SEAT.is_asked({**settled, "turns": 2})


def test_one_value_alone_is_no_choice() -> None:
    single = Whole(name="n", least=1, most=9, default=4, among=lambda settled: (4,))
    assert not single.is_asked({})


def test_counters_that_do_not_come_to_their_total_say_what_they_come_to() -> None:
    with pytest.raises(BadOption, match="deck: the numbers come to 5; they must come to 4") as refusal:
        DECK.read("2,1,2")
    assert refusal.value.words["fr"] == "la somme est 5\xa0; il faut 4"
