"""Small positions solved exactly: every choice and every chance followed to the end, in fractions.

For games where everything is open and one seat acts at a time: there the view of a spectator, while a player is to act,
is the whole position, and equal positions are solved once. Each player maximises their own value; among equal choices
the first one is taken, which matters to the others only where there are more than two players.
"""

from fractions import Fraction
from typing import Any

import msgspec

from cartable.kernel import DEALER, Act, AnyGame, Refused, Seat
from cartable.research.rewards import Reward, exact_rewards

Values = tuple[Fraction, ...]
"""What a position is worth, by seat."""


class Solver:
    """Solves positions of one game; what was found is kept."""

    def __init__(self, game: AnyGame, reward: Reward = Reward.SCORE) -> None:
        self._game = game
        self._reward = reward
        self._known: dict[bytes, Values] = {}

    def __len__(self) -> int:
        return len(self._known)

    def values(self, state: Any) -> Values:
        """What a position is worth to each seat when everybody plays as well as can be."""
        game = self._game
        outcome = game.outcome(state)
        if outcome is not None:
            return exact_rewards(outcome, self._reward)
        (seat,) = game.actors(state)
        if seat == DEALER:
            return _mean([(self._after(state, DEALER, act), chance) for act, chance in game.chances(state)])
        key = msgspec.json.encode(game.view(state, None))
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = max(self.choices(state).values(), key=lambda worth: worth[seat])
        return found

    def choices(self, state: Any) -> dict[Act, Values]:
        """What each act of the seat that is to act leads to."""
        (seat,) = self._game.actors(state)
        return {act: self._after(state, seat, act) for act in self._game.legal(state, seat)}

    def _after(self, state: Any, seat: Seat, act: Act) -> Values:
        stepped = self._game.step(state, seat, act)
        if isinstance(stepped, Refused):
            raise RuntimeError(f"{self._game.id} refuses `{act}`, which it had offered: {stepped.code}")
        return self.values(stepped.state)


def _mean(weighed: list[tuple[Values, Fraction]]) -> Values:
    """The average over all chances, seat by seat."""
    seats = len(weighed[0][0])
    return tuple([sum((values[seat] * chance for values, chance in weighed), Fraction()) for seat in range(seats)])
