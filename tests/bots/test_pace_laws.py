"""Laws of race bots at any pace: only when they act changes, never what they do; and a plan is made once."""

from itertools import pairwise
from random import Random
from statistics import median
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cartable.arena.simulation import play
from cartable.bots import Level, bot
from cartable.games.hexa import HEXA
from cartable.games.trio import TRIO
from cartable.kernel import AnyGame
from cartable.matches.deal.dealers import SeededDealer
from cartable.matches.live.pace import FASTEST, SLOWEST, MatchedPace
from cartable.matches.log.header import MATCH_ME, Player, header_for
from cartable.matches.match import Match, Played

RACES = [pytest.param(game, id=game.id) for game in (HEXA, TRIO)]
PEOPLE = [level for level in Level if level is not Level.RANDOM]
PACES = st.floats(FASTEST, SLOWEST)


def questions(game: AnyGame, seed: int) -> list[tuple[Any, tuple[Any, ...]]]:
    """What seat 0 saw and might do, again and again, in a match of two fair bots."""
    state, asked = game.start(game.options(), 2), []
    for done in play(game, [bot(game.id, "fair", seed, seat) for seat in (0, 1)], seed).done:
        if done.seat >= 0 and 0 in game.actors(state):
            asked.append((game.view(state, 0), game.legal(state, 0)))
        state = game.apply(state, done.seat, done.act).state
    return asked


ASKED = {game.id: [questions(game, seed) for seed in range(3)] for game in (HEXA, TRIO)}


@pytest.mark.parametrize("level", PEOPLE)
@given(match=st.integers(0, 2), seed=st.integers(0, 999), pace=PACES)
def test_in_hexa_speed_never_changes_what_is_called(level: Level, match: int, seed: int, pace: float) -> None:
    """Card after card, through a whole match."""
    usual, other = bot("hexa", level, seed, 0), bot("hexa", level, seed, 0)
    other.pace = pace
    for number, (view, legal) in enumerate(ASKED["hexa"][match]):
        one, two = (each.decide(view, legal, 1e5 * number) for each in (usual, other))
        assert one is not None
        assert two is not None
        assert one.act == two.act
        assert (one.at_ms <= two.at_ms) == (pace >= 1) or abs(one.at_ms - two.at_ms) < 1e-3 or str(one.act) == "turn"


@pytest.mark.parametrize("level", PEOPLE)
@given(match=st.integers(0, 2), at=st.integers(0, 40), seed=st.integers(0, 999), pace=PACES)
def test_in_trio_speed_never_changes_what_is_laid(level: Level, match: int, at: int, seed: int, pace: float) -> None:
    """From any view: later ones depend on who was sooner."""
    view, legal = ASKED["trio"][match][at]
    usual, other = bot("trio", level, seed, 0), bot("trio", level, seed, 0)
    other.pace = pace
    one, two = usual._reach(view, legal, 0.0), other._reach(view, legal, 0.0)  # type: ignore[attr-defined]
    assert (one and one.act) == (two and two.act)


@pytest.mark.parametrize("level", PEOPLE)
@given(seed=st.integers(0, 999), nows=st.lists(st.floats(0, 20_000), max_size=8), paces=st.lists(PACES, min_size=8))
def test_a_call_is_planned_once(level: Level, seed: int, nows: list[float], paces: list[float]) -> None:
    """However often the bot is asked about the card, whatever the pace has become: it is never planned again."""
    view, legal = next(each for each in ASKED["hexa"][0] if len(each[1]) > 1)
    player = bot("hexa", level, seed, 0)
    first = player.decide(view, legal, 0.0)
    assert first is not None
    for now, player.pace in zip(sorted(nows), paces, strict=False):
        later = player.decide(view, legal, now)
        assert later is not None
        assert (later.act, later.at_ms) == (first.act, max(first.at_ms, now))


@pytest.mark.parametrize("game", RACES)
def test_stronger_levels_act_sooner(game: AnyGame) -> None:
    def usual_ms(level: Level) -> float:
        times = []
        for number, (view, legal) in enumerate(ASKED[game.id][0]):
            intent = bot(game.id, level, number, 0).decide(view, legal, 0.0)
            if intent is not None and len(legal) > 1:
                times.append(intent.at_ms)
        return median(times)

    medians = [usual_ms(level) for level in PEOPLE]
    assert medians == sorted(medians, reverse=True)
    assert all(slower > 1.2 * faster for slower, faster in pairwise(medians))


@pytest.mark.parametrize("game", RACES)
@pytest.mark.parametrize("seed", range(3))
def test_the_pace_follows_from_the_log(game: AnyGame, seed: int) -> None:
    """Act by act, or all at once after a restart: the same factor."""
    seats = [Player("Zoé", "human"), Player("Ada", "bot", MATCH_ME, 1.2)]
    match = Match(game, header_for(game, game.options(), seats, "0" * 64), SeededDealer(seed))
    match.start()
    pace = MatchedPace.of(game, match.header)
    moved = set()
    for done in play(game, [bot(game.id, "fair", seed, seat) for seat in (0, 1)], seed).done:
        if done.seat == -1:
            continue
        before = match.state
        assert isinstance(match.act(done.seat, done.act, round(done.at_ms)), Played)
        pace = pace.acted(game, before, done.seat, done.act, own=True)
        moved.add(pace.factor)
        if Random(seed + len(match.entries)).random() < 0.1:
            assert MatchedPace.of(game, match.header).after(match) == pace
    assert MatchedPace.of(game, match.header).after(match) == pace
    assert len(moved) > 5
