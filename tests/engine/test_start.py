"""What a start leaves out is there when it is wanted."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec

import pytest

PROGRAM = """
import sys
import numba
import numpy as np
from tablier.engine import start
from tablier.search.speed import copy_round
start.soon()
assert copy_round(np.zeros(3, dtype=np.int64), 2) == 2
assert "scipy.linalg" not in sys.modules, "it was not to be imported"
product = numba.njit(lambda a, b: a @ b)
assert product(np.eye(2), np.full((2, 2), 7.0)).tolist() == [[7.0, 7.0], [7.0, 7.0]]
import scipy.linalg
assert scipy.linalg.norm([3, 4]) == 5
"""


@pytest.mark.skipif(find_spec("scipy") is None, reason="there is no SciPy to leave out")
def test_linear_algebra_is_imported_only_where_something_is_compiled_that_needs_it() -> None:
    compiling = os.environ | {"TABLIER_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False, env=compiling)
    assert done.returncode == 0, done.stderr
