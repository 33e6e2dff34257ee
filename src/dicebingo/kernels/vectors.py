"""Vectors of LANES float32 numbers, for kernels that work on LANES boards at once.

numba does not compile loops over so few elements to vector instructions, so this module defines the few operations that
the kernels need, and a function that finds the lowest set bit. Without the compiler, a vector is a row of a numpy
array.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import config, types
from numba.core import cgutils
from numba.extending import intrinsic, models, register_model

LANES = 16
NONE = 1e30
"""Stands for "no cell". Every actual value is far smaller."""

_PLAIN = bool(config.DISABLE_JIT)  # type: ignore[attr-defined]  # numba sets the attribute by name at run time
_VECTOR = ir.VectorType(ir.FloatType(), LANES)
_ZERO, _NONE = (ir.Constant(_VECTOR, [float(x)] * LANES) for x in (0, np.float32(NONE)))


class _Vector(types.Type):
    """The numba type of a vector of float32."""

    def __init__(self) -> None:
        super().__init__(name="FloatLanes")


@register_model(_Vector)
class _VectorModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _VECTOR)


_vector = _Vector()


def _row(context: Any, builder: Any, kind: Any, table: Any, row: Any) -> Any:
    """Return a pointer to a row of a table with LANES columns."""
    data = cgutils.create_struct_proxy(kind)(context, builder, table).data
    return builder.bitcast(builder.gep(data, [builder.mul(row, ir.Constant(row.type, LANES))]), _VECTOR.as_pointer())


def _compiled(plain: Callable[..., Any]) -> Callable[[Callable[..., Any]], Any]:
    """Return a decorator that creates an operation from a typing function or, without the compiler, from ``plain``."""
    return lambda typed: plain if _PLAIN else intrinsic(typed)


def _pointwise(plain: Callable[..., Any], build: Callable[..., Any]) -> Any:
    """Return an operation on two vectors."""

    def typed(_context: Any, x: Any, y: Any) -> Any:
        return _vector(x, y), lambda _, builder, __, values: build(builder, *values)

    return plain if _PLAIN else intrinsic(typed)


@_compiled(lambda table, row: table[row].copy())
def load(_context, table, row):  # noqa: ARG001  (an intrinsic is given types; ``build`` gets the values)
    """Return a row of a table."""

    def build(context, builder, signature, values):
        return builder.load(_row(context, builder, signature.args[0], *values), align=4)

    return _vector(table, types.uint64), build


@_compiled(lambda table, row, vector: table.__setitem__(row, vector))
def store(_context, table, row, vector):  # noqa: ARG001  (as in ``load``)
    """Write a vector to a row of a table."""

    def build(context, builder, signature, values):
        builder.store(values[2], _row(context, builder, signature.args[0], *values[:2]), align=4)
        return context.get_dummy_value()

    return types.void(table, types.uint64, vector), build


@_compiled(lambda number: np.full(LANES, number, np.float32))
def broadcast(_context, number):  # noqa: ARG001  (as in ``load``)
    """Return the vector with ``number`` in all lanes."""

    def build(_, builder, __, values):
        index = ir.IntType(32)
        some = ir.Constant(_VECTOR, ir.Undefined)
        first = builder.insert_element(some, values[0], ir.Constant(index, 0))
        return builder.shuffle_vector(first, some, ir.Constant(ir.VectorType(index, LANES), [0] * LANES))

    return _vector(types.float32), build


@_compiled(lambda bits: np.uint64(int(bits & -bits).bit_length() - 1))
def lowest(_context, bits):  # noqa: ARG001  (as in ``load``)
    """Return the index of the lowest set bit of a number that is not zero."""

    def build(_, builder, __, values):
        return builder.cttz(values[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), build


add = _pointwise(np.add, lambda builder, x, y: builder.fadd(x, y))
times = _pointwise(np.multiply, lambda builder, x, y: builder.fmul(x, y))
over = _pointwise(np.divide, lambda builder, x, y: builder.fdiv(x, y))
smaller = _pointwise(np.minimum, lambda builder, x, y: builder.select(builder.fcmp_ordered("<", x, y), x, y))
larger = _pointwise(np.maximum, lambda builder, x, y: builder.select(builder.fcmp_ordered("<", x, y), y, x))
# Take the second number in lanes where the first number is below NONE, and 0 in all other lanes.
where = _pointwise(
    lambda x, y: np.where(x < np.float32(NONE), y, np.float32(0)),
    lambda builder, x, y: builder.select(builder.fcmp_ordered("<", x, _NONE), y, _ZERO),
)
