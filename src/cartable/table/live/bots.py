"""The bots of a live match: when each is asked, and what it plans to do."""

from collections.abc import Callable, Collection

from cartable.kernel import Act, Seat
from cartable.table.deadlines import PlannedAct
from cartable.table.live.effects import Effect, Think
from cartable.table.live.judge import Judge, PendingAct
from cartable.table.live.people import People
from cartable.table.live.race import RaceHandler


class BotPlans:
    """Which bots have been asked after how many acts, and what each plans to do when."""

    def __init__(self, judge: Judge, people: People, race: RaceHandler, emit: Callable[[Effect], None]) -> None:
        self.plans: dict[Seat, PlannedAct] = {}
        self._judge = judge
        self._match = judge.match
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
        pace = self._judge.pace.factor if seat in self._judge.pace.bots else 1.0
        self._emit(Think(seat, self._people.level(seat), asked, view, legal, self._race.visible_at(now), pace))

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
            self.plans[seat] = PlannedAct(due, act)

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
