"""As much of numpy as our bots use, in plain Python: numpy itself is not there for WebAssembly.

Values are kept in flat lists, always copied, never views: writing into a slice of a slice does nothing. Numbers are
Python's, so a float32 is as exact as a float64. `tests/offline/test_arrays.py` compares it with numpy, choice by
choice.
"""

from math import inf

from numpy import random
from numpy.array import array, asarray, bool_, dtype, float16, float32, float64, generic, int8, int64, ndarray, uint8
from numpy.files import load
from numpy.functions import (
    arange,
    argsort,
    bitwise_or,
    broadcast_to,
    clip,
    concatenate,
    einsum,
    exp,
    full,
    full_like,
    isfinite,
    log,
    max,
    maximum,
    minimum,
    ndindex,
    nonzero,
    ones,
    packbits,
    repeat,
    sort,
    sqrt,
    stack,
    take_along_axis,
    tanh,
    tile,
    unpackbits,
    where,
    zeros,
    zeros_like,
)

FAST = False
"""Told to those who could do much more with the real one in the same time."""

__all__ = [
    "FAST",
    "arange",
    "argsort",
    "array",
    "asarray",
    "bitwise_or",
    "bool_",
    "broadcast_to",
    "clip",
    "concatenate",
    "dtype",
    "einsum",
    "exp",
    "float16",
    "float32",
    "float64",
    "full",
    "full_like",
    "generic",
    "inf",
    "int8",
    "int64",
    "isfinite",
    "load",
    "log",
    "max",
    "maximum",
    "minimum",
    "ndarray",
    "ndindex",
    "nonzero",
    "ones",
    "packbits",
    "random",
    "repeat",
    "sort",
    "sqrt",
    "stack",
    "take_along_axis",
    "tanh",
    "tile",
    "uint8",
    "unpackbits",
    "where",
    "zeros",
    "zeros_like",
]
