"""What Push's expert makes of many positions: run with numpy, and with the plain arrays in its place.

Quinto's bots use no arrays: `tests/bots/test_quinto_table.py` compares their network with numpy's.
"""

import json
import sys
from pathlib import Path

from cartable.bots.push.expert import weigh
from cartable.games import registry
from tests.kit.sample import Setup, sampled

MATCHES = 6
EVERY = 12
"""Of the positions of these matches, one in so many: `python -m tests.offline.choices FILE 1` looks at all."""


def main(target: str, every: str = str(EVERY), matches: str = str(MATCHES)) -> None:
    """Write the worths of all acts in positions of some matches."""
    found: list[list[float]] = []
    game, count = registry.game("push"), 0
    for seed in range(int(matches)):
        seats = game.seats[seed % len(game.seats)]
        for turn in sampled(game, Setup(seats, game.options(), "bots fair", seed)).turns:
            for seat in range(seats):
                legal = game.legal(turn.state, seat)
                count += len(legal) > 1
                if len(legal) > 1 and count % int(every) == 0:
                    found.append([float(worth) for worth in weigh(game.view(turn.state, seat), seat, legal)])
    Path(target).write_text(json.dumps(found), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
