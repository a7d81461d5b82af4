"""The array library: numpy, or CuPy on a machine with a GPU (`CARTABLE_ARRAYS=cupy`). Both are spoken to alike."""

import os
from importlib import import_module
from typing import Any, Final

xp: Final[Any] = import_module(os.environ.get("CARTABLE_ARRAYS", "numpy"))


def host(array: Any) -> Any:
    """An array as numpy has it, wherever it was."""
    return array.get() if hasattr(array, "get") else array


def one_hot(index: Any, size: int) -> Any:
    """Rows of noughts with a one at `index`; an index out of range is a row of noughts."""
    return (index[..., None] == xp.arange(size)).astype(xp.float32)
