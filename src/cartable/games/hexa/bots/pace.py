"""Hexa: how a person looks for a row, and how long that takes."""

from collections.abc import Iterable
from random import Random
from typing import Final

from cartable.bots.contract import Level
from cartable.bots.reaction import SPEEDS, Reaction, SearchSpeed
from cartable.games.hexa.acts import HexaAct, HexaCall
from cartable.games.hexa.cards import SIDES
from cartable.games.hexa.view import HexaView

TURNING_MS: Final = (400.0, 900.0)
"""How soon a card is turned: promptly, but not before the others have looked up."""

Rows = tuple[tuple[str, ...], ...]
ROWS: Final = range(1, SIDES + 1)


class HexaPace:
    """An eye that looks at one row after another, and a hand that turns cards."""

    def __init__(self, speed: SearchSpeed, dice: Random) -> None:
        self.speed = speed
        self._dice = dice
        self._reaction = Reaction(dice)
        self._seen: Rows = ()

    def order(self, rows: Rows) -> list[int]:
        """The rows as this player looks at them: where the last card was laid, beside it, then anywhere."""
        dice, seen = self._dice, self._seen
        self._seen = rows
        rest = dice.sample(ROWS, SIDES)
        grown = [row for row in ROWS if seen and len(rows[row - 1]) > len(seen[row - 1])]
        if not grown:
            return rest
        last = grown[-1]
        return sorted(rest, key=lambda row: min(apart(row, last), 2))

    def calling_ms(self, rows: Rows, looked_at: Iterable[int], *, pace: float = 1.0, hard: float = 1.0) -> float:
        """To look at these rows and call."""
        speed = self.speed
        search_ms = speed.t0_ms + sum(speed.look_ms(things_in(rows, row)) for row in looked_at)
        return self._reaction.time_ms(search_ms, speed.sigma_ms, speed.tau_ms, pace=pace, hard=hard)

    def turning_ms(self) -> float:
        """To turn a card."""
        return self._dice.uniform(*TURNING_MS)

    def took_ms(self, view: HexaView, _legal: tuple[HexaAct, ...], act: HexaAct, hard: float) -> float:
        if not isinstance(act, HexaCall):
            return self.turning_ms()
        order = self.order(view.rows)
        looked_at = order if act.claim is None else order[: order.index(act.claim) + 1]
        return self.calling_ms(view.rows, looked_at, hard=hard)


def things_in(rows: Rows, row: int) -> int:
    """How many things stand in a row: its cards, and what is printed on the hexagon."""
    return 1 + len(rows[row - 1])


def apart(row: int, other: int) -> int:
    """How many rows further round the hexagon."""
    steps = abs(row - other)
    return min(steps, SIDES - steps)


def make(level: Level, dice: Random) -> HexaPace:
    """The eye and hand of a level."""
    return HexaPace(SPEEDS[level], dice)
