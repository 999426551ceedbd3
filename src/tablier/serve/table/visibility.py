"""What somebody may receive. This is the only way from a table to the world.

An *audience* is a seat, or PUBLIC for those who only watch. What an audience is sent of an event depends on the event
and on the audience alone, and what it is shown of the position is made from its view. Each audience counts its own
events: a version says how many it has been told, and so nothing about what others were told in secret.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from tablier.bots.promises import binds
from tablier.engine.game import Game
from tablier.engine.kernels import NATURE, PUBLIC
from tablier.engine.talk import Message
from tablier.picture.wire import Sent, drawn
from tablier.record.hashes import commitment_of
from tablier.serve.table.events import (
    Acted,
    Began,
    Ended,
    Event,
    Followed,
    Gave,
    Left,
    Moved,
    Opened,
    Replaced,
    Returned,
    Said,
    Sat,
    TakebackAnswered,
    TakebackAsked,
    TakenBack,
    hears,
    told,
)

if TYPE_CHECKING:
    from tablier.serve.table.table import Table


def who_see(event: Event, audiences: Iterable[int]) -> Iterable[int]:
    """Those among some audiences who are told of an event at all: nearly always all."""
    if isinstance(event, Said):
        return [audience for audience in audiences if hears(event, audience)]
    return () if isinstance(event, Moved) else audiences


def sees(event: Event, audience: int) -> bool:
    """Whether an audience is."""
    return audience in who_see(event, (audience,))


def seen(event: Event, audience: int, table: str, version: int) -> Sent:
    """What an audience is told of an event that it sees, with the version that it makes."""
    return {"version": version, "kind": event.kind, **_TOLD[type(event)](event, audience, table)}


def _opened(event: Opened, audience: int, table: str) -> Sent:
    return {
        "game": event.game,
        "options": event.options,
        "places": [{"who": reservation["who"], "level": reservation["level"]} for reservation in event.places],
        "pace": event.pace,
        "discussion": event.discussion,
        "free_text": event.free_text,
        "listed": event.listed,
        "practice": event.practice,
        "commitment": commitment_of(table, event.secret, event.scheme),
        "scheme": event.scheme,
        "resumed": len(event.start),
    }


def _sat(event: Sat, audience: int, table: str) -> Sent:
    return {
        "seat": event.seat, "name": event.name, "who": event.who, "level": event.level,
        "pledge": event.pledge, "entropy": event.entropy,
    }  # fmt: skip


def _acted(event: Acted, audience: int, table: str) -> Sent:
    sent: Sent = {"seat": event.seat, "action": told(event.texts, audience)}
    if event.seat == NATURE:
        sent["chance"] = event.chance or "roll"  # tables are older than this was written down
    if audience in event.hidden:
        sent["secret"] = True
    if saying := told(event.sayings, audience):
        sent["saying"] = saying
    if event.lines:
        sent["line"] = told(event.lines, audience)
    if event.revealed:
        sent["revealed"] = event.revealed
    return sent


def _said(event: Said, audience: int, table: str) -> Sent:
    return {"by": event.by, "to": event.to, "message": event.message, "body": event.body, "turn": event.turn}


def _ended(event: Ended, audience: int, table: str) -> Sent:
    unheard = [said for said in event.unheard if not hears(Said(**said), audience)]
    return {
        "shares": event.shares, "why": event.why, "seat": event.seat,
        "secret": event.secret, "entropies": event.entropies, "unheard": unheard,
    }  # fmt: skip


def _seat(event: Any, audience: int, table: str) -> Sent:
    return {"seat": event.seat}


_TOLD: dict[type[Event], Callable[[Any, int, str], Sent]] = {
    Opened: _opened,
    Sat: _sat,
    Gave: lambda event, audience, table: {"seat": event.seat, "entropy": event.entropy},
    Left: _seat,
    Began: lambda event, audience, table: {"seal": event.seal},
    Acted: _acted,
    Said: _said,
    TakebackAsked: _seat,
    TakebackAnswered: lambda event, audience, table: {"seat": event.seat, "agrees": event.agrees},
    TakenBack: lambda event, audience, table: {
        "seat": event.seat,
        "actions": event.actions,
        "turns": event.turns,
    },
    Replaced: lambda event, audience, table: {"seat": event.seat, "level": event.level, "why": event.why},
    Returned: _seat,
    Ended: _ended,
    Followed: lambda event, audience, table: {"table": event.table},
}


def story(events: Iterable[Event], audience: int, table: str, after: int = 0, version: int = 0) -> list[Sent]:
    """What an audience has been told since a version, each with the version that it made; these follow `version`."""
    sent = []
    for event in events:
        if sees(event, audience):
            version += 1
            if version > after:
                sent.append(seen(event, audience, table, version))
    return sent


Sentences = dict[tuple[int, str], str]
"""What was said in words: by the identity of a saying that several are told, and the language."""


def spoken(
    story: Iterable[Sent], game: Game, show: frozenset[str], lang: str, sentences: Sentences | None = None
) -> list[Sent]:  # fmt: skip
    """The same as somebody likes to be told it: `show` may ask for `words`, a sentence for each action.

    Where others are told of the same events, `sentences` has what was said of them already.
    """
    known = {} if sentences is None else sentences
    return [_spoken(sent, game, show, lang, known) for sent in story]


def _spoken(sent: Sent, game: Game, show: frozenset[str], lang: str, known: Sentences) -> Sent:
    written = {**sent}
    said = written.pop("saying", None)
    if "words" not in show:
        return written
    if said:
        saying = id(said), lang
        if saying not in known:
            known[saying] = game.words.texts(lang).sentence(said)
        written["words"] = known[saying]
    elif sent["kind"] == "said":
        written |= _heard(sent, game, lang)
    elif sent["kind"] == "ended":
        written["unheard"] = [said | _heard(said, game, lang) for said in sent["unheard"]]
    return written


def _heard(said: Sent, game: Game, lang: str) -> Sent:
    """The words of what was said, where they are not those of who said it."""
    return {} if said["message"] == "text" else {"words": game.message_words(said["message"], said["body"], lang)}


# --- promises


def _promises(table: Table, audience: int) -> list[list[bool]]:
    """For each seat whether it kept its word, time after time, as far as an audience heard it given; [] if never."""
    if not table.judged:
        return []
    heard: dict[int, list[Message]] = {}
    for _, said in table.talk():
        if hears(said, audience):
            heard.setdefault(said.turn, []).append(said.as_message)
    found: list[list[bool]] = [[] for _ in table.chairs]
    for number, kept in table.judged.items():
        said = table.messages[number]
        if hears(said, audience) and binds(said.as_message, heard[said.turn]):
            found[said.by].append(kept)
    return found if any(found) else []


# --- the position


def standing(table: Table, here: Iterable[int], steady: int) -> Sent:
    """How things stand for everybody: who is to act, who is there, the time."""
    match = table.match
    sent: Sent = {
        "status": table.status,
        "pending": list(table.pending),
        "played": list(match.played_in_secret),
        "turn": match.turns_finished_at(match.length),
        "here": sorted(here),
        "takeback": table.takeback,
        **_proof(table),
    }
    if clock := table.clock.show(steady):
        sent["clock"] = clock
    return sent


def now(table: Table, audience: int, show: frozenset[str], lang: str, everybody: Sent) -> Sent:
    """How things stand for an audience: as for everybody, what it may say, and what else it likes to be shown.

    `show` may ask for `legal`, its legal actions; `record`, its view as the bytes of a record; `scene`, its picture, or
    `changes`, the same, of which a connection is then sent what has changed; `tall`, as it is laid out for a phone.
    """
    match, sent = table.match, {**everybody}
    if audience != PUBLIC and not table.chairs[audience].bot:
        sent["can_take_back"] = table.can_take_back(audience)
    if audience in table.pending:
        sent["since"] = table.pending_since[audience]
    if table.has_begun and audience != PUBLIC:
        talk = match.talk(audience)
        sent["talk"] = {
            "aloud": talk.aloud, "secret": list(talk.secret), "gestures": talk.gestures, "offers": talk.offers,
            "text": table.opened.free_text,
            "signs": match.game.talk_rules.signs(match.current.record, audience) if talk.gestures else [],
        }  # fmt: skip
    if kept := _promises(table, audience):
        sent["promises"] = kept
    if "legal" in show:
        sent["legal"] = match.legal(audience) if audience in table.pending else []
    if show & {"record", "scene", "changes"}:
        view = match.view(audience)
        if "record" in show:
            sent["record"] = b64encode(view.to_bytes()).decode()
        if show & {"scene", "changes"}:
            scene = view.scene(audience, lang, "tall" if "tall" in show else "wide")
            sent["scene"] = drawn(scene, touchable=audience in table.pending)
    return sent


def _proof(table: Table) -> Sent:
    """Who is to give entropy now; and what fixes all that has happened so far, for everybody to keep."""
    sent: Sent = {"to_give": to_give} if (to_give := table.to_give) else {}
    if chain := table.match.chain:
        sent["chain"] = {"actions": table.match.length, "played": chain.played, "head": table.match.head}
    return sent
