"""What somebody likes: chosen in a dialogue that every page has, held at once, and kept on the device."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import Visiting
from tests.web.player import Player, by_mouse, plays
from tests.web.visit import Visit


def settings(page: Page) -> Locator:
    page.get_by_role("button", name="Réglages", exact=True).click()
    dialog = page.get_by_role("dialog", name="Réglages")
    expect(dialog).to_be_visible()
    return dialog


def choose(dialog: Locator, group: str, words: str) -> None:
    """With the keyboard's own ways: a radio button of a group."""
    dialog.get_by_role("group", name=group).get_by_role("radio", name=words).check(force=True)


def at_table(visit: Visit, game: str = "war-of-masters") -> Page:
    page = visit.at_table(visit.open(game, ["me", "bot"])["table"])
    assert Player(page, by_mouse).wait()
    return page


def test_what_is_chosen_holds_at_once_and_on_every_page(visit: Visit) -> None:
    page = at_table(visit)
    expect(page.locator("svg.board")).to_have_css("filter", "none")
    dialog = settings(page)
    choose(dialog, "Apparence", "Sombre")
    choose(dialog, "Plateau", "Sobre")
    expect(page.locator("svg.board")).to_have_css("filter", re.compile("saturate"))
    choose(dialog, "Plateau", "Contrasté")
    choose(dialog, "Animations", "Aucune")
    choose(dialog, "Sons", "Coupés")
    html = page.locator("html")
    expect(html).to_have_attribute("data-theme", "dark")
    dialog.get_by_role("button", name="Fermer").click()
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "false")
    page.goto("/replay")
    for name, value in (("theme", "dark"), ("board", "contrast"), ("speed", "off")):
        expect(html).to_have_attribute(f"data-{name}", value)
    page.goto("/")
    dialog = settings(page)
    expect(dialog.get_by_role("radio", name="Contrasté")).to_be_checked()
    expect(dialog.get_by_role("radio", name="Coupés")).to_be_checked()


def test_system_decides_again_when_somebody_leaves_it_to_it(visiting: Visiting) -> None:
    page = visiting(color_scheme="dark").page("/")
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    dark = page.evaluate(ground)
    dialog = settings(page)
    choose(dialog, "Apparence", "Clair")
    assert page.evaluate(ground) != dark
    choose(dialog, "Apparence", "Comme l’appareil")
    assert page.evaluate(ground) == dark


COUNT_MOTION = """
window.moved = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) { window.moved++; return animate.apply(this, how); };
"""


def test_nothing_moves_for_who_wants_that(visiting: Visiting) -> None:
    visit = visiting(reduced_motion="no-preference")
    visit.context.add_init_script(COUNT_MOTION)
    page = at_table(visit)
    dialog = settings(page)
    choose(dialog, "Animations", "Aucune")
    dialog.get_by_role("button", name="Fermer").click()
    before = page.evaluate("moved")
    Player(page, by_mouse).play(2)
    assert page.evaluate("moved") == before
    choose(settings(page), "Animations", "Lentes")
    page.keyboard.press("Escape")
    Player(page, by_mouse).play(1)
    page.wait_for_function(f"() => moved > {before}")


def test_move_is_sent_when_it_is_confirmed_and_else_taken_back(visit: Visit) -> None:
    page = at_table(visit)
    dialog = settings(page)
    dialog.get_by_label("Confirmer chaque coup").check()
    dialog.get_by_role("button", name="Fermer").click()
    player = Player(page, by_mouse)
    before = page.locator("svg.board").inner_html()
    player.touch_until_sent()
    page.locator("#hint").get_by_role("button", name="Revenir").click()
    expect(page.locator("svg.board [data-lit]").first).to_be_attached()
    player.touch_until_sent()
    expect(page.locator("#hint")).to_contain_text("Jouer ce coup ?")
    page.keyboard.press("Escape")
    expect(page.locator("svg.board [data-lit]").first).to_be_attached()
    assert plays(page) == 0
    assert re.sub(r' tabindex="\d"', "", page.locator("svg.board").inner_html()).count("translate") == before.count(
        "translate"
    )
    player.touch_until_sent()
    expect(page.locator("#hint")).to_contain_text("Jouer ce coup ?")
    assert plays(page) == 0
    page.locator("#hint").get_by_role("button", name="Jouer").click()
    expect(page.locator("#hint")).not_to_contain_text("Jouer ce coup ?")
    assert plays(page) == 1


def test_name_and_language_are_chosen_there_too(visit: Visit) -> None:
    page = visit.page("/")
    dialog = settings(page)
    dialog.get_by_label("Votre nom").fill("  Zoé ")
    dialog.get_by_label("Votre nom").blur()
    dialog.get_by_label("Langue").select_option("en")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_label("Your name").first).to_have_value("Zoé")


# --- a game that waits


HIDDEN = """
window.shown = [];
window.Notification = class {
  static permission = "granted";
  static async requestPermission() { return Notification.permission; }
  constructor(title, { body, tag }) { shown.push({ title, body, tag }); }
  close() {}
};
window.hide = () => {
  Object.defineProperty(document, "visibilityState", { get: () => "hidden", configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
};
"""
"""A system that notes its notifications; and a page that is hidden when it is told to be."""


def waiting(visiting: Visiting, wants: bool) -> tuple[Page, str]:
    """Ann looks at something else while Bob plays."""
    ann, bob = visiting("Ann"), visiting("Bob")
    ann.context.add_init_script(HIDDEN)
    opened = ann.open("maestria", ["link", "me"])
    bob.sit(opened["table"], 0, opened["keys"]["0"])
    page = ann.at_table(opened["table"])
    if wants:
        dialog = settings(page)
        dialog.get_by_label("Me prévenir").check()
        dialog.get_by_role("button", name="Fermer").click()
    icon = page.locator("link[rel=icon]")
    expect(icon).to_have_attribute("href", "/web/icon.svg")
    page.evaluate("hide()")
    seat = bob.person().connect(opened["table"], 0)
    seat.receive()
    for place in ("a3", "c3", "e3"):  # Black places three
        seat.play(f"S@{place}")
    expect(icon).to_have_attribute("href", "/web/icon-waiting.svg")
    expect(page).to_have_title(re.compile("^● À vous"))
    return page, opened["table"]


def test_game_that_waits_shows_in_the_tab_and_as_a_notification(visiting: Visiting) -> None:
    page, table = waiting(visiting, wants=True)
    page.wait_for_function("() => shown.length === 1")
    (shown,) = page.evaluate("shown")
    assert shown["tag"] == table
    assert shown["title"].replace("\N{NO-BREAK SPACE}", " ") == "À vous de jouer : Maestria"
    assert shown["body"]


def test_nobody_is_notified_who_does_not_want_it(visiting: Visiting) -> None:
    page, _ = waiting(visiting, wants=False)
    assert page.evaluate("shown") == []


def test_browser_that_forbids_notifications_is_told_of(visiting: Visiting) -> None:
    visit = visiting()
    visit.context.add_init_script(HIDDEN + 'Notification.permission = "denied";')
    page = visit.page("/")
    dialog = settings(page)
    dialog.get_by_label("Me prévenir").click()
    expect(dialog).to_contain_text("Votre navigateur ne le permet pas")
    expect(dialog.get_by_label("Me prévenir")).not_to_be_checked()
