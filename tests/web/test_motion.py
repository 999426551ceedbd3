"""What moves: dice that are rolled tumble, what is played goes where it was sent at once."""

from __future__ import annotations

from playwright.sync_api import WebSocketRoute, expect

from tests.web.conftest import Visiting
from tests.web.player import Player, by_mouse
from tests.web.visit import Visit

NOTE_TURNS = """
window.turned = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, how) {
  const isTurned = frames.some(({ transform }) => transform?.startsWith("rotate"));
  if (isTurned) turned.push(this.closest("[data-id]").dataset.id);
  return animate.call(this, frames, how);
};
"""
"""Notes which things turn to and fro."""


def moving(visiting: Visiting) -> Visit:
    visit = visiting("Ann", reduced_motion="no-preference")
    visit.context.add_init_script(NOTE_TURNS)
    return visit


def test_die_tumbles_when_it_is_rolled_and_nothing_else_does(visiting: Visiting) -> None:
    visit = moving(visiting)
    page = visit.at_table(visit.open("war-of-masters", ["me", "me"])["table"])
    Player(page, by_mouse).play(2)  # the first may be a part of a six, after which nothing is rolled
    page.wait_for_function("() => turned.length > 0")
    assert set(page.evaluate("turned")) == {"die"}


def test_cards_that_are_drawn_do_not_tumble(visiting: Visiting) -> None:
    visit = moving(visiting)
    page = visit.at_table(visit.open("master-islands", ["me", "bot"])["table"])
    player = Player(page, by_mouse)
    player.play(2)
    player.wait()
    assert page.evaluate("turned") == []


PLACES = """
() => Object.fromEntries([...document.querySelectorAll("svg.board [data-id]")]
  .map((one) => [one.dataset.id, one.getAttribute("transform")]))
"""


def test_what_is_played_goes_there_before_the_server_has_answered(visiting: Visiting) -> None:
    visit = visiting("Ann")
    page = visit.context.new_page()

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda text: None if '"do":"play"' in str(text) else server.send(text))

    page.route_web_socket("**/socket*", between)
    page.goto(f"/t/{visit.open('war-of-masters', ['me', 'bot'])['table']}")
    player = Player(page, by_mouse)
    assert player.wait()
    before = page.evaluate(PLACES)
    player.touch_until_sent()
    expect(page.locator("#hint")).to_have_text("Envoyé…")
    after = page.evaluate(PLACES)
    (moved,) = [id for id in before if before[id] != after[id]]
    assert moved.startswith("red-")
    assert after[moved] in {place for id, place in before.items() if len(id) == 2}  # the middle of a square
