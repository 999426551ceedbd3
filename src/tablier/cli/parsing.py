"""What somebody typed, understood as actions: a little more freely than a game file, and all of it or nothing."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from tablier.cli.texts import say
from tablier.engine.errors import IllegalAction, UnreadableAction
from tablier.engine.game import Forbidden
from tablier.engine.kernels import NATURE
from tablier.engine.position import Position
from tablier.engine.words import shorten
from tablier.record.match import Match

EXAMPLES = 3


class OutOfTurn(IllegalAction):
    """Part of what was typed is not for those who typed it to play."""


class Ambiguous(IllegalAction):
    """What was typed may mean several actions."""

    def __init__(self, text: str, meanings: Sequence[str]) -> None:
        super().__init__(text, f"it may mean {' or '.join(meanings)}")
        self.meanings = meanings


def play(match: Match, seat: int, text: str, allowed: Collection[int]) -> None:
    """Play an action of a seat (or of NATURE), or several joined as in a game file, by those who are allowed.

    Raises IllegalAction, and leaves the match as it was, if any of it cannot be played.
    """
    text = " ".join(text.split())
    try:
        match.play(spelled(knowledge(match, seat), seat, text), seat)
    except UnreadableAction:
        parts = _joined(match, text)
        if not parts:
            raise
        _play_all(match, seat, parts, allowed)


def knowledge(match: Match, seat: int) -> Position:
    """The position as the one who acts may know it. Nature knows everything."""
    return match.position if seat == NATURE else match.view(seat)


def spelled(position: Position, seat: int, text: str) -> str:
    """The action as it is written, where only one can be meant; raises Ambiguous where it may be several.

    Capitals, what stands between letters and numbers, a capture's mark and a throw's brackets need not be right. But
    what is an action as it stands is never taken for another, even where it is not legal.
    """
    for attempt in (text, f"[{text}]") if seat == NATURE else (text,):
        try:
            action = position.game.notation.read(position.record, seat, attempt)
        except Forbidden:
            return attempt
        except ValueError:
            continue
        is_possible = action in (position.outcomes() if seat == NATURE else position.actions(seat))
        return position.write(seat, action) if is_possible else attempt
    alike = _alike(position, seat, text)
    if len(alike) > 1:
        raise Ambiguous(shorten(text), alike)
    return alike[0] if alike else text


def _alike(position: Position, seat: int, text: str) -> list[str]:
    """The legal actions with the same letters and numbers; what `=` adds to one only says what comes of it."""
    text = text.translate(_SIGNS)
    readings = {skeleton(text), skeleton(_DOUBTFUL.sub(" -", text))}
    legal = ((action, {skeleton(action), skeleton(action.partition("=")[0])}) for action in position.legal(seat))
    return [action for action, skeletons in legal if skeletons & readings]


def skeleton(text: str) -> str:
    """The letters and numbers of an action, negative ones with a mark of their own.

    >>> skeleton("e2xe5") == skeleton("E2 E5"), skeleton("A:(0,0)-(-1,0)")
    (True, 'a00~10')
    """
    text = _NEGATIVE.sub("~", text.casefold())
    return _CAPTURE.sub("", "".join(char for char in text if char.isalnum() or char == "~"))


_SIGNS = str.maketrans("\u2010\u2011\u2012\u2013\u2014\u2212\u00d7", "------x")
_NEGATIVE = re.compile(r"(?<![\w)])-(?=\d)")
"""The minus of (-1,0), but not that of e2-e4 or of (0,0)-(1,0)."""
_DOUBTFUL = re.compile(r"(?<=[\d)])-(?=\d)")
"""In 0,0-1,0 it may be either."""
_CAPTURE = re.compile(r"(?<=\d)x(?=[a-z]\d)")


def explain(problem: IllegalAction, match: Match, seat: int, lang: str) -> str:
    """One line, in this language, about what could not be played."""
    if isinstance(problem, OutOfTurn):
        return say(lang, "not_yours", action=problem.action)
    if isinstance(problem, Ambiguous):
        return say(lang, "ambiguous", action=problem.action, meanings=", ".join(problem.meanings))
    if not problem.rule:
        return say(lang, "unreadable", action=problem.action, examples=examples(match, seat, problem.action))
    reason, rule = match.game.why_not(int(problem.rule.rpartition("-")[2]), lang)
    return say(lang, "illegal", action=problem.action, reason=reason, rule=rule)


def examples(match: Match, seat: int, begun: str = "") -> str:
    """A few actions that could be played; such as begin like this, if there are any."""
    legal = knowledge(match, seat).legal(seat)
    beginning = [action for action in legal if skeleton(action).startswith(skeleton(begun))]
    return ", ".join((beginning or legal)[:EXAMPLES])


def _joined(match: Match, text: str) -> list[tuple[int | None, str]]:
    try:
        parts = match.game.notation.read_line(match.current.record, text)
    except ValueError:
        return []
    return parts if len(parts) > 1 else []


def _play_all(match: Match, seat: int, parts: list[tuple[int | None, str]], allowed: Collection[int]) -> None:
    before = match.length
    try:
        for who, text in parts:
            actor = next(iter(match.pending), seat) if who is None else who
            actor = seat if who is None and seat in match.pending else actor
            if actor not in match.pending or actor not in allowed:
                raise OutOfTurn(shorten(text), "it is not for those who typed it")
            match.play(spelled(knowledge(match, actor), actor, text), actor)
    except IllegalAction:
        match.truncate(before)
        raise
