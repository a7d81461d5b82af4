"""Q-learning on Quinto solo, in less than two minutes on one core. Run: python -m lab.examples.quinto_q_learning

What is learned is the worth of writing a number into a cell (and of writing nothing): a linear function of where the
cell stands, what it leaves room for and how far the match has come. A lay is worth as much as the best that can be
written after it; the engine itself tells what that is. The curve of the scores is printed and drawn as a picture.
"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final

import gymnasium
import numpy as np
from numpy.typing import NDArray

import cartable.research.gym  # noqa: F401 - registers our environment
from cartable.games.quinto.acts import QuintoLay
from cartable.games.quinto.cards import KINDS, announced, lay
from cartable.games.quinto.encoding import ENCODING
from cartable.games.quinto.sheet import CELLS, ROW, Sheet, room
from lab.examples.curve import curve, picture

PASS: Final = len(ENCODING.acts) - 1
FIRST_WRITE: Final = PASS - len(CELLS)
NUMBERS: Final = 18
PARTS: Final = ENCODING.slices(1)
FEATURES: Final = 8
SIZE: Final = (NUMBERS + 1) * len(CELLS) + FEATURES

DISCOUNT: Final = 0.7
"""A point next turn counts for so much now. What comes later still is too uncertain for so plain a function."""

AT_RANDOM: Final = 40
"""How many matches are played by chance before anything is learned."""

Seen = NDArray[np.int16]


class ObservedTable:
    """What can be read off an observation."""

    def __init__(self, seen: Seen) -> None:
        self.sheet: Sheet = tuple(seen[PARTS["sheets"]].tolist())
        self.hand = [KINDS.names[at] for at in np.flatnonzero(seen[PARTS["hand"]])]
        self.grid = tuple(KINDS.names[at] for at in seen[PARTS["grid"]].reshape(4, -1).argmax(axis=1))
        self.number = int(seen[PARTS["sum"]][0])
        self.misses = int(seen[PARTS["misses"]][0])
        self.cards = int(seen[PARTS["pile"]][0]) + len(self.hand)


def features(table: ObservedTable, number: int, cell: int | None) -> tuple[int, list[float]]:
    """Of writing a number into a cell, or of writing nothing: which entry of the table, and a few numbers."""
    left = table.cards / 28
    if cell is None:
        return 0, [1.0, left, (table.misses + 1) ** 2 / 16, float(table.misses == 3), 0.0, 0.0, 0.0, 0.0]
    row = table.sheet[cell - cell % ROW : cell - cell % ROW + ROW]
    place = cell % ROW
    below = max((at for at in range(place) if row[at]), default=-1)
    above = min((at for at in range(place + 1, ROW) if row[at]), default=ROW)
    lower, higher = (row[below] if below >= 0 else 0), (row[above] if above < ROW else NUMBERS + 1)
    lost = max(0, (place - below) - (number - lower)) + max(0, (above - place) - (higher - number))
    slant = abs((number - lower) / (higher - lower) - (place - below) / (above - below))
    filled = sum(map(bool, row)) / ROW
    return number * len(CELLS) + cell, [1.0, left, table.misses**2 / 16, 0.0, float(lost), slant, filled, filled**2]


class QLearner:
    """Linear Q-learning. It begins with a few matches of pure chance, to see where one starts; from then on it is
    greedy but for a small share of chance, and more cautious from match to match.
    """

    def __init__(self, seed: int) -> None:
        self.weights = np.zeros(SIZE)
        self.dice = np.random.default_rng(seed)
        self.matches = 0

    @property
    def rate(self) -> float:
        """How far one choice moves the weights."""
        return 0.0 if self.matches < AT_RANDOM else 0.01 / (1 + self.matches / 500)

    @property
    def explore(self) -> float:
        """How often an action is taken by chance."""
        return 1.0 if self.matches < AT_RANDOM else 0.05 / (1 + self.matches / 500)

    def worth(self, table: ObservedTable, number: int, cell: int | None) -> float:
        """What writing is worth."""
        entry, more = features(table, number, cell)
        return float(self.weights[entry] + self.weights[-FEATURES:] @ more)

    def best(self, table: ObservedTable, number: int, cells: list[int]) -> tuple[float, int]:
        """The best way to write, or not to, and its action."""
        ways = [(self.worth(table, number, None), PASS)]
        ways += [(self.worth(table, number, cell), FIRST_WRITE + cell) for cell in cells]
        return max(ways)

    def lays(self, table: ObservedTable, mask: NDArray[np.int8]) -> tuple[float, int]:
        """The lay after which writing is worth most, and what that is."""
        known: dict[Any, float] = {}
        ways = []
        for action in np.flatnonzero(mask).tolist():
            act = ENCODING.acts[action]
            if not isinstance(act, QuintoLay):
                raise TypeError(f"{act} is not a lay")
            offer = announced(lay(table.grid, act.on)[0], act.on[-1][1])
            key = (offer.sum, offer.colours)
            if key not in known:
                cells = room(table.sheet, offer.sum, offer.colours) if offer.writable else []
                known[key] = self.best(table, offer.sum, cells)[0]
            ways.append((known[key], action))
        return max(ways)

    def learn(self, table: ObservedTable, action: int, target: float) -> None:
        """Move what was thought of a choice towards what came of it."""
        cell = None if action == PASS else action - FIRST_WRITE
        entry, more = features(table, table.number, cell)
        off = target - self.worth(table, table.number, cell)
        self.weights[entry] += self.rate * 2 * off
        self.weights[-FEATURES:] += self.rate * off * np.array(more)


def play(env: Any, learner: QLearner, seed: int | None = None) -> float:
    """One match, learning from it: its score."""
    seen, info = env.reset(seed=seed)
    score, over = 0.0, False
    last: tuple[ObservedTable, int, float] | None = None
    while not over:
        table, mask = ObservedTable(seen), info["action_mask"]
        if mask[PASS]:
            cells = [cell for cell in range(len(CELLS)) if mask[FIRST_WRITE + cell]]
            _, action = learner.best(table, table.number, cells)
        else:
            worth, action = learner.lays(table, mask)
            if last is not None:
                learner.learn(last[0], last[1], last[2] + DISCOUNT * worth)
                last = None
        if learner.dice.random() < learner.explore:
            action = int(learner.dice.choice(np.flatnonzero(mask)))
        seen, reward, over, _, info = env.step(action)
        score += reward
        if mask[PASS]:
            last = table, action, reward
    if last is not None:
        learner.learn(*last)
    learner.matches += 1
    return score


def main(arguments: list[str] | None = None) -> list[float]:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--picture", type=Path, help="where to draw the curve (SVG)")
    given = parser.parse_args(arguments)
    env = gymnasium.make("CartableQuintoSolo-v0")
    learner = QLearner(given.seed)
    scores = [play(env, learner, given.seed if match == 0 else None) for match in range(given.matches)]
    print(curve(scores, "Quinto solo: mean score"))
    if given.picture:
        given.picture.write_text(picture(scores, "Quinto solo: mean score by matches played"), encoding="utf-8")
    return scores


if __name__ == "__main__":
    main()
