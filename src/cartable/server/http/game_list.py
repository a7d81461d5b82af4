"""What can be played here, for the page that opens tables."""

from functools import cache
from typing import Any

from msgspec import inspect

from cartable.bots import Level
from cartable.bots.hints import can_hint
from cartable.games import registry
from cartable.kernel import AnyGame, Tempo
from cartable.matches.log.header import MATCH_ME
from cartable.puzzles import count_of
from cartable.wire import rest


@cache
def games() -> tuple[rest.GameInfo, ...]:
    """Every game with its options."""
    return tuple(
        rest.GameInfo(
            id=game.id,
            rules_version=game.rules_version,
            least=game.seats[0],
            most=game.seats[-1],
            tempo=game.tempo.value,
            options=_options(game),
            levels=tuple(Level) if game.tempo is Tempo.TURNS else (MATCH_ME, *Level),
            hints=can_hint(game.id),
            puzzles=count_of(game.id),
        )
        for game in registry.games()
    )


def _options(game: AnyGame) -> tuple[rest.OptionInfo, ...]:
    info = inspect.type_info(game.options)
    if not isinstance(info, inspect.StructType):
        raise TypeError(f"options are a struct, {game.options} is not")
    return tuple(_option(field.name, field.default, field.type) for field in info.fields)


def _option(name: str, default: Any, kind: inspect.Type) -> rest.OptionInfo:
    rule = ""
    if isinstance(kind, inspect.Metadata):
        rule = str((kind.extra or {}).get("rule", ""))
        kind = kind.type
    kinds = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    values: list[Any] = []
    least = most = None
    for each in kinds:
        inner = each.type if isinstance(each, inspect.Metadata) else each
        match inner:
            case inspect.BoolType():
                values += [False, True]
            case inspect.LiteralType():
                values += inner.values
            case inspect.NoneType():
                values.append(None)
            case inspect.IntType() | inspect.FloatType():
                least, most = inner.ge, inner.le
    return rest.OptionInfo(name, default, rule, tuple(values) or None, least, most)
