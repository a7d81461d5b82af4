"""The protocol's page and documents are true: its examples decode, its bot plays, its AsyncAPI is the wire's."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cartable.games import registry
from cartable.wire import down, up
from lab.examples import bot
from lab.examples.bot import play
from tests.kit.fixed_chance import FixedSecrets
from tests.kit.games import ENDING
from tests.server.live_server import async_test, live_server
from tools.asyncapi import TARGET, document, text

PAGE = Path("docs/protocol.md").read_text(encoding="utf-8")
KINDS: dict[str, Any] = {"up": up.UpMessage, "down": down.DownMessage}
EXAMPLES = re.findall(r"```json (up|down)\n(.*?)\n```", PAGE, flags=re.DOTALL)


@pytest.mark.parametrize(("way", "example"), EXAMPLES)
def test_the_examples_are_messages(way: str, example: str) -> None:
    decoded = msgspec.json.decode(example, type=KINDS[way])
    assert decoded == msgspec.json.decode(msgspec.json.encode(decoded), type=KINDS[way])


def test_there_are_examples_both_ways() -> None:
    assert {way for way, _ in EXAMPLES} == {"up", "down"}


def test_the_page_shows_the_bot_as_it_is() -> None:
    source = Path("lab/examples/bot.py").read_text(encoding="utf-8")
    shown = re.search(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)
    assert shown is not None
    assert shown[1].strip() in source


def _is_here(table: dict[str, Any], name: str) -> bool:
    return any(place["name"] == name and place.get("present", True) for place in table.get("places", ()))


@pytest.mark.parametrize("game", [game.id for game in registry.games()])
@async_test
async def test_the_bot_plays_any_game_to_the_end(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot, "secrets", FixedSecrets("outsider", repeat=True))
    async with live_server(tmp_path) as here:
        (host,) = await here.table(game, people=1, options=ENDING.get(game, {}))
        outsider = asyncio.create_task(asyncio.to_thread(play, here.base, host.code))
        await host.until(lambda: _is_here(host.table, "Outsider"))
        await here.start([host])
        outcome = await host.over()
        assert await outsider == outcome


def test_asyncapi_is_not_stale() -> None:
    assert TARGET.read_text(encoding="utf-8") == text(), "run `make wire`"


def _references(node: Any) -> set[str]:
    if isinstance(node, dict):
        own = {node["$ref"]} if isinstance(node.get("$ref"), str) else set()
        return own.union(*(_references(value) for value in node.values()))
    return set().union(*(_references(value) for value in node)) if isinstance(node, list) else set()


def test_asyncapi_is_complete() -> None:
    """Every reference leads somewhere, and every message of the wire is on the channel."""
    whole = json.loads(text())
    for reference in _references(whole):
        node: Any = whole
        for part in reference.removeprefix("#/").split("/"):
            node = node[part]
        assert node
    operations = document()["operations"]
    shown = sum(len(operation["messages"]) for operation in operations.values())
    assert shown == len(up.UpMessage.__args__) + len(down.DownMessage.__args__)
