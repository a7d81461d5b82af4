"""Push: the quick player of the studies, and matches played a card at a time."""

import jax
import jax.numpy as jnp
import numpy as np

from cartable.bots import Level
from cartable.games.push import PUSH
from cartable.games.push.simulator import rules as push
from cartable.games.push.state import PushPhase
from cartable.kernel import DEALER
from cartable.research.batch.bits import count, word
from lab.train.push.expert import TurnTables, best, shares
from lab.train.push.imitate import beginner
from lab.train.push.quick import in_order, inputs, said, spot_of
from lab.train.push.rounds import RoundPlayer, Seeds, begin, tick
from tests.research.batch.trace import by_bots
from tests.research.batch.words import push_words, stacked


def test_a_beginner_says_what_the_network_of_the_expert_says() -> None:
    """So both are shown the same: only what is learned afterwards differs."""
    states = [
        turn.state
        for turn in by_bots(PUSH, Level.FAIR, 2, 3).turns
        if turn.seat != DEALER and turn.state.phase is PushPhase.TURN
    ]
    assert len(states) > 40
    words = jax.tree.map(jnp.asarray, stacked([push_words(state) for state in states]))
    tables = TurnTables.of_package()
    spot = spot_of(tables, words)
    turn = in_order(spot.turn, spot.stakes)
    share = shares(tables, turn, spot.stakes)
    more = np.asarray(said(beginner(tables, 1).weights, inputs(tables, turn, spot.stakes, share)))
    whole = np.asarray(best(tables, spot.turn, spot.stakes) - share.stop)
    stands, some = np.asarray(words.columns[0] != 0), np.asarray(push.left(words)) > 0
    assert np.allclose(np.where(stands, np.maximum(more, 0), more)[some], whole[some], atol=1e-3)


def stopping_at(cards: jax.Array) -> RoundPlayer:
    """Lays on the first column that a card fits, stops with so many cards, takes the first column, never protects."""

    def first(bits: jax.Array) -> jax.Array:
        return jnp.where(bits & 1 != 0, word(0), jnp.where(bits & 2 != 0, word(1), word(2)))

    def lays(state: push.PackedPush) -> tuple[jax.Array, jax.Array]:
        laid = count(state.columns[0]) + count(state.columns[1]) + count(state.columns[2])
        return first(push.legal_bits(state) >> push.PLACE_ACT), laid + 1 < cards

    def takes(state: push.PackedPush) -> jax.Array:
        return push.TAKE_ACT + first(push.legal_bits(state) >> push.TAKE_ACT)

    return RoundPlayer(lays, lambda state: jnp.zeros_like(state.table), takes)


def test_matches_end_and_cards_come_in_the_order_of_their_seeds_whoever_plays() -> None:
    seeds = Seeds.of(jax.random.key(5), 64)
    step = jax.jit(lambda cards, now: tick(stopping_at(cards), seeds, now))
    piles = []
    for cards in (2, 5):
        now = begin(64)
        seen: dict[tuple[int, int], tuple[int, int]] = {}
        for _ in range(110):
            now = step(word(cards), now)
            state = now.state
            left, ones, twos = (np.asarray(part) for part in (push.left(state), state.pile.ones, state.pile.twos))
            seen |= {
                (match, many): (one, two) for match, (many, one, two) in enumerate(zip(left, ones, twos, strict=True))
            }
        piles.append(seen)
        assert bool(push.over(now.state).all())
        assert not np.asarray(push.left(now.state)).any()
        assert (np.asarray(now.turns) >= 108 // cards).all()
        assert bool((now.busts <= now.turns).all())
        assert not np.asarray(now.protects).any()
    both = piles[0].keys() & piles[1].keys()
    assert len(both) > 64 * 50
    assert all(piles[0][at] == piles[1][at] for at in both)
