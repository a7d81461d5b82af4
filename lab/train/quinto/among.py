"""Learn what a place at a table of Quinto is worth: `make train GAME=quinto-3`, for two, three or four players.

In many matches at once some play by the network, the others by the value of sheets alone. The network
learns by TD(lambda) how many points its players come to, and what share of the others they end ahead of. Several aims,
which weigh points and being ahead in different ways, are learned at once by one network that is told which one is
played for. The same seed and rounds learn the same on the same kind of machine. Some minutes on a GPU; a processor
takes days.
"""

import argparse
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from cartable.bots.network import PARTS
from cartable.games.quinto.bots.alone import KNOWN_AT, OFFER_AT, TWO_AT
from cartable.games.quinto.bots.rivals import inputs_for
from cartable.games.quinto.bots.sheet_value import SCALE
from cartable.games.quinto.simulator import rules as quinto
from cartable.games.quinto.simulator.rules import PackedQuinto
from cartable.research.batch.bits import RandomBits
from lab.train.learner import (
    BATCH,
    TRACE,
    TURNS,
    Learner,
    Weights,
    about,
    descended,
    kept,
    learner,
    outputs,
    slowing,
)
from lab.train.quinto.look import one_hot
from lab.train.quinto.play import drawn
from lab.train.quinto.rivals import SheetNetwork
from lab.train.quinto.table import Aims, PlayerKinds, TableNetwork, ahead_of, turn
from lab.train.quinto.table_look import look, scores

HIDDEN: Final = (160, 32)
UNKNOWN: Final = 0.2
"""How often the hand is hidden, as others' hands are."""

BY_SHEET: Final = 0.45
"""The share of players who go by sheets alone; at every table one at least does not."""


class MatchBatch(NamedTuple):
    """Matches under way."""

    state: PackedQuinto
    rng: RandomBits
    kinds: PlayerKinds


def begin(games: int, seats: int, aims: int, key: Array) -> MatchBatch:
    """New matches, and who plays in them; of those who play by the network, all in a match have the same aim."""
    first, second, third = jax.random.split(key, 3)
    start = jax.tree.map(lambda leaf: jnp.broadcast_to(leaf, (games,)), quinto.init(seats))
    lots = jax.random.uniform(second, (4, games, seats))
    always = jnp.arange(games)[:, None] % seats == jnp.arange(seats)
    by_sheet = (lots[0] < BY_SHEET) & ~always
    aim = jnp.broadcast_to((jnp.arange(games) // seats % aims)[:, None], (games, seats))
    kinds = PlayerKinds(by_sheet, aim, 0.1 + 0.4 * lots[2], 3.0 / SCALE * lots[3] ** 2)
    return MatchBatch(quinto.dealt(start, RandomBits.of(first, (games,))), RandomBits.of(third, (games,)), kinds)


class PlayedTurns(NamedTuple):
    """Some turns of every match: what everybody saw, whether it was over, and everybody's points and standing."""

    looks: Array
    over: Array
    ends: Array


def played(
    game: MatchBatch, learned: Learner, sheets: SheetNetwork, key: Array, *, stray: Array, aims: Aims
) -> tuple[MatchBatch, PlayedTurns]:
    """Play on for some turns."""
    net = TableNetwork.of(learned.weights)
    aim = one_hot(game.kinds.aim[:, 0], len(aims.early)).astype(jnp.int8)

    def once(now: MatchBatch, key: Array) -> tuple[MatchBatch, PlayedTurns]:
        turned = turn(net, sheets, now.state, key, stray=stray, kinds=now.kinds, aims=aims)
        seats = range(len(turned.state.hands))
        points = scores(turned.state)
        ahead = [ahead_of(points[seat], [points[at] for at in seats if at != seat]) for seat in seats]
        ends = jnp.stack([jnp.stack(points, -1) / SCALE, jnp.stack(ahead, -1)], -1)
        looks = jnp.stack(
            [jnp.concatenate([look(turned.state, seat, turned.following).astype(jnp.int8), aim], -1) for seat in seats],
            1,
        )
        told = PlayedTurns(looks, quinto.over(turned.state), ends)
        state, rng = drawn(turned.state, now.rng)
        return now._replace(state=state, rng=rng), told

    return lax.scan(once, game, jax.random.split(key, TURNS))


def wanted(values: Array, over: Array, ends: Array) -> Array:
    """[turn, match, seat, 2]: what the look after each turn should have said."""

    def back(carry: Array, now: Any) -> tuple[Array, Array]:
        value_after, over_after, end = now
        ahead = jnp.where(over_after[:, None, None], end, (1 - TRACE) * value_after + TRACE * carry)
        return ahead, ahead

    _, ahead = lax.scan(back, values[-1], (values[1:], over[1:], ends[1:]), reverse=True)
    return ahead


def said_of(learned: Learner, looks: Array) -> Array:
    """Points and standing, as the network sees them."""
    said: Array = lax.map(lambda part: outputs(learned.weights, part.astype(jnp.float32)), looks)
    return jnp.stack([said[..., 0], jax.nn.sigmoid(said[..., 1])], -1)


def _slope(weights: Any, looks: Array, ahead: Array, weight: Array) -> tuple[Array, Array]:
    said = outputs(weights, looks.astype(jnp.float32))
    error, logit = said[:, 0] - ahead[:, 0], said[:, 1]
    loss = jnp.maximum(logit, 0) - logit * ahead[:, 1] + jnp.log1p(jnp.exp(-jnp.abs(logit)))
    total = jnp.maximum(weight.sum(), 1)
    return (weight * (2 * error * error + 0.5 * loss)).sum() / total, (weight * error * error).sum() / total


@partial(jax.jit, static_argnames=("batch",))
def round_of(
    game: MatchBatch, learned: Learner, sheets: SheetNetwork, key: Array, *,
    rate: Array, stray: Array, aims: Aims, batch: int,
) -> tuple[Any, ...]:  # fmt: skip
    """Play for some turns and learn from them."""
    plays, hides, orders = jax.random.split(key, 3)
    game, seen = played(game, learned, sheets, plays, stray=stray, aims=aims)
    ahead = wanted(said_of(learned, seen.looks), seen.over, seen.ends)
    inputs = seen.looks.shape[-1]
    many = ahead.size // 2
    ours = ~game.kinds.by_sheet
    going = (~seen.over[:-1, :, None] & ours).reshape(many).astype(jnp.float32)
    looks, ahead = seen.looks[:-1].reshape(many, inputs), ahead.reshape(many, 2)
    batch = min(batch, many)
    steps = many // batch
    order = jax.random.permutation(orders, many)[: steps * batch].reshape(steps, -1)
    at = jnp.arange(inputs)
    own = ((at >= KNOWN_AT) & (at < TWO_AT)) | ((at >= OFFER_AT) & (at < inputs_for(1)))

    def learn(now: Learner, given: Any) -> tuple[Learner, Array]:
        pick, key = given
        shown = looks[pick]
        hidden = jax.random.uniform(key, (batch, 1)) < UNKNOWN
        hand = shown[:, KNOWN_AT + 1 : TWO_AT]
        apart = jnp.where(own, 0, shown).at[:, KNOWN_AT - 32 : KNOWN_AT].add(hand)
        shown = jnp.where(hidden, apart, shown)
        (_, error), slopes = jax.value_and_grad(_slope, has_aux=True)(now.weights, shown, ahead[pick], going[pick])
        return descended(now, slopes, rate), error

    learned, errors = lax.scan(learn, learned, (order, jax.random.split(hides, steps)))
    return game, learned, _figures(seen, game.kinds, len(aims.early)), SCALE * jnp.sqrt(errors.mean())


def _figures(seen: PlayedTurns, kinds: PlayerKinds, aims: int) -> Array:
    """[aim, figure, sum and count]: the points of those at tables of their like, of those at other tables and of their
    rivals there, and their standing there."""
    ours = ~kinds.by_sheet
    alike = ours.all(1)[:, None]

    def sums(which: Array, what: int) -> Array:
        counts = seen.over[..., None] & which
        return jnp.stack([jnp.where(counts, seen.ends[..., what], 0).sum(), counts.sum()])

    found = []
    for aim in range(aims):
        here = kinds.aim == aim
        mixed = here & ours & ~alike
        found.append([sums(here & alike, 0), sums(mixed, 0), sums(here & ~ours, 0), sums(mixed, 1)])
    return jnp.stack([jnp.stack(each) for each in found])


NAMES: Final = ("mean", "among_others", "the_others", "ahead")


def told(recent: list[Array], aims: list[str]) -> dict[str, dict[str, float]]:
    """The figures of these rounds, by aim."""
    total = np.sum([np.asarray(each, np.float64) for each in recent], 0)
    means = total[..., 0] / np.maximum(total[..., 1], 1) * [SCALE, SCALE, SCALE, 1]
    return {
        name: {what: round(float(figure), 4) for what, figure in zip(NAMES, row, strict=True)}
        for name, row in zip(aims, means, strict=True)
    }


def aims_of(texts: list[str]) -> Aims:
    """`0.3`, or `3:0.3:4` for three at first and 0.3 from four cells on."""
    rows = [tuple(map(float, text.split(":"))) for text in texts]
    full = np.array([row if len(row) == 3 else (row[0], row[0], 0.0) for row in rows], np.float32)
    return Aims(jnp.asarray(full[:, 0]), jnp.asarray(full[:, 1]), jnp.asarray(full[:, 2]))


def of_aim(weights: Weights, seats: int, aim: int) -> Weights:
    """The network of one aim: what tells it which is a part of its first bias."""
    inputs = inputs_for(seats)
    return {**weights, "w1": weights["w1"][:inputs], "b1": weights["b1"] + weights["w1"][inputs + aim]}


def with_aims(weights: Weights, seats: int, aims: int) -> Weights:
    """The network of one aim, to be learned on with these, which are all alike at first."""
    row = jnp.zeros((aims, weights["w1"].shape[1]))
    assert weights["w1"].shape[0] == inputs_for(seats)
    return {**weights, "w1": jnp.concatenate([weights["w1"], row])}


def train(
    seats: int, *, games: int, rounds: int, rate: float, seed: int,
    points: list[str], start: Weights | None = None, batch: int = BATCH,
) -> Iterator[Any]:  # fmt: skip
    """Play and learn; gives now and then what was learned, and how it goes."""
    first, second = jax.random.split(jax.random.key(seed))
    aims = aims_of(points)
    learned = learner(inputs_for(seats) + len(points), HIDDEN, 2, seed)
    if start is not None:
        learned = learned._replace(weights=with_aims(start, seats, len(points)))
    game, sheets = begin(games, seats, len(points), first), SheetNetwork.of(seats)
    began = time.monotonic()
    recent: list[Array] = []
    for number in range(rounds):
        fast, stray = slowing(number, rounds, rate)
        key = jax.random.fold_in(second, number)
        game, learned, figures, error = round_of(
            game, learned, sheets, key, rate=fast, stray=stray, aims=aims, batch=batch
        )
        recent = [*recent[-29:], figures]
        if number % 50 == 49 or number == rounds - 1:
            minutes = round((time.monotonic() - began) / 60, 2)
            rest = {"rounds": number + 1, "minutes": minutes, "error": round(float(error), 2)}
            yield learned, rest, told(recent, points)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, default=2, choices=range(2, 5))
    parser.add_argument("--rounds", type=int, default=400, help="how often to play and learn")
    parser.add_argument("--games", type=int, default=4096, help="matches at once")
    parser.add_argument("--rate", type=float, default=2e-3, help="how fast to learn at first")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--points", default=["0.3"], nargs="+", help="the aims: what fifty points are worth")
    parser.add_argument("--keep", help="the aim to keep (default: all, each with its number before the dot)")
    parser.add_argument("--start", type=Path, help="weights to go on from, as kept in --whole")
    parser.add_argument("--whole", type=Path, help="where to keep the weights in full, too")
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    how = {"games": asked.games, "rounds": asked.rounds, "rate": asked.rate, "seed": asked.seed}
    options = " ".join(f"--{name} {number}" for name, number in how.items())
    command = f"python -m lab.train.quinto.among --seats {asked.seats} {options} --points {' '.join(asked.points)}"
    start = None
    if asked.start:
        with np.load(asked.start) as parts:
            command += f" --start ({parts['about']})"
            start = {name: jnp.asarray(parts[name]) for name in PARTS}
    for learned, rest, by_aim in train(asked.seats, **how, points=asked.points, start=start):
        print(f"quinto_among, {asked.seats} players:", rest, by_aim, flush=True)
        for number, (aim, figures) in enumerate(by_aim.items()):
            weights = of_aim(learned.weights, asked.seats, number)
            came = about(command, {**rest, **figures, "points": aim})
            if asked.keep not in {None, aim}:
                continue
            one = asked.keep or len(by_aim) == 1
            out = asked.out if one else asked.out.with_suffix(f".{number}.npz")
            np.savez_compressed(out, **kept(weights), about=came)
            if asked.whole:
                whole = asked.whole if one else asked.whole.with_suffix(f".{number}.npz")
                full: dict[str, Any] = {name: np.asarray(weights[name], np.float32) for name in PARTS}
                np.savez(whole, **full, about=came)


if __name__ == "__main__":
    main()
