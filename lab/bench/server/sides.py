"""The servers that are measured, by the name that `--servers` takes."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from lab.bench.server.hosts import Host, bare, boardgameio, colyseus, is_installed, ours
from lab.bench.server.load import LoadTally, OurTable
from lab.bench.server.peers import BareTable, BoardgameioTable, ColyseusBroadcastTable, ColyseusSchemaTable
from lab.bench.server.wire import Http


class Side(NamedTuple):
    """One of the servers."""

    name: str
    is_stored: bool
    """Whether every act is stored. Only `FlatFile` does not wait for the disk."""
    run: Callable[[Path], AbstractContextManager[Host]]
    table: Callable[[int, Http, LoadTally, Random], Any]
    peer: str = ""
    """The folder in bench/ that it is installed in; empty for ours."""

    is_slow: bool = False
    """Whether a match takes minutes: `FlatFile` writes once a second at most where few tables play."""

    @property
    def is_there(self) -> bool:
        return not self.peer or is_installed(self.peer)


def sides(node: Path | None) -> Mapping[str, Side]:
    """Return all servers, ours first; `node` runs those on Node instead of the project's own."""
    io = partial(boardgameio, node=node)
    schema, broadcast = (partial(colyseus, node=node, variant=variant) for variant in ("schema", "broadcast"))
    files, stored = partial(io, files=True), partial(schema, stored=True)
    return {
        "cartable": Side("Cartable", True, ours, OurTable),
        "bare": Side("bare Python server", True, bare, BareTable),
        "boardgameio": Side("boardgame.io", False, io, BoardgameioTable, "boardgameio"),
        "flatfile": Side("boardgame.io, `FlatFile`", True, files, BoardgameioTable, "boardgameio", is_slow=True),
        "schema": Side("Colyseus, schema", False, schema, ColyseusSchemaTable, "colyseus"),
        "schema-stored": Side("Colyseus, schema, our commit", True, stored, ColyseusSchemaTable, "colyseus"),
        "broadcast": Side("Colyseus, broadcast", False, broadcast, ColyseusBroadcastTable, "colyseus"),
    }
