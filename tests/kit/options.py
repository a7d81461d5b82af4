"""Every option a game has, varied without knowing the game: the values are read off the struct itself."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

import msgspec
from msgspec import inspect

from cartable.kernel import AnyGame, Options

MORE: Final = 2
"""How far above its lowest value a number is tried: beyond, options of time only change the length of a wait."""


def values(kind: type[Options]) -> dict[str, tuple[Any, ...]]:
    """By option, the values worth trying, its default first."""
    info = inspect.type_info(kind)
    if not isinstance(info, inspect.StructType):
        raise TypeError(f"options are a struct, {kind} is not")
    return {field.name: tuple(dict.fromkeys((field.default, *_of(field.type)))) for field in info.fields}


def _of(info: inspect.Type) -> Sequence[Any]:
    match info:
        case inspect.Metadata(type=inner):
            return _of(inner)
        case inspect.BoolType():
            return (False, True)
        case inspect.LiteralType(values=words):
            return words
        case inspect.NoneType():
            return (None,)
        case inspect.UnionType(types=types):
            return [value for each in types for value in _of(each)]
        case inspect.IntType() | inspect.FloatType():
            return _numbers(info)
        case _:
            raise TypeError(f"options of type {info} cannot be sampled yet: say here which values are worth trying")


def _numbers(info: inspect.IntType | inspect.FloatType) -> Sequence[Any]:
    if info.ge is not None:
        low = info.ge
    elif info.gt is not None:
        low = info.gt + 1
    else:
        raise TypeError("an option that is a number needs a lowest value: msgspec.Meta(ge=...)")
    return [low + by for by in range(MORE + 1) if info.le is None or low + by <= info.le]


def any_options(game: AnyGame, rng: Random) -> Any:
    """Options of a game, each drawn by itself."""
    return made(game, {name: rng.choice(among) for name, among in values(game.options).items()})


def made(game: AnyGame, named: dict[str, Any]) -> Any:
    """These options, validated as at a table."""
    return msgspec.convert(named, game.options)
