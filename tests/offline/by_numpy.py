"""Quinto's players with learned values on many positions: in whole numbers, as they are, and with numpy instead."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np

from cartable.bots.network import FixedPointNetwork, network
from cartable.bots.packed_network import FIRST_BITS, NEARLY_HALF
from cartable.games.quinto import QUINTO
from cartable.games.quinto.acts import QuintoAct
from cartable.games.quinto.bots import alone, evaluator, table_value
from cartable.games.quinto.bots.second_look import SecondLook
from cartable.games.quinto.view import QuintoView
from cartable.kernel import Seat
from tests.kit.sample import Setup, sampled


class NumpyNetwork:
    """What `PackedNetwork` offers, with a numpy array for each layer."""

    def __init__(self, net: FixedPointNetwork) -> None:
        self._net = net
        self.base = net.b1

    def row(self, at: int) -> Any:
        return self._net.w1[at]

    def rows(self, places: Sequence[int]) -> Any:
        return self._net.w1[list(places)].sum(0)

    def share(self, at: int, part: int, whole: int) -> Any:
        return np.floor(self.row(at) * 2**FIRST_BITS * part / whole + NEARLY_HALF) / 2**FIRST_BITS

    def both(self, first: Any) -> tuple[float, ...]:
        return tuple(map(float, self._net.from_first_layer(first)))

    def points(self, first: Any) -> float:
        return self.both(first)[0]


@contextmanager
def by_numpy() -> Iterator[None]:
    """Within it Quinto's players ask numpy."""

    def asked(package: str, name: str) -> NumpyNetwork:
        return NumpyNetwork(network(package, name))

    with (
        patch.object(alone, "packed_network", asked),
        patch.object(evaluator, "packed_network", asked),
        patch.object(table_value, "packed_network", asked),
    ):
        yield


class Position(NamedTuple):
    """Somebody has a choice."""

    view: QuintoView
    seat: Seat
    legal: tuple[QuintoAct, ...]

    def at_a_glance(self) -> list[float]:
        """What each act is worth by one look at the whole table."""
        if len(self.view.sheets) == 1:
            return alone.AloneEvaluator(self.view).weigh(self.legal)
        position = table_value.TablePosition.of(self.view, self.seat)
        return table_value.TableEvaluator(position, position.aim).weigh(self.legal)

    def expert(self) -> list[float]:
        """What an expert takes each act to be worth: it takes some time."""
        if len(self.view.sheets) == 1:
            return self.at_a_glance()
        return SecondLook(self.view, self.seat).weigh(self.legal)

    def strong(self) -> list[float]:
        """The same of a strong player."""
        return evaluator.weigh(self.view, self.seat, self.legal)


def positions(matches: int) -> Iterator[Position]:
    """Every choice in so many matches, among one to four."""
    for seed in range(matches):
        seats = QUINTO.seats[seed % len(QUINTO.seats)]
        for turn in sampled(QUINTO, Setup(seats, QUINTO.options(), "bots fair", seed)).turns:
            for seat in range(seats):
                legal = QUINTO.legal(turn.state, seat)
                if len(legal) > 1:
                    yield Position(QUINTO.view(turn.state, seat), seat, legal)
