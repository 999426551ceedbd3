"""Who may say what to whom: by the whole table, in secret, or not at all, as the variant and its phases have it.

What is offered is an order, `10 S`: "let us all write it this round", which makes a coalition (MC-6). It binds nobody.
"""

from __future__ import annotations

from tablier.engine.errors import BadMessage, TalkForbidden
from tablier.engine.game import Forbidden
from tablier.engine.kernels import State
from tablier.engine.talk import SILENCE, Talk
from tablier.engine.words import shorten
from tablier.games.master_citadel import insight, notation, rules
from tablier.games.master_citadel.words import PLAYERS
from tablier.language import Saying

_NO_STAKE = Saying("offer.nothing")

DISCUSSION = Talk(aloud=True, offers=True)
WHISPERING = [
    Talk(aloud=True, secret=tuple(other for other in range(rules.SEATS) if other != seat), offers=True)
    for seat in range(rules.SEATS)
]
"""What each seat may say where all may whisper."""

WEIGHT = ("unite", "near", "rich")
"""What is remarked on, the weightiest first."""

TOO_RICH = 2
"""Who has so many times the points of any other can wait until nobody can pay any more."""


def talk(s: State, seat: int) -> Talk:
    if s.variant == rules.BASIC:  # MC-11
        return WHISPERING[seat]
    return DISCUSSION if s.phase == rules.DISCUSSION else SILENCE  # MC-13; MC-14, MC-15


def closing(s: State) -> tuple[int, int] | None:
    """Who leads the discussion, and the action that ends it. MC-14: a table's clock may limit it."""
    return (int(rules.game_master(s)), rules.SILENCE) if s.phase == rules.DISCUSSION else None


def offers(s: State, seat: int) -> list[int]:
    """The orders that a seat could promise to write. MC-4: as long as it has not written, and of what it has left."""
    return list(range(rules.order_count(s, seat))) if s.orders[seat] == rules.NONE else []


def offer_parts(action: int) -> tuple[str, ...]:
    """The points, then the direction."""
    return tuple(notation.order_name(action).split())


def part_words(part: str) -> Saying | None:
    return Saying(f"way.{part}") if part in notation.WAYS else None


def offer_words(body: str) -> Saying | None:
    points, _, way = body.partition(" ")
    if not (points.isascii() and points.isdecimal() and way in notation.WAYS):  # who refuses may repeat anything
        return None
    return Saying("offer.order", {"n": int(points), "way": Saying(f"way.{way}")}) if int(points) else _NO_STAKE


def remarks(s: State, seat: int) -> list[str]:
    """Who of the others is a step from winning, all the more if nobody can outbid them alone; or has saved too much."""
    found = []
    for other in (p for p in range(rules.SEATS) if p != seat):
        points, most = int(s.points[other]), max(int(s.points[p]) for p in range(rules.SEATS) if p != other)
        if points and insight.steps_left(s, other) == 1:
            found.append(f"{'unite' if points > most else 'near'} {PLAYERS[other]}")
        elif points >= TOO_RICH * most > 0:
            found.append(f"rich {PLAYERS[other]}")
    return sorted(found, key=lambda remark: WEIGHT.index(remark.split()[0]))


def offer(s: State, seat: int, body: str) -> int:
    """The order that a seat offers to write; raises BadMessage if it cannot pay it, TalkForbidden if it has written."""
    if s.orders[seat] != rules.NONE:
        raise TalkForbidden("an order once given stands, and another can no longer be promised in this round (MC-4)")
    try:
        order = notation.read(s, seat, body)
    except Forbidden:
        order = rules.SILENCE
    except ValueError as problem:
        raise BadMessage(str(problem)) from None
    if order >= rules.order_count(s, seat):
        raise BadMessage(f"{shorten(body)}: what is offered is an order, of no more points than one has left (MC-4)")
    if (written := notation.order_name(order)) != body:
        raise BadMessage(f"{shorten(body)}: this is written {written}")
    return order


def kept(s: State, seat: int, body: str, turn: int) -> bool | None:
    """Whether the seat wrote this order in that round. MC-7: staking nothing is the same in every direction."""
    if s.rounds != turn + 1:
        return None
    promised, written = notation.read(s, seat, body), int(s.shown[seat])
    return promised == written or promised >> 3 == written >> 3 == 0
