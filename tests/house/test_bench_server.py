"""`make bench-server` runs its peers as their users deploy them, and its own parts do what they say."""

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from lab.bench.server import hosts
from lab.bench.server.load import LoadTally, on_the_loop
from lab.bench.server.peers import BareTable, ColyseusSchemaTable
from lab.bench.server.report import MeasuredWindow, cpu_ratio, markdown
from lab.bench.server.sides import sides
from lab.bench.server.wire import Http

SLOW, FAST = MeasuredWindow(100, 200, 5, 9, 300), MeasuredWindow(400, 50, 1, 2, 30)


def test_every_peer_on_node_runs_in_production_mode(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    started: list[tuple[str, Mapping[str, str]]] = []

    @contextmanager
    def running(command: list[str], *_: Any, **__: Any) -> Iterator[None]:
        env = _[2] if len(_) > 2 else {}
        started.append((" ".join(command), env))
        yield

    monkeypatch.setattr(hosts, "_running", running)
    for side in sides(None).values():
        with side.run(tmp_path):
            pass
    on_node = [env for command, env in started if "js" in command]
    assert len(on_node) == 5
    assert all(env.get("NODE_ENV") == "production" for env in on_node)


def test_two_clients_play_a_match_on_the_bare_server(tmp_path: Path) -> None:
    async def play(port: int) -> LoadTally:
        tally = LoadTally()
        table = BareTable(port, Http(port), tally, Random(1))
        await table.open()
        async with asyncio.timeout(60):
            while not tally.matches:
                await asyncio.sleep(0.01)
        tally.playing = False
        for socket in table.sockets:
            socket.close()
        return tally

    with hosts.bare(tmp_path) as host:
        assert on_the_loop(play(host.port)).acts > 120
        assert host.cpu_s() > 0


def test_the_scalars_of_a_change_of_a_colyseus_state_are_read() -> None:
    table = ColyseusSchemaTable(0, Http(0), LoadTally(), Random(1))
    # `left` becomes 119 and `open` 1, then comes another structure; in a whole state each byte has its high bit.
    assert table._changes(bytes([15, 3, 119, 2, 1, 255, 9, 0, 7])) == {"left": 119, "open": 1}
    assert table._changes(bytes([14, 128, 1, 2, 129, 1])) == {"match": 513, "turn": 1}


def test_ratios_are_of_one_round_each_and_the_middle_one_is_told() -> None:
    assert cpu_ratio([FAST, SLOW, FAST], [SLOW, SLOW, FAST]) == "1.00 (0.25 to 1.00)"
    report = markdown("10 tables", [("ours", True), ("theirs", False)], [[SLOW], [FAST]])
    assert "| ours | yes | 100 | 200 | 5.0 / 9.0 | 300 |  |" in report
    assert "| theirs | no | 400 | 50 | 1.0 / 2.0 | 30 | 0.25 (0.25 to 0.25) |" in report
