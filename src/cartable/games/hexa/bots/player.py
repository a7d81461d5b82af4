"""Hexa: a player with the eyes of a person."""

from typing import Final

import msgspec

from cartable.bots.contract import Bot, BotRandom, Intent
from cartable.bots.reaction import SearchSpeed, difficulty
from cartable.games.hexa.acts import PASS, TURN, HexaAct, HexaCall
from cartable.games.hexa.bots.pace import HexaPace, Rows
from cartable.games.hexa.cards import CLASHES, FITS_SIDE
from cartable.games.hexa.state import ELIMINATING, HexaPhase
from cartable.games.hexa.view import HexaView

HURRIED: Final = 0.6
LATEST: Final = 0.95
"""The part of the table's patience in which somebody calls who would need more than that."""

SURE_MS: Final = 3000.0
"""Calm play: whoever would still be looking after this, in a race, is not sure enough to call. Else all levels would be
alike, and whoever is heard first would win nearly every match."""


class CardPlan(msgspec.Struct, frozen=True):
    """What the bot will do about one card. Decided once, when the card is shown, and kept until it is gone."""

    card: tuple[int, HexaPhase]
    act: HexaAct
    at_ms: float


class HexaPlayer(Bot[HexaView, HexaAct]):
    """Looks at one row after another, and calls the first that seems to fit; or "impossible" after all six."""

    def __init__(self, speed: SearchSpeed, random: BotRandom) -> None:
        self._dice = random.own
        self._match = random.match_seed
        self._eyes = HexaPace(speed, random.own)
        self._plan: CardPlan | None = None

    def decide(self, view: HexaView, legal: tuple[HexaAct, ...], now_ms: float) -> Intent[HexaAct]:
        card = (view.turned, view.phase)
        if self._plan is None or self._plan.card != card:
            self._plan = self._decide(view, legal, now_ms)
        return Intent(self._plan.act, max(now_ms, self._plan.at_ms))

    def _decide(self, view: HexaView, legal: tuple[HexaAct, ...], now_ms: float) -> CardPlan:
        card = (view.turned, view.phase)
        if view.calm is not None:  # nobody is before others by being fast: the table lets everybody follow
            return CardPlan(card, TURN if TURN in legal else self._choose(view), now_ms)
        act, after_ms = (TURN, self._eyes.turning_ms()) if TURN in legal else self._look(view)
        return CardPlan(card, act, now_ms + after_ms)

    def _choose(self, view: HexaView) -> HexaAct:
        """Calm play: what the eyes find soon. Whom the next chip puts out looks twice, and passes in doubt."""
        found, looked_at = self._search(view)
        if self._calling_ms(view, looked_at) > SURE_MS:
            return PASS
        if view.seat is None or view.chips[view.seat] < ELIMINATING - 1:
            return HexaCall(found)
        again = self._search(view)[0] is None if found is None else self._seems_to_fit(view.open, found, view.rows)
        return HexaCall(found) if again else PASS

    def _search(self, view: HexaView) -> tuple[int | None, list[int]]:
        """The first row that seems to fit, and the rows looked at."""
        looked_at: list[int] = []
        for row in self._eyes.order(view.rows):
            looked_at.append(row)
            if self._seems_to_fit(view.open, row, view.rows):
                return row, looked_at
        return None, looked_at

    def _look(self, view: HexaView) -> tuple[HexaAct, float]:
        """What will be called, and how long after the card was shown."""
        found, looked_at = self._search(view)
        after_ms = self._calling_ms(view, looked_at)
        # HEXA-20: at a table with little patience nobody looks for longer than there is, or no card were ever called.
        if view.patience_s and after_ms > LATEST * view.patience_s * 1000:
            after_ms = self._dice.uniform(HURRIED, LATEST) * view.patience_s * 1000
        return HexaCall(found), after_ms

    def _calling_ms(self, view: HexaView, looked_at: list[int]) -> float:
        """How long it takes to look at these rows and call; some cards are hard for everybody."""
        hard = difficulty(self._match, f"{view.turned} {view.open}")
        return self._eyes.calling_ms(view.rows, looked_at, pace=self.pace, hard=hard)

    def _seems_to_fit(self, card: str, row: int, rows: Rows) -> bool:
        """A row is taken for right when all that clashes is overlooked, and nothing is seen that is not there."""
        speed, clashes = self._eyes.speed, clashing(card, row, rows)
        seems = speed.miss**clashes if clashes else 1 - speed.ghost
        return self._dice.random() < seems


def clashing(card: str, row: int, rows: Rows) -> int:
    """How many things of a row, the hexagon's own included, speak against a card."""
    return (not FITS_SIDE[card][row - 1]) + sum(other in CLASHES[card] for other in rows[row - 1])
