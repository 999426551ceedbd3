"""What bots make of talk in Master Citadel: how often they make offers, what is accepted, and who keeps their word.

python -m benchmarks.talk                                      four of level 5, basic and open game, 16 games each
python -m benchmarks.talk --levels 8 8 5 5 --simulations 200   others, of whom each thinks so far
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable

from tablier.arena import play_out
from tablier.bots import Player
from tablier.bots.promises import binds
from tablier.engine.position import Position
from tablier.engine.registry import find
from tablier.engine.talk import Message
from tablier.record.match import Match

CITADEL = find("master-citadel")

VARIANTS = ("basic", "open")


class Table:
    """All that is said in one game, by turns, and what became of the promises."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._turn = 0
        self._said: list[Message] = []

    def come_to(self, position: Position) -> None:
        """Count the last turn, if another has begun or the game is over."""
        if position.turn == self._turn:
            return
        self.counts.update(told(self._said, position, self._turn))
        self._turn, self._said = position.turn, []

    def hear(self, position: Position, messages: Iterable[Message]) -> None:
        self.come_to(position)
        self._said += messages


class Overheard(Player):
    """A bot whose words are noted."""

    table: Table

    def speak(self, view: Position) -> list[Message]:
        spoken = super().speak(view)
        self.table.hear(view, spoken)
        return spoken


def told(said: list[Message], after: Position, turn: int) -> Counter[str]:
    """One round: what was said in it, and which promises were kept, as is seen after it."""
    kinds = Counter(message.kind for message in said)
    verdicts = [after.kept(message, turn) for message in said if binds(message, said)]
    return Counter(
        {
            "rounds": 1,
            "rounds with an offer": int(kinds["offer"] > 0),
            "rounds with a deal": int(kinds["accept"] > 0),
            "offers": kinds["offer"],
            "accepted": kinds["accept"],
            "words kept": verdicts.count(True),
            "words broken": verdicts.count(False),
        }
    )


def play(variant: str, levels: list[int], simulations: int | None, seed: int) -> Counter[str]:
    """One game; the seats go round with the seed."""
    match, table = Match(CITADEL, seed=seed, variant=variant), Table()
    bots = [
        Overheard(CITADEL, levels[(seat + seed) % len(levels)], simulations=simulations, seed=4 * seed + seat)
        for seat in range(len(match.seats))
    ]
    for bot in bots:
        bot.table = table
    play_out(match, bots)
    table.come_to(match.current)
    return table.counts


def main() -> None:
    parser = argparse.ArgumentParser(description="Count what bots make of talk.")
    parser.add_argument("--games", type=int, default=16, help="of each variant (16)")
    parser.add_argument("--levels", type=int, nargs="+", default=[5], help="of the bots (5)")
    parser.add_argument("--simulations", type=int, help="that each makes before it acts (by its level)")
    parser.add_argument("--variants", nargs="+", choices=VARIANTS, default=VARIANTS, metavar="VARIANT")
    asked = parser.parse_args()
    for variant in asked.variants:
        total = Counter[str]()
        for seed in range(asked.games):
            total.update(play(variant, asked.levels, asked.simulations, seed))
        print(f"{variant}, {asked.games} games: " + ", ".join(f"{what} {number}" for what, number in total.items()))


if __name__ == "__main__":
    main()
