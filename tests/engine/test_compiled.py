"""The compiled side: it comes only when it is wanted, gives the same games, and is never stale."""

from __future__ import annotations

import ast
import fcntl
import importlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections import namedtuple
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tablier
from tablier.engine import compiled, kernels
from tablier.engine.compiled import KEPT_CACHES, fingerprint
from tablier.engine.registry import find
from tablier.search.playout import playouts
from tests.engine.morra import rules as morra_rules
from tests.engine.morra.game import GAME as MORRA

PACKAGE = Path(tablier.__file__).parent
REPOSITORY = Path(__file__).parents[2]
THEIRS = Path(__file__).parent / "morra"
"""The folder of somebody else's game."""

FINGERS = """
from tests.engine.morra.game import GAME as FINGERS
"""

PLAY = """
import json, sys
import numpy as np
from tablier import Position
from tablier.engine.rng import seeded
from tablier.search.playout import playouts

def play(game, seed=1):
    position = Position(game)
    states = np.array([position.record, position.record], dtype=position.game.dtype)
    out, weights = position.game.buffers()
    plies = int(playouts(states, 3, seeded("test", seed), out, weights))
    return plies, states[1].tobytes().hex()

def hits():
    return sum(playouts.dispatcher.stats.cache_hits.values())
"""


def run(code: str, **environment: str) -> Any:
    """What a new process answers, as JSON. It has these tests' package, unless a path says otherwise."""
    paths = os.pathsep.join([environment.pop("PYTHONPATH", ""), str(PACKAGE.parent), str(REPOSITORY)])
    answer = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env={**os.environ, "PYTHONPATH": paths, "TABLIER_JIT": "1", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
    return json.loads(answer.stdout)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A cache home for the tests that compile a whole game."""
    return {"XDG_CACHE_HOME": str(tmp_path_factory.mktemp("cache"))}


def files(home: Path) -> dict[str, int]:
    """Every file under a cache home, with the time of its last change."""
    return {str(path): path.stat().st_mtime_ns for path in home.rglob("*") if path.is_file()}


# --- only when it is wanted


def test_importing_the_library_and_playing_do_not_import_numba() -> None:
    code = "import json, sys, tablier\nmatch = tablier.Match('war-of-masters', seed=1)\nmatch.play(match.legal()[0])\n"
    assert run(code + "print(json.dumps('numba' in sys.modules))") is False


def test_without_compiling_the_same_game_is_played_and_numba_is_never_imported(
    tmp_path: Path, home: dict[str, str]
) -> None:
    code = PLAY + "print(json.dumps([play('war-of-masters'), 'numba' in sys.modules]))"
    interpreted, imported = run(code, TABLIER_JIT="0", XDG_CACHE_HOME=str(tmp_path))
    assert not imported
    assert not list(tmp_path.iterdir())
    fast, imported = run(code, **home)
    assert imported
    assert interpreted == fast


@pytest.mark.parametrize(("setting", "wanted"), [(None, True), ("1", True), ("", True), ("0", False)])
def test_compiling_is_switched_off_by_the_environment(
    setting: str | None, wanted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if setting is None:
        monkeypatch.delenv("TABLIER_JIT", raising=False)
    else:
        monkeypatch.setenv("TABLIER_JIT", setting)
    assert compiled.enabled() is wanted


def test_a_compiled_function_is_interpreted_where_compiling_is_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLIER_JIT", "0")

    @compiled.compiled
    def kind(value: object) -> str:
        """What it is."""
        return type(value).__name__  # Numba could not compile this

    assert kind(7) == "int"
    assert kind.__doc__ == "What it is."


ARRAYS = """
from tablier.engine.compiled import compiled
@compiled
def most(values): return values.copy()[-1]
@compiled
def first(values): return values[0]
"""


def test_a_function_that_makes_an_array_is_compiled_with_references_counted(tmp_path: Path) -> None:
    """In a new process with an empty cache: what is found there tells nothing of how it was compiled."""
    (tmp_path / "arrays.py").write_text(ARRAYS)
    code = (
        "import json\nimport numpy as np\nfrom arrays import first, most\nnumbers = np.arange(3)\n"
        "found = [int(most(numbers)), int(first(numbers)), int(most(numbers[:2]))]\n"
        "print(json.dumps([found, most.counts_references, first.counts_references]))"
    )
    found = run(code, PYTHONPATH=str(tmp_path), XDG_CACHE_HOME=str(tmp_path / "cache"))
    assert found == [[2, 0, 1], True, False]


def test_a_kernel_is_compiled_once_for_all_that_calls_it(tmp_path: Path) -> None:
    """And what Python never calls is made into no machine code of its own."""
    code = FINGERS + PLAY + (
        "from numba.core import event\n"
        "from numba.core.codegen import JITCPUCodegen\n"
        "from tablier.engine.compiled import use_compiled_rules\n"
        "from tests.engine.morra import rules\n"
        "made, add = [], JITCPUCodegen._add_module\n"
        "JITCPUCodegen._add_module = lambda self, module: made.append(module.name) or add(self, module)\n"
        "with event.install_recorder('numba:compile') as heard:\n"
        "    use_compiled_rules(FINGERS)\n"
        "    play(FINGERS)\n"
        "began = [str(one.data['dispatcher'].py_func.__name__) for _, one in heard.buffer if one.is_start]\n"
        "print(json.dumps([began, made]))"
    )  # fmt: skip
    began, made = run(code, XDG_CACHE_HOME=str(tmp_path))
    assert [began.count(name) for name in ("apply", "pending", "legal", "playout")] == [2, 2, 2, 1], "and as an entry"
    assert "kernel" not in made
    assert made.count("entry") == 11, "ten of the rules, and playouts"


WIDTHS = """
import json
import numpy as np
from numba.core import event
from tablier.engine.compiled import compiled
from tablier.engine.kernels import kernel
@kernel
def less(a, b): return a - b
@compiled
def differences(wide, short, tiny): return less(short[0], tiny[0]), less(tiny[0], wide[0]), less(wide[0], short[0])
with event.install_recorder("numba:compile") as heard:
    found = differences(np.array([1 << 40]), np.array([7], dtype=np.int32), np.array([9], dtype=np.uint8))
began = [one.data["dispatcher"].py_func.__name__ for _, one in heard.buffer if one.is_start]
print(json.dumps([found, began.count("less")]))
"""


def test_whole_numbers_of_any_width_are_wide_ones_to_a_kernel(tmp_path: Path) -> None:
    """So it is compiled once for them, and nothing is lost below zero or above what the narrow ones hold."""
    (tmp_path / "widths.py").write_text(WIDTHS, encoding="utf-8")  # Numba keeps only what is in a file
    found = run("import widths", PYTHONPATH=str(tmp_path), XDG_CACHE_HOME=str(tmp_path / "cache"))
    assert found == [[-2, 9 - (1 << 40), (1 << 40) - 7], 1]


def test_compiled_functions_of_others_may_call_kernels() -> None:
    from numba import njit

    @compiled.compiled
    def first(states: Any) -> int:
        return kernels.pending(states[0])

    @njit
    def theirs(states: Any) -> int:
        return kernels.pending(states[0]) + kernels.over(states[0])

    states = np.array([MORRA.open(MORRA.settle({}))[0]], dtype=MORRA.dtype)
    assert first(states) == theirs(states) == kernels.pending(states[0])


def test_numba_s_own_settings_are_left_as_they_were(tmp_path: Path) -> None:
    """Other libraries keep their compiled code where they did, and ours does not go there."""
    code = FINGERS + PLAY + "import numba\nbefore = numba.config.CACHE_DIR\nplay(FINGERS)\n"
    code += "print(json.dumps([before, numba.config.CACHE_DIR]))"
    home, other = {"XDG_CACHE_HOME": str(tmp_path / "ours")}, tmp_path / "another"
    assert run(code, **home) == ["", ""]
    assert run(code, NUMBA_CACHE_DIR=str(other), **home) == [str(other), str(other)]
    assert not other.exists()


# --- the same games


def test_a_game_that_is_loaded_later_is_compiled_too(home: dict[str, str]) -> None:
    """The loop is compiled for one game before the other's kernels even exist."""
    late = PLAY + "play('war-of-masters')\nbefore = hits()\n" + FINGERS
    fast, hit = run(late + "print(json.dumps([play(FINGERS), hits() - before]))", **home)
    assert hit == 0, "it was compiled, not found"
    assert fast == run(FINGERS + PLAY + "print(json.dumps(play(FINGERS)))", TABLIER_JIT="0")


def test_positions_may_be_played_by_compiled_rules(tmp_path: Path) -> None:
    code = FINGERS + PLAY + (
        "from tablier import Match\n"
        "from tablier.engine.compiled import use_compiled_rules\n"
        "use_compiled_rules(FINGERS)\n"
        "match = Match(FINGERS, seed=3)\n"
        "for seat in (1, 0, 0, 1): match.play(match.legal(seat)[seat], seat)\n"
        "print(json.dumps(['numba' in sys.modules, str(match)]))"
    )  # fmt: skip
    changed, fast = run(code, XDG_CACHE_HOME=str(tmp_path))
    unchanged, slow = run(code, TABLIER_JIT="0")
    assert (changed, unchanged) == (True, False)
    assert fast == slow


def test_who_plays_much_goes_on_by_compiled_rules_once_they_are_at_hand(tmp_path: Path) -> None:
    """And not before: nobody waits for the compiler, nor, who plays little, for Numba."""
    code = FINGERS + (
        "import json, sys\n"
        "from tablier import Match\n"
        "from tablier.engine import kernels\n"
        "kernels.warm_up_after(4)\n"
        "known, match, told = kernels.registered()[FINGERS.dtype], Match(FINGERS, seed=3), []\n"
        "while not match.over:\n"
        "    seat = match.pending[0]\n"
        "    told.append([known.applied, known.entries is known.rules, 'numba' in sys.modules])\n"
        "    match.play(match.legal(seat)[0], seat)\n"
        "print(json.dumps([told, str(match)]))"
    )  # fmt: skip
    prepare = FINGERS + (
        "from tablier.engine.compiled import use_compiled_rules\n"
        "use_compiled_rules(FINGERS)\n"
        "print(0)"
    )  # fmt: skip
    home = {"XDG_CACHE_HOME": str(tmp_path)}
    cold, played = run(code, **home)
    assert all(written and not numba for _, written, numba in cold)
    run(prepare, **home)
    warm, same = run(code, **home)
    assert any(not written for _, written, _ in warm)
    assert all((applied < 4) == written == (not numba) for applied, written, numba in warm)
    assert same == played
    assert run(code, TABLIER_JIT="0", **home) == [cold, played]


# --- never stale


def test_once_rules_are_loaded_no_call_waits_for_the_compiler(tmp_path: Path) -> None:
    answer = run(
        FINGERS + "import json\n"
        "import numpy as np\n"
        "from tablier import Match\n"
        "from tablier.engine import kernels\n"
        "from tablier.engine.compiled import use_compiled_rules\n"
        "use_compiled_rules(FINGERS)\n"
        "from tablier.engine import entries\n"
        "from tablier.engine.parts import functions\n"
        "rules = functions(kernels.Rules)\n"
        "count = lambda: {name: len(vars(entries)[name].dispatcher.signatures) for name in rules}\n"
        "before, match = count(), Match(FINGERS, seed=1)\n"
        "while not match.over:\n"
        "    seat = match.pending[0]\n"
        "    match.play(match.legal(seat)[0], seat)\n"
        "    kernels.forbids(match.current.record, np.int32(0), np.int64(1))\n"
        "    match.view(np.int32(0)).deal(1)\n"
        "match.shares\n"
        "print(json.dumps([before, count()]))",
        XDG_CACHE_HOME=str(tmp_path),
    )
    assert answer[0] == answer[1] == dict.fromkeys(answer[0], 1)


def test_entries_take_any_record_and_any_room(home: dict[str, str]) -> None:
    """One of several, one by itself; room of another kind, or with gaps: never memory of something else."""
    answer = run(
        FINGERS + "import json\n"
        "import numpy as np\n"
        "from tablier.engine import kernels\n"
        "from tablier.engine.compiled import use_compiled_rules\n"
        "use_compiled_rules(FINGERS)\n"
        "from tablier import Match\n"
        "alone = Match(FINGERS, seed=3).position._array\n"
        "several = np.repeat(alone, 3)\n"
        "kernels.apply(several[1], 1, 2)\n"
        "within = np.zeros(1, dtype=[('before', np.int32), ('it', alone.dtype)])\n"
        "within['it'] = several[1]\n"
        "kernels.apply(within[0]['it'], 0, 1)\n"
        "records = (alone[0], *several, alone.reshape(())[()], several[1].copy(), within[0]['it'])\n"
        "found = [kernels.pending(one) for one in records]\n"
        "rooms = [np.zeros(40, np.int64), np.zeros(40, np.int32), np.zeros(80, np.int64)[::2]]\n"
        "print(json.dumps([found, [out[: kernels.legal(several[1], 0, out)].tolist() for out in rooms]]))",
        **home,
    )
    whole, (first, *others) = answer
    assert whole == [3, 3, 1, 3, 3, 1, 0]
    assert first
    assert others == [first, first]


def test_ours_is_found_whoever_else_s_game_is_there(home: dict[str, str]) -> None:
    code = PLAY + "print(json.dumps([play('war-of-masters'), hits()]))"
    alone, _ = run(code, **home)
    in_company, hit = run(FINGERS + code, **home)
    assert hit == 1
    assert in_company == alone


def test_a_second_process_finds_what_the_first_has_compiled(tmp_path: Path) -> None:
    code = FINGERS + PLAY + "print(json.dumps([play(FINGERS), hits()]))"
    home = {"XDG_CACHE_HOME": str(tmp_path)}
    first, none = run(code, **home)
    compiled_by_first = files(tmp_path)
    second, hit = run(code, **home)
    assert (none, hit) == (0, 1)
    assert first == second
    assert compiled_by_first
    assert files(tmp_path) == compiled_by_first


def test_what_two_processes_want_at_the_same_time_is_compiled_once(tmp_path: Path) -> None:
    code = FINGERS + PLAY + "print(json.dumps([play(FINGERS), hits()]))"
    with ThreadPoolExecutor() as pool:
        answers = list(pool.map(lambda _: run(code, XDG_CACHE_HOME=str(tmp_path)), range(2)))
    (one, hit), (other, other_hit) = answers
    assert sorted([hit, other_hit]) == [0, 1]
    assert one == other


def test_what_another_process_is_just_compiling_is_left_for_the_end(tmp_path: Path) -> None:
    from tablier.engine import cache

    def part(name: str) -> None:
        with cache._alone(tmp_path / name, cache._WAITS.get()):
            done.append(name)

    def last_of_the_others() -> None:
        part("free")
        fcntl.flock(other, fcntl.LOCK_UN)

    done: list[str] = []
    with (tmp_path / "underway").open("a") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        cache.share_out([partial(part, "underway"), last_of_the_others])
    assert done == ["free", "underway"]


def test_versions_of_a_function_are_added_to_its_cache_one_after_the_other(
    caches: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else two that are compiled at the same moment would be given the same file, and one get the code of the other."""
    from numba.core.caching import FunctionCache

    from tablier.engine.cache import SharedCache

    def save(cache: FunctionCache, version: tuple[object, ...], code: str) -> None:
        [lock] = caches.rglob("*.lock")
        with lock.open() as another, pytest.raises(BlockingIOError):
            fcntl.flock(another, fcntl.LOCK_EX | fcntl.LOCK_NB)
        saved.append(code)

    saved: list[str] = []
    monkeypatch.setattr(FunctionCache, "save_overload", save)
    SharedCache(morra_rules.legal).save_overload((), "its code")
    assert saved == ["its code"]


def test_compiled_rules_are_never_older_than_the_rules(tmp_path: Path) -> None:
    """Numba looks at the file of the search alone; when the file of the rules changes, so does what is played."""
    sources = tmp_path / "sources"
    rules = with_one_more_game(sources)
    environment = {"PYTHONPATH": str(sources), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    code = PLAY + f"assert sys.modules['tablier'].__file__.startswith({str(sources)!r})\n"
    code += "print(json.dumps([play('morra'), hits()]))"

    before, _ = run(code, **environment)
    again, hit = run(code, **environment)
    assert (again, hit) == (before, 1)

    changed = rules.read_text(encoding="utf-8").replace("+= s.card", "+= 2 * s.card")
    assert changed != rules.read_text(encoding="utf-8")
    times = rules.stat()
    rules.write_text(changed, encoding="utf-8")
    os.utime(rules, ns=(times.st_atime_ns, times.st_mtime_ns))  # not even the time of the change gives it away
    after, hit = run(code, **environment)
    assert hit == 0
    assert after != before
    assert after == run(code, TABLIER_JIT="0", **environment)[0]


def with_one_more_game(sources: Path) -> Path:
    """A copy of the library with one more game in it, which is one more folder. Return its rules."""
    package = sources / "tablier"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    folder = package / "games" / "morra"
    shutil.copytree(THEIRS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for source in folder.glob("*.py"):
        text = source.read_text(encoding="utf-8").replace("tests.engine.morra", "tablier.games.morra")
        source.write_text(text, encoding="utf-8")
    return folder / "rules.py"


def test_the_fingerprint_changes_with_every_source(tmp_path: Path) -> None:
    source, other = tmp_path / "rules.py", tmp_path / "insight.py"
    source.write_text("SIZE = 9\n")
    prints = [fingerprint([source])]
    source.write_text("SIZE = 8\n")
    prints.append(fingerprint([source]))
    source.rename(other)
    prints.append(fingerprint([other]))
    source.touch()
    prints.append(fingerprint([source, other]))
    assert len(set(prints)) == 4


def test_the_fingerprint_does_not_depend_on_where_the_sources_are(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    first, second = tmp_path / "rules.py", tmp_path / "elsewhere" / "rules.py"
    first.write_text("SIZE = 9\n")
    second.write_text("SIZE = 9\n")
    assert fingerprint([first]) == fingerprint([second])


def test_whatever_is_compiled_is_part_of_the_fingerprint() -> None:
    for module in ("tablier.bots", "tablier.search.search"):  # so that all kernels are known
        importlib.import_module(module)
    files = {Path(function.__code__.co_filename) for function in kernels.compilable()}
    ours = {file for file in files if PACKAGE in file.parents}
    assert ours
    assert ours <= {*compiled.sources()}


def test_how_it_is_compiled_is_part_of_the_fingerprint() -> None:
    from tablier.engine import compiler

    assert Path(str(compiler.__file__)) in compiled.shared_sources()


def test_no_number_that_is_compiled_comes_from_a_source_outside_of_the_fingerprint() -> None:
    """Numbers and tables are inlined where they are used; classes and functions of other sources cannot be."""
    for file in compiled.sources():
        for statement in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(statement, ast.ImportFrom) and (statement.module or "").startswith("tablier."):
                module = importlib.import_module(str(statement.module))
                if Path(str(module.__file__)) in compiled.sources():
                    continue
                for name in statement.names:
                    found = getattr(module, name.name, None)  # nothing: a module that nobody has loaded yet
                    assert not isinstance(found, int | float | tuple | np.ndarray), (
                        file,
                        name.name,
                    )


def test_each_game_has_a_cache_that_is_named_after_its_own_sources(caches: Path) -> None:
    """So that a change of one game's rules leaves the others' code where it is."""
    for name in tablier.games():
        folder = compiled.folder_of(find(name).rules)
        own = [
            file for file in compiled.shared_sources() if compiled.GAMES not in file.parents or folder in file.parents
        ]
        assert folder / "rules.py" in own
        assert compiled.cache_directory(folder) == caches / f"{folder.name}-{fingerprint(own)}"


def test_what_is_shared_by_all_games_is_made_of_no_game(caches: Path) -> None:
    shared = [file for file in compiled.shared_sources() if compiled.GAMES not in file.parents]
    assert compiled.cache_directory() == caches / f"tablier-{fingerprint(shared)}"


def test_a_change_of_the_laboratory_leaves_the_code_of_search_where_it_is(caches: Path) -> None:
    from numba import from_dtype

    from tablier.engine.cache import SharedCache
    from tablier.lab.blocks import advance

    lab = {file for file in compiled.sources() if file not in compiled.shared_sources()}
    assert {file.parent.name for file in lab} == {"lab"}
    game = find("war-of-masters")
    folder, sig = compiled.folder_of(game.rules), (from_dtype(game.dtype),)
    assert SharedCache(playouts.function)._directory(sig) == compiled.cache_directory(folder)
    assert SharedCache(advance.function)._directory(sig) == compiled.cache_directory(folder, tuple(sorted(lab)))


def test_other_people_s_kernels_are_part_of_the_fingerprint_of_what_can_be_made_of_them(caches: Path) -> None:
    """A game that is not ours, morra, brings its files into the name of its cache; ours are found without."""
    from numba import from_dtype, int64

    from tablier.engine.cache import SharedCache

    outside, game = compiled.outside_sources(), find("war-of-masters")
    ours = compiled.folder_of(game.rules)
    assert THEIRS / "rules.py" in outside
    for function, dtype, expected in (
        (playouts.function, game.dtype, compiled.cache_directory(ours)),
        (playouts.function, MORRA.dtype, compiled.cache_directory(THEIRS, outside)),
        (run, game.dtype, compiled.cache_directory(ours, outside)),
    ):
        assert SharedCache(function)._directory((from_dtype(dtype), int64)) == expected
    assert compiled.cache_directory(ours) != compiled.cache_directory(ours, outside)


def test_records_are_found_in_arrays_and_in_tuples_of_them() -> None:
    from numba import float64, from_dtype, int64
    from numba.core.types import Array, NamedTuple, Tuple

    from tablier.engine.cache import folder_for

    record, beam = from_dtype(MORRA.dtype), namedtuple("Beam", ["scores", "states"])
    states = Array(record, 1, "C")
    for sig in ((record, int64), (int64, states), (Tuple([int64, states]),), (NamedTuple([float64, states], beam),)):
        assert folder_for(sig) == THEIRS
    assert folder_for((int64, Array(float64, 1, "C"))) == PACKAGE


# --- old caches


@pytest.fixture
def caches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty place for caches, used from now on."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    compiled.cache_directory.cache_clear()
    yield tmp_path / "tablier" / "compiled"
    compiled.cache_directory.cache_clear()


def aged(cache: Path, hours: float) -> Path:
    """A cache that was last used so long ago."""
    cache.mkdir(parents=True, exist_ok=True)
    (cache / "search.nbc").write_text("compiled")
    os.utime(cache, (time.time() - hours * 3600,) * 2)
    return cache


def test_old_caches_are_cleared_and_the_latest_are_kept(caches: Path) -> None:
    old = [aged(caches / f"tablier-{age}", hours=age) for age in range(2, 12)]
    of_a_game = aged(caches / "morra-1", hours=1000)
    assert compiled.cache_directory()
    assert of_a_game.exists()
    assert [cache.exists() for cache in old] == [True] * KEPT_CACHES + [False] * (10 - KEPT_CACHES)


@pytest.mark.skipif(os.name != "posix", reason="there, folders have neither owner nor mode")
def test_code_that_others_could_have_written_is_not_loaded(caches: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = compiled.cache_directory()
    assert ours
    assert ours.stat().st_mode & 0o777 == 0o700
    (ours / "search.nbc").write_text("compiled")
    ours.chmod(0o777)
    compiled.cache_directory.cache_clear()
    assert compiled.cache_directory() == ours
    assert [*ours.iterdir()] == []
    assert ours.stat().st_mode & 0o777 == 0o700
    monkeypatch.setattr(os, "geteuid", lambda: ours.stat().st_uid + 1)
    compiled.cache_directory.cache_clear()
    assert compiled.cache_directory() is None


def test_a_cache_that_may_be_in_use_is_kept(caches: Path) -> None:
    recent = [aged(caches / f"tablier-{age}", hours=age / 20) for age in range(10)]
    compiled.cache_directory()
    assert all(cache.exists() for cache in recent)


def test_the_cache_of_these_sources_is_kept_however_old_it_is(caches: Path) -> None:
    ours = compiled.cache_directory()
    assert ours
    aged(ours, hours=1000)
    for age in range(2, 12):
        aged(caches / f"tablier-{age}", hours=age)
    compiled.cache_directory.cache_clear()
    assert compiled.cache_directory() == ours
    assert (ours / "search.nbc").exists()
    assert ours.stat().st_mtime > time.time() - 60


def test_a_cache_that_another_process_removes_meanwhile_does_no_harm(
    caches: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vanishing = [aged(caches / f"tablier-{age}", hours=age) for age in range(2, 12)]
    is_dir = Path.is_dir

    def is_dir_for_the_last_time(path: Path) -> bool:
        was = is_dir(path)
        if path in vanishing:
            shutil.rmtree(path)
        return was

    monkeypatch.setattr(Path, "is_dir", is_dir_for_the_last_time)
    assert compiled.cache_directory()


def test_where_nothing_can_be_written_code_is_compiled_all_the_same(tmp_path: Path) -> None:
    nowhere = tmp_path / "file"
    nowhere.touch()
    code = FINGERS + PLAY + "print(json.dumps([play(FINGERS), play(FINGERS) and hits()]))"
    answer = run(code, XDG_CACHE_HOME=str(nowhere))
    assert answer == [run(code.replace("and hits()", "and 0"), TABLIER_JIT="0")[0], 0]
