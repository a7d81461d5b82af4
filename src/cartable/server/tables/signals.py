"""What people at a table show one another beside the game: reactions, and a nudge for whoever is waited for.

None of it is stored, none of it is text that somebody wrote, and nobody can send much of it.
"""

from collections.abc import Callable
from typing import Final

from cartable.kernel import Refused
from cartable.server.common.clock import now_ms
from cartable.server.common.rate_limits import Bucket
from cartable.server.tables.connection import Connection
from cartable.server.tables.presence import Presence
from cartable.wire import down, up

REACTIONS_S: Final = 0.5
"""One in two seconds, after a few at once."""
REACTIONS_BURST: Final = 4

NUDGES_S: Final = 1 / 15
"""One in fifteen seconds from the same person."""

PLACES_KEPT: Final = 64
"""How many places are remembered, those that sent something last: whoever leaves and comes back has another one."""

TOO_MANY: Final = Refused("too-many-requests", "TABLE")
NOT_WAITED_FOR: Final = Refused("not-waited-for", "TABLE")


class Signals:
    """The signals of one table."""

    def __init__(self, presence: Presence, waited_for: Callable[[], list[int]]) -> None:
        """`waited_for`: the places of the people who may act now."""
        self._presence = presence
        self._waited_for = waited_for
        self._reactions: dict[int, Bucket] = {}
        self._nudges: dict[int, Bucket] = {}

    def react(self, connection: Connection, message: up.React) -> None:
        """Somebody at the table shows how they feel; too many are dropped without a word."""
        place = connection.place
        if place is not None and _taken(self._reactions, place, REACTIONS_S, REACTIONS_BURST):
            self._presence.send(down.Reacted(place, message.what))

    def nudge(self, by: int, place: int) -> Refused | None:
        """Somebody asks whoever is waited for to go on."""
        if place == by or place not in self._waited_for():
            return NOT_WAITED_FOR
        if not _taken(self._nudges, by, NUDGES_S, 1):
            return TOO_MANY
        connection = self._presence.connection_of(place)
        if connection is not None:
            connection.send(down.Nudged(by))
        return None


def _taken(buckets: dict[int, Bucket], place: int, rate_s: float, burst: int) -> bool:
    bucket = buckets.pop(place, None) or Bucket(rate_s, burst)
    buckets[place] = bucket
    if len(buckets) > PLACES_KEPT:
        del buckets[next(iter(buckets))]
    return bucket.take(now_ms())
