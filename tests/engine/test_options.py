"""Options: what each kind admits, what it writes in the record, and how a refusal says the range."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tablier.engine.errors import BadOption
from tablier.engine.options import Choice, Letters, Option, Whole, settle
from tablier.engine.words import shorten

PATH = Choice(name="path", values=("leap", "blocked"), default="leap")
TURNS = Whole(name="turns", least=1, most=100, default=50)
ODD = Whole(name="odd", least=3, most=9, odd=True, default=5)
RING = Letters(
    name="ring",
    pattern="[a-c]{2}",
    form="two letters from a to c",
    codes=lambda text: ["abc".index(letter) for letter in text],
    fits=lambda text: text != "cc",
    default="aa",
)


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
        *[(RING, wrong) for wrong in ("", "a", "aaa", "ad", "aa\n", "cc", "AA", 3, None, ["a", "a"])],
    ],
    ids=lambda value: value.name if isinstance(value, Option) else shorten(value, 12),
)
def test_a_value_out_of_the_range_is_refused_with_the_range_in_one_short_line(option: Option, value: object) -> None:
    with pytest.raises(BadOption) as refusal:
        option.read(value)
    message = str(refusal.value)
    assert message.startswith(f"{option.name}: ")
    assert message.endswith(f" is not possible; it is {option.range}")
    assert len(message) < 200
    assert message.isprintable()


def test_each_range_is_told_in_words() -> None:
    assert PATH.range == "leap or blocked"
    assert TURNS.range == "a whole number from 1 to 100"
    assert ODD.range == "an odd number from 3 to 9"
    assert RING.range == "two letters from a to c"


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
