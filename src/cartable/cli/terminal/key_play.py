"""Playing with single keys, at the speed of the others: races."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import ClassVar, Final

from cartable.cli.terminal.display import Display
from cartable.cli.terminal.host import TerminalHost
from cartable.cli.terminal.keys import END, Keys, standard_keys
from cartable.kernel import Act, Tempo
from cartable.matches.live import Reply, ReplyKind, TableSettings
from cartable.matches.referee import Receipt, Verdict

QUIT: Final = "q"
PAUSE: Final = "p"
HELP: Final = "?"


class KeyPlay:
    """Each key is heard at once, and everything is shown at the instant it is due."""

    how: ClassVar[str] = "race.how"
    settings: ClassVar[TableSettings] = TableSettings()

    def __init__(self, host: TerminalHost) -> None:
        self._host = host
        self._teller = host.teller
        self._board = host.board
        prompt = self._teller.say("play.prompt")
        self._keys: Keys = standard_keys(lambda line: host.screen.print(prompt + line))
        self.display = Display(host.board, host.screen, full_screen=self._keys.alive)
        self._held = ""
        """Keys that mean something only together with the next one."""
        self._leaving = False
        self._drawn = False

    def now(self) -> float:
        return self._keys.now()

    @contextmanager
    def open(self) -> Iterator[None]:
        with self._keys.listening(), self.display.open():
            yield

    # --- showing -------------------------------------------------------------------------------------------------

    def show(self, now: float) -> None:
        """The table and the news of it; what the player does next counts from there."""
        self._show_replies()
        stages = self._host.take_due(now)
        for stage in stages:
            for sentence in self._host.sentences(stage):
                self.display.tell(sentence)
            if stage.receipts:
                self.display.tell(self._timing(stage.receipts))
        if stages:
            self._draw()
            self._host.painted(stages[-1], self._keys.now())
        elif not self._drawn and not self._host.waiting_to_show:  # a resumed match, and nothing has happened since
            self._draw()

    def _show_replies(self) -> None:
        for reply in self._host.take_replies():
            sentence = self._refusal(reply)
            if sentence:
                self.display.tell(sentence)
                self._draw()

    def _refusal(self, reply: Reply) -> str:
        """Why an act did not count, in words; empty when it did."""
        if reply.kind is ReplyKind.LATE:
            return self._teller.say("race.late")
        refused = reply.refused
        if refused is None:
            return ""
        own = refused.code in self._host.match.game.refusals
        return f"{self._teller.refusal(refused)}." if own else self._teller.say(f"race.{refused.code}")

    def _timing(self, receipts: tuple[Receipt, ...]) -> str:
        """What the referee found: everybody's time, or where everybody acts at any time how far apart they were."""
        calls = self._host.match.game.tempo is Tempo.CALLS
        times = [
            self._teller.say(
                "race.timed" if calls else "race.behind", seat=each.seat, ms=round(each.time if calls else each.gap)
            )
            + (f" + {round(each.head_start)}" if each.head_start else "")
            for each in receipts
        ]
        tied = any(each.verdict is Verdict.TIE for each in receipts)
        give = max(round(each.give) for each in receipts)
        return self._teller.say("race.tied" if tied else "race.first", times=", ".join(times), give=give)

    def _draw(self) -> None:
        self._drawn = True
        say = partial(self._teller.say, held=self._held)
        status = say("race.held") if self._held and self._keys.alive else ""
        if self._leaving:
            status = say("race.leave")
        elif self._host.over:
            status = say("race.over")
        elif self._host.live.paused:
            status = say("race.paused")
        self.display.draw(self._host.situation(), status)

    # --- reading -------------------------------------------------------------------------------------------------

    def read(self) -> bool:
        key = self._keys.next(self._host.next_due(), asked=self._may_act())
        return key is None or (key != END and self._press(key))

    def _may_act(self) -> bool:
        """Could the player do something? Not while a card is about to be shown."""
        host = self._host
        return host.live.paused or (not host.waiting_to_show and bool(host.situation().legal))

    def _press(self, key: str) -> bool:
        """Do what a key asks for; False when the player leaves."""
        if self._leaving and key.casefold() == QUIT:
            return False
        self._leaving = False
        if self._host.live.paused and key.casefold() != QUIT:
            self._host.resume(self._keys.now())
        else:
            meant = self._meaning(key)
            if isinstance(meant, Act):
                self._host.act(meant, self._keys.now())
            elif meant is None:
                self._command(key.casefold())
        self._show_replies()
        self._draw()
        return True

    def _meaning(self, key: str) -> Act | str | None:
        """What a key means together with those held before it, or else by itself; it is held if more must follow."""
        situation = self._host.situation()
        meant = self._board.press(self._held + key, situation)
        if meant is None and self._held:
            meant = self._board.press(key, situation)
        self._held = meant if isinstance(meant, str) else ""
        return meant

    def _command(self, key: str) -> None:
        if key == QUIT:
            self._leaving = True
        elif key in (PAUSE, HELP):
            self._host.pause(self._keys.now())
        if key == HELP:
            for sentence in (
                self._teller.own("idea"),
                self._board.keys(self._host.situation()),
                self._teller.say("race.help"),
            ):
                self.display.tell(sentence)
