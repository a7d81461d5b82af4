"""The expert of Push for two by its network of the whole table, on small decks: for `lab.bench.decks`.

It weighs what `cartable.games.push.bots.table_value` weighs, with the same network in floating point.
"""

from types import SimpleNamespace
from typing import Any, Final

import numpy as np

from cartable.bots.network import Network
from cartable.games.push.bots import table_value
from cartable.games.push.bots.expert import UNDECIDED
from cartable.games.push.bots.position import BIT, SHARE, TURN, OpenZone, PileBits, PushPosition
from cartable.games.push.bots.table_value import TableValue
from cartable.games.push.small import COLUMNS, POINT, SmallColumns, SmallPile, SmallPush, SmallZone
from lab.bench.decks.experts import SmallExpert, Weighed

ME, OTHER = 0, 1
FILE: Final = "table-2.npz"


class FloatNetwork:
    """What `packed_network` says, by numpy; of whole numbers as it gets them."""

    def __init__(self) -> None:
        folder = table_value.__file__.rpartition("/")[0]
        with np.load(f"{folder}/{FILE}") as kept:
            self._net = Network({name: kept[name] for name in kept if name != "about"})

    def value(self, inputs: list[int]) -> float:
        seen = np.array([inputs], np.float32) / table_value.UNIT
        return float(self._net(seen)[0, 0])


class SmallTableValue(TableValue):
    """A position of a small deck instead of a view."""

    def __init__(self, net: FloatNetwork, now: PushPosition, left: dict[str, int]) -> None:
        self._view: Any = SimpleNamespace(left=left, pile=sum(left.values()))
        self._me, self._net, self._now, self._tables = ME, net, now, {}  # type: ignore[assignment] # as good

    def going_on(self) -> list[float]:
        """To take each column, then to draw where there are cards."""
        takes = [self.worth(self._now.taken(at)) for at, column in enumerate(self._now.columns) if column]
        return [*takes, self._draw(self._now)] if self._view.pile else takes


class TableExpert(SmallExpert):
    """The expert of the package for two."""

    def __init__(self, game: SmallPush, known: dict[Any, Weighed], played_out: int) -> None:
        super().__init__(game, known, played_out)
        self._net = FloatNetwork()
        self._on: dict[Any, list[float]] = {}

    def _value(
        self, mine: SmallZone, theirs: SmallZone, columns: SmallColumns, pile: SmallPile, phase: int
    ) -> SmallTableValue:
        kinds = self._game.deck.kinds
        words = [sum(BIT[kind] for at, kind in enumerate(kinds) if column >> at & 1) for column in columns]
        left = {kind: many for kind, many in zip(kinds, pile, strict=True) if many}
        now = PushPosition(
            phase=phase,
            active=OTHER if phase == SHARE else ME,
            chooser=ME,
            pile=PileBits.of(left),
            columns=(*words, *[0] * (COLUMNS - len(words))),
            odd=0,
            risk=False,
            zones=(_zone(mine), _zone(theirs)),
        )
        return SmallTableValue(self._net, now, left)

    def worths_to_begin(self, mine: SmallZone, theirs: SmallZone, pile: SmallPile) -> list[float]:
        at = self._value(mine, theirs, (), pile, TURN)
        protects = [at.worth(at._now.protected(colour)) for colour, open_ in enumerate(mine[:-1]) if open_]
        found = [at._draw(at._now), *protects]
        return found if undecided(found) else super().worths_to_begin(mine, theirs, pile)

    def worths_to_go_on(
        self, mine: SmallZone, theirs: SmallZone, columns: SmallColumns, pile: SmallPile
    ) -> list[float]:
        key = (mine, theirs, columns, pile)
        found = self._on.get(key)
        if found is None:
            found = self._value(mine, theirs, columns, pile, TURN).going_on()
            self._on[key] = found = found if undecided(found) else super().worths_to_go_on(*key)
        return found

    def worths_to_share(
        self, mine: SmallZone, theirs: SmallZone, columns: SmallColumns, pile: SmallPile
    ) -> list[float]:
        at = self._value(mine, theirs, columns, pile, SHARE)
        found = [at.worth(at._now.taken(place)) for place in range(len(columns))]
        return found if undecided(found) else super().worths_to_share(mine, theirs, columns, pile)


def undecided(worths: list[float]) -> bool:
    """Where nothing is decided the network chooses, else points do."""
    return UNDECIDED < max(worths) < 1 - UNDECIDED


def _zone(zone: SmallZone) -> OpenZone:
    total = sum(zone)
    score = (total + POINT // 2) // POINT
    return OpenZone(tuple(part // POINT for part in zone[:-1]), score, total - POINT * score)
