"""How a live match races: one object, chosen once from the game's tempo, that decides in which order acts are judged.

`NoRace` is for games in turns. `CallRace` (in `call_race`) is for games in which a card is shown and the first call
counts, `ContestRace` (in `contest_race`) for games in which everybody acts at any time.
"""

from random import Random
from typing import ClassVar, Final, NamedTuple, Protocol

from cartable.kernel import Seat
from cartable.matches.live.effects import AT_ONCE, Publish
from cartable.matches.live.judge import Judge, PendingAct, Uncommitted
from cartable.matches.live.latencies import Latencies
from cartable.matches.live.publisher import Publisher
from cartable.matches.live.settings import TableSettings
from cartable.matches.referee import Latency

REACTION_SCALE: Final = 0.1
"""A bot's reactions are never sped up further than this, whatever scales the waits: at one and the same instant all
bots would be tied again and again, and where everybody plays at once nobody else would get a word in."""


class RaceContext(NamedTuple):
    """What a race has to do with: the parts of its match."""

    judge: Judge
    latencies: Latencies
    publisher: Publisher
    settings: TableSettings
    random: Random


class RaceHandler(Protocol):
    """What a live match asks of the way it races."""

    in_turns: ClassVar[bool]
    """Nobody races."""
    keeps_plans: ClassVar[bool]
    """Bots go on with what they planned when somebody else acts: only their view has changed."""

    def __init__(self, context: RaceContext, /) -> None: ...

    def enter(self, act: PendingAct, /) -> None:
        """An act has come: have it judged, now or when its turn has come."""

    def plan(self, act: PendingAct, now: float, /) -> float | None:
        """When a bot does what it means to do at `act.at`; None when the race has taken the act, as a call to come."""

    def next_due(self) -> float | None:
        """When `release` has to be called next, as far as is known now."""

    def release(self, now: float, /) -> None:
        """Have everything judged whose turn has come."""

    def holds_since(self, instant: float, /) -> bool:
        """Is an act held back that came by then? The rules must hear it before a deadline of that instant."""

    def void(self, now: float, /) -> None:
        """Nobody else will be heard: whatever is held back is judged or replied to now."""

    def publish(self, done: Uncommitted, now: float, /) -> list[Publish]:
        """An act is stored: who sees it when."""

    def visible_at(self, now: float, /) -> float:
        """When people see what was published last: time for them, and for bots, counts from there."""

    def joined(self, seat: Seat, latency: Latency, now: float, /) -> None:
        """A player is here, or back on a new connection."""

    def left(self, seat: Seat, /) -> None:
        """A player's connection is gone."""

    def sent(self, seat: Seat, n: int, at: float, /) -> None:
        """The events of act `n` really went out to this seat at `at`."""

    def seen(self, seat: Seat, n: int, at: float, /) -> None:
        """A device painted the events of act `n`."""


class NoRace:
    """Everybody in turn: acts are judged as they come, and published to all at once."""

    in_turns: ClassVar[bool] = True
    keeps_plans: ClassVar[bool] = False

    def __init__(self, context: RaceContext) -> None:
        self._judge = context.judge
        self._publisher = context.publisher
        self._settings = context.settings

    def enter(self, act: PendingAct) -> None:
        self._judge.judge(act)

    def plan(self, act: PendingAct, now: float) -> float | None:
        """A bot lets its turn be seen for a moment."""
        scale = self._settings.wait_scale
        return max(now + scale * max(0.0, act.at - now), now + 1000 * scale * self._settings.bot_pause_s)

    def next_due(self) -> float | None:
        return None

    def release(self, now: float) -> None:
        """Nothing is ever held back."""

    def holds_since(self, _instant: float) -> bool:
        return False

    def void(self, now: float) -> None:
        """Nothing is ever held back."""

    def publish(self, done: Uncommitted, _now: float) -> list[Publish]:
        return [self._publisher.publish(done, AT_ONCE)]

    def visible_at(self, now: float) -> float:
        return now

    def joined(self, seat: Seat, latency: Latency, now: float) -> None:
        """It does not matter who is here."""

    def left(self, seat: Seat) -> None:
        """It does not matter who is here."""

    def sent(self, seat: Seat, n: int, at: float) -> None:
        """It does not matter how soon anybody sees it."""

    def seen(self, seat: Seat, n: int, at: float) -> None:
        """It does not matter how soon anybody sees it."""


def bot_instant(start: float, at: float, scale: float) -> float:
    """When a bot acts that saw the table at `start` and meant to act at `at`, with waits scaled by this much."""
    return start + scale * max(0.0, at - start)
