"""How everybody did with the same cards: what the HTTP API answers when matches of one deal number are compared."""

from typing import Any, Literal

import msgspec


class DealSeatInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player of a match: the points, or in games without them the players beaten, and by how much they are above the
    mean of the seat."""

    name: str
    kind: Literal["human", "bot"]
    points: float
    above: float
    level: str = ""


class DealPairInfo(msgspec.Struct, frozen=True, array_like=True):
    """Two seats of a match: by how much the first one's lead over the second is above the mean lead of these seats."""

    first: int
    second: int
    above: float


class DealMatchInfo(msgspec.Struct, frozen=True):
    """A match among those with the same cards. `given`: somebody knew its number, and could know the cards."""

    id: str
    ended: int
    given: bool
    seats: tuple[DealSeatInfo, ...]
    pairs: tuple[DealPairInfo, ...]


class DealInfo(msgspec.Struct, frozen=True):
    """Matches with the same cards, oldest first, and the mean of each seat."""

    number: str
    game: str
    options: dict[str, Any]
    means: tuple[float, ...]
    matches: tuple[DealMatchInfo, ...]


class DealTotalInfo(msgspec.Struct, frozen=True):
    """Somebody's results over all these deals, added up."""

    name: str
    kind: Literal["human", "bot"]
    matches: int
    above: float


class DealResults(msgspec.Struct, frozen=True):
    """How everybody did with the same cards. Matches are compared that have their deal number, game, rules version,
    options and count of players in common."""

    deals: tuple[DealInfo, ...]
    totals: tuple[DealTotalInfo, ...]
