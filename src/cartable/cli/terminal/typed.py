"""What a player types: a number, a move in notation, or a command of the terminal. Reading it judges nothing."""

import io
import re
import sys
from contextlib import suppress
from enum import StrEnum

import msgspec

from cartable.cli.terminal.screen import Screen
from cartable.kernel import Act, AnyGame
from cartable.words import Catalogue, catalogue


class Command(StrEnum):
    """What can be asked of the terminal itself; each has a name in every language, and its English one always works."""

    HELP = "help"
    WHY = "why"
    RULES = "rules"
    HINT = "hint"
    LOOK = "look"
    QUIT = "quit"


class TypedCommand(msgspec.Struct, frozen=True):
    """A command, and what was typed after it."""

    command: Command
    about: str = ""


class TypedAct(msgspec.Struct, frozen=True):
    """A move. Whether it is allowed the judge will say."""

    act: Act


class NoSuchNumber(msgspec.Struct, frozen=True):
    """A number that no move has."""

    number: int


class Unreadable(msgspec.Struct, frozen=True):
    """No move and no command."""

    text: str


TypedLine = TypedCommand | TypedAct | NoSuchNumber | Unreadable | None


class LineReader:
    """Understands what is typed in one game and one language."""

    def __init__(self, game: AnyGame, language: str) -> None:
        self._game = game
        own: Catalogue = catalogue(language)
        self.names = {command: own.sentence(f"command.{command}") for command in Command}
        self._commands = {"?": Command.HELP} | {str(command): command for command in Command}
        self._commands |= {name: command for command, name in self.names.items()}

    def read(self, line: str, legal: tuple[Act, ...]) -> TypedLine:
        """What a line means; None: nothing was typed, and that is not enough."""
        text = " ".join(line.split())
        if not text:
            return TypedAct(legal[0]) if len(legal) == 1 else None
        if re.fullmatch(r"\d{1,9}", text, re.ASCII):
            number = int(text)
            return TypedAct(legal[number - 1]) if 1 <= number <= len(legal) else NoSuchNumber(number)
        first, _, rest = text.partition(" ")
        command = self._commands.get(first.casefold())
        if command is not None:
            return TypedCommand(command, rest)
        act = self.act(text, legal)
        return Unreadable(text) if act is None else TypedAct(act)

    def act(self, text: str, legal: tuple[Act, ...]) -> Act | None:
        """A move in notation; capitals do not matter where the move is a legal one."""
        meant = next((act for act in legal if str(act).casefold() == text.casefold()), None)
        read: Act | None = self._game.read(text) if meant is None else meant
        return read

    def forms(self, legal: tuple[Act, ...]) -> str:
        """How the moves that are possible now are written."""
        verbs = {str(act).partition(" ")[0] for act in legal}
        return ", ".join(form for form in self._game.forms if form.partition(" ")[0] in verbs)


def read_line(screen: Screen, prompt: str) -> str | None:
    """A line from the player; None when there will be no more. From a pipe it is shown, so that the record is whole."""
    if sys.stdin is None:  # closed before the program began
        return None
    if sys.stdin.isatty():
        try:
            return input(prompt)
        except EOFError:
            screen.print()
            return None
    line = sys.stdin.readline()
    screen.print(prompt + line.rstrip("\r\n"))
    return line or None


def prepare_input(screen: Screen) -> None:
    """Line editing where the terminal is up to it, and no surprise from bytes that are no text."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    if sys.stdin is not None and sys.stdin.isatty() and not screen.plain:
        with suppress(ImportError):  # the console of Windows edits lines by itself
            import readline  # noqa: F401, PLC0415 - `input` uses it; on a dumb terminal it would write codes
