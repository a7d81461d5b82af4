"""A match under way, for an environment to drive: who is asked, what they may do, and how it goes on."""

from abc import ABC, abstractmethod
from typing import Any

from cartable.kernel import Act, AnyGame, Options, Outcome, Refused, Seat
from cartable.table.dealers import SeededDealer, deal_on


class Course(ABC):
    """`asked` are the seats still to choose, in order; nobody, when the match is over. Chance is dealt from a seed."""

    def __init__(self, game: AnyGame, seats: int, options: Options, seed: int) -> None:
        self.game = game
        self.seats = seats
        self.acts = 0
        self.asked: list[Seat] = []
        self.state: Any = game.start(options, seats)
        self._dealer = SeededDealer(seed)

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

    def _deal(self) -> None:
        """All that DEALER owes."""
        for _, stepped in deal_on(self.game, self.state, self._dealer):
            self.state = stepped.state
