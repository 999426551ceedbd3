"""Checks of the rules in play: what is listed, what is forbidden, and how a game ends."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from hypothesis import strategies as st

from tablier.engine import kernels
from tablier.engine.game import Game
from tablier.engine.kernels import NATURE, Buffer, State
from tablier.engine.options import Settled
from tablier.engine.position import Position
from tablier.testing.exploration import Draw, Run, actions_of, explore, require, some

GUARD = 16
"""Cells behind a buffer that no kernel may touch."""
UNTOUCHED = -77
MOST_WEIGHT = 2**31
"""What the random generator can draw from."""


def actions_are_listed(game: Game, options: Settled, effort: float = 1) -> None:
    """Exactly one of these holds: the game is over, nature is to act, some seats are to act.

    Whoever is to act has actions, and nobody else has; they are ascending, unique and in range; nature's weights are
    positive. Asking changes nothing: neither the record nor what lies behind the buffers.
    """
    explore(game, options, _examine_lists, examples=60 * effort)


def _examine_lists(run: Run, draw: Draw) -> None:
    s, before = run.current.record, run.current.to_bytes()
    bits, over = kernels.pending(s), kernels.over(s)
    require(0 <= bits < 1 << len(run.seats), f"pending gives {bits:#b}, but there are {len(run.seats)} seats")
    outcomes, weights = _ask(run.game, partial(kernels.chances, s))
    who = [over, bits != 0, len(outcomes) > 0]
    require(sum(who) == 1, f"exactly one of these should hold: over {who[0]}, some seat's {who[1]}, nature's {who[2]}")
    _require_in_order(outcomes, run.game.rules.CHANCE_COUNT, "nature's outcomes")
    require(all(weight > 0 for weight in weights), f"nature's weights should be positive: {weights}")
    require(sum(weights) <= MOST_WEIGHT, f"nature's weights should not come to more than {MOST_WEIGHT}: {weights}")
    for seat in run.seat_numbers:
        actions, _ = _ask(run.game, partial(_legal, s, seat))
        _require_in_order(actions, run.game.rules.ACTION_COUNT, f"the actions of {run.who(seat)}")
        is_pending = bool(bits >> seat & 1)
        require(bool(actions) == is_pending, f"{run.who(seat)}: pending is {is_pending}, legal actions {actions}")
    require(run.current.to_bytes() == before, "to ask what is possible has changed the record")
    _require_options(run)


def _legal(s: State, seat: int, out: Buffer, weights: Buffer) -> int:
    return kernels.legal(s, seat, out)


def _ask(game: Game, fill: Callable[[Buffer, Buffer], int]) -> tuple[list[int], list[int]]:
    """What a kernel writes into its buffers, seeing to it that it stays inside."""
    room = len(game.buffers()[0])
    out, weights = (np.full(room + GUARD, UNTOUCHED, dtype=np.int64) for _ in range(2))
    n = fill(out[:room], weights[:room])
    require(0 <= n <= room, f"a list of {n} actions, where {room} are possible")
    inside = np.all(out[room:] == UNTOUCHED) and np.all(weights[room:] == UNTOUCHED)
    require(inside, "a kernel writes behind its buffer")
    return [int(action) for action in out[:n]], [int(weight) for weight in weights[:n]]


def _require_in_order(actions: list[int], count: int, whose: str) -> None:
    require(all(0 <= action < count for action in actions), f"{whose} should be from 0 to {count - 1}: {actions}")
    require(sorted(set(actions)) == actions, f"{whose} should be ascending, each once: {actions}")


def _require_options(run: Run) -> None:
    for option in run.game.options:
        kept = np.asarray(run.current.record[option.name])
        require(
            np.array_equal(kept, np.asarray(option.code(run.options[option.name]))),
            f"the record should keep the option {option.name}={run.options[option.name]}, but has {kept}",
        )


def refusals_have_reasons(game: Game, options: Settled, effort: float = 1) -> None:
    """`forbids` gives 0 exactly for the legal actions, and otherwise a rule that the game has words for."""
    explore(game, options, _examine_refusals, examples=25 * effort)


def _examine_refusals(run: Run, draw: Draw) -> None:
    s, before = run.current.record, run.current.to_bytes()
    for seat in run.seat_numbers:
        actions = set(run.current.actions(seat))
        for action in sample_of_actions(run.game, actions, draw):
            rule = kernels.forbids(s, seat, action)
            where = f"action {action} of {run.who(seat)}"
            if action in actions:
                require(rule == 0, f"{where} is legal, but rule {rule} forbids it")
            else:
                require(rule != 0, f"{where} is not legal, but no rule forbids it")
                require(rule in run.game.reasons, f"{where}: there are no words for rule {rule}")
    require(run.current.to_bytes() == before, "to ask what is forbidden has changed the record")


def sample_of_actions(game: Game, legal: set[int], draw: Draw, most: int = 900) -> list[int]:
    """All actions there are; or the legal ones, those next to them and others, where there are very many."""
    count = game.rules.ACTION_COUNT
    if count <= most:
        return list(range(count))
    ordered = some(sorted(legal), most // 3)
    near = {action + step for action in ordered for step in (-1, 0, 1)}
    rng = np.random.default_rng(draw(st.integers(0, 999)))
    others = rng.integers(0, count, most - len(near)).tolist()
    return sorted(action for action in near | set(others) if 0 <= action < count)


def copies_are_independent(game: Game, options: Settled, effort: float = 1) -> None:
    """Whatever is played on a copy, or seen of it, the original stays what it was, and plays on as it would have."""
    explore(game, options, _examine_copies, examples=30 * effort)


def _examine_copies(run: Run, draw: Draw) -> None:
    before, asked = run.current.to_bytes(), _everything_possible(run.current)
    copy = run.copy()
    while copy.length < run.length + 4 and copy.act_by_choice(draw):
        copy.current.view(draw(st.sampled_from(copy.viewers)))
    require(run.current.to_bytes() == before, "to play on a copy has changed the original")
    require(_everything_possible(run.current) == asked, "to play on a copy has changed what the original may do")
    for seat, action in copy.actions[run.length :]:
        run.append(seat, action)
    require(run.current == copy.current, "the same actions lead a copy and its original to different positions")


def _everything_possible(position: Position) -> list[list[int]]:
    return [actions_of(position, seat) for seat in (NATURE, *range(len(position.seats)))]


def games_end_and_are_shared(game: Game, options: Settled, effort: float = 1) -> None:
    """A game ends within the number of actions that it states, however it is played; then its shares add up to 1."""
    explore(game, options, _examine_end, examples=12 * effort, longest=50)


def _examine_end(run: Run, draw: Draw) -> None:
    require(run.current.over or run.current.shares is None, "there are shares before the end")
    most = run.game.most_actions(run.options)
    policy = draw(st.sampled_from(["random", "first", "last"]))
    if policy == "random":
        run.act_at_random(draw(st.integers(0, 999)), most + 1 - run.length)
    else:
        _act_stubbornly(run, most, last=policy == "last")
    require(run.length <= most and run.current.over, f"it should be over within {most} actions, but is not")
    parts = np.full(len(run.seats), UNTOUCHED, dtype=np.int64)
    kernels.shares(run.current.record, parts)
    require(np.all(parts >= 0) and parts.sum() > 0, f"parts of the win should be 0 or more, and some more: {parts}")
    require(sum(run.current.shares or ()) == 1, f"shares should add up to 1: {run.current.shares}")


def _act_stubbornly(run: Run, most: int, *, last: bool) -> None:
    """Play on with every player always taking the first, or the last, of the listed actions; nature as it likes."""
    chance = np.random.default_rng(run.length)
    while run.length <= most and run.current.pending:
        seat = run.current.pending[0]
        actions = actions_of(run.current, seat)
        run.append(seat, int(chance.choice(actions)) if seat == NATURE else actions[-1 if last else 0])
