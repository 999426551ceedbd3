"""What somebody typed, understood as actions: a little more freely than a game file, and all of it or nothing."""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice

from tablier.cli.texts import say
from tablier.engine.errors import IllegalAction, UnreadableAction
from tablier.engine.kernels import NATURE
from tablier.engine.position import Position
from tablier.engine.words import shorten
from tablier.record.match import Match

EXAMPLES = 3


class OutOfTurn(IllegalAction):
    """Part of what was typed is not for those who typed it to play."""


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
    """The action as it is written; capitals, spaces, a capture's mark and a throw's brackets need not be right."""
    for attempt in (text, f"[{text}]") if seat == NATURE else (text,):
        try:
            action = position.game.notation.read(position.record, seat, attempt)
        except ValueError:
            continue
        if action in (position.outcomes() if seat == NATURE else position.actions(seat)):
            return position.write(seat, action)
    alike = [action for action in position.legal(seat) if _bare(action) == _bare(text)]
    return alike[0] if len(alike) == 1 else text


def explain(problem: IllegalAction, match: Match, seat: int, lang: str) -> str:
    """One line, in this language, about what could not be played."""
    if isinstance(problem, OutOfTurn):
        return say(lang, "not_yours", action=problem.action)
    if not problem.rule:
        return say(lang, "unreadable", action=problem.action, examples=examples(match, seat))
    reason, rule = match.game.why_not(int(problem.rule.rpartition("-")[2]), lang)
    return say(lang, "illegal", action=problem.action, reason=reason, rule=rule)


def examples(match: Match, seat: int) -> str:
    """A few actions that could be played."""
    return ", ".join(islice(knowledge(match, seat).legal(seat), EXAMPLES))


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


def _bare(text: str) -> str:
    return "".join(text.split()).casefold()
