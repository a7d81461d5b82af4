"""Write docs/asyncapi.json: the table's socket as an AsyncAPI 3 document, from `cartable.wire`."""

import sys
from argparse import ArgumentParser
from inspect import cleandoc
from pathlib import Path
from typing import Any, Final, get_args

import msgspec

from cartable.wire import PROTOCOL, down, up

TARGET: Final = Path(__file__).parents[1] / "docs/asyncapi.json"
NAMELESS: Final = "tail"
"""What the trailing frame is called, whose tag is empty."""


def _name(kind: Any, prefix: str) -> str:
    return f"{prefix}-{kind.__struct_config__.tag or NAMELESS}"


def _messages(kinds: tuple[Any, ...], prefix: str, schemas: dict[str, Any]) -> dict[str, Any]:
    """Each message under its tag, its payload among `schemas`."""
    place = f"#/components/schemas/{prefix}.{{name}}"
    payloads, parts = msgspec.json.schema_components(kinds, ref_template=place)
    for name, schema in parts.items():
        if "description" in schema:  # a docstring, which Python keeps with its indentation until 3.12
            schema["description"] = cleandoc(schema["description"])
        schemas[f"{prefix}.{name}"] = schema
    return {
        _name(kind, prefix): {
            "name": kind.__struct_config__.tag,
            "title": kind.__name__,
            "summary": " ".join((kind.__doc__ or "").split()),
            "payload": payload,
        }
        for kind, payload in zip(kinds, payloads, strict=True)
    }


def document() -> dict[str, Any]:
    """The whole document: one channel, what a client sends on it and what it receives."""
    schemas: dict[str, Any] = {}
    sent = _messages(get_args(up.UpMessage), "up", schemas)
    received = _messages(get_args(down.DownMessage), "down", schemas)
    channel = {"$ref": "#/channels/table"}

    def named(messages: dict[str, Any]) -> list[dict[str, str]]:
        return [{"$ref": f"#/channels/table/messages/{name}"} for name in messages]

    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Cartable: the socket of a table",
            "version": str(PROTOCOL),
            "description": "Text frames of JSON, each an object with a tag `t`. See protocol.md.",
        },
        "defaultContentType": "application/json",
        "channels": {
            "table": {
                "address": "/api/tables/{code}/socket",
                "parameters": {"code": {"description": "The six letters of the table."}},
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in (*sent, *received)},
            }
        },
        "operations": {
            "toServer": {"action": "receive", "channel": channel, "messages": named(sent)},
            "toClient": {"action": "send", "channel": channel, "messages": named(received)},
        },
        "components": {"messages": {**sent, **received}, "schemas": dict(sorted(schemas.items()))},
    }


def text() -> str:
    """The document as it is written."""
    return msgspec.json.format(msgspec.json.encode(document()), indent=2).decode() + "\n"


def main() -> None:
    """Write the file, or check it."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="say whether the file is as it would be written")
    if parser.parse_args().check:
        if not TARGET.exists() or TARGET.read_text(encoding="utf-8") != text():
            sys.exit("docs/asyncapi.json is stale: run `make wire`")
        return
    TARGET.write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()
