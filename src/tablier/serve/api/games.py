"""Games: which there are, their rules with pictures, what they look like, and what their options come to."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from pydantic import Field

from tablier.engine.options import Choice
from tablier.engine.position import Position
from tablier.engine.registry import find
from tablier.engine.registry import games as registered
from tablier.guide.page import Picture, split
from tablier.picture import svg
from tablier.serve import schema
from tablier.serve.api import markdown
from tablier.serve.api.language import InLanguage
from tablier.serve.api.ready import Ready, answer, pack

router = APIRouter(prefix="/api/v1/games")

FOR_AN_HOUR = "public, max-age=3600"


@router.get("")
async def all_games(lang: InLanguage) -> list[dict[str, Any]]:
    """The games that there are, with their options."""
    return [_game(name, lang) for name in registered()]


def _game(name: str, lang: str) -> dict[str, Any]:
    game = find(name)
    settled = game.settle({})
    return {
        "name": name,
        "title": game.title[lang],
        "summary": game.summary[lang],
        "minutes": game.minutes,
        "secrets": game.secrets,
        "lessons": game.pages.lessons(lang) is not None,
        "seats": [{"name": seat, "words": game.seat_words[seat][lang]} for seat in game.seats(settled)],
        "seat_words": {seat: words[lang] for seat, words in game.seat_words.items()},
        "sign_words": game.words.texts(lang).plain("gesture", "sign"),
        "variants": [{"options": v, "seats": list(game.seats(v))} for v in game.variants()],
        "options": [
            {
                "name": option.name,
                "words": game.option_words[option.name][lang],
                "default": settled[option.name],
                "range": option.range,
                "values": getattr(option, "values", None),
                "least": getattr(option, "least", None),
                "most": getattr(option, "most", None),
            }
            for option in game.options
        ],
    }


class GivenOptions(schema.Strict):
    """Options that somebody thinks of; those left out have their defaults."""

    options: dict[str, str | int] = Field(default_factory=dict, max_length=20)


@router.post("/{name}/seats")
def seats(name: str, body: GivenOptions, lang: InLanguage) -> dict[str, Any]:
    """What these options come to: every option with its value, who sits at such a table, and what values are called."""
    game = find(name)
    settled = game.settle(body.options)
    return {
        "options": settled,
        "seats": [{"name": seat, "words": game.seat_words[seat][lang]} for seat in game.seats(settled)],
        "discussion": game.closing(game.open(settled)[0]) is not None,
        "value_words": {
            option.name: {value: words[lang] for value, words in game.value_words(option.name).items()}
            for option in game.options
            if isinstance(option, Choice)
        },
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
    for number, part in enumerate(split(game.pages.rules(lang)), start=1):
        if isinstance(part, Picture):
            parts.append(_figure(part, f"{game.name}-{number}", lang))
        else:
            parts.append(page.render(part.markdown))
    told = {
        "name": name, "title": game.title[lang], "prefix": game.prefix,
        "contents": page.contents, "html": "\n".join(parts), "lessons": game.pages.lessons(lang) is not None,
    }  # fmt: skip
    return pack(JSONResponse(told).body)


def _figure(picture: Picture, mark: str, lang: str) -> str:
    image = _marked(svg.render(picture.scene(lang)), mark)
    caption = markdown.inline(picture.caption, lang)
    return f'<figure class="picture">\n{image}<figcaption>{caption}</figcaption>\n</figure>'


def _marked(image: str, mark: str) -> str:
    """The same picture, whose gradients have names that no other picture of the page has."""
    image = re.sub(r'(<linearGradient id=")([^"]+)"', rf'\1{mark}-\2"', image)
    return re.sub(r"url\(#([^)]+)\)", rf"url(#{mark}-\1)", image)


# --- a picture of the game


@router.get("/{name}/picture.svg")
def picture(name: str, request: Request, lang: InLanguage) -> Response:
    """What the game looks like."""
    return answer(request, _cover(find(name).name, lang), "image/svg+xml", FOR_AN_HOUR)


@cache
def _cover(name: str, lang: str) -> Ready:
    """Its `cover.txt`, drawn as a picture of the rules page is; the opening position where there is none."""
    game = find(name)
    file = game.pages.cover
    scene = Position(game).scene(lang=lang) if file is None else Picture("", file).scene(lang)
    return pack(svg.render(scene).encode())
