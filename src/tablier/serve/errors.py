"""What a table refuses, as typed errors; the words for every code are in `words.<language>.toml`."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from tablier.engine.errors import BadOption, IllegalAction, TablierError, Worded
from tablier.engine.game import Game
from tablier.language import DEFAULT, Catalogue, Words

WORDS = Catalogue(files(__package__))


class Refusal(Worded):
    """Something that cannot be done at this table now."""

    status = 409
    """The HTTP status that says so."""

    def __init__(self, detail: str | Words = "") -> None:
        super().__init__(detail or WORDS[self.code][DEFAULT])


class UnknownTable(Refusal):
    """There is no such table, or it is not for you."""

    code = "table/unknown"
    status = 404


class NoSuchPage(Refusal):
    """There is nothing at this address."""

    code = "page/unknown"
    status = 404


class UnknownName(Refusal):
    """The server was called by a name that is not its own."""

    code = "name/unknown"
    status = 421


class Banned(Refusal):
    """The host lets neither this person nor this address in."""

    code = "host/banned"
    status = 403


class Removed(Refusal):
    """The host has removed the table."""

    code = "table/removed"
    status = 410


class Moved(Refusal):
    """Another server looks after the table from now on: who comes again finds it there."""

    code = "table/moved"
    status = 503


class Unreached(Refusal):
    """Servers use the store, and none of them could be asked."""

    code = "store/in-use"
    status = 503


class NotNow(Refusal):
    """The game has not begun, or is over already."""

    code = "table/not-now"


class NotYours(Refusal):
    """It is for somebody else to do."""

    code = "seat/not-yours"
    status = 403


class Taken(Refusal):
    """Somebody sits there already."""

    code = "seat/taken"


class Stale(Refusal):
    """It answers a position that is no more."""

    code = "action/stale"


class NoTakeback(Refusal):
    """Nothing can be taken back here."""

    code = "takeback/not-possible"


class NoHints(Refusal):
    """It is a game in earnest, or between people."""

    code = "hint/not-here"
    status = 403


class NoText(Refusal):
    """Who opened the table wants no free text."""

    code = "talk/no-text"


class NotGone(Refusal):
    """The person is there, or was until a moment ago."""

    code = "seat/not-gone"


class BadRequest(Refusal):
    """It is not what is expected here."""

    code = "request/invalid"
    status = 422


class TooMuch(Refusal):
    """More than one may ask for."""

    code = "limit/too-much"
    status = 429


def refusal(problem: TablierError, lang: str, game: Game | None = None) -> dict[str, Any]:
    """What somebody is told who was refused something: the code, words in their language, the rule, and the details."""
    said = WORDS.texts(lang)
    words = said[problem.code if problem.code in said else TablierError.code]
    told: dict[str, Any] = {"code": problem.code, "words": words}
    if isinstance(problem, IllegalAction) and problem.rule and game:
        told["rule"] = problem.rule
        told["words"] = game.why_not(int(problem.rule.rpartition("-")[2]), lang)[0]
    if isinstance(problem, BadOption) and problem.option:
        told |= {"option": problem.option, "words": problem.words[lang]}
    return told | {"detail": problem.said(lang)}
