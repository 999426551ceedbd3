"""The picture of Master Islands: an archipelago of cards on a sea chart, who sails there, and one's own hand.

A unit is a card. A card at (x, y) of the notation is drawn around (x, -y): things keep their place, while the chart, as
large as the archipelago needs, scrolls beneath them. A galleon is moved by touching the card that it leaves and the one
that it goes to. So the words of a card say which galleons it carries, and galleons have none of their own. What lies on
the sea is in `sea.py`, what stands around it in `hand.py`, tens and conquests in `conquest.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from tablier.engine import kernels
from tablier.engine.kernels import State
from tablier.engine.options import Settled, Value
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
    round_of,
    round_words,
    winners_of,
)
from tablier.games.master_islands.sea import free_places
from tablier.games.master_islands.table import Score, Table, known, record, table
from tablier.games.master_islands.tens import tens
from tablier.language import Saying, Texts
from tablier.picture.scene import NO_ITEMS, Choice, Control, Form, Group, Grouped, Moment, Scene


def scene(s: State, settled: Settled, seat: int, lang: str, form: Form) -> Scene:
    """What a seat sees and may touch; a spectator sees the same table, and no hand."""
    said, seen, options = GAME.words.texts(lang), known(s), tuple(settled.items())
    common = _common(seen, _seats(options), lang, form)
    look = common.look
    shown, actions = look.s, _legal(s, look.s, seat)
    own = tuple(s.hand[seat].tolist()) if hand.has_hand(shown, seat) else None
    touches = dict(_touch(shown, seat, action) for action in actions)
    answers = [notation.ANSWERS[action] for action in actions if action in notation.ANSWERS]
    lit = frozenset(_target(shown, seat, action) for action in actions if action < rules.MOVE)
    hints = tens(shown, own, [place for place in free_places(shown.place) if place in lit]) if own and lit else []
    tray = hand.tray(look.chart, own is not None)
    return Scene(
        x=look.chart.x,
        y=look.chart.y,
        width=look.chart.width,
        height=look.chart.height,
        title=common.title,
        status=_status(common, shown.seat == seat, said),
        aim=_aim(common.score, options, look.seats, seat, lang),
        counts=common.counts,
        items=Grouped(
            common.water,
            common.gaps,
            sea.free(shown.place, lit, said),
            Group((*common.marks, *conquest.thread(hints))) if hints else common.marks,
            *common.above,
            Group((*conquest.hints(look, hints), *tray)) if hints else tray,
            common.seats,
            hand.cards(own, rules.HAND - shown.held[seat], look.chart, said) if own is not None else NO_ITEMS,
            Group((*common.told, *hand.buttons(look.chart, answers, said))) if answers else common.told,
        ),
        touches=touches,
        moves=_moves(look, seat, own, touches, actions),
        controls=(_answers(tuple(answers), said),) if answers else (),
        moment=common.moment,
        cell=CELL,
    )


@lru_cache(maxsize=64)
def _seats(options: tuple[tuple[str, Value], ...]) -> tuple[str, ...]:
    return GAME.seats(dict(options))


class Common(NamedTuple):
    """What is the same for all who look: of the items the water, and so on to the front."""

    look: Look
    score: Score
    title: str
    counts: tuple[str, ...]
    water: Group
    gaps: Group
    marks: Group
    above: tuple[Group, ...]
    seats: Group
    told: Group
    moment: Moment | None
    done: str
    """Which words tell what is done now; once it has ended, how."""


@lru_cache(maxsize=256)
def _common(seen: bytes, seats: tuple[str, ...], lang: str, form: Form) -> Common:
    s, said = table(seen), GAME.words.texts(lang)
    look = Look(seen, s, said, seats, chart(s, form))
    return Common(
        look=look,
        score=s.score,
        counts=_counts(s.score, lang),
        title=_title(s.mission if s.mode == rules.CORSAIR else NO_MISSION, s.rounds, s.turns, said),
        water=sea.water(look),
        gaps=sea.gaps(look),
        marks=sea.highlights(look),
        above=(sea.cards(look), sea.wake(look), sea.galleons(look), conquest.sums(look)),
        seats=Group((*hand.seats(look), hand.pile(look))),
        told=hand.told(look),
        moment=conquest.moment(look),
        done=" ".join(map(said.say, ending(record(seen)))) if s.ended else _what_is_done(seen),
    )


NO_MISSION = -1


@lru_cache(maxsize=1024)
def _title(mission: int, rounds: int, turns: int, said: Texts) -> str:
    when = said("scene.turn", turn=turns) if mission == NO_MISSION else round_of(mission, rounds, said)
    return f"{said['title']}, {when}"


def _legal(s: State, shown: Table, seat: int) -> list[int]:
    if shown.seat != seat:
        return []
    out, _ = GAME.room
    actions: list[int] = out[: kernels.legal(s, seat, out)].tolist()
    return actions


def _touch(s: Table, seat: int, action: int) -> tuple[str, tuple[str, ...]]:
    """An action, and what to touch for it."""
    if action < rules.AGAIN:
        return _touch_from(s.anchorage(seat, rules.galleon_of(action)), action)
    if action < rules.TAKE:
        return notation.ANSWERS[action], (notation.ANSWERS[action],)
    place = s.place[action - rules.TAKE]
    return notation.take_name(place), (card_id(place),)


@lru_cache(maxsize=16384)
def _touch_from(origin: int, action: int) -> tuple[str, tuple[str, ...]]:
    """A card of the hand and a place; or the card that a galleon leaves and the one it goes to."""
    target = origin + rules.STEP[rules.direction_of(action)]
    lays = action < rules.MOVE
    sequence = (hand_id(rules.kind_of(action)), place_id(target)) if lays else (card_id(origin), card_id(target))
    return notation.name_from(origin, action), sequence


def _target(s: Table, seat: int, action: int) -> int:
    return s.anchorage(seat, rules.galleon_of(action)) + rules.STEP[rules.direction_of(action)]


def _moves(
    look: Look, seat: int, own: tuple[int, ...] | None, touches: Iterable[str], actions: list[int]
) -> dict[str, str]:
    """Each with the galleon that sails; or with the card that is laid, if the hand has no other of its kind."""
    moves = dict[str, str]()
    for written, action in zip(touches, actions, strict=True):
        if rules.MOVE <= action < rules.AGAIN:
            moves[written] = galleon_id(look.seats[seat], "AB"[rules.galleon_of(action)])
        elif action < rules.MOVE and own and own[rules.kind_of(action)] == 1:
            moves[written] = hand_id(rules.kind_of(action))
    return moves


YOURS = ("both", "lay", "move", "stuck", "replay", "raid", "conquest", "picking")
"""What is said in another way to who is to act."""


def _status(common: Common, acts: bool, said: Texts) -> str:
    """What is going on, for who acts or for anybody else."""
    s, seats, key = common.look.s, common.look.seats, common.done
    if s.ended:
        return key
    who = said[f"seat.{seats[s.seat]}"] if s.seat != rules.NOBODY else ""
    group = "your" if acts and key in YOURS else "status"
    told = _told(f"{group}.{key}", who, s.steps, s.rest, said)
    return f"{round_words(s, said).capitalize()}. {told}" if s.mode == rules.CORSAIR and s.cards else told


@lru_cache(maxsize=1024)
def _told(key: str, who: str, steps: int, rest: int, said: Texts) -> str:
    return said(key, who=who, steps=steps, sum=rules.TEN - rest, rest=rest)


PHASES = {
    rules.DEAL: "deal",
    rules.TURN_UP: "first",
    rules.REPLAY: "replay",
    rules.RAID: "raid",
    rules.SUPPLY: "supply",
}


def _what_is_done(seen: bytes) -> str:
    s = table(seen)
    if s.phase == rules.CONQUEST:
        return "picking" if s.picks else "conquest"
    if s.phase != rules.DISCOVERY:
        return PHASES[s.phase]
    if s.laid or s.moved:
        return "move" if s.laid else "lay"
    return "both" if _can_lay(s) or rules.can_do_both(record(seen), s.seat) else "stuck"


def _can_lay(s: Table) -> bool:
    """MI-6: as nearly always; then nothing more is to be asked of the rules, which take long to tell."""
    anchorages = [s.anchorage(s.seat, galleon) for galleon in range(rules.galleons(s, s.seat))]
    return s.held[s.seat] > 0 and not {at + step for at in anchorages for step in rules.STEP}.issubset(s.place)


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
    return _name(int(s.corsair_seat) if s.mode == rules.CORSAIR else rules.NOBODY, p)


@cache
def _name(corsair: int, p: int) -> Saying:
    if p == corsair:
        return Saying("seat.corsair")
    return Saying(f"seat.{SAILS[p - (corsair != rules.NOBODY and p > corsair)]}")


@lru_cache(maxsize=512)
def _aim(s: Score, settled: tuple[tuple[str, Value], ...], seats: tuple[str, ...], seat: int, lang: str) -> str:
    """What the one who looks is after, and how far each side has come (MI-12, MI-17, MI-20)."""
    said = GAME.words.texts(lang)
    parts = _mission(s, seat, said) if s.mode == rules.CORSAIR else _sides(s, seats, seat, said)
    return GAME.aim(dict(settled), lang, *parts)


def _mission(s: Score, seat: int, said: Texts) -> Iterator[str]:
    goal, who = rules.goal(s), "public" if seat < 0 else "corsair" if rules.is_corsair(s, seat) else "team"
    yield said(f"aim.{who}", goal=goal, rounds=rules.ROUNDS[s.mission])
    yield said("aim.taken", n=sum(s.won), goal=goal)
    yield round_words(s, said)
    yield from [said["aim.one-conquest"]] if s.conquest == rules.TEAM else []


def _sides(s: Score, seats: tuple[str, ...], seat: int, said: Texts) -> Iterator[str]:
    yield said("aim.together" if s.mode == rules.TEAMS else "aim.alone", goal=rules.goal(s))
    for p in range(2 if s.mode == rules.TEAMS else s.players):
        side = [q for q in range(s.players) if rules.are_together(s, p, q)]
        side.sort(key=lambda q: q != seat)
        who = said.language.listed([said["aim.you"] if q == seat else said[f"seat.{seats[q]}"] for q in side])
        yield said("aim.side", who=who, won=rules.won_by_side(s, p), n=rules.worth_of_side(s, p))


@lru_cache(maxsize=512)
def _counts(s: Score, lang: str) -> tuple[str, ...]:
    said = GAME.words.texts(lang)
    return tuple(_count(s, p, said) for p in range(s.players))


def _count(s: Score, p: int, said: Texts) -> str:
    """What counts: the cards of a seat's side, and where nobody shares them their points; of the Corsair, the time."""
    if rules.is_corsair(s, p):
        return round_words(s, said)
    cards = said("player.won", n=rules.won_by_side(s, p), goal=rules.goal(s))
    return cards if s.mode == rules.CORSAIR else f"{cards}, {said('player.points', n=rules.worth_of_side(s, p))}"


@lru_cache(maxsize=64)
def _answers(answers: tuple[str, ...], said: Texts) -> Control:
    """MI-7, MI-10, MI-21: another discovery, or none; nothing to be taken; no more moves."""
    return Control("answer", "confirm", "", tuple(Choice(answer, said[f"answer.{answer}"]) for answer in answers))
