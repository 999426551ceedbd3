"""Quick set-ups: whichever is chosen, and whenever, it is followed to the last pawn."""

from __future__ import annotations

from itertools import cycle

import pytest

from tablier import PUBLIC, Position
from tablier.games.maestria import rules
from tablier.games.maestria.notation import square_name
from tablier.games.maestria.set_ups import SET_UPS, set_up
from tests.games.maestria.arrange import after, pawns, play

SHAPES = [{"shape": "wide"}, {"shape": "deep"}, {"map": "PPPPPPMFFFFM"}]


def follow(position: Position, names: tuple[str, str]) -> Position:
    """Let each seat follow its course, as a page does, to the end of the set-up."""
    while position.record.phase == rules.PLACING:
        (seat,) = position.pending
        position.play(position.scene(seat).courses[f"set-up-{names[seat]}"], seat)
    return position


def stands(position: Position, seat: int) -> dict[int, int]:
    return {square: int(n) for square, n in enumerate(position.record.pawns[seat]) if n}


@pytest.mark.parametrize("options", SHAPES)
@pytest.mark.parametrize("name", SET_UPS)
def test_who_follows_a_course_stands_as_it_says(name: str, options: dict[str, str]) -> None:
    """MA-4, MA-5"""
    position = follow(after(**options), (name, name))
    for seat in (rules.BLACK, rules.WHITE):
        wanted = set_up(position.record, seat, name)
        assert stands(position, seat) == {square: n for square, n in wanted.pawns.items() if n}
        assert position.record.general[seat] == wanted.home


def test_both_sides_stand_alike_across_the_border_as_far_as_their_squares_do() -> None:
    position = follow(after(), ("attack", "defence"))
    fronts = [
        sum(int(position.record.pawns[seat, q]) for q in range(6 * row, 6 * row + 6)) for seat, row in ((0, 2), (1, 1))
    ]
    assert fronts == [10, 5]


def test_the_general_has_a_corner_and_comes_last() -> None:
    """MA-5: it must be placed by the last; the enemy need not know before."""
    position = after()
    for name in cycle(SET_UPS):
        if position.record.in_hand[rules.BLACK] == 1 and position.record.seat == rules.BLACK:
            break
        (seat,) = position.pending
        action = position.scene(seat).courses[f"set-up-{'balanced' if seat else 'attack'}"]
        assert action.startswith("S") or seat == rules.WHITE, name
        position.play(action, seat)
    assert position.scene(rules.BLACK).courses["set-up-attack"] == "G@f4"


def test_a_course_is_joined_at_any_time() -> None:
    """What was placed by hand stays; the rest comes as near as it can."""
    position = play(after(), "G@a3", "S@a3", "S@a3")
    follow(position, ("defence", "balanced"))
    wanted = set_up(position.record, rules.BLACK, "defence")
    assert pawns(position, "a3") == "b3G"
    assert sum(abs(stands(position, rules.BLACK).get(q, 0) - n) for q, n in wanted.pawns.items()) <= 2


def test_a_general_whose_square_is_full_goes_to_one_beside_it() -> None:
    """MA-6"""
    position = play(after(), "S@f4", "S@f4", "S@f4")
    follow(play(position, "S@a2", "S@a2", "S@a2", "S@f4", "S@f4", "S@a3"), ("attack", "attack"))
    assert pawns(position, "f4") == "b5"
    assert square_name(position.record, int(position.record.general[rules.BLACK])) == "e3"


def test_courses_are_offered_to_who_places_only() -> None:
    position = after()
    assert list(position.scene(rules.BLACK).courses) == [f"set-up-{name}" for name in SET_UPS]
    for seat in (rules.WHITE, PUBLIC):
        assert not position.scene(seat).courses
        assert not position.scene(seat).controls
    position = follow(position, ("attack", "attack"))
    assert not position.scene(rules.BLACK).courses
