"""What may be said is offered, and what may not is explained."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import Visiting
from tests.web.player import Player, by_mouse
from tests.web.visit import Visit


def open_talk(page: Page) -> None:
    page.locator("#tab-talk").click()
    expect(page.locator("#talk")).to_be_visible()


def citadel(visiting: Visiting, **options: str) -> tuple[Visit, Visit, str]:
    ann, bob = visiting("Ann"), visiting("Bob")
    opened = ann.open("master-citadel", ["me", "link", "bot", "bot"], options=options)
    bob.sit(opened["table"], 1, opened["keys"]["1"])
    return ann, bob, opened["table"]


def test_words_offers_and_signs_are_said_to_all_or_whispered_where_that_is_allowed(visiting: Visiting) -> None:
    """MC-6, MC-11."""
    ann, bob, table = citadel(visiting)
    hers, his, watching = ann.at_table(table), bob.at_table(table), visiting("Cat").at_table(table)
    for page in (hers, his, watching):
        open_talk(page)
    expect(hers.locator(".listeners input")).to_have_count(4)  # all, and each of the others
    hers.locator(".say-form input").first.fill("Bonjour à tous")
    hers.keyboard.press("Enter")
    for page in (hers, his, watching):
        expect(page.locator(".talk-log")).to_contain_text("Bonjour à tous")
    hers.get_by_label("Bob, en secret").check()
    hers.locator(".say-form input").first.fill("Rien que pour toi")
    hers.keyboard.press("Enter")
    expect(his.locator(".said--secret")).to_contain_text("Rien que pour toi")
    expect(hers.locator(".said--secret")).to_contain_text("Rien que pour toi")
    expect(watching.locator(".said")).to_have_count(1)

    hers.get_by_text("Proposer un coup commun").click()
    form = hers.locator("details[open] form")
    form.locator("select").nth(0).select_option("12")
    form.locator("select").nth(1).select_option("NE")
    form.locator("button").click()
    expect(his.locator(".said--offer")).to_contain_text("propose : 12 points au nord-est")
    his.locator(".said--offer").get_by_role("button", name="Accepter").click()
    for page in (hers, his):
        expect(page.locator(".said--accept")).to_contain_text("accepte : 12 points au nord-est")
    expect(his.locator(".said--offer button")).to_have_count(0)

    his.locator("#tab-story").click()
    hers.get_by_text("Gestes", exact=True).click()
    hers.get_by_role("button", name="Bravo").click()
    expect(his.locator("#unread")).to_have_text("1")
    open_talk(his)
    expect(his.locator(".said--gesture")).to_contain_text("applaudit")
    expect(his.locator("#unread")).to_be_hidden()


def test_beside_a_name_stands_what_was_offered_and_then_how_word_was_kept(visiting: Visiting) -> None:
    """MC-6, MC-11."""
    ann, bob, table = citadel(visiting)
    hers, watching = ann.at_table(table), visiting("Cat").at_table(table)
    north, east = ann.person().connect(table, 0), bob.person().connect(table, 1)
    north.ask("say", kind="offer", body="12 NE", to=[])
    offered = hers.locator('.chair[data-seat="0"] .chair-offer')
    expect(offered).to_have_text("propose : 12 points au nord-est")
    east.ask("say", kind="accept", body="12 NE", to=[])
    expect(offered).to_have_text("propose : 12 points au nord-est ✓ Bob")
    north.play("12 NE")
    east.play("3 W")
    for page in (hers, watching):
        expect(page.locator('.chair[data-seat="0"] .seals')).to_have_attribute("title", "a tenu parole 1 fois")
        expect(page.locator('.chair[data-seat="1"] .seals')).to_have_attribute("title", "a manqué à sa parole 1 fois")
        expect(page.locator(".chair-offer")).to_have_count(0)
        expect(page.locator(".seal--broken")).to_have_count(1)


def test_an_offer_is_seen_and_answered_beside_the_board(visiting: Visiting) -> None:
    """MC-6: also by who does not have the talk open; who has sees it there, and once."""
    ann, bob, table = citadel(visiting)
    offer = {"id": "o", "do": "say", "kind": "offer", "body": "12 NE", "to": [1]}
    ann._tell(f"/tables/{table}/seats/0/commands", offer)
    his = bob.at_table(table)
    expect(his.locator("#heard")).to_contain_text("propose : 12 points au nord-est")
    open_talk(his)
    expect(his.locator("#heard")).to_be_hidden()
    his.locator("#tab-story").click()
    his.locator("#heard").get_by_role("button", name="Accepter").click()
    expect(his.locator("#heard button")).to_have_count(0)
    open_talk(his)
    expect(his.locator(".said--accept")).to_have_count(1)


def test_silence_is_explained_and_nothing_can_be_said(visit: Visit) -> None:
    """MC-14, MC-15: once the game master has ended the discussion nobody speaks."""
    table = visit.open("master-citadel", ["me", "bot", "bot", "bot"], options={"variant": "open"})["table"]
    page = visit.at_table(table)
    open_talk(page)
    expect(page.locator(".listeners")).to_have_count(0)  # aloud, or not at all (MC-13)
    expect(page.locator(".say-form input").first).to_be_visible()
    Player(page, by_mouse).play()  # the first game master, north, ends the discussion
    expect(page.locator("#talk")).to_contain_text("la règle demande le silence")
    expect(page.locator(".talk-form input, .talk-form button")).to_have_count(0)


SIGNS_ONLY = """() => document.querySelector("#talk").textContent.includes("ne permet que les gestes")
    && !document.querySelector(".talk-form input") && document.querySelector(".sign").checkVisibility()"""
"""All at once: the bots play on, and may come together again."""


def test_partners_far_apart_make_signs_only(visit: Visit) -> None:
    """MI-18."""
    table = visit.open("master-islands", ["me", "bot", "bot", "bot"], options={"mode": "teams"})["table"]
    page = visit.at_table(table)
    open_talk(page)
    player = Player(page, by_mouse)
    while not page.evaluate(SIGNS_ONLY):
        assert player.touch_something(), "the partners were never apart"


FIRST = "card (0,0)"


def islands(visiting: Visiting) -> tuple[Page, Page, Page]:
    """Ann, who reads French and is to play; Bob, who reads English; and Cat, who watches."""
    ann, bob = visiting("Ann"), visiting("Bob", locale="en-GB")
    opened = ann.open("master-islands", ["me", "link", "bot", "bot"], options={"mode": "teams"})
    bob.sit(opened["table"], 1, opened["keys"]["1"])
    hers, his, watching = (visit.at_table(opened["table"]) for visit in (ann, bob, visiting("Cat")))
    for page in (hers, his):
        open_talk(page)
    return hers, his, watching


def mark(page: Page, thing: str) -> Locator:
    """What stands out on the board because somebody points at it; it is there also when it has faded."""
    return page.locator(f'.over .mark .halo[data-of="{thing}"]')


def thing(page: Page, id: str) -> Locator:
    return page.locator(f'svg.board [data-id="{id}"]')


def test_who_touches_a_card_to_point_at_it_is_seen_and_read_in_every_language(visiting: Visiting) -> None:
    """MI-18: also when it is not for them to play. One table for all signs, with three pages to see them on."""
    hers, his, watching = islands(visiting)
    expect(his.locator("svg.board [data-lit]")).to_have_count(0)
    his.get_by_role("button", name="Point at something on the board").click()
    expect(his.locator("#hint")).to_have_text("Touch what you want to show to the whole table.")
    expect(thing(his, "place (1,0)")).to_have_attribute("data-lit", "")
    thing(his, FIRST).click()
    for page in (hers, his, watching):
        expect(mark(page, FIRST)).to_have_count(1)
    expect(hers.locator(".talk-log")).to_contain_text("Bob montre la carte en (0,0)")
    expect(hers.locator("#live")).to_contain_text("Bob montre la carte en (0,0).")
    expect(his.locator(".talk-log")).to_contain_text("Bob points at the card at (0,0)")
    expect(watching.locator("#story")).to_contain_text("Bob montre la carte en (0,0).")
    expect(his.locator("svg.board [data-lit]")).to_have_count(0)

    a_colour_and_fingers_are_shown_and_read(hers, his)
    signs_are_made_with_the_keyboard_on_the_board_and_from_a_list(hers, his)
    who_is_to_play_points_first_and_then_plays(hers, his)


def a_colour_and_fingers_are_shown_and_read(hers: Page, his: Page) -> None:
    hers.get_by_role("button", name="Jaune", exact=True).click()
    expect(his.locator(".said--gesture").last).to_have_text("Ann signals yellow")
    his.get_by_role("button", name="3 fingers").click()
    expect(hers.locator(".said--gesture").last).to_have_text("Bob lève 3 doigts")


def signs_are_made_with_the_keyboard_on_the_board_and_from_a_list(hers: Page, his: Page) -> None:
    point = his.get_by_role("button", name="Point at something on the board")
    point.press("Enter")
    expect(point).to_have_attribute("aria-pressed", "true")
    his.keyboard.press("Escape")
    expect(point).to_have_attribute("aria-pressed", "false")
    expect(point).to_be_focused()
    point.press("Enter")
    expect(his.locator("svg.board [data-lit]:focus")).to_have_count(1)
    his.keyboard.press("ArrowRight")  # to another than the card that was pointed at before
    pointed = his.evaluate("document.activeElement.dataset.id")
    assert pointed != FIRST
    his.keyboard.press("Enter")
    expect(mark(hers, pointed)).to_have_count(1)
    expect(mark(hers, FIRST)).to_have_count(0)  # one finger points at one thing
    expect(point).to_be_focused()
    things = his.get_by_label("What you point at")
    things.select_option("Free place (-1,0)")
    his.get_by_role("button", name="Point", exact=True).press("Enter")
    expect(mark(hers, "place (-1,0)")).to_have_count(1)
    expect(mark(hers, pointed)).to_have_count(0)


def who_is_to_play_points_first_and_then_plays(hers: Page, his: Page) -> None:
    before = {spot.id for spot in Player(hers, by_mouse).spots()}
    hers.get_by_role("button", name="Montrer sur le plateau").click()
    thing(hers, "place (0,1)").click()
    expect(mark(his, "place (0,1)")).to_have_count(1)
    expect(his.locator(".talk-log")).to_contain_text("Ann points at the free place (0,1)")
    assert {spot.id for spot in Player(hers, by_mouse).spots()} == before
    Player(hers, by_mouse).play()


def test_table_without_free_text_has_signs_and_says_why(visit: Visit) -> None:
    table = visit.open("war-of-masters", ["me", "bot"], free_text=False)["table"]
    page = visit.at_table(table)
    open_talk(page)
    expect(page.locator("#talk .note")).to_be_visible()
    expect(page.locator(".talk-form input")).to_have_count(0)


def test_tags_that_somebody_writes_are_words_and_nobody_whispers_where_the_rules_do_not_speak_of_it(
    visiting: Visiting,
) -> None:
    ann, bob = visiting("Ann"), visiting("<b>Bob</b>")
    opened = ann.open("war-of-masters", ["me", "link"])
    bob.sit(opened["table"], 1, opened["keys"]["1"])
    page = ann.at_table(opened["table"])
    expect(page.locator(".chair-name").nth(1)).to_have_text("<b>Bob</b>")
    open_talk(page)
    expect(page.locator(".say-form input").first).to_be_visible()
    expect(page.locator(".listeners")).to_have_count(0)
    page.locator(".say-form input").fill("<img src=x onerror=alert(1)>")
    page.keyboard.press("Enter")
    expect(page.locator(".said-what")).to_have_text("<img src=x onerror=alert(1)>")
    assert page.locator("#talk img, #chairs b").count() == 0
