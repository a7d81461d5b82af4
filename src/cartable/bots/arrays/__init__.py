"""Arrays for the bots: numpy where it is installed, else `plain`, which has as much of it as the bots use.

A browser has no numpy, and neither has `pip install cartable` without its extra `numpy`. The bots are written once:

>>> from cartable.bots.arrays import np
>>> float(np.array([1.0, 2.0]).sum())
3.0
"""

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:
    try:
        import numpy as np
        from numpy.typing import NDArray
    except ImportError:
        from cartable.bots.arrays import plain as np

        NDArray = np.ndarray

FAST: Final[bool] = np.__name__ == "numpy"
"""Is it numpy? Many matches at once, in arrays, are worth it with numpy alone."""

__all__ = ["FAST", "NDArray", "np"]
