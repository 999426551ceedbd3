"""What the pages show beside the tables: rules with their pictures, lessons, a picture of each game, and its seats."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from fastapi import Path as InPath
from fastapi.responses import JSONResponse
from pydantic import Field

from tablier.engine.errors import IllegalAction
from tablier.engine.game import Game
from tablier.engine.options import Choice
from tablier.engine.position import Position
from tablier.engine.registry import find
from tablier.guide.lessons import Course, Lesson, course
from tablier.guide.page import Picture, split
from tablier.picture import svg
from tablier.picture.scene import Scene
from tablier.record.match import Match
from tablier.serve.api import markdown, schema
from tablier.serve.api.language import InLanguage
from tablier.serve.api.ready import Ready, answer, pack
from tablier.serve.errors import Refusal, refusal
from tablier.serve.table import visibility

router = APIRouter(prefix="/api/v1/games/{name}")

LessonNumber = Annotated[int, InPath(ge=1, le=99, description="A lesson, counted from 1.")]

FOR_AN_HOUR = "public, max-age=3600"


class UnknownLesson(Refusal):
    """There is no such lesson."""

    code = "lesson/unknown"
    status = 404

    def __init__(self) -> None:
        super().__init__("there is no such lesson")


class Attempt(schema.Strict):
    """What somebody does in a lesson."""

    action: str = Field(max_length=200)


class GivenOptions(schema.Strict):
    """Options that somebody thinks of; those left out have their defaults."""

    options: dict[str, str | int] = Field(default_factory=dict, max_length=20)


# --- the rules


@router.get("/rules")
def rules(name: str, request: Request, lang: InLanguage) -> Response:
    """A game's rules as HTML: each rule has its number as id, and pictures are drawn from real positions."""
    return answer(request, _rules(find(name).name, lang), "application/json")


@cache
def _rules(name: str, lang: str) -> Ready:
    game = find(name)
    writer = markdown.Writer(game.prefix, lang)
    parts = []
    for number, part in enumerate(split(game.pages.rules(lang)), start=1):
        if isinstance(part, Picture):
            parts.append(_figure(part, f"{game.name}-{number}", lang))
        else:
            parts.append(writer.render(part.markdown))
    told = {
        "name": name, "title": game.title[lang], "prefix": game.prefix,
        "contents": writer.contents, "html": "\n".join(parts), "lessons": game.pages.lessons(lang) is not None,
    }  # fmt: skip
    return pack(JSONResponse(told).body)


def _figure(picture: Picture, mark: str, lang: str) -> str:
    image = _marked(svg.render(picture.position.scene(lang=lang)), mark)
    caption = markdown.inline(picture.caption, lang)
    return f'<figure class="picture">\n{image}<figcaption>{caption}</figcaption>\n</figure>'


def _marked(image: str, mark: str) -> str:
    """The same picture, whose gradients have names that no other picture of the page has."""
    image = re.sub(r'(<linearGradient id=")([^"]+)"', rf'\1{mark}-\2"', image)
    return re.sub(r"url\(#([^)]+)\)", rf"url(#{mark}-\1)", image)


# --- a picture of the game


@router.get("/picture.svg")
def picture(name: str, request: Request, lang: InLanguage) -> Response:
    """What the game looks like."""
    return answer(request, _cover(find(name).name, lang), "image/svg+xml", FOR_AN_HOUR)


@cache
def _cover(name: str, lang: str) -> Ready:
    """Its `cover.txt`, a game file; the opening position where there is none.

    A comment `# shown: x y width height` says which part of the scene is the picture, in board units.
    """
    game = find(name)
    if (text := game.pages.cover) is None:
        return pack(svg.render(Position(game).scene(lang=lang)).encode())
    scene = Match.loads(text, game=game).position.scene(lang=lang)
    if shown := re.search(r"^# shown: (\S+) (\S+) (\S+) (\S+)$", text, re.MULTILINE):
        scene = _part(scene, *map(float, shown.groups()))
    return pack(svg.render(scene).encode())


def _part(scene: Scene, x: float, y: float, width: float, height: float) -> Scene:
    return replace(scene, x=x, y=y, width=width, height=height)


# --- lessons


@router.get("/lessons")
def lessons(name: str, request: Request, lang: InLanguage) -> Response:
    """A first game with guidance: positions, and what there is to do in each."""
    return answer(request, _lessons(find(name).name, lang), "application/json")


@cache
def _lessons(name: str, lang: str) -> Ready:
    game, found = find(name), _course(name, lang)
    told = {
        "name": name,
        "title": markdown.typeset(found.title, lang),
        "introduction": markdown.block(found.introduction, lang, game.prefix, name),
        "lessons": [_shown(game, lesson, lang) for lesson in found.lessons],
    }
    return pack(JSONResponse(told).body)


@router.post("/lessons/{number}")
def attempt(name: str, number: LessonNumber, body: Attempt, lang: InLanguage) -> dict[str, Any]:
    """What happens when somebody does this in a lesson. Nothing is kept: the next attempt begins where this one did."""
    game = find(name)
    found = _course(game.name, lang).lessons
    if number > len(found):
        raise UnknownLesson
    lesson = found[number - 1]
    try:
        after = lesson.after(body.action)
    except IllegalAction as problem:
        return {
            "right": False,
            **_told(refusal(problem, lang, game), lang),
            "scene": _scene(lesson, lesson.position, lang),
        }
    is_right = lesson.is_right(body.action)
    words = lesson.right if is_right else lesson.hint(body.action)
    return {
        "right": is_right,
        "words": markdown.inline(words, lang, game.prefix, game.name),
        "scene": _scene(lesson, after if is_right else lesson.position, lang),
    }


def _told(refused: dict[str, Any], lang: str) -> dict[str, Any]:
    """What the rules say of an action that they forbid."""
    told = {"words": markdown.inline(refused["words"], lang)}
    return told | {"rule": refused["rule"]} if "rule" in refused else told


@cache
def _course(name: str, lang: str) -> Course:
    return course(find(name), lang)


def _shown(game: Game, lesson: Lesson, lang: str) -> dict[str, Any]:
    return {
        "title": markdown.typeset(lesson.title, lang),
        "text": markdown.block(lesson.text, lang, game.prefix, game.name),
        "seat": lesson.seat,
        "seat_words": game.seat_words[lesson.seat_name][lang],
        "scene": _scene(lesson, lesson.position, lang),
    }


def _scene(lesson: Lesson, position: Position, lang: str) -> dict[str, Any]:
    return visibility.scene_as_sent(position.scene(lesson.seat, lang), touchable=lesson.seat in position.pending)


# --- options


@router.post("/seats")
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
