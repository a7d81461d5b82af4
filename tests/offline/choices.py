"""What the bots with learned values make of many positions: run with numpy, and with what stands in for it."""

import json
import sys
from pathlib import Path

from cartable.bots.push.expert import weigh as weigh_push
from cartable.bots.quinto.evaluator import weigh as weigh_quinto
from cartable.games import registry
from tests.kit.sample import Setup, sampled

MATCHES = {"push": 6, "quinto": 4}
EVERY = {"push": 12, "quinto": 16}
"""Of the positions of these matches, one in so many: `python -m tests.offline.choices FILE all` looks at all."""

WEIGHED = {"push": weigh_push, "quinto": weigh_quinto}


def main(target: str, which: str = "some") -> None:
    """Write the worths of all acts in all positions of some matches."""
    found: list[tuple[str, list[float]]] = []
    for name, weigh in WEIGHED.items():
        game, count = registry.game(name), 0
        for seed in range(MATCHES[name]):
            seats = game.seats[seed % len(game.seats)]
            for turn in sampled(game, Setup(seats, game.options(), "bots fair", seed)).turns:
                for seat in range(seats):
                    legal = game.legal(turn.state, seat)
                    count += len(legal) > 1
                    if len(legal) > 1 and (which == "all" or count % EVERY[name] == 0):
                        worths = weigh(game.view(turn.state, seat), seat, legal)  # type: ignore[operator]
                        found.append((name, [float(worth) for worth in worths]))
    Path(target).write_text(json.dumps(found), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
