"""What happens in War of Masters, told: who threw what, which piece went where, and what it took."""

from __future__ import annotations

from tablier.engine.kernels import NATURE, State
from tablier.engine.story import NOTHING
from tablier.games.war_of_masters import rules
from tablier.games.war_of_masters.notation import square_name
from tablier.games.war_of_masters.seen import SEATS, kind_of
from tablier.language import Saying


def tell(before: State, seat: int, action: int | None, after: State) -> Saying | None:
    if seat == NATURE or action is None:
        return NOTHING  # the throw is told with what was done with it
    winner = Saying(f"seat.{SEATS[seat]}")
    return Saying(f"story.{_ending(after)}", {"turn": _played(before, seat, action), "winner": winner})


def why(view: State, seat: int, action: int) -> Saying | None:
    """What a move takes, or how much nearer it comes."""
    if action == rules.PASS:
        return None
    piece, target = rules.piece_of(action), rules.target_of(view, seat, action)
    if view.board[target] != rules.EMPTY:
        taken = kind_of(view, 1 - seat, rules.piece_on(view.board[target]))
        return Saying("why.takes", {"taken": Saying(f"story.taken.{taken}")})
    return Saying("why.grows") if rules.is_promoted(view, seat, piece, target) else None


def kind(s: State, seat: int, action: int) -> str:
    if action == rules.PASS:
        return "pass"
    piece, target = rules.piece_of(action), rules.target_of(s, seat, action)
    if rules.is_promoted(s, seat, piece, target):
        return "grow"
    does = "move" if s.board[target] == rules.EMPTY else "take"
    return f"{does}-{kind_of(s, seat, piece)}"


def _ending(after: State) -> str:
    """How a sentence goes on: with the end of the game, if it has come."""
    if after.winner == rules.NOBODY:
        return "goes-on"
    if after.winner == rules.DRAW:
        return "drawn"
    return "master" if after.goal == rules.MASTER else "all"


def _played(before: State, seat: int, action: int) -> Saying:
    who = {"who": Saying(f"seat.{SEATS[seat]}")}
    if action == rules.PASS:
        return Saying("story.passes", {**who, "roll": int(before.roll)})
    if before.rest:
        return Saying("story.rest", {**who, "n": int(before.rest), "move": _move(before, seat, action)})
    divides = rules.divides(before, rules.distance_of(action))
    how = "divides" if divides else "moves"
    return Saying(f"story.{how}", {**who, "n": int(before.roll), "move": _move(before, seat, action)})


def _move(before: State, seat: int, action: int) -> Saying:
    """What one piece does."""
    piece, target = rules.piece_of(action), rules.target_of(before, seat, action)
    values: dict[str, object] = {
        "piece": Saying(f"story.piece.{kind_of(before, seat, piece)}"),
        "origin": square_name(before.at[seat, piece]),
        "target": square_name(target),
    }
    cell = before.board[target]
    if cell != rules.EMPTY:
        taken = kind_of(before, 1 - seat, rules.piece_on(cell))
        values["taken"] = Saying(f"story.taken.{taken}")
    how = "goes" if cell == rules.EMPTY else "takes"
    if rules.is_promoted(before, seat, piece, target):
        how += "-waits" if rules.spare(before, seat) == rules.OFF else "-grows"
    return Saying(f"story.{how}", values)
