"""Playing line by line, everybody in their own time: turn games."""

import re
import time
from contextlib import AbstractContextManager, nullcontext
from typing import Any, ClassVar

from cartable.bots.hints import hint
from cartable.cli.errors import error_text
from cartable.cli.hint import hint_text
from cartable.cli.rules import show_rules
from cartable.cli.terminal.display import Display
from cartable.cli.terminal.host import TerminalHost
from cartable.cli.terminal.typed import (
    Command,
    LineReader,
    NoSuchNumber,
    TypedAct,
    TypedCommand,
    TypedLine,
    Unreadable,
    read_line,
)
from cartable.kernel import Act, BadInput, Refused
from cartable.matches.live import TableSettings


class LinePlay:
    """The player is asked, types a number, a move or a command, and is answered."""

    how: ClassVar[str] = "play.how"
    settings: ClassVar[TableSettings] = TableSettings(wait_scale=0.0, bot_pause_s=0.0)
    """Bots move at once: everything they do can be read above the next question."""

    def __init__(self, host: TerminalHost) -> None:
        self._host = host
        self._teller = host.teller
        self._screen = host.screen
        self.display = Display(host.board, host.screen, full_screen=False)
        self._reader = LineReader(host.match.game, host.language)
        self._last_rule = ""

    def now(self) -> float:
        return 1000 * time.monotonic()

    def open(self) -> AbstractContextManager[object]:
        return nullcontext()

    def show(self, now: float) -> None:
        """What others did. After that the player wants to see the whole table again."""
        if self._tell_due(now):
            self.display.forget()

    def _tell_due(self, now: float) -> bool:
        """Was there anything to tell?"""
        sentences = [sentence for stage in self._host.take_due(now) for sentence in self._host.sentences(stage)]
        for sentence in sentences:
            self.display.tell(sentence)
        return bool(sentences)

    # --- reading -------------------------------------------------------------------------------------------------

    def read(self) -> bool:
        """Ask the player until a move is accepted; False when there is none to come."""
        host = self._host
        if not host.situation().legal:
            raise RuntimeError("nobody moves: the bots wait, and the player has nothing to do")
        self.display.print_changes(host.situation())
        self._ask()
        while True:
            line = read_line(self._screen, self._teller.say("play.prompt"))
            if line is None:
                return False
            typed = self._reader.read(line, host.situation().legal)
            if typed == TypedCommand(Command.QUIT):
                return False
            if not isinstance(typed, TypedAct):
                self._answer(typed)
            elif self._act(typed.act):
                return True

    def _act(self, act: Act) -> bool:
        """Do it; False when it is refused."""
        now = self.now()
        self._host.act(act, now)
        for reply in self._host.take_replies():
            if reply.refused is not None:
                self._refuse(reply.refused)
                return False
        self._tell_due(now)
        return True

    def _ask(self) -> None:
        situation, board = self._host.situation(), self._host.board
        self._screen.print("", self._screen.strong(board.question(situation)), board.offers(situation))
        if len(situation.legal) == 1:
            self._screen.print(self._screen.faint(self._teller.say("play.only-move")))

    # --- answering -----------------------------------------------------------------------------------------------

    def _refuse(self, refused: Refused) -> None:
        self._last_rule = refused.rule
        command = f"{self._reader.names[Command.RULES]} {refused.rule}"
        where = self._teller.say("play.ask-rules", command=command)
        self._screen.print(f"{self._teller.refusal(refused)}.", self._screen.faint(where))

    def _answer(self, typed: TypedLine) -> None:
        legal = self._host.situation().legal
        match typed:
            case TypedCommand(Command.WHY, about):
                self._why(about, legal)
            case TypedCommand(Command.RULES, about):
                self._rules(about.upper() or self._last_rule)
            case TypedCommand(Command.HINT):
                self._hint()
            case TypedCommand(Command.LOOK):
                self.display.print_all(self._host.situation())
                self._ask()
            case TypedCommand():
                self._help(legal)
            case NoSuchNumber(number):
                self._say("play.no-such-number", number=number, last=len(legal))
            case Unreadable(text):
                self._say("play.unreadable", text=text, forms=self._reader.forms(legal))
            case _:
                self._say("play.how")

    def _why(self, about: str, legal: tuple[Act, ...]) -> None:
        """Judge a move without making it; without one, show the rule that the last refusal named."""
        text = re.sub(r"^(not|pas)\b", "", about).strip("? ")
        typed = self._reader.read(text, legal) if text else None
        if not text and self._last_rule:
            self._rules(self._last_rule)
            return
        if not isinstance(typed, TypedAct):
            self._say("play.why-what", command=self._reader.names[Command.WHY], act=str(legal[0]))
            return
        refused = self._host.ask(typed.act)
        if refused is None:
            self._say("play.allowed", act=str(typed.act))
        else:
            self._refuse(refused)

    def _hint(self) -> None:
        """What a strong player would do, and why."""
        situation = self._host.situation()
        found = hint(self._host.match.game.id, situation.view, self._host.seat, situation.legal)
        if found is None:
            self._say("play.no-hint")
        else:
            self._say("play.hint", act=str(found.act), why=hint_text(found, self._teller))

    def _rules(self, rule_id: str) -> None:
        try:
            show_rules(self._host.match.game.id, self._host.language, rule_id or None, self._screen)
        except BadInput as error:
            self._screen.print(error_text(error, self._host.language))

    def _help(self, legal: tuple[Act, ...]) -> None:
        self._say("help.number", forms=self._reader.forms(legal))
        self._say("help.enter")
        names = self._reader.names
        for command, example in (
            (Command.WHY, f" {self._teller.say('help.move')}"),
            (Command.HINT, ""),
            (Command.LOOK, ""),
            (Command.RULES, " [ID]"),
        ):
            told = self._teller.told(f"{names[command]}{example}", self._teller.say(f"help.{command}"))
            self._screen.print(f"  {told}")
        self._screen.print(f"  {self._teller.told(names[Command.QUIT], self._teller.say('help.quit'))}")

    def _say(self, key: str, **values: Any) -> None:
        self._screen.print(self._teller.say(key, **values))
