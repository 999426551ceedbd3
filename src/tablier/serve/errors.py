"""What a table refuses, as typed errors; and the words for every code, in the languages we speak."""

from __future__ import annotations

from typing import Any

from tablier.engine.errors import IllegalAction, TablierError
from tablier.engine.game import Game


class Refusal(TablierError):
    """Something that cannot be done at this table now."""

    status = 409
    """The HTTP status that says so."""

    def __init__(self, detail: str = "") -> None:
        super().__init__(detail or WORDS[self.code]["en"])


class UnknownTable(Refusal):
    """There is no such table, or it is not for you."""

    code = "table/unknown"
    status = 404


class NoSuchPage(Refusal):
    """There is nothing at this address."""

    code = "page/unknown"
    status = 404


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


WORDS: dict[str, dict[str, str]] = {
    "tablier/error": {"fr": "ce n'est pas possible", "en": "this is not possible"},
    "game/unknown": {"fr": "ce jeu n'existe pas ici", "en": "there is no such game here"},
    "game/broken": {
        "fr": "ce jeu ne peut pas servir pour l'instant : il manque quelque chose au programme",
        "en": "this game cannot be used at the moment: something is missing in its program",
    },
    "option/invalid": {"fr": "une option n'est pas possible", "en": "an option is not possible"},
    "seat/unknown": {"fr": "cette place n'existe pas", "en": "there is no such seat"},
    "seat/not-yours": {"fr": "ce n'est pas à vous de le faire", "en": "it is for somebody else to do"},
    "seat/taken": {"fr": "cette place est déjà prise", "en": "somebody sits there already"},
    "seat/not-gone": {
        "fr": "cette personne est là, ou l'était il y a un instant",
        "en": "that person is there, or was until a moment ago",
    },
    "action/illegal": {"fr": "la règle ne le permet pas", "en": "the rules forbid it"},
    "action/unreadable": {"fr": "ce n'est pas un coup possible ici", "en": "this is not an action here"},
    "action/stale": {
        "fr": "la position a changé entre-temps : regardez-la et recommencez",
        "en": "the position has changed meanwhile: look at it and try again",
    },
    "undo/nothing": {"fr": "il n'y a rien à reprendre", "en": "there is nothing to take back"},
    "takeback/not-possible": {
        "fr": "ce coup ne se reprend plus : un hasard ou une révélation l'a suivi, ou ce n'est pas le vôtre",
        "en": "this action cannot be taken back: chance or a reveal has followed it, or it is not yours",
    },
    "talk/not-now": {"fr": "cela ne peut pas se dire maintenant", "en": "this may not be said now"},
    "talk/not-so": {"fr": "cela ne peut pas se dire ainsi", "en": "this cannot be said in this way"},
    "talk/no-text": {
        "fr": "à cette table on parle par gestes et par offres seulement",
        "en": "at this table one speaks by gestures and offers only",
    },
    "table/unknown": {"fr": "cette table n'existe pas", "en": "there is no such table"},
    "page/unknown": {"fr": "il n'y a rien à cette adresse", "en": "there is nothing at this address"},
    "table/not-now": {
        "fr": "la partie n'a pas commencé, ou elle est déjà finie",
        "en": "the game has not begun, or is over already",
    },
    "bot/unknown": {"fr": "ce niveau n'existe pas", "en": "there is no such level"},
    "bot/view": {"fr": "ce robot ne joue pas cette partie", "en": "this bot does not play this game"},
    "file/invalid": {"fr": "ce fichier de partie ne peut pas être lu", "en": "this game file cannot be read"},
    "request/invalid": {"fr": "cette demande n'est pas comprise", "en": "this request is not understood"},
    "limit/too-much": {
        "fr": "c'est beaucoup à la fois : réessayez dans un moment",
        "en": "this is much at a time: try again in a moment",
    },
    "store/unavailable": {
        "fr": "la partie ne peut pas être enregistrée pour l'instant ; rien n'a été joué, réessayez",
        "en": "the game cannot be stored at the moment; nothing was played, try again",
    },
    "store/no-table": {"fr": "cette table n'existe plus", "en": "this table is no more"},
    "proof/invalid": {
        "fr": "la part de hasard doit avoir de 16 à 32 octets, en hexadécimal",
        "en": "entropy has 16 to 32 bytes, as hexadecimal",
    },
    "lesson/unknown": {"fr": "cette leçon n'existe pas", "en": "there is no such lesson"},
    "lesson/invalid": {"fr": "cette leçon ne peut pas être lue", "en": "this lesson cannot be read"},
    "store/duplicate": {"fr": "c'est déjà fait", "en": "this is done already"},
}


def refusal(problem: TablierError, lang: str, game: Game | None = None) -> dict[str, Any]:
    """What somebody is told who was refused something: the code, words in their language, the rule, and the details."""
    words = WORDS.get(problem.code, WORDS["tablier/error"])[lang]
    told: dict[str, Any] = {"code": problem.code, "words": words}
    if isinstance(problem, IllegalAction) and problem.rule and game:
        told["rule"] = problem.rule
        told["words"] = game.why_not(int(problem.rule.rpartition("-")[2]), lang)[0]
    return told | {"detail": str(problem)}
