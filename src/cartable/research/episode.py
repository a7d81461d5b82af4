"""One match of an environment: which agents are asked, what they may do, and how it goes on.

`TurnEpisode` judges an act as soon as it is chosen. Where several decide at once (Quinto) they are asked one after the
other: no view shows a choice before all are made, so this is the same game.

`RaceEpisode` asks everybody who may act what they will do; nobody sees what the others said. A model of human reactions
(`cartable.bots.reaction`) then draws how long each takes, and what is due first happens: a player's act, a deadline, or
a tie. Then everybody is asked again. An agent that names the same act again goes on with it and loses no time; one that
changes its mind starts over. Mistakes are the agents' own: the model only takes time.
"""

from abc import ABC, abstractmethod
from random import Random
from typing import Any, Final

import msgspec

from cartable.bots.pace import Pace, pace_of
from cartable.bots.reaction import DIFFICULTY_RANGE, DIFFICULTY_SD
from cartable.kernel import Act, AnyGame, Options, Outcome, Refused, Seat
from cartable.matches.deadlines import PlannedAct
from cartable.matches.deal.dealers import RandomDealer
from cartable.matches.simulated import SimulatedMatch

BEAT_MS: Final = 1000.0
"""When everybody waits, and no deadline runs either, this much time passes before they are asked again."""

EASIEST, HARDEST = DIFFICULTY_RANGE
"""Some things are harder to see than others, for everybody."""


class Episode(ABC):
    """`asked` are the seats still to choose, in order; nobody, when the match is over. Chance comes from `dice`."""

    def __init__(self, game: AnyGame, seats: int, options: Options, dice: Random) -> None:
        self.game = game
        self.seats = seats
        self.acts = 0
        self.asked: list[Seat] = []
        self.match: Final = SimulatedMatch(game, options, seats, RandomDealer(dice))
        self._seen: Any = None
        self._views: dict[Seat | None, Any] = {}

    @abstractmethod
    def choose(self, seat: Seat, act: Act | None) -> Refused | None:
        """Do it (None: wait), or say why not: then nothing has changed, and the seat is asked again."""

    @property
    def state(self) -> Any:
        """The state of the match."""
        return self.match.state

    def view(self, seat: Seat | None) -> Any:
        """What a seat sees now. Made once for each state: it is observed, and then tells how long a choice takes."""
        if self._seen is not self.match.state:
            self._seen, self._views = self.match.state, {}
        if seat not in self._views:
            self._views[seat] = self.game.view(self._seen, seat)
        return self._views[seat]

    def may_wait(self) -> bool:
        """May one do nothing? Only in a race, and only where somebody else could act."""
        return False

    def legal(self, seat: Seat) -> tuple[Act, ...]:
        """What a seat may do now."""
        return self.game.legal(self.match.state, seat)

    def outcome(self) -> Outcome | None:
        """How it ended, or None while it goes on."""
        return None if self.asked else self.game.outcome(self.match.state)


class TurnEpisode(Episode):
    """A match in turns. No time runs: whatever CLOCK could do, players do in their own time."""

    def __init__(self, game: AnyGame, seats: int, options: Options, seed: int) -> None:
        super().__init__(game, seats, options, Random(seed))
        self.asked = self._players()

    def choose(self, seat: Seat, act: Act | None) -> Refused | None:
        if act is None:
            raise TypeError("nobody can wait in a game of turns")
        refused = self.match.act(seat, act)
        if refused is None:
            self.acts += 1
            self.asked = self._players()
        return refused

    def _players(self) -> list[Seat]:
        return sorted(seat for seat in self.match.actors if seat >= 0)


class Aim(msgspec.Struct, frozen=True):
    """What an agent is about to do, in full: the card it is aimed at, the race it belongs to, and when it is done."""

    act: Act
    race: str
    at_ms: float


class RaceEpisode(Episode):
    """A match that is raced, among agents as fast as the bots of `level`."""

    def __init__(self, game: AnyGame, seats: int, options: Options, seed: int, level: str) -> None:
        self._dice = Random(seed)
        self._paces: list[Pace] = [pace_of(game.id, level, self._dice) for _ in range(seats)]
        super().__init__(game, seats, options, self._dice)
        self._race = ""
        self._legal: dict[Seat, tuple[Act, ...]] = {}
        self._hard = 1.0
        self._aims: dict[Seat, Aim] = {}
        self._under_way: dict[Seat, Aim] = {}
        """What each agent was about to do when it was asked again."""
        self._ask()
        self._run()

    @property
    def now_ms(self) -> float:
        """The simulated time."""
        return self.match.now_ms

    def legal(self, seat: Seat) -> tuple[Act, ...]:
        return self._legal.get(seat, ())

    def may_wait(self) -> bool:
        return len(self.match.actors) > 1

    def choose(self, seat: Seat, act: Act | None) -> Refused | None:
        """Aim at it, or wait. The last to choose starts the clock."""
        if act is not None:
            refused = self.game.refusal(self.match.state, seat, act)
            if refused is not None:
                return refused
            aim = self._aims[seat] = self._aim(seat, act)
            self.match.plans[seat] = PlannedAct(aim.at_ms, aim.act)
        self.asked.remove(seat)
        self._run()
        return None

    def _aim(self, seat: Seat, act: Act) -> Aim:
        now_ms, full = self.match.now_ms, self.game.with_defaults(self.match.state, act)
        before = self._under_way.get(seat)
        if before is not None and before.act == full and before.race == self._race and before.at_ms >= now_ms:
            return before
        took_ms = self._paces[seat].took_ms(self.view(seat), self._legal[seat], full, self._hard)
        return Aim(full, self._race, now_ms + took_ms)

    def _run(self) -> None:
        """Time passes until somebody has to be asked."""
        while not self.asked and self.match.actors:
            self.acts += 1
            if self.match.advance() is None:
                self.match.now_ms += BEAT_MS
            self._ask()

    def _ask(self) -> None:
        """Ask those who have a choice."""
        match, game = self.match, self.game
        race = game.open_race(match.state)
        self._race = "" if race is None else race.key
        self._under_way, self._aims = {seat: self._aims[seat] for seat in match.plans}, {}
        match.plans = {}
        self._legal = {seat: game.legal(match.state, seat) for seat in match.actors if seat >= 0}
        self.asked = sorted([seat for seat, legal in self._legal.items() if legal])
        self._hard = min(HARDEST, max(EASIEST, self._dice.gauss(1.0, DIFFICULTY_SD)))
