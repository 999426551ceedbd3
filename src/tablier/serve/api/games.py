"""Games: which there are, their rules with pictures, what they look like, and what their options come to."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from pydantic import Field

from tablier.engine.game import Game
from tablier.engine.options import Mode, Settled
from tablier.engine.position import Position
from tablier.engine.registry import find
from tablier.engine.registry import games as registered
from tablier.guide.page import Picture, split
from tablier.picture import svg
from tablier.picture.wire import art_as_sent, as_bytes
from tablier.serve import schema
from tablier.serve.api import markdown
from tablier.serve.api.fields import differences, field, fields
from tablier.serve.api.language import InLanguage
from tablier.serve.api.ready import ASK_FIRST, FOR_EVER, Ready, answer, pack
from tablier.serve.errors import NoSuchPage

router = APIRouter(prefix="/api/v1/games")

FOR_AN_HOUR = "public, max-age=3600"

Which = Annotated[str, Path(pattern=r"^[\w-]{1,40}$", description="A picture's name.")]


@router.get("", response_model=list[dict[str, Any]])
def all_games(request: Request, lang: InLanguage) -> Response:
    """The games that there are, with their modes and their options."""
    return answer(request, _games(tuple(registered()), lang), "application/json")


@cache
def _games(names: tuple[str, ...], lang: str) -> Ready:
    """Made once: every option of every game is tried for it."""
    return pack(as_bytes([_game(name, lang) for name in names]))


def _game(name: str, lang: str) -> dict[str, Any]:
    game = find(name)
    settled = game.settle({})
    counts = [len(game.seats(variant)) for variant in game.variants()]
    return {
        "name": name,
        "title": game.title[lang],
        "summary": game.summary[lang],
        "minutes": game.minutes,
        "players": (min(counts), max(counts)),
        "secrets": game.secrets,
        "lessons": game.pages.lessons(lang) is not None,
        "seat_words": {seat: words[lang] for seat, words in game.seat_words.items()},
        "sign_words": game.words.texts(lang).plain("gesture", "sign"),
        "modes": [_mode(game, mode, lang) for mode in game.modes],
        "options": [field(game, option, settled, lang) for option in game.options],
    }


def _mode(game: Game, mode: Mode, lang: str) -> dict[str, Any]:
    """A way to play, with what is chosen together with it: as it is usually, and for how many seats."""
    settled = game.settle(mode.options)
    title, summary = game.mode_words(mode, lang)
    return {
        "name": mode.name,
        "title": title,
        "summary": summary,
        "minutes": mode.minutes or game.minutes,
        "options": mode.options,
        "asks": [one for one in fields(game, settled, lang) if one["name"] in mode.asks],
        "seats": _seats(game, settled, lang),
    }


def _seats(game: Game, settled: Settled, lang: str) -> list[dict[str, Any]]:
    """Who sits at such a table; and in which team, where there are teams."""
    teams = {seat: number for number, team in enumerate(game.teams(settled)) for seat in team}
    return [
        {"name": seat, "words": game.seat_words[seat][lang], **({"team": teams[seat]} if teams else {})}
        for seat in game.seats(settled)
    ]


class GivenOptions(schema.Strict):
    """Options that somebody thinks of; those left out have their defaults."""

    options: dict[str, str | int] = Field(default_factory=dict, max_length=20)


@router.post("/{name}/seats")
def seats(name: str, body: GivenOptions, lang: InLanguage) -> dict[str, Any]:
    """What these options come to: every option with its value, who sits there, and what else may be chosen."""
    game = find(name)
    settled = game.settle(body.options)
    mode = game.mode_of(settled)
    return {
        "options": settled,
        "mode": game.mode_words(mode, lang)[0] if mode else None,
        "told": differences(game, settled, lang),
        "seats": _seats(game, settled, lang),
        "discussion": game.closing(game.open(settled)[0]) is not None,
        "fields": fields(game, settled, lang),
    }


# --- the rules


@router.get("/{name}/rules")
def rules(name: str, request: Request, lang: InLanguage) -> Response:
    """A game's rules as HTML: each rule has its number as id, and pictures are drawn from real positions."""
    return answer(request, _rules(find(name).name, lang), "application/json")


@cache
def _rules(name: str, lang: str) -> Ready:
    game = find(name)
    page = markdown.RulesPage(game.prefix, lang)
    parts = []
    for part in split(game.pages.rules(lang)):
        if isinstance(part, Picture):
            parts.append(_figure(part, lang))
        else:
            parts.append(page.render(part.markdown))
    told = {
        "name": name, "title": game.title[lang], "prefix": game.prefix,
        "contents": page.contents, "html": "\n".join(parts), "lessons": game.pages.lessons(lang) is not None,
        "art": art_as_sent(game.art) if game.art else None,
    }  # fmt: skip
    return pack(as_bytes(told))


def _figure(picture: Picture, lang: str) -> str:
    image = svg.render(picture.scene(lang), alone=False)
    caption = markdown.inline(picture.caption, lang)
    return f'<figure class="picture">\n{image}<figcaption>{caption}</figcaption>\n</figure>'


# --- a picture of the game


@router.get("/{name}/picture.svg")
def picture(name: str, request: Request, lang: InLanguage) -> Response:
    """What the game looks like."""
    return answer(request, _cover(find(name).name, lang), "image/svg+xml", FOR_AN_HOUR)


@router.get("/{name}/art.svg")
def art(name: str, request: Request, v: str = "") -> Response:
    """What its things look like: the symbols that its scenes use. With its version, `v`, it is the same for ever."""
    if not (sheet := find(name).art):
        raise NoSuchPage
    return answer(request, _art(sheet.name), "image/svg+xml", FOR_EVER if v == sheet.version else ASK_FIRST)


@cache
def _art(name: str) -> Ready:
    sheet = find(name).art
    return pack(sheet.whole.encode() if sheet else b"")


@router.get("/{name}/pictures/{which}.svg")
def drawing(name: str, which: Which, request: Request, lang: InLanguage) -> Response:
    """A picture that the game has drawn for something; of a mode without one, the game's own."""
    game = find(name)
    if any(mode.name == which for mode in game.modes) and not game.pages.drawing(which):
        return picture(name, request, lang)
    return answer(request, _drawn(game.name, which), "image/svg+xml", FOR_AN_HOUR)


@cache
def _drawn(name: str, which: str) -> Ready:
    if drawn := find(name).pages.drawing(which):
        return pack(drawn)
    raise NoSuchPage


@cache
def _cover(name: str, lang: str) -> Ready:
    """Its `pictures/cover.svg`; else its `cover.txt`, drawn as on the rules page; else the opening position."""
    game = find(name)
    if drawn := game.pages.drawing("cover"):
        return pack(drawn)
    file = game.pages.cover
    scene = Position(game).scene(lang=lang) if file is None else Picture("", file).scene(lang)
    return pack(svg.render(scene).encode())
