"""What the engine made of every act of some matches, as arrays to hold the simulator to."""

from collections.abc import Iterable, Iterator
from functools import cache, partial
from random import Random
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from cartable.arena import simulation
from cartable.bots import Level, bot
from cartable.games.quinto.simulator import rules as quinto
from cartable.games.registry import game as game_of
from cartable.kernel import DEALER, AnyGame, Stepped
from cartable.research.batch.bits import either
from cartable.research.batch.contract import Simulator
from cartable.research.batch.simulators import SIMULATORS
from cartable.research.encodings import encoding
from cartable.research.rewards import Reward, rewards
from tests.kit.options import any_options
from tests.kit.policies import POLICIES
from tests.kit.sample import Sampled, Setup, Turn, sampled
from tests.research.batch.words import push_words, quinto_words, stacked

CHUNK = 2048
"""How many acts are compared at a time: one shape for all, compiled once a game and number of players."""


class Trace(NamedTuple):
    """Acts, each with the state before and after it, and what the engine says of the state before."""

    before: Any
    seat: Any
    act: Any
    after: Any
    legal: Any
    odds: Any
    observer: Any
    seen: Any
    scores: Any
    rewards: Any


def setups(game: AnyGame, seats: int, count: int, first: int = 0) -> Iterator[Setup]:
    """This many matches at a table of that size, with any options and policy."""
    for number in range(first, first + count):
        rng = Random(f"{game.id} {seats} {number}")
        yield Setup(seats, any_options(game, rng), rng.choice(list(POLICIES)), number)


def by_bots(game: AnyGame, level: Level, seats: int, seed: int) -> Sampled:
    """A match of bots of a level."""
    options = any_options(game, Random(f"{level} {seats} {seed}"))
    setup = Setup(seats, options, "uniform", seed)
    bots = [bot(game.id, level, seed, seat) for seat in range(seats)]
    state, dealer = setup.begin(game)
    turns = []
    for done in simulation.play(game, bots, seed, options).done:
        turn = Turn(state, done.seat, done.act, game.step(state, done.seat, done.act))
        assert isinstance(turn.answer, Stepped)
        turns.append(turn)
        state = turn.answer.state
    return Sampled(setup, tuple(turns), state, dealer)


def matches(game_id: str, seats: int, count: int, first: int = 0) -> Iterator[Sampled]:
    """Matches by policies that know nothing of the game."""
    game = game_of(game_id)
    return (sampled(game, setup) for setup in setups(game, seats, count, first))


def _words(game_id: str, match: Sampled) -> list[Any]:
    if game_id == "push":
        return [push_words(state) for state in match.states]
    places, place = [0], 0
    for turn in match.turns:
        on = getattr(turn.act, "on", None)
        place = "abcd".index(on[-1][1]) if on else place
        places.append(place)
    return [quinto_words(state, at) for state, at in zip(match.states, places, strict=True)]


def trace(game_id: str, played: Iterable[Sampled]) -> Trace:
    """Every act of these matches."""
    game, coding = game_of(game_id), encoding(game_id)
    rows: list[tuple[Any, ...]] = []
    for match in played:
        words = _words(game_id, match)
        states = match.states
        for number, (state, seat, act) in enumerate((turn.state, turn.seat, turn.act) for turn in match.turns):
            observer = number % len(match.seats)
            odds = np.zeros(len(coding.chances))
            for outcome, chance in coding.odds(state) if seat == DEALER else ():
                odds[outcome] = chance
            asked = min(game.actors(state))
            rows.append(
                (
                    words[number],
                    seat,
                    coding.chance[act] if seat == DEALER else coding.number[act],
                    words[number + 1],
                    list(coding.mask(game.legal(state, asked))),
                    odds,
                    observer,
                    coding.observe(game.view(state, observer), len(match.seats)),
                    *_worth(game, states[number + 1], observer),
                )
            )
    parts = list(zip(*rows, strict=True))
    trees = {0: stacked(parts[0]), 3: stacked(parts[3])}
    return Trace._make(trees[at] if at in trees else np.asarray(part) for at, part in enumerate(parts))


def _worth(game: AnyGame, state: Any, number: int) -> tuple[Any, Any]:
    """The scores after an act, and the rewards if that was the last one."""
    outcome = game.outcome(state)
    kind = list(Reward)[number % 2]
    seen = game.view(state, None).scores
    return seen, rewards(outcome, kind) if outcome else (0.0,) * len(seen)


def judged(simulator: Simulator, before: Any, seat: Array, act: Array, observer: Array) -> dict[str, Any]:
    """What the simulator makes of the same acts."""
    number = jnp.maximum(act, 0)
    who = jnp.maximum(seat, 0).astype(jnp.uint32)
    acted = quinto.step_as(before, who, number) if simulator.id == "quinto" else simulator.step(before, number)
    dealt = simulator.chance(before, number)
    after = either(seat == DEALER, dealt, acted)
    weights = simulator.odds(before).astype(jnp.float32)
    by_score, by_rank = (simulator.rewards(after, kind) for kind in (Reward.SCORE, Reward.RANK))
    return {
        "after": after,
        "legal": simulator.legal(before),
        "odds": weights / jnp.maximum(weights.sum(-1, keepdims=True), 1),
        "seen": simulator.observe(before, observer),
        "scores": simulator.scores(after),
        "rewards": jnp.where((observer % 2 == 1)[..., None], by_score, by_rank),
    }


COMPILED = (2, 3)
"""Numbers of players at which the tests compile it."""


@cache
def judge(game_id: str, *, compiled: bool = True) -> Any:
    """`judged` for a game. Compiling takes seconds for each number of players: for a few acts it is not worth it."""
    judge_one = partial(judged, SIMULATORS[game_id])
    return jax.jit(judge_one) if compiled else judge_one


def differences(found: Trace, judge_: Any) -> dict[str, int]:
    """In how many acts the simulator says something else, by what it is about."""
    many = len(found.act)
    wrong: dict[str, int] = {}
    for start in range(0, many, CHUNK):
        at = np.minimum(np.arange(start, start + CHUNK), many - 1)
        part = jax.tree.map(lambda leaf, at=at: leaf[at], found)
        said = judge_(part.before, part.seat, part.act, part.observer)
        for name, value in said.items():
            pairs = zip(jax.tree.leaves(value), jax.tree.leaves(getattr(part, name)), strict=True)
            differs = np.zeros(CHUNK, bool)
            for own, theirs in pairs:
                apart = ~np.isclose(np.asarray(own, np.float64), np.asarray(theirs, np.float64), rtol=0, atol=1e-5)
                differs |= apart.reshape(CHUNK, -1).any(1)
            wrong[name] = wrong.get(name, 0) + int(differs[: many - start].sum())
    return wrong
