"""The best rule of docs/studies/push-stopping.md as a bot for the arena: a person can remember it, and play it."""

from cartable.bots import Bot, Intent
from cartable.games.push.acts import PushAct, PushDraw, PushPlace, PushProtect, PushTake
from cartable.games.push.cards import LETTER_OF, value
from cartable.games.push.view import PushView, preview_of

ENOUGH = 6  # points in a column to stop at
MUCH = 18  # open points of a colour to protect
DIE = 4  # what a Dice card in a column costs


class Remembered(Bot[PushView, PushAct]):
    """Draw until a column has six points; lay on the column with the most; protect a colour from 18 points on."""

    def __init__(self, seed: int, seat: int) -> None:
        self.seed, self.seat = seed, seat

    def decide(self, view: PushView, legal: tuple[PushAct, ...], now_ms: float) -> Intent[PushAct]:
        worths = [column.worth - DIE * column.die for column in preview_of(view).columns]
        return Intent(max(legal, key=lambda act: self.worth(view, worths, act)), now_ms)

    def worth(self, view: PushView, worths: list[int], act: PushAct) -> float:
        match act:
            case PushDraw():
                return -1000 if worths and max(worths) >= ENOUGH else 100
            case PushPlace(column):
                return worths[column - 1] if column <= len(worths) else 0
            case PushTake(column):
                return worths[column - 1]
            case PushProtect(colour):
                shown = view.zones[self.seat].shown
                points = sum(value(card) for card in shown if card[0] == LETTER_OF[colour])
                return 1000 + points if points >= MUCH else -1000
            case _:
                return 0
