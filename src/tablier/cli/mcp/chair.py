"""A chair at a table, here or at a server: what a model may do there, and what it is told, in words."""

from __future__ import annotations

from typing import Protocol

from tablier.cli.story import seat_word
from tablier.cli.texts import say
from tablier.engine.position import Position
from tablier.engine.talk import GESTURES, Kind
from tablier.language import language
from tablier.picture.text import render

MOST_LISTED = 60
"""Legal actions that are listed; of more, the first: the rules say the rest."""


class Chair(Protocol):
    """Somebody sits there: a program that reads words and writes words."""

    seat: int
    lang: str

    @property
    def view(self) -> Position:
        """What the seat may know, and nothing else."""

    @property
    def pending(self) -> tuple[int, ...]:
        """Who is to act; nobody before the game has begun, and when it is over."""

    @property
    def result(self) -> str:
        """Who won; empty while the game is on."""

    def news(self) -> list[str]:
        """What has happened and was said since it was last asked, a line for each."""

    async def play(self, text: str) -> None:
        """Act; raises Refusal, in words, with the rule that forbids it."""

    async def say(self, kind: Kind, body: str, to: tuple[int, ...]) -> None:
        """Say something, to these or to all; raises Refusal."""

    async def wait(self, seconds: float) -> None:
        """Until it is for this seat to act, or the game is over; no longer than this."""

    async def leave(self) -> None:
        """Get up."""


def sight(chair: Chair) -> str:
    """All that who sits there has to know now."""
    parts = [*_news(chair), _board(chair), _turn(chair)]
    if chair.seat in chair.pending:
        parts += [_legal(chair)]
    if chair.pending:
        parts += [_talk(chair)]
    return "\n\n".join(part for part in parts if part)


def _news(chair: Chair) -> list[str]:
    lines = chair.news()
    return ["\n".join([say(chair.lang, "mcp.news"), *(f"- {line}" for line in lines)])] if lines else []


def _board(chair: Chair) -> str:
    """The picture as text, and what can be touched in it by its words, as those are told who cannot see it."""
    scene = chair.view.scene(chair.seat, chair.lang)
    words = dict.fromkeys(item.words for item in scene.items if item.words and item.kind != "button")
    drawn = "\n".join(row.rstrip() for row in str(render(scene)).splitlines()).strip("\n")
    return "\n".join([drawn, "", *(f"- {line}" for line in words), "", scene.status, scene.aim]).rstrip()


def _turn(chair: Chair) -> str:
    lang, view = chair.lang, chair.view
    names = [seat_word(view.game, name, lang) for name in view.seats]
    mine = say(lang, "mcp.you_are", seat=names[chair.seat], game=view.game.title[lang])
    if chair.result:
        return f"{mine} {chair.result}"
    if chair.seat in chair.pending:
        return f"{mine} {say(lang, 'mcp.your_turn')}"
    waited = language(lang).listed([names[seat] for seat in chair.pending if seat >= 0])
    return f"{mine} {say(lang, 'mcp.waiting', who=waited) if waited else say(lang, 'mcp.not_begun')}"


def _legal(chair: Chair) -> str:
    legal = chair.view.legal(chair.seat)
    listed = ", ".join(legal[:MOST_LISTED])
    key = "mcp.legal" if len(legal) <= MOST_LISTED else "mcp.legal_first"
    return say(chair.lang, key, actions=listed, count=len(legal), shown=MOST_LISTED)


def _talk(chair: Chair) -> str:
    """How one may talk now; nothing, where one may not."""
    lang, view = chair.lang, chair.view
    talk, names = view.talk(chair.seat), [seat_word(view.game, name, chair.lang) for name in view.seats]
    may = []
    if talk.aloud:
        may.append(say(lang, "mcp.may_speak"))
    if talk.secret:
        may.append(say(lang, "mcp.may_whisper", who=language(lang).listed([names[seat] for seat in talk.secret])))
    if talk.gestures:
        may.append(say(lang, "mcp.may_sign", signs=", ".join([*GESTURES, *view.signs(chair.seat)][:MOST_LISTED])))
    if talk.offers:
        may.append(say(lang, "mcp.may_offer", offers=", ".join(view.offers(chair.seat)[:8])))
    return " ".join(may)
