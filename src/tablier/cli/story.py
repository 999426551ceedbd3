"""Words for what was played, and for who won."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tablier.cli.texts import say
from tablier.engine.game import Game
from tablier.language import language
from tablier.record.match import Match
from tablier.record.story import story
from tablier.record.turns import EVERYTHING, Turn, Viewer


def told(match: Match, turn: Turn, lang: str, viewer: Viewer = EVERYTHING) -> str:
    """A turn as people read it: the number, what happened, and how that is written."""
    sentences = filter(None, story(match, lang, viewer, match.begin_of_turn(turn), turn.end))
    return " ".join([f"{turn.number}.", *sentences, f"({turn.line})"])


def seat_word(game: Game, seat: str, lang: str) -> str:
    """What people call a seat."""
    return game.seat_words[seat][lang]


def result(match: Match, lang: str) -> str:
    """Who won; and why, if the rules had not ended the game."""
    end = match.ended
    if end is None or end.why == "rules":
        return _winners(match, lang)
    who = seat_word(match.game, match.seats[end.seat], lang) if end.seat is not None else ""
    return say(lang, f"ended_{end.why}", who=who, result=_winners(match, lang))


def _winners(match: Match, lang: str) -> str:
    return winners(match.game, match.seats, match.shares or (), lang)


def winners(game: Game, seats: Sequence[str], shares: Sequence[Fraction], lang: str) -> str:
    """Who won, by the share of each seat."""
    names = [seat_word(game, seat, lang) for seat in seats]
    won = [name for name, share in zip(names, shares, strict=True) if share]
    if len(set(shares)) == 1:
        return say(lang, "draw")
    if len(won) == 1:
        return say(lang, "wins", who=won[0])
    if len(set(shares) - {0}) == 1:
        return say(lang, "win_together", who=language(lang).listed(won))
    listing = ", ".join(f"{name} {share}" for name, share in zip(names, shares, strict=True))
    return say(lang, "result", shares=listing)
