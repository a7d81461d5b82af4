"""A bot for the arena: it plays Push, and stops when one more card has become too dangerous."""

from cartable.bots import Bot, Intent
from cartable.games.push.acts import PushAct, PushDraw, PushPlace, PushProtect, PushTake
from cartable.games.push.cards import LETTER_OF, value
from cartable.games.push.view import PushView, preview_of

DARE = 0.12  # how likely a bust may be for one more card
MUCH = 10  # so many points of a colour are worth protecting


class Careful(Bot[PushView, PushAct]):
    """Made afresh for every match with its seed and its seat: all luck a bot needs comes from the seed."""

    def __init__(self, seed: int, seat: int) -> None:
        self.seed, self.seat = seed, seat

    def decide(self, view: PushView, legal: tuple[PushAct, ...], now_ms: float) -> Intent[PushAct]:
        return Intent(max(legal, key=lambda act: self.worth(view, act)), now_ms)

    def worth(self, view: PushView, act: PushAct) -> float:
        odds = preview_of(view)
        match act:
            case PushDraw():  # while it is safe enough, better than any column
                bad, cards = odds.bust
                return (100 if view.columns else MUCH) if bad <= DARE * cards else -1
            case PushPlace(column):  # all on one column: it is the one to take
                return odds.columns[column - 1].worth if column <= len(odds.columns) else 0
            case PushTake(column):  # the die costs some of what lies open
                return odds.columns[column - 1].worth - 4 * odds.columns[column - 1].die
            case PushProtect(colour):
                shown = view.zones[self.seat].shown
                return sum(value(card) for card in shown if card[0] == LETTER_OF[colour])
            case _:
                return 0
