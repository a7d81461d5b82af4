"""The bots of a live match: when each is asked, and what it plans to do."""

from collections.abc import Callable, Collection
from typing import Final

from cartable.kernel import Act, Seat
from cartable.matches.deadlines import PlannedAct
from cartable.matches.live.effects import Effect, Think
from cartable.matches.live.judge import Judge, PendingAct
from cartable.matches.live.people import People
from cartable.matches.live.race import RaceHandler

MOST_REFUSALS: Final = 3
"""How often a bot may choose what is refused before another act is done for it."""


SILENT_MS: Final = 10_000.0
"""How long a bot of a turn game may wait. Then an act is done for it: the others could not go on otherwise."""


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
        self._refused: dict[Seat, tuple[int, int]] = {}
        """After how many acts a bot was refused last, and how often there."""
        self._replaced: set[Seat] = set()
        """Those whose plan is not their own."""

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

    def refused_too_often(self, seat: Seat) -> bool:
        """A bot's act was refused. Where that happens again and again while nothing changes, the bot is broken, and
        would be asked forever."""
        asked = len(self._match.entries)
        before, times = self._refused.get(seat, (asked, 0))
        self._refused[seat] = asked, times + 1 if before == asked else 1
        return self._refused[seat][1] >= MOST_REFUSALS

    def replace(self, seat: Seat, act: Act, now: float, after_ms: float = 0.0) -> None:
        """This is done instead of what a broken bot wants, and marked so in the log."""
        self._replaced.add(seat)
        due = self._race.plan(PendingAct(seat, act, now + after_ms, by="stand-in"), now)
        if due is not None:
            self.plans[seat] = PlannedAct(due, act)

    def awaits(self, seat: Seat, asked: int) -> bool:
        """Is the answer to this `Think` still wanted?"""
        return asked == self._asked.get(seat) and asked == len(self._match.entries)

    def decided(self, seat: Seat, act: Act | None, at: float, now: float) -> None:
        """It will do this at that instant; None: it waits until something changes."""
        if act is None:
            self.plans.pop(seat, None)
            return
        self._replaced.discard(seat)
        due = self._race.plan(PendingAct(seat, act, at, by=self._people.seats[seat].by), now)
        if due is not None:
            self.plans[seat] = PlannedAct(due, act)

    def carry_out(self, seat: Seat, now: float) -> PendingAct:
        """The instant of its plan has come."""
        self._asked.pop(seat, None)
        by = "stand-in" if seat in self._replaced else self._people.seats[seat].by
        self._replaced.discard(seat)
        return PendingAct(seat, self.plans.pop(seat).act, now, by=by)

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
