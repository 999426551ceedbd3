"""What the picture of Master Citadel says of how things stand."""

from __future__ import annotations

from tablier.games.master_citadel import notation, rules
from tablier.games.master_citadel.standing import Standing
from tablier.language import Saying, Texts

PLAYERS = ("north", "east", "south", "west")
FATES = ("idle", "stood", "moved", "cancelled", "fined", "tied", "cancelled")
"""The words for each, by their number in the rules."""


def name_of(p: int, said: Texts) -> str:
    """What people call a player."""
    return said[f"seat.{PLAYERS[p]}"]


def names(players: list[int], said: Texts) -> str:
    return said.language.listed([name_of(p, said) for p in players])


def round_number(s: Standing) -> int:
    """The number of the round that is being played, or was the last."""
    return s.rounds + int(s.winners == rules.ON)


def seats_of(bits: int) -> list[int]:
    return [p for p in range(rules.SEATS) if bits >> p & 1]


def status(s: Standing, pending: int, seat: int, said: Texts) -> str:
    """What matters now: to a seat that is to act, what it is to do. `pending`: who they are, as bits."""
    if seat >= 0 and pending >> seat & 1:
        return said["status.end-it" if s.phase == rules.DISCUSSION else "status.write"]
    return " ".join((*([what_happened(s, said)] if s.rounds else []), _how_it_stands(s, pending, seat, said)))


def _how_it_stands(s: Standing, pending: int, seat: int, said: Texts) -> str:
    if s.winners != rules.ON:
        return said.say(how_it_ended(s))
    if s.phase == rules.DISCUSSION:
        return said("status.talking", who=name_of(rules.game_master(s), said))
    key = "status.sealed" if seat >= 0 else "status.awaiting"
    return said(key, who=", ".join(name_of(p, said) for p in seats_of(pending)))


def how_it_ended(s: Standing) -> Saying:
    if s.winners == rules.EVERYBODY:
        return Saying(f"status.{_why_drawn(s)}", {"round": s.rounds})
    won = [PLAYERS[p] for p in seats_of(s.winners)]
    if len(won) == 1:
        return Saying(f"status.won.{won[0]}")
    return Saying("status.won-together", {"who": [Saying(f"seat.{player}") for player in won]})


def what_happened(s: Standing, said: Texts) -> str:
    """Of the pawn, in the last round."""
    return said["status.stayed"] if s.way == rules.STAYS else said("status.went", way=way_of(s.way, said))


def way_of(way: int, said: Texts) -> str:
    """Where the pawn goes."""
    return said[f"way.{notation.WAYS[way]}"]


def short_way(way: int, said: Texts) -> str:
    """A direction, in a letter or two."""
    return said[f"short.{notation.WAYS[way]}"]


def order_words(order: int, said: Texts) -> str:
    """An order, in brief."""
    return f"{order >> 3} {short_way(order & 7, said)}"


def _why_drawn(s: Standing) -> str:
    if sum(s.points) == 0:
        return "no-points"
    return "idle" if s.idle_rounds == rules.IDLE_ROUNDS else "too-long"
