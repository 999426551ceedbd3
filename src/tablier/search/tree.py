"""Monte-Carlo tree search for every kind of game: chance, hidden things, simultaneous moves, any number of seats.

One idea carries it: *a decision is a node, and its key is what the seat that decides can see*. A simulation deals what
is hidden, then walks from the root: chance is drawn by its weights; a seat looks its view up and chooses by what its
earlier visits brought it. Two paths to the same view meet in one node. A seat cannot act on what it does not know,
for it is not in its key. And where several seats choose at once, each in turn looks its own view up, in which the
choices of the others are still hidden: a simultaneous move needs nothing more.

Everything is written in memory that is allocated once. The table outlives a search: the next one finds there what was
learnt about positions that it meets again.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.engine.compiled import compiled
from tablier.engine.game import Game
from tablier.engine.insight import estimate, recall, shortlist, urge
from tablier.engine.kernels import (
    NATURE,
    PUBLIC,
    Buffer,
    apply,
    chances,
    deal,
    hide,
    kernel,
    over,
    pending,
    shares,
)
from tablier.engine.rng import WORD, next_word, weighted
from tablier.search.greedy import Room, best_turn
from tablier.search.playout import first_seat, playout

NODE = np.dtype(
    (
        np.record,
        [
            ("key", np.int64),  # 0: the place is free
            ("first", np.int64),  # where its edges begin
            ("total", np.float64),  # what its visits brought the seat that decides
            ("visits", np.int32),
            ("edges", np.int32),  # 0: not looked into yet
        ],
    )
)
EDGE = np.dtype(
    (
        np.record,
        [
            ("total", np.float64),  # what its visits brought; where the seats match regrets, weighted by their rarity
            ("action", np.int32),
            ("visits", np.int32),
            ("prior", np.float32),  # how much it should be looked at, before anything is known; a node's add up to 1
            ("guess", np.float32),  # what it seemed to bring at first sight
        ],
    )
)
STEP = np.dtype(
    (
        np.record,
        [
            ("node", np.int64),
            ("edge", np.int64),
            ("seat", np.int64),
            ("chance", np.float64),  # of this choice, where regrets are matched; else 1
        ],
    )
)

SETTINGS = np.dtype(
    (
        np.record,
        [
            ("explore", np.float64),  # how much an action's lack of visits counts
            ("first_play", np.float64),  # without peek: what an untried action is taken to bring less than the node
            ("peek", np.int64),  # 1: an action is first valued by the estimate of where it leads, at sight
            ("sharpness", np.float64),  # with peek: how much the prior prefers what looks better
            ("ahead", np.int64),  # actions that are played at random before a position is valued by its estimate
            ("regret", np.int64),  # 1: simultaneous choices match regrets; 0: they are explored like any other
            ("tremble", np.float64),  # with regret: the part of the choices that goes by the prior alone
        ],
    )
)

ROOT, NOW, SEEN, TRIED = 0, 1, 2, 3  # what the four records of `states` are for
EDGES_USED, NODES_USED, ROOT_NODE = 0, 1, 2  # what the three numbers of a forest are
NO_ROOM = NO_ROOT = -1
PROBES = 16  # places of the table that are looked at for a key
DEEPEST = 512  # decisions of one simulation at most
LANE, HALF, KEY = (1 << 50) - 1, (1 << 27) - 1, (1 << 61) - 1  # bits of a sum, of half a key, and of a key

Forest = tuple[Buffer, Buffer, Buffer]
"""Nodes, edges, and three numbers: how many of each are in use, and which node is the root."""

Desk = tuple[Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer]
"""States, the same as words, hash multipliers, path, actions, weights, parts of a result, values by seat."""


@kernel
def key_of(words: Buffer, row: int, multipliers: Buffer, seat: int) -> int:
    """A key of the record in this row and of the seat that decides; never 0."""
    a, b = 0, 0
    for i in range(multipliers.shape[1]):
        word = words[row, i]
        a += word * multipliers[0, i] & LANE
        b += word * multipliers[1, i] & LANE
    return ((a >> 3 & HALF) << 32 | b >> 3 & WORD) * 4 + seat + 3 & KEY | 1 << 61


def multipliers_for(game: Game) -> Buffer:
    """What the words of a game's records are multiplied with to make a key; always the same."""
    random = np.random.default_rng(1989)
    return random.integers(1 << 20, 1 << 31, size=(2, game.telling_bytes // 4)) | 1


@kernel
def place_of(nodes: Buffer, key: int) -> int:
    """The place of a key in the table, or a free one for it, or NO_ROOM."""
    start = key ^ key >> 17 ^ key >> 37
    for i in range(PROBES):
        place = (start + i * (i + 1) // 2) & (len(nodes) - 1)
        if nodes[place].key in (key, 0):
            return place
    return NO_ROOM


@kernel
def value_of(settings: Any, random: Buffer, desk: Desk) -> None:
    """Write what each seat can expect in the position NOW: from a result, or from an estimate, perhaps further on."""
    states, _, _, _, out, weights, parts, values = desk
    if settings.ahead > 0:
        playout(states[NOW], settings.ahead, random, out, weights)
    if over(states[NOW]):
        shares(states[NOW], parts)
        total = parts.sum()
        for seat in range(len(parts)):
            values[seat] = parts[seat] / total
    else:
        estimate(states[NOW], values)


@kernel
def look_into(place: int, seat: int, forest: Forest, desk: Desk, settings: Any) -> bool:
    """Give a node its edges: what the seat may do in the position NOW, with priors. False if there is no room."""
    nodes, edges, counts = forest
    states, _, _, _, out, _, parts, values = desk
    n = shortlist(states[NOW], seat, out)
    first = counts[EDGES_USED]
    if first + n > len(edges):
        return False
    counts[EDGES_USED] += n
    total, best = 0.0, 0.0
    for i in range(n):
        edge = edges[first + i]
        edge.action = out[i]
        edge.visits = 0
        edge.total = 0.0
        edge.guess = 0.0
        edge.prior = urge(states[NOW], seat, out[i])
        if settings.peek:
            states[TRIED] = states[NOW]
            apply(states[TRIED], seat, out[i])
            if over(states[TRIED]):
                shares(states[TRIED], parts)
                edge.guess = parts[seat] / parts.sum()
            else:
                estimate(states[TRIED], values)
                edge.guess = values[seat]
            best = max(best, edge.guess)
    for i in range(n):
        edge = edges[first + i]
        if settings.peek:
            edge.prior *= np.exp((edge.guess - best) * settings.sharpness)
        total += edge.prior
    for i in range(n):
        edges[first + i].prior = edges[first + i].prior / total if total > 0 else 1 / n
    nodes[place].first = first
    nodes[place].edges = n
    return True


@kernel
def most_promising(place: int, forest: Forest, settings: Any) -> int:
    """The edge to try next: what it brought, and more the less it was tried for what its prior deserves."""
    nodes, edges, _ = forest
    first, n, visits = nodes[place].first, nodes[place].edges, nodes[place].visits
    untried = nodes[place].total / max(1, visits) - settings.first_play
    reach = settings.explore * np.sqrt(visits + 1)
    best, best_value = first, -1e9
    for i in range(first, first + n):
        tried = edges[i].visits
        value = edges[i].guess if settings.peek else untried
        if tried > 0:
            value = edges[i].total / tried
        value += reach * edges[i].prior / (1 + tried)
        if value > best_value:
            best, best_value = i, value
    return best


@kernel
def least_regretted(place: int, forest: Forest, settings: Any, random: Buffer) -> tuple[int, float]:
    """An edge drawn in proportion to how much the seat regrets not to have taken it; and the chance that it had."""
    nodes, edges, _ = forest
    first, n, base = nodes[place].first, nodes[place].edges, nodes[place].total
    total = 0.0
    for i in range(first, first + n):
        total += max(0.0, edges[i].total - base)
    drawn, even = next_word(random) / (WORD + 1.0), settings.tremble
    chance = 0.0
    for i in range(first, first + n):
        own = max(0.0, edges[i].total - base) / total if total > 0 else edges[i].prior
        chance = own * (1 - even) + even * edges[i].prior
        drawn -= chance
        if drawn < 0:
            return i, chance
    return first + n - 1, chance


@kernel
def learn(path: Buffer, length: int, forest: Forest, values: Buffer) -> None:
    """Tell every decision of a simulation what it led to."""
    nodes, edges, _ = forest
    for i in range(length):
        step = path[i]
        value = values[step.seat]
        node, edge = nodes[step.node], edges[step.edge]
        node.visits += 1
        node.total += value
        edge.visits += 1
        edge.total += value / step.chance


@kernel
def enter(key: int, forest: Forest) -> tuple[int, bool]:
    """The node of a key, or NO_ROOM; and whether it is a new one."""
    nodes, _, counts = forest
    place = place_of(nodes, key)
    if place == NO_ROOM or nodes[place].key == key:
        return place, False
    nodes[place].key = key
    nodes[place].visits = 0
    nodes[place].total = 0.0
    nodes[place].edges = 0
    counts[NODES_USED] += 1
    return place, True


@kernel
def look_up(seat: int, salt: int, forest: Forest, desk: Desk) -> tuple[int, bool]:
    """The node of the position NOW, which this seat (or NATURE) decides, by what it can see; and whether it is new."""
    states, words, multipliers, _, _, _, _, _ = desk
    states[SEEN] = states[NOW]
    hide(states[SEEN], PUBLIC if seat == NATURE else seat)
    return enter(key_of(words, SEEN, multipliers, seat) ^ salt, forest)


@kernel
def walk(viewer: int, forest: Forest, desk: Desk, settings: Any, random: Buffer, trust: Buffer, salt: int) -> int:
    """Go on from the position NOW, deciding by what is known, to the first that is new. Return how many decisions.

    Simultaneous choices are all made before a walk ends. Those that come first are the ones that `trust` is about.
    """
    states, _, _, path, out, weights, _, _ = desk
    length, is_new, is_together, is_first = 0, False, False, True
    while not over(states[NOW]) and length < DEEPEST:
        seats = pending(states[NOW])
        if is_new and not is_together:
            break
        if seats == 0:
            place, is_new = look_up(NATURE, 0, forest, desk)
            if (is_new and length > 0) or place == NO_ROOM:
                break
            is_new = False
            n = chances(states[NOW], out, weights)
            apply(states[NOW], NATURE, out[weighted(random, weights, n)])
            continue
        seat, was_together = first_seat(seats), is_together
        is_together = seats & (seats - 1) != 0
        if is_first and trust[seat, 1] > 0 and next_word(random) % 1000 < trust[seat, 1]:
            apply(states[NOW], seat, trust[seat, 0])
        else:
            place, is_unknown = look_up(seat, salt if is_first else 0, forest, desk)
            is_new = is_new or (is_unknown and length > 0)
            if place == NO_ROOM or (is_new and not is_together and not was_together):
                break
            if forest[0][place].edges == 0 and not look_into(place, seat, forest, desk, settings):
                break
            step = path[length]
            step.node, step.seat, step.chance = place, seat, 1.0
            if settings.regret and (is_together or was_together):
                step.edge, step.chance = least_regretted(place, forest, settings, random)
            else:
                step.edge = most_promising(place, forest, settings)
            if is_first and seat == viewer:
                forest[2][ROOT_NODE] = place
            length += 1
            apply(states[NOW], seat, forest[1][step.edge].action)
        is_first = is_first and is_together
    return length


@compiled
def plan(viewer: int, forest: Forest, desk: Desk, settings: Any, random: Buffer, place: Room) -> None:
    """Mark the turn that looks best at a glance, action by action: where the viewer is to act, as worth half the looks.

    A turn of several actions is found so at once; to find it one action at a time takes many simulations.
    """
    nodes, edges, _ = forest
    states = desk[0]
    states[NOW] = states[ROOT]
    deal(states[NOW], viewer, random)
    while not over(states[NOW]) and pending(states[NOW]) == 1 << viewer:
        node, _ = look_up(viewer, 0, forest, desk)
        if node == NO_ROOM or nodes[node].edges > 0 or not look_into(node, viewer, forest, desk, settings):
            break
        action, _ = best_turn(states[NOW], viewer, place)
        for i in range(nodes[node].first, nodes[node].first + nodes[node].edges):
            edges[i].prior = (edges[i].prior + (edges[i].action == action)) / 2
        apply(states[NOW], viewer, action)


@compiled
def simulate(
    simulations: int,
    viewer: int,
    forest: Forest,
    desk: Desk,
    settings: Any,
    random: Buffer,
    trust: Buffer,
    salt: int,
    sums: Buffer,
) -> None:
    """Make so many simulations from the view in states[ROOT], and add what each seat can expect to `sums`.

    `trust` has a row for each seat: what it is thought to choose now, and the chance of that in thousandths. It changes
    what a first choice is worth, so those made with different trust are kept apart, by `salt`.
    """
    states, _, _, path, _, _, parts, values = desk
    for _ in range(simulations):
        states[NOW] = states[ROOT]
        recall(states[NOW])
        deal(states[NOW], viewer, random)
        length = walk(viewer, forest, desk, settings, random, trust, salt)
        value_of(settings, random, desk)
        learn(path, length, forest, values)
        for seat in range(len(parts)):
            sums[seat] += values[seat]
