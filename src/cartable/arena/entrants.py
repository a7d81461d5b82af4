"""Who plays in the arena: a level, a class in a Python file, or a program that speaks the line protocol."""

import hashlib
import importlib.util
import sys
from functools import cache
from importlib.abc import SourceLoader
from pathlib import Path
from typing import Any, Final

import msgspec

from cartable.arena.bot_wrappers import TimedBot
from cartable.arena.line_protocol import LineBot
from cartable.bots import AnyBot, Bot, Level, bot
from cartable.kernel import AnyGame, BadInput, Seat

LINE: Final = "line:"
FORMS: Final = f"a level ({', '.join(Level)}), FILE.py:NAME, or {LINE}COMMAND"


class Entrant(msgspec.Struct, frozen=True):
    """One of those who play. `name` is as it was asked for; a Python file travels as text, to any machine."""

    name: str
    level: str = ""
    code: str = ""
    maker: str = ""
    command: str = ""


def read_entrant(text: str) -> Entrant:
    """The entrant a text names."""
    if text in set(Level):
        return Entrant(text, level=text)
    if text.startswith(LINE) and text != LINE:
        return Entrant(text, command=text.removeprefix(LINE))
    path, _, maker = text.rpartition(":")
    if not path.endswith(".py") or not maker.isidentifier():
        raise BadInput(f"bot {text!r}", f"expected {FORMS}")
    try:
        code = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"bot {text!r}", f"cannot be read: {error}") from error
    entrant = Entrant(text, code=code, maker=maker)
    _try_out(entrant)
    return entrant


def _try_out(entrant: Entrant) -> None:
    """Better one clear word now than a failure in every match."""
    maker = _maker(entrant)
    try:
        made = maker(0, 0)
    except Exception as error:
        wanted = f"expected {entrant.maker}(seed, seat) to make a bot: {type(error).__name__}: {error}"
        raise BadInput(f"bot {entrant.name!r}", wanted) from error
    if not isinstance(made, Bot):
        wanted = f"expected {entrant.maker} to make a cartable.bots.Bot, got {type(made).__name__}"
        raise BadInput(f"bot {entrant.name!r}", wanted)


def bot_for(entrant: Entrant, game: AnyGame, players: int, *, seat: Seat, seed: int, patience_s: float) -> AnyBot:
    """The entrant's bot for one seat of one match."""
    if entrant.level:
        return bot(game.id, entrant.level, seed, seat)
    if entrant.command:
        line_bot = LineBot.at(entrant.command, seat)
        line_bot.start(game, players, seat, seed, patience_s)
        return line_bot
    return TimedBot(_maker(entrant)(seed, seat), patience_s)


class _TextLoader(SourceLoader):
    """Loads a module from the text of an entrant's file. It never writes a file: on another machine a file in the
    shared temporary folder could have been put there by somebody else.
    """

    def __init__(self, entrant: Entrant) -> None:
        self._entrant = entrant

    def get_filename(self, fullname: str) -> str:  # noqa: ARG002 - there is one module
        return self._entrant.name.rpartition(":")[0]

    def get_data(self, path: str | bytes) -> bytes:  # noqa: ARG002 - there is one module
        return self._entrant.code.encode()


@cache
def _maker(entrant: Entrant) -> Any:
    """What makes the bots of a Python file: its class or function, called with seed and seat."""
    name = f"_cartable_entrant_{hashlib.sha256(entrant.code.encode()).hexdigest()[:16]}"
    if name not in sys.modules:
        _find_neighbours(entrant)
        spec = importlib.util.spec_from_loader(name, _TextLoader(entrant))
        if spec is None or spec.loader is None:
            raise BadInput(f"bot {entrant.name!r}", "expected a Python file")
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        try:
            spec.loader.exec_module(module)
        except Exception as error:
            del sys.modules[name]
            raise BadInput(f"bot {entrant.name!r}", f"fails as it is read: {type(error).__name__}: {error}") from error
    made = getattr(sys.modules[name], entrant.maker, None)
    if not callable(made):
        raise BadInput(f"bot {entrant.name!r}", f"expected {entrant.maker} in that file, a class or a function")
    return made


def _find_neighbours(entrant: Entrant) -> None:
    """Where the file itself is on this machine, let it import what lies beside it."""
    path = Path(entrant.name.rpartition(":")[0])
    if path.is_file() and path.read_text(encoding="utf-8") == entrant.code:
        folder = str(path.parent.resolve())
        if folder not in sys.path:
            sys.path.append(folder)
