"""A race at the terminal: a person with single keys, bots with the eyes of people, the table's clock and referee."""

from collections import deque
from functools import partial
from random import Random
from typing import Any, Final

from cartable.bots import AnyBot
from cartable.cli.terminal.board import Sight
from cartable.cli.terminal.boards import AnyBoard
from cartable.cli.terminal.keeping import Keeper
from cartable.cli.terminal.races.keys import END, Keys, standard_keys
from cartable.cli.terminal.races.picture import Picture
from cartable.cli.terminal.screen import Screen
from cartable.kernel import Act, Event, Seat, Tempo
from cartable.table.live import (
    LiveMatch,
    LocalHost,
    News,
    Over,
    Publish,
    Reply,
    ReplyKind,
    SeatState,
    TableSettings,
    Think,
    visible_to,
)
from cartable.table.match import Match
from cartable.table.referee import Latency, Receipt, Verdict
from cartable.words import Teller

QUIT: Final = "q"
PAUSE: Final = "p"
HELP: Final = "?"

KEYBOARD: Final = Latency(rtts=(0.0,) * 8)
"""A keyboard has no line to speak of: whoever sits at it is believed no lag."""


class RaceTable:
    """One race at the terminal. What happens is stored before it is told, and told at the instant it is due."""

    how = "race.how"

    def __init__(
        self,
        match: Match,
        keeper: Keeper,
        *,
        seat: Seat,
        bots: dict[Seat, AnyBot],
        board: AnyBoard,
        screen: Screen,
        language: str,
    ) -> None:
        self._match = match
        self._keeper = keeper
        self._seat = seat
        self._bots = bots
        self._board = board
        self._screen = screen
        self._teller = Teller(match.game.id, language, [each.name for each in match.header.seats], seat)
        prompt = self._teller.say("play.prompt")
        self._keys: Keys = standard_keys(lambda line: screen.print(prompt + line))
        self._picture = Picture(board, screen, whole=self._keys.alive)
        self._state: Any = match.state
        self._view: Any = None
        self._stages: deque[Publish] = deque()
        self._held = ""
        self._leaving = False
        self._saw = len(match.entries) - 1
        self._painted = 0.0
        self._over = False

    def recall(self, events: list[Event]) -> None:
        """Tell what happened before the player sat down again."""
        self._tell(events)

    def show_all(self) -> None:
        """The whole table."""
        for section in self._board.sections(self._sight(), everything=True):
            self._screen.print("", section.drawing)

    # --- playing ---------------------------------------------------------------------------------------------

    def play(self) -> bool:
        """Play until the match is over; False when the player leaves before."""
        with self._keys.listening(), self._picture.shown():
            self._begin(self._keys.now())
            if not self._stages:  # taken up again, and nothing happened since
                self._draw()
            while not self._over or self._stages:
                now = self._keys.now()
                self._host.wake(now)
                self._show_due(now)
                key = self._keys.next(self._next_due(), asked=self._asked()) if not self._over else None
                if key == END or (key is not None and not self._press(key)):
                    return False
        self._keeper.finish()
        return True

    def _begin(self, now: float) -> None:
        seats = [SeatState(each.name, each.kind, each.level) for each in self._match.header.seats]
        live = LiveMatch(self._match, seats, TableSettings(), Random(self._match.header_line), now)
        live.connected(self._seat, KEYBOARD, now)
        self._live = live
        self._host = LocalHost(live, self._think, self._keeper.append, self._hear)
        self._host.pump(now)

    def _think(self, think: Think) -> tuple[Act | None, float]:
        intent = self._bots[think.seat].decide(think.view, think.legal, think.now)
        return (None, think.now) if intent is None else (intent.act, intent.at_ms)

    def _next_due(self) -> float | None:
        """When something happens by itself."""
        times = [self._live.next_wake(), self._stages[0].send_at[self._seat] if self._stages else None]
        return min((at for at in times if at is not None), default=None)

    def _asked(self) -> bool:
        """Could the player do something? Not while a card is about to be shown."""
        return self._live.paused or (not self._stages and bool(self._sight().legal))

    # --- what is told ----------------------------------------------------------------------------------------

    def _hear(self, told: News) -> None:
        match told:
            case Publish():
                self._stages.append(told)
            case Reply(_, _, ReplyKind.REFUSED, _, refused) if refused is not None:
                own = refused.code in self._match.game.refusals
                self._picture.tell(
                    f"{self._teller.refusal(refused)}." if own else self._teller.say(f"race.{refused.code}")
                )
                self._draw()
            case Reply(_, _, ReplyKind.LATE):
                self._picture.tell(self._teller.say("race.late"))
                self._draw()
            case Over():
                self._over = True

    def _show_due(self, now: float) -> None:
        """Show what is due, the table and the news of it; what the player does next counts from there."""
        shown: Publish | None = None
        while self._stages and (self._over or self._stages[0].send_at[self._seat] <= now):
            shown = self._stages.popleft()
            self._live.sent(self._seat, shown.n, now)
            self._state = shown.state
            self._tell([numbered.event for numbered in visible_to(shown.events, self._seat)])
            if shown.receipts:
                self._picture.tell(self._timing(shown.receipts))
        if shown is not None:
            self._draw()
            self._saw, self._painted = shown.n, self._keys.now()
            self._live.seen(self._seat, shown.n, self._painted)

    def _tell(self, events: list[Event]) -> None:
        for event in events:
            if event.to in (None, self._seat) and self._board.tells(event, self._seat):
                self._picture.tell(self._teller.event(event))

    def _timing(self, receipts: tuple[Receipt, ...]) -> str:
        """What the referee found: everybody's time, or in a game of hands how far apart they were."""
        calls = self._match.game.tempo is Tempo.CALLS
        times = [
            self._teller.say(
                "race.timed" if calls else "race.behind", seat=each.seat, ms=round(each.time if calls else each.gap)
            )
            for each in receipts
        ]
        tied = any(each.verdict is Verdict.TIE for each in receipts)
        give = max(round(each.give) for each in receipts)
        return self._teller.say("race.tied" if tied else "race.first", times=", ".join(times), give=give)

    def _sight(self) -> Sight[Any, Any]:
        game = self._match.game
        view = self._view = self._board.arranged(game.view(self._state, self._seat), self._view)
        legal = game.legal(self._state, self._seat)
        return Sight(self._seat, view, game.preview(view), legal, self._teller, self._screen)

    def _draw(self) -> None:
        say = partial(self._teller.say, held=self._held)
        status = say("race.held") if self._held and self._keys.alive else ""
        if self._leaving:
            status = say("race.leave")
        elif self._over:
            status = say("race.over")
        elif self._live.paused:
            status = say("race.paused")
        self._picture.draw(self._sight(), status)

    # --- what is pressed -------------------------------------------------------------------------------------

    def _press(self, key: str) -> bool:
        """Do what a key asks for; False when the player leaves."""
        if self._leaving and key.casefold() == QUIT:
            return False
        self._leaving = False
        if self._live.paused and key.casefold() != QUIT:
            self._live.resume(self._keys.now())
            self._host.pump(self._keys.now())
        else:
            meant = self._meant(key)
            if isinstance(meant, Act):
                self._act(meant)
            elif meant is None:
                self._command(key.casefold())
        self._draw()
        return True

    def _meant(self, key: str) -> Act | str | None:
        """What a key means together with those held before it, or else by itself; it is held if more must follow."""
        sight = self._sight()
        meant = self._board.press(self._held + key, sight)
        if meant is None and self._held:
            meant = self._board.press(key, sight)
        self._held = meant if isinstance(meant, str) else ""
        return meant

    def _command(self, key: str) -> None:
        match key:
            case "q":
                self._leaving = True
            case "p":
                self._live.pause(self._keys.now())
                self._host.pump(self._keys.now())
            case "?":
                self._command(PAUSE)
                self._picture.tell(self._teller.own("idea"))
                self._picture.tell(self._board.keys(self._sight()))
                self._picture.tell(self._teller.say("race.help"))

    def _act(self, act: Act) -> None:
        now = self._keys.now()
        k = self._live.seats[self._seat].k + 1
        self._live.act(self._seat, k, str(act), now, saw=self._saw, interval=now - self._painted)
        self._host.pump(now)
