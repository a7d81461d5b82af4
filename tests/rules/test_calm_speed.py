"""Calm play (HEXA-C7, TRIO-C9): how fast anybody chooses, and in which order, changes nothing."""

from dataclasses import replace
from random import Random
from typing import Any, Final

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cartable.games import registry
from cartable.kernel import Act, AnyGame, Event, Options, Seat, Stepped
from cartable.matches.deadlines import PlannedAct
from cartable.matches.deal.dealers import SeededDealer
from cartable.matches.simulated import SimulatedMatch
from tests.kit.options import any_options

CALM = [game for game in registry.games() if "calm" in game.options.__struct_fields__]
WINDOWS: Final = 30
"""How many windows of a match are compared."""


class Listened:
    """A game, and all that is told in the match of it that is played now; but not who chooses when."""

    def __init__(self, game: AnyGame) -> None:
        self.told: list[Event] = []

        def apply(state: Any, seat: Seat, act: Act) -> Stepped[Any]:
            stepped: Stepped[Any] = game.apply(state, seat, act)
            self.told += [each for each in stepped.events if each.to is None and each.name() != "choice-made"]
            return stepped

        self._game = replace(game, apply=apply)

    def match(self, options: Options, seats: int, seed: int) -> SimulatedMatch:
        self.told.clear()
        return SimulatedMatch(self._game, options, seats, SeededDealer(seed))


def choose(match: SimulatedMatch, choices: dict[Seat, Act], times: list[float]) -> None:
    """Everybody does what they chose, each at their own time."""
    for seat, act in choices.items():
        match.plans[seat] = PlannedAct(match.now_ms + times[seat], act)
    while match.plans:
        match.advance()


@pytest.mark.parametrize("game", CALM, ids=lambda game: game.id)
def test_speed_changes_nothing(game: AnyGame) -> None:
    """HEXA-C7, TRIO-C9."""
    hasty, slow = Listened(game), Listened(game)
    most = game.seats[-1]

    @given(st.integers(0, 10**6), st.lists(st.floats(0, 60_000), min_size=most, max_size=most))
    def holds(seed: int, times: list[float]) -> None:
        rng = Random(seed)
        options = msgspec.structs.replace(any_options(game, rng), calm=True, window_s=0)
        seats = rng.choice(game.seats)
        one, two = (each.match(options, seats, seed) for each in (hasty, slow))
        for _ in range(WINDOWS):
            choices = {seat: rng.choice(game.legal(one.state, seat)) for seat in sorted(one.actors) if seat >= 0}
            choose(one, choices, [0.0] * most)
            # A signal that somebody gives alone is no choice: the clock gives it in place of who is slow (TRIO-18).
            choose(two, choices, times if len(choices) > 1 else [0.0] * most)
            assert one.state == two.state
            assert hasty.told == slow.told
            rng.shuffle(times)

    holds()
