"""Which elements an index means: their places in the flat list, and the shape they come out in."""

from typing import Any

Shape = tuple[int, ...]
Part = tuple[Shape, list[int]]
"""Some axes of the result, and what each of their elements adds to the place."""


def strides(shape: Shape) -> list[int]:
    """How far apart neighbours are along each axis."""
    found = [1] * len(shape)
    for axis in range(len(shape) - 2, -1, -1):
        found[axis] = found[axis + 1] * shape[axis + 1]
    return found


def offsets(parts: list[Part]) -> tuple[Shape, list[int]]:
    """All parts together."""
    shape: Shape = ()
    places = [0]
    for more, steps in parts:
        shape += more
        places = [place + step for place in places for step in steps]
    return shape, places


def stretched(shape: Shape, to: Shape) -> list[int]:
    """The places of an array's elements when it is broadcast."""
    full = (1,) * (len(to) - len(shape)) + shape
    parts: list[Part] = []
    for size, wanted, stride in zip(full, to, strides(full), strict=True):
        if size not in (1, wanted):
            raise ValueError(f"shape {shape} does not fit {to}")
        parts.append(((wanted,), [stride * at for at in range(wanted)] if size == wanted else [0] * wanted))
    return offsets(parts)[1]


def common(*shapes: Shape) -> Shape:
    """The shape to which all of these are broadcast."""
    longest = max(map(len, shapes), default=0)
    sizes: list[int] = []
    for axis in range(longest):
        size = 1
        for shape in shapes:
            at = axis - longest + len(shape)
            if at >= 0 and shape[at] != 1:
                if size not in (1, shape[at]):
                    raise ValueError(f"shapes {shapes} do not fit together")
                size = shape[at]
        sizes.append(size)
    return tuple(sizes)


def chosen(shape: Shape, keys: list[Any]) -> tuple[Shape, list[int]]:
    """The elements that an index means. Keys are numbers, slices, None, or (shape, flat list of numbers)."""
    used = sum(key is not None and key is not Ellipsis for key in keys)
    rest: list[Any] = [slice(None)] * (len(shape) - used)
    if Ellipsis in [key for key in keys if not isinstance(key, tuple)]:
        at = next(at for at, key in enumerate(keys) if key is Ellipsis)
        keys = [*keys[:at], *rest, *keys[at + 1 :]]
    else:
        keys = [*keys, *rest]
    lists = any(isinstance(key, tuple) for key in keys)
    steps = strides(shape)
    parts: list[Part | None] = []
    picked: list[tuple[Shape, list[int], int, int]] = []
    axis = 0
    for key in keys:
        if key is None:
            parts.append(((1,), [0]))
            continue
        if isinstance(key, slice):
            along = range(*key.indices(shape[axis]))
            parts.append(((len(along),), [steps[axis] * at for at in along]))
        elif isinstance(key, tuple):
            picked.append((key[0], key[1], shape[axis], steps[axis]))
            parts.append(None)
        elif lists:
            picked.append(((), [key], shape[axis], steps[axis]))
            parts.append(None)
        else:
            parts.append(((), [_within(key, shape[axis]) * steps[axis]]))
        axis += 1
    return offsets(_with_lists(parts, picked))


def _within(at: int, size: int) -> int:
    if not -size <= at < size:
        raise IndexError(f"{at} is out of bounds for an axis of {size}")
    return at + size if at < 0 else at


def _with_lists(parts: list[Part | None], picked: list[tuple[Shape, list[int], int, int]]) -> list[Part]:
    """The lists of numbers go together, side by side: where the first one stood, or at the front if they were apart."""
    if not picked:
        return [part for part in parts if part is not None]
    shape = common(*(each[0] for each in picked))
    places = [0] * len(stretched((), shape))
    for own, numbers, size, step in picked:
        steps = [_within(number, size) * step for number in numbers]
        places = [place + steps[at] for place, at in zip(places, stretched(own, shape), strict=True)]
    gaps = [at for at, part in enumerate(parts) if part is None]
    first = gaps[0] if gaps[-1] - gaps[0] == len(gaps) - 1 else 0
    before = [part for part in parts[:first] if part is not None]
    after = [part for part in parts[first:] if part is not None]
    return [*before, (shape, places), *after]
