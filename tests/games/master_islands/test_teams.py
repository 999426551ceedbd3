"""Two teams of two: one galleon each, one aim, and who may talk to whom."""

from __future__ import annotations

import pytest

from tablier import PUBLIC, Match, Position, Talk
from tablier.engine.errors import TalkForbidden
from tablier.engine.talk import Message
from tablier.games.master_islands import rules
from tests.games.master_islands.arrange import arrange, moves, play, refused_by, winners

ALOUD, GESTURES, SILENCE = Talk(aloud=True), Talk(aloud=False), Talk(aloud=False, gestures=False)

TABLE = """
        -1  0   1   2
    1   ..  R1  G1  ..
    0   Y1  G2  R2  B1
   -1   ..  B1  Y1  ..
"""


def at_sea(zero: str, two: str) -> Position:
    """The table with the galleons of seats 0 and 2 on these cards, the others' on (2,0)."""
    lines = [line.split() for line in TABLE.strip().splitlines()]
    columns = lines[0]
    for seat, (x, y) in ((0, zero.split(",")), (2, two.split(",")), (1, ("2", "0")), (3, ("2", "0"))):
        row = next(line for line in lines[1:] if line[0] == y)
        row[columns.index(x) + 1] += f":{seat}A"
    return arrange("\n".join(" ".join(line) for line in lines), mode="teams")


def test_a_player_moves_the_one_galleon() -> None:
    """MI-16"""
    position = at_sea("0,0", "1,0")
    assert all(move.startswith("A:(0,0)") for move in moves(position))
    assert refused_by(position, "B:(0,0)-(0,1)") == "MI-16"


@pytest.mark.parametrize(("mine", "partners", "over"), [(5, 5, True), (5, 4, False), (0, 10, True), (9, 0, False)])
def test_a_team_wins_with_twelve_cards_in_all(mine: int, partners: int, over: bool) -> None:
    """MI-16, MI-17: seats 0 and 2 together."""
    ones, twos = ([f"{colour}{value}" for colour in "YYYGGGRRRB"] for value in (1, 2))
    position = arrange(
        "0 1 2 \n 0 Y5 G5 B5:0A:1A:2A:3A",
        taken={0: " ".join(ones[:mine]), 2: " ".join(twos[:partners]), 1: "B1 B1", 3: "B2 B2"},
        hands={0: "Y3 Y4 Y4", 1: "G3 G3 G4", 2: "R3 R3 R4", 3: "B3 B3 B4"},
        phase=rules.CONQUEST,
        mode="teams",
    )
    play(position, "take (0,0)", "take (1,0)")
    assert position.over == over
    if over:
        assert position.record.ended == 17
        assert winners(position) == {0, 2}


def test_partners_on_one_card_talk_in_secret_and_aloud() -> None:
    """MI-18"""
    position = at_sea("0,0", "0,0")
    assert position.talk(0) == Talk(aloud=True, secret=(2,))
    assert position.talk(2) == Talk(aloud=True, secret=(0,))


@pytest.mark.parametrize("two", ["1,0", "-1,0", "0,1", "0,-1"])
def test_partners_on_adjacent_cards_talk_aloud(two: str) -> None:
    """MI-18: horizontally or vertically."""
    assert at_sea("0,0", two).talk(0) == at_sea("0,0", two).talk(2) == ALOUD


@pytest.mark.parametrize("two", ["1,1", "1,-1", "2,0"])
def test_partners_further_apart_make_gestures_and_say_nothing_aloud(two: str) -> None:
    """MI-18: a diagonal is further apart."""
    assert at_sea("0,0", two).talk(0) == at_sea("0,0", two).talk(2) == GESTURES


def test_what_one_team_may_say_does_not_depend_on_the_other() -> None:
    """MI-18"""
    position = at_sea("0,0", "1,1")
    assert position.talk(0) == GESTURES
    assert position.talk(1) == Talk(aloud=True, secret=(3,))


def test_talk_follows_the_galleons() -> None:
    """MI-18"""
    position = arrange("0 \n 0 B1", hands={0: "Y1 Y2 Y3"}, mode="teams")
    assert position.talk(0).secret == (2,)
    play(position, "Y1@(1,0)")
    assert position.talk(0).secret == (2,)
    play(position, "A:(0,0)-(1,0)")
    assert position.talk(0) == position.talk(2) == ALOUD
    assert position.talk(1).secret == (3,)


def test_before_the_galleons_are_on_the_table_there_are_only_gestures() -> None:
    """MI-18"""
    assert Position("master-islands", mode="teams").talk(0) == GESTURES


def test_a_spectator_is_silent_and_everybody_talks_when_it_is_over() -> None:
    """MI-18"""
    match = Match("master-islands", seed=2, mode="teams")
    assert match.talk(PUBLIC) == SILENCE
    while not match.over:
        match.play(match.legal()[-1])
    assert all(match.talk(seat) == ALOUD for seat in range(4))


def test_a_hand_is_shown_to_nobody_the_partner_included() -> None:
    """MI-18"""
    position = at_sea("0,0", "0,0")
    assert position.view(0).record.hand[2].sum() == 0
    assert position.view(0).record.held[2] == 3


@pytest.mark.parametrize("mode", ["classic", "corsair"])
def test_otherwise_everybody_talks_aloud_at_any_time(mode: str) -> None:
    """MI-23"""
    match = Match("master-islands", seed=2, mode=mode)
    while not match.over:
        assert all(match.talk(seat) == ALOUD for seat in range(len(match.seats)))
        match.play(match.legal()[0])


def test_one_points_at_what_lies_open_names_a_colour_or_holds_up_fingers() -> None:
    """MI-18"""
    signs = at_sea("0,0", "1,1").signs(0)
    assert signs[:9] == ["yellow", "green", "red", "blue", *(f"fingers {n}" for n in range(1, 6))]
    cards = [sign for sign in signs if sign.startswith("point card ")]
    places = [sign for sign in signs if sign.startswith("point place ")]
    assert len(cards) == 8
    assert places == [
        f"point place {place}"
        for place in ("(-2,0)", "(-1,-1)", "(-1,1)", "(0,-2)", "(0,2)", "(1,-2)", "(1,2)", "(2,-1)", "(2,1)", "(3,0)")
    ]
    assert [*signs[:9], *cards, *places] == signs


def test_nobody_points_at_a_hand_or_at_the_far_sea() -> None:
    """MI-18: a hand is shown to nobody, not even by a sign."""
    position = at_sea("0,0", "1,1")
    hand = next(item.id for item in position.scene(0).items if item.id.startswith("hand"))
    for item in (hand, "card (1,2)", "place (0,0)", "place (5,5)", "pile"):
        with pytest.raises(TalkForbidden):
            position.check(Message(0, (), "gesture", f"point {item}"))


@pytest.mark.parametrize("mode", ["classic", "teams", "corsair"])
def test_signs_are_always_allowed_and_the_same_for_everybody(mode: str) -> None:
    """MI-18"""
    match = Match("master-islands", seed=2, mode=mode)
    while not match.over:
        match.play(match.legal()[-1])
        assert len({tuple(match.current.signs(seat)) for seat in range(len(match.seats))}) == 1
    assert match.current.signs(0)


def test_before_the_first_card_there_is_nothing_to_point_at() -> None:
    """MI-18"""
    assert not any(sign.startswith("point") for sign in Position("master-islands", mode="teams").signs(0))
