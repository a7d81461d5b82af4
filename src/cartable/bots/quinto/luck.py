"""Quinto: what nobody can see, as it might be: one way in which a match may go on, the same after every choice."""

from random import Random

from cartable.bots.quinto.lay_shapes import CARDS
from cartable.games.quinto.cards import KINDS
from cartable.games.quinto.view import QuintoView


class PlayoutLuck:
    """One sample: what the others hold, and lots for the cards to be drawn."""

    def __init__(self, seed: int, view: QuintoView, many: int) -> None:
        self._random = Random(seed)
        self.held = self._others(view, many)
        self._lots: list[list[float]] = []
        self._next = 0

    def _others(self, view: QuintoView, many: int) -> list[int]:
        """So many cards that the others may hold. A card that was not in the pile when it was shuffled is in a hand;
        the rest is anybody's guess."""
        ranked = sorted(view.unseen, key=lambda card: self._random.random() + (card not in view.shuffled), reverse=True)
        held = [KINDS.index[card] for card in ranked[:many]]
        self._random.shuffle(held)
        return held

    def again(self) -> None:
        """From the first lots on."""
        self._next = 0

    def next_lots(self) -> list[float]:
        """A number from 0 to 1 for every card: of those in the pile, the one with the highest is drawn."""
        if self._next == len(self._lots):
            self._lots.append([self._random.random() for _ in range(CARDS)])
        self._next += 1
        return self._lots[self._next - 1]
