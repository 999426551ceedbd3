"""Lists of Python's numbers, as Numba sees them: where the numbers are, until Python is given a list of them."""

# mypy: disable-error-code="untyped-decorator, no-untyped-call"
# Numba has no types.

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import box, lower_builtin, models, register_model, type_callable

from tablier.engine import lists


class ListType(types.Type):
    """What is to become a list."""

    def __init__(self, numbers: types.Array, known: types.Array) -> None:
        self.numbers, self.known = numbers, known
        super().__init__(name=f"ListOf({numbers}, {known})")


@register_model(ListType)
class ListModel(models.StructModel):
    def __init__(self, manager: Any, kind: ListType) -> None:
        super().__init__(manager, kind, [("numbers", kind.numbers), ("n", types.intp), ("known", kind.known)])


@type_callable(lists.as_list)
def type_of_list(context: Any) -> Callable[..., Any]:
    def kind(numbers: Any, n: Any, known: Any) -> ListType | None:
        is_possible = isinstance(numbers, types.Array) and numbers.dtype in (types.int64, types.float32)
        return ListType(numbers, known) if is_possible else None

    return kind


@lower_builtin(lists.as_list, types.Array, types.Integer, types.Array)
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
    with builder.if_then(cgutils.is_not_null(builder, made), likely=True), cgutils.for_range(builder, found.n) as loop:
        number = builder.load(builder.gep(numbers.data, [loop.index]))
        place, is_known = _place(kind, number, known.nitems, builder)
        with builder.if_else(is_known, likely=True) as (then, otherwise):
            with then:
                address = builder.load(builder.gep(known.data, [place]))
                one = builder.inttoptr(address, c.pyapi.pyobj)
                c.pyapi.incref(one)
                c.pyapi.list_setitem(made, loop.index, one)
            with otherwise:
                c.pyapi.list_setitem(made, loop.index, _new_number(kind, number, c))
    return made


def _place(kind: ListType, number: Any, count: Any, builder: Any) -> tuple[Any, Any]:
    """Where a number is among those known, and whether it is."""
    if kind.numbers.dtype == types.int64:
        place = builder.sub(number, number.type(lists.LEAST))
        return place, builder.icmp_unsigned("<", place, count)
    bounded = builder.and_(
        builder.fcmp_ordered(">=", number, number.type(lists.LEAST)),
        builder.fcmp_ordered("<", number, builder.sitofp(builder.add(count, count.type(lists.LEAST)), number.type)),
    )
    whole = builder.fptosi(builder.select(bounded, number, number.type(0)), count.type)
    is_known = builder.and_(bounded, builder.fcmp_ordered("==", builder.sitofp(whole, number.type), number))
    return builder.sub(whole, whole.type(lists.LEAST)), is_known


def _new_number(kind: ListType, number: Any, c: Any) -> Any:
    if kind.numbers.dtype == types.int64:
        return c.pyapi.long_from_longlong(number)
    return c.pyapi.float_from_double(c.context.cast(c.builder, number, types.float32, types.float64))
