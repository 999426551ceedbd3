"""What there is to see and to touch."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from math import cos, hypot, radians, sin
from xml.etree import ElementTree

import pytest

from tablier import PUBLIC, Position
from tablier.games.maestria.scene import NUMBER, ON_PAWNS
from tablier.picture import svg, text
from tablier.picture.scene import Control, Form, Item, Scene
from tests.contrast import hard_to_read, lightness
from tests.games.maestria.arrange import SET_UP, after, arrange, play

BLACK, WHITE = 0, 1

FIELD = """
    4 .   .   .   .   .   b1G
    3 .   .   .   b3  .   .
    2 .   .   .   .   w5  .
    1 w2G .   .   .   .   .
"""


def attacked() -> Position:
    return play(arrange(FIELD, to_move="white"), "e2xd3*4")


def fought(throw: str = "[6 4 | 5 d2]") -> Position:
    return play(attacked(), "fight", throw)


def items(position: Position, seat: int = PUBLIC, lang: str = "en") -> dict[str, Item]:
    return {item.id: item for item in position.scene(seat, lang).items}


def place(item: Item) -> tuple[float, float]:
    return item.x, item.y


def symbols(item: Item) -> list[str]:
    return [str(shape.attributes["href"]) for shape in item.shapes if shape.tag == "use"]


def written(item: Item) -> list[str]:
    return [shape.text for shape in item.shapes if shape.text]


# --- the board


@pytest.mark.parametrize("seat", [WHITE, PUBLIC])
def test_white_and_spectators_see_a1_at_the_bottom_left(seat: int) -> None:
    """MA-1"""
    seen = items(after(), seat)
    assert place(seen["a1"]) == (1, 7)
    assert place(seen["f4"]) == (11, 1)


def test_black_sees_its_own_camp_at_the_bottom() -> None:
    """MA-1"""
    seen = items(after(), BLACK)
    assert place(seen["f4"]) == (1, 7)
    assert place(seen["a1"]) == (11, 1)


def test_a_square_says_what_it_is_and_what_stands_there() -> None:
    """MA-2, MA-3, MA-4"""
    position = arrange("4 . . . . b1 b3G\n2 . w1 . . . .\n1 w1G . w2 . . .")
    english, french = items(position), items(position, lang="fr")
    assert english["a3"].words == "a3, black square, mountain, empty"
    assert french["a3"].words == "a3, case noire, montagne, vide"
    assert english["f4"].words == "f4, black square, mountain, 3 black pawns, one of them the General"
    assert french["f4"].words == "f4, case noire, montagne, 3 pions noirs dont le Général"
    assert french["e4"].words == "e4, case blanche, forêt, 1 pion noir"
    assert french["b2"].words == "b2, case noire, plaine, 1 pion blanc"
    assert french["a1"].words == "a1, case noire, plaine, le Général blanc"
    assert english["c1"].words == "c1, black square, mountain, 2 white pawns"


@pytest.mark.parametrize(("seat", "corner", "border"), [(BLACK, "f4", 3), (WHITE, "f1", 2)])
def test_a_phone_shows_a_wide_board_turned_by_a_quarter(seat: int, corner: str, border: int) -> None:
    """MA-1: its long side upright, the own camp at the right; the same is touched."""
    position = after()
    tall, wide = position.scene(seat, "en", "tall"), position.scene(seat, "en", "wide")
    seen = {item.id: item for item in tall.items}
    assert tall.width < tall.height
    assert wide.width > wide.height
    assert place(seen[corner]) == (7, 11 if seat == BLACK else 1)
    assert place(seen[f"c{border}"])[0] == 5
    assert tall.touches == wide.touches


@pytest.mark.parametrize("form", ["wide", "tall"])
def test_a_deep_board_is_upright_in_both_forms(form: Form) -> None:
    """MA-1"""
    seen = {item.id: item for item in after(shape="deep").scene(BLACK, "en", form).items}
    assert place(seen["d6"]) == (1, 11)
    assert place(seen["a1"]) == (7, 1)


def test_squares_of_a_phone_are_wide_enough_for_a_finger() -> None:
    """MA-1: on a phone of 390 pixels across, whose page has its margins."""
    seen = after().scene(BLACK, "fr", "tall")
    assert 2 / seen.width * 350 >= 72


def test_terrains_are_told_apart_by_their_shapes() -> None:
    """MA-2: not by colour alone."""
    seen = items(after())
    spots = {tuple(round(float(shape.attributes[key]) + 1.25, 2) for key in ("x", "y")): str(shape.attributes["href"])
             for shape in seen["relief"].shapes if shape.tag == "use"}  # fmt: skip
    kinds = [spots[place(seen[name])].rpartition("-")[0] for name in ("b3", "c3", "a3")]
    assert kinds == ["plain", "forest", "mountain"]
    assert len({seen[name].glyph.splitlines()[0] for name in ("b3", "c3", "a3")}) == 3


def test_the_land_stays_the_same_while_the_map_does() -> None:
    """MA-2: a page leaves alone what does not change."""
    first, later = (items(position, BLACK) for position in (after(), after(*SET_UP, "c3-d3*3")))
    for name in ("table", "ground", "relief", "border", "frame"):
        assert first[name] is later[name] or first[name] == later[name]
    assert items(after(map="P" * 12), BLACK)["relief"] != first["relief"]


def test_a_stream_runs_through_woods_and_a_road_through_fields() -> None:
    """MA-2: wherever two squares of the kind touch, on any map."""
    lines = {
        letter: [
            shape
            for name in ("ground", "relief")
            for shape in items(after(map=letter * 12))[name].shapes
            if shape.tag == "path"
        ]
        for letter in "PFM"
    }
    assert len(lines["P"]) == 2
    assert len(lines["F"]) == 3
    assert lines["M"] == []


def test_the_colour_of_a_square_is_a_tint_of_its_own() -> None:
    """MA-3"""
    seen = items(after())
    tints = {name: symbols(seen[name]) for name in ("a1", "b2", "b1", "a2")}
    assert tints["a1"] == tints["b2"] != tints["b1"] == tints["a2"]


def test_a_group_stands_on_a_tray_with_its_number() -> None:
    """MA-6, MA-8: beyond five only the number grows."""
    stack = items(arrange(FIELD))["stack-e2"]
    assert symbols(stack) == ["group-white-5"]
    assert written(stack) == ["5"]
    many = arrange("4 . . . . . b1G\n3 . . . b7 . .\n1 w2G . . . . .", cap="setup")
    assert symbols(items(many)["stack-d3"]) == ["group-black-5"]
    assert written(items(many)["stack-d3"]) == ["7"]


def test_a_general_stands_out_in_its_group() -> None:
    """MA-4: and the words of the square say so."""
    led = {id for id, item in items(arrange(FIELD)).items() if any("-led" in symbol for symbol in symbols(item))}
    assert led == {"stack-f4", "stack-a1"}


# --- touching


def touches(position: Position, seat: int) -> dict[str, tuple[str, ...]]:
    return dict(position.scene(seat).touches)


def test_a_soldier_is_placed_by_touching_a_square_and_the_general_by_touching_it_first() -> None:
    """MA-5"""
    found = touches(after(), BLACK)
    assert found["S@a3"] == ("a3",)
    assert found["G@a3"] == ("general-black", "a3")
    assert "general-black" not in items(after("G@b4"), BLACK)


def test_only_the_general_of_whoever_places_can_be_touched() -> None:
    """MA-5"""
    assert items(after(), BLACK)["general-black"].words == "The black General, to be placed"
    assert items(after(), BLACK, "fr")["general-white"].words == "Le Général blanc, à placer"
    assert touches(after(*SET_UP[:3]), WHITE)["G@b1"] == ("general-white", "b1")
    assert touches(after(), WHITE) == {}


def test_a_general_stays_in_its_place_until_it_is_placed() -> None:
    """MA-5: also when it is the other player's turn."""
    before, later = items(after()), items(after(*SET_UP[:3]))
    for name in ("general-black", "general-white"):
        assert place(before[name]) == place(later[name])


def controls(position: Position, seat: int, lang: str = "fr") -> dict[str, Control]:
    return {control.id: control for control in position.scene(seat, lang).controls}


def test_a_group_is_moved_by_two_squares_and_its_number() -> None:
    """MA-7, MA-8"""
    found = touches(arrange(FIELD, to_move="white"), WHITE)
    assert found["e2-e3*2"] == ("e2", "e3", "e2*2", "advance")
    assert found["end"] == ("end",)


def test_whether_the_general_goes_along_is_asked_where_both_are_possible() -> None:
    """MA-8"""
    found = touches(arrange("4 . b3G . . . .\n1 w1G . . . . ."), BLACK)
    assert found["b4-b3*1"] == ("b4", "b3", "b4*1", "without-general", "advance")
    assert found["b4-b3*2G"] == ("b4", "b3", "b4*1", "with-general", "advance")
    assert found["b4-b3*1G"] == ("b4", "b3", "b4*0", "with-general", "advance")
    found = touches(arrange("4 . b3G . . . .\n1 w1G . . . . .", points=1), BLACK)
    assert found["b4-b3*1G"] == ("b4", "b3", "b4*0", "advance")


def test_an_attack_is_made_by_a_button_so_that_its_odds_are_seen_before() -> None:
    """MA-9: also where there is but one group."""
    assert touches(arrange(FIELD, to_move="white"), WHITE)["e2xd3*5"] == ("e2", "d3", "e2*5", "attack-d3")
    alone = arrange("4 . . . . . b1G\n3 . . . b1 . .\n2 . . . . w1G .")
    assert touches(alone, BLACK)["d3xe2*1"] == ("d3", "e2", "attack-e2")


def test_where_there_is_no_choice_two_squares_are_enough() -> None:
    """MA-8"""
    assert touches(arrange(FIELD), BLACK)["f4-e4*1G"] == ("f4", "e4")
    assert touches(arrange(FIELD, points=1), BLACK)["d3-d4*1"] == ("d3", "d4")


def test_only_what_means_something_is_asked() -> None:
    """MA-8: and only of the player who can use it."""
    position = arrange(FIELD)
    assert list(controls(position, BLACK)) == ["who-d3", "say-attack-e2", "say-advance", "say-end"]
    assert controls(position, WHITE) == {}
    who = controls(position, BLACK)["who-d3"]
    assert who.words == "Qui part de d3\u00a0?"
    assert who.presets == ("d3*3", "d3*2", "d3*1")  # all of them, as far as points and room allow
    assert [(choice.words, choice.note) for choice in who.choices] == [
        ("1 soldat", "1 point"), ("2 soldats", "2 points"), ("3 soldats", "3 points"),
    ]  # fmt: skip
    led = controls(arrange("4 . b3G . . . .\n1 w1G . . . . ."), BLACK)
    assert [choice.words for choice in led["who-b4"].choices] == ["le Général seul", "1 soldat", "2 soldats"]
    assert [(choice.words, choice.note) for choice in led["led"].choices] == [
        ("avec le Général", "1 point de plus"), ("sans lui", ""),
    ]  # fmt: skip


def test_the_odds_of_an_attack_are_told_before_it_with_their_reasons() -> None:
    """MA-10, MA-11, MA-12, MA-13"""
    told = arrange(FIELD, to_move="white").scene(WHITE, "fr").outlooks
    assert set(told) == {f"e2xd3*{n}" for n in range(1, 6)}
    assert (told["e2xd3*4"].figure, told["e2xd3*4"].at) == ("56\u00a0%", "d3")
    assert sum(told["e2xd3*4"].shares) == pytest.approx(1)
    assert told["e2xd3*4"].words == (
        "Victoire 56\u00a0%, égalité 12\u00a0%. En moyenne, vous perdez 1,0 et l’ennemi 1,7. "
        "Plus nombreux\u00a0: un dé de plus pour vous. La montagne bat la plaine\u00a0: le dé spécial pour lui."
    )


def test_whoever_is_attacked_is_told_the_odds_from_its_side() -> None:
    """MA-16"""
    assert list(attacked().scene(BLACK, "en").outlooks) == ["fight"]
    assert attacked().scene(BLACK, "en").outlooks["fight"].at == "d3"
    assert attacked().scene(BLACK, "en").outlooks["fight"].words == (
        "Win 32%, tie 12%. On average you lose 1.7 and the enemy 1.0. "
        "More pawns than you: one more die for them. The mountain beats the plain: the special die for you."
    )
    assert attacked().scene(WHITE, "en").outlooks == {}


@pytest.mark.parametrize(
    ("board", "attack", "warning"),
    [
        ("4 . b1G . . . .\n3 b1 w2 . . . .\n1 w1G . . . . .", "b4xb3*1G", "Si vous perdez, votre Général tombe."),
        ("4 . b1G . . . .\n3 b1 . . . . .\n2 w1G . . . . .", "a3xa2*1", "Si vous gagnez, son Général tombe."),
    ],
)
def test_what_is_at_stake_for_a_general_is_said_before(board: str, attack: str, warning: str) -> None:
    """MA-17, MA-19"""
    assert arrange(board).scene(BLACK, "fr").outlooks[attack].words.endswith(warning)


def test_an_attack_is_answered_by_a_button_or_by_the_square_to_withdraw_to() -> None:
    """MA-16"""
    found = touches(attacked(), BLACK)
    assert found["fight"] == ("fight",)
    assert found["retreat c4"] == ("c4",)
    seen = items(attacked(), BLACK)
    assert {id for id in seen if id.startswith("refuge")} == {
        f"refuge-{square}" for square in ("c2", "d2", "c3", "e3", "c4", "d4", "e4")
    }


def test_everybody_sees_where_the_defender_could_withdraw() -> None:
    """MA-16: nothing is hidden here, and the pictures of the rules page are a spectator's."""
    dotted = {id for id in items(attacked(), BLACK) if id.startswith("refuge")}
    for seat in (WHITE, PUBLIC):
        assert {id for id in items(attacked(), seat) if id.startswith("refuge")} == dotted


def test_a_click_on_a_stack_or_an_arrow_touches_the_square() -> None:
    """MA-7: moves are meant by squares, so nothing that lies on them may catch the click."""
    for position in (fought(), attacked()):
        for item in items(position, BLACK).values():
            if item.id.startswith(("stack", "refuge", "border", "ground", "relief", "frame")):
                assert item.words == ""
            if item.id in ("attack", "attacked"):
                assert {shape.attributes["pointer_events"] for shape in item.shapes} == {"none"}


# --- what is going on

STATUS: list[tuple[Callable[[], Position], str, str]] = [
    (after, "Noir place encore 3 pions.", "Black is to place 3 more pawns."),
    (lambda: after(*SET_UP[:5]), "Blanc place encore 1 pion.", "White is to place 1 more pawn."),
    (
        lambda: after(*(action.replace("G", "S") for action in SET_UP[:26])),
        "Noir place son Général, le dernier de ses pions.",
        "Black is to place the General, the last of the pawns.",
    ),
    (
        lambda: after(*SET_UP),
        "À Noir de jouer\u00a0: 5 points d’action.",
        "Black to play: 5 action points.",
    ),
    (
        lambda: arrange(FIELD, to_move="white", points=1),
        "À Blanc de jouer\u00a0: 1 point d’action.",
        "White to play: 1 action point.",
    ),
    (
        attacked,
        "Blanc attaque d3 depuis e2, à 4 contre 3\u00a0: Noir combat ou se retire.",
        "White attacks d3 from e2, 4 against 3: Black fights or withdraws.",
    ),
    (
        lambda: play(arrange("4 . b1G . . . .\n3 b1 w1G . . . ."), "b4xb3*1G"),
        "Noir attaque b3 depuis b4, à 1 contre 1\u00a0: Blanc combat.",
        "Black attacks b3 from b4, 1 against 1: White fights.",
    ),
    (
        lambda: play(attacked(), "fight"),
        "Blanc attaque d3 depuis e2, à 4 contre 3\u00a0: les dés sont à jeter.",
        "White attacks d3 from e2, 4 against 3: the dice are to be rolled.",
    ),
    (
        fought,
        "Blanc l’emporte 10 à 7\u00a0: Noir perd 3 pions. À Blanc de jouer\u00a0: 1 point d’action.",
        "White wins 10 to 7: Black loses 3 pawns. White to play: 1 action point.",
    ),
    (
        lambda: fought("[1 1 | 5 d2]"),
        "Noir l’emporte 7 à 2\u00a0: Blanc perd 3 pions. À Blanc de jouer\u00a0: 1 point d’action.",
        "Black wins 7 to 2: White loses 3 pawns. White to play: 1 action point.",
    ),
    (
        lambda: fought("[3 4 | 5 d2]"),
        "Égalité, 7 à 7\u00a0: l’attaque est nulle. À Blanc de jouer\u00a0: 1 point d’action.",
        "Equal, 7 to 7: the attack comes to nothing. White to play: 1 action point.",
    ),
    (
        lambda: play(fought("[1 1 | 5 d2]"), "e2xd3*1", "fight", "[4 | 1 1 d2]"),
        "Égalité, 4 à 4\u00a0: l’attaque est nulle. À Noir de jouer\u00a0: 5 points d’action.",
        "Equal, 4 to 4: the attack comes to nothing. Black to play: 5 action points.",
    ),
    (
        lambda: play(attacked(), "retreat d4"),
        "Noir se retire et perd 1 pion. À Blanc de jouer\u00a0: 1 point d’action.",
        "Black withdraws and loses 1 pawn. White to play: 1 action point.",
    ),
    (
        lambda: play(fought(), "e2-e1*1"),
        "À Noir de jouer\u00a0: 5 points d’action.",
        "Black to play: 5 action points.",
    ),
    (
        lambda: play(fought("[3 4 | 5 d2]"), "end", "d3-c3*3", "end", "e2-d3*4"),  # as it attacked before
        "À Blanc de jouer\u00a0: 1 point d’action.",
        "White to play: 1 action point.",
    ),
    (
        lambda: play(
            arrange("4 . b1G . . . .\n3 . w1G . . . .", map="M" * 12), "b4xb3*1G", "fight", "[6 | 1]"
        ),
        "Noir l’emporte 6 à 1\u00a0: Blanc perd 1 pion. Le Général ennemi est éliminé\u00a0: Noir gagne la partie.",
        "Black wins 6 to 1: White loses 1 pawn. The enemy General is eliminated: Black wins the game.",
    ),
    (
        lambda: play(arrange(FIELD, max_turns=1), "end"),
        "Partie nulle\u00a0: personne n’a gagné en 1 tour.",
        "A draw: nobody has won in 1 turn.",
    ),
    (
        lambda: play(arrange(FIELD, max_turns=20, turns=19), "end"),
        "Partie nulle\u00a0: personne n’a gagné en 20 tours.",
        "A draw: nobody has won in 20 turns.",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("position", "french", "english"), STATUS)
def test_the_status_says_what_is_going_on(position: Callable[[], Position], french: str, english: str) -> None:
    """MA-5, MA-7, MA-10, MA-13, MA-15, MA-16, MA-19, MA-20"""
    for seat in (PUBLIC, *({BLACK, WHITE} - set(position().pending))):
        assert position().scene(seat, "fr").status == french
        assert position().scene(seat, "en").status == english


@pytest.mark.parametrize(
    ("position", "seat", "french", "english"),
    [
        (after, BLACK, "À vous, Noir\u00a0: placez encore 3 pions.", "Your turn, Black: place 3 more pawns."),
        (
            lambda: after(*(action.replace("G", "S") for action in SET_UP[:26])), BLACK,
            "À vous, Noir\u00a0: placez votre Général.", "Your turn, Black: place your General.",
        ),
        (
            lambda: arrange("4 . . . . . b1G\n1 w2G . . . . ."), BLACK,
            "À vous, Noir\u00a0: avancez.", "Your turn, Black: advance.",
        ),
        (
            lambda: arrange("4 . . . . . b1G\n3 . . . b3 . .\n2 . . w1 w1 w1 .\n1 w1G . . . . ."), BLACK,
            "À vous, Noir\u00a0: avancez, ou attaquez c2, d2, e2.", "Your turn, Black: advance, or attack c2, d2, e2.",
        ),
        (
            lambda: arrange("3 . b1 . b3 . b1G\n2 . . w1 w1 w1 .\n1 w1G . . . . ."), BLACK,
            "À vous, Noir\u00a0: avancez, ou attaquez c2, d2, e2.", "Your turn, Black: advance, or attack c2, d2, e2.",
        ),
        (
            lambda: arrange("3 . b1 . b3 . b1G\n2 w1 . w1 w1 w1 .\n1 w1G . . . . ."), BLACK,
            "À vous, Noir\u00a0: avancez, ou attaquez l’une de 4 cases.",
            "Your turn, Black: advance, or attack one of 4 squares.",
        ),
        (
            attacked, BLACK,
            "Blanc attaque d3 depuis e2, à 4 contre 3\u00a0: combattez, Noir, ou retirez-vous.",
            "White attacks d3 from e2, 4 against 3: fight, Black, or withdraw.",
        ),
    ],
)  # fmt: skip
def test_whoever_is_to_act_is_spoken_to(position: Callable[[], Position], seat: int, french: str, english: str) -> None:
    """MA-5, MA-7, MA-9, MA-16"""
    assert position().scene(seat, "fr").status == french
    assert position().scene(seat, "en").status == english


def test_the_title_names_the_game_and_the_turn() -> None:
    """MA-20: the set-up is no turn."""
    assert after().scene(lang="fr").title == "Maestria, mise en place"
    assert after(*SET_UP).scene(lang="en").title == "Maestria, turn 1"
    assert after(*SET_UP, "end").scene(lang="fr").title == "Maestria, tour 2"
    assert after(*SET_UP, "end", max_turns=1).scene(lang="fr").title == "Maestria, tour 1"
    board = arrange("4 . b1G . . . .\n3 . w1G . . . .", map="M" * 12, turns=4)
    assert play(board, "b4xb3*1G").scene(lang="en").title == "Maestria, turn 5"
    assert play(board, "fight", "[6 | 1]").scene(lang="en").title == "Maestria, turn 5"


def test_the_players_are_shown_with_their_pawns_and_points() -> None:
    """MA-4, MA-7"""
    placing = items(after(*SET_UP[:4]), lang="fr")
    assert placing["player-black"].words == "Noir\u00a0: 12 pions à placer"
    assert placing["player-white"].words == "Blanc\u00a0: 14 pions à placer"
    playing = items(arrange(FIELD, points=2))
    assert playing["player-black"].words == "Black: 4 pawns, 2 action points"
    assert playing["player-white"].words == "White: 7 pawns"
    alone = arrange("4 . b1G . . . .\n3 . w1G . . . .", points=1)
    assert items(alone)["player-black"].words == "Black: 1 pawn, 1 action point"
    assert items(alone, lang="fr")["player-black"].words == "Noir\u00a0: 1 pion, 1 point d’action"
    assert items(alone, lang="fr")["player-white"].words == "Blanc\u00a0: 1 pion"
    assert symbols(playing["points"]) == ["point"] * 2 + ["point-spent"] * 3
    assert written(items(arrange(FIELD, points=2), lang="fr")["points"]) == ["2 points sur 5"]


def test_all_points_spent_are_shown_while_the_attack_is_answered() -> None:
    """MA-7"""
    position = play(arrange(FIELD, to_move="white"), "e2xd3*5")
    assert items(position)["player-white"].glyph.endswith("◇◇◇◇◇")
    assert items(position)["player-white"].words == "White: 7 pawns, 0 action points"
    assert items(position, lang="fr")["player-white"].words == "Blanc\u00a0: 7 pions, 0 point d’action"


def test_what_is_still_in_hand_is_shown() -> None:
    """MA-4, MA-5"""
    seen = items(after(*SET_UP[:4]))
    assert symbols(seen["hand-black"]) == ["soldier-black"] * 11
    assert symbols(seen["hand-white"]) == ["soldier-white"] * 13
    assert written(seen["hand-white"]) == ["13"]
    assert {"general-black", "general-white"} <= set(seen)


# --- the fight


def test_dice_show_what_was_rolled_and_what_it_comes_to() -> None:
    """MA-10, MA-12: the special die has its number written on it."""
    seen = items(fought())
    assert symbols(seen["dice-attack"]) == ["die-white-6", "die-white-4"]
    assert written(seen["dice-attack"]) == ["10"]
    assert symbols(seen["dice-defence"]) == ["die-black-5", "die-special"]
    assert written(seen["dice-defence"]) == ["2", "7"]


def test_dice_to_come_are_blank_and_those_that_each_side_has_a_right_to() -> None:
    """MA-10, MA-11, MA-12, MA-16: so that the defender knows before it answers."""
    seen = items(attacked(), lang="fr")
    assert symbols(seen["dice-attack"]) == ["die-white-0", "die-white-0"]
    assert symbols(seen["dice-defence"]) == ["die-black-0", "die-special"]
    assert written(seen["dice-attack"]) == written(seen["dice-defence"]) == []
    assert seen["dice-attack"].words == "Attaque, Blanc\u00a0: deux dés à jeter"
    assert seen["dice-defence"].words == "Défense, Noir\u00a0: un dé et le dé spécial à jeter"


def test_a_throw_is_told_in_words() -> None:
    """MA-10, MA-12"""
    seen = items(fought(), lang="fr")
    assert seen["dice-attack"].words == "Attaque, Blanc\u00a0: 6, 4, total 10"
    assert seen["dice-defence"].words == "Défense, Noir\u00a0: 5, dé spécial 2, total 7"


@pytest.mark.parametrize(
    ("position", "said"),
    [
        (attacked, "to be rolled"),
        (fought, "White prevails"),
        (lambda: fought("[1 1 | 5 d2]"), "Black prevails"),
        (lambda: fought("[3 4 | 5 d2]"), "equal"),
        (lambda: play(attacked(), "retreat d4"), "retreat"),
    ],
)
def test_beneath_the_dice_it_says_what_came_of_it(position: Callable[[], Position], said: str) -> None:
    """MA-10, MA-15, MA-16"""
    assert items(position())["outcome"].glyph == said


def test_the_dice_stay_on_the_table_until_the_next_attack() -> None:
    """MA-10"""
    later = play(fought(), "end", "f4-e4*1G")
    assert items(later)["dice-attack"].glyph == "○ 6 4 = 10"


def test_before_any_dice_there_is_the_order_of_the_terrains() -> None:
    """MA-12"""
    for position in (after(), arrange(FIELD)):
        assert items(position)["legend"].words == "Mountain beats plain, plain beats forest, forest beats mountain"
    assert "legend" not in items(fought())


def test_an_attack_is_shown_by_an_arrow_of_its_own_until_it_is_settled() -> None:
    """MA-9, MA-16"""
    seen = items(attacked(), lang="fr")
    assert seen["attack"].words == "Attaque de e2 sur d3, 4 soldats"
    assert place(seen["attack"]) == (8, 4)
    assert "move" not in seen
    assert "attack" in items(play(attacked(), "fight"))
    assert "attack" not in items(fought())


def test_an_attack_that_is_settled_leaves_an_arrow_until_the_next_move() -> None:
    """MA-9: whether or not the attackers have advanced."""
    assert items(fought(), lang="fr")["attacked"].words == "Dernière attaque\u00a0: de e2 sur d3, 4 soldats"
    assert items(fought("[1 1 | 5 d2]"))["attacked"].glyph == "↖"
    later = items(play(fought(), "e2-e1*1"))
    assert "attacked" not in later
    assert "move" in later


@pytest.mark.parametrize("seat", [BLACK, WHITE])
@pytest.mark.parametrize("target", ["c2", "d2", "e2", "c3", "e3", "c4", "d4", "e4"])
def test_an_arrow_keeps_off_the_numbers_of_pawns(target: str, seat: int) -> None:
    """MA-7: in whichever direction; on one diagonal it passes the corner where a stack has its number."""
    board = arrange("4 . . . . . b1G\n3 . . . b3 . .\n1 w1G . . . . .")
    seen = items(play(board, f"d3-{target}*1"), seat)
    arrow = seen["move"]
    drawn = arrow.shapes[0].attributes
    middle = [arrow.x + float(drawn["x"]) + 0.6, arrow.y + float(drawn["y"]) + 0.3]
    angle = radians(float(str(drawn.get("transform", "rotate(0")).removeprefix("rotate(").split()[0]))
    for stack in (seen["stack-d3"], seen[f"stack-{target}"]):
        for along in (-0.46, -0.2, 0, 0.2, 0.44):  # from its first dot to its tip
            x, y = middle[0] + along * cos(angle), middle[1] + along * sin(angle)
            assert hypot(x - stack.x - NUMBER[0], y - stack.y - NUMBER[1]) > 0.21


def test_the_last_move_leaves_an_arrow() -> None:
    """MA-7"""
    assert "move" not in items(after(*SET_UP))
    seen = items(play(arrange(FIELD), "f4-e3*1G"))
    assert seen["move"].words == "Last move: from f4 to e3, the General alone"
    assert seen["move"].glyph == "↙"
    assert items(play(arrange(FIELD), "f4-e3*1G"), BLACK)["move"].glyph == "↗"


def test_a_retreat_leaves_dots_to_where_it_led() -> None:
    """MA-16"""
    seen = items(play(attacked(), "retreat c4"))
    assert symbols(seen["retreat"]) == ["trail-retreat"]
    assert place(seen["retreat"]) == (6, 2)
    assert "retreat" not in items(fought())


# --- the moment of a fight


def beats(position: Position, form: Form = "wide") -> list[dict[str, Item]]:
    """What is seen in each, by its id."""
    scene = position.scene(BLACK, "fr", form)
    assert scene.moment
    return [
        {item.id: item for item in scene.items if item.id not in beat.gone} | {item.id: item for item in beat.items}
        for beat in scene.moment.beats
    ]


def words_of_beats(position: Position) -> list[str]:
    moment = position.scene(BLACK, "fr").moment
    assert moment
    return [beat.words for beat in moment.beats]


def test_a_fight_is_a_moment_of_dice_totals_and_the_fallen() -> None:
    """MA-10 to MA-14: as it was before the dice, until the losers lie on the ground."""
    first, rolled, summed, last = beats(fought())
    assert symbols(first["stack-d3"]) == symbols(summed["stack-d3"]) == ["group-black-3"]
    assert symbols(first["stack-e2"]) == symbols(last["stack-e2"]) == ["group-white-5"]
    assert symbols(first["fight-attack"])[1:] == ["die-white-0", "die-white-0"]
    assert symbols(rolled["fight-attack"])[1:] == ["die-white-6", "die-white-4"]
    assert written(summed["fight-attack"])[-1] == "10"
    assert written(summed["fight-defence"])[-1] == "7"
    assert "stack-d3" not in last
    assert symbols(last["fight-fallen"]) == ["soldier-black"] * 3


def test_the_card_of_a_fight_says_why_each_die_is_there_and_the_beats_what_comes_of_it() -> None:
    """MA-11, MA-12, MA-13, MA-14"""
    last = beats(fought())[-1]
    assert written(last["fight-attack"]) == [
        "Blanc attaque à 4, de e2", "un dé, comme chacun", "plus nombreux, 4 contre 3\u00a0: un dé", "10",
    ]  # fmt: skip
    assert written(last["fight-defence"]) == [
        "Noir défend d3 à 3", "2", "un dé, comme chacun", "la montagne bat la plaine\u00a0: le dé spécial", "7",
    ]  # fmt: skip
    assert words_of_beats(fought()) == [
        "Blanc attaque d3.", "Les dés roulent.", "10 contre 7.", "Noir perd 3 pions, Blanc avance.",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("throw", "left", "said"),
    [("[1 1 | 5 d2]", ["group-white-2"], "Blanc perd 3 pions."), ("[3 4 | 5 d2]", ["group-white-5"], "Égalité")],
)
def test_attackers_who_lose_lie_where_they_came_from(throw: str, left: list[str], said: str) -> None:
    """MA-14, MA-15"""
    first, *_, last = beats(fought(throw))
    assert symbols(first["stack-e2"]) == ["group-white-5"]
    assert symbols(last["stack-e2"]) == left
    assert symbols(last["stack-d3"]) == ["group-black-3"]
    assert words_of_beats(fought(throw))[-1].startswith(said)


def test_a_general_that_falls_stands_until_it_does() -> None:
    """MA-19"""
    board = arrange("4 . b1G . . . .\n3 . w1G . . . .", map="M" * 12)
    first, *_, last = beats(play(board, "b4xb3*1G", "fight", "[6 | 1]"))
    assert symbols(first["stack-b3"]) == ["group-white-1-led"]
    assert "stack-b3" not in last
    assert symbols(last["stack-b4"]) == ["group-black-1-led"]


def duel(origin: str, target: str) -> Position:
    """Two against two, and an equal roll."""
    rows = {row: ["."] * 6 for row in "4321"}
    for square, who in ((origin, "b2G"), (target, "w2G")):
        rows[square[1]]["abcdef".index(square[0])] = who
    board = "\n".join(" ".join([row, *cells]) for row, cells in rows.items())
    return play(arrange(board, map="M" * 12), f"{origin}x{target}*2G", "fight", "[3 | 3]")


def fights() -> Iterator[tuple[str, str]]:
    for origin, target in product(product("abcdef", "1234"), repeat=2):
        away = abs(ord(origin[0]) - ord(target[0])), abs(int(origin[1]) - int(target[1]))
        if max(away) == 1:
            yield "".join(origin), "".join(target)


@pytest.mark.parametrize("form", ["wide", "tall"])
@pytest.mark.parametrize("seat", [BLACK, WHITE])
def test_the_card_of_a_fight_hides_neither_of_its_squares(seat: int, form: Form) -> None:
    """MA-9: but for a hand's breadth of the ground in front of them."""
    for origin, target in fights():
        drawn = duel(origin, target).scene(seat, "fr", form)
        assert drawn.moment
        (card,) = (item for item in drawn.moment.beats[0].items if item.id == "fight-card")
        paper = card.shapes[1].attributes
        top, bottom = card.y + float(paper["y"]), card.y + float(paper["y"]) + float(paper["height"])
        for square in (item for item in drawn.items if item.id in (origin, target)):
            assert bottom <= square.y - 0.8 or top >= square.y + 0.8


def test_each_fight_is_a_moment_of_its_own_until_something_else_is_moved() -> None:
    """MA-7, MA-15: also one that goes like the last."""
    once = fought("[3 4 | 5 d2]")
    again = play(fought("[3 4 | 5 d2]"), "end", "end", "e2xd3*4", "fight", "[3 4 | 5 d2]")
    first, second = once.scene(BLACK).moment, again.scene(BLACK).moment
    assert first
    assert second
    assert first.id != second.id
    ended = play(once, "end").scene(BLACK).moment
    assert ended
    assert ended.id == first.id
    assert play(once, "d3-d4*1").scene(BLACK).moment is None
    assert play(attacked(), "retreat d4").scene(BLACK).moment is None


# --- as text

ATTACK = r"""
  '  ,  ' ♠  ♠  ♠ /\ /\/\ '  ,  ' ♠  ♠  ♠ /\ /\/\
                                             ★
4                                            1
  □       ■       □       ■       □       ■
  /\ /\/\ '  ,  ' ♠  ♠  ♠ /\ /\/\ '  ,  ' ♠  ♠  ♠
                            ●●●
3                            3
  ■       □       ■       □       ■       □
  /\ /\/\ '  ,  ' ♠  ♠  ♠ /\ /\/\⇖'  ,  ' ♠  ♠  ♠
                                   ○○○○○
2                                    5
  □       ■       □       ■       □       ■
  '  ,  ' ♠  ♠  ♠ /\ /\/\ '  ,  ' ♠  ♠  ♠ /\ /\/\
     ○☆
1    2
  ■       □       ■       □       ■       □
     a       b       c       d       e       f

        ● Black ×4             ○ White ×7 ◆◇◇◇◇
        ○ ? ?        ● ? d?       to be rolled"""


def test_an_attack_as_text() -> None:
    """MA-9: everything that the picture shows, without colours."""
    assert "\n" + str(text.render(attacked().scene(lang="en"))) == ATTACK


def test_the_text_leaves_four_lines_of_a_small_terminal() -> None:
    for scene in many_scenes():
        picture = text.render(scene)
        assert len(picture.rows) <= 20
        assert max(len(row) for row in picture.rows) <= 80


def many_scenes() -> Iterator[Scene]:
    for position, _, _ in STATUS:
        for seat in (BLACK, WHITE):
            yield position().scene(seat, "fr")


def test_every_character_can_be_read_on_its_ground() -> None:
    assert hard_to_read(many_scenes()) == {}


def test_the_sides_differ_in_lightness_and_not_in_colour_alone() -> None:
    written_on_white, written_on_black = (lightness(ON_PAWNS[seat]) for seat in (WHITE, BLACK))
    assert written_on_black - written_on_white > 50


# --- as SVG


def test_the_svg_is_light_well_formed_and_self_contained() -> None:
    for scene in many_scenes():
        picture = svg.render(scene)
        assert len(picture.encode()) < 110_000
        assert len(svg.render(scene, alone=False).encode()) < 30_000
        names = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(picture).iter()}
        assert names.isdisjoint({"style", "script", "image", "filter", "foreignObject"})
