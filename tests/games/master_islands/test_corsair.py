"""One against the others: rounds, the Corsair's moves, and the mission."""

from __future__ import annotations

from typing import Any

import pytest

from tablier import NATURE, Match, Position
from tablier.games.master_islands import rules
from tests.games.master_islands.arrange import (
    arrange,
    fleet_of,
    hand_of,
    moves,
    play,
    refused_by,
    table_of,
    takes,
    winners,
)

ROW = """
        -1      0       1   2
    1   ..      Y5:0A   G5  ..
    0   R1:1A   Y1      G1  B1:2AB
"""
"""Three players; the Corsair, seat 2, lies at the end of the row."""

FIVES = """
        0       1       2
    2   Y5      ..      G5
    1   R1:0A   B1:1A   B1:2AB
    0   G5      ..      R5
"""
"""Two alignments of ten, the upper row and the lower one, and two diagonals and columns besides."""


def mission(diagram: str, phase: int = rules.DISCOVERY, **given: Any) -> Position:
    options = {"mode": "corsair", "players": 3, **given}
    return arrange(diagram, phase=phase, to_move=2 if phase == rules.RAID else 0, **options)


def test_the_corsair_lays_no_card_and_the_others_have_one_galleon() -> None:
    """MI-19"""
    position = mission(ROW, rules.RAID)
    assert refused_by(position, "Y1@(2,1)") == "MI-19"
    assert refused_by(mission(ROW), "B:(0,1)-(1,1)") == "MI-19"


def test_a_round_is_discoveries_then_the_corsair_then_conquest_and_supply() -> None:
    """MI-21"""
    position = mission(ROW, hands={0: "B2 B3 B4", 1: "Y2 Y2 Y3"})
    assert position.pending == (0,)
    play(position, "B2@(0,2)", "A:(0,1)-(0,2)")
    assert position.pending == (1,), "no conquest, no supply before the Corsair"
    play(position, "Y2@(-1,1)", "A:(-1,0)-(-1,1)")
    assert position.pending == (2,)
    play(position, "done")
    assert position.pending == (0,)
    assert takes(position) == {"(0,1)"}
    play(position, "keep", "[Y4]")
    assert position.pending == (1,)
    play(position, "keep", "[G4]")
    assert position.pending == (0,)
    assert position.record.rounds == 1


def test_mission_players_may_play_several_discoveries() -> None:
    """MI-7, MI-21: as the colour allows, and a replay goes before the next player's."""
    position = mission(ROW, hands={0: "Y2 B3 B4"})
    play(position, "Y2@(0,2)", "A:(0,1)-(0,2)")
    assert position.legal() == ["again", "done"]
    play(position, "done")
    assert position.pending == (1,)


def test_the_corsair_moves_up_to_four_times_with_either_galleon() -> None:
    """MI-21: after the fourth move the part ends by itself."""
    position = mission(ROW, rules.RAID)
    play(position, "A:(2,0)-(1,0)", "B:(2,0)-(1,0)", "A:(1,0)-(1,1)")
    assert position.pending == (2,)
    play(position, "B:(1,0)-(0,0)")
    assert fleet_of(position)[2, "A"] == (1, 1)
    assert fleet_of(position)[2, "B"] == (0, 0)
    assert position.pending != (2,)


def test_the_corsair_may_stop_before_the_fourth_move_or_not_move_at_all() -> None:
    """MI-21"""
    for before in ((), ("A:(2,0)-(1,0)",), ("A:(2,0)-(1,0)", "A:(1,0)-(1,1)")):
        position = play(mission(ROW, rules.RAID), *before)
        assert position.legal()[-1] == "done"
        play(position, "done")
        assert position.pending != (2,)


def test_the_corsair_moves_one_card_at_a_time_over_cards() -> None:
    """MI-21"""
    position = mission(ROW, rules.RAID)
    assert moves(position) == {"A:(2,0)-(1,0)"}
    assert refused_by(position, "A:(2,0)-(2,1)") == "MI-21"
    assert refused_by(position, "A:(2,0)-(0,0)") == "MI-21"
    assert refused_by(position, "keep") == "MI-21"
    assert refused_by(position, "again") == "MI-21"


def test_the_corsairs_galleons_protect_cards() -> None:
    """MI-10, MI-21: that is what the moves are for."""
    raid = mission(FIVES, rules.RAID)
    assert takes(play(raid.copy(), "done")) == {"(0,0)", "(0,2)", "(2,0)"}
    assert takes(play(raid, "A:(2,1)-(2,2)", "done")) == {"(0,0)", "(0,2)"}


def test_an_isolated_galleon_of_the_corsairs_cannot_move() -> None:
    """MI-22: the other one still can."""
    board = """
            -1     0   1   2      3   4   5
        0   Y1:0A  Y2  G1  R1:2A  ..  ..  B1:2B
        1   R2:1A  ..  ..  ..     ..  ..  ..
    """
    position = mission(board, rules.RAID)
    assert moves(position) == {"A:(2,0)-(1,0)"}
    assert refused_by(position, "B:(5,0)-(4,0)") == "MI-22"
    assert refused_by(position, "A:(2,0)-(3,0)") == "MI-21"


def test_a_corsair_who_cannot_move_says_done() -> None:
    """MI-21, MI-22"""
    board = """
            0      1   2   3   4
        0   Y1:0A  ..  ..  ..  B1:2AB
        1   R2:1A  ..  ..  ..  ..
    """
    assert mission(board, rules.RAID).legal() == ["done"]


def test_each_mission_player_takes_an_alignment_and_supplies_before_the_next() -> None:
    """MI-21: conquest=each"""
    position = mission(FIVES, rules.CONQUEST, hands={0: "Y2 Y2", 1: "R2 R2"})
    play(position, "take (0,0)", "take (2,0)")
    assert position.pending == (NATURE,)
    play(position, "[Y3]")
    assert hand_of(position, 0).total() == 3
    assert position.pending == (1,)
    play(position, "take (0,2)", "take (2,2)")
    assert position.pending == (NATURE,)
    play(position, "[R3]")
    assert position.pending == (0,)
    assert position.record.rounds == 1
    assert position.record.won.sum() == 4


def test_the_whole_team_takes_one_alignment_and_then_all_supply() -> None:
    """MI-21: conquest=team"""
    position = mission(FIVES, rules.CONQUEST, hands={0: "Y2 Y2", 1: "R2 R2"}, conquest="team")
    play(position, "take (0,0)", "take (2,0)")
    assert position.pending == (NATURE,)
    play(position, "[Y3]")
    assert position.pending == (NATURE,), "nobody else takes anything"
    play(position, "[R3]")
    assert hand_of(position, 1).total() == 3
    assert position.pending == (0,)
    assert position.record.rounds == 1


def test_the_teams_alignment_is_offered_to_each_until_one_takes_it() -> None:
    """MI-21: conquest=team"""
    position = mission(FIVES, rules.CONQUEST, hands={0: "Y2 Y2", 1: "R2 R2"}, conquest="team")
    play(position, "keep")
    assert position.pending == (1,)
    taken = play(position.copy(), "take (0,0)", "take (2,0)")
    assert taken.record.won.tolist() == [0, 2, 0, 0]
    assert taken.record.seat == 0, "seat 0 draws first all the same"
    declined = play(position, "keep")
    assert declined.pending == (NATURE,)
    assert declined.record.seat == 0


def test_where_there_is_nothing_to_take_the_team_goes_on_to_supply() -> None:
    """MI-10, MI-21"""
    board = "0 1 \n 0 Y1:0A:1A B1:2AB"
    for conquest in ("each", "team"):
        position = play(mission(board, rules.RAID, hands={0: "Y2", 1: "R2 R2"}, conquest=conquest), "done")
        play(position, "[Y3]", "[Y4]", "[G4]")
        assert position.pending == (0,)


@pytest.mark.parametrize(
    ("taken", "over"), [("Y1 Y1 Y1 G1 G1 G1 R2 R2 R2 B2", True), ("Y1 Y1 Y1 G1 G1 G1 R2 R2 R2", False)]
)
def test_the_mission_is_accomplished_with_twelve_cards_in_all(taken: str, over: bool) -> None:
    """MI-20: at once, and every member of the team shares the win."""
    cards = taken.split()
    position = mission(
        FIVES, rules.CONQUEST, taken={0: " ".join(cards[:3]), 1: " ".join(cards[3:])}, hands={0: "", 1: ""}
    )
    play(position, "take (0,0)", "take (2,0)")
    assert position.over == over
    if over:
        assert position.record.ended == 20
        assert winners(position) == {0, 1}


@pytest.mark.parametrize(("difficulty", "rounds"), [("easy", 10), ("medium", 7), ("hard", 4)])
def test_the_mission_fails_when_its_rounds_are_over(difficulty: str, rounds: int) -> None:
    """MI-20"""
    match = Match("master-islands", seed=5, mode="corsair", players=3, mission=difficulty, deck="0,0,12,0,0")
    raids = 0
    while not match.over:
        raids += match.pending == (2,)
        match.play("done" if "done" in match.legal() else match.legal()[-1])
    assert raids == rounds
    assert match.position.record.ended == 20
    assert winners(match.position) == {2}


def test_the_last_card_ends_the_mission() -> None:
    """MI-14, MI-20: the Corsair wins."""
    board = "0 1 \n 0 Y1:0A:1A B1:2AB"
    position = play(mission(board, rules.RAID, hands={0: "Y2", 1: "R2 R2"}, left=2), "done", "keep")
    play(position, position.legal()[0])
    assert not position.over
    play(position, position.legal()[0])
    assert position.record.ended == 14
    assert winners(position) == {2}


def test_a_corsair_in_the_first_seat_still_plays_second() -> None:
    """MI-19, MI-21"""
    match, order = Match("master-islands", seed=1, mode="corsair", corsair_seat=0), list[int]()
    while len(order) < 4:
        (seat,) = match.pending
        order += [seat] if not order or order[-1] != seat else []
        match.play("done" if "done" in match.legal() else match.legal()[0])
    assert order == [1, 2, 3, 0]


# --- options


@pytest.mark.parametrize("raid", [1, 8])
def test_corsair_may_have_another_number_of_moves(raid: int) -> None:
    """MI-21"""
    position = mission(ROW, rules.RAID, raid=raid)
    for number in range(raid):
        assert position.pending == (2,)
        play(position, "A:(2,0)-(1,0)" if number % 2 == 0 else "A:(1,0)-(2,0)")
    assert position.record.phase != rules.RAID


def test_against_the_corsair_a_turn_is_the_whole_round() -> None:
    """MI-10: what one of the team has laid another may take; a card that a galleon only passed over is not made."""
    position = mission(ROW, hands={0: "B2 B3 B4", 1: "Y2 Y2 Y3"}, alignment="made")
    play(position, "B4@(0,2)", "A:(0,1)-(0,2)", "Y2@(-1,1)", "A:(-1,0)-(-1,1)")
    play(position, "A:(2,0)-(1,0)", "A:(1,0)-(2,0)", "done")
    assert position.pending == (0,)
    assert made_cards(position) == {(0, 1), (-1, 0), (2, 0), (0, 2), (-1, 1)}


def test_what_the_round_has_made_stays_so_for_the_next_of_the_team() -> None:
    """MI-10: also when cards before it are taken."""
    board = """
            0       1       2
        2   Y5      ..      G5:2A
        1   R1:0A   B1:1A   B1
        0   G5      ..      R5:2B
    """
    position = mission(board, rules.RAID, hands={0: "Y2 Y2 Y3", 1: "R2 R2 R3"}, alignment="made")
    play(position, "A:(2,2)-(2,1)", "B:(2,0)-(2,1)", "done", "take (0,0)", "take (2,0)")
    assert position.pending == (1,)
    assert made_cards(position) == {(0, 1), (1, 1), (2, 2)}
    play(position, "keep")
    assert made_cards(position) == {(0, 1), (1, 1), (2, 1)}, "a new round begins where the galleons lie now"


def made_cards(position: Position) -> set[tuple[int, int]]:
    return {place for rank, place in enumerate(table_of(position)) if rules.is_made(position.record, rank)}


@pytest.mark.parametrize(("pile", "over"), [("ends", True), ("goes-on", False)])
def test_last_card_of_the_pile_ends_the_mission_or_not(pile: str, over: bool) -> None:
    """MI-20"""
    position = mission(ROW, hands={0: "B2 B3 B4", 1: "Y2 Y2 Y3"}, left=1, pile=pile)
    play(position, "B2@(0,2)", "A:(0,1)-(0,2)", "Y2@(-1,1)", "A:(-1,0)-(-1,1)", "done", "keep")
    play(position, position.legal()[0])
    assert position.over == over
    if over:
        assert winners(position) == {2}
    else:
        play(position, "keep")
        assert position.pending == (0,), "nothing is left to draw"
        assert hand_of(position, 1).total() == 2


def test_who_has_no_card_only_moves_and_who_cannot_move_either_is_not_asked() -> None:
    """MI-20"""
    position = mission(ROW, hands={0: "", 1: ""}, left=0, pile="goes-on")
    assert set(position.legal()) == moves(position)
    play(position, "A:(0,1)-(0,0)")
    assert position.pending == (1,)
    alone = mission("0 2 \n 0 R1:1A:2AB Y5:0A", rules.RAID, hands={0: "", 1: ""}, left=0, pile="goes-on")
    play(alone, "done", "keep", "keep")
    assert (alone.record.rounds, alone.pending) == (1, (2,)), "the Corsair again, who may be done as well"
    assert alone.legal() == ["done"]


@pytest.mark.parametrize(("players", "mission"), [(3, "medium"), (4, "hard")])
def test_usual_mission_depends_on_the_number_of_players(players: int, mission: str) -> None:
    """MI-20"""
    assert Position("master-islands", mode="corsair", players=players).options["mission"] == mission


@pytest.mark.parametrize("mode", ["classic", "teams"])
def test_what_concerns_the_corsair_has_no_effect_on_others(mode: str) -> None:
    """MI-20: the options are accepted, and the last card ends the game all the same."""
    given: dict[str, Any] = {"mission": "easy", "raid": 8, "pile": "goes-on", "conquest": "team"}
    position = arrange("0 1 \n 0 Y1:0A:1A G1", hands={0: "B3 B4 B4"}, left=1, mode=mode, **given)
    play(position, "B3@(0,1)", "A:(0,0)-(1,0)", "keep")
    assert position.pending == (NATURE,)
    play(position, position.legal()[0])
    assert position.over
