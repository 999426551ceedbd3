"""Rules as HTML, lessons, pictures and seats, as a browser asks for them."""

import asyncio
import json
import re
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from tablier.engine.errors import TablierError
from tablier.engine.options import Choice
from tablier.engine.registry import find, games
from tablier.guide.lessons import course
from tablier.language import LANGUAGES
from tablier.serve.api import games as games_routes
from tablier.serve.api import lessons
from tablier.serve.api.refusals import refused

API = "/api/v1/games"


class Browser:
    """Asks the routes of games and lessons, without a network."""

    def __init__(self) -> None:
        self.app = FastAPI()
        self.app.include_router(games_routes.router)
        self.app.include_router(lessons.router)
        self.app.add_exception_handler(TablierError, refused)

    def get(self, path: str, **more: Any) -> httpx.Response:
        return asyncio.run(self._ask("GET", path, more))

    def post(self, path: str, **more: Any) -> httpx.Response:
        return asyncio.run(self._ask("POST", path, more))

    async def _ask(self, method: str, path: str, more: dict[str, Any]) -> httpx.Response:
        transport = httpx.ASGITransport(self.app)
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            return await client.request(method, path, **more)


@pytest.fixture(scope="module")
def client() -> Browser:
    return Browser()


# --- rules


@pytest.mark.parametrize("name", games())
def test_pictures_of_a_rules_page_use_symbols_that_the_game_sends(client: Browser, name: str) -> None:
    page = client.get(f"{API}/{name}/rules").json()
    used = set(re.findall(r'<use href="#([^"]+)"', page["html"]))
    assert page["html"].count("<figure") == page["html"].count("<svg") >= 3
    assert "url(#" not in page["html"]  # whatever is painted otherwise is in the sheet
    if page["art"] is None:
        assert not used
        return
    sheet = client.get(f"{API}/{name}/art.svg", params={"v": page["art"]["version"]})
    assert "immutable" in sheet.headers["cache-control"]
    assert used <= set(re.findall(r' id="([^"]+)"', sheet.text))
    assert "immutable" not in client.get(f"{API}/{name}/art.svg").headers["cache-control"]


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_rule_can_be_pointed_at_and_every_link_leads_somewhere(client: Browser, name: str, lang: str) -> None:
    page = client.get(f"{API}/{name}/rules", params={"lang": lang}).json()
    ids = re.findall(r' id="([^"]+)"', page["html"])
    assert len(ids) == len(set(ids))
    numbered = re.findall(r"^- \*\*([A-Z]{2}-\d+)\*\*", find(name).pages.rules(lang), re.MULTILINE)
    assert set(numbered) <= set(ids)
    assert set(re.findall(r'<a[^>]* href="#([^"]+)"', page["html"])) <= set(ids)
    assert {heading["id"] for heading in page["contents"]} <= set(ids)


@pytest.mark.parametrize("name", games())
def test_rules_page_keeps_to_the_content_security_policy(client: Browser, name: str) -> None:
    html = client.get(f"{API}/{name}/rules").json()["html"]
    assert " style=" not in html
    assert "<script" not in html
    assert "<style" not in html


def test_ruling_is_marked_in_words_and_by_a_class(client: Browser) -> None:
    html = client.get(f"{API}/war-of-masters/rules", params={"lang": "en"}).json()["html"]
    assert re.search(
        r'<li id="WM-10" class="rule ruling"><a class="number" href="#WM-10">WM-10</a> <em class="mark"', html
    )
    assert re.search(r'<li id="WM-15" class="rule"><a class="number"', html)
    assert re.search(r'<li id="WM-15-2" class="rule ruling"', html)


def test_rules_are_typeset_in_their_language(client: Browser) -> None:
    html = client.get(f"{API}/war-of-masters/rules", params={"lang": "fr"}).json()["html"]
    assert "l\u2019adversaire" in html
    assert "But</h2>" in html
    assert "bref :" not in html
    assert "case :" not in html


def test_rules_are_sent_in_few_bytes_where_the_browser_can(client: Browser) -> None:
    plain = client.get(f"{API}/maestria/rules", headers={"accept-encoding": "identity"})
    squeezed = client.get(f"{API}/maestria/rules", headers={"accept-encoding": "gzip"})
    assert squeezed.headers["content-encoding"] == "gzip"
    assert int(squeezed.headers["content-length"]) < len(plain.content) / 5
    assert squeezed.json() == plain.json()


def test_page_that_a_browser_has_already_is_not_sent_again(client: Browser) -> None:
    tag = client.get(f"{API}/maestria/rules").headers["etag"]
    again = client.get(f"{API}/maestria/rules", headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get(f"{API}/maestria/rules?lang=fr").headers["etag"] != tag


def test_unknown_game_is_not_found(client: Browser) -> None:
    for path in ("rules", "lessons", "picture.svg"):
        answer = client.get(f"{API}/chess/{path}")
        assert (answer.status_code, answer.json()["code"]) == (404, "game/unknown")


# --- pictures


@pytest.mark.parametrize("name", games())
def test_picture_of_a_game_is_a_small_svg(client: Browser, name: str) -> None:
    answer = client.get(f"{API}/{name}/picture.svg", headers={"accept-encoding": "gzip"})
    assert answer.headers["content-type"] == "image/svg+xml"
    assert "max-age" in answer.headers["cache-control"]
    assert int(answer.headers["content-length"]) < 10_000
    assert answer.text.startswith("<svg ")


# --- lessons


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("lang", LANGUAGES)
def test_lessons_are_shown_with_something_to_touch(client: Browser, name: str, lang: str) -> None:
    told = client.get(f"{API}/{name}/lessons", params={"lang": lang}).json()
    assert len(told["lessons"]) == len(course(find(name), lang).lessons)
    for lesson in told["lessons"]:
        assert lesson["scene"]["touches"]
        assert f'href="/rules/{name}#' in lesson["text"]


def test_right_action_is_praised_and_shows_what_follows(client: Browser) -> None:
    told = client.post(f"{API}/war-of-masters/lessons/1?lang=en", json={"action": "h6xe9"}).json()
    assert told["right"] is True
    assert "the game is won" in told["words"]
    assert told["scene"]["touches"] == {}


def test_another_legal_action_gets_a_hint_and_nothing_changes(client: Browser) -> None:
    first = client.get(f"{API}/war-of-masters/lessons?lang=en").json()["lessons"][0]["scene"]
    told = client.post(f"{API}/war-of-masters/lessons/1?lang=en", json={"action": "h6-e3"}).json()
    assert told["right"] is False
    assert "the direction is not" in told["words"]
    assert json.dumps(told["scene"]) == json.dumps(first)


def test_illegal_action_is_told_the_rule(client: Browser) -> None:
    told = client.post(f"{API}/war-of-masters/lessons/1?lang=en", json={"action": "e2-e4"}).json()
    assert (told["right"], told["rule"]) == (False, "WM-6")


def test_words_of_an_attempt_cannot_hold_tags(client: Browser) -> None:
    told = client.post(f"{API}/war-of-masters/lessons/1?lang=en", json={"action": "<b>x</b>"}).json()
    assert told["right"] is False
    assert "<b>" not in told["words"]


@pytest.mark.parametrize(("number", "status"), [(99, 404), (0, 422)])
def test_lesson_that_there_is_not_is_not_found(client: Browser, number: int, status: int) -> None:
    answer = client.post(f"{API}/war-of-masters/lessons/{number}", json={"action": "e2-e7"})
    assert answer.status_code == status


# --- seats


def test_options_come_to_seats(client: Browser) -> None:
    told = client.post(f"{API}/master-islands/seats?lang=en", json={"options": {"mode": "corsair"}}).json()
    assert [seat["words"] for seat in told["seats"]] == ["Red", "White", "Violet", "Corsair"]
    assert told["options"]["players"] == 4
    assert told["discussion"] is False


def test_discussion_is_told_where_there_is_one(client: Browser) -> None:
    told = client.post(f"{API}/master-citadel/seats", json={"options": {"variant": "open"}}).json()
    assert told["discussion"] is True


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_value_of_an_option_has_words(client: Browser, name: str, lang: str) -> None:
    options = {option["name"]: option for option in all_games(client, lang)[name]["options"]}
    for option in find(name).options:
        if isinstance(option, Choice):
            told = options[option.name]["choices"]
            assert [choice["value"] for choice in told] == list(option.values)
            assert set(find(name).value_words(option.name)) == set(option.values)


def test_options_that_do_not_go_together_are_refused(client: Browser) -> None:
    answer = client.post(f"{API}/master-islands/seats", json={"options": {"mode": "teams", "players": 3}})
    assert (answer.status_code, answer.json()["code"]) == (422, "option/invalid")


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        (
            "en",
            "“after Violet” does not go with the other settings; one can choose before Red, after Red or after White",
        ),
        (
            "fr",
            "«\xa0après Violet\xa0» ne va pas avec les autres réglages\xa0; "
            "on peut choisir avant Rouge, après Rouge ou après Blanc",
        ),
    ],
)
def test_refused_option_is_named_with_what_would_fit_in_the_language_of_who_asks(
    client: Browser, lang: str, words: str
) -> None:
    given = {"mode": "corsair", "players": 3, "corsair_seat": 3}
    answer = client.post(f"{API}/master-islands/seats?lang={lang}", json={"options": given}).json()
    assert (answer["option"], answer["words"]) == ("corsair_seat", words)


# --- modes


def all_games(client: Browser, lang: str = "en") -> dict[str, Any]:
    return {game["name"]: game for game in client.get(f"{API}?lang={lang}").json()}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_mode_has_a_title_a_sentence_a_picture_and_options_that_make_it(client: Browser, lang: str) -> None:
    pictures = set()
    for name, game in all_games(client, lang).items():
        assert game["modes"]
        for mode in game["modes"]:
            assert mode["title"]
            assert mode["title"] != mode["summary"]
            drawn = client.get(f"{API}/{name}/pictures/{mode['name']}.svg")
            assert drawn.text.startswith("<svg ")
            pictures.add(drawn.text)
            settled = client.post(f"{API}/{name}/seats?lang={lang}", json={"options": mode["options"]}).json()
            assert settled["mode"] == mode["title"]
            assert settled["seats"] == mode["seats"]
    assert len(pictures) == sum(len(game["modes"]) for game in all_games(client, lang).values())


def test_what_games_there_are_is_made_once_whoever_asks_however_often(
    client: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes 70 ms to make: twenty times a second, which an address may ask, nobody else would be answered."""
    first = client.get(f"{API}?lang=fr")
    monkeypatch.setattr(games_routes, "_game", lambda name, lang: pytest.fail("made again"))
    again = client.get(f"{API}?lang=fr")
    assert (again.status_code, again.json()) == (200, first.json())
    assert client.get(f"{API}?lang=fr", headers={"if-none-match": first.headers["etag"]}).status_code == 304


def test_missions_are_chosen_together_with_the_corsair(client: Browser) -> None:
    corsair = all_games(client)["master-islands"]["modes"][2]
    assert [choice["value"] for choice in corsair["asks"][0]["choices"]] == ["easy", "medium", "hard"]


def test_picture_that_there_is_not_is_not_found(client: Browser) -> None:
    for which in ("nothing", "..", "cover.svg", "a" * 300, "é" * 200):
        assert client.get(f"{API}/maestria/pictures/{which}.svg").status_code in (404, 422)


def asked(client: Browser, name: str, **options: Any) -> dict[str, Any]:
    told = client.post(f"{API}/{name}/seats?lang=en", json={"options": options}).json()
    return {field["name"]: field for field in told["fields"]}


def test_options_without_a_meaning_are_not_asked_for(client: Browser) -> None:
    corsairs = {"mission", "raid", "pile", "conquest", "corsair_seat"}
    assert not corsairs & set(asked(client, "master-islands"))
    assert "players" not in asked(client, "master-islands", mode="teams")
    assert corsairs <= set(asked(client, "master-islands", mode="corsair"))
    assert "ring" not in asked(client, "war-of-masters")
    assert "ring" in asked(client, "war-of-masters", goal="all")
    assert "lead" not in asked(client, "master-citadel")
    assert "lead" in asked(client, "master-citadel", variant="open")


def test_each_kind_of_option_says_what_a_form_needs(client: Browser) -> None:
    islands = asked(client, "master-islands", mode="corsair", players=3)
    assert [choice["words"] for choice in islands["corsair_seat"]["choices"]] == [
        "before Red",
        "after Red",
        "after White",
    ]
    assert (islands["deck"]["kind"], islands["deck"]["labels"], islands["deck"]["total"]) == (
        "counters",
        list("12345"),
        12,
    )
    assert (islands["raid"]["kind"], islands["raid"]["least"], islands["raid"]["most"]) == ("number", 1, 8)
    grid = asked(client, "maestria", shape="deep")["map"]
    assert (grid["kind"], grid["width"], len(grid["bag"])) == ("grid", 4, 12)
    assert [choice["words"] for choice in grid["choices"]] == ["plain", "forest", "mountain"]
    assert client.get(f"{API}/maestria/pictures/{grid['choices'][0]['picture']}.svg").status_code == 200
    ring = asked(client, "war-of-masters", goal="all")["ring"]
    assert (ring["kind"], ring["labels"]) == ("letters", ["Red", "Brown"])
    assert asked(client, "master-citadel")["size"]["step"] == 2


@pytest.mark.parametrize(
    ("name", "options", "told"),
    [
        ("master-islands", {}, ["Number of players: 2"]),
        ("master-islands", {"mode": "corsair", "players": 3}, ["Number of players: 3", "Mission: medium, 7 rounds"]),
        ("master-islands", {"mode": "teams", "deck": "4,2,2,2,2"}, [
            "Cards of each value, in each colour: 4 × 1, 2 × 2, 2 × 3, 2 × 4, 2 × 5"
        ]),
        ("maestria", {"map": "P" * 12}, ["Terrains of a camp: this table's own"]),
        ("war-of-masters", {"goal": "all", "ring": "ai"}, ["Column of the ringed cylinder: Red a, Brown i"]),
    ],
    ids=str,
)  # fmt: skip
def test_what_was_chosen_is_told_in_words(client: Browser, name: str, options: dict[str, Any], told: list[str]) -> None:
    assert client.post(f"{API}/{name}/seats?lang=en", json={"options": options}).json()["told"] == told


def test_teams_are_told(client: Browser) -> None:
    def teams(**options: Any) -> list[Any]:
        told = client.post(f"{API}/master-islands/seats", json={"options": options}).json()
        return [seat.get("team") for seat in told["seats"]]

    assert teams() == [None, None]
    assert teams(mode="teams") == [0, 1, 0, 1]
    assert teams(mode="corsair", corsair_seat=1) == [0, 1, 0, 0]
