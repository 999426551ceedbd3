"""The naive action: a win if one is there to take, else what draws the eye most. It has no plan."""

from __future__ import annotations

from tablier.engine.compiled import compiled
from tablier.engine.insight import urge
from tablier.engine.kernels import Buffer, State, apply, kernel, legal
from tablier.engine.position import Position
from tablier.engine.rng import below
from tablier.search.determinization import determinize
from tablier.search.forced_win import has_won
from tablier.search.greedy import WIDTH, Beam, beam_for


@kernel
def naive_action(s: State, seat: int, random: Buffer, beam: Beam) -> int:
    """The first action that wins at once; else that with the greatest `urge`; of equal ones, any."""
    after, best, most, equal = beam.states[2 * WIDTH], -1, -1.0, 0
    for i in range(legal(s, seat, beam.actions)):
        action = beam.actions[i]
        beam.states[2 * WIDTH] = s
        apply(after, seat, action)
        if has_won(after, seat, beam.parts):
            return action
        drawn = urge(s, seat, action)
        if drawn > most:
            best, most, equal = action, drawn, 1
        elif drawn == most:
            equal += 1
            best = action if below(random, equal) == 0 else best
    return best


@compiled
def choose_naively(seat: int, random: Buffer, beam: Beam) -> int:
    """The naive action of a seat from its view, beam.states[0]."""
    determinize(beam.states[0], seat, random)
    return naive_action(beam.states[0], seat, random, beam)


def action_of(view: Position, seat: int, random: Buffer) -> int:
    """What a naive player does, who sees this view."""
    return int(choose_naively(seat, random, beam_for(view)))
