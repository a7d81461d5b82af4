"""An encoding for any game, made from the contract alone: what a game has until somebody writes it a better one.

The acts are those the game lists (`Game.acts`), the dealer's those of `Game.reveals`. The observation goes through the
fields of the view by their types:

- a number or a truth value is one entry;
- a word, a list of words or a table from word to number counts each word of the game's vocabulary;
- a list of numbers has one entry a place, a list of lists of words one count of the vocabulary a place;
- the fields of a struct follow one another.

A list with one entry for each seat begins with the observer's. What is nested deeper is left out.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final, get_type_hints

from msgspec import inspect

from cartable.kernel import AnyGame, BadInput
from cartable.research.encodings.contract import Block, Encoding, Sheet, flags

LOW: Final = -(2**15)
HIGH: Final = 2**15 - 1
PLACES: Final = 6
"""How many entries of a list are encoded; more, where there are more seats."""


class PlainEncoding(Encoding[Any, Any]):
    """Any game in numbers."""

    version = 0

    def __init__(self, game: AnyGame) -> None:
        if not game.acts:
            raise BadInput(f"game {game.id!r}", "lists no acts: hand `acts` to its Game, every act a player can do")
        self.acts = game.acts  # type: ignore[misc]  # here they differ from game to game
        self.chances = tuple(act for acts in game.reveals.values() for act in acts.values())  # type: ignore[misc]
        super().__init__()
        self._game = game
        self._words = {word: at for at, word in enumerate(sorted(game.vocabulary))}
        info = inspect.type_info(get_type_hints(game.view)["return"])
        assert isinstance(info, inspect.StructType)
        common = {field.name: field.type for field in info.fields}
        phase = common["phase"]
        self._phases = [member.value for member in phase.cls] if isinstance(phase, inspect.EnumType) else []
        self._fields = {name: kind for name, kind in common.items() if name not in ("seat", "phase", "to_move")}

    def blocks(self, seats: int) -> tuple[Block, ...]:
        blocks = [flags("phase", len(self._phases), about="what is awaited")] if self._phases else []
        blocks.append(flags("to_move", seats, about="who is to act"))
        for name, kind in self._fields.items():
            blocks += self._blocks(name, kind, max(seats, PLACES))
        return tuple(blocks)

    def _blocks(self, name: str, kind: inspect.Type, places: int) -> Iterator[Block]:
        words = len(self._words)
        match _bare(kind):
            case inspect.IntType() | inspect.BoolType():
                yield Block(name, (1,), LOW, HIGH, "the number")
            case inspect.StrType() | inspect.LiteralType():
                yield flags(name, words, about="the word")
            case inspect.DictType(value_type=inspect.IntType()):
                yield Block(name, (words,), LOW, HIGH, "by word")
            case inspect.StructType(fields=fields):
                for field in fields:
                    yield from self._blocks(f"{name}.{field.name}", field.type, places)
            case inspect.TupleType(item_types=items) if all(isinstance(_bare(item), inspect.IntType) for item in items):
                yield Block(name, (len(items),), LOW, HIGH, "by place")
            case inspect.VarTupleType(item_type=item):
                yield from self._list(name, _bare(item), places)

    def _list(self, name: str, item: inspect.Type, places: int) -> Iterator[Block]:
        words = len(self._words)
        match item:
            case inspect.StrType() | inspect.LiteralType():
                yield Block(name, (words,), 0, HIGH, "how many of each word")
            case inspect.IntType() | inspect.BoolType():
                yield Block(name, (places,), LOW, HIGH, "by place")
            case inspect.VarTupleType(item_type=inspect.StrType()):
                yield Block(name, (places, words), 0, HIGH, "by place, how many of each word")

    def write(self, view: Any, into: Sheet) -> None:
        seats = self._seats(into)
        me = view.seat or 0
        if self._phases:
            into.cells[into.at["phase"] + self._phases.index(view.phase)] = 1
        for seat in view.to_move:
            into.cells[into.at["to_move"] + (seat - me) % seats] = 1
        for name in self._fields:
            self._write(name, getattr(view, name), into, me, seats)

    def _seats(self, into: Sheet) -> int:
        """The block after `to_move` begins where that one ends."""
        starts = sorted([*into.at.values(), len(into.cells)])
        return starts[starts.index(into.at["to_move"]) + 1] - into.at["to_move"]

    def _write(self, name: str, value: Any, into: Sheet, me: int, seats: int) -> None:
        if hasattr(value, "__struct_fields__"):
            for field in value.__struct_fields__:
                self._write(f"{name}.{field}", getattr(value, field), into, me, seats)
            return
        start = into.at.get(name)
        if start is None or value is None:
            return
        if isinstance(value, dict):
            for word, number in value.items():
                if word in self._words:
                    into.cells[start + self._words[word]] = _clipped(number)
        elif isinstance(value, str):
            self._count([value], into, start)
        elif isinstance(value, Sequence):
            turned = (*value[me:], *value[:me]) if len(value) == seats else value
            self._places(turned, into, start, max(seats, PLACES))
        else:
            into.cells[start] = _clipped(value)

    def _places(self, values: Sequence[Any], into: Sheet, start: int, places: int) -> None:
        if any(isinstance(value, str) for value in values):
            self._count(values, into, start)
            return
        for at, value in enumerate(values[:places]):
            if isinstance(value, Sequence):
                self._count(value, into, start + at * len(self._words))
            elif value is not None:
                into.cells[start + at] = _clipped(value)

    def _count(self, words: Sequence[Any], into: Sheet, start: int) -> None:
        for word in words:
            if word in self._words:
                into.cells[start + self._words[word]] += 1

    def odds(self, state: Any) -> list[tuple[int, float]]:
        return [(self.chance[act], float(chance)) for act, chance in self._game.chances(state)]


def _bare(kind: inspect.Type) -> inspect.Type:
    """Without its bounds, and without None."""
    if isinstance(kind, inspect.Metadata):
        return _bare(kind.type)
    if isinstance(kind, inspect.UnionType):
        some = [each for each in kind.types if not isinstance(each, inspect.NoneType)]
        return _bare(some[0])
    return kind


def _clipped(number: int) -> int:
    return max(LOW, min(HIGH, int(number)))
