"""What Push's expert makes of many positions: run with numpy, and with the plain arrays in its place.

Quinto's bots use no arrays: `by_numpy.py` puts numpy in their place.
"""

import json
import subprocess
import sys
from pathlib import Path

from cartable.games import registry
from cartable.games.push.bots.expert import weigh
from tests.kit.sample import Setup, sampled

ROOT = Path(__file__).parents[2]
MATCHES = 6
EVERY = 12
"""Of the positions of these matches, one in so many: `lab/bench/bots/choices.py` looks at all."""


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


def worths(target: Path, *numbers: int, numpy: bool) -> list[list[float]]:
    """The same from a process of its own, where numpy may be missing. `numbers` are those of `main`."""
    given = ", ".join(repr(str(each)) for each in (target, *numbers))
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); "
    code += "" if numpy else "sys.modules['numpy'] = None; "  # as if it were not installed
    code += f"from tests.offline.choices import main; main({given})"
    subprocess.run([sys.executable, "-c", code], check=True)
    found: list[list[float]] = json.loads(target.read_text(encoding="utf-8"))
    return found
