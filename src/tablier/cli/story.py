"""What was played, turn by turn, as a seat may know it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tablier.cli.texts import say
from tablier.core.game import Game, Played
from tablier.core.kernels import NATURE
from tablier.core.match import Match
from tablier.core.position import Position


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of the game file."""

    number: int
    seats: tuple[int, ...]
    """Who acted in it."""
    line: str
    view: Position
    """The position that it led to."""

    def write(self, lang: str) -> str:
        """As people read it: the number, who played if it was one alone, and what."""
        who = f"{seat_word(self.view.game, self.view.seats[self.seats[0]], lang)} " if len(self.seats) == 1 else ""
        return f"{self.number}. {who}{self.line}"


def turns(match: Match, viewer: int) -> Iterator[Turn]:
    """The turns of a match, the last perhaps unfinished, as that seat (or PUBLIC) may know them."""
    notation, position = match.game.notation, Position(match.game, **match.options)
    log, played = match.log, list[Played]()
    number = 1
    for i, (seat, text) in enumerate(log, start=1):
        turn, action = notation.turn(position.record), notation.read(position.record, seat, text)
        played.append((seat, notation.write(position.record, seat, action, viewer)))
        position.apply(seat, action)
        if i == len(log) or notation.turn(position.record) != turn:
            view = position.view(viewer)
            seats = tuple(dict.fromkeys(seat for seat, _ in played if seat != NATURE))
            yield Turn(number, seats, notation.write_line(played, view.record), view)
            number, played = number + 1, []


def seat_word(game: Game, seat: str, lang: str) -> str:
    """What people call a seat."""
    return game.seat_words[seat][lang]


def listed(words: Sequence[str], lang: str) -> str:
    """Words in a row, as in a sentence."""
    if len(words) < 2:
        return "".join(words)
    return say(lang, "and", first=", ".join(words[:-1]), last=words[-1])


def result(match: Match, lang: str) -> str:
    """Who won."""
    shares = match.shares or ()
    names = [seat_word(match.game, seat, lang) for seat in match.seats]
    winners = [name for name, share in zip(names, shares, strict=True) if share]
    if len(set(shares)) == 1:
        return say(lang, "draw")
    if len(winners) == 1:
        return say(lang, "wins", who=winners[0])
    if len(set(shares) - {0}) == 1:
        return say(lang, "win_together", who=listed(winners, lang))
    listing = ", ".join(f"{name} {share}" for name, share in zip(names, shares, strict=True))
    return say(lang, "result", shares=listing)
