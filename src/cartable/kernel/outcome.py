"""How a match ended."""

from collections.abc import Sequence
from typing import Any

import msgspec

from cartable.kernel.seats import Seat


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why it ended, and everybody's place. `scores` is None in games that are won without points."""

    reason: str
    ranks: tuple[int, ...]
    scores: tuple[int, ...] | None = None

    @property
    def winners(self) -> tuple[Seat, ...]:
        """All seats in first place: a victory can be shared."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)


def ranks(merits: Sequence[Any]) -> tuple[int, ...]:
    """Places by merit, best first. Equal merits share a place and the next place is left out: 1 2 2 4."""
    return tuple(1 + sum(other > merit for other in merits) for merit in merits)
