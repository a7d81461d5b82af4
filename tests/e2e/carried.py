"""Matches that go from a server to a device, and from a device to a server."""

import asyncio

import httpx

from tests.kit.client import Api, Player
from tests.kit.eventually import PATIENCE_S


def play_at(server: str) -> bytes:
    """The log of a match that somebody plays there against a bot, to its end."""
    return asyncio.run(_play(server))


async def _play(server: str) -> bytes:
    opened = await Api(server).post("/api/tables", {"game": "quinto", "name": "Ann"})
    code = opened["table"]["code"]
    await Api(server, opened["key"]).post(f"/api/tables/{code}/bots", {"level": "easy"})
    ann = await Player(server, code, opened["key"]).connect()
    await ann.api.post(f"/api/tables/{code}/start")
    await ann.until(lambda: ann.outcome is not None)
    assert ann.k >= 0, "nothing was done"
    log: str = await ann.api.get(f"/api/matches/{ann.match}/log")
    await ann.close()
    await Api.close_all()
    return log.encode()


def carry_to(server: str, log: bytes) -> bytes:
    """Take the log in at a server with `--imports`, where it verifies: what the server gives back."""
    kind = {"content-type": "application/x-ndjson"}
    taken = httpx.post(f"{server}/api/matches", content=log, headers=kind, timeout=PATIENCE_S)
    assert taken.status_code == 201, taken.text
    assert taken.json()["verified"]
    return httpx.get(f"{server}/api/matches/{taken.json()['id']}/log", timeout=PATIENCE_S).content
