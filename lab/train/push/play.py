"""Push: many matches at once in JAX: how they begin, what a seat sees of them, and who is ahead."""

from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array

from cartable.games.push.simulator import rules as push
from cartable.games.push.simulator.rules import PackedPush
from cartable.research.batch.bits import RandomBits
from lab.train.push.look import Heap, Sight, heap_points, heap_size

NEVER: Final = -1e9


class MatchBatch(NamedTuple):
    """Matches under way, and where each began."""

    state: PackedPush
    start: PackedPush
    rng: RandomBits


def begin(games: int, seats: int, key: Array) -> MatchBatch:
    """New matches: in every fifth the star is risky, and for two Switch cards are kept in one of ten."""
    plain, risky = push.init(seats), push.init(seats, risk=True)
    kept = push.init(seats, switch_cards=True)
    number = jnp.arange(games)

    def pick(one: Array, two: Array, three: Array) -> Array:
        return jnp.where(number % 5 == 4, two, jnp.where(number % 10 == 3, three, one))

    start = jax.tree.map(pick, plain, risky, kept)
    return MatchBatch(start, start, RandomBits.of(key, (games,)))


def sight_of(state: PackedPush, seat: Any) -> Sight:
    """What a seat sees; the seat may differ from match to match."""
    now, seats = push.fields(state.table), len(state.zones)
    heaps = [Heap(*zone.shown) for zone in state.zones]
    whole = [Heap(*zone.shown.and_all(zone.protected)) for zone in state.zones]
    everyone = list(
        zip(
            heaps,
            [heap_points(jnp, heap) for heap in whole],
            [heap_size(jnp, heap) for heap in whole],
            strict=True,
        )
    )
    turned = [_turned(everyone, seat, place) for place in range(seats)]
    before = push._before(now.chooser, now, seats)
    chooser = jnp.where(now.phase == push.ROLL, before, now.chooser)
    return Sight(
        phase=now.phase,
        active=_places(seat, now.active, seats),
        chooser=_places(seat, chooser, seats),
        pile=Heap(*state.pile),
        dice=now.dice_left.astype(jnp.int32),
        switches=now.switches_left.astype(jnp.int32),
        columns=state.columns,
        odd=now.switches & 1,
        risk=now.risk,
        shown=tuple(part[0] for part in turned),
        scores=tuple(part[1] for part in turned),
        sizes=tuple(part[2] for part in turned),
    )


def _places(seat: Any, other: Array, seats: int) -> Array:
    seat = jnp.asarray(seat, jnp.uint32)
    return jnp.where(other >= seat, other - seat, other + seats - seat)


def _turned(everyone: list[Any], seat: Any, place: int) -> Any:
    seats = len(everyone)
    if isinstance(seat, int):
        return everyone[(seat + place) % seats]
    found = everyone[place]
    for at in range(1, seats):
        found = jax.tree.map(
            lambda own, other, at=at: jnp.where(seat == at, own, other), everyone[(at + place) % seats], found
        )
    return found


def share(state: PackedPush) -> Array:
    """[..., seat]: the share of the others that each one is ahead of as things stand, a tie for a half. With two that
    is the victory; with more, it is what the arena counts, and says more of a match than who was first.
    """
    zones = [zone.shown.and_all(zone.protected) for zone in state.zones]
    merits = jnp.stack([128 * heap_points(jnp, Heap(*zone)) + zone.size().astype(jnp.int32) for zone in zones], -1)
    ahead = jnp.sign(merits[..., :, None] - merits[..., None, :]).sum(-1).astype(jnp.float32)
    return (1 + ahead / (len(zones) - 1)) / 2
