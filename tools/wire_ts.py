"""Write web/src/wire.gen.ts: the messages of `cartable.wire` and each game's view, preview and events in TypeScript."""

import importlib
import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, get_type_hints

import msgspec
from msgspec import inspect

from cartable.games import registry
from cartable.kernel import AnyGame, Outcome
from cartable.wire import PROTOCOL, deals, down, rest, up

TARGET: Final = Path(__file__).parents[1] / "web/src/wire.gen.ts"

HEAD: Final = """\
// Generated from cartable.wire and the games by tools/wire_ts.py (`make wire`). Do not edit.
/* eslint-disable */
"""

PLAIN: Final[dict[type[inspect.Type], str]] = {
    inspect.AnyType: "unknown",
    inspect.NoneType: "null",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
}


class Writer:
    """The types written so far. A struct gets a name once, when it is first met; `prefix` keeps names apart."""

    def __init__(self) -> None:
        self.text: list[str] = []
        self._names: dict[type, str] = {}
        self._taken: set[str] = set()

    def name(self, struct: type, prefix: str) -> str:
        """The name of a struct's type, which is written out if it is not yet."""
        if struct not in self._names:
            name = struct.__name__ if struct.__name__.startswith(prefix) else prefix + struct.__name__
            if name in self._taken:
                raise ValueError(f"two types would be called {name}")
            self._taken.add(name)
            self._names[struct] = name
            info = inspect.type_info(struct)
            assert isinstance(info, inspect.StructType)
            body = self.struct(info, prefix)
            self.text.append(f"{_comment(struct)}export type {name} = {body};\n")
        return self._names[struct]

    def struct(self, info: inspect.StructType, prefix: str, indent: str = "  ") -> str:
        """A struct as an object type, or as a tuple where it is written as an array."""
        if info.array_like:
            parts = [f"{field.encode_name}: {self.type(field.type, prefix)}" for field in info.fields]
            return f"readonly [{', '.join(parts)}]"
        lines = [f"{indent}readonly {info.tag_field}: {_literal(info.tag)};"] if info.tag_field else []
        lines += [f"{indent}readonly {self._field(field, info, prefix)};" for field in info.fields]
        return "{\n" + "".join(f"{line}\n" for line in lines) + indent[2:] + "}"

    def _field(self, field: inspect.Field, info: inspect.StructType, prefix: str) -> str:
        config = info.cls.__struct_config__
        sent = not config.forbid_unknown_fields and not config.omit_defaults
        mark = "" if field.required or (sent and field.default is not msgspec.UNSET) else "?"
        return f"{field.encode_name}{mark}: {self.type(field.type, prefix)}"

    def type(self, info: inspect.Type, prefix: str) -> str:
        """Any type. Sequences are read only: nobody changes what the server said."""
        match info:
            case inspect.Metadata():
                return self.type(info.type, prefix)
            case inspect.StructType():
                return self.name(info.cls, prefix)
            case inspect.EnumType():
                return " | ".join(_literal(member.value) for member in info.cls)
            case inspect.LiteralType():
                return " | ".join(map(_literal, info.values))
            case inspect.UnionType():
                return " | ".join(self.type(kind, prefix) for kind in info.types)
            case inspect.TupleType():
                return f"readonly [{', '.join(self.type(item, prefix) for item in info.item_types)}]"
            case inspect.VarTupleType() | inspect.ListType() | inspect.FrozenSetType():
                item = self.type(info.item_type, prefix)
                return f"readonly ({item})[]" if "|" in item else f"readonly {_grouped(item)}[]"
            case inspect.DictType():
                return f"Readonly<Record<string, {self.type(info.value_type, prefix)}>>"
            case _:
                return PLAIN[type(info)]

    def union(self, name: str, members: list[str]) -> None:
        """A union of types that have names."""
        self.text.append(f"export type {name} = {' | '.join(members)};\n")


def _grouped(item: str) -> str:
    return f"({item})" if item.startswith("readonly ") else item


def _literal(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _comment(struct: type) -> str:
    first = (struct.__doc__ or "").split("\n\n")[0].split()
    return f"/** {' '.join(first)} */\n" if first else ""


def _structs(module: object) -> Iterator[type[msgspec.Struct]]:
    """The structs that a module defines itself."""
    for value in vars(module).values():
        if isinstance(value, type) and issubclass(value, msgspec.Struct) and value.__module__ == module.__name__:  # type: ignore[attr-defined]
            yield value


def _game(writer: Writer, game: AnyGame) -> str:
    prefix = game.id.capitalize()
    view = writer.name(get_type_hints(game.view)["return"], prefix)
    preview = writer.name(get_type_hints(game.preview)["return"], prefix)
    members = []
    for event in game.events:
        info = inspect.type_info(event)
        assert isinstance(info, inspect.StructType)
        members.append(f"  | {writer.struct(info, prefix, '      ')}")
    writer.text.append(f"export type {prefix}Event =\n" + "\n".join(members) + ";\n")
    return f"  readonly {game.id}: {{ view: {view}; preview: {preview}; event: {prefix}Event }};"


def _constants(game: AnyGame) -> dict[str, Any]:
    """What a page draws of a game that never changes: `CONSTANTS` beside its view, where there are any."""
    module = importlib.import_module(game.view.__module__)
    found: dict[str, Any] = getattr(module, "CONSTANTS", {})
    return found


def generated() -> str:
    """The whole file."""
    writer = Writer()
    for module, prefix in ((up, "Up"), (down, ""), (rest, ""), (deals, "")):
        for struct in _structs(module):
            if struct not in (up.Up, down.Down, rest.Body):
                writer.name(struct, prefix)
    writer.name(Outcome, "")
    writer.union("UpMessage", [writer.name(kind, "Up") for kind in up.UpMessage.__args__])
    writer.union("DownMessage", [writer.name(kind, "") for kind in down.DownMessage.__args__])
    games = "\n".join(_game(writer, game) for game in registry.games())
    ids = ", ".join(f'"{game.id}"' for game in registry.games())
    constants = {game.id: _constants(game) for game in registry.games()}
    fixed = f"export const CONSTANTS = {json.dumps(constants, indent=2)} as const;\n"
    tail = f"export interface Games {{\n{games}\n}}\n\nexport const GAME_IDS = [{ids}] as const;\n"
    return "\n".join([f"{HEAD}export const PROTOCOL = {PROTOCOL};\n", *writer.text, fixed, tail])


def main() -> int:
    """Write the file, or check it."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="say whether the file is as it would be written")
    check = parser.parse_args().check
    text = generated()
    if check:
        current = TARGET.exists() and TARGET.read_text(encoding="utf-8") == text
        if not current:
            print("web/src/wire.gen.ts is not what cartable.wire says: run `make wire`", file=sys.stderr)
        return 0 if current else 1
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
