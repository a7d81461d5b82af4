"""What is kept of each game, as its folder says: `golden.toml` and `counts.toml`."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from cartable.games import registry
from cartable.games._template import TEMPLATE
from cartable.kernel import AnyGame, read_options
from tests.kit.folders import game_folder
from tests.kit.sample import Setup

Kind = TypeVar("Kind", bound=msgspec.Struct)

KEPT: Final[tuple[AnyGame, ...]] = (*registry.games(), TEMPLATE)
"""Every game that is frozen: all that can be played, and the one they start from."""


class Setting(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position, in the keys of a scenario. Without `given` it is the very start, nothing dealt."""

    title: str
    players: int
    options: dict[str, Any] = {}
    seed: int = 0
    given: dict[str, Any] | None = None

    def setup(self, game: AnyGame, policy: str = "uniform") -> Setup:
        """The same as tests take it that sample matches."""
        given = b"" if self.given is None else msgspec.json.encode(self.given)
        return Setup(self.players, read_options(game.options, self.options), policy, self.seed, given)

    def begin(self, game: AnyGame) -> Any:
        """The state there."""
        return self.setup(game).begin(game)[0]

    def described(self) -> list[str]:
        """The set-up in lines, as it would stand in a scenario."""
        lines = [f"players = {self.players}"]
        if self.options:
            lines.append(f"options = {_written(self.options)}")
        if self.seed:
            lines.append(f"seed = {self.seed}")
        if self.given is None:
            return [*lines, "from the very start"]
        return [*lines, *(f"given {key} = {_written(value)}" for key, value in self.given.items())]


class Tree(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How deep the tree below `counts.toml` is counted, and how a person can check depth 2."""

    depth: int
    by_hand: str


class Whole(Setting, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A match to be played to its end, by a policy of `tests/kit/policies.py`, and the name of its file."""

    file: str
    policy: str = "uniform"


class Logged(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The match whose log is kept for the present version of the rules, when there is none yet."""

    players: int
    options: dict[str, Any] = {}
    policy: str = "uniform"
    seed: int = 0


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`golden.toml`."""

    counts: Tree
    order: tuple[Setting, ...]
    game: tuple[Whole, ...]
    log: Logged


class CountsKeys(Setting, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`counts.toml`: a scenario of which only the position matters, so that `cartable perft --given` takes it too."""

    game: str


def folder_of(game: AnyGame) -> Path:
    """Return the folder of a game's golden files."""
    return game_folder(game) / "tests" / "golden"


@cache
def plan(game: AnyGame) -> Plan:
    """What is kept of a game."""
    return _read(folder_of(game) / "golden.toml", Plan)


@cache
def counts_setting(game: AnyGame) -> CountsKeys:
    """Where the tree is counted from."""
    return _read(folder_of(game) / "counts.toml", CountsKeys)


def _read(path: Path, kind: type[Kind]) -> Kind:
    assert path.is_file(), f"{path}: every game has one; the template's shows what it says"
    return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), kind)


def _written(value: Any) -> str:
    return msgspec.json.encode(value).decode()
