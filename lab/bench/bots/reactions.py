"""How fast are people really? `python -m lab.bench.bots.reactions FILES` fits the bots' model of a search to their
logs.

It prints the values that make the logs likeliest, for people and for every level of bots it finds, beside those that
the bots have. Form and difficulty are not fitted: they make the bell curve a little wider than it is.
"""

from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize
from scipy.special import log_ndtr, ndtr

from cartable.bots.contract import Level
from cartable.bots.reaction import DEVICE_MS, SPEEDS
from cartable.games.trio.bots.pace import SPEEDS as TRIO_SPEEDS
from cartable.matches.live.call_race import REVEAL_LEAST, REVEAL_MOST
from lab.bench.bots.reactions_data import Group, Search, read

Floats = npt.NDArray[np.float64]

FEWEST: Final = 60
"""With fewer contests than this nothing is fitted."""

VAGUE_MS: Final = (REVEAL_MOST - REVEAL_LEAST) / 12**0.5
"""How widely the moment spreads at which a card is shown, where no receipt tells it."""

NAMES: Final = {"hexa": ("t0", "a", "b"), "trio": ("t0 + hand", "c")}
START: Final = {"hexa": (600.0, 200.0, 60.0, 150.0, 300.0), "trio": (1000.0, 300.0, 150.0, 300.0)}
"""Where the search for the likeliest values begins: those of the means, then sigma and tau."""


class Fitted(NamedTuple):
    """What was found for one kind of player."""

    values: dict[str, float]
    contests: int
    first: int


class Observed(NamedTuple):
    """The searches as arrays: one row each, one column for each way it may have gone."""

    time_ms: Floats
    looks: Floats
    likely: Floats
    first: npt.NDArray[np.bool_]
    blur: Floats


def observed(searches: Sequence[Search]) -> Observed:
    """Rows with fewer ways than others are filled up with ways that never happen."""
    most = max(len(each.looks) for each in searches)
    width = len(next(iter(searches[0].looks)))
    looks, likely = np.ones((len(searches), most, width)), np.zeros((len(searches), most))
    for number, each in enumerate(searches):
        looks[number, : len(each.looks)] = list(each.looks)
        likely[number, : len(each.looks)] = list(each.looks.values())
    return Observed(
        np.array([each.time_ms for each in searches])[:, None],
        looks,
        likely / likely.sum(axis=1, keepdims=True),
        np.array([each.first for each in searches]),
        np.array([VAGUE_MS if each.vague else 0.0 for each in searches])[:, None],
    )


def surprise(logs: Floats, seen: Observed) -> float:
    """How unlikely the logs are with these values (their logarithms): the less, the better they fit."""
    *means, sigma, tau = np.exp(np.clip(logs, -5, 10))
    usual = means[0] + DEVICE_MS + seen.looks @ np.array(means[1:])
    spread = np.sqrt(sigma**2 + seen.blur**2)
    late = seen.time_ms - usual
    z = late / spread
    tail = np.exp(np.clip(spread**2 / (2 * tau**2) - late / tau + log_ndtr(z - spread / tau), -700, 50))
    density = (seen.likely * tail / tau).sum(axis=1)
    longer = (seen.likely * (1 - ndtr(z) + tail)).sum(axis=1)
    return float(-np.log(np.maximum(np.where(seen.first, density, longer), 1e-300)).sum())


def fit(game: str, group: Group) -> Fitted | None:
    """The likeliest values of one kind of player; None where there is too little to see."""
    first = sum(search.first for search in group.searches)
    if first < FEWEST:
        return None
    seen = observed(group.searches)
    options = {"maxiter": 4000, "xatol": 1e-3, "fatol": 1e-3}
    best = minimize(surprise, np.log(START[game]), args=(seen,), method="Nelder-Mead", options=options)
    values = dict(zip((*NAMES[game], "sigma", "tau"), np.exp(best.x).tolist(), strict=True))
    return Fitted({**values, **sights(game, group)}, len(group.searches), first)


def sights(game: str, group: Group) -> dict[str, float]:
    """What was overlooked, and in Trio what was noticed."""
    seen = group.sights
    if game == "hexa":
        return {"miss": seen.missed / max(1.0, seen.to_miss), "ghost": seen.ghosts / max(1, seen.to_ghost)}
    noticed = {"noticed after": median(seen.noticed)} if seen.noticed else {}
    return {"wrong": seen.missed / max(1.0, seen.to_miss), "noticed": len(seen.noticed) / max(1, seen.wrong), **noticed}


def designed(game: str, kind: str) -> dict[str, float]:
    """What the bots of a level have; people are put beside easy bots."""
    level = Level.EASY if kind == "people" else Level(kind)
    if game == "hexa":
        speed = SPEEDS[level]
        named = {"t0": speed.t0_ms, "a": speed.group_ms, "b": speed.item_ms, "sigma": speed.sigma_ms}
        return {**named, "tau": speed.tau_ms, "miss": speed.miss, "ghost": speed.ghost}
    trio = TRIO_SPEEDS[level]
    named = {"t0 + hand": trio.t0_ms + trio.hand_ms, "c": trio.check_ms, "sigma": trio.sigma_ms, "tau": trio.tau_ms}
    return {**named, "noticed": trio.notices}


def report(groups: dict[Any, Group]) -> str:
    """One block for each game and kind."""
    lines = []
    for (game, kind), group in sorted(groups.items()):
        found = fit(game, group)
        if found is None:
            lines.append(f"{game}, {kind}: too few contests to fit anything")
            continue
        beside = "easy" if kind == "people" else kind
        lines.append(f"{game}, {kind}: {found.contests} searches, {found.first} of them timed (beside: {beside} bots)")
        known = designed(game, kind)
        for name, value in found.values.items():
            digits = 3 if value < 2 else 0
            usual = f"{known[name]:.{digits}f}" if name in known else ""
            lines.append(f"  {name:14}{value:10.{digits}f}{usual:>10}")
    return "\n".join(lines)


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="logs of matches of Hexa and Trio")
    print(report(read(parser.parse_args().files)) or "no match of a race in these files")


if __name__ == "__main__":
    main()
