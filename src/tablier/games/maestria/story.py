"""What happens in Maestria, told: who placed, moved and attacked what, how the dice fell and why, and who fell."""

from __future__ import annotations

from tablier.engine.kernels import NATURE, State
from tablier.engine.story import NOTHING, added_up
from tablier.games.maestria import rules
from tablier.games.maestria.advice import why
from tablier.games.maestria.land import SEATS, TERRAINS
from tablier.games.maestria.notation import KINDS, names_of, square_name
from tablier.games.maestria.odds import in_the_fight, led_in_the_fight
from tablier.games.maestria.scene import kind_of_group
from tablier.language import Saying

__all__ = ["kind", "tell", "why"]


def tell(before: State, seat: int, action: int | None, after: State) -> Saying | None:
    if action is None or (action == rules.FIGHT and seat != NATURE):
        return NOTHING  # the dice tell it
    turn = _fight(before, after) if seat == NATURE else _played(before, seat, action, after)
    if after.winner in (rules.NOBODY, rules.DRAW):
        return Saying("story.goes-on" if after.winner == rules.NOBODY else "story.drawn", {"turn": turn})
    winner = int(after.winner)
    return Saying("story.won", {"turn": turn, "winner": _name(winner), "loser": _name(1 - winner)})


def kind(s: State, seat: int, action: int) -> str:
    if action < rules.FIRST_MOVE:
        return "place"
    if action >= rules.END:
        return {rules.END: "end", rules.FIGHT: "fight"}.get(action, "retreat")
    attacks = bool(s.pawns[1 - seat, rules.TARGETS[rules.way_of(action)]])
    return ("attack" if attacks else "move") + ("-led" if rules.led_of(action) else "")


def _ends(s: State, action: int) -> tuple[str, str]:
    """The names of the squares that a move or an attack leads from and to."""
    return names_of(int(s["shape"]), action)


def _name(seat: int) -> Saying:
    return Saying(f"seat.{SEATS[seat]}")


def _played(before: State, seat: int, action: int, after: State) -> Saying:
    who = {"who": _name(seat)}
    if action < rules.FIRST_MOVE:
        kind, square = divmod(action, rules.SQUARES)
        return Saying(f"story.places.{KINDS[kind]}", {**who, "square": square_name(before, square)})
    if action < rules.END:
        return _move(before, seat, action, after)
    if action == rules.END:
        return Saying("story.ends", {**who, "n": int(before.points)})
    refuge, (_, here) = square_name(before, action - rules.RETREAT), _ends(before, int(before.attack))
    return Saying("story.withdraws", {**who, "square": here, "refuge": refuge, "other": _name(1 - seat)})


def _move(before: State, seat: int, action: int, after: State) -> Saying:
    """A move, or an attack, which is then to be answered."""
    origin, target = _ends(before, action)
    group = _group(rules.count_of(action), rules.led_of(action))
    facts = {"who": _name(seat), "group": group, "origin": origin, "target": target}
    if after.phase != rules.ANSWERING:
        return Saying("story.moves", facts)
    others = _group(in_the_fight(after, rules.DEFENDER), led_in_the_fight(after, rules.DEFENDER))
    return Saying("story.attacks", {**facts, "others": others})


def _group(n: int, led: bool) -> Saying:
    return Saying(f"story.group.{kind_of_group(n, led)}", {"n": int(n - led)})


def _fight(before: State, after: State) -> Saying:
    """MA-10 to MA-15: both throws, and what came of them."""
    attack, defence = (_throw(before, after, side) for side in (rules.ATTACKER, rules.DEFENDER))
    return Saying("story.fight", {"attack": attack, "defence": defence, "outcome": _outcome(before, after)})


def _throw(before: State, after: State, side: int) -> Saying:
    """What a side threw, and why it had more than one die."""
    by_number, by_terrain = rules.second_side(before) == side, rules.special_side(before) == side
    how = "both" if by_number and by_terrain else "number" if by_number else "terrain" if by_terrain else "single"
    way = rules.way_of(before.attack)
    terrains = [TERRAINS[rules.terrain(before, ends[way])] for ends in (rules.ORIGINS, rules.TARGETS)]
    return Saying(
        f"story.throw.{how}",
        {
            "who": _name(int(before.seat) ^ side),
            "own": Saying(f"terrain.{terrains[side]}"),
            "other": Saying(f"terrain.{terrains[1 - side]}"),
            "dice": added_up(*map(int, after.dice[side])),
        },
    )


def _outcome(before: State, after: State) -> Saying:
    mine, theirs = (rules.total(after, side) for side in (rules.ATTACKER, rules.DEFENDER))
    if mine == theirs:
        return Saying("story.equal")
    side = rules.DEFENDER if mine > theirs else rules.ATTACKER
    loser, n = int(before.seat) ^ side, int(after.fallen)
    facts = {"loser": _name(loser), "n": n}
    if n < in_the_fight(before, side):
        return Saying("story.weakened", facts)
    if side == rules.ATTACKER:
        return Saying("story.repelled", facts)
    return Saying("story.beaten", {**facts, "winner": _name(1 - loser), "target": _ends(before, int(before.attack))[1]})
