"""Scenes as text: each thing in its place, whole, with its colours, and never outside the picture."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablier.picture.scene import Item, Scene
from tablier.picture.text import render


def a_scene(*items: Item, cell: tuple[int, int] = (4, 2), width: float = 3, height: float = 2, at: float = 0) -> Scene:
    return Scene(x=at, y=at, width=width, height=height, title="A board", status="", items=items, cell=cell)


def mark(x: float, y: float, glyph: str = "x", ground: str = "", size: tuple[float, float] = (1, 1)) -> Item:
    return Item(f"{x},{y}", x, y, (), glyph=glyph, colour="#ffffff", ground=ground, size=size)


def grounds(scene: Scene) -> list[str]:
    """The picture's backgrounds, one letter each."""
    return ["".join(cell.ground or "." for cell in row) for row in render(scene).rows]


def test_a_picture_is_as_large_as_its_scene() -> None:
    rows = render(a_scene(cell=(5, 2))).rows
    assert (len(rows), {len(row) for row in rows}) == (4, {15})


def test_a_glyph_stands_in_the_middle_of_its_square() -> None:
    assert (
        str(render(a_scene(mark(0.5, 0.5), mark(1.5, 0.5), mark(2.5, 1.5), cell=(5, 1)))) == "  x    x\n            x"
    )


def test_a_scene_may_begin_anywhere() -> None:
    assert str(render(a_scene(mark(-0.5, -0.5), cell=(5, 1), at=-1))).splitlines()[0] == "  x"


def test_a_glyph_of_several_lines_is_centred_line_by_line() -> None:
    assert str(render(a_scene(mark(1.5, 1, "┌─┐\n│5│\n└─┘\nRed")))) == "    ┌─┐\n    │5│\n    └─┘\n    Red"
    assert str(render(a_scene(mark(1.5, 1, "abc\nb"), cell=(5, 1)))) == "      abc\n       b"


def test_the_front_hides_the_back() -> None:
    assert str(render(a_scene(mark(0.5, 0.5, "[   ]"), mark(0.5, 0.5, "R"), cell=(5, 1)))).startswith("[ R ]")


def test_a_ground_covers_exactly_its_area() -> None:
    assert grounds(a_scene(mark(0.5, 0.5, ground="a"), mark(1.5, 1.5, ground="b"), cell=(3, 1))) == [
        "aaa......",
        "...bbb...",
    ]


def test_squares_side_by_side_leave_no_gap_and_do_not_overlap() -> None:
    """A board that begins between two characters, as one does within a frame of half a unit."""
    squares = [mark(column + 0.5, 0.5, ground="ab"[column % 2]) for column in range(3)]
    assert grounds(a_scene(*squares, at=-0.5, width=4, cell=(5, 2)))[1:3] == ["..aaaaabbbbbaaaaa..."] * 2


@pytest.mark.parametrize("y", [0.4, 0.5, 0.6, 0.75, 0.9, 1.0, 1.1])
@pytest.mark.parametrize("lines", [1, 2, 3])
def test_a_glyph_stands_on_its_own_ground(y: float, lines: int) -> None:
    glyph = "\n".join(["xx"] * lines)
    picture = render(a_scene(mark(1.5, y, glyph, ground="#", size=(0.5, lines / 2))))
    for row in picture.rows:
        assert [cell.char == "x" for cell in row] == [cell.ground == "#" for cell in row]


def test_a_glyph_has_its_colour_and_no_other_does() -> None:
    row = render(a_scene(mark(0.5, 0.5), cell=(3, 1))).rows[0]
    assert [cell.colour for cell in row[:3]] == ["", "#ffffff", ""]


def test_what_lies_outside_is_cut_off() -> None:
    outside = [mark(x, y, "abc\ndef\nghi", ground="#", size=(2, 2)) for x in (-9, 0, 3, 9) for y in (-9, 0, 2, 9)]
    picture = render(a_scene(*outside))
    assert [len(row) for row in picture.rows] == [12] * 4
    assert str(picture) == "i         gh\n\nc         ab\nf         de"


def test_plain_text_has_no_blanks_at_its_line_ends() -> None:
    assert str(render(a_scene(mark(0.5, 0.5, "x  ")))) == "x\n\n\n"


def test_in_a_narrow_place_what_stands_beside_the_board_comes_below_it() -> None:
    scene = replace(a_scene(mark(0.5, 0.5, "[ ]"), mark(2.5, 0.5, "Red"), mark(2.5, 1.5, "Brown")), beside=1.5)
    assert str(render(scene, most=12)) == str(render(scene)) == "[ ]     Red\n\n       Brown\n"
    assert str(render(scene, most=11)) == "[ ]\n\n\n\n Red\nBrown"


def test_in_a_narrow_place_empty_columns_are_left_out_everywhere_alike() -> None:
    scene = a_scene(mark(0.5, 0.5), mark(1.5, 0.5), mark(2.5, 0.5), mark(1.5, 1.5, "═" * 15), cell=(5, 1))
    assert str(render(scene, most=14)) == "  x   x   x\n═════════════"
    assert str(render(scene, most=12)) == "  x  x  x\n═══════════"
    assert str(render(scene, most=1)) == " x x x\n═══════"


def test_a_ground_is_as_much_to_be_seen_as_a_letter() -> None:
    scene = a_scene(mark(0.5, 0.5), mark(2.5, 0.5, "", ground="#", size=(1, 1)))
    assert (render(scene).width, render(scene, grounds=False).width) == (12, 2)
