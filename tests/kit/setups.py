"""Which matches are looked at: every number of players, every option, every policy, any luck."""

import tomllib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import cycle, product
from random import Random
from typing import Final

import msgspec
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from cartable.kernel import AnyGame, read_options
from tests.kit.folders import scenario_files_of
from tests.kit.options import any_options, made, values
from tests.kit.policies import POLICIES
from tests.kit.sample import BOTS, Sampled, Setup, sampled

_KEPT: Final = 48


@lru_cache(maxsize=_KEPT)
def match_of(game: AnyGame, setup: Setup) -> Sampled:
    """The match of a set-up; the latest are kept, for bots think long."""
    return sampled(game, setup)


def bot_setups(game: AnyGame) -> list[Setup]:
    """A few matches of bots: one for each number of players and each level."""
    return [
        Setup(seats, any_options(game, Random(f"{policy} {seats}")), policy, seats)
        for policy in BOTS
        for seats in game.seats
    ]


def setups(game: AnyGame) -> SearchStrategy[Setup]:
    """Any match of a game."""
    options = st.fixed_dictionaries({name: st.sampled_from(among) for name, among in values(game.options).items()})
    by_policy = st.builds(
        Setup,
        seats=st.sampled_from(game.seats),
        options=options.map(lambda named: made(game, named)),
        policy=st.sampled_from(list(POLICIES)),
        seed=st.integers(0, 2**16),
    )
    return st.one_of(by_policy, by_policy, by_policy, st.sampled_from(bot_setups(game)))


def spread(game: AnyGame, count: int) -> Iterator[Setup]:
    """The same matches at every run, spread over players, policies and options; those of bots come first."""
    yield from bot_setups(game)
    rng = Random(game.id)
    kinds = cycle(product(POLICIES, game.seats))
    for seed, (policy, seats) in zip(range(count), kinds, strict=False):
        yield Setup(seats, any_options(game, rng), policy, seed)


def scenario_setups(game: AnyGame, policies: Iterable[str]) -> Iterator[tuple[str, Setup]]:
    """A match that goes on from each scenario of a game, by these policies in turn; with the scenario's name."""
    paths = scenario_files_of(game)
    for path, policy in zip(paths, cycle(policies), strict=False):
        keys = tomllib.loads(path.read_text(encoding="utf-8"))
        options = read_options(game.options, keys.get("options", {}))
        given = msgspec.json.encode(keys.get("given", {}))
        yield path.stem, Setup(keys["players"], options, policy, keys.get("seed", 0), given)
