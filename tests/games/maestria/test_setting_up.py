"""The board and the placing of the pawns."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tablier import Position
from tablier.engine.errors import BadOption, UnreadableAction
from tablier.games.maestria import rules
from tablier.games.maestria.game import DEFAULT_MAP, random_map
from tablier.games.maestria.notation import square_number
from tests.games.maestria.arrange import SET_UP, after, arrange, diagram, play, rows, targets_of

BLACK_SQUARES = ["a3", "c3", "e3", "b4", "d4", "f4"]
WHITE_SQUARES = ["b1", "d1", "f1", "a2", "c2", "e2"]


def terrain(position: Position, row: int) -> str:
    """The letters of a row, from a to f."""
    s, (columns, _) = position.record, rules.extent(int(position.record["shape"]))
    return "".join("PFM"[rules.terrain(s, square_number(s, f"{column}{row}"))] for column in "abcdef"[:columns])


# --- the board


def test_the_board_has_six_columns_and_four_rows() -> None:
    """MA-1: 24 squares, 12 in each camp."""
    assert (rules.extent(rules.WIDE), rules.SQUARES) == ((6, 4), 24)
    assert len(diagram(after()).splitlines()) == 4


def test_deep_board_has_four_columns_and_six_rows() -> None:
    """MA-1: White's camp is rows 1 to 3, Black's 4 to 6."""
    position = after(shape="deep")
    assert len(diagram(position).splitlines()) == 6
    assert {action[2:] for action in position.legal()} == {"b4", "d4", "a5", "c5", "b6", "d6"}
    play(position, "S@b4", "S@b4", "S@b4")
    assert {action[2:] for action in position.legal()} == {"b1", "d1", "a2", "c2", "b3", "d3"}
    with pytest.raises(UnreadableAction, match="there is no square e1: they go from a1 to d6"):
        position.play("S@e1")


def test_map_of_a_deep_board_is_read_in_rows_of_four() -> None:
    """MA-2: from the border on, mirrored across it."""
    position = after(shape="deep")
    assert [terrain(position, row) for row in (6, 5, 4, 3, 2, 1)] == ["MPFM", "PFPF", "MPFM", "MPFM", "PFPF", "MPFM"]


def test_neighbours_on_a_deep_board_are_those_that_touch() -> None:
    """MA-7"""
    position = arrange("6 . . . b1G \n 3 . b2 . . \n 1 w1G . . .", shape="deep")
    assert targets_of(position, "b3") == {"a2", "b2", "c2", "a3", "c3", "a4", "b4", "c4"}
    assert targets_of(position, "d6") == {"c6", "c5", "d5"}


def test_the_default_map() -> None:
    """MA-2: rows 3 and 2 are M P F M P F, rows 4 and 1 are P F M P F M."""
    position = after()
    assert position.options["map"] == DEFAULT_MAP
    assert [terrain(position, row) for row in (4, 3, 2, 1)] == ["PFMPFM", "MPFMPF", "MPFMPF", "PFMPFM"]


def test_a_map_gives_the_front_row_then_the_back_row_of_both_camps() -> None:
    """MA-2: mirrored across the border, the columns kept."""
    position = after(map="PPFFMMFFFFFM")
    assert [terrain(position, row) for row in (4, 3, 2, 1)] == ["FFFFFM", "PPFFMM", "PPFFMM", "FFFFFM"]


@pytest.mark.parametrize("map", ["", "PFM", "MPFMPFPFMPFMP", "mpfmpfpfmpfm", "MPFMPFPFMPFX", 12, None])
def test_a_map_is_twelve_letters(map: object) -> None:
    """MA-2"""
    with pytest.raises(BadOption, match=r"map: .* is not possible; it is 12 letters, each P, F or M"):
        Position("maestria", map=map)


def test_any_twelve_letters_are_a_map() -> None:
    """MA-2: not only four of each."""
    assert terrain(after(map="M" * 12), 1) == "MMMMMM"


def test_a_random_map_has_four_of_each_terrain() -> None:
    """MA-2"""
    maps = [random_map(seed) for seed in range(50)]
    assert all(Counter(map) == {"P": 4, "F": 4, "M": 4} for map in maps)
    assert len(set(maps)) > 45
    assert random_map(7) == random_map(7)
    assert Position("maestria", map=random_map("club night")).options["map"] == random_map("club night")


def test_a_random_map_has_every_terrain_everywhere() -> None:
    """MA-2"""
    seen = {(i, letter) for seed in range(100) for i, letter in enumerate(random_map(seed))}
    assert len(seen) == 12 * 3


def test_squares_are_black_and_white_in_turn() -> None:
    """MA-3: a1 is black; each camp has six squares of each colour."""
    s = after().record
    black = [square for square in range(rules.SQUARES) if rules.colour_of(square) == rules.BLACK]
    assert square_number(s, "a1") in black
    assert square_number(s, "b1") not in black
    assert square_number(s, "a2") not in black
    assert len([square for square in black if square < 12]) == len([square for square in black if square >= 12]) == 6


# --- placing


def test_every_pawn_begins_in_hand() -> None:
    """MA-4, MA-5: fifteen each, none on the board, and Black begins to place."""
    position = after()
    assert list(position.record.in_hand) == [15, 15]
    assert position.record.pawns.sum() == 0
    assert position.pending == (0,)
    assert position.seats == ("black", "white")


def test_black_places_on_black_squares_of_its_camp() -> None:
    """MA-1, MA-3, MA-5"""
    assert after().legal() == [f"{kind}@{square}" for kind in "SG" for square in BLACK_SQUARES]


def test_white_places_on_white_squares_of_its_camp() -> None:
    """MA-1, MA-3, MA-5"""
    assert after(*SET_UP[:3]).legal() == [f"{kind}@{square}" for kind in "SG" for square in WHITE_SQUARES]


def test_the_players_place_three_at_a_time_five_times() -> None:
    """MA-5: Black first."""
    position = after()
    seats: list[int] = []
    for action in SET_UP:
        seats += position.pending
        position.play(action)
    assert seats == [0, 0, 0, 1, 1, 1] * 5


@pytest.mark.parametrize("place", range(15))
def test_the_general_may_be_any_of_the_fifteen(place: int) -> None:
    """MA-4, MA-5: whichever its owner chooses, from the first pawn to the last."""
    actions = [action.replace("G", "S") for action in SET_UP]
    mine = [i for i in range(30) if i // 3 % 2 == 0]
    actions[mine[place]] = actions[mine[place]].replace("S", "G")
    actions[29] = actions[29].replace("S", "G")
    position = after(*actions)
    assert position.record.phase == rules.MOVING
    assert list(position.record.pawns.sum(axis=1)) == [15, 15]


def test_there_is_only_one_general() -> None:
    """MA-4: the other fourteen are soldiers."""
    position = after("G@b4")
    assert position.legal() == [f"S@{square}" for square in BLACK_SQUARES]


def test_the_last_pawn_is_the_general_if_it_is_not_placed() -> None:
    """MA-5"""
    position = after(*(action.replace("G", "S") for action in SET_UP[:26]))
    assert position.record.in_hand[0] == 1
    assert {action[0] for action in position.legal()} == {"G"}


def test_the_general_may_wait_while_there_are_two_pawns() -> None:
    """MA-5"""
    position = after(*(action.replace("G", "S") for action in SET_UP[:25]))
    assert position.record.in_hand[0] == 2
    assert {action[0] for action in position.legal()} == {"S", "G"}


def test_a_square_is_full_with_five_pawns() -> None:
    """MA-6"""
    position = after("S@a3", "S@a3", "S@a3", *SET_UP[3:6], "S@a3")
    assert "S@a3" in position.legal()
    position.play("S@a3")
    assert [action for action in position.legal() if "a3" in action] == []
    assert "S@c3" in position.legal()


def test_placing_never_gets_stuck() -> None:
    """MA-5, MA-6: six squares of five have room for fifteen, however they are filled."""
    for seed in range(20):
        random, position = Random(seed), after()
        wanted = random.sample(BLACK_SQUARES, 6) + random.sample(WHITE_SQUARES, 6)
        while position.record.phase == rules.PLACING:
            legal = position.legal()
            assert legal
            # square after square, each until it is full; the General as late as it may be
            position.play(min(legal, key=lambda action: (action[0] == "G", wanted.index(action[2:]))))
        assert position.record.pawns.max() == 5


def test_after_the_last_pawn_black_plays() -> None:
    """MA-7: with five points; MA-20: and no turn has been counted yet."""
    position = after(*SET_UP)
    assert position.pending == (0,)
    assert (position.record.points, position.record.turns) == (5, 0)
    assert diagram(position) == rows(
        """
        4 .   b3  .   b4G .   b2
        3 b2  .   b3  .   b1  .
        2 w2  .   w3  .   w4  .
        1 .   w1  .   w3G .   w2
        """
    )


def test_both_players_see_the_generals() -> None:
    """MA-4"""
    position = after(*SET_UP)
    assert position.view(0) == position.view(1) == position
