"""Supply, the next player, and how a game ends other than by reaching the aim."""

from __future__ import annotations

from collections import Counter

import pytest

from tablier import NATURE, Match
from tablier.games.master_islands import rules
from tests.games.master_islands.arrange import arrange, hand_of, pile_of, play, winners

DIAMOND = """
        -2  -1  0           1   2
    2   ..  ..  Y1          ..  ..
    1   ..  G1  R1          B1  ..
    0   Y1  G1  R1:{crews}  B1  Y1
   -1   ..  G2  R2          B2  ..
   -2   ..  ..  Y2          ..  ..
"""
"""In its middle no card can be laid, wherever one goes first (MI-8)."""


def test_the_player_draws_up_to_three_and_the_next_has_the_turn() -> None:
    """MI-13"""
    position = arrange("0 \n 0 B1", hands={0: "B2 B3 R3"})
    play(position, "B2@(1,0)", "A:(0,0)-(1,0)", "again", "B3@(0,1)", "A:(1,0)-(0,0)", "done")
    play(position, "[Y5]")
    assert position.pending == (NATURE,)
    play(position, "[G5]")
    assert hand_of(position, 0) == Counter(["R3", "Y5", "G5"])
    assert position.pending == (1,)


def test_each_card_is_drawn_from_what_is_left() -> None:
    """MI-13"""
    position = arrange("0 \n 0 B1", hands={0: "B2 B3 R3"})
    play(position, "B2@(1,0)", "A:(0,0)-(1,0)", "done")
    pile = pile_of(position)
    chances = position.chances()
    assert chances == {f"[{card}]": pytest.approx(n / pile.total()) for card, n in pile.items()}
    play(position, "[R5]")
    assert pile_of(position) == pile - Counter(["R5"])


def test_the_game_ends_at_once_when_the_last_card_is_drawn() -> None:
    """MI-14: even if more should be drawn."""
    position = arrange("0 \n 0 B1", hands={0: "B2 B3 R3"}, left=1, taken={1: "Y5 Y5"})
    play(position, "B2@(1,0)", "A:(0,0)-(1,0)", "again", "B3@(0,1)", "A:(1,0)-(0,0)", "done", "keep")
    assert position.pending == (NATURE,)
    (last,) = position.legal()
    play(position, last)
    assert position.over
    assert position.record.ended == 14
    assert hand_of(position, 0).total() == 2
    assert winners(position) == {1}


def test_with_two_cards_left_one_drawn_does_not_end_it() -> None:
    """MI-14"""
    position = arrange("0 \n 0 B1", hands={0: "B2 B3 R3"}, left=2)
    play(position, "B2@(1,0)", "A:(0,0)-(1,0)", "done", "keep")
    play(position, position.legal()[0])
    assert not position.over
    assert position.pending == (1,)


@pytest.mark.parametrize(
    ("taken", "winning"),
    [
        ({0: "Y1 Y1 Y1", 1: "G5 G5"}, {0}),
        ({0: "Y1 Y2 Y3", 1: "G1 G2 G4"}, {1}),
        ({0: "Y1 Y2 Y3", 1: "G1 G1 G4"}, {0, 1}),
        ({}, {0, 1, 2}),
        ({1: "Y5 R5", 2: "G5 B5"}, {1, 2}),
    ],
    ids=["most cards", "then the highest total", "level", "nobody has any", "two of three are level"],
)
def test_most_cards_win_then_the_highest_total_and_those_who_are_level_share(
    taken: dict[int, str], winning: set[int]
) -> None:
    """MI-14"""
    players = 3 if winning >= {1, 2} else 2
    position = arrange("0 \n 0 B1", hands={0: "B2 R2 R3"}, taken=taken, left=1, players=players)
    play(position, "R3@(1,0)", "A:(0,0)-(1,0)", "keep")
    play(position, *position.legal())
    assert position.record.ended == 14
    assert winners(position) == winning


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_game_ends_when_everybody_in_turn_has_laid_no_card(players: int) -> None:
    """MI-15"""
    crews = ":".join(f"{seat}AB" for seat in range(players))
    hands = {seat: "Y3 G3 R3".replace("3", str(seat + 2)) for seat in range(players)}
    position = arrange(DIAMOND.format(crews=crews), hands=hands, taken={1: "Y5"}, players=players)
    for seat in range(players):
        assert position.pending == (seat,)
        play(position, "A:(0,0)-(0,1)")
    assert position.over
    assert position.record.ended == 15
    assert winners(position) == {1}


def test_a_card_laid_in_between_lets_it_go_on() -> None:
    """MI-15: every seat in turn, one after the other."""
    position = arrange(DIAMOND.format(crews="0AB"), hands={0: "Y3 G3 R3", 1: "Y4 G4 R4"})
    play(position, "A:(0,0)-(0,1)", "G4@(0,3)", "A:(0,2)-(0,1)")
    assert position.record.idle == 1
    play(position, "[B5]")
    assert position.record.idle == 0
    assert position.pending == (0,)


def test_in_teams_the_game_ends_so_as_well() -> None:
    """MI-15, MI-17: and team totals are compared."""
    crews = ":".join(f"{seat}A" for seat in range(4))
    position = arrange(
        DIAMOND.format(crews=crews),
        hands={0: "Y3 G3 R3", 1: "Y4 G4 R4", 2: "Y5 G5 R5", 3: "B3 B4 B5"},
        taken={0: "Y5", 1: "B4", 3: "G5"},
        mode="teams",
    )
    for _ in range(4):
        play(position, "A:(0,0)-(0,1)")
    assert position.record.ended == 15
    assert winners(position) == {1, 3}


def test_a_round_without_a_card_does_not_end_a_mission() -> None:
    """MI-15: in classic games and teams only."""
    position = arrange(DIAMOND.format(crews="0A:1A:2AB"), mode="corsair", players=3)
    play(position, "A:(0,0)-(0,1)", "A:(0,0)-(0,1)", "done")
    assert not position.over
    assert position.record.rounds == 1
    assert position.pending == (0,)


def test_a_game_that_is_played_to_the_end_ends_by_a_rule() -> None:
    """MI-12, MI-14"""
    endings = set()
    for seed in range(8):
        match = Match("master-islands", seed=seed, players=4)
        while not match.over:
            match.play(match.legal()[seed % len(match.legal())])
        endings.add(int(match.position.record.ended))
        assert (match.position.record.left == 0) == (match.position.record.ended == 14)
    assert endings <= {12, 14, 15}
    assert rules.AIMS[rules.CLASSIC] == 12
