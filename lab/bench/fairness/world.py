"""Made-up connections, devices and people for `fairness.py`: what happens before a message reaches the referee.

All in milliseconds. A player belongs to one connection for a match of `RACES` cards. Its delays are a base that
stays, jitter, spikes, losses that cost a recovery, and congestion that lasts for some races; a stream never overtakes
itself. The figures for connections, devices and people are assumptions of the order found in published studies.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

RACES: Final = 40
"""Cards in a match, all on the same connections."""

PINGS: Final = 4
"""Pings between two cards: one a second."""

WARM_PINGS: Final = 32
"""Before the first card."""

CYCLE: Final = 1000.0 * PINGS


@dataclass(frozen=True)
class NetworkKind:
    name: str
    rtt: float
    spread: float
    """Standard deviation of log(rtt) from player to player."""
    jitter: tuple[float, float]
    """Mean, down and up."""
    spike: tuple[float, float]
    """Chance a message, mean."""
    loss: float
    congestion: tuple[float, float]
    """Chance that an episode begins before a card, mean extra delay each way while it lasts."""
    limits: tuple[float, float] = (0.0, 1e9)


FIBER: Final = NetworkKind("fiber", 12, 0.25, (0.7, 0.9), (0.003, 15), 0.0005, (0.001, 10))
CABLE: Final = NetworkKind("cable", 26, 0.25, (1.5, 2.5), (0.01, 25), 0.002, (0.002, 20))
MOBILE: Final = NetworkKind("mobile", 52, 0.25, (5, 9), (0.03, 50), 0.005, (0.008, 40))
FAR: Final = NetworkKind("far", 185, 0.22, (2, 3), (0.012, 30), 0.004, (0.002, 20), (120, 300))
BAD: Final = NetworkKind("bad wifi", 42, 0.25, (10, 14), (0.06, 90), 0.015, (0.015, 60))
NETWORKS: Final = (FIBER, CABLE, MOBILE, FAR, BAD)

EPISODE_END: Final = 1 / 3
"""Chance that congestion is over by the next card."""

MIXES: Final = {
    "local": (0.55, 0.35, 0.10, 0.00, 0.00),
    "typical": (0.30, 0.40, 0.20, 0.05, 0.05),
    "global": (0.20, 0.25, 0.20, 0.30, 0.05),
    "hard": (0.05, 0.15, 0.30, 0.25, 0.25),
}

DEVICES: Final = (
    # share, mean display and input delay, its spread between devices, its jitter, frame
    (0.45, 45.0, 14.0, 5.0, 1000 / 60),
    (0.10, 25.0, 7.0, 3.0, 1000 / 144),
    (0.45, 75.0, 16.0, 7.0, 1000 / 60),
)

MU, MU_SPREAD, SIGMA, TAU = 430.0, 40.0, 55.0, 130.0
"""A visual choice among six or seven, ex-Gaussian; `MU` differs from player to player."""

JANK, JANK_MEAN, DRAWING = 0.015, 40.0, 4.0


@dataclass(frozen=True)
class SimulatedPerson:
    """One player's match, drawn beforehand: one row a race, delays in each direction."""

    warm: Floats
    """Round trips measured before the first card."""
    ping_down: Floats
    ping_up: Floats
    """RACES x PINGS."""
    reveal: Floats
    reveal_bare: Floats
    seen: Floats
    call: Floats
    call_bare: Floats
    """One-way delays; the bare ones without trailing frames, which make a loss costly."""
    paint: Floats
    update: Floats
    """From the write of an ordinary update to its SEEN."""
    interval: Floats
    """c: the device's time from paint to call."""
    reaction: Floats
    """The same for eye and finger, which no software sees: without the delays of screen and input."""


def draw_person(rng: np.random.Generator, network: NetworkKind, races: int = RACES) -> SimulatedPerson:
    rtt = float(np.clip(network.rtt * np.exp(rng.normal(0, network.spread)), *network.limits))
    share = float(np.clip(rng.normal(0.5, 0.06), 0.2, 0.8))
    crowd = _congestion(rng, network, races)

    def way(up: bool, each: int = 1) -> tuple[Floats, Floats]:
        """Delays of `each` messages a race, and which of them are lost on the way (1) and have to be sent again."""
        size = (races, each)
        base = rtt * (1 - share if up else share)
        jitter = rng.exponential(network.jitter[up], size)
        spikes = (rng.random(size) < network.spike[0]) * rng.exponential(network.spike[1], size)
        lost = (rng.random(size) < network.loss).astype(np.float64)
        return base + jitter + spikes + crowd[:, None], lost

    bare = max(200.0, 2 * rtt) + 20
    trailed = 1.25 * rtt + 25

    def alone(up: bool, each: int = 1) -> Floats:
        delay, lost = way(up, each)
        return delay + bare * lost

    reveal, reveal_lost = way(up=False)
    call, call_lost = way(up=True)
    paint, update_paint, reaction, interval = _device(rng, races)
    return SimulatedPerson(
        warm=(alone(False, WARM_PINGS) + alone(True, WARM_PINGS))[0],
        ping_down=alone(False, PINGS),
        ping_up=alone(True, PINGS),
        reveal=(reveal + trailed * reveal_lost)[:, 0],
        reveal_bare=(reveal + bare * reveal_lost)[:, 0],
        seen=alone(up=True)[:, 0],
        call=(call + trailed * call_lost)[:, 0],
        call_bare=(call + bare * call_lost)[:, 0],
        paint=paint,
        update=(alone(up=False) + alone(up=True))[:, 0] + update_paint,
        interval=interval,
        reaction=reaction,
    )


def _congestion(rng: np.random.Generator, network: NetworkKind, races: int) -> Floats:
    chance, mean = network.congestion
    extra = np.zeros(races)
    level = 0.0
    for race, (begin, end, size) in enumerate(
        zip(rng.random(races), rng.random(races), rng.exponential(mean, races), strict=True)
    ):
        if level and end < EPISODE_END:
            level = 0.0
        if begin < chance:
            level = size
        extra[race] = level
    return extra


def _device(rng: np.random.Generator, races: int) -> tuple[Floats, Floats, Floats, Floats]:
    """Paint delays of the cards and of ordinary updates, reactions, and the intervals from paint to call."""
    _, mean, between, jitter, frame = DEVICES[rng.choice(len(DEVICES), p=[device[0] for device in DEVICES])]
    paint = DRAWING + rng.uniform(0, frame, (2, races))
    paint += (rng.random((2, races)) < JANK) * rng.exponential(JANK_MEAN, (2, races))
    delay = np.maximum(5.0, rng.normal(mean, between) + rng.normal(0, jitter, races))
    mu = rng.normal(MU, MU_SPREAD)
    reaction = np.maximum(160.0, rng.normal(mu, SIGMA, races) + rng.exponential(TAU, races))
    return paint[0], paint[1], reaction, np.round(reaction + delay, 1)
