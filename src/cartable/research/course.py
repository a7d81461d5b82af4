"""A match under way, for an environment to drive: who is asked, what they may do, and how it goes on."""

from abc import ABC, abstractmethod
from random import Random
from typing import Any

from cartable.kernel import DEALER, ONLY_DEALER, Act, AnyGame, Options, Outcome, Refused, Seat
from cartable.research.dealer import PracticeDealer
from cartable.table.dealers import shown


class Course(ABC):
    """`asked` are the seats still to choose, in order; nobody, when the match is over. Chance is dealt from a seed."""

    def __init__(self, game: AnyGame, seats: int, options: Options, seed: int) -> None:
        self.game = game
        self.seats = seats
        self.acts = 0
        self.asked: list[Seat] = []
        self.state: Any = game.start(options, seats)
        self._dice = Random(seed)
        self._dealer = PracticeDealer(self._dice)

    @abstractmethod
    def choose(self, seat: Seat, act: Act | None) -> Refused | None:
        """Do it (None: wait), or say why not: then nothing has changed, and the seat is asked again."""

    def may_wait(self) -> bool:
        """May one do nothing? Only in a race, and only where somebody else could act."""
        return False

    def legal(self, seat: Seat) -> tuple[Act, ...]:
        """What a seat may do now."""
        return self.game.legal(self.state, seat)

    def outcome(self) -> Outcome | None:
        """How it ended, or None while it goes on."""
        return None if self.asked else self.game.outcome(self.state)

    def _deal(self) -> frozenset[Seat]:
        """All that DEALER owes; then who may act."""
        game, dealer = self.game, self._dealer
        while True:
            actors = game.actors(self.state)
            if actors != ONLY_DEALER:
                return actors
            stepped = game.step(self.state, DEALER, game.act(shown(dealer, game.next_reveal(self.state))))
            if isinstance(stepped, Refused):
                raise RuntimeError(f"{game.id} asks the dealer for something and refuses it: {stepped.code}")
            self.state = stepped.state
