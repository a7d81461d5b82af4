"""Who is here, who is away, who plays for them, and how long the table waits for each."""

from collections.abc import Collection, Iterator, Sequence
from enum import StrEnum
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from cartable.kernel import CLOCK, Act, AnyGame, Seat
from cartable.matches.live.settings import TableSettings
from cartable.matches.log.header import MATCH_ME, MATCHED_LEVEL


class SeatState(msgspec.Struct):
    """One seat of a match: who it belongs to, whether they are here, and the number of their last act."""

    name: str
    kind: Literal["human", "bot"] = "human"
    level: str = ""
    present: bool = True
    absent_since: float = 0.0
    stood_in: bool = False
    """A bot plays for an absent player until they are back."""
    k: int = -1

    @property
    def bot_level(self) -> str:
        """The level of the bot that plays here; empty when a person does."""
        return self.level if self.kind == "bot" or self.stood_in else ""

    @property
    def by(self) -> Literal["stand-in"] | UnsetType:
        """How the log marks what a bot does here."""
        return UNSET if self.kind == "bot" else "stand-in"


class Timeout(StrEnum):
    """Why the table goes on without somebody."""

    ABSENT = "absent"  # away for too long: a bot stands in
    SLOW = "slow"  # the time for a decision is over: a bot makes this one
    IDLE = "idle"  # here, but the only thing to do is not done: the table does it


class Wait(msgspec.Struct, frozen=True):
    """The table waits for somebody until an instant, `whole` ms in all; then a bot steps in."""

    seat: Seat
    why: Timeout
    until: float
    whole: float


class People:
    """The seats of a match and their patience. `in_turns`: nobody races, so everybody may take their time."""

    def __init__(self, game: AnyGame, seats: Sequence[SeatState], settings: TableSettings, *, in_turns: bool) -> None:
        self.seats = seats
        self._game = game
        self._settings = settings
        self._in_turns = in_turns
        self._waiting_since: dict[Seat, float] = {}
        """Those who may act now, and since when nothing else was waited for."""
        self._decided_for: set[Seat] = set()
        """Those whose time is over: a bot is deciding for them."""

    def present(self) -> list[Seat]:
        """The people who are here."""
        return [seat for seat, state in enumerate(self.seats) if state.kind == "human" and state.present]

    def came(self, seat: Seat, now: float) -> None:
        """A player is here, or back: the seat is theirs again at once."""
        state = self.seats[seat]
        state.present, state.stood_in = True, False
        self._decided_for.discard(seat)
        if not self._in_turns and seat in self._waiting_since:
            self._waiting_since[seat] = now  # in turns, leaving and coming back would extend the time for a decision

    def went(self, seat: Seat, now: float) -> None:
        """A player's connection is gone."""
        state = self.seats[seat]
        if state.present:
            state.present, state.absent_since = False, now

    def stand_in(self, seat: Seat) -> None:
        """A bot plays this seat from now on, until its player is back."""
        self.seats[seat].stood_in = True
        self.seats[seat].level = self._settings.stand_in

    def decide_for(self, seat: Seat) -> None:
        """A bot makes the one decision for which this player took too long."""
        self._decided_for.add(seat)

    def level(self, seat: Seat) -> str:
        """The level of the bot that is asked for this seat."""
        state = self.seats[seat]
        level = state.level if state.kind == "bot" else self._settings.stand_in
        return MATCHED_LEVEL if level == MATCH_ME else level

    def may_act(self, players: Collection[Seat], acted: Collection[Seat], now: float) -> None:
        """These may act now. Time starts again for those of them who have just acted."""
        since = self._waiting_since
        self._waiting_since = {seat: now if seat in acted else since.get(seat, now) for seat in players}
        if self._decided_for:
            self._decided_for.clear()

    def resume(self, now: float) -> None:
        """After a pause everybody's time starts again."""
        self._waiting_since = {}
        for state in self.seats:
            state.absent_since = now

    def waits(self, state: Any) -> tuple[Wait, ...]:
        """For whom the table waits before a bot steps in. Doing the only thing there is to do is no stepping in."""
        settings = self._settings
        grace_s = settings.turn_grace_s if self._in_turns else settings.race_grace_s
        return tuple(
            Wait(seat, why, at, 1000 * (grace_s if why is Timeout.ABSENT else settings.turn_limit_s))
            for at, seat, why in self.timeouts(state)
            if why is not Timeout.IDLE
        )

    def timeouts(self, state: Any) -> Iterator[tuple[float, Seat, Timeout]]:
        """When the table's patience ends, with whom, and why."""
        settings = self._settings
        for seat, since in self._waiting_since.items():
            player = self.seats[seat]
            if player.kind == "bot" or player.stood_in:
                continue
            if self._in_turns:
                if not player.present:
                    yield max(player.absent_since, since) + 1000 * settings.turn_grace_s, seat, Timeout.ABSENT
                if settings.turn_limit_s and seat not in self._decided_for:
                    yield since + 1000 * settings.turn_limit_s, seat, Timeout.SLOW
            elif not player.present:
                yield player.absent_since + 1000 * settings.race_grace_s, seat, Timeout.ABSENT
            elif only_act(self._game, state, seat) is not None:
                yield since + 1000 * settings.auto_s * settings.wait_scale, seat, Timeout.IDLE


def only_act(game: AnyGame, state: Any, seat: Seat) -> Act | None:
    """The only thing a lone player can do, with nothing to choose: turning a card, giving a signal.

    Where CLOCK waits to do something else, doing nothing is a choice too: nobody is made to accuse a last card.
    """
    actors = game.actors(state)
    if actors - {CLOCK} != {seat}:
        return None
    legal: tuple[Act, ...] = game.legal(state, seat)
    if len(legal) != 1 or (CLOCK in actors and legal[0] not in game.legal(state, CLOCK)):
        return None
    return legal[0]
