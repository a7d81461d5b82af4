"""Do bots with learned values choose the same where numpy is missing, as in a browser? `python -m
lab.bench.bots.choices` looks at every choice in whole matches twice: with numpy and without.
`tests/offline/test_arrays.py` looks at fewer. Push's expert counts in float32 with numpy and in float64 without, so
what it finds differs in its last digits. Quinto's players count in whole numbers, and numpy must find the same to the
last bit.
"""

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from cartable.games.push.bots.expert import first_best
from tests.offline.by_numpy import Position, by_numpy, positions
from tests.offline.choices import worths

Worths = Sequence[Sequence[float]]
"""Of each position what each act is worth."""

WITHOUT_NUMPY_ALL: Final = 1
"""Of the positions of Push one in so many."""


def main() -> int:
    """Compare, and print a line for each player; fail if any of them chooses otherwise."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--push", type=int, default=24, help="matches of Push; about 8 s each")
    parser.add_argument("--quinto", type=int, default=24, help="matches of Quinto; about 1 s each")
    asked = parser.parse_args()
    others = _compare("Push, expert", *_push(asked.push))
    looked_at = list(positions(asked.quinto))
    for level in ("expert", "strong"):
        others += _compare(f"Quinto, {level}", *_quinto(looked_at, level))
    return 1 if others else 0


def _push(matches: int) -> tuple[Worths, Worths]:
    with tempfile.TemporaryDirectory() as folder:
        without, with_numpy = (
            worths(Path(folder) / f"{numpy}.json", WITHOUT_NUMPY_ALL, matches, numpy=numpy) for numpy in (False, True)
        )
    return without, with_numpy


def _quinto(looked_at: Sequence[Position], level: str) -> tuple[Worths, Worths]:
    without = [getattr(position, level)() for position in looked_at]
    with by_numpy():
        return without, [getattr(position, level)() for position in looked_at]


def _compare(player: str, without: Worths, with_numpy: Worths) -> int:
    """How many choices are others."""
    pairs = list(zip(without, with_numpy, strict=True))
    others = sum(first_best(one) != first_best(other) for one, other in pairs)
    most = max(abs(a - b) for one, other in pairs for a, b in zip(one, other, strict=True))
    acts = sum(map(len, without))
    told = f"{len(pairs):,} positions, {acts:,} acts: {others} other choices, worths at most {most:.2g} apart"
    print(f"{player}: {told}", flush=True)
    return others


if __name__ == "__main__":
    sys.exit(main())
