"""Lists of different lengths, one for each game, side by side in one array."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from tablier.engine.kernels import Buffer


@dataclass(frozen=True)
class Lists:
    """A list for each game: that of game i is `values[starts[i] : starts[i] + counts[i]]`, and also `lists[i]`.

    (Arrow calls this layout a list view.) Between the lists there may be gaps; `packed` has none.
    """

    values: Buffer
    """[...] int32"""
    starts: Buffer
    """[n] int64"""
    counts: Buffer
    """[n] int32"""

    def __getitem__(self, i: int) -> Buffer:
        start = self.starts[i]
        return self.values[start : start + self.counts[i]]

    def __len__(self) -> int:
        return len(self.counts)

    def __iter__(self) -> Iterator[Buffer]:
        return (self[i] for i in range(len(self)))

    def packed(self) -> tuple[Buffer, Buffer]:
        """Copies without gaps: all values, and [n + 1] offsets, where each list begins and the last ends."""
        offsets = np.concatenate([[0], np.cumsum(self.counts, dtype=np.int64)])
        within = np.arange(offsets[-1]) - np.repeat(offsets[:-1], self.counts)
        return self.values[np.repeat(self.starts, self.counts) + within], offsets
