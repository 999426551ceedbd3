"""The picture of Master Islands: an archipelago of cards on a sea chart, who sails there, and one's own hand.

A unit is a card. A card at (x, y) of the notation is drawn around (x, -y): things keep their place, while the chart, as
large as the archipelago needs, scrolls beneath them. A galleon is moved by touching the card that it leaves and the one
that it goes to. So the words of a card say which galleons it carries, and galleons have none of their own. What lies on
the sea is in `sea.py`, what stands around it in `hand.py`, tens and conquests in `conquest.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from tablier.engine import kernels
from tablier.engine.kernels import State
from tablier.engine.options import Settled
from tablier.games.master_islands import conquest, hand, notation, rules, sea
from tablier.games.master_islands.chart import chart
from tablier.games.master_islands.game import COLOURS as SAILS
from tablier.games.master_islands.game import GAME
from tablier.games.master_islands.look import (
    CELL,
    Look,
    card_id,
    galleon_id,
    hand_id,
    place_id,
    round_words,
    winners_of,
)
from tablier.games.master_islands.sea import free_places
from tablier.games.master_islands.tens import tens
from tablier.language import Saying
from tablier.picture.scene import Choice, Control, Form, Scene


def scene(s: State, settled: Settled, seat: int, lang: str, form: Form) -> Scene:
    """What a seat sees and may touch; a spectator sees the same table, and no hand."""
    said = GAME.words.texts(lang)
    look = Look(s, seat, said, GAME.seats(settled), chart(s, form))
    actions, free = _legal(s, seat), free_places(s)
    touches = _touches(s, seat, actions)
    lit = {id for sequence in touches.values() for id in sequence}
    hints = tens(s, seat, [place for place in free if place_id(place) in lit])
    return Scene(
        x=look.chart.x,
        y=look.chart.y,
        width=look.chart.width,
        height=look.chart.height,
        title=f"{said['title']}, {round_words(look) if s.mode == rules.CORSAIR else said('scene.turn', turn=s.turns)}",
        status=_status(look),
        aim=GAME.aim(settled, lang, *_aim(look)),
        counts=tuple(_count(look, p) for p in range(s.players)),
        items=(
            *sea.water(look),
            *sea.gaps(look),
            *(sea.free_place(look, place, place_id(place) in lit) for place in free),
            *sea.highlights(look),
            *conquest.thread(hints),
            *sea.cards(look),
            *sea.wake(look),
            *sea.galleons(look),
            *conquest.sums(look),
            *conquest.hints(look, hints),
            *hand.tray(look),
            *hand.seats(look),
            hand.pile(look),
            *hand.cards(look),
            *hand.told(look, lit),
        ),
        touches=touches,
        moves=_moves(look, touches, actions),
        controls=tuple(_controls(look, lit)),
        moment=conquest.moment(look),
        cell=CELL,
    )


def _legal(s: State, seat: int) -> list[int]:
    out = np.zeros(rules.ACTION_COUNT, dtype=np.int64)
    actions: list[int] = out[: kernels.legal(s, seat, out)].tolist()
    return actions


def _touches(s: State, seat: int, actions: list[int]) -> dict[str, tuple[str, ...]]:
    """A card of the hand and a place; the card that a galleon leaves and the one it goes to; a card; or a button."""
    touches: dict[str, tuple[str, ...]] = {}
    for action in actions:
        if action < rules.MOVE:
            sequence: tuple[str, ...] = (hand_id(rules.kind_of(action)), place_id(rules.place_of(s, seat, action)))
        elif action < rules.AGAIN:
            origin, target = s.galleon[seat, rules.galleon_of(action)], rules.place_of(s, seat, action)
            sequence = (card_id(origin), card_id(target))
        elif action < rules.TAKE:
            sequence = (notation.ANSWERS[action],)
        else:
            sequence = (card_id(s.place[action - rules.TAKE]),)
        touches[notation.write(s, seat, action)] = sequence
    return touches


def _moves(look: Look, touches: Iterable[str], actions: list[int]) -> dict[str, str]:
    """Each with the galleon that sails; or with the card that is laid, if the hand has no other of its kind."""
    s, seat, moves = look.s, look.seat, dict[str, str]()
    for written, action in zip(touches, actions, strict=True):
        if rules.MOVE <= action < rules.AGAIN:
            moves[written] = galleon_id(look.seats[seat], "AB"[rules.galleon_of(action)])
        elif action < rules.MOVE and s.hand[seat, rules.kind_of(action)] == 1:
            moves[written] = hand_id(rules.kind_of(action))
    return moves


YOURS = ("both", "lay", "move", "stuck", "replay", "raid", "conquest", "picking")
"""What is said in another way to who is to act."""


def _status(look: Look) -> str:
    s = look.s
    if s.ended:
        return " ".join(map(look.said.say, ending(s)))
    phase = s.phase
    if phase == rules.DISCOVERY:
        stuck = not s.laid and not s.moved and not rules.can_do_both(s, s.seat)
        key = "stuck" if stuck else "move" if s.laid else "lay" if s.moved else "both"
    elif phase == rules.CONQUEST:
        key = "picking" if s.picks else "conquest"
    else:
        key = {
            rules.DEAL: "deal",
            rules.TURN_UP: "first",
            rules.REPLAY: "replay",
            rules.RAID: "raid",
            rules.SUPPLY: "supply",
        }[int(phase)]
    who = look.who(s.seat) if s.seat != rules.NOBODY else ""
    group = "your" if s.seat == look.seat and key in YOURS else "status"
    told = look.said(f"{group}.{key}", who=who, steps=s.steps, sum=rules.TEN - s.rest, rest=s.rest)
    return f"{round_words(look).capitalize()}. {told}" if s.mode == rules.CORSAIR and s.cards else told


def ending(s: State) -> list[Saying]:
    """How it ended, in a sentence or two."""
    winners = winners_of(s)
    won = int(rules.won_by_side(s, winners[0]))
    if s.mode == rules.CORSAIR:
        key = "failed" if rules.is_corsair(s, winners[0]) else "accomplished"
        won = int(s.won.sum())
    else:
        is_one_side = all(rules.are_together(s, winners[0], p) for p in winners)
        key = "level" if not is_one_side else "won" if s.mode == rules.CLASSIC else "team"
    told = Saying(f"status.{key}", {"who": [name_of(s, p) for p in winners], "n": won})
    why = {14: "status.empty", 15: "status.idle"}.get(int(s.ended))
    return [Saying(why), told] if why else [told]


def name_of(s: State, p: int) -> Saying:
    """What people call a seat."""
    if rules.is_corsair(s, p):
        return Saying("seat.corsair")
    return Saying(f"seat.{SAILS[p - (s.mode == rules.CORSAIR and p > s.corsair_seat)]}")


def _aim(look: Look) -> Iterator[str]:
    """What the one who looks is after, and how far each side has come (MI-12, MI-17, MI-20)."""
    s, said, goal = look.s, look.said, rules.goal(look.s)
    if s.mode == rules.CORSAIR:
        who = "public" if look.seat < 0 else "corsair" if rules.is_corsair(s, look.seat) else "team"
        yield said(f"aim.{who}", goal=goal, rounds=rules.ROUNDS[s.mission])
        yield said("aim.taken", n=s.won.sum(), goal=goal)
        yield round_words(look)
        yield from [said["aim.one-conquest"]] if s.conquest == rules.TEAM else []
        return
    yield said("aim.together" if s.mode == rules.TEAMS else "aim.alone", goal=goal)
    for p in range(2 if s.mode == rules.TEAMS else s.players):
        side = [q for q in range(s.players) if rules.are_together(s, p, q)]
        side.sort(key=lambda q: q != look.seat)
        who = said.language.listed([said["aim.you"] if q == look.seat else look.who(q) for q in side])
        yield said("aim.side", who=who, won=rules.won_by_side(s, p), n=rules.worth_of_side(s, p))


def _count(look: Look, p: int) -> str:
    """What counts: the cards of a seat's side, and where nobody shares them their points; of the Corsair, the time."""
    s = look.s
    if rules.is_corsair(s, p):
        return round_words(look)
    cards = look.said("player.won", n=rules.won_by_side(s, p), goal=rules.goal(s))
    return cards if s.mode == rules.CORSAIR else f"{cards}, {look.said('player.points', n=rules.worth_of_side(s, p))}"


def _controls(look: Look, lit: set[str]) -> Iterator[Control]:
    """MI-7, MI-10, MI-21: another discovery, or none; nothing to be taken; no more moves."""
    answers = [answer for answer in notation.ANSWERS.values() if answer in lit]
    if answers:
        choices = tuple(Choice(answer, look.said[f"answer.{answer}"]) for answer in answers)
        yield Control("answer", "confirm", "", choices)
