"""Ways to choose among legal acts that need no knowledge of the game.

Uniform choice alone hardly ever gets far: it stops before it busts and writes where nothing follows. A policy that
insists on something, drawn again for each match, reaches what people reach.
"""

from collections.abc import Callable
from random import Random
from typing import Final

from cartable.kernel import Act

Policy = Callable[[tuple[Act, ...]], Act]
"""One choice among legal acts, which are never none."""

Maker = Callable[[Random], Policy]
"""A policy for one match, with the luck of that match."""


def uniform(rng: Random) -> Policy:
    """Any act, all equally likely."""
    return rng.choice


def stubborn(rng: Random) -> Policy:
    """Prefers kinds of act in an order drawn once: always draw before you take, or never pass while you can write."""
    order: dict[str, float] = {}

    def choose(legal: tuple[Act, ...]) -> Act:
        verbs = [str(act).split(" ", 1)[0] for act in legal]
        best = min(verbs, key=lambda verb: order.setdefault(verb, rng.random()))
        return rng.choice([act for act, verb in zip(legal, verbs, strict=True) if verb == best])

    return choose


def fixed(rng: Random) -> Policy:
    """Single acts in an order drawn once: the same column, the same call, again and again."""
    order: dict[str, float] = {}

    def choose(legal: tuple[Act, ...]) -> Act:
        return min(legal, key=lambda act: order.setdefault(str(act), rng.random()))

    return choose


def first(_rng: Random) -> Policy:
    """What is listed first."""
    return lambda legal: legal[0]


def last(_rng: Random) -> Policy:
    """What is listed last."""
    return lambda legal: legal[-1]


def slow(rng: Random) -> Policy:
    """Any act, but late: where time can run out, it mostly does."""
    return uniform(rng)


def restless(rng: Random) -> Policy:
    """Another of these with every choice."""
    moods = [uniform(rng), stubborn(rng), fixed(rng), last(rng)]

    def choose(legal: tuple[Act, ...]) -> Act:
        return rng.choice(moods)(legal)

    return choose


POLICIES: Final[dict[str, Maker]] = {
    made.__name__: made for made in (uniform, stubborn, fixed, first, last, slow, restless)
}
