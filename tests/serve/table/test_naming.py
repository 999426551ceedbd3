"""Names that can be seen, and are nobody else's."""

from __future__ import annotations

import pytest

from tablier.engine.errors import BadOption
from tablier.record.gamefile import MOST_IN_A_NAME
from tablier.serve.table.naming import fitting, skeleton

CYRILLIC = "\N{CYRILLIC CAPITAL LETTER A}nn"
ZALGO = "A" + "\u0301" * 3 + "nn"


@pytest.mark.parametrize("name", ["\u3164", "\u2800\u2800", "\u115f", "\u0301\u0301", ZALGO, "a\u200bb", "a\nb"])
def test_a_name_that_nobody_can_read_is_refused(name: str) -> None:
    with pytest.raises(BadOption):
        fitting(name, [])


@pytest.mark.parametrize("name", ["Ann", "Zoé", "Nguyễn Thị", "עִבְרִית", "日本", "Żółć", "नमस्ते", "O'Brien", "🐙"])
def test_names_of_every_language_are_names(name: str) -> None:
    assert fitting(name, ["Bob"]) == name


@pytest.mark.parametrize(
    "other", ["ann", "ANN", "Ánn", CYRILLIC, "A n n", "Ann\u3164", "\uff21nn", "\u0251nn", "\u1d00\u0274\u0274"]
)
def test_a_name_that_is_taken_for_another_gets_a_number(other: str) -> None:
    assert fitting(other, ["Ann"]).endswith(" 2")
    assert fitting(other, ["Ann", f"{other} 2"]).endswith(" 3")


def test_letters_that_look_like_one_together_are_taken_for_it() -> None:
    assert fitting("Amold", ["Arnold"]) == "Amold 2"


def test_a_long_name_keeps_its_length() -> None:
    name = "A" * MOST_IN_A_NAME
    assert len(fitting(name, [name])) <= MOST_IN_A_NAME
    assert skeleton(fitting(name, [name])) != skeleton(name)
