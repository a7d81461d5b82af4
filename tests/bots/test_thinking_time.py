"""Thinking: counted in work, capped in time, and the same for the same seed."""

from random import Random

import pytest

from cartable.arena.simulation import play
from cartable.bots import Level, bot
from cartable.bots.quinto.expert import STAGES, QuintoExpert
from cartable.bots.thinking import EXPERT_MS, ThinkingTime
from cartable.games import registry
from cartable.games.quinto import QUINTO
from cartable.kernel import AnyGame


class Clock:
    """It moves on by so many seconds whenever somebody looks at it."""

    def __init__(self, ticks_s: float) -> None:
        self.looks = 0
        self._ticks_s = ticks_s

    def __call__(self) -> float:
        self.looks += 1
        return self.looks * self._ticks_s


HANDS = [["O4", "Y1", "P5"], ["X2", "O6", "Y3"]]


def thought(clock: Clock, seed: int = 3) -> str:
    """What an expert lays at the start of a match for two."""
    state = QUINTO.from_position({"hands": HANDS, "active": 0}, QUINTO.options(), 2, list).state
    player = QuintoExpert(Random(seed), clock)
    legal = QUINTO.legal(state, 0)
    act = player.decide(QUINTO.view(state, 0), legal, 0.0).act
    assert act in legal
    return str(act)


def test_no_step_is_begun_that_would_end_too_late() -> None:
    """Steps of 100 ms: four are over after 400 ms, a fifth would be in time, a sixth would not."""
    clock = Clock(0.1)
    limit = ThinkingTime(EXPERT_MS, clock)
    assert [limit.allows(step) for step in range(1, 7)] == [True, True, True, True, False, False]


def test_with_time_enough_all_the_work_is_done() -> None:
    clock = Clock(0.001)
    thought(clock)
    assert clock.looks == 1 + sum(samples for _, samples in STAGES), "before each sample"


@pytest.mark.parametrize(("ticks_s", "looks"), [(0.4, 2), (0.2, 4)])
def test_an_expert_without_time_stops_and_answers(ticks_s: float, looks: int) -> None:
    clock = Clock(ticks_s)
    thought(clock)
    assert clock.looks == looks


def test_the_clock_changes_nothing_while_there_is_time() -> None:
    assert len({thought(Clock(ticks_s)) for ticks_s in (0.0, 0.001, 0.01)}) == 1


@pytest.mark.parametrize("level", [Level.STRONG, Level.EXPERT])
@pytest.mark.parametrize("game", registry.ALL, ids=lambda game: game.id)
def test_the_same_seed_plays_the_same_match(game: AnyGame, level: Level, monkeypatch: pytest.MonkeyPatch) -> None:
    """The smallest table: those who think most need longest. The weaker levels are tried at full tables. Time is no
    matter as long as there is enough of it: here it stands still.
    """
    monkeypatch.setattr(ThinkingTime, "allows", lambda _budget, _steps: True)
    seats = range(game.seats[0])
    one, again = (play(game, [bot(game.id, level, 11, seat) for seat in seats], 11) for _ in range(2))
    assert one.done == again.done
