"""How the options of a game are asked for: each as a field of a form, of one of a few kinds that any page can show."""

from __future__ import annotations

import re
from typing import Any

from tablier.engine.game import Game
from tablier.engine.options import Choice, Counters, Letters, Option, Settled, Value, Whole, said


def fields(game: Game, settled: Settled, lang: str) -> list[dict[str, Any]]:
    """Those options that can be chosen under these, in order."""
    return [field(game, option, settled, lang) for option in game.options if option.is_asked(settled)]


def field(game: Game, option: Option, settled: Settled, lang: str) -> dict[str, Any]:
    """What an option decides, what changes with it, what it is now, and its kind with what that kind has."""
    words, rule = _label(game, option, lang)
    effect = game.effect_words.get(option.name)
    told = {"name": option.name, "words": words, "rule": rule, "effect": effect[lang] if effect else ""}
    return told | {"value": settled[option.name], **_kind(game, option, settled, lang)}


def differences(game: Game, settled: Settled, lang: str) -> list[str]:
    """In words, what was chosen: what the mode asks for, and whatever is not as usual."""
    mode = game.mode_of(settled)
    fixed, asks = (mode.options, mode.asks) if mode else ({}, ())
    return [
        said(lang, "told", option=_label(game, option, lang)[0], value=_value(game, option, settled, lang))
        for option in game.options
        if option.name not in fixed and option.is_asked(settled)
        if option.name in asks or settled[option.name] != option.usual(settled)
    ]


def _label(game: Game, option: Option, lang: str) -> tuple[str, str]:
    """What an option decides, and the rule that stands behind it in brackets."""
    words = game.option_words[option.name][lang]
    found = re.fullmatch(rf"(.*?)\s*\(({game.prefix}-\d+)\)", words)
    return (found[1], found[2]) if found else (words, "")


def _kind(game: Game, option: Option, settled: Settled, lang: str) -> dict[str, Any]:
    match option:
        case Letters():
            width = option.width(settled) if option.width else None
            choices = [_choice(game, option, letter, lang) for letter in option.letters]
            kind = {"kind": "grid" if width else "letters", "choices": choices, "width": width}
            return kind | {"labels": _labels(game, option, lang), "bag": option.drawn_from}
        case Counters():
            return {"kind": "counters", "labels": _labels(game, option, lang), "total": option.total}
        case Whole() if option.fitting(settled) is None:
            step = 2 if option.odd else 1
            return {"kind": "number", "least": option.least, "most": option.most, "step": step}
    values = option.fitting(settled) or (option.values if isinstance(option, Choice) else ())
    return {"kind": "choice", "choices": [_choice(game, option, value, lang) for value in values]}


def _choice(game: Game, option: Option, value: Value, lang: str) -> dict[str, Any]:
    picture = f"{option.name}-{value}"
    drawn = {"picture": picture} if game.pages.drawing(picture) else {}
    return {"value": value, "words": game.called(option.name, value, lang), **drawn}


def _labels(game: Game, option: Letters | Counters, lang: str) -> list[str]:
    """What each letter, or each number, is for: a seat's; or by its place."""
    if isinstance(option, Letters) and option.seats:
        return [game.seat_words[seat][lang] for seat in option.seats]
    return [str(place) for place in range(1, option.count + 1)]


def _value(game: Game, option: Option, settled: Settled, lang: str) -> str:
    value = settled[option.name]
    match option:
        case Letters() if option.width:
            return said(lang, "own")
        case Letters():
            parts = zip(_labels(game, option, lang), str(value), strict=True)
            return ", ".join(f"{label} {letter}" for label, letter in parts)
        case Counters():
            counts = zip(_labels(game, option, lang), option.code(value), strict=True)
            return ", ".join(f"{count} × {label}" for label, count in counts)
    return game.called(option.name, value, lang)
