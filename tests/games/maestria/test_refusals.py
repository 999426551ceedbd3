"""What the rules forbid is refused with the number of the rule, and leaves the position as it was."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tablier import NATURE, IllegalAction, Match, Position
from tablier.engine import kernels
from tablier.games.maestria import rules
from tablier.games.maestria.game import GAME
from tests.games.maestria.arrange import SET_UP, after, arrange, play

BOARD = """
    4 .   b2G .   .   b3  .
    3 b2  .   .   b3  b5  .
    2 .   w1  .   .   w5  .
    1 w2G .   w2  .   .   .
"""

ATTACKED = """
    3 .   .   .   b2G .   .
    2 .   .   .   .   w5  .
    1 w1G .   .   .   .   .
"""


def attack(board: str = BOARD, move: str = "e2xd3*4") -> Position:
    return play(arrange(board, to_move="white"), move)


def won() -> Position:
    return play(arrange(ATTACKED, to_move="white", map="M" * 12), "e2xd3*3", "fight", "[6 1 | 1]")


REFUSALS = {
    "MA-4": (after("G@b4"), "G@d4", "the General is placed already"),
    "MA-5": (after(), "S@a1", "on squares of their colour in their camp"),
    "MA-6": (arrange(BOARD), "e4-e3*1", "a square never holds more than 5 pawns"),
    "MA-7": (play(arrange(BOARD), "a3-a4*2"), "e3-f3*4", "each pawn that moves costs one"),
    "MA-8": (arrange(BOARD), "a3-b3*5", "a group is made of pawns of one's own that are on the square"),
    "MA-10": (play(attack(), "fight"), "fight", "it is not for black to act now, but for chance"),
    "MA-16": (attack(), "retreat e2", "an adjacent square without enemies"),
    "MA-19": (won(), "end", "the game is over: a General is eliminated"),
    "MA-20": (play(arrange(BOARD, max_turns=1), "end"), "end", "the game is over: it is a draw"),
}
"""For each rule: a position, an action that it forbids there, and what is said of it."""

MORE_REFUSALS = [
    ("MA-5", after(), "S@b2"),  # White's colour, White's camp
    ("MA-5", after(), "S@b3"),  # the wrong colour, its own camp
    ("MA-5", after(), "S@a1"),  # its own colour, the wrong camp
    ("MA-5", after(), "G@c1"),
    ("MA-5", after(), "end"),
    ("MA-5", after(), "a3-b3*1"),
    ("MA-5", after(), "fight"),
    ("MA-5", after(*(action.replace("G", "S") for action in SET_UP[:26])), "S@e3"),  # only the General is left
    ("MA-5", arrange(BOARD), "S@a3"),  # the set-up is over
    ("MA-6", after("S@a3", "S@a3", "S@a3", *SET_UP[3:6], "S@a3", "S@a3"), "S@a3"),
    ("MA-6", after("S@a3", "S@a3", "S@a3", *SET_UP[3:6], "S@a3", "S@a3"), "G@a3"),
    ("MA-6", arrange(BOARD), "e4-d3*3"),  # two would fit
    ("MA-6", attack(), "retreat e3"),  # full
    ("MA-7", play(arrange(BOARD), "e3-f4*4"), "d3-d4*2"),
    ("MA-8", arrange(BOARD), "b4-a4*3G"),  # two are there
    ("MA-8", arrange(BOARD), "b4-a4*2"),  # one of the two is the General
    ("MA-8", arrange(BOARD), "a3-a4*1G"),  # the General is elsewhere
    ("MA-8", arrange(BOARD), "c3-c4*1"),  # nobody is there
    ("MA-8", arrange(BOARD), "e2-d2*1"),  # they are White's
    ("MA-16", arrange(BOARD), "fight"),  # nothing to answer
    ("MA-16", arrange(BOARD), "retreat c3"),
    ("MA-16", attack(), "end"),  # an answer is due
    ("MA-16", attack(), "a3-a4*1"),
    ("MA-16", attack(), "S@a3"),
    ("MA-16", attack(), "retreat a4"),  # far away
    ("MA-16", attack(), "retreat d3"),  # nowhere
    ("MA-16", attack("3 . b1G . b1 . .\n2 . . . . w5 .\n1 w1G . . . . ."), "retreat d4"),  # alone
]


@pytest.mark.parametrize("rule", REFUSALS)
def test_a_refusal_names_the_rule_and_says_why(rule: str) -> None:
    """MA-4, MA-5, MA-6, MA-7, MA-8, MA-10, MA-16, MA-19, MA-20: each forbids in its own words."""
    position, action, words = REFUSALS[rule]
    with pytest.raises(IllegalAction) as refusal:
        position.play(action, seat=0 if rule == "MA-10" else None)
    assert (refusal.value.action, refusal.value.rule) == (action, rule)
    assert words in refusal.value.reason
    assert str(refusal.value) == f"{action}: {refusal.value.reason} ({rule})"


@pytest.mark.parametrize(("rule", "position", "action"), MORE_REFUSALS)
def test_a_refusal_names_the_right_rule(rule: str, position: Position, action: str) -> None:
    """MA-4 to MA-8, MA-16: whichever of their parts forbids it."""
    with pytest.raises(IllegalAction) as refusal:
        position.play(action)
    assert refusal.value.rule == rule


@pytest.mark.parametrize("rule", REFUSALS)
def test_a_refusal_changes_nothing(rule: str) -> None:
    """MA-4 to MA-20: the position after an error is the position before it, byte for byte."""
    position, action, _ = REFUSALS[rule]
    before = position.to_bytes()
    for wrong in (action, "a1-a3*1", "S@f1", "retreat f1", "nonsense", "[6 6 | 6 6]", "a3-b3*5G"):
        with pytest.raises(IllegalAction):
            position.play(wrong)
        assert position.to_bytes() == before


@pytest.mark.parametrize(
    ("position", "rule", "whose"),
    [
        (after(), "MA-5", "black"),
        (after(*SET_UP[:3]), "MA-5", "white"),
        (arrange(BOARD), "MA-7", "black"),
        (attack(), "MA-16", "black"),
        (play(attack(), "fight"), "MA-10", "chance"),
    ],
)
def test_whoever_is_not_to_act_is_refused(position: Position, rule: str, whose: str) -> None:
    """MA-5, MA-7, MA-10, MA-16: the rule says whose it is."""
    for seat, name in enumerate(position.seats):
        if name != whose:
            with pytest.raises(IllegalAction, match=f"it is not for {name} to act now, but for {whose}") as refusal:
                position.play("end", seat=seat)
            assert refusal.value.rule == rule


def test_nobody_throws_the_dice_before_the_answer() -> None:
    """MA-16"""
    match = Match("maestria")
    for action in (*SET_UP, "c3-d3*3", "end", "e2xd3*4"):
        match.play(action)
    with pytest.raises(IllegalAction, match="it is not for chance to act now, but for black"):
        match.play("[6 4 | 5 d2]", seat=NATURE)


def test_every_rule_that_may_be_cited_has_words_in_both_languages() -> None:
    """MA-4 and the rest of what `forbids` may answer."""
    assert {f"MA-{rule}" for rule in GAME.reasons} == set(REFUSALS)
    for rule in GAME.reasons:
        assert {lang: bool(GAME.why_not(rule, lang)[0]) for lang in ("fr", "en")} == {"fr": True, "en": True}


@pytest.mark.parametrize("options", [{}, {"losses": "difference", "map": "F" * 12}], ids=str)
def test_an_action_is_forbidden_exactly_when_it_is_not_on_the_list(options: dict[str, Any]) -> None:
    """MA-1 to MA-20: `forbids` and `legal` say the same, in their two ways, of every action there is."""
    random = Random(11)
    position = Position("maestria", **options)
    for _ in range(50):
        if position.pending == (NATURE,):
            position.play(random.choice(list(position.chances())))
        if position.over:
            position = Position("maestria", **options)
        for seat in (0, 1):
            allowed = [a for a in range(rules.ACTION_COUNT) if not kernels.forbids(position.record, seat, a)]
            assert allowed == position.actions(seat)
        (seat, *_) = position.pending
        if seat != NATURE:
            position.apply(seat, random.choice(position.actions(seat)))
