"""What a game hands over to Cartable: its rules, and where its optional parts are.

Every game, ours or somebody else's, is a Python package whose entry point in the group `cartable.games` names one
`GamePackage`. Parts are named explicitly and loaded when they are first used, because weights and simulators are slow
to load. A part that is missing or misspelt is reported when the game is loaded, not when it is used.
"""

from dataclasses import dataclass, fields
from functools import cached_property
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from types import CodeType
from typing import Any, Final

from cartable.kernel import AnyGame

PART: Final = "part"
FILE: Final = "file"


class BadGame(Exception):
    """A game package that cannot be used: which game, which part, and what was expected."""

    def __init__(self, game_id: str, part: str, expected: str) -> None:
        super().__init__(f"game {game_id!r}, part {part!r}: expected {expected}")


class Part:
    """A part of a game: the value `name` in a module below the game's own package, written `module:name`."""

    def __init__(self, where: str) -> None:
        self.module, _, self.name = where.partition(":")
        self.where = where


@dataclass(frozen=True, eq=False, kw_only=True)
class GamePackage:
    """A game as Cartable finds it. Parts that are None fall back to what serves any game, or are left out."""

    game: AnyGame
    """The rules."""

    folder: str
    """The name of the Python package below which all parts and files are: `cartable_golf`."""

    order: float = 100.0
    """Where the game stands in lists: the smallest number is shown first."""

    past: tuple[AnyGame, ...] = ()
    """The game under earlier versions of its rules, so that matches begun then can be finished and replayed."""

    bots: Part | None = None
    """Function `(level, random) -> Bot`, see `cartable.bots.contract`. None: every level plays at random."""

    hint: Part | None = None
    """Function `(view, seat, legal) -> HintedAct | None`. None: the game has no hints."""

    analyst: Part | None = None
    """An `Analyst` that tells what each act is worth. None: matches cannot be analysed."""

    pace: Part | None = None
    """Function `(level, random) -> Pace`: how long an act takes in a race. None: the plain pace."""

    story: Part | None = None
    """Function `(view, outcome, events) -> (why, values)`: why a match was won. None: only the reason is told."""

    terminal: Part | None = None
    """A `TerminalBoard`. None: the plain board."""

    picture: Part | None = None
    """Function `(view) -> list[Row]`: the table as a picture. None: the plain picture."""

    encoding: Part | None = None
    """An `Encoding` of acts and views as numbers. None: the plain encoding."""

    bounds: Part | None = None
    """Function `(seats) -> Bounds`: how long a match can last. None: the game is not offered to OpenSpiel."""

    studied: tuple[str, ...] = ()
    """Keys of a position that researchers may set, cards separated by spaces."""

    simulator: Part | None = None
    """A `Simulator` in JAX. None: there is none."""

    solo: Part | None = None
    """A Gymnasium environment class for playing alone. None: there is none."""

    puzzles: str = ""
    """The file of puzzles, relative to the folder. Empty: there are none."""

    def check(self) -> None:
        """Raise BadGame if a part that is named is not there. No part is loaded for that."""
        for name, part in self._parts().items():
            _check(self.game.id, name, self.folder, part)
        if self.puzzles and not self.files.joinpath(self.puzzles).is_file():
            raise BadGame(self.game.id, "puzzles", f"the file {self.puzzles} in {self.folder}")

    def _parts(self) -> dict[str, Part]:
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if isinstance(value, Part)}

    @cached_property
    def files(self) -> Traversable:
        """Return the folder of the game."""
        return files(self.folder)

    def load(self, name: str, expected: type | None = None) -> Any:
        """Return the part of this name, loaded; None if the game does not have it.

        A function is expected where `expected` is None, else an instance of that type.
        """
        part: Part | None = getattr(self, name)
        if part is None:
            return None
        value = getattr(import_module(f"{self.folder}.{part.module}"), part.name, None)
        fits = callable(value) if expected is None else isinstance(value, expected)
        if not fits:
            wanted = "a function" if expected is None else f"a {expected.__name__}"
            raise BadGame(self.game.id, name, f"{wanted} at {part.where}, got {value!r}")
        return value


def _check(game_id: str, name: str, folder: str, part: Part) -> None:
    """Raise BadGame unless the part's module exists and defines its name. The module is not run."""
    module = f"{folder}.{part.module}"
    try:
        spec = find_spec(module)
    except ModuleNotFoundError:
        spec = None
    if spec is None or spec.loader is None:
        raise BadGame(game_id, name, f"a module {module}")
    code = spec.loader.get_code(module) if hasattr(spec.loader, "get_code") else None
    if isinstance(code, CodeType) and part.name not in code.co_names:
        raise BadGame(game_id, name, f"{part.name!r} defined in {module}")
