"""Why something is good advice in Master Islands: what stands for it, by what its player sees."""

from __future__ import annotations

from tablier.engine.kernels import State
from tablier.engine.story import added
from tablier.games.master_islands import rules
from tablier.games.master_islands.tens import Ten, tens_with
from tablier.language import Saying


def why(view: State, seat: int, action: int) -> Saying | None:
    if action >= rules.KEEP:
        return _conquest(view, seat, action)
    if action >= rules.AGAIN:
        return _answer(view, seat, action)
    place = int(rules.place_of(view, seat, action))
    if action >= rules.MOVE:
        return _sailed(view, int(view.galleon[seat, rules.galleon_of(action)]), place)
    return _laid(view, seat, int(rules.kind_of(action)), place)


def _conquest(s: State, seat: int, action: int) -> Saying:
    """MI-10 to MI-12"""
    if action == rules.KEEP:
        return Saying("why.keeps")
    return Saying("why.takes", {"won": int(rules.won_by_side(s, seat)), "goal": int(rules.goal(s))})


def _answer(s: State, seat: int, action: int) -> Saying:
    """MI-7, MI-21"""
    if action == rules.AGAIN:
        return Saying("why.again")
    return Saying("why.rests" if rules.is_corsair(s, seat) else "why.stops")


def _laid(s: State, seat: int, kind: int, place: int) -> Saying | None:
    """A card that completes a ten, or lets its player play again (MI-7)."""
    if ten := tens_with(s, place, int(rules.value_of(kind))):
        return Saying("why.completes", _facts(ten))
    return Saying("why.matches") if rules.is_match(s, seat, kind, place) else None


def _sailed(s: State, origin: int, place: int) -> Saying | None:
    """A galleon that frees a card of a ten, or keeps others from one (MI-10)."""
    here, there = (int(s.card[rules.find(s, where)]) for where in (origin, place))
    if here < 2 * rules.SHIP and (ten := tens_with(s, origin, int(rules.value_of(here % rules.SHIP)), but=place)):
        return Saying("why.frees", _facts(ten))
    if there < rules.SHIP and (ten := tens_with(s, place, int(rules.value_of(there)))):
        return Saying("why.blocks", _facts(ten))
    return None


def _facts(ten: Ten) -> dict[str, object]:
    return {"n": len(ten.cards) + 1, "sum": added(*ten.values, ten.missing)}
