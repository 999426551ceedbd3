"""Lists of Python's numbers, as Numba sees them: where the numbers are, until Python is given a list of them."""

# mypy: disable-error-code="untyped-decorator, no-untyped-call"
# Numba has no types.

from __future__ import annotations

from collections.abc import Callable
from ctypes import c_ssize_t, sizeof
from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import box, lower_builtin, models, register_model, type_callable

from tablier.engine import lists

ITEMS = object.__basicsize__ + sizeof(c_ssize_t)
"""Where Python keeps the address of a list's items: behind what everything has, and how long it is."""


class ListType(types.Type):
    """What is to become a list of Python's whole numbers, or of floating point numbers."""

    def __init__(self, numbers: types.Array, known: types.Array, floats: bool) -> None:
        self.numbers, self.known, self.floats = numbers, known, floats
        super().__init__(name=f"ListOf({numbers}, {known}, {floats})")


@register_model(ListType)
class ListModel(models.StructModel):
    def __init__(self, manager: Any, kind: ListType) -> None:
        super().__init__(manager, kind, [("numbers", kind.numbers), ("n", types.intp), ("known", kind.known)])


def _returns(floats: bool) -> Callable[..., Any]:
    def kind(numbers: Any, n: Any, known: Any) -> ListType | None:
        is_possible = isinstance(numbers, types.Array) and numbers.dtype in (types.int64, types.int32)
        return ListType(numbers, known, floats) if is_possible else None

    return kind


type_callable(lists.as_list)(lambda context: _returns(floats=False))
type_callable(lists.as_floats)(lambda context: _returns(floats=True))


@lower_builtin(lists.as_list, types.Array, types.Integer, types.Array)
@lower_builtin(lists.as_floats, types.Array, types.Integer, types.Array)
def begin_list(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    found = cgutils.create_struct_proxy(sig.return_type)(context, builder)
    found.numbers, found.known = args[0], args[2]
    found.n = context.cast(builder, args[1], sig.args[1], types.intp)
    return found._getvalue()


@box(ListType)
def make_list(kind: ListType, value: Any, c: Any) -> Any:
    """Point to the numbers that are known; make the others."""
    builder, found = c.builder, cgutils.create_struct_proxy(kind)(c.context, c.builder, value)
    numbers = c.context.make_array(kind.numbers)(c.context, builder, found.numbers)
    known = c.context.make_array(kind.known)(c.context, builder, found.known)
    made = c.pyapi.list_new(found.n)
    with builder.if_then(cgutils.is_not_null(builder, made), likely=True):
        items = _items_of(made, c)
        with cgutils.for_range(builder, found.n) as loop:
            stored = builder.load(builder.gep(numbers.data, [loop.index]))
            number = c.context.cast(builder, stored, kind.numbers.dtype, types.int64)
            place, item = builder.sub(number, number.type(lists.LEAST)), builder.gep(items, [loop.index])
            with builder.if_else(builder.icmp_unsigned("<", place, known.nitems), likely=True) as (then, otherwise):
                with then:
                    one = builder.inttoptr(builder.load(builder.gep(known.data, [place])), c.pyapi.pyobj)
                    c.pyapi.incref(one)
                    builder.store(one, item)
                with otherwise:
                    builder.store(_new_number(kind, number, c), item)
    return made


def _items_of(made: Any, c: Any) -> Any:
    """Where the items of a new list are to be written, as PyList_SET_ITEM does: a call for each takes twice as long."""
    address = cgutils.pointer_add(c.builder, made, ITEMS, c.pyapi.pyobj.as_pointer().as_pointer())
    return c.builder.load(address)


def _new_number(kind: ListType, number: Any, c: Any) -> Any:
    if kind.floats:
        return c.pyapi.float_from_double(c.context.cast(c.builder, number, types.int64, types.float64))
    return c.pyapi.long_from_longlong(number)
