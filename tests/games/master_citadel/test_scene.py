"""The picture of Master Citadel: what is where, what it is called, and what touching it means."""

from __future__ import annotations

from itertools import product

import pytest

from tablier import PUBLIC, Position
from tablier.games.master_citadel.scene import CELL, LEDGER
from tablier.picture import text
from tablier.picture.scene import Item
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


def test_an_order_is_counted_out_in_tokens_and_then_given_a_direction() -> None:
    """MC-4"""
    touches = start(capital=999).scene(NORTH).touches
    assert touches["732 NE"] == ("token-700", "token-30", "token-2", "arrow-NE")
    assert touches["30 S"] == ("token-30", "arrow-S")
    assert touches["405 W"] == ("token-400", "token-5", "arrow-W")
    assert touches["0 N"] == ("token-0", "arrow-N")


def test_only_tokens_that_a_player_can_afford_are_on_the_table() -> None:
    """MC-4"""
    tokens = {id for id in items(start(points=(23, 5, 5, 5)), NORTH) if id.startswith("token-")}
    assert tokens == {"token-0", "token-10", "token-20", *(f"token-{value}" for value in range(1, 10))}


def test_arrows_stand_around_the_pawn() -> None:
    """MC-4"""
    position = start(at=(1, -1))
    found = items(position, NORTH)
    for way, (x, y) in {"N": (1, 0), "NE": (2, 0), "SW": (0, -2), "W": (0, -1)}.items():
        assert place(found[f"arrow-{way}"]) == place(found[f"({x},{y})"])


@pytest.mark.parametrize("size", [3, 5, 7, 9])
def test_an_arrow_that_crosses_a_line_stands_on_the_wall(size: int) -> None:
    """MC-2"""
    reach = size // 2
    found = items(start(size=size, at=(reach, reach)), NORTH)
    assert found["arrow-N"].y == pytest.approx(found["wall-N"].y)
    assert found["arrow-E"].x == pytest.approx(found["wall-E"].x)
    assert place(found["arrow-NE"]) == pytest.approx(place(found["tower-0"]))


def test_the_game_master_touches_silence_and_nobody_else_can() -> None:
    """MC-14"""
    position = start(variant="open")
    assert position.scene(NORTH).touches == {"silence": ("silence",)}
    assert all(not position.scene(seat).touches and "silence" not in items(position, seat) for seat in (1, 2, 3))


def test_who_has_written_touches_nothing_more() -> None:
    """MC-4"""
    position = start()
    position.play("32 N", EAST)
    assert not position.scene(EAST).touches
    assert not any(id.startswith(("token-", "arrow-")) for id in items(position, EAST))


# --- what there is to see


def test_the_pawn_keeps_its_id_and_stands_on_its_square() -> None:
    """MC-7"""
    position = start()
    assert place(items(position)["pawn"]) == place(items(position)["(0,0)"])
    play(position, "9 SE", "0 N", "0 N", "0 N")
    assert place(items(position)["pawn"]) == place(items(position)["(1,-1)"])
    assert place(items(position)["trail"]) == place(items(position)["(0,0)"])


def test_north_is_up_and_east_to_the_right_for_everybody() -> None:
    """MC-1"""
    for seat in (NORTH, EAST, SOUTH, WEST, PUBLIC):
        found = items(start(), seat)
        assert found["wall-N"].y < found["(0,0)"].y < found["wall-S"].y
        assert found["wall-W"].x < found["(0,0)"].x < found["wall-E"].x


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


def test_one_can_read_ones_own_order_again() -> None:
    """MC-5"""
    position = start()
    position.play("32 N", EAST)
    assert items(position, EAST)["letter"].words == "Your order: 32 N"
    assert "letter" not in items(position, WEST)
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


def test_a_name_makes_way_for_a_pawn_that_comes_close() -> None:
    """MC-2: so that an arrow does not hide it."""
    for at in ((0, 2), (-2, 2), (2, 0), (0, -2), (-2, -1)):
        picture = str(start(at=at))
        assert all(name in picture for name in ("North", "South"))
        drawn = str(text.render(start(at=at).scene(NORTH, "en")))
        assert all(name in drawn for name in ("North", "South"))


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_drawing_as_text_fits_a_terminal(lang: str) -> None:
    """MC-1, MC-3: 80 columns and 24 lines, whatever the size of the board, and no line of the ledger is cut."""
    for position in moments():
        for seat in (NORTH, EAST, PUBLIC):
            scene = position.scene(seat, lang)
            lines = str(text.render(scene)).split("\n")
            assert len(lines) <= 24
            assert max(map(len, lines)) <= round(scene.width * scene.cell[0]) <= 80
            for item in scene.items:
                if item.id in ("heading", "master", "columns", "result", "asked", "ending") or "seat-" in item.id:
                    assert all(len(line) <= LEDGER * CELL[0] for line in item.glyph.split("\n"))


# --- what is going on


def status(position: Position, lang: str = "en") -> str:
    return position.scene(PUBLIC, lang).status


def test_the_status_tells_whom_the_others_are_waiting_for() -> None:
    """MC-5"""
    position = start()
    position.play("32 N", EAST)
    assert status(position) == "Everybody writes an order in secret. Still to write: North, South, West."
    assert status(position, "fr") == "Chacun écrit son ordre en secret. On attend\u00a0: Nord, Sud, Ouest."


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
