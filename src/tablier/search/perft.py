"""Exact counts of action sequences: a fingerprint of a game's rules, which no accidental change leaves as it was.

One ply is one action of anybody: nature's outcomes count one each, whatever their weights. Where several seats may act
at once, the lowest acts first: so each combination of their actions is counted once, not in every order of arrival. A
game that ends earlier has no sequence of the full length.

    python -m tablier.search.perft tests/data/war-of-masters/perft.json

counts again what such a file says, and with --write puts the new counts in. The file is a list of cases:

    {"options": {"path": "leap"}, "actions": ["[3]", "e2-e5"], "depth": 4, "count": 4711}

`options` that are left out have their defaults; `actions` lead from the opening to the position, and where several
seats may act at once they, too, are those of the lowest first.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TypedDict

from tablier.engine.compiled import compiled
from tablier.engine.game import Game
from tablier.engine.kernels import NATURE, Buffer, State, chances, kernel, legal, over, pending
from tablier.engine.options import Value
from tablier.engine.position import Position
from tablier.engine.registry import find
from tablier.search.depth_first import Stack, enter, is_exhausted, new_stack, try_next
from tablier.search.to_move import lowest_seat


class Case(TypedDict):
    """One count of a perft file."""

    options: dict[str, Value]
    actions: list[str]
    depth: int
    count: int


def perft(position: Position, depth: int) -> int:
    """The number of sequences of exactly `depth` actions from here.

    >>> perft(Position("war-of-masters"), 2)
    99
    """
    if depth < 1:
        return 1
    stack = new_stack(position.game, depth)
    stack.states[0] = position.record
    return int(count_sequences(stack, position.game.buffers()[1]))


def position_of(game: Game, case: Case) -> Position:
    """Where a case begins to count."""
    position = Position(game, **case["options"])
    for action in case["actions"]:
        position.play(action, position.pending[0] if position.pending else None)
    return position


@compiled
def count_sequences(stack: Stack, weights: Buffer) -> int:
    """Count from stack.states[0] on, as many plies as the stack has rows."""
    depth = len(stack.states)
    ply, total = 0, 0
    enter(stack, 0, list_actions(stack.states[0], stack.actions[0], weights))
    if depth == 1:
        return stack.counts[0]
    while ply >= 0:
        if is_exhausted(stack, ply):
            ply -= 1
            continue
        try_next(stack, ply, actor(stack.states[ply]))
        n = list_actions(stack.states[ply + 1], stack.actions[ply + 1], weights)
        if ply + 2 == depth:  # the last ply need not be played to be counted
            total += n
        else:
            ply += 1
            enter(stack, ply, n)
    return total


@kernel
def actor(s: State) -> int:
    """Who acts next: the lowest seat that may, else nature."""
    seats = pending(s)
    return lowest_seat(seats) if seats else NATURE


@kernel
def list_actions(s: State, out: Buffer, weights: Buffer) -> int:
    """What the next to act may do; nothing when it is over."""
    if over(s):
        return 0
    seat = actor(s)
    return chances(s, out, weights) if seat == NATURE else legal(s, seat, out)


def load(path: Path) -> list[Case]:
    cases: list[Case] = json.loads(path.read_text(encoding="utf-8"))
    return cases


def recount(game: Game, cases: list[Case]) -> Iterator[Case]:
    """The same cases with the counts that the rules give now."""
    for case in cases:
        yield {**case, "count": perft(position_of(game, case), case["depth"])}


def dump(cases: list[Case]) -> str:
    """A perft file, one line a case."""
    return "[\n" + ",\n".join(f"  {json.dumps(case, ensure_ascii=False)}" for case in cases) + "\n]\n"


def main(words: list[str] | None = None) -> int:
    """Recount a file, named after its folder's game. Return 1 if a count has changed and is not to be written."""
    parser = argparse.ArgumentParser(prog="python -m tablier.search.perft", description="Count a perft file again.")
    parser.add_argument("file", type=Path, help="such as tests/data/war-of-masters/perft.json")
    parser.add_argument("--write", action="store_true", help="put the new counts in")
    arguments = parser.parse_args(words)
    path: Path = arguments.file
    try:
        game, before = find(path.absolute().parent.name), load(path)
    except (OSError, ValueError) as problem:
        parser.error(str(problem))
    changed = 0
    after: list[Case] = []
    for case in recount(game, before):
        known = before[len(after)].get("count")
        changed += case["count"] != known
        print(f"{case['options']} {' '.join(case['actions'])} depth {case['depth']}: {case['count']:,}", end="")
        print("" if case["count"] == known else f" (it was {known})", flush=True)
        after.append(case)
    if arguments.write:
        path.write_text(dump(after), encoding="utf-8")
    return int(changed > 0 and not arguments.write)


if __name__ == "__main__":
    sys.exit(main())
