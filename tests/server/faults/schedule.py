"""Which faults happen, to whom and for how long: all of it follows from a seed."""

from random import Random
from typing import Final, NamedTuple

LASTS_S: Final = {
    "kill a server": (0.1, 1.0),
    "stop a server": (0.0, 0.5),
    "freeze a server": (2.3, 4.0),  # past its leases
    "restart PostgreSQL": (0.2, 1.5),
    "crash PostgreSQL": (0.0, 0.5),
    "restart NATS": (0.2, 2.5),
    "cut postgres": (0.2, 3.0),
    "cut nats": (0.2, 3.0),
    "hold postgres": (0.3, 4.0),
    "hold nats": (0.3, 4.0),
    "delay postgres": (1.0, 2.0),
    "delay nats": (1.0, 2.0),
    "fill the disk": (0.5, 1.5),
}
"""Every kind of fault, and how long it lasts. The two words of a link's are what is done, and to which link."""

DELAY_S: Final = (0.02, 0.15)


class Fault(NamedTuple):
    """One of them."""

    kind: str
    node: int | None
    """None: the one that has most tables then."""
    lasts_s: float
    delay_s: float

    def __str__(self) -> str:
        where = "the busiest server" if self.node is None else f"server {self.node}"
        return f"{self.kind} ({where}), for {self.lasts_s:.1f} s"


def schedule(seed: int, number: int, nodes: int, without: tuple[str, ...] = ()) -> list[Fault]:
    """This many faults: every kind comes before one comes again."""
    dice = Random(seed)
    kinds = [kind for kind in LASTS_S if kind not in without]
    chosen: list[str] = []
    while len(chosen) < number:
        chosen += dice.sample(kinds, len(kinds))
    return [
        Fault(kind, dice.choice((None, None, *range(nodes))), dice.uniform(*LASTS_S[kind]), dice.uniform(*DELAY_S))
        for kind in chosen[:number]
    ]
