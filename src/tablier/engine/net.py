"""A small trained net beside a game's own signs: what it is made of, its forward pass, and its file.

A position is seen from the side of one seat: a list of sparse inputs that are on, and the *signs* that the game's
hand-made estimate adds up. The score, in logits, is what the signs add by their weights, as before, and what a layer of
hidden units adds to that; so a net whose units say nothing yet is the hand-made estimate, and training begins there.

Weights are handed to compiled code as memory, not compiled into it: another net needs no other code.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tablier.engine import strict
from tablier.engine.errors import BadNet
from tablier.engine.kernels import Buffer, kernel

UNITS = 32
"""Hidden units of a net that is begun."""

FILE_FORMAT = 1

Single = Any
"""A float32: with one of 64 bits, as Python's are, a processor would take half as many at once."""

ONE = np.float32(1)

Weights = tuple[Buffer, Buffer, Buffer, Buffer, Buffer]
"""Those of a net, in order of its fields."""


class Net(NamedTuple):
    """The weights, and the memory of one forward pass. Without hidden units it is none: the game's own estimate."""

    rows: Buffer  # [inputs, units] float32: what each input adds to each unit
    signs: Buffer  # [signs, units] float32: the same for each sign
    bias: Buffer  # [units] float32
    outer: Buffer  # [units] float32: what each unit adds to the score
    skip: Buffer  # [signs] float32: what each sign adds to the score by itself
    units: Buffer  # [units] float32: of this pass
    seen: Buffer  # [signs] float32: the signs of this pass
    active: Buffer  # [inputs] int32: the inputs that are on in this pass, at the beginning


def new_net(inputs: int, skip: Buffer, units: int = UNITS, seed: int = 1) -> Net:
    """A net that says what the signs with these weights say: its units are drawn at random, and add nothing yet."""
    random = np.random.default_rng(seed)
    rows = random.normal(0, 0.1, (inputs, units)).astype(np.float32)
    signs = random.normal(0, 0.1, (len(skip), units)).astype(np.float32)
    return net_of(rows, signs, np.zeros(units), np.zeros(units), skip)


def net_of(rows: Buffer, signs: Buffer, bias: Buffer, outer: Buffer, skip: Buffer) -> Net:
    """A net of these weights, with memory of its own."""
    return Net(
        rows=rows.astype(np.float32),
        signs=signs.astype(np.float32),
        bias=bias.astype(np.float32),
        outer=outer.astype(np.float32),
        skip=skip.astype(np.float32),
        units=np.zeros(len(outer), dtype=np.float32),
        seen=np.zeros(len(skip), dtype=np.float32),
        active=np.zeros(len(rows), dtype=np.int32),
    )


def no_net() -> Net:
    """The hand-made estimate."""
    nothing = np.zeros((0, 0))
    return net_of(nothing, nothing, nothing.ravel(), nothing.ravel(), nothing.ravel())


def with_memory(net: Net) -> Net:
    """The same weights, with memory of its own: for another thread."""
    return net_of(*weights_of(net))


def weights_of(net: Net) -> Weights:
    return net.rows, net.signs, net.bias, net.outer, net.skip


@kernel
def score(net: Net, count: int) -> float:
    """What the net says of the first `count` active inputs and of the signs seen, in logits; units are kept."""
    units, total = net.units, 0.0
    for j in range(len(units)):
        units[j] = net.bias[j]
    for i in range(count):
        add_row(units, net.rows[net.active[i]], ONE)
    for i in range(len(net.seen)):
        add_row(units, net.signs[i], net.seen[i])
        total += net.skip[i] * net.seen[i]
    for j in range(len(units)):
        total += max(units[j], np.float32(0)) * net.outer[j]
    return total


@kernel
def add_row(units: Buffer, row: Buffer, times: Single) -> None:
    """By itself, because a processor then takes several at once."""
    for j in range(len(units)):
        units[j] += row[j] * times


# --- in a file --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TrainedNet:
    """A net, and what it was trained for."""

    game: str
    options: Mapping[str, Any]
    """Only games with these options are valued by it."""
    net: Net
    extra: Mapping[str, Any] = field(default_factory=dict)
    """What else is in its file: of a checkpoint, how far the training has come."""

    def fits(self, options: Mapping[str, Any]) -> bool:
        return all(options.get(name) == value for name, value in self.options.items())


def save_net(trained: TrainedNet, file: Path, extra: Mapping[str, Any] | None = None) -> None:
    """Write it, all or nothing."""
    kept = {"format": FILE_FORMAT, "game": trained.game, "options": dict(trained.options), "extra": extra or {}}
    about = json.dumps(kept)
    part = file.with_name(file.name + ".part")
    with part.open("wb") as out:
        names = ("rows", "signs", "bias", "outer", "skip")
        weights: dict[str, Any] = dict(zip(names, weights_of(trained.net), strict=True))
        np.savez_compressed(out, about=np.array(about), **weights)
    part.replace(file)


def _fits_together(net: Net) -> bool:
    """Whether all parts are of the sizes that compiled code takes for granted."""
    inputs, units = net.rows.shape[:1], net.bias.shape
    shapes = net.rows.shape, net.signs.shape, net.outer.shape
    return shapes == ((*inputs, *units), (*net.skip.shape, *units), units) and len(units) == 1 == len(inputs)


def load_net(file: Path) -> TrainedNet:
    """Read it; raises BadNet, OSError. Nothing in a file is run: it holds numbers and a line of JSON."""
    try:
        with file.open("rb") as given, np.load(given, allow_pickle=False) as kept:
            about = json.loads(str(kept["about"]))
            net = net_of(*(kept[name] for name in ("rows", "signs", "bias", "outer", "skip")))
        if about["format"] != FILE_FORMAT:
            raise BadNet(f"{file} is of a format that this version does not read")
        if not _fits_together(net):
            raise BadNet(f"{file} is no trained net: its parts are not of the same size")
        if not all(np.isfinite(weights).all() for weights in weights_of(net)):
            raise BadNet(f"{file} is no trained net: some of its weights are no numbers")
        options, extra = (strict.named(strict.part(about, name), lambda value: value) for name in ("options", "extra"))
        return TrainedNet(strict.text(about["game"]), options, net, extra)
    except (BadNet, OSError):
        raise
    except Exception as problem:  # a damaged file fails in any way: to unpack it, to read it, to understand it
        raise BadNet(f"{file} is no trained net: {problem}") from None
