"""A match of turns: an act is judged as soon as it is chosen.

Where several decide at once (Quinto) they are asked one after the other: no view shows a choice before all are made, so
this is the same game.
"""

from cartable.kernel import Act, AnyGame, Options, Refused, Seat
from cartable.research.course import Course


class Turns(Course):
    """A match of turns."""

    def __init__(self, game: AnyGame, seats: int, options: Options, seed: int) -> None:
        super().__init__(game, seats, options, seed)
        self._ask()

    def choose(self, seat: Seat, act: Act | None) -> Refused | None:
        if act is None:
            raise TypeError("nobody can wait in a game of turns")
        stepped = self.game.step(self.state, seat, act)
        if isinstance(stepped, Refused):
            return stepped
        self.state = stepped.state
        self.acts += 1
        self._ask()
        return None

    def _ask(self) -> None:
        self.asked = sorted(self._deal())
