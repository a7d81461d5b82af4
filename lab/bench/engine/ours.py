"""Our games under the same uniform random legal play."""

import gc
import tracemalloc
from collections.abc import Iterator
from random import Random
from typing import Any

from cartable.games import registry
from cartable.kernel import DEALER, AnyGame, NextReveal, Refused


class QuickDealer:
    """Shuffles with an ordinary generator: what is measured is the rules, not the cryptography of verifiable deals."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._orders: dict[tuple[str, int], list[str]] = {}

    def shows(self, due: NextReveal) -> str:
        made = (due.verb, due.shuffle)
        if made not in self._orders:
            order = list(due.among)
            self._rng.shuffle(order)
            self._orders[made] = order
        return f"{due.verb} {self._orders[made][due.slot]}"


def states(game: AnyGame, seats: int, rng: Random) -> Iterator[tuple[Any, bool]]:
    """One random game: every state after an act, and whether a player decided on it."""
    state, dealer = game.start(game.options(), seats), QuickDealer(rng)
    while actors := game.actors(state):
        if DEALER in actors:
            seat, act = DEALER, game.read(dealer.shows(game.next_reveal(state)))
        else:
            seat = rng.choice(sorted(actors))
            legal = game.legal(state, seat)
            if not legal:  # Trio with its own referee: a seat may have nothing that fits
                continue
            act = rng.choice(legal)
        stepped = game.step(state, seat, act)
        if isinstance(stepped, Refused):
            raise RuntimeError(f"{game.id} refuses the legal act {act}: {stepped.code}")
        state = stepped.state
        yield state, seat >= 0


def play(game: AnyGame, seats: int, rng: Random) -> tuple[int, int]:
    """One random game: how many acts, and how many of them by players."""
    acts = decisions = 0
    for _, decided in states(game, seats, rng):
        acts += 1
        decisions += decided
    return acts, decisions


def bytes_per_state(game: AnyGame, seats: int) -> float:
    """What keeping every state of a game costs each, as allocated; what states share is counted once."""
    gc.collect()
    tracemalloc.start()
    kept = [state for state, _ in states(game, seats, Random(1))]
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return size / len(kept)


OURS = [(game, seats) for game in registry.games() for seats in (game.seats[0], game.seats[-1])]
