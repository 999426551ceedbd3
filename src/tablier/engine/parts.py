"""The parts of a game: files of its folder, each bound in one way, when it is first wanted.

A Protocol says what a part has: `Rules`, `Notation`, `SceneMaker`, `TalkRules`, `Insight`. What a file may leave out
has a default; what else it lacks is said in a sentence that names the file and what is to be written there.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from inspect import Parameter, get_annotations, isfunction, signature
from pathlib import Path
from traceback import extract_tb
from types import ModuleType, SimpleNamespace
from typing import Any, Generic, TypeVar, cast

from tablier.engine.errors import BrokenGame
from tablier.engine.words import shorten

T = TypeVar("T")


class Part(Generic[T]):
    """A file of a game's folder, as an attribute of the game: the module, with what it leaves out filled in.

    Where everything has a default there need be no such file.
    """

    def __init__(self, protocol: type[Any], file: str, **defaults: Any) -> None:
        self.protocol, self.file, self.defaults = protocol, file, defaults

    def __set_name__(self, owner: type[Any], name: str) -> None:
        self.name = name

    def __get__(self, game: Any, owner: type[Any]) -> T:
        """Bind it. From then on it stands in the game itself, and is found there."""
        part = vars(game)[self.name] = self.bind(game.package)
        return part

    def bind(self, package: str) -> T:
        """This part of the game in a package; raises BrokenGame."""
        name = f"{package}.{self.file.removesuffix('.py')}"
        module = load(name) if is_there(name) else None
        found = self.defaults | (vars(module) if module else {})
        wanted = members(self.protocol)
        if lacking := [self.form(member) for member in wanted if member not in found]:
            start = f"{name} lacks" if module else f"{package} lacks {self.file}: write it, with"
            raise BrokenGame(f"{start} {', '.join(lacking)}")
        if module and all(member in vars(module) for member in wanted):
            return cast("T", module)
        return cast("T", SimpleNamespace(__name__=name, **{member: found[member] for member in wanted}))

    def form(self, member: str) -> str:
        """How a member is written: a function with what it takes."""
        if member not in functions(self.protocol):
            return member
        return f"{member}({', '.join(name for name in parameters(self.protocol, member))})"


def members(protocol: type[Any]) -> tuple[str, ...]:
    """What a part has, by name: constants, then functions."""
    return tuple(name for name in (*get_annotations(protocol), *functions(protocol)) if not name.startswith("_"))


def functions(protocol: type[Any]) -> tuple[str, ...]:
    """The functions of a part, by name."""
    return tuple(name for name, member in vars(protocol).items() if isfunction(member) and not name.startswith("_"))


def parameters(protocol: type[Any], function: str) -> dict[str, Parameter]:
    """What a function of a part is given."""
    _, *given = signature(vars(protocol)[function]).parameters.values()
    return {parameter.name: parameter for parameter in given}


def load(name: str) -> ModuleType:
    """A module of somebody's game; raises BrokenGame, which says what is wrong with it, and where."""
    try:
        return import_module(name)
    except (Exception, SystemExit) as problem:
        if isinstance(problem, BrokenGame):
            raise
        raise BrokenGame(f"{name} cannot be loaded: {told(problem)}") from problem


def is_there(name: str) -> bool:
    """Whether there is a module of this name in a package that can be imported."""
    load(name.rpartition(".")[0])
    return find_spec(name) is not None


def told(problem: BaseException) -> str:
    """What went wrong, and where, in one line."""
    frames = [frame for frame in extract_tb(problem.__traceback__) if not frame.filename.startswith("<")]
    where = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return f"{type(problem).__name__}: {shorten(problem, 200)}{'' if isinstance(problem, SyntaxError) else where}"
