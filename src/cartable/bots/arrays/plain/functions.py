"""Functions of arrays."""

import builtins
import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any

from cartable.bots.arrays.plain.array import array, asarray, combined, float64, ndarray
from cartable.bots.arrays.plain.indexing import Shape, common, stretched


def _shape(given: Any) -> Shape:
    return (given,) if isinstance(given, int) else tuple(given)


# --- made from nothing ------------------------------------------------------------------------------------------------


def full(shape: Any, value: Any, dtype: Any = None) -> ndarray:
    made = _shape(shape)
    return ndarray([value if dtype is None else dtype(value)] * math.prod(made), made)


def zeros(shape: Any, dtype: Any = float64) -> ndarray:
    return full(shape, dtype(0) if dtype is not bool else False)


def ones(shape: Any, dtype: Any = float64) -> ndarray:
    return full(shape, dtype(1))


def ndindex(*shape: int) -> Any:
    return itertools.product(*map(range, shape))


# --- bits: each stays a truth value of its own ------------------------------------------------------------------------


def packbits(given: ndarray, axis: int) -> ndarray:
    return given


def unpackbits(given: ndarray, axis: int, count: int) -> ndarray:
    return given


class bitwise_or:
    """Of truth values, along an axis."""

    @staticmethod
    def reduce(given: ndarray, axis: int) -> Any:
        return given.any(axis)


def arange(*bounds: int) -> ndarray:
    return array(range(*bounds))


def full_like(like: ndarray, value: Any) -> ndarray:
    return full(like.shape, value)


def zeros_like(like: ndarray) -> ndarray:
    return full(like.shape, 0)


# --- element by element -----------------------------------------------------------------------------------------------


def _each(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda given: given.apply(function) if isinstance(given, ndarray) else function(given)


exp, log, sqrt, tanh, isfinite = map(_each, (math.exp, math.log, math.sqrt, math.tanh, math.isfinite))


def maximum(left: Any, right: Any) -> Any:
    if isinstance(left, ndarray) and not isinstance(right, ndarray):
        return ndarray([each if each > right else right for each in left.flat], left.shape)
    return combined(lambda one, other: one if one >= other else other, left, right)


def minimum(left: Any, right: Any) -> Any:
    return combined(lambda one, other: one if one <= other else other, left, right)


def clip(given: Any, least: Any, most: Any) -> Any:
    return minimum(maximum(given, least), most)


def where(condition: Any, yes: Any, no: Any) -> Any:
    parts = [asarray(each) for each in (condition, yes, no)]
    shape = common(*(each.shape if isinstance(each, ndarray) else () for each in parts))
    flat = [broadcast_to(each, shape).flat for each in parts]
    return ndarray([one if holds else other for holds, one, other in zip(*flat, strict=True)], shape)


def nonzero(given: ndarray) -> tuple[ndarray, ...]:
    return given.nonzero()


# --- put together -----------------------------------------------------------------------------------------------------


def broadcast_to(given: Any, shape: Shape) -> ndarray:
    if not isinstance(given, ndarray):
        return full(shape, given)
    if given.shape == shape:
        return given
    flat = given.flat
    return ndarray([flat[at] for at in stretched(given.shape, shape)], shape)


def concatenate(parts: Sequence[Any], axis: int = 0) -> ndarray:
    arrays: list[ndarray] = [asarray(part) for part in parts]
    axis %= len(arrays[0].shape)
    inner = [math.prod(each.shape[axis:]) for each in arrays]
    flat: list[Any] = []
    for at in range(math.prod(arrays[0].shape[:axis])):
        for each, size in zip(arrays, inner, strict=True):
            flat += each.flat[at * size : (at + 1) * size]
    shape = list(arrays[0].shape)
    shape[axis] = sum(each.shape[axis] for each in arrays)
    return ndarray(flat, tuple(shape))


def stack(parts: Sequence[Any], axis: int = 0) -> ndarray:
    arrays: list[ndarray] = [asarray(part) for part in parts]
    axis %= len(arrays[0].shape) + 1
    return concatenate([ndarray(each.flat, (*each.shape[:axis], 1, *each.shape[axis:])) for each in arrays], axis)


def repeat(given: ndarray, times: int, axis: int) -> ndarray:
    inner = math.prod(given.shape[axis + 1 :])
    flat = [
        value for at in range(0, len(given.flat), inner) for _ in range(times) for value in given.flat[at : at + inner]
    ]
    shape = list(given.shape)
    shape[axis] *= times
    return ndarray(flat, tuple(shape))


def tile(given: ndarray, times: tuple[int, int]) -> ndarray:
    rows, again = times
    if again != 1:
        raise ValueError("rows are repeated whole")
    return ndarray(given.flat * rows, (given.shape[0] * rows, *given.shape[1:]))


# --- along an axis ----------------------------------------------------------------------------------------------------


def max(given: Any, axis: int) -> Any:
    return asarray(given).max(axis)


def _rows(given: ndarray, function: Callable[[list[Any]], list[Any]]) -> ndarray:
    size = given.shape[-1]
    parts = [function(given.flat[at : at + size]) for at in range(0, len(given.flat), size)]
    return ndarray([value for part in parts for value in part], given.shape)


def _last(given: ndarray, axis: int) -> None:
    if axis % len(given.shape) != len(given.shape) - 1:
        raise ValueError("only the last axis is sorted")


def sort(given: ndarray, axis: int = -1) -> ndarray:
    _last(given, axis)
    return _rows(given, sorted)


def argsort(given: ndarray, axis: int = -1, kind: str = "stable") -> ndarray:
    _last(given, axis)
    return _rows(given, lambda row: sorted(range(len(row)), key=row.__getitem__))


def take_along_axis(given: ndarray, places: ndarray, axis: int) -> ndarray:
    if axis != 1 or len(given.shape) != 3 or places.shape[2] != 1:
        raise ValueError("only rows of matrices are taken")
    many, rows, size = given.shape
    found: list[Any] = []
    for at in range(many):
        for row in places.flat[at * rows : (at + 1) * rows]:
            begin = (at * rows + row) * size
            found += given.flat[begin : begin + size]
    return ndarray(found, given.shape)


def einsum(names: str, *arrays: ndarray) -> Any:
    """Products of arrays whose axes stand in the same order, summed over the axes that the result does not have."""
    given, result = names.split("->")
    each = given.split(",")
    letters = builtins.max(each, key=len)
    whole: Any = 1
    for axes, one in zip(each, arrays, strict=True):
        sizes = iter(one.shape)
        whole = one.reshape(*(next(sizes) if letter in axes else 1 for letter in letters)) * whole
    return whole.sum(tuple(at for at, letter in enumerate(letters) if letter not in result))
