"""The picture of War of Masters: what is where, what it is called, and what touching it means."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest

from tablier import PUBLIC, Match, Position
from tablier.games.war_of_masters import scene as drawing
from tablier.picture import svg, text
from tablier.picture.scene import Item, Scene
from tests.contrast import hard_to_read, lightness
from tests.games.war_of_masters.arrange import arrange

RED, BROWN = 0, 1
WAITING = ("[6]", "d2xd8", "[1]", "a8-a7", "[1]", "d8xd9=w")
"""A small red cylinder reaches d9, and must wait."""
BOTH_REPLACED = (*WAITING, "[5]", "a7xa2", "[1]", "e2-e3", "[1]", "a2xa1=L")
WON = ("[6]", "d2-d4", "e1-a5", "[2]", "d8-d6", "[4]", "a5xe9")
"""The red Master takes the brown one, through the gap that both sides have made."""


def after(*actions: str, **options: Any) -> Position:
    match = Match("war-of-masters", **options)
    for action in actions:
        match.play(action)
    return match.position


def items(position: Position, seat: int = PUBLIC, lang: str = "en") -> dict[str, Item]:
    return {item.id: item for item in position.scene(seat, lang).items}


def place(item: Item) -> tuple[float, float]:
    return item.x, item.y


def pips(item: Item) -> list[bool]:
    """Whether each pip of the die is still to be played."""
    return [shape.attributes["fill"] != "none" for shape in item.shapes if shape.tag == "circle"]


# --- things keep their names


def test_a_cylinder_keeps_its_id_when_it_moves() -> None:
    before, later = items(after("[5]")), items(after("[5]", "e2-e7"))
    assert place(before["red-4"]) == place(before["e2"])
    assert place(later["red-4"]) == place(later["e7"])
    assert before.keys() <= later.keys()


def test_a_captured_cylinder_goes_to_the_tray_of_its_colour() -> None:
    """WM-14"""
    later = items(after("[6]", "e2xe8"))
    assert place(later["red-4"]) == place(later["e8"])
    tray = later["tray-brown"]
    assert abs(later["brown-4"].x - tray.x) < tray.size[0] / 2
    assert abs(later["brown-4"].y - tray.y) < tray.size[1] / 2


def test_a_replaced_cylinder_changes_places_with_the_large_one() -> None:
    """WM-16, WM-17"""
    before, later = items(after(*WAITING)), items(after(*BOTH_REPLACED))
    assert place(before["red-3"]) == place(later["red-9"]) == place(later["d9"])
    assert later["red-3"].x > 9


def test_every_cylinder_and_every_square_is_there_once() -> None:
    """WM-1, WM-2"""
    found = [item.id for item in after(*BOTH_REPLACED).scene().items]
    assert len(set(found)) == len(found)
    assert {f"{side}-{number}" for side in ("red", "brown") for number in range(18)} <= set(found)
    assert {column + row for column in "abcdefghi" for row in "123456789"} <= set(found)


def test_near_cylinders_stand_before_far_ones() -> None:
    """On the board, and in each tray."""
    for seat in (RED, BROWN):
        pieces = [item for item in items(after(*BOTH_REPLACED), seat).values() if item.id.startswith(("red", "brown"))]
        places = [bool(item.on) or item.id.partition("-")[0] for item in pieces]
        assert {True, "red"} <= set(places)
        for place in set(places):
            depths = [item.y for item, where in zip(pieces, places, strict=True) if where == place]
            assert all(far <= near for far, near in pairwise(depths))


# --- where they are


@pytest.mark.parametrize(
    ("seat", "a1", "i9"),
    [(RED, (0.5, 8.5), (8.5, 0.5)), (PUBLIC, (0.5, 8.5), (8.5, 0.5)), (BROWN, (8.5, 0.5), (0.5, 8.5))],
)
def test_a_seat_sees_its_own_back_row_at_the_bottom(
    seat: int, a1: tuple[float, float], i9: tuple[float, float]
) -> None:
    seen = items(after(), seat)
    assert (place(seen["a1"]), place(seen["i9"])) == (a1, i9)
    assert (seen["column-a"].x, seen["row-1"].y) == a1


def test_a_seat_sees_its_own_tray_at_the_bottom() -> None:
    for seat, near, far in ((RED, "tray-red", "tray-brown"), (BROWN, "tray-brown", "tray-red")):
        seen = items(after(), seat)
        assert seen[near].y > seen[far].y


def test_the_die_lies_on_the_side_of_whoever_is_to_play() -> None:
    assert items(after(), RED)["die"].y > 4.5 > items(after(), BROWN)["die"].y


def test_everything_is_within_the_picture_and_nothing_overfills_a_tray() -> None:
    """WM-18: in the end one side may be off the board altogether."""
    position = arrange("5 M........\n1 ........b", roll=1, goal="all")
    scene = position.scene()
    for item in scene.items:
        assert scene.x < item.x < scene.x + scene.width
        assert scene.y < item.y < scene.y + scene.height
    seen = items(position)
    heights = [item.y - seen["tray-brown"].y for item in seen.values() if item.id.startswith("brown-") and item.x > 9]
    assert len(heights) == 17
    assert max(map(abs, heights)) < seen["tray-brown"].size[1] / 2 - 0.4


# --- what touching means


@pytest.mark.parametrize("actions", [(), ("[3]",), ("[6]",), ("[6]", "c2-c5"), ("[5]", "e2-e7"), (*WAITING, "[2]")])
@pytest.mark.parametrize("path", ["leap", "blocked"])
def test_touching_means_the_legal_actions_of_whoever_is_to_play(actions: tuple[str, ...], path: str) -> None:
    """WM-6, WM-10, WM-13"""
    position = after(*actions, path=path)
    for seat in (RED, BROWN, PUBLIC):
        legal = position.legal(seat) if seat in position.pending else []
        touches = position.scene(seat).touches
        assert sorted(touches) == sorted(legal)
        for action, sequence in touches.items():
            assert sequence == (action[:2], action[3:5])


STUCK = "9 N.......b\n5 r........"


def test_a_button_passes_where_nothing_else_is_possible() -> None:
    """WM-11"""
    position = arrange(STUCK, roll=5, goal="all")
    assert position.scene(RED).touches == {"pass": ("pass",)}
    assert items(position, RED)["pass"].words == "Pass: no move is possible"


def test_there_is_no_button_for_others_nor_where_a_move_is_possible() -> None:
    """WM-11"""
    for seat in (BROWN, PUBLIC):
        assert "pass" not in items(arrange(STUCK, roll=5, goal="all"), seat)
    assert "pass" not in items(arrange(STUCK, roll=4, goal="all"), RED)


# --- what it says

WORDS = [
    ("e4", "e4, vide", "e4, empty"),
    ("e1", "e1, Maître rouge", "e1, red Master"),
    ("e9", "e9, Maître brun", "e9, brown Master"),
    ("a1", "a1, grand cylindre rouge", "a1, large red cylinder"),
    ("b8", "b8, petit cylindre brun", "b8, small brown cylinder"),
    (
        "d9",
        "d9, petit cylindre rouge en attente, qui se déplace comme un grand",
        "d9, small red cylinder, waiting, which moves like a large one",
    ),
    ("tray-red", "Cylindres rouges hors du plateau\u00a0: aucun", "Red cylinders off the board: none"),
    (
        "tray-brown",
        "Cylindres bruns hors du plateau\u00a0: 1 grand, 1 petit",
        "Brown cylinders off the board: 1 large, 1 small",
    ),
    ("die", "Dé\u00a0: à lancer par Brun", "Die: Brown is to roll"),
    ("trail-1", "Dernier coup\u00a0: de d8 à d9", "Last move: from d8 to d9"),
]


@pytest.mark.parametrize(("id", "french", "english"), WORDS)
def test_everything_has_words_for_those_who_cannot_see_it(id: str, french: str, english: str) -> None:
    """WM-2, WM-17"""
    position = after(*WAITING)
    assert items(position, lang="fr")[id].words == french
    assert items(position, lang="en")[id].words == english


def test_where_all_are_to_be_captured_a_ring_is_only_a_ring() -> None:
    """WM-18, WM-19"""
    position = after(goal="all", ring="ai")
    assert items(position, lang="fr")["a1"].words == "a1, grand cylindre rouge bagué"
    assert items(position, lang="fr")["i9"].words == "i9, grand cylindre brun bagué"
    assert items(position, lang="en")["e1"].words == "e1, large red cylinder"


def test_the_tray_names_the_one_with_the_ring() -> None:
    assert items(after(*WON))["tray-brown"].words == "Brown cylinders off the board: the Master"
    ringless = arrange("9 b.......B\n1 R........", goal="all")
    assert items(ringless, lang="fr")["tray-red"].words.endswith("7 grands, le grand bagué, 9 petits")


STATUS: list[tuple[Callable[[], Position], str, str]] = [
    (after, "À Rouge de lancer le dé.", "Red is to roll the die."),
    (
        lambda: after("[1]"),
        "Rouge a fait 1\u00a0: une pièce se déplace d’une case.",
        "Red rolled 1: one piece moves one square.",
    ),
    (
        lambda: after("[5]", "e2-e7", "[2]"),
        "Brun a fait 2\u00a0: une pièce se déplace de 2 cases.",
        "Brown rolled 2: one piece moves 2 squares.",
    ),
    (
        lambda: after("[6]"),
        "Rouge a fait 6\u00a0: une pièce se déplace de 6 cases, ou deux se les partagent.",
        "Red rolled 6: one piece moves 6 squares, or two pieces share them.",
    ),
    (
        lambda: after("[6]", "c2-c4"),
        "Rouge partage son 6\u00a0: une autre pièce joue les 4 cases qui restent.",
        "Red divides the 6: another piece moves the 4 squares that are left.",
    ),
    (
        lambda: after("[6]", "c2-c7"),
        "Rouge partage son 6\u00a0: une autre pièce joue la case qui reste.",
        "Red divides the 6: another piece moves the square that is left.",
    ),
    (
        lambda: arrange(STUCK, roll=5, goal="all"),
        "Rouge a fait 5, mais aucun coup n’est possible\u00a0: il faut passer.",
        "Red rolled 5, but no move is possible and the turn is passed.",
    ),
    (
        lambda: after(*WON),
        "Rouge a pris le Maître adverse et gagne la partie.",
        "Red has captured the enemy Master and wins the game.",
    ),
    (
        lambda: after("[3]", "e2-e5", max_turns=1),
        "Partie nulle\u00a0: personne n’a gagné, et le tour 1 était le dernier.",
        "A draw: nobody has won, and turn 1 was the last.",
    ),
]


@pytest.mark.parametrize(("position", "french", "english"), STATUS)
def test_the_status_says_what_is_going_on(position: Callable[[], Position], french: str, english: str) -> None:
    """WM-5, WM-6, WM-11, WM-12, WM-20"""
    for seat in (RED, BROWN, PUBLIC):
        assert position().scene(seat, "fr").status == french
        assert position().scene(seat, "en").status == english


def test_the_status_says_that_the_other_player_passed() -> None:
    """WM-11"""
    position = arrange(STUCK, roll=5, goal="all")
    position.play("pass")
    assert position.scene(lang="en").status == "Red passed. Brown is to roll the die."
    assert position.scene(lang="fr").status == "Rouge a passé. À Brun de lancer le dé."


def test_the_status_says_who_captured_everything() -> None:
    """WM-18"""
    position = arrange("9 b........\n5 r........", roll=4, goal="all")
    position.play("a5xa9=L")
    assert position.scene(lang="en").status == "Red has captured the last enemy piece and wins the game."


def test_the_title_names_the_game_and_the_turn() -> None:
    assert after().scene(lang="fr").title == "La Guerre des Maîtres, tour 1"
    assert after(*WAITING).scene(lang="en").title == "War of Masters, turn 4"
    assert after("[3]", "e2-e5", max_turns=1).scene(lang="en").title == "War of Masters, turn 1"


# --- the die and the last move


@pytest.mark.parametrize("roll", range(1, 7))
def test_the_die_has_as_many_pips_as_were_rolled(roll: int) -> None:
    """WM-6"""
    assert pips(items(after(f"[{roll}]"))["die"]) == [True] * roll


def test_the_die_is_blank_until_it_is_rolled() -> None:
    """WM-6"""
    assert pips(items(after())["die"]) == []


def test_the_die_shows_what_is_left_of_a_divided_six() -> None:
    """WM-13"""
    assert pips(items(after("[6]", "c2-c4"))["die"]) == [False, False, True, True, True, True]


def test_the_die_has_the_colour_of_whoever_rolled_it() -> None:
    red, brown, resting = after("[5]"), after("[5]", "e2-e7", "[5]"), after("[5]", "e2-e7")
    faces = [items(position)["die"].shapes[0].attributes["href"] for position in (red, brown, resting)]
    assert faces == ["die-red", "die-brown", "die-resting"]


def test_a_capture_is_known_as_one_before_it_is_made() -> None:
    """WM-11"""
    scene = after("[5]", "e2-e7", "[1]").scene(BROWN)
    assert scene.takes == {"e8xe7": "e7"}
    assert not after("[5]").scene(RED).takes


def test_a_master_that_can_be_taken_is_marked() -> None:
    position = after("[5]", "e2-e7")
    assert ("danger-brown" in items(position)) == ("danger" in position.scene(BROWN, "en").aim)


def test_on_a_phone_a_square_is_as_wide_as_a_finger() -> None:
    scene = after("[5]").scene(RED, "fr", "tall")
    assert 390 / scene.width >= 40
    assert {item.id for item in scene.items} >= {"die", "tray-red", "tray-brown"}


def test_the_last_turn_leaves_a_trail() -> None:
    """WM-12: a divided six leaves two arrows."""
    assert not [id for id in items(after()) if id.startswith("trail")]
    assert [id for id in items(after("[5]", "e2-e7")) if id.startswith("trail")] == ["trail-1"]
    both = items(after("[6]", "c2-c4", "d2-d6"))
    assert place(both["trail-1"]) == place(both["c2"])
    assert place(both["trail-2"]) == place(both["d2"])
    tinted = {id for id in both if len(id) == 2 and both[id].ground in drawing.HONEY}
    assert tinted == {"c2", "c4", "d2", "d6"}


# --- as text

OPENING = """
9   B    B    B    B   (B)   B    B    B    B

8   b    b    b    b    b    b    b    b    b

7   ·    ·    ·    ·    ·    ·    ·    ·    ·

6   ·    ·    ·    ·    ·    ·    ·    ·    ·

5   ·    ·    ·    ·    ·    ·    ·    ·    ·      │     │
                                                   │  ?  │
4   ·    ·    ·    ·    ·    ·    ·    ·    ·      │     │
                                                     Red
3   ·    ·    ·    ·    ·    ·    ·    ·    ·

2   r    r    r    r    r    r    r    r    r

1   R    R    R    R   (R)   R    R    R    R

    a    b    c    d    e    f    g    h    i"""

FOR_BROWN = """
1   R    R    R    R   (R)   R    R    R    R

2   r    r    r    r    r    ·    r    r    r

3   ·    ·    ·    ·    ·    ·    ·    ·    ·

4   ·    ·    ·    ·    ·    ·    ·    ·    ·

5   ·    ·    ·    ·    ·    ·    ·    ·    ·      │○   ●│
                                                   │○   ●│
6   ·    ·    ·    ·    ·    ·  [ b ]  ·    ·      │●   ●│
                                                   reste 4
7   ·    ·    ·    ·    ·    ·    ·    ·    b

8   b    b    b    b    b    ·  [ · ]  b    ·         B
                                                      b
9   B    B    B    B   (B)  *r*   B    B    B

    i    h    g    f    e    d    c    b    a"""


def test_the_opening_as_text() -> None:
    """WM-3"""
    assert str(text.render(after().scene(lang="en"))) == OPENING


def test_a_divided_six_as_brown_sees_it_in_text() -> None:
    """WM-13: what is left of the six; and the squares of the last move, in brackets."""
    position = after(*WAITING, "[6]", "c8-c6")
    assert str(text.render(position.scene(BROWN, "fr"))) == FOR_BROWN


def test_every_kind_of_cylinder_is_told_apart_without_colours() -> None:
    """WM-2, WM-17"""
    drawn = str(text.render(after(*WAITING).scene())).splitlines()
    assert drawn[1].startswith("9   B    B    B  [*r*] (B)   B")


def test_the_text_leaves_four_lines_of_a_small_terminal() -> None:
    picture = text.render(after(*BOTH_REPLACED).scene(lang="fr"))
    assert len(picture.rows) <= 20
    assert max(len(row) for row in picture.rows) <= 80


def many_scenes() -> Iterator[Scene]:
    for position in (*(position() for position, _, _ in STATUS), after(*WAITING), after(*BOTH_REPLACED)):
        for seat in (RED, BROWN):
            yield position.scene(seat, "fr")


def test_every_character_can_be_read_on_its_ground() -> None:
    assert hard_to_read(many_scenes()) == {}


def test_the_sides_differ_in_lightness_and_not_in_colour_alone() -> None:
    red, brown = (lightness(colour) for colour in drawing.TOPS)
    assert red - brown > 20


# --- as SVG


def test_the_svg_is_light_well_formed_and_self_contained() -> None:
    for scene in many_scenes():
        picture = svg.render(scene)
        assert len(picture.encode()) < 60_000
        tags = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(picture).iter()}
        assert tags.isdisjoint({"style", "script", "image", "foreignObject"})


def test_a_click_on_a_cylinder_touches_its_square() -> None:
    """WM-6: a move is meant by two squares, so neither what stands on them nor an arrow may catch the click."""
    for item in items(after("[5]", "e2-e7")).values():
        if item.id.startswith(("red-", "brown-")):
            assert item.words == ""
        if item.id.startswith("trail"):
            assert {shape.attributes["pointer_events"] for shape in item.shapes} == {"none"}
