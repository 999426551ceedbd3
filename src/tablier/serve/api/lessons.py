"""Lessons: a first game with guidance, and what comes of what somebody tries in one."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from pydantic import Field

from tablier.engine.errors import IllegalAction
from tablier.engine.game import Game
from tablier.engine.position import Position
from tablier.engine.registry import find
from tablier.guide.lessons import Course, Lesson, course
from tablier.picture.scene import Form
from tablier.picture.wire import Drawn, as_bytes, drawn
from tablier.serve import schema
from tablier.serve.api import markdown
from tablier.serve.api.language import InLanguage
from tablier.serve.api.ready import Ready, answer, json_answer, pack
from tablier.serve.errors import Refusal, refusal

router = APIRouter(prefix="/api/v1/games/{name}/lessons")

LessonNumber = Annotated[int, Path(ge=1, le=99, description="A lesson, counted from 1.")]


class UnknownLesson(Refusal):
    """There is no such lesson."""

    code = "lesson/unknown"
    status = 404

    def __init__(self) -> None:
        super().__init__("there is no such lesson")


class Attempt(schema.Strict):
    """What somebody does in a lesson."""

    action: str = Field(max_length=200)


@router.get("")
def lessons(name: str, request: Request, lang: InLanguage, form: Form = "wide") -> Response:
    """A first game with guidance: positions, and what there is to do in each."""
    return answer(request, _lessons(find(name).name, lang, form), "application/json")


@cache
def _lessons(name: str, lang: str, form: Form) -> Ready:
    game, found = find(name), _course(name, lang)
    told = {
        "name": name,
        "title": markdown.typeset(found.title, lang),
        "introduction": markdown.block(found.introduction, lang, game.prefix, name),
        "lessons": [_shown(game, lesson, lang, form) for lesson in found.lessons],
    }
    return pack(as_bytes(told))


@router.post("/{number}", response_model=dict[str, Any])
def attempt(name: str, number: LessonNumber, body: Attempt, lang: InLanguage, form: Form = "wide") -> Response:
    """What happens when somebody does this in a lesson. Nothing is kept: the next attempt begins where this one did."""
    return json_answer(_attempted(name, number, body, lang, form))


def _attempted(name: str, number: int, body: Attempt, lang: str, form: Form) -> dict[str, Any]:
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
            "scene": _scene(lesson, lesson.position, lang, form),
        }
    is_right = lesson.is_right(body.action)
    words = lesson.right if is_right else lesson.hint(body.action)
    return {
        "right": is_right,
        "words": markdown.inline(words, lang, game.prefix, game.name),
        "scene": _scene(lesson, after if is_right else lesson.position, lang, form),
    }


def _told(refused: dict[str, Any], lang: str) -> dict[str, Any]:
    """What the rules say of an action that they forbid."""
    told = {"words": markdown.inline(refused["words"], lang)}
    return told | {"rule": refused["rule"]} if "rule" in refused else told


@cache
def _course(name: str, lang: str) -> Course:
    return course(find(name), lang)


def _shown(game: Game, lesson: Lesson, lang: str, form: Form) -> dict[str, Any]:
    return {
        "title": markdown.typeset(lesson.title, lang),
        "text": markdown.block(lesson.text, lang, game.prefix, game.name),
        "seat": lesson.seat,
        "seat_words": game.seat_words[lesson.seat_name][lang],
        "scene": _scene(lesson, lesson.position, lang, form),
    }


def _scene(lesson: Lesson, position: Position, lang: str, form: Form) -> Drawn:
    return drawn(position.scene(lesson.seat, lang, form), touchable=lesson.seat in position.pending)
