"""What a seat remembers of a game: everything that it saw, and everything that it did."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b

import numpy as np

from tablier.engine.kernels import Buffer
from tablier.lab.blocks import remember


@dataclass(frozen=True)
class History:
    """A perfect recall, in order; two histories are of the same information state exactly when they are equal."""

    views: Buffer
    """[k] records: each view that the seat had, whenever it changed or the seat had acted."""
    actions: Buffer
    """[k] int32: what the seat then did; -1 where it did nothing, and others did."""

    @property
    def obs(self) -> Buffer:
        """[k, words] int32: the same bytes as `views`."""
        return self.views.view(np.int32).reshape(len(self.views), -1)

    @cached_property
    def key(self) -> str:
        """A name of the information state: equal for equal histories, and for no others."""
        return blake2b(self.views.tobytes() + self.actions.tobytes(), digest_size=16).hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, History) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __len__(self) -> int:
        return len(self.actions)


def recall(opening: Buffer, log: Buffer, seat: int) -> History:
    """What a seat remembers after what is in a log was played from an opening on."""
    views, actions = np.zeros(len(log) + 1, dtype=opening.dtype), np.zeros(len(log) + 1, dtype=np.int32)
    n = remember(seat, log, opening.copy(), views, views.view(np.int32).reshape(len(views), -1), actions)
    return History(views[:n], actions[:n])
