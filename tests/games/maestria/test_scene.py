"""What there is to see and to touch."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from math import hypot
from xml.etree import ElementTree

import pytest

from tablier import PUBLIC, Position
from tablier.games.maestria import drawing
from tablier.picture import svg, text
from tablier.picture.scene import Item, Scene
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


def tags(item: Item) -> list[str]:
    return [shape.tag for shape in item.shapes]


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
    assert place(seen["player-black"])[1] > place(seen["player-white"])[1]


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


def test_terrains_are_told_apart_by_their_shapes() -> None:
    """MA-2: not by colour alone."""
    seen = items(after())
    plain, forest, mountain = (seen[name] for name in ("b3", "c3", "a3"))
    drawn = [
        {shape.attributes["d"] for shape in item.shapes if shape.tag == "path"} for item in (plain, forest, mountain)
    ]
    assert all(drawn)
    assert drawn[0].isdisjoint(drawn[1])
    assert drawn[1].isdisjoint(drawn[2])
    assert drawn[2].isdisjoint(drawn[0])
    assert len({item.glyph.splitlines()[0] for item in (plain, forest, mountain)}) == 3


def test_the_edge_of_a_square_has_its_colour() -> None:
    """MA-3"""
    seen = items(after())
    edges = {name: seen[name].shapes[0].attributes["fill"] for name in ("a1", "b2", "b1", "a2")}
    assert edges["a1"] == edges["b2"] != edges["b1"] == edges["a2"]


def test_a_stack_has_a_disc_for_each_pawn_and_their_number() -> None:
    """MA-6, MA-8"""
    stack = items(arrange(FIELD))["stack-e2"]
    assert tags(stack).count("path") == 5
    assert [shape.text for shape in stack.shapes if shape.text] == ["5"]


def test_a_general_is_a_star_on_its_stack() -> None:
    """MA-4: and the words of the square say so."""
    stars = {
        id
        for id, item in items(arrange(FIELD)).items()
        if id.startswith("stack") and any(shape.attributes.get("fill") == drawing.GOLD for shape in item.shapes)
    }
    assert stars == {"stack-f4", "stack-a1"}


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


def test_a_group_is_moved_by_two_squares_and_its_number() -> None:
    """MA-7, MA-8"""
    found = touches(arrange(FIELD, to_move="white"), WHITE)
    assert found["e2-e3*2"] == ("e2", "e3", "group-2")
    assert found["e2xd3*5"] == ("e2", "d3", "group-5")
    assert found["a1-a2*1"] == ("a1", "a2", "group-1")
    assert found["a1-a2*1G"] == ("a1", "a2", "group-1G")
    assert found["a1-a2*2G"] == ("a1", "a2", "group-2G")
    assert found["end"] == ("end",)


def test_where_there_is_no_choice_two_squares_are_enough() -> None:
    """MA-8"""
    assert touches(arrange(FIELD), BLACK)["f4-e4*1G"] == ("f4", "e4")
    assert touches(arrange(FIELD, points=1), BLACK)["d3-d4*1"] == ("d3", "d4")


def test_only_the_numbers_that_mean_something_are_shown() -> None:
    """MA-8: and only to the player who can use them."""
    position = arrange(FIELD)
    assert [id for id in items(position, BLACK) if id.startswith("group")] == ["group-1", "group-2", "group-3"]
    assert [id for id in items(position, WHITE) if id.startswith("group")] == []
    assert "end" not in items(position, WHITE)
    led = items(arrange(FIELD, to_move="white"), WHITE, "fr")
    assert led["group-1"].words == "1 soldat"
    assert led["group-5"].words == "5 soldats"
    assert led["group-1G"].words == "le Général seul"
    assert led["group-2G"].words == "2 pions dont le Général"


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
            if item.id.startswith(("stack", "refuge", "border")):
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
    for seat in (BLACK, WHITE, PUBLIC):
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
    pips = [shape.attributes["fill"] for shape in playing["player-black"].shapes if shape.tag == "circle"][1:]
    assert pips == [drawing.GOLD] * 2 + [drawing.CARD] * 3


def test_all_points_spent_are_shown_while_the_attack_is_answered() -> None:
    """MA-7"""
    position = play(arrange(FIELD, to_move="white"), "e2xd3*5")
    assert items(position)["player-white"].glyph.endswith("◇◇◇◇◇")
    assert items(position)["player-white"].words == "White: 7 pawns, 0 action points"
    assert items(position, lang="fr")["player-white"].words == "Blanc\u00a0: 7 pions, 0 point d’action"


def test_what_is_still_in_hand_is_shown() -> None:
    """MA-4, MA-5"""
    seen = items(after(*SET_UP[:4]))
    assert len(seen["hand-black"].shapes) == 11
    assert len(seen["hand-white"].shapes) == 13
    assert {"general-black", "general-white"} <= set(seen)


# --- the fight


def pips(item: Item) -> int:
    return tags(item).count("circle") - 1  # one is the pawn that tells whose dice they are


def test_dice_have_as_many_pips_as_were_rolled() -> None:
    """MA-10, MA-12: the special die is a triangle with a number."""
    seen = items(fought())
    assert pips(seen["dice-attack"]) == 10
    assert [shape.text for shape in seen["dice-attack"].shapes if shape.text] == ["10"]
    assert pips(seen["dice-defence"]) == 5
    assert [shape.text for shape in seen["dice-defence"].shapes if shape.text] == ["2", "7"]
    assert tags(seen["dice-defence"]).count("path") == 1


def test_dice_to_come_are_blank_and_those_that_each_side_has_a_right_to() -> None:
    """MA-10, MA-11, MA-12, MA-16: so that the defender knows before it answers."""
    seen = items(attacked(), lang="fr")
    assert tags(seen["dice-attack"]).count("rect") == 2
    assert tags(seen["dice-defence"]).count("rect") == tags(seen["dice-defence"]).count("path") == 1
    assert pips(seen["dice-attack"]) == pips(seen["dice-defence"]) == 0
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
    numbers = [float(n) for n in re.findall(r"-?[0-9.]+", str(arrow.shapes[0].attributes["d"]))]
    for stack in (seen["stack-d3"], seen[f"stack-{target}"]):
        (badge,) = (shape.attributes for shape in stack.shapes if shape.tag == "circle")
        for x, y in zip(numbers[::2], numbers[1::2], strict=True):
            away = arrow.x + x - stack.x - float(badge["cx"]), arrow.y + y - stack.y - float(badge["cy"])
            assert hypot(*away) > float(badge["r"])


def test_the_last_move_leaves_an_arrow() -> None:
    """MA-7"""
    assert "move" not in items(after(*SET_UP))
    seen = items(play(arrange(FIELD), "f4-e3*1G"))
    assert seen["move"].words == "Last move: from f4 to e3, the General alone"
    assert seen["move"].glyph == "↙"
    assert items(play(arrange(FIELD), "f4-e3*1G"), BLACK)["move"].glyph == "↗"


def test_whoever_is_to_act_is_marked() -> None:
    """MA-16: while an attack is to be answered, that is the defender."""
    edges = [items(attacked())[f"player-{name}"].shapes[0].attributes["stroke"] for name in ("black", "white")]
    assert (edges[0] == drawing.RED, edges[1] == drawing.RED) == (True, False)


@pytest.mark.parametrize(("attack", "stars"), [("a2xa3*2G", 1), ("a2xa3*2", 0), ("a3xa2*2", 1), ("a3xa2*1", 1)])
def test_a_general_in_the_fight_is_a_star_beside_the_dice(attack: str, stars: int) -> None:
    """MA-9, MA-19: of the attackers only if it goes with them, of the defenders if it stands there."""
    board = "4 . . . . . b1G\n3 b2 . . . . .\n2 w3G . . . . ."
    seen = items(play(arrange(board, to_move="white" if attack.startswith("a2") else "black", map="M" * 12), attack))
    gold = [
        s for id in ("dice-attack", "dice-defence") for s in seen[id].shapes if s.attributes["fill"] == drawing.GOLD
    ]
    assert len(gold) == stars


def test_the_winner_is_marked() -> None:
    """MA-19"""
    position = play(arrange("4 . b1G . . . .\n3 . w1G . . . .", map="M" * 12), "b4xb3*1G", "fight", "[6 | 1]")
    seen = items(position)
    assert seen["player-black"].shapes[0].attributes["stroke"] == drawing.GOLD
    assert seen["player-white"].shapes[0].attributes["stroke"] != drawing.GOLD


# --- as text

ATTACK = r"""
  '  ,  ' ♠  ♠  ♠ /\ /\/\ '  ,  ' ♠  ♠  ♠ /\ /\/\
4                                            ★          ● Black ×4
                                             1
  □       ■       □       ■       □       ■               ○ ? ?
  /\ /\/\ '  ,  ' ♠  ♠  ♠ /\ /\/\ '  ,  ' ♠  ♠  ♠
3                           ●●●                           ● ? d?
                             3
  ■       □       ■       □      ⇖■       □            to be rolled
  /\ /\/\ '  ,  ' ♠  ♠  ♠ /\ /\/\ '  ,  ' ♠  ♠  ♠
2                                  ○○○○○
                                     5
  □       ■       □       ■       □       ■
  '  ,  ' ♠  ♠  ♠ /\ /\/\ '  ,  ' ♠  ♠  ♠ /\ /\/\
1    ○☆
     2                                                  ○ White ×7
  ■       □       ■       □       ■       □               ◆◇◇◇◇
     a       b       c       d       e       f"""


def test_an_attack_as_text() -> None:
    """MA-9: everything that the picture shows, without colours."""
    assert str(text.render(attacked().scene(lang="en"))) == ATTACK


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
    black, white = (lightness(colour) for colour in drawing.PAWN_TOPS)
    assert white - black > 50


# --- as SVG


def test_the_svg_is_light_well_formed_and_self_contained() -> None:
    for scene in many_scenes():
        picture = svg.render(scene)
        assert len(picture.encode()) < 60_000
        names = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(picture).iter()}
        assert names.isdisjoint({"style", "script", "image", "use", "foreignObject"})
