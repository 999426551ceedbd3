"""Choosing a game is choosing a mode: on the first page, with what may be changed, and what the table then is."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tablier.engine.registry import find, games
from tests.web.conftest import Visiting
from tests.web.visit import Visit

MODES = [(game, mode, None) for game in games() for mode in find(game).modes] + [
    ("master-islands", find("master-islands").modes[2], mission) for mission in ("easy", "medium", "hard")
]


def options_of(visit: Visit, page: Page) -> dict[str, Any]:
    """What the table that the page shows was opened with."""
    answer = visit.context.request.get(f"{visit.house.api}/tables/{page.url.rsplit('/', 1)[1]}").json()
    return dict(answer["events"][0]["options"])


def card(page: Page, game: str, mode: str) -> Locator:
    page.locator(f"#game-{game}").click()
    return page.locator(f"#modes-{game} [data-mode={mode}]")


def form_of(page: Page, game: str, mode: str) -> Locator:
    """The dialogue for a mode, with its details."""
    card(page, game, mode).locator(".link").click()
    dialog = page.get_by_role("dialog")
    dialog.locator("details summary").click()
    return dialog


def opened(page: Page, dialog: Locator) -> None:
    dialog.locator("button[type=submit]").click()
    page.wait_for_url("**/t/*")
    expect(page.locator(".chair").first).to_be_visible()


# --- every mode


@pytest.mark.parametrize(("game", "mode", "mission"), MODES, ids=lambda one: getattr(one, "name", one))
def test_every_mode_is_played_with_three_clicks_at_most_and_named_in_both_languages(
    visit: Visit, game: str, mode: Any, mission: str | None
) -> None:
    page = visit.page("/")
    chosen = card(page, game, mode.name)
    wanted = dict(mode.options)
    if mission:
        chosen.locator(f"label:has([value={mission}])").click()
        wanted["mission"] = mission
    chosen.locator(".play").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("body")).to_have_attribute("data-status", "playing")
    options = options_of(visit, page)
    assert wanted.items() <= options.items()
    for lang in ("fr", "en"):
        expect(page.locator("html")).to_have_attribute("lang", lang)
        expect(page.locator("#settings")).to_contain_text(find(game).mode_words(mode, lang)[0])
        if mission:
            expect(page.locator("#settings")).to_contain_text(find(game).called("mission", mission, lang))
        page.locator("#lang").click()  # to the other language


@pytest.mark.parametrize("game", games())
def test_a_mode_is_played_from_the_english_page(visiting: Visiting, game: str) -> None:
    visit = visiting(locale="en-GB")
    page = visit.page("/")
    mode = find(game).modes[-1]
    chosen = card(page, game, mode.name)
    expect(chosen).to_contain_text(find(game).mode_words(mode, "en")[0])
    chosen.locator(".play").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("body")).to_have_attribute("data-status", "playing")
    assert dict(mode.options).items() <= options_of(visit, page).items()


def test_modes_of_one_game_are_seen_at_once_with_how_long_it_takes_and_the_game_is_remembered(visit: Visit) -> None:
    page = visit.page("/")
    expect(page.locator(".mode:visible").first).to_be_visible()
    card(page, "maestria", "battle")
    expect(page.locator("#modes-maestria .game-facts")).to_have_text("2 joueurs · 20 à 40 min")
    expect(page.locator("#modes-maestria .mode-minutes")).to_have_count(0)
    card(page, "war-of-masters", "master")
    # Where modes differ each says how long it takes.
    expect(page.locator("#modes-war-of-masters .mode-minutes")).to_have_text(["5 à 15 min", "20 à 40 min"])
    expect(page.locator("#modes-war-of-masters .game-facts")).to_have_text("2 joueurs")
    expect(page.locator(".mode:visible")).to_have_count(2)
    page.reload()
    expect(page.locator("#game-war-of-masters")).to_have_attribute("aria-selected", "true")
    expect(page.locator(".mode:visible")).to_have_count(2)


def test_as_many_sit_down_as_were_chosen_on_the_card(visit: Visit) -> None:
    page = visit.page("/")
    chosen = card(page, "master-islands", "classic")
    chosen.locator("label:has([value='3'])").click()
    chosen.locator(".play").click()
    page.wait_for_url("**/t/*")
    expect(page.locator(".chair")).to_have_count(3)


def test_covers_and_modes_are_reached_with_the_keyboard(visit: Visit) -> None:
    page = visit.page("/")
    page.locator("#game-maestria").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#game-master-citadel")).to_be_focused()
    expect(page.locator("#modes-master-citadel")).to_be_visible()
    page.locator("#modes-master-citadel .play").last.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    assert options_of(visit, page)["variant"] == "open"


@pytest.mark.parametrize("locale", ["fr-FR", "en-GB"])
def test_nothing_is_wider_than_a_phone(visiting: Visiting, locale: str) -> None:
    page = visiting(locale=locale, viewport={"width": 390, "height": 844}).page("/")
    for game in games():
        dialog = form_of(page, game, find(game).modes[-1].name)
        expect(dialog.locator(".option").first).to_be_visible()
        for scrolled in ("document.documentElement", "document.querySelector('#preparing')"):
            assert page.evaluate(f"{scrolled}.scrollWidth <= {scrolled}.clientWidth"), game
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)


# --- what may be changed


def test_table_is_prepared_with_options_of_its_own(visit: Visit) -> None:
    page = visit.page("/")
    page.locator("#name").fill("Zoé")
    page.locator("#name").blur()
    dialog = form_of(page, "master-islands", "corsair")
    expect(dialog.locator(".preparing-seat")).to_have_count(4)
    dialog.locator("label", has_text="facile").click()
    dialog.locator("#pace").select_option("bank-300-5")
    opened(page, dialog)
    expect(page.locator(".chair--mine .chair-name")).to_have_text("Zoé")
    expect(page.locator("[data-clock]").first).to_contain_text(":")
    expect(page.locator("#settings")).to_contain_text("facile, 10 tours")
    assert options_of(visit, page)["mission"] == "easy"


def test_map_is_painted_and_drawn_by_lot(visit: Visit) -> None:
    page = visit.page("/")
    dialog = form_of(page, "maestria", "battle")
    expect(dialog.locator("input[type=text], input:not([type])")).to_have_count(0)
    squares = dialog.locator(".square")
    expect(squares).to_have_count(12)
    expect(squares.first).to_have_attribute("aria-label", "Rangée 1, colonne 1\xa0: montagne")
    squares.first.press("Enter")
    expect(squares.first).to_have_attribute("aria-label", "Rangée 1, colonne 1\xa0: plaine")
    dialog.get_by_role("button", name="Tirer au sort").click()
    drawn = "".join(squares.evaluate_all("all => all.map((one) => one.dataset.value)"))
    assert sorted(drawn) == sorted("PFM" * 4)
    opened(page, dialog)
    assert options_of(visit, page)["map"] == drawn


def test_deck_is_counted_and_a_wrong_total_is_said_at_its_field(visit: Visit) -> None:
    visit.forgiven = ("422",)
    page = visit.page("/")
    dialog = form_of(page, "master-islands", "classic")
    deck = dialog.locator("[data-option=deck]")
    deck.get_by_role("button", name="Une de plus : 1").click()
    expect(deck.locator(".counters-sum")).to_have_text("13 sur 12")
    expect(deck.locator(".field-problem")).to_have_text("la somme est 13\xa0; il faut 12")
    dialog.locator("button[type=submit]").click()
    expect(deck.locator("button").first).to_be_focused()
    deck.get_by_role("button", name="Une de moins : 2").click()
    expect(deck.locator(".field-problem")).to_be_hidden()
    opened(page, dialog)
    assert options_of(visit, page)["deck"] == "4,2,2,2,2"


def test_ringed_cylinders_are_placed_by_the_names_of_the_seats(visit: Visit) -> None:
    page = visit.page("/")
    dialog = form_of(page, "war-of-masters", "last-piece")
    dialog.get_by_label("Brun").last.select_option("i")
    opened(page, dialog)
    assert options_of(visit, page)["ring"] == "ei"
    expect(page.locator("#settings")).to_contain_text("Rouge e, Brun i")


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("fr-FR", "on peut choisir avant Rouge, après Rouge ou après Blanc"),
        ("en-GB", "one can choose before Red, after"),
    ],
)
def test_choice_that_does_not_fit_is_kept_and_said_at_its_field(visiting: Visiting, locale: str, words: str) -> None:
    visit = visiting(locale=locale)
    visit.forgiven = ("422",)
    page = visit.page("/")
    dialog = form_of(page, "master-islands", "corsair")
    seat, players = dialog.locator("[data-option=corsair_seat]"), dialog.locator("[data-option=players]")
    for place in (2, 3):  # what is usual there is not chosen yet
        seat.locator("label").nth(place).click()
        expect(seat.locator("input:checked")).to_have_value(str(place))
    players.locator("label").first.click()
    expect(seat.locator(".field-problem")).to_contain_text(words)
    expect(players.locator("input:checked")).to_have_value("3")
    expect(seat.locator("input:checked")).to_have_value("3")
    dialog.locator("button[type=submit]").click()  # in vain
    expect(seat.locator("input:checked")).to_be_focused()
    seat.locator("label").nth(1).click()
    expect(dialog.locator(".field-problem:visible")).to_have_count(0)
    expect(dialog.locator(".preparing-seat")).to_have_count(3)
    opened(page, dialog)
    options = options_of(visit, page)
    assert (options["mode"], options["players"], options["corsair_seat"]) == ("corsair", 3, 1)


# --- who sits where


def test_teams_are_shown_as_teams_and_options_in_words_only_where_they_mean_something(visit: Visit) -> None:
    page = visit.page("/")
    dialog = form_of(page, "master-islands", "teams")
    expect(dialog.locator("[data-option=deck]")).to_be_visible()
    assert dialog.locator("[data-option]").evaluate_all("all => all.map((one) => one.dataset.option)") == [
        "deck",
        "alignment",
    ]
    expect(dialog.locator("[data-option=deck] .field-help")).to_contain_text("douze")
    expect(dialog.locator(".preparing-team .team-name")).to_have_text(
        ["Ensemble\xa0: Rouge et Violet", "Ensemble\xa0: Blanc et Noir"]
    )
    opened(page, dialog)
    expect(page.locator("#chairs .team-name")).to_have_text(
        ["Ensemble\xa0: Rouge et Violet", "Ensemble\xa0: Blanc et Noir"]
    )
    assert page.locator(".chair").evaluate_all("all => all.map((one) => one.dataset.seat)") == ["0", "2", "1", "3"]


def test_seats_are_drawn_by_lot(visit: Visit) -> None:
    """Here the lot always falls on the first of those that are left."""
    page = visit.page("/")
    page.evaluate("() => void (crypto.getRandomValues = (numbers) => numbers.fill(0))")
    dialog = form_of(page, "war-of-masters", "master")
    expect(dialog.locator(".preparing-seat label").first).to_have_text("Rouge")
    dialog.get_by_label("Tirer les places au sort").check()
    expect(dialog.locator(".preparing-seat label").first).to_have_text("Joueur 1")
    opened(page, dialog)
    expect(page.locator(".chair--mine")).to_have_attribute("data-seat", "1")


def test_level_chosen_for_a_table_is_that_table_alone(visit: Visit) -> None:
    page = visit.page("/")
    page.locator("#level").select_option("5")
    dialog = form_of(page, "war-of-masters", "master")
    dialog.locator("#seat-1").select_option("bot-1")
    opened(page, dialog)
    expect(page.locator("#chairs")).to_contain_text("Tout débutant")
    page.goto("/")
    expect(page.locator("#level")).to_have_value("5")
