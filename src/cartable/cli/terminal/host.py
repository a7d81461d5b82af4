"""A live match in this process, for the one person at the terminal. What happens is saved before it is shown."""

from collections import deque
from collections.abc import Mapping
from contextlib import AbstractContextManager
from random import Random
from typing import Any, ClassVar, Final, Protocol

from cartable.bots import AnyBot
from cartable.cli.language import names_of
from cartable.cli.terminal.board import Situation
from cartable.cli.terminal.boards import AnyBoard
from cartable.cli.terminal.display import Display
from cartable.cli.terminal.saved_match import MatchFiles
from cartable.cli.terminal.screen import Screen
from cartable.kernel import Act, Event, Refused, Seat
from cartable.matches.live import (
    LiveMatch,
    LocalHost,
    News,
    Over,
    Publish,
    Reply,
    SeatState,
    TableSettings,
    Think,
    visible_to,
)
from cartable.matches.match import Match
from cartable.matches.referee import Latency
from cartable.words import Teller

KEYBOARD: Final = Latency(rtts=(0.0,) * 8)
"""A keyboard has no lag to speak of: the person at it is given no credit for any."""


class TerminalHost:
    """Runs the match and holds back what is not to be seen yet. An `InputMode` drives it: it calls `wake`, shows what
    `take_due` and `take_replies` give, and reads what the player types or presses, until `next_due` at most."""

    def __init__(
        self,
        match: Match,
        files: MatchFiles,
        *,
        seat: Seat,
        bots: Mapping[Seat, AnyBot],
        board: AnyBoard,
        screen: Screen,
        language: str,
    ) -> None:
        self.match = match
        self.files = files
        self.seat = seat
        self.board = board
        self.screen = screen
        self.language = language
        self.teller = Teller(match.game.id, language, names_of(match.header, language), seat)
        self.over = False
        self._bots = bots
        self._state: Any = match.state
        self._view: Any = None
        self._stages: deque[Publish] = deque()
        self._replies: list[Reply] = []
        self._saw = len(match.entries) - 1
        self._painted_at = 0.0

    def begin(self, settings: TableSettings, now: float) -> None:
        """Start the match, or go on with it."""
        seats = [SeatState(each.name, each.kind, each.level) for each in self.match.header.seats]
        self.live = LiveMatch(self.match, seats, settings, Random(self.match.header_line), now)
        self.over = self.match.ending is not None  # everything was saved but the dealer's secret
        self.live.connected(self.seat, KEYBOARD, now)
        self._host = LocalHost(self.live, self._think, self.files.append, self._hear)
        self._host.pump(now)

    def _think(self, think: Think) -> tuple[Act | None, float]:
        bot = self._bots[think.seat]
        bot.pace = think.pace
        intent = bot.decide(think.view, think.legal, think.now)
        return (None, think.now) if intent is None else (intent.act, intent.at_ms)

    def _hear(self, news: News) -> None:
        match news:
            case Publish():
                self._stages.append(news)
            case Reply():
                self._replies.append(news)
            case Over():
                self.over = True

    # --- time --------------------------------------------------------------------------------------------------

    def wake(self, now: float) -> None:
        """Let time have come to `now`: bots move, deadlines run out."""
        self._host.wake(now)

    def next_due(self) -> float | None:
        """When something happens by itself."""
        times = [self.live.next_wake(), self._send_at(self._stages[0]) if self._stages else None]
        return min((at for at in times if at is not None), default=None)

    @property
    def finished(self) -> bool:
        """The match is over, and everything of it was shown."""
        return self.over and not self._stages

    @property
    def waiting_to_show(self) -> bool:
        """Something has happened that is not to be seen yet: a card is about to be shown."""
        return bool(self._stages)

    def take_due(self, now: float) -> list[Publish]:
        """What is to be shown now; from here on it is what the player sees."""
        due = []
        while self._stages and (self.over or self._send_at(self._stages[0]) <= now):
            stage = self._stages.popleft()
            self.live.sent(self.seat, stage.n, now)
            self._state = stage.state
            due.append(stage)
        return due

    def painted(self, stage: Publish, now: float) -> None:
        """It has been drawn: what the player does next counts from there."""
        self._saw, self._painted_at = stage.n, now
        self.live.seen(self.seat, stage.n, now)

    def _send_at(self, stage: Publish) -> float:
        return stage.send_at.get(self.seat, stage.send_at[None])

    # --- the player --------------------------------------------------------------------------------------------

    def situation(self) -> Situation[Any, Any]:
        """What the player sees and may do."""
        game = self.match.game
        view = self._view = self.board.arranged(game.view(self._state, self.seat), self._view)
        legal = game.legal(self._state, self.seat)
        return Situation(self.seat, view, game.preview(view), legal, self.teller, self.screen)

    def act(self, act: Act, now: float) -> None:
        """The player does this; the replies tell what came of it."""
        k = self.live.seats[self.seat].k + 1
        self.live.act(self.seat, k, str(act), now, saw=self._saw, interval=now - self._painted_at)
        self._host.pump(now)

    def take_replies(self) -> list[Reply]:
        """The replies to what the player did since the last time."""
        replies, self._replies = self._replies, []
        return replies

    def ask(self, act: Act) -> Refused | None:
        """Would this be allowed? Nothing is done."""
        return self.live.ask(self.seat, str(act), self._state)

    def pause(self, now: float) -> None:
        """Stop the match."""
        self.live.pause(now)
        self._host.pump(now)

    def resume(self, now: float) -> None:
        """Go on after a pause."""
        self.live.resume(now)
        self._host.pump(now)

    # --- words -------------------------------------------------------------------------------------------------

    def sentences(self, stage: Publish) -> list[str]:
        """What the player is told of it."""
        return self.in_words([numbered.event for numbered in visible_to(stage.events, self.seat)])

    def in_words(self, events: list[Event]) -> list[str]:
        """Events in words: those that the player may know and the board does not show anyway."""
        return [
            self.teller.event(event)
            for event in events
            if event.to in (None, self.seat) and self.board.tells(event, self.seat)
        ]


class InputMode(Protocol):
    """A way to read what the player does, and to show what comes of it."""

    how: ClassVar[str]
    """The sentence that says how to play."""
    settings: ClassVar[TableSettings]
    display: Display

    def __init__(self, host: TerminalHost, /) -> None: ...

    def now(self) -> float:
        """The present instant in ms."""

    def open(self) -> AbstractContextManager[object]:
        """The keyboard and the screen are ours meanwhile."""

    def show(self, now: float, /) -> None:
        """Show what is due."""

    def read(self) -> bool:
        """Read and do one thing, or let time pass; False when the player leaves."""


def play(host: TerminalHost, mode: InputMode) -> bool:
    """Play until the match is over; False when the player leaves before."""
    with mode.open():
        host.begin(mode.settings, mode.now())
        while not host.finished:
            now = mode.now()
            host.wake(now)
            mode.show(now)
            if not host.over and not mode.read():
                return False
    host.files.finish()
    return True
