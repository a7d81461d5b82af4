"""Learn what it is worth to draw on in Push: `make train GAME=push`.

The value of drawing is the exact average over the cards left of the better of stopping and drawing on, each card placed
where it serves best. The network is fitted to that, on turns as they come up when everybody plays by it.
"""

import argparse
import time
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from cartable.games.push.bots.batch_turns import (
    CARDS,
    FEATURES,
    KINDS,
    NUMBER_KINDS,
    SCALE,
    Array,
    Floats,
    TurnBatch,
    TurnStakes,
    features,
    fits,
    grown,
    shares,
)
from cartable.games.push.state import COLUMNS
from lab.train.network import NumpyLearner

FORGET = 0.998
CURIOUS = 0.25
"""How often a turn goes on though it should stop: what lies beyond must be known too."""


def fresh(many: int, rng: np.random.Generator) -> tuple[TurnBatch, TurnStakes]:
    """Turns about to begin, in matches of all sizes and stages."""
    seats = rng.integers(2, 7, many)
    seats = np.where(rng.random(many) < 0.4, 2, seats)
    deck = np.repeat([[3.0] * NUMBER_KINDS + [18.0]], many, 0)
    switches = np.where(seats > 2, 12.0, 0.0)
    gone = np.where(rng.random(many) < 0.3, rng.uniform(0.85, 1.0, many), rng.random(many))
    left = deck - rng.binomial(deck.astype(int), np.repeat(gone[:, None], KINDS, 1))
    turns = TurnBatch(
        np.zeros((many, COLUMNS, 5), dtype=np.int64),
        np.zeros((many, COLUMNS), dtype=bool),
        left.astype(np.float32),
        (switches - rng.binomial(switches.astype(int), gone)).astype(np.float32),
    )
    # What lies open grows with the match, until it is protected or lost: about 30 points at most times.
    usual = 45 * np.minimum(1, 2.5 * gone)
    exposed = rng.gamma(2.0, 0.5, (many, 4)) * usual[:, None]
    seat = np.arange(3)
    envy = np.where(seat < (seats - 1)[:, None], 1 / (seats - 1)[:, None], 0.0)
    lost = np.where(rng.random(many) < 0.15, 2, 1) / 6
    mine, theirs, envies, toll = (part.astype(np.float32) for part in (exposed[:, 0], exposed[:, 1:], envy, lost))
    return turns, TurnStakes(mine, theirs, envies, toll, seats)


class TurnWorth:
    """What it is worth to have the turn, by players and cards left: an average that forgets, smoothed."""

    def __init__(self) -> None:
        self._sum = np.zeros((7, CARDS + 1))
        self._weight = np.zeros((7, CARDS + 1))
        self.table = np.zeros((7, CARDS + 1), dtype=np.float32)
        near = np.abs(np.arange(CARDS + 1)[:, None] - np.arange(CARDS + 1))
        # few cards left make a great difference, one more or less of many makes none
        self._near = np.exp(-0.5 * (near / (0.3 + 0.08 * np.arange(CARDS + 1)[:, None])) ** 2)

    def learn(self, seats: Array, cards: Array, worth: Floats) -> None:
        """What turns that began were worth."""
        self._sum *= FORGET
        self._weight *= FORGET
        np.add.at(self._sum, (seats, cards), worth)
        np.add.at(self._weight, (seats, cards), 1)
        smooth = (self._sum @ self._near.T) / np.maximum(self._weight @ self._near.T, 1)
        smooth[:, 0] = 0
        self.table = smooth.astype(np.float32)


class Practice:
    """Many turns side by side; those that end begin again elsewhere."""

    def __init__(self, many: int, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.dice = Random(seed)
        self.turns, self.stakes = fresh(many, self.rng)
        self.earned: list[float] = []
        self.tempo = TurnWorth()

    def step(self, net: NumpyLearner) -> tuple[Floats, Floats]:
        """What the network is shown now, and what it should have said; then every turn goes on by one card."""
        turns, stakes = self.turns, self.stakes
        many = len(turns.left)
        tempo = self.tempo.table
        now = shares(turns, stakes, tempo)
        total = turns.total
        fit = fits(turns)
        ways = grown(turns, fit)
        then = stakes.of(ways.turn)
        share = shares(ways.turns, then, tempo)
        going = net(features(ways.turns, then, share))[:, 0] * SCALE
        some = ways.turns.total > 0
        worth = np.maximum(share.stop, np.where(some, share.stop + going, share.stop))
        best = np.full((many, KINDS, COLUMNS), -np.inf, dtype=np.float32)
        best[ways.turn, ways.kind, ways.column] = worth
        top = best.max(2)
        value = np.where(np.isfinite(top), top, now.bust[:, None])
        stands = turns.used.any(1)
        here = features(turns, stakes, now)
        on = net(here)[:, 0] * SCALE
        fewer = turns._replace(switches=np.maximum(turns.switches - 1, 0))
        after = shares(fewer, stakes, tempo)
        more = np.where(fewer.total > 0, net(features(fewer, stakes, after))[:, 0] * SCALE, 0)
        switched = after.stop + np.where(stands, np.maximum(more, 0), more)
        stop = now.stop
        drawing = ((turns.left * value).sum(1) + turns.switches * switched) / np.maximum(total, 1)
        wanted = (drawing - stop) / SCALE
        usable = total > 0
        looks, targets = here[usable], wanted[usable]
        begins = usable & ~stands
        self.tempo.learn(stakes.seats[begins], total[begins].astype(int), drawing[begins])
        self._go_on(best, stands & (on < 0), now, total)
        return looks, targets

    def _go_on(self, best: Array, enough: Array, now: Any, total: Floats) -> None:
        many = len(total)
        rng, turns = self.rng, self.turns
        stops = (enough & (rng.random(many) > CURIOUS)) | (total == 0)
        draw = rng.random(many) * np.maximum(total, 1)
        kind = (turns.left.cumsum(1) <= draw[:, None]).sum(1)
        switch = kind >= KINDS
        kind = np.minimum(kind, KINDS - 1)
        choice = best[np.arange(many), kind]
        busts = ~np.isfinite(choice.max(1)) & ~switch
        column = choice.argmax(1)
        self.earned += list(now.stop[stops & turns.used.any(1)]) + list(now.bust[busts & ~stops])
        rows = np.arange(many)
        number = (kind < NUMBER_KINDS) & ~switch & ~busts & ~stops
        some = rows[number]
        turns.cards[some, column[some], kind[some] // 6] = kind[some] % 6 + 1
        some = rows[(kind == NUMBER_KINDS) & ~switch & ~busts & ~stops]
        turns.dice[some, column[some]] = True
        some = rows[~switch]
        turns.left[some, kind[some]] -= 1
        turns.switches[switch] -= 1
        again = rows[stops | busts]
        new, stakes = fresh(len(again), rng)
        for kept, part in zip((*turns, *self.stakes), (*new, *stakes), strict=True):
            kept[again] = part


def slope(targets: Floats) -> Any:
    """The gradient of the squared error."""

    def at(outputs: Any) -> tuple[Any, Any]:
        error = outputs[:, 0] - targets
        return (error / len(targets))[:, None], (error * error).mean()

    return at


def train(net: NumpyLearner, steps: int, many: int, seed: int) -> Floats:
    """Practise so many steps; gives what having the turn is worth."""
    practice = Practice(many, seed)
    began, losses = time.monotonic(), []
    kept: list[tuple[Floats, Floats]] = []
    for step in range(steps):
        kept = [*kept[-7:], practice.step(net)]
        rate = 2e-3 * (1 - step / steps) + 2e-5
        for looks, targets in kept[-1:] + [kept[int(practice.rng.integers(len(kept)))] for _ in range(3)]:
            losses.append(net.learn(looks, slope(targets), rate))
        if step % 100 == 99:
            passed = (time.monotonic() - began) / 60
            print(
                f"{passed:5.1f} min {step + 1:6} steps  error {SCALE * np.mean(losses) ** 0.5:5.2f}  "
                f"earned {np.mean(practice.earned):5.2f} in {len(practice.earned)} turns",
                flush=True,
            )
            losses, practice.earned = [], []
    return practice.tempo.table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=3000, help="how often to play a card and learn")
    parser.add_argument("--many", type=int, default=256)
    parser.add_argument("--hidden", type=int, nargs=2, default=(48, 24))
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    net = NumpyLearner(FEATURES, tuple(asked.hidden), 1, asked.seed)
    tempo = train(net, asked.steps, asked.many, asked.seed)
    np.savez_compressed(asked.out, **net.weights(), tempo=tempo.astype(np.float16))


if __name__ == "__main__":
    main()
