"""Positions and whole matches of Quinto, for its tests."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec

from cartable.games.quinto import QUINTO
from cartable.games.quinto.acts import QuintoAct
from cartable.games.quinto.sheet import AT, ROW
from cartable.games.quinto.state import QuintoPhase, QuintoState
from cartable.games.quinto.view import QuintoView
from cartable.kernel import DEALER, CardSource, Event, NextReveal, Refused, Seat

GRID = {"a": "O1", "b": "Y2", "c": "P3", "d": "X5"}
OPTIONS = QUINTO.options()


def placed(seats: int = 2, **given: Any) -> QuintoState:
    """A position; what it leaves out is dealt in sorted order."""
    return QUINTO.from_position(given, OPTIONS, seats, list).state


def writing(total: int, *colours: str, seats: int = 2, **given: Any) -> QuintoState:
    """A position in which everybody decides about a sum."""
    return placed(seats, announced={"sum": total, "colours": list(colours)}, **given)


def told(state: QuintoState, *acts: str) -> tuple[QuintoState, list[Event]]:
    """The state after acts written `seat act` (`dealer act`), all of them accepted, and all that happened."""
    events: list[Event] = []
    for line in acts:
        who, _, text = line.partition(" ")
        stepped = QUINTO.step(state, DEALER if who == "dealer" else int(who), QUINTO.act(text))
        assert not isinstance(stepped, Refused), f"{line}: {stepped}"
        state = stepped.state
        events += stepped.events
    return state, events


def after(state: QuintoState, *acts: str) -> QuintoState:
    """The state after these acts."""
    return told(state, *acts)[0]


def refused(state: QuintoState, seat: Seat, text: str) -> tuple[str, str]:
    """The code and the rule that refuse an act."""
    answer = QUINTO.step(state, seat, QUINTO.act(text))
    assert isinstance(answer, Refused), f"{text} was accepted"
    return answer.code, answer.rule


def legal(state: QuintoState, seat: Seat) -> list[str]:
    """What a seat may do, as written."""
    return [str(act) for act in QUINTO.legal(state, seat)]


# --- whole matches -------------------------------------------------------------------------------------------------

Policy = Callable[[Random, QuintoView, tuple[QuintoAct, ...]], QuintoAct]


def at_random(rng: Random, _view: QuintoView, acts: tuple[QuintoAct, ...]) -> QuintoAct:
    """Anything."""
    return rng.choice(acts)


def _strain(cell: str, number: int) -> float:
    """How far a number is from where it belongs when 1 to 18 are spread evenly over a row."""
    return abs(number - 1 - 17 * (AT[cell] % ROW) / (ROW - 1))


def with_care(rng: Random, view: QuintoView, acts: tuple[QuintoAct, ...]) -> QuintoAct:
    """Lay what can be written most freely, and write every sum where it belongs: so rows get filled."""
    preview = QUINTO.preview(view)
    if preview.lays:
        best = max(lay.cells for lay in preview.lays)
        return rng.choice([act for act, lay in zip(acts, preview.lays, strict=True) if lay.cells == best])
    if preview.writes and view.announced:
        total = view.announced.sum
        cells = [write.cell for write in preview.writes]
        return acts[min(range(len(cells)), key=lambda at: _strain(cells[at], total))]
    return acts[-1]


class Step(msgspec.Struct, frozen=True):
    """One act of a match: the state before it, who did what, and what happened."""

    before: QuintoState
    seat: Seat
    act: QuintoAct
    events: tuple[Event, ...]
    state: QuintoState


class ShuffledDealer:
    """A `CardSource` that shuffles what it is asked for."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._orders: dict[tuple[str, int], list[str]] = {}

    def __call__(self, due: NextReveal) -> str:
        order = self._orders.get((due.verb, due.shuffle))
        if order is None:
            order = self._orders[due.verb, due.shuffle] = self._rng.sample(list(due.among), len(due.among))
        return order[due.slot]


def match(seats: int, seed: int, policy: Policy = at_random, dealer: CardSource | None = None) -> Iterator[Step]:
    """Every step of a match, the set-up included. Those who decide together do so in any order."""
    rng = Random(seed)
    dealer = dealer or ShuffledDealer(rng)
    state = QUINTO.start(OPTIONS, seats)
    while QUINTO.actors(state):
        seat = rng.choice(sorted(QUINTO.actors(state)))
        if seat == DEALER:
            due = QUINTO.next_reveal(state)
            act = QUINTO.act(f"{due.verb} {dealer(due)}")
        else:
            act = policy(rng, QUINTO.view(state, seat), QUINTO.legal(state, seat))
        stepped = QUINTO.step(state, seat, act)
        assert not isinstance(stepped, Refused), f"{act}: {stepped}"
        yield Step(state, seat, act, stepped.events, stepped.state)
        state = stepped.state
    assert state.phase is QuintoPhase.OVER
