"""Scenes as SVG: well-formed whatever they hold, and transparent to clicks where there is nothing to touch."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from tablier.picture import svg
from tablier.picture.scene import Item, Scene, circle, ellipse, line, path, rect, text, use
from tablier.picture.sheet import Sheet

HOSTILE = "</title><script>alert('a & b')</script>\"<!--\x00\x1b\ud800\uffff"
HARMLESS = "</title><script>alert('a & b')</script>\"<!--\ufffd\ufffd\ufffd\ufffd"
NAMESPACE = "{http://www.w3.org/2000/svg}"


def a_scene(*items: Item, **more: Any) -> Scene:
    plain: dict[str, Any] = {"x": 0, "y": 0, "width": 3, "height": 2, "title": "A board", "status": "Red to roll"}
    return Scene(items=items, **(plain | more))


def parse(scene: Scene) -> ElementTree.Element:
    return ElementTree.fromstring(svg.render(scene))


def test_a_picture_says_what_it_shows() -> None:
    root = parse(a_scene())
    assert root.get("role") == "img"
    assert [element.text for element in root] == ["A board", "Red to roll"]


def test_a_picture_has_the_size_of_its_scene() -> None:
    root = ElementTree.fromstring(svg.render(a_scene(x=-0.5, width=2.5), pixels=20))
    assert (root.get("viewBox"), root.get("width"), root.get("height")) == ("-0.5 0 2.5 2", "50", "40")


def test_hostile_text_stays_text_wherever_it_stands() -> None:
    item = Item(HOSTILE, 1, 1, (text(0, 0, HOSTILE, 0.3, fill=HOSTILE),), words=HOSTILE)
    scene = a_scene(item, title=HOSTILE, status=HOSTILE)
    root = parse(scene)
    assert not list(root.iter(f"{NAMESPACE}script"))
    title, description, group = root
    words, shape = group
    assert {title.text, description.text, words.text, shape.text} == {HARMLESS}
    assert {group.get("data-id"), shape.get("fill")} == {HARMLESS}


def test_an_item_is_drawn_at_its_place() -> None:
    (group,) = parse(a_scene(Item("e4", 1.5, 0.25, (rect(-0.5, -0.5, 1, 1, stroke_width=0.1),), words="e4, empty")))[2:]
    assert group.get("data-id") == "e4"
    assert group.get("transform") == "translate(1.5 0.25)"
    assert group[1].attrib == {"x": "-0.5", "y": "-0.5", "width": "1", "height": "1", "stroke-width": "0.1"}


def test_items_are_drawn_from_the_back_to_the_front() -> None:
    shapes = (circle(0, 0, 1),)
    root = parse(a_scene(Item("back", 0, 0, shapes), Item("front", 0, 0, shapes)))
    assert [group.get("data-id") for group in root[2:]] == ["back", "front"]


def test_a_click_goes_through_what_has_no_words() -> None:
    shapes = (circle(0, 0, 1),)
    board, piece = parse(a_scene(Item("e4", 0, 0, shapes, words="e4, red"), Item("red-1", 0, 0, shapes)))[2:]
    assert board.get("pointer-events") is None
    assert piece.get("pointer-events") == "none"


def test_an_item_without_shapes_is_for_text_drawings_alone() -> None:
    assert len(parse(a_scene(Item("turn", 0, 0, (), words="Red", glyph="Red")))) == 2


def test_every_shape_becomes_its_element() -> None:
    shapes = (
        circle(0, 0, 1),
        ellipse(0, 0, 1, 2),
        line(0, 0, 1, 1),
        path("M0 0h1"),
        rect(0, 0, 1, 1),
        text(0, 0, "a", 1),
    )
    (group,) = parse(a_scene(Item("all", 0, 0, shapes)))[2:]
    assert [element.tag.removeprefix(NAMESPACE) for element in group] == [
        "circle", "ellipse", "line", "path", "rect", "text",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (0, "0"),
        (1.0, "1"),
        (10, "10"),
        (0.5, "0.5"),
        (1 / 3, "0.333"),
        (-0.0001, "0"),
        (-2.25, "-2.25"),
        (100.0, "100"),
    ],
)
def test_numbers_are_written_short(value: float, written: str) -> None:
    (group,) = parse(a_scene(Item("dot", 0, 0, (circle(value, 0, 1),))))[2:]
    assert group[0].get("cx") == written


def test_a_picture_alone_has_the_symbols_that_it_uses_and_all_that_they_need() -> None:
    scene = a_scene(Item("e4", 1, 1, (use("soldier", 0, 0, 2, 1, turn=90),)), art=Sheet("war", SHEET))
    definitions, group = parse(scene)[2:]
    assert [element.get("id") for element in definitions] == ["war-iron", "war-helmet", "war-soldier"]
    assert group[0].attrib == {
        "href": "#war-soldier", "x": "-1", "y": "-0.5", "width": "2", "height": "1", "transform": "rotate(90 0 0)",
    }  # fmt: skip


def test_a_picture_on_a_page_with_the_symbols_leaves_them_out() -> None:
    scene = a_scene(Item("e4", 1, 1, (use("soldier", 0, 0, 2, 1),)), art=Sheet("war", SHEET))
    (group,) = ElementTree.fromstring(svg.render(scene, alone=False))[2:]
    assert group[0].get("href") == "#war-soldier"


def test_a_sheet_for_a_page_has_every_symbol_and_nothing_that_is_only_shown() -> None:
    sheet = Sheet("war", SHEET)
    (definitions,) = ElementTree.fromstring(sheet.whole)
    assert sheet.symbols == {"helmet", "soldier", "flag"}
    assert {element.get("id") for element in definitions} == {"war-iron", "war-helmet", "war-soldier", "war-flag"}
    assert sheet.version != Sheet("war", SHEET.replace("#889", "#899")).version


SHEET = """
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 10">
  <defs>
    <linearGradient id="iron"><stop offset="0" stop-color="#889"/></linearGradient>
    <linearGradient id="unused"><stop offset="0" stop-color="#889"/></linearGradient>
    <symbol id="helmet" viewBox="0 0 1 1"><rect width="1" height="1" fill="url(#iron)"/></symbol>
    <symbol id="soldier" viewBox="0 0 1 2"><use href="#helmet"/><rect width="1" height="2"/></symbol>
    <symbol id="flag" viewBox="0 0 1 1"><path d="M0 0h1"/></symbol>
  </defs>
  <use href="#soldier" x="1" width="5" height="10"/>
</svg>
"""
