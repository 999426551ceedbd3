"""`make bench-lab`: what we claim about the laboratory, beside Pgx and OpenSpiel in the same run, on all cores.

What is compared is measured by turns, several times each, and the best of each counts: other work on the machine can
only slow a measurement down. Pgx runs in a process of its own, which is asked for one measurement after the other.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

import tablier
from benchmarks import environments
from benchmarks.__main__ import Claim
from tablier.lab import Batch

GAMES = 4096
ROUNDS = 4
SECONDS = 2.0
"""Of each measurement in each round."""

MILLION = 1_000_000

OURS: dict[str, dict[str, Any]] = {
    "maestria": {},
    "master-citadel": {},
    "master-islands": {"players": 4},
    "war-of-masters": {"path": "leap"},
}
THEIRS = ("backgammon", "connect_four")

PGX = """
import json, sys, time
import jax, jax.numpy as jnp, pgx
from pgx.experimental.wrappers import auto_reset

games, seconds = int(sys.argv[1]), float(sys.argv[2])
made = {}

def make(name):
    env = pgx.make(name)
    step = auto_reset(env.step, env.init)
    @jax.jit
    def go(state, key):
        first, second = jax.random.split(key)
        chances = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        actions = jax.random.categorical(first, chances, axis=-1)
        return jax.vmap(step)(state, actions, jax.random.split(second, games))
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), games))
    return go, go(state, jax.random.PRNGKey(1))

for line in sys.stdin:
    name = line.strip()
    if name not in made:
        made[name] = make(name)
    go, state = made[name]
    jax.block_until_ready(state)
    key, steps, start, used = jax.random.PRNGKey(2), 0, time.perf_counter(), time.process_time()
    while time.perf_counter() - start < seconds:
        key, one = jax.random.split(key)
        state = jax.block_until_ready(go(state, one))
        steps += games
    made[name] = go, state
    print(json.dumps([steps / (time.perf_counter() - start), steps / (time.process_time() - used)]), flush=True)
"""
"""A choice among the legal actions at random and a step, all games at once, as its documentation has it."""


class Rate(NamedTuple):
    """Steps a second, by the clock and by the processor's time."""

    by_clock: float
    by_processor: float

    def best(self, other: Rate) -> Rate:
        return Rate(max(self.by_clock, other.by_clock), max(self.by_processor, other.by_processor))


NONE = Rate(0, 0)


def measured(step: Callable[[], int], seconds: float = SECONDS) -> Rate:
    """How much of it is done a second; the first call is not counted."""
    step()
    done, start, used = 0, time.perf_counter(), time.process_time()
    while time.perf_counter() - start < seconds:
        done += step()
    return Rate(done / (time.perf_counter() - start), done / (time.process_time() - used))


# --- batches, beside Pgx ----------------------------------------------------------------------------------------------


def batch_step(game: str, options: dict[str, Any], n: int = GAMES) -> Callable[[], int]:
    """View, list and choice in every game of a batch."""
    env = Batch(game, n, log=False, options=options)

    def step() -> int:
        env.step(env.sample())
        return n

    return step


@contextmanager
def pgx() -> Iterator[Callable[[str], Rate]]:
    """Asks Pgx how fast one of its games is; PGX_PYTHON names a Python that has it, if it is not this one."""
    python = os.environ.get("PGX_PYTHON", sys.executable)
    command = [python, "-c", PGX, str(GAMES), str(SECONDS)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        asking, answers = process.stdin, process.stdout
        assert asking is not None
        assert answers is not None

        def ask(game: str) -> Rate:
            asking.write(f"{game}\n")
            asking.flush()
            return Rate(*json.loads(answers.readline()))

        yield ask
        asking.close()


def batches() -> dict[str, Rate]:
    """Steps a second of our games and of Pgx's, by turns."""
    best: dict[str, Rate] = {}
    with pgx() as ask:
        runners = {game: batch_step(game, options) for game, options in OURS.items()}
        for _ in range(ROUNDS):
            for game, step in runners.items():
                best[game] = best.get(game, NONE).best(measured(step))
            for game in THEIRS:
                best[f"Pgx {game}"] = best.get(f"Pgx {game}", NONE).best(ask(game))
    return best


# --- whole games ------------------------------------------------------------------------------------------------------


def million() -> tuple[float, float]:
    """The seconds of processor and of the clock that a million random games of Maestria take."""
    tablier.simulate("maestria", 1000)
    start, used = time.perf_counter(), time.process_time()
    tablier.simulate("maestria", MILLION)
    return time.process_time() - used, time.perf_counter() - start


def main(games: list[str]) -> int:
    """Measure, print, and say by the exit code whether every figure holds. Of batches, only these games, if any."""
    console = Console()
    for game in [game for game in OURS if games and game not in games]:
        del OURS[game]
    sides, single, (processor, clock) = batches(), environments.measure(), million()
    speeds = Table("what", "steps a second", "by processor time", title="Steps")
    for name, rate in sides.items():
        speeds.add_row(name, f"{rate.by_clock:,.0f}", f"{rate.by_processor:,.0f}")
    fastest = max(sides[game].by_clock for game in OURS)
    found = [
        Claim("War of Masters (leap) against Pgx's backgammon",
              sides["war-of-masters"].by_clock / sides["Pgx backgammon"].by_clock, least=50, unit=" x"),
        Claim("our fastest against Pgx's connect_four",
              fastest / sides["Pgx connect_four"].by_clock, least=3, unit=" x"),
        *environments.claims(single),
        Claim("1,000,000 random games of Maestria, processor", processor, most=20, unit=" s"),
    ]  # fmt: skip
    table = Table("what", "found", "claimed", "", title="What we claim")
    for claim in found:
        table.add_row(claim.what, f"{claim.found:,.2f}{claim.unit}", claim.bound, "yes" if claim.holds else "NO")
    console.print(speeds, *environments.tables(single), table, f"The million took {clock:.0f} s by the clock.")
    return 0 if all(claim.holds for claim in found) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
