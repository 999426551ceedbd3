"""How a process that is ours alone starts sooner: by leaving out what nobody will miss."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

YOUNG = 50_000
"""Objects that are made before Python looks for garbage among them. By the usual 700 a tenth of a start is spent so."""

LINEAR_ALGEBRA = ("scipy.linalg", "scipy.linalg.cython_blas")
LOADED = "numba.np.arraymath"
"""The part of Numba that looks for it."""

_is_ours = False


def soon() -> None:
    """Start sooner from now on; for the first line of a program of ours, never within somebody else's."""
    global _is_ours  # noqa: PLW0603 - a process is ours or it is not
    _is_ours = True
    gc.set_threshold(YOUNG)


@contextmanager
def without_linear_algebra() -> Iterator[None]:
    """While Numba loads: it looks whether SciPy's is there by importing it, which is a quarter of a start.

    It is told yes, where SciPy is there. Rules that multiply matrices have it imported when they are compiled.
    """
    if not _is_ours or LOADED in sys.modules or "scipy" not in sys.modules or LINEAR_ALGEBRA[0] in sys.modules:
        yield
        return
    stand_ins = {name: ModuleType(name) for name in LINEAR_ALGEBRA}
    sys.modules.update(stand_ins)
    try:
        yield
    finally:
        for name, stand_in in stand_ins.items():
            if sys.modules.get(name) is stand_in:
                del sys.modules[name]
