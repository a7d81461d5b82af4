"""From points to victories: how likely it is to end ahead of everybody, if points come about as expected."""

from collections.abc import Sequence
from math import pi, sqrt, tanh
from typing import Any, Final

from cartable.bots.arrays import np

_SLOPE: Final = sqrt(2 / pi)


def normal_cdf(deviations: Any) -> Any:
    """The share of a bell curve that lies below this many standard deviations; good to three digits."""
    bent = _SLOPE * (deviations + 0.044715 * deviations**3)
    return 0.5 * (1 + (tanh(bent) if isinstance(bent, float) else np.tanh(bent)))


def win_chances(points: Sequence[Any], variances: Sequence[Any]) -> list[Any]:
    """Everybody's share of the victory: the chance to be ahead of each of the others, and all of it together one.

    Points may be arrays, for many cases at once.
    """
    seats = range(len(points))
    chances = []
    for seat in seats:
        chance: Any = 1.0
        for other in seats:
            if other != seat:
                both = variances[seat] + variances[other]
                spread = sqrt(both) if isinstance(both, float) else np.sqrt(both)
                chance = chance * normal_cdf((points[seat] - points[other]) / spread)
        chances.append(chance)
    added = sum(chances)
    total = max(added, 1e-12) if isinstance(added, float) else np.maximum(added, 1e-12)
    return [chance / total for chance in chances]
