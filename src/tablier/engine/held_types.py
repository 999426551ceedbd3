"""What is held, as Numba sees it: an address, at which there are values whose types are those of the type."""

# mypy: disable-error-code="untyped-decorator, no-untyped-call"
# Numba has no types.

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import typeof, types
from numba.core.registry import cpu_target
from numba.extending import NativeValue, lower_builtin, models, register_model, type_callable, typeof_impl, unbox

from tablier.engine import held

WORD = 8


class HeldType(types.Type):
    """An address of values."""

    def __init__(self, values: types.BaseTuple) -> None:
        self.values = values
        super().__init__(name=f"Held({values})")


register_model(HeldType)(models.OpaqueModel)


@typeof_impl.register(held.Held)
def type_of_held(value: held.Held[Any], context: Any) -> HeldType:
    return HeldType(typeof_impl(value.values, context))


@unbox(HeldType)
def address_of_held(kind: HeldType, number: Any, c: Any) -> NativeValue:
    return NativeValue(c.pyapi.long_as_voidptr(number))


def words(values: tuple[Any, ...]) -> int:
    """How many words of memory these values need."""
    context = cpu_target.target_context
    size: int = context.get_abi_sizeof(context.get_data_type(typeof(values)))
    return -(-size // WORD)


def _at(context: Any, builder: Any, address: Any, kind: types.BaseTuple) -> Any:
    return builder.bitcast(address, context.get_data_type(kind).as_pointer())


@type_callable(held.values_of)
def type_of_values(context: Any) -> Callable[..., Any]:
    return lambda held: held.values if isinstance(held, HeldType) else None


@lower_builtin(held.values_of, HeldType)
def load_values(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return context.unpack_value(builder, sig.return_type, _at(context, builder, args[0], sig.return_type))


@type_callable(held.write)
def type_of_write(context: Any) -> Callable[..., Any]:
    return lambda memory, values: types.none if isinstance(values, types.BaseTuple) else None


@lower_builtin(held.write, types.Array, types.BaseTuple)
def store_values(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    memory = context.make_array(sig.args[0])(context, builder, args[0])
    context.pack_value(builder, sig.args[1], args[1], _at(context, builder, memory.data, sig.args[1]))
    return context.get_dummy_value()
