"""The picture of Master Citadel: what is where, what it is called, and what touching it means."""

from __future__ import annotations

from itertools import product

import pytest

from tablier import PUBLIC, Position
from tablier.games.master_citadel.drawing import FLOOR, GATE, IVORY, RUGS
from tablier.picture import text
from tablier.picture.scene import Beat, Control, Item
from tests.contrast import contrast, hard_to_read
from tests.games.master_citadel.arrange import EAST, NORTH, SOUTH, WEST, play, start

SHEET = ("32 N", "32 E", "18 S", "5 NW")


def items(position: Position, seat: int = PUBLIC, lang: str = "en") -> dict[str, Item]:
    return {item.id: item for item in position.scene(seat, lang).items}


def place(item: Item) -> tuple[float, float]:
    return item.x, item.y


def moments() -> list[Position]:
    """A position of every kind, under every option that changes the picture."""
    found = []
    for size, line, variant, capital in product((3, 5, 7, 9), ("beyond", "edge"), ("basic", "open"), (999,)):
        position = start(size=size, line=line, variant=variant, capital=capital, max_rounds=2)
        found.append(position.copy())
        play(position, *SHEET)
        found.append(position.copy())
        if variant == "open" and not position.over:
            position.play("silence")
        if not position.over:
            position.play("32 N", NORTH)
            found.append(position.copy())
            for seat in (EAST, SOUTH, WEST):
                position.play("0 S", seat)
        found.append(position)
    return found


# --- touching


def test_an_order_is_a_stake_a_direction_and_the_seal() -> None:
    """MC-4"""
    touches = start(capital=999).scene(NORTH).touches
    assert touches["732 NE"] == ("s732", "dNE", "seal")
    assert touches["0 W"] == ("s0", "dW", "seal")


def control(position: Position, seat: int, id: str, lang: str = "en") -> Control:
    return next(control for control in position.scene(seat, lang).controls if control.id == id)


def test_one_can_stake_no_more_than_one_has() -> None:
    """MC-4"""
    stakes = control(start(points=(23, 5, 5, 5)), NORTH, "stake")
    assert [choice.words for choice in stakes.choices] == [str(number) for number in range(24)]
    assert stakes.words == "Your stake, of 23 points"


def test_directions_go_clockwise_from_the_top_in_the_players_language() -> None:
    """MC-4: in words, never in letters."""
    ways = {lang: control(start(), NORTH, "way", lang).choices for lang in ("fr", "en")}
    assert [way.angle for way in ways["fr"]] == [0, 45, 90, 135, 180, 225, 270, 315]
    assert [way.words for way in ways["fr"]] == [
        "au nord", "au nord-est", "à l’est", "au sud-est", "au sud", "au sud-ouest", "à l’ouest", "au nord-ouest",
    ]  # fmt: skip
    assert [way.words for way in ways["en"]][:2] == ["north", "north-east"]


def test_an_order_is_seen_on_the_board_before_it_is_sealed_by_who_writes_it() -> None:
    """MC-4, MC-5: where it would send the pawn, with the stake that is chosen."""
    position = start(size=7)
    shown = control(position, EAST, "way").choices[3].shows
    assert shown
    (field, stake, arrow) = shown.shapes
    pawn = next(item for item in position.scene(EAST).items if item.id == "pawn")
    assert (shown.x, shown.y) == (pawn.x, pawn.y)
    assert float(stake.attributes["x"]) == float(stake.attributes["y"]) == pytest.approx(5 / 7)  # a square to the SE
    assert stake.text == "{stake}"
    assert field.attributes["color"] == arrow.attributes["color"] == stake.attributes["fill"]
    assert [
        item for seat in (NORTH, PUBLIC) for item in position.view(seat).scene(seat).items if item.id == "draft"
    ] == []


def test_beyond_a_line_an_order_leads_to_the_gate() -> None:
    """MC-2"""
    at_the_edge = start((2, 0))
    shown = control(at_the_edge, NORTH, "way").choices[2].shows
    assert shown
    assert 2.5 < shown.x + float(shown.shapes[1].attributes["x"]) < 3


def test_there_is_no_english_west_in_a_french_picture() -> None:
    """MC-4: nor in its moment."""
    position = start()
    play(position, "9 W", "8 SW", "7 NW", "6 W")
    position.play("5 NW", WEST)
    scene = position.view(WEST).scene(WEST, "fr")
    assert scene.moment
    items = [*scene.items, *(item for beat in scene.moment.beats for item in beat.items)]
    said = [shape.text for item in items for shape in item.shapes] + [item.words for item in items]
    said += [beat.words for beat in scene.moment.beats] + [str(text.render(scene)), scene.status, scene.aim]
    assert [words for words in said if "W" in words] == []
    assert any("9 O" in words for words in said)


def test_the_game_master_touches_silence_and_nobody_else_can() -> None:
    """MC-14"""
    position = start(variant="open")
    assert position.scene(NORTH).touches == {"silence": ("silence",)}
    assert control(position, NORTH, "silence").kind == "confirm"
    assert all(not position.scene(seat).touches and not position.scene(seat).controls for seat in (1, 2, 3))


def test_who_has_written_touches_nothing_more() -> None:
    """MC-4"""
    position = start()
    position.play("32 N", EAST)
    assert not position.scene(EAST).touches
    assert not position.scene(EAST).controls


# --- what there is to see


def test_the_pawn_keeps_its_id_and_stands_on_its_square() -> None:
    """MC-7"""
    position = start()
    assert place(items(position)["pawn"]) == (0, 0)
    play(position, "9 SE", "0 N", "0 N", "0 N")
    assert place(items(position)["pawn"]) == (1, 1)
    assert place(items(position)["trail"]) == (0, 0)


@pytest.mark.parametrize("size", [3, 5, 7, 9])
def test_a_pawn_that_has_crossed_a_line_stands_on_the_wall(size: int) -> None:
    """MC-2"""
    position = start(size=size, at=(size // 2, size // 2))
    play(position, "9 NE", "0 N", "0 N", "0 N")
    assert place(items(position)["pawn"]) == (GATE, -GATE)


def test_north_is_up_and_east_to_the_right_for_everybody() -> None:
    """MC-1"""
    for seat in (NORTH, EAST, SOUTH, WEST, PUBLIC):
        found = items(start(), seat)
        for thing in ("wall", "seat", "points"):
            assert found[f"{thing}-N"].y < found["pawn"].y < found[f"{thing}-S"].y
            assert found[f"{thing}-W"].x < found["pawn"].x < found[f"{thing}-E"].x


def test_a_letter_tells_who_has_written() -> None:
    """MC-5"""
    position = start()
    position.play("32 N", EAST)
    words = {id: item.words for id, item in items(position, WEST).items() if id.startswith("seat-")}
    assert words == {
        "seat-N": "North: 100 points, still to write",
        "seat-E": "East: 100 points, order written",
        "seat-S": "South: 100 points, still to write",
        "seat-W": "West: 100 points, this is you, still to write",
    }


DIGIT, LETTER = 0.62, 0.53
"""The widths of a bold digit and of a plain letter, on average, in sizes of their fonts."""


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("seat", [NORTH, SOUTH])
def test_what_is_said_of_a_letter_has_room_beside_the_number(seat: int, lang: str) -> None:
    """On the rugs above and below, where they stand side by side."""
    found, name = items(start(capital=999), seat, lang), "NESW"[seat]
    points, said = found[f"points-{name}"].shapes[-1], found[f"letter-{name}"].shapes[-1]
    end = float(points.attributes["x"]) + DIGIT * float(points.attributes["font_size"]) * len(points.text)
    assert end < float(said.attributes["x"]) - LETTER * float(said.attributes["font_size"]) * len(said.text)


def test_one_can_read_ones_own_order_again() -> None:
    """MC-5"""
    position = start()
    position.play("32 N", EAST)
    assert items(position, EAST)["letter-E"].words == "Your order: 32 N"
    assert "[32 N]" in str(text.render(position.scene(EAST)))
    assert items(position, WEST)["letter-E"].words == ""
    assert "32 N" not in str(text.render(position.scene(PUBLIC)))


@pytest.mark.parametrize(
    ("orders", "fates"),
    [
        (("9 N", "5 E", "0 S", "0 W"), ["prevails", "outbid", "no stake", "no stake"]),
        (("9 N", "9 E", "5 S", "0 W"), ["tied", "tied", "outbid", "no stake"]),
    ],
)
def test_the_ledger_tells_what_became_of_each_order(orders: tuple[str, ...], fates: list[str]) -> None:
    """MC-7, MC-8"""
    position = start()
    play(position, *orders)
    rows = [items(position)[f"seat-{seat}"].words for seat in "NESW"]
    assert [row.split(", ")[-2] for row in rows] == fates


def test_the_ledger_tells_what_was_cancelled_and_who_was_fined() -> None:
    """MC-18, MC-20"""
    position = start(variant="open")
    play(position, "9 N", "9 S", "5 E", "5 NE")
    rows = [items(position)[f"seat-{seat}"].words for seat in "NESW"]
    assert [row.split(", ")[-2] for row in rows] == ["cancelled", "cancelled", "fined", "fined"]


def test_the_rows_that_win_are_marked_if_the_line_is_the_edge() -> None:
    """MC-2"""
    assert "::: " in str(start(line="edge"))
    assert "::: " not in str(start())


ROOMS = {"seat-N": 36, "seat-S": 36, "seat-E": 14, "seat-W": 14, "round": 15, "result": 45, "ending": 45}
"""How many columns there are for each."""


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_drawing_as_text_fits_a_terminal(lang: str) -> None:
    """MC-1, MC-3: 80 columns and 24 lines, whatever the size of the board, and no line on a rug is cut."""
    for position in moments():
        for seat in (NORTH, EAST, PUBLIC):
            scene = position.scene(seat, lang)
            lines = str(text.render(scene)).split("\n")
            assert len(lines) <= 24
            assert max(map(len, lines)) <= round(scene.width * scene.cell[0]) <= 80
            for item in scene.items:
                room = ROOMS.get(item.id, 99)
                assert all(len(line) <= room for line in item.glyph.split("\n")), item.glyph


def test_the_drawings_can_be_read() -> None:
    """MC-1"""
    assert hard_to_read(position.scene(seat) for position in moments() for seat in (NORTH, PUBLIC)) == {}
    assert all(contrast(IVORY, rug) >= 4.5 and contrast(rug, FLOOR) >= 3 for rug in RUGS)


# --- how a round is revealed


def beats(position: Position, lang: str = "en") -> tuple[Beat, ...]:
    moment = position.scene(PUBLIC, lang).moment
    assert moment
    return moment.beats


def seen(beat: Beat) -> dict[str, str]:
    """What is written on each thing of a beat."""
    return {item.id: " ".join(shape.text for shape in item.shapes if shape.text) for item in beat.items}


def test_a_round_is_revealed_letter_by_letter_then_added_up_paid_and_played() -> None:
    """MC-5, MC-6, MC-7, MC-9"""
    position = start()
    assert position.scene(PUBLIC).moment is None
    play(position, "15 N", "10 S", "10 S", "4 W")
    assert [beat.words for beat in beats(position)] == [
        "North: 15 north.",
        "East: 10 south.",
        "South: 10 south.",
        "West: 4 west.",
        "East and South join: 20 south.",
        "All pay their stakes.",
        "The pawn went south.",
    ]
    first, *_, weighing, paying, moving = map(seen, beats(position))
    assert first["open-N"] == "15 N"
    assert "open-E" not in first
    assert "letter-E" in first
    assert weighing["total-0"] == "20"
    assert weighing["share-E"] == weighing["share-S"] == "+10"
    assert weighing["fate-N"] == weighing["fate-W"] == "outbid"
    assert (weighing["points-N"], paying["cost-N"]) == ("100", "−15")
    assert "points-N" not in paying
    assert "total-0" not in moving


def test_a_coin_and_the_pawn_are_seen_to_move_from_beat_to_beat() -> None:
    """MC-9, MC-7"""
    position = start()
    play(position, "15 N", "10 S", "10 S", "4 W")
    *_, weighing, paying, moving = ({item.id: place(item) for item in beat.items} for beat in beats(position))
    assert all(weighing[f"coin-{seat}0"] != paying[f"coin-{seat}0"] for seat in "NESW")
    assert (paying["mover"], moving["mover"]) == ((0, 0), (0, 1))


@pytest.mark.parametrize(
    ("variant", "orders", "told", "shown"),
    [
        ("basic", ("9 N", "9 E", "5 S", "0 W"), "North and East are tied: the pawn stays.", {"level-1": "="}),
        ("open", ("9 N", "9 E", "5 S", "0 W"), "North and East combine: 9 each, north-east.", {"level-1": "+"}),
        ("open", ("10 S", "10 S", "10 N", "7 E"), "North, East and South cancel out.", {"fate-S": "cancelled"}),
        ("open", ("9 N", "9 NE", "5 S", "0 W"), "North and East are tied and cannot combine: ", {"fate-E": "fined"}),
        ("basic", ("0 N", "0 E", "0 S", "0 W"), "Nobody stakes a point.", {"open-N": "0"}),
        ("basic", ("9 N", "5 E", "0 S", "0 W"), "North prevails: 9 north.", {"total-0": "9"}),
    ],
)
def test_counters_and_ties_are_shown_for_what_they_are(
    variant: str, orders: tuple[str, ...], told: str, shown: dict[str, str]
) -> None:
    """MC-8, MC-17 to MC-21"""
    position = start(variant=variant)
    play(position, *orders)
    beat = next(beat for beat in beats(position) if beat.words.startswith(told))
    assert shown.items() <= seen(beat).items()


def test_a_moment_is_the_same_for_all_and_whatever_is_written_after_it() -> None:
    """MC-5"""
    position = start(variant="open")
    play(position, *SHEET)
    moment = position.view(NORTH).scene(NORTH).moment
    position.play("silence")
    position.play("7 SE", EAST)
    assert moment == position.view(EAST).scene(EAST).moment == position.view(PUBLIC).scene(PUBLIC).moment
    for seat in (NORTH, SOUTH, WEST):
        position.play("0 N", seat)
    later = position.scene(PUBLIC).moment
    assert moment
    assert later
    assert moment.id != later.id


# --- what is going on


def status(position: Position, lang: str = "en") -> str:
    return position.scene(PUBLIC, lang).status


def test_the_status_tells_whom_the_others_are_waiting_for() -> None:
    """MC-5"""
    position = start()
    position.play("32 N", EAST)
    assert status(position) == "Everybody writes an order in secret. Still to write: North, South, West."
    assert status(position, "fr") == "Chacun écrit son ordre en secret. On attend\u00a0: Nord, Sud, Ouest."


def test_the_status_tells_a_seat_what_to_do() -> None:
    """MC-4, MC-14"""
    position = start(variant="open")
    assert position.scene(NORTH, "en").status == "Yours to end the discussion, when all is said."
    position.play("silence")
    assert position.scene(NORTH, "fr").status == "À vous d’écrire\u00a0: une mise, une flèche."
    position.play("3 N", NORTH)
    assert position.view(NORTH).scene(NORTH, "en").status == "Your order is sealed. Still to write: East, South, West."


def test_the_status_tells_who_leads_the_discussion() -> None:
    """MC-12"""
    position = start(variant="open")
    play(position, *SHEET)
    assert status(position) == "The pawn went north-east. Everybody may talk aloud; West will end it."


@pytest.mark.parametrize(
    ("at", "order", "lang", "told"),
    [
        ((0, 2), "1 N", "en", "The pawn went north. It is behind North's line: North wins."),
        ((2, 0), "1 E", "fr", "Le pion est allé à l’est. Il est derrière la ligne d’Est\u00a0: Est gagne."),
        (
            (2, -2),
            "1 SE",
            "en",
            "The pawn went south-east. It is behind two lines at once: East and South win together.",
        ),
    ],
)
def test_the_status_tells_who_has_won(at: tuple[int, int], order: str, lang: str, told: str) -> None:
    """MC-2"""
    position = start(at=at)
    play(position, order, "0 N", "0 N", "0 N")
    assert status(position, lang) == told


def test_the_status_tells_why_it_is_a_draw() -> None:
    """MC-10"""
    idle, long, poor = start(), start(max_rounds=1), start(capital=1)
    for _ in range(3):
        play(idle, *["0 N"] * 4)
    play(long, *SHEET)
    play(poor, "1 N", "1 S", "1 E", "1 W")
    assert "three rounds in a row" in status(idle)
    assert "round 1 was the last" in status(long)
    assert "nobody has a point left" in status(poor)


# --- how it added up


def test_how_a_round_added_up_is_seen_beside_the_citadel() -> None:
    """MC-6: equal orders are one bar, in the colours of those who decide; what was beaten is grey."""
    position = start()
    play(position, "15 N", "10 S", "10 S", "4 W")
    note = items(position, NORTH, "fr")["weighing"]
    assert note.words == (
        "La pesée\N{NO-BREAK SPACE}: Est et Sud, 20 au sud, l’emporte\N{NO-BREAK SPACE}; Nord, 15 au nord, battu"
        "\N{NO-BREAK SPACE}; Ouest, 4 à l’ouest, battu"
    )
    bars = [shape.attributes["fill"] for shape in note.shapes[1:] if shape.tag == "rect"]
    assert bars[:2] == [RUGS[EAST], RUGS[SOUTH]]
    assert not {*bars[2:]} & {*RUGS}
    written = [shape.text for shape in note.shapes if shape.text]
    assert [number for number in ("20", "15", "4") if number in written] == ["20", "15", "4"]


def test_what_was_cancelled_does_not_count_however_much_it_was() -> None:
    """MC-17: it comes after what decided."""
    position = start(variant="open")
    play(position, "30 N", "30 S", "12 E", "0 W")
    words = items(position)["weighing"].words
    assert words == "How it added up: South, 12 east, prevails; North, 30 north, cancelled; East, 30 south, cancelled"


def test_a_phone_has_no_room_for_it_and_a_first_round_nothing_to_tell() -> None:
    position = start()
    assert "weighing" not in items(position)
    play(position, "0 N", "0 N", "0 N", "0 N")
    assert "weighing" not in {item.id for item in position.scene(NORTH, "fr", "tall").items}
    assert items(position)["weighing"].words == ""
