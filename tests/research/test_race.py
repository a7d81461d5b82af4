"""Races in simulated time: the model decides who is first, and nothing else."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from cartable.bots.reaction import FASTEST_MS
from cartable.games.hexa import HEXA
from cartable.games.hexa.acts import CALLS, TURN, HexaTie, HexaUnclaimed
from cartable.games.trio import TRIO
from cartable.games.trio.acts import GO, TrioLay
from cartable.games.trio.state import TrioPhase
from cartable.kernel import Act, Seat
from cartable.matches.referee import TIE
from cartable.research.episode import BEAT_MS, RaceEpisode


def hexa(seed: int, seats: int = 4, level: str = "fair", **options: Any) -> RaceEpisode:
    """A race with its first card open."""
    race = RaceEpisode(HEXA, seats, HEXA.options(**options), seed, level)
    race.choose(0, TURN)
    return race


def watched(race: RaceEpisode, monkeypatch: pytest.MonkeyPatch) -> list[tuple[float, Seat, Act]]:
    """What is judged, and when."""
    done: list[tuple[float, Seat, Act]] = []
    game = race.game

    def noting(state: Any, seat: Seat, act: Act) -> Any:
        done.append((race.now_ms, seat, act))
        return game.apply(state, seat, act)

    monkeypatch.setattr(race.match, "game", replace(game, apply=noting))
    return done


def test_the_same_seed_is_the_same_race() -> None:
    for seed in range(5):
        one, two = hexa(seed), hexa(seed)
        for race in (one, two):
            for seat in tuple(race.asked):
                race.choose(seat, CALLS[seat])
        assert (one.state, one.now_ms) == (two.state, two.now_ms)


def test_a_seat_may_be_first_whatever_its_number() -> None:
    """All are equally fast on average: over many races each seat is first about as often."""
    first: Counter[int] = Counter()
    for seed in range(400):
        race = hexa(seed)
        for seat in tuple(race.asked):
            race.choose(seat, CALLS[0])
        if not race.state.tied:
            first[next((seat for seat, chips in enumerate(race.state.chips) if chips), race.state.turner)] += 1
    assert all(60 < first[seat] < 140 for seat in range(4)), first


def test_nobody_reacts_faster_than_people_can() -> None:
    for seed in range(100):
        race = hexa(seed, level="expert")
        began = race.now_ms
        for seat in tuple(race.asked):
            race.choose(seat, CALLS[0])
        assert race.now_ms - began > FASTEST_MS


def test_calls_too_close_together_are_tied(monkeypatch: pytest.MonkeyPatch) -> None:
    ties = 0
    for seed in range(120):
        race = hexa(seed)
        with monkeypatch.context() as patch:
            done = watched(race, patch)
            aims = {}
            for seat in tuple(race.asked):
                aims[seat] = race._aim(seat, CALLS[0])
                race._under_way[seat] = aims[seat]  # what is chosen now keeps this time
                race.choose(seat, CALLS[0])
        soonest = min(aim.at_ms for aim in aims.values())
        close = [seat for seat, aim in aims.items() if aim.at_ms - soonest < TIE]
        at_ms, seat, act = done[0]
        assert at_ms == soonest
        if len(close) > 1:
            ties += 1
            assert act == HexaTie(tuple((tied, 1) for tied in close))
        else:
            assert seat == close[0]
    assert ties


def test_when_everybody_waits_patience_runs_out(monkeypatch: pytest.MonkeyPatch) -> None:
    race = hexa(1, patience_s=7)
    began = race.now_ms
    done = watched(race, monkeypatch)
    for seat in tuple(race.asked):
        race.choose(seat, None)
    assert isinstance(done[0][2], HexaUnclaimed)
    assert race.now_ms - began == 7000


def test_nobody_waits_forever_alone() -> None:
    race = RaceEpisode(HEXA, 3, HEXA.options(), 1, "fair")
    assert race.asked == [0]
    assert not race.may_wait()
    race.choose(0, TURN)
    assert race.may_wait()


def trio(seed: int, **options: Any) -> RaceEpisode:
    """A running race for two."""
    race = RaceEpisode(TRIO, 2, TRIO.options(**options), seed, "fair")
    race.choose(0, GO)
    assert race.state.phase is TrioPhase.RUNNING
    return race


def test_a_beat_passes_when_nobody_does_anything() -> None:
    race = trio(1)
    began, state = race.now_ms, race.state
    for seat in tuple(race.asked):
        race.choose(seat, None)
    assert race.state is state
    assert race.now_ms == began + BEAT_MS


def test_who_keeps_an_aim_loses_no_time() -> None:
    """The slower of two goes on with the same card on the same top: it lands when it would have landed anyway."""
    kept = 0
    for seed in range(40):
        race = trio(seed)
        lays = [next(act for act in race.legal(seat) if isinstance(act, TrioLay) and act.pile == pile)
                for seat, pile in ((0, "same"), (1, "step"))]  # fmt: skip
        aims = {}
        for seat in (0, 1):
            aims[seat] = race._aim(seat, lays[seat])
            race._under_way[seat] = aims[seat]
            race.choose(seat, lays[seat])
        slower = max(aims, key=lambda seat: aims[seat].at_ms)
        if slower in race.asked:
            kept += 1
            assert race._aim(slower, lays[slower]) == aims[slower]
            other = next(act for act in race.legal(slower) if act != lays[slower])
            assert race._aim(slower, other).at_ms > race.now_ms
    assert kept


def test_who_can_only_wait_is_not_asked() -> None:
    """With the referee (TRIO-23) a hand may hold nothing that fits."""
    seen = 0
    for seed in range(30):
        race = trio(seed, referee=True)
        while race.outcome() is None and race.acts < 60:
            seen += len(race.asked) < 2 and race.state.phase is TrioPhase.RUNNING
            for seat in tuple(race.asked):
                race.choose(seat, race.legal(seat)[0])
    assert seen
