"""Arrays: a flat list and a shape."""

import operator
from collections.abc import Callable, Iterator
from math import prod
from typing import Any

from cartable.bots.arrays.plain.indexing import Shape, chosen, common, stretched, strides


class generic:
    """The kind of an array's elements; called, a number of that kind."""

    of: Callable[[Any], Any] = float

    def __new__(cls, number: Any) -> Any:
        return cls.of(number)

    def __class_getitem__(cls, _: Any) -> Any:
        return cls


class float64(generic): ...


class float32(generic): ...


class float16(generic): ...


class int64(generic):
    of = int


class int8(generic):
    of = int


class uint8(generic):
    of = int


class bool_(generic):
    of = bool


class dtype(generic): ...


def _kind(given: Any) -> Callable[[Any], Any]:
    return given.of if isinstance(given, type) and issubclass(given, generic) else given


class ndarray:
    """An array. `flat` is its elements, the last axis the fastest."""

    __slots__ = ("_columns", "flat", "shape")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, flat: list[Any], shape: Shape) -> None:
        self.flat = flat
        self.shape = shape
        self._columns: list[list[float]] | None = None

    def __class_getitem__(cls, _: Any) -> Any:
        return cls

    # --- elements ----------------------------------------------------------------------------------------------

    def _chosen(self, key: Any) -> tuple[Shape, list[int]]:
        keys: list[Any] = []
        for each in key if isinstance(key, tuple) else (key,):
            wanted = asarray(each)
            if not isinstance(wanted, ndarray):
                plain = wanted is None or wanted is Ellipsis or isinstance(wanted, slice)
                keys.append(wanted if plain else operator.index(wanted))
            elif wanted.flat and isinstance(wanted.flat[0], bool):
                keys += [(axis.shape, axis.flat) for axis in wanted.nonzero()]
            else:
                keys.append((wanted.shape, wanted.flat))
        return chosen(self.shape, keys)

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, int) and len(self.shape) == 1:
            return self.flat[key]
        if isinstance(key, ndarray) and len(key.shape) == 1 and len(self.shape) > 1 and _numbers(key):
            return self._rows(key.flat)
        shape, places = self._chosen(key)
        flat = self.flat
        return ndarray([flat[at] for at in places], shape) if shape else flat[places[0]]

    def _rows(self, numbers: list[int]) -> "ndarray":
        """Whole rows, which is what most lists of numbers mean."""
        size = prod(self.shape[1:])
        found: list[Any] = []
        for at in numbers:
            found += self.flat[at * size : (at + 1) * size]
        return ndarray(found, (len(numbers), *self.shape[1:]))

    def __setitem__(self, key: Any, value: Any) -> None:
        self._columns = None
        shape, places = self._chosen(key)
        given = asarray(value)
        flat = self.flat
        if isinstance(given, ndarray):
            for at, source in zip(places, stretched(given.shape, shape), strict=True):
                flat[at] = given.flat[source]
        else:
            for at in places:
                flat[at] = given

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return (self[at] for at in range(self.shape[0]))

    # --- shape -------------------------------------------------------------------------------------------------

    def reshape(self, *sizes: int) -> "ndarray":
        if -1 in sizes:
            known = -prod(sizes)
            sizes = tuple(len(self.flat) // known if size == -1 else size for size in sizes)
        return ndarray(self.flat, sizes)

    @property
    def T(self) -> "ndarray":
        steps = strides(self.shape)
        places = [0]
        for axis in reversed(range(len(self.shape))):
            places = [place + steps[axis] * at for place in places for at in range(self.shape[axis])]
        return ndarray([self.flat[at] for at in places], self.shape[::-1])

    def astype(self, kind: Any) -> "ndarray":
        return ndarray(list(map(_kind(kind), self.flat)), self.shape)

    def view(self, kind: Any) -> "ndarray":
        return self.astype(kind)

    # --- element by element ------------------------------------------------------------------------------------

    def apply(self, function: Callable[[Any], Any]) -> "ndarray":
        return ndarray(list(map(function, self.flat)), self.shape)

    def __add__(self, other: Any) -> "ndarray":
        return combined(operator.add, self, other)

    __radd__ = __add__

    def __sub__(self, other: Any) -> "ndarray":
        return combined(operator.sub, self, other)

    def __rsub__(self, other: Any) -> "ndarray":
        return combined(operator.sub, other, self)

    def __mul__(self, other: Any) -> "ndarray":
        return combined(operator.mul, self, other)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> "ndarray":
        return combined(operator.truediv, self, other)

    def __rtruediv__(self, other: Any) -> "ndarray":
        return combined(operator.truediv, other, self)

    def __floordiv__(self, other: Any) -> "ndarray":
        return combined(operator.floordiv, self, other)

    def __mod__(self, other: Any) -> "ndarray":
        return combined(operator.mod, self, other)

    def __pow__(self, other: Any) -> "ndarray":
        return combined(operator.pow, self, other)

    def __rshift__(self, other: Any) -> "ndarray":
        return combined(operator.rshift, self, other)

    def __and__(self, other: Any) -> "ndarray":
        return combined(operator.and_, self, other)

    __rand__ = __and__

    def __or__(self, other: Any) -> "ndarray":
        return combined(operator.or_, self, other)

    def __eq__(self, other: object) -> "ndarray":  # type: ignore[override]
        return combined(operator.eq, self, other)

    def __ne__(self, other: object) -> "ndarray":  # type: ignore[override]
        return combined(operator.ne, self, other)

    def __lt__(self, other: Any) -> "ndarray":
        return combined(operator.lt, self, other)

    def __le__(self, other: Any) -> "ndarray":
        return combined(operator.le, self, other)

    def __gt__(self, other: Any) -> "ndarray":
        return combined(operator.gt, self, other)

    def __ge__(self, other: Any) -> "ndarray":
        return combined(operator.ge, self, other)

    def __neg__(self) -> "ndarray":
        return self.apply(operator.neg)

    def __invert__(self) -> "ndarray":
        return self.apply(operator.not_)

    # --- along axes --------------------------------------------------------------------------------------------

    def along(self, axis: Any, function: Callable[[list[Any]], Any]) -> Any:
        """A function of the elements along an axis or several, or of all."""
        if axis is None:
            return function(self.flat)
        gone = {each % len(self.shape) for each in (axis if isinstance(axis, tuple) else (axis,))}
        steps = strides(self.shape)
        inside, outside = [0], [0]
        for at, size in enumerate(self.shape):
            more = [steps[at] * number for number in range(size)]
            if at in gone:
                inside = [place + step for place in inside for step in more]
            else:
                outside = [place + step for place in outside for step in more]
        flat = self.flat
        found = [function([flat[place + step] for step in inside]) for place in outside]
        shape = tuple(size for at, size in enumerate(self.shape) if at not in gone)
        return ndarray(found, shape) if shape else found[0]

    def sum(self, axis: Any = None) -> Any:
        return self.along(axis, sum)

    def max(self, axis: Any = None) -> Any:
        return self.along(axis, max)

    def any(self, axis: Any = None) -> Any:
        return self.along(axis, any)

    def all(self, axis: Any = None) -> Any:
        return self.along(axis, all)

    def mean(self, axis: Any = None) -> Any:
        return self.along(axis, lambda each: sum(each) / len(each))

    def argmax(self, axis: Any = None) -> Any:
        return self.along(axis, lambda each: each.index(max(each)))

    def nonzero(self) -> tuple["ndarray", ...]:
        places = [at for at, value in enumerate(self.flat) if value]
        found = []
        for size, step in zip(self.shape, strides(self.shape), strict=True):
            found.append(ndarray([at // step % size for at in places], (len(places),)))
        return tuple(found)

    # --- matrices ----------------------------------------------------------------------------------------------

    def __matmul__(self, other: "ndarray") -> "ndarray":
        """With a matrix on the right; most rows on the left are either nearly all zeros, or hardly any are."""
        rows, columns = other.shape
        if other._columns is None:
            other._columns = [other.flat[at::columns] for at in range(columns)]
        found: list[float] = []
        for begin in range(0, len(self.flat), rows):
            row = self.flat[begin : begin + rows]
            some = [(at, value) for at, value in enumerate(row) if value]
            if 3 * len(some) < rows:
                total = [0.0] * columns
                for at, value in some:
                    weights = other.flat[at * columns : (at + 1) * columns]
                    total = (
                        list(map(operator.add, total, weights))
                        if value == 1
                        else [old + value * weight for old, weight in zip(total, weights, strict=True)]
                    )
                found += total
            else:
                found += [sum(map(operator.mul, row, column)) for column in other._columns]
        return ndarray(found, (*self.shape[:-1], columns))


def _numbers(key: ndarray) -> bool:
    """Are these places, all counted from the front? Truth values choose in another way."""
    return bool(key.flat) and not isinstance(key.flat[0], bool) and min(key.flat) >= 0


def combined(function: Callable[[Any, Any], Any], left: Any, right: Any) -> Any:
    """Two arrays, or an array and a number, element by element."""
    left, right = asarray(left), asarray(right)
    if not isinstance(right, ndarray):
        if not isinstance(left, ndarray):
            return function(left, right)
        return ndarray([function(each, right) for each in left.flat], left.shape)
    if not isinstance(left, ndarray):
        return ndarray([function(left, each) for each in right.flat], right.shape)
    if left.shape == right.shape:
        return ndarray(list(map(function, left.flat, right.flat)), left.shape)
    shape = common(left.shape, right.shape)
    ours, theirs = left.flat, right.flat
    if left.shape == shape:
        return ndarray(
            [function(one, theirs[at]) for one, at in zip(ours, stretched(right.shape, shape), strict=True)], shape
        )
    pairs = zip(stretched(left.shape, shape), stretched(right.shape, shape), strict=True)
    return ndarray([function(ours[one], theirs[other]) for one, other in pairs], shape)


def array(given: Any, dtype: Any = None) -> Any:
    """An array from nested lists; a number stays one."""
    if isinstance(given, ndarray):
        return ndarray(list(given.flat), given.shape) if dtype is None else given.astype(dtype)
    if isinstance(given, list | tuple | range):
        inner = [array(each, dtype) for each in given]
        if inner and isinstance(inner[0], ndarray):
            return ndarray([value for each in inner for value in each.flat], (len(inner), *inner[0].shape))
        return ndarray(inner, (len(inner),))
    return given if dtype is None else _kind(dtype)(given)


def asarray(given: Any, dtype: Any = None) -> Any:
    """The same, without a copy where it is one already."""
    return given if dtype is None and not isinstance(given, list | tuple | range) else array(given, dtype)
