"""The picture of Master Islands: what is where, what it is called, and what touching it means."""

from __future__ import annotations

from itertools import combinations

import pytest

from tablier import PUBLIC, Match, Position
from tablier.games.master_islands import chart, rules
from tablier.picture import text
from tablier.picture.scene import TOUCHABLE, Item, Scene
from tests.games.master_islands.arrange import arrange, play

BOARD = """
        -1     0           1
    1   ..     Y5          G5
    0   R1:0A  Y2:0B:1A    B1:1B
"""
HANDS = {0: "R2 R2 G3", 1: "B4 B5 Y1"}


def items(position: Position, seat: int = 0, lang: str = "en") -> dict[str, Item]:
    return {item.id: item for item in position.scene(seat, lang).items}


def drawn(position: Position, seat: int = 0) -> list[str]:
    return str(text.render(position.scene(seat, "en"))).splitlines()


def is_within(item: Item, scene: Scene) -> bool:
    inside_x = scene.x <= item.x <= scene.x + scene.width
    return inside_x and scene.y <= item.y <= scene.y + scene.height


# --- what is where


def test_a_card_is_drawn_at_its_coordinates_with_y_upwards() -> None:
    """MI-4"""
    found = items(arrange(BOARD))
    assert (found["card (-1,0)"].x, found["card (-1,0)"].y) == (-1, 0)
    assert (found["card (1,1)"].x, found["card (1,1)"].y) == (1, -1)


def test_a_galleon_is_on_its_card_and_keeps_its_id_when_it_moves() -> None:
    """MI-6"""
    before = items(arrange(BOARD, hands=HANDS))["galleon red A"]
    after = items(play(arrange(BOARD, hands=HANDS), "R2@(-1,1)", "A:(-1,0)-(-1,1)"))["galleon red A"]
    assert abs(before.x + 1) < 0.5
    assert abs(before.y) < 0.5
    assert abs(after.y + 1) < 0.5


def test_every_galleon_is_drawn_wherever_it_is() -> None:
    """MI-4, MI-9, MI-16, MI-19: even all on one card, without lying on each other."""
    for options, count in (({"players": 4}, 8), ({"mode": "teams"}, 4), ({"mode": "corsair"}, 5)):
        galleons = [
            item
            for id, item in items(Match("master-islands", seed=1, **options).position).items()
            if id.startswith("galleon")
        ]
        assert len(galleons) == count
        apart = [max(abs(one.x - other.x), abs(one.y - other.y)) for one, other in combinations(galleons, 2)]
        assert min(apart) > 0.2  # of a card: no sail hides another's
        assert all(abs(item.x) < 0.5 and abs(item.y) < 0.5 for item in galleons)


def test_the_chart_grows_with_the_archipelago() -> None:
    """MI-6: every card, and the places around it, are in the picture, whatever the way they go."""
    far = arrange("0 1 2 3 4 5 6 7 8 9 \n 0 Y1 Y1 Y1 G1 G1 G1 R1 R1 R1 B1:0AB:1AB")
    scene = far.scene(0, "en")
    assert all(is_within(item, scene) for item in scene.items if item.kind in TOUCHABLE)
    assert "place (10,0)" in items(far)
    near = arrange("0 \n 0 Y1").scene(0, "en")
    assert near.width < scene.width
    assert near.width / near.height == pytest.approx(scene.width / scene.height)  # the room that it has is the same


def test_the_chart_stays_where_it_is_while_it_can() -> None:
    """MI-6: the first cards do not make it jump."""
    boxes = set()
    for board in ("0 \n 0 Y1", "0 1 \n 0 Y1 Y1", "-2 -1 0 1 \n 1 .. .. G1 .. \n 0 R1 B1 Y1 Y1"):
        scene = arrange(board).scene(0, "en")
        boxes.add((scene.x, scene.y, scene.width, scene.height))
    assert len(boxes) == 1


def test_free_places_are_lit_for_the_player_who_may_lay_a_card() -> None:
    """MI-6"""
    position = arrange(BOARD, hands=HANDS)
    assert drawn_places(position, 0) == {"place (-1,1)", "place (-2,0)", "place (-1,-1)", "place (0,-1)"}
    assert drawn_places(position, 1) == drawn_places(position, PUBLIC) == set()


def drawn_places(position: Position, seat: int) -> set[str]:
    """The free places that a player sees; the others are there to be pointed at only."""
    return {id for id, item in items(position, seat).items() if id.startswith("place") and item.glyph}


def test_places_are_no_longer_lit_when_the_card_is_laid() -> None:
    """MI-6"""
    position = play(arrange(BOARD, hands=HANDS), "R2@(-1,1)")
    assert drawn_places(position, 0) == set()


def test_every_free_place_is_there_for_everybody_to_be_pointed_at() -> None:
    """MI-18"""
    position = arrange(BOARD, hands=HANDS)
    found = [{id for id in items(position, seat) if id.startswith("place")} for seat in (0, 1, PUBLIC)]
    assert found[0] == found[1] == found[2]
    assert {f"point {id}" for id in found[0]} < {*position.signs(0)}


# --- what may be known


def test_ones_own_hand_is_face_up_and_no_other_is_there() -> None:
    """MI-23"""
    position = arrange(BOARD, hands=HANDS)
    assert {id for id in items(position, 0) if id.startswith("hand")} == {"hand R2", "hand G3"}
    assert {id for id in items(position, 1) if id.startswith("hand")} == {"hand B4", "hand B5", "hand Y1"}
    assert not any(id.startswith("hand") for id in items(position, PUBLIC))


def test_two_cards_of_a_kind_are_one_thing_to_touch() -> None:
    """MI-6: whichever one takes."""
    found = items(arrange(BOARD, hands=HANDS))
    assert found["hand R2"].words == "In hand: red 2, 2 of them"
    assert found["hand R2"].glyph == "R2\n×2"
    assert found["hand G3"].words == "In hand: green 3"


def test_a_seat_tells_how_many_cards_it_holds_and_has_taken() -> None:
    """MI-12, MI-13"""
    found = items(arrange(BOARD, hands={0: "R2", 1: "B4 B5"}, taken={1: "Y4 R3 G3"}), PUBLIC)
    assert found["seat red"].words == "Red: cards in hand, 1; taken, 0 of 12; points, 0"
    assert found["seat white"].words == "White: cards in hand, 2; taken, 3 of 12; points, 10"
    assert found["seat white"].glyph.splitlines()[1:] == ["▯▯ 3 / 12"]
    assert found["pile"].words == "Pile: 37 cards"


def test_partners_show_what_they_have_taken_together() -> None:
    """MI-17"""
    found = items(arrange("0 \n 0 Y1", taken={0: "Y4 R3", 2: "G3 G3 G4"}, mode="teams"), PUBLIC)
    assert found["seat red"].glyph.endswith(" 5 / 12")
    assert found["seat violet"].glyph.endswith(" 5 / 12")
    assert found["seat white"].glyph.endswith(" 0 / 12")


def test_the_round_and_the_corsairs_moves_are_counted() -> None:
    """MI-20, MI-21"""
    position = arrange("0 1 \n 0 Y1:0A:1A:2A Y1:3AB", mode="corsair", mission="medium", to_move=3, phase=rules.RAID)
    assert items(position)["round"].words == "Round 1/7"
    assert position.scene(0, "fr").title == "Master Islands, tour 1/7"
    assert items(position)["seat corsair"].words == "Corsair: moves left, 4"
    play(position, "A:(1,0)-(0,0)")
    assert items(position)["seat corsair"].words == "Corsair: moves left, 3"
    assert items(position)["seat corsair"].glyph.splitlines()[1] == "●●●○"


# --- tens


def test_a_ten_that_a_card_of_the_hand_would_make_is_hinted_to_its_owner_alone() -> None:
    """MI-10: 5 and 3 lie in a row with a place next to a galleon, and a 2 is in the hand."""
    board = "-2 -1 0 1 \n 1 .. .. Y1:1AB G4:0AB \n 0 Y5 R3 B4 .."
    position = arrange(board, hands={0: "G2 B5 Y1", 1: "G2 B5 Y2"})
    assert reason(position) == "5\u00a0+\u00a03: 2 to go"
    assert not {id for seat in (1, PUBLIC) for id in items(position, seat) if id in ("reason", "thread")}


def reason(position: Position) -> str:
    return items(position)["reason"].shapes[-1].text


def test_no_ten_is_hinted_where_a_galleon_lies_or_the_hand_has_not_the_card() -> None:
    """MI-10"""
    board = "-2 -1 0 1 \n 1 .. .. Y1 G4:0AB \n 0 Y5 R3:1AB B1 .."
    assert "reason" not in items(arrange(board, hands={0: "G1 B1 Y1"}))
    assert "reason" not in items(arrange(board, hands={0: "G2 B1 Y1"}))


def test_a_conquest_is_a_moment_that_counts_to_ten_and_ends_with_its_owner() -> None:
    """MI-11"""
    position = arrange(BOARD, hands=HANDS, phase=rules.CONQUEST)
    assert position.scene(1, "en").moment is None
    play(position, "take (0,1)", "take (1,1)")
    moment = position.scene(1, "en").moment
    assert moment
    assert [beat.words for beat in moment.beats] == ["5", "5\u00a0+\u00a05\u00a0= 10", "Red takes 2 cards."]
    first, _, last = ({item.id: item for item in beat.items} for beat in moment.beats)
    assert (first["spoil 0"].x, first["spoil 0"].y) == (0, -1)
    scene = position.scene(1, "en")
    assert all(is_within(first[f"spoil {i}"], scene) for i in range(2))  # all of them are seen to go
    assert last["spoil 0"].x > scene.x + scene.width  # to where the page shows who has taken them


def test_on_a_phone_an_ordinary_archipelago_has_cards_that_a_finger_can_meet() -> None:
    """MI-6: 40 pixels and more, where 390 are shown."""
    board = "-3 -2 -1 0 1 2 3 \n 3 .. .. .. Y2 .. .. .. \n 0 Y1 Y1 G1 G1:0AB G1 R1 R2 \n -2 .. .. .. R1:1AB .. .. .."
    scene = arrange(board, hands=HANDS).scene(0, "en", "tall")
    assert all(is_within(item, scene) for item in scene.items if item.kind in TOUCHABLE)
    assert chart.CARD * 390 / scene.width >= 40


# --- words


def test_a_card_says_what_it_is_where_it_is_and_what_it_carries() -> None:
    """MI-1, MI-9"""
    position = arrange(BOARD)
    assert items(position)["card (0,1)"].words == "yellow 5 at (0,1)"
    assert items(position)["card (0,0)"].words == "yellow 2 at (0,0), with Red B and White A"
    assert items(position, lang="fr")["card (0,0)"].words == "2 jaune en (0,0), avec Rouge B et Blanc A"
    assert not items(position)["galleon red A"].words


@pytest.mark.parametrize(
    ("phase", "actions", "yours", "others"),
    [
        (
            rules.DISCOVERY,
            (),
            "Your turn, Red: lay an island next to a galleon of yours, and sail by one card.",
            "Red lays a card and moves a galleon, in either order.",
        ),
        (rules.DISCOVERY, ("R2@(-1,1)",), "Your turn, Red: sail by one card.", "Red is to move a galleon."),
        (
            rules.DISCOVERY,
            ("A:(-1,0)-(0,0)",),
            "Your turn, Red: lay an island next to a galleon of yours.",
            "Red is to lay a card.",
        ),
        (
            rules.DISCOVERY,
            ("R2@(-1,1)", "A:(-1,0)-(-1,1)"),
            "The same colour: you may play another discovery.",
            "The same colour: Red may play another discovery.",
        ),
        (
            rules.CONQUEST,
            (),
            "Your turn, Red: take islands of one line that total 10, or nothing.",
            "Red may take cards of one line that total 10.",
        ),
        (rules.CONQUEST, ("take (0,1)",), "You have come to 5: 5 to go.", "Red has come to 5: 5 to go."),
        (
            rules.DISCOVERY,
            ("G3@(-1,1)", "A:(-1,0)-(-1,1)", "keep"),
            "Red draws up to three.",
            "Red draws up to three.",
        ),
    ],
)
def test_the_status_says_what_is_to_be_done(phase: int, actions: tuple[str, ...], yours: str, others: str) -> None:
    """MI-6, MI-7, MI-10, MI-13: to who is to act, and of who is."""
    position = play(arrange(BOARD, hands=HANDS, phase=phase), *actions)
    assert (position.scene(0, "en").status, position.scene(1, "en").status) == (yours, others)


def test_the_status_says_that_there_is_no_place() -> None:
    """MI-8"""
    rows = (".. .. Y1 .. ..", ".. G1 R1 B1 ..", "Y1 G1 R1:0AB B1 Y1", ".. G1 R1 B1 ..", ".. .. Y2 .. ..")
    board = "-2 -1 0 1 2\n" + "\n".join(f"{2 - i} {row}" for i, row in enumerate(rows))
    assert arrange(board).scene(1, "en").status == "There is no free place for Red, who only moves a galleon."


@pytest.mark.parametrize(
    ("taken", "mode", "status"),
    [
        ({1: "Y5 R5"}, "classic", "The pile is used up. White wins with 2 cards."),
        ({0: "Y5 R5", 1: "G5 B5"}, "classic", "The pile is used up. Level at 2 cards: Red and White."),
        ({1: "Y5 R5", 3: "G5"}, "teams", "The pile is used up. The team White and Black wins with 3 cards."),
    ],
)
def test_the_status_says_who_has_won(taken: dict[int, str], mode: str, status: str) -> None:
    """MI-14, MI-17"""
    position = arrange("0 \n 0 B1", hands={0: "R2 R2 R3"}, taken=taken, left=1, mode=mode)
    play(position, "R3@(1,0)", "A:(0,0)-(1,0)", "keep")
    play(position, *position.legal())
    assert position.scene(PUBLIC, "en").status == status


def test_the_status_says_how_a_mission_ends() -> None:
    """MI-20"""
    ends = set()
    for seed in range(6):
        match = Match("master-islands", seed=seed, mode="corsair", mission="hard" if seed % 2 else "easy")
        while not match.over:
            match.play(match.legal()[-1] if "take" in match.legal()[-1] else match.legal()[0])
        ends.add(match.position.scene(PUBLIC, "fr").status.split(" ")[0])
    assert ends == {"Mission", "Le"}


# --- touching


def test_a_card_is_laid_by_touching_it_and_the_place() -> None:
    """MI-6"""
    assert arrange(BOARD, hands=HANDS).scene(0).touches["R2@(-1,1)"] == ("hand R2", "place (-1,1)")


def test_a_galleon_is_moved_by_touching_the_card_it_leaves_and_the_one_it_goes_to() -> None:
    """MI-6: so it does not matter which of two on a card is meant."""
    touches = arrange(BOARD, hands=HANDS).scene(0).touches
    assert touches["A:(-1,0)-(0,0)"] == ("card (-1,0)", "card (0,0)")
    assert touches["B:(0,0)-(0,1)"] == ("card (0,0)", "card (0,1)")


def test_a_conquest_is_played_by_touching_its_cards_or_a_button() -> None:
    """MI-10"""
    position = arrange(BOARD, hands=HANDS, phase=rules.CONQUEST)
    assert position.scene(0).touches == {"keep": ("keep",), "take (0,1)": ("card (0,1)",)}
    play(position, "take (0,1)")
    assert position.scene(0).touches == {"take (1,1)": ("card (1,1)",)}
    assert items(position)["sum"].glyph == "5 / 10"
    assert items(position)["card (0,1)"].words == "yellow 5 at (0,1), picked for the conquest"


def test_a_question_is_answered_by_a_button() -> None:
    """MI-7"""
    position = play(arrange(BOARD, hands=HANDS), "R2@(-1,1)", "A:(-1,0)-(-1,1)")
    assert position.scene(0).touches == {"again": ("again",), "done": ("done",)}
    (control,) = position.scene(0, "fr").controls
    assert [choice.words for choice in control.choices] == ["Jouer une autre découverte", "En rester là"]
    assert not position.scene(1, "fr").controls
    assert "[Again]" in "\n".join(drawn(position))


# --- as text


def test_an_ordinary_table_fits_a_terminal() -> None:
    """MI-6: eighty columns and twenty-four rows."""
    board = "-3 -2 -1 0 1 2 3 \n 3 .. .. .. Y2 .. .. .. \n 0 Y1 Y1 G1 G1:0AB G1 R1 R1 \n -2 .. .. .. R1:1AB .. .. .."
    rows = str(text.render(arrange(board, hands=HANDS).scene(0, "en"), most=80)).splitlines()
    assert len(rows) <= 24
    assert max(map(len, rows)) <= 80


def test_a_text_shows_cards_galleons_places_and_coordinates() -> None:
    """MI-4"""
    rows = drawn(arrange(BOARD, hands=HANDS))
    (row,) = [row for row in rows if row.startswith(" 0 ")]
    assert row.split() == ["0", "(-2,0)", "R1", "Y2", "B1"]
    assert rows[rows.index(row) + 1].split() == ["Ra", "RbWa", "Wb"]
    assert [row.split() for row in rows if row.split()[:2] == ["-1", "0"]] == [["-1", "0", "1", "▶Red"]]


def test_many_galleons_on_a_card_are_told_by_their_seats_alone() -> None:
    """MI-9"""
    crowd = "0 1 \n 0 Y1:0A:1A:2A:3A Y1:0B:1B:2B:3B"
    rows = "\n".join(drawn(arrange(crowd, players=4)))
    assert "RWVB" in rows
    assert "RaWa" not in rows
