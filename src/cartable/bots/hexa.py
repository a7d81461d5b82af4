"""Hexa: bots with the eyes of people."""

from typing import Final

import msgspec

from cartable.bots.contract import AnyBot, Bot, BotRandom, Intent, Level
from cartable.bots.random_bot import RandomBot
from cartable.bots.reaction import REFLEXES, Reaction, Reflexes, difficulty
from cartable.games.hexa.acts import TURN, HexaAct, HexaCall
from cartable.games.hexa.cards import CLASHES, FITS_SIDE, SIDES
from cartable.games.hexa.rules import fitting_rows
from cartable.games.hexa.state import HexaPhase
from cartable.games.hexa.view import HexaView

TURNING_MS: Final = (400.0, 900.0)
"""How soon a card is turned: promptly, but not before the others have looked up."""

LOOKS_AGAIN_MS: Final = (4000.0, 9000.0)
"""Who saw nothing looks again after a while. By then somebody else has nearly always called."""

RANDOM_MS: Final = (400.0, 2000.0)


class CardPlan(msgspec.Struct, frozen=True):
    """What the bot will do about one card. Decided once, when the card is shown, and kept until it is gone."""

    card: tuple[int, HexaPhase]
    act: HexaAct
    at_ms: float


class HexaPlayer(Bot[HexaView, HexaAct]):
    """Looks for a row that fits, as fast and as surely as people of its level."""

    def __init__(self, reflexes: Reflexes, random: BotRandom) -> None:
        self._dice = random.own
        self._match = random.match_seed
        self._reaction = Reaction(reflexes, random.own)
        self._plan: CardPlan | None = None

    def decide(self, view: HexaView, legal: tuple[HexaAct, ...], now_ms: float) -> Intent[HexaAct]:
        card = (view.turned, view.phase)
        if self._plan is None or self._plan.card != card:
            act, after_ms = self._turn() if TURN in legal else self._look(view, len(legal))
            self._plan = CardPlan(card, act, now_ms + after_ms)
        return Intent(self._plan.act, max(now_ms, self._plan.at_ms))

    def _turn(self) -> tuple[HexaAct, float]:
        return TURN, self._dice.uniform(*TURNING_MS)

    def _look(self, view: HexaView, choices: int) -> tuple[HexaAct, float]:
        """What will be called, and how long after the card was shown."""
        reflexes, dice = self._reaction.reflexes, self._dice
        wrong = dice.random() < reflexes.wrong
        missed = dice.random() < reflexes.missed
        fitting = fitting_rows(view.open, view.rows)
        call = self._mistaken(view, fitting) if wrong else self._right(fitting)
        hard = difficulty(self._match, f"{view.turned} {view.open}")
        time_ms = self._reaction.time_ms(choices, hasty=wrong, hard=hard)
        return call, time_ms + (dice.uniform(*LOOKS_AGAIN_MS) if missed else 0.0)

    def _right(self, fitting: tuple[int, ...]) -> HexaCall:
        return HexaCall(self._dice.choice(fitting)) if fitting else HexaCall(None)

    def _mistaken(self, view: HexaView, fitting: tuple[int, ...]) -> HexaCall:
        """A row that looks right: the fewer of its cards clash, the easier it is to overlook them."""
        rows = [row for row in range(1, SIDES + 1) if row not in fitting]
        if not rows:
            return HexaCall(None)
        weights = [1 / clashing(view.open, row, view.rows) ** 2 for row in rows]
        return HexaCall(self._dice.choices(rows, weights)[0])


def clashing(card: str, row: int, rows: tuple[tuple[str, ...], ...]) -> int:
    """How many things of a row, the hexagon's own included, speak against a card."""
    return (not FITS_SIDE[card][row - 1]) + sum(other in CLASHES[card] for other in rows[row - 1])


def make(level: Level, random: BotRandom) -> AnyBot:
    """The bot for a level."""
    return RandomBot(random.own, *RANDOM_MS) if level is Level.RANDOM else HexaPlayer(REFLEXES[level], random)
