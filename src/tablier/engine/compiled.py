"""The compiled side: Numba meets the kernels here and nowhere else.

Numba is imported when something compiled is first called, not before. With `TABLIER_JIT=0` it never is: the same
functions then run interpreted, step by step in a debugger if you like.

Two facts shape this module. Numba keeps a compiled loop on disk only if the kernels it calls are found through
`overload`, by the type of the record, not handed over as arguments. And its disk cache looks only at the file of the
loop itself: a loop that inlined yesterday's rules would be taken for fresh. So each game's code is kept in a directory
that is named after a hash of all the sources that it can be made of: a stale one can never be opened. Whatever has the
same sources shares it: another checkout, another virtual environment, a container.

And one more: Numba counts the references to every array that a call hands over, which costs more than a small function
does. Kernels write in the memory of their caller, so there is nothing to count, and we have it left out. A kernel that
makes an array all the same, or has NumPy make one (`max` does), is compiled with the counting, and is slower.
"""

from __future__ import annotations

import functools
import inspect
import os
import shutil
import stat
import time
from collections.abc import Callable, Iterable
from hashlib import blake2b
from operator import attrgetter
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, Generic, ParamSpec, TypeVar, cast

import numpy as np

from tablier.engine import insight, kernels
from tablier.engine.game import Game
from tablier.engine.insight import Insight
from tablier.engine.kernels import Registered, Rules
from tablier.engine.parts import functions

P = ParamSpec("P")
R = TypeVar("R")

PACKAGE = Path(__file__).parent.parent
"""Where our own sources are."""

GAMES = PACKAGE / "games"
"""Where those are that belong to one game: no other is made of them."""

LAB = PACKAGE / "lab"
"""Where those are that stand above all others: nothing but what is there itself is made of them."""

MARKS = ("@kernel\n", "@compiled\n", "@lower_builtin(", "(JITCodeLibrary):\n")
"""What a source has in it if anything of it is compiled, or if it says how."""

KEPT_CACHES = 4
"""How many caches of a game's other versions are left in place, so that two versions can live side by side."""


def enabled() -> bool:
    """Whether compiled code is wanted: yes, unless the environment says `TABLIER_JIT=0`."""
    return os.environ.get("TABLIER_JIT", "1") != "0"


class compiled(Generic[P, R]):  # noqa: N801 - it is used as a decorator
    """A function that Python calls and Numba compiles: an entry into the compiled side."""

    def __init__(self, function: Callable[P, R]) -> None:
        self.function = function
        functools.update_wrapper(self, function)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        return self.dispatcher(*args, **kwargs) if enabled() else self.function(*args, **kwargs)

    def bound(self, *args: P.args, **kwargs: P.kwargs) -> Callable[P, R]:
        """The function as it is compiled for arguments like these, to be called with none of other types.

        Numba looks at the type of each argument of a call, which for arrays of records takes several microseconds;
        and this does not.
        """
        if not enabled():
            return self.function
        types = tuple(map(_numba().typeof, args))
        return self.dispatcher.compile(types)  # type: ignore[attr-defined, no-any-return]  # Numba has no types

    @functools.cached_property
    def dispatcher(self) -> Callable[P, R]:
        """Numba's side of the function."""
        jit = _numba().njit
        from tablier.engine import cache, compiler

        dispatcher = jit(_nrt=False, pipeline_class=compiler.EntryCompiler, **compiler.FLAGS)(self.function)
        cache.share(dispatcher)
        compiler.count_if_needed(dispatcher)
        return dispatcher  # type: ignore[no-any-return]  # Numba has no types

    @property
    def counts_references(self) -> bool:
        """Whether it was found that it cannot be compiled without."""
        return bool(self.dispatcher.targetoptions["_nrt"])  # type: ignore[attr-defined]  # the same


def use_compiled_rules(game: Game) -> None:
    """From now on, play this game's records through compiled rules. Does nothing where compiling is switched off.

    They are compiled, or loaded, all of them first: beside what goes on, and no call ever waits for it.
    """
    if enabled():
        kernels.registered()[game.dtype].entries = compiled_entries(game.rules)


def entries_at_hand(rules: Rules) -> Rules | None:
    """The compiled kernels of these rules, if all are in the cache; None: they would have to be compiled first."""
    if not enabled() or not _is_cached(rules):
        return None
    from tablier.engine import entries

    for name, types in _argument_types(rules).items():
        dispatcher: Any = vars(entries)[name].dispatcher
        if not dispatcher._cache.holds(types, dispatcher.targetctx):
            return None
    return compiled_entries(rules)


def _is_cached(rules: Rules) -> bool:
    """Whether there is anything in the cache for each kernel: told without Numba, which takes long to import."""
    folder = folder_of(rules)
    directory = cache_directory(folder, () if is_ours(folder) else outside_sources())
    return directory is not None and all(any(directory.glob(f"*/entries.{name}-*.nbi")) for name in functions(Rules))


def _argument_types(rules: Rules) -> dict[str, tuple[Any, ...]]:
    """What each entry is called with, as Numba's types: in place of a record the array of it."""
    kinds, numbers = _numba().typeof, np.zeros(1, dtype=np.int64)
    types = {
        "s": np.zeros(1, dtype=rules.RECORD),
        "p": 0,
        "a": 0,
        "out": numbers,
        "weights": numbers,
        "rng": numbers,
    }
    wanted = {name: inspect.signature(getattr(Rules, name)).parameters for name in functions(Rules)}
    return {name: tuple(kinds(types[each]) for each in given if each != "self") for name, given in wanted.items()}


def parts_of(rules: Rules) -> list[Callable[[], object]]:
    """Each of the kernels of these rules, to be compiled by itself."""
    from tablier.engine import entries

    types = _argument_types(rules)
    return [functools.partial(vars(entries)[name].dispatcher.compile, types[name]) for name in types]


def compiled_entries(rules: Rules) -> Rules:
    """The kernels of these rules, each compiled, for Python to call."""
    from tablier.engine import entries

    found = {name: entries.entry(vars(entries)[name].dispatcher, t) for name, t in _argument_types(rules).items()}
    return cast("Rules", SimpleNamespace(__name__=rules.__name__, **found))


# --- Numba ------------------------------------------------------------------------------------------------------------

_taken_over: set[Callable[..., Any]] = set()


def _numba() -> ModuleType:
    """Numba, with the generic functions and every kernel defined so far made known to it."""
    import numba

    from tablier.engine.compiler import make_known

    if not _taken_over:
        for name in functions(Rules):
            make_known(vars(kernels)[name], _chooser(attrgetter(f"rules.{name}")))
        for name in functions(Insight):
            make_known(vars(insight)[name], _chooser(attrgetter(f"insight.{name}")))
        import tablier.engine.held_types
        import tablier.engine.list_types  # noqa: F401 - they make them known
    _take_over()
    return numba


def _take_over() -> None:
    """Make known to Numba the kernels that are new since the last time: a game may be loaded at any moment."""
    from tablier.engine.compiler import make_known

    for function in kernels.compilable():
        if function not in _taken_over:
            make_known(function, _itself(function))
            _taken_over.add(function)


def _itself(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *args, **named: function


def _chooser(kernel_of: Callable[[Registered], Callable[..., Any]]) -> Callable[..., Any]:
    """Numba asks it, while compiling, which function implements a generic one for a record's type."""

    def choose(s: Any, *args: Any) -> Callable[..., Any] | None:
        from numba import from_dtype

        for dtype, known in kernels.registered().items():
            if from_dtype(dtype) == s:
                found = kernel_of(known)
                _take_over()
                return found
        return None

    return choose


# --- the cache --------------------------------------------------------------------------------------------------------


@functools.cache
def cache_directory(folder: Path = PACKAGE, outside: tuple[Path, ...] = ()) -> Path | None:
    """Where code compiled for the game of a folder is kept: for exactly its sources, those that all share, and these.

    None where nothing can be written, as for a service without a home: code is then compiled anew in each process.
    Old directories are cleared away.
    """
    from platformdirs import user_cache_path

    caches = user_cache_path("tablier") / "compiled"
    files = [file for file in shared_sources() if GAMES not in file.parents or folder == file.parent]
    directory = caches / f"{folder.name}-{fingerprint([*files, *outside])}"
    try:
        directory.mkdir(parents=True, exist_ok=True)
        if not _is_ours_alone(directory):
            return None
        os.utime(directory)
    except OSError:
        return None
    if not os.access(directory, os.W_OK):  # Numba would look for another place, and might find stale code there
        return None
    _clear(caches, keep=directory)
    return directory


@functools.cache
def sources() -> tuple[Path, ...]:
    """Our own sources with anything compiled in them, how that is done, and the protocol.

    All others can change and nothing is stale.
    """
    protocol = Path(kernels.__file__)
    files = sorted(PACKAGE.rglob("*.py"))
    return tuple(file for file in files if file == protocol or any(mark in file.read_text("utf-8") for mark in MARKS))


def shared_sources() -> tuple[Path, ...]:
    """Those that anything compiled may be made of."""
    return tuple(file for file in sources() if LAB not in file.parents)


def sources_above(file: Path) -> tuple[Path, ...]:
    """Those that only what is in a file of the laboratory is made of, if this is one."""
    return tuple(other for other in sources() if LAB in other.parents) if LAB in file.parents else ()


def fingerprint(files: Iterable[Path]) -> str:
    """A hash of these Python sources, each with its name; of ours, with its place in the package."""
    digest = blake2b(digest_size=10)
    for file in files:
        name = file.relative_to(PACKAGE) if PACKAGE in file.parents else file.name
        digest.update(f"{name}\0".encode() + file.read_bytes() + b"\0")
    return digest.hexdigest()


def is_ours(file: Path) -> bool:
    return file.is_relative_to(PACKAGE)


def folder_of(rules: Rules) -> Path:
    return Path(inspect.getfile(rules.setup)).parent


def outside_sources() -> tuple[Path, ...]:
    """The files of kernels that are not ours: somebody else's game, with its insight, which a loop may come to need."""
    for known in kernels.registered().values():
        if not is_ours(folder_of(known.rules)):
            known.insight  # noqa: B018 - it is loaded by being asked for
    return _outside_files(len(kernels.compilable()))


@functools.lru_cache(maxsize=1)
def _outside_files(kernel_count: int) -> tuple[Path, ...]:
    """Looked for again when there are more kernels."""
    files = {Path(function.__code__.co_filename) for function in kernels.compilable()}
    return tuple(sorted(file for file in files if not is_ours(file) and file.is_file()))


def _is_ours_alone(directory: Path) -> bool:
    """Whether nobody else can write there: what is in the cache is pickled, and runs when it is loaded."""
    if os.name != "posix":
        return True
    found = directory.lstat()
    if found.st_uid != os.geteuid() or not stat.S_ISDIR(found.st_mode):
        return False
    if found.st_mode & 0o022:  # others could: whatever is there may be theirs
        shutil.rmtree(directory)
        directory.mkdir()
    directory.chmod(0o700)
    return True


def _clear(caches: Path, keep: Path) -> None:
    """Remove a game's caches but the few that were used last; never one used within the hour, which may be in use."""
    game, _, _ = keep.name.rpartition("-")
    used = {entry: _last_used(entry) for entry in caches.glob(f"{game}-*") if entry.is_dir() and entry != keep}
    others = sorted(used, key=lambda entry: used[entry], reverse=True)
    for entry in others[KEPT_CACHES:]:
        if used[entry] < time.time() - 3600:
            shutil.rmtree(entry, ignore_errors=True)


def _last_used(cache: Path) -> float:
    """When it was last used; long ago, if another process has just removed it."""
    try:
        return cache.stat().st_mtime
    except FileNotFoundError:
        return 0
