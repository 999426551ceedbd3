"""How Numba compiles kernels and entries: each kernel once, and none optimised but within what Python calls.

Numba makes of every function a library that can be called from Python, in which all that it calls is optimised anew. Of
a search that is ten calls deep the rules at the bottom were so optimised ten times, and called from Python never: two
thirds of the time. So a kernel is only translated here. An entry takes in all kernels that it is made of, as they were
translated, and has the whole optimised; what comes out is as fast as before.

Nobody else can call them there, and LLVM is told so. Else it keeps each for others, and leaves a large one out of what
calls it, even if it is called in one place: a kernel that is handed the games of a batch, with over a hundred arguments
once its arrays are taken apart, then took longer to call than to carry out.

And Numba compiles a function again for callers with other flags, or with whole numbers of another width. So entries and
kernels have the same flags, as long as what they call is looked for; and a kernel takes whole numbers of 64 bits only,
to which the others are widened where it is called.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

from llvmlite.binding import Linkage
from numba import _dynfunc  # type: ignore[attr-defined]  # it is written in C
from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.errors import NumbaError
from numba.core.typing.templates import infer, infer_global, make_overload_template

from tablier.engine.held_types import HeldType

FLAGS = {"no_cpython_wrapper": True, "forceinline": False, "fastmath": False}
"""Of an entry while it is typed: those that Numba gives to kernels."""


class KernelLibrary(JITCodeLibrary):
    """A kernel as it was translated. Nothing of it can be called; it is taken in by what calls it."""

    def finalize(self) -> None:
        self._finalized = True

    def translated(self) -> Any:
        """The kernel alone, for what takes it in."""
        return super()._get_module_for_linking()

    def _get_module_for_linking(self) -> Any:
        """The kernel with all that it calls: somebody else's compiled function takes nothing in by itself."""
        whole = self.translated().clone()
        for called in _all_below(self, {}):
            whole.link_in(_alone(called), preserve=True)
        return whole

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout


class EntryLibrary(JITCodeLibrary):
    """An entry with all that it is made of: the one thing that is optimised, and made into machine code."""

    def finalize(self) -> None:
        for called in _all_below(self, {}):
            self._reload_init.update(called._reload_init)
            self._final_module.link_in(_alone(called), preserve=True)
        for function in self._final_module.functions:
            if function.linkage == Linkage.linkonce_odr:
                function.linkage = Linkage.internal
        self._linking_libraries = []
        super().finalize()


def _alone(library: Any) -> Any:
    """What a library brings, to be linked: of a kernel, nothing that it calls."""
    return library.translated() if isinstance(library, KernelLibrary) else library._get_module_for_linking()


def _all_below(library: Any, found: dict[Any, None]) -> dict[Any, None]:
    """What a library calls, and what that calls, each once."""
    for called in library._linking_libraries:
        if called not in found:
            found[called] = None
            if isinstance(called, KernelLibrary):
                _all_below(called, found)
    return found


class EntryCompiler(Compiler):
    """Compiles what Python calls, without the interpreter's lock, unless its arguments are held."""

    def __init__(self, typing: Any, target: Any, library: Any, *what: Any) -> None:
        library = EntryLibrary(target.codegen(), "entry")
        library.enable_object_caching()
        super().__init__(typing, target, library, *what)

    def define_pipelines(self) -> Any:
        flags = self.state.flags  # those that the callees see have been copied before
        flags.release_gil = not any(isinstance(kind, HeldType) for kind in self.state.args)
        flags.no_cpython_wrapper = False
        return super().define_pipelines()


class KernelCompiler(Compiler):
    """Translates what only compiled code calls."""

    def __init__(self, typing: Any, target: Any, library: Any, *what: Any) -> None:
        super().__init__(typing, target, KernelLibrary(target.codegen(), "kernel"), *what)

    def define_pipelines(self) -> Any:
        flags = self.state.flags
        flags.no_cpython_wrapper = flags.no_cfunc_wrapper = flags.no_compile = True
        return super().define_pipelines()

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        result = super().compile_extra(func)
        module, library = result.fndesc.lookup_module(), result.library
        key = _dynfunc.make_function(module, func.__name__, "", NOT_CALLED, result.environment, (library,))
        self.state.targetctx.insert_user_function(key, result.fndesc, [library])
        return result._replace(entry_point=key)


OPTIONS = {"pipeline_class": KernelCompiler, "nopython": True, "no_cpython_wrapper": True}
"""Of a kernel."""

NARROW = types.integer_domain - {types.int64, types.uint64}
"""Whole numbers that 64 bits with a sign hold."""


def make_known(function: Callable[..., Any], choose: Callable[..., Callable[..., Any] | None]) -> None:
    """From now on a function may be called by compiled code: as the kernel that is chosen for arguments of its types.

    It is what Numba's `overload` does, but for the widths of whole numbers.
    """
    template = make_overload_template(function, choose, OPTIONS, strict=False, inline="never")
    get_impl_of = template._get_impl

    def get_impl(self: Any, args: Any, kws: dict[str, Any]) -> Any:
        return get_impl_of(self, tuple(map(_widened, args)), {name: _widened(kind) for name, kind in kws.items()})

    template._get_impl = get_impl
    infer(template)
    infer_global(function, types.Function(template))


def _widened(kind: Any) -> Any:
    return types.int64 if kind in NARROW else kind


def _not_called(*_: int | None) -> int:
    raise RuntimeError("a kernel is compiled as a part of what calls it, and cannot be called by itself")


_called = ctypes.PYFUNCTYPE(*[ctypes.c_void_p] * 4)(_not_called)

NOT_CALLED = ctypes.cast(_called, ctypes.c_void_p).value
"""Numba knows a version of a function by what Python would call, and a kernel has nothing of the kind."""


def count_if_needed(dispatcher: Any) -> None:
    """Have an entry compiled with references counted if it cannot be without."""
    compile, options = dispatcher.compile, dispatcher.targetoptions

    def compile_somehow(sig: Any) -> Any:
        counted = options["_nrt"]  # another thread may find out at the same time that they have to be
        try:
            return compile(sig)
        except NumbaError:
            if counted:
                raise
            options["_nrt"] = True
            dispatcher._compiler._failed_cache.clear()
            return compile(sig)

    dispatcher.compile = compile_somehow
