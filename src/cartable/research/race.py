"""A race in simulated time, for an environment to drive.

Everybody who may act says what they will do, or that they wait; nobody sees what the others said. A model of human
reactions (`cartable.bots.reaction`) then draws how long each takes, and what is due first happens: a player's act, a
deadline, or, where calls of a showdown lie closer together than `TIE_MS`, a tie. Then everybody is asked again. Who
names the same aim again goes on with it and loses no time; who changes their mind starts anew. Mistakes are the
players' own: the model only takes time.
"""

from typing import Final

import msgspec

from cartable.bots.reaction import DIFFICULTY_RANGE, DIFFICULTY_SD
from cartable.kernel import CLOCK, Act, AnyGame, Options, Refused, Seat, Stepped
from cartable.research.course import Course
from cartable.research.paces import Hands, hands

TIE_MS: Final = 12.0
"""Calls closer together than this cannot be told apart."""

BEAT_MS: Final = 1000.0
"""When everybody waits, and no deadline either, so much time passes before they are asked again."""

EASIEST, HARDEST = DIFFICULTY_RANGE
"""Some things are harder to see than others, for everybody."""


class Aim(msgspec.Struct, frozen=True):
    """What a player is about to do, in full: the card it is aimed at, the race it belongs to."""

    act: Act
    race: str


class Plan(msgspec.Struct, frozen=True):
    """An aim, and when it is reached."""

    aim: Aim
    at_ms: float


class Race(Course):
    """A race. `now_ms` is the simulated time."""

    def __init__(self, game: AnyGame, seats: int, options: Options, seed: int, level: str) -> None:
        super().__init__(game, seats, options, seed)
        self.now_ms = 0.0
        self._hands: list[Hands] = [hands(game.id, level, self._dice) for _ in range(seats)]
        self._actors: frozenset[Seat] = frozenset()
        self._race = ""
        self._legal: dict[Seat, tuple[Act, ...]] = {}
        self._hard = 1.0
        self._plans: dict[Seat, Plan] = {}
        self._under_way: dict[Seat, Plan] = {}
        self._deadlines: dict[tuple[Act, str], float] = {}
        self._ask()
        self._run()

    def legal(self, seat: Seat) -> tuple[Act, ...]:
        return self._legal.get(seat, ())

    def may_wait(self) -> bool:
        return len(self._actors) > 1

    def choose(self, seat: Seat, act: Act | None) -> Refused | None:
        """Aim at it, or wait. The last to choose starts the clock."""
        if act is not None:
            refused = self.game.refusal(self.state, seat, act)
            if refused is not None:
                return refused
            self._plans[seat] = self._plan(seat, act)
        self.asked.remove(seat)
        self._run()
        return None

    def _run(self) -> None:
        """Time passes until somebody has to be asked."""
        while not self.asked and self._actors:
            self._advance()

    def _plan(self, seat: Seat, act: Act) -> Plan:
        aim = Aim(self.game.with_defaults(self.state, act), self._race)
        before = self._under_way.get(seat)
        if before is not None and before.aim == aim and before.at_ms >= self.now_ms:
            return before
        took_ms = self._hands[seat].took_ms(act, len(self._legal[seat]), self._hard)
        return Plan(aim, self.now_ms + took_ms)

    def _ask(self) -> None:
        """Deal what is due, look whose turn it is, and ask those who have a choice."""
        game = self.game
        self._actors = self._deal()
        showdown = game.open_race(self.state)
        self._race = "" if showdown is None else showdown.key
        self._under_way, self._plans = self._plans, {}
        awaited = {(d.act, d.key): self.now_ms + d.after_s * 1000 for d in game.deadlines(self.state)}
        self._deadlines = {key: self._deadlines.get(key, at_ms) for key, at_ms in awaited.items()}
        self._legal = {seat: game.legal(self.state, seat) for seat in self._actors if seat >= 0}
        self.asked = sorted([seat for seat, legal in self._legal.items() if legal])
        self._hard = min(HARDEST, max(EASIEST, self._dice.gauss(1.0, DIFFICULTY_SD)))

    def _advance(self) -> None:
        """Whatever is due first happens."""
        due = [(plan.at_ms, seat, plan.aim.act) for seat, plan in self._plans.items()]
        due += [(at_ms, CLOCK, act) for (act, _), at_ms in self._deadlines.items()]
        self.acts += 1
        if not due:
            self.now_ms += BEAT_MS
            self._ask()
            return
        self.now_ms, seat, act = min(due, key=lambda plan: plan[:2])
        calls = {s: plan.aim.act for s, plan in self._plans.items() if plan.at_ms - self.now_ms < TIE_MS}
        if seat != CLOCK and len(calls) > 1 and self._race:
            seat, act = CLOCK, self.game.tie(self.state, calls)
        stepped = self.game.step(self.state, seat, act)
        if not isinstance(stepped, Stepped):
            raise RuntimeError(f"{self.game.id} refuses `{act}` of seat {seat}, which it had let through")
        self._plans.pop(seat, None)
        self.state = stepped.state
        self._ask()
