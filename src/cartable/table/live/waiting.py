"""What a live match waits for besides people: the rules' deadlines, and the plans of bots."""

from collections.abc import Callable, Collection

import msgspec

from cartable.kernel import Act, Deadline, Seat
from cartable.table.live.effects import Effect, Think
from cartable.table.live.judge import PendingAct
from cartable.table.live.people import People
from cartable.table.live.race import RaceHandler
from cartable.table.match import Match


class Alarm(msgspec.Struct, frozen=True):
    """An act that is done at an instant if nothing changes before."""

    at: float
    act: Act


class Deadlines:
    """The rules' deadlines that are running. One that is asked for again unchanged keeps its instant."""

    def __init__(self) -> None:
        self._running: dict[tuple[str, str], Alarm] = {}

    def set(self, wanted: Collection[Deadline[Act]], start: float, pace: float = 1.0) -> None:
        """Run exactly these; a new one starts at `start`."""
        if not wanted and not self._running:
            return  # as in every turn game
        self._running = {
            name: self._running.get(name)
            or Alarm(start + 1000 * deadline.after_s * (pace if deadline.courtesy else 1.0), deadline.act)
            for deadline in wanted
            for name in [(str(deadline.act), deadline.key)]
        }

    def clear(self) -> None:
        """Stop them all; they start again when set again."""
        self._running = {}

    def next(self) -> Alarm | None:
        """The one that runs out first."""
        return min(self._running.values(), key=lambda alarm: alarm.at) if self._running else None


class Bots:
    """Which bots have been asked after how many acts, and what each plans to do when."""

    def __init__(self, match: Match, people: People, race: RaceHandler, emit: Callable[[Effect], None]) -> None:
        self.plans: dict[Seat, Alarm] = {}
        self._match = match
        self._people = people
        self._race = race
        self._emit = emit
        self._asked: dict[Seat, int] = {}

    def ask(self, seat: Seat, now: float) -> None:
        """Let the bot of a seat look at the table, unless it has seen this very state before."""
        asked = len(self._match.entries)
        if self._asked.get(seat) == asked:
            return
        self._asked[seat] = asked
        game, state = self._match.game, self._match.state
        view, legal = game.view(state, seat), game.legal(state, seat)
        self._emit(Think(seat, self._people.level(seat), asked, view, legal, self._race.visible_at(now)))

    def ask_again(self, seat: Seat, now: float) -> None:
        """What it had planned was no longer possible: let it look again."""
        self._asked.pop(seat, None)
        self.ask(seat, now)

    def awaits(self, seat: Seat, asked: int) -> bool:
        """Is the answer to this `Think` still wanted?"""
        return asked == self._asked.get(seat) and asked == len(self._match.entries)

    def decided(self, seat: Seat, act: Act | None, at: float, now: float) -> None:
        """It will do this at that instant; None: it waits until something changes."""
        if act is None:
            self.plans.pop(seat, None)
            return
        due = self._race.plan(PendingAct(seat, act, at, by=self._people.seats[seat].by), now)
        if due is not None:
            self.plans[seat] = Alarm(due, act)

    def carry_out(self, seat: Seat, now: float) -> PendingAct:
        """The instant of its plan has come."""
        self._asked.pop(seat, None)
        return PendingAct(seat, self.plans.pop(seat).act, now, by=self._people.seats[seat].by)

    def keep_plans(self, players: Collection[Seat]) -> None:
        """Forget the plans of all others."""
        if self.plans:
            self.plans = {seat: plan for seat, plan in self.plans.items() if seat in players}

    def forget(self, seat: Seat) -> None:
        """A person plays this seat again."""
        self.plans.pop(seat, None)
        self._asked.pop(seat, None)

    def resume(self) -> None:
        """After a pause all of them look again."""
        self._asked.clear()
