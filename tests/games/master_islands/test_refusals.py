"""What the rules forbid is refused with the number of the rule, and leaves the position as it was."""

from __future__ import annotations

from typing import Any

import pytest

from tablier import IllegalAction, Match, Position
from tablier.engine import kernels
from tablier.games.master_islands import rules
from tablier.games.master_islands.game import GAME
from tests.games.master_islands.arrange import arrange, play, refused_by

BOARD = """
        0       1       2
    1   Y5      G5      ..
    0   B1      R1:0A   B2:1A
"""
LINE = """
        0   1   2
    0   Y5  G5  B5
"""
ONES = "Y1 Y1 Y1 G1 G1 G1 R1 R1 R1 B1 B1"
HANDS = {0: "R2 Y2 Y3", 1: "G2 G3 G4"}

REFUSALS: dict[str, tuple[dict[str, Any], tuple[str, ...], str, str]] = {
    "MI-6": ({}, (), "R2@(2,2)", "next to"),
    "MI-7": ({}, ("Y2@(1,-1)",), "again", "plays again only if"),
    "MI-10": ({"phase": rules.CONQUEST}, (), "take (1,1)", "total exactly 10"),
    "MI-11": ({}, (), "take (0,1)", "conquest comes after discovery"),
    "MI-16": ({"mode": "teams"}, (), "B:(1,0)-(1,1)", "one galleon only"),
    "MI-19": ({"mode": "corsair", "players": 3}, (), "B:(1,0)-(1,1)", "one galleon each"),
    "MI-21": ({"mode": "corsair", "players": 3, "to_move": 2, "phase": rules.RAID}, (), "keep", "in a round"),
}
"""For each rule: the table and what is played there, then an action that it forbids, and what is said of it."""


@pytest.mark.parametrize("rule", REFUSALS)
def test_an_action_is_refused_by_the_rule_that_forbids_it(rule: str) -> None:
    """MI-6, MI-7, MI-10, MI-11, MI-16, MI-19, MI-21"""
    given, before, action, said = REFUSALS[rule]
    position = play(arrange(BOARD, **{"hands": HANDS, **given}), *before)
    assert refused_by(position, action) == rule
    with pytest.raises(IllegalAction, match=said):
        position.play(action)


@pytest.mark.parametrize(
    "action",
    ["R2@(1,1)", "R2@(5,5)", "R5@(1,-1)", "A:(1,0)-(1,-1)", "A:(1,0)-(0,1)", "A:(1,0)-(9,9)", "R2@(2,-1)"],
    ids=["on a card", "far away", "not in hand", "no card there", "diagonally", "far", "not next to one's own"],
)
def test_what_is_no_discovery_is_refused(action: str) -> None:
    """MI-6"""
    board = BOARD.replace(":0A", ":0AB")
    assert refused_by(arrange(board, hands=HANDS), action) == "MI-6"


def test_the_question_is_answered_before_anything_else() -> None:
    """MI-7"""
    position = play(arrange(BOARD, hands=HANDS), "R2@(1,-1)", "A:(1,0)-(1,-1)")
    assert position.legal() == ["again", "done"]
    for action in ("Y2@(0,-1)", "A:(1,-1)-(1,0)", "take (0,1)", "keep", "Y2@(9,9)"):
        assert refused_by(position, action) == "MI-7"


@pytest.mark.parametrize(("options", "rule"), [({}, "MI-13"), ({"mode": "corsair", "players": 3}, "MI-21")])
def test_nobody_acts_out_of_turn(options: dict[str, Any], rule: str) -> None:
    """MI-13, MI-21"""
    position = arrange(BOARD, hands=HANDS, **options)
    assert refused_by(position, "G2@(2,1)", seat=1) == rule


def test_nobody_acts_before_the_cards_are_dealt() -> None:
    """MI-3"""
    assert refused_by(Position("master-islands"), "Y1@(1,0)", seat=0) == "MI-3"


def test_nobody_acts_while_cards_are_drawn() -> None:
    """MI-13"""
    position = play(arrange(BOARD, hands=HANDS), "Y2@(1,-1)", "A:(1,0)-(1,-1)")
    assert refused_by(position, "Y3@(0,-1)", seat=0) == "MI-13"


@pytest.mark.parametrize(
    ("options", "fleet", "rule"),
    [
        ({}, ":0AB:1AB", "MI-12"),
        ({"mode": "teams"}, ":0A:1A:2A:3A", "MI-17"),
        ({"mode": "corsair"}, ":0A:1A:2A:3AB", "MI-20"),
    ],
    ids=["classic", "teams", "corsair"],
)
def test_nobody_acts_after_the_aim_is_reached(options: dict[str, Any], fleet: str, rule: str) -> None:
    """MI-12, MI-17, MI-20"""
    position = arrange(
        LINE + f"-1 {'..'} B2{fleet} ..", phase=rules.CONQUEST, taken={0: ONES}, hands={0: "Y2 Y3 Y3"}, **options
    )
    play(position, "take (0,0)", "take (1,0)")
    assert position.over
    for seat in range(2):
        assert refused_by(position, "Y2@(1,0)", seat) == rule


def test_nobody_acts_after_the_last_card_is_drawn() -> None:
    """MI-14"""
    position = play(arrange(BOARD, hands=HANDS, left=1), "Y2@(1,-1)", "A:(1,0)-(1,-1)", "keep")
    play(position, position.legal()[0])
    assert refused_by(position, "G2@(2,1)", 1) == "MI-14"


@pytest.mark.parametrize("options", [{"players": 3}, {"mode": "teams"}, {"mode": "corsair"}], ids=str)
def test_whatever_is_not_legal_is_refused_by_a_rule_that_has_words(options: dict[str, Any]) -> None:
    """MI-3 to MI-22: now and then in a game, for every seat and action there is."""
    match, met = Match("master-islands", seed=1, **options), set()
    while not match.over:
        if len(match.log) % 9 == 0:
            position = match.position
            for seat in range(len(position.seats)):
                legal = set(position.actions(seat))
                for action in range(rules.OUT_OF_REACH + 1):
                    rule = kernels.forbids(position.record, seat, action)
                    assert (rule == 0) == (action in legal)
                    met.add(rule)
        match.play(match.legal()[len(match.log) % len(match.legal())])
    assert met - {0} <= GAME.reasons.keys()
    assert {6, 7, 11} <= met
