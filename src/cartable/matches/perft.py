"""Counting the tree of a game: the positions at each depth, by who is to act. A rule that changed changes a count.

A position counts once for each sequence of acts that leads to it. Every act counts that DEALER has a chance of, that a
player may do, or that CLOCK may do by itself; ties, which the referee finds, do not.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

from cartable.kernel import CLOCK, DEALER, ONLY_DEALER, Act, AnyGame, Seat, Stepped

WHO: Final = {DEALER: "dealer", CLOCK: "clock"}
"""Those who act and are no players, in words."""


def who(seat: Seat) -> str:
    """A seat in words."""
    return WHO.get(seat, f"seat {seat}")


class Counts(msgspec.Struct, frozen=True):
    """Positions of one depth: DEALER is to act, somebody else is, or the match is over."""

    chance: int = 0
    decision: int = 0
    end: int = 0

    @property
    def all(self) -> int:
        """All of them."""
        return self.chance + self.decision + self.end


def in_order(seats: Iterable[Seat]) -> list[Seat]:
    """Players first, then the table's own."""
    return sorted(seats, key=lambda seat: (seat < 0, seat))


def branches(game: AnyGame, state: Any) -> Iterator[tuple[Seat, Act, Any]]:
    """Every act that can follow, seat by seat in the order of `legal`, with the state after it."""
    actors = game.actors(state)
    acts: list[tuple[Seat, Act]]
    if actors == ONLY_DEALER:
        acts = [(DEALER, act) for act, _ in game.chances(state)]
    else:
        acts = [(seat, act) for seat in in_order(actors) for act in game.legal(state, seat)]
    for seat, act in acts:
        stepped = game.step(state, seat, act)
        if not isinstance(stepped, Stepped):
            raise RuntimeError(f"{game.id} offers `{act}` to seat {seat} and refuses it: {stepped.code}")
        yield seat, act, stepped.state


def count_tree(game: AnyGame, state: Any, depth: int) -> Iterator[Counts]:
    """The counts of depth 0, 1, ... up to `depth`. Equal states are followed once, and counted as often as reached."""
    layer: Counter[Any] = Counter({state: 1})
    yield _counted(game, layer)
    for _ in range(depth):
        following: Counter[Any] = Counter()
        for each, times in layer.items():
            for _, _, after in branches(game, each):
                following[after] += times
        layer = following
        yield _counted(game, layer)


def count_by_first_act(game: AnyGame, state: Any, depth: int) -> Iterator[tuple[Seat, Act, Counts]]:
    """The counts of `depth`, at least 1, apart for each act that can come first."""
    for seat, act, after in branches(game, state):
        *_, deepest = count_tree(game, after, depth - 1)
        yield seat, act, deepest


def _counted(game: AnyGame, layer: Counter[Any]) -> Counts:
    chance = decision = end = 0
    for state, times in layer.items():
        actors = game.actors(state)
        if not actors:
            end += times
        elif actors == ONLY_DEALER:
            chance += times
        else:
            decision += times
    return Counts(chance, decision, end)
