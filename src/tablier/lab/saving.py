"""A batch in a file, from which it goes on exactly as it would have: NumPy's own format, without anything pickled."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from tablier.engine.errors import BadBatchFile, TablierError
from tablier.engine.kernels import Buffer
from tablier.lab.blocks import CHOICE, ENDED, ENDING, Games

if TYPE_CHECKING:
    from tablier.lab.batch import Batch

FORMAT = "tablier batch 1"

KEPT = ("states", "phases", "numbers", "lengths", "choices", "log", "nature_rng", "choice_rng", "bot_rng")
"""What of the games is kept: the rest follows from it."""


def save(batch: Batch, path: str | Path) -> None:
    """Write a batch to a file, all or nothing: what was kept there before outlives an interruption."""
    head = {
        "format": FORMAT,
        "game": batch.game.name,
        "options": batch.options,
        "n": len(batch),
        "seed": batch.seed,
        "bot_seed": batch.bot_seed,
        "legal": batch.legal,
        "bots": {str(seat): spec for seat, spec in batch.bots.items()},
        "restart": batch.restart,
        "fields": str(batch.game.dtype.descr),
    }
    arrays = {name: _plain(getattr(batch._games, name)) for name in KEPT}
    part = Path(path).with_name(Path(path).name + ".part")
    with part.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, head=np.array(json.dumps(head)), **arrays)
    part.replace(path)


def load(kind: type[Batch], path: str | Path, threads: int | None) -> Batch:
    """The batch in a file; raises BadBatchFile, OSError."""
    with Path(path).open("rb") as file:
        try:
            return _restored(kind, *_read(file), threads)
        except TablierError as problem:
            raise BadBatchFile(f"{path}: {problem}") from problem
        except Exception as problem:  # a damaged file is told in a dozen ways, by NumPy, zipfile, zlib, tokenize
            raise BadBatchFile(f"{path} is not a batch that was saved") from problem


def _read(file: BinaryIO) -> tuple[Mapping[str, Any], Mapping[str, Buffer]]:
    """What a file tells of its batch, and its arrays."""
    with np.load(file, allow_pickle=False) as kept:
        arrays = {name: kept[name] for name in kept.files}
    head = json.loads(str(arrays.pop("head")))
    if head["format"] != FORMAT:
        raise BadBatchFile(f"this is {head['format']!r}, not {FORMAT!r}")
    return head, arrays


def _restored(kind: type[Batch], head: Mapping[str, Any], arrays: Mapping[str, Buffer], threads: int | None) -> Batch:
    batch = kind(
        head["game"], head["n"], seed=head["seed"], legal=head["legal"], restart=head["restart"],
        log=arrays["log"].shape[1] > 0, threads=threads, options=head["options"], idle=True,
        bots={int(seat): spec for seat, spec in head["bots"].items()}, bot_seed=head.get("bot_seed"),
    )  # fmt: skip
    if head["fields"] != str(batch.game.dtype.descr):
        raise BadBatchFile(f"the records of {batch.game.name} have other fields now")
    batch._go_on(_games(batch._games, arrays))
    return batch


def _games(games: Games, arrays: Mapping[str, Buffer]) -> Games:
    """These games, as the arrays have them."""
    n, room = len(games.seats), arrays["log"].shape[-1]
    games = games._replace(log=np.zeros((n, room), dtype=np.int32))
    if arrays["lengths"].min(initial=0) < 0 or (room and arrays["lengths"].max(initial=0) > room):
        raise BadBatchFile("the games are not as long as the log tells")
    if not np.isin(arrays["phases"], (CHOICE, ENDING, ENDED)).all():
        raise BadBatchFile("its games are neither at a choice nor over")
    for name in KEPT:
        there = _plain(getattr(games, name))
        if there.shape != arrays[name].shape or there.dtype != arrays[name].dtype:
            raise BadBatchFile(f"{name} is not of the form that it has in a batch")
        there[:] = arrays[name]
    return games


def _plain(array: Buffer) -> Buffer:
    """The same memory, records as their words."""
    return array.view(np.int32).reshape(len(array), -1) if array.dtype.names else array
