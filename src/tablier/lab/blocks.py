"""What a batch does, compiled: a block of its games at a time, without the interpreter's lock.

A block is handed the whole memory of the batch, and the first and the last of its games. Games know nothing of each
other, so any number of blocks may be at work at the same time. Numba's own `parallel` fails on arrays of records.
Whatever works on a block takes its number, its first and last game, the games and a room of its own; then the rest.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tablier.engine.compiled import compiled
from tablier.engine.game import Game
from tablier.engine.held import Held, values_of
from tablier.engine.insight import planes
from tablier.engine.kernels import (
    NATURE,
    PUBLIC,
    Buffer,
    apply,
    chances,
    forbids,
    hide,
    kernel,
    legal,
    over,
    pending,
    shares,
)
from tablier.engine.rng import below, weighted
from tablier.lab.seeds import BOT_STREAM, CHOICE_STREAM, NATURE_STREAM, seed_game
from tablier.search.determinization import resample
from tablier.search.greedy import Beam, best_turn
from tablier.search.naive import naive_action
from tablier.search.to_move import lowest_seat

FRESH, CHANCE, CHOICE, ENDING, ENDED = 0, 1, 2, 3, 4
"""The phases of a game: to be opened; nature's to act; a seat's to act; ended in this step; ended in an earlier one."""

NOT_NOW = -1
"""In place of an action: leave this game as it is."""

NO_LEGAL, LISTS, MASKS, BITS = 0, 1, 2, 3
"""In which form legal actions are kept."""

WORD_BITS = 32

SEAT_BITS = 6
"""Of an entry of a log, for who acted: NATURE is 0, seat p is p + 1. The rest is the action."""

NOBODY = -1
"""In place of a seat."""

ALL_WELL = -1
"""In place of the first thing that is wrong."""

NEXT_GAME = -1
"""In place of an action: begin the next game."""

NOT_LEGAL = -2
"""In place of the seat that is to act."""


class Games(NamedTuple):
    """The games of a batch. What is for everybody to read is written anew after each step."""

    states: Buffer  # [n] records: everything, for the referee alone
    views: Buffer  # [n] records: what the seat to act may know; when it is over, what everybody may
    seats: Buffer  # [n] int32: the seat to act, of several the lowest; -1 when it is over
    pending: Buffer  # [n] int32: a bit for each seat that may act now
    done: Buffer  # [n] bool
    rewards: Buffer  # [n, seats] float32: each seat's share of the win, after the step that ends the game; else 0
    phases: Buffer  # [n] int8
    numbers: Buffer  # [n] int64: which game it is, of all that the seed gives
    lengths: Buffer  # [n] int32: actions so far, nature's included
    choices: Buffer  # [n] int32: actions of seats so far
    log: Buffer  # [n, room] int32: these actions; no room: they are not kept
    nature_rng: Buffer  # [n, 4] int64: the generators for nature
    choice_rng: Buffer  # [n, 4] int64: the generators for choices that are asked for
    bot_rng: Buffer  # [n, 4] int64: the generators for bots


class Legal(NamedTuple):
    """The legal actions of the seat to act in each game, in one form; the arrays of the others are empty."""

    form: int
    counts: Buffer  # [n] int32: how many there are
    starts: Buffer  # [n] int64: LISTS: where those of a game begin
    values: Buffer  # [blocks * width] int32: LISTS: one block of games after the other
    width: int  # LISTS: the room of each block
    masks: Buffer  # [n, action_count] bool
    bits: Buffer  # [n, words] uint32: action a is bit a % 32 of word a // 32


class Terms(NamedTuple):
    """What all games of a batch have in common."""

    opening: Buffer  # [1] record
    root: Buffer  # [4] int64: what all their seeds are made of
    bot_root: Buffer  # [4] int64: the same for those of bots
    own: int  # a bit for each seat whose actions are given from outside
    stride: int  # from the number of a game to that of the next in its place; 0: games that are over stay so
    action_count: int


class Room(NamedTuple):
    """What one block needs to work."""

    actions: Buffer  # [action_count] int64
    weights: Buffer  # [action_count] int64
    parts: Buffer  # [seats] int64


One = tuple[Games, Room, Legal, Terms, Buffer]
"""All of a batch of one game, and room for an action, [1, 1] int32."""


def new_games(game: Game, n: int, seats: int, room: int) -> Games:
    """The memory of so many games, none of which is open yet."""
    return Games(
        states=np.zeros(n, dtype=game.dtype),
        views=np.zeros(n, dtype=game.dtype),
        seats=np.full(n, -1, dtype=np.int32),
        pending=np.zeros(n, dtype=np.int32),
        done=np.zeros(n, dtype=np.bool_),
        rewards=np.zeros((n, seats), dtype=np.float32),
        phases=np.zeros(n, dtype=np.int8),
        numbers=np.arange(n, dtype=np.int64),
        lengths=np.zeros(n, dtype=np.int32),
        choices=np.zeros(n, dtype=np.int32),
        log=np.zeros((n, room), dtype=np.int32),
        nature_rng=np.zeros((n, 4), dtype=np.int64),
        choice_rng=np.zeros((n, 4), dtype=np.int64),
        bot_rng=np.zeros((n, 4), dtype=np.int64),
    )


def new_room(game: Game, seats: int) -> Room:
    """Room for one block."""
    return Room(*game.buffers(), np.zeros(seats, dtype=np.int64))


# --- a step -----------------------------------------------------------------------------------------------------------


@compiled
def advance(
    block: int,
    first: int,
    last: int,
    games: Games,
    room: Room,
    listed: Legal,
    terms: Terms,
    actions: Buffer,
    shows: bool,
) -> tuple[int, int]:
    """Play these actions, and on to the next choice of a seat, in every game of a block; show what has come of it.

    `actions` has a row for each game: one for the seat that is to act, or one for each seat, of which those count that
    may act and are not bots. Without rows, only what is left to open or to nature is played. Return how many games
    still wait because a log is full, and how much room the block's lists need.
    """
    waiting, used = 0, 0
    for i in range(first, last):
        if len(actions):
            begin_step(i, games, terms, actions)
        waiting += go_on(i, games, room, terms)
        if shows:
            used = show(i, block, used, games, listed, room)
    return waiting, used


@compiled
def advance_one(held: Held[One], action: int) -> int:
    """Play an action, or begin the NEXT_GAME, in a batch of one that keeps no log and tells what is legal by a mask.

    Return the seat that is to act, or NOBODY; of what is not legal NOT_LEGAL, and nothing has changed.
    """
    games, room, listed, terms, actions = values_of(held)
    if action == NEXT_GAME:
        games.numbers[0] += 1
        games.phases[0] = FRESH
    elif 0 <= action < listed.masks.shape[1] and listed.masks[0, action]:
        actions[0, 0] = action
        begin_step(0, games, terms, actions)
    else:
        return NOT_LEGAL
    go_on(0, games, room, terms)
    show(0, 0, 0, games, listed, room)
    return games.seats[0]


@kernel
def go_on(i: int, games: Games, room: Room, terms: Terms) -> bool:
    """Open a game, if it is to be, and go on to the next choice. Return whether it waits because the log is full."""
    if games.phases[i] == FRESH:
        open_game(i, games, terms)
    if games.phases[i] == CHANCE:
        let_nature_play(i, games, room)
    see_who_acts(i, games)
    return games.phases[i] == CHANCE


@kernel
def begin_step(i: int, games: Games, terms: Terms, actions: Buffer) -> None:
    """Play what is asked for in one game."""
    if actions[i, 0] == NOT_NOW and actions.shape[1] == 1:
        return
    if games.phases[i] != CHOICE:
        games.phases[i] = FRESH if terms.stride else ENDED
        games.numbers[i] += terms.stride
        return
    if actions.shape[1] == 1:
        act(i, games.seats[i], actions[i, 0], games)
    else:
        for seat in range(actions.shape[1]):
            if games.pending[i] & terms.own & 1 << seat:
                act(i, seat, actions[i, seat], games)
    games.phases[i] = CHANCE


@kernel
def open_game(i: int, games: Games, terms: Terms) -> None:
    """The opening, with generators that follow from the game's number."""
    games.states[i] = terms.opening[0]
    seed_game(games.nature_rng[i], terms.root, games.numbers[i], NATURE_STREAM)
    seed_game(games.choice_rng[i], terms.root, games.numbers[i], CHOICE_STREAM)
    seed_game(games.bot_rng[i], terms.bot_root, games.numbers[i], BOT_STREAM)
    games.lengths[i] = 0
    games.choices[i] = 0
    games.phases[i] = CHANCE


@kernel
def act(i: int, seat: int, action: int, games: Games) -> None:
    """Play one action, and write it down."""
    apply(games.states[i], seat, action)
    if games.log.shape[1]:
        games.log[i, games.lengths[i]] = action << SEAT_BITS | seat + 1
    games.lengths[i] += 1
    games.choices[i] += seat != NATURE


@kernel
def let_nature_play(i: int, games: Games, room: Room) -> None:
    """Play for nature until a seat is to act or it is over; or until the log has only room for one of each seat."""
    s, most = games.states[i], games.log.shape[1] - len(room.parts)
    while not over(s):
        if games.log.shape[1] and games.lengths[i] >= most:
            return
        if pending(s):
            games.phases[i] = CHOICE
            return
        n = chances(s, room.actions, room.weights)
        act(i, NATURE, room.actions[weighted(games.nature_rng[i], room.weights, n)], games)
    games.phases[i] = ENDING


@kernel
def see_who_acts(i: int, games: Games) -> None:
    """Which seats may act, and which of them is the lowest; none and NOBODY where it is over."""
    seats = pending(games.states[i]) if games.phases[i] == CHOICE else 0
    games.pending[i] = seats
    games.seats[i] = lowest_seat(seats) if seats else NOBODY


# --- what there is to see ---------------------------------------------------------------------------------------------


@compiled
def show_all(block: int, first: int, last: int, games: Games, room: Room, listed: Legal) -> int:
    """Write again what there is to see of a block. Return how much room its lists need."""
    used = 0
    for i in range(first, last):
        used = show(i, block, used, games, listed, room)
    return used


@kernel
def show(i: int, block: int, used: int, games: Games, listed: Legal, room: Room) -> int:
    """Write what is to be seen of a game. Return how much of the block's room for lists is used then."""
    s, seat = games.states[i], games.seats[i]
    games.views[i] = s
    hide(games.views[i], PUBLIC if seat == NOBODY else seat)
    games.done[i] = seat == NOBODY
    reward(i, games, room)
    if listed.form == LISTS:
        return write_list(i, block, used, seat, games, listed, room)
    if listed.form != NO_LEGAL:
        write_legal(i, 0 if seat == NOBODY else legal(s, seat, room.actions), listed, room)
    return used


@kernel
def reward(i: int, games: Games, room: Room) -> None:
    """Each seat's share of the win, if the game ends with this step; nothing otherwise."""
    games.rewards[i, :] = 0
    if games.phases[i] == ENDING:
        shares(games.states[i], room.parts)
        total = room.parts.sum()
        for seat in range(len(room.parts)):
            games.rewards[i, seat] = room.parts[seat] / total


@kernel
def write_legal(i: int, n: int, listed: Legal, room: Room) -> None:
    """Write the n legal actions of a game as a mask, or as bits."""
    listed.counts[i] = n
    if listed.form == MASKS:
        listed.masks[i, :] = False
        for j in range(n):
            listed.masks[i, room.actions[j]] = True
    else:
        listed.bits[i, :] = 0
        for j in range(n):
            listed.bits[i, room.actions[j] // WORD_BITS] |= np.uint32(1 << room.actions[j] % WORD_BITS)


@kernel
def write_list(i: int, block: int, used: int, seat: int, games: Games, listed: Legal, room: Room) -> int:
    """List the legal actions of a game behind those of the block's others, as long as there is room for any list.

    The rules write it where it is to stand. Return how much of the room is used then, or would be.
    """
    start = block * listed.width + used
    listed.starts[i], listed.counts[i] = start, 0
    if seat == NOBODY:
        return used
    if used + len(room.actions) <= listed.width:
        listed.counts[i] = legal(games.states[i], seat, listed.values[start:])
    else:
        listed.counts[i] = legal(games.states[i], seat, room.actions)
    return used + listed.counts[i]


@compiled
def views_of(block: int, first: int, last: int, games: Games, room: Room, seat: int, views: Buffer) -> None:
    """What a seat (or PUBLIC) may know of each game."""
    for i in range(first, last):
        views[i] = games.states[i]
        hide(views[i], seat)


@compiled
def planes_of(block: int, first: int, last: int, games: Games, room: Room, views: Buffer, out: Buffer) -> None:
    """What the seat to act sees of each game, as planes; nothing, where it is over.

    Seen anew: somebody may have written into the views that were shown.
    """
    for i in range(first, last):
        if games.seats[i] == NOBODY:
            out[i] = 0
        else:
            views[i] = games.states[i]
            hide(views[i], games.seats[i])
            planes(views[i], games.seats[i], out[i])


@compiled
def masks_of(block: int, first: int, last: int, games: Games, room: Room, seat: int, masks: Buffer) -> None:
    """The legal actions of a seat in each game, as masks."""
    for i in range(first, last):
        masks[i, :] = False
        if games.phases[i] == CHOICE:
            for j in range(legal(games.states[i], seat, room.actions)):
                masks[i, room.actions[j]] = True


# --- choices ----------------------------------------------------------------------------------------------------------


@compiled
def find_illegal(
    block: int, first: int, last: int, games: Games, room: Room, listed: Legal, terms: Terms, actions: Buffer
) -> tuple[int, int]:
    """The first game in which an action is not legal, and whose it is; or ALL_WELL."""
    for i in range(first, last):
        if games.phases[i] != CHOICE:
            continue
        seats, one = games.pending[i], actions.shape[1] == 1
        for seat in range(games.rewards.shape[1]):
            asked = seat == games.seats[i] if one else seats & terms.own & 1 << seat != 0
            if asked and not is_legal(i, seat, actions[i, 0 if one else seat], games, listed, terms.action_count):
                return i, seat
    return ALL_WELL, NOBODY


@kernel
def is_legal(i: int, seat: int, action: int, games: Games, listed: Legal, action_count: int) -> bool:
    """Whether a seat may do this; looked up, where what it may do is listed.

    Masks and bits are not looked at: they are for others to write into, such as who rules out more than the rules do.
    """
    if action < 0 or action >= action_count:
        return False
    if seat != games.seats[i] or listed.form != LISTS:
        return forbids(games.states[i], seat, action) == 0
    return is_listed(i, action, listed)


@kernel
def is_listed(i: int, action: int, listed: Legal) -> bool:
    """Whether it is in the list of a game, which is ascending."""
    low = listed.starts[i]
    high = end = low + listed.counts[i]
    while low < high:
        middle = (low + high) // 2
        if listed.values[middle] < action:
            low = middle + 1
        else:
            high = middle
    return low < end and listed.values[low] == action


@compiled
def choose_evenly(
    block: int,
    first: int,
    last: int,
    games: Games,
    room: Room,
    listed: Legal,
    rngs: Buffer,
    seats: int,
    actions: Buffer,
) -> None:
    """A legal action at random, by each game's own generator, where one of these seats is to act; else NOT_NOW."""
    for i in range(first, last):
        seat = games.seats[i]
        if seat == NOBODY or not seats & 1 << seat:
            actions[i, 0] = NOT_NOW
        elif listed.form == LISTS:
            actions[i, 0] = listed.values[listed.starts[i] + below(rngs[i], listed.counts[i])]
        else:
            n = legal(games.states[i], seat, room.actions)
            actions[i, 0] = room.actions[below(rngs[i], n)]


@compiled
def choose_at_once(
    first: int, last: int, games: Games, seats: int, is_naive: bool, beam: Beam, actions: Buffer
) -> None:  # fmt: skip
    """The greedy action, or the naive one, from its view alone, where one of these seats is to act; else NOT_NOW."""
    for i in range(first, last):
        seat = games.seats[i]
        if seat == NOBODY or not seats & 1 << seat:
            actions[i, 0] = NOT_NOW
            continue
        beam.states[0] = games.states[i]
        resample(beam.states[0], seat, games.bot_rng[i])
        if is_naive:
            actions[i, 0] = naive_action(beam.states[0], seat, games.bot_rng[i], beam)
        else:
            actions[i, 0] = best_turn(beam.states[0], seat, games.bot_rng[i], beam)


# --- whole games ------------------------------------------------------------------------------------------------------


class Outcomes(NamedTuple):
    """What has become of games that were played to the end."""

    shares: Buffer  # [games, seats] float32
    lengths: Buffer  # [games] int32: actions, nature's included
    choices: Buffer  # [games] int32: actions of seats


@compiled
def play_out(first: int, last: int, games: Games, terms: Terms, room: Room, outcomes: Outcomes) -> None:
    """Play the games of these numbers to the end, everybody at random, one after the other in the first place."""
    s = games.states[0]
    for number in range(first, last):
        games.numbers[0] = number
        open_game(0, games, terms)
        let_nature_play(0, games, room)
        while games.phases[0] == CHOICE:
            seat = lowest_seat(pending(s))
            act(0, seat, room.actions[below(games.bot_rng[0], legal(s, seat, room.actions))], games)
            let_nature_play(0, games, room)
        reward(0, games, room)
        for seat in range(len(room.parts)):
            outcomes.shares[number, seat] = games.rewards[0, seat]
        outcomes.lengths[number] = games.lengths[0]
        outcomes.choices[number] = games.choices[0]


# --- what a seat remembers --------------------------------------------------------------------------------------------


@compiled
def remember(seat: int, log: Buffer, states: Buffer, views: Buffer, words: Buffer, actions: Buffer) -> int:
    """Play a game again from states[0] on; write each view that a seat had, and what it did then, or NOT_NOW.

    `words` are the words of the views. A view that is like the one before, without the seat's having acted, is not
    another. Return how many there are.
    """
    n = 0
    views[0] = states[0]
    hide(views[0], seat)
    actions[0] = NOT_NOW
    for entry in log:
        who, action = (entry & (1 << SEAT_BITS) - 1) - 1, entry >> SEAT_BITS
        apply(states[0], who, action)
        views[n + 1] = states[0]
        hide(views[n + 1], seat)
        if who == seat:
            actions[n] = action
        if who == seat or differ(words, n):
            n += 1
            actions[n] = NOT_NOW
    return n + 1


@kernel
def differ(words: Buffer, n: int) -> bool:
    """Whether a view is another than the one after it."""
    changed = 0
    for j in range(words.shape[1]):
        changed += words[n, j] != words[n + 1, j]
    return changed != 0
