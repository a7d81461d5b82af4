"""A match in simulated time: nobody waits, and whole matches run as fast as the rules do.

The arena and the environments for research are driven by it. Connections are perfect: an act is judged at the very
instant it is done, and calls for one card that lie closer together than the referee can tell apart (`TIE`) are tied.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from cartable.kernel import CLOCK, DEALER, ONLY_DEALER, Act, AnyGame, CardSource, Options, Refused, Seat
from cartable.matches.deadlines import Deadlines, PlannedAct
from cartable.matches.deal.dealers import next_deal
from cartable.matches.referee import TIE


class TimedAct(msgspec.Struct, frozen=True):
    """One act, and when it was done."""

    at_ms: float
    seat: Seat
    act: Act


class SimulatedMatch:
    """Whoever drives it looks at `actors`, and either lets somebody `act` now, or fills in `plans` and lets time
    `advance` to whatever comes first: a plan, a deadline of the rules, or a tie. At the same instant a plan comes
    first, as in a live match: a time limit of the rules includes its last instant."""

    def __init__(
        self,
        game: AnyGame,
        options: Options,
        seats: int,
        dealer: CardSource,
        record: Callable[[TimedAct], None] | None = None,
    ) -> None:
        """`record` is called with every act, DEALER's and CLOCK's included."""
        self.game = game.under(options)
        self.state: Any = game.start(options, seats)
        self.now_ms = 0.0
        self.plans: dict[Seat, PlannedAct] = {}
        """What players will do, and when."""
        self._dealer = dealer
        self._record = record
        self._deadlines = Deadlines()
        self.actors: frozenset[Seat] = self._deal()
        """Who may act now; nobody when the match is over."""

    def act(self, seat: Seat, act: Act) -> Refused | None:
        """Judge an act at this instant. If it is accepted, DEALER does what follows."""
        stepped = self.game.step(self.state, seat, act)
        if isinstance(stepped, Refused):
            return stepped
        self.state = stepped.state
        if self._record is not None:
            self._record(TimedAct(self.now_ms, seat, act))
        self.actors = self._deal()
        return None

    def advance(self) -> Seat | None:
        """Let time pass until the first thing that is due, and do it: the seat that acted, or None if nothing is."""
        self._deadlines.set(self.game.deadlines(self.state), self.now_ms)
        deadline = self._deadlines.next()
        plans = self.plans
        seat = min(plans, key=lambda seat: (plans[seat].at, seat), default=None)
        if deadline is not None and (seat is None or deadline.at < plans[seat].at):
            self.now_ms, seat, act = deadline.at, CLOCK, deadline.act
        elif seat is not None:
            self.now_ms = plans[seat].at
            seat, act = self._first_or_tie(seat)
            plans.pop(seat, None)
        else:
            return None
        refused = self.act(seat, act)
        if refused is not None:
            raise RuntimeError(f"{self.game.id} refuses `{act}` of seat {seat} in {self.state}: {refused.code}")
        return seat

    def _first_or_tie(self, first: Seat) -> tuple[Seat, Act]:
        """What is judged: the first plan, or a tie with the calls that cannot be told apart from it."""
        plans = self.plans
        calls = {seat: plan.act for seat, plan in plans.items() if plan.at - self.now_ms < TIE}
        if len(calls) > 1 and self.game.open_race(self.state) is not None:
            return CLOCK, self.game.tie(self.state, calls)
        return first, plans[first].act

    def _deal(self) -> frozenset[Seat]:
        """All that DEALER owes; then who may act."""
        game = self.game
        while (actors := game.actors(self.state)) == ONLY_DEALER:
            act = next_deal(game, self.state, self._dealer)
            stepped = game.step(self.state, DEALER, act)
            if isinstance(stepped, Refused):
                raise RuntimeError(f"{game.id} asks the dealer for `{act}` and refuses it: {stepped.code}")
            self.state = stepped.state
            if self._record is not None:
                self._record(TimedAct(self.now_ms, DEALER, act))
        return actors
