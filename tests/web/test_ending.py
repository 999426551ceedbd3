"""The end: who won, and chance that the browser itself has checked."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.web.conftest import Visiting
from tests.web.player import Player, by_mouse
from tests.web.visit import Visit

POINTS = [
    "engagement et le sceau sont ceux",
    "engagement publié",
    "les nombres qu’il avait promis",
    "sceau publié",
    "Vos propres nombres",
    "Tout ce qui a été joué, et la fin",
    "empreintes que ce navigateur a notées",
    "rejoué le fichier, signature comprise",
]


def play_from_the_first_page(visit: Visit, page: Page) -> None:
    """A short game that this browser has opened itself, and so has given its own chance to."""
    page.goto("/")
    page.locator("#game-war-of-masters").click()
    page.locator(".play:visible").first.click()
    page.wait_for_url("**/t/*")
    player = Player(page, by_mouse)
    player.play(2)
    if player.wait():  # it is our turn: nothing happens by itself
        page.get_by_role("button", name="Abandonner").click()
        page.get_by_role("dialog").get_by_role("button", name="Abandonner").click()
    expect(page.locator("#ending h2")).to_be_visible()
    page.locator("details.fair summary").click()
    expect(page.locator(".fair-point")).to_have_count(len(POINTS))


def test_browser_verifies_the_dice(visit: Visit) -> None:
    page = visit.context.new_page()
    play_from_the_first_page(visit, page)
    for point, words in zip(page.locator(".fair-point").all(), POINTS, strict=True):
        expect(point).to_contain_text(words)
        expect(point).to_have_class("fair-point fair-point--well")
    expect(page.locator("details.fair--bad")).to_have_count(0)


ALTERED = {
    "commitment": ("opened", "n’est pas celui du secret révélé"),
    "seal": ("began", "Le sceau publié au début n’est pas celui"),
    "secret": ("ended", "n’est pas celui du secret révélé"),
    "entropies": ("ended", "Vos nombres n’y figurent pas"),
    "pledge": ("sat", "pas donné les nombres qu’il avait promis"),
    "name": ("sat", "Le sceau publié au début n’est pas celui"),
    "game": ("opened", "Le sceau publié au début n’est pas celui"),
    "why": ("ended", "n’est pas ce que ce navigateur en a entendu"),
    "action": ("acted", "n’est pas ce que ce navigateur en a entendu"),
}


def alter(page: Page, what: str) -> None:
    """What this page hears from now on is altered on its way."""
    kind, _ = ALTERED[what]

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda text: socket.send(altered(str(text), kind, what)))

    page.route_web_socket("**/socket*", between)


def sees_that_it_was_altered(page: Page, what: str) -> None:
    _, words = ALTERED[what]
    expect(page.locator("details.fair--bad")).to_have_count(1)
    expect(page.locator(".fair-point--bad").filter(has_text=words)).to_have_count(1)


@pytest.mark.parametrize("what", ["commitment", "pledge", "action"])
def test_browser_sees_that_something_is_altered_while_it_plays(visit: Visit, what: str) -> None:
    """One of each kind: said before the game, when somebody sits down, and in the game."""
    page = visit.context.new_page()
    alter(page, what)
    play_from_the_first_page(visit, page)
    sees_that_it_was_altered(page, what)


def test_browser_sees_that_something_was_altered_since(visit: Visit) -> None:
    """It comes back to the same finished game, and is told each time something else that is not so."""
    page = visit.context.new_page()
    play_from_the_first_page(visit, page)
    expect(page.locator("details.fair--bad")).to_have_count(0)
    for what in ALTERED:
        back = visit.context.new_page()
        alter(back, what)
        back.goto(page.url)
        back.locator("details.fair summary").click()
        sees_that_it_was_altered(back, what)
        back.close()


def altered(text: str, kind: str, what: str) -> str:
    """A message in which one value of an event is another."""
    message: dict[str, Any] = json.loads(text)
    for event in message.get("events", ()):
        if event["kind"] == kind:
            value = event[what]
            event[what] = ["00" * 32 for _ in value] if isinstance(value, list) else "00" * 32
    return json.dumps(message)


def opened_from_the_first_page(visit: Visit) -> tuple[Page, str, str]:
    """A table for two that this browser has opened, and sits at; and the key for the other."""
    page = visit.page("/")
    opened = page.evaluate(
        """async () => {
          const { openTable } = await import("/web/js/server.js");
          const { sit } = await import("/web/js/opening.js");
          const opened = await openTable({game: "war-of-masters", seats: [{who: "me"}, {who: "link"}]});
          await sit(opened.table, 0, "Ann");
          return opened;
        }"""
    )
    return page, opened["table"], opened["keys"]["1"]


def test_two_browsers_pledge_and_give_by_themselves(visiting: Visiting) -> None:
    """Nobody has clicked on anything; and each finds its own numbers in the proof, and the heads that it noted."""
    ann, bob = visiting("Ann"), visiting("Bob")
    hers, table, key = opened_from_the_first_page(ann)
    hers.goto(f"/t/{table}")
    expect(hers.locator("#seating")).to_contain_text("Encore une place à prendre")
    his = bob.page(f"/t/{table}#seat=1&key={key}")
    his.locator("#seating form input").fill("Bob")
    his.locator("#seating form button").click()
    assert Player(hers, by_mouse).wait()
    told = " ".join(ann.heard)
    assert told.index('"kind":"gave"') < told.index('"kind":"began"')
    hers.get_by_role("button", name="Abandonner").click()
    hers.get_by_role("dialog").get_by_role("button", name="Abandonner").click()
    for page in (hers, his):
        page.locator("details.fair summary").click()
        expect(page.locator(".fair-point--well")).to_have_count(len(POINTS))


def test_browser_that_is_away_is_waited_for_a_moment_and_then_told(visiting: Visiting) -> None:
    ann, bob = visiting("Ann"), visiting("Bob")
    hers, table, key = opened_from_the_first_page(ann)
    hers.goto("/rules/war-of-masters")
    his = bob.page(f"/t/{table}#seat=1&key={key}")
    his.locator("#seating form input").fill("Bob")
    his.locator("#seating form button").click()
    expect(his.locator("#seating")).to_contain_text("La partie commence")
    expect(his.locator("body")).to_have_attribute("data-status", "playing")
    hers.goto(f"/t/{table}")
    assert Player(hers, by_mouse).wait()
    hers.get_by_role("button", name="Abandonner").click()
    hers.get_by_role("dialog").get_by_role("button", name="Abandonner").click()
    hers.locator("details.fair summary").click()
    expect(hers.locator(".fair-point--open")).to_contain_text(
        "Vos nombres n’y figurent pas : ils sont arrivés trop tard"
    )
    expect(hers.locator("details.fair--bad")).to_have_count(0)


def test_browser_sees_that_the_seal_is_not_the_one_that_it_noted(visit: Visit) -> None:
    page = visit.context.new_page()
    play_from_the_first_page(visit, page)
    page.evaluate(
        "localStorage.setItem('noted', localStorage.getItem('noted').replace(/seal\":\"..../, 'seal\":\"0000'))"
    )
    page.reload()
    page.locator("details.fair summary").click()
    expect(page.locator(".fair-point--bad")).to_contain_text("n’est pas celui que ce navigateur avait noté")


def test_finished_game_is_replayed(visit: Visit) -> None:
    page = visit.at_table(visit.open("maestria", ["me", "bot"], options={"max_turns": 2})["table"])
    Player(page, by_mouse).play_on()
    page.get_by_role("link", name="Revoir la partie").click()
    page.wait_for_url("**/replay?table=*")
    expect(page.locator("#at")).to_contain_text("0 sur")
    expect(page.locator("#lines .story-action").first).to_be_visible()
    count = page.locator("#lines .story-action").count()
    page.keyboard.press("End")
    expect(page.locator("#at")).to_have_text(f"{count} sur {count}")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#at")).to_have_text(f"{count - 1} sur {count}")
    expect(page.locator("#fair")).to_have_class("note note--good")


LOST_ON_TIME = """tablier 1
game: war-of-masters
seat red: Ann
ended: red time

1. [3] e2-e5

result: 0 1
"""
TOO_LATE = {"fr": ("Ann n’avait plus de temps.", "Brun gagne"), "en": ("Ann ran out of time.", "Brown wins")}


def test_table_says_that_somebody_ran_out_of_time(visit: Visit) -> None:
    page = visit.context.new_page()

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda text: socket.send(str(text).replace('"why":"resigned"', '"why":"time"')))

    page.route_web_socket("**/socket*", between)
    table = visit.open("war-of-masters", ["me", "bot"])["table"]
    page.goto(f"/t/{table}")
    assert Player(page, by_mouse).wait()
    assert visit.person().connect(table, 0).ask("resign")["type"] == "done"
    for lang, (why, _) in TOO_LATE.items():
        expect(page.locator("html")).to_have_attribute("lang", lang)
        expect(page.locator("#ending")).to_contain_text(why)
        expect(page.locator("#status")).to_contain_text(why)
        page.locator("#lang").click()  # to the other language


@pytest.mark.parametrize(("locale", "written"), [("fr-FR", "time"), ("en-GB", "out of time")])  # as it is, and was
def test_replay_says_that_somebody_ran_out_of_time(visiting: Visiting, locale: str, written: str) -> None:
    why, who = TOO_LATE[locale[:2]]
    page = visiting("Ann", locale=locale).page("/replay")
    page.locator("#text").fill(LOST_ON_TIME.replace("red time", f"red {written}"))
    page.locator("#opening button[type=submit]").click()
    expect(page.locator("#people")).to_contain_text(why)
    expect(page.locator("#people")).to_contain_text(who)


def test_bot_plays_for_who_resigns_among_several_until_they_come_back(visiting: Visiting) -> None:
    ann, bob = visiting("Ann"), visiting("Bob")
    opened = ann.open("master-islands", ["me", "link", "bot"], options={"players": 3})
    bob.sit(opened["table"], 1, opened["keys"]["1"])  # and never plays, so that the game waits
    page = ann.at_table(opened["table"])
    page.get_by_role("button", name="Abandonner").click()
    page.get_by_role("dialog").get_by_role("button", name="Abandonner").click()
    expect(page.locator("#story")).to_contain_text("Ann abandonne ; un robot continue.")
    expect(page.locator("#actions")).to_contain_text("Un robot joue à votre place.")
    page.get_by_role("button", name="Reprendre ma place").click()
    expect(page.locator("#story")).to_contain_text("Ann est de retour.")
    expect(page.get_by_role("button", name="Abandonner")).to_be_visible()
